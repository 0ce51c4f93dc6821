//! Maps: adjacency of positions.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::hir::{Graph, MapDef};
use crate::ids::{EnumId, SpotId};
use crate::language::DIRECTION;
use crate::load::raw::{Name, RawMap, RawRuleset, RawSpot};
use crate::operators::DIRECTIONS;
use crate::resolve::{Target, Use};

impl Checker<'_> {
    /// Returns the adjacency of the spots of a type.
    pub(super) fn map_of(&mut self, id: SpotId, spot: &RawSpot) -> Option<MapDef> {
        match spot.map.as_ref()? {
            RawMap::Grid { columns, .. } => Some(MapDef::Grid { columns: columns.value }),
            RawMap::Graph(links) => {
                let mut found = Vec::new();
                for (from, others) in links {
                    let from = self.place_named((id, spot), from).map(|place| (place, from));
                    for other in others {
                        let to = self.place_named((id, spot), other);
                        found.extend(from.zip(to).filter(|(from, to)| self.is_link(*from, (*to, other))));
                    }
                }
                let links: Vec<(usize, usize)> = found.iter().map(|((from, _), to)| (*from, *to)).collect();
                Some(MapDef::Graph(Graph::new(spot.words.len(), &links)))
            }
        }
    }

    /// Looks up a position by name.
    fn place_named(&mut self, (id, spot): (SpotId, &RawSpot), name: &Name) -> Option<usize> {
        let found = spot.words.iter().position(|word| word.value == name.value);
        match found {
            Some(at) => {
                let target = Target::SpotWord(id, u16::try_from(at).unwrap_or(u16::MAX));
                self.names.draft.refer(name.span, target, Use::Names);
            }
            None => {
                let message = format!("there is no {} `{}`", spot.name.value, name.value);
                let problem = Diagnostic::new(Code::UnknownName, name.span, message);
                let known = spot.words.iter().map(|word| word.value.as_str());
                self.problems.push(problem.suggest(&name.value, known));
            }
        }
        found
    }

    /// Reports a link from a position to itself. Returns true for other links.
    fn is_link(&mut self, (from, _): (usize, &Name), (to, name): (usize, &Name)) -> bool {
        if from == to {
            let message = format!("`{}` is linked with itself", name.value);
            let problem = Diagnostic::new(Code::BadMap, name.span, message);
            self.problems.push(problem.help("a link leads from one place to another: leave this one out"));
        }
        from != to
    }

    /// Reports a direction enum of the ruleset whose number of words differs from the sides of a grid cell.
    pub(super) fn directions(&mut self) {
        let Some(id) = direction(self.raw) else { return };
        let own = &self.raw.enums[id.index()];
        if own.values.len() != DIRECTIONS.len() {
            let message = format!("a grid has {} directions", DIRECTIONS.len());
            let problem = Diagnostic::new(Code::BadMap, own.name.span, message);
            let help = "name them clockwise, upwards first: `direction: [north, east, south, west]`, or give this enum another name";
            self.problems.push(problem.help(help));
        }
    }
}

/// Returns the direction enum, if the ruleset has a grid.
pub(in crate::check) fn direction(raw: &RawRuleset) -> Option<EnumId> {
    let is_grid = |spot: &RawSpot| matches!(spot.map, Some(RawMap::Grid { .. }));
    raw.spots.iter().find(|spot| is_grid(spot))?;
    raw.enums.iter().position(|item| item.name.value == DIRECTION).map(EnumId::new)
}
