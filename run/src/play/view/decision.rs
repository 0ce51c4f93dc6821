//! Pending decisions, as visible to a viewer.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::label::{card_text, lists, option_labels, sees_targets, shown_labels, value_label};
use super::super::values::{MOST_LISTED, Named, Value, back, place, player, value};
use super::super::{ApplyError, Game, Viewer};
use super::at_once::at_once;
use super::picks::PicksView;
use super::positions::{CardAt, Positions};
use crate::exec::{AllPicks, DONE, Machine, NoObserver, Workspace, action_of, targets_of};
use crate::program::{ChoiceId, ChoiceKind, ChoiceOp, NONE, Program};
use crate::state::{State, Status};
use ludex_check::ids::{ActionId, DecisionId, Seat, WindowId};
use ludex_check::types::Type;

/// A decision that a player has to make.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Decision {
    /// Acting player.
    pub seat: Named<Seat>,
    /// Name of the decision in the ruleset (`as place_card`).
    pub name: Named<DecisionId>,
    /// Legal options, in the order of `Game::apply`. Never empty for the acting player; empty for viewers who may not know them.
    pub options: Vec<OptionView>,
    /// Progress of a choice of several things; absent for other decisions, and for viewers who may not know the options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picks: Option<PicksView>,
    /// Players who have decided already, if several decide at the same time; else absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<Named<Seat>>,
    /// Players who have not decided yet, if several decide at the same time, `seat` first; else absent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Named<Seat>>,
}

/// An option of a decision, as far as the viewer may know it.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct OptionView {
    /// Stable label. `hidden` replaces cards that the viewer does not know, so labels can be equal.
    pub label: String,
    /// The option as IDs and values.
    pub choice: Choice,
    /// Positions of the cards of `choice` on the viewer's table, one for each value: `null` for a card that the viewer does not see, and for other values. Absent without any card that the viewer sees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Option<CardAt>>,
}

/// Content of an option.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Choosing nothing.
    Decline,
    /// Ending a choice of several things.
    Done,
    /// Answer to a question: true for yes.
    Answer(bool),
    /// An option named by the ruleset.
    Mode(String),
    /// A chosen card, player, spot, number, word, or a list of these.
    Pick(Value),
    /// Taking an action of a window.
    Action {
        /// Name of the action.
        action: Named<ActionId>,
        /// Targets, in the order of the ruleset.
        targets: Vec<Value>,
    },
}

/// A choice of several things before the first pick. `Game` offers them one at a time in order; this lists
/// all of them, so that callers can name them in any order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Several {
    /// Minimum number of picks.
    pub least: usize,
    /// Maximum number of picks.
    pub most: usize,
    /// All options, in the order of picks. Equal ones are listed once, and can be named as often as there are
    /// copies ([`Game::apply_several`]).
    pub options: Vec<OptionView>,
    /// Maximum number of picks of each of [`options`](Self::options).
    pub copies: Vec<usize>,
    /// Option that ends the choice.
    pub done: OptionView,
}

impl Game {
    /// Returns the options of a choice of several, if it is the seat's decision. Returns `None` if a part has
    /// been chosen already, or if the seat does not know all candidates.
    pub fn several(&self, seat: Seat) -> Option<Several> {
        let (picks, state) = self.all_picks().filter(|_| self.deciding() == Some(seat))?;
        let Status::Waiting { choice, .. } = state.status() else { return None };
        let program = self.program();
        let options = options(program, &state, &program.choices[choice.0 as usize], Some(seat.0));
        let unseen = |option: &OptionView| matches!(option.choice, Choice::Pick(Value::Unseen { .. }));
        let done = OptionView { label: "done".to_owned(), choice: Choice::Done, at: Vec::new() };
        let AllPicks { least, most, alike } = picks;
        let copies = alike.iter().map(Vec::len).collect();
        (!options.iter().any(unseen)).then_some(Several { least, most, options, copies, done })
    }

    /// Makes a choice of several, by indices from 0 into [`Several::options`], in any order. An index may
    /// occur as often as there are copies. This does not end the choice.
    ///
    /// # Errors
    /// [`ApplyError::NoSuchOption`] if they cannot be chosen together; nothing changes. [`ApplyError::Fault`]
    /// if a rule failed; the game is over.
    pub fn apply_several(&mut self, named: &[usize]) -> Result<(), ApplyError> {
        let before = self.choices();
        let picks = self.all_picks().and_then(|(picks, _)| picks.in_order(named));
        let picks = picks.ok_or(ApplyError::NoSuchOption)?;
        let mut made = 0;
        while let Some(pick) = picks.get(made) {
            let asked = self.asked();
            let index = self.option_of(*pick).ok_or(ApplyError::NoSuchOption);
            let done = index.and_then(|index| self.apply(index));
            if done == Err(ApplyError::NoSuchOption) {
                while self.choices() > before && self.undo() {}
            }
            done?;
            made += 1 + self.taken_of(asked);
        }
        Ok(())
    }

    /// Returns the acting player, and the decision.
    pub(crate) fn asked(&self) -> Option<(Seat, ChoiceId)> {
        let Status::Waiting { choice, .. } = self.state().status() else { return None };
        Some((self.deciding()?, choice))
    }

    /// Returns the number of further values of the same choice that were chosen automatically with the last
    /// one, because each was the only option left.
    pub(crate) fn taken_of(&self, asked: Option<(Seat, ChoiceId)>) -> usize {
        let Some((seat, choice)) = asked else { return 0 };
        let name = self.program().choices[choice.0 as usize].decision;
        self.unasked.iter().take_while(|taken| taken.seat == seat && taken.name.id == name).count()
    }

    /// Returns the candidates of a pending choice of several, and the position in which all of them are
    /// options.
    pub(crate) fn all_picks(&self) -> Option<(AllPicks, State)> {
        let program = self.program();
        let Status::Waiting { choice, .. } = self.state().status() else { return None };
        program.choices[choice.0 as usize].count?;
        let mut state = self.state().clone();
        let mut work = Workspace::default();
        let picks = Machine::new(program, &mut state, &mut work, &mut NoObserver).list_all_picks()?;
        Some((picks, state))
    }

    /// Returns the index of the option with this value.
    pub(crate) fn option_of(&self, pick: i32) -> Option<usize> {
        self.state().options().iter().position(|option| *option == pick)
    }
}

impl AllPicks {
    /// Returns the chosen values in canonical order, or `None` if an index occurs more often than there are
    /// copies.
    pub fn in_order(&self, named: &[usize]) -> Option<Vec<i32>> {
        let mut named = named.to_vec();
        named.sort_unstable();
        let mut picks: Vec<i32> = Vec::with_capacity(named.len());
        for (i, one) in named.iter().enumerate() {
            let before = named[..i].iter().rev().take_while(|other| *other == one).count();
            picks.push(*self.alike.get(*one)?.get(before)?);
        }
        Some(picks)
    }
}

impl Decision {
    pub(in crate::play) fn new(game: &Game, viewer: Viewer) -> Option<Decision> {
        let (program, state) = (game.program(), game.state());
        let Status::Waiting { choice, player: seat, .. } = state.status() else { return None };
        let op = &program.choices[choice.0 as usize];
        let seat = player(program, u8::try_from(seat).unwrap_or(0));
        let name = Named::new(op.decision, program.checked.decisions[op.decision.index()].clone());
        let options = match viewer {
            Viewer::Open => options(program, state, op, None),
            Viewer::Seat(looks) if looks == seat.id => options(program, state, op, Some(looks.0)),
            Viewer::Seat(_) | Viewer::Public => Vec::new(),
        };
        let picks = op.count.filter(|_| !options.is_empty()).and_then(|_| PicksView::new(game, op, viewer));
        let [chosen, waiting] = at_once(program, state, op, seat.id);
        Some(Decision { seat, name, options, picks, chosen, waiting })
    }

    /// Returns the index of the only option with this label.
    pub fn find(&self, label: &str) -> Option<usize> {
        let mut found = (0..self.options.len()).filter(|option| self.options[*option].label == label);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}

fn options(program: &Program, state: &State, op: &ChoiceOp, seat: Option<u8>) -> Vec<OptionView> {
    let labels = match seat {
        Some(seat) => shown_labels(program, state, seat),
        None => option_labels(program, state),
    };
    let hidden = |card: u16| seat.is_some_and(|seat| !state.knows(seat, card));
    let choices = state.options().iter().map(|option| choice(program, state, op, (*option, &hidden)));
    let positions = Positions::new(program, state, seat);
    let option = |(label, choice)| OptionView { label, at: positions.of_choice(&choice), choice };
    labels.into_iter().zip(choices).map(option).collect()
}

fn choice(
    program: &Program,
    state: &State,
    op: &ChoiceOp,
    (option, hidden): (i32, &dyn Fn(u16) -> bool),
) -> Choice {
    match op.kind {
        _ if option == NONE => Choice::Decline,
        _ if option == DONE => Choice::Done,
        ChoiceKind::YesNo => Choice::Answer(option == 1),
        ChoiceKind::Modes(_) => Choice::Mode(op.modes.get(option as usize).cloned().unwrap_or_default()),
        ChoiceKind::List(_) if op.ty.is_list() => {
            Choice::Pick(list(program, state, (op.ty, option), (hidden, &mut MOST_LISTED.clone())))
        }
        ChoiceKind::List(_) => {
            let sees = !op.ty.is_card() || !hidden(option as u16);
            Choice::Pick(seen(program, state, (op.ty, option), sees))
        }
        ChoiceKind::Window(window) => action(program, state, (window, option), hidden),
    }
}

fn action(
    program: &Program,
    state: &State,
    (window, option): (WindowId, i32),
    hidden: impl Fn(u16) -> bool,
) -> Choice {
    let index = action_of(option);
    let name = program.checked.windows[window.index()].actions[index].name.clone();
    let targets = &program.windows[window.index()][index].targets;
    let sees = sees_targets(program, window, option, hidden);
    let values = targets.iter().zip(targets_of(option, targets.len())).zip(sees);
    let targets = values.map(|(((_, ty), target), sees)| seen(program, state, (*ty, target), sees)).collect();
    Choice::Action { action: Named::new(ActionId::new(window, index), name), targets }
}

/// Returns a list, with each card as visible to the viewer.
fn list(
    program: &Program,
    state: &State,
    (ty, handle): (Type, i32),
    (hidden, left): (&dyn Fn(u16) -> bool, &mut usize),
) -> Value {
    let element = ty.present().element();
    let mut values = Vec::new();
    for n in state.find_list(handle).unwrap_or_default() {
        if *left == 0 {
            break;
        }
        *left -= 1;
        values.push(match element.is_list() {
            true => list(program, state, (element, *n), (hidden, left)),
            false => seen(program, state, (element, *n), !element.is_card() || !hidden(*n as u16)),
        });
    }
    Value::List(values)
}

/// Returns a value; a card that is not visible is represented by its back and position.
pub(super) fn seen(program: &Program, state: &State, (ty, n): (Type, i32), sees: bool) -> Value {
    if sees { value(program, ty, n) } else { back(program, n as u16, place(program, state, n as u16)) }
}

/// A forced choice, made without asking because there was one option.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unasked {
    /// The player who would have decided.
    pub seat: Seat,
    /// The name of the decision.
    pub name: Named<DecisionId>,
    /// The only option.
    pub choice: Choice,
    /// The label of the option; for a card, its name with its owner.
    pub label: String,
}

impl Unasked {
    #[doc(hidden)]
    pub fn new(
        program: &Program,
        state: &State,
        decision: ChoiceId,
        (player, option): (i32, i32),
    ) -> Unasked {
        let op = &program.choices[decision.0 as usize];
        let name = Named::new(op.decision, program.checked.decisions[op.decision.index()].clone());
        let label = match (op.kind, op.ty.is_card()) {
            _ if op.ty.is_list() && option >= 0 => {
                let parts = lists::parts(program, state, op.ty, option);
                lists::joined(parts.iter().map(|(part, _)| (part.as_str(), true)))
            }
            (ChoiceKind::List(_), true) if option >= 0 => card_text(program, option as u16),
            _ => value_label(program, op, option),
        };
        let seat = Seat(u8::try_from(player).unwrap_or(0));
        Unasked { seat, name, choice: choice(program, state, op, (option, &|_| false)), label }
    }
}
