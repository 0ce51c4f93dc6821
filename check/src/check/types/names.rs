//! Resolution of single words: members of candidates, locals, global names, and unknown names.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::Span;
use ludex_grammar::suggest::closest;

use crate::check::Checker;
use crate::check::types::expr::{computed, make, unknown};
use crate::check::types::scope::Scope;
use crate::foreign::Foreign;
use crate::hir::{Expr, ExprKind, Unary};
use crate::ids::DesignId;
use crate::language::{ALL, Fixed, Function, Member, MemberOwner, Noun};
use crate::resolve::{HolderKey, MemberSymbol, Symbol, Target, Use};
use crate::types::{Base, Type};

impl Checker<'_> {
    /// Checks a single word.
    pub(in crate::check) fn name(&mut self, scope: &mut Scope, word: &str, span: Span) -> Expr {
        let fixed = Fixed::find(word);
        if let (Some(&(id, ty)), Some(Fixed::It)) = (scope.candidates.last(), fixed) {
            return make(ExprKind::Local(id), ty, span);
        }
        if let Some(expr) = self.candidate_member(scope, word, span) {
            return expr;
        }
        if let Some(local) = scope.find(word) {
            local.used = true;
            self.names.resolve_local(span, local.span);
            return make(ExprKind::Local(local.id), local.ty, span);
        }
        match fixed {
            Some(Fixed::Players) => make(ExprKind::Players, Type::INT, span),
            Some(Fixed::Me) if !scope.no_me => make(ExprKind::Me, Type::PLAYER, span),
            Some(Fixed::This | Fixed::Me | Fixed::It) | None => self.global(scope, word, span),
        }
    }

    /// Returns true if the innermost candidate has a member of this name.
    pub(in crate::check) fn candidate_has(&self, scope: &Scope, word: &str) -> bool {
        let Some((_, ty)) = scope.candidates.last() else { return false };
        !ty.is_list() && self.has_member(ty.base(), word) && !self.gives_way(scope, ty.base(), word)
    }

    /// Returns true if a newer built-in member yields to a name of the ruleset.
    fn gives_way(&self, scope: &Scope, base: Base, word: &str) -> bool {
        let later = MemberOwner::from_base(base) == Some(MemberOwner::Card)
            && Member::on_named(MemberOwner::Card, word).is_some_and(Member::gives_way);
        let named = || scope.locals.iter().any(|l| l.name == word) || self.names.global(word).is_some();
        later && !self.has_own(base, word) && named()
    }

    pub(in crate::check) fn has_member(&self, base: Base, word: &str) -> bool {
        if let Base::Name(kind) = base {
            return self.name_has(kind, word);
        }
        let built_in = self.member_of_language(base, word).is_some();
        built_in
            || self.member_symbol(base, word).is_some()
            || (MemberOwner::from_base(base) == Some(MemberOwner::Card) && self.spot_named(word).is_some())
    }

    fn candidate_member(&mut self, scope: &mut Scope, word: &str, span: Span) -> Option<Expr> {
        let &(id, ty) = scope.candidates.last()?;
        if !self.candidate_has(scope, word) {
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
        Some(self.member(scope, base, &ast::Ident { name: word.to_owned(), span }, span))
    }

    fn global(&mut self, scope: &mut Scope, word: &str, span: Span) -> Expr {
        if self.names.is_lost(word) {
            return unknown(span);
        }
        if scope.table_names
            && let Some(expr) = self.table_name(word, span)
        {
            return expr;
        }
        if let Some(enums) = self.names.enums_with(word) {
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
        let Some(symbol) = self.names.resolve(word, span, Some) else {
            let seat =
                self.raw.game.as_ref().and_then(|game| game.seats.iter().position(|seat| seat.value == word));
            if let Some(seat) = seat {
                return self.seat_by_name(seat, span);
            }
            self.unknown_name(scope, word, span);
            return unknown(span);
        };
        self.symbol(scope, symbol, word, span)
    }

    fn symbol(&mut self, scope: &Scope, symbol: Symbol, word: &str, span: Span) -> Expr {
        match symbol {
            Symbol::Option(id) => make(ExprKind::Option(id), self.out.options[id.index()].ty, span),
            Symbol::EnumWord(e, i) => make(ExprKind::Const(i32::from(i)), Type::new(Base::Enum(e)), span),
            Symbol::SpotWord(s, i) => make(ExprKind::Const(i32::from(i)), Type::new(Base::Spot(s)), span),
            Symbol::Zone(id) => make(ExprKind::GameZone(id), self.out.zones[id.index()].whole(), span),
            Symbol::Var(id) => make(ExprKind::GameVar(id), self.out.vars[id.index()].whole(), span),
            Symbol::Function(_) => {
                let ident = ast::Ident { name: word.to_owned(), span };
                let mut scope = Scope::default();
                self.named_call(&mut scope, &ident, &[], span)
            }
            // it may be a member of an unknown candidate
            Symbol::Design(_)
            | Symbol::Kind(_)
            | Symbol::Spot(_)
            | Symbol::Table(_)
            | Symbol::Phase(_)
            | Symbol::Enum(_)
                if has_unknown_candidate(scope) =>
            {
                unknown(span)
            }
            Symbol::Design(id) => self.design_by_name(id, word, span),
            Symbol::Kind(_) => {
                self.many_things(word, span, &format!("a query such as `first({word} where …)`"))
            }
            Symbol::Spot(_) => {
                let one = format!("`{word}(1)`, a query such as `first({word} where …)`");
                self.many_things(word, span, &one)
            }
            Symbol::Table(_) => self.no_value(scope, word, span, format!("write `{word}[…]`")),
            Symbol::Phase(_) => self.no_value(scope, word, span, format!("write `{word}.number`")),
            Symbol::Enum(_) => self.no_value(scope, word, span, format!("write `{word}.WORD`")),
        }
    }

    /// Checks a card by name, which must be unique.
    fn design_by_name(&mut self, id: DesignId, word: &str, span: Span) -> Expr {
        if self.is_unique(id) {
            let first = Box::new(make(ExprKind::Const(1), Type::INT, span));
            return make(ExprKind::CardAt(id, first), Type::new(Base::Design(id)), span);
        }
        let which = if self.is_per_player(id) { Noun::Player.name() } else { "1" };
        self.many_things(word, span, &format!("`{word}[{which}]`"))
    }

    fn many_things(&mut self, word: &str, span: Span, one: &str) -> Expr {
        let message = format!("`{word}` names several items, not a single value");
        let problem = Diagnostic::new(Code::TypeMismatch, span, message);
        self.report(problem.help(format!("write {one}, or a test such as `x is {word}`")));
        unknown(span)
    }

    fn no_value(&mut self, scope: &Scope, word: &str, span: Span, help: String) -> Expr {
        let near = self.value_near(scope, word);
        let help = near.map_or(help.clone(), |near| format!("{help}, or did you mean `{near}`?"));
        let message = format!("`{word}` is not a value by itself");
        self.report(Diagnostic::new(Code::TypeMismatch, span, message).help(help));
        unknown(span)
    }

    fn seat_named(&mut self, seat: usize, span: Span) -> Expr {
        let target = Target::Seat(u8::try_from(seat).unwrap_or(u8::MAX));
        self.names.draft.refer(span, target, Use::Reads);
        let n = make(ExprKind::Const(seat as i32 + 1), Type::INT, span);
        computed(Unary::SeatAt, n, span)
    }

    /// Checks the id of a seat as a player. Rules may name only seats of every game.
    fn seat_by_name(&mut self, seat: usize, span: Span) -> Expr {
        let least = self.out.min_players;
        if seat >= usize::from(least) {
            let (word, number) = (&self.out.seats[seat], seat + 1);
            let message = format!("with {least} players there is no `{word}`");
            let help = format!("test the number of players first, and write `seat({number})`");
            self.report(Diagnostic::new(Code::UnknownName, span, message).help(help));
            return unknown(span);
        }
        self.seat_named(seat, span)
    }

    /// Resolves seats and numbered spots, which scenarios refer to by name.
    fn table_name(&mut self, word: &str, span: Span) -> Option<Expr> {
        if let Some(seat) = self.out.seats.iter().position(|s| s == word) {
            return Some(self.seat_named(seat, span));
        }
        let (name, number) = word.rsplit_once('_')?;
        let number: i32 = number.parse().ok()?;
        let n = make(ExprKind::Const(number), Type::INT, span);
        if name == Function::Seat.name() {
            self.check_nth(&n, name, Some(u32::from(self.out.max_players)));
            return Some(computed(Unary::SeatAt, n, span));
        }
        let spot = self.spot_named(name)?;
        self.check_nth(&n, name, self.most_spots(spot));
        let start = span.start as usize;
        let head = Span::new(span.file, start, start + name.len());
        self.names.draft.refer(head, Target::Spot(spot), Use::Reads);
        Some(computed(Unary::SpotAt(spot), n, span))
    }

    /// Returns the most similar name that is a value by itself.
    pub(in crate::check) fn value_near(&self, scope: &Scope, word: &str) -> Option<String> {
        let is_value =
            |symbol: Symbol| matches!(symbol, Symbol::Option(_) | Symbol::Var(_) | Symbol::Function(_));
        let known = self.names.globals_that(is_value).chain(scope.locals.iter().map(|l| l.name.as_str()));
        closest(word, known).map(str::to_owned)
    }

    fn unknown_name(&mut self, scope: &Scope, word: &str, span: Span) {
        if has_unknown_candidate(scope) {
            return;
        }
        let mut known: Vec<String> = Vec::new();
        if self.problems.are_few() {
            known.extend(scope.locals.iter().map(|l| l.name.clone()));
            known.extend(self.names.globals_that(|_| true).map(str::to_owned));
            known.extend([Fixed::Me, Fixed::It, Fixed::Players].map(|fixed| fixed.name().to_owned()));
            known.extend(["true", "false", "nothing"].map(str::to_owned));
            let named = self.raw.game.as_ref().is_some_and(|game| !game.seats.is_empty());
            known.extend(self.out.seats.iter().filter(|_| scope.table_names || named).cloned());
            known.extend(
                scope.candidates.last().map(|(_, ty)| self.member_names(ty.base())).unwrap_or_default(),
            );
        }
        let mut problem = Diagnostic::new(Code::UnknownName, span, format!("unknown name `{word}`"))
            .suggest(word, known.iter().map(String::as_str));
        if let Some(unknown) = &mut problem.unknown {
            let meant = unknown.meant.as_deref();
            unknown.place =
                scope.locals.iter().rev().find(|l| Some(l.name.as_str()) == meant).map(|l| l.span);
        }
        if Noun::find(word) == Some(Noun::Player) {
            let problem = Diagnostic::new(Code::UnknownName, span, "`player` is not a value here");
            let help = "use `for player p { … }` for each player, `me` for the active player, or `all.NAME` for the zones of all players";
            return self.not_found(problem.help(help));
        }
        if let Some(step) = Foreign::StepHelp.find(word).filter(|_| scope.table_names) {
            problem = problem.help(step);
        } else if let Some((meant, why)) = self.meant(scope, word, problem.has_meant()) {
            problem = problem.instead(&meant, Applicability::Maybe).help(why);
        } else if Fixed::find(word) == Some(Fixed::Me) {
            problem.code = Code::NobodyActive;
            problem.message = "no player is active here, so `me` is undefined".to_owned();
            problem = problem.help("name a player: pass one, or write `for player p { … }`");
        } else if Fixed::find(word) == Some(Fixed::It) {
            problem = problem.help(
                "`it` is the candidate of a query; name the variable of a loop, as in `for player p { … }`",
            );
        } else if let Some(seat) = self.out.seats.iter().position(|seat| seat == word) {
            problem =
                problem.help(format!("scenarios call a seat by its name; rules write `seat({})`", seat + 1));
        } else if word == "all" {
            problem = problem.help("`player` means all players, as in `show deck to player`");
        } else if Fixed::find(word) == Some(Fixed::This) {
            problem = problem.help("`self` is the card with the ability, but this is not an ability");
        } else if let (Some((_, candidate)), false) = (scope.candidates.last(), problem.has_meant()) {
            let noun = match *candidate {
                Type::INT => Noun::Number.name().to_owned(),
                other => self.type_name(other),
            };
            problem = problem.help(format!(
                "the candidate of a query is `it`, or has the name after its noun: `{noun} {word} in … where {word}…`"
            ));
        }
        self.not_found(problem);
    }

    /// Returns a correction for a word of another language, or a member without its base; and the reason.
    fn meant(&self, scope: &Scope, word: &str, near: bool) -> Option<(String, String)> {
        let has_local = |name: &str| scope.locals.iter().any(|local| local.name == name);
        if Fixed::find(word) == Some(Fixed::Me) && has_local(Noun::Player.name()) {
            let player = Noun::Player.name();
            return Some((player.to_owned(), format!("here it is `{player}`")));
        }
        if let Some(meant) = Foreign::Value.find(word) {
            return Some((meant.to_owned(), format!("write `{meant}`")));
        }
        if near {
            return None;
        }
        let me = if scope.no_me { Noun::Player.name() } else { Fixed::Me.name() };
        let built_in = self.member_of_language(Base::Player, word).is_some();
        if built_in || self.names.member(HolderKey::Player, word).is_some() {
            let meant = format!("{me}.{word}");
            let zone = matches!(self.names.member(HolderKey::Player, word), Some(MemberSymbol::Zone(_)));
            let all = if zone { format!(", or for all players: `{ALL}.{word}`") } else { String::new() };
            let why = format!("every player has one: write `{meant}`, or name another player{all}");
            return Some((meant, why));
        }
        let kind = self.kind_with(word)?;
        let this = Fixed::This.name();
        let whose = if has_local(this) { this } else { kind.as_str() };
        let meant = format!("{whose}.{word}");
        let why = format!("{kind} cards have it: write `{meant}`, or of which card it is");
        Some((meant, why))
    }

    /// Reports an unknown word that is similar to a suitable name. Returns true if it did.
    pub(in crate::check) fn report_misspelling(
        &mut self,
        scope: &mut Scope,
        ast: &ast::Expr,
        fits: fn(Symbol) -> bool,
    ) -> bool {
        let ast::ExprKind::Name(word) = &ast.kind else { return false };
        if !self.problems.are_few() || !self.is_nowhere(scope, ast) {
            return false;
        }
        let known = self.names.globals_that(fits);
        let problem = Diagnostic::new(Code::UnknownName, ast.span, format!("unknown name `{word}`"));
        let problem = problem.suggest(word, known);
        let near = problem.has_meant();
        if near {
            self.not_found(problem);
        }
        near
    }

    /// Returns true if a word is not defined here.
    pub(in crate::check) fn is_nowhere(&self, scope: &mut Scope, ast: &ast::Expr) -> bool {
        let ast::ExprKind::Name(word) = &ast.kind else { return false };
        self.names.global(word).is_none() && scope.find(word).is_none() && !self.candidate_has(scope, word)
    }
}

/// Returns true if a candidate's type is unknown, so that any word may be its member.
fn has_unknown_candidate(scope: &Scope) -> bool {
    scope.candidates.iter().any(|(_, ty)| ty.is_unknown())
}
