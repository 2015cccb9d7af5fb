//! `DicePool`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use undercroft_core::DicePool;
use undercroft_core::dice::MAX_DICE;

use crate::args::{self, Any, perhaps_detached};
use crate::errors::OrRaise;
use crate::faces::{PyFaceTable, cast_table};
use crate::stream::cast_stream;

/// A pool of dice, each with its own faces, and what they show; nothing before the first roll.
///
/// `DicePool(dice)`: one FaceTable a die, at most 1,024; each face of a die is as likely as any other. What is counted is
/// said by `want`, as for FaceTable. Bad arguments raise CoreError, and then nothing has changed.
#[pyclass(name = "DicePool", module = "undercroft._core", eq)]
#[derive(PartialEq, Eq)]
pub struct PyDicePool {
    pub inner: DicePool,
}

#[pymethods]
impl PyDicePool {
    #[new]
    fn new(dice: &Any<'_>) -> PyResult<Self> {
        let dice = args::items(dice, "dice", "FaceTables", MAX_DICE, cast_table)?;
        Ok(Self { inner: DicePool::new(dice).or_raise()? })
    }

    fn __len__(&self) -> usize {
        self.inner.dice().len()
    }

    /// The dice.
    #[getter]
    fn dice(&self) -> Vec<PyFaceTable> {
        self.inner.dice().iter().cloned().map(PyFaceTable::from).collect()
    }

    /// The number of the face each die shows; empty before the first roll.
    #[getter]
    fn shown(&self) -> Vec<u16> {
        self.inner.shown().to_vec()
    }

    /// Rolls all dice, in order; gives the number of the face each shows.
    fn roll(&mut self, stream: &Any<'_>) -> PyResult<Vec<u16>> {
        let stream = cast_stream(stream)?;
        self.inner.roll(&mut stream.try_borrow_mut()?.inner).or_raise()?;
        Ok(self.shown())
    }

    /// Rolls the dice at the given places again, in the given order; gives the number of the face each die shows.
    fn reroll(slf: &Bound<'_, Self>, stream: &Any<'_>, places: &Any<'_>) -> PyResult<Vec<u16>> {
        let stream = cast_stream(stream)?;
        let places = args::items(places, "places", "whole numbers", MAX_DICE, |v| args::number(v, "a place"))?;
        let mut pool = slf.try_borrow_mut()?;
        pool.inner.reroll(&mut stream.try_borrow_mut()?.inner, &places).or_raise()?;
        Ok(pool.shown())
    }

    /// Rolls all dice; then, up to `rerolls` times (at most 1,000), rolls every die again that scores nothing; gives the
    /// score.
    #[pyo3(signature = (stream, want=None, rerolls=None),
           text_signature = "($self, stream, want='hits', rerolls=0)")]
    fn run<'py>(
        slf: &Bound<'py, Self>,
        stream: &Any<'py>,
        want: Option<&Any<'py>>,
        rerolls: Option<&Any<'py>>,
    ) -> PyResult<i64> {
        let stream = cast_stream(stream)?;
        let want = args::want(want)?;
        let rerolls = rerolls.map_or(Ok(0), |rerolls| args::number(rerolls, "rerolls"))?;
        let mut pool = slf.try_borrow_mut()?;
        let mut stream = stream.try_borrow_mut()?;
        let (pool, stream) = (&mut pool.inner, &mut stream.inner);
        let heavy = pool.dice().len() as u64 * (rerolls + 1).min(1_000) > 5_000;
        perhaps_detached(slf.py(), heavy, || pool.run(stream, want, rerolls)).or_raise()
    }

    /// Lays the dice so that they show the given faces.
    fn set(slf: &Bound<'_, Self>, shown: &Any<'_>) -> PyResult<()> {
        let shown = args::items(shown, "shown", "faces", MAX_DICE, |v| {
            args::whole(v, "a face", 0, u64::from(u16::MAX)).map(|face| face as u16)
        })?;
        slf.try_borrow_mut()?.inner.set(&shown).or_raise()
    }

    /// The sum of the numbers shown.
    #[getter]
    fn value(&self) -> i64 {
        self.inner.total().value
    }

    /// The sum of the hits shown.
    #[getter]
    fn hits(&self) -> i64 {
        self.inner.total().hits
    }

    /// Every icon that a die shows, as a mask.
    #[getter]
    fn mask(&self) -> u64 {
        self.inner.total().mask
    }

    /// The dice's score: "hits", "value", or how many show any icon of a mask.
    #[pyo3(signature = (want=None), text_signature = "($self, want='hits')")]
    fn score(&self, want: Option<&Any<'_>>) -> PyResult<i64> {
        Ok(self.inner.score(args::want(want)?))
    }

    /// An independent pool that shows the same.
    fn copy(&self) -> Self {
        Self { inner: self.inner.clone() }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Any<'_>) -> Self {
        self.copy()
    }

    /// The canonical byte form, faces included: equal pools have equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// The pool of a canonical byte form.
    #[classmethod]
    fn from_bytes(_cls: &Bound<'_, PyType>, data: &Any<'_>) -> PyResult<Self> {
        Ok(Self { inner: DicePool::from_bytes(&args::bytes(data, "data")?).or_raise()? })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        let data = slf.try_borrow()?.to_bytes(slf.py());
        Ok((slf.get_type().getattr("from_bytes")?, (data,)))
    }

    fn __repr__(&self) -> String {
        format!(
            "<DicePool of {}: shown={:?} hits={}>",
            self.inner.dice().len(),
            self.inner.shown(),
            self.inner.total().hits
        )
    }
}
