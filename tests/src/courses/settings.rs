//! Set-ups of a shipped game: with each variant, each number of players, and each value of each option.
//!
//! The options have their defaults, or a row of other values.

use crate::inside::*;
use ludex::Compile;
use std::fmt;

use ludex::Ruleset;
use ludex_check::hir::OptionDef;
use ludex_check::load::overlay;
use ludex_grammar::render::{Style, render};

use crate::rulesets::{files, ruleset};

/// A set-up.
#[derive(Debug, Clone)]
pub struct Setting<'r> {
    /// The ruleset, with its variant applied.
    pub ruleset: &'r Ruleset,
    /// ID of the variant.
    pub variant: Option<&'r str>,
    /// Number of players.
    pub players: u8,
    /// A value for each option.
    pub options: Vec<i32>,
}

impl fmt::Display for Setting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.variant.map_or(String::new(), |id| format!(" with {id}"));
        write!(f, "{}{variant}, {} players", self.ruleset.id(), self.players)?;
        let options = self.ruleset.checked().options.iter().zip(&self.options);
        for (option, value) in options.filter(|(option, value)| option.default != **value) {
            write!(f, ", {}: {value}", option.name)?;
        }
        Ok(())
    }
}

/// Compiles a shipped ruleset alone, and with each of its variants and their dependencies.
pub fn with_variants(id: &str) -> Vec<(Option<String>, Ruleset)> {
    let files = files(id);
    let variants = files.iter().filter(|(path, _)| path.starts_with("variants/"));
    let with = variants.map(|(path, text)| {
        let header = overlay::header(text).unwrap_or_else(|| panic!("{id}/{path}: no header"));
        let laid = with_variant(&files, &header.id);
        (Some(header.id), laid)
    });
    std::iter::once((None, ruleset(id))).chain(with).collect()
}

fn with_variant(files: &[(String, String)], variant: &str) -> Ruleset {
    let paths = overlay::resolve(files, &[variant.to_owned()]).unwrap_or_else(|e| panic!("{variant}: {e}"));
    let text = |path: &String| files.iter().find(|(other, _)| other == path).cloned().expect("a file");
    let overlays: Vec<(String, String)> = paths.iter().map(text).collect();
    let compiled = Compile::new(files).overlays(&overlays).compile();
    let drawn = render(&compiled.sources, &compiled.problems, Style::default());
    compiled.ruleset.unwrap_or_else(|| panic!("{variant}:\n{drawn}"))
}

/// Returns all settings of a shipped ruleset and its variants.
pub fn all(rulesets: &[(Option<String>, Ruleset)]) -> Vec<Setting<'_>> {
    let each = rulesets.iter().flat_map(|(variant, ruleset)| {
        let players = ruleset.checked().min_players..=ruleset.checked().max_players;
        let for_so_many = move |players| {
            let setting = move |options| Setting { ruleset, variant: variant.as_deref(), players, options };
            values(ruleset).into_iter().map(setting)
        };
        players.flat_map(for_so_many)
    });
    each.collect()
}

/// Maximum number of rows of values. An option with more values uses this many, including the least and the
/// greatest.
pub const MOST_ROWS: i64 = 12;

/// Returns the defaults of all options, then rows of values. Each option cycles through its values, one step
/// ahead of the previous option.
fn values(ruleset: &Ruleset) -> Vec<Vec<i32>> {
    let options = &ruleset.checked().options;
    let rows = options.iter().map(|option| count(option).min(MOST_ROWS)).max().unwrap_or(0);
    let row = |row: i64| options.iter().zip(row..).map(|(option, at)| value(option, at)).collect();
    std::iter::once(options.iter().map(|o| o.default).collect()).chain((0..rows).map(row)).collect()
}

/// Returns the number of values of an option.
fn count(option: &OptionDef) -> i64 {
    i64::from(option.max) - i64::from(option.min) + 1
}

/// Returns the value of an option after a number of steps.
fn value(option: &OptionDef, steps: i64) -> i32 {
    let (all, met) = (count(option), count(option).min(MOST_ROWS));
    let far = if all == met { 1 } else { (all - 1) / (met - 1) };
    let last = steps % met == met - 1;
    let on = if last { all - 1 } else { steps % met * far };
    option.min + i32::try_from(on).unwrap_or(0)
}
