//! Explains the contents of a table: scores, cards, zones, spots and variables.

mod winning;

use std::ops::Range;

use ludex_grammar::span::Span;

use super::eval::{Explainer, FrameLocal, Mark, Res};
use super::known::{Items, Val, ViewerContext};
use super::running;
use super::tree::{Explanation, Subject};
use ludex_check::hir::{ComputedDef, Expr, ExprKind, Holder, Lambda, OnCard, Owner, ToldFact};
use ludex_check::ids::{FieldId, LocalId, PropertyId, SpotId, VarId, WindowId};
use ludex_check::types::{Base, Type};
use ludex_run::play::values;
use ludex_run::play::{Fact, Named, Place, Value};
use ludex_run::play::{Game, GameInternals};
use ludex_run::program::NONE;

/// Cost of inspecting the values of a card, in elements.
const CARD: usize = 8;

/// A variable with a key index, and its holder.
type Open = ((VarId, usize), Option<(Val, Type)>);

impl<'a> Explainer<'a> {
    /// Evaluates a fact for the text of an option. Target cards may be unknown to the viewer.
    pub fn shows(&mut self, window: WindowId, action: usize, which: usize, targets: &[i32]) -> Value {
        let def = &self.checked.windows[window.index()].actions[action];
        let (_, lambda) = &def.shows[which];
        let target = |(list, value): (&Lambda, &i32)| match u16::try_from(*value) {
            Ok(card) if list.body.ty.element().is_card() => self.eyes.lying(card),
            Ok(_) | Err(_) => Val::Is(*value),
        };
        let arguments: Vec<FrameLocal> =
            def.targets.iter().zip(targets).map(target).map(FrameLocal::One).collect();
        match self.call(lambda, arguments) {
            Ok(value) => self.shown(value, lambda.body.ty),
            Err(kind) => Value::Fault(kind.message().to_owned()),
        }
    }

    /// Evaluates the facts shown with the pending decision.
    pub fn decision_facts(&mut self) -> Vec<Fact> {
        let question = self.waiting().and_then(|stmt| stmt.kind.question());
        let facts = question.map_or(&[][..], |question| &question.facts);
        facts.iter().map(|fact| self.fact(fact)).collect()
    }

    /// Evaluates a fact. A fact that can't be computed is missing.
    fn fact(&mut self, fact: &'a ToldFact) -> Fact {
        // the checker doesn't know the viewers of an ability's facts
        let reacts = matches!(self.running.map(|running| running.owner), Some(Owner::Handler(_)));
        self.open = if reacts { &[] } else { &fact.open };
        let mark = self.mark();
        let value = self.silently(|me| me.eval(&fact.value));
        let value = value.map_or(Value::Nothing, |value| self.shown(value, fact.value.ty));
        self.forget(&mark);
        self.open = &[];
        Fact::new(&fact.name, value)
    }

    /// Evaluates the computed values of the table, one per holder. They share the budget of one explanation.
    pub fn computed(&mut self) -> Vec<Vec<Value>> {
        let defs = &self.checked.layout.computed;
        defs.iter().map(|def| self.computed_of(def)).collect()
    }

    fn computed_of(&mut self, def: &'a ComputedDef) -> Vec<Value> {
        let holders = match def.holder {
            Holder::Game => 1,
            Holder::Player => usize::from(self.program.players),
            Holder::Spot(id) => usize::from(self.program.layout.spots[id.index()]),
            Holder::Kind(_) | Holder::Design(_) => 0,
        };
        let one = |n: usize| {
            let argument = FrameLocal::One(Val::Is(n as i32));
            let arguments = (def.holder != Holder::Game).then_some(argument);
            let mark = self.mark();
            let value = self.silently(|me| me.call(&def.value, arguments));
            let value = value.map_or(Value::Nothing, |value| self.shown(value, def.value.body.ty));
            self.forget(&mark);
            value
        };
        (0..holders).map(one).collect()
    }

    /// Restores the state before an evaluation.
    fn forget(&mut self, mark: &Mark) {
        self.back_to(mark);
        self.by_place = false;
    }

    pub fn for_game(game: &'a Game, viewer: Option<u8>) -> Self {
        let eyes = ViewerContext { program: game.program(), state: game.state(), viewer };
        Explainer::new(eyes, game.setup().ruleset().sources())
    }

    /// Evaluates `body` and returns its value with its explanation.
    fn explain(
        &mut self,
        what: Subject,
        ty: Type,
        span: Span,
        body: impl FnOnce(&mut Self) -> Res,
    ) -> Explanation {
        let (value, children) = self.attempt(body);
        let value =
            value.map_or_else(|kind| Value::Fault(kind.message().to_owned()), |value| self.shown(value, ty));
        Explanation { what, value, place: Place::new(self.sources, span), children }
    }

    /// Explains an expression entered by the viewer. A single named value is explained directly, a zone by
    /// its cards.
    pub fn asked(&mut self, asked: &'a Lambda) -> Explanation {
        let body = &asked.body;
        if body.ty == Type::ZONE
            && let (Ok(Val::Is(zone)), _) = self.attempt(|me| me.call(asked, []))
        {
            return self.zone_node(zone as u16);
        }
        let mut whole = self.explain(Subject::Expression, body.ty, body.span, |me| me.call(asked, []));
        let is_thing = match whole.children.as_slice() {
            [only] => only.value == whole.value && is_named(&only.what),
            _ => false,
        };
        if is_thing { whole.children.remove(0) } else { whole }
    }

    /// Evaluates `body` and records the values it reads. Restores the state after a failure, so further
    /// evaluations are possible.
    pub fn attempt(&mut self, body: impl FnOnce(&mut Self) -> Res) -> (Res, Vec<Explanation>) {
        let mark = self.mark();
        self.trace = Some(Vec::new());
        let (value, children) = self.traced(body);
        self.trace = None;
        if value.is_err() {
            self.back_to(&mark);
            self.by_place = false;
        }
        (value, children)
    }

    /// Evaluates a list. Restores the state after a failure, so further evaluations are possible.
    pub fn attempt_list(&mut self, list: &'a Expr) -> Res<Items> {
        let mark = self.mark();
        let items = self.list(list);
        if items.is_err() {
            self.back_to(&mark);
            self.by_place = false;
        }
        items
    }

    pub fn score_node(&mut self, player: u8) -> Explanation {
        let def = &self.checked.score;
        let who = self.shown(Val::Is(i32::from(player)), Type::PLAYER);
        let what = Subject::Score(who);
        let Some(total) = &def.total else {
            return Explanation { what, value: Value::Int(0), place: None, children: Vec::new() };
        };
        let seat = || [FrameLocal::One(Val::Is(i32::from(player)))];
        let mut score = self.explain(what, total.body.ty, total.body.span, |me| me.call(total, seat()));
        for line in 0..def.lines.len() {
            let mut part = self.line_node(line, player);
            // the total already explains a line that is part of it
            if part.children.iter().all(|child| contains(&score.children, child)) {
                part.children.clear();
            }
            score.children.push(part);
        }
        score
    }

    pub fn line_node(&mut self, line: usize, player: u8) -> Explanation {
        let (name, lambda) = &self.checked.score.lines[line];
        let seat = [FrameLocal::One(Val::Is(i32::from(player)))];
        let span = lambda.body.span;
        self.explain(Subject::Line(name.clone()), lambda.body.ty, span, |me| me.call(lambda, seat))
    }

    /// Explains a property of a card in a single node.
    pub fn explain_property(&mut self, id: PropertyId, card: u16) -> Explanation {
        let def = &self.checked.properties[id.index()];
        let property = Named::new(id, def.name.clone());
        let what = Subject::Property { property, card: values::card(self.program, card) };
        let (ty, span) = (def.ty, def.base.body.span);
        let mut whole = self.explain(what, ty, span, |me| me.property(id, Val::Is(i32::from(card))));
        // the recorded node repeats the property itself
        if let [Explanation { what: Subject::Property { .. }, .. }] = whole.children.as_slice() {
            whole.children = whole.children.pop().map(|part| part.children).unwrap_or_default();
        }
        whole
    }

    /// Explains a card by its variables and properties, or by its printed values if it has no properties.
    pub fn card_node(&mut self, card: Val) -> Explanation {
        let value = self.shown(card, Type::CARD);
        let mut children = Vec::new();
        if let Val::Is(n) = card {
            let number = n as u16;
            let properties = self.final_properties(number);
            children.extend(properties.iter().map(|id| self.explain_property(*id, number)));
            if properties.is_empty() {
                children.extend(self.printed_fields(number));
            }
            children.extend(self.variables_of(number));
        }
        Explanation { what: Subject::Card(value.clone()), value, place: self.written(card), children }
    }

    fn written(&self, card: Val) -> Option<Place> {
        let Val::Is(n) = card else { return None };
        let design = self.program.layout.design[n as usize] as usize;
        let mut place = Place::new(self.sources, self.checked.designs[design].span)?;
        place.text.clear();
        Some(place)
    }

    /// Returns the properties of a card that are not the base of another property.
    fn final_properties(&self, card: u16) -> Vec<PropertyId> {
        let kind = self.program.layout.kind[usize::from(card)];
        let properties = &self.checked.properties;
        let of_kind = |id: &usize| properties[*id].kind.0 == kind;
        let is_base = |id: usize| {
            let of_self = |of: &Expr| matches!(of.kind, ExprKind::Local(LocalId(0)));
            let property = |of: &Expr| matches!(&of.kind, ExprKind::Property(base, of) if base.index() == id && of_self(of));
            properties.iter().any(|other| property(&other.base.body))
        };
        (0..properties.len()).filter(of_kind).filter(|id| !is_base(*id)).map(PropertyId::new).collect()
    }

    fn printed_fields(&self, card: u16) -> Vec<Explanation> {
        let design = self.program.layout.design[usize::from(card)] as usize;
        let def = &self.checked.designs[design];
        let field = |(id, expr): &(FieldId, Expr)| Explanation {
            what: Subject::Field { field: self.named_field(*id), card: values::card(self.program, card) },
            value: self.shown(self.printed(*id, design), self.checked.fields[id.index()].ty),
            place: Place::new(self.sources, expr.span),
            children: Vec::new(),
        };
        def.fields.iter().map(field).collect()
    }

    /// Explains the printed fields that the layout shows on the card.
    fn shown_fields(&self, card: u16) -> Vec<Explanation> {
        let kind = self.program.layout.kind[usize::from(card)];
        let mut fields = self.printed_fields(card);
        if let Some((_, shown)) = self.checked.layout.cards.iter().find(|(id, _)| id.0 == kind) {
            fields.retain(
                |field| matches!(&field.what, Subject::Field { field, .. } if shown.contains(&OnCard::Field(field.id))),
            );
        }
        fields
    }

    /// Explains the variables of a card that are neither missing nor false.
    fn variables_of(&self, card: u16) -> Vec<Explanation> {
        let kind = self.program.layout.kind[usize::from(card)];
        let vars = self.checked.vars.iter().enumerate();
        let own = vars.filter(|(_, def)| matches!(def.holder, Holder::Kind(id) if id.0 == kind));
        let holder = Val::Is(i32::from(card));
        let keyed = own.flat_map(|(i, def)| self.keys_of(VarId::new(i)).map(move |key| (i, def, key)));
        keyed
            .filter_map(|(i, def, key)| {
                let value = self.variable_at(VarId::new(i), holder, key).ok()?;
                let plain = matches!(value, Val::Is(NONE))
                    || (def.ty.base() == Base::Bool && value == Val::truth(false));
                (!plain).then(|| self.variable_node((VarId::new(i), key), Some((holder, Type::CARD)), value))
            })
            .collect()
    }

    /// Returns the key indices of a variable: a single one for a variable without keys.
    fn keys_of(&self, id: VarId) -> Range<usize> {
        0..self.program.layout.keys[id.index()] as usize
    }

    fn variable_node(&self, (id, key): (VarId, usize), of: Option<(Val, Type)>, value: Val) -> Explanation {
        let def = &self.checked.vars[id.index()];
        let of = of.map(|(holder, ty)| self.shown(holder, ty));
        let variable = Named::new(id, def.name.clone());
        let value = self.shown(value, def.ty);
        let place = def.init.as_ref().and_then(|init| Place::new(self.sources, init.span));
        let key = def.per.map(|per| values::key(self.program, per, key as i32));
        Explanation { what: Subject::Variable { variable, of, key }, value, place, children: Vec::new() }
    }

    pub fn zone_node(&mut self, zone: u16) -> Explanation {
        let info = &self.program.layout.zones[usize::from(zone)];
        // cards in a zone of a card reveal the position of that card
        let is_known = !info.on_card || self.eyes.knows(info.holder as u16);
        let items = if is_known { self.eyes.cards_in(zone) } else { Items::unknown() };
        let value = if items.uncertain { Value::Hidden } else { Value::Int(items.items.len() as i32) };
        let children = items.items.into_iter().map(|card| self.card_node(card)).collect();
        Explanation { what: Subject::Zone(values::zone(self.program, zone)), value, place: None, children }
    }

    pub fn spot_node(&mut self, id: SpotId, index: i32) -> Explanation {
        let zones =
            self.program.layout.spot_zones.get(id.index()).and_then(|zones| zones.get(index as usize));
        let mut children: Vec<Explanation> =
            zones.into_iter().flatten().map(|zone| self.zone_node(*zone)).collect();
        for (i, def) in self.checked.vars.iter().enumerate() {
            let keys = if def.holder == Holder::Spot(id) { self.keys_of(VarId::new(i)) } else { 0..0 };
            for key in keys {
                if let Ok(value) = self.variable_at(VarId::new(i), Val::Is(index), key) {
                    let of = Some((Val::Is(index), Type::new(Base::Spot(id))));
                    children.push(self.variable_node((VarId::new(i), key), of, value));
                }
            }
        }
        let value = values::spot(self.program, id, index);
        Explanation { what: Subject::Spot(value.clone()), value, place: None, children }
    }

    /// Lists the variables of the game, its players and its spots with their key indices and holders.
    pub fn open_variables(&self) -> Vec<Open> {
        let holders = |ty: Type, count: usize| (0..count as i32).map(move |n| Some((Val::Is(n), ty)));
        let mut all = Vec::new();
        for (i, def) in self.checked.vars.iter().enumerate() {
            for id in self.keys_of(VarId::new(i)).map(|key| (VarId::new(i), key)) {
                match def.holder {
                    Holder::Game => all.push((id, None)),
                    Holder::Player => {
                        let players = holders(Type::PLAYER, usize::from(self.program.players));
                        all.extend(players.map(|of| (id, of)));
                    }
                    Holder::Spot(spot) => {
                        let count = usize::from(self.program.layout.spots[spot.index()]);
                        all.extend(holders(Type::new(Base::Spot(spot)), count).map(|of| (id, of)));
                    }
                    Holder::Kind(_) | Holder::Design(_) => {}
                }
            }
        }
        all
    }

    /// Explains a variable by all statements that set it.
    pub fn set_variable(&mut self, (id, key): (VarId, usize), of: Option<(Val, Type)>) -> Explanation {
        let value = self.variable_at(id, of.map_or(Val::Is(0), |(holder, _)| holder), key);
        let mut node = self.variable_node((id, key), of, value.unwrap_or(Val::Hidden));
        let sets = running::setters(self.checked, id);
        node.children = sets
            .into_iter()
            .map(|span| Explanation {
                what: Subject::SetHere,
                value: Value::Nothing,
                place: Place::new(self.sources, span),
                children: Vec::new(),
            })
            .collect();
        node
    }

    /// Explains all values on the table that equal this number.
    pub fn numbers(&mut self, thousandths: i64) -> Vec<Explanation> {
        let is = |node: &Explanation| node.value.thousandths() == Some(thousandths);
        let mut found: Vec<Explanation> = Vec::new();
        for player in 0..self.program.players {
            let score = self.score_node(player);
            let parts = (0..self.checked.score.lines.len()).map(|line| self.line_node(line, player));
            let parts: Vec<Explanation> = parts.filter(is).collect();
            if is(&score) && self.checked.score.total.is_some() {
                found.push(score);
            } else if !parts.is_empty() {
                let place = score.place.clone();
                found.push(Explanation { children: parts, place, ..score });
            }
        }
        for card in 0..self.program.layout.cards() as u16 {
            if self.eyes.state.cards[usize::from(card)].zone == 0
                || !self.eyes.knows(card)
                || self.spend(CARD).is_err()
            {
                continue;
            }
            let properties = self.final_properties(card);
            let properties: Vec<Explanation> =
                properties.into_iter().map(|id| self.explain_property(id, card)).collect();
            match properties.is_empty() {
                true => found.extend(self.shown_fields(card).into_iter().filter(is)),
                false => found.extend(properties.into_iter().filter(is)),
            }
        }
        for (id, of) in self.open_variables() {
            let value = self.variable_at(id.0, of.map_or(Val::Is(0), |(holder, _)| holder), id.1);
            if let Ok(value) = value
                && is(&self.variable_node(id, of, value))
            {
                found.push(self.set_variable(id, of));
            }
        }
        found
    }
}

fn contains(tree: &[Explanation], part: &Explanation) -> bool {
    tree.iter().any(|node| node == part || contains(&node.children, part))
}

fn is_named(what: &Subject) -> bool {
    matches!(
        what,
        Subject::Score(_)
            | Subject::Won(_)
            | Subject::Line(_)
            | Subject::Property { .. }
            | Subject::Function { .. }
            | Subject::Field { .. }
            | Subject::Variable { .. }
            | Subject::Option(_)
    )
}
