//! Events and the reactions of cards to them.
//!
//! An event collects its reactions when it happens, in order, and then runs them one by one. Skips a card
//! that no longer works at its turn.

use super::fuel::LISTENER;
use super::{FaultKind, MAX_MEMORY, Machine, Observer, StateChange};
use crate::program::{Args, Elements, NONE, NumId, Pc};
use ludex_check::ids::EventId;
use ludex_check::model::Subject;

impl<O: Observer> Machine<'_, O> {
    /// Emits an event. The slots from `slot` on hold its facts, then handle, length and index of the stored
    /// list of reactions.
    #[inline(never)]
    pub(super) fn emit(&mut self, event: EventId, slot: u16, args: Args) {
        let facts = self.program.args_of(args).len() as u16;
        let program = self.program;
        for (i, id) in program.args_of(args).iter().enumerate() {
            let value = self.num(NumId(*id));
            self.set_slot(slot + i as u16, value);
        }
        if O::WATCHES {
            let at = self.base + usize::from(slot);
            let values = self.state.slots[at..at + usize::from(facts)].to_vec();
            self.see(&StateChange::Emitted(event, &values));
        }
        let subject = if facts == 0 { NONE } else { self.slot(slot) };
        let start = self.work.scratch.len();
        self.reactions(event, subject);
        self.sort_reactions(start);
        let at = self.state.begin_list(Elements::Cells, &self.work.scratch[start..]);
        let len = self.work.scratch.len() - start;
        self.work.scratch.truncate(start);
        self.set_slot(slot + facts, at);
        self.set_slot(slot + facts + 1, len as i32);
        self.set_slot(slot + facts + 2, 0);
        if self.state.lists.len() > MAX_MEMORY {
            self.fail(FaultKind::TooMuchMemory);
        }
    }

    /// Appends the reactions, as pairs of card and handler, to the scratch buffer.
    fn reactions(&mut self, event: EventId, subject: i32) {
        let program = self.program;
        match program.checked.events[event.index()].subject {
            Subject::Card => {
                if subject >= 0 {
                    self.react(event, subject as u16, Some(false));
                }
                if program.reacts_to_others[event.index()] {
                    self.spend_on_way(program.layout.zones.len());
                    for zone in 1..program.layout.zones.len() {
                        self.react_in(event, zone as u16, Some(true));
                    }
                }
            }
            Subject::Spot(spot) => {
                let zones = program.layout.spot_zones[spot.index()].get(subject as usize);
                for zone in zones.into_iter().flatten() {
                    self.react_in(event, *zone, None);
                }
            }
            Subject::Player => {
                for zone in program.layout.player_zones.get(subject as usize).into_iter().flatten() {
                    self.react_in(event, *zone, None);
                }
            }
            Subject::None if program.listeners[event.index()].is_some() => self.react_everywhere(event),
            Subject::None => {
                self.spend_on_way(program.layout.zones.len());
                for zone in 1..program.layout.zones.len() {
                    if !program.layout.zones[zone].on_card {
                        self.react_in(event, zone as u16, None);
                    }
                }
            }
        }
    }

    /// Collects reactions of cards anywhere: in a zone, or under a card that is in one.
    fn react_everywhere(&mut self, event: EventId) {
        let program = self.program;
        let Some(set) = program.listeners[event.index()] else { return };
        let on_card = |zone: u16| program.layout.zones[usize::from(zone)].on_card;
        for (word, bits) in program.sets[set.0 as usize..][..program.layout.words].iter().enumerate() {
            let mut bits = *bits;
            while bits != 0 {
                let card = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let zone = self.state.cards[card].zone;
                let host = program.layout.zones[usize::from(zone)].holder;
                if zone != 0 && !(on_card(zone) && on_card(self.state.cards[host as usize].zone)) {
                    self.react(event, card as u16, None);
                }
            }
        }
    }

    /// Returns true if a card of a zone may react to an event.
    fn listens(&self, event: EventId, zone: u16) -> bool {
        let words = self.program.layout.words;
        self.program.listeners[event.index()].is_none_or(|set| {
            let listeners = &self.program.sets[set.0 as usize..][..words];
            let here = &self.state.sets[usize::from(zone) * words..][..words];
            listeners.iter().zip(here).any(|(a, b)| a & b != 0)
        })
    }

    /// Collects reactions of the cards of a zone, and of the cards under them.
    fn react_in(&mut self, event: EventId, zone: u16, any: Option<bool>) {
        let here = self.state.count(zone);
        if here == 0
            || (any.is_some() || self.program.layout.on_cards.is_empty()) && !self.listens(event, zone)
        {
            return;
        }
        self.spend_on_way(LISTENER * here);
        let known = self.program.listeners[event.index()];
        if let Some(set) = known {
            self.react_among(event, zone, set.0 as usize, any);
            if any.is_some() || self.program.layout.on_cards.is_empty() {
                return;
            }
        }
        let mut card = self.state.zones[usize::from(zone)].head;
        while card != crate::state::NO_CARD {
            if known.is_none() {
                self.react(event, card, any);
            }
            if any.is_none() {
                self.react_under(event, card);
            }
            card = self.state.cards[usize::from(card)].next;
        }
    }

    /// Collects reactions of the cards of a zone that listen to the event. They are sorted later.
    fn react_among(&mut self, event: EventId, zone: u16, set: usize, any: Option<bool>) {
        let words = self.program.layout.words;
        for word in 0..words {
            let here = self.state.sets[usize::from(zone) * words + word];
            let mut bits = here & self.program.sets[set + word];
            while bits != 0 {
                let card = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.react(event, card as u16, any);
            }
        }
    }

    fn react_under(&mut self, event: EventId, card: u16) {
        let program = self.program;
        for on_card in &program.layout.on_cards {
            let zone = program.layout.card_zones[usize::from(*on_card)][usize::from(card)];
            if zone != 0 && self.state.count(zone) != 0 {
                self.react_in(event, zone, Some(true));
                self.react_in(event, zone, Some(false));
            }
        }
    }

    /// Collects the handlers of one card: all, or only those whose `any` flag has this value.
    fn react(&mut self, event: EventId, card: u16, any: Option<bool>) {
        let program = self.program;
        let handlers = program.reactions_of(event, program.layout.design[usize::from(card)]);
        if handlers.is_empty() {
            return;
        }
        // most handlers do not restrict where they work
        let alike = handlers.iter().all(|handler| program.handlers[usize::from(*handler)].is_as_kind());
        if alike && !self.works(usize::from(card)) {
            return;
        }
        // an ability that changes a fact does not react to events that it causes
        let once = program.checked.events[event.index()].changing.is_some();
        for &handler in handlers {
            if once && self.is_reacting(card, handler) {
                continue;
            }
            if any.is_none_or(|any| any == program.handlers[usize::from(handler)].any)
                && (alike || self.handler_works(usize::from(card), handler))
            {
                self.work.scratch.push(i32::from(card));
                self.work.scratch.push(i32::from(handler));
            }
        }
    }

    /// Sorts reactions: the active player's cards first, then clockwise, cards without a player last. Within
    /// that, in the order of the card list.
    fn sort_reactions(&mut self, start: usize) {
        let found = self.work.scratch.len() - start;
        self.spend(found);
        let pairs = found / 2;
        if pairs < 2 {
            return;
        }
        let players = i32::from(self.program.players);
        let me = self.state.me.max(0);
        let mut scratch = std::mem::take(&mut self.work.scratch);
        let (pairs, _) = scratch[start..].as_chunks_mut::<2>();
        pairs.sort_unstable_by_key(|&[card, handler]| {
            let side = self.side(card as u16);
            let order = if side == NONE { players } else { (side - me).rem_euclid(players) };
            (order, card, handler)
        });
        self.work.scratch = scratch;
    }

    /// Returns true if no reaction to the event is left, and drops the list of reactions.
    #[inline]
    pub(super) fn ends_dispatch(&mut self, event: EventId, slot: u16) -> bool {
        let facts = self.program.checked.events[event.index()].params.len() as u16;
        let ends = self.slot(slot + facts + 2) >= self.slot(slot + facts + 1);
        if ends {
            self.take_changed(event, slot);
            self.end_dispatch(slot + facts);
        }
        ends
    }

    /// Runs the next reaction. The instruction repeats until none is left.
    #[inline(never)]
    pub(super) fn dispatch(&mut self, event: EventId, slot: u16, pc: Pc) {
        let facts = self.program.checked.events[event.index()].params.len() as u16;
        self.take_changed(event, slot);
        let (at, len) = (self.slot(slot + facts), self.slot(slot + facts + 1));
        let mut index = self.slot(slot + facts + 2);
        while index < len {
            let found = self.state.list(at);
            let (card, handler) = (found[index as usize], found[index as usize + 1]);
            index += 2;
            self.set_slot(slot + facts + 2, index);
            if self.handler_works(card as usize, handler as u16) {
                self.jump(pc);
                self.handle(card, handler as usize, slot, facts);
                return;
            }
        }
        self.end_dispatch(slot + facts);
    }

    /// Stores the value that the previous reaction returned for the changing fact.
    #[inline]
    fn take_changed(&mut self, event: EventId, slot: u16) {
        let def = &self.program.checked.events[event.index()];
        if let Some(fact) = def.changing
            && self.slot(slot + def.params.len() as u16 + 2) > 0
        {
            self.set_slot(slot + fact as u16, self.given);
        }
    }

    /// Returns true if a card is currently reacting with this ability.
    fn is_reacting(&self, card: u16, handler: u16) -> bool {
        let entry = self.program.handlers[usize::from(handler)].proc.entry;
        let of_card = |base: u32| self.state.slots.get(base as usize) == Some(&i32::from(card));
        let mut frames = self.state.frames.iter();
        frames.any(|frame| self.program.entry_of(frame.pc) == Some(entry) && of_card(frame.base))
    }

    /// Drops the list of reactions.
    fn end_dispatch(&mut self, slot: u16) {
        self.state.lists.truncate(self.slot(slot) as usize);
    }

    fn handle(&mut self, card: i32, handler: usize, slot: u16, facts: u16) {
        let proc = self.program.handlers[handler].proc;
        let from = self.base + usize::from(slot);
        self.enter(proc, &[card]);
        if self.failed.is_some() {
            return;
        }
        for i in 0..usize::from(facts) {
            self.state.slots[self.base + 1 + i] = self.state.slots[from + i];
        }
    }
}
