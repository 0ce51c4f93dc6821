//! Compiles promises to snippets of a program.

use crate::inside::*;
use std::collections::BTreeMap;
use std::sync::Arc;

use ludex::Ruleset;
use ludex_check::check::Snippets;
use ludex_check::hir::Checked;
use ludex_check::ids::MessageId;
use ludex_check::types::Type;
use ludex_grammar::parse;
use ludex_grammar::span::FileId;
use ludex_grammar::yaml::Text;
use ludex_run::lower::lower;
use ludex_run::program::Program;

use super::written::{self, File};
use super::{Before, Moment, Promise, Promises, Secret, What, Why};

/// Compiles the promises of a file for a number of players.
pub fn compile(ruleset: &Ruleset, players: u8, file: File) -> Promises {
    let mut compiler =
        Compiler { checked: ruleset.checked(), snippets: ruleset.snippets(), list: Vec::new() };
    let bounds = [&file.round, &file.most_choices.game, &file.most_choices.round];
    let [round, most_in_game, most_in_round] =
        bounds.map(|text| text.as_ref().map(|text| compiler.value(text)));
    for promise in &file.promises {
        let each = match promise.each.as_deref() {
            None => 1,
            Some("players") => usize::from(players),
            Some(number) => number.parse().expect("`each` is `players` or a number"),
        };
        (1..=each).for_each(|n| compiler.promise(promise, n));
    }
    let secrets = file.secrets.iter().map(|secret| compiler.secret(secret)).collect();
    let Compiler { snippets, list, .. } = compiler;
    let checked = Arc::new(snippets.checked());
    let options = ruleset.option_values(players, &[]).expect("the defaults");
    let program = lower(&checked, players, &options).unwrap_or_else(|e| panic!("{e:?}"));
    words_are_there(&program, &list);
    Promises { program: Arc::new(program), list, secrets, round, most_in_game, most_in_round }
}

/// Panics if `after` or `follows` names neither a moment nor the word of an option.
fn words_are_there(program: &Program, list: &[Promise]) {
    let actions =
        program.checked.windows.iter().flat_map(|window| &window.actions).map(|action| &action.name);
    let words: Vec<&String> =
        actions.chain(program.choices.iter().flat_map(|choice| &choice.modes)).collect();
    for promise in list {
        let follows = if let What::Follows(follows) = &promise.what { follows.as_slice() } else { &[] };
        for before in promise.after.iter().chain(follows) {
            let known = !matches!(before, Before::Word(word) if !words.contains(&word));
            assert!(known, "{}: nothing is called {before:?}", promise.says);
        }
    }
}

struct Compiler<'r> {
    checked: &'r Checked,
    snippets: Snippets<'r>,
    list: Vec<Promise>,
}

impl Compiler<'_> {
    fn promise(&mut self, written: &written::Promise, n: usize) {
        let of = |text: &String| text.replace("$n", &n.to_string());
        let before = self.list.len();
        for text in written.never_falls.iter().map(of) {
            let what = What::NeverFalls(self.value(&text));
            self.add(written, n, text, what);
        }
        for text in written.settles.iter().map(of) {
            let what = What::Settles(self.value(&text));
            self.add(written, n, text, what);
        }
        if let Some(changes) = &written.changes {
            let text = of(&changes.value);
            let what = What::Changes(self.value(&text), self.why(changes, n));
            self.add(written, n, text, what);
        }
        if let Some(rises) = &written.rises {
            for text in rises.values.iter().map(of) {
                let what = What::Rises(self.value(&text), rises.at_most);
                self.add(written, n, text, what);
            }
        }
        if let Some(follows) = &written.follows {
            let what = What::Follows(follows.iter().map(|name| self.before(name)).collect());
            self.add(written, n, format!("follows {follows:?}"), what);
        }
        if let Some(then) = &written.then {
            let what = What::Then(self.moments(then));
            self.add(written, n, format!("then {then:?}"), what);
        }
        let facts = self.facts(written);
        self.snippets.name(&facts);
        for text in written.holds.iter().map(of) {
            let what = What::Holds(self.condition(&text));
            self.add(written, n, text, what);
        }
        if let Some(counts) = &written.counts {
            let [of, per, for_each] = [&counts.of, &counts.per, &counts.for_each]
                .map(|text| text.as_ref().map(|text| self.value(&of(text))));
            let what = What::Counts { of, per, for_each, at_most: self.value(&counts.at_most) };
            self.add(written, n, format!("at most {}", counts.at_most), what);
        }
        self.snippets.name(&[]);
        assert!(self.list.len() > before, "`{}` promises nothing", written.says);
    }

    fn add(&mut self, written: &written::Promise, n: usize, text: String, what: What) {
        let names = self.facts(written);
        self.snippets.name(&names);
        let when = written.when.as_ref().map(|when| self.condition(&when.replace("$n", &n.to_string())));
        let (at, not_at) = (self.moments(&written.at), self.moments(&written.not_at));
        let after = written.after.iter().map(|name| self.before(name)).collect();
        let said =
            at.iter().filter_map(|moment| if let Moment::Said(id) = moment { Some(*id) } else { None });
        let places = |id: MessageId| {
            let params = &self.checked.messages[id.index()].params;
            names.iter().filter_map(|fact| params.iter().position(|param| param == fact)).collect()
        };
        let facts = said.map(|id| (id, places(id))).collect();
        self.list.push(Promise { says: written.says.clone(), text, at, not_at, after, when, facts, what });
    }

    /// Returns the facts that all messages of a promise share; empty if the promise has other moments, too.
    fn facts(&self, written: &written::Promise) -> Vec<(String, Type)> {
        let mut common: Option<Vec<(String, Type)>> = None;
        for moment in self.moments(&written.at) {
            let params = match moment {
                Moment::Said(id) => self.checked.messages[id.index()].params.clone(),
                _ => Vec::new(),
            };
            match &mut common {
                Some(common) => common.retain(|fact| params.contains(fact)),
                None => common = Some(params),
            }
        }
        common.unwrap_or_default()
    }

    fn why(&mut self, changes: &written::Changes, n: usize) -> Why {
        match (&changes.only_if, &changes.said, &changes.by) {
            (Some(only_if), None, None) => {
                Why::OnlyIf(self.condition(&only_if.replace("$n", &n.to_string())))
            }
            (None, Some(said), None) => Why::Said(self.messages(said, n, Self::condition)),
            (None, None, Some(by)) => Why::By(self.messages(by, n, Self::value)),
            _ => panic!("`changes` has one of `only_if`, `said` and `by`"),
        }
    }

    fn messages(
        &mut self,
        written: &BTreeMap<String, String>,
        n: usize,
        compile: impl Fn(&mut Self, &str) -> usize,
    ) -> Vec<(MessageId, usize)> {
        let mut list = Vec::new();
        for (name, text) in written {
            let Some(Moment::Said(id)) = Moment::named(self.checked, name) else {
                panic!("`{name}` is no message")
            };
            self.snippets.name(&self.checked.messages[id.index()].params);
            list.push((id, compile(self, &text.replace("$n", &n.to_string()))));
            self.snippets.name(&[]);
        }
        list
    }

    fn secret(&self, written: &written::Secret) -> Secret {
        let moment = |name: &str| Moment::named(self.checked, name);
        let (Some(Moment::Asked(picks)), Some(Moment::Said(until))) =
            (moment(&written.picks), moment(&written.until))
        else {
            panic!("{}: `picks` is a decision, `until` a message", written.says)
        };
        Secret { says: written.says.clone(), picks, until }
    }

    fn moments(&self, names: &[String]) -> Vec<Moment> {
        let moment =
            |name: &String| Moment::named(self.checked, name).unwrap_or_else(|| panic!("what is `{name}`?"));
        names.iter().map(moment).collect()
    }

    fn before(&self, name: &str) -> Before {
        Moment::named(self.checked, name).map_or_else(|| Before::Word(name.to_owned()), Before::Moment)
    }

    fn condition(&mut self, text: &str) -> usize {
        let tree = tree(text);
        self.snippets.condition(&tree).unwrap_or_else(|problems| panic!("`{text}`: {problems:?}"))
    }

    fn value(&mut self, text: &str) -> usize {
        let tree = tree(text);
        let number = self.snippets.value(&tree).map(|(number, _)| number);
        number.unwrap_or_else(|| panic!("`{text}` is not one value: {:?}", self.snippets.condition(&tree)))
    }
}

fn tree(text: &str) -> ludex_grammar::ast::Expr {
    let mut problems = Vec::new();
    let tree = parse::expr(&Text::plain(text, FileId(0), 0), &mut problems);
    tree.unwrap_or_else(|| panic!("`{text}`: {problems:?}"))
}
