//! Evaluates the elements of lists.

use super::eval::{ELEMENTS, Explainer, Res};
use super::known::{Items, Val};
use ludex_check::fault::FaultKind;
use ludex_check::hir::{Bearer, Expr, ExprKind, cell_kinds, made_lists};
use ludex_check::ids::LocalId;
use ludex_check::numbers::{MAX_RANGE, NONE};
use ludex_check::operators::GameParams;

impl<'a> Explainer<'a> {
    /// Evaluates a list without recording.
    pub fn list(&mut self, expr: &'a Expr) -> Res<Items> {
        let items = self.silently(|me| me.elements(expr))?;
        self.spend(items.items.len() / ELEMENTS)?;
        Ok(items)
    }

    fn elements(&mut self, expr: &'a Expr) -> Res<Items> {
        self.spend(0)?;
        match &expr.kind {
            ExprKind::ZoneCards(zone) => {
                let Some(zone) = self.zone(zone)? else { return Ok(Items::unknown()) };
                self.look_through(zone)?;
                Ok(self.eyes.cards_in(zone))
            }
            ExprKind::AllCards(bearer) => Ok(self.all_cards(*bearer)),
            ExprKind::AllPlayers(from) => self.circle(i32::from(self.program.players), from.as_deref()),
            ExprKind::AllWords(count) => Ok(Items::from_values(0..*count)),
            ExprKind::AllNames(of) => {
                let kind = if let Some(Bearer::Kind(kind)) = of { Some(*kind) } else { None };
                Ok(Items::from_values(self.checked.names_of(kind)))
            }
            ExprKind::AllSpots(spot, from) => {
                let count = i32::from(self.program.layout.spots[spot.index()]);
                if self.checked.spots[spot.index()].ring || from.is_none() {
                    return self.circle(count, from.as_deref());
                }
                let Some(from) = from else { return Ok(Items::from_values(0..count)) };
                match self.eval(from)? {
                    Val::Is(n) if n < 0 => Err(FaultKind::Missing),
                    Val::Is(n) => Ok(Items::from_values(n..count)),
                    Val::At(_) | Val::Hidden => Ok(Items::unknown()),
                }
            }
            ExprKind::Range(a, b) => match (self.eval(a)?, self.eval(b)?) {
                (Val::Is(a), Val::Is(b)) => {
                    let long = i64::from(b) - i64::from(a) > MAX_RANGE;
                    if a == NONE || b == NONE || long {
                        Err(FaultKind::TooMuchMemory)
                    } else {
                        Ok(Items::from_values(a..=b))
                    }
                }
                _ => Ok(Items::unknown()),
            },
            ExprKind::Prefix(count, list) => self.prefix(count, list),
            ExprKind::CardsBelow(card) => self.beside(card, true),
            ExprKind::CardsAbove(card) => self.beside(card, false),
            ExprKind::Neighbours(spot, at) => match (self.eval(at)?, self.program.map(*spot)) {
                (Val::Is(at), Some(map)) if at >= 0 => Ok(Items::from_values(map.neighbours(at))),
                (Val::Is(_), _) => Err(FaultKind::Missing),
                (Val::At(_) | Val::Hidden, _) => Ok(Items::unknown()),
            },
            ExprKind::Concat(a, b) => {
                let (mut a, b) = (self.elements(a)?, self.elements(b)?);
                a.add(b);
                Ok(a)
            }
            ExprKind::Filter { local, list, test } => self.filter(*local, list, test),
            ExprKind::AllIn(zone) => {
                let (first, count) = self.program.layout.zone_range[zone.index()];
                let mut all = Items::default();
                for zone in first..first + count {
                    self.look_through(zone)?;
                    all.add(self.eyes.cards_in(zone));
                }
                Ok(all)
            }
            made_lists!() => self.made(expr),
            cell_kinds!() => {
                let list = self.eval(expr)?;
                self.items(list)
            }
        }
    }

    fn circle(&mut self, count: i32, from: Option<&'a Expr>) -> Res<Items> {
        let Some(from) = from else { return Ok(Items::from_values(0..count)) };
        match self.eval(from)? {
            Val::Is(n) if n < 0 || n >= count => Err(FaultKind::Missing),
            Val::Is(n) => Ok(Items::from_values((n..count).chain(0..n))),
            Val::At(_) | Val::Hidden => Ok(Items::unknown()),
        }
    }

    /// Lists all cards by name or by position. By name their printed values are known, by position their
    /// zones.
    fn all_cards(&mut self, bearer: Option<Bearer>) -> Items {
        let by_name: Vec<u32> = match bearer {
            None => (0..self.program.layout.cards() as u32).collect(),
            Some(Bearer::Kind(kind)) => {
                let (first, count) = self.cards_of(kind);
                (first..first + count).collect()
            }
            Some(Bearer::Design(design)) => self.program.layout.designs[design.index()].iter().collect(),
        };
        if !self.by_place || matches!(bearer, Some(Bearer::Design(_))) {
            return Items::from_values(by_name.into_iter().map(|card| card as i32));
        }
        let mut items: Vec<Val> = by_name.into_iter().map(|card| self.eyes.lying(card as u16)).collect();
        let mixed = items.iter().any(|item| !matches!(item, Val::Is(_)));
        if mixed {
            self.eyes.sort(&mut items);
        }
        Items { items, uncertain: false, mixed }
    }

    fn prefix(&mut self, count: &'a Expr, list: &'a Expr) -> Res<Items> {
        let count = self.eval(count)?;
        let mut items = if let ExprKind::ZoneCards(zone) = &list.kind {
            let Some(zone) = self.zone(zone)? else { return Ok(Items::unknown()) };
            self.eyes.cards_in(zone)
        } else {
            self.elements(list)?
        };
        let Val::Is(count) = count else { return Ok(Items::unknown()) };
        let count = count.max(0) as usize;
        if count < items.items.len() && items.mixed {
            return Ok(Items::unknown());
        }
        items.items.truncate(count);
        Ok(items)
    }

    /// Returns the cards after or before a card in its zone.
    fn beside(&mut self, card: &'a Expr, below: bool) -> Res<Items> {
        let card = self.eval(card)?;
        if matches!(card, Val::Is(n) if n < 0) {
            return Err(FaultKind::Missing);
        }
        let Some(card) = self.eyes.place_of(card) else { return Ok(Items::unknown()) };
        let zone = self.eyes.state.cards[usize::from(card)].zone;
        if zone == 0 {
            return Ok(Items::default());
        }
        self.look_through(zone)?;
        if self.eyes.is_mixed(zone) {
            return Ok(Items::unknown());
        }
        let cards: Vec<u16> = self.eyes.state.cards_in(zone).collect();
        let at = cards.iter().position(|other| *other == card).unwrap_or(0);
        let beside = if below { &cards[(at + 1).min(cards.len())..] } else { &cards[..at] };
        let items = beside.iter().map(|card| self.eyes.lying(*card)).collect();
        Ok(Items { items, uncertain: false, mixed: false })
    }

    fn filter(&mut self, local: LocalId, list: &'a Expr, test: &'a Expr) -> Res<Items> {
        let mut kept = self.elements(list)?;
        let items = std::mem::take(&mut kept.items);
        for item in items {
            self.set_local(local, item);
            match self.eval(test)?.holds() {
                Some(true) => kept.items.push(item),
                Some(false) => {}
                None => (kept.uncertain, kept.mixed) = (true, true),
            }
        }
        Ok(kept)
    }
}
