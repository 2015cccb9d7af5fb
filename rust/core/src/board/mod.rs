//! Boards: places and the ways between them.
//!
//! A board never changes. What stands in the way is said with each question, as [`Blocked`]: a blocked place cannot be
//! entered, but one may start there; a blocked way cannot be gone.

mod grid;
mod search;

pub use search::FAR;

use crate::bytes::{Reader, Writer};
use crate::error::{Result, bail};

/// The most places of one board.
pub const MAX_PLACES: usize = 65_536;
/// The most ways of one board.
pub const MAX_EDGES: usize = 1_000_000;

const TAG: &[u8; 2] = b"B1";

/// The ways out of (or into) each place, in one list: those of place `p` are `to[start[p]..start[p + 1]]`, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ways {
    start: Vec<u32>,
    to: Vec<u32>,
}

impl Ways {
    /// From sorted pairs without doubles.
    fn new(places: usize, pairs: &[(u32, u32)]) -> Self {
        let mut start = vec![0_u32; places + 1];
        for &(from, _) in pairs {
            if let Some(count) = start.get_mut(from as usize + 1) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for count in &mut start {
            sum += *count;
            *count = sum;
        }
        Self { start, to: pairs.iter().map(|&(_, to)| to).collect() }
    }

    #[inline]
    fn of(&self, place: u32) -> &[u32] {
        let at = place as usize;
        match (self.start.get(at), self.start.get(at + 1)) {
            (Some(&a), Some(&b)) => self.to.get(a as usize..b as usize).unwrap_or_default(),
            _ => &[],
        }
    }
}

/// Solid cells and walls of a board that is a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Grid {
    width: u32,
    height: u32,
    /// Ascending.
    solid: Vec<u32>,
    /// Ascending pairs of neighbouring cells, the lower one first.
    walls: Vec<(u32, u32)>,
}

/// Places, numbered from 0, and the ways between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    places: u32,
    directed: bool,
    out: Ways,
    /// Ways against their direction; empty unless the board is directed.
    into: Ways,
    grid: Option<Grid>,
}

/// What stands in the way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocked {
    /// A table of bytes indexed by place: blocked where the entry is not zero. May be short, or empty for none.
    pub places: Vec<u8>,
    /// Pairs of places between which the way is blocked: both ways, or on a directed board from the first to the second.
    pub ways: Vec<(u32, u32)>,
}

impl Blocked {
    #[inline]
    fn place(&self, place: u32) -> bool {
        self.places.get(place as usize).is_some_and(|&mark| mark != 0)
    }

    /// Whether the way is blocked, once `ways` has been put in order by [`Board::ready`].
    #[inline]
    fn way(&self, from: u32, to: u32) -> bool {
        !self.ways.is_empty() && self.ways.binary_search(&(from, to)).is_ok()
    }
}

impl Board {
    /// A board with the given ways. Unless it is directed, each leads both ways. A way given twice is one way.
    ///
    /// # Errors
    /// When there are more than [`MAX_PLACES`] places or [`MAX_EDGES`] ways, or a way leads nowhere or to where it
    /// begins.
    pub fn new(places: u64, edges: &[(u32, u32)], directed: bool) -> Result<Self> {
        if places > MAX_PLACES as u64 {
            bail!("a board has at most {MAX_PLACES} places, got {places}");
        }
        if edges.len() > MAX_EDGES {
            bail!("a board has at most {MAX_EDGES} ways, got {}", edges.len());
        }
        let places = places as u32;
        let mut pairs = Vec::with_capacity(edges.len() * 2);
        for &(a, b) in edges {
            if a >= places || b >= places {
                bail!(
                    "the edge ({a}, {b}) leads out of the board: its places are numbered from 0 and there are {places}"
                );
            }
            if a == b {
                bail!("the edge ({a}, {b}) leads to where it begins: it must join two places");
            }
            pairs.push((a, b));
            if !directed {
                pairs.push((b, a));
            }
        }
        let ordered = |mut pairs: Vec<(u32, u32)>| {
            pairs.sort_unstable();
            pairs.dedup();
            Ways::new(places as usize, &pairs)
        };
        let into = if directed { ordered(pairs.iter().map(|&(a, b)| (b, a)).collect()) } else { Ways::default() };
        Ok(Self { places, directed, out: ordered(pairs), into, grid: None })
    }

    /// How many places there are.
    pub fn places(&self) -> u32 {
        self.places
    }

    /// How many places and ways there are, as a measure of the work that a search may be.
    pub fn size(&self) -> usize {
        self.places as usize + self.out.to.len()
    }

    /// Whether ways lead from their first place to their second only.
    pub fn directed(&self) -> bool {
        self.directed
    }

    /// Width and height, if the board is a grid.
    pub fn shape(&self) -> Option<(u32, u32)> {
        self.grid.as_ref().map(|grid| (grid.width, grid.height))
    }

    /// All ways, ascending; unless the board is directed, each once, the lower place first.
    pub fn edges(&self) -> Vec<(u32, u32)> {
        let all = (0..self.places).flat_map(|a| self.out.of(a).iter().map(move |&b| (a, b)));
        all.filter(|(a, b)| self.directed || a < b).collect()
    }

    /// The places that one way leads to, ascending.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn neighbours(&self, place: u32) -> Result<&[u32]> {
        self.known(place)?;
        Ok(self.out.of(place))
    }

    /// Ways against their direction.
    #[inline]
    fn back(&self) -> &Ways {
        if self.directed { &self.into } else { &self.out }
    }

    fn known(&self, place: u32) -> Result<()> {
        if place >= self.places {
            bail!("there is no place {place}: they are numbered from 0 and there are {}", self.places);
        }
        Ok(())
    }

    fn all_known(&self, places: &[u32]) -> Result<()> {
        if places.is_empty() {
            bail!("expected at least one place to search from or to, got none");
        }
        places.iter().try_for_each(|&place| self.known(place))
    }

    /// Checks what stands in the way and puts it in order for searching.
    ///
    /// # Errors
    /// When the table of places is longer than there are places, or a blocked way is none of the board.
    pub fn ready(&self, mut blocked: Blocked) -> Result<Blocked> {
        if blocked.places.len() > self.places as usize {
            bail!("a table of blocked places has at most {} entries here, got {}", self.places, blocked.places.len());
        }
        for &(a, b) in &blocked.ways {
            if self.out.of(a).binary_search(&b).is_err() {
                bail!("the edge ({a}, {b}) cannot be blocked: the board has none from {a} to {b}");
            }
        }
        if !self.directed {
            let back: Vec<_> = blocked.ways.iter().map(|&(a, b)| (b, a)).collect();
            blocked.ways.extend(back);
        }
        blocked.ways.sort_unstable();
        Ok(blocked)
    }

    /// The canonical byte form.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new(TAG);
        out.u32(self.places);
        out.u8(u8::from(self.directed));
        let pairs = |out: &mut Writer, pairs: &[(u32, u32)]| {
            out.u32(pairs.len() as u32);
            for &(a, b) in pairs {
                out.u32(a);
                out.u32(b);
            }
        };
        match &self.grid {
            None => {
                out.u8(0);
                pairs(&mut out, &self.edges());
            }
            Some(grid) => {
                out.u8(1);
                out.u32(grid.width);
                out.u32(grid.solid.len() as u32);
                grid.solid.iter().for_each(|&cell| out.u32(cell));
                pairs(&mut out, &grid.walls);
            }
        }
        out.finish()
    }

    /// The board of a canonical byte form.
    ///
    /// # Errors
    /// When the bytes are not exactly the canonical form of a board.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut input = Reader::new("a board", bytes, TAG)?;
        let places = input.u32()?;
        let directed = input.u8()? != 0;
        let pairs = |input: &mut Reader<'_>| -> Result<Vec<(u32, u32)>> {
            let count = input.count(8, MAX_EDGES)?;
            (0..count).map(|_| Ok((input.u32()?, input.u32()?))).collect()
        };
        let board = if input.u8()? == 0 {
            Self::new(u64::from(places), &pairs(&mut input)?, directed)?
        } else {
            let width = input.u32()?;
            let count = input.count(4, MAX_PLACES)?;
            let solid: Vec<u32> = (0..count).map(|_| input.u32()).collect::<Result<_>>()?;
            let height = places.checked_div(width).unwrap_or(0);
            Self::grid(u64::from(width), u64::from(height), &solid, &pairs(&mut input)?)?
        };
        input.finish()?;
        if board.to_bytes() != bytes {
            bail!("the bytes of a board are broken: they are not in canonical order");
        }
        Ok(board)
    }
}
