//! The terms of a test: what it is for, which kinds of faces there are, and what follows from both.

use super::aim::{Aim, Outcome};
use crate::error::{Result, bail};

/// The most standings that are told apart.
const MAX_STANDINGS: usize = 200_000;
/// The most kinds of faces that are told apart.
pub(super) const MAX_KINDS: usize = 32;

/// How many cards of each kind lie in a place.
pub(super) type Row = [u8; MAX_KINDS];

pub(super) const NONE: Row = [0; MAX_KINDS];

/// A kind of face: all faces that this test cannot tell apart.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Kind {
    pub shows: Outcome,
    pub gain: u64,
    pub more: bool,
    pub skip: bool,
    pub once: bool,
}

impl Kind {
    pub(super) fn adds_nothing(&self) -> bool {
        self.shows == Outcome::default()
    }
}

/// What does not change while a test is followed.
pub(super) struct Terms<'a> {
    pub aim: &'a Aim,
    pub kinds: Vec<Kind>,
    pub gains: bool,
    /// Whether no card makes a goal that is met unmet again.
    pub rising: bool,
    /// Whether what adds nothing is always worth throwing away as long as nothing comes back: more cards cost no more,
    /// and none of them can harm.
    pub greedy: bool,
}

impl<'a> Terms<'a> {
    pub(super) fn new(aim: &'a Aim, kinds: Vec<Kind>) -> Self {
        let gains = kinds.iter().any(|kind| kind.gain > 0);
        let rising = kinds.iter().all(|kind| kind.shows.hits >= 0 && kind.shows.value >= 0);
        let greedy = rising && aim.price.1 == 0 && !aim.whole;
        Self { aim, kinds, gains, rising, greedy }
    }

    /// Whether redraws may still come.
    pub(super) fn may_redraw(&self, redraws: u64, fresh: u64, budget: u64) -> bool {
        let payable = budget >= self.aim.price.0.saturating_add(self.aim.price.1);
        fresh > 0 || (payable && (redraws > 0 || self.gains))
    }
}

/// # Errors
/// When more standings would have to be told apart than is allowed.
pub(super) fn not_too_many(standings: usize) -> Result<()> {
    if standings > MAX_STANDINGS {
        bail!("this test has too many cases to sum exactly: use fewer cards, redraws or kinds of faces");
    }
    Ok(())
}
