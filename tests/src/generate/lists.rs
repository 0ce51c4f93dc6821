//! Generates lists as values, and functions of whole lists.

use super::value::Writer;
use super::world::*;

impl Writer<'_> {
    /// Writes a list composed of others.
    pub fn made_list(&mut self, depth: usize) -> String {
        match self.dice.below(10) {
            8 => self.some_of(depth),
            0 => format!("reversed({})", self.some_list(depth)),
            1 => self.numbers(depth),
            2 => self.groups(depth),
            3 => self.choices(depth),
            4 => self.sorted(depth),
            5 | 6 => self.left(depth),
            7 => self.of_all(depth),
            _ => {
                let (name, least) = (self.fresh("s"), self.dice.below(3));
                format!("list {name} in {} where count({name}) > {least}", self.groups(depth))
            }
        }
    }

    /// Writes a list of values of a type.
    pub fn list_of(&mut self, ty: Ty, depth: usize) -> String {
        if self.dice.percent(40)
            && let Some(list) = self.list(ty, depth)
        {
            return list;
        }
        if self.dice.percent(60)
            && let Some(query) = self.query(ty, depth)
        {
            return query.text;
        }
        let count = self.dice.between(1, 2);
        let elements: Vec<String> = (0..count).map(|_| self.value(ty, depth)).collect();
        format!("[{}]", elements.join(", "))
    }

    /// Writes a list of lists, with their element type.
    pub fn groups_of(&mut self, depth: usize) -> (String, Ty) {
        let over = self.some_query(depth);
        let ty = *self.dice.pick(&self.world.types());
        let key = self.among(&over, |writer| writer.value(ty, depth.min(2)));
        (format!("groups({key} of {})", over.text), over.ty)
    }

    /// Writes a list of lists to choose from, with their element type.
    pub fn lists_of(&mut self, depth: usize) -> (String, Ty) {
        let few = self.few(depth);
        match self.zone_with(None, false, depth) {
            Some((zone, _)) if self.dice.percent(50) => {
                let sizes = self.subset_sizes();
                (format!("subsets(top({few}, {zone}){sizes})"), Ty::Card(None))
            }
            _ => self.groups_of(depth),
        }
    }

    /// Writes a list of numbers.
    pub fn numbers(&mut self, depth: usize) -> String {
        match self.dice.below(3) {
            0 => format!("[{}, {}]", self.value(Ty::Int, depth), self.value(Ty::Int, depth)),
            _ => self.fold("list", Ty::Int, depth),
        }
    }

    fn groups(&mut self, depth: usize) -> String {
        let ty = *self.dice.pick(&self.world.types());
        self.fold("groups", ty, depth)
    }

    fn choices(&mut self, depth: usize) -> String {
        let few = self.few(depth);
        match self.zone_with(None, false, depth) {
            Some((zone, _)) => format!("subsets(top({few}, {zone}){})", self.subset_sizes()),
            None => self.groups(depth),
        }
    }

    /// Writes the sizes of subsets, if any.
    fn subset_sizes(&mut self) -> String {
        match self.dice.below(4) {
            0 => format!(", {}", self.few(0)),
            1 => format!(", {}..{}", self.dice.below(2), self.dice.between(1, 3)),
            _ => String::new(),
        }
    }

    /// Writes the first or last elements of a list.
    fn some_of(&mut self, depth: usize) -> String {
        let end = *self.dice.pick(&["first", "last"]);
        let few = self.few(depth);
        format!("{end}({few}, {})", self.some_list(depth))
    }

    fn sorted(&mut self, depth: usize) -> String {
        let query = self.some_query(depth);
        let ty = *self.dice.pick(&self.world.types());
        let key = self.among(&query, |writer| writer.value(ty, depth.min(2)));
        format!("{} sorted by {key}", query.text)
    }

    fn left(&mut self, depth: usize) -> String {
        let zones = [(); 2].map(|()| self.zone_with(None, false, depth.min(1)));
        match zones.map(|zone| zone.map(|(text, _)| text)) {
            [Some(all), Some(out)] if self.dice.percent(40) => format!("{all} - {out}"),
            [Some(all), _] => format!("{all} - [{}]", self.value(Ty::Card(None), depth)),
            [None, _] => self.groups(depth),
        }
    }

    fn of_all(&mut self, depth: usize) -> String {
        let held = self.world.zones.iter().filter(|zone| zone.holder.ty().or(zone.per).is_some());
        let held: Vec<String> = held.map(|zone| zone.name.clone()).collect();
        match self.dice.any(&held) {
            Some(zone) => format!("card in all.{zone}"),
            None => self.groups(depth),
        }
    }
}
