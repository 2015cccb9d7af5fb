//! Arguments: each reader takes any Python object and gives a value within its range, or a `CoreError` that names the
//! argument, what was expected and what came.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyByteArray, PyBytes, PyFloat, PyInt, PyList, PyString, PyTuple};
use undercroft_core::Want;
use undercroft_core::deck::MAX_CARDS;

use crate::errors::{caused, core_error};

/// Any Python object, not looked at yet.
pub type Any<'py> = Bound<'py, PyAny>;

/// What came, in a few words.
#[cold]
pub fn describe(value: &Any<'_>) -> String {
    let kind = value.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    let plain = value.is_none()
        || value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
        || value.is_instance_of::<PyString>();
    if !plain {
        return kind;
    }
    match value.repr().map(|text| text.to_string_lossy().into_owned()) {
        Ok(text) if text.chars().count() <= 60 => format!("{text} ({kind})"),
        Ok(text) => format!("{}… ({kind})", text.chars().take(57).collect::<String>()),
        Err(_) => kind,
    }
}

/// A whole number from `least` to `most`.
#[inline]
pub fn whole(value: &Any<'_>, name: &str, least: u64, most: u64) -> PyResult<u64> {
    match value.extract::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(core_error(format!("{name} must be a whole number from {least} to {most}, got {}", describe(value)))),
    }
}

/// A whole number that a list may be as long as, or a place in it: 0 to 2⁶⁴ − 1.
#[inline]
pub fn number(value: &Any<'_>, name: &str) -> PyResult<u64> {
    whole(value, name, 0, u64::MAX)
}

/// A card: 0 to 65 535.
#[inline]
pub fn card(value: &Any<'_>) -> PyResult<u16> {
    match value.extract::<u16>() {
        Ok(card) => Ok(card),
        Err(_) => Err(core_error(format!("a card must be a whole number from 0 to 65535, got {}", describe(value)))),
    }
}

/// Cards from a list, a tuple or anything else that can be gone through, at most as many as a deck holds.
pub fn cards(value: &Any<'_>) -> PyResult<Vec<u16>> {
    items(value, "cards", "cards", MAX_CARDS, card)
}

/// The items of a list, a tuple or anything else that can be gone through, at most `most` of them.
pub fn items<'py, T>(
    value: &Any<'py>,
    name: &str,
    of: &str,
    most: usize,
    mut read: impl FnMut(&Any<'py>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let mut out = Vec::new();
    let mut add = |item: &Any<'py>| {
        if out.len() >= most {
            return Err(core_error(format!("{name} has more than {most} items, the most allowed")));
        }
        out.push(read(item)?);
        Ok(())
    };
    if let Ok(list) = value.cast::<PyList>() {
        list.iter().try_for_each(|item| add(&item))?;
    } else if let Ok(tuple) = value.cast::<PyTuple>() {
        tuple.iter_borrowed().try_for_each(|item| add(&item))?;
    } else {
        let wrong = || format!("{name} must be a sequence of {of}, got {}", describe(value));
        if value.is_instance_of::<PyString>() {
            return Err(core_error(wrong()));
        }
        for item in value.try_iter().map_err(|error| caused(value.py(), wrong(), error))? {
            add(&item.map_err(|error| caused(value.py(), wrong(), error))?)?;
        }
    }
    Ok(out)
}

/// Text.
pub fn text<'a>(value: &'a Any<'_>, name: &str) -> PyResult<std::borrow::Cow<'a, str>> {
    let wrong = || format!("{name} must be a text, got {}", describe(value));
    let text = value.cast::<PyString>().map_err(|_| core_error(wrong()))?;
    text.to_cow().map_err(|error| caused(value.py(), wrong(), error))
}

/// Bytes, as `bytes` or `bytearray`.
pub fn bytes<'a>(value: &'a Any<'_>, name: &str) -> PyResult<std::borrow::Cow<'a, [u8]>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().into());
    }
    match value.cast::<PyByteArray>() {
        Ok(bytes) => Ok(bytes.to_vec().into()),
        Err(_) => Err(core_error(format!("{name} must be bytes, got {}", describe(value)))),
    }
}

/// `want=`: what is counted.
pub fn want(value: Option<&Any<'_>>) -> PyResult<Want> {
    let Some(value) = value else { return Ok(Want::Hits) };
    if let Ok(name) = value.cast::<PyString>() {
        match name.to_cow().as_deref() {
            Ok("hits") => return Ok(Want::Hits),
            Ok("value") => return Ok(Want::Value),
            _ => {}
        }
    }
    match value.extract::<u64>() {
        Ok(mask) if mask > 0 => Ok(Want::Icons(mask)),
        _ => Err(core_error(format!(
            "want must be \"hits\", \"value\" or a mask of icons from 1 to {}, got {}",
            u64::MAX,
            describe(value)
        ))),
    }
}

/// Runs a piece of work, without the interpreter lock where it may take longer than some 50 µs.
pub fn perhaps_detached<T: Send>(py: Python<'_>, heavy: bool, work: impl FnOnce() -> T + Send) -> T {
    if heavy { py.detach(work) } else { work() }
}

/// True or False.
pub fn truth(value: &Any<'_>, name: &str) -> PyResult<bool> {
    match value.cast::<PyBool>() {
        Ok(truth) => Ok(truth.is_true()),
        Err(_) => Err(core_error(format!("{name} must be True or False, got {}", describe(value)))),
    }
}

/// `seen=`: whether the whole table sees which card it is.
#[derive(Clone, Copy)]
pub struct Seen(pub bool);

impl<'py> FromPyObject<'_, 'py> for Seen {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        truth(&value, "seen").map(Self)
    }
}
