//! Maps: adjacency of spots.

use super::Rules;
use ludex_check::ids::{SpotAt, SpotId};
use ludex_check::operators::{GameParams, Map};

impl Rules {
    /// Returns true if spots of a kind are on a map: a grid or a graph of links.
    pub fn is_map(&self, sort: SpotId) -> bool {
        self.map(sort).is_some()
    }

    /// Returns the number of columns, if spots of a kind are on a grid.
    pub fn columns(&self, sort: SpotId) -> Option<u16> {
        match self.map(sort)? {
            Map::Grid { columns, .. } => u16::try_from(columns).ok(),
            Map::Graph(_) => None,
        }
    }

    /// Returns the neighbours of a spot on a map, by number.
    pub fn neighbours(&self, spot: SpotAt) -> impl Iterator<Item = SpotAt> {
        let map = self.map(spot.sort).filter(|_| self.has_spot(spot));
        let beside = map.into_iter().flat_map(move |map| map.neighbours(spot.number.into()));
        beside.filter_map(move |number| Some(SpotAt { sort: spot.sort, number: u16::try_from(number).ok()? }))
    }

    fn map(&self, sort: SpotId) -> Option<Map<'_>> {
        let is_there = sort.index() < self.program.layout.spots.len();
        is_there.then(|| self.program.map(sort)).flatten()
    }
}
