//! `Check`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use undercroft_core::Check;
use undercroft_core::deck::MAX_CARDS;

use crate::args::{self, Any, perhaps_detached};
use crate::deck::{HEAVY_DECK, two_decks};
use crate::errors::OrRaise;
use crate::faces::{PyFaceTable, cast_table};

/// A check under way: cards revealed from a deck, some of them redrawn, counted, then discarded.
///
/// `Check(table)` has revealed nothing yet. A face with MORE has one more card revealed, in a chain if need be. A face
/// with SKIP does not count, its flags neither, and another card is revealed in its place; skipped cards are discarded
/// when the reveal is over. When the deck runs out the discard pile is shuffled and becomes the deck (by the deck's own
/// stream); when both are empty the check goes on with fewer cards. At the end cards with ONCE leave the game, the others
/// are discarded, and RESHUFFLE on any card that counted, redrawn ones too, shuffles deck and discard pile together.
///
/// Cards of another player that help are a Check of their own, on that player's deck. Bad arguments raise CoreError, and
/// then nothing has changed.
#[pyclass(name = "Check", module = "undercroft._core", eq)]
#[derive(PartialEq, Eq)]
pub struct PyCheck {
    inner: Check,
}

#[pymethods]
impl PyCheck {
    #[new]
    fn new(table: &Any<'_>) -> PyResult<Self> {
        Ok(Self { inner: Check::new(cast_table(table)?) })
    }

    /// The faces.
    #[getter]
    fn table(&self) -> PyFaceTable {
        Arc::clone(self.inner.table()).into()
    }

    /// The cards that lie revealed, in the order they came.
    #[getter]
    fn cards(&self) -> Vec<u16> {
        self.inner.cards().to_vec()
    }

    /// The flags of all cards that have counted, redrawn ones too.
    #[getter]
    fn flags(&self) -> u8 {
        self.inner.flags()
    }

    /// How many cards have been turned over, skipped and redrawn ones too.
    #[getter]
    fn revealed(&self) -> u32 {
        self.inner.revealed()
    }

    /// The sum of the revealed cards' numbers.
    #[getter]
    fn value(&self) -> i64 {
        self.inner.total().value
    }

    /// The sum of the revealed cards' hits.
    #[getter]
    fn hits(&self) -> i64 {
        self.inner.total().hits
    }

    /// Every icon that a revealed card shows, as a mask.
    #[getter]
    fn mask(&self) -> u64 {
        self.inner.total().mask
    }

    /// The revealed cards' score: "hits", "value", or how many show any icon of a mask.
    #[pyo3(signature = (want=None), text_signature = "($self, want='hits')")]
    fn score(&self, want: Option<&Any<'_>>) -> PyResult<i64> {
        Ok(self.inner.score(args::want(want)?))
    }

    /// Reveals n cards, and more where faces ask for it; gives the new ones that count.
    fn reveal(slf: &Bound<'_, Self>, deck: &Any<'_>, n: &Any<'_>, discard: &Any<'_>) -> PyResult<Vec<u16>> {
        let n = args::number(n, "n")?;
        let (mut deck, mut discard) = two_decks(deck, discard)?;
        let mut check = slf.try_borrow_mut()?;
        let (check, deck, discard) = (&mut check.inner, &mut deck.inner, &mut discard.inner);
        let heavy = deck.len() + discard.len() > HEAVY_DECK;
        perhaps_detached(slf.py(), heavy, || check.reveal(deck, n, discard)).or_raise()
    }

    /// Throws the revealed cards at the given places (0 is the first of `cards`) onto the discard pile, then reveals as
    /// many new ones, which it gives.
    fn redraw(slf: &Bound<'_, Self>, deck: &Any<'_>, places: &Any<'_>, discard: &Any<'_>) -> PyResult<Vec<u16>> {
        let places = args::items(places, "places", "whole numbers", MAX_CARDS, |v| args::number(v, "a place"))?;
        let (mut deck, mut discard) = two_decks(deck, discard)?;
        let mut check = slf.try_borrow_mut()?;
        let (check, deck, discard) = (&mut check.inner, &mut deck.inner, &mut discard.inner);
        let heavy = deck.len() + discard.len() > HEAVY_DECK;
        perhaps_detached(slf.py(), heavy, || check.redraw(deck, &places, discard)).or_raise()
    }

    /// Ends the check: discards, shuffles if it is owed, and gives the cards that leave the game. The check is then as new.
    fn finish(slf: &Bound<'_, Self>, deck: &Any<'_>, discard: &Any<'_>) -> PyResult<Vec<u16>> {
        let (mut deck, mut discard) = two_decks(deck, discard)?;
        let mut check = slf.try_borrow_mut()?;
        let (check, deck, discard) = (&mut check.inner, &mut deck.inner, &mut discard.inner);
        let heavy = deck.len() + discard.len() > HEAVY_DECK;
        perhaps_detached(slf.py(), heavy, || check.finish(deck, discard)).or_raise()
    }

    /// An independent check at the same point.
    fn copy(&self) -> Self {
        Self { inner: self.inner.clone() }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Any<'_>) -> Self {
        self.copy()
    }

    /// The canonical byte form, faces included: equal checks have equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// The check of a canonical byte form.
    #[classmethod]
    fn from_bytes(_cls: &Bound<'_, PyType>, data: &Any<'_>) -> PyResult<Self> {
        Ok(Self { inner: Check::from_bytes(&args::bytes(data, "data")?).or_raise()? })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        let data = slf.try_borrow()?.to_bytes(slf.py());
        Ok((slf.get_type().getattr("from_bytes")?, (data,)))
    }

    fn __repr__(&self) -> String {
        let total = self.inner.total();
        format!(
            "<Check cards={:?} value={} hits={} mask={:#x} flags={}>",
            self.inner.cards(),
            total.value,
            total.hits,
            total.mask,
            self.inner.flags()
        )
    }
}
