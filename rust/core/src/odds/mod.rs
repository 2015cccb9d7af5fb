//! Exact distributions: summed over every case, never sampled.
//!
//! Probabilities are `f64` sums and products of exact case counts' ratios. Each is off by a relative error of at most
//! about 1e-12 within the sizes allowed here; no cancellation occurs, as nothing is ever subtracted but a
//! probability from 1.

mod aim;
pub(crate) mod plan;
mod pool;
mod reveal;
mod standing;
mod terms;
mod tested;
pub(crate) mod volley;

use std::collections::BTreeMap;

pub use aim::{Aim, Goal, Joint, Outcome, Piles};
pub use pool::pool_odds;
pub use reveal::check_odds;
pub use tested::{MAX_ASSISTS, reveal_chance, reveal_odds};
pub use volley::{After, Attack, Bonus, KINDS, MAX_VOLLEY, Strike, Target, volley_odds};

use crate::error::{Result, bail};

/// Outcomes in ascending order, each with its probability; outcomes that cannot be are left out.
pub type Odds = Vec<(i64, f64)>;

/// The most outcomes of one distribution.
pub const MAX_OUTCOMES: usize = 100_000;
/// The most cards that [`hypergeometric`] draws from.
pub const MAX_TOTAL: u64 = 1_000_000;
/// The most products that one [`convolve`] sums.
pub const MAX_WORK: usize = 50_000_000;

/// How many marked cards are among `drawn` cards from `total`, of which `marked` are marked.
///
/// # Errors
/// When `marked` or `drawn` is above `total`, or `total` above [`MAX_TOTAL`].
pub fn hypergeometric(total: u64, marked: u64, drawn: u64) -> Result<Odds> {
    if total > MAX_TOTAL {
        bail!("total must be at most {MAX_TOTAL}, got {total}");
    }
    if marked > total || drawn > total {
        bail!("of {total} cards neither {marked} can be marked nor {drawn} drawn: both must be at most {total}");
    }
    let least = drawn.saturating_sub(total - marked);
    let most = drawn.min(marked);
    // Weights relative to the likeliest outcome; further out they fall until they vanish, but never blow up.
    let peak = ((drawn + 1) * (marked + 1) / (total + 2)).clamp(least, most);
    let up = |k: u64| {
        ((marked - k) as f64 * (drawn - k) as f64) / ((k + 1) as f64 * (total + k + 1 - marked - drawn) as f64)
    };
    let mut weights = vec![(peak, 1.0)];
    let mut weight = 1.0;
    for k in (least..peak).rev() {
        weight /= up(k);
        weights.push((k, weight));
    }
    weights.reverse();
    weight = 1.0;
    for k in peak..most {
        weight *= up(k);
        weights.push((k + 1, weight));
    }
    let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
    Ok(weights.into_iter().map(|(k, weight)| (k as i64, weight / sum)).filter(|(_, p)| *p > 0.0).collect())
}

/// The distribution of the sum of two independent outcomes.
///
/// # Errors
/// When there are too many cases: more than [`MAX_WORK`], or more than [`MAX_OUTCOMES`] outcomes.
pub fn convolve(a: &[(i64, f64)], b: &[(i64, f64)]) -> Result<Odds> {
    if a.len().saturating_mul(b.len()) > MAX_WORK {
        bail!("{} times {} cases are too many to sum: at most {MAX_WORK} are allowed", a.len(), b.len());
    }
    let mut sums: BTreeMap<i64, f64> = BTreeMap::new();
    for &(x, p) in a {
        for &(y, q) in b {
            *sums.entry(x.saturating_add(y)).or_insert(0.0) += p * q;
        }
        if sums.len() > MAX_OUTCOMES {
            bail!("the sum has more than {MAX_OUTCOMES} outcomes, the most allowed");
        }
    }
    Ok(settle(sums))
}

/// The probability of an outcome of at least `least`.
pub fn at_least(odds: &[(i64, f64)], least: i64) -> f64 {
    odds.iter().filter(|(outcome, _)| *outcome >= least).map(|(_, p)| p).sum()
}

/// The mean outcome.
pub fn mean(odds: &[(i64, f64)]) -> f64 {
    odds.iter().map(|&(outcome, p)| outcome as f64 * p).sum()
}

/// Ascending outcomes without those that vanish.
fn settle(sums: BTreeMap<i64, f64>) -> Odds {
    sums.into_iter().filter(|(_, p)| *p > 0.0).collect()
}
