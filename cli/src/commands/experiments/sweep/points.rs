//! Compiles the ruleset at each point of a sweep. Options are set directly; all other parameters become
//! overlays in memory. Problems in such an overlay are reported at the words typed for `--vary`.

use std::collections::BTreeMap;
use std::ops::Range;

use ludex::diagnostics::{Diagnostic, FileId, Severity, Sources, Span, Style, render};
use ludex::{Ruleset, Setup};
use ludex_lab::sweep::SweepPlan;

use super::vary::VariedParameter;
use crate::failure::Failure;
use crate::sources::rulesets::{Loaded, plural, set_up};
use crate::terminal::output::{Out, warn};

/// Name of `--vary` overlays in messages.
const SHOWN: &str = "--vary";

/// An overlay, with the typed location of each part.
struct Overlay {
    text: String,
    /// The part that changes the game; the rest is the header.
    change: Range<usize>,
    /// Locations in the overlay and the corresponding locations in the typed text.
    places: Vec<(Range<usize>, Range<usize>)>,
}

impl Overlay {
    /// Creates the overlay for value number `value` of parameter `number`.
    fn new(vary: &VariedParameter, number: usize, game: &str, value: usize) -> Overlay {
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

    /// Maps a location in the overlay to the typed text. Text that was not typed maps to the whole.
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

fn overlays<'v>(
    varies: &'v [VariedParameter],
    at: &[usize],
    game: &str,
) -> Vec<(&'v VariedParameter, Overlay)> {
    let numbered = varies.iter().enumerate().filter(|(_, vary)| vary.option().is_none());
    numbered.map(|(i, vary)| (vary, Overlay::new(vary, i, game, at[i]))).collect()
}

/// Returns the text of an overlay file with the changes of a point; `None` if only options differ.
pub fn overlay_text(varies: &[VariedParameter], at: &[usize], game: &str) -> Option<String> {
    let overlays = overlays(varies, at, game);
    let changes: Vec<&str> = overlays.iter().map(|(_, overlay)| overlay.change()).collect();
    (!changes.is_empty()).then(|| changes.join(" and "))
}

/// Returns the set-up of each point, in the order of [`SweepPlan::new`].
pub fn setups(
    loaded: &Loaded,
    varies: &[VariedParameter],
    players: u8,
    given: &[(String, String)],
    out: &mut Out,
) -> Result<Vec<Setup>, Failure> {
    if let Some(both) =
        varies.iter().filter_map(VariedParameter::option).find(|o| given.iter().any(|(set, _)| set == o))
    {
        return Err(Failure::Usage(format!("the option `{both}` is both set and varied")));
    }
    let mut compiled = BTreeMap::new();
    let mut setups = Vec::new();
    let parameters: Vec<_> = varies.iter().map(VariedParameter::parameter).collect();
    for at in SweepPlan::combinations(&parameters) {
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
    varies: &[VariedParameter],
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

/// Compiles the ruleset with the overlays of a point. Prints errors like `ludex check`.
fn ruleset(
    loaded: &Loaded,
    varies: &[VariedParameter],
    at: &[usize],
    out: &mut Out,
) -> Result<Ruleset, Failure> {
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

fn value_of<'v>(varies: &[VariedParameter], at: &[usize], vary: &'v VariedParameter) -> &'v str {
    let number = varies.iter().position(|other| other.name() == vary.name()).map_or(0, |i| at[i]);
    &vary.values[number]
}

/// Replaces the generated overlays in the sources by the typed text, and moves the problems to their
/// locations there.
fn as_typed(sources: &Sources, made: &[(&VariedParameter, Overlay)], problems: &mut [Diagnostic]) -> Sources {
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
