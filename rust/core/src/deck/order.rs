//! Drawing, laying down and shuffling.

use super::{Deck, IN_PILE, PLACED, Slot, UNKNOWN, room};
use crate::error::{Result, bail};
use crate::stream::Stream;

impl Deck {
    /// Takes up to `n` cards from the top.
    pub fn draw(&mut self, n: u64, seen: bool) -> Vec<u16> {
        let n = usize::try_from(n).unwrap_or(usize::MAX).min(self.len());
        let keep = self.slots.len() - n;
        let mut unplaced = false;
        let drawn = self.slots.drain(keep..).rev().map(|slot| {
            unplaced |= slot.flag != PLACED;
            slot.card
        });
        let cards = drawn.collect();
        if unplaced && !seen {
            self.blur();
        }
        cards
    }

    /// Lays the top `n` cards face up on a discard pile, which has room for them, one by one from the top.
    pub(crate) fn discard_top(&mut self, n: usize, discard: &mut Deck) {
        let keep = self.slots.len().saturating_sub(n);
        discard.slots.extend(self.slots.drain(keep..).rev().map(|slot| Slot::placed(slot.card, true)));
    }

    /// Takes the top card.
    ///
    /// # Errors
    /// When there is none.
    #[inline]
    pub fn pop(&mut self, seen: bool) -> Result<u16> {
        match self.slots.pop() {
            Some(slot) => Ok(self.departed(slot, seen)),
            None => bail!("there is no card left to take from the top"),
        }
    }

    /// Takes the bottom card.
    ///
    /// # Errors
    /// When there is none.
    pub fn bottom(&mut self, seen: bool) -> Result<u16> {
        if self.is_empty() {
            bail!("there is no card left to take from the bottom");
        }
        let slot = self.slots.remove(0);
        Ok(self.departed(slot, seen))
    }

    /// Takes the card at place `i` from the top.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn take_at(&mut self, i: u64, seen: bool) -> Result<u16> {
        let at = self.place(i)?;
        let slot = self.slots.remove(at);
        Ok(self.departed(slot, seen))
    }

    /// Takes all cards.
    pub fn clear(&mut self) -> Vec<u16> {
        self.slots.drain(..).rev().map(|slot| slot.card).collect()
    }

    /// The top `n` cards, or all if there are fewer.
    pub fn peek(&self, n: u64) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.cards().take(usize::try_from(n).unwrap_or(usize::MAX))
    }

    /// The top card.
    pub fn top(&self) -> Option<u16> {
        self.slots.last().map(|slot| slot.card)
    }

    /// Lays a card on top.
    ///
    /// # Errors
    /// When the deck is full.
    #[inline]
    pub fn put_top(&mut self, card: u16, seen: bool) -> Result<()> {
        self.room_for(1)?;
        self.slots.push(Slot::placed(card, seen));
        Ok(())
    }

    /// Lays cards on top one by one, so that the last of them ends up on top.
    ///
    /// # Errors
    /// When they do not fit.
    pub fn put_top_many(&mut self, cards: &[u16], seen: bool) -> Result<()> {
        self.room_for(cards.len())?;
        self.slots.extend(cards.iter().map(|&card| Slot::placed(card, seen)));
        Ok(())
    }

    /// Lays a card under all others.
    ///
    /// # Errors
    /// When the deck is full.
    pub fn put_bottom(&mut self, card: u16, seen: bool) -> Result<()> {
        self.room_for(1)?;
        self.slots.insert(0, Slot::placed(card, seen));
        Ok(())
    }

    /// Lays a card at a random place, each as likely as any other; no card's place is known any more.
    ///
    /// # Errors
    /// When the deck is full or has no stream, or a forced result does not fit.
    pub fn put_at_random(&mut self, card: u16, seen: bool) -> Result<()> {
        self.room_for(1)?;
        let places = self.slots.len() as u64 + 1;
        let from_top = self.stream_mut()?.below(places)?;
        let at = self.slots.len().saturating_sub(from_top as usize);
        self.slots.insert(at, Slot { card, flag: if seen { IN_PILE } else { UNKNOWN } });
        self.forget_places();
        Ok(())
    }

    /// Shuffles all cards; no card's place is known any more.
    ///
    /// # Errors
    /// When the deck has no stream, or a forced result does not fit; then nothing changes.
    pub fn shuffle(&mut self) -> Result<()> {
        let Self { slots, stream: Some(stream) } = self else {
            self.stream_mut()?;
            return Ok(());
        };
        stream.shuffle(slots)?;
        self.forget_places();
        Ok(())
    }

    /// Adds cards, then shuffles the whole.
    ///
    /// # Errors
    /// As [`shuffle`](Self::shuffle), and when they do not fit; then nothing changes.
    pub fn shuffle_in(&mut self, cards: &[u16], seen: bool) -> Result<()> {
        let before = self.slots.len();
        self.put_top_many(cards, seen)?;
        if let Err(error) = self.shuffle() {
            self.slots.truncate(before);
            return Err(error);
        }
        Ok(())
    }

    /// Moves up to `n` cards unseen, one by one from the top onto the top of `other`; with a mask, only cards whose
    /// entry is not zero, and the others stay where they are. Gives the number of cards moved.
    ///
    /// # Errors
    /// When they do not fit; then nothing changes.
    pub fn move_to(&mut self, other: &mut Deck, n: u64, mask: Option<&[u8]>) -> Result<u64> {
        let n = usize::try_from(n).unwrap_or(usize::MAX);
        let fits = |slot: &Slot| mask.is_none_or(|mask| super::marked(mask, slot.card));
        let count = self.slots.iter().filter(|slot| fits(slot)).take(n).count();
        room(other.len(), count)?;
        let mut left = count;
        let mut unplaced = false;
        let mut skipped = Vec::new();
        while left > 0 {
            let Some(slot) = self.slots.pop() else { break };
            if fits(&slot) {
                unplaced |= slot.flag != PLACED;
                other.slots.push(Slot::placed(slot.card, slot.flag == PLACED));
                left -= 1;
            } else {
                skipped.push(slot);
            }
        }
        self.slots.extend(skipped.into_iter().rev());
        if unplaced {
            self.blur();
        }
        Ok(count as u64)
    }

    /// Permutes all cards whose place is not publicly known among their places, with a stream of the caller's. What comes
    /// out depends on which cards they are and on the stream, not on the order that nobody knows.
    ///
    /// # Errors
    /// When a forced result does not fit; then nothing changes.
    pub fn permute_hidden(&mut self, stream: &mut Stream) -> Result<()> {
        let mut loose: Vec<Slot> = self.slots.iter().rev().filter(|slot| slot.flag != PLACED).copied().collect();
        // Sorted first, so that what lay hidden does not show in where it comes to lie.
        loose.sort_unstable_by_key(|slot| (slot.card, slot.flag));
        stream.shuffle(&mut loose)?;
        let places = self.slots.iter_mut().rev().filter(|slot| slot.flag != PLACED);
        for (place, slot) in places.zip(loose) {
            *place = slot;
        }
        Ok(())
    }

    #[inline]
    fn departed(&mut self, slot: Slot, seen: bool) -> u16 {
        if !seen && slot.flag != PLACED {
            self.blur();
        }
        slot.card
    }
}
