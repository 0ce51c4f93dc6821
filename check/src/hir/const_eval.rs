//! Values that are fixed before a game, by the number of players and the options.
//!
//! Examples: numbers of spots, printed fields, initial values, conditions of zones and texts.

use ludex_grammar::span::Span;

use super::{Checked, Expr, ExprKind, MapDef, Repeat};
use super::{gathered_kinds, list_kinds, list_tests, position_kinds};
use crate::fault::FaultKind;
use crate::ids::{PhaseId, SpotId};
use crate::language::Function;
use crate::numbers::{MAX_SPOTS, NONE};
use crate::operators::{GameParams, Map, Unary, row};

/// The reason why a value can't be computed before a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfixed {
    /// The expression without a value.
    pub span: Span,
    pub players: u8,
    /// Reason as a clause: `there is no seat 3: they are counted from 1 to 2`.
    pub why: String,
}

impl std::fmt::Display for Unfixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "with {} player{} {}", self.players, if self.players == 1 { "" } else { "s" }, self.why)
    }
}

/// The information available before a game.
#[derive(Debug)]
pub struct ConstEval<'a> {
    checked: &'a Checked,
    players: u8,
    options: &'a [i32],
    /// Facts of a displayed text, as far as its reader knows them.
    facts: &'a [Option<i32>],
    pub spots: Vec<u16>,
}

impl<'a> ConstEval<'a> {
    /// Computes the numbers of spots. `options` has a value for each option.
    ///
    /// Returns an error if a number of spots can't be computed.
    pub fn new(checked: &'a Checked, players: u8, options: &'a [i32]) -> Result<Self, Unfixed> {
        let mut before = Self { checked, players, options, facts: &[], spots: Vec::new() };
        for spot in &checked.spots {
            let count = before.value(&spot.count)?;
            if !(0..=MAX_SPOTS).contains(&count) {
                let why = format!("{count} is no possible number of {} spots (0 to {MAX_SPOTS})", spot.name);
                return Err(before.unfixed(&spot.count, why));
            }
            if let Some(MapDef::Grid { columns }) = spot.map
                && count % columns != 0
            {
                let why = format!("{count} places make no whole rows of {columns}");
                return Err(before.unfixed(&spot.count, why));
            }
            before.spots.push(count as u16);
        }
        Ok(before)
    }

    /// Adds the facts of a displayed text.
    pub fn with_facts(self, facts: &'a [Option<i32>]) -> Self {
        Self { facts, ..self }
    }

    /// Evaluates an expression; the missing value is a possible result.
    pub fn value(&self, expr: &Expr) -> Result<i32, Unfixed> {
        match &expr.kind {
            ExprKind::Const(n) => Ok(*n),
            ExprKind::Nothing => Ok(NONE),
            ExprKind::Players => Ok(i32::from(self.players)),
            ExprKind::Option(id) => Ok(self.options[id.index()]),
            ExprKind::Unary(op, a) => {
                let n = self.value(a)?;
                op.law(self, n).map_err(|fault| match fault == FaultKind::NoSuchNumber && n != NONE {
                    true => self.no_such(expr, *op, n),
                    false => self.fault(expr, &[(a, n)], fault),
                })
            }
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.value(a)?, self.value(b)?);
                op.law(self, x, y).map_err(|fault| self.fault(expr, &[(a, x), (b, y)], fault))
            }
            ExprKind::Not(a) => Ok(i32::from(!self.holds(a)?)),
            ExprKind::Table(id, key) => {
                let (table, key) = (&self.checked.tables[id.index()], self.value(key)?);
                let none = |_| self.unfixed(expr, format!("the table `{}` has no such row", table.name));
                row(&table.rows, table.other, key).map_err(none)
            }
            ExprKind::Row(of, key) => {
                let (table, key) = (self.value(of)?, self.value(key)?);
                let none = || self.unfixed(expr, "the table has no such row".to_owned());
                let table = self.checked.tables.get(table as usize).ok_or_else(none)?;
                row(&table.rows, table.other, key).map_err(|_| none())
            }
            ExprKind::Compare(op, a, b) => Ok(i32::from(op.holds(self.value(a)?, self.value(b)?))),
            ExprKind::And(a, b) => Ok(i32::from(self.holds(a)? && self.holds(b)?)),
            ExprKind::Or(a, b) => Ok(i32::from(self.holds(a)? || self.holds(b)?)),
            ExprKind::If(c, a, b) => self.value(if self.holds(c)? { a } else { b }),
            ExprKind::Local(fact) => {
                let known = self.facts.get(usize::from(fact.0)).copied().flatten();
                known.ok_or_else(|| self.unfixed(expr, "this is known only during play".to_owned()))
            }
            position_kinds!()
            | ExprKind::Call(..)
            | ExprKind::Let(..)
            | ExprKind::Default(..)
            | ExprKind::Exists(_)
            | ExprKind::Chain(..)
            | ExprKind::FaceUp(_)
            | ExprKind::IsKind(..)
            | ExprKind::IsDesign(..)
            | list_tests!()
            | gathered_kinds!()
            | list_kinds!() => Err(self.unfixed(expr, "this is known only during play".to_owned())),
        }
    }

    pub fn holds(&self, test: &Expr) -> Result<bool, Unfixed> {
        Ok(self.value(test)? != 0)
    }

    fn no_such(&self, expr: &Expr, op: Unary, n: i32) -> Unfixed {
        let (_, spots) = op.number();
        let (what, count) = match spots {
            Some(spot) => (self.checked.spots[spot.index()].name.as_str(), self.spots(spot).0),
            None => (Function::Seat.name(), self.players()),
        };
        self.unfixed(
            expr,
            match count {
                _ if spots.is_some_and(|spot| spot.index() >= self.spots.len()) => {
                    format!("the number of {what} spots is not yet known")
                }
                0 => format!("there is no {what}"),
                _ => format!("there is no {what} {n}: they are counted from 1 to {count}"),
            },
        )
    }

    /// Describes why an operator has no value for these operands.
    fn fault(&self, expr: &Expr, operands: &[(&Expr, i32)], fault: FaultKind) -> Unfixed {
        if let Some((missing, _)) = operands.iter().find(|(_, value)| *value == NONE) {
            return self.unfixed(missing, "this value is missing".to_owned());
        }
        let told = [
            (FaultKind::DivisionByZero, "this divides by zero"),
            (FaultKind::NoSuchNumber, "there is no place in this column and row"),
        ];
        let why = told.into_iter().find(|(kind, _)| *kind == fault);
        self.unfixed(expr, why.map_or("this number is too large", |(_, why)| why).to_owned())
    }

    fn unfixed(&self, expr: &Expr, why: String) -> Unfixed {
        Unfixed { span: expr.span, players: self.players, why }
    }
}

impl GameParams for ConstEval<'_> {
    fn players(&self) -> i32 {
        i32::from(self.players)
    }

    fn spots(&self, spot: SpotId) -> (i32, bool) {
        let count = self.spots.get(spot.index()).map_or(0, |count| i32::from(*count));
        (count, self.checked.spots[spot.index()].ring)
    }

    fn teams(&self) -> &[u8] {
        self.checked.team_of_seats()
    }

    fn map(&self, spot: SpotId) -> Option<Map<'_>> {
        self.checked.map(spot, *self.spots.get(spot.index())?)
    }
}

impl Checked {
    /// Returns all expressions that are fixed before a game. Omits constants that can't fail; a constant
    /// number of spots can.
    pub fn fixed(&self) -> Vec<&Expr> {
        let spots = self.spots.iter().map(|spot| &spot.count);
        let zones = self.zones.iter().flat_map(|zone| zone.hides.each()).flatten();
        let vars = self.vars.iter().filter_map(|var| var.init.as_ref());
        let fields = self.designs.iter().flat_map(|design| &design.fields).map(|(_, value)| value);
        let texts = self.texts.languages.values().flat_map(|language| language.texts.with_cases());
        let cases = texts.flat_map(|(_, text)| &text.cases).filter_map(|(case, _)| case.settled());
        let others = zones.chain(vars).chain(fields).chain(cases);
        spots.chain(others.filter(|expr| expr.constant().is_none())).collect()
    }
}

/// Returns the number of iterations of a phase, if it is fixed before the game. Functions without parameters
/// are expanded.
pub fn repeats(checked: &Checked, players: u8, options: &[i32], phase: PhaseId) -> Option<i32> {
    let Repeat::Times(count) = &checked.phases[phase.index()].repeat else { return None };
    let mut count = count;
    for _ in 0..=checked.functions.len() {
        let ExprKind::Call(id, args) = &count.kind else { break };
        if !args.is_empty() {
            return None;
        }
        count = &checked.functions[id.index()].body.body;
    }
    ConstEval::new(checked, players, options).ok()?.value(count).ok()
}
