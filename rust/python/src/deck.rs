//! `Deck`.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};
use undercroft_core::stream::MAX_SCRIPT;
use undercroft_core::{Deck, Stream};

use crate::args::{self, Any, Seen, describe, perhaps_detached};
use crate::errors::{OrRaise, core_error};
use crate::stream::{PyStream, cast_stream, describe_stream};

/// Cards above which a deck is worked on without the interpreter lock.
pub const HEAVY_DECK: usize = 10_000;

/// An ordered pile of cards; wherever cards are listed, the top card comes first.
///
/// A card is a whole number from 0 to 65,535, and a deck holds at most 65,536 cards. The deck owns a copy of its stream.
/// A mask is a table of bytes indexed by card: a card is in it when its entry is not zero; cards past its end are not.
///
/// Beside each card stands what the whole table knows of it: 0 nothing, 1 that it is in this pile, 2 its place too.
/// A new deck is unknown. A card laid on top or at the bottom is placed, unless seen=False. A shuffle, and a card laid at
/// a random place, makes every placed card one that is in the pile. A card that leaves unseen and not placed may have
/// been any of those known to be in the pile, so that these become unknown.
///
/// Bad arguments raise CoreError, and then nothing has changed.
#[pyclass(name = "Deck", module = "undercroft._core", eq)]
#[derive(PartialEq, Eq)]
pub struct PyDeck {
    pub inner: Deck,
}

#[pymethods]
impl PyDeck {
    #[new]
    #[pyo3(signature = (cards=None, stream=None), text_signature = "(cards=(), stream=None)")]
    fn new(cards: Option<&Any<'_>>, stream: Option<&Any<'_>>) -> PyResult<Self> {
        let cards = cards.map_or_else(|| Ok(Vec::new()), args::cards)?;
        let inner = Deck::new(&cards, stream.map(read_stream).transpose()?).or_raise()?;
        Ok(Self { inner })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    fn __contains__(&self, card: &Any<'_>) -> PyResult<bool> {
        Ok(self.inner.contains(args::card(card)?))
    }

    /// All cards from the top.
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.inner.cards())
    }

    /// Takes up to n cards from the top; fewer if they run out.
    #[pyo3(signature = (n, seen=Seen(true)), text_signature = "($self, n, seen=True)")]
    fn draw(&mut self, n: &Any<'_>, seen: Seen) -> PyResult<Vec<u16>> {
        Ok(self.inner.draw(args::number(n, "n")?, seen.0))
    }

    /// Takes the top card; CoreError when there is none.
    #[pyo3(signature = (seen=Seen(true)), text_signature = "($self, seen=True)")]
    fn pop(&mut self, seen: Seen) -> PyResult<u16> {
        self.inner.pop(seen.0).or_raise()
    }

    /// Takes the bottom card; CoreError when there is none.
    #[pyo3(signature = (seen=Seen(true)), text_signature = "($self, seen=True)")]
    fn bottom(&mut self, seen: Seen) -> PyResult<u16> {
        self.inner.bottom(seen.0).or_raise()
    }

    /// The top n cards, left where they are; fewer if there are no more.
    #[pyo3(signature = (n=None), text_signature = "($self, n=1)")]
    fn peek<'py>(&self, py: Python<'py>, n: Option<&Any<'py>>) -> PyResult<Bound<'py, PyList>> {
        let n = n.map_or(Ok(1), |n| args::number(n, "n"))?;
        PyList::new(py, self.inner.peek(n))
    }

    /// The top card, left where it is; None when there is none.
    fn top(&self) -> Option<u16> {
        self.inner.top()
    }

    /// Lays a card on top.
    #[pyo3(signature = (card, seen=Seen(true)), text_signature = "($self, card, seen=True)")]
    fn put_top(&mut self, card: &Any<'_>, seen: Seen) -> PyResult<()> {
        self.inner.put_top(args::card(card)?, seen.0).or_raise()
    }

    /// Lays cards on top one by one: the last of them ends up on top.
    #[pyo3(signature = (cards, seen=Seen(true)), text_signature = "($self, cards, seen=True)")]
    fn put_top_many(slf: &Bound<'_, Self>, cards: &Any<'_>, seen: Seen) -> PyResult<()> {
        let cards = args::cards(cards)?;
        slf.try_borrow_mut()?.inner.put_top_many(&cards, seen.0).or_raise()
    }

    /// Lays a card under all others.
    #[pyo3(signature = (card, seen=Seen(true)), text_signature = "($self, card, seen=True)")]
    fn put_bottom(&mut self, card: &Any<'_>, seen: Seen) -> PyResult<()> {
        self.inner.put_bottom(args::card(card)?, seen.0).or_raise()
    }

    /// Lays a card at a random place, each as likely as any other; no card's place is known any more.
    #[pyo3(signature = (card, seen=Seen(true)), text_signature = "($self, card, seen=True)")]
    fn put_at_random(&mut self, card: &Any<'_>, seen: Seen) -> PyResult<()> {
        self.inner.put_at_random(args::card(card)?, seen.0).or_raise()
    }

    /// Shuffles all cards; no card's place is known any more.
    fn shuffle(&mut self, py: Python<'_>) -> PyResult<()> {
        let deck = &mut self.inner;
        perhaps_detached(py, deck.len() > HEAVY_DECK, || deck.shuffle()).or_raise()
    }

    /// Adds cards (seen or unseen), then shuffles the whole.
    #[pyo3(signature = (cards, seen=Seen(true)), text_signature = "($self, cards, seen=True)")]
    fn shuffle_in(slf: &Bound<'_, Self>, cards: &Any<'_>, seen: Seen) -> PyResult<()> {
        let cards = args::cards(cards)?;
        let deck = &mut slf.try_borrow_mut()?.inner;
        let heavy = deck.len() + cards.len() > HEAVY_DECK;
        perhaps_detached(slf.py(), heavy, || deck.shuffle_in(&cards, seen.0)).or_raise()
    }

    /// Takes out the first copy of a card from the top; tells whether there was one.
    fn take(&mut self, card: &Any<'_>) -> PyResult<bool> {
        Ok(self.inner.take(args::card(card)?))
    }

    /// Takes out the card at place i from the top.
    #[pyo3(signature = (i, seen=Seen(true)), text_signature = "($self, i, seen=True)")]
    fn take_at(&mut self, i: &Any<'_>, seen: Seen) -> PyResult<u16> {
        self.inner.take_at(args::number(i, "i")?, seen.0).or_raise()
    }

    /// Takes out all cards and gives them, from the top.
    fn clear(&mut self) -> Vec<u16> {
        self.inner.clear()
    }

    /// How many cards are in the mask.
    fn count(&self, mask: &Any<'_>) -> PyResult<u64> {
        Ok(self.inner.count(&args::bytes(mask, "mask")?))
    }

    /// How many of the top n cards are in the mask.
    fn count_top(&self, mask: &Any<'_>, n: &Any<'_>) -> PyResult<u64> {
        Ok(self.inner.count_top(&args::bytes(mask, "mask")?, args::number(n, "n")?))
    }

    /// The place from the top of the first card in the mask; None when there is none.
    fn find(&self, mask: &Any<'_>) -> PyResult<Option<u64>> {
        Ok(self.inner.find(&args::bytes(mask, "mask")?))
    }

    /// Takes out the first card from the top that is in the mask; those above it stay. None when there is none.
    fn take_first(&mut self, mask: &Any<'_>) -> PyResult<Option<u16>> {
        Ok(self.inner.take_first(&args::bytes(mask, "mask")?))
    }

    /// Moves up to n cards unseen, one by one from the top onto the top of another deck, and tells how many.
    ///
    /// With a mask, only cards in it; the others stay where they are. A placed card stays placed, any other is unknown
    /// in its new pile.
    #[pyo3(signature = (other, n, mask=None))]
    fn move_to(slf: &Bound<'_, Self>, other: &Any<'_>, n: &Any<'_>, mask: Option<&Any<'_>>) -> PyResult<u64> {
        let other = cast_deck(other, "other")?;
        if other.is(slf) {
            return Err(core_error("a deck cannot move cards onto itself: other must be another Deck".to_owned()));
        }
        let n = args::number(n, "n")?;
        let mask = mask.map(|mask| args::bytes(mask, "mask")).transpose()?;
        let mut from = slf.try_borrow_mut()?;
        let mut to = other.try_borrow_mut()?;
        from.inner.move_to(&mut to.inner, n, mask.as_deref()).or_raise()
    }

    /// Replaces all cards, for editors; nothing is known of the new ones.
    fn set_cards(slf: &Bound<'_, Self>, cards: &Any<'_>) -> PyResult<()> {
        let cards = args::cards(cards)?;
        slf.try_borrow_mut()?.inner.set_cards(&cards).or_raise()
    }

    /// Shows the card at place i from the top to the whole table: its place is known from now on. Gives the card.
    ///
    /// What a single player sees, as by peek, is not public and leaves no mark.
    fn reveal(&mut self, i: &Any<'_>) -> PyResult<u16> {
        self.inner.reveal(args::number(i, "i")?).or_raise()
    }

    /// What the table knows of each card from the top: 0 nothing, 1 that it is in this pile, 2 its place too.
    fn known<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.known())
    }

    /// Sets what the table knows of each card, from the top.
    fn set_known(&mut self, flags: &Any<'_>) -> PyResult<()> {
        self.inner.set_known(&args::bytes(flags, "flags")?).or_raise()
    }

    /// The cards of which nothing is known, from the top.
    fn hidden(&self) -> Vec<u16> {
        self.inner.hidden().collect()
    }

    /// Lays other cards, as many, in the places of those of which nothing is known, from the top.
    fn replace_hidden(slf: &Bound<'_, Self>, cards: &Any<'_>) -> PyResult<()> {
        let cards = args::cards(cards)?;
        slf.try_borrow_mut()?.inner.replace_hidden(&cards).or_raise()
    }

    /// Permutes all cards whose place is not known among their places, with the given stream; the deck's own is not used.
    ///
    /// What comes out depends on which cards they are and on the stream, not on the order that nobody knows.
    fn permute_hidden(&mut self, stream: &Any<'_>) -> PyResult<()> {
        let stream = cast_stream(stream)?;
        self.inner.permute_hidden(&mut stream.try_borrow_mut()?.inner).or_raise()
    }

    /// A number from 0 to n - 1 from the deck's own stream.
    fn below(&mut self, n: &Any<'_>) -> PyResult<u64> {
        let n = args::number(n, "n")?;
        self.inner.stream_mut().or_raise()?.below(n).or_raise()
    }

    /// Adds forced results to the deck's own stream, as Stream.script does.
    fn script(slf: &Bound<'_, Self>, values: &Any<'_>) -> PyResult<()> {
        let values =
            args::items(values, "values", "whole numbers", MAX_SCRIPT, |v| args::number(v, "a scripted value"))?;
        slf.try_borrow_mut()?.inner.stream_mut().or_raise()?.script(&values).or_raise()
    }

    /// A copy of the deck's stream, or None. Setting it gives the deck a copy of another.
    #[getter]
    fn get_stream(&self) -> Option<PyStream> {
        self.inner.stream().cloned().map(PyStream::from)
    }

    #[setter]
    fn set_stream(&mut self, stream: Option<&Any<'_>>) -> PyResult<()> {
        self.inner.set_stream(stream.map(read_stream).transpose()?);
        Ok(())
    }

    /// An independent deck with the same cards, knowledge and stream.
    fn copy(&self) -> Self {
        Self { inner: self.inner.clone() }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Any<'_>) -> Self {
        self.copy()
    }

    /// The canonical byte form: equal decks have equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// The deck of a canonical byte form.
    #[classmethod]
    fn from_bytes(_cls: &Bound<'_, PyType>, data: &Any<'_>) -> PyResult<Self> {
        Ok(Self { inner: Deck::from_bytes(&args::bytes(data, "data")?).or_raise()? })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        let data = slf.try_borrow()?.to_bytes(slf.py());
        Ok((slf.get_type().getattr("from_bytes")?, (data,)))
    }

    fn __repr__(&self) -> String {
        let shown: Vec<String> = self.inner.peek(12).map(|card| card.to_string()).collect();
        let more = if self.inner.len() > shown.len() { ", …" } else { "" };
        let stream = self.inner.stream().map_or_else(|| "None".to_owned(), describe_stream);
        format!("<Deck of {}: [{}{more}] stream={stream}>", self.inner.len(), shown.join(", "))
    }
}

/// A deck and its discard pile, which are to be changed together.
pub fn two_decks<'py>(deck: &Any<'py>, discard: &Any<'py>) -> PyResult<(PyRefMut<'py, PyDeck>, PyRefMut<'py, PyDeck>)> {
    if deck.is(discard) {
        return Err(core_error("a deck cannot be its own discard pile: give two decks".to_owned()));
    }
    Ok((cast_deck(deck, "deck")?.try_borrow_mut()?, cast_deck(discard, "discard")?.try_borrow_mut()?))
}

fn cast_deck<'a, 'py>(value: &'a Any<'py>, name: &str) -> PyResult<&'a Bound<'py, PyDeck>> {
    value.cast::<PyDeck>().map_err(|_| core_error(format!("{name} must be a Deck, got {}", describe(value))))
}

fn read_stream(value: &Any<'_>) -> PyResult<Stream> {
    Ok(cast_stream(value)?.try_borrow()?.inner.clone())
}
