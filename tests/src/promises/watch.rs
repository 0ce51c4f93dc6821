//! Looking at one game from its beginning on, at every decision and at what happens in between.

use std::collections::BTreeMap;

use ludex::Game;
use ludex::exec::{Happening, Machine, Nobody, Observer, Workspace, action_of};
use ludex::ids::{DecisionId, MessageId};
use ludex::program::{ChoiceKind, NONE, Program, Snippet};
use ludex::state::State;

use super::secret::Other;
use super::{Before, MOST_CHOICES, Moment, Promise, Promises, What, Why};

/// A promise that was not kept.
#[derive(Debug)]
pub struct Broken {
    /// What the promise says.
    pub says: String,
    /// Where, and how.
    pub how: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.says, self.how)
    }
}

/// Who looks at one game, from its first decision on. It makes each choice again, to see what happens on the way.
pub struct Watch<'p> {
    state: State,
    work: Workspace,
    eyes: Eyes<'p>,
    others: Vec<Other>,
    /// The decision that was put last.
    asked: Option<String>,
}

impl<'p> Watch<'p> {
    /// Has seen nothing yet.
    pub fn new(promises: &'p Promises) -> Self {
        let state = || State::new(&promises.program, 0);
        let (state, work) = (state(), Workspace::default());
        Self { state, work, eyes: Eyes::new(promises), others: Vec::new(), asked: None }
    }

    /// Looks at the next position: that after one more choice.
    pub fn look(&mut self, game: &Game) -> Result<(), Broken> {
        let promises = self.eyes.promises;
        if self.asked.is_none() {
            self.state = State::new(&promises.program, game.record().seed);
        }
        let mut machine = Machine::new(&promises.program, &mut self.state, &mut self.work, &mut self.eyes);
        let played = match game.last_choice() {
            Some((option, _)) if self.asked.is_some() => machine.choose(option),
            _ => machine.start(),
        };
        assert!(played.is_ok() && self.state == *game.state(), "the same position again");
        self.eyes.position(game);
        if self.eyes.broken.is_none() {
            self.eyes.broken = self.differs(game);
        }
        self.asked = Some(game.decision().map_or_else(String::new, |decision| decision.name.to_owned()));
        self.eyes.broken.take().map_or(Ok(()), Err)
    }

    /// Goes on with the games in which something else was picked in secret, and begins new ones.
    fn differs(&mut self, game: &Game) -> Option<Broken> {
        let asked = self.asked.as_ref()?;
        let (promises, mut broken) = (self.eyes.promises, None);
        self.others.retain_mut(|other| {
            let went = other.follow(game);
            let goes_on = matches!(went, Ok(true));
            if let Err(how) = went {
                let says = promises.secrets[other.secret].says.clone();
                broken.get_or_insert(Broken { says, how });
            }
            goes_on
        });
        for secret in 0..promises.secrets.len() {
            match Other::begin(promises, secret, asked, game) {
                Some(Ok(other)) => self.others.push(other),
                Some(Err(how)) => {
                    broken.get_or_insert(Broken { says: promises.secrets[secret].says.clone(), how });
                }
                None => {}
            }
        }
        broken
    }
}

/// What was seen of one promise.
#[derive(Default, Clone)]
struct Seen {
    /// The value at the position before …
    before: i32,
    /// … and when the round began.
    began: i32,
    /// The sum of what was said since, or whether a message allowed a change.
    told: i32,
    /// For each value of `for_each`: that of `per`, and the sum.
    counts: BTreeMap<i32, (i32, i32)>,
}

/// Looks at positions and at what happens.
struct Eyes<'p> {
    promises: &'p Promises,
    /// A copy of the position: an expression needs one of its own.
    state: State,
    work: Workspace,
    seen: Vec<Seen>,
    /// The promises that are looked at in a moment that is no position.
    between: BTreeMap<Moment, Vec<usize>>,
    /// Of each message: the promises about changes that it explains, with the snippet.
    told: BTreeMap<MessageId, Vec<(usize, usize)>>,
    last: Option<(Moment, Option<String>)>,
    /// Promises about what happens next.
    pending: Vec<usize>,
    round: i32,
    fresh: bool,
    /// Choices of the game and of the round, and of which round.
    choices: [i32; 2],
    choosing: i32,
    broken: Option<Broken>,
}

impl<'p> Eyes<'p> {
    fn new(promises: &'p Promises) -> Self {
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

    /// A decision is put, or the game is over.
    fn position(&mut self, game: &Game) {
        let decisions = &self.promises.program.checked.decisions;
        let number = |name: &str| decisions.iter().position(|other| other == name);
        let asked = game.decision().and_then(|decision| number(decision.name));
        let moment = asked.map_or(Moment::End, |id| Moment::Asked(DecisionId::new(id)));
        self.state.clone_from(game.state());
        self.expected(moment);
        for i in 0..self.promises.list.len() {
            self.look(i, moment, &[]);
        }
        let round = self.promises.round.map_or(0, |round| self.value(round, &[]));
        if self.fresh || round != self.round {
            (self.round, self.fresh) = (round, false);
            self.seen.iter_mut().for_each(|seen| seen.began = seen.before);
        }
    }

    /// Something happened between two positions.
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
            self.look(i, moment, facts);
        }
        if picked {
            self.count_choice();
        }
        self.last = Some((moment, word));
    }

    /// Whether this is what a promise said would come next.
    fn expected(&mut self, moment: Moment) {
        for i in std::mem::take(&mut self.pending) {
            let promise = &self.promises.list[i];
            let kept = matches!(&promise.what, What::Then(then) if then.contains(&moment));
            if !kept {
                self.breaks(promise, format!("{}, but {}", promise.text, self.named(moment)));
            }
        }
    }

    fn look(&mut self, i: usize, moment: Moment, values: &[i32]) {
        let promises = self.promises;
        let promise = &promises.list[i];
        let facts = match moment {
            Moment::Said(id) => promise.facts.iter().find(|(other, _)| *other == id),
            _ => None,
        };
        let facts: Vec<i32> = facts.map_or_else(Vec::new, |(_, at)| at.iter().map(|i| values[*i]).collect());
        let counts = (promise.at.is_empty() || promise.at.contains(&moment))
            && !promise.not_at.contains(&moment)
            && (promise.after.is_empty() || self.came_after(&promise.after))
            && promise.when.is_none_or(|when| self.value(when, &facts) == 1);
        let Seen { before, began, told, .. } = self.seen[i];
        let (now, kept) = match &promise.what {
            What::Holds(test) => (0, !counts || self.value(*test, &facts) == 1),
            What::NeverFalls(value) => {
                let now = self.value(*value, &[]);
                (now, self.fresh || !counts || now >= before)
            }
            What::Settles(value) => {
                let now = self.value(*value, &[]);
                (now, before == 0 || before == NONE || !counts || now == before)
            }
            What::Changes(value, why) => {
                let now = self.value(*value, &[]);
                let allowed = match why {
                    Why::OnlyIf(only_if) => now == before || self.value(*only_if, &[]) == 1,
                    Why::Said(_) => now == before || told > 0,
                    Why::By(_) => now - before == told,
                };
                (now, self.fresh || !counts || allowed)
            }
            What::Rises(value, at_most) => {
                let now = self.value(*value, &[]);
                (now, self.fresh || self.round == 0 || !counts || now - began <= *at_most)
            }
            What::Counts { of, per, for_each, at_most } => {
                let of = of.map_or(1, |of| if counts { self.value(of, &facts) } else { 0 });
                let mut value = |snippet: Option<usize>| snippet.map_or(0, |id| self.value(id, &facts));
                let (per, key) = if counts { (value(*per), value(*for_each)) } else { (0, 0) };
                let sum = if counts { self.add(i, key, per, of) } else { 0 };
                (sum, !counts || sum <= self.value(*at_most, &[]))
            }
            What::Follows(follows) => (0, !counts || self.came_after(follows)),
            What::Then(_) => {
                self.pending.extend(counts.then_some(i));
                (0, true)
            }
        };
        if !kept {
            let at = self.named(moment);
            let how = format!(
                "`{}` at {at} (now {now}, before {before}, when the round began {began}, said {told})",
                promise.text
            );
            self.breaks(promise, how);
        }
        let seen = &mut self.seen[i];
        (seen.before, seen.told) = (now, 0);
    }

    /// Adds to what was counted for a key; begins anew where `per` is another.
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

    /// The moment, and what happened just before it.
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

    /// The value of a snippet, which leaves the position as it is.
    fn value(&mut self, snippet: usize, args: &[i32]) -> i32 {
        let program = &self.promises.program;
        let Snippet::Expr(lambda) = program.snippets[snippet] else { panic!("an expression") };
        let value =
            Machine::new(program, &mut self.state, &mut self.work, &mut Nobody).evaluate(lambda, args);
        value.unwrap_or_else(|fault| panic!("a promise has no value: {}", fault.message()))
    }
}

impl Observer for Eyes<'_> {
    const WATCHES: bool = true;

    fn saw(&mut self, state: &State, happening: &Happening<'_>) {
        match happening {
            Happening::Said(id, facts) => self.between(state, Moment::Said(*id), facts, None),
            Happening::Began(id) => self.between(state, Moment::Began(*id), &[], None),
            Happening::Chose { decision, value, .. } => {
                let word = word(&self.promises.program, *decision, *value);
                self.between(state, Moment::Picked(*decision), &[], word);
            }
            _ => {}
        }
    }
}

/// The word of an option that is an action or a block.
fn word(program: &Program, decision: DecisionId, value: i32) -> Option<String> {
    let choice = program.choices.iter().find(|choice| choice.decision == decision)?;
    match choice.kind {
        ChoiceKind::Window(window) => {
            Some(program.checked.windows[window.index()].actions[action_of(value)].name.clone())
        }
        ChoiceKind::Modes(_) => choice.modes.get(usize::try_from(value).ok()?).cloned(),
        _ => None,
    }
}
