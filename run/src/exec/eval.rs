//! Evaluates cell expressions and conditions. Nothing here waits for a decision or changes the position.

use super::{About, FaultKind, MAX_DEPTH, MAX_UNDER, Machine, Observer};
use crate::program::{ArenaEntry, Args, Cond, CondId, Lambda, Modifier, NONE, Num, NumId, Operand};
use crate::state::NO_CARD;
use ludex_check::ids::{FunctionId, LookupId, PropertyId, TableId};
use ludex_check::model::ModifierOp;
use ludex_check::operators::{Binary, GameParams, OpResult, Unary, one_of};

impl<O: Observer> Machine<'_, O> {
    /// Evaluates a cell expression.
    #[inline(always)]
    pub(super) fn num(&mut self, id: NumId) -> i32 {
        match id.operand() {
            Operand::Slot(slot) => self.slot(slot),
            Operand::Const(n) => n,
            Operand::Cell(at) => self.state.cells[at as usize],
            Operand::Me => self.me(),
            Operand::Nothing => NONE,
            Operand::Node(i) => self.node(i),
        }
    }

    /// Returns the active player. Fails if no player is active.
    fn me(&mut self) -> i32 {
        match self.state.me {
            NONE => self.fail(FaultKind::NobodyActive),
            me => me,
        }
    }

    /// Evaluates an entry of the arena.
    pub(super) fn node(&mut self, index: usize) -> i32 {
        if O::TRACES_INSTRUCTIONS {
            let before = self.computes(ArenaEntry::Num(index));
            let value = self.compound(index);
            self.computed(before);
            return value;
        }
        let node = self.nums[index];
        if let Num::Truth(cond) = node {
            return i32::from(self.cond(cond));
        }
        if let Num::Count(list) = node {
            return self.count(list);
        }
        if let Num::Call(function, args) = node {
            return self.call_function(function, args);
        }
        match self.simple(node) {
            Some(value) => value,
            None => self.compound(index),
        }
    }

    /// Evaluates a frequent kind of entry with plain operands, or returns `None`. Unlike [`Self::compound`],
    /// this saves no registers.
    #[inline(always)]
    fn simple(&self, node: Num) -> Option<i32> {
        if let Num::CellOf(at, of) = node {
            return self.state.cells.get(at as usize + self.plain_index(of)?).copied();
        }
        if let Num::CardCell { at, first, count, card } = node {
            let card = self.plain_index(card)?.wrapping_sub(first as usize);
            return if card < count as usize {
                self.state.cells.get(at as usize + card).copied()
            } else {
                None
            };
        }
        if let Num::Field(column, card) = node {
            return Some(self.program.layout.printed(column, self.plain_index(card)?));
        }
        if let Num::ZoneOf { base, count, of } = node {
            return one_of(base.into(), 1, count.into(), self.plain(of)?);
        }
        if let Num::Size(zone) = node {
            return self.state.zones.get(self.plain_index(zone)?).map(|place| i32::from(place.size));
        }
        if let Num::Unary(Unary::Left, player) = node {
            return Unary::Left.law(self.program, self.plain(player)?).ok();
        }
        if let Num::Binary(op @ (Binary::Add | Binary::Sub), a, b) = node {
            return op.law(self.program, self.plain(a)?, self.plain(b)?).ok();
        }
        None
    }

    /// Returns the value of an expression that is encoded in its ID, unless the value is missing.
    #[inline(always)]
    fn plain(&self, id: NumId) -> Option<i32> {
        let value = match id.operand() {
            Operand::Slot(slot) => self.slot(slot),
            Operand::Const(n) => n,
            Operand::Cell(at) => self.state.cells[at as usize],
            Operand::Me => self.state.me,
            Operand::Nothing | Operand::Node(_) => NONE,
        };
        if value == NONE { None } else { Some(value) }
    }

    /// Like `plain`, for the index of a holder, card or zone.
    #[inline(always)]
    fn plain_index(&self, id: NumId) -> Option<usize> {
        self.plain(id).and_then(|value| usize::try_from(value).ok())
    }

    /// Notifies an observer that follows the rules that the machine is about to compute an entry.
    #[inline(always)]
    pub(super) fn computes(&mut self, node: ArenaEntry) -> u32 {
        if O::TRACES_INSTRUCTIONS { self.observer.computes(node, self.fuel) } else { 0 }
    }

    /// Notifies the observer that the entry is computed.
    #[inline(always)]
    pub(super) fn computed(&mut self, before: u32) {
        if O::TRACES_INSTRUCTIONS {
            self.observer.computed(before, self.fuel);
        }
    }

    #[inline(never)]
    fn compound(&mut self, index: usize) -> i32 {
        match self.nums[index] {
            Num::Const(n) => n,
            Num::Active => self.state.me,
            Num::CellOf(at, of) => match self.num(of) {
                i if i >= 0 => self.state.cells[at as usize + i as usize],
                _ => self.fail(FaultKind::Missing),
            },
            Num::CardCell { at, first, count, card } => {
                let card = self.num(card);
                match of_kind(first, count, card) {
                    Some(number) => self.state.cells[at as usize + number],
                    None => self.not_of_kind(card),
                }
            }
            Num::OfKind { first, count, card } => {
                let card = self.num(card);
                of_kind(first, count, card).map_or_else(|| self.not_of_kind(card), |number| number as i32)
            }
            Num::Field(column, card) => {
                self.card(card).map_or(NONE, |c| self.program.layout.printed(column, c))
            }
            Num::FieldOf(column, card) => match self.num(card) {
                c if c >= 0 => self.program.layout.printed(column, c as usize),
                _ => NONE,
            },
            Num::Printed(column, name) => match self.num(name) {
                n if n >= 0 => self.program.layout.fields[column as usize + n as usize],
                _ => NONE,
            },
            Num::Property(property, card) => match self.card(card) {
                Some(c) => self.property(property, c as i32),
                None => NONE,
            },
            Num::Owner(card) => self.card(card).map_or(NONE, |c| self.program.layout.owner[c]),
            Num::Holder(card) => self.card(card).map_or(NONE, |c| self.holder(c)),
            Num::Position(card) => self.card(card).map_or(NONE, |c| self.position(c)),
            Num::Above(card) => self.card(card).map_or(NONE, |c| self.above(c)),
            Num::Below(card) => self.card(card).map_or(NONE, |c| self.below(c)),
            Num::Host(card) => self.card(card).map_or(NONE, |c| self.host(c)),
            Num::SpotOf(spot, card) => self.card(card).map_or(NONE, |c| self.spot_of(c, i32::from(spot))),
            Num::ZoneOf { base, count, of } => {
                let zone = one_of(base.into(), 1, count.into(), self.num(of));
                zone.unwrap_or_else(|| self.fail(FaultKind::Missing))
            }
            Num::CardZone(zone, card) => self
                .card(card)
                .map_or(NONE, |c| i32::from(self.program.layout.card_zones[usize::from(zone)][c])),
            Num::Top(zone) => self.zone(zone).map_or(NONE, |z| cell(self.sample(self.state.zones[z].head))),
            Num::Bottom(zone) => {
                self.zone(zone).map_or(NONE, |z| cell(self.sample(self.state.zones[z].tail)))
            }
            Num::Size(zone) => self.zone(zone).map_or(NONE, |z| i32::from(self.state.zones[z].size)),
            Num::Unary(op, a) => {
                let a = self.num(a);
                op.law(self.program, a).unwrap_or_else(|fault| self.unlawful(op, a, fault))
            }
            Num::Binary(op, a, b) => {
                let (a, b) = (self.num(a), self.num(b));
                self.lawful(op.law(self.program, a, b))
            }
            Num::Score(player) => {
                let player = self.num(player);
                self.program.score.total.map_or(0, |total| self.call_num(total, &[player]))
            }
            Num::CopyOf { first, step, count, of } => {
                let card = one_of(first, step, count.into(), self.num(of));
                card.unwrap_or_else(|| self.fail(FaultKind::NoSuchNumber))
            }
            Num::Default(a, b) => match self.num(a) {
                NONE => self.num(b),
                n => n,
            },
            Num::Chain(slot, base, body) => match self.num(base) {
                NONE => NONE,
                n => {
                    self.set_slot(slot, n);
                    self.num(body)
                }
            },
            Num::Let(slot, value, body) => {
                let value = self.num(value);
                self.set_slot(slot, value);
                self.num(body)
            }
            Num::If(c, a, b) => {
                if self.cond(c) {
                    self.num(a)
                } else {
                    self.num(b)
                }
            }
            Num::Truth(c) => i32::from(self.cond(c)),
            Num::Call(function, args) => self.call_function(function, args),
            Num::Table(lookup, key) => self.row(lookup, key),
            Num::Row(lookup, table, key) => self.row_within(lookup, table, key),
            Num::Count(list) => self.count(list),
            Num::First(list) => self.first(list),
            Num::Last(list) => self.last(list),
            Num::Nth(_, list, n) => self.nth_of(list, n),
            Num::Order(a, b) => self.order(a, b),
            Num::Stored(of, list) => self.stored(of, list),
            Num::Fold(fold, slot, price, list, body) => self.fold(fold, list, |machine, candidate| {
                machine.pay_for_element(price);
                machine.set_slot(slot, candidate);
                machine.num(body)
            }),
        }
    }

    /// Evaluates a condition.
    pub(super) fn cond(&mut self, id: CondId) -> bool {
        self.cond_here(id)
    }

    /// Like `cond`, but inlined into the caller.
    #[inline(always)]
    pub(super) fn cond_here(&mut self, id: CondId) -> bool {
        let before = self.computes(ArenaEntry::Cond(id.0 as usize));
        let holds = self.cond_unfollowed(id);
        self.computed(before);
        holds
    }

    #[inline(always)]
    fn cond_unfollowed(&mut self, id: CondId) -> bool {
        match self.conds[id.0 as usize] {
            Cond::Const(b) => b,
            Cond::Is(n) => self.num(n) == 1,
            Cond::Not(c) => !self.cond(c),
            Cond::And(a, b) => self.cond(a) && self.cond(b),
            Cond::Or(a, b) => self.cond(a) || self.cond(b),
            Cond::Let(slot, value, test) => {
                let value = self.num(value);
                self.set_slot(slot, value);
                self.cond(test)
            }
            Cond::Eq(a, b) => self.num(a) == self.num(b),
            Cond::Ne(a, b) => self.num(a) != self.num(b),
            Cond::Lt(a, b) => self.num(a) < self.num(b),
            Cond::Le(a, b) => self.num(a) <= self.num(b),
            Cond::Exists(n) => self.num(n) != NONE,
            Cond::HasCards(zone) => self.zone_is(zone, |m, z| m.state.zones[z].size != 0),
            Cond::FaceUp(card) => self.card_is(card, |m, c| m.state.cards[c].up),
            Cond::IsKind(kind, card) => self.card_is(card, |m, c| m.program.layout.kind[c] == kind),
            Cond::IsDesign(design, card) => self.card_is(card, |m, c| m.program.layout.design[c] == design),
            Cond::InZone(card, zone) => {
                let zone = self.num(zone);
                self.card_is(card, |m, c| i32::from(m.state.cards[c].zone) == zone && zone != 0)
            }
            Cond::InList(item, list) => self.contains(item, list),
            Cond::Any(list) => self.any(list),
        }
    }

    /// Returns true if `holds` is true for a card. A separate function, so that other conditions need less
    /// stack.
    #[inline(never)]
    fn card_is(&mut self, id: NumId, holds: impl Fn(&Self, usize) -> bool) -> bool {
        self.card(id).is_some_and(|card| holds(self, card))
    }

    /// Like `card_is`, for a zone.
    #[inline(never)]
    fn zone_is(&mut self, id: NumId, holds: impl Fn(&Self, usize) -> bool) -> bool {
        self.zone(id).is_some_and(|zone| holds(self, zone))
    }

    /// Evaluates a card. Fails if it is missing.
    #[inline(always)]
    pub(super) fn card(&mut self, id: NumId) -> Option<usize> {
        let card = self.num(id);
        if card < 0 {
            self.fail(FaultKind::Missing);
            return None;
        }
        Some(card as usize)
    }

    /// Evaluates a zone. Fails if it is missing.
    #[inline(always)]
    pub(super) fn zone(&mut self, id: NumId) -> Option<usize> {
        let zone = self.num(id);
        if zone < 0 {
            self.fail(FaultKind::Missing);
            return None;
        }
        Some(zone as usize)
    }

    /// Returns the result of an operator, or fails with its fault.
    #[inline(always)]
    pub(super) fn lawful(&mut self, value: OpResult) -> i32 {
        value.unwrap_or_else(|fault| self.fail(fault))
    }

    /// Fails because an operator has no value, for example because no player or spot has that number.
    #[cold]
    fn unlawful(&mut self, op: Unary, number: i32, fault: FaultKind) -> i32 {
        if fault != FaultKind::NoSuchNumber {
            return self.fail(fault);
        }
        let (_, spot) = op.number();
        let count = spot.map_or(self.program.players(), |spot| self.program.spots(spot).0);
        self.fail_about(fault, About::Number(spot, number, count), None)
    }

    pub(super) fn holder(&self, card: usize) -> i32 {
        self.program.layout.zones[usize::from(self.state.cards[card].zone)].player
    }

    pub(super) fn host(&self, card: usize) -> i32 {
        let zone = &self.program.layout.zones[usize::from(self.state.cards[card].zone)];
        if zone.on_card { zone.holder } else { NONE }
    }

    #[inline]
    fn above(&mut self, card: usize) -> i32 {
        self.sample_around(card as u16);
        cell(self.sample(self.state.cards[card].prev))
    }

    #[inline]
    fn below(&mut self, card: usize) -> i32 {
        self.sample_around(card as u16);
        cell(self.sample(self.state.cards[card].next))
    }

    #[inline(never)]
    pub(super) fn position(&mut self, card: usize) -> i32 {
        self.sample_around(card as u16);
        let mut position = 1;
        let mut at = self.state.cards[card].prev;
        while at != NO_CARD {
            position += 1;
            at = self.state.cards[usize::from(at)].prev;
        }
        self.spend_on_way(position as usize);
        position
    }

    /// Returns the spot that a card is at, directly or through the cards that it is under.
    #[inline(never)]
    pub(super) fn spot_of(&mut self, card: usize, spot: i32) -> i32 {
        let mut card = card;
        for _ in 0..MAX_UNDER {
            let zone = &self.program.layout.zones[usize::from(self.state.cards[card].zone)];
            if zone.spot == spot {
                return zone.holder;
            }
            if !zone.on_card {
                break;
            }
            card = zone.holder as usize;
        }
        self.fail(FaultKind::Missing)
    }

    /// Fails because a card is missing, or of another kind.
    #[cold]
    pub(super) fn not_of_kind(&mut self, card: i32) -> i32 {
        self.fail(if card == NONE { FaultKind::Missing } else { FaultKind::OtherKind })
    }

    #[inline(never)]
    fn row(&mut self, lookup: LookupId, key: NumId) -> i32 {
        let key = self.num(key);
        let table = self.program.lookups[lookup.index()].table;
        self.program.row(lookup, key).unwrap_or_else(|| self.fail_at(lookup, table, key))
    }

    /// Like `row`, for a table that is itself a row. Returns `NONE` if that row is missing.
    #[inline(never)]
    fn row_within(&mut self, lookup: LookupId, table: NumId, key: NumId) -> i32 {
        let (table, key) = (self.num(table), self.num(key));
        let Ok(table) = usize::try_from(table).map(TableId::new) else { return NONE };
        self.program.row_within(lookup, table, key).unwrap_or_else(|| self.fail_at(lookup, table, key))
    }

    /// Fails because a table has no row for a key.
    #[cold]
    fn fail_at(&mut self, lookup: LookupId, table: TableId, key: i32) -> i32 {
        self.fail_about(FaultKind::NoSuchRow, About::Row(table, key), Some(lookup))
    }

    #[inline(never)]
    pub(super) fn call_function(&mut self, function: FunctionId, args: Args) -> i32 {
        let program = self.program;
        let lambda = program.functions[function.index()];
        let (at, lists) = (self.fresh(lambda.slots), self.state.lists.len());
        for (i, id) in program.args_of(args).iter().enumerate() {
            self.state.slots[at + i] = self.num(NumId(*id));
        }
        let value = self.called(lambda, at);
        match program.gives_list(function) {
            true => self.hand_on(value, lists),
            false => {
                self.state.lists.truncate(lists);
                value
            }
        }
    }

    pub(super) fn call_num(&mut self, lambda: Lambda<NumId>, args: &[i32]) -> i32 {
        let at = self.frame_of(lambda.slots, args);
        self.called(lambda, at)
    }

    /// Calls a lambda whose arguments are at `at`. The price of its body covers the call.
    #[inline(always)]
    fn called(&mut self, lambda: Lambda<NumId>, at: usize) -> i32 {
        let Operand::Node(index) = lambda.body.operand() else {
            return self.within(lambda, at, |machine| machine.num(lambda.body));
        };
        let before = self.computes(ArenaEntry::Num(index));
        let value = self.within(lambda, at, |machine| machine.num(lambda.body));
        self.computed(before);
        value
    }

    pub(super) fn call_cond(&mut self, lambda: Lambda<CondId>, args: &[i32]) -> bool {
        let at = self.frame_of(lambda.slots, args);
        let before = self.computes(ArenaEntry::Cond(lambda.body.0 as usize));
        let holds = self.within(lambda, at, |machine| i32::from(machine.cond(lambda.body))) == 1;
        self.computed(before);
        holds
    }

    /// Adds slots for a lambda. Returns the index of the first.
    #[inline(always)]
    fn fresh(&mut self, slots: u16) -> usize {
        let at = self.state.slots.len();
        self.fill(at + usize::from(slots), 0);
        at
    }

    /// Like `fresh`, and copies a few arguments. A loop is faster than a memory copy here.
    #[inline(always)]
    fn frame_of(&mut self, slots: u16, args: &[i32]) -> usize {
        let at = self.fresh(slots);
        self.state.slots[at..].iter_mut().zip(args).for_each(|(slot, arg)| *slot = *arg);
        at
    }

    /// Evaluates `body` in a frame whose slots, arguments included, start at `at`.
    fn within<T>(&mut self, lambda: Lambda<T>, at: usize, body: impl FnOnce(&mut Self) -> i32) -> i32 {
        let (base, level) = (self.base, self.depth);
        self.depth += u32::from(lambda.depth) + 1;
        self.pay(lambda.price);
        let value = if self.failed.is_some() {
            NONE
        } else if self.depth > MAX_DEPTH {
            self.fail(FaultKind::TooDeep)
        } else {
            self.base = at;
            body(self)
        };
        self.state.slots.truncate(at);
        self.base = base;
        self.depth = level;
        value
    }

    /// Evaluates a property: its base, then its modifiers in order.
    #[inline(never)]
    pub(super) fn property(&mut self, id: PropertyId, card: i32) -> i32 {
        let program = self.program;
        let property = &program.properties[id.index()];
        let mut value = self.call_num(property.base, &[card]);
        let profile = program.profiles[program.layout.design[card as usize] as usize] as usize;
        for modifier in &property.modifiers[profile] {
            let modifier = &program.modifiers[usize::from(*modifier)];
            value = match modifier.applies {
                None => self.modify(modifier, card, card, value),
                Some(applies) => {
                    let mut value = value;
                    self.spend((modifier.bearers.groups * modifier.bearers.each) as usize);
                    for bearer in modifier.bearers.iter() {
                        let bearer = bearer as i32;
                        if self.works(bearer as usize) && self.call_cond(applies, &[bearer, card]) {
                            value = self.modify(modifier, bearer, card, value);
                        }
                    }
                    value
                }
            };
        }
        value
    }

    fn modify(&mut self, modifier: &Modifier, bearer: i32, card: i32, value: i32) -> i32 {
        if self.failed.is_some() || (value == NONE && modifier.op != ModifierOp::Set) {
            return value;
        }
        if modifier.applies.is_none() && !self.works(bearer as usize) {
            return value;
        }
        if modifier.condition.is_some_and(|condition| !self.call_cond(condition, &[bearer])) {
            return value;
        }
        let operand = self.call_num(modifier.value, &[bearer, card]);
        match modifier.op.operator() {
            Some(op) => self.lawful(op.law(self.program, value, operand)),
            None => operand,
        }
    }

    /// Returns true if the abilities of a card work: it is in a zone where they do, and active.
    pub(super) fn works(&mut self, card: usize) -> bool {
        let kind = usize::from(self.program.layout.kind[card]);
        let zone = self.program.layout.zones[usize::from(self.state.cards[card].zone)].def;
        let here = self.program.layout.in_play[kind].get(zone.index()).copied().unwrap_or(false);
        here && self.program.active[kind].is_none_or(|active| self.call_cond(active, &[card as i32]))
    }

    /// Returns true if this ability of a card works.
    pub(super) fn handler_works(&mut self, card: usize, handler: u16) -> bool {
        let def = self.program.handlers[usize::from(handler)];
        if def.is_as_kind() {
            return self.works(card);
        }
        let kind = usize::from(self.program.layout.kind[card]);
        let zone = self.program.layout.zones[usize::from(self.state.cards[card].zone)].def;
        let zones = match def.zones {
            Some(own) => &self.program.works_in[usize::from(own)],
            None => &self.program.layout.in_play[kind],
        };
        let here = zones.get(zone.index()).copied().unwrap_or(false);
        let when = def.when.or(self.program.active[kind]);
        here && when.is_none_or(|when| self.call_cond(when, &[card as i32]))
    }
}

#[inline(always)]
pub(super) fn cell(card: u16) -> i32 {
    if card == NO_CARD { NONE } else { i32::from(card) }
}

/// Returns the number of a card among those of a kind, from 0.
#[inline(always)]
pub(super) fn of_kind(first: u32, count: u32, card: i32) -> Option<usize> {
    let number = card.wrapping_sub(first as i32);
    (number >= 0 && (number as u32) < count).then_some(number as usize)
}
