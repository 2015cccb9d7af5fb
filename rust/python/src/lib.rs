//! The Python module `undercroft._core`: rust/core with Python's types and exceptions, and no logic of its own.

mod aims;
mod args;
mod board;
mod check;
mod deck;
mod dice;
mod errors;
mod faces;
mod odds;
mod stream;

use pyo3::prelude::*;

/// The Rust core of Undercroft: random streams, decks, checks, dice, odds and boards.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::aims::{check_rolls, pool_rolls, reveal_chance, reveal_odds, reveal_rolls, volley_odds, volley_rolls};
    #[pymodule_export]
    use crate::board::PyBoard;
    #[pymodule_export]
    use crate::check::PyCheck;
    #[pymodule_export]
    use crate::deck::PyDeck;
    #[pymodule_export]
    use crate::dice::PyDicePool;
    #[pymodule_export]
    use crate::errors::{CoreError, UndercroftError};
    #[pymodule_export]
    use crate::faces::PyFaceTable;
    #[pymodule_export]
    use crate::odds::{at_least, check_odds, convolve, hypergeometric, mean, pool_odds};
    #[pymodule_export]
    use crate::stream::PyStream;

    /// The id of the random generator and of everything drawn from it.
    #[pymodule_export]
    const RNG_ID: &str = undercroft_core::RNG_ID;

    /// Face flag: one more card is revealed.
    #[pymodule_export]
    const MORE: u8 = undercroft_core::faces::MORE;
    /// Face flag: the card does not count, and another is revealed in its place.
    #[pymodule_export]
    const SKIP: u8 = undercroft_core::faces::SKIP;
    /// Face flag: after the check, deck and discard pile are shuffled together.
    #[pymodule_export]
    const RESHUFFLE: u8 = undercroft_core::faces::RESHUFFLE;
    /// Face flag: the card counts once and then leaves the game.
    #[pymodule_export]
    const ONCE: u8 = undercroft_core::faces::ONCE;
}
