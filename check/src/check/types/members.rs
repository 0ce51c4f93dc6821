//! Type checking of members: `value.member`, or a member of the candidate by its bare name.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::types::expr::{computed, make, unknown};
use crate::check::types::scope::Scope;
use crate::check::types::signatures::maps::direction;
use crate::foreign::Foreign;
use crate::hir::{Binary, CardMember, Expr, ExprKind, Unary};
use crate::ids::{EnumId, KindId, PhaseId, PropertyId, SpotId};
use crate::language::{Fixed, Member, MemberOwner, Requirement};
use crate::load::raw::RawMap;
use crate::resolve::{HolderKey, MemberSymbol, Symbol, Use};
use crate::types::{Base, KeyType, Type, card_bases, no_bases, plain_bases};

impl Checker<'_> {
    /// Checks a member access: `base.name`.
    pub(in crate::check) fn field(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        name: &ast::Ident,
        optional: bool,
        span: Span,
    ) -> Expr {
        if let ast::ExprKind::Name(word) = &base.kind {
            if let Some(expr) = self.all_in(scope, word, name, span) {
                return expr;
            }
            if let Some(expr) = self.qualified(scope, (word, base.span), name, span) {
                return expr;
            }
        }
        let typed = self.expr(scope, base);
        if typed.ty.is_unknown() {
            return unknown(span);
        }
        if optional {
            return self.chain(scope, typed, name, (span, base));
        }
        let is_it = matches!(&base.kind, ast::ExprKind::Name(word) if Fixed::find(word) == Some(Fixed::It));
        let base = if typed.ty.is_optional() { self.missing(typed) } else { typed };
        if is_it && !self.has_member(base.ty.base(), &name.name) && self.is_of_outer(scope, name) {
            let message = format!("{} has no member `{}`", self.type_name(base.ty), name.name);
            let problem = Diagnostic::new(Code::UnknownField, name.span, message);
            let help = "`it` is the candidate of the innermost query; name the outer candidate, as in `player p where …`";
            self.report(problem.help(help));
            return unknown(span);
        }
        self.member(scope, base, name, span)
    }

    /// Returns true if the candidate of an enclosing query has this member.
    fn is_of_outer(&self, scope: &Scope, name: &ast::Ident) -> bool {
        let outer = scope.candidates.iter().rev().skip(1);
        outer.into_iter().any(|(_, ty)| self.has_member(ty.base(), &name.name))
    }

    /// Checks `enum.word` and `phase.number`.
    fn qualified(
        &mut self,
        scope: &mut Scope,
        (word, place): (&str, Span),
        name: &ast::Ident,
        span: Span,
    ) -> Option<Expr> {
        if scope.find(word).is_some() || self.candidate_has(scope, word) {
            return None;
        }
        let symbol = self.names.global(word)?;
        if let Symbol::Phase(phase) = symbol {
            self.names.resolve(word, place, Some);
            return Some(self.phase_number(phase, name, span));
        }
        let id = self.enum_named(symbol)?;
        self.names.resolve(word, place, Some);
        let values = self.out.enums[id.index()].values.clone();
        match values.iter().position(|v| *v == name.name) {
            Some(i) => {
                self.names.resolve_word(name.span, id, i);
                Some(make(ExprKind::Const(i as i32), Type::new(Base::Enum(id)), span))
            }
            None => {
                let message = format!("`{word}` has no word `{}`", name.name);
                let problem = Diagnostic::new(Code::UnknownName, name.span, message);
                self.not_found(problem.suggest(&name.name, values.iter().map(String::as_str)));
                Some(unknown(span))
            }
        }
    }

    fn phase_number(&mut self, phase: PhaseId, name: &ast::Ident, span: Span) -> Expr {
        if Member::on_named(MemberOwner::Phase, &name.name) == Some(Member::PhaseNumber) {
            return make(ExprKind::PhaseNumber(phase), Type::INT, span);
        }
        let message = format!("a phase has no `{}`", name.name);
        let problem = Diagnostic::new(Code::UnknownField, name.span, message);
        self.not_found(problem.suggest(&name.name, [Member::PhaseNumber.name()]));
        unknown(span)
    }

    /// Returns the enum that a name before a dot denotes: an enum, or the words of an option.
    fn enum_named(&self, symbol: Symbol) -> Option<EnumId> {
        if let Symbol::Enum(id) = symbol {
            return Some(id);
        }
        let Symbol::Option(option) = symbol else { return None };
        let ty = self.out.options[option.index()].ty;
        if let Base::Enum(id) = ty.base() { Some(id) } else { None }
    }

    fn chain(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        name: &ast::Ident,
        (span, written): (Span, &ast::Expr),
    ) -> Expr {
        if !base.ty.is_optional() {
            let found = self.type_name(base.ty);
            self.report(
                Diagnostic::new(Code::TestAlwaysKnown, base.span, "this is never missing")
                    .label(format!("this is {found}"))
                    .help("write `.` instead of `?.`"),
            );
            return self.member(scope, base, name, span);
        }
        let local = self.hidden_local(scope);
        let element = make(ExprKind::Local(local), base.ty.present(), base.span);
        let body = self.member(scope, element, name, span);
        let ty = body.ty.optional();
        if body.ty.is_list() || body.ty.base() == Base::Zone {
            let (path, name) = (print::expr(written), &name.name);
            self.report(
                Diagnostic::new(Code::BadPlace, span, "`?.` does not lead to a zone or list")
                    .help(format!("test with `if {path} exists {{ … }}` and write `{path}.{name}` inside")),
            );
            return unknown(span);
        }
        make(ExprKind::Chain(local, Box::new(base), Box::new(body)), ty, span)
    }

    /// Checks a member of a present value.
    pub(in crate::check) fn member(
        &mut self,
        scope: &mut Scope,
        base: Expr,
        name: &ast::Ident,
        span: Span,
    ) -> Expr {
        self.note_member(base.ty, name.span);
        if base.ty.is_unknown() {
            return unknown(span);
        }
        if base.ty.base().is_name() && !base.ty.is_list() {
            return self.member_of_name(scope, base, name, span);
        }
        if !base.ty.is_list() {
            if let Some(expr) = self.built_in_member(scope, &base, &name.name, span) {
                return expr;
            }
            let holders = self.holder_keys(base.ty.base());
            if let Some(symbol) = self.names.resolve_member(&holders, &name.name, (name.span, Use::Reads)) {
                return self.defined_member(symbol, base, span);
            }
            if MemberOwner::from_base(base.ty.base()) == Some(MemberOwner::Card)
                && let Some(spot) = self.names.resolve(&name.name, name.span, Symbol::spot)
            {
                return make(ExprKind::SpotOf(spot, Box::new(base)), Type::new(Base::Spot(spot)), span);
            }
        }
        self.no_member(&base, name);
        unknown(span)
    }

    pub(in crate::check) fn no_member(&mut self, base: &Expr, name: &ast::Ident) {
        let known = if base.ty.is_list() { Vec::new() } else { self.member_names(base.ty.base()) };
        let ty = self.type_name(base.ty);
        let mut problem =
            Diagnostic::new(Code::UnknownField, name.span, format!("{ty} has no member `{}`", name.name))
                .suggest(&name.name, known.iter().map(String::as_str));
        if let Base::Enum(id) = base.ty.base()
            && base.ty.is_list()
            && self.out.enums[id.index()].values.contains(&name.name)
        {
            problem = problem.help(format!("test for the word with `{} is in …`", name.name));
        }
        let many = base.ty.is_list() || base.ty.base() == Base::Zone;
        if let Some(help) = Foreign::MemberHelp.find(&name.name).filter(|_| many) {
            problem = problem.help(help);
        }
        let of_player = base.ty.base() == Base::Player && !base.ty.is_list();
        if let Some(meant) =
            Foreign::MemberOfPlayer.find(&name.name).filter(|_| of_player && !problem.has_meant())
        {
            problem = problem.means(&name.name, meant);
        }
        if base.ty.base() == Base::Card
            && !problem.has_meant()
            && let Some(kind) = self.kind_with(&name.name)
        {
            problem = problem.help(format!(
                "only the kind `{kind}` has it; a query `{kind} in …` gives cards of that kind"
            ));
        }
        self.not_found(problem);
    }

    pub(in crate::check) fn kind_with(&self, name: &str) -> Option<String> {
        let found = self
            .raw
            .kinds
            .iter()
            .enumerate()
            .find(|(i, _)| self.names.member(HolderKey::Kind(KindId::new(*i)), name).is_some());
        found.map(|(_, k)| k.name.value.clone())
    }

    pub(in crate::check) fn member_names(&self, base: Base) -> Vec<String> {
        let mut known: Vec<String> =
            self.members_of_language(base).map(|member| member.name().to_owned()).collect();
        for key in self.holder_keys(base) {
            known.extend(self.names.members_of(key).map(|(name, _)| name.to_owned()));
        }
        if MemberOwner::from_base(base) == Some(MemberOwner::Card) {
            known.extend(self.raw.spots.iter().map(|s| s.name.value.clone()));
        }
        known
    }

    fn holder_keys(&self, base: Base) -> Vec<HolderKey> {
        match base {
            Base::Player => vec![HolderKey::Player],
            Base::Spot(s) => vec![HolderKey::Spot(s)],
            Base::Kind(k) => {
                let designs = self.names.designs_with_members();
                let designs = designs.filter(|d| self.designs.kinds.get(d.index()) == Some(&Some(k)));
                let designs = designs.map(HolderKey::Design);
                [HolderKey::Kind(k)].into_iter().chain(designs).collect()
            }
            Base::Design(d) => {
                let kind = self.kind_of(base).map(HolderKey::Kind);
                [HolderKey::Design(d)].into_iter().chain(kind).collect()
            }
            Base::Name(kind) => kind.map(HolderKey::Kind).into_iter().collect(),
            Base::Int
            | Base::Decimal
            | Base::Bool
            | Base::Enum(_)
            | Base::Card
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => Vec::new(),
        }
    }

    /// Returns true if the ruleset defines a member of this name.
    pub(in crate::check) fn has_own(&self, base: Base, word: &str) -> bool {
        let is_card = MemberOwner::from_base(base) == Some(MemberOwner::Card);
        self.member_symbol(base, word).is_some() || is_card && self.spot_named(word).is_some()
    }

    /// Returns the built-in members of a value of this type in this ruleset.
    pub(in crate::check) fn members_of_language(&self, base: Base) -> impl Iterator<Item = Member> {
        let on = MemberOwner::from_base(base);
        let (has_teams, eliminates) = (self.raw.teams.is_some(), self.out.elimination.is_some());
        let map = if let Base::Spot(spot) = base { self.raw.spots[spot.index()].map.as_ref() } else { None };
        let is_grid = match base {
            Base::Spot(_) => matches!(map, Some(RawMap::Grid { .. })),
            Base::Enum(id) => direction(self.raw) == Some(id),
            Base::Name(_) | Base::Player | Base::Zone | plain_bases!() | card_bases!() | no_bases!() => false,
        };
        let is_map = map.is_some();
        let has = move |member: &Member| match member.needs() {
            Requirement::Nothing => true,
            Requirement::Teams => has_teams,
            Requirement::Eliminations => eliminates,
            Requirement::Map => is_map,
            Requirement::Grid => is_grid,
        };
        Member::ALL.iter().copied().filter(move |member| Some(member.on()) == on).filter(has)
    }

    /// Returns the built-in member of this name.
    pub(in crate::check) fn member_of_language(&self, base: Base, word: &str) -> Option<Member> {
        self.members_of_language(base).find(|member| member.name() == word)
    }

    pub(in crate::check) fn member_symbol(&self, base: Base, name: &str) -> Option<MemberSymbol> {
        self.holder_keys(base).into_iter().find_map(|key| self.names.member(key, name))
    }

    fn defined_member(&mut self, symbol: MemberSymbol, base: Expr, span: Span) -> Expr {
        let base = Box::new(base);
        match symbol {
            MemberSymbol::Field(id) => {
                make(ExprKind::Field(id, base), self.out.fields[id.index()].whole(), span)
            }
            MemberSymbol::Property(id) => {
                let ty = self.property_type(id, span);
                make(ExprKind::Property(id, base), ty, span)
            }
            MemberSymbol::Var(id) => make(ExprKind::VarOf(id, base), self.out.vars[id.index()].whole(), span),
            MemberSymbol::Zone(id) => {
                make(ExprKind::ZoneOf(id, base), self.out.zones[id.index()].whole(), span)
            }
        }
    }

    fn built_in_member(&mut self, scope: &mut Scope, base: &Expr, name: &str, span: Span) -> Option<Expr> {
        let member = self.member_of_language(base.ty.base(), name)?;
        if member.gives_way() && self.has_own(base.ty.base(), name) {
            return None;
        }
        let of = Box::new(base.clone());
        let card = self.member_type(base);
        let (kind, ty) = match member {
            Member::Owner => (ExprKind::Card(CardMember::Owner, of), self.owner_type(base.ty.base())),
            Member::Holder => (ExprKind::Card(CardMember::Holder, of), Type::PLAYER.optional()),
            Member::Position => (ExprKind::Card(CardMember::Position, of), Type::INT),
            Member::CardAbove => (ExprKind::Card(CardMember::Above, of), card.optional()),
            Member::CardBelow => (ExprKind::Card(CardMember::Below, of), card.optional()),
            Member::Host => (ExprKind::Card(CardMember::Host, of), Type::CARD.optional()),
            Member::Name => return Some(self.name_of(*of)),
            Member::Left => return Some(self.player_beside(scope, Unary::Left, *of, span)),
            Member::Right => return Some(self.player_beside(scope, Unary::Right, *of, span)),
            Member::SeatNumber => return Some(computed(Unary::Seat, *of, span)),
            Member::Team => return Some(computed(Unary::Team(self.out.teams.as_ref()?.spot), *of, span)),
            Member::Partner => {
                let mut partner = computed(Unary::Partner, *of, span);
                partner.ty = Type::PLAYER.optional_if(!self.all_have_partners());
                return Some(partner);
            }
            Member::Number => return Some(computed(Unary::SpotNumber, *of, span)),
            Member::Out => (ExprKind::VarOf(self.out.elimination?.out, of), Type::BOOL),
            Member::Score => (ExprKind::Score(of), self.score_type(span)),
            Member::Next | Member::Previous => {
                let Base::Spot(spot) = base.ty.base() else { return None };
                let op = if member == Member::Next { Unary::Next } else { Unary::Previous };
                let mut beside = computed(op(spot), *of, span);
                beside.ty = beside.ty.present().optional_if(!self.raw.spots[spot.index()].ring);
                return Some(beside);
            }
            Member::Row | Member::Column | Member::Neighbours | Member::Toward => {
                return self.member_of_place(member, *of, span);
            }
            Member::Opposite => return Some(computed(Unary::Opposite, *of, span)),
            Member::Top => (ExprKind::Top(of), card.optional()),
            Member::Bottom => (ExprKind::Bottom(of), card.optional()),
            Member::PhaseNumber => return None,
        };
        Some(make(kind, ty, span))
    }

    /// Checks members of a position on a map. `toward` has a value per direction; the first direction is a
    /// placeholder until the key is given.
    fn member_of_place(&mut self, member: Member, at: Expr, span: Span) -> Option<Expr> {
        let Base::Spot(spot) = at.ty.base() else { return None };
        let place = at.ty.present();
        if member == Member::Neighbours {
            return Some(make(ExprKind::Neighbours(spot, Box::new(at)), place.list(), span));
        }
        if member == Member::Toward {
            let way = direction(self.raw)?;
            let first = make(ExprKind::Const(0), Type::new(Base::Enum(way)), span);
            let ty = place.optional().checked_per(KeyType::Enum(way))?;
            return Some(make(
                ExprKind::Binary(Binary::Toward(spot), Box::new(at), Box::new(first)),
                ty,
                span,
            ));
        }
        let op = if member == Member::Row { Unary::Row } else { Unary::Column };
        Some(computed(op(spot), at, span))
    }

    /// Returns the type of the cards in a zone, or adjacent to a card.
    fn member_type(&self, base: &Expr) -> Type {
        if base.ty.base() == Base::Zone {
            return self.zone_cards_type(base);
        }
        Type::new(self.kind_of(base.ty.base()).map_or(Base::Card, Base::Kind))
    }

    pub(in crate::check) fn zone_cards_type(&self, zone: &Expr) -> Type {
        let Some(zone) = zone.named_zone() else { return Type::CARD };
        match self.out.zones[zone.id.index()].holds[..] {
            [] => Type::UNKNOWN, // its kinds were reported
            [kind] => Type::new(Base::Kind(kind)),
            _ => Type::CARD,
        }
    }

    fn owner_type(&self, base: Base) -> Type {
        match self.kind_of(base).map(|k| self.raw.kinds[k.index()].per_player) {
            Some(true) => Type::PLAYER,
            Some(false) | None => Type::PLAYER.optional(),
        }
    }

    pub(in crate::check) fn spot_named(&self, word: &str) -> Option<SpotId> {
        self.names.global(word).and_then(Symbol::spot)
    }

    fn property_type(&mut self, id: PropertyId, span: Span) -> Type {
        self.property(id, span);
        self.out.properties[id.index()].ty
    }
}
