//! The exceptions of the module, and how the core's error becomes one.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(undercroft._core, UndercroftError, PyException, "Base class of every error that Undercroft raises.");
create_exception!(
    undercroft._core,
    CoreError,
    UndercroftError,
    "A bad argument to the core: the message says what was wrong and what was expected."
);

/// Turns the core's result into Python's.
pub trait OrRaise<T> {
    /// The value, or a `CoreError` with the same sentence.
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for undercroft_core::Result<T> {
    #[inline]
    fn or_raise(self) -> PyResult<T> {
        self.map_err(|error| core_error(error.message().to_owned()))
    }
}

/// A `CoreError` with the given sentence.
#[cold]
pub fn core_error(message: String) -> PyErr {
    CoreError::new_err(message)
}

/// A `CoreError` that keeps the exception it came from as its cause.
#[cold]
pub fn caused(py: Python<'_>, message: String, cause: PyErr) -> PyErr {
    let error = CoreError::new_err(message);
    error.set_cause(py, Some(cause));
    error
}
