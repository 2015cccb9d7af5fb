//! `FaceTable`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use undercroft_core::faces::MAX_FACES;
use undercroft_core::{Check, Face, FaceTable};

use crate::args::{self, Any, describe, perhaps_detached};
use crate::deck::{HEAVY_DECK, two_decks};
use crate::errors::{OrRaise, core_error};

/// What the faces of cards (indexed by card) or of a die show; it never changes.
///
/// `FaceTable(values, hits, masks, flags)`: for each face a number and its hits (both from -2**31 to 2**31 - 1), its
/// icons (a mask of 64 bits) and its flags (0 to 255). Lists left out are all zeros; the others have the same length.
/// The flags MORE, SKIP, RESHUFFLE and ONCE steer a Check; the bits 16 to 128 are a game's own. A card past the end of
/// the table is blank.
///
/// What is counted is said by `want`: "hits" their sum, "value" the sum of the numbers, and a mask of icons the number of
/// faces that show any of them. Bad arguments raise CoreError.
#[pyclass(name = "FaceTable", module = "undercroft._core", eq, frozen)]
#[derive(PartialEq, Eq)]
pub struct PyFaceTable {
    pub inner: Arc<FaceTable>,
}

impl From<Arc<FaceTable>> for PyFaceTable {
    fn from(inner: Arc<FaceTable>) -> Self {
        Self { inner }
    }
}

#[pymethods]
impl PyFaceTable {
    #[new]
    #[pyo3(signature = (values=None, hits=None, masks=None, flags=None),
           text_signature = "(values=(), hits=(), masks=(), flags=())")]
    fn new(
        values: Option<&Any<'_>>,
        hits: Option<&Any<'_>>,
        masks: Option<&Any<'_>>,
        flags: Option<&Any<'_>>,
    ) -> PyResult<Self> {
        let values = column(values, "values", |v| small(v, "a value"))?;
        let hits = column(hits, "hits", |v| small(v, "hits"))?;
        let masks = column(masks, "masks", |v| args::whole(v, "a mask", 0, u64::MAX))?;
        let flags = column(flags, "flags", |v| args::whole(v, "flags", 0, 255).map(|flags| flags as u8))?;
        let lengths = [values.len(), hits.len(), masks.len(), flags.len()];
        let count = lengths.into_iter().max().unwrap_or(0);
        if lengths.iter().any(|&length| length != 0 && length != count) {
            let [v, h, m, f] = lengths;
            return Err(core_error(format!(
                "values, hits, masks and flags must have one entry a face each, got {v}, {h}, {m} and {f}"
            )));
        }
        let face = |at: usize| Face {
            value: values.get(at).copied().unwrap_or(0),
            hits: hits.get(at).copied().unwrap_or(0),
            mask: masks.get(at).copied().unwrap_or(0),
            flags: flags.get(at).copied().unwrap_or(0),
        };
        Ok(Arc::new(FaceTable::new((0..count).map(face).collect()).or_raise()?).into())
    }

    fn __len__(&self) -> usize {
        self.inner.faces().len()
    }

    /// The number of a face.
    fn value(&self, face: &Any<'_>) -> PyResult<i32> {
        Ok(self.inner.face(args::card(face)?).value)
    }

    /// The hits of a face.
    fn hits(&self, face: &Any<'_>) -> PyResult<i32> {
        Ok(self.inner.face(args::card(face)?).hits)
    }

    /// The icons of a face, as a mask.
    fn mask(&self, face: &Any<'_>) -> PyResult<u64> {
        Ok(self.inner.face(args::card(face)?).mask)
    }

    /// The flags of a face.
    fn flags(&self, face: &Any<'_>) -> PyResult<u8> {
        Ok(self.inner.face(args::card(face)?).flags)
    }

    /// What some faces score together.
    #[pyo3(signature = (faces, want=None), text_signature = "($self, faces, want='hits')")]
    fn score(&self, faces: &Any<'_>, want: Option<&Any<'_>>) -> PyResult<i64> {
        let want = args::want(want)?;
        Ok(args::cards(faces)?.into_iter().map(|face| self.inner.face(face).score(want)).sum())
    }

    /// A whole check without decisions: reveals n cards, up to `redraws` times redraws every card that scores nothing (as
    /// long as there is one), counts, and finishes as Check.finish does. Gives the score and the flags.
    #[pyo3(signature = (deck, n, discard, want=None, redraws=None),
           text_signature = "($self, deck, n, discard, want='hits', redraws=0)")]
    fn run<'py>(
        &self,
        py: Python<'py>,
        deck: &Any<'py>,
        n: &Any<'py>,
        discard: &Any<'py>,
        want: Option<&Any<'py>>,
        redraws: Option<&Any<'py>>,
    ) -> PyResult<(i64, u8)> {
        let n = args::number(n, "n")?;
        let want = args::want(want)?;
        let redraws = redraws.map_or(Ok(0), |redraws| args::number(redraws, "redraws"))?;
        let (mut deck, mut discard) = two_decks(deck, discard)?;
        let (deck, discard) = (&mut deck.inner, &mut discard.inner);
        let heavy = deck.len() + discard.len() > HEAVY_DECK || redraws > 50;
        perhaps_detached(py, heavy, || Check::run(&self.inner, deck, n, discard, want, redraws)).or_raise()
    }

    /// The table itself: it never changes.
    fn copy(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Any<'_>) -> Py<Self> {
        slf
    }

    /// The canonical byte form: equal tables have equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// The table of a canonical byte form.
    #[classmethod]
    fn from_bytes(_cls: &Bound<'_, PyType>, data: &Any<'_>) -> PyResult<Self> {
        Ok(Arc::new(FaceTable::from_bytes(&args::bytes(data, "data")?).or_raise()?).into())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        let data = slf.get().to_bytes(slf.py());
        Ok((slf.get_type().getattr("from_bytes")?, (data,)))
    }

    fn __repr__(&self) -> String {
        format!("<FaceTable of {}>", self.inner.faces().len())
    }
}

/// A column of a table; none when left out.
fn column<'py, T>(
    value: Option<&Any<'py>>,
    name: &str,
    read: impl FnMut(&Any<'py>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    value.map_or_else(|| Ok(Vec::new()), |value| args::items(value, name, "whole numbers", MAX_FACES, read))
}

fn small(value: &Any<'_>, name: &str) -> PyResult<i32> {
    value.extract::<i32>().map_err(|_| {
        core_error(format!("{name} must be a whole number from -2147483648 to 2147483647, got {}", describe(value)))
    })
}

/// A face table, or a `CoreError`.
pub fn cast_table(value: &Any<'_>) -> PyResult<Arc<FaceTable>> {
    match value.cast::<PyFaceTable>() {
        Ok(table) => Ok(Arc::clone(&table.get().inner)),
        Err(_) => Err(core_error(format!("expected a FaceTable, got {}", describe(value)))),
    }
}
