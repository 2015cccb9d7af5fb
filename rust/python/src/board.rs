//! `Board`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyInt, PyType};
use undercroft_core::Board;
use undercroft_core::board::{Blocked, FAR, MAX_EDGES, MAX_PLACES};

use crate::args::{self, Any, describe, perhaps_detached};
use crate::errors::{OrRaise, core_error};

/// Places and ways above which a search is made without the interpreter lock.
const HEAVY_BOARD: usize = 8_192;

/// A board: places, numbered from 0, and the ways between them; it never changes.
///
/// `Board(places, edges, directed=False)`: edges are pairs of places, and lead both ways unless the board is directed. At
/// most 65,536 places and 1,000,000 edges. Lists of places are always ascending, so that nothing hangs on chance.
///
/// What stands in the way is said with each question. `blocked` holds places that cannot be entered (one may start
/// there), as numbers or as a table of bytes indexed by place; `blocked_edges` holds pairs. `sources` and `targets` are
/// one place or several. Bad arguments raise CoreError.
#[pyclass(name = "Board", module = "undercroft._core", eq, frozen)]
#[derive(PartialEq, Eq)]
pub struct PyBoard {
    inner: Arc<Board>,
}

impl From<Board> for PyBoard {
    fn from(inner: Board) -> Self {
        Self { inner: Arc::new(inner) }
    }
}

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (places, edges=None, directed=None), text_signature = "(places, edges=(), directed=False)")]
    fn new(py: Python<'_>, places: &Any<'_>, edges: Option<&Any<'_>>, directed: Option<&Any<'_>>) -> PyResult<Self> {
        let places = args::number(places, "places")?;
        let edges = edges.map_or_else(|| Ok(Vec::new()), |edges| pairs(edges, "edges"))?;
        let directed = directed.map_or(Ok(false), |directed| args::truth(directed, "directed"))?;
        let heavy = edges.len() > 1_000 || places > 20_000;
        Ok(perhaps_detached(py, heavy, || Board::new(places, &edges, directed)).or_raise()?.into())
    }

    /// A grid of width times height cells, numbered row by row (cell = y * width + x), each with ways to its four
    /// neighbours. No way leads into or out of a solid cell, or through a wall: a pair of neighbouring cells.
    #[classmethod]
    #[pyo3(signature = (width, height, solid=None, walls=None),
           text_signature = "($cls, width, height, solid=(), walls=())")]
    fn grid<'py>(
        cls: &Bound<'py, PyType>,
        width: &Any<'py>,
        height: &Any<'py>,
        solid: Option<&Any<'py>>,
        walls: Option<&Any<'py>>,
    ) -> PyResult<Self> {
        let width = args::number(width, "width")?;
        let height = args::number(height, "height")?;
        let solid = solid.map_or_else(|| Ok(Vec::new()), |solid| several(solid, "solid"))?;
        let walls = walls.map_or_else(|| Ok(Vec::new()), |walls| pairs(walls, "walls"))?;
        let heavy = width.saturating_mul(height) > 500;
        Ok(perhaps_detached(cls.py(), heavy, || Board::grid(width, height, &solid, &walls)).or_raise()?.into())
    }

    /// How many places there are.
    #[getter]
    fn places(&self) -> u32 {
        self.inner.places()
    }

    fn __len__(&self) -> usize {
        self.inner.places() as usize
    }

    /// Whether edges lead from their first place to their second only.
    #[getter]
    fn directed(&self) -> bool {
        self.inner.directed()
    }

    /// Width and height of a grid; None for any other board.
    #[getter]
    fn shape(&self) -> Option<(u32, u32)> {
        self.inner.shape()
    }

    /// All edges, ascending; unless the board is directed, each once, the lower place first.
    fn edges(&self) -> Vec<(u32, u32)> {
        self.inner.edges()
    }

    /// The places that one step leads to.
    fn neighbours(&self, place: &Any<'_>) -> PyResult<Vec<u32>> {
        Ok(self.inner.neighbours(one(place, "place")?).or_raise()?.to_vec())
    }

    /// The number of steps from the nearest source to each place; -1 where none leads.
    #[pyo3(signature = (sources, blocked=None, blocked_edges=None),
           text_signature = "($self, sources, blocked=(), blocked_edges=())")]
    fn distances<'py>(
        &self,
        py: Python<'py>,
        sources: &Any<'py>,
        blocked: Option<&Any<'py>>,
        blocked_edges: Option<&Any<'py>>,
    ) -> PyResult<Vec<i64>> {
        let sources = several(sources, "sources")?;
        let distances = self.ask(py, blocked, blocked_edges, |board, blocked| board.distances(&sources, blocked))?;
        Ok(distances.into_iter().map(signed).collect())
    }

    /// The number of steps from one place to another; None if no way leads there.
    #[pyo3(signature = (place, to, blocked=None, blocked_edges=None),
           text_signature = "($self, place, to, blocked=(), blocked_edges=())")]
    fn distance<'py>(
        &self,
        py: Python<'py>,
        place: &Any<'py>,
        to: &Any<'py>,
        blocked: Option<&Any<'py>>,
        blocked_edges: Option<&Any<'py>>,
    ) -> PyResult<Option<u32>> {
        let (place, to) = (one(place, "place")?, one(to, "to")?);
        self.ask(py, blocked, blocked_edges, |board, blocked| board.distance(place, to, blocked))
    }

    /// Every first step of a shortest path from a place to the nearest target. None when the place is a target itself or
    /// no target can be reached; a blocked target cannot.
    #[pyo3(signature = (place, targets, blocked=None, blocked_edges=None),
           text_signature = "($self, place, targets, blocked=(), blocked_edges=())")]
    fn next_steps<'py>(
        &self,
        py: Python<'py>,
        place: &Any<'py>,
        targets: &Any<'py>,
        blocked: Option<&Any<'py>>,
        blocked_edges: Option<&Any<'py>>,
    ) -> PyResult<Vec<u32>> {
        let place = one(place, "place")?;
        let targets = several(targets, "targets")?;
        self.ask(py, blocked, blocked_edges, |board, blocked| board.next_steps(place, &targets, blocked))
    }

    /// All places at most `steps` steps from the nearest source, the sources included.
    #[pyo3(signature = (sources, steps, blocked=None, blocked_edges=None),
           text_signature = "($self, sources, steps, blocked=(), blocked_edges=())")]
    fn reach<'py>(
        &self,
        py: Python<'py>,
        sources: &Any<'py>,
        steps: &Any<'py>,
        blocked: Option<&Any<'py>>,
        blocked_edges: Option<&Any<'py>>,
    ) -> PyResult<Vec<u32>> {
        let sources = several(sources, "sources")?;
        let steps = args::number(steps, "steps")?;
        self.ask(py, blocked, blocked_edges, |board, blocked| board.reach(&sources, steps, blocked))
    }

    /// A shortest path from one place to another, both included: of all of them the one whose places come first in
    /// number, step by step. None if no way leads there.
    #[pyo3(signature = (place, to, blocked=None, blocked_edges=None),
           text_signature = "($self, place, to, blocked=(), blocked_edges=())")]
    fn path<'py>(
        &self,
        py: Python<'py>,
        place: &Any<'py>,
        to: &Any<'py>,
        blocked: Option<&Any<'py>>,
        blocked_edges: Option<&Any<'py>>,
    ) -> PyResult<Option<Vec<u32>>> {
        let (place, to) = (one(place, "place")?, one(to, "to")?);
        self.ask(py, blocked, blocked_edges, |board, blocked| board.path(place, to, blocked))
    }

    /// Which places hang together, whatever the direction of the edges: for each place the number of its component,
    /// counted from 0 in the order of their lowest places; -1 for a blocked place.
    #[pyo3(signature = (blocked=None, blocked_edges=None), text_signature = "($self, blocked=(), blocked_edges=())")]
    fn components<'py>(
        &self,
        py: Python<'py>,
        blocked: Option<&Any<'py>>,
        blocked_edges: Option<&Any<'py>>,
    ) -> PyResult<Vec<i64>> {
        let labels = self.ask(py, blocked, blocked_edges, |board, blocked| Ok(board.components(blocked)))?;
        Ok(labels.into_iter().map(signed).collect())
    }

    /// Whether the straight line between the centres of two cells of a grid is free: it passes through no solid cell
    /// between them and across no wall. A line through a corner is free when it could be bent around it on at least one
    /// side. Sight is mutual, and a solid cell itself can be seen.
    fn sight(&self, place: &Any<'_>, to: &Any<'_>) -> PyResult<bool> {
        self.inner.sight(one(place, "place")?, one(to, "to")?).or_raise()
    }

    /// The board itself: it never changes.
    fn copy(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Any<'_>) -> Py<Self> {
        slf
    }

    /// The canonical byte form: equal boards have equal bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.inner.to_bytes())
    }

    /// The board of a canonical byte form.
    #[classmethod]
    fn from_bytes(_cls: &Bound<'_, PyType>, data: &Any<'_>) -> PyResult<Self> {
        Ok(Board::from_bytes(&args::bytes(data, "data")?).or_raise()?.into())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Any<'py>, (Bound<'py, PyBytes>,))> {
        let data = slf.get().to_bytes(slf.py());
        Ok((slf.get_type().getattr("from_bytes")?, (data,)))
    }

    fn __repr__(&self) -> String {
        let edges = self.inner.edges().len();
        match self.inner.shape() {
            Some((width, height)) => format!("<Board {width}x{height} edges={edges}>"),
            None => {
                let kind = if self.inner.directed() { " directed" } else { "" };
                format!("<Board places={} edges={edges}{kind}>", self.inner.places())
            }
        }
    }
}

impl PyBoard {
    /// Puts a question to the board, with what stands in the way.
    #[inline]
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        places: Option<&Any<'_>>,
        edges: Option<&Any<'_>>,
        question: impl FnOnce(&Board, &Blocked) -> undercroft_core::Result<T> + Send,
    ) -> PyResult<T> {
        let mut blocked = Blocked::default();
        if let Some(places) = places {
            blocked.places = self.table(places)?;
        }
        if let Some(edges) = edges {
            blocked.ways = pairs(edges, "blocked_edges")?;
        }
        let board = &*self.inner;
        let heavy = board.size() + blocked.ways.len() > HEAVY_BOARD;
        perhaps_detached(py, heavy, || question(board, &board.ready(blocked)?)).or_raise()
    }

    /// Blocked places as a table, from a table or from numbers.
    fn table(&self, value: &Any<'_>) -> PyResult<Vec<u8>> {
        if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
            return Ok(args::bytes(value, "blocked")?.into_owned());
        }
        let places = several(value, "blocked")?;
        if places.is_empty() {
            return Ok(Vec::new());
        }
        let mut table = vec![0; self.inner.places() as usize];
        for place in places {
            match table.get_mut(place as usize) {
                Some(mark) => *mark = 1,
                None => {
                    let places = self.inner.places();
                    return Err(core_error(format!(
                        "there is no place {place} to block: they are numbered from 0 and there are {places}"
                    )));
                }
            }
        }
        Ok(table)
    }
}

fn signed(number: u32) -> i64 {
    if number == FAR { -1 } else { i64::from(number) }
}

fn one(value: &Any<'_>, name: &str) -> PyResult<u32> {
    Ok(args::whole(value, name, 0, MAX_PLACES as u64)? as u32)
}

/// One place, or several.
fn several(value: &Any<'_>, name: &str) -> PyResult<Vec<u32>> {
    if value.is_instance_of::<PyInt>() {
        return Ok(vec![one(value, name)?]);
    }
    args::items(value, name, "places", MAX_PLACES, |place| one(place, name))
}

fn pairs(value: &Any<'_>, name: &str) -> PyResult<Vec<(u32, u32)>> {
    args::items(value, name, "pairs of places", MAX_EDGES, |pair| {
        match *args::items(pair, name, "pairs of places", 2, |place| one(place, name))? {
            [a, b] => Ok((a, b)),
            _ => Err(core_error(format!("{name} must hold pairs of places, got {}", describe(pair)))),
        }
    })
}
