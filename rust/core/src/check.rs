//! The reveal loop: cards turned over from a deck, counted, some of them redrawn, then discarded.

use std::sync::Arc;

use crate::bytes::{Reader, Writer};
use crate::deck::{Deck, MAX_CARDS};
use crate::error::{Result, bail};
use crate::faces::{FaceTable, MORE, ONCE, RESHUFFLE, SKIP, Total, Want, at_most_redraws};

const TAG: &[u8; 2] = b"C1";

/// A check under way: the cards that lie revealed, and what earlier ones have left behind.
///
/// - A face with [`MORE`] has one more card revealed, and so on if that one has it too.
/// - A face with [`SKIP`] does not count, its flags neither: another card is revealed in its place. Skipped cards go to
///   the discard pile when the reveal is over, so that no reveal goes through a card twice.
/// - When the deck runs out, the discard pile is shuffled and becomes the deck; the cards of this check stay out of it.
///   When both are empty, the check goes on with fewer cards.
/// - A redrawn card goes to the discard pile before its replacement is revealed; its flags stay in force.
/// - At the end the revealed cards go to the discard pile, except those with [`ONCE`], which leave the game; then
///   [`RESHUFFLE`], if any revealed card had it, shuffles deck and discard pile together.
///
/// Another player's cards that help are a check of their own, on that player's deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    table: Arc<FaceTable>,
    lying: Vec<u16>,
    /// Redrawn cards that leave the game at the end.
    aside: Vec<u16>,
    flags: u8,
    revealed: u32,
}

impl Check {
    /// A check that has revealed nothing.
    pub fn new(table: Arc<FaceTable>) -> Self {
        Self { table, lying: Vec::new(), aside: Vec::new(), flags: 0, revealed: 0 }
    }

    /// The faces.
    pub fn table(&self) -> &Arc<FaceTable> {
        &self.table
    }

    /// The cards that lie revealed, in the order they came.
    pub fn cards(&self) -> &[u16] {
        &self.lying
    }

    /// The flags of all cards that have counted, redrawn ones too.
    pub fn flags(&self) -> u8 {
        self.flags
    }

    /// How many cards have been turned over, skipped and redrawn ones too.
    pub fn revealed(&self) -> u32 {
        self.revealed
    }

    /// What the revealed cards show together.
    pub fn total(&self) -> Total {
        Total::of(self.lying.iter().map(|&card| self.table.face(card)))
    }

    /// The revealed cards' score: the sum of theirs.
    pub fn score(&self, want: Want) -> i64 {
        self.lying.iter().map(|&card| self.table.face(card).score(want)).sum()
    }

    /// Reveals `n` cards, and more where faces ask for it; gives the new ones that count.
    ///
    /// # Errors
    /// When the deck has no stream (it may have to be shuffled), its script does not fit, or all these cards together are
    /// more than one deck holds; then nothing changes.
    pub fn reveal(&mut self, deck: &mut Deck, n: u64, discard: &mut Deck) -> Result<Vec<u16>> {
        let before = self.lying.len();
        self.attempt(deck, discard, |check, deck, discard| check.turn_over(deck, n, discard))?;
        Ok(self.lying.get(before..).unwrap_or_default().to_vec())
    }

    /// Throws the revealed cards at the given places away and reveals as many new ones, which it gives.
    ///
    /// # Errors
    /// As [`reveal`](Self::reveal), and when a place does not exist or is named twice.
    pub fn redraw(&mut self, deck: &mut Deck, places: &[u64], discard: &mut Deck) -> Result<Vec<u16>> {
        let mut thrown = vec![false; self.lying.len()];
        for &place in places {
            match usize::try_from(place).ok().and_then(|place| thrown.get_mut(place)) {
                None => bail!("there is no revealed card at place {place}: {} lie revealed", self.lying.len()),
                Some(true) => bail!("place {place} is named twice"),
                Some(mark) => *mark = true,
            }
        }
        let kept = self.lying.len() - places.len();
        self.attempt(deck, discard, |check, deck, discard| {
            let mut marks = thrown.iter();
            check.replace(deck, discard, |_| marks.next() == Some(&true))
        })?;
        Ok(self.lying.get(kept..).unwrap_or_default().to_vec())
    }

    /// Ends the check: cards go to the discard pile, the deck is shuffled if it is owed. Gives the cards that leave the
    /// game. The check is then as new.
    ///
    /// # Errors
    /// As [`reveal`](Self::reveal).
    pub fn finish(&mut self, deck: &mut Deck, discard: &mut Deck) -> Result<Vec<u16>> {
        self.attempt(deck, discard, |check, deck, discard| check.clean_up(deck, discard))
    }

    /// A whole check without decisions: reveal `n`, up to `redraws` times redraw every card that scores nothing (as long
    /// as there is one), score, finish. Gives the score and the flags.
    ///
    /// # Errors
    /// As [`reveal`](Self::reveal).
    pub fn run(
        table: &Arc<FaceTable>,
        deck: &mut Deck,
        n: u64,
        discard: &mut Deck,
        want: Want,
        redraws: u64,
    ) -> Result<(i64, u8)> {
        at_most_redraws(redraws)?;
        if redraws == 0
            && let Some(result) = plain(table, deck, n, discard, want)
        {
            return Ok(result);
        }
        let mut check = Self::new(Arc::clone(table));
        check.attempt(deck, discard, |check, deck, discard| {
            check.turn_over(deck, n, discard)?;
            for _ in 0..redraws {
                let table = Arc::clone(&check.table);
                let low = |card: u16| table.face(card).score(want) <= 0;
                if !check.lying.iter().any(|&card| low(card)) {
                    break;
                }
                check.replace(deck, discard, low)?;
            }
            let result = (check.score(want), check.flags);
            check.clean_up(deck, discard)?;
            Ok(result)
        })
    }

    /// Runs a part of a check so that it changes everything or nothing.
    fn attempt<T>(
        &mut self,
        deck: &mut Deck,
        discard: &mut Deck,
        part: impl FnOnce(&mut Self, &mut Deck, &mut Deck) -> Result<T>,
    ) -> Result<T> {
        let all = deck.len() + discard.len() + self.lying.len();
        if all > MAX_CARDS {
            bail!("deck, discard pile and revealed cards are {all} cards, more than the {MAX_CARDS} of a full deck");
        }
        // Nothing else can fail once there is a stream, unless it is scripted.
        if deck.stream_mut()?.scripted() == 0 {
            return part(self, deck, discard);
        }
        let before = (self.clone(), deck.clone(), discard.clone());
        part(self, deck, discard).inspect_err(|_| (*self, *deck, *discard) = before)
    }

    /// Reveals until `n` cards without [`MORE`] count, or no card is left.
    fn turn_over(&mut self, deck: &mut Deck, n: u64, discard: &mut Deck) -> Result<()> {
        let mut skipped = Vec::new();
        self.lying.reserve(usize::try_from(n).unwrap_or(usize::MAX).min(deck.len()));
        let mut left = n;
        while left > 0 {
            if deck.is_empty() {
                if discard.is_empty() {
                    break;
                }
                deck.shuffle_in(&discard.clear(), true)?;
            }
            let card = deck.pop(true)?;
            let face = self.table.face(card);
            self.revealed = self.revealed.saturating_add(1);
            if face.has(SKIP) {
                skipped.push(card);
                continue;
            }
            self.flags |= face.flags;
            self.lying.push(card);
            if !face.has(MORE) {
                left -= 1;
            }
        }
        discard.put_top_many(&skipped, true)
    }

    /// Throws away the revealed cards that `low` picks, asked once for each in order, and reveals as many.
    fn replace(&mut self, deck: &mut Deck, discard: &mut Deck, mut low: impl FnMut(u16) -> bool) -> Result<()> {
        let (thrown, kept): (Vec<u16>, Vec<u16>) = self.lying.iter().partition(|&&card| low(card));
        self.lying = kept;
        for &card in &thrown {
            if self.table.face(card).has(ONCE) {
                self.aside.push(card);
            } else {
                discard.put_top(card, true)?;
            }
        }
        self.turn_over(deck, thrown.len() as u64, discard)
    }

    fn clean_up(&mut self, deck: &mut Deck, discard: &mut Deck) -> Result<Vec<u16>> {
        let mut gone = std::mem::take(&mut self.aside);
        if self.flags & ONCE != 0 {
            let table = &self.table;
            gone.extend(self.lying.extract_if(.., |card| table.face(*card).has(ONCE)));
        }
        discard.put_top_many(&self.lying, true)?;
        self.lying.clear();
        let owed = self.flags & RESHUFFLE != 0;
        self.flags = 0;
        self.revealed = 0;
        if owed {
            deck.shuffle_in(&discard.clear(), true)?;
        }
        Ok(gone)
    }

    /// The canonical byte form, faces included.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new(TAG);
        self.table.write(&mut out);
        out.u8(self.flags);
        out.u32(self.revealed);
        for cards in [&self.lying, &self.aside] {
            out.u32(cards.len() as u32);
            for &card in cards {
                out.u16(card);
            }
        }
        out.finish()
    }

    /// The check of a canonical byte form.
    ///
    /// # Errors
    /// When the bytes are not exactly the canonical form of a check.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut input = Reader::new("a check", bytes, TAG)?;
        let mut check = Self::new(Arc::new(FaceTable::read(&mut input)?));
        check.flags = input.u8()?;
        check.revealed = input.u32()?;
        for cards in [&mut check.lying, &mut check.aside] {
            let count = input.count(2, MAX_CARDS)?;
            *cards = (0..count).map(|_| input.u16()).collect::<Result<_>>()?;
        }
        input.finish()?;
        Ok(check)
    }
}

/// A whole check in which nothing special happens, as most are: no redraw, enough cards in the deck, and no flag that
/// steers among them. None, and nothing changed, where that is not so.
fn plain(table: &FaceTable, deck: &mut Deck, n: u64, discard: &mut Deck, want: Want) -> Option<(i64, u8)> {
    let n = usize::try_from(n).ok().filter(|&n| n <= deck.len())?;
    if deck.stream().is_none() || deck.len() + discard.len() > MAX_CARDS {
        return None;
    }
    let mut score = 0;
    let mut flags = 0;
    for card in deck.peek(n as u64) {
        let face = table.face(card);
        flags |= face.flags;
        score += face.score(want);
    }
    if flags & (MORE | SKIP | RESHUFFLE | ONCE) != 0 {
        return None;
    }
    deck.discard_top(n, discard);
    Some((score, flags))
}
