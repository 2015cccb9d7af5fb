//! Pools of custom-faced dice.

use std::sync::Arc;

use crate::bytes::{Reader, Writer};
use crate::error::{Result, bail};
use crate::faces::{Face, FaceTable, Total, Want, at_most_redraws};
use crate::stream::Stream;

/// The most dice of one pool.
pub const MAX_DICE: usize = 1_024;

const TAG: &[u8; 2] = b"P1";

/// Some dice, each with its own faces, and what they show; they show nothing before the first roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DicePool {
    dice: Arc<[Arc<FaceTable>]>,
    /// The face each die shows: one for each die, or none at all.
    shown: Vec<u16>,
}

impl DicePool {
    /// A pool of dice that have not been rolled. No die at all is allowed.
    ///
    /// # Errors
    /// When there are more than [`MAX_DICE`].
    pub fn new(dice: Vec<Arc<FaceTable>>) -> Result<Self> {
        if dice.len() > MAX_DICE {
            bail!("a pool has at most {MAX_DICE} dice, got {}", dice.len());
        }
        Ok(Self { dice: dice.into(), shown: Vec::new() })
    }

    /// The dice.
    pub fn dice(&self) -> &[Arc<FaceTable>] {
        &self.dice
    }

    /// The number of the face each die shows; empty before the first roll.
    pub fn shown(&self) -> &[u16] {
        &self.shown
    }

    /// Rolls all dice, in order.
    ///
    /// # Errors
    /// When a forced result does not fit; then nothing changes.
    pub fn roll(&mut self, stream: &mut Stream) -> Result<()> {
        let all: Vec<usize> = (0..self.dice.len()).collect();
        let mut shown = vec![0; self.dice.len()];
        throw(&self.dice, &mut shown, &all, stream)?;
        self.shown = shown;
        Ok(())
    }

    /// Rolls the dice at the given places again, in the given order.
    ///
    /// # Errors
    /// When the dice have not been rolled, a place does not exist or is named twice, or a forced result does not fit;
    /// then nothing changes.
    pub fn reroll(&mut self, stream: &mut Stream, places: &[u64]) -> Result<()> {
        self.rolled()?;
        let mut again = Vec::with_capacity(places.len());
        let mut named = vec![false; self.dice.len()];
        for &place in places {
            match usize::try_from(place).ok().and_then(|at| Some((at, named.get_mut(at)?))) {
                None => bail!("there is no die at place {place}: the pool has {}", self.dice.len()),
                Some((_, true)) => bail!("the die at place {place} is named twice"),
                Some((at, mark)) => {
                    *mark = true;
                    again.push(at);
                }
            }
        }
        throw(&self.dice, &mut self.shown, &again, stream)
    }

    /// Rolls all dice; then, up to `rerolls` times, rolls every die again that scores nothing; gives the score.
    ///
    /// # Errors
    /// When a forced result does not fit; then nothing changes.
    pub fn run(&mut self, stream: &mut Stream, want: Want, rerolls: u64) -> Result<i64> {
        at_most_redraws(rerolls)?;
        let mut trial = stream.clone();
        let mut shown = vec![0; self.dice.len()];
        let mut again: Vec<usize> = (0..self.dice.len()).collect();
        throw(&self.dice, &mut shown, &again, &mut trial)?;
        for _ in 0..rerolls {
            again = faces(&self.dice, &shown)
                .enumerate()
                .filter(|(_, face)| face.score(want) <= 0)
                .map(|(at, _)| at)
                .collect();
            if again.is_empty() {
                break;
            }
            throw(&self.dice, &mut shown, &again, &mut trial)?;
        }
        self.shown = shown;
        *stream = trial;
        Ok(self.score(want))
    }

    /// Lays the dice so that they show the given faces.
    ///
    /// # Errors
    /// When their number is not that of the dice, or a die has no such face.
    pub fn set(&mut self, shown: &[u16]) -> Result<()> {
        if shown.len() != self.dice.len() {
            bail!("expected one face for each of {} dice, got {}", self.dice.len(), shown.len());
        }
        for (at, (die, &face)) in self.dice.iter().zip(shown).enumerate() {
            if usize::from(face) >= die.faces().len() {
                bail!("the die at place {at} has no face {face}: it has {}, counted from 0", die.faces().len());
            }
        }
        self.shown = shown.to_vec();
        Ok(())
    }

    /// What the dice show together.
    pub fn total(&self) -> Total {
        Total::of(faces(&self.dice, &self.shown))
    }

    /// The dice's score: the sum of theirs.
    pub fn score(&self, want: Want) -> i64 {
        faces(&self.dice, &self.shown).map(|face| face.score(want)).sum()
    }

    fn rolled(&self) -> Result<()> {
        if self.shown.len() != self.dice.len() {
            bail!("the dice have not been rolled yet");
        }
        Ok(())
    }

    /// The canonical byte form, faces included. Dice with equal faces share one table in it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut kinds: Vec<&Arc<FaceTable>> = Vec::new();
        let mut kind_of = Vec::with_capacity(self.dice.len());
        for die in self.dice.iter() {
            let kind = kinds.iter().position(|kind| *kind == die).unwrap_or(kinds.len());
            if kind == kinds.len() {
                kinds.push(die);
            }
            kind_of.push(kind as u16);
        }
        let mut out = Writer::new(TAG);
        out.u32(kinds.len() as u32);
        for kind in kinds {
            kind.write(&mut out);
        }
        for numbers in [&kind_of, &self.shown] {
            out.u32(numbers.len() as u32);
            for &number in numbers {
                out.u16(number);
            }
        }
        out.finish()
    }

    /// The pool of a canonical byte form.
    ///
    /// # Errors
    /// When the bytes are not exactly the canonical form of a pool.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut input = Reader::new("a dice pool", bytes, TAG)?;
        let count = input.count(4, MAX_DICE)?;
        let kinds: Vec<Arc<FaceTable>> =
            (0..count).map(|_| FaceTable::read(&mut input).map(Arc::new)).collect::<Result<_>>()?;
        let count = input.count(2, MAX_DICE)?;
        let mut dice = Vec::with_capacity(count);
        for _ in 0..count {
            match kinds.get(usize::from(input.u16()?)) {
                Some(kind) => dice.push(Arc::clone(kind)),
                None => return input.broken("a die has a kind that is not there"),
            }
        }
        let mut pool = Self::new(dice)?;
        let count = input.count(2, MAX_DICE)?;
        let shown: Vec<u16> = (0..count).map(|_| input.u16()).collect::<Result<_>>()?;
        input.finish()?;
        if !shown.is_empty() {
            pool.set(&shown)?;
        }
        if pool.to_bytes() != bytes {
            bail!("the bytes of a dice pool are broken: its kinds of dice are not in order");
        }
        Ok(pool)
    }
}

/// Rolls the dice at the given places, which exist.
fn throw(dice: &[Arc<FaceTable>], shown: &mut [u16], places: &[usize], stream: &mut Stream) -> Result<()> {
    let mut trial = stream.clone();
    let mut results = Vec::with_capacity(places.len());
    for &at in places {
        if let Some(die) = dice.get(at) {
            results.push((at, trial.below(die.faces().len() as u64)? as u16));
        }
    }
    for (at, face) in results {
        if let Some(place) = shown.get_mut(at) {
            *place = face;
        }
    }
    *stream = trial;
    Ok(())
}

/// The faces shown; none before the first roll.
fn faces<'a>(dice: &'a [Arc<FaceTable>], shown: &'a [u16]) -> impl Iterator<Item = Face> + 'a {
    dice.iter().zip(shown).map(|(die, &face)| die.face(face))
}
