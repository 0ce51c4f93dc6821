//! Rulesets in use, and changed rules while games are played.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ludex::{Game, Ruleset, Setup};
use ludex_table::faces::face_svgs;

use super::live::{Live, Notice};
use super::position::{Replayed, chosen, replay};
use super::{Hall, Table, locked};
use crate::log::{Entry, Filter, Hash, NewTable, TableId, TableSummary};
use crate::problem::{Kind, Problem};
use crate::shelf::Packed;

/// Maximum number of rulesets and setups in memory.
const KEPT: usize = 64;
/// Maximum number of rulesets and languages whose faces are in memory.
const KEPT_FACES: usize = 16;

type Options = Vec<(String, String)>;

/// A ruleset of the shelf with the hash of its package.
#[derive(Clone)]
struct Loaded {
    hash: Hash,
    packed: Arc<Packed>,
}

/// A ruleset's hash, variants, number of players and options.
type SetupKey = (Hash, Vec<String>, u8, Options);

/// Faces of the cards of a ruleset as SVG texts, by the IDs of their designs.
type Drawn = Arc<BTreeMap<String, String>>;

/// Compiled rulesets, each with its setups.
#[derive(Default)]
pub struct Rulesets {
    packed: Mutex<BTreeMap<(String, Vec<String>), Loaded>>,
    setups: Mutex<BTreeMap<SetupKey, Setup>>,
    faces: Mutex<BTreeMap<(Hash, String), Drawn>>,
    /// Setup of each game with the usual number of players, for the lobby.
    usual: Mutex<BTreeMap<String, Setup>>,
}

/// Effect of changed rules on the tables of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Renewed {
    /// Tables that continue with the changed rules.
    pub continued: usize,
    /// Tables with a choice that no longer fits.
    pub stopped: usize,
}

impl Hall {
    pub fn packed(&self, game: &str, variants: &[String]) -> Result<(Hash, Ruleset), Problem> {
        let loaded = self.loaded(game, variants)?;
        Ok((loaded.hash, loaded.packed.ruleset.clone()))
    }

    /// Returns a game of the shelf with variants, stored in the log.
    pub fn stored_game(&self, game: &str, variants: &[String]) -> Result<(Hash, Ruleset), Problem> {
        let loaded = self.loaded(game, variants)?;
        self.store(&loaded.packed)?;
        Ok((loaded.hash, loaded.packed.ruleset.clone()))
    }

    fn loaded(&self, game: &str, variants: &[String]) -> Result<Loaded, Problem> {
        let key = (game.to_owned(), variants.to_vec());
        if let Some(found) = locked(&self.rulesets.packed).get(&key) {
            return Ok(found.clone());
        }
        let packed = Arc::new(self.shelf.load(game, variants).map_err(Problem::invalid)?);
        let loaded = Loaded { hash: Hash::from_package(&packed.package), packed };
        let mut all = locked(&self.rulesets.packed);
        if all.len() >= KEPT {
            all.clear();
        }
        all.insert(key, loaded.clone());
        Ok(loaded)
    }

    pub fn usual_setup(&self, game: &str, make: impl FnOnce() -> Option<Setup>) -> Option<Setup> {
        let mut all = locked(&self.rulesets.usual);
        if let Some(setup) = all.get(game) {
            return Some(setup.clone());
        }
        let setup = make()?;
        all.insert(game.to_owned(), setup.clone());
        Some(setup)
    }

    /// Returns a setup with the texts of a table's game: of its rules, or of a game of the shelf with the
    /// same rules.
    pub fn setup_for_lobby(&self, table: &TableSummary) -> Option<Setup> {
        if let Some(setup) = self.any_setup(table.table.ruleset) {
            return Some(setup);
        }
        let known = locked(&self.rulesets.packed);
        let game = known.iter().find(|(_, loaded)| loaded.hash == table.table.ruleset);
        let game = game.map(|((game, _), _)| game.clone());
        drop(known);
        match game {
            Some(game) => locked(&self.rulesets.usual).get(&game).cloned(),
            None => self.stored_setup(table.table.ruleset, &table.table).ok(),
        }
    }

    /// Compiles all games, so that the first lobby is fast.
    pub fn warm(&self) {
        for game in self.shelf.games() {
            let _ = self.packed(&game, &[]);
        }
    }

    /// Stores a package in the log.
    pub fn store(&self, packed: &Packed) -> Result<Hash, Problem> {
        if packed.package.len() > self.limits.ruleset {
            let most = self.limits.ruleset >> 10;
            return Err(Problem::new(
                Kind::TooLarge,
                format!("the ruleset is too large: at most {most} KiB"),
            ));
        }
        let hash = Hash::from_package(&packed.package);
        self.log.put_ruleset(&hash, &packed.package)?;
        Ok(hash)
    }

    pub fn setup_of(&self, (hash, ruleset): (Hash, &Ruleset), head: &NewTable) -> Result<Setup, Problem> {
        let key = (hash, head.variants.clone(), head.players, head.options.clone());
        if let Some(setup) = locked(&self.rulesets.setups).get(&key) {
            return Ok(setup.clone());
        }
        let setup = ruleset.setup(head.players, &head.options).map_err(|e| Problem::invalid(e.message))?;
        let mut all = locked(&self.rulesets.setups);
        if all.len() >= KEPT {
            all.clear();
        }
        all.insert(key, setup.clone());
        Ok(setup)
    }

    /// Draws the face of a card. All faces of a ruleset are drawn at once, because their texts have one size.
    pub fn face(&self, hash: Hash, lang: &str, design: &str) -> Option<String> {
        let setup = self.any_setup(hash)?;
        let languages = || setup.ruleset().languages();
        let lang = languages().find(|known| *known == lang).or_else(|| languages().next()).unwrap_or("en");
        let key = (hash, lang.to_owned());
        let known = locked(&self.rulesets.faces).get(&key).cloned();
        let faces = known.unwrap_or_else(|| {
            let faces = Arc::new(face_svgs(&setup, lang, &|path| self.drawing(hash, path)));
            let mut all = locked(&self.rulesets.faces);
            if all.len() >= KEPT_FACES {
                all.clear();
            }
            all.insert(key, Arc::clone(&faces));
            faces
        });
        faces.get(design).cloned()
    }

    /// Returns a frame or icon of a ruleset in use. Pictures and fonts are too large for a table.
    fn drawing(&self, hash: Hash, path: &str) -> Result<Option<Vec<u8>>, String> {
        if !path.ends_with(".svg") {
            return Ok(None);
        }
        match self.log.ruleset(&hash).map_err(|error| error.to_string())? {
            Some(package) => self.shelf.drawing(&package, path),
            None => Ok(None),
        }
    }

    pub fn any_setup(&self, hash: Hash) -> Option<Setup> {
        let setups = locked(&self.rulesets.setups);
        setups.iter().find(|(key, _)| key.0 == hash).map(|(_, setup)| setup.clone())
    }

    fn stored_setup(&self, hash: Hash, head: &NewTable) -> Result<Setup, Problem> {
        let key = (hash, head.variants.clone(), head.players, head.options.clone());
        if let Some(setup) = locked(&self.rulesets.setups).get(&key) {
            return Ok(setup.clone());
        }
        let lost = || Problem::new(Kind::Unavailable, "the rules of this table are not in the database");
        let package = self.log.ruleset(&hash)?.ok_or_else(lost)?;
        let unreadable =
            |why| Problem::new(Kind::Unavailable, format!("the rules of this table can't be used: {why}"));
        let ruleset = self.shelf.unpack(&package, &head.variants).map_err(unreadable)?;
        self.setup_of((hash, &ruleset), head)
    }

    /// Rebuilds a table from its log.
    pub(super) fn rebuilt(&self, id: &TableId) -> Result<Live, Problem> {
        let (head, rows) = self.log.find(id)?.ok_or_else(Problem::no_table)?;
        let entries = self.log.read(id, 0)?;
        let changed = |entry: &Entry| match entry {
            Entry::Rules { ruleset } => Some(*ruleset),
            Entry::Choice { .. } | Entry::Undo { .. } => None,
        };
        let rules = entries.iter().rev().find_map(changed).unwrap_or(head.ruleset);
        let setup = self.stored_setup(rules, &head)?;
        let Replayed { game, stopped } = replay(&setup, head.seed, &chosen(&entries));
        if let Some(number) = stopped {
            let message = format!("choice {} of this table is no longer possible", number + 1);
            return Err(Problem::new(Kind::Unavailable, message));
        }
        let bot = |name: &Option<String>| name.as_ref().map(|name| self.shelf.bot(&setup, name)).transpose();
        let bots = rows.iter().map(|row| bot(&row.bot)).collect::<Result<_, _>>();
        let bots = bots.map_err(|why| Problem::new(Kind::Unavailable, why))?;
        let version = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        let id = id.clone();
        let mut live = Live { id, head, rules, rows, game, version, bots, asked: None, notice: None };
        live.settle(&*self.log)?;
        Ok(live)
    }

    /// Continues all tables of a game with its changed rules, or shows the errors of the rules.
    pub fn renew(self: &Arc<Self>, game: &str, changed: Result<(), String>) -> Result<Renewed, Problem> {
        locked(&self.rulesets.packed).retain(|(id, _), _| id != game);
        locked(&self.rulesets.usual).remove(game);
        let mut renewed = Renewed::default();
        for table in self.tables_of(game)? {
            if let Err(why) = &changed {
                table.live().notice = Some(Notice::Broken(why.clone()));
                table.announce();
                continue;
            }
            match self.renew_table(game, &table)? {
                true => renewed.continued += 1,
                false => renewed.stopped += 1,
            }
            table.announce();
            self.wake(&table);
        }
        self.lobby_changed();
        Ok(renewed)
    }

    /// Returns the unfinished tables of a game among the newest of the database.
    fn tables_of(&self, game: &str) -> Result<Vec<Arc<Table>>, Problem> {
        let newest = self.log.list(&Filter { limit: 200, ..Filter::default() })?;
        let all = newest.iter().filter_map(|summary| self.table(&summary.id).ok());
        let is_played = |table: &Arc<Table>| {
            let live = table.live();
            live.setup().ruleset().id() == game && !live.game.is_over()
        };
        Ok(all.filter(is_played).collect())
    }

    /// Returns true if the table continues with the changed rules.
    fn renew_table(self: &Arc<Self>, game: &str, table: &Arc<Table>) -> Result<bool, Problem> {
        let head = table.live().head.clone();
        let (hash, ruleset) = match self.stored_game(game, &head.variants) {
            Ok(found) => found,
            Err(problem) => {
                table.live().notice = Some(Notice::Broken(problem.message));
                return Ok(false);
            }
        };
        let setup = match self.setup_of((hash, &ruleset), &head) {
            Ok(setup) => setup,
            Err(problem) => {
                table.live().notice = Some(Notice::Broken(problem.message));
                return Ok(false);
            }
        };
        let mut live = table.live();
        if live.rules == hash {
            live.notice = None;
            return Ok(true);
        }
        let Replayed { game, stopped } = live.with_rules(&setup);
        match (stopped, game.fault()) {
            (None, None) => live.renew(&*self.log, hash, game).map(|()| true),
            (None, Some(fault)) => {
                live.notice = Some(Notice::Broken(fault.message));
                Ok(false)
            }
            (Some(at), _) => {
                let label = live.chosen().get(at).map(|choice| choice.label.clone()).unwrap_or_default();
                let made = self.branched(&live, (hash, game), at)?;
                live.notice = Some(Notice::Stopped { number: at + 1, label, table: made });
                Ok(false)
            }
        }
    }

    /// Creates a table that continues a game up to its first impossible choice with the changed rules. Its
    /// seats have the tokens of the old table.
    fn branched(
        &self,
        live: &Live,
        (hash, game): (Hash, Game),
        at: usize,
    ) -> Result<Option<TableId>, Problem> {
        let head = NewTable { ruleset: hash, ..live.head.clone() };
        let made = self.branch_of(live, head, &game, at)?;
        Ok(Some(made))
    }
}
