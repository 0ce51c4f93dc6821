//! Lowers expressions to arena entries.

use super::Lower;
use super::passes::is_always_there;
use crate::program::*;
use ludex_check::hir::{Bearer, Binary, CardMember, Comparison, Expr, ExprKind, Holder};
use ludex_check::hir::{
    computed_kinds, free_kinds, list_kinds, made_lists, plain_lists, read_kinds, test_kinds,
};
use ludex_check::ids::*;
use ludex_check::operators::{OpResult, row};
use ludex_check::types::Base;

/// Minimum number of arena entries of an expression that gets a slot instead of being computed twice.
const MIN_ENTRIES: usize = 4;

impl Lower<'_> {
    pub(super) fn push_num(&mut self, num: Num) -> NumId {
        if let Num::Const(n) = num
            && let Some(id) = NumId::constant(n)
        {
            return id;
        }
        self.out.nums.push(num);
        NumId::node(self.out.nums.len() - 1)
    }

    pub(super) fn push_cond(&mut self, cond: Cond) -> CondId {
        self.out.conds.push(cond);
        CondId(self.out.conds.len() as u32 - 1)
    }

    pub(super) fn push_list(&mut self, list: List) -> ListId {
        self.out.lists.push(list);
        ListId(self.out.lists.len() as u32 - 1)
    }

    fn deeper(&mut self) {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        self.work += 1;
    }

    /// Returns a constant expression.
    pub(super) fn const_num(&mut self, value: i32) -> NumId {
        self.push_num(Num::Const(value))
    }

    /// Returns the value of an expression, if it is a constant.
    fn known(&self, id: NumId) -> Option<i32> {
        self.out.constant(id)
    }

    fn known_cond(&self, id: CondId) -> Option<bool> {
        self.out.known(id)
    }

    /// Lowers an expression to one cell.
    pub(super) fn num(&mut self, expr: &Expr) -> NumId {
        if expr.ty.is_list() && !expr.ty.is_optional() {
            return self.handle(expr);
        }
        self.cell(expr)
    }

    /// Lowers a list to one cell: the handle in a local, or of a list put into the store.
    fn handle(&mut self, expr: &Expr) -> NumId {
        if let ExprKind::Local(id) = expr.kind {
            return self.local(id);
        }
        let list = self.list(expr);
        self.push_num(Num::Stored(Elements::from_list_type(expr.ty), list))
    }

    fn cell(&mut self, expr: &Expr) -> NumId {
        self.deeper();
        let num = self.num_inner(expr);
        self.depth -= 1;
        match num {
            Ok(num) => self.push_num(num),
            Err(id) => id,
        }
    }

    fn num_inner(&mut self, expr: &Expr) -> Result<Num, NumId> {
        if expr.ty.base() == Base::Bool && !expr.ty.is_optional() && is_condition(&expr.kind) {
            let cond = self.cond(expr);
            return Ok(match self.known_cond(cond) {
                Some(b) => Num::Const(i32::from(b)),
                None => Num::Truth(cond),
            });
        }
        let players = u16::from(self.out.players);
        Ok(match &expr.kind {
            ExprKind::Const(n) => Num::Const(*n),
            ExprKind::Nothing => Num::Const(NONE),
            ExprKind::Players => Num::Const(i32::from(players)),
            ExprKind::Option(id) => Num::Const(self.out.options[id.index()]),
            ExprKind::Local(id) => return Err(self.local(*id)),
            ExprKind::Me => return Err(NumId::ME),
            ExprKind::GameVar(id) => return Err(NumId::cell(self.out.layout.vars[id.index()])),
            ExprKind::VarOf(id, of) => self.var_of(*id, of),
            ExprKind::Field(id, of) => {
                let column = self.out.layout.column(id.index());
                let named = of.ty.base().is_name();
                let of = self.num(of);
                if named { Num::Printed(column, of) } else { Num::Field(column, of) }
            }
            ExprKind::Entry(key, whole) => self.entry(key, whole),
            ExprKind::Only(name) => Num::Printed(self.out.layout.firsts(), self.num(name)),
            ExprKind::Card(CardMember::Name, of) => {
                let (column, missing) = (self.out.layout.names(), of.ty.is_optional());
                let card = self.num(of);
                if missing { Num::FieldOf(column, card) } else { Num::Field(column, card) }
            }
            ExprKind::Property(id, card) => Num::Property(*id, self.num(card)),
            ExprKind::GameZone(id) => Num::Const(i32::from(self.out.layout.zone_range[id.index()].0)),
            ExprKind::ZoneOf(id, of) => self.zone_of(*id, of),
            ExprKind::Card(member, card) => {
                let card = self.num(card);
                match member {
                    CardMember::Owner => Num::Owner(card),
                    CardMember::Holder => Num::Holder(card),
                    CardMember::Position => Num::Position(card),
                    CardMember::Above => Num::Above(card),
                    CardMember::Below => Num::Below(card),
                    CardMember::Host => Num::Host(card),
                    CardMember::Name => Num::Field(self.out.layout.names(), card),
                }
            }
            ExprKind::SpotOf(spot, card) => Num::SpotOf(spot.0, self.num(card)),
            ExprKind::Score(player) => Num::Score(self.num(player)),
            ExprKind::Top(zone) => Num::Top(self.num(zone)),
            ExprKind::Bottom(zone) => Num::Bottom(self.num(zone)),
            ExprKind::PhaseNumber(id) => return Err(NumId::cell(self.phase_counter(*id))),
            ExprKind::Table(id, key) => self.table(*id, key, expr),
            ExprKind::Row(of, key) => self.row_within(of, key, expr),
            ExprKind::CardAt(id, of) => self.copy_of(*id, of),
            ExprKind::Call(id, args) => {
                if let Some((lets, value)) = self.inline(*id, args, Self::num) {
                    return Err(lets
                        .into_iter()
                        .rev()
                        .fold(value, |value, (slot, arg)| self.push_num(Num::Let(slot, arg, value))));
                }
                let args = self.num_args(args);
                Num::Call(*id, args)
            }
            ExprKind::Unary(op, a) => {
                let a = self.num(a);
                let known = self.known(a).map(|n| op.law(&self.out, n));
                folded(known, Num::Unary(*op, a))
            }
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.num(a), self.num(b));
                let known = self.known(a).zip(self.known(b)).map(|(a, b)| op.law(&self.out, a, b));
                folded(known, Num::Binary(*op, a, b))
            }
            ExprKind::If(c, a, b) => {
                let c = self.cond(c);
                match self.known_cond(c) {
                    Some(true) => return Err(self.num(a)),
                    Some(false) => return Err(self.num(b)),
                    None => Num::If(c, self.num(a), self.num(b)),
                }
            }
            ExprKind::Default(a, b) => Num::Default(self.num(a), self.num(b)),
            ExprKind::Chain(slot, base, body) => {
                let (slot, base, body) = (self.slot_of(*slot), self.num(base), self.num(body));
                match self.out.node(body) {
                    Some(Num::Field(column, card)) if card == NumId::slot(slot) => Num::FieldOf(column, base),
                    Some(_) | None => Num::Chain(slot, base, body),
                }
            }
            ExprKind::Let(slot, value, body) => {
                let (slot, value) = (self.slot_of(*slot), self.num(value));
                Num::Let(slot, value, self.num(body))
            }
            ExprKind::Count(list) => {
                if let ExprKind::ZoneCards(zone) = &list.kind {
                    Num::Size(self.num(zone))
                } else {
                    Num::Count(self.list(list))
                }
            }
            ExprKind::First(list) if !expr.ty.is_list() => Num::First(self.list(list)),
            ExprKind::Last(list) if !expr.ty.is_list() => Num::Last(self.list(list)),
            ExprKind::First(list) => {
                let list = self.list(list);
                self.first_list(list)
            }
            ExprKind::Last(list) => {
                let list = self.list(list);
                let reversed = self.push_list(List::Reversed(list));
                self.first_list(reversed)
            }
            ExprKind::Nth(list, n) => {
                Num::Nth(Elements::from_list_type(list.ty), self.list(list), self.num(n))
            }
            ExprKind::Fold(fold, slot, body, list) => {
                let list = self.list(list);
                let parts = self.parts();
                let body = self.num(body);
                let price = price(self.parts() - parts);
                let slot = self.slot_of(*slot);
                Num::Fold(*fold, slot, price, list, body)
            }
            test_kinds!() => Num::Truth(self.cond(expr)),
            list_kinds!() => Num::Const(NONE),
        })
    }

    /// Returns the cell with the iteration count of a phase.
    pub(super) fn phase_counter(&self, id: PhaseId) -> u32 {
        self.out.layout.phase_cells + id.index() as u32
    }

    /// Returns the first card with a variable and their number, if it belongs to cards of a kind.
    fn cards_with(&self, id: VarId) -> Option<(u32, u32)> {
        match self.checked.vars[id.index()].holder {
            Holder::Kind(kind) => Some(self.out.layout.kinds[kind.index()]),
            Holder::Game | Holder::Player | Holder::Spot(_) | Holder::Design(_) => None,
        }
    }

    /// Compiles the number of a holder of a variable among all its holders.
    pub(super) fn holder_number(&mut self, id: VarId, of: &Expr) -> NumId {
        let card = self.num(of);
        match self.cards_with(id) {
            Some((first, count)) if count as usize != self.out.layout.cards() => {
                self.push_num(Num::OfKind { first, count, card })
            }
            Some(_) | None => card,
        }
    }

    fn var_of(&mut self, id: VarId, of: &Expr) -> Num {
        let at = self.out.layout.vars[id.index()];
        let card = self.num(of);
        match self.cards_with(id) {
            Some((first, count)) => Num::CardCell { at, first, count, card },
            None => Num::CellOf(at, card),
        }
    }

    /// Lowers a zone of a player, spot or card.
    fn zone_of(&mut self, id: ZoneId, of: &Expr) -> Num {
        let (base, count) = self.out.layout.zone_range[id.index()];
        let of = self.num(of);
        if self.out.layout.card_zones[id.index()].is_empty() {
            Num::ZoneOf { base, count, of }
        } else {
            Num::CardZone(id.0, of)
        }
    }

    /// Lowers a table lookup. If the result may be missing, keys without a row give the missing value.
    fn table(&mut self, table: TableId, key: &Expr, expr: &Expr) -> Num {
        let key = self.num(key);
        let def = &self.checked.tables[table.index()];
        if let Some(value) = self.known(key).and_then(|key| row(&def.rows, def.other, key).ok()) {
            return Num::Const(value);
        }
        let lookup = LookupId::new(self.out.lookups.len());
        self.out.lookups.push(Lookup { table, or_nothing: expr.ty.is_optional(), span: expr.span });
        Num::Table(lookup, key)
    }

    /// Lowers a lookup in a row of a table of tables. The row is a constant, or computed first.
    fn row_within(&mut self, of: &Expr, key: &Expr, expr: &Expr) -> Num {
        let table = self.num(of);
        if let Some(known) = self.known(table).and_then(|table| usize::try_from(table).ok()) {
            return self.table(TableId::new(known), key, expr);
        }
        let key = self.num(key);
        let lookup = LookupId::new(self.out.lookups.len());
        let outermost = of.outermost_table().unwrap_or_else(|| TableId::new(0));
        let or_nothing = expr.ty.is_optional();
        self.out.lookups.push(Lookup { table: outermost, or_nothing, span: expr.span });
        Num::Row(lookup, table, key)
    }

    fn copy_of(&mut self, id: DesignId, of: &Expr) -> Num {
        let cards = self.out.layout.designs[id.index()];
        if self.counterfactual.replaced.contains(&id) {
            self.named.get_or_insert(self.span);
        }
        let per_player = self.checked.kinds[self.checked.designs[id.index()].kind.index()].per_player;
        let mut of = self.num(of);
        if !per_player {
            let one = self.const_num(1);
            of = self.push_num(Num::Binary(Binary::Sub, of, one));
        }
        let (step, count) = if per_player { (cards.step, cards.groups) } else { (1, cards.each) };
        Num::CopyOf { first: cards.first, step, count: count as u16, of }
    }

    /// Lowers a condition.
    pub(super) fn cond(&mut self, expr: &Expr) -> CondId {
        self.deeper();
        let cond = self.cond_inner(expr);
        self.depth -= 1;
        match cond {
            Ok(cond) => self.push_cond(cond),
            Err(id) => id,
        }
    }

    fn cond_inner(&mut self, expr: &Expr) -> Result<Cond, CondId> {
        Ok(match &expr.kind {
            ExprKind::Const(n) => Cond::Const(*n != 0),
            ExprKind::Not(a) => {
                let a = self.cond(a);
                self.known_cond(a).map_or(Cond::Not(a), |b| Cond::Const(!b))
            }
            ExprKind::And(a, b) => {
                let a = self.cond(a);
                match self.known_cond(a) {
                    Some(true) => return Err(self.cond(b)),
                    Some(false) => Cond::Const(false),
                    None => {
                        let b = self.cond(b);
                        match self.known_cond(b) {
                            Some(true) => return Err(a),
                            Some(false) => Cond::Const(false),
                            None => Cond::And(a, b),
                        }
                    }
                }
            }
            ExprKind::Or(a, b) => {
                let a = self.cond(a);
                match self.known_cond(a) {
                    Some(false) => return Err(self.cond(b)),
                    Some(true) => Cond::Const(true),
                    None => {
                        let b = self.cond(b);
                        match self.known_cond(b) {
                            Some(false) => return Err(a),
                            Some(true) => Cond::Const(true),
                            None => Cond::Or(a, b),
                        }
                    }
                }
            }
            ExprKind::Compare(op, a, b) => self.compare(*op, a, b),
            ExprKind::Exists(a) => Cond::Exists(self.num(a)),
            ExprKind::FaceUp(a) => Cond::FaceUp(self.num(a)),
            ExprKind::IsKind(k, a) => Cond::IsKind(k.0, self.num(a)),
            ExprKind::IsDesign(d, a) => Cond::IsDesign(d.0, self.num(a)),
            ExprKind::IsIn(item, list) => {
                let item = self.num(item);
                return Err(self.is_in_once(item, list));
            }
            ExprKind::Any(list) => return Err(self.any_of(list)),
            ExprKind::Call(id, args) => match self.inline(*id, args, Self::cond) {
                Some((lets, test)) => {
                    return Err(lets
                        .into_iter()
                        .rev()
                        .fold(test, |test, (slot, arg)| self.push_cond(Cond::Let(slot, arg, test))));
                }
                None => {
                    let args = self.num_args(args);
                    Cond::Is(self.push_num(Num::Call(*id, args)))
                }
            },
            ExprKind::Let(slot, value, body) => {
                let (slot, value) = (self.slot_of(*slot), self.num(value));
                Cond::Let(slot, value, self.cond(body))
            }
            ExprKind::Local(_) | read_kinds!() | computed_kinds!() | list_kinds!() => {
                let num = self.num(expr);
                self.known(num).map_or(Cond::Is(num), |n| Cond::Const(n != 0))
            }
        })
    }

    /// Returns a condition that is true if one of several lists has an element.
    fn any_of(&mut self, list: &Expr) -> CondId {
        if let ExprKind::Concat(a, b) = &list.kind {
            let (a, b) = (self.any_of(a), self.any_of(b));
            return self.push_cond(Cond::Or(a, b));
        }
        let some = if let ExprKind::ZoneCards(zone) = &list.kind {
            Cond::HasCards(self.num(zone))
        } else {
            Cond::Any(self.list(list))
        };
        self.push_cond(some)
    }

    fn first_list(&mut self, list: ListId) -> Num {
        Num::Nth(Elements::Lists, list, self.const_num(1))
    }

    fn compare(&mut self, op: Comparison, a: &Expr, b: &Expr) -> Cond {
        let (a, b) = if a.ty.is_list() {
            let (a, b) = (self.list(a), self.list(b));
            (self.push_num(Num::Order(a, b)), self.const_num(0))
        } else {
            (self.num(a), self.num(b))
        };
        if let (Some(x), Some(y)) = (self.known(a), self.known(b)) {
            return Cond::Const(op.holds(x, y));
        }
        match op {
            Comparison::Eq => Cond::Eq(a, b),
            Comparison::Ne => Cond::Ne(a, b),
            Comparison::Lt => Cond::Lt(a, b),
            Comparison::Le => Cond::Le(a, b),
            Comparison::Gt => Cond::Lt(b, a),
            Comparison::Ge => Cond::Le(b, a),
        }
    }

    /// Lowers membership of an item in a list. Computes the item only once if the list reads it several
    /// times.
    fn is_in_once(&mut self, item: NumId, list: &Expr) -> CondId {
        let is_asked_for_again = matches!(list.kind, ExprKind::Concat(..) | ExprKind::Filter { .. });
        if !is_asked_for_again || self.out.parts_of_num(item).entries < MIN_ENTRIES {
            return self.is_in(item, list);
        }
        let slot = self.free_slot;
        self.free_slot = slot + 1;
        self.proc_slots = self.proc_slots.max(self.free_slot);
        let test = self.is_in(NumId::slot(slot), list);
        self.free_slot = slot;
        self.push_cond(Cond::Let(slot, item, test))
    }

    /// Lowers membership, without evaluating the list if possible.
    fn is_in(&mut self, item: NumId, list: &Expr) -> CondId {
        match &list.kind {
            ExprKind::ZoneCards(zone) => {
                let zone = self.num(zone);
                self.push_cond(Cond::InZone(item, zone))
            }
            ExprKind::Concat(a, b) => {
                let (a, b) = (self.is_in(item, a), self.is_in(item, b));
                self.push_cond(Cond::Or(a, b))
            }
            ExprKind::Filter { local, list, test } => {
                let inner = self.is_in(item, list);
                let test = self.cond(test);
                // a chain stores the item in the candidate's slot and has the test as its value
                let truth = self.push_num(Num::Truth(test));
                let chain = self.push_num(Num::Chain(self.slot_of(*local), item, truth));
                let test = self.push_cond(Cond::Is(chain));
                self.push_cond(Cond::And(inner, test))
            }
            ExprKind::AllCards(None)
            | ExprKind::AllPlayers(_)
            | ExprKind::AllSpots(..)
            | ExprKind::AllWords(_) => self.push_cond(Cond::Const(true)),
            ExprKind::AllCards(Some(Bearer::Kind(k))) => self.push_cond(Cond::IsKind(k.0, item)),
            ExprKind::AllCards(Some(Bearer::Design(d))) => self.push_cond(Cond::IsDesign(d.0, item)),
            ExprKind::Range(..)
            | ExprKind::AllNames(_)
            | ExprKind::AllIn(_)
            | plain_lists!()
            | ExprKind::Neighbours(..)
            | made_lists!()
            | free_kinds!()
            | read_kinds!()
            | computed_kinds!()
            | test_kinds!() => {
                let list = self.list(list);
                self.push_cond(Cond::InList(item, list))
            }
        }
    }

    pub(super) fn list(&mut self, expr: &Expr) -> ListId {
        self.deeper();
        let list = self.list_inner(expr);
        self.depth -= 1;
        match list {
            Ok(list) => self.push_list(list),
            Err(id) => id,
        }
    }

    fn list_inner(&mut self, expr: &Expr) -> Result<List, ListId> {
        let players = u32::from(self.out.players);
        Ok(match &expr.kind {
            ExprKind::ZoneCards(zone) => List::Zone(self.num(zone)),
            ExprKind::AllCards(bearer) => self.cards_in_game(self.all_cards(*bearer)),
            ExprKind::AllPlayers(None) => List::Upto(players),
            ExprKind::AllPlayers(Some(from)) => List::Circle(players, self.num(from)),
            ExprKind::AllSpots(spot, from) => {
                let count = u32::from(self.out.layout.spots[spot.index()]);
                match from {
                    None => List::Upto(count),
                    Some(from) => {
                        let from = self.num(from);
                        if self.checked.spots[spot.index()].ring {
                            List::Circle(count, from)
                        } else {
                            List::Line(count, from)
                        }
                    }
                }
            }
            ExprKind::AllWords(count) => List::Upto(*count as u32),
            ExprKind::Prefix(n, list) => {
                let n = self.num(n);
                if let ExprKind::ZoneCards(zone) = &list.kind {
                    List::Top(n, self.num(zone))
                } else {
                    List::Prefix(n, self.list(list))
                }
            }
            ExprKind::Range(a, b) => List::Range(self.num(a), self.num(b)),
            ExprKind::AllNames(of) => return Err(self.all_names(*of)),
            ExprKind::AllIn(zone) => {
                let (first, count) = self.out.layout.zone_range[zone.index()];
                List::Zones(first, count)
            }
            ExprKind::Items(items) => List::Items(self.num_args(items)),
            ExprKind::Without(a, b) => List::Without(self.list(a), self.list(b)),
            ExprKind::Reversed(list) => List::Reversed(self.list(list)),
            ExprKind::Subsets(of, least, most) => {
                let elements = Elements::from_list_type(of.ty);
                let first = least.as_ref().map(|least| self.num(least));
                let last = most.as_ref().map(|most| self.num(most)).or(first);
                let (first, last) = (
                    first.unwrap_or_else(|| self.const_num(1)),
                    last.unwrap_or_else(|| self.const_num(i32::MAX)),
                );
                List::Subsets(elements, first, last, self.list(of))
            }
            ExprKind::By(by, local, body, list) => {
                let of = Elements::from_list_type(list.ty);
                let list = self.list(list);
                let parts = self.parts();
                let body = self.num(body);
                let price = price(self.parts() - parts);
                List::By(*by, of, self.slot_of(*local), price, list, body)
            }
            ExprKind::CardsBelow(card) => List::Below(self.num(card)),
            ExprKind::CardsAbove(card) => List::Above(self.num(card)),
            ExprKind::Neighbours(spot, at) => List::Neighbours(spot.0, self.num(at)),
            ExprKind::Concat(a, b) => List::Concat(self.list(a), self.list(b)),
            ExprKind::Filter { local, list, test } => {
                let cards = list.ty.element().is_card();
                let list = self.list(list);
                let parts = self.parts();
                let test = self.cond(test);
                let price = price(self.parts() - parts);
                match self.known_cond(test) {
                    Some(true) => return Err(list),
                    Some(false) if is_always_there(&self.out, list, false) => List::Empty,
                    Some(false) | None => self.filter(list, self.slot_of(*local), test, cards, price),
                }
            }
            // a stored list, or one selected from several
            free_kinds!() | read_kinds!() | computed_kinds!() | test_kinds!() => List::Of(self.cell(expr)),
        })
    }

    /// Returns the list of the names of all cards, as numbers. It is created once.
    fn all_names(&mut self, of: Option<Bearer>) -> ListId {
        let kind = if let Some(Bearer::Kind(kind)) = of { Some(kind) } else { None };
        if let Some(list) = self.names.get(&kind) {
            return *list;
        }
        let names: Vec<u32> =
            self.checked.names_of(kind).into_iter().map(|name| self.const_num(name).0).collect();
        let names = self.args(&names);
        let list = self.push_list(List::Items(names));
        self.names.insert(kind, list);
        list
    }

    fn all_cards(&self, bearer: Option<Bearer>) -> Strided {
        match bearer {
            None => Strided { first: 0, step: 0, groups: 1, each: self.out.layout.cards() as u32 },
            Some(Bearer::Kind(k)) => {
                let (first, each) = self.out.layout.kinds[k.index()];
                Strided { first, step: 0, groups: 1, each }
            }
            Some(Bearer::Design(d)) => self.out.layout.designs[d.index()],
        }
    }
}

/// Returns the value of an operator as a constant if it is known, otherwise the entry.
fn folded(known: Option<OpResult>, entry: Num) -> Num {
    known.and_then(Result::ok).map_or(entry, Num::Const)
}

/// Returns true if a Boolean expression is lowered as a condition; others are cells.
fn is_condition(kind: &ExprKind) -> bool {
    matches!(kind, test_kinds!())
}
