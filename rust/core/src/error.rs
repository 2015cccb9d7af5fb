//! The one error of the core: a bad argument, told in words.

use std::fmt;

/// A bad argument: what was wrong and what was expected, as one sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
}

impl Error {
    /// An error with the given sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// The sentence.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// What a fallible routine of the core returns.
pub type Result<T> = std::result::Result<T, Error>;

/// Returns early with an [`Error`] made from a format string.
macro_rules! bail {
    ($($arg:tt)*) => { return Err($crate::Error::new(format!($($arg)*))) };
}
pub(crate) use bail;
