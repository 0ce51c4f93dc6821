//! Saved games: a record, its ruleset and seats, and a checksum.
//!
//! The checksum distinguishes damaged from edited files.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use ludex::diagnostics::FileId;
use ludex::{Game, Record, fs, yaml};
use ludex_bots::UnknownBot;
use serde::{Deserialize, Serialize};

use crate::args::Changes;
use crate::failure::Failure;
use crate::files;
use crate::game::position;
use crate::game::seats::SeatPlayer;
use crate::sources::installed::data_folder;
use crate::sources::policies::Policies;
use crate::sources::rulesets::{Loaded, Reference};
use crate::terminal::output::Out;
pub use overlay::{Overlay, OverlayVersion};

mod overlay;

const HEADER: &str =
    "# A saved game of Ludex: `ludex replay FILE` verifies it, `ludex play --resume FILE` plays on.";

/// Version of the save format, equal to that of the record. `docs/saves.md` describes it.
const FORMAT: u64 = 1;

/// Maximum size of a save in bytes without its first and last line; slightly below the size limit for reading
/// files.
const LONGEST: usize = (16 << 20) - 1000;

/// Content of a save, without the checksum in the last line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// ID of a shipped ruleset, or a path.
    pub from: String,
    /// IDs of the variants.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
    /// Overlays with their texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<Overlay>,
    /// Language of the texts.
    pub language: String,
    /// Player of each seat: `human` or a bot.
    pub seats: Vec<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_undo: bool,
    /// Scenario whose final position the game began from; absent for a normal game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<Beginning>,
    pub record: Record,
}

/// Scenario whose final position a game began from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// Name of the scenario.
    pub scenario: String,
    /// Text of a scenario file that contains this scenario.
    pub text: String,
}

impl Beginning {
    pub fn file(&self) -> fs::Files {
        vec![("scenarios/of-the-save.yaml".to_owned(), self.text.clone())]
    }
}

impl Save {
    pub fn changes(&self) -> Changes {
        let overlays = self.overlays.iter().map(|overlay| PathBuf::from(overlay.file())).collect();
        Changes { variants: self.variants.clone(), overlays, values: Vec::new() }
    }

    /// Loads the ruleset of the game from the path `typed`, or by default from the saved path. `how` tells
    /// the user how to give a path. `take` selects the version of overlays whose file has changed.
    pub fn load(
        &self,
        typed: Option<&str>,
        take: OverlayVersion,
        (file, how): (&Path, &str),
        out: &mut Out,
    ) -> Result<Loaded, Failure> {
        let overlays = overlay::texts(&self.overlays, take)
            .map_err(|why| Failure::Problem(format!("{}: {why}", file.display())))?;
        let file = file.display();
        if let Some(word) = typed {
            Reference::find(word)?;
        } else if Reference::find(&self.from).is_err() {
            let from = &self.from;
            return Err(Failure::Problem(format!("{file}: its ruleset is not at {from} any more; {how}")));
        }
        // the saved word is wrong, not one that the user typed
        let word = typed.unwrap_or(&self.from);
        Loaded::with_overlays(word, &self.changes(), overlays, out).map_err(|failure| match failure {
            Failure::Usage(message) => Failure::Problem(format!("{file}: {message}")),
            Failure::Problem(_) | Failure::Output(_) => failure,
        })
    }

    /// Returns the initial position of a game that began from a scenario, otherwise `None`.
    pub fn position(&self, loaded: &Loaded, file: &Path, out: &Out) -> Result<Option<Game>, Failure> {
        let Some(beginning) = &self.beginning else { return Ok(None) };
        let found = position::again(loaded, beginning, out).map_err(|failure| match failure {
            Failure::Usage(message) | Failure::Problem(message) => {
                Failure::Problem(format!("{}: the scenario with which it begins: {message}", file.display()))
            }
            Failure::Output(_) => failure,
        })?;
        Ok(Some(found.game))
    }

    pub fn sitters(&self, policies: &Policies<'_>) -> Result<Vec<SeatPlayer>, String> {
        let find = |word: &String| SeatPlayer::find(word, policies);
        let lacking = self.seats.iter().filter_map(|word| find(word).err()).find(UnknownBot::is_known);
        if let Some(lacking) = lacking {
            return Err(lacking.to_string());
        }
        let sitters: Option<Vec<SeatPlayer>> = self.seats.iter().map(|word| find(word).ok()).collect();
        let right = sitters.filter(|sitters| sitters.len() == usize::from(self.record.players));
        right.ok_or_else(|| "the save was edited: its seats do not fit the number of players".to_owned())
    }

    /// Returns the text of the file. If overlays make it too long to be read back, stores only their paths.
    pub fn text(&self) -> Result<String, String> {
        let mut body = serde_yaml::to_string(self).map_err(|e| e.to_string())?;
        if body.len() > LONGEST {
            let overlays = self.overlays.iter().map(|overlay| Overlay::Path(overlay.file().to_owned()));
            let short = Save { overlays: overlays.collect(), ..self.clone() };
            body = serde_yaml::to_string(&short).map_err(|e| e.to_string())?;
        }
        Ok(format!("{HEADER}\n{body}checksum: {}\n", checksum(&body)))
    }

    /// Writes the file as a whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let text = self.text()?;
        files::write(path, &text).map_err(|e| format!("can't save to {}: {e}", path.display()))
    }

    /// Reads a file. The error is a one-line description.
    pub fn read(path: &Path) -> Result<Save, String> {
        let text = fs::read_text(path, path).map_err(|e| e.to_string())?;
        parse(&text).map_err(|message| format!("{}: {message}", path.display()))
    }
}

fn parse(text: &str) -> Result<Save, String> {
    if text.trim().is_empty() {
        return Err("the save is empty".to_owned());
    }
    if !text.starts_with("# A saved game of Ludex") && !text.contains("record:") {
        return Err("this is not a saved game of Ludex".to_owned());
    }
    let Some((body, sum)) = split(text) else {
        return Err("the save is truncated: its end, with the checksum, is missing".to_owned());
    };
    if has_anchors(body) {
        return Err("the save was edited: it has anchors, which are not read".to_owned());
    }
    let damaged = |e: serde_yaml::Error| format!("the save is damaged or was edited: {e}");
    // a later format may have other keys
    match format(&serde_yaml::from_str(body).map_err(damaged)?) {
        Some(FORMAT) | None => {}
        Some(n) => {
            return Err(format!("this game was saved in format {n}; this program reads format {FORMAT}"));
        }
    }
    let save: Save = serde_yaml::from_str(body).map_err(damaged)?;
    // check the text that was read, byte for byte
    let written = body.split_once('\n').map_or("", |(_, written)| written);
    if checksum(written) == sum {
        return Ok(save);
    }
    Err("the save was edited: its content does not match its checksum".to_owned())
}

/// Returns true if a save uses YAML anchors, which can expand a short text enormously. Saves are never
/// written with anchors.
fn has_anchors(body: &str) -> bool {
    let mut problems = Vec::new();
    body.contains('&') && {
        yaml::parse(FileId(0), body, &mut problems);
        !problems.is_empty()
    }
}

fn format(save: &serde_yaml::Value) -> Option<u64> {
    save.get("record")?.get("ludex")?.as_u64()
}

/// Splits a save into the text before the last line, and the checksum.
fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    let at = text.rfind('\n')? + 1;
    let sum = text[at..].strip_prefix("checksum: ")?;
    (sum.len() == 16 && sum.bytes().all(|b| b.is_ascii_hexdigit())).then_some((&text[..at], sum))
}

/// Computes the 64-bit FNV-1a hash as 16 hexadecimal digits.
fn checksum(body: &str) -> String {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", body.bytes().fold(0xcbf2_9ce4_8422_2325, mix))
}

/// Returns the default path of a save: in the user's data folder, or in the current folder if that isn't
/// writable.
pub fn default_path(id: &str) -> PathBuf {
    let name = |n: u32| match n {
        0 => format!("{id}-{}.yaml", timestamp()),
        n => format!("{id}-{}-{n}.yaml", timestamp()),
    };
    let folder =
        data_folder().map(|data| data.join("saves")).filter(|folder| is_writable(folder)).unwrap_or_default();
    (0..1000)
        .map(|n| folder.join(name(n)))
        .find(|path| !path.exists())
        .unwrap_or_else(|| folder.join(name(1000)))
}

/// Formats a path as text that can be typed, with `~` for the home folder.
pub fn shown(path: &Path) -> String {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let below = home.as_ref().and_then(|home| path.strip_prefix(home).ok());
    below.map_or_else(|| path.display().to_string(), |below| format!("~/{}", below.display()))
}

fn is_writable(folder: &Path) -> bool {
    std::fs::create_dir_all(folder).is_ok() && files::may_write(&folder.join("new.yaml")).is_ok()
}

/// Checks that a game may be saved at a path: it is writable, and is new or an older save.
pub fn may_save(path: &Path) -> Result<(), String> {
    files::may_write(path).map_err(|why| format!("can't save to {}: {why}", path.display()))?;
    let older = || fs::read_text(path, path).is_ok_and(|text| text.starts_with("# A saved game of Ludex"));
    if path.exists() && !older() {
        return Err(format!("{} exists and is not a saved game of Ludex; use another file", path.display()));
    }
    Ok(())
}

/// Returns the current time in UTC: `20260521-143005`.
fn timestamp() -> String {
    Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn save() -> Save {
        let record = serde_json::json!({
            "ludex": 1, "ruleset": "pond", "fingerprint": "00", "players": 2, "options": [["rounds", "2"]], "seed": 7,
            "choices": ["king", "column_1"], "hash": "ff",
        });
        Save {
            from: "pond".into(),
            variants: Vec::new(),
            overlays: Vec::new(),
            language: "en".into(),
            seats: vec!["human".into(), "bot".into()],
            no_undo: false,
            beginning: None,
            record: serde_json::from_value(record).expect("a record"),
        }
    }

    #[test]
    fn a_save_is_read_back() {
        assert_eq!(parse(&save().text().unwrap()), Ok(save()));
    }

    #[test]
    fn every_truncation_is_called_one() {
        let text = save().text().unwrap();
        for end in HEADER.len()..text.len() - 1 {
            let error = parse(&text[..end]).unwrap_err();
            assert!(error.contains("truncated"), "{end}: {error}");
        }
    }

    #[test]
    fn an_edit_is_called_one() {
        let text = save().text().unwrap().replace("- king", "- queen");
        assert!(parse(&text).unwrap_err().contains("edited"));
    }

    #[test]
    fn what_was_read_is_summed_up_and_not_what_it_means() {
        let text = save().text().unwrap().replace("seed: 7", "seed:  7");
        assert!(parse(&text).unwrap_err().contains("does not match its checksum"));
    }

    #[test]
    fn a_later_format_is_called_one_whatever_it_holds() {
        let text = save().text().unwrap().replace("ludex: 1", "ludex: 2\n  rules: none");
        assert_eq!(parse(&text).unwrap_err(), "this game was saved in format 2; this program reads format 1");
    }

    /// Overlays come back byte for byte, whatever their lines end with; those of older saves are paths.
    #[test]
    fn overlays_are_read_back() {
        let texts = [
            "variant: { id: a }\n",
            "\u{feff}variant: { id: a }\r\nrules: |\r\n  x\r\n",
            "  indented\n\tand a tab \n\n\n",
            "\n\nbegins late",
            "ends with blanks   \n  \n",
            "a & b, *c, !d, # e\n---\n- f: 'g' \"h\"\n...\n",
            "null",
            "",
            "\u{85}\u{2028}\u{1b}[2J\u{7f}\u{0}",
        ];
        for text in texts {
            let whole = |text: &str| Overlay::whole("mod: 1.yaml".into(), text);
            let overlays = vec![whole(text), Overlay::Path("12".into()), whole("second")];
            let save = Save { overlays, ..save() };
            assert_eq!(parse(&save.text().unwrap()), Ok(save), "{text:?}");
        }
    }

    #[test]
    fn overlays_that_are_too_long_are_paths() {
        let overlays = vec![Overlay::whole("mod.yaml".into(), &"\t".repeat(LONGEST / 2))];
        let text = Save { overlays, ..save() }.text().unwrap();
        assert_eq!(parse(&text).unwrap().overlays, [Overlay::Path("mod.yaml".into())]);
    }

    /// Little text that stands for much more than there is memory.
    #[test]
    fn a_save_with_anchors_is_not_read() {
        let many = "- *a\n".repeat(100_000);
        let text = save().text().unwrap();
        let (body, _) = split(&text).unwrap();
        let bomb = body.replace("- human\n- bot\n", &format!("- &a {}\n{many}", "x".repeat(1 << 20)));
        assert!(bomb.len() > body.len());
        let sum = checksum(bomb.split_once('\n').unwrap().1);
        assert!(parse(&format!("{bomb}checksum: {sum}\n")).unwrap_err().contains("anchors"));
    }

    #[test]
    fn the_page_of_saves_has_their_keys() {
        let page = include_str!("../../../../docs/saves.md");
        let keys = page.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once('`')?.0));
        let whole = Save {
            variants: vec!["short".into()],
            overlays: vec![Overlay::Path("mod.yaml".into())],
            no_undo: true,
            beginning: Some(Beginning { scenario: "short".into(), text: "scenarios: []".into() }),
            ..save()
        };
        let text = whole.text().unwrap();
        let written = text.lines().filter(|line| !line.starts_with([' ', '#', '-']));
        let written = written.map(|line| line.split(':').next().unwrap_or_default());
        assert_eq!(keys.collect::<Vec<_>>(), written.collect::<Vec<_>>());
    }
}
