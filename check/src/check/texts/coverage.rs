//! Checks texts against the ruleset: missing and superfluous texts, and unknown placeholders.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::review::Review;
use crate::check::texts::keys::{Fact, Keys, LAYOUT_VALUE, facts_of, is_rule_or_term, section_of, thing};
use crate::check::texts::missing::Missing;
use crate::check::types::describe::type_name;
use crate::check::types::scope::Scope;
use crate::check::types::signatures::add_param;
use crate::check::{Checker, MAX_SUGGESTIONS};
use crate::hir::{ByKey, Case, Counted, LanguageDef, Setting, SpotDef, TextDef};
use crate::ids::OptionId;
use crate::language::Fixed;
use crate::load::raw::{ICON, Name, RawCase, RawText, RawTexts, SharedText};
use crate::resolve::{Symbol, Target, Use};
use crate::types::{Base, Type};

/// Settings in one text: language, key, and the setting that each placeholder denotes.
type TextSettings = (String, String, Vec<(String, Setting)>);

/// Results of checking the texts of a ruleset.
pub(in crate::check) struct TextsFound {
    wanted: Vec<String>,
    settings: Vec<TextSettings>,
    references: Vec<(Span, Target)>,
}

impl Checker<'_> {
    pub(in crate::check) fn take_texts(&mut self, found: TextsFound) {
        for (place, target) in found.references {
            self.names.draft.refer(place, target, Use::Tells);
        }
        let texts = &mut self.changed().texts;
        texts.wanted = found.wanted;
        for (language, key, settings) in found.settings {
            let language = texts.languages.get_mut(&language);
            if let Some(text) = language.and_then(|language| language.texts.get_mut(&key)) {
                text.settings = settings;
            }
        }
    }

    /// Checks texts with conditions. Their references are not uses: an option that only texts mention has no
    /// effect.
    pub(in crate::check) fn text_bodies(&mut self) {
        let raw = self.raw;
        let before = self.names.draft.so_far();
        for texts in &raw.texts {
            let entries = texts.entries.iter().filter(|(_, text)| !text.is_blank());
            let told = entries.clone().filter(|(key, _)| section_of(&key.value).is_some());
            let told = told.map(|(key, _)| key.value.clone()).collect();
            let said: ByKey =
                entries.map(|(key, text)| (key.value.clone(), self.text(&key.value, text))).collect();
            let language = LanguageDef { texts: said, told };
            self.changed().texts.languages.insert(texts.language.clone(), language);
        }
        self.names.draft.mark_used_in_texts(before);
    }

    fn text(&mut self, key: &str, raw: &RawText) -> TextDef {
        if raw.cases.is_empty() {
            return TextDef { last: raw.last.value.clone(), ..TextDef::default() };
        }
        let told = self.review().told_facts(key);
        let mut cases = Vec::with_capacity(raw.cases.len());
        for (case, said) in &raw.cases {
            if let Some(case) = self.case(key, case, &told) {
                cases.push((case, said.value.clone()));
            }
        }
        let mut counted = cases.iter().filter_map(|(case, _)| match case {
            Case::Plural(Counted::Fact(name), _) => Some(name.clone()),
            Case::Plural(Counted::Setting(_), _) | Case::When(_) | Case::You(_) => None,
        });
        let counted = counted.find(|name| !told.iter().any(|(told, ..)| told == name));
        let facts = told.into_iter().map(|(name, ..)| name).chain(counted).collect();
        TextDef { cases, facts, last: raw.last.value.clone(), settings: Vec::new() }
    }

    fn case(&mut self, key: &str, raw: &RawCase, told: &[(String, Type, Span)]) -> Option<Case> {
        match raw {
            RawCase::When(when) => {
                let mut scope = Scope { no_me: true, ..Scope::default() };
                for (name, ty, span) in told {
                    add_param(&mut scope, name, *ty, *span);
                }
                let test = self.condition(&mut scope, when);
                let mut lists = told.iter().zip(0_u16..).filter(|((_, ty, _), _)| ty.is_list());
                if let Some(((name, ..), _)) = lists.find(|(_, id)| test.reads(*id..id + 1)) {
                    let message = format!("`{name}` is a list, but a condition needs a single value");
                    let problem = Diagnostic::new(Code::ListForOne, when.span, message);
                    self.report(problem.help(format!("`plural: {name}` asks how many there are")));
                    return None;
                }
                self.only_constant(&test);
                Some(Case::When(test))
            }
            RawCase::You(name) => {
                let is_player = |ty: Type| ty.base() == Base::Player && !ty.is_list();
                self.fact_of_text(name, told, is_player, "a player")?;
                Some(Case::You(name.value.clone()))
            }
            RawCase::Plural(name, form) => {
                let is_number = |ty: Type| ty.base() == Base::Int || ty.is_list();
                if !told.iter().any(|(fact, ..)| *fact == name.value)
                    && let Some(setting) = self.review().setting(key, &name.value)
                {
                    let is_option = |symbol| matches!(symbol, Symbol::Option(_)).then_some(());
                    self.names.resolve(&name.value, name.span, is_option);
                    let counts = match setting {
                        Setting::Players => true,
                        Setting::Option(id) => is_number(self.out.options[id.index()].ty),
                        Setting::Printed(_, id) => is_number(self.out.fields[id.index()].ty),
                        Setting::PrintedByKey(..) => false,
                    };
                    return counts.then_some(Case::Plural(Counted::Setting(setting), *form));
                }
                if !self.is_number_drawn(key, &name.value) {
                    self.fact_of_text(name, told, is_number, "a number")?;
                }
                Some(Case::Plural(Counted::Fact(name.value.clone()), *form))
            }
        }
    }

    /// Returns true if a text displays a number of the layout, a variable or computed value, and `fact` is its
    /// value.
    fn is_number_drawn(&self, key: &str, fact: &str) -> bool {
        let Some(name) = key.strip_prefix("layout.").filter(|_| fact == LAYOUT_VALUE) else { return false };
        let is_number = |ty: Type| ty.base() == Base::Int && !ty.is_list();
        self.out.layout.computed.iter().any(|def| def.name == name && is_number(def.value.body.ty))
            || self.out.vars.iter().any(|var| var.name == name && is_number(var.ty))
    }

    /// Reports a name in a text that is not a fact, or whose type does not fit. Returns `None` if it did.
    fn fact_of_text(
        &mut self,
        name: &Name,
        told: &[(String, Type, Span)],
        fits: impl Fn(Type) -> bool,
        wanted: &str,
    ) -> Option<()> {
        let Some((_, ty, span)) = told.iter().find(|(fact, ..)| *fact == name.value) else {
            let message = format!("this text has no fact `{}`", name.value);
            let problem = Diagnostic::new(Code::UnknownName, name.span, message);
            self.report(problem.suggest(&name.value, told.iter().map(|(fact, ..)| fact.as_str())));
            return None;
        };
        self.names.resolve_local(name.span, *span);
        if !fits(*ty) {
            let message = format!("{wanted} is wanted here, and `{}` is {}", name.value, self.type_name(*ty));
            self.report(Diagnostic::new(Code::TypeMismatch, name.span, message));
            return None;
        }
        Some(())
    }
}

impl Review<'_> {
    /// Returns the facts that conditions of this text may test: those of a message or decision.
    fn told_facts(&self, key: &str) -> Vec<(String, Type, Span)> {
        let Some(name) = key.strip_prefix("messages.") else {
            let facts = self.facts_of_decision(key).iter();
            return facts.map(|fact| (fact.name.clone(), fact.ty, fact.place)).collect();
        };
        let at = self.raw.messages.iter().position(|message| message.name.value == name);
        let Some(at) = at else { return Vec::new() };
        let params = self.raw.messages[at].params.iter().zip(&self.out.messages[at].params);
        params.map(|(raw, (name, ty))| (name.clone(), *ty, raw.name.span)).collect()
    }

    /// Checks the texts of all languages against the named items.
    pub(in crate::check) fn texts(&mut self) -> TextsFound {
        let mut settings = Vec::new();
        let slips = self.misspelt_sections();
        let mut wanted = self.wanted_texts();
        wanted.retain(|key| !slips.iter().any(|slip| thing(key) == Some((slip.group, slip.written))));
        let keys = Keys { wanted, facts: self.facts(), allowed: OnceCell::new() };
        let things = self.things();
        let references = self.text_references(&things, &keys.facts);
        let strange = self.of_nothing(&things);
        let surplus = self.raw.texts.iter().zip(&strange);
        let surplus: Vec<_> =
            surplus.map(|(texts, strange)| self.surplus_texts(texts, strange, &keys, &things)).collect();
        let mut missing = Missing::default();
        for ((texts, strange), mut surplus) in self.raw.texts.iter().zip(&strange).zip(surplus) {
            slips.iter().filter(|slip| slip.language == texts.language).for_each(|slip| surplus.add(slip));
            self.missing_texts(texts, &keys.wanted, &surplus, &mut missing);
            self.problems.extend(surplus.problems);
            settings.extend(self.placeholders(texts, strange, &keys));
        }
        self.problems.extend(missing.problems());
        self.unsaid_facts();
        self.languages();
        TextsFound { wanted: keys.wanted, settings, references }
    }

    /// Returns the keys that every language should have.
    fn wanted_texts(&self) -> Vec<String> {
        let mut keys = vec!["game.title".to_owned()];
        let out = &self.out;
        keys.extend(out.seats.iter().filter(|s| !s.starts_with("seat_")).map(|s| format!("seats.{s}")));
        keys.extend(out.designs.iter().map(|d| format!("cards.{}.name", d.name)));
        keys.extend(out.zones.iter().map(|z| format!("zones.{}", z.name)));
        let numbered = out.spots.iter().filter(|spot| spot.words.is_empty());
        keys.extend(numbered.map(|s| format!("spots.{}", s.name)));
        for (i, spot) in out.spots.iter().enumerate() {
            let is_team = out.teams.as_ref().is_some_and(|teams| teams.spot.index() == i);
            let group = if is_team { "teams" } else { "spots" };
            keys.extend(spot.words.iter().map(|word| format!("{group}.{word}")));
        }
        keys.extend(
            self.raw
                .enums
                .iter()
                .flat_map(|e| e.values.iter().map(move |v| format!("enums.{}.{}", e.name.value, v.value))),
        );
        keys.extend(out.options.iter().map(|o| format!("options.{}", o.name)));
        keys.extend(out.decisions.iter().map(|d| format!("choices.{d}.prompt")));
        keys.extend(self.raw.messages.iter().map(|m| format!("messages.{}", m.name.value)));
        keys.extend(out.score.lines.iter().map(|(name, _)| format!("score.{name}")));
        keys.extend(self.rules_and_terms());
        // nearly sorted already, because many names are numbered: a stable sort benefits from that
        keys.sort();
        keys.dedup();
        keys
    }

    /// Returns the optional keys of a language.
    pub(in crate::check) fn allowed_texts(&self, facts: &BTreeMap<String, Vec<Fact>>) -> BTreeSet<String> {
        let mut keys = Vec::new();
        let out = &self.out;
        keys.extend(out.windows.iter().flat_map(|w| w.actions.iter().map(|a| format!("actions.{}", a.name))));
        keys.extend(["game.author", "game.about", "score.total", "lists.none"].map(str::to_owned));
        keys.extend(out.spots.iter().map(|s| format!("spots.{}", s.name)));
        keys.extend(out.seats.iter().map(|s| format!("seats.{s}")));
        keys.extend(
            out.designs.iter().flat_map(|d| ["text", "short"].map(|k| format!("cards.{}.{k}", d.name))),
        );
        keys.extend(
            out.kinds.iter().flat_map(|k| [format!("kinds.{}", k.name), format!("kinds.{}.hidden", k.name)]),
        );
        keys.extend(out.phases.iter().map(|p| format!("phases.{}", p.name)));
        keys.extend(
            out.enums.iter().flat_map(|e| e.values.iter().map(move |v| format!("enums.{}.{v}", e.name))),
        );
        keys.extend(out.vars.iter().map(|v| format!("state.{}", v.name)));
        let of_facts = |key: &str| key.starts_with("layout.") || key.starts_with("picks.");
        keys.extend(facts.keys().filter(|key| of_facts(key)).cloned());
        keys.extend(out.fields.iter().map(|f| format!("fields.{}", f.text_name())));
        keys.extend(out.functions.iter().map(|f| format!("why.{}", f.name)));
        keys.extend(self.explanations());
        keys.into_iter().collect()
    }

    /// Returns the keys of explanations, which all named items may have.
    fn explanations(&self) -> impl Iterator<Item = String> {
        let out = &self.out;
        let zones = out.zones.iter().map(|z| format!("zones.{}.text", z.name));
        let named = |spot: &'_ SpotDef| spot.words.iter().chain([&spot.name]).cloned().collect::<Vec<_>>();
        let spots = out.spots.iter().flat_map(named).map(|name| format!("spots.{name}.text"));
        let kinds = out.kinds.iter().map(|k| format!("kinds.{}.text", k.name));
        let actions = out.windows.iter().flat_map(|w| &w.actions);
        let of_action = |name: &String| {
            ["text", "option"]
                .map(|key| format!("actions.{name}.{key}"))
                .into_iter()
                .chain([format!("why.{name}")])
        };
        let actions = actions.flat_map(move |a| of_action(&a.name));
        let phases = out.phases.iter().map(|p| format!("phases.{}.text", p.name));
        let words =
            out.enums.iter().flat_map(|e| e.values.iter().map(move |v| format!("enums.{}.{v}.text", e.name)));
        let vars = out.vars.iter().map(|v| format!("state.{}.text", v.name));
        let options = out.options.iter().map(|o| format!("options.{}.text", o.name));
        zones.chain(spots).chain(kinds).chain(actions).chain(phases).chain(words).chain(vars).chain(options)
    }

    /// Returns the keys in `rules` and `terms`. Every language should have those of any other language.
    fn rules_and_terms(&self) -> impl Iterator<Item = String> {
        let keys = self.raw.texts.iter().flat_map(|texts| &texts.entries);
        keys.filter(|(key, _)| is_rule_or_term(&key.value)).map(|(key, _)| key.value.to_string())
    }

    /// Checks placeholders, which must be facts of the text's subject, or options.
    fn placeholders(&mut self, texts: &RawTexts, strange: &[usize], keys: &Keys) -> Vec<TextSettings> {
        let has_words = |text: &RawText| text.all().any(|said| said.value.as_bytes().contains(&b'{'));
        let entries = texts.entries.iter().enumerate().filter(|(_, (_, text))| has_words(text));
        let mut found = Vec::new();
        for (_, (key, text)) in entries.filter(|(i, _)| strange.binary_search(i).is_err()) {
            let facts = facts_of(&keys.facts, &key.value);
            let mut settings = Vec::new();
            for said in text.all() {
                self.words_in_braces(&key.value, (said, &text.words), facts, &mut settings);
            }
            if !settings.is_empty() {
                found.push((texts.language.clone(), key.value.to_string(), settings));
            }
        }
        found
    }

    fn words_in_braces(
        &mut self,
        key: &str,
        (said, words): (&SharedText, &[Name]),
        facts: &[Fact],
        settings: &mut Vec<(String, Setting)>,
    ) {
        for word in placeholders(&said.value) {
            let known =
                facts.iter().any(|(fact, _)| fact == word) || settings.iter().any(|(name, _)| name == word);
            if known {
                continue;
            }
            // placeholders in a renamed text have no location of their own
            let own = words.iter().find(|own| own.value == word && said.span.covers(own.span));
            let place = own.map_or(said.span, |own| own.span);
            match self.setting(key, word) {
                Some(setting) => {
                    self.can_be_said(word, setting, place);
                    settings.push((word.to_owned(), setting));
                }
                None => self.unknown_word(key, word, place, facts),
            }
        }
    }

    /// Resolves a placeholder that is fixed before the game: an option, the number of players, or a printed
    /// field.
    fn setting(&self, key: &str, word: &str) -> Option<Setting> {
        let option = self.out.options.iter().position(|option| option.name == word);
        let option = option.map(|i| Setting::Option(OptionId::new(i)));
        let printed = || self.printed_in(key, word);
        option.or_else(|| (word == Fixed::Players.name()).then_some(Setting::Players)).or_else(printed)
    }

    /// Reports a setting whose value has no text. Only numbers and words of enums have one.
    fn can_be_said(&mut self, word: &str, setting: Setting, span: Span) {
        let (ty, help) = match setting {
            // words with `true` are listed
            Setting::Players | Setting::PrintedByKey(..) => return,
            Setting::Option(id) => {
                let help = format!("write alternatives: `[{{ when: {word}, text: … }}, …]`");
                (self.out.options[id.index()].ty, help)
            }
            Setting::Printed(_, id) => (
                self.out.fields[id.index()].ty,
                "a text can use the numbers and words of its card".to_owned(),
            ),
        };
        let said = ty.is_number() || matches!(ty.base(), Base::Enum(_));
        if !said {
            let message =
                format!("`{word}` is a `{}` and can't be used in a text", type_name(self.raw, self.out, ty));
            self.problems.push(Diagnostic::new(Code::TypeMismatch, span, message).help(help));
        }
    }

    fn unknown_word(&mut self, key: &str, word: &str, span: Span, facts: &[Fact]) {
        let message = match key.split('.').next() {
            Some("messages") => format!("the message has no fact `{word}`"),
            Some("cards") => format!("there is no field and no option `{word}`"),
            _ if facts.is_empty() => format!("there is no option `{word}`"),
            _ => format!("this text has no fact `{word}`"),
        };
        let options = self.out.options.iter().filter(|option| option.ty.base() != Base::Bool);
        let options = options.map(|option| option.name.as_str());
        let known = facts.iter().map(|(fact, _)| fact.as_str()).chain(options).chain([Fixed::Players.name()]);
        let known = known.chain(self.fields_in(key));
        let mut problem = Diagnostic::new(Code::UnknownName, span, message).suggest(word, known);
        if let Some(unknown) = problem.unknown.as_mut().filter(|_| self.problems.len() < MAX_SUGGESTIONS) {
            unknown.place = unknown.meant.as_ref().and_then(|meant| self.never_told(key, meant, facts));
        }
        let of_action = key.strip_prefix("actions.").and_then(|rest| rest.strip_suffix(".option"));
        let of_action = of_action.map(|action| {
            format!("what the text may say the action names: `{action}: {{ shows: {{ {word}: … }} }}`")
        });
        let of_decision = key.strip_prefix("choices.").and_then(|rest| rest.split('.').next());
        let of_decision = of_decision
            .map(|name| format!("declare the facts of the text in the decision: `{name}({word}: …)`"));
        self.problems.push(match of_action.or(of_decision) {
            Some(help) if !problem.has_meant() => problem.help(help),
            Some(_) | None => problem,
        });
    }

    /// Returns the location of a fact that no text of this key mentions in any language: its name may be
    /// misspelt.
    fn never_told(&self, key: &str, fact: &str, facts: &[Fact]) -> Option<Span> {
        let Some((_, Some(Target::Local(place)))) = facts.iter().find(|(name, _)| name == fact) else {
            return None;
        };
        let entries = self.raw.texts.iter().flat_map(|texts| &texts.entries);
        let mut words = entries.filter(|(known, _)| *known.value == *key).flat_map(|(_, text)| &text.words);
        (!words.any(|word| word.value == fact)).then_some(*place)
    }
}

/// Returns the words in braces, except icons.
pub fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(word, _)| word));
    words.filter(|word| !word.starts_with(ICON))
}
