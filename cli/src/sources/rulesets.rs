//! Resolves words typed by the user to rulesets: shipped rulesets by ID, others by path.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use ludex::diagnostics::{Diagnostic, Severity, Sources, Span, Style, closest, render};
use ludex::fs::{self as files, Files, ReadError};
use ludex::scenarios::check_all;
use ludex::{Compile, Compiled, Fault, Ruleset, Setup, SetupError, Workers, variants};

use crate::args::Changes;
use crate::failure::{Failure, suggestion};
use crate::files::folder_of;
#[cfg(feature = "serve")]
use crate::sources::archive::Blobs;
use crate::sources::settings::{options, set_card, value_overlay};
use crate::sources::{archive, git, installed, pictures};
use crate::terminal::output::{Out, clean, warn};

static SHIPPED: Dir<'_> = include_dir!("$LUDEX_RULESETS");

/// File with the numbered rules of a ruleset.
const RULES: &str = "RULES.md";

/// Location of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    Shipped(String),
    Folder(PathBuf),
    File(PathBuf),
    /// A folder or file in a git revision.
    Revision {
        path: PathBuf,
        revision: String,
    },
    /// A package that is not unpacked.
    Archive(PathBuf),
    Stdin,
}

/// A group of related shipped rulesets.
pub struct Family {
    /// Folder of the group; `None` for rulesets without a group.
    pub name: Option<&'static str>,
    pub ids: Vec<&'static str>,
}

/// Returns the shipped rulesets: those without a group, then each group.
pub fn families() -> Vec<Family> {
    let mut folders: Vec<_> = SHIPPED.dirs().filter(|dir| !is_game(dir)).collect();
    folders.sort_unstable_by_key(|dir| dir.path());
    let of_folder = |dir: &&'static Dir<'static>| Family { name: name(dir), ids: games_in(dir) };
    let alone = Family { name: None, ids: games_in(&SHIPPED) };
    std::iter::once(alone)
        .chain(folders.iter().map(of_folder))
        .filter(|family| !family.ids.is_empty())
        .collect()
}

/// Returns the IDs of the shipped rulesets, by group.
pub fn shipped() -> Vec<&'static str> {
    families().into_iter().flat_map(|family| family.ids).collect()
}

/// Returns the rulesets without a group, whose games are long.
#[cfg(test)]
pub fn standing_alone() -> Vec<&'static str> {
    families().into_iter().filter(|family| family.name.is_none()).flat_map(|family| family.ids).collect()
}

/// Returns the embedded folder of a shipped ruleset.
fn folder_of_shipped(id: &str) -> Option<&'static Dir<'static>> {
    let below = SHIPPED.dirs().filter(|dir| !is_game(dir)).flat_map(Dir::dirs);
    SHIPPED.dirs().chain(below).find(|dir| is_game(dir) && name(dir) == Some(id))
}

fn games_in(folder: &'static Dir<'static>) -> Vec<&'static str> {
    let mut ids: Vec<&str> = folder.dirs().filter(|dir| is_game(dir)).filter_map(name).collect();
    ids.sort_unstable();
    ids
}

fn is_game(dir: &Dir<'_>) -> bool {
    dir.get_file(dir.path().join("ruleset.yaml")).is_some()
}

fn name(dir: &'static Dir<'static>) -> Option<&'static str> {
    dir.path().file_name()?.to_str()
}

impl Reference {
    /// Resolves a word: a shipped ID, a path, or the ID of an installed game.
    pub fn find(word: &str) -> Result<Reference, Failure> {
        let path = Path::new(word);
        if shipped().contains(&word) {
            tell_what_is_not_taken(word, path);
            return Ok(Self::Shipped(word.to_owned()));
        }
        match path.metadata() {
            Ok(meta) if meta.is_dir() => Ok(Self::Folder(path.to_owned())),
            Ok(_) if archive::is_archive(path) => Ok(Self::Archive(path.to_owned())),
            Ok(_) => Ok(Self::File(path.to_owned())),
            Err(_) if installed::game(word).is_some() => {
                Ok(installed::game(word).map_or(Self::Stdin, Self::Folder))
            }
            Err(_) if word.contains(['/', '\\', '.']) => {
                let help = beside(path).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
                Err(Failure::Usage(format!("there is no ruleset at {word}{help}")))
            }
            Err(_) => {
                Err(Failure::Usage(format!("there is no ruleset `{word}`; {}", suggestion(word, shipped()))))
            }
        }
    }

    /// Returns the reference for a save: an ID or an absolute path.
    pub fn lasting(&self) -> String {
        match self {
            Self::Shipped(id) => id.clone(),
            Self::Folder(path) | Self::File(path) | Self::Archive(path) | Self::Revision { path, .. } => {
                path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string()
            }
            Self::Stdin => "-".to_owned(),
        }
    }

    /// Returns the reference as a word for the command line.
    pub fn shown(&self) -> String {
        match self {
            Self::Shipped(id) => id.clone(),
            Self::Folder(path) | Self::File(path) | Self::Archive(path) => path.display().to_string(),
            Self::Revision { revision, .. } => format!("git:{}", clean(revision)),
            Self::Stdin => "<stdin>".to_owned(),
        }
    }

    /// Returns the folder of the files, if they can be changed.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(path) => Some(path),
            Self::File(path) => Some(folder_of(path)),
            Self::Shipped(_) | Self::Archive(_) | Self::Revision { .. } | Self::Stdin => None,
        }
    }

    pub fn prefix(&self) -> String {
        format!("{}/", self.shown().trim_end_matches('/'))
    }

    /// Reads the files, with paths relative to the folder. A single file is named `ruleset.yaml`.
    pub fn read(&self) -> Result<Files, ReadError> {
        let single = |text: String| vec![("ruleset.yaml".to_owned(), text)];
        match self {
            Self::Shipped(id) => {
                Ok(folder_of_shipped(id).map(|d| shipped_files(d, d.path())).unwrap_or_default())
            }
            Self::Folder(path) => files::read_folder(path),
            Self::Archive(path) => archive::read(path)
                .and_then(|files| archive::texts(&files))
                .map_err(|message| ReadError::from_message(self.shown(), message)),
            Self::File(path) => files::read_text(path, path).map(single),
            Self::Revision { path, revision } => {
                let read = if path.is_dir() {
                    git::folder(path, revision)
                } else {
                    git::file(path, revision).map(single)
                };
                read.map_err(|message| {
                    ReadError::from_message(self.shown(), format!("can't be read: {message}"))
                })
            }
            Self::Stdin => files::read_from(std::io::stdin().lock(), "<stdin>").map(single),
        }
    }

    /// Reads the files for a command that requires them.
    fn files(&self) -> Result<Files, Failure> {
        self.read().map_err(|error| match self {
            // the typed revision is wrong, not the files
            Self::Revision { .. } => Failure::Usage(error.to_string()),
            Self::Shipped(_) | Self::Folder(_) | Self::File(_) | Self::Archive(_) | Self::Stdin => {
                Failure::Problem(error.to_string())
            }
        })
    }

    /// Explains why these files are no ruleset: a single overlay, or a package of mods. Returns `None`
    /// otherwise.
    pub fn overlay_alone(&self, files: &Files) -> Option<Failure> {
        if let Self::Archive(_) = self {
            return mods_alone(&self.shown(), files);
        }
        let [(_, text)] = files.as_slice() else { return None };
        let header = variants::header(text).filter(|_| self.is_single() && !has_format(text))?;
        let (name, of) = (self.shown(), clean(&header.of));
        Some(Failure::Usage(format!(
            "{name} is an overlay of `{of}` and no ruleset of its own: name the ruleset, and `--overlay {name}`"
        )))
    }

    /// Reads the numbered rules, if the ruleset has them.
    pub fn rules(&self) -> Result<Option<String>, ReadError> {
        let folder = match self {
            Self::Shipped(id) => {
                let file = shipped_file(id, RULES);
                return Ok(file.and_then(|file| file.contents_utf8()).map(str::to_owned));
            }
            Self::Folder(path) => path.as_path(),
            Self::File(path) => folder_of(path),
            Self::Archive(path) => {
                let files =
                    archive::read(path).map_err(|message| ReadError::from_message(self.shown(), message))?;
                let page = files.into_iter().find(|(path, _)| path == RULES);
                return Ok(page.and_then(|(_, bytes)| String::from_utf8(bytes).ok()));
            }
            Self::Revision { .. } | Self::Stdin => return Ok(None),
        };
        files::read_page(folder, RULES)
    }

    /// Reads a picture by its path below the folder of the ruleset; returns `None` if it doesn't exist.
    ///
    /// # Errors
    /// The reason, as the end of a sentence: it is outside the folder, too large, or unreadable.
    pub fn picture(&self, path: &str, most: u64) -> Result<Option<Vec<u8>>, String> {
        if let Self::Shipped(id) = self {
            return Ok(shipped_file(id, path).map(|file| file.contents().to_vec()));
        }
        self.folder().map_or(Ok(None), |folder| pictures::read(folder, path, most))
    }

    /// Returns the frames and icons in the folder of the ruleset. Unreadable ones are left out.
    #[cfg(feature = "serve")]
    pub fn drawings(&self) -> Blobs {
        self.folder().map(pictures::drawings).unwrap_or_default()
    }

    #[cfg(any(feature = "learn", test))]
    pub fn shipped_files(&self, folder: &str) -> Vec<&'static Path> {
        let Self::Shipped(id) = self else { return Vec::new() };
        let of_ruleset = folder_of_shipped(id);
        let found = of_ruleset.and_then(|ruleset| ruleset.get_dir(ruleset.path().join(folder)));
        found.into_iter().flat_map(Dir::files).map(|file| file.path()).collect()
    }

    #[cfg(any(feature = "learn", test))]
    pub fn shipped_bytes(&self, name: &str) -> Option<Vec<u8>> {
        let Self::Shipped(id) = self else { return None };
        shipped_file(id, name).map(|file| file.contents().to_vec())
    }

    pub fn compiler<'f>(&self, files: &'f Files) -> Compile<'f> {
        let compiler = Compile::new(files);
        if self.is_single() { compiler.shown_as(self.shown()) } else { compiler.shown(self.prefix()) }
    }

    pub fn compile(&self, files: &Files, overlays: &Files) -> Compiled {
        self.compiler(files).overlays(overlays).compile()
    }

    /// Compiles the files and, without errors, each variant of the ruleset. The last result has the problems
    /// of the scenarios.
    pub fn compile_and_check(&self, files: &Files, workers: Workers<'_>) -> Vec<Compiled> {
        if !self.is_single() {
            let rules = self.known_rules();
            return self.compiler(files).rules(rules.as_deref()).workers(workers).compile_and_check();
        }
        let plain = self.compile(files, &Files::new());
        let scenarios = plain.ruleset.as_ref().map(|ruleset| self.scenarios(ruleset, files));
        std::iter::once(plain).chain(scenarios).collect()
    }

    /// Checks the scenarios in some files, and the scenarios of the ruleset's overlays.
    pub fn scenarios(&self, ruleset: &Ruleset, files: &Files) -> Compiled {
        let rules = self.known_rules();
        let (sources, problems) = check_all(ruleset, files, rules.as_deref(), &self.prefix());
        Compiled { sources, problems, ruleset: None }
    }

    /// Returns the numbered rules; ignores unreadable ones.
    fn known_rules(&self) -> Option<String> {
        self.rules().ok().flatten()
    }

    /// Returns true for a single file.
    pub fn is_single(&self) -> bool {
        match self {
            Self::File(_) | Self::Stdin => true,
            Self::Revision { path, .. } => !path.is_dir(),
            Self::Folder(_) | Self::Archive(_) | Self::Shipped(_) => false,
        }
    }

    /// Returns the requested overlays with their names for messages: variants, then installed mods, then
    /// files. Each follows the overlays that it requires, which are included.
    pub fn overlays(&self, files: &Files, changes: &Changes) -> Result<Files, Failure> {
        let changes = installed::with_mods(files, changes);
        let read = |path: &PathBuf| match overlay_text(path) {
            Ok(text) => Ok((path.display().to_string(), text)),
            Err(error) => Err(Failure::Problem(error.to_string())),
        };
        let given: Result<Files, Failure> = changes.overlays.iter().map(read).collect();
        self.overlays_of(files, &changes.variants, given?)
    }

    /// Like [`overlays`](Self::overlays), with overlay files that were already read.
    fn overlays_of(&self, files: &Files, variants: &[String], given: Files) -> Result<Files, Failure> {
        if variants.is_empty() && given.is_empty() {
            return Ok(Files::new());
        }
        let known = variants::shipped(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
        let mut wanted = variants.to_vec();
        let mut ids = Vec::new();
        for (_, text) in &given {
            let header = variants::header(text);
            let before = header.iter().flat_map(|header| &header.with);
            let is_known = |id: &String| known.iter().any(|(_, header)| header.id == *id);
            wanted.extend(before.filter(|id| is_known(id) && !ids.contains(*id)).cloned());
            ids.extend(header.map(|header| header.id));
        }
        let paths = variants::resolve(files, &wanted).map_err(|problem| {
            Failure::Usage(format!("{}: {problem}{}", self.shown(), installed::mods_suffix(files)))
        })?;
        let mut found = self.files_of(files, &paths);
        for (name, text) in given {
            if found.iter().any(|(_, known)| *known == text) {
                return Err(Failure::Usage(format!("the overlay {name} is given twice")));
            }
            found.push((name, text));
        }
        Ok(found)
    }

    /// Returns some of the files, with their names for messages.
    pub fn files_of(&self, files: &Files, paths: &[String]) -> Files {
        let found = paths.iter().filter_map(|path| files.iter().find(|(name, _)| name == path));
        found.map(|(path, text)| (format!("{}{path}", self.prefix()), text.clone())).collect()
    }
}

/// Explains why a package that only has mods of a game can't be played on its own.
fn mods_alone(package: &str, files: &Files) -> Option<Failure> {
    let header = |text: &str| variants::header(text).filter(|_| !has_format(text));
    let mods: Vec<_> = files.iter().map(|(_, text)| header(text)).collect::<Option<_>>()?;
    let of = clean(&mods.first()?.of);
    let ids = mods.iter().map(|header| format!(" --variant {}", clean(&header.id))).collect::<String>();
    Some(Failure::Usage(format!(
        "{package} is a mod of the game `{of}`, not a game: `ludex install {package}`, then `ludex play {of}{ids}`"
    )))
}

/// Reads the text of an overlay file, or of the only overlay in a package.
fn overlay_text(path: &Path) -> Result<String, ReadError> {
    if !archive::is_archive(path) {
        return files::read_text(path, path);
    }
    let refused = |why: String| ReadError::from_message(path.display().to_string(), why);
    let files = archive::read(path).and_then(|files| archive::texts(&files)).map_err(refused)?;
    let mut overlays = files.into_iter().filter(|(_, text)| variants::header(text).is_some());
    match (overlays.next(), overlays.next()) {
        (Some((_, text)), None) => Ok(text),
        (None, _) => Err(refused("holds no overlay".to_owned())),
        (Some(_), Some(_)) => Err(refused(
            "holds several overlays: `ludex install` it, and name them with --variant".to_owned(),
        )),
    }
}

/// Suggests an existing path with a similar name.
fn beside(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let entries = folder_of(path).read_dir().ok()?.flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let near = closest(name, names.iter().map(String::as_str).filter(|name| !name.starts_with('.')))?;
    Some(clean(&path.with_file_name(near).display().to_string()))
}

fn has_format(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("format:"))
}

/// Warns if a folder or file has the same name as the shipped game, which takes precedence.
fn tell_what_is_not_taken(word: &str, path: &Path) {
    if path.is_file() || path.join("ruleset.yaml").is_file() {
        warn(&format!("`{word}` is the game that comes with the program; the local one is ./{word}"));
    }
}

/// Returns a file of a shipped ruleset by its path below the ruleset's folder.
fn shipped_file(id: &str, path: &str) -> Option<&'static include_dir::File<'static>> {
    let folder = folder_of_shipped(id)?;
    folder.get_file(folder.path().join(path))
}

fn shipped_files(dir: &Dir<'_>, root: &Path) -> Files {
    let text = |file: &include_dir::File<'_>| {
        let path = file.path().strip_prefix(root).ok()?.to_str()?;
        path.ends_with(".yaml").then(|| Some((path.to_owned(), file.contents_utf8()?.to_owned())))?
    };
    let below = dir.dirs().flat_map(|d| shipped_files(d, root));
    dir.files().filter_map(text).chain(below).collect()
}

/// A playable ruleset.
pub struct Loaded {
    pub reference: Reference,
    pub files: Files,
    pub changes: Changes,
    pub overlays: Files,
    /// Sources, for source locations.
    pub sources: Sources,
    pub ruleset: Ruleset,
}

impl Loaded {
    /// Loads the ruleset that a word refers to. Prints errors like `ludex check`.
    pub fn load(word: &str, changes: &Changes, out: &mut Out) -> Result<Loaded, Failure> {
        Self::from_reference(Reference::find(word)?, changes, out)
    }

    /// Like [`load`](Self::load), but with overlay texts that were already read.
    pub fn with_overlays(
        word: &str,
        changes: &Changes,
        given: Files,
        out: &mut Out,
    ) -> Result<Loaded, Failure> {
        let reference = Reference::find(word)?;
        let files = reference.files()?;
        let overlays = reference.overlays_of(&files, &changes.variants, given)?;
        Self::compiled(reference, files, changes, overlays, out)
    }

    pub fn from_reference(reference: Reference, changes: &Changes, out: &mut Out) -> Result<Loaded, Failure> {
        let files = reference.files()?;
        if let Some(failure) = reference.overlay_alone(&files) {
            return Err(failure);
        }
        let changes = installed::with_mods(&files, changes);
        let overlays = reference.overlays(&files, &changes)?;
        let loaded = Self::compiled(reference, files, &changes, overlays, out)?;
        if changes.values.is_empty() { Ok(loaded) } else { loaded.with_values(out) }
    }

    /// Applies the values set on the command line, each as an overlay in memory.
    fn with_values(self, out: &mut Out) -> Result<Loaded, Failure> {
        let Loaded { reference, files, changes, mut overlays, ruleset, .. } = self;
        for (i, value) in changes.values.iter().enumerate() {
            let text = value_overlay(value, i + 1, ruleset.id()).ok_or_else(|| {
                Failure::Usage(format!("--set takes OPTION=VALUE or cards.ID.FIELD=VALUE, not `{value}`"))
            })?;
            overlays.push((format!("--set {value}"), text));
        }
        Self::compiled(reference, files, &changes, overlays, out)
    }

    fn compiled(
        reference: Reference,
        files: Files,
        changes: &Changes,
        overlays: Files,
        out: &mut Out,
    ) -> Result<Loaded, Failure> {
        crate::panic_report::note("ruleset", reference.shown());
        let shown = reference.shown();
        let (sources, problems) = match Self::of_texts(reference, files, changes, overlays) {
            Ok(loaded) => return Ok(loaded),
            Err(errors) => errors,
        };
        // on stderr, because a program may read stdout
        let color = out.color && std::io::IsTerminal::is_terminal(&std::io::stderr());
        out.flush()?;
        warn(render(&sources, &problems, Style { color, width: out.width }).trim_end());
        let errors = plural(problems.len(), "error");
        Err(Failure::Problem(format!("{shown} has {errors} and can't be used")))
    }

    /// Compiles texts that were already read, or returns the errors.
    pub fn of_texts(
        reference: Reference,
        files: Files,
        changes: &Changes,
        overlays: Files,
    ) -> Result<Loaded, (Sources, Vec<Diagnostic>)> {
        let Compiled { sources, mut problems, ruleset } = reference.compile(&files, &overlays);
        if let Some(ruleset) = ruleset {
            let changes = changes.clone();
            return Ok(Loaded { reference, files, changes, overlays, sources, ruleset });
        }
        problems.retain(|p| p.severity() == Severity::Error);
        Err((sources, problems))
    }

    /// Returns the overlays given as files, with their texts.
    pub fn given(&self) -> impl Iterator<Item = (&PathBuf, &str)> {
        let texts = self.overlays.iter().skip(self.overlays.len() - self.changes.overlays.len());
        self.changes.overlays.iter().zip(texts.map(|(_, text)| text.as_str()))
    }

    /// Formats a source location as `file:line:column`.
    pub fn place(&self, span: Span) -> String {
        self.sources.place(span)
    }

    /// Returns the requested number of players, or the usual number.
    pub fn players(&self, asked: Option<u32>) -> Result<u8, Failure> {
        let (min, max) = self.ruleset.players().into_inner();
        match asked {
            None => Ok(self.ruleset.usual_players()),
            Some(n) => u8::try_from(n).ok().filter(|n| (min..=max).contains(n)).ok_or_else(|| {
                let allowed = if min == max { min.to_string() } else { format!("{min} to {max}") };
                Failure::Usage(format!("{} is for {allowed} players, not {n}", self.ruleset.id()))
            }),
        }
    }

    pub fn fault_place(&self, fault: &Fault) -> String {
        let place = fault.place.as_ref();
        place.map_or_else(|| self.place(Span::default()), |place| self.place(place.span))
    }

    /// Sets up the ruleset for a number of players, with options as typed.
    pub fn setup(&self, players: Option<u32>, given: &[String]) -> Result<Setup, Failure> {
        let players = self.players(players)?;
        self.set_up(players, &options(given)?)
    }

    /// Sets up the ruleset with parsed options.
    pub fn set_up(&self, players: u8, given: &[(String, String)]) -> Result<Setup, Failure> {
        set_up(&self.ruleset, players, given)
    }

    /// Returns the requested language. The default is English, or else the first language of the ruleset.
    pub fn language(&self, asked: Option<&str>) -> Result<String, Failure> {
        let known: Vec<&str> = self.ruleset.languages().collect();
        match asked {
            Some(word) if known.contains(&word) => Ok(word.to_owned()),
            Some(word) => {
                let id = self.ruleset.id();
                Err(Failure::Usage(format!("{id} has no texts in `{word}`; {}", suggestion(word, known))))
            }
            None if known.contains(&"en") => Ok("en".to_owned()),
            None => Ok(known.first().copied().unwrap_or("en").to_owned()),
        }
    }
}

impl Loaded {
    /// Returns the requested language, or that of a save if the ruleset still has it.
    pub fn saved_language(&self, asked: Option<&str>, saved: &str) -> Result<String, Failure> {
        match asked {
            None if self.ruleset.languages().any(|l| l == saved) => Ok(saved.to_owned()),
            _ => self.language(asked),
        }
    }
}

/// Sets up a ruleset. If a value of a card is given as an option, the error explains how to change cards.
pub fn set_up(ruleset: &Ruleset, players: u8, given: &[(String, String)]) -> Result<Setup, Failure> {
    let wrong = |error: SetupError| {
        let plain = ruleset.setup(players, &[]);
        let of_card = plain.ok().and_then(|setup| given.iter().find_map(|set| set_card(&setup, set)));
        Failure::Usage(of_card.unwrap_or(error.message))
    };
    ruleset.setup(players, given).map_err(wrong)
}

/// Formats a number with a noun: `1 error`, `2 errors`.
pub fn plural(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also of those that lie in a folder of several.
    #[test]
    fn files_of_each_shipped_ruleset_are_found_by_its_id() {
        for id in shipped() {
            let reference = Reference::Shipped(id.to_owned());
            assert!(reference.shipped_bytes("ruleset.yaml").is_some(), "{id}");
            assert!(!reference.shipped_files("scenarios").is_empty(), "{id}");
        }
    }
}
