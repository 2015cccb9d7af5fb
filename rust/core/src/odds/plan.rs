//! How a test with a goal is played best: every standing of it is valued, then the likely ones are followed.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};

use super::aim::{Aim, Joint, Outcome, Piles};
use super::standing::{Choice, Next, Standing};
use super::terms::{Kind, MAX_KINDS, NONE, Row, Terms, not_too_many};
use crate::error::{Result, bail};
use crate::faces::{FaceTable, MORE, ONCE, SKIP, Total};

/// The most cards of deck and discard pile together.
const MAX_CARDS: usize = 250;
/// The most draws that are followed.
const MAX_STEPS: usize = 4_000_000;
/// The most draws and redraws one after another.
const MAX_DEPTH: usize = 800;
/// Another choice is better only if it is better by more than what rounding can do.
const MARGIN: f64 = 1e-12;

/// The best play of one test from one deck.
pub(crate) struct Plan<'a> {
    terms: Terms<'a>,
    /// The kind of each card that there is, ascending.
    of: Vec<(u16, usize)>,
    start: Standing,
    /// Only looked up, never gone through.
    known: HashMap<Standing, (f64, Choice), BuildHasherDefault<DefaultHasher>>,
    steps: usize,
}

impl<'a> Plan<'a> {
    pub(crate) fn new(table: &FaceTable, aim: &'a Aim, piles: &Piles) -> Result<Self> {
        Self::of(table, aim, piles, false)
    }

    /// A plan for the chance of success alone: faces that are a success by themselves are not told apart.
    pub(crate) fn coarse(table: &FaceTable, aim: &'a Aim, piles: &Piles) -> Result<Self> {
        Self::of(table, aim, piles, true)
    }

    fn of(table: &FaceTable, aim: &'a Aim, piles: &Piles, coarse: bool) -> Result<Self> {
        let (cards, discard) = piles;
        let all = cards.len() + discard.len() + aim.lying.len();
        if all > MAX_CARDS {
            bail!("a test is followed with at most {MAX_CARDS} cards in deck and discard pile, got {all}");
        }
        let mut there: Vec<u16> = cards.iter().chain(discard).chain(&aim.lying).copied().collect();
        there.sort_unstable();
        there.dedup();
        let rise = there.iter().all(|&card| table.face(card).value >= 0 && table.face(card).hits >= 0);
        let kind = |card: u16| {
            let face = table.face(card);
            if face.has(SKIP) {
                return Kind { skip: true, ..Kind::default() };
            }
            if coarse && let Some(shows) = aim.goal.alone(face, rise) {
                return Kind { shows, ..Kind::default() };
            }
            Kind {
                shows: aim.goal.outcome(Total::of(std::iter::once(face)), face.flags),
                gain: u64::from((face.flags & aim.gain).count_ones()),
                more: face.has(MORE),
                skip: false,
                once: face.has(ONCE),
            }
        };
        let mut kinds: Vec<Kind> = there.iter().map(|&card| kind(card)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() > MAX_KINDS {
            bail!("a test tells at most {MAX_KINDS} kinds of faces apart, got {}", kinds.len());
        }
        let of = there.iter().map(|&card| (card, kinds.binary_search(&kind(card)).unwrap_or(0))).collect();
        let empty = Standing {
            redraws: aim.redraws,
            fresh: aim.fresh,
            budget: aim.budget,
            left: aim.n,
            settled: Outcome::default(),
            deck: NONE,
            discard: NONE,
            skipped: NONE,
            lying: NONE,
        };
        let terms = Terms::new(aim, kinds);
        let mut plan = Self { terms, of, start: empty, known: HashMap::default(), steps: 0 };
        plan.start.deck = plan.count(cards.iter().copied());
        plan.start.discard = plan.count(discard.iter().copied());
        plan.start.lying = plan.count(aim.lying.iter().copied());
        Ok(plan)
    }

    /// How many cards of each kind there are.
    fn count(&self, cards: impl Iterator<Item = u16>) -> Row {
        let mut row = NONE;
        for card in cards {
            if let Some(n) = self.kind(card).and_then(|kind| row.get_mut(kind)) {
                *n += 1;
            }
        }
        row
    }

    /// The kind of a card that the test began with.
    fn kind(&self, card: u16) -> Option<usize> {
        let at = self.of.binary_search_by_key(&card, |entry| entry.0).ok()?;
        self.of.get(at).map(|entry| entry.1)
    }

    /// Whether redraws may still come.
    pub(crate) fn may_redraw(&self, redraws: u64, fresh: u64, budget: u64) -> bool {
        self.terms.may_redraw(redraws, fresh, budget)
    }

    /// The distribution of what shows in the end, where `added` shows besides from the beginning.
    pub(crate) fn outcomes(&mut self, added: Outcome) -> Result<Joint> {
        let mut done: BTreeMap<Outcome, f64> = BTreeMap::new();
        let mut now = BTreeMap::from([(self.begin(added)?, 1.0)]);
        while !now.is_empty() {
            let mut next: BTreeMap<Standing, f64> = BTreeMap::new();
            for (mut standing, p) in now {
                match standing.advance(&self.terms) {
                    Next::Over => *done.entry(standing.shown(&self.terms.kinds)).or_insert(0.0) += p,
                    Next::Decide => match self.best(&standing) {
                        Choice::Keep => *done.entry(standing.shown(&self.terms.kinds)).or_insert(0.0) += p,
                        choice => *next.entry(standing.after(&choice, &self.terms)).or_insert(0.0) += p,
                    },
                    Next::Draw => {
                        for (after, q) in standing.draws(&self.terms.kinds) {
                            self.step()?;
                            *next.entry(after).or_insert(0.0) += p * q;
                        }
                    }
                }
            }
            not_too_many(next.len())?;
            now = next;
        }
        Ok(done.into_iter().filter(|(_, p)| *p > 0.0).collect())
    }

    /// The probability that the goal is met, where `added` shows besides from the beginning.
    pub(crate) fn chance(&mut self, added: Outcome) -> Result<f64> {
        let mut start = self.start.clone();
        start.settled = added;
        self.value(start, 0)
    }

    /// The standing at the beginning, valued.
    pub(crate) fn begin(&mut self, added: Outcome) -> Result<Standing> {
        let mut start = self.start.clone();
        start.settled = added;
        if self.may_redraw(start.redraws, start.fresh, start.budget) {
            self.value(start.clone(), 0)?;
        }
        Ok(start)
    }

    /// What is best where something could be redrawn.
    fn best(&self, standing: &Standing) -> Choice {
        self.known.get(standing).map_or(Choice::Keep, |(_, choice)| choice.clone())
    }

    /// The probability that the goal is met from here.
    fn value(&mut self, mut standing: Standing, depth: usize) -> Result<f64> {
        if depth > MAX_DEPTH {
            bail!("this test has too many draws to follow one after another: at most {MAX_DEPTH}");
        }
        let next = standing.advance(&self.terms);
        if self.terms.rising {
            if self.met(&standing) > 0.0 {
                return Ok(1.0);
            }
            if !standing.hopeful(&self.terms) {
                return Ok(0.0);
            }
        }
        match next {
            Next::Over => Ok(self.met(&standing)),
            Next::Draw => {
                if let Some((value, _)) = self.known.get(&standing) {
                    return Ok(*value);
                }
                let mut sum = 0.0;
                for (after, p) in standing.draws(&self.terms.kinds) {
                    self.step()?;
                    sum += p * self.value(after, depth + 1)?;
                }
                self.keep(standing, sum, Choice::Keep)
            }
            Next::Decide => {
                if let Some((value, _)) = self.known.get(&standing) {
                    return Ok(*value);
                }
                let (mut best, mut choice) = (self.met(&standing), Choice::Keep);
                if best == 0.0 {
                    for other in standing.choices(&self.terms)? {
                        self.step()?;
                        let value = self.value(standing.after(&other, &self.terms), depth + 1)?;
                        if value > best + MARGIN {
                            (best, choice) = (value, other);
                        }
                    }
                }
                self.keep(standing, best, choice)
            }
        }
    }

    fn met(&self, standing: &Standing) -> f64 {
        f64::from(u8::from(self.terms.aim.goal.met(&standing.shown(&self.terms.kinds))))
    }

    fn keep(&mut self, standing: Standing, value: f64, choice: Choice) -> Result<f64> {
        self.known.insert(standing, (value, choice));
        not_too_many(self.known.len())?;
        Ok(value)
    }

    fn step(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            bail!("this test has too many cases to sum exactly: use fewer cards, redraws or kinds of faces");
        }
        Ok(())
    }

    /// What is best with these cards lying there; for what plays the test out. The places to throw away, and whether
    /// everything is shuffled first; none to keep all.
    pub(crate) fn advice(
        &self,
        added: Outcome,
        (redraws, fresh, budget): (u64, u64, u64),
        deck: impl Iterator<Item = u16>,
        discard: impl Iterator<Item = u16>,
        lying: &[u16],
    ) -> Option<(Vec<u64>, bool)> {
        let mut standing = Standing {
            redraws,
            fresh,
            budget,
            left: 0,
            settled: added,
            deck: self.count(deck),
            discard: self.count(discard),
            skipped: NONE,
            lying: self.count(lying.iter().copied()),
        };
        standing.advance(&self.terms);
        let greedy = self.terms.greedy && standing.lasts(&self.terms, true);
        match self.best(&standing) {
            Choice::Keep => None,
            Choice::Fresh => Some(((0..lying.len() as u64).collect(), true)),
            Choice::Throw(mut row) => {
                let mut places = Vec::new();
                for (place, &card) in lying.iter().enumerate() {
                    let Some(at) = self.kind(card) else { continue };
                    let idle = greedy && self.terms.kinds.get(at).is_some_and(Kind::adds_nothing);
                    match row.get_mut(at) {
                        _ if idle => places.push(place as u64),
                        Some(n) if *n > 0 => {
                            *n -= 1;
                            places.push(place as u64);
                        }
                        _ => {}
                    }
                }
                Some((places, false))
            }
        }
    }
}
