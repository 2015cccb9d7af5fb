//! Counting, finding and taking out by card or by mask.
//!
//! A mask is a table of bytes indexed by card: a card is in it when its entry is not zero. Cards past its end are not.

use super::{Deck, PLACED, marked};
use crate::error::Result;

impl Deck {
    /// Takes out the first copy of a card from the top; tells whether there was one.
    pub fn take(&mut self, card: u16) -> bool {
        match self.slots.iter().rposition(|slot| slot.card == card) {
            Some(at) => {
                self.slots.remove(at);
                true
            }
            None => false,
        }
    }

    /// Whether there is a copy of a card.
    pub fn contains(&self, card: u16) -> bool {
        self.slots.iter().any(|slot| slot.card == card)
    }

    /// How many cards are in the mask.
    pub fn count(&self, mask: &[u8]) -> u64 {
        self.cards().filter(|&card| marked(mask, card)).count() as u64
    }

    /// How many of the top `n` cards are in the mask.
    pub fn count_top(&self, mask: &[u8], n: u64) -> u64 {
        self.peek(n).filter(|&card| marked(mask, card)).count() as u64
    }

    /// The place from the top of the first card in the mask.
    pub fn find(&self, mask: &[u8]) -> Option<u64> {
        self.cards().position(|card| marked(mask, card)).map(|place| place as u64)
    }

    /// Takes out the first card from the top that is in the mask; those above it stay in place.
    pub fn take_first(&mut self, mask: &[u8]) -> Option<u16> {
        let at = self.slots.iter().rposition(|slot| marked(mask, slot.card))?;
        Some(self.slots.remove(at).card)
    }

    /// Shows the card at place `i` from the top to the whole table: its place is known from now on.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn reveal(&mut self, i: u64) -> Result<u16> {
        let at = self.place(i)?;
        let mut shown = 0;
        if let Some(slot) = self.slots.get_mut(at) {
            slot.flag = PLACED;
            shown = slot.card;
        }
        Ok(shown)
    }
}
