//! Distances, steps, reach and paths: breadth-first searches.

use super::{Blocked, Board, Ways};
use crate::error::Result;

/// The distance of a place that cannot be reached.
pub const FAR: u32 = u32::MAX;

/// A breadth-first search: distances so far, and the places in the order they were found.
struct Search {
    distance: Vec<u32>,
    found: Vec<u32>,
    /// How many of `found` have been gone on from.
    done: usize,
}

impl Search {
    fn new(places: u32, from: &[u32]) -> Self {
        let mut search =
            Self { distance: vec![FAR; places as usize], found: Vec::with_capacity(places as usize), done: 0 };
        for &place in from {
            search.find(place, 0);
        }
        search
    }

    #[inline]
    fn at(&self, place: u32) -> u32 {
        self.distance.get(place as usize).copied().unwrap_or(FAR)
    }

    #[inline]
    fn find(&mut self, place: u32, distance: u32) {
        if let Some(entry) = self.distance.get_mut(place as usize)
            && *entry == FAR
        {
            *entry = distance;
            self.found.push(place);
        }
    }

    /// Goes on from every place less than `limit` steps away, over ways that `open` lets pass.
    #[inline]
    fn run(&mut self, ways: &Ways, limit: u32, open: impl Fn(u32, u32) -> bool) {
        while let Some(&place) = self.found.get(self.done) {
            let here = self.at(place);
            if here >= limit {
                break;
            }
            self.done += 1;
            for &next in ways.of(place) {
                if open(place, next) {
                    self.find(next, here + 1);
                }
            }
        }
    }
}

impl Board {
    fn flood(&self, sources: &[u32], limit: u32, blocked: &Blocked) -> Search {
        let mut search = Search::new(self.places, sources);
        if blocked.places.is_empty() && blocked.ways.is_empty() {
            search.run(&self.out, limit, |_, _| true);
        } else {
            search.run(&self.out, limit, |from, to| !blocked.place(to) && !blocked.way(from, to));
        }
        search
    }

    /// The number of steps from the nearest source to each place; [`FAR`] where none leads. `blocked` must be
    /// [`ready`](Self::ready), here and below.
    ///
    /// # Errors
    /// When there is no source or one is no place.
    pub fn distances(&self, sources: &[u32], blocked: &Blocked) -> Result<Vec<u32>> {
        self.all_known(sources)?;
        Ok(self.flood(sources, FAR, blocked).distance)
    }

    /// The number of steps from one place to another; none if no way leads there.
    ///
    /// # Errors
    /// When one of them is no place.
    pub fn distance(&self, from: u32, to: u32, blocked: &Blocked) -> Result<Option<u32>> {
        self.known(from)?;
        self.known(to)?;
        let steps = self.flood(&[from], FAR, blocked).at(to);
        Ok((steps != FAR).then_some(steps))
    }

    /// All places at most `steps` steps from the nearest source, the sources included, ascending.
    ///
    /// # Errors
    /// When there is no source or one is no place.
    pub fn reach(&self, sources: &[u32], steps: u64, blocked: &Blocked) -> Result<Vec<u32>> {
        self.all_known(sources)?;
        let limit = u32::try_from(steps).unwrap_or(FAR);
        let mut found = self.flood(sources, limit, blocked).found;
        found.sort_unstable();
        Ok(found)
    }

    /// Every first step of a shortest path from a place to the nearest of the targets, ascending. There is none when the
    /// place is a target itself or none can be reached; a blocked target cannot.
    ///
    /// # Errors
    /// When there is no target, or the place or a target does not exist.
    pub fn next_steps(&self, from: u32, targets: &[u32], blocked: &Blocked) -> Result<Vec<u32>> {
        self.known(from)?;
        self.all_known(targets)?;
        if targets.contains(&from) {
            return Ok(Vec::new());
        }
        if blocked.places.is_empty() && blocked.ways.is_empty() {
            return Ok(self.steps_back(from, targets, |_, _| true));
        }
        let enter: Vec<u32> = targets.iter().copied().filter(|&target| !blocked.place(target)).collect();
        let open = |to, by| !blocked.way(by, to) && (!blocked.place(by) || by == from);
        Ok(self.steps_back(from, &enter, open))
    }

    /// Searches back from the targets until `from` is found, and takes its neighbours that are one step nearer.
    /// `open(to, by)` tells whether one may stand on `by` and go on to `to`.
    #[inline]
    fn steps_back(&self, from: u32, targets: &[u32], open: impl Fn(u32, u32) -> bool) -> Vec<u32> {
        let mut search = Search::new(self.places, targets);
        let mut limit = 1;
        while search.at(from) == FAR && search.done < search.found.len() {
            search.run(self.back(), limit, &open);
            limit += 1;
        }
        match search.at(from) {
            FAR => Vec::new(),
            steps => {
                let nearer = |&&to: &&u32| search.at(to) == steps - 1 && open(to, from);
                self.out.of(from).iter().filter(nearer).copied().collect()
            }
        }
    }

    /// A shortest path from one place to another, both included: of all of them the one whose places come first in
    /// number, step by step. None if no way leads there.
    ///
    /// # Errors
    /// When one of them is no place.
    pub fn path(&self, from: u32, to: u32, blocked: &Blocked) -> Result<Option<Vec<u32>>> {
        self.known(from)?;
        self.known(to)?;
        if from == to {
            return Ok(Some(vec![from]));
        }
        if blocked.place(to) {
            return Ok(None);
        }
        let open = |place: u32, by: u32| !blocked.way(by, place) && (!blocked.place(by) || by == from);
        let mut search = Search::new(self.places, &[to]);
        search.run(self.back(), FAR, open);
        if search.at(from) == FAR {
            return Ok(None);
        }
        let mut path = vec![from];
        let mut here = from;
        for left in (0..search.at(from)).rev() {
            let next = |&&place: &&u32| search.at(place) == left && open(place, here) && !blocked.place(place);
            let Some(&place) = self.out.of(here).iter().find(next) else { break };
            path.push(place);
            here = place;
        }
        Ok(Some(path))
    }

    /// Which places hang together, whatever the direction of the ways: for each place the number of its component,
    /// counted from 0 in the order of their lowest places; [`FAR`] for a blocked place.
    pub fn components(&self, blocked: &Blocked) -> Vec<u32> {
        let mut label = vec![FAR; self.places as usize];
        let mut components = 0;
        let mut waiting = Vec::new();
        for place in 0..self.places {
            waiting.push(place);
            let mut new = false;
            while let Some(at) = waiting.pop() {
                let Some(entry) = label.get_mut(at as usize) else { continue };
                if *entry != FAR || blocked.place(at) {
                    continue;
                }
                *entry = components;
                new = true;
                waiting.extend(self.out.of(at).iter().copied().filter(|&to| !blocked.way(at, to)));
                waiting.extend(self.into.of(at).iter().copied().filter(|&by| !blocked.way(by, at)));
            }
            components += u32::from(new);
        }
        label
    }
}
