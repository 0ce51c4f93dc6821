//! The symbol table. Lookups leave no trace; methods called `resolve…` also record the use.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::ast::{Ident, Key, TypeExpr};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::Span;

use super::{Draft, HolderKey, MemberSymbol, Symbol, Target, Use};
use crate::foreign::Foreign;
use crate::ids::*;
use crate::load::raw::Name;
use crate::types::{Base, KeyType, MAX_NESTING, Type};

/// All names, with a draft of the index.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Definitions and references recorded.
    pub draft: Draft,
    /// Global names with the locations of their definitions.
    globals: BTreeMap<String, (Symbol, Span)>,
    /// Enum words that occur in several enums: only `enum.word` is valid for them.
    ambiguous: BTreeMap<String, Vec<EnumId>>,
    members: BTreeMap<HolderKey, BTreeMap<String, MemberSymbol>>,
    /// Events, including `(steps.step)` and `(phase.begins)`.
    pub events: BTreeMap<String, EventId>,
    pub messages: BTreeMap<String, MessageId>,
    pub steps: BTreeMap<String, StepsId>,
    pub procedures: BTreeMap<String, ProcedureId>,
    pub windows: BTreeMap<String, WindowId>,
    pub phases: BTreeMap<String, PhaseId>,
    pub decisions: BTreeMap<String, DecisionId>,
    /// Decisions that have a name of their own.
    pub labelled: BTreeSet<DecisionId>,
    /// Names whose definition was reported; their uses aren't.
    pub(super) lost: BTreeSet<String>,
}

impl Names {
    pub fn define_global(&mut self, name: &Name, symbol: Symbol, problems: &mut Vec<Diagnostic>) {
        self.draft.define(symbol.into(), &name.value, name.span);
        self.define_unwritten(name, symbol, problems);
    }

    /// Defines a global name that a section adds without a definition in the text.
    pub fn define_unwritten(&mut self, name: &Name, symbol: Symbol, problems: &mut Vec<Diagnostic>) {
        let (old, first) = match self.globals.entry(name.value.clone()) {
            Entry::Vacant(free) => {
                free.insert((symbol, name.span));
                return;
            }
            Entry::Occupied(known) => *known.get(),
        };
        if let (Symbol::EnumWord(a, _), Symbol::EnumWord(b, _)) = (old, symbol) {
            self.ambiguous.entry(name.value.clone()).or_insert_with(|| vec![a]).push(b);
            return;
        }
        problems.push(duplicate(name, first));
        self.lost.insert(name.value.clone());
    }

    /// Defines a member of cards, players or spots.
    pub fn define_member(
        &mut self,
        holder: HolderKey,
        name: &Name,
        symbol: MemberSymbol,
        problems: &mut Vec<Diagnostic>,
    ) {
        self.draft.define(symbol.into(), &name.value, name.span);
        let members = self.members.entry(holder).or_default();
        if members.contains_key(&name.value) {
            problems.push(
                Diagnostic::new(
                    Code::DuplicateName,
                    name.span,
                    format!("`{}` is defined twice here", name.value),
                )
                .help(
                    "fields, variables, properties and zones of the same kind or player need different names",
                ),
            );
            self.lost.insert(name.value.clone());
            return;
        }
        members.insert(name.value.clone(), symbol);
    }

    /// Marks a name as lost, because its definition was reported.
    pub fn lose(&mut self, name: &str) {
        self.lost.insert(name.to_owned());
    }
}

impl Names {
    pub fn global(&self, word: &str) -> Option<Symbol> {
        self.globals.get(word).map(|(symbol, _)| *symbol)
    }

    /// Returns the location of a global name's definition.
    pub fn global_place(&self, word: &str) -> Option<Span> {
        self.globals.get(word).map(|(_, place)| *place)
    }

    /// Returns the global names whose meaning satisfies `fits`.
    pub fn globals_that(&self, fits: impl Fn(Symbol) -> bool) -> impl Iterator<Item = &str> {
        let fitting = self.globals.iter().filter(move |(_, (symbol, _))| fits(*symbol));
        fitting.map(|(name, _)| name.as_str())
    }

    /// Returns the enums that share a word, if there are several.
    pub fn enums_with(&self, word: &str) -> Option<&[EnumId]> {
        self.ambiguous.get(word).map(Vec::as_slice)
    }

    /// Returns true if the definition of a name was reported.
    pub fn is_lost(&self, word: &str) -> bool {
        self.lost.contains(word)
    }

    pub fn member(&self, holder: HolderKey, name: &str) -> Option<MemberSymbol> {
        self.members.get(&holder)?.get(name).copied()
    }

    pub fn members_of(&self, holder: HolderKey) -> impl Iterator<Item = (&str, MemberSymbol)> {
        let members = self.members.get(&holder).into_iter().flatten();
        members.map(|(name, symbol)| (name.as_str(), *symbol))
    }

    /// Returns the names of all decisions, by id.
    pub fn decision_names(&self) -> Vec<String> {
        let mut names: Vec<(DecisionId, &String)> =
            self.decisions.iter().map(|(name, id)| (*id, name)).collect();
        names.sort_unstable();
        names.into_iter().map(|(_, name)| name.clone()).collect()
    }

    /// Returns the cards with members of their own, without visiting all cards.
    pub fn designs_with_members(&self) -> impl Iterator<Item = DesignId> {
        let designs = self.members.range(HolderKey::Design(DesignId(0))..);
        designs.filter_map(|(holder, _)| match holder {
            HolderKey::Design(id) => Some(*id),
            HolderKey::Player | HolderKey::Spot(_) | HolderKey::Kind(_) => None,
        })
    }
}

impl Names {
    /// Resolves a global name, if its meaning is `wanted`.
    pub fn resolve<T>(&mut self, word: &str, place: Span, wanted: impl Fn(Symbol) -> Option<T>) -> Option<T> {
        let symbol = self.global(word)?;
        let found = wanted(symbol)?;
        self.draft.refer(place, symbol.into(), Use::Reads);
        Some(found)
    }

    /// Records a use of a local, given the location of its definition.
    pub fn resolve_local(&mut self, place: Span, definition: Span) {
        self.draft.refer(place, Target::Local(definition), Use::Reads);
    }

    /// Records a use of an enum word, given its index.
    pub fn resolve_word(&mut self, place: Span, of: EnumId, index: usize) {
        let index = u16::try_from(index).unwrap_or(u16::MAX);
        self.draft.refer(place, Target::EnumWord(of, index), Use::Reads);
    }

    /// Resolves a member for several possible holders. Returns the first match, but records a use of all,
    /// because each may be intended.
    pub fn resolve_member(
        &mut self,
        holders: &[HolderKey],
        name: &str,
        (place, how): (Span, Use),
    ) -> Option<MemberSymbol> {
        let mut found = None;
        for holder in holders {
            let Some(symbol) = self.member(*holder, name) else { continue };
            self.draft.refer(place, symbol.into(), how);
            let (first, _) = *found.get_or_insert((*holder, symbol));
            if !matches!(first, HolderKey::Design(_)) {
                break;
            }
        }
        found.map(|(_, symbol)| symbol)
    }

    /// Resolves an event. In `steps.step` and `phase.begins`, each part is a reference.
    pub fn resolve_event(&mut self, word: &str, place: Span) -> Option<EventId> {
        let id = self.events.get(word).copied()?;
        let Some((whole, part)) = word.split_once('.') else {
            self.draft.refer(place, Target::Event(id), Use::Reads);
            return Some(id);
        };
        let steps = self.steps.get(whole).map(|id| Target::Steps(*id));
        let phase = self.phases.get(whole).map(|id| Target::Phase(*id));
        let (start, end) = (place.start as usize, place.end as usize);
        let head = Span::new(place.file, start, start + whole.len());
        steps.or(phase).into_iter().for_each(|of| self.draft.refer(head, of, Use::Reads));
        let tail = Span::new(place.file, end.saturating_sub(part.len()), end);
        self.draft.refer(tail, Target::Event(id), Use::Reads);
        Some(id)
    }

    pub fn resolve_message(&mut self, word: &str, place: Span) -> Option<MessageId> {
        let id = self.messages.get(word).copied()?;
        self.draft.refer(place, Target::Message(id), Use::Reads);
        Some(id)
    }

    pub fn resolve_steps(&mut self, word: &str, place: Span) -> Option<StepsId> {
        let id = self.steps.get(word).copied()?;
        self.draft.refer(place, Target::Steps(id), Use::Reads);
        Some(id)
    }

    pub fn resolve_procedure(&mut self, word: &str, place: Span) -> Option<ProcedureId> {
        let id = self.procedures.get(word).copied()?;
        self.draft.refer(place, Target::Procedure(id), Use::Reads);
        Some(id)
    }

    pub fn resolve_window(&mut self, word: &str, place: Span) -> Option<WindowId> {
        let id = self.windows.get(word).copied()?;
        self.draft.refer(place, Target::Window(id), Use::Reads);
        Some(id)
    }

    /// Resolves a type for a single value, which can't have a key.
    pub fn resolve_type(&mut self, ty: &TypeExpr, problems: &mut Vec<Diagnostic>) -> Type {
        if let Some(Key::Each(Ident { span, .. }) | Key::Range { span, .. }) = &ty.per {
            let message = "a type with `per` is not a single value";
            let problem = Diagnostic::new(Code::WrongShape, *span, message);
            problems
                .push(problem.help("only printed fields and variables have `per`: pass one of its values"));
        }
        if ty.set {
            let message = "only printed fields and variables are sets of words";
            let problem = Diagnostic::new(Code::WrongShape, ty.name.span, message);
            problems.push(problem.help(format!("here they are a list: `list of {}`", ty.name.name)));
            return self.resolve_each(&TypeExpr { set: false, lists: 1, ..ty.clone() }, problems);
        }
        self.resolve_each(ty, problems)
    }

    /// Resolves the enum of a set of words.
    fn resolve_words(&mut self, ty: &TypeExpr, problems: &mut Vec<Diagnostic>) -> Option<KeyType> {
        let word = &ty.name;
        let found = self.resolve(&word.name, word.span, |symbol| {
            let base = type_of(symbol)?;
            if let Base::Enum(id) = base { Some(KeyType::Enum(id)) } else { None }
        });
        if found.is_none() && !self.is_lost(&word.name) {
            let known = self.globals_that(|symbol| matches!(symbol, Symbol::Enum(_)));
            let problem =
                Diagnostic::new(Code::UnknownType, word.span, format!("`{}` is not an enum", word.name));
            let is_key = built_in(&word.name) == Some(Base::Player)
                || matches!(self.global(&word.name), Some(Symbol::Spot(_)));
            problems.push(match is_key {
                true => problem.help(format!("write `bool per {}`, which reads the same", word.name)),
                false => problem.suggest(&word.name, known),
            });
        }
        found
    }

    /// Resolves the type of a field or variable: the type of each value, and the key type, if any.
    pub fn resolve_kept(&mut self, ty: &TypeExpr, problems: &mut Vec<Diagnostic>) -> (Type, Option<KeyType>) {
        if ty.set {
            let words = self.resolve_words(ty, problems);
            return (if words.is_some() { Type::BOOL } else { Type::UNKNOWN }, words);
        }
        let each = self.resolve_each(ty, problems);
        let key = ty.per.as_ref().and_then(|key| self.resolve_key(key, problems));
        (each, key.filter(|key| each.checked_per(*key).is_some()))
    }

    fn resolve_key(&mut self, key: &Key, problems: &mut Vec<Diagnostic>) -> Option<KeyType> {
        let word = match key {
            Key::Each(word) => word,
            Key::Range { least, most, span } => {
                let ends = i16::try_from(*least).ok().zip(i16::try_from(*most).ok());
                let range = ends.filter(|(least, most)| {
                    least <= most && i32::from(*most) - i32::from(*least) < MOST_KEYS
                });
                if range.is_none() {
                    let message = format!("expected a range of 1 to {MOST_KEYS} numbers, as in `per 1..6`");
                    problems.push(Diagnostic::new(Code::OutOfRange, *span, message));
                }
                return range.map(|(least, most)| KeyType::Range(least, most));
            }
        };
        if built_in(&word.name) == Some(Base::Player) {
            return Some(KeyType::Player);
        }
        let found = self.resolve(&word.name, word.span, |symbol| {
            let base = type_of(symbol)?;
            if let Base::Enum(id) = base {
                return Some(KeyType::Enum(id));
            }
            if let Base::Spot(id) = base { Some(KeyType::Spot(id)) } else { None }
        });
        if found.is_none() && !self.is_lost(&word.name) {
            let known = self.globals_that(|symbol| matches!(symbol, Symbol::Enum(_) | Symbol::Spot(_)));
            let message = format!("`{}` is not an enum, a spot or `player`", word.name);
            let problem = Diagnostic::new(Code::UnknownType, word.span, message);
            problems.push(problem.suggest(&word.name, known.chain(["player"])));
        }
        found
    }

    fn resolve_each(&mut self, ty: &TypeExpr, problems: &mut Vec<Diagnostic>) -> Type {
        let base = built_in(&ty.name.name).unwrap_or_else(|| self.declared_type(ty, problems));
        let base = if ty.by_name { name_type(base, ty.name.span, problems) } else { base };
        let element = Type::new(base).optional_if(ty.optional);
        let nested = (0..ty.lists).try_fold(element, |inner, _| inner.checked_list());
        nested.unwrap_or_else(|| {
            let problem = format!("lists nest at most {MAX_NESTING} deep");
            problems.push(Diagnostic::new(Code::WrongShape, ty.name.span, problem));
            Type::UNKNOWN
        })
    }

    fn declared_type(&mut self, ty: &TypeExpr, problems: &mut Vec<Diagnostic>) -> Base {
        let (word, place) = (ty.name.name.as_str(), ty.name.span);
        let found = self.resolve(word, place, type_of);
        if found.is_none() && !self.is_lost(word) {
            let known = BUILT_IN.iter().map(|(name, _)| *name).chain(self.globals_that(Symbol::is_type));
            let problem = Diagnostic::new(Code::UnknownType, place, format!("unknown type `{word}`"));
            let problem = problem.suggest(word, known);
            problems.push(match Foreign::Type.find(word) {
                Some(meant) => problem.instead(meant, Applicability::Safe),
                None => problem,
            });
        }
        found.unwrap_or(Base::Unknown)
    }
}

/// Maximum number of values in the range of a key.
const MOST_KEYS: i32 = 1_000;

/// Predefined types.
const BUILT_IN: &[(&str, Base)] = &[
    ("int", Base::Int),
    ("decimal", Base::Decimal),
    ("bool", Base::Bool),
    ("card", Base::Card),
    ("player", Base::Player),
    ("zone", Base::Zone),
];

fn built_in(word: &str) -> Option<Base> {
    BUILT_IN.iter().find(|(name, _)| *name == word).map(|(_, base)| *base)
}

/// Returns the type that a symbol denotes, if any.
fn type_of(symbol: Symbol) -> Option<Base> {
    match symbol {
        Symbol::Enum(id) => Some(Base::Enum(id)),
        Symbol::Kind(id) => Some(Base::Kind(id)),
        Symbol::Design(id) => Some(Base::Design(id)),
        Symbol::Spot(id) => Some(Base::Spot(id)),
        Symbol::Option(_)
        | Symbol::EnumWord(..)
        | Symbol::SpotWord(..)
        | Symbol::Zone(_)
        | Symbol::Var(_)
        | Symbol::Table(_)
        | Symbol::Function(_)
        | Symbol::Phase(_) => None,
    }
}

/// Returns the type of names of cards, and reports other types.
fn name_type(of: Base, place: Span, problems: &mut Vec<Diagnostic>) -> Base {
    if let Base::Kind(kind) = of {
        return Base::Name(Some(kind));
    }
    if of == Base::Card {
        return Base::Name(None);
    }
    if of != Base::Unknown {
        let problem =
            Diagnostic::new(Code::WrongShape, place, "only a kind of cards can be followed by `by name`");
        problems.push(problem.help("leave `by name` out"));
    }
    Base::Unknown
}

fn duplicate(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, name.span, format!("`{}` is defined twice", name.value))
        .label("here again")
        .other(first, "first here")
}
