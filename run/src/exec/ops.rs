//! Execution of the verbs.

use super::fuel::LOOKED_FOR;
use super::{About, FaultKind, Machine, Observer, StateChange};
use crate::program::{self, Act, Args, ListId, NONE, NumId, OneOrList};
use crate::state::{InsertAt, NO_CARD, SeatSet, seen_by};
use ludex_check::ids::{MessageId, PhaseId};

/// The cards to move, and the visible part of the move.
#[derive(Clone, Copy)]
struct Moved {
    what: OneOrList,
    face: Option<bool>,
    among: Option<ListId>,
}

impl<O: Observer> Machine<'_, O> {
    pub(super) fn see(&mut self, happening: &StateChange<'_>) {
        if O::WATCHES {
            self.observer.on_change(self.state, happening);
        }
    }

    pub(super) fn store_of(&mut self, at: u32, of: NumId, value: NumId) {
        let of = self.num(of);
        let value = self.num(value);
        if of < 0 {
            self.fail(FaultKind::Missing);
        }
        if self.failed.is_some() {
            return;
        }
        if !self.state.write(at as usize + of as usize, value) {
            self.fail(FaultKind::Missing);
        }
    }

    /// Calls `body` for one card or for each card of a list.
    fn each(&mut self, what: OneOrList, mut body: impl FnMut(&mut Self, u16)) {
        match what {
            OneOrList::One(id) => {
                if let Some(card) = self.card(id) {
                    body(self, card as u16);
                }
            }
            OneOrList::List(list) => {
                let start = self.gather(list);
                self.spend(self.work.scratch.len() - start);
                for i in start..self.work.scratch.len() {
                    if self.failed.is_some() {
                        break;
                    }
                    let card = self.work.scratch[i] as u16;
                    body(self, card);
                }
                self.work.scratch.truncate(start);
            }
        }
    }

    /// Executes a verb.
    #[inline]
    pub(super) fn act(&mut self, act: &Act) {
        match *act {
            Act::Move { cards, to, place, face, among } => {
                self.move_cards(Moved { what: cards, face, among }, to, place)
            }
            Act::Turn { cards, up } => self.turn(cards, up),
            Act::Draw { count, from, to } => self.draw(count, from, to),
            Act::Shuffle { zone } => self.shuffle(zone),
            Act::SwapCards { card, with } => self.swap_cards(card, with),
            Act::SwapZones { zone, with } => self.swap_zones(zone, with),
            Act::Show { cards, players } => self.show(cards, players),
            Act::Exclude { cards, zone } => {
                self.exclude(cards, |machine| machine.zone(zone).map(|zone| (zone as u16, None)));
            }
            Act::ExcludeAt { cards, place } => self.exclude(cards, |machine| {
                let card = machine.card(place)? as u16;
                Some((machine.state.cards[usize::from(card)].zone, Some(card)))
            }),
        }
    }

    #[inline(never)]
    fn move_cards(&mut self, moved: Moved, to: NumId, place: program::Place) {
        let Some(to) = self.zone(to) else { return };
        let place = match place {
            program::Place::Top => InsertAt::Top,
            program::Place::Bottom => InsertAt::Bottom,
            program::Place::Above(card) => self.beside(card, to).map_or(InsertAt::Bottom, InsertAt::Above),
            program::Place::Below(card) => self.beside(card, to).map_or(InsertAt::Bottom, InsertAt::Below),
            program::Place::Nth(n) => self.nth(n, to),
            program::Place::NthUnseen(n, who) => return self.move_unseen_place(moved, (n, who), to),
        };
        if self.failed.is_some() {
            return;
        }
        self.move_what(moved, to as u16, place);
    }

    fn move_what(&mut self, moved: Moved, to: u16, place: InsertAt) {
        let Moved { what, face, among } = moved;
        match (among, what) {
            (Some(among), what) => self.move_unseen(what, among, to, place, face),
            (None, OneOrList::List(list)) => self.move_list(list, to, place, face),
            (None, what) => self.each(what, |machine, card| machine.move_one(card, to, place, face, false)),
        }
    }

    /// Evaluates a position by number. In a zone without order the number is ignored.
    fn nth(&mut self, n: NumId, zone: usize) -> InsertAt {
        let n = self.num(n);
        if !self.program.layout.zones[zone].ordered {
            return InsertAt::Bottom;
        }
        match u16::try_from(n) {
            Ok(n) if n > 0 => InsertAt::Nth(n),
            _ => {
                self.fail(FaultKind::NoSuchNumber);
                InsertAt::Bottom
            }
        }
    }

    /// Moves cards to a position that is visible only to viewers of the cards there and to one more player.
    #[inline(never)]
    fn move_unseen_place(&mut self, moved: Moved, (n, who): (NumId, Option<NumId>), to: usize) {
        let place = self.nth(n, to);
        let seeing = SeatSet::one(who.map_or(NONE, |who| self.num(who)));
        if self.failed.is_some() {
            return;
        }
        let zone = to as u16;
        let card = if O::WATCHES { self.only_one(moved.what) } else { None };
        self.move_what(moved, zone, place);
        if self.program.layout.zones[to].ordered && self.failed.is_none() {
            self.spend(self.state.count(zone));
            self.state.lose_order(&self.program.layout, zone, seeing);
            self.see(&StateChange::Mixed { zone, card, seeing });
        }
    }

    /// Returns the card, if there is exactly one.
    fn only_one(&mut self, what: OneOrList) -> Option<u16> {
        match what {
            OneOrList::One(card) => u16::try_from(self.num(card)).ok(),
            OneOrList::List(list) => {
                let start = self.gather(list);
                let card = match self.work.scratch[start..] {
                    [card] => u16::try_from(card).ok(),
                    _ => None,
                };
                self.work.scratch.truncate(start);
                card
            }
        }
    }

    /// Moves a list of cards. If it contains all cards of a zone without order, all players can still
    /// identify them.
    fn move_list(&mut self, list: ListId, to: u16, place: InsertAt, face: Option<bool>) {
        let program = self.program;
        let layout = &program.layout;
        let start = self.gather(list);
        self.spend(self.work.scratch.len() - start);
        let at_end = place == InsertAt::Bottom && self.failed.is_none() && !O::WATCHES && !O::DECIDES_CHANCE;
        if at_end && self.state.bring(layout, &self.work.scratch[start..], to, face) {
            self.work.scratch.truncate(start);
            return;
        }
        let all = !layout.zones[usize::from(to)].ordered
            && self.state.is_all_of_a_zone(layout, &self.work.scratch[start..]);
        for i in start..self.work.scratch.len() {
            if self.failed.is_some() {
                break;
            }
            let card = self.work.scratch[i] as u16;
            self.move_one(card, to, place, face, all);
        }
        self.work.scratch.truncate(start);
    }

    /// Moves one of several cards. Only players who see the moving card learn its identity.
    fn move_unseen(&mut self, what: OneOrList, among: ListId, to: u16, place: InsertAt, face: Option<bool>) {
        let start = self.gather(among);
        let end = self.work.scratch.len();
        self.spend(end - start);
        self.work.scratch[start..].sort_unstable();
        self.each(what, |machine, card| {
            let program = machine.program;
            let layout = &program.layout;
            let up = face.unwrap_or(machine.state.cards[usize::from(card)].up);
            let seen = seen_by(layout, to, usize::from(card), up);
            if O::WATCHES {
                let among = Some(&machine.work.scratch[start..end]);
                machine.observer.on_change(machine.state, &StateChange::Leaves { card, to, up, among });
            }
            let from = machine.state.cards[usize::from(card)].zone;
            machine.sample_zone(from);
            // each card is searched among the others
            machine.spend(LOOKED_FOR * machine.state.count(from));
            machine.state.forget_among(layout, card, seen, &machine.work.scratch[start..end]);
            machine.move_one(card, to, place, face, true);
        });
        self.work.scratch.truncate(start);
    }

    /// Returns the card next to which another is put. Fails unless it is in that zone.
    fn beside(&mut self, card: NumId, zone: usize) -> Option<u16> {
        let card = self.card(card)?;
        self.sample_around(card as u16);
        if usize::from(self.state.cards[card].zone) != zone {
            self.fail(FaultKind::NotThere);
        }
        Some(card as u16)
    }

    #[inline(never)]
    fn move_one(&mut self, card: u16, to: u16, place: InsertAt, face: Option<bool>, is_sampled: bool) {
        let from = self.state.cards[usize::from(card)].zone;
        let info = &self.program.layout.zones[usize::from(to)];
        let kind = usize::from(self.program.layout.kind[usize::from(card)]);
        if to == 0
            || !self.program.layout.holds[kind][info.def.index()]
            || (info.on_card && info.holder == i32::from(card))
        {
            self.fail(FaultKind::WrongZone);
            return;
        }
        if from != to && u32::from(self.state.zones[usize::from(to)].size) >= info.max {
            self.fail_about(FaultKind::ZoneFull, About::Full(info.def, info.max), None);
            return;
        }
        if let InsertAt::Nth(n) = place
            && u32::from(n) > u32::from(self.state.zones[usize::from(to)].size) + u32::from(from != to)
        {
            self.fail(FaultKind::NoSuchNumber);
            return;
        }
        self.take_out(card);
        if !is_sampled {
            let up = face.unwrap_or(self.state.cards[usize::from(card)].up);
            self.see(&StateChange::Leaves { card, to, up, among: None });
        }
        let passed = self.state.move_card(&self.program.layout, card, to, place, face, is_sampled);
        self.spend_on_way(passed);
        self.see(&StateChange::Moved(card, from, to));
    }

    #[inline(never)]
    fn turn(&mut self, what: OneOrList, up: bool) {
        self.each(what, |machine, card| {
            machine.sample_around(card);
            let passed = machine.state.turn(&machine.program.layout, card, up);
            machine.spend_on_way(passed);
            machine.see(&StateChange::Turned(card, up));
        });
    }

    #[inline(never)]
    fn draw(&mut self, count: NumId, from: NumId, to: NumId) {
        let count = self.num(count);
        let (Some(from), Some(to)) = (self.zone(from), self.zone(to)) else { return };
        for _ in 0..count.max(0) {
            let card = self.state.zones[from].head;
            if card == NO_CARD || from == to || self.failed.is_some() {
                return;
            }
            self.spend(0);
            let card = self.sample(card);
            self.move_one(card, to as u16, InsertAt::Bottom, None, false);
        }
    }

    #[inline(never)]
    fn shuffle(&mut self, zone: NumId) {
        if let Some(zone) = self.zone(zone) {
            self.spend(usize::from(self.state.zones[zone].size));
            if O::DECIDES_CHANCE {
                self.shuffle_loosely(zone as u16);
            } else {
                self.state.shuffle(&self.program.layout, zone as u16, &mut self.work.scratch);
            }
            self.see(&StateChange::Shuffled(zone as u16));
        }
    }

    #[inline(never)]
    fn swap_cards(&mut self, a: NumId, b: NumId) {
        let (Some(a), Some(b)) = (self.card(a), self.card(b)) else { return };
        self.sample_around(a as u16);
        self.sample_around(b as u16);
        let (za, zb) = (self.state.cards[a].zone, self.state.cards[b].zone);
        let layout = &self.program.layout;
        let fits = |card: usize, zone: u16| {
            zone != 0
                && layout.holds[usize::from(layout.kind[card])][layout.zones[usize::from(zone)].def.index()]
        };
        if !fits(a, zb) || !fits(b, za) {
            self.fail(FaultKind::WrongZone);
            return;
        }
        self.spend_on_way(
            usize::from(self.state.zones[usize::from(za)].size)
                + usize::from(self.state.zones[usize::from(zb)].size),
        );
        if za != zb {
            let up = [a, b].map(|card| self.state.cards[card].up);
            self.see(&StateChange::Leaves { card: a as u16, to: zb, up: up[1], among: None });
            self.see(&StateChange::Leaves { card: b as u16, to: za, up: up[0], among: None });
        }
        self.state.swap_cards(&self.program.layout, a as u16, b as u16);
        self.see(&StateChange::Moved(a as u16, za, zb));
        self.see(&StateChange::Moved(b as u16, zb, za));
    }

    #[inline(never)]
    fn swap_zones(&mut self, a: NumId, b: NumId) {
        let (Some(a), Some(b)) = (self.zone(a), self.zone(b)) else { return };
        self.spend(usize::from(self.state.zones[a].size) + usize::from(self.state.zones[b].size));
        let layout = &self.program.layout;
        let fits = |zone: usize, other: usize| {
            layout.zones[other].max >= u32::from(self.state.zones[zone].size)
                && self.state.cards_in(zone as u16).all(|c| {
                    other != 0
                        && layout.holds[usize::from(layout.kind[usize::from(c)])]
                            [layout.zones[other].def.index()]
                })
        };
        if !fits(a, b) || !fits(b, a) {
            self.fail(FaultKind::WrongZone);
            return;
        }
        self.sample_zone(a as u16);
        self.sample_zone(b as u16);
        self.state.swap_zones(&self.program.layout, a as u16, b as u16, &mut self.work.scratch);
        self.see(&StateChange::Swapped(a as u16, b as u16));
    }

    #[inline(never)]
    fn show(&mut self, what: OneOrList, whom: OneOrList) {
        let mut seats = SeatSet::default();
        match whom {
            OneOrList::One(player) => seats = SeatSet::one(self.num(player)),
            OneOrList::List(_) => {
                self.each(whom, |_, player| seats = seats.with(SeatSet::one(i32::from(player))))
            }
        }
        self.each(what, |machine, card| {
            machine.sample_around(card);
            machine.state.show(card, seats);
            machine.see(&StateChange::Shown(card));
        });
    }

    /// Reports that none of these cards is there, as all players can conclude. Like a log line, this does not
    /// change the game, never fails, and has its own budget.
    fn exclude(&mut self, what: OneOrList, from: impl Fn(&mut Self) -> Option<(u16, Option<u16>)>) {
        if !O::WATCHES {
            return;
        }
        let (fuel, start) = (self.fuel, self.work.scratch.len());
        self.fuel = self.watchers_fuel;
        self.spend(0);
        match what {
            OneOrList::One(id) => {
                if let Some(card) = self.card(id) {
                    self.work.scratch.push(card as i32);
                }
            }
            OneOrList::List(list) => drop(self.gather(list)),
        }
        let from = from(self);
        if let (Some((zone, place)), None) = (from, self.failed.take()) {
            let cards = &self.work.scratch[start..];
            self.observer.on_change(self.state, &StateChange::Excluded { cards, zone, place });
        }
        self.work.scratch.truncate(start);
        self.watchers_fuel = std::mem::replace(&mut self.fuel, fuel);
    }

    /// Emits a log line. Its facts are evaluated only if an observer watches, so they must not change the
    /// game. Facts that fail are missing, as are the remaining facts once those of one choice have used up
    /// their separate budget.
    pub(super) fn say(&mut self, message: MessageId, args: Args) {
        if !O::WATCHES {
            return;
        }
        let fuel = std::mem::replace(&mut self.fuel, self.watchers_fuel);
        let ids = self.program.args_of(args).to_vec();
        let mut values = Vec::with_capacity(ids.len());
        for id in ids {
            self.spend(0);
            let value = if self.failed.is_some() { NONE } else { self.num(NumId(id)) };
            values.push(if self.failed.take().is_some() { NONE } else { value });
        }
        self.watchers_fuel = std::mem::replace(&mut self.fuel, fuel);
        self.see(&StateChange::Said(message, &values));
    }

    pub(super) fn begin(&mut self, phase: PhaseId, counted: bool) {
        let counter = self.program.phases[phase.index()].counter as usize;
        let ever = counter + self.program.phases.len();
        self.state.cells[counter] = self.state.cells[counter].saturating_add(i32::from(!counted));
        self.state.cells[ever] = self.state.cells[ever].saturating_add(1);
        self.see(&StateChange::Began(phase));
    }

    /// Counts an iteration of a phase that may be skipped.
    pub(super) fn count_phase(&mut self, phase: PhaseId) {
        let counter = self.program.phases[phase.index()].counter as usize;
        self.state.cells[counter] = self.state.cells[counter].saturating_add(1);
    }

    pub(super) fn reset(&mut self, phase: PhaseId) {
        let program = self.program;
        let resets = &program.resets[phase.index()];
        self.spend(resets.len());
        for reset in resets {
            self.state.reset(reset);
        }
    }

    /// Returns the owner of a card, or otherwise the player whose zone it is in.
    pub(super) fn side(&self, card: u16) -> i32 {
        let owner = self.program.layout.owner[usize::from(card)];
        if owner != NONE {
            return owner;
        }
        self.program.layout.zones[usize::from(self.state.cards[usize::from(card)].zone)].player
    }
}
