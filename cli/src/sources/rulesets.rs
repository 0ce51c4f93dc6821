//! From what a person types to a ruleset: shipped ones by id, others by path.

use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};

use ludex::diagnostics::{Diagnostic, Severity, Sources, Span, Style, closest, render};
use ludex::fs::{self as files, Files, ReadError};
use ludex::scenarios::check_all;
use ludex::{Compile, Compiled, Fault, Ruleset, Setup, SetupError, Workers, variants};

use crate::args::Changes;
use crate::failure::{Failure, suggestion};
use crate::files::folder_of;
use crate::sources::{archive, git, installed, pictures};
use crate::terminal::output::{Out, clean, warn};

static SHIPPED: Dir<'_> = include_dir!("$LUDEX_RULESETS");

/// The file with the numbered rules of a ruleset.
const RULES: &str = "RULES.md";

/// Where a ruleset is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// Inside the program.
    Shipped(String),
    Folder(PathBuf),
    /// A single file.
    File(PathBuf),
    /// A folder or a single file as it was in a git revision.
    Revision {
        path: PathBuf,
        revision: String,
    },
    /// A package that is not unpacked.
    Archive(PathBuf),
    /// Standard input.
    Stdin,
}

/// Shipped rulesets that belong together.
pub struct Family {
    /// The folder in which they lie; nothing for those that stand alone.
    pub name: Option<&'static str>,
    pub ids: Vec<&'static str>,
}

/// The shipped rulesets: first those that stand alone, then each folder of several.
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

/// The ids of the shipped rulesets, family by family.
pub fn shipped() -> Vec<&'static str> {
    families().into_iter().flat_map(|family| family.ids).collect()
}

/// Those that stand alone, whose games are long.
#[cfg(test)]
pub fn standing_alone() -> Vec<&'static str> {
    families().into_iter().filter(|family| family.name.is_none()).flat_map(|family| family.ids).collect()
}

/// Where a shipped ruleset lies inside the program.
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
    /// What a person means by a word: a shipped id, else a path.
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

    /// How it is written down in a save: an id, or a path that holds from everywhere.
    pub fn lasting(&self) -> String {
        match self {
            Self::Shipped(id) => id.clone(),
            Self::Folder(path) | Self::File(path) | Self::Archive(path) | Self::Revision { path, .. } => {
                path.canonicalize().unwrap_or_else(|_| path.clone()).display().to_string()
            }
            Self::Stdin => "-".to_owned(),
        }
    }

    /// How it is put on a command line.
    pub fn shown(&self) -> String {
        match self {
            Self::Shipped(id) => id.clone(),
            Self::Folder(path) | Self::File(path) | Self::Archive(path) => path.display().to_string(),
            Self::Revision { revision, .. } => format!("git:{}", clean(revision)),
            Self::Stdin => "<stdin>".to_owned(),
        }
    }

    /// The folder with its files, if they can be changed.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(path) => Some(path),
            Self::File(path) => Some(folder_of(path)),
            Self::Shipped(_) | Self::Archive(_) | Self::Revision { .. } | Self::Stdin => None,
        }
    }

    /// What paths in messages begin with.
    pub fn prefix(&self) -> String {
        format!("{}/", self.shown().trim_end_matches('/'))
    }

    /// The files: of a folder with paths below it; of a single file under the name `ruleset.yaml`.
    pub fn read(&self) -> Result<Files, ReadError> {
        let single = |text: String| vec![("ruleset.yaml".to_owned(), text)];
        match self {
            Self::Shipped(id) => {
                Ok(folder_of_shipped(id).map(|d| shipped_files(d, d.path())).unwrap_or_default())
            }
            Self::Folder(path) => files::read_folder(path),
            Self::Archive(path) => archive::read(path)
                .and_then(|files| archive::texts(&files))
                .map_err(|message| ReadError::of(self.shown(), message)),
            Self::File(path) => files::read_text(path, path).map(single),
            Self::Revision { path, revision } => {
                let read = if path.is_dir() {
                    git::folder(path, revision)
                } else {
                    git::file(path, revision).map(single)
                };
                read.map_err(|message| ReadError::of(self.shown(), format!("can't be read: {message}")))
            }
            Self::Stdin => files::read_from(std::io::stdin().lock(), "<stdin>").map(single),
        }
    }

    /// The same for a command that can't go on without them.
    fn files(&self) -> Result<Files, Failure> {
        self.read().map_err(|error| match self {
            // what was typed is wrong, not what lies there
            Self::Revision { .. } => Failure::Usage(error.to_string()),
            Self::Shipped(_) | Self::Folder(_) | Self::File(_) | Self::Archive(_) | Self::Stdin => {
                Failure::Problem(error.to_string())
            }
        })
    }

    /// Why these files can't be a ruleset: the one file is an overlay of one, or the package holds mods.
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

    /// The numbered rules, if the ruleset has them.
    pub fn rules(&self) -> Result<Option<String>, ReadError> {
        let folder = match self {
            Self::Shipped(id) => {
                let file = shipped_file(id, RULES);
                return Ok(file.and_then(|file| file.contents_utf8()).map(str::to_owned));
            }
            Self::Folder(path) => path.as_path(),
            Self::File(path) => folder_of(path),
            Self::Archive(path) => {
                let files = archive::read(path).map_err(|message| ReadError::of(self.shown(), message))?;
                let page = files.into_iter().find(|(path, _)| path == RULES);
                return Ok(page.and_then(|(_, bytes)| String::from_utf8(bytes).ok()));
            }
            Self::Revision { .. } | Self::Stdin => return Ok(None),
        };
        files::read_page(folder, RULES)
    }

    /// A picture by its path below the folder of the ruleset; nothing if there is none.
    ///
    /// # Errors
    /// Why it is not read, for the end of a sentence: it lies elsewhere, it is too large, or the system does not give it.
    pub fn picture(&self, path: &str, most: u64) -> Result<Option<Vec<u8>>, String> {
        if let Self::Shipped(id) = self {
            return Ok(shipped_file(id, path).map(|file| file.contents().to_vec()));
        }
        self.folder().map_or(Ok(None), |folder| pictures::read(folder, path, most))
    }

    /// The files in a folder of a shipped ruleset.
    #[cfg(any(feature = "learn", test))]
    pub fn shipped_files(&self, folder: &str) -> Vec<&'static Path> {
        let Self::Shipped(id) = self else { return Vec::new() };
        let of_ruleset = folder_of_shipped(id);
        let found = of_ruleset.and_then(|ruleset| ruleset.get_dir(ruleset.path().join(folder)));
        found.into_iter().flat_map(Dir::files).map(|file| file.path()).collect()
    }

    /// The bytes of a file of a shipped ruleset.
    #[cfg(any(feature = "learn", test))]
    pub fn shipped_bytes(&self, name: &str) -> Option<Vec<u8>> {
        let Self::Shipped(id) = self else { return None };
        shipped_file(id, name).map(|file| file.contents().to_vec())
    }

    /// What the files are compiled with.
    pub fn compiler<'f>(&self, files: &'f Files) -> Compile<'f> {
        let compiler = Compile::new(files);
        if self.is_single() { compiler.shown_as(self.shown()) } else { compiler.shown(self.prefix()) }
    }

    /// Compiles the files with overlays on them.
    pub fn compile(&self, files: &Files, overlays: &Files) -> Compiled {
        self.compiler(files).overlays(overlays).compile()
    }

    /// Compiles the files, and if there is no error then with each of the ruleset's variants; what is wrong with its scenarios comes last.
    pub fn compile_and_check(&self, files: &Files, workers: Workers<'_>) -> Vec<Compiled> {
        if !self.is_single() {
            let rules = self.known_rules();
            return self.compiler(files).rules(rules.as_deref()).workers(workers).compile_and_check();
        }
        let plain = self.compile(files, &Files::new());
        let scenarios = plain.ruleset.as_ref().map(|ruleset| self.scenarios(ruleset, files));
        std::iter::once(plain).chain(scenarios).collect()
    }

    /// What is wrong with the scenarios among some files, and with those of the overlays that are on a ruleset.
    pub fn scenarios(&self, ruleset: &Ruleset, files: &Files) -> Compiled {
        let rules = self.known_rules();
        let (sources, problems) = check_all(ruleset, files, rules.as_deref(), &self.prefix());
        Compiled { sources, problems, ruleset: None }
    }

    /// The numbered rules. Those that can't be read are no part of the game.
    fn known_rules(&self) -> Option<String> {
        self.rules().ok().flatten()
    }

    fn is_single(&self) -> bool {
        match self {
            Self::File(_) | Self::Stdin => true,
            Self::Revision { path, .. } => !path.is_dir(),
            Self::Folder(_) | Self::Archive(_) | Self::Shipped(_) => false,
        }
    }

    /// The overlays a person asks for, with the names shown in messages: variants, each after those it is built on,
    /// then mods that are installed, then files. What a mod or a file is built on comes with it.
    pub fn overlays(&self, files: &Files, changes: &Changes) -> Result<Files, Failure> {
        let changes = installed::with_mods(files, changes);
        let read = |path: &PathBuf| match overlay_text(path) {
            Ok(text) => Ok((path.display().to_string(), text)),
            Err(error) => Err(Failure::Problem(error.to_string())),
        };
        let given: Result<Files, Failure> = changes.overlays.iter().map(read).collect();
        self.overlays_of(files, &changes.variants, given?)
    }

    /// As [`overlays`](Self::overlays), of files that were read already.
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
            Failure::Usage(format!("{}: {problem}{}", self.shown(), installed::told(files)))
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

    /// Some of its files, with the names shown in messages.
    pub fn files_of(&self, files: &Files, paths: &[String]) -> Files {
        let found = paths.iter().filter_map(|path| files.iter().find(|(name, _)| name == path));
        found.map(|(path, text)| (format!("{}{path}", self.prefix()), text.clone())).collect()
    }
}

/// Why a package can't be played by itself: all that it holds are mods of a game.
fn mods_alone(package: &str, files: &Files) -> Option<Failure> {
    let header = |text: &str| variants::header(text).filter(|_| !has_format(text));
    let mods: Vec<_> = files.iter().map(|(_, text)| header(text)).collect::<Option<_>>()?;
    let of = clean(&mods.first()?.of);
    let ids = mods.iter().map(|header| format!(" --variant {}", clean(&header.id))).collect::<String>();
    Some(Failure::Usage(format!(
        "{package} changes the game `{of}` and is none of its own: `ludex install {package}`, then `ludex play {of}{ids}`"
    )))
}

/// The text of an overlay's file, or of the one overlay in a package.
fn overlay_text(path: &Path) -> Result<String, ReadError> {
    if !archive::is_archive(path) {
        return files::read_text(path, path);
    }
    let refused = |why: String| ReadError::of(path.display().to_string(), why);
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

/// What lies beside a path that is not there, with nearly its name.
fn beside(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let entries = folder_of(path).read_dir().ok()?.flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let near = closest(name, names.iter().map(String::as_str).filter(|name| !name.starts_with('.')))?;
    Some(clean(&path.with_file_name(near).display().to_string()))
}

/// Whether a text says which format of rulesets it has.
fn has_format(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("format:"))
}

/// Says it where a folder or file has the name of a shipped game, which is what was taken.
fn tell_what_is_not_taken(word: &str, path: &Path) {
    if path.is_file() || path.join("ruleset.yaml").is_file() {
        warn(&format!("`{word}` is the game that comes with the program; what lies here is ./{word}"));
    }
}

/// A file of a shipped ruleset by its path below the folder of that.
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

/// A ruleset that can be played.
pub struct Loaded {
    pub reference: Reference,
    /// Its files as read.
    pub files: Files,
    /// Variants and overlays on it, as asked for.
    pub changes: Changes,
    /// Their texts.
    pub overlays: Files,
    /// Its texts.
    pub sources: Sources,
    pub ruleset: Ruleset,
}

impl Loaded {
    /// Loads what a person calls `word`; its errors are shown as `ludex check` does.
    pub fn load(word: &str, changes: &Changes, out: &mut Out) -> Result<Loaded, Failure> {
        Self::of(Reference::find(word)?, changes, out)
    }

    /// The same, with overlays that were read already instead of those that `changes` names.
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

    /// The same of what is known to be meant.
    pub fn of(reference: Reference, changes: &Changes, out: &mut Out) -> Result<Loaded, Failure> {
        let files = reference.files()?;
        if let Some(failure) = reference.overlay_alone(&files) {
            return Err(failure);
        }
        let changes = installed::with_mods(&files, changes);
        let overlays = reference.overlays(&files, &changes)?;
        Self::compiled(reference, files, &changes, overlays, out)
    }

    fn compiled(
        reference: Reference,
        files: Files,
        changes: &Changes,
        overlays: Files,
        out: &mut Out,
    ) -> Result<Loaded, Failure> {
        crate::broken::note("ruleset", reference.shown());
        let shown = reference.shown();
        let (sources, problems) = match Self::of_texts(reference, files, changes, overlays) {
            Ok(loaded) => return Ok(loaded),
            Err(errors) => errors,
        };
        // on stderr: somebody may want to read the output by a program
        let color = out.color && std::io::IsTerminal::is_terminal(&std::io::stderr());
        out.flush()?;
        warn(render(&sources, &problems, Style { color, width: out.width }).trim_end());
        let errors = plural(problems.len(), "error");
        Err(Failure::Problem(format!("{shown} has {errors} and can't be used")))
    }

    /// What was read already; or its errors.
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

    /// The overlays that are files, as they were read.
    pub fn given(&self) -> impl Iterator<Item = (&PathBuf, &str)> {
        let texts = self.overlays.iter().skip(self.overlays.len() - self.changes.overlays.len());
        self.changes.overlays.iter().zip(texts.map(|(_, text)| text.as_str()))
    }

    /// `file:line:column` of a span.
    pub fn place(&self, span: Span) -> String {
        self.sources.place(span)
    }

    /// How many play, if nobody says.
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

    /// Where a rule failed.
    pub fn fault_place(&self, fault: &Fault) -> String {
        let place = fault.place.as_ref();
        place.map_or_else(|| self.place(Span::default()), |place| self.place(place.span))
    }

    /// The ruleset for so many players, with options as a person gives them.
    pub fn setup(&self, players: Option<u32>, given: &[String]) -> Result<Setup, Failure> {
        let players = self.players(players)?;
        self.set_up(players, &options(given)?)
    }

    /// The same with options that have been read.
    pub fn set_up(&self, players: u8, given: &[(String, String)]) -> Result<Setup, Failure> {
        set_up(&self.ruleset, players, given)
    }

    /// The language asked for, else English, else the first there is.
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
    /// The language asked for; else that of a save, if it still exists.
    pub fn saved_language(&self, asked: Option<&str>, saved: &str) -> Result<String, Failure> {
        match asked {
            None if self.ruleset.languages().any(|l| l == saved) => Ok(saved.to_owned()),
            _ => self.language(asked),
        }
    }
}

/// A ruleset for so many players with options. Where a card's value is given as if it were an option, it is said how cards are changed.
pub fn set_up(ruleset: &Ruleset, players: u8, given: &[(String, String)]) -> Result<Setup, Failure> {
    let wrong = |error: SetupError| {
        let plain = ruleset.setup(players, &[]);
        let of_card = plain.ok().and_then(|setup| given.iter().find_map(|set| set_card(&setup, set)));
        Failure::Usage(of_card.unwrap_or(error.message))
    };
    ruleset.setup(players, given).map_err(wrong)
}

/// What is said where `king.value=24` is set: the overlay that does it.
fn set_card(setup: &Setup, (name, value): &(String, String)) -> Option<String> {
    let (rules, id) = (setup.rules(), setup.ruleset().id());
    if rules.options().any(|option| option.name == name) {
        return None;
    }
    let path = name.strip_prefix("cards.").unwrap_or(name);
    let (card, field) = path.split_once('.').map_or((path, None), |(card, field)| (card, Some(field)));
    let design = rules.designs().find(|design| design.name.eq_ignore_ascii_case(card))?;
    let number = || rules.fields(design.kind).find(|field| field.is_number).map(|field| field.name);
    let (card, field) = (design.name, field.or_else(number).unwrap_or("value"));
    Some(format!(
        "{id} has no option `{name}`; cards are changed by an overlay: write `variant: {{ id: my_mod, of: {id} }}` and below it `cards: {{ {card}: {{ {field}: {value} }} }}` into a file, and give it with --overlay FILE"
    ))
}

/// `option=value` words as pairs.
pub fn options(words: &[String]) -> Result<Vec<(String, String)>, Failure> {
    let pair = |word: &String| {
        let (name, value) = word.split_once('=')?;
        Some((name.trim().to_owned(), value.trim().to_owned()))
    };
    let wrong = |word: &String| Failure::Usage(format!("--set takes OPTION=VALUE, not `{word}`"));
    words.iter().map(|word| pair(word).ok_or_else(|| wrong(word))).collect()
}

/// `1 error`, `2 errors`.
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
