//! Features of a value: a number, a word, a player, or a card.

use super::keys::{Keys, Name, Number, Sum};
use super::seat_observation::SeatObservation;
use super::traits::{Cards, Traits};
use ludex_check::hir::{Holder, VarDef};
use ludex_check::types::{Base, Type};
use ludex_run::program::{NONE, Program};

/// Features of values of one type. The first feature marks a missing value.
#[derive(Debug, Clone)]
pub(super) struct TypeRows {
    missing: u32,
    sort: ValueRows,
}

#[derive(Debug, Clone)]
enum ValueRows {
    Number {
        rows: Number,
        scale: i64,
    },
    /// Binary feature of a Boolean.
    Flag(u32),
    /// One feature for each value: words, spots by number, players by relation, names.
    Each {
        first: u32,
        count: u32,
    },
    /// One feature for each word. Each of the seat's own variables of that type has another one, for
    /// equality.
    Word {
        first: u32,
        count: u32,
        own: Vec<usize>,
    },
    Player {
        first: u32,
    },
    Card(Cards),
    /// No features.
    Other,
}

impl TypeRows {
    pub fn new(keys: &mut Keys, name: &Name, program: &Program, traits: &Traits, ty: Type) -> Self {
        let missing = keys.row(&name.then("missing"));
        let numbered = |count: usize| (0..count as i64).map(|n| name.number(n));
        let checked = &program.checked;
        let sort = match ty.base() {
            _ if ty.is_list() => ValueRows::Other,
            Base::Int => ValueRows::Number { rows: Number::new(keys, name), scale: 1000 },
            Base::Decimal => ValueRows::Number { rows: Number::new(keys, name), scale: 1 },
            Base::Bool => ValueRows::Flag(keys.row(&name.then("true"))),
            Base::Enum(id) => {
                let words = &checked.enums[id.index()].values;
                let (first, count) = each(keys, words.iter().map(|word| name.then(word)));
                let own = own_words(program, ty.base());
                each(keys, own.iter().map(|var| name.then("as my").then(&checked.vars[*var].name)));
                ValueRows::Word { first, count, own }
            }
            Base::Spot(id) => {
                let (first, count) =
                    each(keys, numbered(usize::from(program.layout.spots[id.index()]).min(64)));
                ValueRows::Each { first, count }
            }
            Base::Player => ValueRows::Player { first: each(keys, numbered(usize::from(program.players))).0 },
            Base::Name(_) => {
                let (first, count) = each(keys, checked.designs.iter().map(|design| name.then(&design.name)));
                ValueRows::Each { first, count }
            }
            Base::Card => ValueRows::Card(Cards::new(keys, name, traits, |_| true)),
            Base::Kind(kind) => ValueRows::Card(Cards::new(keys, name, traits, |k| k == kind)),
            Base::Design(design) => {
                let kind = checked.designs[design.index()].kind;
                ValueRows::Card(Cards::new(keys, name, traits, |k| k == kind))
            }
            Base::Zone | Base::Nothing | Base::Unknown => ValueRows::Other,
        };
        Self { missing, sort }
    }

    /// Adds the features of a value. False and zero add nothing.
    pub fn add(&self, look: &SeatObservation<'_>, traits: &Traits, sum: &mut Sum, value: i32) {
        if value == NONE {
            sum.hold(self.missing);
            return;
        }
        match &self.sort {
            ValueRows::Number { rows, scale } => rows.add_thousandths(sum, i64::from(value) * scale),
            ValueRows::Each { first, count } => {
                let at = u32::try_from(value).ok().filter(|at| at < count);
                at.into_iter().for_each(|at| sum.hold(first + at));
            }
            ValueRows::Flag(row) if value != 0 => sum.hold(*row),
            ValueRows::Flag(_) => {}
            ValueRows::Word { first, count, own } => {
                let Some(at) = u32::try_from(value).ok().filter(|at| at < count) else { return };
                sum.hold(first + at);
                for (i, var) in (0..).zip(own) {
                    let cells = look.program.layout.cells_of(*var);
                    if look.state.cells.get(cells.start + usize::from(look.seat)) == Some(&value) {
                        sum.hold(first + count + i);
                    }
                }
            }
            ValueRows::Player { first } => {
                if let Some(relation) = look.relation(value) {
                    sum.hold(first + relation);
                }
            }
            ValueRows::Card(cards) => {
                if let Some(card) = look.known_card(value) {
                    cards.add(traits, sum, look.program.layout.design[usize::from(card)], 1);
                }
            }
            ValueRows::Other => {}
        }
    }
}

/// Adds features with the given names and returns the first one and their number.
fn each(keys: &mut Keys, names: impl Iterator<Item = Name>) -> (u32, u32) {
    let first = keys.0.len() as u32;
    (first, names.map(|name| keys.row(&name)).count() as u32)
}

/// Returns the variables of players that hold words of this type.
pub(super) fn own_words(program: &Program, base: Base) -> Vec<usize> {
    let is_own = |var: &VarDef| {
        var.holder == Holder::Player && var.per.is_none() && !var.ty.is_list() && var.ty.base() == base
    };
    (0..).zip(&program.checked.vars).filter(|(_, var)| is_own(var)).map(|(at, _)| at).collect()
}
