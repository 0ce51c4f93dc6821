//! Reads cards, zones and variables as far as the viewer knows them.

use super::eval::{ELEMENTS, Explainer, FrameLocal, Res};
use super::known::Val;
use super::tree::Subject;
use ludex_check::fault::FaultKind;
use ludex_check::hir::{CardMember, Expr, ExprKind, Holder, NamedZone};
use ludex_check::ids::{DesignId, FieldId, KindId, PropertyId, SpotId, VarId, ZoneId};
use ludex_check::operators::one_of;
use ludex_check::types::{KeyType, Type};
use ludex_run::play::{Named, values};
use ludex_run::program::NONE;
use ludex_run::state::NO_CARD;

impl<'a> Explainer<'a> {
    pub fn game_variable(&mut self, id: VarId, expr: &'a Expr) -> Res {
        let value = self.cell(id, self.program.layout.vars[id.index()] as usize);
        let variable = Named::new(id, self.checked.vars[id.index()].name.clone());
        self.leaf(Subject::Variable { variable, of: None, key: None }, value, expr);
        Ok(value)
    }

    /// Reads a variable of a player, spot or card. All players see those of players and spots, unless only
    /// the owner may see them. Variables of a card are visible to viewers who know the card.
    pub fn variable_of(&mut self, id: VarId, of: &'a Expr, expr: &'a Expr) -> Res {
        let holder = self.eval(of)?;
        let value = self.variable(id, holder)?;
        if self.trace.is_some() {
            let variable = Named::new(id, self.checked.vars[id.index()].name.clone());
            let of = Some(self.shown(holder, of.ty));
            self.leaf(Subject::Variable { variable, of, key: None }, value, expr);
        }
        Ok(value)
    }

    pub fn variable(&self, id: VarId, holder: Val) -> Res {
        self.variable_at(id, holder, 0)
    }

    /// Reads the value of a variable for the key with this number.
    pub fn variable_at(&self, id: VarId, holder: Val, key: usize) -> Res {
        let layout = &self.program.layout;
        let at = layout.vars[id.index()] as usize + key * layout.block(id.index());
        let def = &self.checked.vars[id.index()];
        let (n, is_mark) = match holder {
            Val::Is(n) => (n, false),
            // a mark is visible to all players, whichever card carries it
            Val::At(card) if self.eyes.is_mark(card, id) => (i32::from(card), true),
            Val::At(_) | Val::Hidden => return Ok(Val::Hidden),
        };
        let Holder::Kind(kind) = def.holder else {
            let n = usize::try_from(n).map_err(|_| FaultKind::Missing)?;
            let shown = !def.owner_sees || self.eyes.viewer.is_none_or(|seat| usize::from(seat) == n);
            return Ok(if shown { self.cell(id, at + n) } else { Val::Hidden });
        };
        let (first, count) = self.cards_of(kind);
        let number = n.wrapping_sub(first as i32);
        if number < 0 || number as u32 >= count {
            return Err(if n == NONE { FaultKind::Missing } else { FaultKind::OtherKind });
        }
        Ok(if is_mark || self.eyes.knows(n as u16) {
            self.cell(id, at + number as usize)
        } else {
            Val::Hidden
        })
    }

    fn cell(&self, id: VarId, at: usize) -> Val {
        let def = &self.checked.vars[id.index()];
        let value = self.eyes.state.cells.get(at).copied().unwrap_or(NONE);
        match u16::try_from(value) {
            Ok(card) if def.ty.is_card() && !self.eyes.knows(card) => Val::Hidden,
            Ok(_) | Err(_) => Val::Is(value),
        }
    }

    /// Returns true if a hidden value is certainly a card: that of a variable that all players see.
    pub fn holds_card(&mut self, of: &'a Expr) -> Result<bool, FaultKind> {
        if let ExprKind::Entry(key, whole) = &of.kind {
            return Ok(self.is_certain(key)? && self.holds_card(whole)?);
        }
        if let ExprKind::VarOf(id, holder) = &of.kind {
            let def = &self.checked.vars[id.index()];
            let is_public = matches!(def.holder, Holder::Player | Holder::Spot(_)) && !def.owner_sees;
            return Ok(is_public && def.ty.is_card() && self.is_certain(holder)?);
        }
        Ok(matches!(of.kind, ExprKind::GameVar(_)) && of.ty.is_card())
    }

    fn is_certain(&mut self, expr: &'a Expr) -> Result<bool, FaultKind> {
        Ok(matches!(self.silently(|me| me.eval(expr))?, Val::Is(_)))
    }

    /// Reads one entry of a keyed field or variable.
    pub fn entry(&mut self, key: &'a Expr, whole: &'a Expr, expr: &'a Expr) -> Res {
        let key = self.eval(key)?;
        if let ExprKind::GameVar(id) = &whole.kind {
            return self.value_of_key(*id, None, key, expr);
        }
        if let ExprKind::VarOf(id, of) = &whole.kind {
            return self.value_of_key(*id, Some(of), key, expr);
        }
        if let Some(zone) = whole.named_zone() {
            return self.keyed_zone(zone, key);
        }
        let ExprKind::Field(first, of) = &whole.kind else { return Ok(Val::Hidden) };
        let per = self.checked.fields[first.index()].entry.as_ref().map(|(_, key)| *key);
        let Some(n) = self.key_number(per, key)? else { return Ok(Val::Hidden) };
        let id = FieldId::new(first.index() + n);
        match of.ty.base().is_name() {
            true => self.printed_of(id, of, expr),
            false => self.field_of(id, of, expr),
        }
    }

    fn keyed_zone(&mut self, zone: NamedZone<'a>, key: Val) -> Res {
        let number = self.key_number(self.checked.zones[zone.id.index()].per, key)?;
        let holder = zone.holder.map_or(Ok(Val::Is(0)), |of| self.eval(of))?;
        let (Some(number), Val::Is(holder)) = (number, holder) else { return Ok(Val::Hidden) };
        let layout = &self.program.layout;
        let ((first, _), block) = (layout.zone_range[zone.id.index()], layout.zone_block[zone.id.index()]);
        let first = u32::from(first) + number as u32 * u32::from(block);
        one_of(first, 1, block.into(), holder).map(Val::Is).ok_or(FaultKind::Missing)
    }

    fn value_of_key(&mut self, id: VarId, of: Option<&'a Expr>, key: Val, expr: &'a Expr) -> Res {
        let per = self.checked.vars[id.index()].per;
        let number = self.key_number(per, key)?;
        let holder = of.map_or(Ok(Val::Is(0)), |of| self.eval(of))?;
        let Some(number) = number else { return Ok(Val::Hidden) };
        let value = self.variable_at(id, holder, number)?;
        if self.trace.is_some() {
            let variable = Named::new(id, self.checked.vars[id.index()].name.clone());
            let of = of.map(|of| self.shown(holder, of.ty));
            let key = per.map(|per| values::key(self.program, per, number as i32));
            self.leaf(Subject::Variable { variable, of, key }, value, expr);
        }
        Ok(value)
    }

    /// Returns the index of a key, or `None` if the key is unknown.
    pub fn key_number(&self, per: Option<KeyType>, key: Val) -> Res<Option<usize>> {
        let (Some(per), Val::Is(n)) = (per, key) else { return Ok(None) };
        if n == NONE {
            return Err(FaultKind::Missing);
        }
        let least = if let KeyType::Range(least, _) = per { i32::from(least) } else { 0 };
        let count = self.checked.how_many(per, self.program.players, &self.program.layout.spots);
        let n = i64::from(n) - i64::from(least);
        let number = usize::try_from(n).ok().filter(|n| *n < count as usize);
        number.map(Some).ok_or(FaultKind::NoSuchNumber)
    }

    /// Returns the zone of a holder. The zone of a card is known to viewers who know the card; other zones
    /// follow from their holders.
    pub fn zone_of(&mut self, id: ZoneId, of: &'a Expr) -> Res {
        let Val::Is(holder) = self.eval(of)? else { return Ok(Val::Hidden) };
        let layout = &self.program.layout;
        let (first, count) = layout.zone_range[id.index()];
        let zones = &layout.card_zones[id.index()];
        if zones.is_empty() {
            let zone = one_of(first.into(), 1, count.into(), holder);
            return zone.map(Val::Is).ok_or(FaultKind::Missing);
        }
        // cards in a zone of a card reveal the position of that card
        if u16::try_from(holder).is_ok_and(|card| !self.eyes.knows(card)) {
            return Ok(Val::Hidden);
        }
        let zone = usize::try_from(holder).ok().and_then(|card| zones.get(card));
        zone.map(|zone| Val::Is(i32::from(*zone))).ok_or(FaultKind::Missing)
    }

    /// Evaluates an expression to a zone that exists, or to `None` if it is hidden.
    pub fn zone(&mut self, expr: &'a Expr) -> Res<Option<u16>> {
        match self.eval(expr)? {
            Val::Is(n) => u16::try_from(n).map(Some).map_err(|_| FaultKind::Missing),
            Val::At(_) | Val::Hidden => Ok(None),
        }
    }

    /// Pays for visiting all cards of a zone.
    pub fn look_through(&mut self, zone: u16) -> Res<()> {
        self.spend(self.eyes.state.count(zone) / ELEMENTS)
    }

    /// Returns the first or last card of a zone.
    pub fn end_of(&mut self, zone: &'a Expr, first: bool) -> Res {
        let Some(zone) = self.zone(zone)? else { return Ok(Val::Hidden) };
        self.look_through(zone)?;
        let state = self.eyes.state;
        let holds = state.zones[usize::from(zone)];
        let alone = state.count(zone) <= 1;
        Ok(match if first { holds.head } else { holds.tail } {
            _ if self.eyes.is_concealed(zone) || (!alone && self.eyes.is_mixed(zone)) => Val::Hidden,
            NO_CARD => Val::NONE,
            card => self.eyes.lying(card),
        })
    }

    /// Evaluates a card. The number is that of the card, or of a card that identifies its position; `None` if
    /// hidden.
    fn card(&mut self, of: &'a Expr) -> Res<(Val, Option<u16>)> {
        let value = self.eval(of)?;
        let number = match value {
            Val::Is(n) => Some(u16::try_from(n).map_err(|_| FaultKind::Missing)?),
            Val::At(card) => Some(card),
            Val::Hidden => None,
        };
        Ok((value, number))
    }

    pub fn field_of(&mut self, id: FieldId, of: &'a Expr, expr: &'a Expr) -> Res {
        let (card, _) = self.card(of)?;
        Ok(self.field(id, card, expr))
    }

    pub fn property_of(&mut self, id: PropertyId, of: &'a Expr) -> Res {
        let (card, _) = self.card(of)?;
        self.property(id, card)
    }

    pub fn member_of(&mut self, member: CardMember, of: &'a Expr) -> Res {
        let (card, number) = self.card(of)?;
        if member == CardMember::Owner {
            let owner = |card: u16| Val::Is(self.program.layout.owner[usize::from(card)]);
            return Ok(number.map_or(Val::Hidden, owner));
        }
        if let Some(card) = self.eyes.place_of(card) {
            self.look_through(self.eyes.state.cards[usize::from(card)].zone)?;
        }
        Ok(self.member(member, card))
    }

    /// Returns whether a card is of a kind. The back of a card shows its kind.
    pub fn is_of_kind(&mut self, kind: KindId, of: &'a Expr) -> Res {
        let (_, number) = self.card(of)?;
        let is = |card: u16| Val::truth(self.program.layout.kind[usize::from(card)] == kind.0);
        Ok(number.map_or(Val::Hidden, is))
    }

    pub fn is_of_design(&mut self, design: DesignId, of: &'a Expr) -> Res {
        let (card, number) = self.card(of)?;
        let is = |card: u16| Val::truth(self.program.layout.design[usize::from(card)] == design.0);
        Ok(match card {
            Val::Is(_) => number.map_or(Val::Hidden, is),
            Val::At(_) | Val::Hidden => Val::Hidden,
        })
    }

    pub fn spot_at_which_lies(&mut self, spot: SpotId, of: &'a Expr) -> Res {
        let (card, _) = self.card(of)?;
        self.spot_of(spot, card)
    }

    pub fn is_face_up(&mut self, of: &'a Expr) -> Res {
        let (card, _) = self.card(of)?;
        let up = |card: u16| Val::truth(self.eyes.state.cards[usize::from(card)].up);
        Ok(self.eyes.place_of(card).map_or(Val::Hidden, up))
    }

    pub fn copy_at(&mut self, design: DesignId, of: &'a Expr) -> Res {
        let value = self.eval(of)?;
        self.copy_of(design, value)
    }

    /// Reads a printed value of all cards that have a name.
    pub fn printed_of(&mut self, id: FieldId, of: &'a Expr, expr: &'a Expr) -> Res {
        let name = self.eval(of)?;
        let Val::Is(n) = name else { return Ok(Val::Hidden) };
        let design = usize::try_from(n).map_err(|_| FaultKind::Missing)?;
        Ok(self.printed_on(id, design, (name, of.ty), expr))
    }

    /// Returns the name of a card, which all its copies share, or the missing value if the card is missing.
    pub fn name_of(&mut self, of: &'a Expr) -> Res {
        let name = |n: i32| usize::try_from(n).map_or(NONE, |card| self.program.layout.design[card] as i32);
        match self.eval(of)? {
            Val::NONE if !of.ty.is_optional() => Err(FaultKind::Missing),
            Val::Is(n) => Ok(Val::Is(name(n))),
            Val::At(_) | Val::Hidden => Ok(Val::Hidden),
        }
    }

    /// Returns the only card with a name.
    pub fn only(&mut self, name: &'a Expr) -> Res {
        let Val::Is(n) = self.eval(name)? else { return Ok(Val::Hidden) };
        let first =
            |design: usize| self.program.layout.fields[self.program.layout.firsts() as usize + design];
        Ok(Val::Is(usize::try_from(n).map_or(NONE, first)))
    }

    /// Reads a printed value of a card. Its source location is the definition of that value.
    fn field(&mut self, id: FieldId, card: Val, expr: &'a Expr) -> Val {
        let Val::Is(n) = card else {
            if self.trace.is_some() {
                let (field, card) = (self.named_field(id), self.shown(card, Type::CARD));
                self.leaf(Subject::Field { field, card }, Val::Hidden, expr);
            }
            return Val::Hidden;
        };
        let design = self.program.layout.design[n as usize] as usize;
        self.printed_on(id, design, (card, Type::CARD), expr)
    }

    fn printed_on(&mut self, id: FieldId, design: usize, (card, ty): (Val, Type), expr: &'a Expr) -> Val {
        let value = self.printed(id, design);
        if self.trace.is_some() {
            let fields = &self.checked.designs[design].fields;
            let written = fields.iter().find(|(field, _)| *field == id);
            let span = written.map_or(self.checked.designs[design].span, |(_, expr)| expr.span);
            let (field, card) = (self.named_field(id), self.shown(card, ty));
            let shown = self.shown(value, expr.ty);
            self.note(Subject::Field { field, card }, shown, span, Vec::new());
        }
        value
    }

    /// Returns the printed value of a design.
    pub fn printed(&self, id: FieldId, design: usize) -> Val {
        Val::Is(self.program.layout.fields[self.program.layout.column(id.index()) as usize + design])
    }

    pub fn named_field(&self, id: FieldId) -> Named<FieldId> {
        Named::new(id, self.checked.fields[id.index()].name.clone())
    }

    fn copy_of(&self, design: DesignId, of: Val) -> Res {
        let Val::Is(of) = of else { return Ok(Val::Hidden) };
        let cards = self.program.layout.designs[design.index()];
        let kind = self.checked.designs[design.index()].kind;
        let per_player = self.checked.kinds[kind.index()].per_player;
        let (number, step, count) =
            if per_player { (of, cards.step, cards.groups) } else { (of.wrapping_sub(1), 1, cards.each) };
        one_of(cards.first, step, count, number).map(Val::Is).ok_or(FaultKind::NoSuchNumber)
    }

    /// Reads a member that follows from a card's position.
    fn member(&self, member: CardMember, card: Val) -> Val {
        let Some(card) = self.eyes.place_of(card) else { return Val::Hidden };
        let (c, state) = (usize::from(card), self.eyes.state);
        let zone = state.cards[c].zone;
        let info = &self.program.layout.zones[usize::from(zone)];
        let neighbour = |card: u16| if card == NO_CARD { Val::NONE } else { self.eyes.lying(card) };
        let ordered = !self.eyes.is_mixed(zone);
        match member {
            CardMember::Holder => Val::Is(info.player),
            CardMember::Host if !info.on_card => Val::NONE,
            CardMember::Host => u16::try_from(info.holder).map_or(Val::NONE, |host| self.eyes.lying(host)),
            CardMember::Position if ordered => {
                let before = state.cards_in(zone).position(|other| other == card);
                Val::Is(before.map_or(1, |n| n as i32 + 1))
            }
            CardMember::Above if ordered => neighbour(state.cards[c].prev),
            CardMember::Below if ordered => neighbour(state.cards[c].next),
            CardMember::Position
            | CardMember::Above
            | CardMember::Below
            | CardMember::Owner
            | CardMember::Name => Val::Hidden,
        }
    }

    /// Returns the spot of a card that is there directly or under host cards.
    fn spot_of(&self, spot: SpotId, card: Val) -> Res {
        let Some(mut card) = self.eyes.place_of(card) else { return Ok(Val::Hidden) };
        for _ in 0..16 {
            let zone = &self.program.layout.zones[usize::from(self.eyes.state.cards[usize::from(card)].zone)];
            if zone.spot == i32::from(spot.0) {
                return Ok(Val::Is(zone.holder));
            }
            if !zone.on_card {
                break;
            }
            card = zone.holder as u16;
            if self.eyes.lying(card) == Val::Hidden {
                return Ok(Val::Hidden);
            }
        }
        Err(FaultKind::Missing)
    }

    /// Returns true if the abilities of a card are active; `None` if that is hidden.
    pub fn works(&mut self, card: Val) -> Res<Option<bool>> {
        let Some(place) = self.eyes.place_of(card) else { return Ok(None) };
        let kind = usize::from(self.program.layout.kind[usize::from(place)]);
        let zone = self.program.layout.zones[usize::from(self.eyes.state.cards[usize::from(place)].zone)].def;
        if !self.program.layout.in_play[kind].get(zone.index()).copied().unwrap_or(false) {
            return Ok(Some(false));
        }
        match &self.checked.kinds[kind].active {
            Some(active) => self.silently(|me| me.test(active, [FrameLocal::One(card)])),
            None => Ok(Some(true)),
        }
    }
}
