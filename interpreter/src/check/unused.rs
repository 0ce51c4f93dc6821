//! Definitions that nothing uses.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::suggest::closest;

use super::Checker;
use super::declare::Definition;
use crate::hir::Holder;
use crate::ids::EventId;

impl Checker<'_> {
    /// Definitions of an overlay that nothing uses and that have nearly the name of another: patches that miss their mark.
    pub(super) fn patches_of_nothing(&mut self) {
        let added = |d: &&Definition| self.raw.overlays.contains(&d.span.file);
        let added: Vec<Definition> = self.names.definitions.iter().filter(added).cloned().collect();
        for definition in added {
            if self.is_used(&definition) {
                continue;
            }
            let Definition { what, name, span } = definition;
            let known = self.names.definitions.iter().filter(|d| d.what == what && d.span.file != span.file);
            let Some(near) = closest(&name, known.map(|d| d.name.as_str())) else { continue };
            let message = format!("this changes nothing: there is no {what} `{name}`");
            let problem = Diagnostic::new(Code::PatchMatchesNothing, span, message);
            let problem = problem.help(format!("did you mean `{near}`?"));
            self.patches.push(problem);
        }
    }

    pub(super) fn unused(&mut self) {
        for definition in self.names.definitions.clone() {
            if !self.is_used(&definition) {
                let problem =
                    Diagnostic::new(Code::Unused, definition.span, self.unused_message(&definition));
                self.report(problem.help("leave it out, or use it"));
            }
        }
        self.kinds_without_cards();
        self.unheard_steps();
        self.unused_members();
    }

    fn unused_message(&self, definition: &Definition) -> String {
        let Definition { what, name, .. } = definition;
        let emitted = || self.names.events.get(name).is_some_and(|id| self.emitted.contains(id));
        match *what {
            "variable" => format!("nothing reads the variable `{name}`"),
            "event" if emitted() => format!("no card reacts to the event `{name}`"),
            "event" => format!("nothing emits the event `{name}`"),
            _ => format!("nothing uses the {what} `{name}`"),
        }
    }

    fn is_used(&self, definition: &Definition) -> bool {
        let name = &definition.name;
        match definition.what {
            "event" => self
                .names
                .events
                .get(name)
                .is_none_or(|id| self.emitted.contains(id) && self.heard.contains(id)),
            "zone" => self.used.contains(name) || self.used_members.iter().any(|(_, n)| n == name),
            "variable" => self.used.contains(name) || self.used_members.iter().any(|(_, n)| n == name),
            "spot" => {
                self.used.contains(name)
                    || self.out.zones.iter().any(
                        |z| matches!(z.holder, Holder::Spot(s) if self.out.spots[s.index()].name == *name),
                    )
            }
            _ => self.used.contains(name),
        }
    }

    /// What cards of a kind do never happens where there are no such cards.
    fn kinds_without_cards(&mut self) {
        let mut some = vec![false; self.raw.kinds.len()];
        self.design_kinds.iter().flatten().for_each(|kind| some[kind.index()] = true);
        for (kind, some) in self.raw.kinds.iter().zip(some) {
            if some || kind.abilities.is_empty() {
                continue;
            }
            let message =
                format!("no card is of the kind `{}`, so its abilities do nothing", kind.name.value);
            let problem = Diagnostic::new(Code::Unused, kind.name.span, message);
            self.report(problem.help("add cards of this kind, or leave the abilities out"));
        }
    }

    /// A timing step to which no card reacts does nothing.
    fn unheard_steps(&mut self) {
        for (i, steps) in self.raw.steps.iter().enumerate() {
            for (j, (step, _)) in steps.order.iter().enumerate() {
                let event: EventId = self.out.steps[i].order[j].0;
                if !self.heard.contains(&event) {
                    self.problems.push(
                        Diagnostic::new(
                            Code::Unused,
                            step.span,
                            format!("no card reacts to the step `{}.{}`", steps.name.value, step.value),
                        )
                        .help("leave it out, or give a card an ability for it"),
                    );
                }
            }
        }
    }

    /// Fields and properties.
    fn unused_members(&mut self) {
        let kinds = self.raw.kinds.iter();
        let fields = kinds.clone().flat_map(|k| k.fields.iter().map(|(name, _)| ("field", name)));
        let properties = kinds.flat_map(|k| k.properties.iter().map(|p| ("property", &p.name)));
        for (what, name) in fields.chain(properties).collect::<Vec<_>>() {
            if !self.used_members.iter().any(|(_, n)| *n == name.value) {
                self.report(
                    Diagnostic::new(
                        Code::Unused,
                        name.span,
                        format!("nothing uses the {what} `{}`", name.value),
                    )
                    .help("leave it out, or use it"),
                );
            }
        }
    }
}
