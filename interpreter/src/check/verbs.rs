//! Typing of verb statements, by the table of verbs.

use ludex_grammar::ast::{self, Clause, ClauseKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::print;
use ludex_grammar::span::Span;

use super::Checker;
use super::expr::make;
use super::scope::Scope;
use crate::hir::{Act, Bearer, Expr, ExprKind, Place, StmtKind, ZoneDef};
use crate::ids::KindId;
use crate::language::{GAME, Opening, Takes, Verb, foreign_verb};
use crate::resolve::Names;
use crate::types::{Base, Type};

/// The clauses of a statement, sorted.
#[derive(Default)]
struct Clauses<'a> {
    to: Option<&'a ast::Expr>,
    from: Option<&'a ast::Expr>,
    with: Option<&'a ast::Expr>,
    place: Option<&'a ClauseKind>,
    face_up: Option<bool>,
    among: Option<&'a ast::Expr>,
    these: Option<&'a ast::Query>,
    openly: bool,
}

impl Checker<'_> {
    pub(super) fn verb(
        &mut self,
        scope: &mut Scope,
        word: &ast::Ident,
        what: Option<&ast::Expr>,
        clauses: &[Clause],
        span: Span,
    ) -> Option<StmtKind> {
        let Some(verb) = Verb::find(&word.name) else {
            self.unknown_verb(word, what.is_some(), clauses);
            self.operands_of_unknown_verb(scope, clauses);
            return None;
        };
        let clauses = self.sort_clauses(verb, word, clauses)?;
        let Some(what) = what else {
            self.bad_clause(verb, span, format!("`{}` needs something to act on", verb.name()));
            return None;
        };
        let stmt = self.verb_with(scope, verb, what, &clauses);
        if verb != Verb::Say {
            scope.changed();
        }
        stmt
    }

    fn unknown_verb(&mut self, word: &ast::Ident, acts: bool, clauses: &[Clause]) {
        let fits = |verb: &&Verb| clauses.iter().all(|clause| takes(**verb, &clause.kind));
        let openings = Opening::WORDS.iter().copied();
        let openings = openings.filter(|word| !acts || *word != Opening::Stop.name());
        let known = Verb::ALL.iter().filter(fits).map(|v| v.name()).chain(openings);
        let message = format!("unknown verb `{}`", word.name);
        let problem = Diagnostic::new(Code::UnknownVerb, word.span, message).suggest(&word.name, known);
        let (name, names) = (&word.name, &self.names);
        let named = match () {
            () if !clauses.is_empty() => None,
            () if names.procedures.contains_key(name) => Some(Verb::Do),
            () if names.events.contains_key(name) => Some(Verb::Emit),
            () if names.messages.contains_key(name) => Some(Verb::Say),
            () => None,
        };
        let help = match (named, foreign_verb(name)) {
            (Some(verb), _) => Some(format!("write `{} {name}(…)`", verb.name())),
            (None, Some(stop)) if stop == Opening::Stop.name() => {
                Some(format!("write `{stop}`: it leaves the effect"))
            }
            (None, Some(meant)) => Some(format!("did you mean `{meant}`?")),
            _ if matches!(name.as_str(), "break" | "continue") => {
                Some("a loop ends when its condition no longer holds; `stop` leaves the effect".to_owned())
            }
            _ if problem.help.is_none() => {
                let verbs: Vec<&str> = Verb::ALL.iter().map(|v| v.name()).collect();
                Some(format!("the verbs are: {}", verbs.join(", ")))
            }
            _ => None,
        };
        self.not_found(match help {
            Some(help) => problem.help(help),
            None => problem,
        });
    }

    /// What stands in the clauses of an unknown verb can be wrong as well.
    fn operands_of_unknown_verb(&mut self, scope: &mut Scope, clauses: &[Clause]) {
        for clause in clauses {
            if let ClauseKind::To(e)
            | ClauseKind::From(e)
            | ClauseKind::With(e)
            | ClauseKind::For(e)
            | ClauseKind::AtPlace { number: e, .. }
            | ClauseKind::Unseen(e) = &clause.kind
            {
                self.expr(scope, e);
            }
        }
    }

    fn bad_clause(&mut self, verb: Verb, span: Span, message: String) {
        self.report(
            Diagnostic::new(Code::BadClause, span, message).help(format!("it is written `{}`", verb.form())),
        );
    }

    fn sort_clauses<'a>(
        &mut self,
        verb: Verb,
        word: &ast::Ident,
        clauses: &'a [Clause],
    ) -> Option<Clauses<'a>> {
        let mut sorted = Clauses::default();
        let mut ok = true;
        for clause in clauses {
            let twice = match &clause.kind {
                ClauseKind::To(e) => sorted.to.replace(e).is_some(),
                ClauseKind::From(e) => sorted.from.replace(e).is_some(),
                ClauseKind::With(e) => sorted.with.replace(e).is_some(),
                ClauseKind::These(query) => sorted.these.replace(query).is_some(),
                ClauseKind::Unseen(e) => sorted.among.replace(e).is_some(),
                ClauseKind::FaceUp => sorted.face_up.replace(true).is_some(),
                ClauseKind::FaceDown => sorted.face_up.replace(false).is_some(),
                ClauseKind::Openly => std::mem::replace(&mut sorted.openly, true),
                ClauseKind::For(_) => {
                    self.bad_clause(verb, clause.span, format!("`{}` takes no `for`", verb.name()));
                    ok = false;
                    continue;
                }
                ClauseKind::Above(_)
                | ClauseKind::Below(_)
                | ClauseKind::AtTop
                | ClauseKind::AtBottom
                | ClauseKind::AtPlace { .. } => sorted.place.replace(&clause.kind).is_some(),
            };
            let alone = matches!(clause.kind, ClauseKind::From(_)) && sorted.these.is_none();
            let taken = takes(verb, &clause.kind) && (!alone || verb.takes().contains(&Takes::From));
            if alone && !taken && verb.takes().contains(&Takes::These) {
                let message = format!("`{}` takes `from` after a number and a noun", verb.name());
                let problem = Diagnostic::new(Code::BadClause, clause.span, message);
                self.report(problem.help("write `2 card from …` for so many, `card in …` for all there are"));
                ok = false;
            } else if !taken || twice {
                let why = if twice { "says this twice" } else { "does not take this" };
                self.bad_clause(verb, clause.span, format!("`{}` {why}", verb.name()));
                ok = false;
            }
        }
        let lacking = verb.takes().iter().find_map(|takes| match takes {
            Takes::To if sorted.to.is_none() => Some("`to …`"),
            Takes::From if sorted.from.is_none() => Some("`from …`"),
            Takes::With if sorted.with.is_none() => Some("`with …`"),
            Takes::MustFace if sorted.face_up.is_none() => Some("`face up` or `face down`"),
            Takes::To | Takes::From | Takes::With | Takes::MustFace => None,
            Takes::Place | Takes::Face | Takes::Unseen | Takes::These | Takes::Openly => None,
        });
        if let (Some(lacking), true) = (lacking, ok) {
            self.bad_clause(verb, word.span, format!("`{}` lacks {lacking}", verb.name()));
            ok = false;
        }
        ok.then_some(sorted)
    }

    fn verb_with(
        &mut self,
        scope: &mut Scope,
        verb: Verb,
        what: &ast::Expr,
        clauses: &Clauses<'_>,
    ) -> Option<StmtKind> {
        let act = match verb {
            Verb::Move => self.move_cards(scope, what, clauses)?,
            Verb::Turn => {
                let cards = self.cards_operand(scope, what);
                Act::Turn { cards, up: clauses.face_up == Some(true) }
            }
            Verb::Draw => self.draw(scope, what, clauses)?,
            Verb::Shuffle => Act::Shuffle { zone: self.expr_as(scope, what, Type::ZONE, "what is shuffled") },
            Verb::Swap => self.swap(scope, what, clauses.with?),
            Verb::Show => {
                let cards = self.cards_operand(scope, what);
                Act::Show { cards, players: self.players_operand(scope, clauses.to?) }
            }
            Verb::Exclude => {
                let cards = self.cards_operand(scope, what);
                let zone = self.expr_as(scope, clauses.from?, Type::ZONE, "where none of these cards lies");
                Act::Exclude { cards, zone }
            }
            Verb::Do => return self.do_procedure(scope, what),
            Verb::Emit => return self.emit(scope, what),
            Verb::Run => return self.run(scope, what),
            Verb::Say => return self.say(scope, what, clauses.openly),
            Verb::End => return self.end_game(what),
        };
        Some(StmtKind::Act(Box::new(act)))
    }

    fn end_game(&mut self, what: &ast::Expr) -> Option<StmtKind> {
        if matches!(&what.kind, ast::ExprKind::Name(word) if word == GAME) {
            return Some(StmtKind::EndGame);
        }
        self.bad_clause(Verb::End, what.span, "only the game can be ended".to_owned());
        None
    }

    /// A card, a list of cards, or the cards of a zone.
    fn cards_operand(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        let bare_noun = matches!(&ast.kind, ast::ExprKind::Name(word) if self.is_bare_noun(scope, word));
        if bare_noun || matches!(ast.kind, ast::ExprKind::Query(_)) {
            return self.list(scope, ast);
        }
        let expr = self.present(scope, ast);
        if expr.ty.base == Base::Zone {
            return self.list(scope, ast);
        }
        if !expr.ty.is_card() && !expr.ty.is_unknown() {
            let found = self.type_name(expr.ty);
            self.report(
                Diagnostic::new(
                    Code::TypeMismatch,
                    expr.span,
                    format!("a card, zone or list of cards is wanted here, but this is {found}"),
                )
                .label(format!("this is {found}")),
            );
            return super::expr::unknown(expr.span);
        }
        expr
    }

    fn players_operand(&mut self, scope: &mut Scope, ast: &ast::Expr) -> Expr {
        let bare_noun = matches!(&ast.kind, ast::ExprKind::Name(word) if self.is_bare_noun(scope, word));
        if bare_noun || matches!(ast.kind, ast::ExprKind::Query(_)) {
            return self.list(scope, ast);
        }
        let expr = self.present(scope, ast);
        let wanted = if expr.ty.list { Type::PLAYER.list() } else { Type::PLAYER };
        self.coerce(expr, wanted, "who is shown the cards")
    }

    /// Reports `n coin from pile`: the name of a number is read as a noun there.
    fn is_bare_count(&mut self, scope: &mut Scope, what: &ast::Expr) -> bool {
        let ast::ExprKind::Query(ast::Query { noun, binder: Some(of), from: Some(_), .. }) = &what.kind
        else {
            return false;
        };
        let is_number = scope.find(&noun.name).is_some_and(|local| local.ty == Type::INT);
        if is_number {
            let (n, of) = (&noun.name, &of.name);
            let message = format!("`{n}` is read as what is moved here");
            let problem = Diagnostic::new(Code::BadClause, noun.span, message);
            self.report(problem.help(format!("write `({n}) {of} from …`")));
        }
        is_number
    }

    /// `7 coin where … from pile`: so many cards of a zone, or as many as there are, in its order.
    fn so_many(
        &mut self,
        scope: &mut Scope,
        count: &ast::Expr,
        query: &ast::Query,
        from: &ast::Expr,
    ) -> Expr {
        let n = self.expr_as(scope, count, Type::INT, "how many cards are moved");
        self.check_count(&n, "the number of cards");
        let zone = self.expr_as(scope, from, Type::ZONE, "where cards are taken from");
        let copies = matches!(self.bearer(&query.noun), Some(Bearer::Design(_)));
        if !copies {
            let cards = ast::Query { source: Some(Box::new(from.clone())), ..query.clone() };
            let cards = print::query(&cards);
            self.check_order(&zone, "the first in the order of the card list would always be moved", &format!("for any card write `let x = chance chooses {cards}` and move it; for cards that somebody picks, `let x = me chooses … {cards} as …`"));
        }
        let list = self.these(scope, query, zone);
        let (ty, span) = (list.ty, count.span.to(from.span));
        make(ExprKind::Prefix(Box::new(n), Box::new(list)), ty, span)
    }

    /// Which cards are the first of a zone without order says the card list, which nobody means.
    fn check_order(&mut self, from: &Expr, label: &str, help: &str) {
        if let Some(zone) = self.zone_def(from).filter(|zone| !zone.ordered) {
            let message = format!("`{}` keeps no order", zone.name);
            self.report(Diagnostic::new(Code::DrawWithoutOrder, from.span, message).label(label).help(help));
        }
    }

    fn draw(&mut self, scope: &mut Scope, count: &ast::Expr, clauses: &Clauses<'_>) -> Option<Act> {
        let count = self.expr_as(scope, count, Type::INT, "how many cards are drawn");
        let from = self.expr_as(scope, clauses.from?, Type::ZONE, "where cards are drawn from");
        let to = self.expr_as(scope, clauses.to?, Type::ZONE, "where cards are drawn to");
        self.check_count(&count, "the number of cards");
        self.check_contents(&from, &to);
        let written = clauses.from.map(print::expr).unwrap_or_default();
        self.check_order(&from, "the first in the order of the card list would always be drawn", &format!("for any card write `let x = chance chooses card in {written}` and move it, or make the zone `ordered: true` and shuffle it"));
        Some(Act::Draw { count, from, to })
    }

    fn move_cards(&mut self, scope: &mut Scope, what: &ast::Expr, clauses: &Clauses<'_>) -> Option<Act> {
        let cards = match clauses.these {
            Some(query) => self.so_many(scope, what, query, clauses.from?),
            None if self.is_bare_count(scope, what) => return None,
            None => self.cards_operand(scope, what),
        };
        let to = self.expr_as(scope, clauses.to?, Type::ZONE, "where cards are moved to");
        let place = match clauses.place {
            Some(ClauseKind::AtTop) => Place::Top,
            Some(ClauseKind::Above(card)) => {
                Place::Above(self.expr_as(scope, card, Type::CARD, "the neighbour"))
            }
            Some(ClauseKind::Below(card)) => {
                Place::Below(self.expr_as(scope, card, Type::CARD, "the neighbour"))
            }
            Some(ClauseKind::AtPlace { number, unseen }) => {
                let number = self.expr_as(scope, number, Type::INT, "the number of the place");
                self.check_nth(&number, "place", None);
                if *unseen { Place::NthUnseen(number, None) } else { Place::Nth(number) }
            }
            _ => Place::Bottom,
        };
        let among = clauses.among.map(|among| {
            let cards = self.list(scope, among);
            self.coerce(cards, Type::CARD.list(), "what could have been moved")
        });
        self.check_holds(&cards, &to);
        Some(Act::Move { cards, to, place, face: clauses.face_up, among })
    }

    /// The declaration of the zone that an expression names, unless it says that it holds what there is not.
    fn zone_def(&self, zone: &Expr) -> Option<&ZoneDef> {
        let (ExprKind::GameZone(id) | ExprKind::ZoneOf(id, _)) = &zone.kind else { return None };
        let id = id.index();
        let (zone, written) = (&self.out.zones[id], &self.raw.zones[id].holds);
        (zone.holds.len() == written.len() && !written.is_empty()).then_some(zone)
    }

    /// A card can't go where its kind is not held. A list of the cards of a zone has the kinds that the zone holds.
    fn check_holds(&mut self, cards: &Expr, to: &Expr) {
        if let Some(kind) = self.kind_of(cards.ty.base) {
            self.check_kinds(&[kind], cards.span, to);
        } else if let Some(zone) = cards_of_zone(cards) {
            self.check_contents(zone, to);
        }
    }

    /// Cards of one zone can't go to another that holds none of their kinds.
    fn check_contents(&mut self, from: &Expr, to: &Expr) {
        let Some(kinds) = self.zone_def(from).map(|zone| zone.holds.clone()) else { return };
        self.check_kinds(&kinds, from.span, to);
    }

    /// Cards of some kinds, one of which the zone must hold.
    fn check_kinds(&mut self, kinds: &[KindId], span: Span, to: &Expr) {
        let Some(zone) = self.zone_def(to) else { return };
        if kinds.is_empty() || kinds.iter().any(|kind| zone.holds.contains(kind)) {
            return;
        }
        let names: Vec<&str> = kinds.iter().map(|k| self.raw.kinds[k.index()].name.value.as_str()).collect();
        let message = format!("the zone `{}` does not hold {}", zone.name, names.join(" or "));
        let label = format!("`{}`", zone.name);
        self.report(Diagnostic::new(Code::TypeMismatch, span, message).other(to.span, label));
    }

    /// The kinds that a card may be of that lies where another one does: those its zone holds, as far as that is known.
    fn check_swapped(&mut self, a: &Expr, b: &Expr) {
        for (card, other) in [(a, b), (b, a)] {
            let kind = self.kind_of(card.ty.base).into_iter().collect::<Vec<_>>();
            if let ExprKind::Top(zone) | ExprKind::Bottom(zone) = &other.kind {
                self.check_kinds(&kind, card.span, zone);
            }
        }
        if let (Some(one), Some(two)) = (self.kind_of(a.ty.base), self.kind_of(b.ty.base)) {
            let held = |zone: &ZoneDef| zone.holds.contains(&one) && zone.holds.contains(&two);
            if !self.out.zones.iter().any(held) && one != two {
                let [one, two] = [one, two].map(|k| self.raw.kinds[k.index()].name.value.clone());
                let message = format!("no zone holds both {one} and {two}");
                self.report(
                    Diagnostic::new(Code::TypeMismatch, b.span, message).other(a.span, "the other card"),
                );
            }
        }
    }

    fn swap(&mut self, scope: &mut Scope, what: &ast::Expr, with: &ast::Expr) -> Act {
        let a = self.present(scope, what);
        if a.ty.base == Base::Zone {
            let b = self.expr_as(scope, with, Type::ZONE, "the other zone");
            self.check_contents(&a, &b);
            self.check_contents(&b, &a);
            return Act::SwapZones { zone: a, with: b };
        }
        let a = self.coerce(a, Type::CARD, "what is swapped");
        let b = self.expr_as(scope, with, Type::CARD, "the other card");
        self.check_swapped(&a, &b);
        Act::SwapCards { card: a, with: b }
    }

    /// What stands after a verb that takes a name: the name and its arguments.
    fn named<'e>(&mut self, verb: Verb, what: &'e ast::Expr) -> Option<(ast::Ident, &'e [ast::Expr])> {
        if let ast::ExprKind::Call { name, args } = &what.kind {
            return Some((name.clone(), args));
        }
        if let ast::ExprKind::Name(word) = &what.kind {
            return Some((ast::Ident { name: word.clone(), span: what.span }, &[]));
        }
        self.bad_clause(verb, what.span, format!("`{}` needs a name", verb.name()));
        None
    }

    fn do_procedure(&mut self, scope: &mut Scope, what: &ast::Expr) -> Option<StmtKind> {
        let (name, args) = self.named(Verb::Do, what)?;
        let found = self.names.resolve_procedure(&name.name, name.span);
        let what = (Code::UnknownProcedure, "procedure");
        let id = found
            .or_else(|| self.unknown_in(&name, what, |names| names.procedures.keys().cloned().collect()))?;
        let params = self.out.procedures[id.index()].params.clone();
        Some(StmtKind::Do(id, self.arguments(scope, &name, &params, args)))
    }

    fn emit(&mut self, scope: &mut Scope, what: &ast::Expr) -> Option<StmtKind> {
        let (name, args) = self.named(Verb::Emit, what)?;
        let id = self.event(&name.name, name.span)?;
        self.emitted.insert(id);
        let params = self.out.events[id.index()].params.clone();
        Some(StmtKind::Emit(id, self.arguments(scope, &name, &params, args)))
    }

    fn run(&mut self, scope: &mut Scope, what: &ast::Expr) -> Option<StmtKind> {
        let (name, args) = self.named(Verb::Run, what)?;
        let found = self.names.resolve_steps(&name.name, name.span);
        let what = (Code::UnknownEvent, "list of steps");
        let id =
            found.or_else(|| self.unknown_in(&name, what, |names| names.steps.keys().cloned().collect()))?;
        let params = self.out.steps[id.index()].params.clone();
        Some(StmtKind::Run(id, self.arguments(scope, &name, &params, args)))
    }

    fn say(&mut self, scope: &mut Scope, what: &ast::Expr, openly: bool) -> Option<StmtKind> {
        let (name, args) = self.named(Verb::Say, what)?;
        let found = self.names.resolve_message(&name.name, name.span);
        let what = (Code::UnknownName, "message");
        let id = found
            .or_else(|| self.unknown_in(&name, what, |names| names.messages.keys().cloned().collect()))?;
        let params = self.out.messages[id.index()].params.clone();
        let args = self.arguments(scope, &name, &params, args);
        Some(StmtKind::Say(id, args, openly))
    }

    /// Reports a name after a verb that is not among those it takes.
    fn unknown_in<T>(
        &mut self,
        name: &ast::Ident,
        (code, what): (Code, &str),
        known: impl Fn(&Names) -> Vec<String>,
    ) -> Option<T> {
        let problem = Diagnostic::new(code, name.span, format!("unknown {what} `{}`", name.name));
        let known = known(&self.names);
        self.not_found(problem.suggest(&name.name, known.iter().map(String::as_str)));
        None
    }

    /// An event by name.
    pub(super) fn event(&mut self, key: &str, span: Span) -> Option<crate::ids::EventId> {
        let found = self.names.resolve_event(key, span);
        if found.is_none() {
            let known: Vec<String> = self.names.events.keys().cloned().collect();
            let message = format!("unknown event `{key}`");
            let problem = Diagnostic::new(Code::UnknownEvent, span, message);
            self.not_found(problem.suggest(key, known.iter().map(String::as_str)));
        }
        found
    }
}

/// Whether a verb has a clause of this sort.
fn takes(verb: Verb, clause: &ClauseKind) -> bool {
    let has = |takes: Takes| verb.takes().contains(&takes);
    match clause {
        ClauseKind::To(_) => has(Takes::To),
        ClauseKind::From(_) => has(Takes::From) || has(Takes::These),
        ClauseKind::With(_) => has(Takes::With),
        ClauseKind::These(_) => has(Takes::These),
        ClauseKind::Unseen(_) => has(Takes::Unseen),
        ClauseKind::Openly => has(Takes::Openly),
        ClauseKind::FaceUp | ClauseKind::FaceDown => has(Takes::Face) || has(Takes::MustFace),
        ClauseKind::For(_) => false,
        ClauseKind::Above(_)
        | ClauseKind::Below(_)
        | ClauseKind::AtTop
        | ClauseKind::AtBottom
        | ClauseKind::AtPlace { .. } => has(Takes::Place),
    }
}

/// The zone whose cards, or first cards, a list has.
fn cards_of_zone(list: &Expr) -> Option<&Expr> {
    if let ExprKind::Prefix(_, list) = &list.kind {
        return cards_of_zone(list);
    }
    if let ExprKind::ZoneCards(zone) = &list.kind { Some(zone) } else { None }
}
