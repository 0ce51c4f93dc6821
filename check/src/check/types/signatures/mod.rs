//! Second pass: checks the types of all declarations before any body.

mod computed;
pub(in crate::check) mod maps;
mod params;
mod tables;
mod teams;
mod variables;
mod zones;

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::types::expr::by_name::Copies;
use crate::check::{Checker, Progress};
use crate::hir::*;
use crate::ids::*;
use crate::load::raw::{Name, RawOptionType, RawParam, RawProcedure};
use crate::resolve::{HolderKey, MemberSymbol, Symbol, Target, Use, flatten};
use crate::types::{Base, Type};

pub(in crate::check) use computed::Recursion;
pub(in crate::check) use params::add_param;

impl Checker<'_> {
    pub(in crate::check) fn signatures(&mut self) {
        self.game();
        self.enums_and_options();
        self.kinds();
        self.spots();
        self.zones();
        self.variables();
        self.elimination();
        self.tables();
        self.properties_declared();
        self.events();
        self.callables();
    }

    fn game(&mut self) {
        let Some(game) = &self.raw.game else { return };
        self.changed().id = game.id.value.clone();
        self.changed().min_players = game.min.value;
        self.changed().max_players = game.max.value;
        let usual = game.usual.unwrap_or(2).clamp(game.min.value, game.max.value);
        self.changed().usual_players = usual;
        self.changed().seats = match game.seats.is_empty() {
            true => (1..=game.max.value).map(|n| format!("seat_{n}")).collect(),
            false => game.seats.iter().map(|s| s.value.clone()).collect(),
        };
    }

    fn enums_and_options(&mut self) {
        for item in &self.raw.enums {
            let values = item.values.iter().map(|v| v.value.clone()).collect();
            self.changed().enums.push(EnumDef { name: item.name.value.clone(), values });
        }
        for option in &self.raw.options {
            let name = option.name.value.clone();
            let def = match &option.ty {
                RawOptionType::Bool { default } => {
                    OptionDef { name, ty: Type::BOOL, min: 0, max: 1, default: i32::from(*default) }
                }
                RawOptionType::Int { default, min, max } => {
                    OptionDef { name, ty: Type::INT, min: *min, max: *max, default: *default }
                }
                RawOptionType::Choice { values, default, default_at } => {
                    let id = EnumId::new(self.out.enums.len());
                    let target = Target::EnumWord(id, *default as u16);
                    default_at.iter().for_each(|at| self.names.draft.refer(*at, target, Use::Names));
                    let words = values.iter().map(|v| v.value.clone()).collect();
                    self.changed().enums.push(EnumDef { name: name.clone(), values: words });
                    let max = values.len().saturating_sub(1) as i32;
                    OptionDef { name, ty: Type::new(Base::Enum(id)), min: 0, max, default: *default as i32 }
                }
            };
            self.changed().options.push(def);
        }
    }

    fn kinds(&mut self) {
        for (i, kind) in self.raw.kinds.iter().enumerate() {
            let id = KindId::new(i);
            for (name, decl) in &kind.fields {
                self.field_declared(id, name, &decl.ty);
            }
            self.changed().kinds.push(KindDef {
                name: kind.name.value.clone(),
                per_player: kind.per_player,
                in_play: Vec::new(),
                active: None,
            });
        }
        let mut last: Option<(&str, KindId)> = None;
        for card in self.raw.cards.iter() {
            let named = &card.kind;
            // most cards have the kind of the previous one
            let kind = match last.filter(|(name, _)| *name == named.value) {
                Some((_, kind)) => {
                    self.names.draft.refer(named.span, Target::Kind(kind), Use::Reads);
                    Some(kind)
                }
                None => self.kind_named(named),
            };
            last = kind.map(|kind| (named.value.as_str(), kind));
            if kind.is_none() {
                self.names.lose(&card.name.value);
            }
            self.designs.kinds.push(kind);
        }
        self.designs.copies =
            self.raw.kinds.iter().map(|kind| Copies { names: 0, alone: !kind.per_player }).collect();
        for (card, kind) in self.raw.cards.iter().zip(&self.designs.kinds) {
            let Some(kind) = kind else { continue };
            let copies = &mut self.designs.copies[kind.index()];
            copies.names += 1;
            copies.alone &= card.copies.value == 1;
        }
    }

    fn spots(&mut self) {
        let raw = self.raw;
        for (i, spot) in raw.spots.iter().enumerate() {
            let map = self.map_of(SpotId::new(i), spot);
            let zero = Expr { kind: ExprKind::Const(0), ty: Type::INT, span: spot.count.span };
            self.changed().spots.push(SpotDef {
                name: spot.name.value.clone(),
                count: zero,
                ring: spot.ring,
                words: spot.words.iter().map(|word| word.value.clone()).collect(),
                map,
            });
        }
        self.directions();
        self.teams();
    }

    fn kind_named(&mut self, name: &Name) -> Option<KindId> {
        let found = self.names.resolve(&name.value, name.span, Symbol::kind);
        if found.is_none() {
            self.unknown_kind(name);
        }
        found
    }

    fn unknown_kind(&mut self, name: &Name) {
        let known = self.raw.kinds.iter().map(|k| k.name.value.as_str());
        let message = format!("unknown kind `{}`", name.value);
        let problem = Diagnostic::new(Code::UnknownName, name.span, message);
        self.not_found(problem.suggest(&name.value, known));
    }

    pub(in crate::check) fn zone_named(&mut self, name: &Name) -> Option<ZoneId> {
        let found = self.raw.zones.iter().position(|z| z.name.value == name.value).map(ZoneId::new);
        match found {
            Some(id) => self.names.draft.refer(name.span, Target::Zone(id), Use::Names),
            None => {
                let known: Vec<&str> = self.raw.zones.iter().map(|z| z.name.value.as_str()).collect();
                let message = format!("unknown zone `{}`", name.value);
                let problem = Diagnostic::new(Code::UnknownName, name.span, message);
                self.not_found(problem.suggest(&name.value, known));
            }
        }
        found
    }

    fn properties_declared(&mut self) {
        for (i, kind) in self.raw.kinds.iter().enumerate() {
            for property in &kind.properties {
                let id = PropertyId::new(self.out.properties.len());
                let base = Expr { kind: ExprKind::Nothing, ty: Type::UNKNOWN, span: property.base.span };
                self.changed().properties.push(PropertyDef {
                    name: property.name.value.clone(),
                    kind: KindId::new(i),
                    ty: Type::UNKNOWN,
                    base: Lambda { body: base, locals: 1 },
                    stages: property.stages.iter().map(|s| s.value.clone()).collect(),
                });
                self.typed.properties.push(Progress::Waiting);
                let (holder, symbol) = (HolderKey::Kind(KindId::new(i)), MemberSymbol::Property(id));
                self.names.define_member(holder, &property.name, symbol, &mut self.problems);
                for (stage, name) in property.stages.iter().enumerate() {
                    let target = Target::Stage(id, stage as u16);
                    self.names.draft.define(target, &name.value, name.span);
                }
            }
        }
    }

    fn events(&mut self) {
        for event in &self.raw.events {
            let params = self.single_params(&event.params);
            let id = self.add_event(event.name.value.clone(), params, &event.name, &event.params);
            let changing = self.changing_fact(id, &event.params);
            self.changed().events[id.index()].changing = changing;
        }
        for (i, steps) in self.raw.steps.iter().enumerate() {
            let params = self.single_params(&steps.params);
            let order = steps.order.iter().map(|(step, _)| {
                let name = format!("{}.{}", steps.name.value, step.value);
                (self.add_event(name, params.clone(), step, &steps.params), None)
            });
            let (order, name) = (order.collect(), self.raw.steps[i].name.value.clone());
            self.changed().steps.push(StepsDef { name, params, order });
        }
        let mut phases = Vec::new();
        flatten(&self.raw.phases, None, &mut phases);
        for (phase, _) in phases {
            for edge in ["begins", "ends"] {
                let event = self.new_event(format!("{}.{edge}", phase.name.value), Vec::new(), &[]);
                self.events.emitted.insert(event);
            }
        }
        for message in &self.raw.messages {
            let params = self.single_params(&message.params);
            self.changed().messages.push(SignatureDef { name: message.name.value.clone(), params });
        }
    }

    fn add_event(
        &mut self,
        name: String,
        params: Vec<(String, Type)>,
        named: &Name,
        raw: &[RawParam],
    ) -> EventId {
        let id = self.new_event(name, params, raw);
        self.names.draft.define(Target::Event(id), &named.value, named.span);
        id
    }

    fn new_event(&mut self, name: String, params: Vec<(String, Type)>, raw: &[RawParam]) -> EventId {
        self.events.params.push(raw.iter().map(|param| param.name.span).collect());
        let id = EventId::new(self.out.events.len());
        let subject = match params.first().map(|(_, ty)| ty.base()) {
            Some(Base::Card | Base::Kind(_) | Base::Design(_)) => Subject::Card,
            Some(Base::Spot(s)) => Subject::Spot(s),
            Some(Base::Player) => Subject::Player,
            _ => Subject::None,
        };
        self.names.events.insert(name.clone(), id);
        self.changed().events.push(EventDef { name, params, subject, changing: None });
        id
    }

    /// Returns the fact of an event that reactions may change.
    fn changing_fact(&mut self, id: EventId, raw: &[RawParam]) -> Option<usize> {
        let mut all = (0..).zip(raw).filter(|(_, param)| param.changing);
        let (number, param) = all.next()?;
        let finds = self.out.events[id.index()].subject != Subject::None;
        if let Some((_, second)) = all.next() {
            let problem =
                Diagnostic::new(Code::BadPlace, second.name.span, "reactions change one fact at most");
            let problem = problem.other(param.name.span, "the other one");
            self.report(problem.help("an emission gives one value: emit two events in sequence"));
        }
        if number == 0 && finds {
            let problem = Diagnostic::new(
                Code::BadPlace,
                param.name.span,
                "this fact determines the reacting cards, so it can't change",
            );
            self.report(problem.help("put another fact before it, or leave `changing` out"));
            return None;
        }
        Some(number)
    }

    fn callables(&mut self) {
        for function in self.raw.functions.iter() {
            let params = self.params(&function.params);
            let body = Expr { kind: ExprKind::Nothing, ty: Type::UNKNOWN, span: function.body.span() };
            let body = Lambda { body, locals: params.len() as u16 };
            self.changed().functions.push(FunctionDef { name: function.name.value.clone(), params, body });
        }
        for procedure in self.raw.procedures.iter() {
            let mut params = self.params(&procedure.params);
            let mut gives = procedure.gives.as_ref().map(|ty| self.given_type(ty));
            if let Some(event) = self.reacts_to(procedure) {
                let def = &self.out.events[event.index()];
                params.extend(def.params.iter().cloned());
                gives = def.changing.map(|fact| def.params[fact].1);
            }
            self.changed().procedures.push(ProcedureDef {
                name: procedure.name.value.clone(),
                params,
                gives,
                body: Body::default(),
            });
        }
    }
}

impl Checker<'_> {
    /// Returns the event of a reaction's part, if an event of that name exists.
    pub(in crate::check) fn reacts_to(&self, procedure: &RawProcedure) -> Option<EventId> {
        self.names.events.get(&procedure.reacts_to.as_ref()?.value).copied()
    }
}
