//! The odds of a test with a goal, from one deck and those that help.

use super::aim::{Aim, Goal, Joint, Outcome, Piles};
use super::plan::Plan;
use crate::error::{Result, bail};
use crate::faces::FaceTable;

/// The most other decks that help one test.
pub const MAX_ASSISTS: usize = 16;

/// The distribution of what shows at the end of a test. Each of `assists` has revealed one card (and more where its
/// face asks for it), of which all but the flags count, before anything is redrawn.
///
/// # Errors
/// When there are too many cards or cases to follow, or redraws without a goal.
pub fn reveal_odds(table: &FaceTable, piles: &Piles, aim: &Aim, assists: &[Piles]) -> Result<Joint> {
    aim.check()?;
    let added = assisted(table, aim, assists)?;
    let mut plan = Plan::new(table, aim, piles)?;
    let mut parts: Vec<(Outcome, f64)> = Vec::new();
    for (outcome, p) in added {
        parts.extend(plan.outcomes(outcome)?.into_iter().map(|(shown, q)| (shown, p * q)));
    }
    Ok(gather(parts))
}

/// The probability that the goal is met: what [`reveal_odds`] comes to, told apart no further than that takes.
///
/// # Errors
/// As [`reveal_odds`].
pub fn reveal_chance(table: &FaceTable, piles: &Piles, aim: &Aim, assists: &[Piles]) -> Result<f64> {
    aim.check()?;
    let mut plan = Plan::coarse(table, aim, piles)?;
    let mut sum = 0.0;
    for (outcome, p) in assisted(table, aim, assists)? {
        sum += p * plan.chance(outcome)?;
    }
    Ok(sum)
}

/// What the decks that help have added.
fn assisted(table: &FaceTable, aim: &Aim, assists: &[Piles]) -> Result<Joint> {
    if assists.len() > MAX_ASSISTS {
        bail!("at most {MAX_ASSISTS} decks help one test, got {}", assists.len());
    }
    let alone = Aim::new(1, Goal { flags: 0, ..aim.goal });
    let mut added: Joint = vec![(Outcome::default(), 1.0)];
    for piles in assists {
        let one = Plan::new(table, &alone, piles)?.outcomes(Outcome::default())?;
        let pairs = added.iter().flat_map(|&(a, p)| one.iter().map(move |&(b, q)| (a.and(b), p * q)));
        added = gather(pairs.collect());
    }
    Ok(added)
}

/// Equal outcomes together, ascending.
fn gather(mut parts: Vec<(Outcome, f64)>) -> Joint {
    parts.sort_by_key(|part| part.0);
    let mut joint: Joint = Vec::new();
    for (outcome, p) in parts {
        match joint.last_mut() {
            Some(last) if last.0 == outcome => last.1 += p,
            _ => joint.push((outcome, p)),
        }
    }
    joint.retain(|(_, p)| *p > 0.0);
    joint
}
