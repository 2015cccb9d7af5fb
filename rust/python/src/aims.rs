//! Tests with a goal, and attacks: their odds, and what happens when they are carried out many times.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use undercroft_core::deck::MAX_CARDS;
use undercroft_core::dice::DicePool;
use undercroft_core::faces::FaceTable;
use undercroft_core::odds::{
    self, After, Aim, Attack, Bonus, Goal, MAX_ASSISTS, MAX_VOLLEY, Outcome, Piles, Strike, Target,
};
use undercroft_core::rolls;

use crate::args::{self, Any, describe};
use crate::dice::PyDicePool;
use crate::errors::{OrRaise, core_error};
use crate::faces::cast_table;

/// (value, hits, icons, flags)
type Shown = (i64, i64, u64, u8);

fn flat<T>(rows: Vec<(Outcome, T)>) -> Vec<(Shown, T)> {
    rows.into_iter().map(|(shown, n)| ((shown.value, shown.hits, shown.icons, shown.flags), n)).collect()
}

fn piles<'py>(cards: &Any<'py>, discard: Option<&Any<'py>>) -> PyResult<Piles> {
    let cards = args::items(cards, "cards", "cards", MAX_CARDS, args::card)?;
    Ok((cards, discard.map_or_else(|| Ok(Vec::new()), args::cards)?))
}

fn assists(value: Option<&Any<'_>>) -> PyResult<Vec<Piles>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    args::items(value, "assists", "(cards, discard) pairs", MAX_ASSISTS, |pair| {
        let (cards, discard) = two(pair, "an assist", "cards and discard pile")?;
        piles(&cards, Some(&discard))
    })
}

fn two<'py>(value: &Any<'py>, name: &str, of: &str) -> PyResult<(Any<'py>, Any<'py>)> {
    value
        .extract::<(Any<'py>, Any<'py>)>()
        .map_err(|_| core_error(format!("{name} must be a pair of {of}, got {}", describe(value))))
}

fn signed(value: &Any<'_>, name: &str) -> PyResult<i64> {
    value
        .extract::<i64>()
        .map_err(|_| core_error(format!("{name} must be a whole number of 64 bits, got {}", describe(value))))
}

fn likely(value: &Any<'_>) -> PyResult<f64> {
    value
        .extract::<f64>()
        .map_err(|_| core_error(format!("a probability must be a number from 0 to 1, got {}", describe(value))))
}

const WORDS: &str = "icons, all_icons, flags, hits, armor, value, redraws, fresh, whole, gain, lying, budget, price";

/// A goal and its redraws from keywords.
fn aim(n: &Any<'_>, words: Option<&Bound<'_, PyDict>>) -> PyResult<Aim> {
    let mut aim = Aim::new(args::number(n, "n")?, Goal::default());
    for (key, value) in words.into_iter().flatten() {
        let name = args::text(&key, "a keyword")?.into_owned();
        let bits = || args::whole(&value, &name, 0, 255).map(|flags| flags as u8);
        match name.as_str() {
            "icons" => aim.goal.any = args::number(&value, &name)?,
            "all_icons" => aim.goal.all = args::number(&value, &name)?,
            "flags" => aim.goal.flags = bits()?,
            "hits" if value.is_none() => aim.goal.hits = None,
            "hits" => aim.goal.hits = Some(signed(&value, &name)?),
            "armor" => aim.goal.armor = signed(&value, &name)?,
            "value" if value.is_none() => aim.goal.value = None,
            "value" => aim.goal.value = Some(signed(&value, &name)?),
            "redraws" => aim.redraws = args::number(&value, &name)?,
            "fresh" => aim.fresh = args::number(&value, &name)?,
            "whole" => aim.whole = args::truth(&value, &name)?,
            "gain" => aim.gain = bits()?,
            "lying" => aim.lying = args::cards(&value)?,
            "budget" if value.is_none() => aim.budget = u64::MAX,
            "budget" => aim.budget = args::number(&value, &name)?,
            "price" => {
                let (each, card) = two(&value, &name, "what a redraw costs and each card of it")?;
                aim.price = (args::whole(&each, &name, 0, 1_000_000)?, args::whole(&card, &name, 0, 1_000_000)?);
            }
            _ => return Err(core_error(format!("there is no keyword {name}: expected {WORDS}"))),
        }
    }
    Ok(aim)
}

/// The distribution of what shows at the end of a test with a goal: ((value, hits, icons, flags), probability), ascending.
///
/// n cards are revealed from a shuffled deck of `cards` beside a discard pile of `discard`, more where faces ask for it.
/// The test succeeds as soon as one of these holds: any of `icons` shows; all of `all_icons` show; a card has any of
/// `flags`; at least `hits` hits are left when `armor` has taken its share, which each point of value lessens by one; the
/// value is at least `value`. Of icons and flags only those asked for are told.
///
/// `redraws` times any of the cards may be thrown away for as many new ones, such that success is most likely; each of the
/// flags `gain` on a card is one redraw more. A redraw costs `price` (for itself, for each card), all of them at most
/// `budget`. With `whole` a redraw throws all cards away and reveals anew, and `fresh` redraws shuffle everything before.
/// `lying` are cards that lie revealed already. `assists` are other decks, as (cards, discard), that reveal one card each at the beginning; their flags do not count.
///
/// Every case is summed, none sampled. CoreError when there are too many cases.
#[pyfunction]
#[pyo3(signature = (table, cards, n, discard=None, assists=None, **aim),
       text_signature = "(table, cards, n, discard=(), assists=(), **aim)")]
pub fn reveal_odds<'py>(
    py: Python<'py>,
    table: &Any<'py>,
    cards: &Any<'py>,
    n: &Any<'py>,
    discard: Option<&Any<'py>>,
    assists: Option<&Any<'py>>,
    aim: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<(Shown, f64)>> {
    let (table, piles, aim, help) = ask(table, cards, n, discard, assists, aim)?;
    py.detach(|| odds::reveal_odds(&table, &piles, &aim, &help)).or_raise().map(flat)
}

/// The probability that a test with a goal succeeds: what reveal_odds sums up to where its goal is met.
#[pyfunction]
#[pyo3(signature = (table, cards, n, discard=None, assists=None, **aim),
       text_signature = "(table, cards, n, discard=(), assists=(), **aim)")]
pub fn reveal_chance<'py>(
    py: Python<'py>,
    table: &Any<'py>,
    cards: &Any<'py>,
    n: &Any<'py>,
    discard: Option<&Any<'py>>,
    assists: Option<&Any<'py>>,
    aim: Option<&Bound<'py, PyDict>>,
) -> PyResult<f64> {
    let (table, piles, aim, help) = ask(table, cards, n, discard, assists, aim)?;
    py.detach(|| odds::reveal_chance(&table, &piles, &aim, &help)).or_raise()
}

/// Carries a test with a goal out many times, with real decks and redraws as reveal_odds takes them, and counts:
/// ((value, hits, icons, flags), how often), ascending. At most 100,000,000 rolls.
#[pyfunction]
#[pyo3(signature = (table, cards, n, rolls, seed, discard=None, assists=None, **aim),
       text_signature = "(table, cards, n, rolls, seed, discard=(), assists=(), **aim)")]
#[expect(clippy::too_many_arguments, reason = "those of reveal_odds, and how many rolls")]
pub fn reveal_rolls<'py>(
    py: Python<'py>,
    table: &Any<'py>,
    cards: &Any<'py>,
    n: &Any<'py>,
    rolls: &Any<'py>,
    seed: &Any<'py>,
    discard: Option<&Any<'py>>,
    assists: Option<&Any<'py>>,
    aim: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<(Shown, u64)>> {
    let (table, piles, aim, help) = ask(table, cards, n, discard, assists, aim)?;
    let (rolls, seed) = (args::number(rolls, "rolls")?, args::number(seed, "seed")?);
    py.detach(|| rolls::reveal_rolls(&table, &piles, &aim, &help, rolls, seed)).or_raise().map(flat)
}

type Ask = (Arc<FaceTable>, Piles, Aim, Vec<Piles>);

fn ask<'py>(
    table: &Any<'py>,
    cards: &Any<'py>,
    n: &Any<'py>,
    discard: Option<&Any<'py>>,
    help: Option<&Any<'py>>,
    words: Option<&Bound<'py, PyDict>>,
) -> PyResult<Ask> {
    Ok((cast_table(table)?, piles(cards, discard)?, aim(n, words)?, assists(help)?))
}

/// Carries FaceTable.run out many times, each time with a freshly shuffled deck, and counts: (score, how often), ascending.
#[pyfunction]
#[pyo3(signature = (table, cards, n, rolls, seed, discard=None, want=None, redraws=None),
       text_signature = "(table, cards, n, rolls, seed, discard=(), want='hits', redraws=0)")]
#[expect(clippy::too_many_arguments, reason = "those of check_odds, and how many rolls")]
pub fn check_rolls<'py>(
    py: Python<'py>,
    table: &Any<'py>,
    cards: &Any<'py>,
    n: &Any<'py>,
    rolls: &Any<'py>,
    seed: &Any<'py>,
    discard: Option<&Any<'py>>,
    want: Option<&Any<'py>>,
    redraws: Option<&Any<'py>>,
) -> PyResult<Vec<(i64, u64)>> {
    let table = cast_table(table)?;
    let piles = piles(cards, discard)?;
    let n = args::number(n, "n")?;
    let want = args::want(want)?;
    let redraws = redraws.map_or(Ok(0), |redraws| args::number(redraws, "redraws"))?;
    let (rolls, seed) = (args::number(rolls, "rolls")?, args::number(seed, "seed")?);
    py.detach(|| rolls::check_rolls(&table, &piles, n, (want, redraws), rolls, seed)).or_raise()
}

/// Carries DicePool.run out many times and counts: (score, how often), ascending.
#[pyfunction]
#[pyo3(signature = (pool, rolls, seed, want=None, rerolls=None),
       text_signature = "(pool, rolls, seed, want='hits', rerolls=0)")]
pub fn pool_rolls<'py>(
    py: Python<'py>,
    pool: &Any<'py>,
    rolls: &Any<'py>,
    seed: &Any<'py>,
    want: Option<&Any<'py>>,
    rerolls: Option<&Any<'py>>,
) -> PyResult<Vec<(i64, u64)>> {
    let pool = cast_pool(pool)?;
    let want = args::want(want)?;
    let rerolls = rerolls.map_or(Ok(0), |rerolls| args::number(rerolls, "rerolls"))?;
    let (rolls, seed) = (args::number(rolls, "rolls")?, args::number(seed, "seed")?);
    py.detach(|| rolls::pool_rolls(&pool, want, rerolls, rolls, seed)).or_raise()
}

fn cast_pool(pool: &Any<'_>) -> PyResult<DicePool> {
    let Ok(pool) = pool.cast::<PyDicePool>() else {
        return Err(core_error(format!("pool must be a DicePool, got {}", describe(pool))));
    };
    Ok(pool.try_borrow()?.inner.clone())
}

/// The distribution of the healths left after attacks in their order: ((health, health, …), probability), ascending.
///
/// `targets` are (health, defense, factor of damage of kind 0, of kind 1). An attack is (target, forms): it takes one of
/// its forms, each (p, damage, kind, bonuses, after). A bonus is (p, damage, pierce, bare): more damage, which may pass
/// the defense by, or count only while the target has no defense. `after` are (p, kind, n): the target's factor of that
/// kind rises by n, if it still stands. Damage times factor takes defense, then health; at 0 a target falls, and attacks
/// on it go to the next one that stands.
///
/// Every case is summed, none sampled. CoreError when there are too many cases.
#[pyfunction]
pub fn volley_odds(py: Python<'_>, targets: &Any<'_>, attacks: &Any<'_>) -> PyResult<Vec<(Vec<i64>, f64)>> {
    let (targets, attacks) = volley(targets, attacks)?;
    py.detach(|| odds::volley_odds(&targets, &attacks)).or_raise()
}

/// Carries attacks out many times and counts: ((health, health, …), how often), ascending; see volley_odds.
#[pyfunction]
pub fn volley_rolls(
    py: Python<'_>,
    targets: &Any<'_>,
    attacks: &Any<'_>,
    rolls: &Any<'_>,
    seed: &Any<'_>,
) -> PyResult<Vec<(Vec<i64>, u64)>> {
    let (targets, attacks) = volley(targets, attacks)?;
    let (rolls, seed) = (args::number(rolls, "rolls")?, args::number(seed, "seed")?);
    py.detach(|| rolls::volley_rolls(&targets, &attacks, rolls, seed)).or_raise()
}

fn volley(targets: &Any<'_>, attacks: &Any<'_>) -> PyResult<(Vec<Target>, Vec<Attack>)> {
    let targets = args::items(targets, "targets", "targets", MAX_VOLLEY, |row| {
        let (health, defense, one, two) = row
            .extract::<(Any<'_>, Any<'_>, Any<'_>, Any<'_>)>()
            .map_err(|_| wrong("a target", "(health, defense, factor, factor)", row))?;
        Ok(Target {
            health: signed(&health, "health")?,
            defense: signed(&defense, "defense")?,
            factors: [signed(&one, "a factor")?, signed(&two, "a factor")?],
        })
    })?;
    let attacks = args::items(attacks, "attacks", "attacks", MAX_VOLLEY, |row| {
        let (at, forms) = two(row, "an attack", "its target and its forms")?;
        let at = args::whole(&at, "a target", 0, MAX_VOLLEY as u64)? as usize;
        Ok(Attack { at, forms: args::items(&forms, "forms", "forms of an attack", MAX_VOLLEY, strike)? })
    })?;
    Ok((targets, attacks))
}

fn wrong(name: &str, of: &str, value: &Any<'_>) -> PyErr {
    core_error(format!("{name} must be {of}, got {}", describe(value)))
}

fn kind(value: &Any<'_>) -> PyResult<usize> {
    args::whole(value, "a kind of damage", 0, odds::KINDS as u64 - 1).map(|kind| kind as usize)
}

fn strike(row: &Any<'_>) -> PyResult<Strike> {
    let (p, damage, of, bonuses, after) = row
        .extract::<(Any<'_>, Any<'_>, Any<'_>, Any<'_>, Any<'_>)>()
        .map_err(|_| wrong("a form of an attack", "(p, damage, kind, bonuses, after)", row))?;
    Ok(Strike {
        p: likely(&p)?,
        damage: signed(&damage, "damage")?,
        kind: kind(&of)?,
        bonuses: args::items(&bonuses, "bonuses", "bonuses", MAX_VOLLEY, |row| {
            let (p, damage, pierce, bare) = row
                .extract::<(Any<'_>, Any<'_>, Any<'_>, Any<'_>)>()
                .map_err(|_| wrong("a bonus", "(p, damage, pierce, bare)", row))?;
            Ok(Bonus {
                p: likely(&p)?,
                damage: signed(&damage, "damage")?,
                pierce: args::truth(&pierce, "pierce")?,
                bare: args::truth(&bare, "bare")?,
            })
        })?,
        after: args::items(&after, "after", "effects", MAX_VOLLEY, |row| {
            let (p, of, n) =
                row.extract::<(Any<'_>, Any<'_>, Any<'_>)>().map_err(|_| wrong("an effect", "(p, kind, n)", row))?;
            Ok(After { p: likely(&p)?, kind: kind(&of)?, n: signed(&n, "n")? })
        })?,
    })
}
