//! The sections `phases:`, `score:`, `statistics:` and `bot:`.

use std::collections::BTreeMap;

use ludex_grammar::ast::Expr;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;
use ludex_grammar::yaml::Node;

use super::keys::{ExtraKeys, Form, KeyCount, KeyNames, RecordKeys, may, words};
use super::names::{check_name, shorten};
use super::raw::{Goal, Name, RawBot, RawPhase, RawScore};
use super::reader::{Entry, MAX_ITEMS, Owner, Reader};

static PHASE: RecordKeys = RecordKeys {
    what: "a phase",
    keys: &[
        may("when", Form::Expression, "the phase is skipped unless this holds"),
        may("repeat", Form::Expression, "so many iterations"),
        may("each", Form::Query, "one iteration for each of these players, as the active player"),
        may("while", Form::Expression, "repeats as long as this holds, tested before each iteration"),
        may("until", Form::Expression, "repeats until this holds, tested after each iteration"),
        may("active", Form::Expression, "the active player"),
        may("do", Form::Effects, "the effect at the start"),
        may("phases", Form::Map(KeyNames::New, &Form::Record(&PHASE)), "the inner phases, in order"),
        may("end", Form::Effects, "the effect at the end"),
    ],
    others: ExtraKeys::None,
    choice: KeyCount::AtMostOne(LOOPS),
};

pub(super) const PHASES: Form = Form::Map(KeyNames::New, &Form::Record(&PHASE));

static SCORE: RecordKeys = RecordKeys {
    what: "the score",
    keys: &[
        may("total", Form::Expression, "the score of each player; the highest wins"),
        may("won", Form::Expression, "condition for `player` to win, in place of the best total"),
        may("wins", Form::Word(|| words(BEST)), "`lowest`: the lowest total wins"),
        may("lines", Form::Map(KeyNames::New, &Form::Expression), "the parts of the total, for display"),
        may("ties", Form::List(&Form::Expression), "tie-breakers, in order"),
        may("sheet", Form::Name, "a phase: the log and the results show what each of its iterations brought"),
    ],
    others: ExtraKeys::None,
    choice: KeyCount::AtLeastOne(&["total", "won"]),
};

/// Words for the direction of the score; true if the lowest total wins.
const BEST: &[(&str, bool)] = &[("lowest", true), ("highest", false)];

pub(super) const SCORE_FORM: Form = Form::Record(&SCORE);

pub(super) const STATISTICS: Form = Form::Map(KeyNames::New, &Form::Expression);

static BOT: RecordKeys = RecordKeys::new(
    "the hints for bots",
    &[
        may("value", Form::Expression, "estimated strength of a player's position"),
        may("wants", Form::Word(|| words(Goal::ALL)), "the goal of a player"),
    ],
);

pub(super) const BOT_FORM: Form = Form::Record(&BOT);

/// Keys for the repetition of a phase; at most one is allowed.
const LOOPS: &[&str] = &["repeat", "each", "while"];

/// Names of all phases so far, at any depth.
type PhaseNames = BTreeMap<String, Span>;

/// Reads the section `phases:`.
pub(super) fn phases(r: &mut Reader, node: &Node) -> Vec<RawPhase> {
    level(r, &mut PhaseNames::new(), node)
}

fn level(r: &mut Reader, seen: &mut PhaseNames, node: &Node) -> Vec<RawPhase> {
    let mut list = Vec::new();
    for (name, node) in r.defined(node, "a phase", MAX_ITEMS) {
        check_name(r, name, "a phase");
        if seen.len() == MAX_ITEMS {
            r.error(Code::FileTooLarge, name.span, format!("more than {MAX_ITEMS} phases"));
            break;
        }
        let is_new = r.first_time(seen, name);
        let phase = phase(r, seen, name, node);
        if is_new {
            list.push(phase);
        }
    }
    list
}

fn phase(r: &mut Reader, seen: &mut PhaseNames, name: &Name, node: &Node) -> RawPhase {
    let record = r.record(node, name.span, &PHASE);
    one_loop(r, record.entries());
    let owner = |key: &str| Owner::new(format!("{}.{key}", name.value));
    RawPhase {
        name: name.clone(),
        when: record.get("when").and_then(|node| r.expr(node)),
        repeat: record.get("repeat").and_then(|node| r.expr(node)),
        each: record.get("each").and_then(|node| r.query(node)),
        while_: record.get("while").and_then(|node| r.expr(node)),
        until: record.get("until").and_then(|node| r.expr(node)),
        active: record.get("active").and_then(|node| r.expr(node)),
        body: r.effects(&record, "do", &owner("do")),
        phases: record.get("phases").map_or(Vec::new(), |node| level(r, seen, node)),
        end: r.effects(&record, "end", &owner("end")),
    }
}

/// Reports a phase with two kinds of repetition.
fn one_loop(r: &mut Reader, entries: &[Entry]) {
    let mut loops = entries.iter().map(|(key, _)| key).filter(|key| LOOPS.contains(&key.value.as_str()));
    let (Some(first), Some(second)) = (loops.next(), loops.next()) else { return };
    let message = format!("a phase has `{}` or `{}`, not both", first.value, second.value);
    let problem = Diagnostic::new(Code::BadPlace, second.span, message).other(first.span, "the other");
    r.report(problem.help("put one of them on a phase inside the other"));
}

/// Reads the section `score:`.
pub(super) fn score(r: &mut Reader, at: Span, node: &Node) -> Option<RawScore> {
    let record = r.record(node, at, &SCORE);
    let (total, won) = (record.get("total"), record.get("won"));
    if total.is_none() && won.is_none() {
        r.error(Code::MissingKey, at, "the score lacks `total` or `won`");
    }
    let wins = record.get("wins");
    if let (Some(wins), None) = (wins, total) {
        let problem = Diagnostic::new(Code::DoesNothing, wins.span, "`lowest` needs a `total`");
        r.report(problem.help("leave it out"));
    }
    if let (Some(ties), Some(_)) = (record.get("ties"), won) {
        let message = "`won` decides the winners, so there are no ties";
        let problem = Diagnostic::new(Code::DoesNothing, ties.span, message);
        r.report(problem.help("leave `ties` out, or `won`"));
    }
    let lowest = wins.and_then(|node| r.keyword(node, "`lowest` or `highest`", BEST));
    let total = total.and_then(|node| r.expr(node));
    let won = won.and_then(|node| r.expr(node));
    let lines = record.get("lines").map_or(Vec::new(), |node| {
        r.definitions(node, "a line of the score", MAX_ITEMS, |r, name, node| Some((name, r.expr(node)?)))
    });
    let ties = record.get("ties").map_or(Vec::new(), |node| {
        if let Some(text) = node.as_str() {
            r.wrong_shape_as(
                node,
                "the tie-breakers as a list",
                format!("write `{}`", shorten(&format!("ties: [{text}]"))),
            );
        }
        // a single value is accepted as a list
        let items = if node.as_text().is_some() {
            std::slice::from_ref(node)
        } else {
            r.list(node, "the tie-breakers", MAX_ITEMS)
        };
        items.iter().filter_map(|node| r.expr(node)).collect()
    });
    let sheet = record.get("sheet").and_then(|node| r.word(node, "the name of a phase"));
    if let (Some(sheet), None) = (&sheet, &total) {
        let problem = Diagnostic::new(Code::DoesNothing, sheet.span, "a score sheet needs a `total`");
        r.report(problem.help("leave `sheet` out, or add `total`"));
    }
    if total.is_none() && won.is_none() {
        return None;
    }
    Some(RawScore { total, won, lowest: lowest.unwrap_or(false), lines, ties, sheet })
}

/// Reads the section `statistics:`.
pub(super) fn statistics(r: &mut Reader, node: &Node) -> Vec<(Name, Expr)> {
    r.definitions(node, "a statistic", MAX_ITEMS, |r, name, node| Some((name, r.expr(node)?)))
}

/// Reads the section `bot:`.
pub(super) fn bot(r: &mut Reader, at: Span, node: &Node) -> RawBot {
    if node.is_null() {
        r.error(Code::DoesNothing, at, "the hints for bots are empty");
        return RawBot::default();
    }
    let record = r.record(node, at, &BOT);
    RawBot {
        value: record.get("value").and_then(|node| r.expr(node)),
        wants: record
            .get("wants")
            .and_then(|node| r.keyword(node, "`score`, `victory` or `rank`", Goal::ALL)),
    }
}
