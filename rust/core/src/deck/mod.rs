//! Ordered piles of cards.
//!
//! A card is a small number. Wherever cards are listed, the top card comes first. A deck may own the stream that
//! shuffles it, and keeps beside each card what the whole table knows of it (see [`known`]), so that what nobody can
//! know may be dealt again fairly.

pub mod known;
mod order;
mod search;

pub use known::{IN_PILE, PLACED, UNKNOWN};

use crate::bytes::{Reader, Writer};
use crate::error::{Result, bail};
use crate::stream::Stream;

/// The most cards that one deck holds.
pub const MAX_CARDS: usize = 65_536;

const TAG: &[u8; 2] = b"D1";

/// A card and what the table knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot {
    card: u16,
    flag: u8,
}

impl Slot {
    /// A card laid at a place that everyone saw, or unseen.
    fn placed(card: u16, seen: bool) -> Self {
        Self { card, flag: if seen { PLACED } else { UNKNOWN } }
    }
}

/// An ordered pile of cards, with the stream that shuffles it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deck {
    /// The top card last.
    slots: Vec<Slot>,
    stream: Option<Stream>,
}

impl Deck {
    /// A deck of the given cards, of which nothing is publicly known.
    ///
    /// # Errors
    /// When there are more than [`MAX_CARDS`].
    pub fn new(cards: &[u16], stream: Option<Stream>) -> Result<Self> {
        let mut deck = Self { slots: Vec::new(), stream };
        deck.set_cards(cards)?;
        Ok(deck)
    }

    /// Replaces all cards; nothing is publicly known of the new ones.
    ///
    /// # Errors
    /// When there are more than [`MAX_CARDS`].
    pub fn set_cards(&mut self, cards: &[u16]) -> Result<()> {
        room(0, cards.len())?;
        self.slots.clear();
        self.slots.extend(cards.iter().rev().map(|&card| Slot { card, flag: UNKNOWN }));
        Ok(())
    }

    /// How many cards there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there is no card.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// All cards from the top.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.slots.iter().rev().map(|slot| slot.card)
    }

    /// The stream.
    pub fn stream(&self) -> Option<&Stream> {
        self.stream.as_ref()
    }

    /// The stream, to be drawn from or scripted.
    ///
    /// # Errors
    /// When the deck has none.
    pub fn stream_mut(&mut self) -> Result<&mut Stream> {
        match self.stream.as_mut() {
            Some(stream) => Ok(stream),
            None => bail!("this deck has no stream: give it one to shuffle or draw at random"),
        }
    }

    /// Replaces the stream.
    pub fn set_stream(&mut self, stream: Option<Stream>) {
        self.stream = stream;
    }

    /// The place in `slots` of place `i` from the top.
    fn place(&self, i: u64) -> Result<usize> {
        match usize::try_from(i).ok().and_then(|i| self.slots.len().checked_sub(i)?.checked_sub(1)) {
            Some(at) => Ok(at),
            None if self.is_empty() => bail!("there is no place {i} in an empty deck"),
            None => bail!("there is no place {i} in a deck of {}: expected 0 to {}", self.len(), self.len() - 1),
        }
    }

    /// Sees to it that `more` cards can be added.
    fn room_for(&self, more: usize) -> Result<()> {
        room(self.len(), more)
    }

    /// The canonical byte form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new(TAG);
        out.u32(self.len() as u32);
        for slot in self.slots.iter().rev() {
            out.u16(slot.card);
            out.u8(slot.flag);
        }
        match &self.stream {
            None => out.u8(0),
            Some(stream) => {
                out.u8(1);
                stream.write(&mut out);
            }
        }
        out.finish()
    }

    /// The deck of a canonical byte form.
    ///
    /// # Errors
    /// When the bytes are not exactly the canonical form of a deck.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut input = Reader::new("a deck", bytes, TAG)?;
        let count = input.count(3, MAX_CARDS)?;
        let mut slots = Vec::with_capacity(count);
        for _ in 0..count {
            let slot = Slot { card: input.u16()?, flag: input.u8()? };
            if slot.flag > PLACED {
                return input.broken("a card's flag is neither 0, 1 nor 2");
            }
            slots.push(slot);
        }
        slots.reverse();
        let stream = match input.u8()? {
            0 => None,
            1 => Some(Stream::read(&mut input)?),
            _ => return input.broken("the mark of its stream is neither 0 nor 1"),
        };
        input.finish()?;
        Ok(Self { slots, stream })
    }
}

fn room(held: usize, more: usize) -> Result<()> {
    if held.saturating_add(more) > MAX_CARDS {
        bail!("a deck holds at most {MAX_CARDS} cards: {more} more do not fit on {held}");
    }
    Ok(())
}

/// Whether a table indexed by card has a non-zero entry for the card; cards past its end have none.
#[inline]
fn marked(mask: &[u8], card: u16) -> bool {
    mask.get(usize::from(card)).is_some_and(|&mark| mark != 0)
}
