//! `ludex new FILE --scenario-from SAVE`: turns a position of a saved game into a scenario. The scenario is
//! shortened while it still gives the same decision, options and scores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ludex::scenarios::{Outcome as Went, run_chosen};
use ludex::traces::Happened;
use ludex::{Game, Named, PhaseId, RecordError, Seat, Value, VariableView, View, Viewer, ZoneView};

use super::draft::{Draft, Part};
use super::undone::{since, take_back};
use super::{NewFiles, is_ruleset, line_in, new_file, ruleset_around, typed};
use crate::args::shell;
use crate::failure::Failure;
use crate::game::save::{OverlayVersion, Save};
use crate::game::session::replayed;
use crate::sources::rulesets::{Loaded, plural};
use crate::terminal::output::Out;

/// Maximum number of options listed in a scenario.
const LISTED: usize = 60;

pub fn make(path: &Path, file: &Path, at: Option<usize>, out: &mut Out) -> Result<NewFiles, Failure> {
    let save = Save::read(file).map_err(Failure::Problem)?;
    let of = file.display();
    if !save.overlays.is_empty() {
        return Err(Failure::Problem(format!(
            "{of} was played with overlays, which a scenario can't name; put them into variants/ of the ruleset and play with --variant"
        )));
    }
    let choices = save.record.choices.len();
    let at = at.unwrap_or(choices);
    if at > choices {
        return Err(Failure::Usage(format!(
            "{of} has {}: --at takes 0 to {choices}",
            plural(choices, "choice")
        )));
    }
    let (home, path) = place(path, file, at)?;
    if path.symlink_metadata().is_ok() {
        return Err(Failure::Problem(format!("{} is there already; name another file", path.display())));
    }
    let word = home.as_deref().map(typed_reference);
    let loaded = save.load(
        word.as_deref(),
        OverlayVersion::Saved,
        (file, "say where it is: ludex new FOLDER --scenario-from SAVE"),
        out,
    )?;
    let (id, record) = (loaded.ruleset.id(), &save.record);
    if record.ruleset != id {
        let shown = loaded.reference.shown();
        return Err(Failure::Problem(format!(
            "{of} is a game of `{}`, and {shown} is `{id}`",
            record.ruleset
        )));
    }
    let past = Past::load(&save, &loaded, file, at, out)?;
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let name = format!("{stem} after {}", plural(at, "choice"));
    let Some((draft, before)) = past.draft(&save, &loaded, &name) else {
        return Err(Failure::Problem(format!(
            "{of}: no scenario leads to where the game stands after {}",
            plural(at, "choice")
        )));
    };
    let line = home.as_deref().map(|home| line_in(home, "scenarios/moment.yaml")).unwrap_or_default();
    let remark = format!("From {stem}, a saved game, after {}.", plural(at, "choice"));
    new_file(&path, &(line + &draft.text(&remark)))?;
    let needed = format!("{} of {before} entries are needed", draft.size());
    Ok(report(&path, home.as_deref(), (&loaded, &name), &needed))
}

/// Drafts a scenario for the position of an unsaved game; `None` if that isn't possible.
pub fn drafted(
    save: &Save,
    loaded: &Loaded,
    path: &Path,
    name: &str,
    out: &Out,
) -> Result<Option<Draft>, Failure> {
    let past = Past::load(save, loaded, path, save.record.choices.len(), out)?;
    Ok(past.draft(save, loaded, name).map(|(draft, _)| draft))
}

fn report(path: &Path, home: Option<&Path>, (loaded, name): (&Loaded, &str), needed: &str) -> NewFiles {
    let path = path.display().to_string();
    let (said, next) = match home {
        Some(home) => {
            let (home, name) = (typed(home), shell(name));
            let next = vec![
                format!("ludex test {home} --filter {name}"),
                format!("ludex play {home} --scenario {name}"),
            ];
            (format!("{path}: a scenario ({needed}). Next:"), next)
        }
        None => {
            let (game, shown) = (loaded.ruleset.id(), loaded.reference.shown());
            let from = format!("it is run from the folder scenarios/ of a ruleset, as of a copy of {shown}");
            (format!("{path}: a scenario of {game} ({needed}); {from}"), Vec::new())
        }
    };
    NewFiles { files: vec![path], said, next }
}

/// Returns the folder of the ruleset that the file belongs to, if any, and the path of the file.
fn place(path: &Path, save: &Path, at: usize) -> Result<(Option<PathBuf>, PathBuf), Failure> {
    if is_ruleset(path) {
        let stem = save.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        return Ok((Some(path.to_owned()), path.join("scenarios").join(format!("{stem}-{at}.yaml"))));
    }
    if path.extension().is_none_or(|extension| extension != "yaml") || path.is_dir() {
        let message = "is neither the folder of a ruleset nor the name of a YAML file";
        return Err(Failure::Usage(format!("{} {message}", path.display())));
    }
    Ok((ruleset_around(path, "scenarios").map(Path::to_owned), path.to_owned()))
}

/// Formats a path that can't be taken for a shipped game.
fn typed_reference(path: &Path) -> String {
    let word = path.display().to_string();
    if word.contains(['/', '.']) { word } else { format!("./{word}") }
}

/// A game up to a certain choice.
struct Past {
    game: Game,
    /// Current phases, innermost first.
    bases: Vec<Base>,
}

/// A current phase of a game.
struct Base {
    phase: String,
    /// Position at the first decision of its current iteration.
    game: Game,
    /// Events of the iteration before this position.
    since: Vec<Happened>,
}

impl Past {
    fn load(save: &Save, loaded: &Loaded, file: &Path, at: usize, out: &Out) -> Result<Past, Failure> {
        let position = save.position(loaded, file, out)?;
        let problem = |error: RecordError| {
            let is_older = error == RecordError::OtherVersion;
            let mend = if is_older { "; play it on with --anyway, and save it" } else { "" };
            Failure::Problem(format!("{}: {error}{mend}", file.display()))
        };
        let done = replayed(&loaded.ruleset, &save.record, position.clone()).map_err(problem)?;
        let begun = position.as_ref().map_or(0, Game::choices);
        if at < begun {
            let message =
                format!("{} begins with {}: --at takes no less", file.display(), plural(begun, "choice"));
            return Err(Failure::Usage(message));
        }
        let mut game = position.unwrap_or_else(|| Game::new(done.setup(), save.record.seed));
        let mut bases = vec![game.clone(); game.setup().phases().count()];
        for made in done.host().past().take(at).skip(begun) {
            let before: Vec<i64> = game.begun().collect();
            let _ = game.apply(made.option);
            if game.deciding().is_some() {
                let begun = before.into_iter().zip(game.begun()).map(|(was, is)| was != is);
                let begun: Vec<usize> =
                    begun.enumerate().filter(|(_, begun)| *begun).map(|(i, _)| i).collect();
                begun.into_iter().for_each(|i| bases[i] = game.clone());
            }
        }
        let base = |id: PhaseId| {
            let mut all = game.setup().phases().zip(&bases);
            let (phase, base) = all.find(|(phase, _)| phase.id == id)?;
            Some(Base { phase: phase.name, game: base.clone(), since: since(base, id) })
        };
        let bases = game.phases().into_iter().rev().filter_map(base).collect();
        Ok(Past { game, bases })
    }

    /// Drafts a scenario that leads to the position, and returns it with its size before it was shortened.
    /// Tries to start from the current phases, innermost first, then from the start of the game.
    fn draft(&self, save: &Save, loaded: &Loaded, name: &str) -> Option<(Draft, usize)> {
        let tested = self.tested(save, name);
        let is_good = |draft: &Draft| passes(loaded, draft);
        let from_phase = self.bases.iter().flat_map(|base| {
            let tested = &tested;
            [Others::There, Others::Below, Others::Listed]
                .into_iter()
                .map(move |others| self.since_phase(tested, save, base, others))
        });
        let from_start = save.beginning.is_none().then(|| self.whole_game(&tested, save));
        let found = from_phase.chain(from_start).flat_map(with_scores).find(is_good)?;
        let before =
            self.bases.first().map_or(0, |base| self.since_phase(&tested, save, base, Others::Listed).size());
        let before = before.max(found.size());
        Some((found.shrunk(is_good), before))
    }

    /// Creates the draft with the expected decision, options and scores.
    fn tested(&self, save: &Save, name: &str) -> Draft {
        let (game, host) = (&self.game, self.game.host());
        let mut steps = Vec::new();
        match host.decision() {
            Some(decision) => {
                steps.push(format!("who: {}", decision.seat.name));
                steps.push(format!("asks: {}", decision.name.name));
                let labels = host.labels();
                if labels.len() <= LISTED {
                    let labels: Vec<String> =
                        labels.iter().map(|label| super::draft::quoted(label)).collect();
                    steps.push(format!("offers: [{}]", labels.join(", ")));
                }
            }
            None => steps.push("over: true".to_owned()),
        }
        let seats: Vec<Named<Seat>> = game.setup().seats().collect();
        let scores = host.scores().unwrap_or_default();
        let expect =
            seats.iter().zip(scores).map(|(seat, score)| format!("{}.score == {score}", seat_text(seat)));
        Draft {
            name: name.to_owned(),
            players: game.players(),
            variants: save.variants.clone(),
            phase: None,
            parts: save
                .record
                .options
                .iter()
                .map(|(name, value)| Part::Option(name.clone(), value.clone()))
                .collect(),
            steps,
            expect: expect.collect(),
        }
    }

    /// Drafts a scenario with all choices of a new game.
    fn whole_game(&self, tested: &Draft, save: &Save) -> Draft {
        let mut draft = tested.clone();
        draft.parts.push(Part::Seed(save.record.seed));
        draft.parts.extend(self.picks(0));
        draft
    }

    /// Drafts a scenario with the position at the start of a phase, and the choices made since.
    fn since_phase(&self, tested: &Draft, save: &Save, base: &Base, others: Others) -> Draft {
        let view = base.game.view(Viewer::Open);
        let mut draft = Draft { phase: Some(base.phase.clone()), ..tested.clone() };
        draft.parts.push(Part::Seed(save.record.seed));
        let seats: Vec<String> = base.game.setup().seats().map(|seat| seat.name).collect();
        let rests = if others == Others::Listed { Vec::new() } else { rests(&view, &seats) };
        draft.parts.extend(view.zones.iter().map(zone_part));
        let rules = base.game.setup().rules();
        // a zone without order has no cards below others
        let lies_below = |zone: &str| {
            others == Others::Below && rules.zones().any(|known| known.ordered && known.name == zone)
        };
        draft.parts.extend(rests.iter().map(|(kind, zone)| {
            let below = if lies_below(zone) { "below " } else { "" };
            Part::Rest(kind.clone(), format!("{below}{zone}"))
        }));
        let numbers =
            view.phases.iter().map(|phase| format!("set {}.number = {}", phase.phase.name, phase.number));
        let variables = view.variables.iter().filter_map(statement);
        draft.parts.extend(variables.chain(numbers).map(Part::Set));
        take_back(&mut draft.parts, &base.since, assignment);
        let is_rest = |zone: &str| rests.iter().any(|(_, label)| label == own_name(zone));
        draft.parts.retain(
            |part| !matches!(part, Part::Zone(zone, _) if is_rest(zone) && !lies_below(own_name(zone))),
        );
        for part in &mut draft.parts {
            if let Part::Zone(zone, cards) = part
                && is_rest(zone)
            {
                // the last card is placed with the unlisted cards anyway
                cards.pop();
            }
        }
        draft.parts.extend(self.picks(base.game.choices()));
        draft
    }

    /// Returns the labels of the choices starting with number `from`.
    fn picks(&self, from: usize) -> impl Iterator<Item = Part> + use<> {
        self.game.host().record().choices.into_iter().skip(from).map(Part::Pick)
    }
}

/// Notation for the cards of a kind in its largest zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Others {
    /// Unlisted cards are in the zone, in any order.
    There,
    /// The top of a pile is listed as far as it matters; the unlisted cards are below.
    Below,
    Listed,
}

/// Returns the draft with and without scores, because some rulesets don't count them during a game.
fn with_scores(draft: Draft) -> [Draft; 2] {
    let without = Draft { expect: Vec::new(), ..draft.clone() };
    [draft, without]
}

/// Returns true if a scenario has no warnings and passes.
fn passes(loaded: &Loaded, draft: &Draft) -> bool {
    let files = vec![("scenarios/moment.yaml".to_owned(), draft.text(""))];
    let report = run_chosen(&loaded.ruleset, &files, "", |file, _| file == "scenarios/moment.yaml");
    report.problems.is_empty() && matches!(report.results.as_slice(), [one] if one.outcome == Went::Passed)
}

/// Returns the zone that holds most cards of each kind, if any. It is a zone of the game; for kinds owned by
/// players, it is a zone of a player.
fn rests(view: &View, seats: &[String]) -> Vec<(String, String)> {
    let mut sizes: BTreeMap<(String, String), usize> = BTreeMap::new();
    for zone in &view.zones {
        let Some(first) = zone.cards.first() else { continue };
        let holder = zone.zone.name.split_once('.').map(|(holder, _)| holder);
        let of_player = holder.is_some_and(|holder| seats.iter().any(|seat| seat == holder));
        if if first.owner.is_some() { of_player } else { holder.is_none() } {
            let place = (first.kind.name.clone(), own_name(&zone.zone.name).to_owned());
            *sizes.entry(place).or_default() += zone.cards.len();
        }
    }
    let mut largest: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for ((kind, zone), size) in sizes {
        let known = largest.entry(kind).or_default();
        if size > known.1 {
            *known = (zone, size);
        }
    }
    largest.into_iter().map(|(kind, (zone, _))| (kind, zone)).collect()
}

/// Returns the zone's own name: `hand` for `blue.hand`.
fn own_name(zone: &str) -> &str {
    zone.rsplit('.').next().unwrap_or(zone)
}

fn zone_part(zone: &ZoneView) -> Part {
    let text = |card: &ludex::CardView| {
        let name = card.card.as_ref().map_or_else(|| card.kind.name.clone(), |card| card.name.clone());
        if card.up { format!("{name} up") } else { name }
    };
    Part::Zone(zone.zone.name.clone(), zone.cards.iter().map(text).collect())
}

/// Returns the statement that sets a variable to its value, if it can be written.
fn statement(variable: &VariableView) -> Option<String> {
    assignment((&variable.variable.name, variable.key.as_ref()), variable.of.as_ref(), &variable.value)
}

fn assignment((name, key): (&str, Option<&Value>), of: Option<&Value>, value: &Value) -> Option<String> {
    let of = match of {
        Some(of) => format!("{}.", expression(of)?),
        None => String::new(),
    };
    let key = match key {
        Some(key) => format!("[{}]", expression(key)?),
        None => String::new(),
    };
    Some(format!("set {of}{name}{key} = {}", expression(value)?))
}

/// Formats a value as written in effects.
fn expression(value: &Value) -> Option<String> {
    match value {
        Value::Int(n) => Some(n.to_string()),
        Value::Decimal(amount) => Some(amount.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        Value::Word(word) => Some(word.name.clone()),
        Value::Design(design) => Some(design.name.clone()),
        Value::Player(seat) => Some(seat_text(seat)),
        Value::Spot(spot) => {
            let (sort, number) = spot.name.rsplit_once('_')?;
            Some(format!("{sort}({number})"))
        }
        Value::Card(card) => match card.name.split_once(' ') {
            Some((owner, card)) => Some(format!("{card}[{}]", seat_named(owner))),
            None => Some(card.name.clone()),
        },
        Value::List(values) => {
            let values: Option<Vec<String>> = values.iter().map(expression).collect();
            Some(format!("[{}]", values?.join(", ")))
        }
        Value::Hidden | Value::Nothing | Value::Zone(_) | Value::Unseen { .. } | Value::Fault(_) => None,
    }
}

fn seat_text(seat: &Named<Seat>) -> String {
    seat_named(&seat.name)
}

/// Formats a seat: `blue`, or `seat(2)` for `seat_2` in a ruleset that does not name its seats.
fn seat_named(name: &str) -> String {
    match name.strip_prefix("seat_").filter(|number| number.parse::<u8>().is_ok()) {
        Some(number) => format!("seat({number})"),
        None => name.to_owned(),
    }
}
