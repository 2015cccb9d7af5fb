//! A standing of a test: what lies where, what comes next, and what can be done about it.

use super::aim::Outcome;
use super::terms::{Kind, NONE, Row, Terms, not_too_many};
use crate::error::Result;

/// A standing of a test. Once nothing can be redrawn any more, what lies there is settled and no longer told apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Standing {
    pub(super) redraws: u64,
    pub(super) fresh: u64,
    pub(super) budget: u64,
    /// Cards still to be revealed.
    pub(super) left: u64,
    pub(super) settled: Outcome,
    pub(super) deck: Row,
    pub(super) discard: Row,
    /// Skipped in this reveal.
    pub(super) skipped: Row,
    pub(super) lying: Row,
}

/// What comes next.
pub(super) enum Next {
    Draw,
    Decide,
    Over,
}

/// What is done where something could be redrawn.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// What lies there stays.
    Keep,
    /// So many cards of each kind are thrown away.
    Throw(Row),
    /// Everything is shuffled together first.
    Fresh,
}

impl Standing {
    /// Does all that chance and choice have no part in; tells what is next.
    pub(super) fn advance(&mut self, terms: &Terms<'_>) -> Next {
        let mut open = terms.may_redraw(self.redraws, self.fresh, self.budget);
        if open && terms.rising && (terms.aim.goal.met(&self.shown(&terms.kinds)) || !self.hopeful(terms)) {
            open = false;
        }
        if !open {
            self.settle(&terms.kinds);
        }
        if self.lasts(terms, open) {
            self.discard = NONE; // it never comes back
            self.skipped = NONE;
            self.merge(terms);
        }
        loop {
            let there = u64::from(size(&self.deck));
            if self.left == 0 || (there == 0 && size(&self.discard) == 0) {
                self.left = 0;
                pour(&mut self.skipped, &mut self.discard);
                let stuck = self.redraws == 0 && self.fresh == 0;
                return if !open || stuck { Next::Over } else { Next::Decide };
            }
            if there == 0 {
                pour(&mut self.discard, &mut self.deck);
            } else if self.left >= there {
                // Every card of the deck is drawn, whatever its order.
                for (at, &kind) in terms.kinds.iter().enumerate() {
                    while self.deck.get(at).is_some_and(|&count| count > 0) {
                        self.draw(at, kind);
                    }
                }
                if !open {
                    self.settle(&terms.kinds);
                }
            } else {
                return Next::Draw;
            }
        }
    }

    /// Whether all cards that there are would meet the goal together.
    pub(super) fn hopeful(&self, terms: &Terms<'_>) -> bool {
        let mut best = self.shown(&terms.kinds);
        for row in [&self.deck, &self.discard] {
            for (kind, &count) in terms.kinds.iter().zip(row) {
                for _ in 0..count {
                    best = best.and(kind.shows);
                }
            }
        }
        terms.aim.goal.met(&best)
    }

    /// Cards that add nothing and come back no more are all alike.
    fn merge(&mut self, terms: &Terms<'_>) {
        if !terms.greedy {
            return;
        }
        let mut idle = terms.kinds.iter().zip(&mut self.lying).filter(|(kind, _)| kind.adds_nothing());
        let Some((_, first)) = idle.next() else { return };
        for (_, count) in idle {
            *first += std::mem::take(count);
        }
    }

    /// Nothing is redrawn any more: what lies there counts, and what is skipped comes back no more.
    fn settle(&mut self, kinds: &[Kind]) {
        self.settled = self.shown(kinds);
        self.lying = NONE;
        self.skipped = NONE;
        // So that standings that come to the same are the same.
        self.redraws = 0;
        self.fresh = 0;
        self.budget = 0;
    }

    /// Whether the deck cannot run out, so that no card comes back.
    pub(super) fn lasts(&self, terms: &Terms<'_>, open: bool) -> bool {
        self.fresh == 0 && self.most_drawn(terms, open) < u64::from(size(&self.deck))
    }

    /// No more cards than these are drawn from now on, as long as the deck does not run out.
    fn most_drawn(&self, terms: &Terms<'_>, open: bool) -> u64 {
        let (mut beside, mut gains) = (0, 0);
        for (kind, &count) in terms.kinds.iter().zip(&self.deck) {
            beside += u64::from(count) * u64::from(kind.more || kind.skip);
            gains += u64::from(count) * kind.gain;
        }
        let lying = self.left.saturating_add(u64::from(size(&self.lying)) + beside);
        let again = if open { self.redraws + gains } else { 0 };
        let redrawn = again.saturating_mul(lying.max(terms.aim.n.saturating_add(beside)));
        self.left.saturating_add(beside).saturating_add(redrawn)
    }

    /// What shows now.
    pub(super) fn shown(&self, kinds: &[Kind]) -> Outcome {
        let mut shown = self.settled;
        for (kind, &count) in kinds.iter().zip(&self.lying) {
            for _ in 0..count {
                shown = shown.and(kind.shows);
            }
        }
        shown
    }

    /// A card of a kind comes from the deck.
    fn draw(&mut self, at: usize, kind: Kind) {
        shift(&mut self.deck, at, false);
        if kind.skip {
            shift(&mut self.skipped, at, true);
            return;
        }
        shift(&mut self.lying, at, true);
        self.redraws += kind.gain;
        self.left -= u64::from(!kind.more);
    }

    /// Each card that may come next, with its probability.
    pub(super) fn draws(&self, kinds: &[Kind]) -> Vec<(Self, f64)> {
        let total = f64::from(size(&self.deck));
        let mut found = Vec::with_capacity(kinds.len());
        for (at, (&kind, &count)) in kinds.iter().zip(&self.deck).enumerate() {
            if count > 0 {
                let mut after = self.clone();
                after.draw(at, kind);
                found.push((after, f64::from(count) / total));
            }
        }
        found
    }

    /// Everything that can be redrawn now, fewer cards first.
    ///
    /// # Errors
    /// When there is too much to choose from.
    pub(super) fn choices(&self, terms: &Terms<'_>) -> Result<Vec<Choice>> {
        let lying = size(&self.lying);
        let (each, card) = terms.aim.price;
        let payable = |n: u32| self.budget >= each.saturating_add(card.saturating_mul(u64::from(n)));
        let mut found = Vec::new();
        if self.redraws > 0 && lying > 0 {
            if terms.aim.whole {
                if payable(lying) {
                    found.push(Choice::Throw(self.lying));
                }
            } else {
                let greedy = terms.greedy && self.lasts(terms, true);
                let mut rows = vec![NONE];
                for (at, kind) in terms.kinds.iter().enumerate() {
                    let most = self.lying.get(at).copied().unwrap_or(0);
                    let least = if greedy && kind.adds_nothing() { most } else { 0 };
                    not_too_many(rows.len().saturating_mul(usize::from(most - least) + 1))?;
                    rows = rows.iter().flat_map(|row| (least..=most).map(|n| with(row, at, n))).collect();
                }
                rows.retain(|row| size(row) > 0 && payable(size(row)));
                rows.sort_by_key(size);
                found.extend(rows.into_iter().map(Choice::Throw));
            }
        }
        if self.fresh > 0 {
            found.push(Choice::Fresh);
        }
        Ok(found)
    }

    /// The standing after a choice.
    pub(super) fn after(&self, choice: &Choice, terms: &Terms<'_>) -> Self {
        let mut after = self.clone();
        let thrown = match choice {
            Choice::Keep => return after,
            Choice::Throw(row) => *row,
            Choice::Fresh => self.lying,
        };
        for (at, (&n, kind)) in thrown.iter().zip(&terms.kinds).enumerate() {
            for _ in 0..n {
                shift(&mut after.lying, at, false);
                if !kind.once {
                    shift(&mut after.discard, at, true);
                }
            }
        }
        let count = u64::from(size(&thrown));
        after.left = if terms.aim.whole { terms.aim.n } else { count };
        if matches!(choice, Choice::Fresh) {
            after.fresh -= 1;
            pour(&mut after.discard, &mut after.deck);
        } else {
            let (each, card) = terms.aim.price;
            after.redraws -= 1;
            after.budget = after.budget.saturating_sub(each.saturating_add(card.saturating_mul(count)));
        }
        after
    }
}

fn with(row: &Row, at: usize, n: u8) -> Row {
    let mut next = *row;
    if let Some(place) = next.get_mut(at) {
        *place = n;
    }
    next
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
