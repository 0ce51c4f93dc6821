//! Type checking of calls by name, and of index expressions on tables and cards.

use ludex_grammar::ast;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::types::expr::{computed, make, unknown};
use crate::check::types::scope::Scope;
use crate::foreign::Foreign;
use crate::hir::{Binary, Expr, ExprKind, Keyed, Unary};
use crate::ids::{DesignId, SpotId, VarId};
use crate::language::{Fold, Function, Member, Noun};
use crate::load::raw::RawMap;
use crate::resolve::{HolderKey, Symbol};
use crate::types::{Base, Layer, Type};

impl Checker<'_> {
    /// Checks `base[key]`: a table row, a player's copy of a card, or a numbered copy.
    pub(in crate::check) fn index(
        &mut self,
        scope: &mut Scope,
        base: &ast::Expr,
        key: &ast::Expr,
        span: Span,
    ) -> Expr {
        let word = if let ast::ExprKind::Name(word) = &base.kind { word.as_str() } else { "" };
        if self.names.is_lost(word) {
            return unknown(span);
        }
        if self.is_table(base) {
            let row = self.row(scope, base, key, span);
            return self.whole_row(row, (base, key));
        }
        match self.names.resolve(word, base.span, indexed) {
            Some(Indexed::Table) => unknown(span), // tables were handled above
            Some(Indexed::Design(id)) => self.copy_of(scope, id, key, span),
            None if self.report_misspelling(scope, base, |symbol| indexed(symbol).is_some()) => unknown(span),
            None if self.check_whole_row(base) => unknown(span),
            None if self.is_nowhere(scope, base) => self.expr(scope, base),
            None => {
                let before = self.problems.len();
                let list = self.whole(scope, base);
                if let Layer::Per(by, each) = list.ty.shape() {
                    return self.entry(scope, list, (by, each), key, span);
                }
                if self.problems.failed_since(before) || list.ty.is_unknown() {
                    return unknown(span);
                }
                if let Some(one) = self.nth(scope, list, key, span) {
                    return one;
                }
                let tables: Vec<String> = self.raw.tables.iter().map(|t| t.name.value.clone()).collect();
                self.report(
                    Diagnostic::new(
                        Code::UnknownName,
                        base.span,
                        "only tables, cards, lists and zones are indexed with `[…]`",
                    )
                    .suggest("", tables.iter().map(String::as_str)),
                );
                unknown(span)
            }
        }
    }

    /// Returns true if each player has a copy of this card.
    pub(in crate::check) fn is_per_player(&self, id: DesignId) -> bool {
        self.designs.kinds[id.index()].is_some_and(|k| self.raw.kinds[k.index()].per_player)
    }

    /// Returns true if exactly one copy exists, so that the name is a value.
    pub(in crate::check) fn is_unique(&self, id: DesignId) -> bool {
        self.raw.cards[id.index()].copies.value == 1 && !self.is_per_player(id)
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
        make(ExprKind::CardAt(id, Box::new(key)), Type::new(Base::Design(id)), span)
    }

    /// Checks a call of a function of the ruleset, or a spot by its number.
    pub(in crate::check) fn named_call(
        &mut self,
        scope: &mut Scope,
        name: &ast::Ident,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        match self.names.global(&name.name) {
            _ if self.names.is_lost(&name.name) => unknown(span),
            Some(Symbol::Function(id)) => {
                self.names.resolve(&name.name, name.span, Some);
                let params = self.signature(id);
                let args = self.arguments(scope, name, &params, args);
                let ty = self.function_type(id, span);
                make(ExprKind::Call(id, args), ty, span)
            }
            Some(Symbol::Spot(id)) if args.len() == 1 => {
                self.names.resolve(&name.name, name.span, Some);
                let n = self.expr_as(scope, &args[0], Type::INT, "the number of a spot");
                self.check_nth(&n, &name.name, self.most_spots(id));
                computed(Unary::SpotAt(id), n, span)
            }
            Some(Symbol::Spot(id)) if args.len() == 2 && self.columns_of(id).is_some() => {
                self.names.resolve(&name.name, name.span, Some);
                self.place_at(scope, id, args, span)
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
                } else if let Some(step) = Foreign::StepHelp.find(&name.name).filter(|_| scope.table_names) {
                    problem = problem.help(step);
                } else if let ([of], false) = (args, problem.has_meant()) {
                    problem = match self.member_called(name, of) {
                        Some(member) => problem.help(format!("write `{member}`")),
                        None => problem,
                    };
                }
                self.not_found(problem);
                unknown(span)
            }
        }
    }

    /// Returns the member access for a member written as a function: `score(ann)`.
    fn member_called(&self, name: &ast::Ident, of: &ast::Expr) -> Option<String> {
        let (word, of) = (name.name.as_str(), print::expr(of));
        if Noun::find(word) == Some(Noun::Player) {
            return Some(format!("{}({of})", Function::Seat.name()));
        }
        let of_players = self.member_of_language(Base::Player, word).is_some()
            || self.names.member(HolderKey::Player, word).is_some();
        (of_players || self.kind_with(word).is_some()).then(|| format!("{of}.{word}"))
    }

    /// Returns the number of columns if the spots form a grid.
    fn columns_of(&self, id: SpotId) -> Option<u32> {
        match self.raw.spots[id.index()].map.as_ref()? {
            RawMap::Grid { columns, .. } => u32::try_from(columns.value).ok(),
            RawMap::Graph(_) => None,
        }
    }

    /// Checks a grid position given by column and row.
    fn place_at(&mut self, scope: &mut Scope, id: SpotId, args: &[ast::Expr], span: Span) -> Expr {
        let columns = self.columns_of(id);
        let rows = self.most_spots(id).zip(columns).map(|(places, columns)| places / columns);
        let mut sides = [(Member::Column, columns), (Member::Row, rows)].into_iter().zip(args).map(
            |((side, most), arg)| {
                let n = self.expr_as(scope, arg, Type::INT, format_args!("the {}", side.name()));
                self.check_nth(&n, side.name(), most);
                Box::new(n)
            },
        );
        let (Some(column), Some(row)) = (sides.next(), sides.next()) else { return unknown(span) };
        drop(sides);
        make(ExprKind::Binary(Binary::PlaceAt(id), column, row), Type::new(Base::Spot(id)), span)
    }

    /// Checks the distance between two positions.
    pub(super) fn distance(&mut self, scope: &mut Scope, a: &ast::Expr, b: &ast::Expr, span: Span) -> Expr {
        let from = self.expr(scope, a);
        let place = from.ty.present();
        let map = if let Base::Spot(spot) = place.base()
            && !place.is_list()
        {
            self.out.spots[spot.index()].map.as_ref().map(|map| (spot, map.is_connected()))
        } else {
            None
        };
        let Some((spot, connected)) = map else {
            if !from.ty.is_unknown() {
                let found = self.type_name(from.ty);
                let problem =
                    Diagnostic::new(Code::TypeMismatch, a.span, format!("{found} is not a place of a map"));
                self.report(
                    problem.help("spots of `shape: grid` or `shape: graph` are some steps from each other"),
                );
            }
            return unknown(span);
        };
        let from = self.coerce(from, place, "the start of the path");
        let to = self.expr_as(scope, b, place, "the end of the path");
        let ty = Type::INT.optional_if(!connected);
        make(ExprKind::Binary(Binary::Distance(spot), Box::new(from), Box::new(to)), ty, span)
    }

    /// Returns the maximum number of spots, as far as it is known before the game.
    pub(in crate::check) fn most_spots(&self, id: SpotId) -> Option<u32> {
        let written = self.raw.spots.get(id.index()).map(|spot| &spot.count.kind);
        let count = &self.out.spots[id.index()].count;
        match written {
            Some(ast::ExprKind::Int(count)) => u32::try_from(*count).ok(),
            // a constant is the placeholder of a count that is not checked yet
            _ if count.constant().is_some() => None,
            _ => self.bounds(count).1.and_then(|most| u32::try_from(most).ok()),
        }
    }

    /// Checks arguments against parameters.
    pub(in crate::check) fn arguments(
        &mut self,
        scope: &mut Scope,
        name: &ast::Ident,
        params: &[(String, Type)],
        args: &[ast::Expr],
    ) -> Vec<Expr> {
        if params.len() != args.len() {
            let form = params.iter().map(|(param, _)| param.as_str()).collect::<Vec<_>>().join(", ");
            let form = format!("{}({form})", name.name);
            self.wrong_arguments(name, params.len()..=params.len(), args.len(), &form);
            return params.iter().map(|_| unknown(name.span)).collect();
        }
        let before = self.problems.len();
        let pairs = params.iter().zip(args);
        let typed: Vec<Expr> = pairs
            .map(|((param, ty), arg)| {
                self.expr_as(scope, arg, *ty, format_args!("`{param}` of `{}`", name.name))
            })
            .collect();
        self.other_way_round(scope, (name, params), args, before);
        typed
    }

    /// Replaces two type errors by one if swapping the two arguments fixes both. `before` is the earlier
    /// number of problems.
    fn other_way_round(
        &mut self,
        scope: &mut Scope,
        (name, params): (&ast::Ident, &[(String, Type)]),
        args: &[ast::Expr],
        before: usize,
    ) {
        let ([(first, a), (second, b)], [left, right]) = (params, args) else { return };
        let both = self.problems.get(before..).is_some_and(|new| {
            new.len() == 2 && new.iter().all(|problem| problem.code == Code::TypeMismatch)
        });
        if !both {
            return;
        }
        let told = self.take_problems();
        let (l, r) = (self.expr(scope, left), self.expr(scope, right));
        self.take_problems();
        *self.problems = told;
        if self.fits(l.ty, *b) && self.fits(r.ty, *a) && !l.ty.is_unknown() && !r.ty.is_unknown() {
            self.problems.truncate(before);
            let message = format!("the arguments of `{}` are the wrong way round", name.name);
            let call = format!("{}({}, {})", name.name, print::expr(right), print::expr(left));
            let problem = Diagnostic::new(Code::TypeMismatch, left.span, message);
            self.report(problem.help(format!("`{first}` comes before `{second}`: write `{call}`")));
        }
    }

    /// Returns the variable, holder and key that `set` can change.
    pub(in crate::check) fn variable(&mut self, expr: &Expr) -> Option<(VarId, Option<Expr>, Keyed)> {
        let mut parts = (expr, None);
        if let ExprKind::Entry(key, whole) = &expr.kind {
            parts = (&**whole, Some((**key).clone()));
        }
        let (whole, key) = parts;
        if let ExprKind::GameVar(id) = &whole.kind {
            return Some((*id, None, Keyed(key)));
        }
        let ExprKind::VarOf(id, of) = &whole.kind else { return None };
        Some((*id, Some((**of).clone()), Keyed(key)))
    }
}

/// Bases of `[…]` other than lists and zones.
#[derive(Clone, Copy)]
enum Indexed {
    Table,
    Design(DesignId),
}

fn indexed(symbol: Symbol) -> Option<Indexed> {
    if let Symbol::Table(_) = symbol {
        return Some(Indexed::Table);
    }
    if let Symbol::Design(id) = symbol { Some(Indexed::Design(id)) } else { None }
}

/// Returns the help for a call of a name that is not a function.
fn no_function(name: &ast::Ident, symbol: Symbol, args: &[ast::Expr]) -> String {
    let (name, what) = (&name.name, symbol.described());
    match (indexed(symbol), args) {
        (Some(_), [key]) => format!("`{name}` is {what}: write `{name}[{}]`", print::expr(key)),
        (Some(_) | None, _) => format!("`{name}` is {what}"),
    }
}
