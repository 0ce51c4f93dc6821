//! Features of a pick: a word, a number, a card, or an action with its targets.

use super::keys::{Keys, Name, Sum};
use super::seat_observation::SeatObservation;
use super::traits::{Cards, Traits};
use super::values::TypeRows;
use ludex_check::types::{Base, Type};
use ludex_run::exec::DONE;
use ludex_run::play::Pick;
use ludex_run::program::{ChoiceKind, ChoiceOp, NONE, Program};

/// Features of the options of a decision.
#[derive(Debug)]
struct Decision {
    /// The decision itself.
    any: u32,
    declined: u32,
    done: u32,
    sort: ChoiceRows,
}

#[derive(Debug)]
enum ChoiceRows {
    /// The first feature: "no", or the first mode.
    Each(u32),
    Value(PickRows),
    /// For each action, its feature and its targets.
    Actions(Vec<(u32, Vec<PickRows>)>),
}

/// Features of a picked value.
#[derive(Debug)]
enum PickRows {
    Card(Cards),
    Value(TypeRows),
}

/// Features of all decisions, under a common name.
#[derive(Debug)]
pub(super) struct Picks {
    /// For each choice of the program, the index of its decision.
    of: Vec<usize>,
    decisions: Vec<Decision>,
}

impl Picks {
    pub fn new(keys: &mut Keys, name: &Name, program: &Program, traits: &Traits) -> Self {
        let mut picks = Self { of: Vec::new(), decisions: Vec::new() };
        let mut known: Vec<Vec<u8>> = Vec::new();
        for choice in &program.choices {
            let called = called(program, choice);
            let at = known.iter().position(|other| *other == called).unwrap_or_else(|| {
                picks.decisions.push(Decision::new(keys, &name.with(&called), program, traits, choice));
                known.push(called);
                known.len() - 1
            });
            picks.of.push(at);
        }
        picks
    }

    /// Adds the features of a pick, including the cards that the seat knows.
    pub fn add(&self, look: &SeatObservation<'_>, traits: &Traits, sum: &mut Sum, pick: &Pick) {
        let decision = &self.decisions[self.of[pick.choice.0 as usize]];
        sum.hold(decision.any);
        let known = |at: usize| pick.cards[at].filter(|(_, known)| look.open || known.contains(look.seat));
        let add = |target: &PickRows, sum: &mut Sum, at: usize, value: i32| match target {
            PickRows::Card(cards) => {
                known(at).into_iter().for_each(|(design, _)| cards.add(traits, sum, design, 1));
            }
            PickRows::Value(values) => values.add(look, traits, sum, value),
        };
        match &decision.sort {
            _ if pick.value == NONE => sum.hold(decision.declined),
            _ if pick.value == DONE => sum.hold(decision.done),
            ChoiceRows::Each(first) => {
                u32::try_from(pick.value).into_iter().for_each(|at| sum.hold(first + at))
            }
            ChoiceRows::Value(target) => add(target, sum, 0, pick.value),
            ChoiceRows::Actions(actions) => {
                let Some((index, values)) = pick.action(look.program) else { return };
                let (row, targets) = &actions[index];
                sum.hold(*row);
                (0..).zip(targets).for_each(|(at, target)| add(target, sum, at, values[at]));
            }
        }
    }

    /// Adds one of the cards of a list that can be picked.
    pub fn add_listed(&self, traits: &Traits, sum: &mut Sum, pick: &Pick, design: u32) {
        if let ChoiceRows::Value(PickRows::Card(cards)) =
            &self.decisions[self.of[pick.choice.0 as usize]].sort
        {
            cards.add(traits, sum, design, 1);
        }
    }

    /// Adds the pending decision.
    pub fn add_asked(&self, sum: &mut Sum, choice: usize) {
        sum.hold(self.decisions[self.of[choice]].any);
    }
}

/// Returns the identity of a decision: its name and the type of its options.
fn called(program: &Program, choice: &ChoiceOp) -> Vec<u8> {
    let base = |base: Base| match base {
        Base::Kind(kind) => program.checked.kinds[kind.index()].name.clone(),
        Base::Enum(id) => program.checked.enums[id.index()].name.clone(),
        Base::Spot(spot) => program.checked.spots[spot.index()].name.clone(),
        Base::Design(design) => program.checked.designs[design.index()].name.clone(),
        Base::Int => "int".to_owned(),
        Base::Decimal => "decimal".to_owned(),
        Base::Bool => "bool".to_owned(),
        Base::Player => "player".to_owned(),
        Base::Card | Base::Name(_) | Base::Zone | Base::Nothing | Base::Unknown => "card".to_owned(),
    };
    let sort = match choice.kind {
        ChoiceKind::List(_) => choice.ty.written(&base),
        ChoiceKind::Modes(_) => choice.modes.join("|"),
        ChoiceKind::YesNo => "yes or no".to_owned(),
        ChoiceKind::Window(window) => program.checked.windows[window.index()].name.clone(),
    };
    super::keys::suffix(&[&program.checked.decisions[choice.decision.index()], &sort])
}

impl Decision {
    fn new(keys: &mut Keys, name: &Name, program: &Program, traits: &Traits, choice: &ChoiceOp) -> Self {
        let row = |keys: &mut Keys, word: &str| keys.row(&name.then(word));
        let (any, declined, done) = (row(keys, "any"), row(keys, "declined"), row(keys, "done"));
        let sort = match choice.kind {
            ChoiceKind::YesNo => {
                let first = row(keys, "no");
                row(keys, "yes");
                ChoiceRows::Each(first)
            }
            ChoiceKind::Modes(_) => {
                let first = keys.0.len() as u32;
                choice.modes.iter().for_each(|mode| {
                    row(keys, &format!("mode {mode}"));
                });
                ChoiceRows::Each(first)
            }
            ChoiceKind::List(_) => ChoiceRows::Value(PickRows::new(
                keys,
                &name.then("value"),
                program,
                traits,
                of_one(choice.ty),
            )),
            ChoiceKind::Window(window) => {
                let defs = &program.checked.windows[window.index()].actions;
                let actions = program.windows[window.index()].iter().zip(defs).map(|(action, def)| {
                    let name = name.then("action").then(&def.name);
                    let row = keys.row(&name.then("any"));
                    let target = |(at, (_, ty)): (usize, &(_, Type))| {
                        PickRows::new(keys, &name.number(at as i64), program, traits, *ty)
                    };
                    (row, action.targets.iter().enumerate().map(target).collect())
                });
                ChoiceRows::Actions(actions.collect())
            }
        };
        Self { any, declined, done, sort }
    }
}

/// Returns the innermost element type of a list.
fn of_one(ty: Type) -> Type {
    if ty.is_list() { of_one(ty.present().element()) } else { ty }
}

impl PickRows {
    fn new(keys: &mut Keys, name: &Name, program: &Program, traits: &Traits, ty: Type) -> Self {
        if ty.is_card() {
            Self::Card(Cards::new(keys, name, traits, |_| true))
        } else {
            Self::Value(TypeRows::new(keys, name, program, traits, ty))
        }
    }
}
