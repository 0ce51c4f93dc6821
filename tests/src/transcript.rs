//! Games as text.

use crate::inside::*;
use std::fmt::Write;
use std::sync::Arc;

use ludex::{Game, Viewer};
use ludex_check::hir::Holder;
use ludex_check::types::{Base, Type};
use ludex_grammar::source::Sources;
use ludex_run::play::{
    Chosen, Line, RecordedFact, card_text, seat_label, spot_label, value_label, zone_label,
};
use ludex_run::program::{ChoiceKind, NONE, Program};
use ludex_run::state::SeatSet;

use crate::rulesets::Picks;

/// Limit above the number of choices of any game.
pub const MOST_CHOICES: usize = 20_000;

/// Plays a game to its end with picks from a fixed sequence and writes all information that a spectator sees.
pub fn play(game: &mut Game, picks: &mut Picks) -> String {
    let mut out = String::new();
    let mut told = 0;
    loop {
        told = write_lines(game, told, &mut out);
        let Some(decision) = game.decision() else { break };
        assert!(game.choices() < MOST_CHOICES, "the game does not end");
        let labels = decision.labels();
        let pick = picks.below(labels.len());
        let who = seat_label(&game.program().checked, decision.player);
        let _ = writeln!(out, "  {who} {}: {} > {}", decision.name, labels.join(", "), labels[pick]);
        game.apply(pick).unwrap_or_else(|e| panic!("{e:?} after\n{out}"));
    }
    out.push_str(&standing(game));
    out
}

/// Writes the lines of the log after the first `told`. Returns the new number of lines.
pub fn write_lines(game: &Game, told: usize, out: &mut String) -> usize {
    for entry in &game.lines()[told..] {
        let _ = writeln!(out, "{}", line(game.program(), entry));
    }
    game.lines().len()
}

fn line(program: &Arc<Program>, entry: &Line) -> String {
    let checked = &program.checked;
    match entry {
        Line::Began { phase, number, active, .. } => {
            let active = active.map_or(String::new(), |seat| format!(" ({})", seat_label(checked, seat)));
            format!("-- {} {number}{active}", checked.phases[phase.index()].name)
        }
        Line::Said { message, facts } => {
            let message = &checked.messages[message.index()];
            let facts =
                facts.iter().zip(&message.params).map(|(fact, (_, ty))| fact_text(program, *ty, fact));
            format!("    {}({})", message.name, facts.collect::<Vec<_>>().join(", "))
        }
        Line::Scored(row) => format!("scored {}: {:?} after {:?}", row.number, row.totals, row.before),
        Line::Chose(chosen) => chosen_text(program, chosen),
    }
}

/// Returns the text of a pick without a message, and its destination if it was moved.
fn chosen_text(program: &Program, chosen: &Chosen) -> String {
    let op = &program.choices[chosen.choice.0 as usize];
    let decision = &program.checked.decisions[op.decision.index()];
    let picks = chosen.picks.iter().map(|(ty, pick)| fact_text(program, *ty, pick));
    let picks: Vec<String> = picks.collect();
    let pick = match op.kind {
        ChoiceKind::List(_) if !picks.is_empty() => picks.join(", "),
        ChoiceKind::Window(_) | ChoiceKind::List(_) | ChoiceKind::Modes(_) | ChoiceKind::YesNo => {
            value_label(program, op, chosen.value)
        }
    };
    let moved = chosen.moved.map(|(from, to)| [from, to].map(|zone| zone_label(program, zone)).join(" to "));
    let forced = if chosen.forced == SeatSet(0) { "" } else { ", not asked" };
    let moved = moved.map_or(String::new(), |moved| format!(", {moved}"));
    format!("    {} chose {decision}: {pick}{moved}{forced}", seat_label(&program.checked, chosen.player))
}

/// Returns a fact as a label; for cards also their face, and whether all players know them.
fn fact_text(program: &Program, ty: Type, fact: &RecordedFact) -> String {
    let text = value_text(program, ty, fact.value);
    if !ty.is_card() || fact.value < 0 {
        return text;
    }
    let seats = (0..program.players).filter(|seat| fact.known.contains(*seat)).count();
    let known = match seats {
        _ if fact.known == SeatSet::ALL || seats == usize::from(program.players) => "",
        0 => " [known to nobody]",
        _ => " [hidden]",
    };
    format!("{text}{known}")
}

/// Returns a value of a type as a label.
pub fn value_text(program: &Program, ty: Type, value: i32) -> String {
    let checked = &program.checked;
    match ty.base() {
        _ if value == NONE => "nothing".to_owned(),
        Base::Player => seat_label(checked, value as u8),
        Base::Spot(spot) => spot_label(checked, spot, value),
        Base::Card | Base::Kind(_) | Base::Design(_) => card_text(program, value as u16),
        Base::Enum(id) => checked.enums[id.index()].values[value as usize].clone(),
        Base::Name(_) => checked.designs[value as usize].name.clone(),
        Base::Bool => (value != 0).to_string(),
        Base::Decimal => decimal(value),
        _ => value.to_string(),
    }
}

fn decimal(value: i32) -> String {
    ludex::Amount { thousandths: i64::from(value) }.to_string()
}

/// Returns the cards in all zones, and the variables of the game and of players.
pub fn position(game: &Game) -> String {
    let mut out = "== position\n".to_owned();
    for zone in game.view(Viewer::Open).zones.iter().filter(|zone| !zone.cards.is_empty()) {
        let face = |up: bool| if up { "" } else { " (down)" };
        let cards =
            zone.cards.iter().filter_map(|view| Some(view.card.as_ref()?.name.clone() + face(view.up)));
        let _ = writeln!(out, "{}: {}", zone.zone.name, cards.collect::<Vec<_>>().join(", "));
    }
    for (v, var) in game.program().checked.vars.iter().enumerate() {
        let first = game.program().layout.vars[v] as usize;
        let cells = game.cells(None);
        let value = |at: usize| value_text(game.program(), var.ty, cells[first + at]);
        match var.holder {
            Holder::Game => out += &format!("{}: {}\n", var.name, value(0)),
            Holder::Player => {
                let values: Vec<String> = (0..game.players()).map(|seat| value(usize::from(seat))).collect();
                let _ = writeln!(out, "{}: {}", var.name, values.join(", "));
            }
            Holder::Spot(_) | Holder::Kind(_) | Holder::Design(_) => {}
        }
    }
    out
}

/// Returns scores with their lines, and the winners.
pub fn standing(game: &Game) -> String {
    let checked = &game.program().checked;
    let mut out = format!("== after {} choices\n", game.choices());
    for player in 0..game.players() {
        let score = game.score(player);
        let lines = score.lines.iter().map(|(name, amount)| format!("{name} {amount}"));
        let lines: Vec<String> = lines.collect();
        let _ = writeln!(out, "{}: {} ({})", seat_label(checked, player), score.total, lines.join(", "));
    }
    let winners = game.winners().into_iter().map(|seat| seat_label(checked, seat));
    let _ = writeln!(out, "wins: {}", winners.collect::<Vec<_>>().join(", "));
    out
}

/// Returns a fault with its source location: `place: message`, then the line.
pub fn fault_text(game: &Game, sources: &Sources) -> String {
    let Some(fault) = game.fault() else { return "no fault".to_owned() };
    let span = fault.place.map(|place| place.span).unwrap_or_default();
    let (line, _) = sources.line_col(span);
    let text = sources.get(span.file).text.lines().nth(line as usize - 1).unwrap_or("");
    let under = sources.slice(span).lines().next().unwrap_or("");
    format!(
        "{}: {:?}: {}\n    {}\nmarked: {under}\n",
        sources.place(span),
        fault.kind,
        fault.message,
        text.trim()
    )
}
