//! The odds of a dice pool.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{MAX_WORK, Odds, convolve, settle};
use crate::dice::DicePool;
use crate::error::{Result, bail};
use crate::faces::{FaceTable, Want, at_most_redraws};

/// The distribution of [`DicePool::run`]: all dice rolled, and up to `rerolls` times every die that scores nothing.
///
/// # Errors
/// When there are too many cases to sum.
pub fn pool_odds(pool: &DicePool, want: Want, rerolls: u64) -> Result<Odds> {
    at_most_redraws(rerolls)?;
    let mut odds = vec![(0, 1.0)];
    let mut kinds: Vec<(&Arc<FaceTable>, Odds)> = Vec::new();
    let mut work = 0_usize;
    for die in pool.dice() {
        let at = match kinds.iter().position(|(kind, _)| Arc::ptr_eq(kind, die)) {
            Some(at) => at,
            None => {
                kinds.push((die, die_odds(die, want, rerolls)));
                kinds.len() - 1
            }
        };
        if let Some((_, single)) = kinds.get(at) {
            work = work.saturating_add(odds.len().saturating_mul(single.len()));
            if work > MAX_WORK {
                bail!("this pool has too many cases to sum: at most {MAX_WORK} are allowed");
            }
            odds = convolve(&odds, single)?;
        }
    }
    Ok(odds)
}

/// The distribution of one die. A face that scores is kept; one that does not stays only if the last roll shows it.
fn die_odds(die: &FaceTable, want: Want, rerolls: u64) -> Odds {
    let faces = die.faces();
    let scoring = faces.iter().filter(|face| face.score(want) > 0).count() as f64 / faces.len() as f64;
    // The logarithm of the chance that one roll shows nothing.
    let nothing = (-scoring).ln_1p();
    // The chance that all rerolls are used up, and the expected number of rolls, which is that of "roll i is made" summed.
    let last = if rerolls == 0 { 1.0 } else { (rerolls as f64 * nothing).exp() };
    let rolls = if scoring > 0.0 { -((rerolls as f64 + 1.0) * nothing).exp_m1() / scoring } else { 0.0 };
    let mut sums = BTreeMap::new();
    for face in faces {
        let score = face.score(want);
        *sums.entry(score).or_insert(0.0) += if score > 0 { rolls } else { last } / faces.len() as f64;
    }
    settle(sums)
}
