//! The ruleset at each point: options are set, and what else takes values is written into overlays, in memory. What is wrong with such an
//! overlay is told at the words that were typed.

use std::collections::BTreeMap;
use std::ops::Range;

use ludex::diagnostics::{Diagnostic, FileId, Severity, Sources, Span, Style, render};
use ludex::{Ruleset, Setup};
use ludex_lab::sweep::Plan;

use super::vary::Vary;
use crate::failure::Failure;
use crate::sources::rulesets::{Loaded, plural, set_up};
use crate::terminal::output::{Out, warn};

/// What overlays of `--vary` are called in messages.
const SHOWN: &str = "--vary";

/// An overlay, and where its words come from.
struct Overlay {
    text: String,
    /// What in it says the change; the rest says of which game it is.
    change: Range<usize>,
    /// A place in it, and the place that was typed.
    places: Vec<(Range<usize>, Range<usize>)>,
}

impl Overlay {
    /// That of a value, with the number of its parameter.
    fn new(vary: &Vary, number: usize, game: &str, value: usize) -> Overlay {
        let text = format!("variant: {{ id: vary_{}, of: {game} }}\n", number + 1);
        let mut overlay = Overlay { change: text.len()..text.len(), text, places: Vec::new() };
        for (at, place) in vary.words.iter().enumerate() {
            overlay.text += if at > 0 { " { " } else { "" };
            overlay.word(vary.word(at), place.clone());
            overlay.text += ":";
        }
        overlay.text += " ";
        overlay.word(&vary.values[value], vary.places[value].clone());
        overlay.text += &" }".repeat(vary.words.len() - 1);
        overlay.change.end = overlay.text.len();
        overlay.text += "\n";
        overlay
    }

    fn change(&self) -> &str {
        &self.text[self.change.clone()]
    }

    fn word(&mut self, word: &str, typed: Range<usize>) {
        let start = self.text.len();
        self.text += word;
        self.places.push((start..self.text.len(), typed));
    }

    /// The place that was typed for one in the overlay; what nobody typed is said of all.
    fn typed(&self, span: Span, whole: usize) -> Span {
        let (start, end) = (span.start as usize, span.end as usize);
        let meets = |(place, _): &&(Range<usize>, Range<usize>)| {
            place.start < end.max(start + 1) && start < place.end
        };
        let mut met = self.places.iter().filter(meets).map(|(_, typed)| typed);
        let first = met.next().cloned().unwrap_or(0..whole);
        let last = met.next_back().map_or(first.end, |typed| typed.end);
        Span::new(span.file, first.start, last)
    }
}

/// The overlays of a point, each with its parameter.
fn overlays<'v>(varies: &'v [Vary], at: &[usize], game: &str) -> Vec<(&'v Vary, Overlay)> {
    let numbered = varies.iter().enumerate().filter(|(_, vary)| vary.option().is_none());
    numbered.map(|(i, vary)| (vary, Overlay::new(vary, i, game, at[i]))).collect()
}

/// What an overlay file would need to hold for the changes of a point; nothing if only options differ.
pub fn overlay_text(varies: &[Vary], at: &[usize], game: &str) -> Option<String> {
    let overlays = overlays(varies, at, game);
    let changes: Vec<&str> = overlays.iter().map(|(_, overlay)| overlay.change()).collect();
    (!changes.is_empty()).then(|| changes.join(" and "))
}

/// The setup of each point, in the order of [`Plan::new`].
pub fn setups(
    loaded: &Loaded,
    varies: &[Vary],
    players: u8,
    given: &[(String, String)],
    out: &mut Out,
) -> Result<Vec<Setup>, Failure> {
    if let Some(both) = varies.iter().filter_map(Vary::option).find(|o| given.iter().any(|(set, _)| set == o))
    {
        return Err(Failure::Usage(format!("the option `{both}` is both set and varied")));
    }
    let mut compiled = BTreeMap::new();
    let mut setups = Vec::new();
    let parameters: Vec<_> = varies.iter().map(Vary::parameter).collect();
    for at in Plan::combinations(&parameters) {
        let changed: Vec<usize> =
            varies.iter().zip(&at).map(|(vary, at)| if vary.option().is_some() { 0 } else { *at }).collect();
        if !compiled.contains_key(&changed) {
            compiled.insert(changed.clone(), ruleset(loaded, varies, &changed, out)?);
        }
        setups.push(setup(&compiled[&changed], varies, &at, players, given)?);
    }
    Ok(setups)
}

fn setup(
    ruleset: &Ruleset,
    varies: &[Vary],
    at: &[usize],
    players: u8,
    given: &[(String, String)],
) -> Result<Setup, Failure> {
    let varied = varies
        .iter()
        .zip(at)
        .filter_map(|(vary, at)| Some((vary.option()?.to_owned(), vary.values[*at].clone())));
    let options: Vec<(String, String)> = given.iter().cloned().chain(varied).collect();
    set_up(ruleset, players, &options)
}

/// The ruleset with the overlays of a point; its errors are shown as `ludex check` does.
fn ruleset(loaded: &Loaded, varies: &[Vary], at: &[usize], out: &mut Out) -> Result<Ruleset, Failure> {
    let more = overlays(varies, at, loaded.ruleset.id());
    if more.is_empty() {
        return Ok(loaded.ruleset.clone());
    }
    let mut files = loaded.overlays.clone();
    files.extend(more.iter().map(|(_, overlay)| (SHOWN.to_owned(), overlay.text.clone())));
    let compiled = loaded.reference.compile(&loaded.files, &files);
    if let Some(ruleset) = compiled.ruleset {
        return Ok(ruleset);
    }
    let mut problems = compiled.problems;
    problems.retain(|problem| problem.severity() == Severity::Error);
    let sources = as_typed(&compiled.sources, &more, &mut problems);
    let color = out.color && std::io::IsTerminal::is_terminal(&std::io::stderr());
    out.flush()?;
    warn(render(&sources, &problems, Style { color, width: out.width }).trim_end());
    let values: Vec<String> =
        more.iter().map(|(vary, _)| format!("{}={}", vary.name(), value_of(varies, at, vary))).collect();
    let (id, errors) = (loaded.ruleset.id(), plural(problems.len(), "error"));
    Err(Failure::Usage(format!("{id} with {} has {errors} and can't be used", values.join(", "))))
}

fn value_of<'v>(varies: &[Vary], at: &[usize], vary: &'v Vary) -> &'v str {
    let number = varies.iter().position(|other| other.name() == vary.name()).map_or(0, |i| at[i]);
    &vary.values[number]
}

/// The sources with what was typed in place of the overlays that were made of it, and the problems at their places there.
fn as_typed(sources: &Sources, made: &[(&Vary, Overlay)], problems: &mut [Diagnostic]) -> Sources {
    let files: Vec<FileId> =
        sources.iter().filter(|(_, source)| source.name == SHOWN).map(|(file, _)| file).collect();
    let of = |file: FileId| files.iter().position(|known| *known == file).and_then(|i| made.get(i));
    let place = |span: &mut Span| {
        if let Some((vary, overlay)) = of(span.file) {
            *span = overlay.typed(*span, vary.typed.len());
        }
    };
    for problem in problems {
        place(&mut problem.primary.span);
        problem.others.iter_mut().for_each(|label| place(&mut label.span));
        problem.suggestions.clear();
    }
    let mut typed = Sources::new();
    for (file, source) in sources.iter() {
        let text = of(file).map_or(&source.text, |(vary, _)| &vary.typed);
        typed.add(source.name.clone(), text.clone());
    }
    typed
}
