//! Message handling of the language server.

use std::collections::{BTreeMap, BTreeSet};

use ludex::Ruleset;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::features::{
    actions, completion, coverage, diagnostics, formatting, hints, hover, lenses, navigate, symbols, tokens,
};
use crate::game::{Game, Place, is_more};
use crate::protocol::{
    AtPosition, Changed, Failed, InDocument, Notification, Opened, Position, Query, Range,
};
use crate::random::Play;
use crate::stored::Stored;
use crate::text::Encoding;
use crate::uri::below;

/// Access to files that are not open in an editor.
pub trait Disk {
    /// Returns the URI of the ruleset folder of a file: the nearest parent with a `ruleset.yaml`.
    fn root(&self, uri: &str) -> Option<String>;
    /// Returns the files of a ruleset folder: relative paths and texts.
    fn files(&self, root: &str) -> Vec<(String, String)>;
    /// Returns a URI at which an editor can display a library file that is part of Ludex, given its path and
    /// text.
    fn library(&self, _path: &str, _text: &str) -> Option<String> {
        None
    }
    /// Returns the stored results of a ruleset (`ludex test --store`): names of commands, and JSON.
    fn results(&self, _root: &str) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// The ruleset of a folder after the full analysis, with variants and scenarios.
pub struct Rules {
    /// Path of each file below the folder, and its text.
    pub files: Vec<(String, String)>,
    /// The ruleset, if it has no errors.
    pub ruleset: Option<Ruleset>,
    /// Number of diagnostics of all severities in all files.
    pub problems: usize,
}

/// Default number of random games per text.
const RANDOM_GAMES: u32 = 100;

/// Default range: the whole file.
const EVERYWHERE: Range = Range {
    start: Position { line: 0, character: 0 },
    end: Position { line: u32::MAX, character: u32::MAX },
};

/// A language server: open texts, and the analysis of their games.
pub struct Server<D> {
    disk: D,
    encoding: Encoding,
    /// Open texts by URI.
    open: BTreeMap<String, String>,
    games: BTreeMap<String, Game>,
    /// Games that have changed since their diagnostics were published.
    stale: BTreeSet<String>,
    /// Games whose diagnostics for variants and scenarios are outdated.
    later: BTreeSet<String>,
    /// Files with published diagnostics, by game.
    told: BTreeMap<String, BTreeSet<String>>,
    /// Number of random games per text.
    random_games: u32,
    /// True if unreached parts of effects are published as diagnostics.
    hints_coverage: bool,
}

impl<D: Disk> Server<D> {
    /// Creates a server without open texts.
    pub fn new(disk: D) -> Server<D> {
        Server {
            disk,
            encoding: Encoding::Utf16,
            open: BTreeMap::new(),
            games: BTreeMap::new(),
            stale: BTreeSet::new(),
            later: BTreeSet::new(),
            told: BTreeMap::new(),
            random_games: RANDOM_GAMES,
            hints_coverage: false,
        }
    }

    /// Handles a request and returns its result.
    ///
    /// # Errors
    /// Returns an error for an unknown method, invalid parameters, or a request that can't be performed.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, Failed> {
        match method {
            "initialize" => Ok(self.initialize(&params)),
            "shutdown" => Ok(Value::Null),
            "textDocument/completion" => self.at(params, |at, _| Ok(json!(completion::completion(at)))),
            "textDocument/hover" => self.at(params, |at, _| Ok(json!(hover::hover(at)))),
            "textDocument/definition" => {
                let asked: AtPosition = read(params)?;
                let Some((root, path)) = self.game_of(&asked.text_document.uri) else {
                    return Ok(Value::Null);
                };
                let at = self.games.get(&root).and_then(|game| game.place(&path, asked.position, true));
                let library = |path: &str, text: &str| self.disk.library(path, text);
                Ok(json!(at.and_then(|at| navigate::definition(&at, &library))))
            }
            "textDocument/references" => {
                let all = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
                self.at_whole(params, |at, _| Ok(json!(navigate::references(at, all))))
            }
            "textDocument/documentHighlight" => {
                self.at_whole(params, |at, _| Ok(json!(navigate::highlights(at))))
            }
            "textDocument/prepareRename" => self.at_whole(params, |at, _| navigate::prepare_rename(at)),
            "textDocument/rename" => self.at_whole(params, |at, asked| {
                Ok(json!({ "changes": navigate::rename(at, &asked.new_name)? }))
            }),
            "textDocument/documentSymbol" => {
                self.in_file(params, |game, path, _| json!(symbols::of_file(game, path)))
            }
            "textDocument/semanticTokens/full" => {
                self.in_file(params, |game, path, _| json!({ "data": tokens::tokens(game, path) }))
            }
            "textDocument/codeLens" => {
                self.in_file(params, |game, path, _| json!(lenses::lenses(game, path)))
            }
            "ludex/coverage" => self.in_file(params, |game, path, _| coverage::coverage(game, path)),
            "textDocument/formatting" => {
                self.in_file(params, |game, path, _| json!(formatting::formatting(game, path)))
            }
            "textDocument/inlayHint" => self.in_file(params, |game, path, range| {
                json!(hints::hints(game, path, range.unwrap_or(EVERYWHERE)))
            }),
            "textDocument/codeAction" => self.in_file(params, |game, path, range| {
                json!(actions::actions(game, path, range.unwrap_or(EVERYWHERE)))
            }),
            "workspace/symbol" => {
                let Query { query } = read(params)?;
                let games = self.games.values();
                Ok(games.flat_map(|game| symbols::of_game(game, &query)).collect())
            }
            _ => Err(Failed::unknown_method(method)),
        }
    }

    /// Handles a notification of the editor.
    ///
    /// # Errors
    /// Returns an error for invalid parameters.
    pub fn notify(&mut self, method: &str, params: Value) -> Result<(), Failed> {
        match method {
            "textDocument/didOpen" => {
                let Opened { text_document } = read(params)?;
                self.put(&text_document.uri, text_document.text);
            }
            "textDocument/didChange" => {
                let Changed { text_document, content_changes } = read(params)?;
                if let Some(change) = content_changes.into_iter().last() {
                    self.put(&text_document.uri, change.text);
                }
            }
            "textDocument/didClose" => {
                let InDocument { text_document, .. } = read(params)?;
                self.close(&text_document.uri);
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.reread(),
            // other notifications do not concern this server
            _ => {}
        }
        Ok(())
    }

    /// Returns the diagnostics of all changed games. The first call returns those of the rules, the next one
    /// also those of variants and scenarios. The transport calls it when idle, as long as there [is
    /// news](Self::has_news).
    pub fn findings(&mut self) -> Vec<Notification> {
        if self.stale.is_empty() {
            let later = std::mem::take(&mut self.later);
            return later.into_iter().flat_map(|root| self.told_of(root, true)).collect();
        }
        let mut all = Vec::new();
        for root in std::mem::take(&mut self.stale) {
            let more = self.games.get(&root).is_some_and(Game::has_more);
            all.extend(self.told_of(root.clone(), !more));
            self.later.remove(&root);
            if more {
                self.later.insert(root);
            }
        }
        all
    }

    /// Returns true if diagnostics are to be published.
    pub fn has_news(&self) -> bool {
        !self.stale.is_empty() || !self.later.is_empty()
    }

    /// Returns the ruleset of a folder, with the open texts. Returns `None` for an unknown folder.
    pub fn rules(&mut self, root: &str) -> Option<Rules> {
        let (root, _) = self.game_of(&below(root, "ruleset.yaml"))?;
        let (game, known) = self.games.get(&root).map(|game| (game, game.whole()))?;
        let problems = known.diagnostics().len();
        Some(Rules { files: game.given(), ruleset: known.ruleset().cloned(), problems })
    }

    /// Returns true if random games can be played while idle.
    pub fn has_games(&self) -> bool {
        self.games.values().any(|game| game.play.as_ref().is_some_and(|play| !play.is_over()))
    }

    /// Plays at most `choices` choices in random games of texts without errors, and returns new findings. The
    /// transport calls it repeatedly while [there are games](Self::has_games) and no message is pending. The
    /// final findings do not depend on the number of calls.
    pub fn idle(&mut self, choices: u32) -> Vec<Notification> {
        let unfinished = |game: &mut Game| game.play.take_if(|play| !play.is_over());
        let mut games = self.games.iter_mut();
        // removed during play, so games that panic are not restarted
        let next = games.find_map(|(root, game)| unfinished(game).map(|play| (root.clone(), game, play)));
        let Some((root, game, mut play)) = next else { return Vec::new() };
        let before = play.found().len();
        play.go_on(choices);
        let is_new = play.found().len() > before;
        game.play = Some(play);
        if is_new { self.told_of(root, true) } else { Vec::new() }
    }

    /// Returns the diagnostics of a game by file. Without `whole`, those of variants and scenarios are not
    /// updated.
    fn told_of(&mut self, root: String, whole: bool) -> Vec<Notification> {
        let game = self.games.get(&root);
        let known = game.map(|game| (game, if whole { game.whole() } else { game.rules() }));
        let mut by_file = known.map(|(game, known)| diagnostics::by_file(game, known)).unwrap_or_default();
        let hints =
            game.filter(|_| whole && self.hints_coverage).map(coverage::unreached).unwrap_or_default();
        hints.into_iter().for_each(|(uri, hint)| by_file.entry(uri).or_default().push(hint));
        let rules = |uri: &String| game.and_then(|game| game.path(uri)).is_none_or(|path| !is_more(&path));
        let now = by_file.iter().filter(|(_, found)| !found.is_empty()).map(|(uri, _)| uri.clone());
        let now: BTreeSet<String> = now.filter(|uri| whole || rules(uri)).collect();
        let before = self.told.remove(&root).unwrap_or_default();
        let (before, kept): (BTreeSet<String>, BTreeSet<String>) =
            before.into_iter().partition(|uri| whole || rules(uri));
        let open = self.open.keys().filter(|uri| by_file.contains_key(*uri) && (whole || rules(uri)));
        let about: BTreeSet<String> = now.iter().cloned().chain(before).chain(open.cloned()).collect();
        self.told.insert(root.clone(), now.into_iter().chain(kept).collect());
        if let Some(game) = self.games.get_mut(&root).filter(|game| whole && game.play.is_none()) {
            game.play = Play::new(game.whole(), self.random_games);
        }
        about.into_iter().map(|uri| publish(&uri, by_file.get(&uri).cloned().unwrap_or_default())).collect()
    }

    fn initialize(&mut self, params: &Value) -> Value {
        let encodings = params["capabilities"]["general"]["positionEncodings"].as_array();
        let bytes = encodings.is_some_and(|all| all.iter().any(|one| one == "utf-8"));
        let asked = &params["initializationOptions"];
        let games = asked["randomGames"].as_u64().and_then(|games| u32::try_from(games).ok());
        self.random_games = games.unwrap_or(RANDOM_GAMES);
        self.hints_coverage = asked["coverage"] == "hints";
        self.encoding = if bytes { Encoding::Utf8 } else { Encoding::Utf16 };
        json!({
            "capabilities": {
                "positionEncoding": if bytes { "utf-8" } else { "utf-16" },
                "textDocumentSync": { "openClose": true, "change": 1, "save": true },
                "completionProvider": { "triggerCharacters": [".", ":", " ", "{"] },
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "documentFormattingProvider": true,
                "inlayHintProvider": true,
                "semanticTokensProvider": {
                    "legend": { "tokenTypes": tokens::TYPES, "tokenModifiers": tokens::DEFINITION },
                    "full": true,
                },
                "codeLensProvider": { "resolveProvider": false },
                "documentSymbolProvider": true,
                "workspaceSymbolProvider": true,
                "renameProvider": { "prepareProvider": true },
                "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor", "refactor.extract", "source.fixAll"] },
            },
            "serverInfo": { "name": "ludex", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// Handles a request about a location, with the analysis of the rules. The result is `null` outside of
    /// games.
    fn at(
        &mut self,
        params: Value,
        answer: impl FnOnce(&Place<'_>, &AtPosition) -> Result<Value, Failed>,
    ) -> Result<Value, Failed> {
        self.about_place(params, false, answer)
    }

    /// Handles a request about a location, with the full analysis.
    fn at_whole(
        &mut self,
        params: Value,
        answer: impl FnOnce(&Place<'_>, &AtPosition) -> Result<Value, Failed>,
    ) -> Result<Value, Failed> {
        self.about_place(params, true, answer)
    }

    fn about_place(
        &mut self,
        params: Value,
        whole: bool,
        answer: impl FnOnce(&Place<'_>, &AtPosition) -> Result<Value, Failed>,
    ) -> Result<Value, Failed> {
        let asked: AtPosition = read(params)?;
        let Some((root, path)) = self.game_of(&asked.text_document.uri) else { return Ok(Value::Null) };
        let place = self.games.get(&root).and_then(|game| game.place(&path, asked.position, whole));
        place.map_or(Ok(Value::Null), |place| answer(&place, &asked))
    }

    /// Handles a request about a file.
    fn in_file(
        &mut self,
        params: Value,
        answer: impl FnOnce(&Game, &str, Option<Range>) -> Value,
    ) -> Result<Value, Failed> {
        let InDocument { text_document, range } = read(params)?;
        let Some((root, path)) = self.game_of(&text_document.uri) else { return Ok(Value::Null) };
        Ok(self.games.get(&root).map_or(Value::Null, |game| answer(game, &path, range)))
    }

    /// Returns the game of a file, loading it if necessary, and the path of the file in it.
    fn game_of(&mut self, uri: &str) -> Option<(String, String)> {
        let root = self.root_of(uri)?;
        if !self.games.contains_key(&root) {
            let game = self.read_game(&root, root == uri);
            self.games.insert(root.clone(), game);
            self.stale.insert(root.clone());
        }
        let path = self.games.get(&root)?.path(uri)?;
        Some((root, path))
    }

    /// Returns the folder of the ruleset, or the file itself if it is a single-file ruleset.
    fn root_of(&self, uri: &str) -> Option<String> {
        self.disk.root(uri).or_else(|| {
            let text = self.open.get(uri)?;
            let is_ruleset =
                ["format:", "game:"].iter().any(|key| text.lines().any(|line| line.starts_with(key)));
            is_ruleset.then(|| uri.to_owned())
        })
    }

    fn read_game(&self, root: &str, single: bool) -> Game {
        let (files, results) =
            if single { Default::default() } else { (self.disk.files(root), self.disk.results(root)) };
        let mut game = Game::new(root.to_owned(), single, files, self.encoding);
        game.stored = Stored::read(&results);
        for (uri, text) in &self.open {
            if let Some(path) = game.path(uri) {
                game.put(&path, Some(text.clone()));
            }
        }
        game
    }

    /// Sets the text of an open file.
    fn put(&mut self, uri: &str, text: String) {
        self.open.insert(uri.to_owned(), text.clone());
        let Some((root, path)) = self.game_of(uri) else { return };
        if let Some(game) = self.games.get_mut(&root)
            && game.put(&path, Some(text))
        {
            self.stale.insert(root.clone());
        }
        self.stale.insert(root);
    }

    /// Closes a file and reloads it from disk. A game without open files is dropped.
    fn close(&mut self, uri: &str) {
        let found = self.game_of(uri);
        self.open.remove(uri);
        let Some((root, _)) = found else { return };
        let Some(game) = self.games.remove(&root) else { return };
        if self.open.keys().any(|uri| game.path(uri).is_some()) {
            let game = self.read_game(&root, game.is_single());
            self.games.insert(root.clone(), game);
        }
        self.stale.insert(root);
    }

    /// Reloads all games after changes on disk.
    fn reread(&mut self) {
        let roots: Vec<(String, bool)> =
            self.games.iter().map(|(root, game)| (root.clone(), game.is_single())).collect();
        for (root, single) in roots.into_iter().filter(|(_, single)| !single) {
            let game = self.read_game(&root, single);
            self.games.insert(root.clone(), game);
            self.stale.insert(root);
        }
    }
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Failed> {
    serde_json::from_value(params).map_err(|error| Failed::invalid(error.to_string()))
}

fn publish(uri: &str, found: Vec<Value>) -> Notification {
    let params = json!({ "uri": uri, "diagnostics": found });
    Notification { method: "textDocument/publishDiagnostics", params }
}
