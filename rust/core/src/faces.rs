//! What the faces of cards or dice show.

use crate::bytes::{Reader, Writer};
use crate::error::{Result, bail};

/// The most faces of one table.
pub const MAX_FACES: usize = 65_536;

/// The most redraws or rerolls that are made without asking.
pub const MAX_REDRAWS: u64 = 1_000;

/// Flag: one more card is revealed.
pub const MORE: u8 = 1;
/// Flag: the card does not count, and another is revealed in its place.
pub const SKIP: u8 = 2;
/// Flag: once the check is over, deck and discard pile are shuffled together.
pub const RESHUFFLE: u8 = 4;
/// Flag: the card counts once and then leaves the game.
pub const ONCE: u8 = 8;

const TAG: &[u8; 2] = b"F1";

/// One face: a number, a number of hits, a set of icons (a bit each) and flags. The flags [`MORE`], [`SKIP`],
/// [`RESHUFFLE`] and [`ONCE`] steer a check; the upper four bits are a game's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// The number.
    pub value: i32,
    /// The hits; fewer than none are allowed.
    pub hits: i32,
    /// The icons, a bit each.
    pub mask: u64,
    /// The flags.
    pub flags: u8,
}

/// What of a face is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Its hits.
    Hits,
    /// Its number.
    Value,
    /// 1 if it shows any of these icons, else 0.
    Icons(u64),
}

impl Face {
    /// What the face scores.
    #[inline]
    pub fn score(&self, want: Want) -> i64 {
        match want {
            Want::Hits => i64::from(self.hits),
            Want::Value => i64::from(self.value),
            Want::Icons(mask) => i64::from(self.mask & mask != 0),
        }
    }

    #[inline]
    pub(crate) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// Sees to it that a check or a roll that makes its redraws or rerolls itself comes to an end.
pub(crate) fn at_most_redraws(redraws: u64) -> Result<()> {
    if redraws > MAX_REDRAWS {
        bail!("at most {MAX_REDRAWS} redraws or rerolls are made in one go, asked for {redraws}");
    }
    Ok(())
}

/// The faces of a set of cards (indexed by card) or of a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceTable {
    faces: Vec<Face>,
}

impl FaceTable {
    /// A table of the given faces.
    ///
    /// # Errors
    /// When there is none, or more than [`MAX_FACES`].
    pub fn new(faces: Vec<Face>) -> Result<Self> {
        match faces.len() {
            0 => bail!("a face table needs at least one face"),
            n if n > MAX_FACES => bail!("a face table has at most {MAX_FACES} faces, got {n}"),
            _ => Ok(Self { faces }),
        }
    }

    /// All faces.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The face of a card; a card past the end of the table is blank.
    #[inline]
    pub fn face(&self, card: u16) -> Face {
        self.faces.get(usize::from(card)).copied().unwrap_or_default()
    }

    /// The canonical byte form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new(TAG);
        self.write(&mut out);
        out.finish()
    }

    pub(crate) fn write(&self, out: &mut Writer) {
        out.u32(self.faces.len() as u32);
        for face in &self.faces {
            out.u32(face.value.cast_unsigned());
            out.u32(face.hits.cast_unsigned());
            out.u64(face.mask);
            out.u8(face.flags);
        }
    }

    /// The table of a canonical byte form.
    ///
    /// # Errors
    /// When the bytes are not exactly the canonical form of a face table.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut input = Reader::new("a face table", bytes, TAG)?;
        let table = Self::read(&mut input)?;
        input.finish()?;
        Ok(table)
    }

    pub(crate) fn read(input: &mut Reader<'_>) -> Result<Self> {
        let count = input.count(17, MAX_FACES)?;
        let mut faces = Vec::with_capacity(count);
        for _ in 0..count {
            faces.push(Face {
                value: input.u32()?.cast_signed(),
                hits: input.u32()?.cast_signed(),
                mask: input.u64()?,
                flags: input.u8()?,
            });
        }
        Self::new(faces)
    }
}

/// What a set of faces shows together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// The sum of the numbers.
    pub value: i64,
    /// The sum of the hits.
    pub hits: i64,
    /// Every icon that any of them shows.
    pub mask: u64,
}

impl Total {
    /// The total of some faces.
    pub fn of(faces: impl Iterator<Item = Face>) -> Self {
        faces.fold(Self::default(), |total, face| Self {
            value: total.value + i64::from(face.value),
            hits: total.hits + i64::from(face.hits),
            mask: total.mask | face.mask,
        })
    }
}
