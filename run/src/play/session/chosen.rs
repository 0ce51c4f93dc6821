//! Choices that no message reports: each has its own line in the log, in order.
//!
//! Whether a message reports a choice is known only after its effect, so the line is delayed. It is written
//! when the next iteration of a phase begins, or when the same decision is offered again. It is also written
//! when the game waits for another decision, unless a remaining message of the effect may report it. Its
//! position in the log is reserved.
//!
//! A line discloses no more than its reader knows. A choice made `secretly` has a line only if a statement
//! moves the chosen cards to where others see them. Only those players can read it.

use super::log::{Line, RecordedFact};
use crate::exec::{DONE, StateChange, action_of, option_of, targets_of};
use crate::program::{ChoiceId, ChoiceKind, ChoiceOp, KeptId, KeptSort, Lambda, ListId, NONE, Program};
use crate::state::{SeatSet, State, Status};
use ludex_check::hir::Naming;
use ludex_check::ids::{MAX_TARGETS, WindowId};
use ludex_check::types::Type;

/// Maximum number of these lines in a game; later choices are not logged.
const MAX_CHOSEN: usize = 100_000;
/// Maximum number of values of one choice that its line names.
const MOST: usize = 200;

/// A choice as stored in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The decision that was made.
    pub choice: ChoiceId,
    /// The acting player.
    pub player: u8,
    /// The chosen option.
    pub value: i32,
    /// The chosen values, or the targets of an action, each with its type and the seats that know it.
    pub picks: Vec<(Type, RecordedFact)>,
    /// Source and destination zones of the chosen cards, if they were moved.
    pub moved: Option<(u16, u16)>,
    /// Seats that know that there was one option and the player was not asked.
    pub forced: SeatSet,
}

/// A choice without a log line so far.
#[derive(Debug, Clone)]
struct Waiting {
    chosen: Chosen,
    /// Number of log lines before it.
    at: usize,
    /// Depth of the frame stack during its effect.
    depth: usize,
    /// True if the choice was not disclosed to other players.
    secret: bool,
    /// True if a message has reported it.
    named: bool,
    /// True if its cards were moved from or to a zone of a card, which is not disclosed.
    covered: bool,
}

impl Waiting {
    /// Returns true unless this is a simultaneous choice and its block runs for another player.
    fn is_having_effect(&self, program: &Program, state: &State) -> bool {
        let kept = program.choices[self.chosen.choice.0 as usize].together.map(|id| id.0 as usize);
        let frame = self.depth.checked_sub(1).and_then(|depth| state.frames.get(depth));
        let (Some(kept), Some(frame)) = (kept.map(|id| &program.kept[id]), frame) else { return true };
        let player = state.slots.get(frame.base as usize + usize::from(kept.who));
        player == Some(&i32::from(self.chosen.player))
    }
}

/// A new choice, before it is recorded.
struct WaitingPick {
    choice: ChoiceId,
    player: i32,
    value: i32,
    picks: Vec<(Type, RecordedFact)>,
    forced: SeatSet,
}

impl WaitingPick {
    /// Restricts knowledge of the choice to the acting player if it is made secretly.
    fn kept_secret(mut self, op: &ChoiceOp) -> Self {
        if op.secretly {
            let own = SeatSet::one(self.player);
            self.picks.iter_mut().for_each(|(_, pick)| pick.known = pick.known.and(own));
        }
        self
    }
}

/// Choices without a log line so far, and the number of those with one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Picks {
    waiting: Vec<Waiting>,
    written: usize,
    /// True if the next choice is made without a question, as all players know.
    is_unasked: bool,
}

impl Picks {
    /// Returns the number of lines written.
    pub fn written(&self) -> usize {
        self.written
    }

    /// Marks the next choice as made without a question.
    pub fn unasked(&mut self) {
        self.is_unasked = true;
    }

    /// Begins a run: pending choices precede its log lines.
    pub fn begin(&mut self, lines: &[Line]) {
        self.waiting.iter_mut().for_each(|waiting| waiting.at = lines.len());
    }

    /// Records an event.
    pub fn saw(
        &mut self,
        program: &Program,
        state: &State,
        happening: &StateChange<'_>,
        lines: &mut Vec<Line>,
    ) {
        match *happening {
            StateChange::Chose { choice, player, value, forced, made, .. } => {
                // simultaneous choices are disclosed together
                let op = &program.choices[choice.0 as usize];
                let is_unasked = std::mem::take(&mut self.is_unasked);
                if op.together.is_none() {
                    let forced = forced.then(|| who_sees_one(program, state, (op, value), player));
                    let forced = if is_unasked { SeatSet::ALL } else { forced.unwrap_or(SeatSet(0)) };
                    let picks = picks_of(program, state, op, value);
                    let pick = WaitingPick { choice, player, value, picks, forced }.kept_secret(op);
                    self.add(program, pick, made, lines, state.frames.len());
                }
            }
            StateChange::Told(kept) => self.record_together(program, state, kept, lines),
            StateChange::Moved(card, from, to) => self.moved(program, state, (card, from, to)),
            StateChange::Turned(card, _) | StateChange::Shown(card) => self.shown(state, card),
            StateChange::Said(message, _) => {
                for waiting in &mut self.waiting {
                    let naming = naming(program, waiting.chosen.choice);
                    waiting.named |= naming.messages.contains(&message)
                        && (naming.of_all.contains(&message) || waiting.is_having_effect(program, state));
                }
            }
            StateChange::Began(_) => self.settle(program, lines, |_| true),
            StateChange::Activated
            | StateChange::Leaves { .. }
            | StateChange::Excluded { .. }
            | StateChange::Swapped(..)
            | StateChange::Shuffled(_)
            | StateChange::Mixed { .. }
            | StateChange::Emitted(..) => {}
        }
    }

    /// Ends a run: writes all lines except those of choices that a message may still report, or that are not
    /// complete.
    pub fn end(&mut self, program: &Program, state: &State, lines: &mut Vec<Line>) {
        let asked = match state.status() {
            Status::Waiting { choice, player, .. } => Some((choice, player)),
            Status::Running | Status::Over | Status::Failed => None,
        };
        self.settle(program, lines, |waiting| {
            let (choice, player) = (waiting.chosen.choice, i32::from(waiting.chosen.player));
            let more = program.choices[choice.0 as usize].count.is_some() && asked == Some((choice, player));
            let may_be_named =
                !naming(program, choice).messages.is_empty() && state.frames.len() >= waiting.depth;
            asked.is_none() || !(more || may_be_named)
        });
    }

    /// Returns these choices after a determinization: cards are replaced by those at their positions now.
    pub fn determinized(&self, becomes: &[u16]) -> Picks {
        let mut picks = self.clone();
        let all = picks.waiting.iter_mut().flat_map(|waiting| &mut waiting.chosen.picks);
        for (_, pick) in all.filter(|(ty, _)| ty.is_card()) {
            let card = usize::try_from(pick.value).ok().and_then(|card| becomes.get(card));
            pick.value = card.map_or(pick.value, |card| i32::from(*card));
        }
        picks
    }

    fn add(
        &mut self,
        program: &Program,
        pick: WaitingPick,
        made: usize,
        lines: &mut Vec<Line>,
        depth: usize,
    ) {
        let WaitingPick { choice, player, value, picks, forced } = pick;
        let op = &program.choices[choice.0 as usize];
        let is_told = !op.secretly || naming(program, choice).moves && value >= 0;
        if !program.checked.layout.log.has(op.decision) || !is_told || self.written >= MAX_CHOSEN {
            return;
        }
        let is_same = |waiting: &&mut Waiting| {
            (waiting.chosen.choice, i32::from(waiting.chosen.player)) == (choice, player)
        };
        let before = self.waiting.iter_mut().rev().find(is_same).filter(|_| made > 0);
        if let Some(Waiting { chosen, .. }) = before {
            if chosen.picks.len() < MOST {
                chosen.picks.extend(picks);
            }
            chosen.forced = chosen.forced.and(forced);
            return;
        }
        // the previous choice of this decision is complete
        self.settle(program, lines, |waiting| waiting.chosen.choice == choice && op.together.is_none());
        let player = player.max(0) as u8;
        let chosen = Chosen { choice, player, value, picks, moved: None, forced };
        self.waiting.push(Waiting {
            chosen,
            at: lines.len(),
            depth,
            secret: op.secretly,
            named: false,
            covered: false,
        });
    }

    /// Records all choices of a simultaneous choice. Players who chose nothing have no line.
    fn record_together(&mut self, program: &Program, state: &State, id: KeptId, lines: &mut Vec<Line>) {
        let kept = program.kept[id.0 as usize];
        let Some(choice) = program.choices.iter().position(|op| op.together == Some(id)) else { return };
        let (op, choice) = (&program.choices[choice], ChoiceId(choice as u32));
        let base = state.frames.last().map_or(0, |frame| frame.base as usize);
        for seat in 0..u16::from(program.players) {
            let at = base + usize::from(kept.first + seat * kept.sort.slots());
            let slots = state.slots.get(at..).unwrap_or_default();
            let Some(kept_value) = slots.first().copied().filter(|pick| *pick != NONE) else { continue };
            let value = match kept.sort {
                KeptSort::Action(_) => option_of(kept_value.max(0) as usize, 0, [0; MAX_TARGETS]),
                KeptSort::Value | KeptSort::Card | KeptSort::Cards | KeptSort::List => kept_value,
            };
            let picks = match kept.sort {
                KeptSort::Action(window) => targets_kept(program, state, (window, value), slots),
                KeptSort::Cards | KeptSort::List if op.count.is_some() => {
                    let all = state.find_list(value).unwrap_or_default().iter().take(MOST);
                    all.flat_map(|value| picks_of(program, state, op, *value)).collect()
                }
                KeptSort::Value | KeptSort::Card | KeptSort::Cards | KeptSort::List => {
                    picks_of(program, state, op, value)
                }
            };
            let pick = WaitingPick { choice, player: i32::from(seat), value, picks, forced: SeatSet(0) };
            self.add(program, pick.kept_secret(op), 0, lines, state.frames.len());
        }
    }

    /// Records a move of a chosen card; only the first move counts.
    fn moved(&mut self, program: &Program, state: &State, (card, from, to): (u16, u16, u16)) {
        let on_card = |zone: u16| program.layout.zones[usize::from(zone)].on_card;
        for waiting in &mut self.waiting {
            let chosen = &mut waiting.chosen;
            let is_first = !waiting.covered && chosen.moved.is_none_or(|moved| moved == (from, to));
            if from == to || !is_first || !naming(program, chosen.choice).moves {
                continue;
            }
            let is_covered = on_card(from) || on_card(to);
            for (_, pick) in chosen.picks.iter_mut().filter(|pick| is_card(pick, card)) {
                waiting.covered |= is_covered;
                if !is_covered || !waiting.secret {
                    learn(pick, state, card);
                }
                chosen.moved = if is_covered { None } else { Some((from, to)) };
            }
        }
    }

    /// Discloses a shown card, unless its choice was secret.
    fn shown(&mut self, state: &State, card: u16) {
        for waiting in self.waiting.iter_mut().filter(|waiting| !waiting.secret) {
            let picks = waiting.chosen.picks.iter_mut().filter(|pick| is_card(pick, card));
            picks.for_each(|(_, pick)| learn(pick, state, card));
        }
    }

    /// Writes the lines of choices that are due, each at its position, unless a message has reported them.
    fn settle(&mut self, program: &Program, lines: &mut Vec<Line>, is_due: impl Fn(&Waiting) -> bool) {
        let mut i = 0;
        while i < self.waiting.len() {
            if !is_due(&self.waiting[i]) {
                i += 1;
                continue;
            }
            let Waiting { chosen, at, secret, named, .. } = self.waiting.remove(i);
            if named || secret && !is_revealed(program, &chosen) {
                continue;
            }
            lines.insert(at.min(lines.len()), Line::Chose(chosen));
            self.written += 1;
            self.waiting[i..].iter_mut().for_each(|later| later.at += 1);
        }
    }
}

/// Returns the uses of the choices of a decision in the effect.
fn naming(program: &Program, choice: ChoiceId) -> &Naming {
    program.naming(program.choices[choice.0 as usize].decision)
}

/// Returns the values of an option: a card or another value, the elements of a list, or the targets of an
/// action.
fn picks_of(program: &Program, state: &State, op: &ChoiceOp, value: i32) -> Vec<(Type, RecordedFact)> {
    match op.kind {
        _ if value == NONE || value == DONE => Vec::new(),
        ChoiceKind::List(_) if op.ty.is_list() => {
            let mut picks = Vec::new();
            elements(state, (op.ty, value), &mut picks);
            picks
        }
        ChoiceKind::List(_) => vec![noted(state, op.ty, value)],
        ChoiceKind::Window(window) => {
            let targets = &program.windows[window.index()][action_of(value)].targets;
            let values = targets_of(value, targets.len());
            let types = targets.iter().map(|(list, ty)| (*ty, program.lists_by_name(list.body)));
            types.zip(values).map(|(of, value)| target(state, of, value)).collect()
        }
        ChoiceKind::Modes(_) | ChoiceKind::YesNo => Vec::new(),
    }
}

/// Returns the targets of an action chosen earlier.
fn targets_kept(
    program: &Program,
    state: &State,
    (window, value): (WindowId, i32),
    slots: &[i32],
) -> Vec<(Type, RecordedFact)> {
    let targets = &program.windows[window.index()][action_of(value)].targets;
    let one = |(i, (list, ty)): (usize, &(Lambda<ListId>, Type))| {
        let at = 1 + i + if ty.is_card() { 0 } else { MAX_TARGETS };
        target(state, (*ty, program.lists_by_name(list.body)), slots.get(at).copied().unwrap_or(NONE))
    };
    targets.iter().enumerate().map(one).collect()
}

/// Returns a target. A card that is listed by name is not secret.
fn target(state: &State, (ty, is_named): (Type, bool), value: i32) -> (Type, RecordedFact) {
    let (ty, noted) = noted(state, ty, value);
    (ty, if is_named { RecordedFact { known: SeatSet::ALL, ..noted } } else { noted })
}

/// Collects the elements of a list, including nested lists.
fn elements(state: &State, (ty, handle): (Type, i32), picks: &mut Vec<(Type, RecordedFact)>) {
    let element = ty.present().element();
    for value in state.find_list(handle).unwrap_or_default() {
        if picks.len() >= MOST {
            return;
        }
        match element.is_list() {
            true => elements(state, (element, *value), picks),
            false => picks.push(noted(state, element, *value)),
        }
    }
}

fn noted(state: &State, ty: Type, value: i32) -> (Type, RecordedFact) {
    let card = usize::try_from(value).ok().filter(|_| ty.is_card()).and_then(|card| state.cards.get(card));
    let known = card.map_or(SeatSet::ALL, |card| card.known);
    (ty, RecordedFact { value, known, up: card.is_none_or(|card| card.up) })
}

fn is_card((ty, pick): &(Type, RecordedFact), card: u16) -> bool {
    ty.is_card() && pick.value == i32::from(card)
}

/// Adds the seats that know a card to those that know the choice.
fn learn(pick: &mut RecordedFact, state: &State, card: u16) {
    let card = &state.cards[usize::from(card)];
    (pick.known, pick.up) = (pick.known.with(card.known), card.up);
}

/// Returns true if another seat sees all cards of a secret choice at their destination.
fn is_revealed(program: &Program, chosen: &Chosen) -> bool {
    let sees =
        |seat: u8| seat != chosen.player && chosen.picks.iter().all(|(_, pick)| pick.known.contains(seat));
    chosen.moved.is_some() && !chosen.picks.is_empty() && (0..program.players).any(sees)
}

/// Returns the seats that know that a player had one option. These are all if it was the only card of a zone
/// whose cards all players can count.
fn who_sees_one(program: &Program, state: &State, (op, card): (&ChoiceOp, i32), player: i32) -> SeatSet {
    let is_card = matches!(op.kind, ChoiceKind::List(_)) && op.ty.is_card() && op.count.is_none();
    let zone = u16::try_from(card).ok().filter(|_| is_card).and_then(|card| state.zone_of(card));
    let is_alone = |zone: u16| {
        !program.layout.zones[usize::from(zone)].hides.concealed && state.cards_in(zone).nth(1).is_none()
    };
    if zone.is_some_and(is_alone) { SeatSet::ALL } else { SeatSet::one(player) }
}
