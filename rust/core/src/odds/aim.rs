//! Tests with a goal: what is revealed counts in several ways at once, and what is redrawn is somebody's choice.

use crate::error::{Result, bail};
use crate::faces::{Face, Total, at_most_redraws};

/// What the faces that count show together, as far as a goal asks for it; where none does, numbers and hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The sum of the numbers.
    pub value: i64,
    /// The sum of the hits.
    pub hits: i64,
    /// Those icons asked for that any of them shows.
    pub icons: u64,
    /// Those flags asked for that any of them has.
    pub flags: u8,
}

/// Outcomes in ascending order, each with its probability.
pub type Joint = Vec<(Outcome, f64)>;

impl Outcome {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            value: self.value.saturating_add(other.value),
            hits: self.hits.saturating_add(other.hits),
            icons: self.icons | other.icons,
            flags: self.flags | other.flags,
        }
    }
}

/// When a test succeeds: as soon as one of these holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Any of these icons shows.
    pub any: u64,
    /// All of these icons show; none asks for nothing.
    pub all: u64,
    /// A face that counts has any of these flags.
    pub flags: u8,
    /// At least so many hits are left of those shown, when [`armor`](Self::armor) has taken its share.
    pub hits: Option<i64>,
    /// So many hits are lost; each point of the numbers' sum takes one point of it away.
    pub armor: i64,
    /// The numbers' sum is at least this.
    pub value: Option<i64>,
}

impl Goal {
    /// Whether an outcome is a success.
    pub fn met(&self, shown: &Outcome) -> bool {
        shown.icons & self.any != 0
            || (self.all != 0 && shown.icons & self.all == self.all)
            || shown.flags & self.flags != 0
            || self.hits.is_some_and(|least| self.left(shown) >= least)
            || self.value.is_some_and(|least| shown.value >= least)
    }

    /// The hits that armor leaves; fewer than none where it takes more than there are.
    fn left(&self, shown: &Outcome) -> i64 {
        shown.hits.saturating_sub(self.armor.saturating_sub(shown.value).max(0))
    }

    fn asks(&self) -> bool {
        self.any | self.all != 0 || self.flags != 0 || self.hits.is_some() || self.value.is_some()
    }

    /// What a face that is a success by itself shows, alike for all of them; none for other faces. Where numbers only
    /// `rise`, a number that is enough is one.
    pub(super) fn alone(&self, face: Face, rise: bool) -> Option<Outcome> {
        let enough = rise && self.value.is_some_and(|least| i64::from(face.value) >= least);
        if enough {
            return self.value.map(|least| Outcome { value: least.max(0), ..Outcome::default() });
        }
        let success = face.mask & self.any != 0 || face.flags & self.flags != 0;
        let lowest = |bits: u64| bits & bits.wrapping_neg();
        let icons = lowest(self.any);
        let flags = if icons == 0 { lowest(u64::from(self.flags)) as u8 } else { 0 };
        success.then_some(Outcome { icons, flags, ..Outcome::default() })
    }

    /// What of some faces' total matters. Numbers and hits that are not asked for are none, unless nothing is asked for.
    pub(crate) fn outcome(&self, shown: Total, flags: u8) -> Outcome {
        let plain = !self.asks();
        Outcome {
            value: if plain || self.hits.is_some() || self.value.is_some() { shown.value } else { 0 },
            hits: if plain || self.hits.is_some() { shown.hits } else { 0 },
            icons: shown.mask & (self.any | self.all),
            flags: flags & self.flags,
        }
    }
}

/// A test: how many cards are revealed, what it is for, and what may be redrawn.
///
/// After each reveal that has not met the goal, revealed cards may be thrown away and as many new ones revealed, as
/// long as there is a redraw. Which, and whether at all, is decided so that the goal is met most likely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The cards revealed.
    pub n: u64,
    /// What is to be reached.
    pub goal: Goal,
    /// Redraws of revealed cards, any number of them at a time.
    pub redraws: u64,
    /// Redraws before which deck, discard pile and the cards thrown away are shuffled together.
    pub fresh: u64,
    /// A redraw throws all revealed cards away, and reveals anew as at the beginning.
    pub whole: bool,
    /// Each of these flags on a face that comes to count is one redraw more.
    pub gain: u8,
    /// Cards that lie revealed before the first of the n is; what their flags have brought is counted elsewhere.
    pub lying: Vec<u16>,
    /// What all redraws may cost together.
    pub budget: u64,
    /// What a redraw costs, and each card of it besides.
    pub price: (u64, u64),
}

impl Aim {
    /// A test without redraws.
    pub fn new(n: u64, goal: Goal) -> Self {
        Self {
            n,
            goal,
            redraws: 0,
            fresh: 0,
            whole: false,
            gain: 0,
            lying: Vec::new(),
            budget: u64::MAX,
            price: (0, 0),
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        at_most_redraws(self.redraws.saturating_add(self.fresh))?;
        let redraws = self.redraws > 0 || self.fresh > 0 || self.gain != 0;
        if redraws && !self.goal.asks() {
            bail!("redraws need a goal: without one there is no telling what is worth a redraw");
        }
        if self.fresh > 0 && !self.whole {
            bail!("redraws that shuffle everything first throw all revealed cards away: they need whole");
        }
        Ok(())
    }
}

/// A shuffled deck and its discard pile.
pub type Piles = (Vec<u16>, Vec<u16>);
