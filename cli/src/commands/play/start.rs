//! Sets up `ludex play`: a new game, the position of a scenario, or a save.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ludex::scenarios::Position;
use ludex::{Game, RecordError, Setup};

use crate::args::PlayArgs;
use crate::failure::Failure;
use crate::game::position;
use crate::game::save::{OverlayVersion, Save, may_save};
use crate::game::seats::SeatAssignment;
use crate::game::session::Session;
use crate::names::titled;
use crate::sources::policies::{Policies, Programs};
use crate::sources::rulesets::{Family, Loaded, Reference, families};
use crate::sources::settings::options;
use crate::terminal::output::{BOLD, Out, clean};
use ludex_table::phrases::Phrases;
use ludex_table::words::Words;

/// The rules, the game with its players, and the path for saving.
pub struct TableSetup {
    pub loaded: Loaded,
    pub language: String,
    pub session: Session,
    pub save_to: Option<PathBuf>,
}

/// A game that is set up, and lines that introduce it.
struct Begun {
    loaded: Loaded,
    language: String,
    session: Session,
    told: Vec<String>,
}

impl TableSetup {
    /// Sets up the game that the arguments describe, and introduces it unless the output is JSON.
    pub fn from_args(args: &PlayArgs, out: &mut Out) -> Result<TableSetup, Failure> {
        if let Some(path) = &args.save {
            may_save(path).map_err(Failure::Usage)?;
        }
        let mut nowhere = Out::nowhere();
        let out = if args.json { &mut nowhere } else { out };
        let begun = match (&args.resume, &args.scenario) {
            (Some(file), _) => resumed(args, file, out)?,
            (None, Some(name)) => from_scenario(args, name, out)?,
            (None, None) => new_game(args, out)?,
        };
        begun.introduce(out)?;
        let Begun { loaded, language, mut session, .. } = begun;
        if args.watch && session.humans().is_empty() {
            let message = "--watch needs a person at the table, but all seats are bots";
            return Err(Failure::Usage(message.to_owned()));
        }
        session.takes_back &= !args.no_undo;
        session.asks_all = args.json;
        Ok(TableSetup { loaded, language, session, save_to: args.save.clone() })
    }
}

impl Begun {
    /// Prints the title of a changed game, and the introduction.
    fn introduce(&self, out: &mut Out) -> Result<(), Failure> {
        let words = Words::new(self.session.game.setup(), &self.language);
        let title = titled(&words, &self.loaded);
        if title != words.title() {
            out.wrapped(&out.paint(BOLD, &title), 2)?;
        }
        Ok(self.told.iter().try_for_each(|line| out.wrapped(line, 0))?)
    }
}

fn new_game(args: &PlayArgs, out: &mut Out) -> Result<Begun, Failure> {
    let loaded = Loaded::load(ruleset(args)?, &args.changes, out)?;
    let language = loaded.language(args.lang.as_deref())?;
    let asked = asked(args, &loaded, &loaded.setup(args.players, &args.options)?)?;
    let players = players(args, &loaded, &asked)?;
    let seats = asked.seated(players)?;
    let seed = args.seed.unwrap_or_else(clock);
    crate::panic_report::note("seed", seed.to_string());
    let setup = loaded.set_up(players, &options(&args.options)?)?;
    let game = Game::new(&if args.streams { setup.in_streams() } else { setup }, seed);
    let told = vec![Phrases::for_language(&language).seed_and_help(seed)];
    Ok(Begun { loaded, language, session: Session::new(game, seed, seats), told })
}

/// Sets up a game from the position of a scenario.
fn from_scenario(args: &PlayArgs, name: &str, out: &mut Out) -> Result<Begun, Failure> {
    let mut loaded = Loaded::load(ruleset(args)?, &args.changes, out)?;
    // play and save with the variants of the scenario
    let about = position::find(&loaded, name, out)?.variants;
    let lacking = about.into_iter().filter(|id| !args.changes.variants.contains(id));
    let mut changes = args.changes.clone();
    changes.variants.extend(lacking);
    if changes.variants.len() > args.changes.variants.len() {
        loaded = Loaded::load(ruleset(args)?, &changes, out)?;
    }
    let (Position { game, .. }, beginning) = position::begin(&loaded, name, out)?;
    let language = loaded.language(args.lang.as_deref())?;
    let seats = asked(args, &loaded, game.setup())?.seated(game.players())?;
    let (seed, own) = (game.host().record().seed, Phrases::for_language(&language));
    let told = vec![own.scenario_begun(clean(&beginning.scenario)), own.seed_and_help(seed)];
    let mut session = Session::new(game, seed, seats);
    session.beginning = Some(beginning);
    Ok(Begun { loaded, language, session, told })
}

fn resumed(args: &PlayArgs, file: &Path, out: &mut Out) -> Result<Begun, Failure> {
    if !args.changes.words().is_empty() {
        let message = "the saved game determines variants and overlays; leave --variant and --overlay out";
        return Err(Failure::Usage(message.to_owned()));
    }
    let problem = |e: String| Failure::Problem(format!("{}: {e}", file.display()));
    let save = Save::read(file).map_err(Failure::Problem)?;
    let how = format!("say where it is: ludex play PATH --resume {}", file.display());
    let take = if args.anyway { OverlayVersion::AtHand } else { OverlayVersion::Saved };
    let loaded = save.load(args.ruleset.as_deref(), take, (file, &how), out)?;
    let language = loaded.saved_language(args.lang.as_deref(), &save.language)?;
    let (record, own) = (&save.record, Phrases::for_language(&language));
    crate::panic_report::note("seed", record.seed.to_string());
    let setup = loaded.set_up(record.players, &[])?;
    let asked = match args.seats {
        Some(_) => asked(args, &loaded, &setup)?,
        None => {
            let policies = Policies::new(&loaded, &setup);
            let sitters = save.sitters(&policies).map_err(problem)?;
            SeatAssignment::again(sitters, args.bots.as_deref(), &policies.with(Programs::WithPeople))?
        }
    };
    let seats = (asked.seated(record.players)?, args.json);
    let position = save.position(&loaded, file, out)?;
    let (mut session, stop) = if args.anyway {
        if record.ruleset != loaded.ruleset.id() {
            return Err(problem(RecordError::OtherRuleset(record.ruleset.clone()).to_string()));
        }
        let resumed = Session::resume_anyway(&loaded.ruleset, record, position, seats);
        resumed.map_err(|e| problem(e.message))?
    } else {
        let resumed = Session::resume(&loaded.ruleset, record, position, seats);
        (resumed.map_err(|e| problem(refused(&e)))?, None)
    };
    let stopped = stop.map(|stop| super::screen::stopped(&language, &session, &stop));
    // don't overwrite a save that can't be replayed any more
    session.path = stopped.is_none().then(|| file.to_owned());
    session.takes_back = !save.no_undo;
    let stays = stopped.map(|stopped| format!("{stopped} {}", own.save_stays()));
    let told = std::iter::once(own.resumed(file.display(), record.seed)).chain(stays).collect();
    session.beginning = save.beginning;
    Ok(Begun { loaded, language, session, told })
}

fn ruleset(args: &PlayArgs) -> Result<&str, Failure> {
    args.ruleset.as_deref().ok_or_else(which_game)
}

/// Returns the players requested for a game with this set-up.
fn asked(args: &PlayArgs, loaded: &Loaded, setup: &Setup) -> Result<SeatAssignment, Failure> {
    let policies = Policies::new(loaded, setup).with(Programs::WithPeople);
    SeatAssignment::new(args.seats.as_deref(), args.bots.as_deref(), &policies)
}

/// Creates the error for a missing game: the shipped games by family, and how to start.
fn which_game() -> Failure {
    let games: String = families().iter().map(offered).collect();
    Failure::Usage(format!(
        "which game? Those that come with the program:{games}\nA game of your own: ludex play PATH, a folder or a YAML file"
    ))
}

/// Lists the games of a family below its name.
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

/// Returns the number of players: as requested, or by default the usual number; with `--seats` the minimum.
/// It is at least the number of players named.
fn players(args: &PlayArgs, loaded: &Loaded, asked: &SeatAssignment) -> Result<u8, Failure> {
    let named = asked.fewest() as u32;
    match (args.players, &args.seats) {
        (Some(players), _) => loaded.players(Some(players)),
        (None, None) => loaded.players(Some(named.max(loaded.players(None)?.into()))),
        (None, Some(_)) => loaded.players(Some(named.max((*loaded.ruleset.players().start()).into()))),
    }
}

fn clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // few digits, easy to type again
    (now.as_millis() % 1_000_000_000) as u64
}

/// Explains why a save can't be resumed, and suggests a fix.
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
