//! Type checking of printed fields, initial values and abilities.

mod parts;

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use ludex_grammar::ast::{self, FieldDecl};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;
use ludex_grammar::suggest::closest;

use crate::check::Checker;
use crate::check::types::expr::{make, unknown};
use crate::check::types::scope::Scope;
use crate::check::types::signatures::add_param;
use crate::hir::*;
use crate::ids::*;
use crate::language::Fixed;
use crate::load::EACH;
use crate::load::raw::{ModifierOp, Name, RawAbility, RawFieldValue, RawModifier};
use crate::resolve::{HolderKey, MemberSymbol, Target, Use};
use crate::types::{Base, Type};

impl Checker<'_> {
    pub(in crate::check) fn printed_fields(&mut self) {
        let defaults = self.defaults();
        let mut lacking = BTreeMap::new();
        for i in 0..self.raw.cards.len() {
            let card = &self.raw.cards[i];
            let Some(kind) = self.designs.kinds[i] else { continue };
            let mut fields = Vec::new();
            let mut unknown_keys = Vec::new();
            let mut kept = Vec::new();
            for (name, value) in &card.fields {
                let holder = [HolderKey::Kind(kind)];
                let found = self.names.resolve_member(&holder, &name.value, (name.span, Use::Writes));
                let Some(MemberSymbol::Field(id)) = found else {
                    self.unknown_card_key(kind, name, &card.fields);
                    unknown_keys.push(name.value.as_str());
                    continue;
                };
                if self.out.fields[id.index()].entry.is_some() {
                    fields.extend(self.printed_values(id, name, value));
                    kept.push(id);
                    continue;
                }
                let mut scope = Scope { no_me: true, fixed: true, ..Scope::default() };
                let ty = self.out.fields[id.index()].ty;
                let RawFieldValue::One(value) = value else {
                    self.prints_several(name, ty, value);
                    kept.push(id);
                    continue;
                };
                let value = match value {
                    // an invalid field type is reported at its declaration
                    _ if ty.is_unknown() => unknown(name.span),
                    Some(expr) => self.expr_as(&mut scope, expr, ty, format_args!("`{}`", name.value)),
                    None => unknown(name.span),
                };
                self.only_constant(&value);
                fields.push((id, value));
            }
            let of_kind = |id: FieldId| self.out.fields[id.index()].kind == kind;
            let by_default =
                defaults.iter().filter(|(id, _)| of_kind(*id) && fields.iter().all(|(other, _)| other != id));
            let by_default: Vec<(FieldId, Expr)> = by_default.cloned().collect();
            fields.extend(by_default);
            let given = fields.iter().map(|(id, _)| *id).chain(kept).collect();
            for field in self.lacking_fields(kind, &given, &unknown_keys) {
                let cards: &mut Vec<Span> = lacking.entry(field).or_default();
                if cards.last() != Some(&card.name.span) {
                    cards.push(card.name.span);
                }
            }
            let (name, copies, span) = (card.name.value.clone(), card.copies.value, card.name.span);
            self.changed().designs.push(DesignDef { name, kind, copies, fields, span });
        }
        lacking.into_iter().for_each(|(field, cards)| self.lacks_field(field, &cards));
    }

    /// Reports several values of a field that has one.
    fn prints_several(&mut self, name: &Name, ty: Type, value: &RawFieldValue) {
        if ty.is_unknown() {
            return;
        }
        let message = format!("`{}` is one value", name.value);
        let problem = Diagnostic::new(Code::WrongShape, name.span, message);
        self.report(match (value, ty.base()) {
            (RawFieldValue::Words(_), Base::Enum(id)) => {
                let of = &self.out.enums[id.index()].name;
                problem.help(format!("declare a set of words in the type: `{}: set of {of}`", name.value))
            }
            (RawFieldValue::Words(_), _) => problem.help("print the value without brackets"),
            (RawFieldValue::One(_) | RawFieldValue::ByKey(_), _) => {
                problem.help("declare a value for each word in the type: `int per suit`")
            }
        });
    }

    /// Returns the defaults of printed fields, with one for each entry of a keyed field.
    fn defaults(&mut self) -> Vec<(FieldId, Expr)> {
        let raw = self.raw;
        let declared = raw.kinds.iter().enumerate();
        let declared = declared.flat_map(|(kind, raw)| raw.fields.iter().map(move |field| (kind, field)));
        let of_field = |(kind, (name, decl)): (usize, &(Name, FieldDecl))| {
            let Some(default) = &decl.default else { return Vec::new() };
            let is_it = |field: &FieldDef| field.kind == KindId::new(kind) && field.text_name() == name.value;
            let Some(first) = self.out.fields.iter().position(is_it) else { return Vec::new() };
            self.default_of(FieldId::new(first), name, default)
        };
        declared.flat_map(of_field).collect()
    }

    fn default_of(&mut self, first: FieldId, name: &Name, default: &ast::Expr) -> Vec<(FieldId, Expr)> {
        let (ty, entries) = (self.out.fields[first.index()].ty, self.out.entries_of(first));
        if let (ast::ExprKind::List(words), true) = (&default.kind, self.is_set(first)) {
            return self.printed_set(first, words.iter().map(Some));
        }
        let mut scope = Scope { no_me: true, fixed: true, ..Scope::default() };
        let value = match ty.is_unknown() {
            true => unknown(name.span),
            false => self.expr_as(&mut scope, default, ty, format_args!("`{}`", name.value)),
        };
        self.only_constant(&value);
        entries.map(|id| (FieldId::new(id), value.clone())).collect()
    }

    fn unknown_card_key(&mut self, kind: KindId, name: &Name, given: &[(Name, RawFieldValue)]) {
        let fields = self.out.fields.iter().filter(|f| f.kind == kind).map(|f| f.text_name().to_owned());
        let known: Vec<String> = fields.chain(["kind", "copies"].map(str::to_owned)).collect();
        let kind_name = self.out.kinds[kind.index()].name.clone();
        let message = format!("{kind_name} cards have no `{}`", name.value);
        let problem = Diagnostic::new(Code::UnknownKey, name.span, message);
        let mut problem = problem.suggest(&name.value, known.iter().map(String::as_str));
        let meant = problem.unknown.as_ref().and_then(|unknown| unknown.meant.as_deref());
        if given.iter().any(|(given, _)| Some(given.value.as_str()) == meant) {
            problem.doubt();
        }
        let ability = ["on", "modify", "action"].iter().find_map(|word| {
            let rest = name.value.strip_prefix(word)?.strip_prefix(['_', '-'])?;
            Some(format!("did you mean `{word} {rest}`?"))
        });
        let each = (name.value == EACH).then(|| {
            "`each` needs a template of cards, whose key has variables in braces: `\"{suit}_{rank}\"`"
                .to_owned()
        });
        self.not_found(match ability.or(each) {
            Some(help) if !problem.has_meant() => problem.help(help),
            _ => problem,
        });
    }

    /// Returns the fields without a value, except those that an unknown key misspells.
    fn lacking_fields(&self, kind: KindId, given: &BTreeSet<FieldId>, unknown: &[&str]) -> Vec<FieldId> {
        let lacks = self.out.fields.iter().enumerate().filter(|(i, field)| {
            let missing = field.kind == kind
                && !field.ty.is_optional()
                && !self.is_set(FieldId::new(*i))
                && self.is_first_entry(FieldId::new(*i))
                && !given.contains(&FieldId::new(*i));
            missing && !unknown.iter().any(|key| closest(key, [field.name.as_str()]).is_some())
        });
        lacks.map(|(i, _)| FieldId::new(i)).collect()
    }

    /// Reports a field that some cards lack: at its declaration if all cards lack it.
    fn lacks_field(&mut self, field: FieldId, cards: &[Span]) {
        let def = &self.out.fields[field.index()];
        let (name, kind) = (def.text_name().to_owned(), def.kind);
        let all: BTreeSet<Span> =
            self.out.designs.iter().filter(|d| d.kind == kind).map(|d| d.span).collect();
        let declared = self.raw.kinds[kind.index()].fields.iter().find(|(known, _)| known.value == name);
        let problem = match (cards, declared) {
            ([one], _) => Diagnostic::new(Code::MissingKey, *one, format!("this card lacks `{name}`")),
            (_, Some((declared, _))) if cards.len() == all.len() => {
                let message = format!("none of the {} cards has the field `{name}`", cards.len());
                Diagnostic::new(Code::MissingKey, declared.span, message)
                    .other(cards[0], "the first card without it")
            }
            _ => {
                let message = format!("this card and {} more lack `{name}`", cards.len() - 1);
                Diagnostic::new(Code::MissingKey, cards[0], message)
                    .other(cards[1], "the next card without it")
            }
        };
        self.report(problem.help("give it a value, or declare a default (`int = 0`), or let the field be missing with `?` in its type"));
    }

    /// Reports an expression that depends on more than players and options.
    pub(in crate::check) fn only_constant(&mut self, expr: &Expr) {
        let computed = matches!(
            expr.kind,
            ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Not(_)
                | ExprKind::Table(..)
                | ExprKind::Row(..)
                | ExprKind::Compare(..)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::If(..)
        );
        if computed {
            return expr.children().into_iter().for_each(|child| self.only_constant(child));
        }
        let fixed = matches!(
            expr.kind,
            ExprKind::Const(_)
                | ExprKind::Nothing
                | ExprKind::Players
                | ExprKind::Option(_)
                // a fact of a text
                | ExprKind::Local(_)
        );
        let fine = fixed || expr.ty.is_unknown();
        if !fine {
            self.report(
                Diagnostic::new(
                    Code::BadPlace,
                    expr.span,
                    "only numbers, words, options and `players` are possible here",
                )
                .help("it is computed once, before the game begins; declare values that change as properties or variables"),
            );
        }
    }

    /// Checks a condition that depends only on options.
    fn fixed_condition(&mut self, test: &ast::Expr) -> Expr {
        let mut scope = Scope { no_me: true, fixed: true, ..Scope::default() };
        let test = self.condition(&mut scope, test);
        self.only_constant(&test);
        test
    }

    pub(in crate::check) fn counts_and_first_values(&mut self) {
        for i in 0..self.raw.spots.len() {
            let mut scope = Scope { no_me: true, fixed: true, ..Scope::default() };
            let count = self.expr_as(&mut scope, &self.raw.spots[i].count, Type::INT, "the number of spots");
            self.only_constant(&count);
            self.check_count(&count, "the number of spots");
            self.some_spots(&self.raw.spots[i].name, &count);
            self.changed().spots[i].count = count;
        }
        for i in 0..self.raw.zones.len() {
            let hides = &self.raw.zones[i].hides;
            let Ok(hides) = hides.try_map(|test| {
                let test: Option<Expr> = test.as_ref().map(|test| self.fixed_condition(test));
                Ok::<_, Infallible>(test)
            });
            self.changed().zones[i].hides = hides;
        }
        let raw = self.raw;
        let spots = raw.spots.iter().flat_map(|s| &s.state);
        let kinds = raw.kinds.iter().flat_map(|k| &k.state);
        let all = raw.game_state.iter().chain(&raw.player_state).chain(spots).chain(kinds);
        for (i, var) in all.enumerate() {
            let Some(init) = &var.decl.init else { continue };
            if var.decl.ty.set {
                self.first_words(init);
                continue;
            }
            let mut scope = Scope { no_me: true, fixed: true, ..Scope::default() };
            let ty = self.out.vars[i].ty;
            let before = self.problems.len();
            let value = self.expr_as(&mut scope, init, ty, "the first value");
            self.only_constant(&value);
            if self.problems.failed_since(before) {
                self.changed().vars[i].ty = Type::UNKNOWN;
            }
            self.changed().vars[i].init = Some(value);
        }
    }

    /// Checks the initial value of a set of words, which is empty.
    fn first_words(&mut self, init: &ast::Expr) {
        if !matches!(&init.kind, ast::ExprKind::List(words) if words.is_empty()) {
            let message = "a set of words is empty at first";
            let problem = Diagnostic::new(Code::WrongShape, init.span, message);
            self.report(
                problem.help("leave the first value out, and add words in `setup`: `set NAME[WORD] = true`"),
            );
        }
    }

    pub(in crate::check) fn kinds_active(&mut self) {
        for i in 0..self.raw.kinds.len() {
            let Some(active) = &self.raw.kinds[i].active else { continue };
            let mut scope = self.self_scope(Bearer::Kind(KindId::new(i)), active.span);
            let body = self.condition(&mut scope, active);
            self.changed().kinds[i].active = Some(Lambda { body, locals: scope.next });
        }
    }

    fn bearer_type(bearer: Bearer) -> Type {
        match bearer {
            Bearer::Kind(k) => Type::new(Base::Kind(k)),
            Bearer::Design(d) => Type::new(Base::Design(d)),
        }
    }

    fn self_scope(&mut self, bearer: Bearer, span: Span) -> Scope {
        let mut scope = Scope::default();
        add_param(&mut scope, Fixed::This.name(), Self::bearer_type(bearer), span);
        scope
    }

    pub(in crate::check) fn ability_bodies(&mut self) {
        for i in 0..self.raw.kinds.len() {
            for ability in &self.raw.kinds[i].abilities {
                self.ability(Bearer::Kind(KindId::new(i)), ability);
            }
        }
        // the members of a card of an unknown kind are unknown
        for i in (0..self.raw.cards.len()).filter(|i| self.designs.kinds[*i].is_some()).collect::<Vec<_>>() {
            for ability in &self.raw.cards[i].abilities {
                self.ability(Bearer::Design(DesignId::new(i)), ability);
            }
        }
    }

    fn ability(&mut self, bearer: Bearer, ability: &RawAbility) {
        match ability {
            // the body is checked with its window
            RawAbility::Action(action) => {
                if let Some(window) = self.names.windows.get(&action.window.value) {
                    self.names.draft.refer(action.window.span, Target::Window(*window), Use::Names);
                }
                if let Some(zones) = &action.in_play {
                    self.works_in(bearer, zones);
                }
            }
            RawAbility::On { event, any, in_play, when, body, parts } => {
                let Some(id) = self.event(&event.value, event.span) else { return };
                self.events.listened.insert(id);
                let mut scope = self.self_scope(bearer, event.span);
                let def = self.out.events[id.index()].clone();
                self.facts_of(&mut scope, id);
                let about = def.params.first().filter(|_| def.subject == Subject::Card && !*any);
                if let Some((_, about)) = about.filter(|(_, about)| !self.may_be(bearer, *about)) {
                    let message = format!("the event `{}` is never about this card", def.name);
                    self.report(
                        Diagnostic::new(Code::Unused, event.span, message)
                            .label(format!("it is about {}", self.type_name(about.present())))
                            .help(format!("write `on any {}` to react to what happens to others", def.name)),
                    );
                }
                if *any && def.subject != Subject::Card {
                    let help = match def.subject {
                        Subject::Player => {
                            "without `any` the cards in the zones of that player react; all do if another fact comes first"
                        }
                        Subject::Spot(_) => {
                            "without `any` the cards at that spot react; all do if another fact comes first"
                        }
                        Subject::Card | Subject::None => {
                            "leave out `any`: every card in play reacts to this event anyway"
                        }
                    };
                    let message = "`any` is for events about a card";
                    self.report(Diagnostic::new(Code::BadPlace, event.span, message).help(help));
                }
                let stmts = match *parts {
                    true => self.block(&mut scope, &parts::given(body, &def)),
                    false => self.block(&mut scope, body),
                };
                let zones = in_play.as_ref().map(|zones| self.works_in(bearer, zones));
                let when = when.as_ref().map(|when| {
                    let mut scope = self.self_scope(bearer, when.span);
                    let body = self.condition(&mut scope, when);
                    Lambda { body, locals: scope.next }
                });
                self.changed().handlers.push(HandlerDef {
                    bearer,
                    event: id,
                    any: *any,
                    zones,
                    when,
                    body: Body { stmts, locals: scope.next, cards: scope.cards },
                });
            }
            RawAbility::Modify(modifier) => self.modifier(bearer, modifier),
        }
    }

    /// Checks the zones that an ability specifies with `in_play`.
    fn works_in(&mut self, bearer: Bearer, names: &[Name]) -> Vec<ZoneId> {
        let kind = self.kind_of(Self::bearer_type(bearer).base());
        let mut zones = Vec::new();
        for name in names {
            let Some(zone) = self.zone_named(name) else { continue };
            if kind.is_some_and(|kind| !self.out.zones[zone.index()].holds.contains(&kind)) {
                let kind = kind.map_or_else(String::new, |kind| self.out.kinds[kind.index()].name.clone());
                let message = format!("`{}` can't contain `{kind}`", name.value);
                let problem = Diagnostic::new(Code::BadPlace, name.span, message);
                self.report(
                    problem.other(self.raw.zones[zone.index()].name.span, "its kinds are declared here"),
                );
            }
            zones.push(zone);
        }
        zones
    }

    /// Returns true if the card with an ability may have a type.
    fn may_be(&self, bearer: Bearer, ty: Type) -> bool {
        let card = Self::bearer_type(bearer);
        self.fits(card, ty.present()) || self.fits(ty.present(), card)
    }

    fn modifier(&mut self, bearer: Bearer, raw: &RawModifier) {
        let Some((property, stage)) = self.modified(bearer, raw) else { return };
        let span = raw.span;
        let target = Type::new(Base::Kind(self.out.properties[property.index()].kind));
        let ty = self.out.properties[property.index()].ty;
        let condition = raw.condition.as_ref().map(|cond| {
            let mut scope = self.self_scope(bearer, span);
            let body = self.condition(&mut scope, cond);
            Lambda { body, locals: scope.next }
        });
        let applies = raw.of.as_ref().map(|query| self.applies(bearer, target, query));
        let mut scope = self.self_scope(bearer, span);
        add_param(
            &mut scope,
            Fixed::It.name(),
            if raw.of.is_some() { target } else { Self::bearer_type(bearer) },
            span,
        );
        let wanted = match raw.op {
            ModifierOp::Set => ty,
            ModifierOp::Multiply => Type::INT,
            ModifierOp::Add | ModifierOp::AtLeast | ModifierOp::AtMost => ty.present(),
        };
        let body = self.expr_as(&mut scope, &raw.value, wanted, "the operand of this modifier");
        self.check_modifies(raw.op, &body);
        let value = Lambda { body, locals: scope.next };
        self.changed().modifiers.push(ModifierDef {
            bearer,
            property,
            stage,
            applies,
            condition,
            op: raw.op,
            value,
            span,
        });
    }

    /// Looks up the property and stage of a modifier.
    fn modified(&mut self, bearer: Bearer, raw: &RawModifier) -> Option<(PropertyId, u16)> {
        let name = &raw.property.value;
        let kind = self.kind_of(Self::bearer_type(bearer).base())?;
        let own = self.names.member(HolderKey::Kind(kind), name).and_then(MemberSymbol::property);
        let found =
            own.or_else(|| self.out.properties.iter().position(|p| p.name == *name).map(PropertyId::new));
        let Some(id) = found else {
            let known: Vec<String> = self.out.properties.iter().map(|p| p.name.clone()).collect();
            let message = format!("unknown property `{name}`");
            let problem = Diagnostic::new(Code::UnknownField, raw.property.span, message);
            self.not_found(problem.suggest(name, known.iter().map(String::as_str)));
            return None;
        };
        let stages = self.out.properties[id.index()].stages.clone();
        let Some(stage) = stages.iter().position(|s| *s == raw.stage.value) else {
            let message = format!("`{name}` has no stage `{}`", raw.stage.value);
            let problem = Diagnostic::new(Code::UnknownName, raw.stage.span, message);
            let mut problem = problem.suggest(&raw.stage.value, stages.iter().map(String::as_str));
            if let Some(unknown) = &mut problem.unknown {
                unknown.place = self.stage_span(id, unknown.meant.as_deref());
            }
            self.not_found(problem);
            return None;
        };
        let stage = stage as u16;
        self.names.draft.refer(raw.property.span, Target::Property(id), Use::Writes);
        self.names.draft.refer(raw.stage.span, Target::Stage(id, stage), Use::Names);
        Some((id, stage))
    }

    /// Returns the location of a stage in the declaration of its property.
    fn stage_span(&self, id: PropertyId, stage: Option<&str>) -> Option<Span> {
        let property = self.raw.kinds.iter().flat_map(|kind| &kind.properties).nth(id.index())?;
        property.stages.iter().find(|known| Some(known.value.as_str()) == stage).map(|known| known.span)
    }

    /// Converts `of: QUERY` into a test: whether one card is in the result of the query.
    fn applies(&mut self, bearer: Bearer, target: Type, query: &ast::Query) -> Lambda {
        let mut scope = self.self_scope(bearer, query.span);
        let it = scope.slots(1);
        let list = self.query(&mut scope, query);
        if !list.ty.is_unknown() && !self.fits(list.ty.element(), target) {
            let (found, want) = (self.type_name(list.ty.element()), self.type_name(target));
            self.report(Diagnostic::new(
                Code::TypeMismatch,
                query.span,
                format!("only {want} cards have this property, but this query gives {found}"),
            ));
            return Lambda { body: unknown(query.span), locals: scope.next };
        }
        let it = make(ExprKind::Local(it), list.ty.element(), query.span);
        let body = make(ExprKind::IsIn(Box::new(it), Box::new(list)), Type::BOOL, query.span);
        Lambda { body, locals: scope.next }
    }
}
