//! Maps: adjacency of spots, on a grid or by links.
//!
//! Distances between all spots of a graph are the same in all games, so they are computed once, when the
//! ruleset is checked.

use super::{OpResult, there};
use crate::fault::FaultKind;
use crate::numbers::NONE;

/// The directions of a grid, clockwise.
pub const DIRECTIONS: [&str; 4] = ["north", "east", "south", "west"];

/// Distance between spots that no path connects.
const FAR: u16 = u16::MAX;

/// Number of bits in a word of a set of spots.
const BITS: usize = u64::BITS as usize;

/// Adjacency of the spots of a kind.
#[derive(Debug, Clone, Copy)]
pub enum Map<'a> {
    /// Rows of spots, the first row at the top.
    Grid {
        /// Number of spots in a row.
        columns: i32,
        /// Number of spots in all rows.
        count: i32,
    },
    /// Spots connected by links.
    Graph(&'a Graph),
}

impl<'a> Map<'a> {
    /// Returns the neighbours of a spot, by number. Empty if the spot does not exist.
    pub fn neighbours(self, at: i32) -> impl Iterator<Item = i32> + use<'a> {
        let (on_grid, linked) = match self {
            Map::Grid { columns, count } if (0..count).contains(&at) => {
                let beside = |way| stepped((columns, count), at, way);
                ([beside(0), beside(3), beside(1), beside(2)], &[][..])
            }
            Map::Grid { .. } => ([None; 4], &[][..]),
            Map::Graph(graph) => ([None; 4], graph.beside(at)),
        };
        on_grid.into_iter().flatten().chain(linked.iter().map(|place| i32::from(*place)))
    }
}

/// Spots and the links between them.
#[derive(Debug, Clone)]
pub struct Graph {
    /// The neighbours of each spot, in ascending order.
    beside: Vec<Vec<u16>>,
    /// Matrix of the distances between spots in steps, or [`FAR`].
    steps: Vec<u16>,
}

impl Graph {
    /// Creates a graph with `count` spots. Links go both ways; links with unknown spots are ignored.
    pub fn new(count: usize, links: &[(usize, usize)]) -> Graph {
        let mut beside = vec![Vec::new(); count];
        for (a, b) in links.iter().copied().filter(|(a, b)| a != b && *a < count && *b < count) {
            beside[a].push(b as u16);
            beside[b].push(a as u16);
        }
        for places in &mut beside {
            places.sort_unstable();
            places.dedup();
        }
        let sets: Vec<Vec<u64>> = beside.iter().map(|places| set_of(count, places)).collect();
        let steps = (0..count).flat_map(|from| steps_from(from, &sets)).collect();
        Graph { beside, steps }
    }

    /// Returns true if a path connects each pair of spots.
    pub fn is_connected(&self) -> bool {
        !self.steps.contains(&FAR)
    }

    /// Returns each link once, as a pair of spots in ascending order.
    pub fn links(&self) -> impl Iterator<Item = (usize, usize)> {
        let beside = self.beside.iter().enumerate();
        beside.flat_map(|(a, beside)| beside.iter().map(move |b| (a, usize::from(*b)))).filter(|(a, b)| a < b)
    }

    /// Returns true if each spot has at least one link.
    pub fn has_no_lonely_place(&self) -> bool {
        self.beside.iter().all(|places| !places.is_empty())
    }

    /// Returns the spots linked to a spot.
    #[inline]
    pub fn beside(&self, at: i32) -> &[u16] {
        usize::try_from(at).ok().and_then(|at| self.beside.get(at)).map_or(&[], Vec::as_slice)
    }

    #[inline]
    fn steps(&self, from: i32, to: i32) -> Option<u16> {
        let (from, to) = (usize::try_from(from).ok()?, usize::try_from(to).ok()?);
        self.steps.get(from * self.beside.len() + to).copied()
    }
}

fn set_of(count: usize, places: &[u16]) -> Vec<u64> {
    let mut set = vec![0; count.div_ceil(BITS)];
    for place in places {
        set[usize::from(*place) / BITS] |= 1 << (usize::from(*place) % BITS);
    }
    set
}

/// Computes the distance from one spot to each spot by breadth-first search, on sets stored as words of bits.
fn steps_from(from: usize, beside: &[Vec<u64>]) -> Vec<u16> {
    let count = beside.len();
    let mut steps = vec![FAR; count];
    let mut unseen = set_of(count, &(0..count as u16).collect::<Vec<_>>());
    let mut ring = vec![from];
    let mut far = 0;
    while !ring.is_empty() {
        let mut next = vec![0; unseen.len()];
        for place in ring {
            steps[place] = far;
            unseen[place / BITS] &= !(1 << (place % BITS));
            next.iter_mut().zip(&beside[place]).for_each(|(next, beside)| *next |= beside);
        }
        far += 1;
        let has = |place: &usize| next[place / BITS] & unseen[place / BITS] & 1 << (place % BITS) != 0;
        ring = (0..count).filter(has).collect();
    }
    steps
}

/// Returns the neighbour of a spot on a grid.
#[inline]
fn stepped((columns, count): (i32, i32), at: i32, way: i32) -> Option<i32> {
    let column = at % columns;
    match way {
        0 => Some(at - columns).filter(|at| *at >= 0),
        1 => Some(at + 1).filter(|_| column + 1 < columns),
        2 => Some(at + columns).filter(|at| *at < count),
        _ => Some(at - 1).filter(|_| column > 0),
    }
}

/// Returns the number of columns and spots if `map` is a grid with spot `at`.
#[inline]
fn grid(map: Option<Map<'_>>, at: i32) -> Result<(i32, i32), FaultKind> {
    match map {
        Some(Map::Grid { columns, count }) if (0..count).contains(&at) => Ok((columns, count)),
        Some(Map::Grid { .. } | Map::Graph(_)) | None => Err(FaultKind::Missing),
    }
}

#[inline]
pub(super) fn row(map: Option<Map<'_>>, at: i32) -> OpResult {
    grid(map, at).map(|(columns, _)| at / columns + 1)
}

#[inline]
pub(super) fn column(map: Option<Map<'_>>, at: i32) -> OpResult {
    grid(map, at).map(|(columns, _)| at % columns + 1)
}

#[inline]
pub(super) fn place_at(map: Option<Map<'_>>, column: i32, row: i32) -> OpResult {
    let Some(Map::Grid { columns, count }) = map else { return Err(FaultKind::NoSuchNumber) };
    let is_there = (1..=columns).contains(&column) && row >= 1 && row <= count / columns;
    if is_there { Ok((row - 1) * columns + column - 1) } else { Err(FaultKind::NoSuchNumber) }
}

/// Returns the neighbour of a spot in a direction, or missing.
#[inline]
pub(super) fn toward(map: Option<Map<'_>>, at: i32, way: i32) -> OpResult {
    Ok(stepped(grid(map, at)?, at, way).unwrap_or(NONE))
}

/// Returns the number of steps between two spots.
#[inline]
pub(super) fn distance(map: Option<Map<'_>>, a: i32, b: i32) -> OpResult {
    match map {
        Some(Map::Graph(graph)) => match graph.steps(a, b) {
            Some(FAR) => Ok(NONE),
            steps => steps.map(i32::from).ok_or(FaultKind::Missing),
        },
        Some(Map::Grid { .. }) | None => {
            let (columns, _) = grid(map, a)?;
            grid(map, b)?;
            Ok((a / columns - b / columns).abs() + (a % columns - b % columns).abs())
        }
    }
}

#[inline]
pub(super) fn opposite(way: i32) -> OpResult {
    let half = DIRECTIONS.len() as i32 / 2;
    Ok((there(way)? + half) % (2 * half))
}
