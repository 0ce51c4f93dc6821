//! Generates queries and their zones.

use super::scope::Local;
use super::value::{Writer, is_a};
use super::world::*;

/// A query as text.
pub struct Query {
    pub text: String,
    /// Type of a candidate.
    pub ty: Ty,
    /// Name of a candidate.
    pub name: String,
}

impl Writer<'_> {
    /// Writes a query for values of a type, if possible.
    pub fn query(&mut self, ty: Ty, depth: usize) -> Option<Query> {
        let named = self.dice.percent(75);
        let name = if named { self.fresh("x") } else { "it".to_owned() };
        let (noun, place) = self.source(ty, depth)?;
        let binder = if named { format!(" {name}") } else { String::new() };
        let other =
            if self.scope.this && matches!(ty, Ty::Card(_)) && self.dice.percent(20) { "other " } else { "" };
        let mut query = Query { text: String::new(), ty, name };
        // a noun alone is not a valid query everywhere
        let filter = if place.is_empty() || self.dice.percent(65) {
            let test = self.among(&query, |writer| writer.truth(depth.min(3)));
            format!(" where {test}")
        } else {
            String::new()
        };
        query.text = format!("{other}{noun}{binder}{place}{filter}");
        Some(query)
    }

    /// Writes a query of any type.
    pub fn some_query(&mut self, depth: usize) -> Query {
        let cards = self.dice.percent(65);
        let kind = self.dice.below(self.world.kinds.len());
        let types = self.world.types();
        let ty = if cards { Ty::Card(Some(kind)) } else { *self.dice.pick(&types) };
        match self.query(ty, depth) {
            Some(query) => query,
            None => self.query(Ty::Player, depth).expect("there are players"),
        }
    }

    /// Writes a query, a zone, a sum of zones, or a list.
    pub fn some_list(&mut self, depth: usize) -> String {
        if self.dice.percent(25)
            && let Some((zone, _)) = self.zone_with(None, false, depth)
        {
            return zone;
        }
        if self.dice.percent(5) {
            return format!("{} {}", self.dice.pick(&["player", "card"]), self.fresh("x"));
        }
        self.some_query(depth).text
    }

    /// Writes an item in which the candidate of a query is in scope.
    pub fn among<T>(&mut self, query: &Query, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.clone();
        self.scope.hide_it();
        self.scope.locals.push(Local::new(&query.name, query.ty));
        self.scope.candidate = Some((query.ty, query.name.clone()));
        let written = write(self);
        self.scope = before;
        written
    }

    /// Returns the noun and the source of a query.
    fn source(&mut self, ty: Ty, depth: usize) -> Option<(String, String)> {
        let inner = depth.min(1);
        if let Ty::Spot(i) = ty
            && self.world.spots[i].columns.is_some()
            && self.dice.percent(30)
        {
            return Some((self.world.word(ty), format!(" in {}.neighbours", self.value(ty, inner))));
        }
        if !matches!(ty, Ty::Decimal | Ty::Bool)
            && self.dice.percent(20)
            && let Some(list) = self.list(ty, depth)
        {
            let noun = if ty == Ty::Int { "number".to_owned() } else { self.world.word(ty) };
            return Some((noun, format!(" in {list}")));
        }
        match ty {
            Ty::Int => Some(("number".to_owned(), format!(" in {}", self.range(inner)))),
            Ty::Decimal | Ty::Bool => None,
            Ty::Enum(_) | Ty::Name(_) => Some((self.world.word(ty), String::new())),
            Ty::Player if self.world.eliminates.is_some() && self.dice.percent(30) => {
                Some((self.world.word(ty), " in all".to_owned()))
            }
            Ty::Player | Ty::Spot(_) => {
                let from = self.dice.percent(40).then(|| format!(" from {}", self.value(ty, inner)));
                Some((self.world.word(ty), from.unwrap_or_default()))
            }
            Ty::Card(kind) => Some(self.cards(kind, depth)),
        }
    }

    /// Writes an existing list of a type: the keys of a set, a local, or a function's return value.
    pub fn list(&mut self, ty: Ty, depth: usize) -> Option<String> {
        if depth > 0
            && self.dice.percent(30)
            && let Some(set) = self.set_of(ty, depth - 1)
        {
            return Some(set);
        }
        let gives = |f: &&Signature| depth > 0 && f.many && f.gives == ty;
        let functions: Vec<&Signature> = self.callable().filter(gives).collect();
        if self.dice.percent(40)
            && let Some(function) = self.dice.any(&functions)
        {
            return Some(format!("{}({})", function.name, self.arguments(function, depth)));
        }
        let lists = self.scope.locals.iter().filter(|local| local.list && local.ty == ty);
        let lists: Vec<String> = lists.map(|local| local.name.clone()).collect();
        self.dice.any(&lists)
    }

    /// Writes a member with a bool for each value of a type: the list of those that have `true`.
    fn set_of(&mut self, ty: Ty, depth: usize) -> Option<String> {
        let world = self.world;
        let is_set = |member: &&Member| member.per == Some(ty) && member.is_set();
        let sets: Vec<&Member> = world.members.iter().filter(is_set).collect();
        let set = self.dice.any(&sets)?;
        Some(self.whole(set, depth))
    }

    fn range(&mut self, depth: usize) -> String {
        match self.dice.below(20) {
            0 => format!("{}..{}", self.value(Ty::Int, depth), self.value(Ty::Int, depth)),
            1..=6 => {
                format!("({} mod 4)..({} mod 8)", self.value(Ty::Int, depth), self.value(Ty::Int, depth))
            }
            _ => format!("{}..{}", self.dice.below(3), self.dice.between(3, 7)),
        }
    }

    fn cards(&mut self, kind: Option<usize>, depth: usize) -> (String, String) {
        let noun = self.noun(kind);
        let place = match self.dice.below(12) {
            0 | 1 => None,
            2 => Some(format!("{}({})", self.dice.pick(&["above", "below"]), self.value(Ty::Card(kind), 0))),
            3 => self
                .zone_with(kind, false, depth)
                .map(|(zone, _)| format!("top({}, {zone})", self.few(depth))),
            4 | 5 => {
                let zones = [(); 2].map(|()| self.zone_with(kind, false, depth.min(1)));
                let [one, two] = zones.map(|zone| zone.map(|(text, _)| text));
                one.zip(two).map(|(one, two)| format!("{one} + {two}"))
            }
            _ => self.zone_with(kind, false, depth).map(|(zone, _)| zone),
        };
        (noun, place.map_or(String::new(), |place| format!(" in {place}")))
    }

    fn noun(&mut self, kind: Option<usize>) -> String {
        let Some(kind) = kind else { return "card".to_owned() };
        let of_kind = self.world.designs.iter().filter(|design| design.kind == kind);
        let designs: Vec<&Design> = of_kind.collect();
        match self.dice.below(6) {
            0 => self.dice.pick(&designs).name.clone(),
            _ => self.world.kinds[kind].name.clone(),
        }
    }

    /// Writes a number of cards; literals are not negative.
    pub fn few(&mut self, depth: usize) -> String {
        match self.dice.below(4) {
            0 if depth > 0 => format!("({} mod 4)", self.value(Ty::Int, depth - 1)),
            _ => self.dice.below(4).to_string(),
        }
    }

    /// Writes a zone that may hold cards of a kind (or any), or only these; returns its declaration, too.
    pub fn zone_with(&mut self, kind: Option<usize>, alone: bool, depth: usize) -> Option<(String, usize)> {
        let may = |zone: &Zone| match kind {
            Some(kind) if alone => zone.holds == [kind],
            Some(kind) => zone.holds.contains(&kind),
            None => true,
        };
        let zones = self.world.zones.iter().enumerate().filter(|(_, zone)| may(zone));
        let zones: Vec<usize> = zones.map(|(i, _)| i).collect();
        let zone = self.dice.any(&zones)?;
        Some((self.zone(zone, depth), zone))
    }

    /// Writes a declared zone of any holder.
    pub fn zone(&mut self, zone: usize, depth: usize) -> String {
        let zone = &self.world.zones[zone];
        let held = self.held_zone(zone, depth);
        zone.per.map_or(held.clone(), |key| format!("{held}[{}]", self.value(key, depth.min(1))))
    }

    fn held_zone(&mut self, zone: &Zone, depth: usize) -> String {
        let Some(ty) = zone.holder.ty() else { return zone.name.clone() };
        let candidate = self.scope.candidate.as_ref().is_some_and(|(candidate, _)| is_a(*candidate, ty));
        if candidate && self.dice.percent(40) {
            return zone.name.clone();
        }
        format!("{}.{}", self.value(ty, depth.min(1)), zone.name)
    }
}
