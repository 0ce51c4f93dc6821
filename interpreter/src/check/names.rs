//! Resolving words: names, members, calls of named functions, table rows.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;
use ludex_grammar::suggest::closest;

use super::Checker;
use super::declare::{HolderKey, MemberSymbol, Symbol};
use super::expr::{make, unknown};
use super::scope::Scope;
use crate::hir::{CardMember, Expr, ExprKind, PlayerMember};
use crate::ids::{DesignId, PropertyId, SpotId};
use crate::language::{Fold, Function, Member, On, foreign_value};
use crate::types::{Base, Type};

impl Checker<'_> {
    /// A single word.
    pub(super) fn name(&mut self, scope: &mut Scope, word: &str, span: Span) -> Expr {
        if let (Some(&(id, ty)), "it") = (scope.candidates.last(), word) {
            return make(ExprKind::Local(id), ty, span);
        }
        if let Some(expr) = self.candidate_member(scope, word, span) {
            return expr;
        }
        if let Some(local) = scope.find(word) {
            local.used = true;
            self.used_places.insert(local.span);
            return make(ExprKind::Local(local.id), local.ty, span);
        }
        match word {
            "players" => make(ExprKind::Players, Type::INT, span),
            "me" if !scope.no_me => make(ExprKind::Me, Type::PLAYER, span),
            _ => self.global(scope, word, span),
        }
    }

    /// Whether the innermost candidate has a member of this name.
    pub(super) fn candidate_has(&self, scope: &Scope, word: &str) -> bool {
        let Some((_, ty)) = scope.candidates.last() else { return false };
        self.has_member(ty.base, word)
    }

    fn has_member(&self, base: Base, word: &str) -> bool {
        let built_in = On::of(base).is_some_and(|on| Member::on_named(on, word).is_some());
        built_in
            || self.member_symbol(base, word).is_some()
            || (On::of(base) == Some(On::Card) && self.spot_named(word).is_some())
    }

    fn candidate_member(&mut self, scope: &mut Scope, word: &str, span: Span) -> Option<Expr> {
        let &(id, ty) = scope.candidates.last()?;
        if !self.has_member(ty.base, word) {
            return None;
        }
        if let Some(local) = scope.find(word) {
            let place = local.span;
            local.used = true;
            self.report(
                Diagnostic::new(
                    Code::HiddenName,
                    span,
                    format!("`{word}` is both a local and a member of the candidate"),
                )
                .label(format!("a {} has a member of this name", self.type_name(ty)))
                .other(place, "the local")
                .help("give the local another name"),
            );
        }
        let base = make(ExprKind::Local(id), ty, span);
        Some(self.member(base, &ast::Ident { name: word.to_owned(), span }, span))
    }

    fn global(&mut self, scope: &mut Scope, word: &str, span: Span) -> Expr {
        if self.names.lost.contains(word) {
            return unknown(span);
        }
        if scope.table_names
            && let Some(expr) = self.table_name(word, span)
        {
            return expr;
        }
        if let Some(enums) = self.names.ambiguous.get(word) {
            let full: Vec<String> = enums
                .iter()
                .filter_map(|e| self.out.enums.get(e.index()))
                .map(|e| format!("`{}.{word}`", e.name))
                .collect();
            self.report(
                Diagnostic::new(Code::UnknownName, span, format!("`{word}` is a word of several enums"))
                    .help(format!("write {}", full.join(" or "))),
            );
            return unknown(span);
        }
        let Some((symbol, _)) = self.names.globals.get(word).copied() else {
            self.unknown_name(scope, word, span);
            return unknown(span);
        };
        self.mention(word.to_owned());
        self.symbol(scope, symbol, word, span)
    }

    fn symbol(&mut self, scope: &Scope, symbol: Symbol, word: &str, span: Span) -> Expr {
        match symbol {
            Symbol::Option(id) => make(ExprKind::Option(id), self.out.options[id.index()].ty, span),
            Symbol::EnumValue(e, i) => {
                self.used.insert(self.out.enums[e.index()].name.clone());
                make(ExprKind::Const(i32::from(i)), Type::of(Base::Enum(e)), span)
            }
            Symbol::Zone(id) => make(ExprKind::GameZone(id), Type::ZONE, span),
            Symbol::Var(id) => make(ExprKind::GameVar(id), self.out.vars[id.index()].ty, span),
            Symbol::Function(_) => {
                let ident = ast::Ident { name: word.to_owned(), span };
                let mut scope = Scope::default();
                self.named_call(&mut scope, &ident, &[], span)
            }
            // of a candidate that is not known it may be a member
            _ if in_the_dark(scope) => unknown(span),
            Symbol::Design(id) if self.is_unique(id) => {
                let first = Box::new(make(ExprKind::Const(1), Type::INT, span));
                make(ExprKind::CardAt(id, first), Type::of(Base::Design(id)), span)
            }
            Symbol::Kind(_) | Symbol::Design(_) | Symbol::Spot(_) => {
                let problem = Diagnostic::new(
                    Code::TypeMismatch,
                    span,
                    format!("`{word}` names many things, not one value"),
                );
                let one = match symbol {
                    Symbol::Design(id) if self.is_per_player(id) => format!("`{word}[player]`"),
                    Symbol::Design(_) => format!("`{word}[1]`"),
                    _ => format!("a query such as `first({word} where …)`"),
                };
                self.report(problem.help(format!("write {one}, or a test such as `x is {word}`")));
                unknown(span)
            }
            Symbol::Table(_) | Symbol::Phase(_) | Symbol::Enum(_) => {
                let help = match symbol {
                    Symbol::Table(_) => format!("write `{word}[…]`"),
                    Symbol::Phase(_) => format!("write `{word}.number`"),
                    _ => format!("write `{word}.WORD`"),
                };
                let near = self.value_near(scope, word);
                let help = near.map_or(help.clone(), |near| format!("{help}, or did you mean `{near}`?"));
                self.report(
                    Diagnostic::new(Code::TypeMismatch, span, format!("`{word}` is not a value by itself"))
                        .help(help),
                );
                unknown(span)
            }
        }
    }

    /// Seats and numbered spots, which scenarios call by name.
    fn table_name(&mut self, word: &str, span: Span) -> Option<Expr> {
        if let Some(seat) = self.out.seats.iter().position(|s| s == word) {
            let n = Box::new(make(ExprKind::Const(seat as i32 + 1), Type::INT, span));
            return Some(make(ExprKind::SeatAt(n), Type::PLAYER, span));
        }
        let (name, number) = word.rsplit_once('_')?;
        let number: i32 = number.parse().ok()?;
        let n = Box::new(make(ExprKind::Const(number), Type::INT, span));
        if name == "seat" {
            return Some(make(ExprKind::SeatAt(n), Type::PLAYER, span));
        }
        let spot = self.spot_named(name)?;
        Some(make(ExprKind::SpotAt(spot, n), Type::of(Base::Spot(spot)), span))
    }

    /// Of what is a value by itself, that whose name is near a word.
    fn value_near(&self, scope: &Scope, word: &str) -> Option<String> {
        let is_value =
            |symbol: Symbol| matches!(symbol, Symbol::Option(_) | Symbol::Var(_) | Symbol::Function(_));
        let globals = self.names.globals.iter().filter(|(_, (symbol, _))| is_value(*symbol));
        let known =
            globals.map(|(name, _)| name.as_str()).chain(scope.locals.iter().map(|l| l.name.as_str()));
        closest(word, known).map(str::to_owned)
    }

    fn unknown_name(&mut self, scope: &Scope, word: &str, span: Span) {
        if in_the_dark(scope) {
            return;
        }
        let mut known: Vec<String> = Vec::new();
        if self.suggests() {
            known.extend(scope.locals.iter().map(|l| l.name.clone()));
            known.extend(self.names.globals.keys().cloned());
            known.extend(["me", "it", "players", "true", "false", "nothing"].map(str::to_owned));
            known.extend(
                scope.candidates.last().map(|(_, ty)| self.member_names(ty.base)).unwrap_or_default(),
            );
        }
        let mut problem = Diagnostic::new(Code::UnknownName, span, format!("unknown name `{word}`"))
            .suggest(word, known.iter().map(String::as_str));
        if let Some(unknown) = &mut problem.unknown {
            let meant = unknown.meant.as_deref();
            unknown.place =
                scope.locals.iter().rev().find(|l| Some(l.name.as_str()) == meant).map(|l| l.span);
        }
        if let Some(help) = self.help_for(scope, word, problem.has_meant()) {
            problem = problem.help(help);
        } else if word == "me" {
            problem = problem.help("nobody is active here");
        } else if word == "self" {
            problem = problem.help("`self` is the card that has the ability; there is none here");
        }
        self.not_found(problem);
    }

    /// What is meant by a word of another language, or by a member without what it belongs to.
    fn help_for(&self, scope: &Scope, word: &str, near: bool) -> Option<String> {
        let has_local = |name: &str| scope.locals.iter().any(|local| local.name == name);
        if word == "me" && has_local("player") {
            return Some("here it is `player`".to_owned());
        }
        if let Some(meant) = foreign_value(word) {
            return Some(format!("write `{meant}`"));
        }
        if near {
            return None;
        }
        let me = if scope.no_me { "player" } else { "me" };
        if self.names.find_member(HolderKey::Player, word).is_some() {
            return Some(format!("every player has one: write `{me}.{word}`, or whose it is"));
        }
        let kind = self.kind_with(word)?;
        let whose = if has_local("self") { "self" } else { kind.as_str() };
        Some(format!("{kind} cards have it: write `{whose}.{word}`, or of which card it is"))
    }

    /// `base.name`
    pub(super) fn field(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        name: &ast::Ident,
        optional: bool,
        span: Span,
    ) -> Expr {
        if let ast::ExprKind::Name(word) = &base.kind
            && let Some(expr) = self.qualified(scope, word, name, span)
        {
            return expr;
        }
        let typed = self.expr(scope, base);
        if typed.ty.is_unknown() {
            return unknown(span);
        }
        if optional {
            return self.chain(scope, typed, name, (span, base));
        }
        let base = if typed.ty.optional { self.missing(typed) } else { typed };
        self.member(base, name, span)
    }

    /// `enum.word` and `phase.number`.
    fn qualified(&mut self, scope: &mut Scope, word: &str, name: &ast::Ident, span: Span) -> Option<Expr> {
        if scope.find(word).is_some() || self.candidate_has(scope, word) {
            return None;
        }
        let (symbol, _) = self.names.globals.get(word).copied()?;
        let id = match symbol {
            Symbol::Phase(phase) => {
                self.mention(word.to_owned());
                if name.name == "number" {
                    return Some(make(ExprKind::PhaseNumber(phase), Type::INT, span));
                }
                let message = format!("a phase has no `{}`", name.name);
                let problem = Diagnostic::new(Code::UnknownField, name.span, message);
                self.not_found(problem.suggest(&name.name, ["number"]));
                return Some(unknown(span));
            }
            Symbol::Enum(id) => id,
            Symbol::Option(option) => match self.out.options[option.index()].ty.base {
                Base::Enum(id) => id,
                _ => return None,
            },
            _ => return None,
        };
        self.mention(word.to_owned());
        let values = self.out.enums[id.index()].values.clone();
        match values.iter().position(|v| *v == name.name) {
            Some(i) => {
                self.used_words.insert(name.name.clone());
                Some(make(ExprKind::Const(i as i32), Type::of(Base::Enum(id)), span))
            }
            None => {
                let message = format!("`{word}` has no word `{}`", name.name);
                let problem = Diagnostic::new(Code::UnknownName, name.span, message);
                self.not_found(problem.suggest(&name.name, values.iter().map(String::as_str)));
                Some(unknown(span))
            }
        }
    }

    fn chain(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        name: &ast::Ident,
        (span, written): (Span, &ast::Expr),
    ) -> Expr {
        if !base.ty.optional {
            let found = self.type_name(base.ty);
            self.report(
                Diagnostic::new(Code::TestAlwaysKnown, base.span, "this is never missing")
                    .label(format!("this is {found}"))
                    .help("write `.` instead of `?.`"),
            );
            return self.member(base, name, span);
        }
        let local = self.hidden_local(scope);
        let element = make(ExprKind::Local(local), base.ty.present(), base.span);
        let body = self.member(element, name, span);
        let ty = body.ty.optional();
        if body.ty.list || body.ty.base == Base::Zone {
            let (path, name) = (print::expr(written), &name.name);
            self.report(
                Diagnostic::new(Code::BadPlace, span, "`?.` does not lead to a zone or list")
                    .help(format!("test with `if {path} exists {{ … }}` and write `{path}.{name}` inside")),
            );
            return unknown(span);
        }
        make(ExprKind::Chain(local, Box::new(base), Box::new(body)), ty, span)
    }

    /// A member of a value that is there.
    pub(super) fn member(&mut self, base: Expr, name: &ast::Ident, span: Span) -> Expr {
        if base.ty.is_unknown() {
            return unknown(span);
        }
        if !base.ty.list {
            if let Some(expr) = self.built_in_member(&base, &name.name, span) {
                return expr;
            }
            if let Some(symbol) = self.member_symbol(base.ty.base, &name.name) {
                self.use_member(base.ty.base, &name.name);
                return self.defined_member(symbol, base, span);
            }
            if On::of(base.ty.base) == Some(On::Card)
                && let Some(spot) = self.spot_named(&name.name)
            {
                self.mention(name.name.clone());
                return make(ExprKind::SpotOf(spot, Box::new(base)), Type::of(Base::Spot(spot)), span);
            }
        }
        self.no_member(&base, name);
        unknown(span)
    }

    fn no_member(&mut self, base: &Expr, name: &ast::Ident) {
        let known = if base.ty.list { Vec::new() } else { self.member_names(base.ty.base) };
        let ty = self.type_name(base.ty);
        let mut problem =
            Diagnostic::new(Code::UnknownField, name.span, format!("{ty} has no member `{}`", name.name))
                .suggest(&name.name, known.iter().map(String::as_str));
        if base.ty.base == Base::Card
            && !problem.has_meant()
            && let Some(kind) = self.kind_with(&name.name)
        {
            problem = problem.help(format!(
                "only the kind `{kind}` has it; a query `{kind} in …` gives cards of that kind"
            ));
        }
        self.not_found(problem);
    }

    fn kind_with(&self, name: &str) -> Option<String> {
        let found = self
            .raw
            .kinds
            .iter()
            .enumerate()
            .find(|(i, _)| self.names.find_member(HolderKey::Kind(*i as u16), name).is_some());
        found.map(|(_, k)| k.name.value.clone())
    }

    fn member_names(&self, base: Base) -> Vec<String> {
        let mut known: Vec<String> = match On::of(base) {
            Some(on) => Member::ALL.iter().filter(|m| m.on() == on).map(|m| m.name().to_owned()).collect(),
            None => Vec::new(),
        };
        for key in self.holder_keys(base) {
            known.extend(self.names.members_of(key).map(str::to_owned));
        }
        if On::of(base) == Some(On::Card) {
            known.extend(self.raw.spots.iter().map(|s| s.name.value.clone()));
        }
        known
    }

    fn holder_keys(&self, base: Base) -> Vec<HolderKey> {
        match base {
            Base::Player => vec![HolderKey::Player],
            Base::Spot(s) => vec![HolderKey::Spot(s.0)],
            Base::Kind(k) => {
                let designs = self.names.designs_with_members();
                let designs = designs.filter(|d| self.design_kinds.get(d.index()) == Some(&Some(k)));
                let designs = designs.map(|d| HolderKey::Design(d.0));
                [HolderKey::Kind(k.0)].into_iter().chain(designs).collect()
            }
            Base::Design(d) => {
                let kind = self.kind_of(base).map(|k| HolderKey::Kind(k.0));
                [HolderKey::Design(d.0)].into_iter().chain(kind).collect()
            }
            _ => Vec::new(),
        }
    }

    fn member_symbol(&self, base: Base, name: &str) -> Option<MemberSymbol> {
        self.holder_keys(base).into_iter().find_map(|key| self.names.find_member(key, name))
    }

    fn use_member(&mut self, base: Base, name: &str) {
        self.used_words.insert(name.to_owned());
        for key in self.holder_keys(base) {
            if self.names.find_member(key, name).is_some() {
                self.used_members.insert((key, name.to_owned()));
            }
        }
    }

    fn defined_member(&mut self, symbol: MemberSymbol, base: Expr, span: Span) -> Expr {
        let base = Box::new(base);
        match symbol {
            MemberSymbol::Field(id) => make(ExprKind::Field(id, base), self.out.fields[id.index()].ty, span),
            MemberSymbol::Property(id) => {
                let ty = self.property_type(id, span);
                make(ExprKind::Property(id, base), ty, span)
            }
            MemberSymbol::Var(id) => make(ExprKind::VarOf(id, base), self.out.vars[id.index()].ty, span),
            MemberSymbol::Zone(id) => make(ExprKind::ZoneOf(id, base), Type::ZONE, span),
        }
    }

    fn built_in_member(&mut self, base: &Expr, name: &str, span: Span) -> Option<Expr> {
        let member = Member::on_named(On::of(base.ty.base)?, name)?;
        let of = Box::new(base.clone());
        let card = self.member_type(base);
        let (kind, ty) = match member {
            Member::Owner => (ExprKind::Card(CardMember::Owner, of), self.owner_type(base.ty.base)),
            Member::Holder => (ExprKind::Card(CardMember::Holder, of), Type::PLAYER.optional()),
            Member::Position => (ExprKind::Card(CardMember::Position, of), Type::INT),
            Member::CardAbove => (ExprKind::Card(CardMember::Above, of), card.optional()),
            Member::CardBelow => (ExprKind::Card(CardMember::Below, of), card.optional()),
            Member::Host => (ExprKind::Card(CardMember::Host, of), Type::CARD.optional()),
            Member::Left => (ExprKind::Player(PlayerMember::Left, of), Type::PLAYER),
            Member::Right => (ExprKind::Player(PlayerMember::Right, of), Type::PLAYER),
            Member::SeatNumber => (ExprKind::Player(PlayerMember::Seat, of), Type::INT),
            Member::Score => (ExprKind::Player(PlayerMember::Score, of), self.score_type()),
            Member::Number => (ExprKind::SpotNumber(of), Type::INT),
            Member::Next | Member::Previous => {
                let Base::Spot(spot) = base.ty.base else { return None };
                let step = if member == Member::Next { 1 } else { -1 };
                let ty = Type::of(base.ty.base);
                let ty = if self.raw.spots[spot.index()].ring { ty } else { ty.optional() };
                (ExprKind::SpotStep(spot, step, of), ty)
            }
            Member::Top => (ExprKind::Top(of), card.optional()),
            Member::Bottom => (ExprKind::Bottom(of), card.optional()),
            Member::PhaseNumber => return None,
        };
        Some(make(kind, ty, span))
    }

    /// The type of the cards that lie in a zone, or beside a card.
    fn member_type(&self, base: &Expr) -> Type {
        match base.ty.base {
            Base::Zone => self.zone_cards_type(base),
            other => Type::of(self.kind_of(other).map_or(Base::Card, Base::Kind)),
        }
    }

    /// The type of the cards that a zone expression holds.
    pub(super) fn zone_cards_type(&self, zone: &Expr) -> Type {
        let id = match &zone.kind {
            ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _) => *id,
            _ => return Type::CARD,
        };
        match self.out.zones[id.index()].holds[..] {
            [] => Type::UNKNOWN, // its kinds were reported
            [kind] => Type::of(Base::Kind(kind)),
            _ => Type::CARD,
        }
    }

    fn owner_type(&self, base: Base) -> Type {
        match self.kind_of(base).map(|k| self.raw.kinds[k.index()].per_player) {
            Some(true) => Type::PLAYER,
            _ => Type::PLAYER.optional(),
        }
    }

    pub(super) fn spot_named(&self, word: &str) -> Option<SpotId> {
        match self.names.globals.get(word) {
            Some((Symbol::Spot(id), _)) => Some(*id),
            _ => None,
        }
    }

    /// `base[key]`: a row of a table, a player's copy of a card, a numbered copy.
    pub(super) fn index(&mut self, scope: &mut Scope, base: &ast::Expr, key: &ast::Expr, span: Span) -> Expr {
        let symbol = match &base.kind {
            ast::ExprKind::Name(word) if self.names.lost.contains(word) => return unknown(span),
            ast::ExprKind::Name(word) => self.names.globals.get(word).map(|(s, _)| (*s, word.clone())),
            _ => None,
        };
        match symbol {
            Some((Symbol::Table(id), word)) => {
                self.mention(word);
                let ty = self.out.tables[id.index()].key;
                let key = self.expr_as(scope, key, ty, "the key of this table");
                make(ExprKind::Table(id, Box::new(key)), Type::INT, span)
            }
            Some((Symbol::Design(id), word)) => {
                self.used_words.insert(word);
                self.copy_of(scope, id, key, span)
            }
            _ if self.nearly(scope, base, |s| matches!(s, Symbol::Table(_) | Symbol::Design(_))) => {
                unknown(span)
            }
            _ if self.is_nowhere(scope, base) => self.expr(scope, base),
            _ => {
                let tables: Vec<String> = self.raw.tables.iter().map(|t| t.name.value.clone()).collect();
                self.report(
                    Diagnostic::new(
                        Code::UnknownName,
                        base.span,
                        "only tables and cards are indexed with `[…]`",
                    )
                    .suggest("", tables.iter().map(String::as_str)),
                );
                unknown(span)
            }
        }
    }

    /// Each player has such a card.
    fn is_per_player(&self, id: DesignId) -> bool {
        self.design_kinds[id.index()].is_some_and(|k| self.raw.kinds[k.index()].per_player)
    }

    /// There is one such card, so its name is a value.
    fn is_unique(&self, id: DesignId) -> bool {
        self.raw.cards[id.index()].copies.value == 1 && !self.is_per_player(id)
    }

    /// Whether this is a word that means nothing here, but nearly something that could stand here; that is reported.
    pub(super) fn nearly(&mut self, scope: &mut Scope, ast: &ast::Expr, fits: fn(Symbol) -> bool) -> bool {
        let ast::ExprKind::Name(word) = &ast.kind else { return false };
        if !self.suggests() || !self.is_nowhere(scope, ast) {
            return false;
        }
        let known =
            self.names.globals.iter().filter(|(_, (symbol, _))| fits(*symbol)).map(|(n, _)| n.as_str());
        let problem = Diagnostic::new(Code::UnknownName, ast.span, format!("unknown name `{word}`"));
        let problem = problem.suggest(word, known);
        let near = problem.has_meant();
        if near {
            self.not_found(problem);
        }
        near
    }

    /// Whether this is a word that means nothing here.
    pub(super) fn is_nowhere(&self, scope: &mut Scope, ast: &ast::Expr) -> bool {
        let ast::ExprKind::Name(word) = &ast.kind else { return false };
        !self.names.globals.contains_key(word)
            && scope.find(word).is_none()
            && !self.candidate_has(scope, word)
    }

    fn copy_of(&mut self, scope: &mut Scope, id: DesignId, key: &ast::Expr, span: Span) -> Expr {
        let per_player = self.is_per_player(id);
        let wanted = if per_player { Type::PLAYER } else { Type::INT };
        let what = if per_player { "whose card this is" } else { "the number of the copy" };
        let key = self.expr_as(scope, key, wanted, what);
        if !per_player {
            let copies = self.raw.cards[id.index()].copies.value;
            self.check_nth(&key, "copy", Some(copies));
        }
        make(ExprKind::CardAt(id, Box::new(key)), Type::of(Base::Design(id)), span)
    }

    /// A function of the ruleset, or a spot by its number.
    pub(super) fn named_call(
        &mut self,
        scope: &mut Scope,
        name: &ast::Ident,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        match self.names.globals.get(&name.name).map(|(s, _)| *s) {
            _ if self.names.lost.contains(&name.name) => unknown(span),
            Some(Symbol::Function(id)) => {
                self.mention(name.name.clone());
                let params = self.signature(id);
                let args = self.arguments(scope, name, &params, args);
                let ty = self.function_type(id, span);
                make(ExprKind::Call(id, args), ty, span)
            }
            Some(Symbol::Spot(id)) if args.len() == 1 => {
                let n = self.expr_as(scope, &args[0], Type::INT, "the number of a spot");
                let most = self.raw.spots.get(id.index()).and_then(|spot| match spot.count.kind {
                    ast::ExprKind::Int(count) => u32::try_from(count).ok(),
                    _ => None,
                });
                self.check_nth(&n, &name.name, most);
                make(ExprKind::SpotAt(id, Box::new(n)), Type::of(Base::Spot(id)), span)
            }
            symbol => {
                let mut known: Vec<&str> = Function::ALL.iter().map(|f| f.name()).collect();
                known.extend(Fold::ALL.iter().map(|f| f.name()));
                known.extend(self.raw.functions.iter().map(|f| f.name.value.as_str()));
                known.extend(self.raw.spots.iter().map(|s| s.name.value.as_str()));
                let mut problem = Diagnostic::new(
                    Code::UnknownFunction,
                    name.span,
                    format!("unknown function `{}`", name.name),
                )
                .suggest(&name.name, known);
                if Fold::find(&name.name).is_some() {
                    problem = problem.help(format!("write `{}(WHAT of QUERY)`", name.name));
                } else if self.names.procedures.contains_key(&name.name) {
                    problem =
                        problem.help(format!("`{}` is a procedure: write `do {}(…)`", name.name, name.name));
                } else if let Some(symbol) = symbol {
                    problem = problem.help(no_function(name, symbol, args));
                }
                self.not_found(problem);
                unknown(span)
            }
        }
    }

    /// Arguments against parameters.
    pub(super) fn arguments(
        &mut self,
        scope: &mut Scope,
        name: &ast::Ident,
        params: &[(String, Type)],
        args: &[ast::Expr],
    ) -> Vec<Expr> {
        if params.len() != args.len() {
            let form = params.iter().map(|(param, _)| param.as_str()).collect::<Vec<_>>().join(", ");
            let form = format!("{}({form})", name.name);
            self.wrong_arguments(name, params.len(), args.len(), &form);
            return params.iter().map(|_| unknown(name.span)).collect();
        }
        let pairs = params.iter().zip(args);
        pairs
            .map(|((param, ty), arg)| self.expr_as(scope, arg, *ty, &format!("`{param}` of `{}`", name.name)))
            .collect()
    }

    /// The variables that `set` can change: `(variable, holder)`.
    pub(super) fn variable(&mut self, expr: &Expr) -> Option<(crate::ids::VarId, Option<Expr>)> {
        match &expr.kind {
            ExprKind::GameVar(id) => Some((*id, None)),
            ExprKind::VarOf(id, of) => Some((*id, Some((**of).clone()))),
            _ => None,
        }
    }

    fn property_type(&mut self, id: PropertyId, span: Span) -> Type {
        self.property(id, span);
        self.out.properties[id.index()].ty
    }
}

/// Whether what is looked for is not known, so that any word may be one of its members.
fn in_the_dark(scope: &Scope) -> bool {
    scope.candidates.iter().any(|(_, ty)| ty.is_unknown())
}

/// What to write instead of a call of something that is no function.
fn no_function(name: &ast::Ident, symbol: Symbol, args: &[ast::Expr]) -> String {
    let (name, what) = (&name.name, symbol.what());
    match (symbol, args) {
        (Symbol::Table(_) | Symbol::Design(_), [key]) => {
            format!("`{name}` is {what}: write `{name}[{}]`", print::expr(key))
        }
        _ => format!("`{name}` is {what}"),
    }
}
