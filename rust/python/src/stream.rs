//! `Stream`.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple, PyType};
use undercroft_core::Stream;
use undercroft_core::stream::MAX_SCRIPT;

use crate::args::{self, Any, describe};
use crate::errors::{OrRaise, core_error};

/// Items above which a list is shuffled without the interpreter lock.
const HEAVY_LIST: usize = 10_000;

/// A random stream, named by its purpose.
///
/// `Stream(seed, index, name)` is the stream `name` of game `index` in the run `seed`: a PCG64 generator keyed by the
/// three, so that one more draw from one stream shifts nothing in another. seed and index are whole numbers from 0 to
/// 2**64 - 1. What a seed means is fixed for ever under `RNG_ID`.
///
/// A stream compares equal to another when all that it will ever give is equal. Bad arguments raise CoreError.
#[pyclass(name = "Stream", module = "undercroft._core", eq)]
#[derive(PartialEq, Eq)]
pub struct PyStream {
    pub inner: Stream,
}

impl From<Stream> for PyStream {
    fn from(inner: Stream) -> Self {
        Self { inner }
    }
}

#[pymethods]
impl PyStream {
    #[new]
    fn new(seed: &Any<'_>, index: &Any<'_>, name: &Any<'_>) -> PyResult<Self> {
        let seed = args::number(seed, "seed")?;
        let index = args::number(index, "index")?;
        Ok(Stream::new(seed, index, &args::text(name, "name")?).into())
    }

    /// A number from 0 to n - 1, each as likely as any other. n is at least 1.
    fn below(&mut self, n: &Any<'_>) -> PyResult<u64> {
        let n = args::number(n, "n")?;
        self.inner.below(n).or_raise()
    }

    /// One item of a sequence (anything with a length and places from 0), each as likely as any other.
    fn choice<'py>(slf: &Bound<'py, Self>, seq: &Any<'py>) -> PyResult<Any<'py>> {
        if let Ok(tuple) = seq.cast::<PyTuple>() {
            let at = Self::place(slf, tuple.len())?;
            tuple.get_item(at)
        } else if let Ok(list) = seq.cast::<PyList>() {
            let at = Self::place(slf, list.len())?;
            list.get_item(at)
        } else {
            // SAFETY: `seq` is a live object, and the check only looks at its type.
            let sequence = unsafe { ffi::PySequence_Check(seq.as_ptr()) } != 0;
            if !sequence {
                return Err(core_error(format!("choice needs a sequence, got {}", describe(seq))));
            }
            let at = Self::place(slf, seq.len()?)?;
            seq.get_item(at)
        }
    }

    /// Shuffles a list in place, each order as likely as any other.
    fn shuffle(&mut self, items: &Any<'_>) -> PyResult<()> {
        let Ok(list) = items.cast::<PyList>() else {
            return Err(core_error(format!("shuffle needs a list, got {}", describe(items))));
        };
        let mut shuffled: Vec<_> = list.iter().map(Some).collect();
        if shuffled.len() <= HEAVY_LIST {
            self.inner.shuffle(&mut shuffled).or_raise()?;
        } else {
            // Items cannot be touched without the interpreter lock, so their places are shuffled in their stead.
            let mut order: Vec<usize> = (0..shuffled.len()).collect();
            let stream = &mut self.inner;
            list.py().detach(|| stream.shuffle(&mut order)).or_raise()?;
            shuffled = order.iter().map(|&at| shuffled.get_mut(at).and_then(Option::take)).collect();
        }
        for (at, item) in shuffled.into_iter().flatten().enumerate() {
            list.set_item(at, item)?;
        }
        Ok(())
    }

    /// A number in [0, 1), on a grid of 2**-53. A script does not reach it.
    fn unit(&mut self) -> f64 {
        self.inner.unit()
    }

    /// k different numbers below n, in random order. k is at most n and at most 65,536.
    fn sample(&mut self, n: &Any<'_>, k: &Any<'_>) -> PyResult<Vec<u64>> {
        let n = args::number(n, "n")?;
        let k = args::number(k, "k")?;
        self.inner.sample(n, k).or_raise()
    }

    /// Adds forced results: the next draws give these, in this order, in place of random numbers.
    ///
    /// Every bounded draw takes one: below, choice, and the draws inside shuffle and sample. A forced result has to be
    /// below the draw's bound, else the draw raises CoreError and nothing changes.
    fn script(&mut self, values: &Any<'_>) -> PyResult<()> {
        let values =
            args::items(values, "values", "whole numbers", MAX_SCRIPT, |v| args::number(v, "a scripted value"))?;
        self.inner.script(&values).or_raise()
    }

    /// How many forced results are left.
    #[getter]
    fn scripted(&self) -> usize {
        self.inner.scripted()
    }

    /// How many 64-bit words have been drawn so far.
    #[getter]
    fn position(&self) -> u64 {
        self.inner.position()
    }

    /// An independent stream that will give the same.
    fn copy(&self) -> Self {
        self.inner.clone().into()
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Any<'_>) -> Self {
        self.copy()
    }

    /// The canonical byte form: equal streams have equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// The stream of a canonical byte form.
    #[classmethod]
    fn from_bytes(_cls: &Bound<'_, PyType>, data: &Any<'_>) -> PyResult<Self> {
        Ok(Stream::from_bytes(&args::bytes(data, "data")?).or_raise()?.into())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        let data = slf.try_borrow()?.to_bytes(slf.py());
        Ok((slf.get_type().getattr("from_bytes")?, (data,)))
    }

    fn __repr__(&self) -> String {
        describe_stream(&self.inner)
    }
}

impl PyStream {
    /// A random place in a sequence of the given length. Borrowed for the draw alone: a sequence may be Python code that
    /// uses this same stream.
    #[inline]
    fn place(slf: &Bound<'_, Self>, length: usize) -> PyResult<usize> {
        if length == 0 {
            return Err(core_error("choice needs at least one item, got an empty sequence".to_owned()));
        }
        Ok(slf.try_borrow_mut()?.inner.below(length as u64).or_raise()? as usize)
    }
}

/// A stream, or a `CoreError`.
pub fn cast_stream<'a, 'py>(value: &'a Any<'py>) -> PyResult<&'a Bound<'py, PyStream>> {
    value.cast::<PyStream>().map_err(|_| core_error(format!("stream must be a Stream, got {}", describe(value))))
}

/// A stream in one line: which it is, and where it stands.
pub fn describe_stream(stream: &Stream) -> String {
    let key = stream.key();
    let script = match stream.scripted() {
        0 => String::new(),
        n => format!(", scripted={n}"),
    };
    format!("<Stream {:016x}{:016x} position={}{script}>", key.hi, key.lo, stream.position())
}
