//! Runs the steps of `play`.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Diagnostic, Suggestion};
use ludex_grammar::span::{Span, Spanned};

use crate::explain::decision_facts;
use crate::scenario::Failure;
use crate::scenario::compiled::Expectation;
use crate::scenario::run::one::{Run, no_phase};
use crate::scenario::run::update::{Item, exchanged, last_word, list, word};
use crate::scenario::run::words::{CardWords, find_card, owner_in, seat, zone};
use ludex_check::ids::Seat;
use ludex_check::load::raw::Name;
use ludex_check::load::scenario::Step;
use ludex_run::play::label::{HIDDEN, card_text, seat_label};
use ludex_run::play::{CardView, GameInternals, Named, Unasked, Value};
use ludex_run::program::Program;
use ludex_run::state::Status;

/// A decision with its acting player.
pub(in crate::scenario) struct PendingDecision<'a> {
    pub seat: Seat,
    pub name: &'a str,
}

impl Run<'_> {
    /// Runs one step; `expected` contains the expectations of an `expect` step.
    pub(in crate::scenario) fn step(
        &mut self,
        step: &Spanned<Step>,
        expected: &[Expectation],
    ) -> Result<(), Failure> {
        match &step.value {
            Step::Do(labels) => self.picks(labels),
            Step::Who(name) => self.who(name),
            Step::Asks(name) => self.asks(name),
            Step::Offers(labels) => self.offers(step.span, labels),
            Step::OffersAlso(labels) => self.offers_also(step.span, labels),
            Step::NeverOffers(labels) => self.never_offers(labels),
            Step::Told { seat, pick } => self.expect_disclosed(step.span, seat, pick),
            Step::Facts(facts) => self.facts(step.span, facts),
            Step::Expect(_) => self.expect(expected),
            Step::Stack(zones) => self.stack(zones),
            Step::Over(over) => self.over(step.span, *over),
            Step::Winners(names) => self.winners(step.span, names),
            Step::View { seat, zone, shows, among } => {
                self.view(step.span, seat, zone, shows)?;
                among.as_ref().map_or(Ok(()), |among| self.among(step.span, seat, zone, among))
            }
        }
    }

    /// Returns the pending decision, if any.
    pub(in crate::scenario) fn asked(&self) -> Option<PendingDecision<'_>> {
        let Status::Waiting { choice, .. } = self.game.state().status() else { return None };
        let decision = self.program.choices[choice.0 as usize].decision;
        let name = &self.program.checked.decisions[decision.index()];
        Some(PendingDecision { seat: self.game.deciding()?, name })
    }

    /// Returns the pending decision, or the reason for its absence.
    pub(in crate::scenario) fn decision(&self, at: Span) -> Result<PendingDecision<'_>, Failure> {
        let why = if self.stops { "the scenario stops here" } else { "the game is over" };
        let nobody = || match self.is_position {
            true => no_phase(self.program, at),
            false => Failure::new(at, format!("no decision is pending: {why}")),
        };
        self.asked().ok_or_else(nobody)
    }

    fn who(&self, name: &Name) -> Result<(), Failure> {
        let wanted = seat(self.program, &name.value, name.span)?;
        let player = self.decision(name.span)?.seat.0;
        if player == wanted {
            return Ok(());
        }
        let player = seat_label(&self.program.checked, player);
        let failure = Failure::new(name.span, format!("{player} decides, not {}", name.value));
        let failure = failure.differs(name.value.as_str(), player.as_str());
        let failure = failure.update([word(self.sources, name.span, &player)]);
        Err(self.or_taken(failure, |taken| taken.seat == Seat(wanted)))
    }

    fn asks(&self, name: &Name) -> Result<(), Failure> {
        let named = |taken: &Unasked| taken.name.name == name.value;
        let decision = self.decision(name.span).map_err(|failure| self.or_taken(failure, named))?;
        if decision.name == name.value {
            return Ok(());
        }
        let message = format!("`{}` is asked, not `{}`", decision.name, name.value);
        let known = &self.program.checked.decisions;
        let differs = |failure: Failure| {
            let failure = failure.differs(name.value.as_str(), decision.name);
            failure.update([word(self.sources, name.span, decision.name)])
        };
        if known.contains(&name.value) {
            return Err(self.or_taken(differs(Failure::new(name.span, message)), named));
        }
        let problem = Diagnostic::new(Code::UnknownName, name.span, format!("{message}, which nothing asks"));
        Err(differs(problem.suggest(&name.value, known.iter().map(String::as_str)).into()))
    }

    fn over(&self, at: Span, wanted: bool) -> Result<(), Failure> {
        match self.is_over() {
            None => Err(Failure::new(
                at,
                "no game is played here: the scenario stops after its position or effect",
            )),
            Some(over) if over == wanted => Ok(()),
            Some(true) => Err(self.is_otherwise(at, "the game is over", (false, true))),
            Some(false) => {
                let asked = self.asked().map(|asked| {
                    format!("{} is asked `{}`", seat_label(&self.program.checked, asked.seat.0), asked.name)
                });
                let failure = self.is_otherwise(at, "the game is not over", (true, false));
                Err(asked.into_iter().fold(failure, Failure::detail))
            }
        }
    }

    fn is_otherwise(&self, at: Span, message: &str, (wanted, is): (bool, bool)) -> Failure {
        let [wanted, is] = [wanted, is].map(|over| over.to_string());
        let update = last_word(self.sources, at, &wanted, &is);
        Failure::new(at, message).differs(format!("over: {wanted}"), format!("over: {is}")).update(update)
    }

    /// Fails unless the acting player is shown these facts. Further facts are ignored.
    fn facts(&self, at: Span, wanted: &[(Name, Spanned<String>)]) -> Result<(), Failure> {
        let asked = self.decision(at)?;
        let facts = decision_facts(&self.game, asked.seat);
        for (name, value) in wanted {
            let Some(fact) = facts.iter().find(|fact| fact.name == name.value) else {
                let message = format!("`{}` has no fact `{}`", asked.name, name.value);
                let problem = Diagnostic::new(Code::UnknownName, name.span, message);
                let known = facts.iter().map(|fact| fact.name.as_str());
                return Err(problem.suggest(&name.value, known).into());
            };
            let told = value_told(&fact.value);
            let short = told.rsplit(' ').next().unwrap_or_default();
            if value.value != told && value.value != short {
                let who = seat_label(&self.program.checked, asked.seat.0);
                let message = format!("{who} is told something else of `{}`", name.value);
                let failure = Failure::new(value.span, message).differs(value.value.as_str(), told.as_str());
                return Err(failure.update([word(self.sources, value.span, &told)]));
            }
        }
        Ok(())
    }

    fn winners(&self, at: Span, names: &[Name]) -> Result<(), Failure> {
        let wanted: Vec<u8> =
            names.iter().map(|name| seat(self.program, &name.value, name.span)).collect::<Result<_, _>>()?;
        let winners: Vec<u8> = self.game.host().winners().into_iter().map(|seat| seat.id.0).collect();
        if wanted == winners {
            return Ok(());
        }
        let name = |p: &u8| seat_label(&self.program.checked, *p);
        let words: Vec<String> = winners.iter().map(name).collect();
        let score = |seat: Named<Seat>| Some((self.game.host().score(seat.id)?, seat.name));
        let scores = self.game.setup().seats().filter_map(score);
        let scores = scores.map(|(score, seat)| format!("{seat} has {}", score.total));
        let expected: Vec<&str> = names.iter().map(|name| name.value.as_str()).collect();
        let failure = Failure::new(at, "others would win").differs(listed(&expected), listed(&words));
        let failure =
            failure.update(self.in_places(at, names, &words, |at| wanted.get(at) == winners.get(at)));
        Err(scores.fold(failure, Failure::detail))
    }

    fn view(
        &self,
        at: Span,
        who: &Name,
        label: &Spanned<String>,
        shows: &[Spanned<String>],
    ) -> Result<(), Failure> {
        let who = seat(self.program, &who.value, who.span)?;
        let zone = zone(self.program, label)?;
        let wanted: Vec<CardWords<'_>> =
            shows.iter().map(|text| CardWords::read(self.program, text)).collect::<Result<_, _>>()?;
        let view = self.game.view(Seat(who));
        let seen = view.zones.iter().find(|z| z.zone.id.0 == zone).map_or(&[][..], |z| &z.cards);
        let fits = |(words, card): (&CardWords<'_>, &CardView)| shows_card(self.program, words, zone, card);
        if wanted.len() == seen.len() && wanted.iter().zip(seen).all(fits) {
            return Ok(());
        }
        let def = self.program.layout.zones[usize::from(zone)].def;
        if !self.program.checked.zones[def.index()].ordered && in_any_order(&wanted, seen, fits) {
            return Ok(());
        }
        let expected: Vec<&str> = shows.iter().map(|text| text.value.as_str()).collect();
        let found: Vec<String> = seen.iter().map(seen_text).collect();
        let message =
            format!("{} sees something else in {}", seat_label(&self.program.checked, who), label.value);
        let fits = |at: usize| wanted.get(at).zip(seen.get(at)).is_some_and(fits);
        let update = self.in_places(at, shows, &found, fits);
        Err(Failure::new(at, message).differs(listed(&expected), listed(&found)).update(update))
    }

    /// Returns the changes that make a list equal to `new`, item by item. Items that fit keep their text.
    fn in_places(
        &self,
        step: Span,
        old: &[Spanned<String>],
        new: &[String],
        fits: impl Fn(usize) -> bool,
    ) -> Vec<Suggestion> {
        let item = |at: usize| match new.get(at) {
            Some(_) if fits(at) => Item::Stays,
            Some(text) => Item::Becomes(text.clone()),
            None => Item::Goes,
        };
        let added = new.get(old.len()..).unwrap_or_default().to_vec();
        list(self.sources, step, old, ((0..old.len()).map(item).collect(), added))
    }

    /// Fails unless these are the cards that the hidden cards of a zone may be, from the point of view of a
    /// seat.
    fn among(
        &self,
        at: Span,
        who: &Name,
        label: &Spanned<String>,
        among: &[Spanned<String>],
    ) -> Result<(), Failure> {
        let who = seat(self.program, &who.value, who.span)?;
        let zone = zone(self.program, label)?;
        let layout = &self.program.layout;
        let mut wanted = BTreeSet::new();
        let mut prints = Vec::with_capacity(among.len());
        for text in among {
            let words = CardWords::read(self.program, text)?;
            let card = find_card(self.program, &words, zone, &BTreeSet::new())?;
            wanted.insert((layout.design[usize::from(card)], layout.owner[usize::from(card)], card));
            prints.push((layout.design[usize::from(card)], layout.owner[usize::from(card)]));
        }
        let state = self.game.state();
        let hidden = state.cards_in(zone).filter(|card| !state.knows(who, *card));
        let possible: BTreeSet<u16> = hidden.flat_map(|card| self.game.candidates(who, card)).collect();
        let print = |card: u16| (layout.design[usize::from(card)], layout.owner[usize::from(card)]);
        let found: BTreeMap<(u32, i32), u16> =
            possible.iter().rev().map(|card| (print(*card), *card)).collect();
        if wanted.iter().map(|(design, owner, _)| (*design, *owner)).eq(found.keys().copied()) {
            return Ok(());
        }
        let expected: Vec<&str> = among.iter().map(|text| text.value.as_str()).collect();
        let words = |mut cards: Vec<u16>| -> Vec<String> {
            cards.sort_unstable();
            cards.into_iter().map(|card| card_text(self.program, card)).collect()
        };
        let stays: Vec<bool> = prints.iter().map(|print| found.contains_key(print)).collect();
        let new = found.iter().filter(|(print, _)| !prints.contains(print)).map(|(_, card)| *card).collect();
        let update = list(self.sources, at, among, exchanged(&stays, &words(new)));
        let found = words(found.into_values().collect());
        let message = format!(
            "the possible hidden cards of {} in {} are different",
            seat_label(&self.program.checked, who),
            label.value
        );
        Err(Failure::new(at, message).differs(listed(&expected), listed(&found)).update(update))
    }
}

/// Returns true if each of the words matches a different card. The most specific words are matched first.
fn in_any_order(
    wanted: &[CardWords<'_>],
    seen: &[CardView],
    fits: impl Fn((&CardWords<'_>, &CardView)) -> bool,
) -> bool {
    let mut left: Vec<&CardView> = seen.iter().collect();
    let mut words: Vec<&CardWords<'_>> = wanted.iter().collect();
    words.sort_by_key(|words| (words.design.is_none(), words.up.is_none(), words.owner.is_none()));
    let all = words.iter().all(|words| {
        let found = left.iter().position(|card| fits((words, card)));
        found.map(|at| left.swap_remove(at)).is_some()
    });
    all && left.is_empty()
}

/// Joins words with commas; an empty list becomes `(nothing)`.
pub(in crate::scenario) fn listed(words: &[impl AsRef<str>]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    if words.is_empty() { "(nothing)".to_owned() } else { words.join(", ") }
}

/// Formats a fact as in scenarios.
fn value_told(value: &Value) -> String {
    match value {
        Value::Hidden => HIDDEN.to_owned(),
        Value::Nothing => "nothing".to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Decimal(amount) => amount.to_string(),
        Value::Bool(holds) => holds.to_string(),
        Value::Word(named) => named.name.clone(),
        Value::Player(named) => named.name.clone(),
        Value::Spot(named) => named.name.clone(),
        Value::Zone(named) => named.name.clone(),
        Value::Card(named) => named.name.clone(),
        Value::Design(named) => named.name.clone(),
        Value::Unseen { owner, .. } => {
            owner.as_ref().map_or_else(|| HIDDEN.to_owned(), |owner| format!("{} {HIDDEN}", owner.name))
        }
        Value::List(values) if values.is_empty() => "none".to_owned(),
        Value::List(values) => values.iter().map(value_told).collect::<Vec<_>>().join(" + "),
        Value::Fault(message) => message.clone(),
    }
}

/// Returns true if a visible card matches the words. Attributes that the words omit are ignored.
fn shows_card(program: &Program, words: &CardWords<'_>, zone: u16, card: &CardView) -> bool {
    if words.up.is_some_and(|up| up != card.up) {
        return false;
    }
    let Some(design) = words.design else {
        return card.card.is_none() && words.owner.is_none_or(|owner| owner_of(card) == Some(owner));
    };
    let owner = words.owner.or_else(|| owner_in(program, zone));
    let is_design = card.design.as_ref().is_some_and(|seen| seen.id.index() == design);
    is_design && (card.owner.is_none() || owner_of(card) == owner)
}

fn owner_of(card: &CardView) -> Option<u8> {
    card.owner.as_ref().map(|seat| seat.id.0)
}

/// Formats a card as a seat sees it, in the notation of scenarios.
fn seen_text(card: &CardView) -> String {
    let face = if card.up { "up" } else { "down" };
    match (&card.card, &card.owner) {
        (Some(card), _) => format!("{} {face}", card.name),
        (None, Some(owner)) => format!("{} hidden", owner.name),
        (None, None) => "hidden".to_owned(),
    }
}
