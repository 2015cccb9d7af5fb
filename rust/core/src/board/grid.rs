//! Grids: cells in rows, four ways out of each, walls, and what can be seen from where.

use super::{Board, Grid, MAX_PLACES};
use crate::error::{Result, bail};

impl Board {
    /// A grid of cells, numbered row by row from 0 (`cell = y * width + x`). From each cell a way leads to each of its
    /// four neighbours, unless one of the two is solid or there is a wall between them.
    ///
    /// # Errors
    /// When there is no cell or more than [`MAX_PLACES`], a solid cell does not exist, or a wall is not between two
    /// neighbouring cells.
    pub fn grid(width: u64, height: u64, solid: &[u32], walls: &[(u32, u32)]) -> Result<Self> {
        let cells = width.saturating_mul(height);
        if cells == 0 || cells > MAX_PLACES as u64 {
            bail!("a grid has 1 to {MAX_PLACES} cells, got {width} times {height}");
        }
        let mut grid = Grid { width: width as u32, height: height as u32, solid: solid.to_vec(), walls: Vec::new() };
        grid.solid.sort_unstable();
        grid.solid.dedup();
        if let Some(cell) = solid.iter().find(|&&cell| u64::from(cell) >= cells) {
            bail!("there is no cell {cell}: they are numbered from 0 and there are {cells}");
        }
        for &(a, b) in walls {
            let (low, high) = (a.min(b), a.max(b));
            let beside = low.checked_add(1) == Some(high) && !u64::from(high).is_multiple_of(width);
            let below = u64::from(low) + width == u64::from(high);
            if u64::from(high) >= cells || !(beside || below) {
                bail!("a wall stands between two neighbouring cells of the grid, not between {a} and {b}");
            }
            grid.walls.push((low, high));
        }
        grid.walls.sort_unstable();
        grid.walls.dedup();
        let cells = cells as u32;
        let right = (0..cells).filter(|cell| (cell + 1) % grid.width != 0).map(|cell| (cell, cell + 1));
        let down = (0..cells - grid.width).map(|cell| (cell, cell + grid.width));
        let ways: Vec<_> = right.chain(down).filter(|&(a, b)| grid.passable(a, b)).collect();
        let mut board = Self::new(u64::from(cells), &ways, false)?;
        board.grid = Some(grid);
        Ok(board)
    }

    /// Whether the straight line between the centres of two cells is free: it passes through no solid cell between them
    /// and across no wall. A line through a corner is free when it could be bent around the corner on at least one of
    /// the two sides. Sight is mutual, and a solid cell itself can be seen.
    ///
    /// # Errors
    /// When the board is no grid, or a cell does not exist.
    pub fn sight(&self, from: u32, to: u32) -> Result<bool> {
        let Some(grid) = &self.grid else { bail!("only a grid has lines of sight: make the board with Board.grid") };
        self.known(from)?;
        self.known(to)?;
        Ok(grid.sight(from, to))
    }
}

impl Grid {
    fn solid(&self, cell: u32) -> bool {
        self.solid.binary_search(&cell).is_ok()
    }

    fn wall(&self, a: u32, b: u32) -> bool {
        self.walls.binary_search(&(a.min(b), a.max(b))).is_ok()
    }

    fn passable(&self, a: u32, b: u32) -> bool {
        !self.solid(a) && !self.solid(b) && !self.wall(a, b)
    }

    fn place(&self, cell: u32) -> (i64, i64) {
        let width = self.width.max(1);
        (i64::from(cell % width), i64::from(cell / width))
    }

    fn sight(&self, from: u32, to: u32) -> bool {
        let ((x0, y0), (x1, y1)) = (self.place(from), self.place(to));
        let (dx, dy) = ((x1 - x0).abs(), (y1 - y0).abs());
        let right = (x1 - x0).signum();
        let down = (y1 - y0).signum() * i64::from(self.width);
        // The line crosses its i-th upright at (2i - 1) / 2dx of its length and its j-th level at (2j - 1) / 2dy.
        let (mut i, mut j) = (1, 1);
        let mut here = i64::from(from);
        let clear = |a: i64, b: i64| {
            let (a, b) = (a as u32, b as u32);
            !self.wall(a, b) && (b == to || !self.solid(b))
        };
        while i <= dx || j <= dy {
            let upright = (2 * i - 1) * dy;
            let level = (2 * j - 1) * dx;
            let next = if j > dy || (i <= dx && upright < level) {
                i += 1;
                here + right
            } else if i > dx || level < upright {
                j += 1;
                here + down
            } else {
                i += 1;
                j += 1;
                let corner = here + right + down;
                let around = |side: i64| clear(here, side) && clear(side, corner);
                if !around(here + right) && !around(here + down) {
                    return false;
                }
                here = corner;
                continue;
            };
            if !clear(here, next) {
                return false;
            }
            here = next;
        }
        true
    }
}
