//! Runs the steps about options: offers, picks, and the disclosure of picks.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};

use crate::scenario::Failure;
use crate::scenario::run::one::Run;
use crate::scenario::run::steps::listed;
use crate::scenario::run::update::{exchanged, list, word};
use crate::scenario::run::words::seat;
use crate::trace::TracedAction;
use ludex_check::ids::Seat;
use ludex_check::load::raw::Name;
use ludex_run::play::label::{card_text, option_label, option_labels, seat_label, shown_labels, zone_label};
use ludex_run::play::{GameInternals, Unasked};
use ludex_run::program::Program;
use ludex_run::state::{State, Status};

/// Names of an option, the most specific first. For a card: its label, the card with its owner, the card
/// alone. Otherwise: the label, with and without its number.
type Forms = Vec<String>;

/// Label of a pick that is hidden from a seat.
const HIDDEN: &str = "hidden";

impl Run<'_> {
    /// Makes the picks with these labels in order. Several picks of one choice may be in any order.
    pub(in crate::scenario) fn picks(&mut self, labels: &[Spanned<String>]) -> Result<(), Failure> {
        let mut left = labels;
        while let [label, rest @ ..] = left {
            let together = self.together(left);
            match together.as_slice() {
                [] | [_] => {
                    self.pick(label)?;
                    left = rest;
                }
                picks => {
                    left = &left[picks.len()..];
                    let mut made = 0;
                    while let Some(index) = picks.get(made).and_then(|pick| self.option_of(*pick)) {
                        let asked = self.game.asked();
                        self.choose(index, label.span)?;
                        made += 1 + self.game.taken_of(asked);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the index of the option with this value.
    fn option_of(&self, pick: i32) -> Option<usize> {
        self.game.state().options().iter().position(|option| *option == pick)
    }

    /// Returns the next labels that are picks of one choice, in the order in which they are made.
    fn together(&self, labels: &[Spanned<String>]) -> Vec<i32> {
        let Some((all, state)) = self.game.all_picks() else { return Vec::new() };
        if labels.first().is_some_and(|label| self.taken(is_only(label)).is_some()) {
            return Vec::new();
        }
        let forms = self.forms(&state);
        let one = |label: &Spanned<String>| match find_option(&forms, &label.value).as_slice() {
            [one] => Some(*one),
            _ => None,
        };
        let mut named: Vec<usize> = labels.iter().take(all.most).map_while(one).collect();
        // labels that can be picked one by one are, even if more could be combined
        if named.len() < 2 || self.can_be_picked(&labels[..named.len()]) {
            return Vec::new();
        }
        loop {
            match all.in_order(&named) {
                Some(picks) => return picks,
                None => named.pop(),
            };
        }
    }

    /// Returns true if each label matches an option after the picks before it.
    fn can_be_picked(&self, labels: &[Spanned<String>]) -> bool {
        let mut game = self.game.clone();
        labels.iter().all(|label| match find_option(&self.forms(game.state()), &label.value).as_slice() {
            [index] => game.apply(*index).is_ok(),
            _ => false,
        })
    }

    pub(in crate::scenario) fn pick(&mut self, label: &Spanned<String>) -> Result<(), Failure> {
        let meant = is_only(label);
        if self.names_taken(label) {
            return Ok(());
        }
        let decision = self.decision(label.span).map_err(|failure| self.or_taken(failure, meant))?;
        let index = match find_option(&self.forms(self.game.state()), &label.value).as_slice() {
            [index] => *index,
            [] => {
                let message = format!("`{}` is not among the options of `{}`", label.value, decision.name);
                let problem = Diagnostic::new(Code::UnknownName, label.span, message);
                let who = seat_label(&self.program.checked, decision.seat.0);
                let Some(zone) = self.elsewhere(&label.value) else {
                    let labels = self.labels();
                    let problem = problem.suggest(&label.value, labels.iter().map(String::as_str));
                    return Err(self.or_taken(Failure::from(problem).detail(format!("{who} decides")), meant));
                };
                let where_ = format!("{who} decides, and `{}` is in {zone}", label.value);
                return Err(self.or_taken(Failure::from(problem).detail(where_), meant));
            }
            several => {
                let labels = self.labels();
                let meant: Vec<&str> = several.iter().map(|i| labels[*i].as_str()).collect();
                let message = format!("`{}` may mean {}", label.value, meant.join(" or "));
                return Err(Failure::new(label.span, message));
            }
        };
        self.choose(index, label.span)
    }

    /// Returns the zone of the only card with this ID.
    fn elsewhere(&self, id: &str) -> Option<String> {
        let design = self.program.checked.designs.iter().position(|design| design.name == id)?;
        let state = self.game.state();
        let mut cards =
            (0..state.cards.len()).filter(|card| self.program.layout.design[*card] as usize == design);
        let (card, None) = (cards.next()?, cards.next()) else { return None };
        let zone = state.cards[card].zone;
        (zone != 0).then(|| zone_label(self.program, zone))
    }

    fn choose(&mut self, index: usize, at: Span) -> Result<(), Failure> {
        self.follow(&TracedAction::Choose(index));
        // a runtime error is reported with its source location
        let _ = self.game.apply(index);
        self.named = self.named.map(|_| 0);
        self.followed();
        self.check_fault(at)
    }

    /// Returns true if a pick only names a forced choice. Adds a warning, because it need not be named.
    fn names_taken(&mut self, label: &Spanned<String>) -> bool {
        let taken = self.taken(is_only(label));
        if let Some(named) = taken {
            self.named = Some(named + 1);
            let message = format!("`{}` was taken automatically: it was the only option", label.value);
            let problem = Diagnostic::new(Code::IdleScenario, label.span, message);
            self.idle
                .get_or_insert(problem.help("leave it out, or choose single options too: `forced: asked`"));
        }
        taken.is_some()
    }

    /// Returns the index of the first matching forced choice since the last named one.
    fn taken(&self, is_meant: impl Fn(&Unasked) -> bool) -> Option<usize> {
        let named = self.named?;
        let further = self.game.host().unasked().iter().skip(named).position(is_meant)?;
        Some(named + further)
    }

    /// Adds a hint to a failure if its subject was a forced choice since the last pick.
    pub(in crate::scenario) fn or_taken(
        &self,
        failure: Failure,
        about: impl Fn(&Unasked) -> bool,
    ) -> Failure {
        let Some(taken) = self.game.host().unasked().iter().rev().find(|taken| about(taken)) else {
            return failure;
        };
        let (name, label) = (&taken.name.name, &taken.label);
        failure.detail(format!("`{name}` was decided automatically: `{label}` was its only option (`forced: asked` prevents this)"))
    }

    fn labels(&self) -> Vec<String> {
        option_labels(self.program, self.game.state())
    }

    /// Returns the names of each option.
    fn forms(&self, state: &State) -> Vec<Forms> {
        let cards = matches!(state.status(), Status::Waiting { choice, .. } if self.program.choices[choice.0 as usize].cards);
        let shown = match state.status() {
            Status::Waiting { player, .. } => shown_labels(self.program, state, player.max(0) as u8),
            Status::Running | Status::Over | Status::Failed => Vec::new(),
        };
        let form = |i: usize| {
            let card = u16::try_from(state.options()[i]).ok().filter(|_| cards);
            let mut forms = forms(self.program, option_label(self.program, state, i), card);
            // an acting player who doesn't know a card names it by its position
            forms.extend(shown.get(i).filter(|shown| !forms.contains(shown)).cloned());
            forms
        };
        (0..state.options().len()).map(form).collect()
    }

    /// Fails unless exactly these options are offered, in any order.
    pub(in crate::scenario) fn offers(&self, at: Span, labels: &[Spanned<String>]) -> Result<(), Failure> {
        let decision = self.decision(at)?;
        let (lacking, surplus) = matched(&self.forms(self.game.state()), labels);
        if lacking.is_empty() && surplus.is_empty() {
            return Ok(());
        }
        let failure = Failure::new(at, format!("`{}` offers something else", decision.name));
        let expected: Vec<&str> = labels.iter().map(|label| label.value.as_str()).collect();
        let offered = self.labels();
        let stays: Vec<bool> =
            labels.iter().map(|label| !lacking.iter().any(|lacking| std::ptr::eq(*lacking, label))).collect();
        let surplus: Vec<String> = surplus.into_iter().map(|i| offered[i].clone()).collect();
        let update = list(self.sources, at, labels, exchanged(&stays, &surplus));
        let failure = failure.differs(listed(&expected), listed(&offered)).update(update);
        let failure = with_list(failure, "not offered:", &texts(&lacking));
        Err(with_list(failure, "offered too:", &surplus))
    }

    /// Fails unless these options are offered, among others.
    pub(in crate::scenario) fn offers_also(
        &self,
        at: Span,
        labels: &[Spanned<String>],
    ) -> Result<(), Failure> {
        let decision = self.decision(at)?;
        let (lacking, _) = matched(&self.forms(self.game.state()), labels);
        if lacking.is_empty() {
            return Ok(());
        }
        let failure = Failure::new(at, format!("`{}` does not offer all of these", decision.name));
        let expected: Vec<&str> = labels.iter().map(|label| label.value.as_str()).collect();
        let failure = failure.differs(format!("among others {}", listed(&expected)), listed(&self.labels()));
        Err(with_list(failure, "not offered:", &texts(&lacking)))
    }

    pub(in crate::scenario) fn never_offers(&self, labels: &[Spanned<String>]) -> Result<(), Failure> {
        for label in labels {
            let decision = self.decision(label.span)?;
            let found = find_option(&self.forms(self.game.state()), &label.value);
            if let Some(option) = found.first() {
                let message = format!("`{}` offers `{}`", decision.name, self.labels()[*option]);
                return Err(Failure::new(label.span, message));
            }
        }
        Ok(())
    }

    /// Fails unless the last pick is disclosed to a seat in this form.
    pub(in crate::scenario) fn expect_disclosed(
        &self,
        at: Span,
        name: &Name,
        pick: &Spanned<String>,
    ) -> Result<(), Failure> {
        let who = seat(self.program, &name.value, name.span)?;
        let Some(told) = self.game.observed_choice(Seat(who)) else {
            return Err(Failure::new(at, "no option was chosen yet"));
        };
        let forms = match &told.pick {
            Some(label) => forms(self.program, label.clone(), told.card.map(|card| card.0)),
            None => vec![HIDDEN.to_owned()],
        };
        if forms.contains(&pick.value) {
            return Ok(());
        }
        let reader = seat_label(&self.program.checked, who);
        let message = format!("{reader} is told something else about `{}`", told.decision);
        let failure = Failure::new(at, message).differs(pick.value.as_str(), forms[0].as_str());
        Err(failure.update([word(self.sources, pick.span, &forms[0])]))
    }
}

/// Returns the names of an option with this label.
fn forms(program: &Program, label: String, card: Option<u16>) -> Forms {
    let same = label.rsplit_once('#').map(|(same, _)| same.to_owned()).filter(|_| card.is_none());
    let mut forms = Vec::from_iter([label].into_iter().chain(same));
    if let Some(card) = card {
        let design = program.layout.design[usize::from(card)] as usize;
        forms.push(card_text(program, card));
        forms.push(program.checked.designs[design].name.clone());
    }
    forms
}

/// Returns a predicate that is true if a text names the forced choice.
fn is_only(label: &Spanned<String>) -> impl Fn(&Unasked) -> bool + Copy {
    move |taken: &Unasked| {
        let only = &taken.label;
        *only == label.value || only.split(' ').next_back() == Some(&label.value)
    }
}

/// Returns the options that a text matches: the one with this label, otherwise all with this name.
fn find_option(forms: &[Forms], text: &str) -> Vec<usize> {
    let label = forms.iter().position(|forms| forms.first().is_some_and(|label| label == text));
    if let Some(index) = label {
        return vec![index];
    }
    let having = |is_it: &dyn Fn(&String) -> bool| -> Vec<usize> {
        (0..forms.len()).filter(|i| forms[*i].iter().any(is_it)).collect()
    };
    match having(&|form| form == text) {
        found if found.is_empty() => having(&|form| is_same_list(form, text)),
        found => found,
    }
}

/// Returns true if two texts list the same elements, in any order.
fn is_same_list(one: &str, other: &str) -> bool {
    const AND: &str = " + ";
    let elements = |text: &str| {
        let mut elements: Vec<String> = text.split(AND).map(str::to_owned).collect();
        elements.sort_unstable();
        elements
    };
    one.len() == other.len() && one.contains(AND) && elements(one) == elements(other)
}

/// Matches labels with options one to one, the most specific labels first. Returns the unmatched labels and
/// options.
fn matched<'l>(forms: &[Forms], labels: &'l [Spanned<String>]) -> (Vec<&'l Spanned<String>>, Vec<usize>) {
    let mut free: Vec<usize> = (0..forms.len()).collect();
    let mut wanted: Vec<&Spanned<String>> = labels.iter().collect();
    for exactness in 0..forms.iter().map(Vec::len).max().unwrap_or(0) {
        wanted.retain(|label| {
            let is_meant = |i: &usize| forms[*i].get(exactness).is_some_and(|form| *form == label.value);
            let found = free.iter().position(is_meant);
            found.map(|at| free.remove(at)).is_none()
        });
    }
    wanted.retain(|label| {
        let is_meant = |i: &usize| forms[*i].iter().any(|form| is_same_list(form, &label.value));
        let found = free.iter().position(is_meant);
        found.map(|at| free.remove(at)).is_none()
    });
    (wanted, free)
}

fn texts<'l>(labels: &[&'l Spanned<String>]) -> Vec<&'l str> {
    labels.iter().map(|label| label.value.as_str()).collect()
}

fn with_list(failure: Failure, what: &str, list: &[impl AsRef<str>]) -> Failure {
    if list.is_empty() { failure } else { failure.detail(format!("{what} {}", listed(list))) }
}
