//! Messages in, messages out.

use std::collections::{BTreeMap, BTreeSet};

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

/// Where the files lie that no editor has open.
pub trait Disk {
    /// The address of the folder whose ruleset a file belongs to: the nearest above it with a `ruleset.yaml`.
    fn root(&self, uri: &str) -> Option<String>;
    /// The files of a ruleset in a folder: paths below it, and texts.
    fn files(&self, root: &str) -> Vec<(String, String)>;
    /// An address at which an editor can look at a file of a library that comes with Ludex, if there is one: its path, and its text.
    fn library(&self, _path: &str, _text: &str) -> Option<String> {
        None
    }
    /// The results that are kept beside it (`ludex test --store`): names of commands, and JSON.
    fn results(&self, _root: &str) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// Random games of a text, if the editor does not say how many.
const RANDOM_GAMES: u32 = 100;

/// What is asked about if nothing else is said.
const EVERYWHERE: Range = Range {
    start: Position { line: 0, character: 0 },
    end: Position { line: u32::MAX, character: u32::MAX },
};

/// A language server: texts that are open, and what is known of their games.
pub struct Server<D> {
    disk: D,
    encoding: Encoding,
    /// By address.
    open: BTreeMap<String, String>,
    games: BTreeMap<String, Game>,
    /// Games in which something has changed since their findings were told.
    stale: BTreeSet<String>,
    /// Games of whose variants and scenarios nothing was told since then.
    later: BTreeSet<String>,
    /// Of each game the files of which something was told.
    told: BTreeMap<String, BTreeSet<String>>,
    /// How many random games are played of each text.
    random_games: u32,
    /// What scenarios do not come to is told among the findings.
    hints_coverage: bool,
}

impl<D: Disk> Server<D> {
    /// Nothing is open yet.
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

    /// The answer to a request.
    ///
    /// # Errors
    /// A method that there is not, parameters of another form, or what can't be done, with the reason.
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

    /// Takes what the editor tells.
    ///
    /// # Errors
    /// Parameters of another form.
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
            // what is not known is no business of this server
            _ => {}
        }
        Ok(())
    }

    /// The findings of all games in which something has changed: of the rules first, then, when it is asked again, of variants and scenarios too. The door
    /// asks when nothing came for a while, as long as there [is news](Self::has_news).
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

    /// Whether findings are to be told.
    pub fn has_news(&self) -> bool {
        !self.stale.is_empty() || !self.later.is_empty()
    }

    /// Whether there are random games to play while nobody asks.
    pub fn has_games(&self) -> bool {
        self.games.values().any(|game| game.play.as_ref().is_some_and(|play| !play.is_over()))
    }

    /// Plays on for so many choices, or less, in random games of texts without errors, and tells what is new. The door calls it again and again
    /// while [there are games](Self::has_games) and no message waits; what is found in the end does not depend on how often.
    pub fn idle(&mut self, choices: u32) -> Vec<Notification> {
        let unfinished = |game: &mut Game| game.play.take_if(|play| !play.is_over());
        let mut games = self.games.iter_mut();
        // it is taken out: one that fails is not begun again
        let next = games.find_map(|(root, game)| unfinished(game).map(|play| (root.clone(), game, play)));
        let Some((root, game, mut play)) = next else { return Vec::new() };
        let before = play.found().len();
        play.go_on(choices);
        let is_new = play.found().len() > before;
        game.play = Some(play);
        if is_new { self.told_of(root, true) } else { Vec::new() }
    }

    /// The findings of a game by file. Without the whole, nothing is told of variants and scenarios.
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

    /// What is asked about a place, of the rules. What belongs to no game has no answer.
    fn at(
        &mut self,
        params: Value,
        answer: impl FnOnce(&Place<'_>, &AtPosition) -> Result<Value, Failed>,
    ) -> Result<Value, Failed> {
        self.about_place(params, false, answer)
    }

    /// What is asked about a place, of all files.
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

    /// What is asked about a file.
    fn in_file(
        &mut self,
        params: Value,
        answer: impl FnOnce(&Game, &str, Option<Range>) -> Value,
    ) -> Result<Value, Failed> {
        let InDocument { text_document, range } = read(params)?;
        let Some((root, path)) = self.game_of(&text_document.uri) else { return Ok(Value::Null) };
        Ok(self.games.get(&root).map_or(Value::Null, |game| answer(game, &path, range)))
    }

    /// The game of a file, which is read if it is not known yet, and the path of the file in it.
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

    /// A folder with a ruleset, or the file itself if it is one.
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

    /// A file has this text now.
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

    /// A file is as it lies on the disk again. A game of which nothing is open is forgotten.
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

    /// Files were changed by others than the editor.
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
