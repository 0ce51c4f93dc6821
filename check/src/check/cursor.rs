//! Information about one source location, for completion, hover and navigation in editors.
//!
//! It is recorded while the surrounding body is checked, and only on request. The innermost expression
//! counts.

use ludex_grammar::span::{FileId, Span};

use super::types::scope::{Local, Scope};
use super::{Checker, begin, too_many};
use crate::hir::{FieldDef, Holder, VarDef};
use crate::ids::{EnumId, ZoneId};
use crate::language::{Fixed, Fold, Function, ListOf};
use crate::load::raw::RawRuleset;
use crate::resolve::{MemberSymbol, NameKind, Symbol, Target};
use crate::types::{Base, Type};

/// A requested location, with the information recorded so far.
#[derive(Debug)]
pub(super) struct Cursor {
    file: FileId,
    byte: u32,
    scope: Option<InReach>,
    found: Option<(Span, Type)>,
    wanted: Option<(Span, Type)>,
    /// Type of the value before the dot.
    base: Option<Base>,
    /// True after `all.`.
    all: bool,
}

/// Names in the scope of a body.
#[derive(Debug)]
struct InReach {
    locals: Vec<Local>,
    candidate: Option<Type>,
    has_me: bool,
}

/// Information about a location.
#[derive(Debug, Default)]
pub struct Here {
    /// The innermost expression around the location, and its type.
    pub found: Option<(Span, String)>,
    /// Expected type of the expression.
    pub wanted: Option<String>,
    /// Names that may be inserted: after a dot, the members of the value before it.
    pub names: Vec<Candidate>,
}

/// A name that may be inserted at a location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The name as written.
    pub name: String,
    /// The kind of definition or local that it names.
    pub kind: NameKind,
    /// Type of its value, if it has one.
    pub ty: Option<String>,
    /// Location of its definition, if the ruleset defines it.
    pub place: Option<Span>,
    /// True if the name has the expected type, or if no type is expected.
    pub fits: bool,
}

/// Checks the readable part of a ruleset, and returns information about a byte of a file.
pub fn here(raw: &RawRuleset, file: FileId, byte: u32) -> Here {
    if too_many(raw).is_some() {
        return Here::default();
    }
    let mut checker = begin(raw);
    checker.wanted.cursor =
        Some(Cursor { file, byte, scope: None, found: None, wanted: None, base: None, all: false });
    checker.bodies(false);
    checker.here()
}

impl Cursor {
    fn touches(&self, span: Span) -> bool {
        span.file == self.file && span.start <= self.byte && self.byte <= span.end
    }

    /// Returns the new type if its span touches the cursor and is no longer than the recorded one; otherwise
    /// the recorded one.
    fn note(&self, known: Option<(Span, Type)>, (span, ty): (Span, Type)) -> Option<(Span, Type)> {
        let length = |span: Span| span.end - span.start;
        let shorter = known.is_none_or(|(known, _)| length(span) <= length(known));
        if self.touches(span) && shorter { Some((span, ty)) } else { known }
    }
}

impl InReach {
    fn from_scope(scope: &Scope) -> Self {
        let candidate = scope.candidates.last().map(|(_, ty)| *ty);
        Self { locals: scope.locals.clone(), candidate, has_me: !scope.no_me }
    }
}

impl Checker<'_> {
    /// Records the scope of an expression before it is checked.
    pub(super) fn note_scope(&mut self, scope: &Scope, span: Span) {
        self.select(scope, span);
        if let Some(cursor) = &mut self.wanted.cursor
            && cursor.touches(span)
        {
            cursor.scope = Some(InReach::from_scope(scope));
        }
    }

    /// Records the scope before a statement, or at the end of a block.
    pub(super) fn note_statement(&mut self, scope: &Scope, block: Span, at: u32) {
        if let Some(cursor) = &mut self.wanted.cursor
            && cursor.touches(block)
            && at <= cursor.byte
        {
            cursor.scope = Some(InReach::from_scope(scope));
        }
    }

    /// Records the type of an expression.
    pub(super) fn note_type(&mut self, span: Span, ty: Type) {
        self.selected_type(span, ty);
        if let Some(cursor) = &mut self.wanted.cursor {
            cursor.found = cursor.note(cursor.found, (span, ty));
        }
    }

    /// Records the expected type of an expression.
    pub(super) fn note_wanted(&mut self, span: Span, ty: Type) {
        if let Some(cursor) = &mut self.wanted.cursor {
            cursor.wanted = cursor.note(cursor.wanted, (span, ty));
        }
    }

    /// Records that a zone name follows `all`.
    pub(super) fn note_all(&mut self, name: Span) {
        if let Some(cursor) = &mut self.wanted.cursor
            && cursor.touches(name)
        {
            cursor.all = true;
        }
    }

    /// Records that a member name follows a value.
    pub(super) fn note_member(&mut self, base: Type, name: Span) {
        if let Some(cursor) = &mut self.wanted.cursor
            && cursor.touches(name)
        {
            cursor.base = Some(if base.is_list() { Base::Unknown } else { base.base() });
        }
    }
}

impl Checker<'_> {
    fn here(mut self) -> Here {
        let Some(cursor) = self.wanted.cursor.take() else { return Here::default() };
        let Cursor { scope, found, wanted, base, all, .. } = cursor;
        let wanted = wanted.filter(|(_, ty)| !ty.is_unknown()).map(|(_, ty)| ty);
        let mut names = match (base, &scope) {
            _ if all => self.zones_of_many(),
            (Some(base), _) => self.members_here(base),
            (None, Some(scope)) => self.in_reach(scope),
            (None, None) => Vec::new(),
        };
        names.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        names.dedup_by(|(b, _), (a, _)| a.name == b.name);
        let names = names.into_iter().map(|(mut candidate, ty)| {
            candidate.ty = ty.map(|ty| self.type_name(ty));
            candidate.fits = wanted.is_none_or(|wanted| ty.is_some_and(|ty| self.fits(ty.present(), wanted)));
            candidate
        });
        Here {
            names: names.collect(),
            found: found.filter(|(_, ty)| !ty.is_unknown()).map(|(span, ty)| (span, self.type_name(ty))),
            wanted: wanted.map(|ty| self.type_name(ty)),
        }
    }

    /// Returns the names in scope. Locals come first, because they hide other names.
    fn in_reach(&self, scope: &InReach) -> Vec<(Candidate, Option<Type>)> {
        let local = |local: &Local| named(&local.name, NameKind::Local, Some(local.span), Some(local.ty));
        let mut names: Vec<_> = scope.locals.iter().rev().map(local).collect();
        names.extend(
            scope
                .candidate
                .into_iter()
                .filter(|ty| !ty.is_list())
                .flat_map(|ty| self.members_here(ty.base())),
        );
        if scope.has_me {
            names.push(named(Fixed::Me.name(), NameKind::EnumWord, None, Some(Type::PLAYER)));
        }
        names.push(named(Fixed::Players.name(), NameKind::EnumWord, None, Some(Type::INT)));
        let globals =
            self.names.globals_that(|_| true).filter_map(|name| Some((name, self.names.global(name)?)));
        names.extend(globals.map(|(name, symbol)| {
            named(name, Target::from(symbol).kind(), self.names.global_place(name), self.symbol_type(symbol))
        }));
        let functions = Function::ALL.iter().map(|function| function.name());
        let folds = Fold::ALL.iter().map(|fold| fold.name());
        let lists = ListOf::ALL.iter().map(|list| list.name());
        names.extend(
            functions
                .chain(folds)
                .chain(lists)
                .map(|name| named(name, NameKind::LanguageFunction, None, None)),
        );
        names
    }

    fn members_here(&self, base: Base) -> Vec<(Candidate, Option<Type>)> {
        let built_in = self.members_of_language(base);
        let mut names: Vec<_> =
            built_in.map(|member| named(member.name(), NameKind::LanguageMember, None, None)).collect();
        if let Base::Enum(id) = base {
            return self.enum_words(id).into_iter().chain(names).collect();
        }
        for name in self.member_names(base) {
            let Some(symbol) = self.member_symbol(base, &name) else { continue };
            let target = Target::from(symbol);
            let defined =
                self.names.draft.definitions().iter().find(|definition| definition.target == target);
            let place = defined.map(|definition| definition.place);
            names.push(named(&name, target.kind(), place, self.member_value(symbol)));
        }
        names
    }

    /// Returns the zones that each player, spot or card has.
    fn zones_of_many(&self) -> Vec<(Candidate, Option<Type>)> {
        let zones = self
            .out
            .zones
            .iter()
            .enumerate()
            .filter(|(_, zone)| zone.holder != Holder::Game || zone.per.is_some());
        let place = |id: usize| {
            let target = Target::Zone(ZoneId::new(id));
            let defined = self.names.draft.definitions().iter().find(|found| found.target == target);
            defined.map(|found| found.place)
        };
        zones.map(|(id, zone)| named(&zone.name, NameKind::Zone, place(id), None)).collect()
    }

    fn enum_words(&self, id: EnumId) -> Vec<(Candidate, Option<Type>)> {
        let words = self.out.enums.get(id.index()).map(|def| def.values.as_slice()).unwrap_or_default();
        words
            .iter()
            .map(|word| named(word, NameKind::EnumWord, None, Some(Type::new(Base::Enum(id)))))
            .collect()
    }

    fn member_value(&self, symbol: MemberSymbol) -> Option<Type> {
        match symbol {
            MemberSymbol::Field(id) => self.out.fields.get(id.index()).map(FieldDef::whole),
            MemberSymbol::Property(id) => self.out.properties.get(id.index()).map(|def| def.ty),
            MemberSymbol::Var(id) => self.out.vars.get(id.index()).map(VarDef::whole),
            MemberSymbol::Zone(id) => Some(self.out.zones[id.index()].whole()),
        }
    }

    /// Returns the type of a global name that is a value.
    fn symbol_type(&self, symbol: Symbol) -> Option<Type> {
        match symbol {
            Symbol::Option(id) => self.out.options.get(id.index()).map(|def| def.ty),
            Symbol::EnumWord(id, _) => Some(Type::new(Base::Enum(id))),
            Symbol::SpotWord(id, _) => Some(Type::new(Base::Spot(id))),
            Symbol::Zone(id) => Some(self.out.zones[id.index()].whole()),
            Symbol::Var(id) => self.out.vars.get(id.index()).map(VarDef::whole),
            Symbol::Function(id) => self.out.functions.get(id.index()).map(|def| def.body.body.ty),
            Symbol::Design(id) => Some(Type::new(Base::Design(id))),
            Symbol::Enum(_) | Symbol::Kind(_) | Symbol::Spot(_) | Symbol::Table(_) | Symbol::Phase(_) => None,
        }
    }
}

fn named(name: &str, kind: NameKind, place: Option<Span>, ty: Option<Type>) -> (Candidate, Option<Type>) {
    (Candidate { name: name.to_owned(), kind, ty: None, place, fits: true }, ty)
}
