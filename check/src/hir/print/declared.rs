//! Prints the declarations, one line each.

use super::Printer;
use crate::hir::*;
use crate::language::GAME;
use crate::types::Base;

impl Printer<'_> {
    pub(super) fn declarations(&mut self) {
        let c = self.checked;
        line!(self, "game {}: {}..{} players: {}", c.id, c.min_players, c.max_players, c.seats.join(", "));
        for option in &c.options {
            let ty = self.ty(option.ty);
            line!(
                self,
                "option {}: {ty} in {}..{} = {}",
                option.name,
                option.min,
                option.max,
                option.default
            );
        }
        for item in &c.enums {
            line!(self, "enum {}: {}", item.name, item.values.join(", "));
        }
        for kind in &c.kinds {
            let zones: Vec<&str> = kind.in_play.iter().map(|z| c.zones[z.index()].name.as_str()).collect();
            let per = if kind.per_player { " per player" } else { "" };
            line!(self, "kind {}{per} in play [{}]", kind.name, zones.join(", "));
            if let Some(active) = &kind.active {
                line!(self, "  active {}", self.lambda(active));
            }
        }
        for field in &c.fields {
            line!(self, "field {}.{}: {}", c.kinds[field.kind.index()].name, field.name, self.ty(field.ty));
        }
        for property in &c.properties {
            let (kind, ty) = (&c.kinds[property.kind.index()].name, self.ty(property.ty));
            let base = self.lambda(&property.base);
            line!(
                self,
                "property {kind}.{}: {ty} = {base}, stages [{}]",
                property.name,
                property.stages.join(", ")
            );
        }
        for design in &c.designs {
            let field =
                |(id, value): &(FieldId, Expr)| format!("{} {}", c.fields[id.index()].name, self.expr(value));
            let fields: Vec<String> = design.fields.iter().map(field).collect();
            let kind = &c.kinds[design.kind.index()].name;
            line!(self, "card {} x{}: {kind} {{ {} }}", design.name, design.copies, fields.join(", "));
        }
        self.table_top();
    }

    fn table_top(&mut self) {
        let c = self.checked;
        for spot in &c.spots {
            let shape = match &spot.map {
                Some(MapDef::Grid { columns }) => format!("rows of {columns}"),
                Some(MapDef::Graph(graph)) => {
                    let links: Vec<String> = graph.links().map(|(a, b)| format!("{a}-{b}")).collect();
                    format!("a graph of {}", links.join(", "))
                }
                None => if spot.ring { "a ring" } else { "a line" }.to_owned(),
            };
            let words = match spot.words.as_slice() {
                [] => String::new(),
                words => format!(" [{}]", words.join(", ")),
            };
            line!(self, "spot {} x{}{words} in {shape}", spot.name, self.expr(&spot.count));
        }
        if let Some(teams) = &c.teams {
            let seats = c.seats.iter().zip(&teams.of).map(|(seat, team)| format!("{seat}: {team}"));
            line!(self, "team of {}", seats.collect::<Vec<_>>().join(", "));
        }
        for zone in &c.zones {
            let holds: Vec<&str> = zone.holds.iter().map(|k| c.kinds[k.index()].name.as_str()).collect();
            let order = if zone.ordered { ", ordered" } else { "" };
            let max = zone.max.map_or(String::new(), |max| format!(", max {max}"));
            let hides = zone.hides.named().map(|(word, test)| {
                test.as_ref().map_or(String::new(), |test| format!(", {word} while {}", self.expr(test)))
            });
            let holder = self.holder(zone.holder);
            let key = zone.per.map_or(String::new(), |_| format!(" ({})", self.ty(zone.whole())));
            line!(
                self,
                "zone {holder}{}{key}: {}, seen by {:?}{order}{max}{}",
                zone.name,
                holds.join(", "),
                zone.sees,
                hides.concat()
            );
        }
        for var in &c.vars {
            let init = var.init.as_ref().map_or(String::new(), |e| format!(" = {}", self.expr(e)));
            let life = match var.lifetime {
                Lifetime::Game => GAME,
                Lifetime::Phase(id) => c.phases[id.index()].name.as_str(),
                Lifetime::Zone(id) => c.zones[id.index()].name.as_str(),
            };
            let seen = match (var.owner_sees, var.ty.base()) {
                (false, _) => String::new(),
                (true, Base::Int) => format!(", seen by its player, in {}..{}", var.within.0, var.within.1),
                (true, _) => ", seen by its player".to_owned(),
            };
            let (holder, ty) = (self.holder(var.holder), self.ty(var.whole()));
            line!(self, "var {holder}{}: {ty}{init} for {life}{seen}", var.name);
        }
        for table in &c.tables {
            let other = table.other.map_or(String::new(), |other| format!(", else {other}"));
            let of = if table.has_tables { "tables " } else { "" };
            line!(self, "table {}[{}]: {of}{:?}{other}", table.name, self.ty(table.key), table.rows);
        }
        for event in &c.events {
            let changing =
                event.changing.map_or(String::new(), |fact| format!(", {} changing", event.params[fact].0));
            line!(
                self,
                "event {}({}) about {:?}{changing}",
                event.name,
                self.params(&event.params),
                event.subject
            );
        }
        for message in &c.messages {
            line!(self, "message {}({})", message.name, self.params(&message.params));
        }
        for steps in &c.steps {
            line!(self, "steps {}({})", steps.name, self.params(&steps.params));
            for (event, cond) in &steps.order {
                let cond = cond.as_ref().map_or(String::new(), |l| format!(" if {}", self.lambda(l)));
                line!(self, "  {}{cond}", c.events[event.index()].name);
            }
        }
        if !c.decisions.is_empty() {
            line!(self, "decisions: {}", c.decisions.join(", "));
        }
        if self.presentation {
            self.layout();
            self.texts();
        }
    }

    /// Prints the texts that depend on the game.
    fn texts(&mut self) {
        let languages = &self.checked.texts.languages;
        let texts = languages.iter().flat_map(|(language, def)| def.texts.iter().map(move |t| (language, t)));
        for (language, (key, text)) in texts {
            for (case, said) in &text.cases {
                let when = match case {
                    Case::When(when) => self.expr(when),
                    Case::You(fact) => format!("you are {fact}"),
                    Case::Plural(Counted::Fact(number), form) => format!("{number} is {}", form.word()),
                    Case::Plural(Counted::Setting(_), form) => format!("a setting is {}", form.word()),
                };
                line!(self, "text {language} {key} if {when}: {said:?}");
            }
            let settings: Vec<&str> = text.settings.iter().map(|(word, _)| word.as_str()).collect();
            if !text.cases.is_empty() || !settings.is_empty() {
                line!(self, "text {language} {key}: {:?} with [{}]", text.last, settings.join(", "));
            }
        }
    }

    fn layout(&mut self) {
        for (part, shown) in self.checked.layout.parts(self.checked) {
            line!(self, "layout {part}: {}", shown.join(", "));
        }
        for def in &self.checked.layout.computed {
            line!(self, "layout {} = {}", def.name, self.lambda(&def.value));
        }
    }
}
