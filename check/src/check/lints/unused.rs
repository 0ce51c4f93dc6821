//! Reports unused definitions.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::suggest::closest;

use crate::check::review::Review;
use crate::hir::ModifierDef;
use crate::ids::{EnumId, EventId};
use crate::load::raw::{Name, RawProperty};
use crate::resolve::{Definition, Target, TargetProperty};

impl Review<'_> {
    /// Reports unused definitions of an overlay that are named similarly to another: patches with a misspelt
    /// name.
    pub(in crate::check) fn patches_of_nothing(&mut self, unused: &[Definition]) {
        let mut patches = Vec::new();
        for added in unused.iter().filter(|d| self.raw.overlays.contains(&d.place.file)) {
            let what = added.target.kind();
            let others = self.names.draft.definitions().iter();
            let others =
                others.filter(|d| is_alike(d.target, added.target) && d.place.file != added.place.file);
            let Some(near) = closest(&added.name, others.map(|d| d.name.as_str())) else { continue };
            let message = format!("this changes nothing: there is no {what} `{}`", added.name);
            let problem = Diagnostic::new(Code::PatchMatchesNothing, added.place, message);
            patches.push(problem.means(&added.name, near));
        }
        self.problems.patches.append(&mut patches);
    }

    pub(in crate::check) fn unused(&mut self, unused: &[Definition]) {
        for definition in unused {
            let message = self.unused_message(definition);
            let problem = Diagnostic::new(Code::Unused, definition.place, message);
            self.report(problem.help("leave it out, or use it"));
        }
        self.kinds_without_cards();
        self.steps_without_listeners();
        self.unused_stages();
    }

    /// Returns the unused definitions that should be used. `read` contains the read targets, sorted.
    pub(in crate::check) fn unused_definitions(&self, read: &[Target]) -> Vec<Definition> {
        let definitions = self.names.draft.definitions().iter();
        definitions.filter(|definition| !self.is_used(definition.target, read)).cloned().collect()
    }

    /// Reports used enums without values.
    pub(in crate::check) fn empty_enums(&mut self, unused: &[Definition]) {
        for (i, def) in self.raw.enums.iter().enumerate().filter(|(_, def)| def.values.is_empty()) {
            let id = Target::Enum(EnumId::new(i));
            if unused.iter().all(|definition| definition.target != id) {
                let message = format!("`{}` has no values", def.name.value);
                self.report(Diagnostic::new(Code::OutOfRange, def.name.span, message));
            }
        }
    }

    fn unused_message(&self, definition: &Definition) -> String {
        let (what, name) = (definition.target.kind(), &definition.name);
        let is_read = matches!(definition.target, Target::Var(_) | Target::Property(_));
        let verb = if is_read { "reads" } else { "uses" };
        let Target::Event(id) = definition.target else {
            return format!("nothing {verb} the {what} `{name}`");
        };
        match self.events.emitted.contains(&id) {
            true => format!("no card reacts to the event `{name}`"),
            false => format!("nothing emits the event `{name}`"),
        }
    }

    /// Returns true if a target is used, or may remain unused.
    fn is_used(&self, target: Target, used: &[Target]) -> bool {
        if !target.is(TargetProperty::Wanted) {
            return true;
        }
        // steps are reported separately
        if let Target::Event(id) = target {
            let emits = || self.events.emitted.contains(&id) && self.events.listened.contains(&id);
            return id.index() >= self.raw.events.len() || emits();
        }
        let is_word_used = |id: EnumId| {
            let word = used.partition_point(|one| *one < Target::EnumWord(id, 0));
            used.get(word).is_some_and(|one| matches!(one, Target::EnumWord(of, _) if *of == id))
        };
        is_in(used, target) || matches!(target, Target::Enum(id) if is_word_used(id))
    }

    /// Warns of kinds with abilities but without cards.
    fn kinds_without_cards(&mut self) {
        let mut some = vec![false; self.raw.kinds.len()];
        self.designs.kinds.iter().flatten().for_each(|kind| some[kind.index()] = true);
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

    /// Warns of timing steps without reactions.
    fn steps_without_listeners(&mut self) {
        for (i, steps) in self.raw.steps.iter().enumerate() {
            for (j, (step, _)) in steps.order.iter().enumerate() {
                let event: EventId = self.out.steps[i].order[j].0;
                if !self.events.listened.contains(&event) {
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
}

impl Review<'_> {
    /// Warns of stages without modifiers. If no stage of a property is used, they may be intended for
    /// variants.
    fn unused_stages(&mut self) {
        let properties = self.raw.kinds.iter().flat_map(|kind| &kind.properties).enumerate();
        let is_used = |property: usize, stage: usize| {
            let is_here = |m: &ModifierDef| m.property.index() == property && usize::from(m.stage) == stage;
            self.out.modifiers.iter().any(is_here)
        };
        let some_used = |i: usize, property: &RawProperty| (0..property.stages.len()).any(|j| is_used(i, j));
        let properties = properties.filter(|(i, property)| some_used(*i, property));
        let stages = properties.flat_map(|(i, property)| {
            let stages = property.stages.iter().enumerate();
            stages.filter(move |(j, _)| !is_used(i, *j)).map(move |(_, stage)| (property, stage))
        });
        let problem = |(property, stage): (&RawProperty, &Name)| {
            let message =
                format!("nothing modifies `{}` in the stage `{}`", property.name.value, stage.value);
            let problem = Diagnostic::new(Code::Unused, stage.span, message);
            problem.help("leave it out, or give a card an ability for it")
        };
        let problems: Vec<Diagnostic> = stages.map(problem).collect();
        self.problems.extend(problems);
    }
}

pub(in crate::check) fn is_in(sorted: &[Target], target: Target) -> bool {
    sorted.binary_search(&target).is_ok()
}

/// Returns true if two targets are of the same type.
fn is_alike(a: Target, b: Target) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}
