//! Features of the variables that a seat can see.

use super::keys::{Keys, Name, Sum};
use super::seat_observation::SeatObservation;
use super::traits::Traits;
use super::values::TypeRows;
use super::zones::OWN_SPOTS;
use ludex_check::hir::{Holder, VarDef};
use ludex_check::types::KeyType;
use ludex_run::program::Program;

/// Maximum number of keys of a variable with their own features; all further keys share one set of features.
const MOST_KEYS: usize = 16;

/// Features of a variable.
#[derive(Debug)]
struct Column {
    var: usize,
    /// Number of keys with their own features.
    keys: usize,
    /// Number of holders: players by relation, spots by number, cards as the seat's own and others'. With
    /// `of_several`, one more set is shared.
    holders: usize,
    of_several: bool,
    /// For each holder, for each key.
    values: Vec<TypeRows>,
    /// For each key: features of the holder that an option names.
    named: Vec<TypeRows>,
}

/// Features of all variables.
#[derive(Debug)]
pub(super) struct Variables(Vec<Column>);

impl Variables {
    pub fn new(keys: &mut Keys, program: &Program, traits: &Traits) -> Self {
        let vars = program.checked.vars.iter().enumerate();
        let told = vars.filter(|(_, var)| !var.ty.is_list());
        Self(told.map(|(at, var)| Column::new(keys, program, traits, (at, var))).collect())
    }

    /// Adds the features of all variables.
    pub fn add(&self, look: &SeatObservation<'_>, traits: &Traits, sum: &mut Sum) {
        for column in &self.0 {
            let var = &look.program.checked.vars[column.var];
            // variables of cards add features only after they change
            let is_told = matches!(var.holder, Holder::Game | Holder::Player | Holder::Spot(_));
            for (key, cells) in look.program.layout.blocks(column.var).enumerate() {
                let (now, first) = (&look.state.cells[cells.clone()], &look.program.layout.cells[cells]);
                if !is_told && now == first {
                    continue;
                }
                let key = column.key(look, var, key);
                let values = now.iter().zip(first);
                for (holder, (value, _)) in values.enumerate().filter(|(_, (a, b))| is_told || a != b) {
                    column.add(look, traits, sum, (holder, key, *value));
                }
            }
        }
    }

    /// Adds the variables of a player or a spot.
    pub fn add_named(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        (of, number): (Holder, usize),
    ) {
        for column in &self.0 {
            let var = &look.program.checked.vars[column.var];
            if var.holder == of && look.sees_cell(var.owner_sees, number) {
                column.add_named(look, traits, sum, number);
            }
        }
    }

    /// Adds the variables of a known card.
    pub fn add_card(&self, look: &SeatObservation<'_>, traits: &Traits, sum: &mut Sum, card: u16) {
        for column in &self.0 {
            let var = &look.program.checked.vars[column.var];
            if let Some(number) = number_of(look.program, var.holder, card) {
                column.add_named(look, traits, sum, number);
            }
        }
    }
}

/// Returns the number of a card among the holders of a variable of cards, if it is one.
fn number_of(program: &Program, holder: Holder, card: u16) -> Option<usize> {
    let layout = &program.layout;
    let c = usize::from(card);
    match holder {
        Holder::Kind(kind) => {
            let first = layout.kinds[kind.index()].0 as usize;
            (usize::from(layout.kind[c]) == kind.index()).then(|| c - first)
        }
        Holder::Design(design) if layout.design[c] == design.index() as u32 => {
            layout.designs[design.index()].iter().position(|copy| copy == u32::from(card))
        }
        Holder::Game | Holder::Player | Holder::Spot(_) | Holder::Design(_) => None,
    }
}

/// Returns the card with the given number among the holders of a variable of cards.
fn card_of(program: &Program, holder: Holder, number: usize) -> Option<u16> {
    match holder {
        Holder::Kind(kind) => u16::try_from(program.layout.kinds[kind.index()].0 as usize + number).ok(),
        Holder::Design(design) => program.layout.designs[design.index()]
            .iter()
            .nth(number)
            .and_then(|card| u16::try_from(card).ok()),
        Holder::Game | Holder::Player | Holder::Spot(_) => None,
    }
}

impl Column {
    fn new(keys: &mut Keys, program: &Program, traits: &Traits, (at, var): (usize, &VarDef)) -> Self {
        // variables of two kinds may have the same name
        let of = match var.holder {
            Holder::Game => "game".to_owned(),
            Holder::Player => "player".to_owned(),
            Holder::Spot(sort) => program.checked.spots[sort.index()].name.clone(),
            Holder::Kind(kind) => program.checked.kinds[kind.index()].name.clone(),
            Holder::Design(design) => program.checked.designs[design.index()].name.clone(),
        };
        let name = Name::new("variable").then(&of).then(&var.name);
        let (holders, of_several) = match var.holder {
            Holder::Game => (1, false),
            Holder::Player => (usize::from(program.players), program.players > 2),
            Holder::Spot(sort) => (usize::from(program.layout.spots[sort.index()]).min(OWN_SPOTS), true),
            Holder::Kind(_) | Holder::Design(_) => (2, false),
        };
        let all = program.layout.keys[at].max(1) as usize;
        let own = if all > MOST_KEYS { 1 } else { all };
        let key_name = |name: &Name, key: usize| match var.per {
            Some(KeyType::Enum(id)) if own == all => {
                name.then(program.checked.enums[id.index()].values.get(key).map_or("", |word| word))
            }
            Some(KeyType::Range(least, _)) if own == all => name.number(i64::from(least) + key as i64),
            Some(KeyType::Enum(_) | KeyType::Range(..) | KeyType::Player | KeyType::Spot(_)) | None => {
                name.number(key as i64)
            }
        };
        let mut rows = |name: Name| -> Vec<TypeRows> {
            (0..own).map(|key| TypeRows::new(keys, &key_name(&name, key), program, traits, var.ty)).collect()
        };
        let mut values: Vec<TypeRows> = Vec::new();
        (0..holders).for_each(|holder| values.extend(rows(name.number(holder as i64))));
        if of_several {
            values.extend(rows(name.then("several")));
        }
        let can_be_named = var.holder != Holder::Game;
        let named = if can_be_named { rows(name.then("named")) } else { Vec::new() };
        Self { var: at, keys: own, holders, of_several, values, named }
    }

    /// Returns the index of the features of a key. Players are counted from the seat.
    fn key(&self, look: &SeatObservation<'_>, var: &VarDef, key: usize) -> usize {
        let key = if var.per == Some(KeyType::Player) {
            look.relation(key as i32).unwrap_or(0) as usize
        } else {
            key
        };
        key.min(self.keys - 1)
    }

    fn add(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        (number, key, value): (usize, usize, i32),
    ) {
        let var = &look.program.checked.vars[self.var];
        let holder = match var.holder {
            Holder::Game => 0,
            Holder::Player if !look.sees_cell(var.owner_sees, number) => return,
            Holder::Player => look.relation(number as i32).unwrap_or(0) as usize,
            Holder::Spot(_) => number,
            Holder::Kind(_) | Holder::Design(_) => {
                let Some(card) = card_of(look.program, var.holder, number) else { return };
                let c = usize::from(card);
                let here = look.program.layout.zones[usize::from(look.state.cards[c].zone)].def;
                let marked = var.lifetime.zone() == Some(here) && !look.hides(look.state.cards[c].zone);
                if !marked && !look.knows(card) {
                    return;
                }
                usize::from(look.program.layout.owner[c] != i32::from(look.seat))
            }
        };
        if holder < self.holders {
            self.values[holder * self.keys + key].add(look, traits, sum, value);
        }
        if self.of_several && (var.holder != Holder::Player || holder > 0) {
            self.values[self.holders * self.keys + key].add(look, traits, sum, value);
        }
    }

    fn add_named(&self, look: &SeatObservation<'_>, traits: &Traits, sum: &mut Sum, number: usize) {
        let var = &look.program.checked.vars[self.var];
        for (key, cells) in look.program.layout.blocks(self.var).enumerate() {
            let rows = &self.named[self.key(look, var, key)];
            look.state
                .cells
                .get(cells.start + number)
                .into_iter()
                .for_each(|value| rows.add(look, traits, sum, *value));
        }
    }
}
