//! Declaration of names: assigns ids to all globally named items.

use ludex_grammar::diagnostic::Diagnostic;

use super::{Names, Symbol, Target};
use crate::ids::*;
use crate::load::raw::{Name, RawOptionType, RawPhase, RawRuleset};

/// Collects all phases with their parents, parents first.
pub fn flatten<'a>(
    phases: &'a [RawPhase],
    parent: Option<PhaseId>,
    out: &mut Vec<(&'a RawPhase, Option<PhaseId>)>,
) {
    for phase in phases {
        let id = PhaseId::new(out.len());
        out.push((phase, parent));
        flatten(&phase.phases, Some(id), out);
    }
}

/// Declares all names, except those that depend on types: zones, variables, members, events.
pub fn declare(raw: &RawRuleset, problems: &mut Vec<Diagnostic>) -> Names {
    let mut names = Names::default();
    names.lost.clone_from(&raw.lost);
    options_and_enums(raw, &mut names, problems);
    things(raw, &mut names, problems);
    let mut phases = Vec::new();
    flatten(&raw.phases, None, &mut phases);
    for (i, (phase, _)) in phases.iter().enumerate() {
        names.define_global(&phase.name, Symbol::Phase(PhaseId::new(i)), problems);
        names.phases.insert(phase.name.value.clone(), PhaseId::new(i));
    }
    after_verbs(raw, &mut names);
    in_texts(raw, &mut names);
    names
}

/// Declares options and enums. Enums have lower ids than the enums of options.
fn options_and_enums(raw: &RawRuleset, names: &mut Names, problems: &mut Vec<Diagnostic>) {
    for (i, option) in raw.options.iter().enumerate() {
        names.define_global(&option.name, Symbol::Option(OptionId::new(i)), problems);
    }
    for (i, item) in raw.enums.iter().enumerate() {
        let id = EnumId::new(i);
        if item.of_grid {
            names.define_unwritten(&item.name, Symbol::Enum(id), problems);
            for (i, value) in item.values.iter().enumerate() {
                names.define_unwritten(value, Symbol::EnumWord(id, i as u16), problems);
            }
            continue;
        }
        names.define_global(&item.name, Symbol::Enum(id), problems);
        words(id, &item.values, names, problems);
    }
    let choices = raw.options.iter().filter_map(|option| match &option.ty {
        RawOptionType::Choice { values, .. } => Some(values),
        RawOptionType::Bool { .. } | RawOptionType::Int { .. } => None,
    });
    for (i, values) in choices.enumerate() {
        words(EnumId::new(raw.enums.len() + i), values, names, problems);
    }
}

fn words(id: EnumId, values: &[Name], names: &mut Names, problems: &mut Vec<Diagnostic>) {
    for (i, value) in values.iter().enumerate() {
        names.define_global(value, Symbol::EnumWord(id, i as u16), problems);
    }
}

fn things(raw: &RawRuleset, names: &mut Names, problems: &mut Vec<Diagnostic>) {
    for (i, kind) in raw.kinds.iter().enumerate() {
        names.define_global(&kind.name, Symbol::Kind(KindId::new(i)), problems);
    }
    for (i, spot) in raw.spots.iter().enumerate() {
        let id = SpotId::new(i);
        match spot.is_teams {
            true => names.define_unwritten(&spot.name, Symbol::Spot(id), problems),
            false => names.define_global(&spot.name, Symbol::Spot(id), problems),
        }
        for (word, name) in spot.words.iter().enumerate() {
            names.define_global(name, Symbol::SpotWord(id, word as u16), problems);
        }
    }
    for (i, card) in raw.cards.iter().enumerate() {
        names.define_global(&card.name, Symbol::Design(DesignId::new(i)), problems);
    }
    for (i, table) in raw.tables.iter().enumerate() {
        names.define_global(&table.name, Symbol::Table(TableId::new(i)), problems);
    }
    for (i, function) in raw.functions.iter().enumerate() {
        names.define_global(&function.name, Symbol::Function(FunctionId::new(i)), problems);
    }
}

/// Declares names that are used only after a verb, so they may coincide with other names.
fn after_verbs(raw: &RawRuleset, names: &mut Names) {
    for (i, procedure) in raw.procedures.iter().enumerate() {
        names.procedures.insert(procedure.name.value.clone(), ProcedureId::new(i));
        if !procedure.is_part {
            define(names, Target::Procedure(ProcedureId::new(i)), &procedure.name);
        }
    }
    for (i, window) in raw.windows.iter().enumerate() {
        let id = WindowId::new(i);
        names.windows.insert(window.name.value.clone(), id);
        define(names, Target::Window(id), &window.name);
        for (j, action) in window.actions.iter().enumerate() {
            define(names, Target::Action(id, j as u16), &action.name);
        }
    }
    for (i, message) in raw.messages.iter().enumerate() {
        names.messages.insert(message.name.value.clone(), MessageId::new(i));
        define(names, Target::Message(MessageId::new(i)), &message.name);
    }
    for (i, steps) in raw.steps.iter().enumerate() {
        names.steps.insert(steps.name.value.clone(), StepsId::new(i));
        define(names, Target::Steps(StepsId::new(i)), &steps.name);
    }
}

/// Declares names that are used only in texts and scenarios.
fn in_texts(raw: &RawRuleset, names: &mut Names) {
    for (i, seat) in raw.game.iter().flat_map(|game| &game.seats).enumerate() {
        define(names, Target::Seat(i as u8), seat);
    }
    for (i, (line, _)) in raw.score.iter().flat_map(|score| &score.lines).enumerate() {
        define(names, Target::ScoreLine(i as u16), line);
    }
}

fn define(names: &mut Names, target: Target, name: &Name) {
    names.draft.define(target, &name.value, name.span);
}
