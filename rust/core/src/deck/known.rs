//! What the whole table knows of a deck.
//!
//! Each card carries a flag: [`UNKNOWN`], [`IN_PILE`] (everyone knows that it is in this pile, not where) or [`PLACED`]
//! (everyone knows its place). What one player alone has seen, as by peeking, is not kept here.
//!
//! - A card laid on top or at the bottom is placed, unless it was laid there unseen.
//! - A shuffle, and a card laid at a random place, turns every placed card into one that is in the pile.
//! - A card that leaves unseen, its place not known, may have been any of those known to be in the pile: they all become
//!   unknown. A placed card that leaves unseen stays known, and tells nothing of the others.
//!
//! To deal again what nobody can know: pool [`Deck::hidden`] of all piles, shuffle the pool, give each pile its number
//! back with [`Deck::replace_hidden`], then permute each with [`Deck::permute_hidden`].

use super::Deck;
use crate::error::{Result, bail};

/// Nothing is publicly known of the card.
pub const UNKNOWN: u8 = 0;
/// The card is publicly known to be in this pile, at a place that is not known.
pub const IN_PILE: u8 = 1;
/// The card's place is publicly known.
pub const PLACED: u8 = 2;

impl Deck {
    /// The flags from the top.
    pub fn known(&self) -> Vec<u8> {
        self.slots.iter().rev().map(|slot| slot.flag).collect()
    }

    /// Sets all flags, from the top.
    ///
    /// # Errors
    /// When their number is not that of the cards, or one of them is no flag.
    pub fn set_known(&mut self, flags: &[u8]) -> Result<()> {
        if flags.len() != self.len() {
            bail!("expected one flag for each of {} cards, got {}", self.len(), flags.len());
        }
        if let Some(flag) = flags.iter().find(|&&flag| flag > PLACED) {
            bail!("a card's flag is 0, 1 or 2, got {flag}");
        }
        for (slot, &flag) in self.slots.iter_mut().rev().zip(flags) {
            slot.flag = flag;
        }
        Ok(())
    }

    /// The cards of which nothing is known, from the top.
    pub fn hidden(&self) -> impl Iterator<Item = u16> + '_ {
        self.slots.iter().rev().filter(|slot| slot.flag == UNKNOWN).map(|slot| slot.card)
    }

    /// Lays other cards in the places of those of which nothing is known, from the top.
    ///
    /// # Errors
    /// When their number is not the same; then nothing changes.
    pub fn replace_hidden(&mut self, cards: &[u16]) -> Result<()> {
        let hidden = self.hidden().count();
        if cards.len() != hidden {
            bail!("expected {hidden} cards, one for each unknown card of the deck, got {}", cards.len());
        }
        for (slot, &card) in self.slots.iter_mut().rev().filter(|slot| slot.flag == UNKNOWN).zip(cards) {
            slot.card = card;
        }
        Ok(())
    }

    /// Which card left is not known, so none is known to be still here unless its place is.
    pub(super) fn blur(&mut self) {
        for slot in self.slots.iter_mut().filter(|slot| slot.flag == IN_PILE) {
            slot.flag = UNKNOWN;
        }
    }

    /// No card's place is known any more.
    pub(super) fn forget_places(&mut self) {
        for slot in self.slots.iter_mut().filter(|slot| slot.flag == PLACED) {
            slot.flag = IN_PILE;
        }
    }
}
