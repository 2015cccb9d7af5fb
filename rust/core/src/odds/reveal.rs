//! The odds of a check: its positions are followed card by card, and equal ones are put together.

use std::collections::BTreeMap;

use super::{Odds, settle};
use crate::error::{Result, bail};
use crate::faces::{FaceTable, MORE, ONCE, SKIP, Want, at_most_redraws};

/// The most cards in deck and discard pile.
const MAX_CARDS: usize = 65_535;
/// The most kinds of faces that are told apart.
const MAX_KINDS: usize = 64;
/// The most positions that are told apart at one time.
const MAX_POSITIONS: usize = 200_000;
/// The most draws that are followed.
const MAX_STEPS: usize = 5_000_000;

/// A kind of face: all faces that this check cannot tell apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    score: i64,
    more: bool,
    skip: bool,
    once: bool,
}

impl Kind {
    fn of(table: &FaceTable, card: u16, want: Want) -> Self {
        let face = table.face(card);
        if face.has(SKIP) {
            return Self { score: 0, more: false, skip: true, once: false };
        }
        Self { score: face.score(want), more: face.has(MORE), skip: false, once: face.has(ONCE) }
    }
}

/// How many cards of each kind lie in a place.
type Row = Vec<u16>;

/// A position of a check.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    redraws: u64,
    /// Cards still to be revealed.
    left: u64,
    /// Of the cards that will not be redrawn.
    score: i64,
    deck: Row,
    discard: Row,
    /// Skipped in this reveal.
    skipped: Row,
    /// Lying revealed without a score, as long as they may be redrawn.
    low: Row,
}

/// The distribution of [`Check::run`](crate::check::Check::run) with a shuffled deck of `cards` and a discard pile of
/// `discard`: `n` cards are revealed, and up to `redraws` times all that score nothing are redrawn.
///
/// # Errors
/// When there are too many cards or cases to follow.
pub fn check_odds(table: &FaceTable, cards: &[u16], n: u64, discard: &[u16], want: Want, redraws: u64) -> Result<Odds> {
    at_most_redraws(redraws)?;
    if cards.len() + discard.len() > MAX_CARDS {
        bail!("odds are summed for at most {MAX_CARDS} cards, got {}", cards.len() + discard.len());
    }
    let kind_of = |&card: &u16| Kind::of(table, card, want);
    let mut kinds: Vec<Kind> = cards.iter().chain(discard).map(kind_of).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.len() > MAX_KINDS {
        bail!("odds are summed for at most {MAX_KINDS} different scores or flags, got {}", kinds.len());
    }
    let count = |pile: &[u16]| -> Row {
        let mut row = vec![0_u16; kinds.len()];
        for kind in pile.iter().map(kind_of) {
            if let Some(n) = kinds.binary_search(&kind).ok().and_then(|at| row.get_mut(at)) {
                *n = n.saturating_add(1);
            }
        }
        row
    };
    let empty = vec![0; kinds.len()];
    let start = Position {
        redraws,
        left: n,
        score: 0,
        deck: count(cards),
        discard: count(discard),
        skipped: empty.clone(),
        low: empty,
    };
    follow(&kinds, start)
}

fn follow(kinds: &[Kind], start: Position) -> Result<Odds> {
    let mut done: BTreeMap<i64, f64> = BTreeMap::new();
    let mut now = BTreeMap::from([(start, 1.0)]);
    let mut steps = 0_usize;
    while !now.is_empty() {
        let mut next: BTreeMap<Position, f64> = BTreeMap::new();
        for (mut position, p) in now {
            if !position.advance(kinds) {
                *done.entry(position.score).or_insert(0.0) += p;
                continue;
            }
            let total = f64::from(size(&position.deck));
            for (at, (&kind, &count)) in kinds.iter().zip(&position.deck).enumerate() {
                if count > 0 {
                    steps += 1;
                    *next.entry(position.drawn(at, kind)).or_insert(0.0) += p * f64::from(count) / total;
                }
            }
            if next.len() > MAX_POSITIONS || steps > MAX_STEPS {
                bail!("this check has too many cases to sum exactly: use fewer cards, redraws or different scores");
            }
        }
        now = next;
    }
    Ok(settle(done))
}

impl Position {
    /// Does all that chance has no part in; tells whether a card is then to be drawn.
    fn advance(&mut self, kinds: &[Kind]) -> bool {
        loop {
            let there = u64::from(size(&self.deck));
            if self.left == 0 || (there == 0 && size(&self.discard) == 0) {
                pour(&mut self.skipped, &mut self.discard);
                if self.redraws == 0 || size(&self.low) == 0 {
                    self.settle_low(kinds);
                    return false;
                }
                self.throw_low(kinds);
            } else if there == 0 {
                pour(&mut self.discard, &mut self.deck);
            } else if self.left >= there {
                // Every card of the deck is drawn, whatever its order.
                for (at, &kind) in kinds.iter().enumerate() {
                    while self.deck.get(at).is_some_and(|&count| count > 0) {
                        *self = self.drawn(at, kind);
                    }
                }
            } else {
                return true;
            }
        }
    }

    /// The position after a card of a kind has come from the deck.
    fn drawn(&self, at: usize, kind: Kind) -> Self {
        let mut after = self.clone();
        shift(&mut after.deck, at, false);
        // In the last reveal nothing comes back: what lies or is skipped need not be told apart.
        let last = self.redraws == 0;
        if kind.skip {
            if !last {
                shift(&mut after.skipped, at, true);
            }
            return after;
        }
        if kind.score <= 0 && !last {
            shift(&mut after.low, at, true);
        } else {
            after.score += kind.score;
        }
        after.left -= u64::from(!kind.more);
        after
    }

    /// Redraws all that score nothing.
    fn throw_low(&mut self, kinds: &[Kind]) {
        self.redraws -= 1;
        self.left = u64::from(size(&self.low));
        for (count, kind) in self.low.iter_mut().zip(kinds) {
            if kind.once {
                *count = 0;
            }
        }
        pour(&mut self.low, &mut self.discard);
    }

    /// No redraw comes any more: what scores nothing or less counts as it is.
    fn settle_low(&mut self, kinds: &[Kind]) {
        for (&count, kind) in self.low.iter().zip(kinds) {
            self.score += i64::from(count) * kind.score;
        }
    }
}

fn size(row: &Row) -> u32 {
    row.iter().map(|&count| u32::from(count)).sum()
}

fn shift(row: &mut Row, at: usize, up: bool) {
    if let Some(count) = row.get_mut(at) {
        *count = if up { count.saturating_add(1) } else { count.saturating_sub(1) };
    }
}

fn pour(from: &mut Row, to: &mut Row) {
    for (a, b) in from.iter_mut().zip(to) {
        *b = b.saturating_add(std::mem::take(a));
    }
}
