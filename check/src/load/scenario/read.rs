//! Reading of `scenarios/*.yaml`.

use std::collections::BTreeMap;

use ludex_grammar::ast::{Block, Expr};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic, Severity};
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use super::super::names::shorten;
use super::super::raw::Name;
use super::super::reader::{MAX_ITEMS, Reader, Record};
use super::keys::{FILE, FORCED_CHOICES, GIVEN, SCENARIO, START, STEP, TOLD, VIEW};
use super::said;
use super::{Given, GivenZone, RawScenario, Rest, Step};

/// Maximum number of steps of one scenario, which may play a whole game.
const MAX_STEPS: usize = 100_000;

/// Maximum number of cards in a zone.
const MAX_ZONE: usize = 100_000;

/// Start of a scenario: set-up and initial position.
#[derive(Default)]
struct Start {
    players: Option<Spanned<u8>>,
    seed: Option<Spanned<u64>>,
    options: Vec<(Name, Spanned<String>)>,
    asks_forced: Option<bool>,
    variants: Option<Vec<Name>>,
    given: Given,
}

/// Reads a file that contains only scenarios.
pub(super) fn file(r: &mut Reader, at: Span, node: &Node) -> Vec<RawScenario> {
    if node.is_null() || node.get("scenarios").is_some_and(Node::is_null) {
        r.error(Code::EmptyScenario, at, "there is no scenario in this file");
        return Vec::new();
    }
    let record = r.record(node, at, &FILE);
    r.require(&record, "scenarios");
    of_record(r, &record)
}

/// Reads the scenarios of a file with other contents.
pub(super) fn part(r: &mut Reader, at: Span, node: &Node) -> Vec<RawScenario> {
    let record = r.open_record(node, at, &FILE);
    r.missing(&record, &FILE);
    of_record(r, &record)
}

fn of_record(r: &mut Reader, record: &Record) -> Vec<RawScenario> {
    let before = r.problems().len();
    let defaults = record.get("defaults").map_or(Start::default(), |node| defaults(r, node));
    let Some(node) = record.get("scenarios") else { return Vec::new() };
    let mut seen = BTreeMap::new();
    let mut list = Vec::new();
    let is_broken = |r: &mut Reader, from: usize| {
        r.problems()[from..].iter().any(|problem| problem.severity() == Severity::Error)
    };
    // a scenario with an unknown start or a missing part would be another scenario
    let all_broken = is_broken(r, before);
    for item in r.list(node, "the scenarios", MAX_ITEMS) {
        let before = r.problems().len();
        let Some(scenario) = scenario(r, &defaults, item) else { continue };
        if r.first_time(&mut seen, &scenario.name) && !all_broken && !is_broken(r, before) {
            list.push(scenario);
        }
    }
    list
}

fn defaults(r: &mut Reader, node: &Node) -> Start {
    let record = r.record_or(node, node.span, &START, &said::of_scenario);
    let mut start = start(r, &record);
    start.given.rest.iter_mut().for_each(|rest| rest.by_default = true);
    start
}

fn start(r: &mut Reader, record: &Record) -> Start {
    Start {
        players: record.get("players").and_then(|node| r.int(node, "the number of players", 1, 16)),
        seed: record.get("seed").and_then(|node| r.int(node, "the seed", 0, i64::MAX)),
        options: record.get("options").map_or(Vec::new(), |node| options(r, node)),
        asks_forced: record
            .get("forced")
            .and_then(|node| r.keyword(node, "`asked` or `taken`", FORCED_CHOICES)),
        variants: record.get("variants").map(|node| r.words(node, "the variants", "the id of a variant")),
        given: record.get("given").map_or(Given::default(), |node| given(r, node)),
    }
}

fn options(r: &mut Reader, node: &Node) -> Vec<(Name, Spanned<String>)> {
    let entries = r.entries(node, "the options as a map", MAX_ITEMS).iter();
    entries
        .filter_map(|(name, value)| Some((name.clone(), r.string(value, "the value of an option")?)))
        .collect()
}

impl Start {
    /// Fills in missing values from the defaults.
    fn or(mut self, defaults: &Start) -> Start {
        let own = self.options.len();
        for (name, value) in &defaults.options {
            if !self.options[..own].iter().any(|(mine, _)| mine.value == name.value) {
                self.options.push((name.clone(), value.clone()));
            }
        }
        let players = self.players.or_else(|| defaults.players.clone());
        let seed = self.seed.or_else(|| defaults.seed.clone());
        let variants = self.variants.or_else(|| defaults.variants.clone());
        let asks_forced = self.asks_forced.or(defaults.asks_forced);
        let given = self.given.or(&defaults.given);
        Start { players, seed, options: self.options, asks_forced, variants, given }
    }
}

impl Given {
    /// Merges with the position of the defaults. Zones, kinds and the phase override the defaults; the
    /// effects of the defaults run first.
    fn or(mut self, defaults: &Given) -> Given {
        let kinds = self.rest.len();
        over(&mut self.zones, &defaults.zones);
        over(&mut self.stack, &defaults.stack);
        for rest in &defaults.rest {
            if !self.rest[..kinds].iter().any(|mine| mine.kind.value == rest.kind.value) {
                self.rest.push(rest.clone());
            }
        }
        let set = defaults.set.iter().cloned().chain(self.set).collect();
        let phase = self.phase.or_else(|| defaults.phase.clone());
        Given { set, phase, ..self }
    }
}

/// Adds the zones of the defaults that a scenario does not list itself.
fn over(own: &mut Vec<GivenZone>, defaults: &[GivenZone]) {
    let listed = own.len();
    for zone in defaults {
        if !own[..listed].iter().any(|mine| mine.zone.value == zone.zone.value) {
            own.push(zone.clone());
        }
    }
}

fn scenario(r: &mut Reader, defaults: &Start, node: &Node) -> Option<RawScenario> {
    let first_line = Span::new(node.span.file, node.span.start as usize, node.span.start as usize);
    let record = r.record_or(node, first_line, &SCENARIO, &said::of_scenario);
    let name = record.get("name").and_then(|node| r.string(node, "the name of a scenario"));
    let rules = record.get("rules").map_or(Vec::new(), |node| strings(r, node, "the rules", MAX_ITEMS));
    let own = start(r, &record);
    let own_phase = own.given.phase.clone();
    let mut start = own.or(defaults);
    let run = record.get("run").map(|node| (node.span, r.whole_effect(node)));
    if run.is_some() {
        // a default phase applies only without `run`
        start.given.phase.take_if(|_| own_phase.is_none());
    }
    if let (Some((at, _)), Some(phase)) = (&run, &own_phase) {
        let message =
            format!("play starts at the phase `{}` or after `run`, not both", shorten(&phase.value));
        r.error(Code::WrongShape, *at, message);
    }
    let play = record.get("play").map_or(Vec::new(), |node| play(r, node));
    let expect = record.get("expect").map_or(Vec::new(), |node| expectations(r, node));
    Some(RawScenario {
        name: name?,
        rules,
        players: start.players,
        seed: start.seed,
        options: start.options,
        of_game_itself: start.variants.as_ref().is_some_and(Vec::is_empty),
        variants: start.variants.unwrap_or_default(),
        asks_forced: start.asks_forced.unwrap_or_default(),
        given: start.given,
        run: run.and_then(|(_, effect)| effect),
        play,
        expect,
        span: node.span,
    })
}

fn given(r: &mut Reader, node: &Node) -> Given {
    let record = r.record_or(node, node.span, &GIVEN, &said::of_given);
    Given {
        zones: record.get("zones").map_or(Vec::new(), |node| zones(r, node, said::ZONES)),
        rest: record.get("rest").map_or(Vec::new(), |node| rest(r, node)),
        stack: record.get("stack").map_or(Vec::new(), |node| zones(r, node, said::STACK)),
        set: record.get("set").and_then(|node| set(r, node)).into_iter().collect(),
        phase: record.get("phase").and_then(|node| r.word(node, "a phase")),
    }
}

/// Reads the effect that sets variables.
fn set(r: &mut Reader, node: &Node) -> Option<Block> {
    if node.as_list().is_some() {
        r.wrong_shape_as(node, "an effect", "a line for each variable: `set: |`, then `set tally = 3`");
        return None;
    }
    let Some([(variable, value), ..]) = node.as_map() else { return r.whole_effect(node) };
    let value = value.as_int().map(|n| n.to_string()).or_else(|| value.as_str().map(str::to_owned));
    let value = value.as_deref().unwrap_or("…");
    r.wrong_shape_as(node, "an effect", format!("write `set: set {} = {value}`", shorten(&variable.value)));
    None
}

fn zones(r: &mut Reader, node: &Node, help: &str) -> Vec<GivenZone> {
    if node.as_list().is_some() {
        r.wrong_shape_as(node, "a map from zones to lists of cards", help);
        return Vec::new();
    }
    let mut zones = Vec::new();
    for (zone, node) in r.entries(node, "a map from zones to lists of cards", MAX_ITEMS) {
        let Some(help) = said::in_zone(&shorten(&zone.value), node) else {
            zones.push(GivenZone { zone: zone.clone(), cards: strings(r, node, "the cards", MAX_ZONE) });
            continue;
        };
        r.wrong_shape_as(node, "the cards as a list", help);
    }
    zones
}

fn rest(r: &mut Reader, node: &Node) -> Vec<Rest> {
    let zone = node.as_str().or_else(|| node.as_list()?.first()?.as_str());
    if let Some(zone) = zone {
        let help = format!(
            "the other cards of each kind lie somewhere: write `rest: {{ KIND: {} }}`",
            shorten(zone)
        );
        r.wrong_shape_as(node, "a map from kinds to zones", help);
        return Vec::new();
    }
    let entries = r.entries(node, "a map from kinds to zones", MAX_ITEMS).iter();
    let one = |(kind, place): &(Name, Node)| {
        let (zone, below) = match below(place) {
            Some(zone) => (zone, true),
            None => (r.word(place, "a zone, `below` and a zone, or `nowhere`")?, false),
        };
        Some(Rest { kind: kind.clone(), zone, below, by_default: false })
    };
    entries.filter_map(one).collect()
}

/// Returns the zone in `below ZONE`.
fn below(node: &Node) -> Option<Name> {
    let NodeKind::Text(text) = &node.kind else { return None };
    let zone = text.value.strip_prefix("below ")?.trim_start();
    let single = !zone.is_empty() && !zone.contains(char::is_whitespace);
    // the name is at the end, except for a quotation mark
    let quoted = node.span.len().saturating_sub(text.value.len()) / 2;
    let end = (node.span.end as usize).saturating_sub(quoted);
    single.then(|| Spanned::new(zone.to_owned(), Span::new(node.span.file, end - zone.len(), end)))
}

fn play(r: &mut Reader, node: &Node) -> Vec<Spanned<Step>> {
    if let Some(steps) =
        said::as_steps(node).or_else(|| said::as_step(node).map(|step| format!("write `- {step}`")))
    {
        r.wrong_shape_as(node, "the steps of play as a list", steps);
        return Vec::new();
    }
    let items = r.list(node, "the steps of play", MAX_STEPS).iter();
    items.filter_map(|item| Some(Spanned::new(step(r, item)?, item.span))).collect()
}

fn step(r: &mut Reader, item: &Node) -> Option<Step> {
    let entries = if let NodeKind::Map(entries) = &item.kind { entries.as_slice() } else { &[] };
    let [(key, node)] = entries else {
        let problem =
            Diagnostic::new(Code::WrongShape, item.span, "expected a step with one key, as in `do: ace`");
        r.report(match (said::as_step(item), said::as_steps(item)) {
            (Some(step), _) => problem.instead(&step, Applicability::Maybe),
            (None, Some(help)) => problem.help(help),
            (None, None) => problem,
        });
        return None;
    };
    match key.value.as_str() {
        "do" => Some(Step::Do(labels(r, node))),
        "stack" => Some(Step::Stack(zones(r, node, said::STACK))),
        "who" => r.word(node, "a seat").map(Step::Who),
        "asks" => r.word(node, "the label of a decision").map(Step::Asks),
        "offers" => Some(Step::Offers(strings(r, node, "the options offered", MAX_ZONE))),
        "offers_also" => Some(Step::OffersAlso(labels(r, node))),
        "never_offers" => Some(Step::NeverOffers(labels(r, node))),
        "told" => read_told(r, key.span, node),
        "facts" => Some(Step::Facts(facts(r, node))),
        "expect" => Some(Step::Expect(expectations(r, node))),
        "over" => match node.as_str() {
            Some("yes") => Some(Step::Over(true)),
            Some("no") => Some(Step::Over(false)),
            Some(_) | None => r.bool(node).map(Step::Over),
        },
        "winners" => Some(Step::Winners(r.words(node, "the winners", "a seat"))),
        "view" => view(r, key.span, node),
        _ => {
            r.unknown_key_or(key, STEP.what, &STEP.names(), said::of_step(&entries[0]));
            None
        }
    }
}

fn labels(r: &mut Reader, node: &Node) -> Vec<Spanned<String>> {
    let items = r.one_or_more(node, "the labels", MAX_STEPS).iter();
    items.filter_map(|item| r.string(item, "the label of an option")).collect()
}

fn read_told(r: &mut Reader, at: Span, node: &Node) -> Option<Step> {
    let record = r.record(node, at, &TOLD);
    let seat = record.get("seat").and_then(|node| r.word(node, "a seat"));
    let pick = record.get("pick").and_then(|node| r.string(node, "the label of a choice, or `hidden`"));
    Some(Step::Told { seat: seat?, pick: pick? })
}

fn facts(r: &mut Reader, node: &Node) -> Vec<(Name, Spanned<String>)> {
    let items = r.named(node, "a fact", MAX_ITEMS).iter();
    items.filter_map(|(name, node)| Some((name.clone(), r.string(node, "a value, or `hidden`")?))).collect()
}

fn view(r: &mut Reader, at: Span, node: &Node) -> Option<Step> {
    if node.as_str().is_some() {
        let help = "write `view: { seat: ann, zone: ben.hand, shows: [ace, hidden] }`";
        r.wrong_shape_as(node, "a view as a map", help);
        return None;
    }
    let record = r.record(node, at, &VIEW);
    let seat = record.get("seat").and_then(|node| r.word(node, "a seat"));
    let zone = record.get("zone").and_then(|node| r.string(node, "the path of a zone"));
    let shows = record.get("shows").map(|node| strings(r, node, "the cards seen", MAX_ZONE));
    let among =
        record.get("among").map(|node| strings(r, node, "the possible cards of the hidden ones", MAX_ITEMS));
    Some(Step::View { seat: seat?, zone: zone?, shows: shows?, among })
}

fn strings(r: &mut Reader, node: &Node, what: &str, most: usize) -> Vec<Spanned<String>> {
    if let Some(text) = node.as_str() {
        let message = format!("expected {what} as a list, found `{}`", shorten(text));
        let problem = Diagnostic::new(Code::WrongShape, node.span, message);
        r.report(problem.instead(&format!("[{text}]"), Applicability::Maybe));
        return Vec::new();
    }
    let mut strings = Vec::new();
    for item in r.list(node, what, most) {
        match item.as_map().and_then(said::repeated) {
            Some(cards) => r.wrong_shape_as(item, "a text", format!("write `{cards}`")),
            None => strings.extend(r.string(item, "a text")),
        }
    }
    strings
}

/// Reads `expect:`, which may be absent but not empty.
fn expectations(r: &mut Reader, node: &Node) -> Vec<Expr> {
    let is_empty = node.is_null() || node.as_list().is_some_and(<[_]>::is_empty);
    if is_empty {
        let problem = Diagnostic::new(Code::IdleScenario, node.span, "`expect` is empty");
        r.report(problem.help("add conditions that hold at the end, or leave it out"));
        return Vec::new();
    }
    exprs(r, node)
}

fn exprs(r: &mut Reader, node: &Node) -> Vec<Expr> {
    let mut exprs = Vec::new();
    for item in r.one_or_more(node, "the expectations", MAX_ITEMS) {
        match said::expected(item) {
            Some(help) => r.wrong_shape_as(item, "an expression", &help),
            None => exprs.extend(r.expr(item)),
        }
    }
    exprs
}
