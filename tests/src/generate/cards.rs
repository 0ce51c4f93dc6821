//! Generates kinds and cards: printed fields, variables, properties, and abilities.

use super::rules::{target, variables};
use super::scope::{ALL, Scope};
use super::text::Text;
use super::value::Writer;
use super::world::*;

/// Writes the kinds, with the abilities of all their cards.
pub fn kinds(writer: &mut Writer<'_>, text: &mut Text) {
    let world = writer.world;
    text.below("kinds", |text| {
        for (i, kind) in world.kinds.iter().enumerate() {
            text.below(&kind.name, |text| of_kind(writer, i, kind, text));
        }
    });
}

fn of_kind(writer: &mut Writer<'_>, kind: usize, declared: &Kind, text: &mut Text) {
    let world = writer.world;
    let own: Vec<&Member> = world.members.iter().filter(|m| m.holder == Holder::Kind(kind)).collect();
    if declared.per_player {
        text.line("per: player");
    }
    text.below("fields", |text| {
        let fields = own.iter().filter(|member| matches!(member.sort, Sort::Field) && !declared.shipped);
        for field in fields {
            let default = default(writer, field);
            text.line(format!("{}: \"{}{default}\"", field.name, world.type_name(field)));
        }
    });
    text.below("state", |text| variables(world, Holder::Kind(kind), text));
    text.below("properties", |text| own.iter().for_each(|member| property(writer, member, kind, text)));
    if writer.dice.percent(20) {
        let zone = writer.dice.below(world.zones.len());
        text.line(format!(
            "in_play: [zone0, zone1{}]",
            if zone > 1 { format!(", zone{zone}") } else { String::new() }
        ));
    }
    if writer.dice.percent(15) {
        writer.scope = Scope::value(false, ALL).with_self(kind);
        let active = writer.truth(2);
        text.value("active", &active);
    }
    abilities(writer, kind, 15, text);
}

/// Writes the default of a printed field, if any.
fn default(writer: &mut Writer<'_>, field: &Member) -> String {
    if !writer.world.defaults || !field.has_default() {
        return String::new();
    }
    let value = printed_value(writer, field.per.unwrap_or(field.ty));
    if field.is_set() { format!(" = [{value}]") } else { format!(" = {value}") }
}

fn property(writer: &mut Writer<'_>, member: &Member, kind: usize, text: &mut Text) {
    let Sort::Property { stages, rank } = &member.sort else { return };
    writer.scope = Scope::value(false, *rank).with_self(kind);
    let value = writer.value(member.ty, 3);
    let base = match member.optional {
        true => format!("(if {} then nothing else {value})", writer.truth(1)),
        false => value,
    };
    let stages = stages.join(", ");
    text.below(&member.name, |text| {
        text.value("base", &base);
        text.line(format!("stages: [{stages}]"));
    });
}

/// Writes the cards, with the abilities of each.
pub fn cards(writer: &mut Writer<'_>, text: &mut Text) {
    let world = writer.world;
    text.below("cards", |text| {
        for design in &world.designs {
            text.below(&design.name, |text| {
                if !world.kinds[design.kind].shipped {
                    text.line(format!("kind: {}", world.kinds[design.kind].name));
                    text.line(format!("copies: {}", design.copies));
                    printed(writer, design.kind, text);
                }
                abilities(writer, design.kind, 45, text);
            });
        }
    });
}

fn printed(writer: &mut Writer<'_>, kind: usize, text: &mut Text) {
    let world = writer.world;
    let fields =
        world.members.iter().filter(|m| m.holder == Holder::Kind(kind) && matches!(m.sort, Sort::Field));
    for field in fields {
        let may_lack = field.optional || world.defaults && field.has_default();
        if may_lack && writer.dice.percent(40) {
            continue;
        }
        if let Some(key) = field.per {
            let word = if let Ty::Enum(i) = key {
                writer.dice.pick(&world.enums[i].words).clone()
            } else {
                "2".to_owned()
            };
            if field.is_set() && matches!(key, Ty::Enum(_)) && writer.dice.percent(60) {
                text.line(format!("{}: [{word}]", field.name));
                continue;
            }
            let value = printed_value(writer, field.ty);
            text.line(format!("{}: {{ {word}: \"{value}\" }}", field.name));
            continue;
        }
        let value = printed_value(writer, field.ty);
        text.value(&field.name, &value);
    }
}

fn printed_value(writer: &mut Writer<'_>, ty: Ty) -> String {
    let world = writer.world;
    match ty {
        Ty::Decimal => format!("{}.{}", writer.dice.below(9), writer.dice.pick(&["0", "5", "25"])),
        Ty::Bool => writer.dice.pick(&["true", "false"]).to_string(),
        Ty::Enum(i) => writer.dice.pick(&world.enums[i].words).clone(),
        Ty::Name(kind) => writer.card_id(kind),
        Ty::Player => format!("seat({})", writer.dice.between(1, 2)),
        Ty::Spot(i) => format!("{}({})", world.spots[i].name, writer.dice.between(1, 2)),
        Ty::Int | Ty::Card(_) => number(writer),
    }
}

fn number(writer: &mut Writer<'_>) -> String {
    match writer.dice.below(25) {
        0 => "2000000000".to_owned(),
        1 => "-3".to_owned(),
        2 if writer.world.options > 0 => "option0 + 1".to_owned(),
        _ => writer.dice.below(13).to_string(),
    }
}

/// Writes a listener, a modifier and an action, each with a probability in percent.
fn abilities(writer: &mut Writer<'_>, kind: usize, percent: usize, text: &mut Text) {
    if writer.dice.percent(percent) {
        reaction(writer, kind, text);
    }
    if writer.dice.percent(percent) {
        modifier(writer, kind, text);
    }
    // separate dice, so that texts generated before card actions existed stay the same
    let dice = writer.dice.clone();
    if writer.dice.percent(percent) {
        card_action(writer, kind, text);
    }
    *writer.dice = dice;
}

/// Writes a card action in one of the windows.
fn card_action(writer: &mut Writer<'_>, kind: usize, text: &mut Text) {
    let Some(window) = writer.dice.any(&writer.world.windows) else { return };
    let key = format!("action {window}.{}", writer.fresh("action"));
    writer.scope = Scope { score: true, ..Scope::value(true, ALL) }.with_self(kind);
    text.below(&key, |text| {
        where_it_works(writer, kind, 40, text);
        let targets = writer.dice.below(3);
        text.below("with", |text| (0..targets).for_each(|_| target(writer, text)));
        if writer.dice.percent(60) {
            let test = writer.truth(2);
            text.value("when", &test);
        }
        let body = writer.few_statements(1);
        text.effect("do", body);
    });
}

/// Writes, with a probability in percent, the zones in which an ability works.
fn where_it_works(writer: &mut Writer<'_>, kind: usize, percent: usize, text: &mut Text) {
    let holding = writer.world.zones.iter().filter(|zone| zone.holds.contains(&kind));
    let names: Vec<&str> = holding.map(|zone| zone.name.as_str()).collect();
    if writer.dice.percent(percent) {
        let some = names[..writer.dice.between(1, names.len())].join(", ");
        text.line(format!("in_play: [{some}]"));
    }
}

/// An event for listeners: its name, facts, rank, and true if its last fact may be changed.
type Event = (String, Vec<(String, Ty)>, usize, bool);

fn events(world: &World) -> Vec<Event> {
    let declared =
        world.events.iter().map(|e| (e.name.clone(), e.params.clone(), e.rank, e.giving.is_some()));
    let mut events: Vec<Event> = declared.collect();
    for steps in &world.steps {
        let step =
            |step: &String| (format!("{}.{step}", steps.name), steps.params.clone(), steps.rank, false);
        events.extend(steps.steps.iter().map(step));
    }
    let of_phase =
        |phase: &String| ["begins", "ends"].map(|edge| (format!("{phase}.{edge}"), Vec::new(), 0, false));
    events.extend(world.phases.iter().flat_map(of_phase));
    events
}

fn reaction(writer: &mut Writer<'_>, kind: usize, text: &mut Text) {
    let (name, params, rank, changing) = writer.dice.pick(&events(writer.world)).clone();
    let about_card = matches!(params.first(), Some((_, Ty::Card(_))));
    let any = if about_card && writer.dice.percent(60) { "any " } else { "" };
    writer.scope = Scope { above: rank + 1, ..Scope::effect(false) }.with_self(kind).with_all(&params);
    if let (Some(fact), true) = (writer.scope.locals.last_mut(), changing) {
        fact.begins = true;
    }
    let before = writer.scope.clone();
    let body = writer.few_statements(1);
    let key = format!("on {any}{name}");
    let dice = writer.dice.clone();
    match writer.dice.percent(70) {
        true => text.effect(&key, body),
        false => text.below(&key, |text| {
            where_it_works(writer, kind, 60, text);
            if writer.dice.percent(50) {
                writer.scope = Scope::value(false, ALL).with_self(kind);
                let test = writer.truth(2);
                text.value("when", &test);
            }
            if writer.dice.percent(50) {
                return text.effect("do", body);
            }
            // names defined in one part are unknown in the other
            writer.scope = before;
            let more = writer.few_statements(1);
            text.below("do", |text| {
                text.effect("first", body);
                text.effect("second", more);
            });
        }),
    }
    *writer.dice = dice;
}

fn modifier(writer: &mut Writer<'_>, kind: usize, text: &mut Text) {
    let world = writer.world;
    // a property of cards has the type of its base card, so a changed value might be of another type
    let of = world.members.iter().filter(|m| !matches!(m.ty, Ty::Card(_)));
    let of: Vec<(&Member, &Vec<String>, usize)> = of
        .filter_map(|m| {
            if let Sort::Property { stages, rank } = &m.sort { Some((m, stages, *rank)) } else { None }
        })
        .collect();
    let Some((property, stages, rank)) = writer.dice.any(&of) else { return };
    let Holder::Kind(target) = property.holder else { return };
    let others = target != kind || writer.dice.percent(50);
    // modifiers that read properties which they may modify recurse until they are too deep
    let computed = if writer.dice.percent(10) { ALL } else { rank };
    let scope = Scope { this: false, ..Scope::value(false, computed).with_self(kind) };
    text.below(&format!("modify {}", property.name), |text| {
        text.line(format!("stage: {}", writer.dice.pick(stages)));
        if others {
            writer.scope = Scope { this: true, ..scope.clone() };
            let of = writer.query(Ty::Card(Some(target)), 2).expect("cards can be asked for").text;
            text.value("of", &of);
        }
        if writer.dice.percent(40) {
            writer.scope = scope.clone();
            let test = writer.truth(2);
            text.value("while", &test);
        }
        writer.scope = scope.with("it", Ty::Card(Some(if others { target } else { kind })));
        let number = matches!(property.ty, Ty::Int | Ty::Decimal);
        let ops = ["set", "add", "add", "multiply", "at_least", "at_most"];
        let op = if number { *writer.dice.pick(&ops) } else { "set" };
        let value = if op == "multiply" { writer.value(Ty::Int, 1) } else { writer.value(property.ty, 2) };
        text.value(op, &value);
    });
}
