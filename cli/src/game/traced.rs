//! Prints traces as text, with the names used in rulesets and scenarios.

use ludex::traces::{Happened, Queried, TraceNode, Traced, TracedDecision};
use ludex::why::{Explanation, Op, Subject};
use ludex::{Fact, Place, Value};

use crate::terminal::output::{BOLD, DIM, Out, PLAIN, RED, Style, clean, cut};
use ludex_table::words::place_text;

const MOST_NAMES: usize = 12;
/// Maximum depth of explained values.
const LEVELS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Events and all values read.
    All,
    /// Events, reactions, verbs and variables, without the values read.
    Events,
}

/// A line with its indentation, and the source location of its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TraceLine {
    level: usize,
    text: String,
    place: Option<String>,
    style: Style,
}

/// Prints the trace of a choice; `most` limits it to the last lines.
pub fn print(traced: &Traced, detail: Detail, most: Option<usize>, out: &mut Out) -> std::io::Result<()> {
    out.wrapped(&out.paint(BOLD, &heading(traced)), 2)?;
    let mut teller = TraceFormatter { lines: Vec::new(), detail };
    if !traced.within.is_empty() && detail == Detail::All {
        teller.say(0, format!("in {}", traced.within.join(" > ")), None);
    }
    traced.events.iter().for_each(|node| teller.node(node, 0));
    if let Some(fault) = &traced.fault {
        let message = format!("a rule failed: {}", fault.message);
        teller.styled(0, message, fault.place.as_ref(), RED);
    }
    if let Some(asks) = &traced.asks {
        teller.asks(asks);
    }
    let lines = teller.lines;
    let left_out = most.map_or(0, |most| lines.len().saturating_sub(most));
    if left_out > 0 {
        out.line(&out.paint(DIM, &format!("  … {left_out} lines before")))?;
    }
    lines.iter().skip(left_out).try_for_each(|line| write(line, out))?;
    if traced.fault.is_none() && traced.asks.is_none() {
        out.line(&out.paint(DIM, "  nothing is left to decide"))?;
    }
    Ok(())
}

/// Formats a heading: `choice 3: blue, place: king (of 4)`.
pub fn heading(traced: &Traced) -> String {
    let Some(choice) = &traced.choice else { return "before the first choice".to_owned() };
    let (seat, decision) = (&choice.seat.name, &choice.decision.name);
    clean(&format!("choice {}: {seat}, {decision}: {} (of {})", traced.number, choice.option, choice.options))
}

fn write(line: &TraceLine, out: &mut Out) -> std::io::Result<()> {
    let indent = 2 + 2 * line.level.min(20);
    let text = out.paint(line.style, &line.text);
    let place = line.place.as_ref().map(|place| format!("  {}", out.paint(DIM, place))).unwrap_or_default();
    out.wrapped(&format!("{}{text}{place}", " ".repeat(indent)), indent + 4)
}

struct TraceFormatter {
    lines: Vec<TraceLine>,
    detail: Detail,
}

impl TraceFormatter {
    fn say(&mut self, level: usize, text: String, place: Option<&Place>) {
        self.styled(level, text, place, PLAIN);
    }

    fn styled(&mut self, level: usize, text: String, place: Option<&Place>, style: Style) {
        self.lines.push(TraceLine { level, text: clean(&text), place: place.map(place_text), style });
    }

    fn node(&mut self, node: &TraceNode, level: usize) {
        let reads = matches!(
            node.what,
            Happened::Test { .. } | Happened::Let { .. } | Happened::Each { .. } | Happened::Gave { .. }
        );
        if reads && self.detail == Detail::Events {
            return;
        }
        // a verb that is only known by its effects gets no line
        let is_plain = self.detail == Detail::Events && matches!(node.what, Happened::Verb);
        let below = if is_plain { level } else { level + 1 };
        if !is_plain {
            self.say(level, describe(node), node.place.as_ref());
            self.read(node, below);
        }
        node.inside.iter().for_each(|inner| self.node(inner, below));
    }

    /// Adds the values read by a step.
    fn read(&mut self, node: &TraceNode, level: usize) {
        if self.detail == Detail::Events {
            return;
        }
        node.queries.iter().for_each(|query| self.query(query, level));
        let mut leaves = Vec::new();
        let written = |part: &Explanation| part.place.as_ref().map(|place| place.span);
        let said = |part: &&Explanation| {
            matches!(part.what, Subject::Gathered(_))
                && (!node.queries.is_empty() || written(part) == node.place.as_ref().map(|place| place.span))
        };
        for part in node.because.iter().filter(|part| !said(part)) {
            if part.children.is_empty() {
                leaves.extend(leaf(part));
            } else {
                self.explanation(part, level, LEVELS);
            }
        }
        leaves.dedup();
        if !leaves.is_empty() {
            self.say(level, format!("with {}", leaves.join(", ")), None);
        }
    }

    /// Adds a query: `kept 2 of 5: a, b (not c, d, e)`.
    fn query(&mut self, query: &Queried, level: usize) {
        let text = query.place.as_ref().map_or("", |place| place.text.as_str());
        let rest: Vec<Value> =
            query.candidates.iter().filter(|one| !query.kept.contains(one)).cloned().collect();
        let not = if rest.is_empty() { String::new() } else { format!(" (not {})", names(&rest)) };
        let (kept, all) = (query.kept.len(), query.candidates.len());
        let which = if query.kept.is_empty() { String::new() } else { format!(": {}", names(&query.kept)) };
        self.say(level, format!("query {text}: {kept} of {all}{which}{not}"), None);
    }

    fn explanation(&mut self, part: &Explanation, level: usize, levels: usize) {
        let Some(text) = leaf(part).filter(|_| levels > 0) else { return };
        self.say(level, text, part.place.as_ref().filter(|_| matches!(part.what, Subject::Modifier { .. })));
        for child in &part.children {
            self.explanation(child, level + 1, levels - 1);
        }
    }

    fn asks(&mut self, asks: &TracedDecision) {
        let TracedDecision { seat, decision, options, .. } = asks;
        let offered = shortened(options.iter().map(String::clone).collect());
        self.say(0, format!("asks {}, {}: {offered}", seat.name, decision.name), None);
        if self.detail == Detail::All {
            asks.queries.iter().for_each(|query| self.query(query, 1));
        }
    }
}

fn describe(node: &TraceNode) -> String {
    let text = || node.place.as_ref().map_or_else(String::new, |place| cut(&place.text, 100));
    match &node.what {
        Happened::Procedure { procedure, arguments } => called(&procedure.name, arguments),
        Happened::Action { action, targets } if targets.is_empty() => format!("action {}", action.name),
        Happened::Action { action, targets } => format!("action {}: {}", action.name, names(targets)),
        Happened::Event { event, facts } => {
            let none = if node.inside.is_empty() { ": nothing reacts" } else { "" };
            format!("event {}{}{none}", event.name, facts_text(facts))
        }
        Happened::Reaction { card, event } => format!("{} reacts to {}", name(card), event.name),
        Happened::Phase { phase, number, active } => {
            let active = active.as_ref().map(|seat| format!(" ({})", seat.name)).unwrap_or_default();
            format!("phase {} {number}{active}", phase.name)
        }
        Happened::Unasked { seat, decision, option } => {
            format!("{}, {}: {option} (the only option)", seat.name, decision.name)
        }
        Happened::Verb if node.inside.is_empty() => format!("{}: nothing", text()),
        Happened::Verb => text(),
        Happened::Moved { card, from, to, up } => {
            let face = if *up { "up" } else { "down" };
            format!("{}: {} -> {}, face {face}", name(card), place(from), place(to))
        }
        Happened::Turned { card, up } => {
            format!("{} turned face {}", name(card), if *up { "up" } else { "down" })
        }
        Happened::Shown { card, known } => {
            let known: Vec<&str> = known.iter().map(|seat| seat.name.as_str()).collect();
            format!("{} shown: known to {}", name(card), known.join(", "))
        }
        Happened::Swapped { zone, with } => format!("{} and {} exchanged", name(zone), name(with)),
        Happened::Shuffled { zone } => format!("{} shuffled", name(zone)),
        Happened::Said { message, facts } => format!("says {}{}", message.name, facts_text(facts)),
        Happened::Set { variable, of, key, was, is } => {
            format!("{}: {} -> {}", held(&variable.name, of.as_ref(), key.as_ref()), name(was), name(is))
        }
        Happened::Let { values } => format!("{}: {}", text(), names(values)),
        Happened::Chance { value } | Happened::Gave { value } => format!("{}: {}", text(), name(value)),
        Happened::Test { holds } => format!("if {}: {}", text(), name(holds)),
        Happened::Each { values } if values.is_empty() => format!("for each of {}: none", text()),
        Happened::Each { values } => format!("for each of {}: {}", text(), names(values)),
        Happened::More => "… and more".to_owned(),
    }
}

/// Formats a variable: `blue.used[2]`.
fn held(variable: &str, of: Option<&Value>, key: Option<&Value>) -> String {
    let of = of.map(|of| format!("{}.", name(of))).unwrap_or_default();
    let key = key.map(|key| format!("[{}]", name(key))).unwrap_or_default();
    format!("{of}{variable}{key}")
}

/// Formats a part of an explanation without its sources; `None` if it has no information.
fn leaf(part: &Explanation) -> Option<String> {
    let value = name(&part.value);
    let written = || part.place.as_ref().map_or_else(String::new, |place| cut(&place.text, 60));
    Some(match &part.what {
        Subject::Property { property, card } => format!("{}.{} = {value}", name(card), property.name),
        Subject::Base => format!("base {value}"),
        Subject::Modifier { card, stage, op, amount } => {
            let stage = stage.as_ref().map(|stage| format!(" (stage {stage})")).unwrap_or_default();
            format!("{}: {} {} -> {value}{stage}", name(card), sign(*op), name(amount))
        }
        Subject::Function { function, arguments } => {
            format!("{} = {value}", called(&function.name, arguments))
        }
        Subject::Field { field, card } => format!("{}.{} = {value}", name(card), field.name),
        Subject::Variable { variable, of, key } => {
            format!("{} = {value}", held(&variable.name, of.as_ref(), key.as_ref()))
        }
        Subject::Option(option) => format!("{} = {value}", option.name),
        Subject::Score(seat) => format!("score of {} = {value}", name(seat)),
        Subject::Gathered(_) | Subject::Test | Subject::Expression => format!("{} = {value}", written()),
        Subject::Element(item) if *item == part.value => value,
        Subject::Element(item) => format!("{} = {value}", name(item)),
        Subject::Won(seat) => format!("{} wins = {value}", name(seat)),
        Subject::Line(line) => format!("{line} = {value}"),
        Subject::Card(_) | Subject::Spot(_) | Subject::Zone(_) => value,
        Subject::SetHere => return None,
        Subject::More => "…".to_owned(),
    })
}

fn sign(op: Op) -> &'static str {
    match op {
        Op::Set => "=",
        Op::Add => "+",
        Op::Multiply => "×",
        Op::AtLeast => "at least",
        Op::AtMost => "at most",
    }
}

/// Formats a call: `hand_size()`, `place(white lord, column_1)`.
fn called(name: &str, arguments: &[Value]) -> String {
    let arguments = if arguments.is_empty() { String::new() } else { names(arguments) };
    format!("{name}({arguments})")
}

fn facts_text(facts: &[Fact]) -> String {
    let facts: Vec<String> =
        facts.iter().map(|fact| format!("{}: {}", fact.name, name(&fact.value))).collect();
    if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) }
}

fn place(zone: &Value) -> String {
    if *zone == Value::Nothing { "nowhere".to_owned() } else { name(zone) }
}

/// Formats a value by its name in scenarios.
pub fn name(value: &Value) -> String {
    match value {
        Value::Hidden => "hidden".to_owned(),
        Value::Nothing => "nothing".to_owned(),
        Value::Int(n) => n.to_string(),
        Value::Decimal(amount) => amount.to_string(),
        Value::Bool(truth) => truth.to_string(),
        Value::Word(word) => word.name.clone(),
        Value::Player(seat) => seat.name.clone(),
        Value::Spot(spot) => spot.name.clone(),
        Value::Zone(zone) => zone.name.clone(),
        Value::Card(card) => card.name.clone(),
        Value::Design(design) => design.name.clone(),
        Value::Unseen { kind, .. } => format!("a {}", kind.name),
        Value::List(values) => format!("[{}]", names(values)),
        Value::Fault(message) => format!("failed ({message})"),
    }
}

fn names(values: &[Value]) -> String {
    shortened(values.iter().map(name).collect())
}

fn shortened(mut names: Vec<String>) -> String {
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    let listed = names.join(", ");
    match (more, listed.is_empty()) {
        (0, true) => "none".to_owned(),
        (0, false) => listed,
        (more, _) => format!("{listed} and {more} more"),
    }
}
