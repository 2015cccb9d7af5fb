//! The functions about odds.

use pyo3::prelude::*;
use undercroft_core::deck::MAX_CARDS;
use undercroft_core::odds::{self, MAX_OUTCOMES, Odds};

use crate::args::{self, Any, describe};
use crate::dice::PyDicePool;
use crate::errors::{OrRaise, core_error};
use crate::faces::cast_table;

/// The distribution of FaceTable.run: (score, probability) in ascending order of score.
///
/// n cards are revealed from a shuffled deck of `cards` beside a discard pile of `discard`, and up to `redraws` times all
/// that score nothing are redrawn. Every case is summed, none sampled; a probability's relative error is below 1e-12.
/// CoreError when there are too many cases.
#[pyfunction]
#[pyo3(signature = (table, cards, n, discard=None, want=None, redraws=None),
       text_signature = "(table, cards, n, discard=(), want='hits', redraws=0)")]
pub fn check_odds<'py>(
    py: Python<'py>,
    table: &Any<'py>,
    cards: &Any<'py>,
    n: &Any<'py>,
    discard: Option<&Any<'py>>,
    want: Option<&Any<'py>>,
    redraws: Option<&Any<'py>>,
) -> PyResult<Odds> {
    let table = cast_table(table)?;
    let cards = args::items(cards, "cards", "cards", MAX_CARDS, args::card)?;
    let n = args::number(n, "n")?;
    let discard = discard.map_or_else(|| Ok(Vec::new()), args::cards)?;
    let want = args::want(want)?;
    let redraws = redraws.map_or(Ok(0), |redraws| args::number(redraws, "redraws"))?;
    py.detach(|| odds::check_odds(&table, &cards, n, &discard, want, redraws)).or_raise()
}

/// The distribution of DicePool.run: (score, probability) in ascending order of score.
///
/// All dice are rolled, and up to `rerolls` times every die that scores nothing is rolled again. Every case is summed,
/// none sampled; a probability's relative error is below 1e-12. CoreError when there are too many cases.
#[pyfunction]
#[pyo3(signature = (pool, want=None, rerolls=None), text_signature = "(pool, want='hits', rerolls=0)")]
pub fn pool_odds<'py>(
    py: Python<'py>,
    pool: &Any<'py>,
    want: Option<&Any<'py>>,
    rerolls: Option<&Any<'py>>,
) -> PyResult<Odds> {
    let Ok(pool) = pool.cast::<PyDicePool>() else {
        return Err(core_error(format!("pool must be a DicePool, got {}", describe(pool))));
    };
    let want = args::want(want)?;
    let rerolls = rerolls.map_or(Ok(0), |rerolls| args::number(rerolls, "rerolls"))?;
    let pool = pool.try_borrow()?.inner.clone();
    py.detach(|| odds::pool_odds(&pool, want, rerolls)).or_raise()
}

/// How many marked cards are among `drawn` cards from `total`, of which `marked` are marked: (number, probability) in
/// ascending order. total is at most 1,000,000.
#[pyfunction]
pub fn hypergeometric(py: Python<'_>, total: &Any<'_>, marked: &Any<'_>, drawn: &Any<'_>) -> PyResult<Odds> {
    let total = args::number(total, "total")?;
    let marked = args::number(marked, "marked")?;
    let drawn = args::number(drawn, "drawn")?;
    py.detach(|| odds::hypergeometric(total, marked, drawn)).or_raise()
}

/// The distribution of the sum of two independent outcomes, in ascending order.
#[pyfunction]
pub fn convolve(py: Python<'_>, a: &Any<'_>, b: &Any<'_>) -> PyResult<Odds> {
    let (a, b) = (read_odds(a, "a")?, read_odds(b, "b")?);
    py.detach(|| odds::convolve(&a, &b)).or_raise()
}

/// The probability of an outcome of at least `least`.
#[pyfunction]
pub fn at_least(odds: &Any<'_>, least: &Any<'_>) -> PyResult<f64> {
    Ok(odds::at_least(&read_odds(odds, "odds")?, outcome(least, "least")?))
}

/// The mean outcome.
#[pyfunction]
pub fn mean(odds: &Any<'_>) -> PyResult<f64> {
    Ok(odds::mean(&read_odds(odds, "odds")?))
}

fn outcome(value: &Any<'_>, name: &str) -> PyResult<i64> {
    value
        .extract::<i64>()
        .map_err(|_| core_error(format!("{name} must be a whole number of 64 bits, got {}", describe(value))))
}

/// A list of (outcome, probability).
fn read_odds(value: &Any<'_>, name: &str) -> PyResult<Odds> {
    args::items(value, name, "(outcome, probability) pairs", MAX_OUTCOMES, |pair| {
        let wrong = || {
            core_error(format!("{name} must hold pairs of a whole number and a probability, got {}", describe(pair)))
        };
        let (whole, p) = pair.extract::<(Any<'_>, Any<'_>)>().map_err(|_| wrong())?;
        let p = p.extract::<f64>().map_err(|_| wrong())?;
        if !(0.0..=1.0).contains(&p) {
            return Err(core_error(format!("a probability must be from 0 to 1, got {p}")));
        }
        Ok((outcome(&whole, "an outcome")?, p))
    })
}
