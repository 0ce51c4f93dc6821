//! How a game at the terminal begins: anew, or from a save.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ludex::{Game, RecordError, Setup};

use crate::args::PlayArgs;
use crate::failure::Failure;
use crate::game::phrases::Phrases;
use crate::game::position;
use crate::game::save::{Save, Take};
use crate::game::seats::Asked;
use crate::game::session::Session;
use crate::game::text::Words;
use crate::names::titled;
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Family, Loaded, Reference, families, options};
use crate::terminal::output::{BOLD, Out, clean};

/// A new game.
pub fn begun(args: &PlayArgs, out: &mut Out) -> Result<(Loaded, Session, String), Failure> {
    let Some(ruleset) = &args.ruleset else { return Err(which_game()) };
    let loaded = Loaded::load(ruleset, &args.changes, out)?;
    let language = loaded.language(args.lang.as_deref())?;
    let usual = loaded.setup(args.players, &args.options)?;
    let policies = Policies::new(&loaded, &usual);
    let asked = Asked::new(args.seats.as_deref(), args.bots.as_deref(), &policies)?;
    let players = players(args, &loaded, &asked)?;
    let seats = asked.seated(players)?;
    let seed = args.seed.unwrap_or_else(clock);
    crate::broken::note("seed", seed.to_string());
    let setup = loaded.set_up(players, &options(&args.options)?)?;
    let game = Game::new(&if args.streams { setup.in_streams() } else { setup }, seed);
    name_changes(&loaded, game.setup(), &language, out)?;
    out.wrapped(&Phrases::of(&language).seed_and_help(seed), 0)?;
    Ok((loaded, Session::new(game, seed, seats), language))
}

/// A game that goes on from the position of a scenario.
pub fn from_scenario(
    args: &PlayArgs,
    name: &str,
    out: &mut Out,
) -> Result<(Loaded, Session, String), Failure> {
    let Some(ruleset) = &args.ruleset else { return Err(which_game()) };
    let mut loaded = Loaded::load(ruleset, &args.changes, out)?;
    // what the scenario is about is what is played, and saved
    let about = position::find(&loaded, name, out)?.variants;
    let lacking = about.into_iter().filter(|id| !args.changes.variants.contains(id));
    let mut changes = args.changes.clone();
    changes.variants.extend(lacking);
    if changes.variants.len() > args.changes.variants.len() {
        loaded = Loaded::load(ruleset, &changes, out)?;
    }
    let (found, beginning) = position::begin(&loaded, name, out)?;
    let language = loaded.language(args.lang.as_deref())?;
    let policies = Policies::new(&loaded, found.game.setup());
    let asked = Asked::new(args.seats.as_deref(), args.bots.as_deref(), &policies)?;
    let (game, scenario) = (found.game, beginning.scenario.clone());
    let seats = asked.seated(game.players())?;
    let seed = game.host().record().seed;
    name_changes(&loaded, game.setup(), &language, out)?;
    let own = Phrases::of(&language);
    out.wrapped(&own.scenario_begun(clean(&scenario)), 0)?;
    out.wrapped(&own.seed_and_help(seed), 0)?;
    let mut session = Session::new(game, seed, seats);
    session.beginning = Some(beginning);
    Ok((loaded, session, language))
}

/// Nobody said what to play: what there is by family, and how to begin.
fn which_game() -> Failure {
    let games: String = families().iter().map(offered).collect();
    Failure::Usage(format!(
        "which game? Those that come with the program:{games}\nA game of your own: ludex play PATH, a folder or a YAML file"
    ))
}

/// A line for each game of a family, below its name.
fn offered(family: &Family) -> String {
    let heading = family.name.map(|name| format!("\n{name}:")).unwrap_or_default();
    let games = family.ids.iter().filter_map(|id| {
        let reference = Reference::Shipped((*id).to_owned());
        let ruleset = reference.compile(&reference.read().ok()?, &Vec::new()).ruleset?;
        let setup = ruleset.setup(*ruleset.players().start(), &[]).ok()?;
        let words = Words::new(&setup, "en");
        Some(format!("\n  ludex play {id:<15} {}, {}", words.title(), words.players()))
    });
    std::iter::once(heading).chain(games).collect()
}

/// How many play: as many as asked for, else the usual number, or as many as are named.
fn players(args: &PlayArgs, loaded: &Loaded, asked: &Asked) -> Result<u8, Failure> {
    let named = asked.fewest() as u32;
    match (args.players, &args.seats) {
        (Some(players), _) => loaded.players(Some(players)),
        (None, None) => loaded.players(Some(named.max(loaded.players(None)?.into()))),
        (None, Some(_)) => loaded.players(Some(named.max((*loaded.ruleset.players().start()).into()))),
    }
}

/// The game with what is on it, if anything is.
fn name_changes(loaded: &Loaded, setup: &Setup, language: &str, out: &mut Out) -> Result<(), Failure> {
    let words = Words::new(setup, language);
    let title = titled(&words, loaded);
    if title != words.title() {
        out.wrapped(&out.paint(BOLD, &title), 2)?;
    }
    Ok(())
}

fn clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // few digits, so that a person can type it again
    (now.as_millis() % 1_000_000_000) as u64
}

/// A saved game.
pub fn resumed(args: &PlayArgs, file: &Path, out: &mut Out) -> Result<(Loaded, Session, String), Failure> {
    if !args.changes.words().is_empty() {
        let message = "variants and overlays are those of the saved game; leave --variant and --overlay out";
        return Err(Failure::Usage(message.to_owned()));
    }
    let problem = |e: String| Failure::Problem(format!("{}: {e}", file.display()));
    let save = Save::read(file).map_err(Failure::Problem)?;
    let how = format!("say where it is: ludex play PATH --resume {}", file.display());
    let take = if args.anyway { Take::AtHand } else { Take::Saved };
    let loaded = save.load(args.ruleset.as_deref(), take, (file, &how), out)?;
    let language = loaded.saved_language(args.lang.as_deref(), &save.language)?;
    crate::broken::note("seed", save.record.seed.to_string());
    let players = save.record.players;
    let bots = args.bots.as_deref();
    let setup = loaded.set_up(players, &[])?;
    let policies = Policies::new(&loaded, &setup);
    let asked = match args.seats.as_deref() {
        Some(list) => Asked::new(Some(list), bots, &policies)?,
        None => Asked::again(save.sitters(&policies).map_err(problem)?, bots, &policies)?,
    };
    let seats = asked.seated(players)?;
    let position = save.position(&loaded, file, out)?;
    let own = Phrases::of(&language);
    let back = own.resumed(file.display(), save.record.seed);
    let mut stop = None;
    let mut session = if args.anyway {
        if save.record.ruleset != loaded.ruleset.id() {
            return Err(problem(RecordError::OtherRuleset(save.record.ruleset.clone()).to_string()));
        }
        let resumed = Session::resume_anyway(&loaded.ruleset, &save.record, position, seats);
        let (session, stopped) = resumed.map_err(|e| problem(e.message))?;
        stop = stopped;
        session
    } else {
        let resumed = Session::resume(&loaded.ruleset, &save.record, position, seats);
        resumed.map_err(|e| problem(refused(&e)))?
    };
    // what can't be played any more is not written over
    session.path = stop.is_none().then(|| file.to_owned());
    session.takes_back = !save.no_undo;
    session.beginning = save.beginning;
    name_changes(&loaded, session.game.setup(), &language, out)?;
    out.wrapped(&back, 0)?;
    if let Some(stop) = stop {
        let stopped = super::screen::stopped(&language, &session, &stop);
        out.wrapped(&format!("{stopped} {}", own.save_stays()), 0)?;
    }
    Ok((loaded, session, language))
}

/// Why a save can't be played on, and what can be done about it.
fn refused(error: &RecordError) -> String {
    match error {
        RecordError::OtherVersion => {
            format!("{error}; with --anyway its choices are made again as far as they are still possible")
        }
        RecordError::Format(_)
        | RecordError::OtherRuleset(_)
        | RecordError::Setup(_)
        | RecordError::Choice(..)
        | RecordError::Hash
        | _ => error.to_string(),
    }
}
