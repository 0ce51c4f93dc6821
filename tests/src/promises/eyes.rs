//! Checks of promises at every position and at the events between them.

use crate::inside::*;
use std::collections::BTreeMap;

use ludex::Game;
use ludex_check::ids::{DecisionId, MessageId};
use ludex_run::exec::{Machine, NoObserver, Observer, StateChange, Workspace, action_of};
use ludex_run::program::{ChoiceKind, NONE, Program, Snippet};
use ludex_run::state::State;

use super::{Before, Broken, MOST_CHOICES, Moment, Promise, Promises, What, Why};

/// Recorded state of one promise.
#[derive(Default, Clone)]
struct Seen {
    /// Value at the previous position.
    before: i32,
    /// Value at the beginning of the round.
    began: i32,
    /// Sum of the messages' values since then; not 0 if a message allowed a change.
    told: i32,
    /// For each value of `for_each`: the value of `per`, and the sum.
    counts: BTreeMap<i32, (i32, i32)>,
}

/// Observes positions and events.
pub struct Eyes<'p> {
    pub promises: &'p Promises,
    /// A copy of the position, for evaluating expressions.
    state: State,
    work: Workspace,
    seen: Vec<Seen>,
    /// Promises that are checked between positions.
    between: BTreeMap<Moment, Vec<usize>>,
    /// For each message, the promises whose changes it explains, with their snippets.
    told: BTreeMap<MessageId, Vec<(usize, usize)>>,
    last: Option<(Moment, Option<String>)>,
    /// Promises about the next event.
    pending: Vec<usize>,
    round: i32,
    fresh: bool,
    /// Numbers of choices in the game and in the round; `choosing` is that round.
    choices: [i32; 2],
    choosing: i32,
    /// The first broken promise.
    pub broken: Option<Broken>,
}

impl<'p> Eyes<'p> {
    pub fn new(promises: &'p Promises) -> Self {
        let mut between: BTreeMap<Moment, Vec<usize>> = BTreeMap::new();
        let mut told: BTreeMap<MessageId, Vec<(usize, usize)>> = BTreeMap::new();
        for (i, promise) in promises.list.iter().enumerate() {
            for moment in &promise.at {
                between.entry(*moment).or_default().push(i);
            }
            if let What::Changes(_, Why::Said(list) | Why::By(list)) = &promise.what {
                list.iter().for_each(|(id, snippet)| told.entry(*id).or_default().push((i, *snippet)));
            }
        }
        Self {
            promises,
            state: State::new(&promises.program, 0),
            work: Workspace::default(),
            seen: vec![Seen::default(); promises.list.len()],
            between,
            told,
            last: None,
            pending: Vec::new(),
            round: 0,
            fresh: true,
            choices: [0; 2],
            choosing: 0,
            broken: None,
        }
    }

    /// Checks a position: a pending decision, or the end of the game.
    pub fn position(&mut self, game: &Game) {
        let decisions = &self.promises.program.checked.decisions;
        let number = |name: &str| decisions.iter().position(|other| other == name);
        let asked = game.decision().and_then(|decision| number(decision.name));
        let moment = asked.map_or(Moment::End, |id| Moment::Asked(DecisionId(id as _)));
        self.state.clone_from(game.state());
        self.expected(moment);
        for i in 0..self.promises.list.len() {
            self.check(i, moment, &[]);
        }
        let round = self.promises.round.map_or(0, |round| self.value(round, &[]));
        if self.fresh || round != self.round {
            (self.round, self.fresh) = (round, false);
            self.seen.iter_mut().for_each(|seen| seen.began = seen.before);
        }
    }

    /// Checks an event between two positions.
    fn between(&mut self, state: &State, moment: Moment, facts: &[i32], word: Option<String>) {
        self.expected(moment);
        let looks = self.between.get(&moment).cloned().unwrap_or_default();
        let message = if let Moment::Said(id) = moment { self.told.get(&id).cloned() } else { None };
        let picked = matches!(moment, Moment::Picked(_));
        if picked || !looks.is_empty() || message.is_some() {
            self.state.clone_from(state);
        }
        for (i, snippet) in message.unwrap_or_default() {
            let value = self.value(snippet, facts);
            self.seen[i].told += value;
        }
        for i in looks {
            self.check(i, moment, facts);
        }
        if picked {
            self.count_choice();
        }
        self.last = Some((moment, word));
    }

    /// Checks the promises about the next event.
    fn expected(&mut self, moment: Moment) {
        for i in std::mem::take(&mut self.pending) {
            let promise = &self.promises.list[i];
            let kept = matches!(&promise.what, What::Then(then) if then.contains(&moment));
            if !kept {
                self.breaks(promise, format!("{}, but {}", promise.text, self.named(moment)));
            }
        }
    }

    fn check(&mut self, i: usize, moment: Moment, values: &[i32]) {
        let promises = self.promises;
        let promise = &promises.list[i];
        let facts = promise.facts_at(moment, values);
        let now = promise.what.measured().map_or(0, |value| self.value(value, &[]));
        if self.applies(promise, moment, &facts) && !self.kept(i, now, &facts) {
            let Seen { before, began, told, .. } = self.seen[i];
            let (text, at) = (&promise.text, self.named(moment));
            let how = format!("`{text}` at {at} (now {now}, before {before}, at first {began}, said {told})");
            self.breaks(promise, how);
        }
        let seen = &mut self.seen[i];
        (seen.before, seen.told) = (now, 0);
    }

    /// Returns true if a promise applies to this moment.
    fn applies(&mut self, promise: &Promise, moment: Moment, facts: &[i32]) -> bool {
        (promise.at.is_empty() || promise.at.contains(&moment))
            && !promise.not_at.contains(&moment)
            && (promise.after.is_empty() || self.came_after(&promise.after))
            && promise.when.is_none_or(|when| self.value(when, facts) == 1)
    }

    fn kept(&mut self, i: usize, now: i32, facts: &[i32]) -> bool {
        let (promises, fresh) = (self.promises, self.fresh);
        let Seen { before, began, told, .. } = self.seen[i];
        match &promises.list[i].what {
            What::Holds(test) => self.value(*test, facts) == 1,
            What::NeverFalls(_) => fresh || now >= before,
            What::Settles(_) => before == 0 || before == NONE || now == before,
            What::Changes(_, Why::By(_)) => fresh || now - before == told,
            What::Changes(_, Why::Said(_)) => fresh || now == before || told > 0,
            What::Changes(_, Why::OnlyIf(test)) => fresh || now == before || self.value(*test, &[]) == 1,
            What::Rises(_, at_most) => fresh || self.round == 0 || now - began <= *at_most,
            What::Counts { of, per, for_each, at_most } => {
                let mut value =
                    |snippet: Option<usize>, absent| snippet.map_or(absent, |id| self.value(id, facts));
                let (of, per, key) = (value(*of, 1), value(*per, 0), value(*for_each, 0));
                self.add(i, key, per, of) <= self.value(*at_most, &[])
            }
            What::Follows(follows) => self.came_after(follows),
            What::Then(_) => {
                self.pending.push(i);
                true
            }
        }
    }

    /// Adds to the sum of a key; restarts if `per` has changed.
    fn add(&mut self, i: usize, key: i32, per: i32, of: i32) -> i32 {
        let (last, sum) = self.seen[i].counts.entry(key).or_insert((per, 0));
        *sum = if *last == per { *sum + of } else { of };
        *last = per;
        *sum
    }

    fn came_after(&self, list: &[Before]) -> bool {
        let Some((moment, word)) = &self.last else { return false };
        list.iter().any(|before| match before {
            Before::Moment(other) => other == moment,
            Before::Word(other) => word.as_ref() == Some(other),
        })
    }

    /// Returns the name of the moment and of the preceding event.
    fn named(&self, moment: Moment) -> String {
        let checked = &self.promises.program.checked;
        let last = self.last.as_ref().map_or_else(String::new, |(last, word)| {
            format!(" after `{}`", word.clone().unwrap_or_else(|| last.name(checked)))
        });
        format!("`{}`{last}", moment.name(checked))
    }

    fn count_choice(&mut self) {
        let round = self.promises.round.map_or(0, |round| self.value(round, &[]));
        if round != self.choosing {
            (self.choosing, self.choices[1]) = (round, 0);
        }
        let most = [self.promises.most_in_game, self.promises.most_in_round];
        for (i, what) in ["game", "round"].iter().enumerate() {
            self.choices[i] += 1;
            let Some(most) = most[i].map(|most| self.value(most, &[])) else { continue };
            if self.choices[i] > most && (i == 0 || round != 0) {
                let how = format!("{} choices in a {what} of at most {most}", self.choices[i]);
                self.broken.get_or_insert(Broken { says: MOST_CHOICES.to_owned(), how });
            }
        }
    }

    fn breaks(&mut self, promise: &Promise, how: String) {
        self.broken.get_or_insert(Broken { says: promise.says.clone(), how });
    }

    /// Evaluates a snippet without changing the position.
    fn value(&mut self, snippet: usize, args: &[i32]) -> i32 {
        let program = &self.promises.program;
        let Snippet::Expr(lambda) = program.snippets[snippet] else { panic!("an expression") };
        let value =
            Machine::new(program, &mut self.state, &mut self.work, &mut NoObserver).evaluate(lambda, args);
        value.unwrap_or_else(|fault| panic!("a promise has no value: {}", fault.message()))
    }
}

impl Observer for Eyes<'_> {
    const WATCHES: bool = true;

    fn on_change(&mut self, state: &State, happening: &StateChange<'_>) {
        match happening {
            StateChange::Said(id, facts) => self.between(state, Moment::Said(*id), facts, None),
            StateChange::Began(id) => self.between(state, Moment::Began(*id), &[], None),
            StateChange::Chose { decision, value, .. } => {
                let word = word(&self.promises.program, *decision, *value);
                self.between(state, Moment::Picked(*decision), &[], word);
            }
            _ => {}
        }
    }
}

/// Returns the word of an option that is an action or a mode.
fn word(program: &Program, decision: DecisionId, value: i32) -> Option<String> {
    let choice = program.choices.iter().find(|choice| choice.decision == decision)?;
    match choice.kind {
        _ if value == NONE => None,
        ChoiceKind::Window(window) => {
            Some(program.checked.windows[window.index()].actions[action_of(value)].name.clone())
        }
        ChoiceKind::Modes(_) => choice.modes.get(usize::try_from(value).ok()?).cloned(),
        _ => None,
    }
}
