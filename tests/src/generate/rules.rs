//! Generates a whole ruleset: declarations and the rules of each part.

use super::cards::{cards, kinds};
use super::dice::Dice;
use super::scope::{ALL, Local, Scope};
use super::stmt::Lines;
use super::text::Text;
use super::value::Writer;
use super::world::*;

/// Writes the text of a ruleset of one file.
pub fn write(world: &World, dice: &mut Dice) -> String {
    let mut writer = Writer { world, dice, scope: Scope::default(), names: 0, counters: 0 };
    let mut text = Text::default();
    text.line("format: 1");
    text.line(match world.seats {
        true => "game: { id: generated, players: 2..4, seats: [chair1, chair2, chair3, chair4] }",
        false => "game: { id: generated, players: 2..4 }",
    });
    if world.kinds.iter().any(|kind| kind.shipped) {
        text.line("use: [stripped, jokers]");
    }
    match &world.teams {
        Some(teams) if teams.named.is_empty() => text.line("teams: 2"),
        Some(teams) => text.below("teams", |text| {
            teams.named.iter().for_each(|(name, seats)| text.line(format!("{name}: {seats}")));
        }),
        None => {}
    }
    declared(world, &mut text);
    for section in [kinds, cards, steps, functions, procedures, actions, setup, phases, score] {
        section(&mut writer, &mut text);
    }
    state(&writer, &mut text);
    text.finish()
}

fn declared(world: &World, text: &mut Text) {
    text.below("options", |text| {
        (0..world.options)
            .for_each(|i| text.line(format!("option{i}: {{ type: int, default: 2, range: 0..3 }}")));
    });
    text.below("enums", |text| {
        let own = world.enums.iter().filter(|e| !e.shipped);
        own.for_each(|e| text.line(format!("{}: [{}]", e.name, e.words.join(", "))));
    });
    text.below("zones", |text| world.zones.iter().for_each(|zone| text.line(of_zone(world, zone))));
    text.below("tables", |text| {
        for table in &world.tables {
            let within = table.within.map(|words| rows(world, words, |i| i.to_string()));
            let rows = match &within {
                None => rows(world, table.words, |i| (i * i).to_string()),
                Some(within) => rows(world, table.words, |_| within.clone()),
            };
            text.line(format!("{}: {rows}", table.name));
        }
    });
    for (section, of) in [("events", &world.events), ("messages", &world.messages)] {
        text.below(section, |text| {
            of.iter().for_each(|s| text.line(format!("{}: {}", s.name, facts(world, s))));
        });
    }
}

/// Writes the rows of a table by words, or by 0 to 4.
fn rows(world: &World, words: Option<Ty>, row: impl Fn(usize) -> String) -> String {
    let words = words.map(|ty| world.words(ty).to_vec());
    let keys = words.unwrap_or_else(|| (0..5).map(|n| n.to_string()).collect());
    let lacks = keys.len().is_multiple_of(2);
    let rows = keys.iter().enumerate().map(|(i, key)| format!("{key}: {}", row(i)));
    let other = lacks.then(|| "else: 7".to_owned());
    format!("{{ {} }}", rows.skip(usize::from(lacks)).chain(other).collect::<Vec<_>>().join(", "))
}

/// Writes the facts of an event or message; the last one may be changing.
fn facts(world: &World, of: &Signature) -> String {
    let written = params(world, of);
    match (of.giving, written.rfind(": ")) {
        (Some(_), Some(at)) => format!("{}: changing {}", &written[..at], &written[at + 2..]),
        _ => written,
    }
}

fn params(world: &World, of: &Signature) -> String {
    let all = of.params.iter().map(|(name, ty)| format!("{name}: {}", world.word(*ty)));
    let list = of.list.iter().map(|(name, ty)| format!("{name}: list of {}", world.word(*ty)));
    format!("{{ {} }}", all.chain(list).collect::<Vec<_>>().join(", "))
}

fn of_zone(world: &World, zone: &Zone) -> String {
    let per: Vec<String> =
        [zone.holder.ty(), zone.per].into_iter().flatten().map(|ty| world.word(ty)).collect();
    let per = match &per[..] {
        [] => String::new(),
        [one] => format!("per: {one}, "),
        both => format!("per: [{}], ", both.join(", ")),
    };
    let max = zone.max.map(|max| format!(", max: {max}")).unwrap_or_default();
    let holds: Vec<&str> = zone.holds.iter().map(|kind| world.kinds[*kind].name.as_str()).collect();
    let (holds, ordered) = (holds.join(", "), zone.ordered);
    format!("{}: {{ {per}holds: [{holds}], sees: {}, ordered: {ordered}{max} }}", zone.name, zone.sees)
}

/// Writes the variables of a holder.
pub fn variables(world: &World, holder: Holder, text: &mut Text) {
    for member in world.members.iter().filter(|member| member.holder == holder) {
        let Sort::Variable { rest, owner_sees } = &member.sort else { continue };
        let is = format!("{}{rest}", world.type_name(member));
        let range = if member.ty == Ty::Int { ", in: 0..9" } else { "" };
        match *owner_sees && !rest.contains("by name") {
            true => text.line(format!("{}: {{ is: \"{is}\", sees: owner{range} }}", member.name)),
            false => text.line(format!("{}: \"{is}\"", member.name)),
        }
    }
}

fn state(writer: &Writer<'_>, text: &mut Text) {
    let world = writer.world;
    text.below("state", |text| {
        text.below("game", |text| {
            variables(world, Holder::Game, text);
            (1..=writer.counters).for_each(|i| text.line(format!("counter{i}: int for game")));
        });
        text.below("player", |text| variables(world, Holder::Player, text));
        if let Some(teams) = &world.teams {
            text.below("team", |text| variables(world, Holder::Spot(teams.spot), text));
        }
    });
    text.below("spots", |text| {
        for (i, spot) in world.spots.iter().enumerate().filter(|(i, _)| !world.is_teams(*i)) {
            let shape = if spot.ring { "ring" } else { "line" };
            text.below(&spot.name, |text| {
                text.line(match spot.names.is_empty() {
                    true => format!("count: {}", spot.count),
                    false => format!("names: [{}]", spot.names.join(", ")),
                });
                text.line(format!("shape: {}", if spot.columns.is_some() { "grid" } else { shape }));
                spot.columns.iter().for_each(|columns| text.line(format!("columns: {columns}")));
                text.below("state", |text| variables(world, Holder::Spot(i), text));
            });
        }
    });
}

/// Writes lists of steps; some steps have a condition.
fn steps(writer: &mut Writer<'_>, text: &mut Text) {
    let world = writer.world;
    text.below("steps", |text| {
        for steps in &world.steps {
            text.below(&steps.name, |text| {
                text.line(format!("with: {}", params(world, steps)));
                text.below("order", |text| {
                    steps.steps.iter().for_each(|name| step(writer, steps, name, text))
                });
            });
        }
    });
}

fn step(writer: &mut Writer<'_>, steps: &Signature, name: &str, text: &mut Text) {
    if writer.dice.percent(60) {
        return text.line(format!("- {name}"));
    }
    writer.scope = Scope::value(false, ALL).with_all(&steps.params);
    let test = writer.truth(2);
    text.line(format!("- {{ {name}: \"{test}\" }}"));
}

fn functions(writer: &mut Writer<'_>, text: &mut Text) {
    let world = writer.world;
    text.below("functions", |text| {
        for function in &world.functions {
            writer.scope = Scope::value(function.me, function.rank).with_params(function);
            // long functions are called, short ones are inlined
            let depth = if writer.dice.percent(25) { 5 } else { 3 };
            let lines = writer.dice.percent(40);
            let typed = writer.dice.percent(50);
            let body = if lines { writer.lines(function) } else { Vec::new() };
            let value = match function.many {
                true => writer.list_of(function.gives, depth),
                false => writer.value(function.gives, depth),
            };
            text.below(&function.name, |text| {
                text.line(format!("with: {}", params(world, function)));
                match lines {
                    true if typed => text.line(format!("gives: {}", world.given(function))),
                    true => {}
                    false => return text.value("is", &value),
                }
                text.effect("is", body);
            });
        }
        text.below("deeper", |text| {
            text.line(format!("with: {{ deeper_n: int, deeper_cards: list of {} }}", world.kinds[0].name));
            text.effect("is", deeper(writer));
        });
    });
}

/// Writes a recursive function that returns a list of cards.
fn deeper(writer: &mut Writer<'_>) -> Lines {
    let card = Ty::Card(Some(0));
    let list = Local { list: true, ..Local::new("deeper_cards", card) };
    writer.scope = Scope::value(false, 0).with("deeper_n", Ty::Int);
    writer.scope.locals.push(list.clone());
    let mut lines = super::stmt::block("if deeper_n < 1", vec!["give deeper_cards".to_owned()]);
    let (rest, more) = (writer.list_of(card, 1), writer.list_of(card, 1));
    lines.push(format!("let deeper_rest = {rest}"));
    writer.scope.locals.push(Local { name: "deeper_rest".to_owned(), ..list });
    lines.extend(super::stmt::block(&format!("if {}", writer.truth(1)), vec!["give []".to_owned()]));
    let (joined, of) = (*writer.dice.pick(&["+", "-"]), "deeper(deeper_n - 1, deeper_rest)");
    lines.push(match writer.dice.percent(50) {
        true => format!("give {of} {joined} ({more})"),
        false => format!("give first([{of}, deeper_cards, {of}]) default ({more})"),
    });
    lines
}

fn procedures(writer: &mut Writer<'_>, text: &mut Text) {
    let world = writer.world;
    text.below("procedures", |text| {
        for procedure in &world.procedures {
            let scope = Scope { above: procedure.rank + 1, ..Scope::effect(procedure.me) };
            writer.scope = scope.with_params(procedure);
            writer.scope.gives = procedure.giving.map(|_| procedure.clone());
            let mut body = writer.few_statements(2);
            if procedure.giving == Some(false) {
                body.extend(writer.give());
            }
            text.below(&procedure.name, |text| {
                text.line(format!("with: {}", params(world, procedure)));
                if procedure.giving.is_some() {
                    text.line(format!("gives: \"{}\"", world.given(procedure)));
                }
                text.effect("do", body);
            });
        }
        text.below("again", |text| {
            text.line("with: { again_n: int }");
            text.effect("do", again(writer));
        });
    });
}

/// Writes the body of a recursive procedure.
fn again(writer: &mut Writer<'_>) -> Lines {
    writer.scope = Scope { above: 1, loops: 2, ..Scope::effect(false) }.with("again_n", Ty::Int);
    let mut body = writer.body(1, 0);
    body.push("do again(again_n - 1)".to_owned());
    super::stmt::block("if again_n > 0", body)
}

fn actions(writer: &mut Writer<'_>, text: &mut Text) {
    let world = writer.world;
    text.below("actions", |text| {
        for window in &world.windows {
            let actions = writer.dice.between(1, 3);
            text.below(window, |text| (0..actions).for_each(|i| action(writer, i == 0, text)));
        }
    });
}

/// Writes an action. The first action of a window is mostly available in any position.
fn action(writer: &mut Writer<'_>, first: bool, text: &mut Text) {
    let name = writer.fresh("action");
    writer.scope = Scope { computed: ALL, score: true, me: true, ..Scope::default() };
    let plain = first && writer.dice.percent(85);
    text.below(&name, |text| {
        let targets = if plain { 0 } else { writer.dice.below(3) };
        text.below("with", |text| (0..targets).for_each(|_| target(writer, text)));
        if !plain && writer.dice.percent(60) {
            let test = writer.truth(2);
            text.value("when", &test);
        }
        let body = writer.few_statements(1);
        text.effect("do", body);
    });
}

pub(super) fn target(writer: &mut Writer<'_>, text: &mut Text) {
    let (query, name) = (writer.some_query(2), writer.fresh("t"));
    text.value(&name, &query.text);
    writer.scope.locals.push(Local::new(name, query.ty));
}

fn setup(writer: &mut Writer<'_>, text: &mut Text) {
    writer.scope = Scope::effect(false);
    let mut lines = vec!["move card to zone0".to_owned(), "shuffle zone0".to_owned()];
    let hand = writer.dice.below(5);
    lines.push(format!("for player {{ draw {hand} from zone0 to it.zone1 }}"));
    // no generated game has so many players
    lines.extend(
        writer.world.eliminates.iter().map(|lasts| format!("eliminate player where seat > 4{lasts}")),
    );
    lines.extend(writer.few_statements(1));
    text.effect("setup", lines);
}

/// Writes a repeated phase, which contains one for each player, and possibly a last phase.
fn phases(writer: &mut Writer<'_>, text: &mut Text) {
    let phases = writer.world.phases.clone();
    text.below("phases", |text| {
        text.below(&phases[0], |text| {
            let rounds = writer.dice.between(1, 3);
            text.line(format!("repeat: {rounds}"));
            phase_body(writer, "do", false, 2, text);
            text.below("phases", |text| text.below(&phases[1], |text| turn(writer, text)));
        });
        if let Some(last) = phases.get(2) {
            text.below(last, |text| at_the_end(writer, text));
        }
    });
}

fn phase_body(writer: &mut Writer<'_>, key: &str, me: bool, most: usize, text: &mut Text) {
    writer.scope = Scope { windows: true, ..Scope::effect(me) };
    let statements = writer.dice.between(1, most);
    let body = writer.body(statements, 2);
    text.effect(key, body);
}

fn turn(writer: &mut Writer<'_>, text: &mut Text) {
    writer.scope = Scope::effect(false);
    let each = match writer.dice.below(3) {
        0 => "player".to_owned(),
        1 => "player from seat(2)".to_owned(),
        _ => writer.query(Ty::Player, 1).expect("there are players").text,
    };
    text.value("each", &each);
    if writer.dice.percent(20) {
        let test = writer.truth(2);
        text.value("when", &test);
    }
    phase_body(writer, "do", true, 6, text);
    if writer.dice.percent(14) {
        let trap = writer.trap();
        text.more(trap);
    }
    if writer.dice.percent(40) {
        phase_body(writer, "end", true, 2, text);
    }
}

/// Writes a phase repeated by a test, with or without an active player.
fn at_the_end(writer: &mut Writer<'_>, text: &mut Text) {
    let (counter, me) = (writer.counter(), writer.dice.percent(70));
    writer.scope = Scope::effect(false);
    let test = writer.truth(1);
    match writer.dice.percent(50) {
        true => text.value("until", &format!("{counter} > 2 or {test}")),
        false => text.value("while", &format!("{counter} < 3 and {test}")),
    }
    if me {
        let active = writer.value(Ty::Player, 1);
        text.value("active", &active);
    }
    // without an active player, `me` requires a test
    let nobody = !me && writer.dice.percent(30);
    writer.scope = Scope { windows: true, ..Scope::effect(me || nobody) };
    let mut body = vec![format!("set {counter} = {counter} + 1")];
    let statements = writer.few_statements(2);
    match nobody {
        true => {
            body.push(format!("if {counter} > 0 {{"));
            body.extend(statements.into_iter().map(|line| format!("  {line}")));
            body.push("}".to_owned());
        }
        false => body.extend(statements),
    }
    text.effect("do", body);
}

fn score(writer: &mut Writer<'_>, text: &mut Text) {
    let scope = Scope::value(false, ALL).with("player", Ty::Player);
    let number = |writer: &mut Writer<'_>, ty: Ty| {
        writer.scope = scope.clone();
        writer.value(ty, 3)
    };
    let ty = if writer.world.decimal_score { Ty::Decimal } else { Ty::Int };
    let (lowest, won) = (writer.world.lowest, writer.world.won);
    // unless the score is read, it may be omitted
    let reads = text.has(".score");
    text.below("score", |text| {
        let total = number(writer, ty);
        if won {
            writer.scope = scope.clone();
            let won = writer.truth(3);
            text.value("won", &won);
        }
        if !won || reads || writer.dice.percent(70) {
            text.value("total", &total);
            if writer.world.sheet {
                text.line(format!("sheet: {}", writer.dice.pick(&writer.world.phases)));
            }
        }
        if lowest {
            text.line("wins: lowest");
        }
        let line = number(writer, Ty::Int);
        text.below("lines", |text| text.value("line0", &line));
        if writer.dice.percent(50) && !won {
            let tie = number(writer, Ty::Int);
            text.line(format!("ties: [\"{tie}\"]"));
        }
    });
    let counted = number(writer, Ty::Int);
    text.below("statistics", |text| text.value("statistic0", &counted));
}
