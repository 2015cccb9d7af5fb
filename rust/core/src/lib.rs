//! What has to be fast in Undercroft, and nothing that is a game's rule.
//!
//! Every routine is deterministic, gives an [`Error`] for a bad argument, and does not panic.

pub mod board;
mod bytes;
pub mod check;
pub mod deck;
pub mod dice;
mod error;
pub mod faces;
pub mod key;
pub mod odds;
pub mod rolls;
pub mod stream;

pub use board::Board;
pub use check::Check;
pub use deck::Deck;
pub use dice::DicePool;
pub use error::{Error, Result};
pub use faces::{Face, FaceTable, Want};
pub use stream::{RNG_ID, Stream};
