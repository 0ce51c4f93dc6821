//! Resolves the names in scenarios, for navigation and renaming.

use std::collections::BTreeMap;

use ludex_grammar::source::Sources;
use ludex_grammar::span::{Span, Spanned};

use crate::scenario::compiled::compile;
use crate::scenario::reading::found;
use crate::scenario::reading::found::Found;
use crate::scenario::variants;
use ludex_check::hir::Checked;
use ludex_check::load::raw::Name;
use ludex_check::load::scenario::{Given, GivenZone, RawScenario, Step};
use ludex_check::resolve::{Index, Reference, Target, TargetProperty, Use};
use ludex_run::ruleset::{Ruleset, RulesetInternals};

/// Finds the scenarios among the files of a ruleset like [`run_all`](crate::scenario::run_all). Returns them
/// with an index for each list of variants.
pub fn indices(ruleset: &Ruleset, files: &[(String, String)], shown: &str) -> (Sources, Vec<Index>) {
    let found = found::find(ruleset, files, shown);
    let indices = of_found(ruleset, &found);
    (found.sources, indices)
}

/// Creates one index per list of variants that scenarios name. Each covers the ruleset with these variants
/// and all names in the scenarios.
///
/// The label of a pick is free text. Its words are resolved only if a single card, seat, action or word of an
/// enum has that name.
pub(in crate::scenario) fn of_found(ruleset: &Ruleset, found: &Found) -> Vec<Index> {
    let Found { sources, raw, .. } = found;
    let groups = variants::groups(ruleset, raw, &mut Vec::new());
    let index = |group: &variants::Group| {
        let scenarios = group.members.iter().map(|i| &raw[*i]);
        group.ruleset.checked().index.with(&references(&group.ruleset, sources, scenarios))
    };
    groups.iter().map(index).collect()
}

fn references<'s>(
    ruleset: &Ruleset,
    sources: &Sources,
    scenarios: impl Iterator<Item = &'s RawScenario>,
) -> Vec<Reference> {
    let mut snippets = ruleset.snippets();
    let mut words = Words::new(ruleset.checked(), sources);
    for scenario in scenarios {
        // problems are reported by `check_all`
        let _ = compile(&mut snippets, scenario);
        words.scenario(scenario);
    }
    words.found.extend(snippets.references());
    words.found
}

/// Collects references outside effects and expressions.
struct Words<'w> {
    sources: &'w Sources,
    by_name: BTreeMap<&'w str, Vec<Target>>,
    found: Vec<Reference>,
}

impl<'w> Words<'w> {
    fn new(checked: &'w Checked, sources: &'w Sources) -> Self {
        let mut by_name: BTreeMap<&str, Vec<Target>> = BTreeMap::new();
        for definition in checked.index.definitions() {
            by_name.entry(&definition.name).or_default().push(definition.target);
        }
        Words { sources, by_name, found: Vec::new() }
    }

    fn scenario(&mut self, scenario: &RawScenario) {
        for (option, value) in &scenario.options {
            self.name(option, |target| matches!(target, Target::Option(_)));
            self.name(value, |target| matches!(target, Target::EnumWord(..)));
        }
        self.given(&scenario.given);
        scenario.play.iter().for_each(|step| self.step(&step.value));
    }

    fn given(&mut self, given: &Given) {
        given.zones.iter().chain(&given.stack).for_each(|zone| self.given_zone(zone));
        for rest in &given.rest {
            self.name(&rest.kind, |target| matches!(target, Target::Kind(_)));
            self.zone(&rest.zone);
        }
        given.phase.iter().for_each(|phase| self.name(phase, |target| matches!(target, Target::Phase(_))));
    }

    fn given_zone(&mut self, given: &GivenZone) {
        self.zone(&given.zone);
        given.cards.iter().for_each(|card| self.card(card));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Do(picks) | Step::Offers(picks) | Step::OffersAlso(picks) | Step::NeverOffers(picks) => {
                picks.iter().for_each(|pick| self.pick(pick));
            }
            Step::Who(seat) => self.name(seat, is_seat),
            Step::Winners(seats) => seats.iter().for_each(|seat| self.name(seat, is_seat)),
            Step::Asks(decision) => self.name(decision, |target| matches!(target, Target::Decision(_))),
            Step::Told { seat, pick } => {
                self.name(seat, is_seat);
                self.pick(pick);
            }
            Step::View { seat, zone, shows, among } => {
                self.name(seat, is_seat);
                self.zone(zone);
                shows.iter().chain(among.iter().flatten()).for_each(|card| self.card(card));
            }
            Step::Facts(facts) => facts.iter().for_each(|(_, value)| self.pick(value)),
            Step::Stack(zones) => zones.iter().for_each(|zone| self.given_zone(zone)),
            Step::Expect(_) | Step::Over(_) => {}
        }
    }

    /// Resolves a text that is a single name.
    fn name(&mut self, name: &Name, fits: impl Fn(Target) -> bool) {
        self.word(name, (0, &name.value), fits);
    }

    /// Resolves a card: `[owner] id [up|down] [#copy]`
    fn card(&mut self, text: &Spanned<String>) {
        for word in words(&text.value) {
            self.word(text, word, |target| is_seat(target) || matches!(target, Target::Design(_)));
        }
    }

    /// Resolves a zone: `deck`, `blue.hand`, `column_2.lane`, `blue king.under`. Names of zones are unique,
    /// regardless of the holder.
    fn zone(&mut self, text: &Spanned<String>) {
        let (of, zone) = text.value.rsplit_once('.').unwrap_or(("", &text.value));
        let at = text.value.len() - zone.len();
        self.word(text, (at, zone), |target| matches!(target, Target::Zone(_)));
        for (at, word) in words(of) {
            let holds =
                |target| is_seat(target) || matches!(target, Target::Design(_) | Target::SpotWord(..));
            self.word(text, (at, word), holds);
            let spot = word.rsplit_once('_').map_or(word, |(spot, _)| spot);
            self.word(text, (at, spot), |target| matches!(target, Target::Spot(_)));
        }
    }

    /// Resolves the words of an option's label. Ambiguous words are skipped.
    fn pick(&mut self, text: &Spanned<String>) {
        for (at, word) in words(&text.value) {
            let targets = self.by_name.get(word).into_iter().flatten();
            let mut meant: Vec<Target> =
                targets.clone().copied().filter(|target| target.is(TargetProperty::Label)).collect();
            if meant.is_empty() {
                meant.extend(targets.filter(|target| matches!(target, Target::Mode(_))));
            }
            if let Some((spot, number)) = word.rsplit_once('_')
                && meant.is_empty()
                && number.parse::<u32>().is_ok()
            {
                self.word(text, (at, spot), |target| matches!(target, Target::Spot(_)));
            }
            if let [one] = meant.as_slice() {
                self.word(text, (at, word), |target| target == *one);
            }
        }
    }

    /// Adds references for a word of a text to all targets that fit. The word starts at byte `at`.
    fn word(&mut self, text: &Spanned<String>, (at, word): (usize, &str), fits: impl Fn(Target) -> bool) {
        // a text with escape sequences differs from its source
        let Some(before) = self.sources.slice(text.span).find(text.value.as_str()) else { return };
        let start = text.span.start as usize + before + at;
        let place = Span::new(text.span.file, start, start + word.len());
        let targets = self.by_name.get(word).into_iter().flatten().copied().filter(|target| fits(*target));
        self.found.extend(targets.map(|target| Reference { place, target, how: Use::Names }));
    }
}

/// Splits a label into words, each with its byte offset.
fn words(label: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut next = 0;
    label.split([' ', '#']).map(move |word| {
        let at = next;
        next += word.len() + 1;
        (at, word)
    })
}

fn is_seat(target: Target) -> bool {
    matches!(target, Target::Seat(_))
}
