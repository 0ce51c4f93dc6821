//! Generates numbers: arithmetic that may overflow or divide by zero, and folds of queries.

use super::value::Writer;
use super::world::*;

impl Writer<'_> {
    /// Writes an int.
    pub fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.small();
        }
        match self.dice.weighted(&[20, 25, 25, 12, 18]) {
            0 => self.small(),
            1 => self.arithmetic(depth - 1),
            2 => self.counted(depth - 1),
            3 => self.row(depth - 1),
            _ => self.of_something(depth - 1),
        }
    }

    fn small(&mut self) -> String {
        match self.dice.below(40) {
            0 => self.dice.pick(&["2147483647", "1000000", "65536", "46341"]).to_string(),
            1 => "players".to_owned(),
            2 | 3 if self.world.options > 0 => format!("option{}", self.dice.below(self.world.options)),
            4 => format!("(-{})", self.dice.between(1, 9)),
            _ => self.dice.below(10).to_string(),
        }
    }

    fn arithmetic(&mut self, depth: usize) -> String {
        let a = self.value(Ty::Int, depth);
        match self.dice.below(12) {
            0..=2 => format!("({a} + {})", self.value(Ty::Int, depth)),
            3 | 4 => format!("({a} - {})", self.value(Ty::Int, depth)),
            5 => format!("({a} * {})", self.value(Ty::Int, depth)),
            6 => format!("({a} div {})", self.divisor(depth)),
            7 | 8 => format!("({a} mod {})", self.divisor(depth)),
            9 => format!("min({a}, {})", self.others(depth)),
            10 => format!("max({a}, {})", self.others(depth)),
            _ => format!("(-{a})"),
        }
    }

    /// Writes the numbers after the first of `min` and `max`.
    fn others(&mut self, depth: usize) -> String {
        let count = if self.world.many_numbers { self.dice.between(1, 4) } else { 1 };
        let values: Vec<String> = (0..count).map(|_| self.value(Ty::Int, depth)).collect();
        values.join(", ")
    }

    /// Writes a divisor: rarely 0, and never a literal 0.
    fn divisor(&mut self, depth: usize) -> String {
        let n = self.value(Ty::Int, depth);
        match self.dice.below(10) {
            0 => format!("({n} mod 5)"),
            1..=3 => format!("({n} mod 4 + 1)"),
            _ => self.dice.between(1, 9).to_string(),
        }
    }

    /// Writes an aggregate of a query.
    fn counted(&mut self, depth: usize) -> String {
        match self.dice.below(12) {
            0..=3 => format!("count({})", self.some_list(depth)),
            10 => format!("count({})", self.made_list(depth)),
            11 => format!(
                "({}[{}] default {})",
                self.numbers(depth),
                self.dice.between(1, 4),
                self.dice.below(5)
            ),
            4..=6 => self.fold("sum", Ty::Int, depth),
            7 => self.fold("product", Ty::Int, depth),
            8 => {
                let ty = *self.dice.pick(&self.world.types());
                self.fold("distinct", ty, depth)
            }
            _ => format!("({} default {})", self.fold("highest", Ty::Int, depth), self.dice.below(5)),
        }
    }

    /// Writes a fold such as `sum(body of query)`.
    pub fn fold(&mut self, fold: &str, ty: Ty, depth: usize) -> String {
        let over = self.some_query(depth);
        let body = self.among(&over, |writer| writer.value(ty, depth.min(2)));
        format!("{fold}({body} of {})", over.text)
    }

    fn row(&mut self, depth: usize) -> String {
        let world = self.world;
        let table = self.dice.pick(&world.tables);
        let key = self.key(table.words, depth);
        match table.within {
            None => format!("{}[{key}]", table.name),
            Some(words) => format!("{}[{key}][{}]", table.name, self.key(words, depth.min(1))),
        }
    }

    /// Writes a key of a table: a word, or a number from 0 to 4.
    fn key(&mut self, words: Option<Ty>, depth: usize) -> String {
        match words {
            Some(ty) => self.value(ty, depth),
            None if self.dice.percent(90) => format!("({} mod 5)", self.value(Ty::Int, depth)),
            None => self.value(Ty::Int, depth),
        }
    }

    /// Writes a number of a player, a spot, a card or a phase.
    fn of_something(&mut self, depth: usize) -> String {
        match self.dice.below(6) {
            0 | 1 => format!("{}.seat", self.value(Ty::Player, depth)),
            2 if self.scope.score && !self.world.decimal_score => {
                format!("{}.score", self.value(Ty::Player, depth))
            }
            3 if !self.world.spots.is_empty() => {
                let i = self.dice.below(self.world.spots.len());
                let place = self.value(Ty::Spot(i), depth);
                if self.world.spots[i].columns.is_none() {
                    return format!("{place}.number");
                }
                match self.dice.below(4) {
                    0 => format!("distance({place}, {})", self.value(Ty::Spot(i), depth)),
                    member => format!("{place}.{}", ["row", "column", "number"][member - 1]),
                }
            }
            4 => format!("{}.number", self.dice.pick(&self.world.phases)),
            _ => format!("{}.position", self.value(Ty::Card(None), depth)),
        }
    }

    /// Writes a decimal.
    pub fn decimal(&mut self, depth: usize) -> String {
        if depth == 0 {
            return format!("{}.{}", self.dice.below(20), self.dice.pick(&["0", "5", "25", "125", "999"]));
        }
        let a = self.value(Ty::Decimal, depth - 1);
        match self.dice.below(9) {
            0 | 1 => format!("({a} + {})", self.value(Ty::Decimal, depth - 1)),
            2 => format!("({a} - {})", self.value(Ty::Int, depth - 1)),
            3 => format!("({a} * {})", self.value(Ty::Int, depth - 1)),
            4 => format!("min({a}, {})", self.value(Ty::Decimal, depth - 1)),
            5 => format!("max({a}, {})", self.value(Ty::Int, depth - 1)),
            6 => self.fold("sum", Ty::Decimal, depth - 1),
            7 if self.scope.score && self.world.decimal_score => {
                format!("{}.score", self.value(Ty::Player, depth - 1))
            }
            _ => format!("(-{a})"),
        }
    }
}
