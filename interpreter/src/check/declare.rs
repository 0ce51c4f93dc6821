//! First pass: gives every defined name its number, so that order in the files does not matter.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::ast::TypeExpr;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::Span;

use crate::hir::Holder;
use crate::ids::*;
use crate::language::foreign_type;
use crate::load::raw::{Name, RawPhase, RawRuleset};
use crate::types::{Base, Type};

/// What a global name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// An option.
    Option(OptionId),
    /// An enum.
    Enum(EnumId),
    /// A word of an enum; the index is into that enum.
    EnumValue(EnumId, u16),
    /// A kind of card.
    Kind(KindId),
    /// A card.
    Design(DesignId),
    /// A sort of spot.
    Spot(SpotId),
    /// A zone of the game.
    Zone(ZoneId),
    /// A variable of the game.
    Var(VarId),
    /// A table.
    Table(TableId),
    /// A function.
    Function(FunctionId),
    /// A phase.
    Phase(PhaseId),
}

impl Symbol {
    /// What it is, in a message.
    pub fn what(self) -> &'static str {
        match self {
            Self::Option(_) => "an option",
            Self::Enum(_) => "an enum",
            Self::EnumValue(..) => "a word of an enum",
            Self::Kind(_) => "a kind",
            Self::Design(_) => "a card",
            Self::Spot(_) => "a spot",
            Self::Zone(_) => "a zone",
            Self::Var(_) => "a variable",
            Self::Table(_) => "a table",
            Self::Function(_) => "a function",
            Self::Phase(_) => "a phase",
        }
    }
}

/// A member of cards, players or spots that the ruleset defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberSymbol {
    /// A printed field.
    Field(FieldId),
    /// A property.
    Property(PropertyId),
    /// A variable.
    Var(VarId),
    /// A zone.
    Zone(ZoneId),
}

/// A definition, for the search for definitions that nothing uses.
#[derive(Debug, Clone)]
pub struct Definition {
    /// What it is called in a message: `zone`, `function` …
    pub what: &'static str,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// All names.
#[derive(Debug, Default)]
pub struct Names {
    /// Global names.
    pub globals: BTreeMap<String, (Symbol, Span)>,
    /// Enum words that stand in more than one enum: only `enum.word` works.
    pub ambiguous: BTreeMap<String, Vec<EnumId>>,
    /// Members by holder.
    pub members: BTreeMap<HolderKey, BTreeMap<String, MemberSymbol>>,
    /// Events, `(steps.step)` and `(phase.begins)` included.
    pub events: BTreeMap<String, EventId>,
    /// Messages.
    pub messages: BTreeMap<String, MessageId>,
    /// Lists of steps.
    pub steps: BTreeMap<String, StepsId>,
    /// Procedures.
    pub procedures: BTreeMap<String, ProcedureId>,
    /// Windows of actions.
    pub windows: BTreeMap<String, WindowId>,
    /// Phases by name.
    pub phases: BTreeMap<String, PhaseId>,
    /// Definitions that want to be used.
    pub definitions: Vec<Definition>,
    /// Names whose definition was reported: nothing is said of their uses.
    pub lost: BTreeSet<String>,
}

/// To what a member belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HolderKey {
    /// Players.
    Player,
    /// A sort of spot.
    Spot(u16),
    /// A kind of card.
    Kind(u16),
    /// One card.
    Design(u32),
}

impl HolderKey {
    /// The key of a holder; the game has none.
    pub fn of(holder: Holder) -> Option<HolderKey> {
        match holder {
            Holder::Game => None,
            Holder::Player => Some(Self::Player),
            Holder::Spot(s) => Some(Self::Spot(s.0)),
            Holder::Kind(k) => Some(Self::Kind(k.0)),
            Holder::Design(d) => Some(Self::Design(d.0)),
        }
    }
}

impl Names {
    /// Defines a global name.
    pub fn global(&mut self, name: &Name, symbol: Symbol, problems: &mut Vec<Diagnostic>) {
        if let Some((old, first)) = self.globals.get(&name.value) {
            if let (Symbol::EnumValue(a, _), Symbol::EnumValue(b, _)) = (*old, symbol) {
                let entry = self.ambiguous.entry(name.value.clone()).or_insert_with(|| vec![a]);
                entry.push(b);
                return;
            }
            problems.push(duplicate(name, *first));
            self.lost.insert(name.value.clone());
            return;
        }
        self.globals.insert(name.value.clone(), (symbol, name.span));
    }

    /// Defines a member of cards, players or spots.
    pub fn member(
        &mut self,
        holder: HolderKey,
        name: &Name,
        symbol: MemberSymbol,
        problems: &mut Vec<Diagnostic>,
    ) {
        let members = self.members.entry(holder).or_default();
        if members.contains_key(&name.value) {
            problems.push(
                Diagnostic::new(
                    Code::DuplicateName,
                    name.span,
                    format!("`{}` is defined twice here", name.value),
                )
                .help("fields, state, properties and zones of one thing share their names"),
            );
            self.lost.insert(name.value.clone());
            return;
        }
        members.insert(name.value.clone(), symbol);
    }

    /// Remembers a definition that wants to be used.
    pub fn define(&mut self, what: &'static str, name: &Name) {
        self.definitions.push(Definition { what, name: name.value.clone(), span: name.span });
    }

    /// The member `name` of `holder`.
    pub fn find_member(&self, holder: HolderKey, name: &str) -> Option<MemberSymbol> {
        self.members.get(&holder)?.get(name).copied()
    }

    /// The names of all members of `holder`.
    pub fn members_of(&self, holder: HolderKey) -> impl Iterator<Item = &str> {
        self.members.get(&holder).into_iter().flat_map(|members| members.keys().map(String::as_str))
    }

    /// The cards that have members of their own: few, of however many there are.
    pub fn designs_with_members(&self) -> impl Iterator<Item = DesignId> {
        let designs = self.members.range(HolderKey::Design(0)..);
        designs.filter_map(|(holder, _)| match holder {
            HolderKey::Design(d) => Some(DesignId(*d)),
            _ => None,
        })
    }

    /// The type a declaration names.
    pub fn resolve_type(&self, ty: &TypeExpr, problems: &mut Vec<Diagnostic>) -> Type {
        let base = match ty.name.name.as_str() {
            "int" => Base::Int,
            "decimal" => Base::Decimal,
            "bool" => Base::Bool,
            "card" => Base::Card,
            "player" => Base::Player,
            "zone" => Base::Zone,
            other => match self.globals.get(other).map(|(s, _)| *s) {
                Some(Symbol::Enum(e)) => Base::Enum(e),
                Some(Symbol::Kind(k)) => Base::Kind(k),
                Some(Symbol::Design(d)) => Base::Design(d),
                Some(Symbol::Spot(s)) => Base::Spot(s),
                _ if self.lost.contains(other) => Base::Unknown,
                _ => {
                    let known = ["int", "decimal", "bool", "card", "player", "zone"].into_iter().chain(
                        self.globals.iter().filter(|(_, (s, _))| names_type(*s)).map(|(n, _)| n.as_str()),
                    );
                    let message = format!("unknown type `{other}`");
                    let problem = Diagnostic::new(Code::UnknownType, ty.name.span, message);
                    let problem = problem.suggest(other, known);
                    problems.push(match foreign_type(other) {
                        Some(meant) => problem.instead(meant, Applicability::Safe),
                        None => problem,
                    });
                    Base::Unknown
                }
            },
        };
        Type { base, list: ty.list, optional: ty.optional }
    }

    /// The zone holder a name in `per:` means.
    pub fn resolve_holder(&self, per: Option<&Name>, problems: &mut Vec<Diagnostic>) -> Option<Holder> {
        let Some(per) = per else { return Some(Holder::Game) };
        if per.value == "player" {
            return Some(Holder::Player);
        }
        match self.globals.get(&per.value).map(|(s, _)| *s) {
            Some(Symbol::Spot(s)) => Some(Holder::Spot(s)),
            Some(Symbol::Kind(k)) => Some(Holder::Kind(k)),
            Some(Symbol::Design(d)) => Some(Holder::Design(d)),
            _ if self.lost.contains(&per.value) => None,
            _ => {
                let known = self
                    .globals
                    .iter()
                    .filter(|(_, (s, _))| matches!(s, Symbol::Spot(_) | Symbol::Kind(_) | Symbol::Design(_)));
                problems.push(
                    Diagnostic::new(
                        Code::UnknownName,
                        per.span,
                        format!("`{}` is no player, spot, kind or card", per.value),
                    )
                    .suggest(&per.value, known.map(|(n, _)| n.as_str()).chain(["player"])),
                );
                None
            }
        }
    }
}

fn names_type(symbol: Symbol) -> bool {
    matches!(symbol, Symbol::Enum(_) | Symbol::Kind(_) | Symbol::Design(_) | Symbol::Spot(_))
}

fn duplicate(name: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, name.span, format!("`{}` is defined twice", name.value))
        .label("here again")
        .other(first, "first here")
}

/// All phases with their parents, parents first.
pub fn flatten<'a>(
    phases: &'a [RawPhase],
    parent: Option<PhaseId>,
    out: &mut Vec<(&'a RawPhase, Option<PhaseId>)>,
) {
    for phase in phases {
        let id = PhaseId::new(out.len());
        out.push((phase, parent));
        flatten(&phase.phases, Some(id), out);
    }
}

/// Numbers everything that is referred to by a global name.
pub fn globals(raw: &RawRuleset, names: &mut Names, problems: &mut Vec<Diagnostic>) {
    names.lost.clone_from(&raw.lost);
    let mut enums = 0;
    for (i, option) in raw.options.iter().enumerate() {
        names.global(&option.name, Symbol::Option(OptionId::new(i)), problems);
        names.define("option", &option.name);
    }
    for item in &raw.enums {
        let id = EnumId::new(enums);
        enums += 1;
        names.global(&item.name, Symbol::Enum(id), problems);
        names.define("enum", &item.name);
        enum_values(id, &item.values, names, problems);
    }
    for option in &raw.options {
        if let crate::load::raw::RawOptionType::Choice { values, .. } = &option.ty {
            enum_values(EnumId::new(enums), values, names, problems);
            enums += 1;
        }
    }
    for (i, kind) in raw.kinds.iter().enumerate() {
        names.global(&kind.name, Symbol::Kind(KindId::new(i)), problems);
        names.define("kind", &kind.name);
    }
    for (i, spot) in raw.spots.iter().enumerate() {
        names.global(&spot.name, Symbol::Spot(SpotId::new(i)), problems);
        names.define("spot", &spot.name);
    }
    for (i, card) in raw.cards.iter().enumerate() {
        names.global(&card.name, Symbol::Design(DesignId::new(i)), problems);
    }
    for (i, table) in raw.tables.iter().enumerate() {
        names.global(&table.name, Symbol::Table(TableId::new(i)), problems);
        names.define("table", &table.name);
    }
    for (i, function) in raw.functions.iter().enumerate() {
        names.global(&function.name, Symbol::Function(FunctionId::new(i)), problems);
        names.define("function", &function.name);
    }
    let mut phases = Vec::new();
    flatten(&raw.phases, None, &mut phases);
    for (i, (phase, _)) in phases.iter().enumerate() {
        names.global(&phase.name, Symbol::Phase(PhaseId::new(i)), problems);
        names.phases.insert(phase.name.value.clone(), PhaseId::new(i));
    }
    for (i, procedure) in raw.procedures.iter().enumerate() {
        names.procedures.insert(procedure.name.value.clone(), ProcedureId::new(i));
        names.define("procedure", &procedure.name);
    }
    for (i, window) in raw.windows.iter().enumerate() {
        names.windows.insert(window.name.value.clone(), WindowId::new(i));
        names.define("window", &window.name);
    }
    for (i, message) in raw.messages.iter().enumerate() {
        names.messages.insert(message.name.value.clone(), MessageId::new(i));
        names.define("message", &message.name);
    }
    for (i, steps) in raw.steps.iter().enumerate() {
        names.steps.insert(steps.name.value.clone(), StepsId::new(i));
        names.define("list of steps", &steps.name);
    }
}

fn enum_values(id: EnumId, values: &[Name], names: &mut Names, problems: &mut Vec<Diagnostic>) {
    for (i, value) in values.iter().enumerate() {
        names.global(value, Symbol::EnumValue(id, i as u16), problems);
    }
}
