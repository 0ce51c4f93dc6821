//! Generates conditions: comparisons, tests, and their combinations.

use super::value::Writer;
use super::world::*;

impl Writer<'_> {
    /// Writes a condition.
    pub fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.test(0);
        }
        if self.world.eliminates.is_some() && self.dice.percent(8) {
            return format!("{}.out", self.value(Ty::Player, depth - 1));
        }
        match self.dice.weighted(&[18, 14, 8, 30, 12, 18]) {
            0 => format!("({} and {})", self.value(Ty::Bool, depth - 1), self.value(Ty::Bool, depth - 1)),
            1 => format!("({} or {})", self.value(Ty::Bool, depth - 1), self.value(Ty::Bool, depth - 1)),
            2 => format!("(not {})", self.value(Ty::Bool, depth - 1)),
            3 => self.ordered(depth - 1),
            4 => self.same(depth - 1),
            _ => self.test(depth - 1),
        }
    }

    /// Compares a variable of the candidate's holder, or a printed field, with a plain value.
    fn beside_the_candidate(&mut self) -> Option<String> {
        let world = self.world;
        let (Ty::Card(kind), _) = self.scope.candidate.clone()? else { return None };
        let variables = world.members.iter().filter(|m| m.ty == Ty::Int && m.per.is_none() && !m.optional);
        let variables: Vec<&Member> =
            variables.filter(|m| matches!(m.holder, Holder::Spot(_) | Holder::Player)).collect();
        let variable = self.dice.any(&variables)?;
        let of = variable.holder.ty()?;
        let fields = world
            .members
            .iter()
            .filter(|m| Some(m.holder) == kind.map(Holder::Kind) && m.ty == of && m.per.is_none());
        let fields: Vec<&Member> = fields.filter(|m| matches!(m.sort, Sort::Field) && !m.optional).collect();
        let holder = match (self.dice.any(&fields), of) {
            (Some(field), _) => field.name.clone(),
            (None, Ty::Spot(i)) => world.spots[i].name.clone(),
            (None, _) => return None,
        };
        let op = *self.dice.pick(&["==", "!=", "<", ">="]);
        Some(format!("({holder}.{} {op} {})", variable.name, self.dice.below(4)))
    }

    /// Compares two numbers.
    fn ordered(&mut self, depth: usize) -> String {
        if self.dice.percent(4)
            && let Some(test) = self.beside_the_candidate()
        {
            return test;
        }
        let op = *self.dice.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let [a, b] = [(); 2].map(|()| if self.dice.percent(85) { Ty::Int } else { Ty::Decimal });
        format!("({} {op} {})", self.value(a, depth), self.value(b, depth))
    }

    /// Compares two values of a type, one of which may be missing.
    fn same(&mut self, depth: usize) -> String {
        let ty = *self.dice.pick(&self.world.types());
        let op = *self.dice.pick(&["==", "!="]);
        let maybe = if self.dice.percent(40) { self.maybe(ty, depth) } else { None };
        let a = maybe.unwrap_or_else(|| self.value(ty, depth));
        format!("({a} {op} {})", self.value(ty, depth))
    }

    fn test(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 6 } else { 13 }) {
            0 => self.dice.pick(&["true", "false"]).to_string(),
            1 => {
                format!("({} is face {})", self.value(Ty::Card(None), depth), self.dice.pick(&["up", "down"]))
            }
            2 | 3 => self.named(depth),
            4 => self.exists(depth),
            5 => self.in_zone(depth),
            6 => self.in_list(depth - 1),
            10 => format!("any({})", self.made_list(depth - 1)),
            11 => {
                let op = *self.dice.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.numbers(depth - 1), self.numbers(depth - 1))
            }
            12 => {
                let ty = *self.dice.pick(&self.world.types());
                let [item, a, b] = [(); 3].map(|()| self.value(ty, depth - 1));
                format!("({item} is in [{a}, {b}])")
            }
            _ => format!("any({})", self.some_list(depth - 1)),
        }
    }

    /// Writes a test such as `c is king` or `c is not influence`.
    fn named(&mut self, depth: usize) -> String {
        let card = self.value(Ty::Card(None), depth);
        let names =
            self.world.kinds.iter().map(|k| &k.name).chain(self.world.designs.iter().map(|d| &d.name));
        let names: Vec<&String> = names.collect();
        let not = if self.dice.percent(30) { "not " } else { "" };
        format!("({card} is {not}{})", self.dice.pick(&names))
    }

    fn exists(&mut self, depth: usize) -> String {
        let ty = *self.dice.pick(&self.world.types());
        match self.maybe(ty, depth) {
            Some(maybe) => format!("({maybe} exists)"),
            None => self.named(depth),
        }
    }

    fn in_zone(&mut self, depth: usize) -> String {
        let card = self.value(Ty::Card(None), depth);
        match self.zone_with(None, false, depth) {
            Some((zone, _)) => format!("({card} is in {zone})"),
            None => self.named(depth),
        }
    }

    fn in_list(&mut self, depth: usize) -> String {
        let ty = *self.dice.pick(&self.world.types());
        let item = self.value(ty, depth);
        match self.query(ty, depth) {
            Some(query) => format!("({item} is in ({}))", query.text),
            None => format!("({item} == {item})"),
        }
    }
}
