//! Prints differences as text for a terminal, or as Markdown for reviewers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ludex_lab::compare::{CompareReport, SeatComparison};
use similar::{ChangeTag, TextDiff};

use super::Difference;
use super::games::{End, Played};
use super::rules::Differing;
use super::scenarios::Scenarios;
use crate::commands::experiments::compare::table;
use crate::commands::experiments::report::columns;
use crate::sources::rulesets::plural;
use crate::terminal::output::{BOLD, GREEN, Out, RED, clean};

/// Maximum number of characters of a value that is shown inline.
const SHORT: usize = 60;

/// Output and its format.
struct Page<'o> {
    out: &'o mut Out,
    markdown: bool,
}

/// Prints a difference. `seats` are the names for the win rates.
pub fn print(
    difference: &Difference,
    seats: &[String],
    markdown: bool,
    out: &mut Out,
) -> std::io::Result<()> {
    let mut page = Page { out, markdown };
    page.heading(&format!("{} → {}", difference.base, difference.variant), 2)?;
    let (texts, rules): (Vec<&Differing>, Vec<&Differing>) =
        difference.changes.iter().partition(|change| change.section == "text");
    page.changes("Rules", &rules)?;
    page.changes("Texts", &texts)?;
    page.scenarios(&difference.scenarios)?;
    page.games(&difference.games)?;
    difference.wins.as_ref().map_or(Ok(()), |report| page.wins(report, seats))
}

impl Page<'_> {
    fn heading(&mut self, text: &str, depth: usize) -> std::io::Result<()> {
        let text = clean(text);
        match self.markdown {
            true => self.out.line(&format!("{} {text}\n", "#".repeat(depth))),
            false => {
                let text = self.out.paint(BOLD, &text);
                self.out.wrapped(&text, 2)
            }
        }
    }

    fn item(&mut self, text: &str) -> std::io::Result<()> {
        let text = clean(text);
        if self.markdown {
            self.out.line(&format!("- {text}"))
        } else {
            self.out.wrapped(&format!("  {text}"), 4)
        }
    }

    /// Formats a name or a value as code.
    fn code(&self, text: &str) -> String {
        if self.markdown { format!("`{}`", text.replace('`', "'")) } else { text.to_owned() }
    }

    /// Prints the changes, grouped by item.
    fn changes(&mut self, what: &str, changes: &[&Differing]) -> std::io::Result<()> {
        if changes.is_empty() {
            let none = format!("{what}: the same");
            return if self.markdown { self.heading(&none, 3) } else { self.out.line(&none) };
        }
        let things = by_thing(changes);
        self.heading(&format!("{what}: {} changed", plural(things.len(), "thing")), 3)?;
        for (thing, changes) in things {
            let whole = changes.iter().find(|change| change.path.len() <= 1);
            match whole.map(|change| (&change.was, &change.is)) {
                Some((None, Some(_))) => self.item(&format!("{}: new", self.code(&thing)))?,
                Some((Some(_), None)) => self.item(&format!("{}: taken away", self.code(&thing)))?,
                Some(_) | None => changes.iter().try_for_each(|change| self.change(&thing, change))?,
            }
        }
        if self.markdown { self.out.line("") } else { Ok(()) }
    }

    fn change(&mut self, thing: &str, change: &Differing) -> std::io::Result<()> {
        let part = change.path.iter().skip(1).cloned().collect::<Vec<_>>().join(".");
        let name = if part.is_empty() { thing.to_owned() } else { format!("{thing}: {part}") };
        let name = self.code(&name);
        let [was, is] = [&change.was, &change.is].map(|text| text.as_deref());
        match (was, is) {
            (Some(was), Some(is)) if is_long(was) || is_long(is) => {
                self.item(&name)?;
                self.lines(was, is)
            }
            (Some(was), Some(is)) => self.item(&format!("{name} {} → {}", self.code(was), self.code(is))),
            (None, Some(is)) if is_long(is) => {
                self.item(&format!("{name}, new"))?;
                self.lines("", is)
            }
            (None, Some(is)) => self.item(&format!("{name} {}, new", self.code(is))),
            (Some(_), None) => self.item(&format!("{name}, taken away")),
            (None, None) => Ok(()),
        }
    }

    /// Prints the lines that differ, with context.
    fn lines(&mut self, was: &str, is: &str) -> std::io::Result<()> {
        let texts = TextDiff::from_lines(was, is);
        if self.markdown {
            self.out.line("  ```diff")?;
        }
        for change in texts.grouped_ops(2).iter().flatten().flat_map(|op| texts.iter_changes(op)) {
            let line = clean(change.value().trim_end_matches('\n'));
            let line = match change.tag() {
                ChangeTag::Delete => self.out.paint(RED, &format!("- {line}")),
                ChangeTag::Insert => self.out.paint(GREEN, &format!("+ {line}")),
                ChangeTag::Equal => format!("  {line}"),
            };
            self.out.line(&format!("{}{line}", if self.markdown { "  " } else { "    " }))?;
        }
        if self.markdown { self.out.line("  ```") } else { Ok(()) }
    }

    fn scenarios(&mut self, scenarios: &Scenarios) -> std::io::Result<()> {
        let Scenarios { same, changed, added, removed } = scenarios;
        let mut heading = format!("Scenarios: {same} go as before, {} otherwise", changed.len());
        for (names, word) in [(added, "new"), (removed, "gone")] {
            if !names.is_empty() {
                let _ = write!(heading, ", {} {word}", names.len());
            }
        }
        self.heading(&heading, 3)?;
        for one in changed {
            let went = match (&one.was, &one.is) {
                (None, Some(why)) => format!("passed, now: {why}"),
                (Some(_), None) => "failed, passes now".to_owned(),
                (was, is) => {
                    format!(
                        "{}, now: {}",
                        was.as_deref().unwrap_or_default(),
                        is.as_deref().unwrap_or_default()
                    )
                }
            };
            self.item(&format!("{} ({}): {went}", one.name, self.code(&one.place)))?;
        }
        for (names, word) in [(added, "new"), (removed, "gone")] {
            names.iter().try_for_each(|name| self.item(&format!("{name}: {word}")))?;
        }
        if self.markdown { self.out.line("") } else { Ok(()) }
    }

    fn games(&mut self, games: &[Played]) -> std::io::Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let same = games.iter().filter(|game| game.is_same()).count();
        self.heading(&format!("Games: {same} go as before, {} otherwise", games.len() - same), 3)?;
        for game in games.iter().filter(|game| !game.is_same()) {
            let from = game.from.map(|n| format!("other options from choice {n} on; ")).unwrap_or_default();
            let (was, is) = (ended(&game.was), ended(&game.is));
            let ends = if was == is { format!("still {was}") } else { format!("{was}, now {is}") };
            self.item(&format!("{}: {from}{ends}", self.code(&game.file)))?;
        }
        if self.markdown { self.out.line("") } else { Ok(()) }
    }

    /// Prints the win rates of each seat.
    fn wins(&mut self, report: &CompareReport, seats: &[String]) -> std::io::Result<()> {
        let name = |seat: &SeatComparison| seats.get(seat.seat - 1).unwrap_or(&seat.name).clone();
        self.heading(&format!("Wins: {}", table::setting(report)), 3)?;
        let told = table::findings(report, name).into_iter().chain(report.outlook());
        told.chain([report.who.clone()]).try_for_each(|line| self.item(&line))?;
        if !self.markdown {
            return columns(&table::seats(report, name, self.out.width), self.out);
        }
        self.out.line("")?;
        for (number, row) in table::seats(report, name, usize::MAX).iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|cell| clean(cell).replace('|', "\\|")).collect();
            self.out.line(&format!("| {} |", cells.join(" | ")))?;
            if number == 0 {
                self.out.line(&format!("|---|{}", "--:|".repeat(row.len() - 1)))?;
            }
        }
        Ok(())
    }
}

/// Returns true if a value is shown on lines of its own.
fn is_long(text: &str) -> bool {
    text.contains('\n') || text.chars().count() > SHORT
}

/// Describes how far the choices of a game can be replayed.
fn ended(end: &End) -> String {
    match end {
        End::Played { scores, over: true } => format!("over with the scores {}", scores.join(", ")),
        End::Played { over: false, .. } => "played to the last recorded choice".to_owned(),
        End::Stopped { choice, label } => {
            format!("stopped at choice {choice}, `{label}`, which is not offered")
        }
        End::None { why } => format!("no such game ({why})"),
    }
}

/// Groups changes by item, in order: `card king`; texts by language and item.
fn by_thing<'c>(changes: &[&'c Differing]) -> Vec<(String, Vec<&'c Differing>)> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut things: Vec<(String, Vec<&Differing>)> = Vec::new();
    for change in changes {
        let thing = thing(change);
        let next = things.len();
        let place = *places.entry(thing.clone()).or_insert(next);
        if place == next {
            things.push((thing, Vec::new()));
        }
        if let Some((_, of)) = things.get_mut(place) {
            of.push(change);
        }
    }
    things
}

/// Names the item of a change: the singular of its section and its first key.
fn thing(change: &Differing) -> String {
    let name = change.path.first().map(String::as_str).unwrap_or_default();
    let section = change.section.as_str();
    let one = section.strip_suffix('s').filter(|_| !matches!(section, "rights")).unwrap_or(section);
    format!("{one} {name}").trim_end().to_owned()
}
