//! What a game looks like: the table for whoever decides, the log, the scores.

use ludex::game::Game;

use crate::failure::Failure;
use crate::output::{BOLD, DIM, Out, pad, pad_left, width};
use crate::rulesets::{Loaded, find_card};
use crate::session::Session;
use crate::table::Table;
use crate::text::{Viewer, Words, capital};

/// Most lines of the log above a table.
const LOG: usize = 24;

/// Draws a game.
pub struct Screen<'a> {
    /// The ruleset.
    pub loaded: &'a Loaded,
    /// The language.
    pub language: &'a str,
    /// Several people share the screen.
    shared: bool,
    /// Who looked at it last.
    last: Option<u8>,
    /// How much of the log is printed in a game of bots.
    told: usize,
    /// The table that stands on the screen, and whose it is.
    drawn: Option<(u8, Vec<String>)>,
}

impl<'a> Screen<'a> {
    /// Nothing shown yet.
    pub fn new(loaded: &'a Loaded, language: &'a str, shared: bool) -> Self {
        Self { loaded, language, shared, last: None, told: 0, drawn: None }
    }

    fn words<'g>(&self, game: &'g Game) -> Words<'g>
    where
        'a: 'g,
    {
        Words { ruleset: &self.loaded.ruleset, program: game.program(), language: self.language }
    }

    /// In a game of bots only: what happened since it was last told.
    pub fn narrate(&mut self, session: &Session, out: &mut Out) -> Result<(), Failure> {
        if session.humans().is_empty() {
            let log = session.game.log();
            print_log(&self.words(&session.game), &log[self.told.min(log.len())..], None, usize::MAX, out)?;
            self.told = log.len();
        }
        Ok(())
    }

    /// Another person is to decide: hides what the last one saw. True if that person should take the screen first.
    pub fn hand_over(&mut self, player: u8, out: &mut Out) -> Result<bool, Failure> {
        let changed = self.shared && self.last != Some(player);
        self.last = Some(player);
        if changed {
            self.clear(out)?;
            let seat = seat_name(self.loaded, self.language, player);
            let wait = if crate::input::Keyboard::is_terminal() {
                " Press Enter when only you can see this."
            } else {
                ""
            };
            out.wrapped(&out.paint(BOLD, &format!("═══ {seat}, it is your turn.{wait}")), 0)?;
        }
        Ok(changed)
    }

    /// An empty terminal, also above what can be seen.
    pub fn clear(&self, out: &mut Out) -> Result<(), Failure> {
        use std::io::IsTerminal;
        if std::io::stdout().is_terminal() {
            out.text("\x1b[3J\x1b[2J\x1b[H")?;
        }
        Ok(())
    }

    /// What happened, the table, the question and its options; gives their number.
    pub fn decision(&mut self, session: &Session, player: u8, out: &mut Out) -> Result<usize, Failure> {
        let game = &session.game;
        let words = self.words(game);
        let log = &game.log()[session.unread(player).min(game.log().len())..];
        let table = Table::new(words, game, Some(player), &session.bots, (out.color, out.width)).draw();
        let stands = self.drawn.as_ref().is_some_and(|(seat, old)| *seat == player && *old == table);
        if !stands || !log.is_empty() {
            out.line("")?;
            if print_log(&words, log, Some(player), LOG, out)? {
                out.line("")?;
            }
            table.iter().try_for_each(|line| out.line(line))?;
        }
        self.drawn = Some((player, table));
        out.line("")?;
        let name = game.decision().map_or("", |d| d.name).to_owned();
        let question = format!("{}: {}", words.seat(player), words.prompt(&name));
        out.wrapped(&out.paint(BOLD, &question), 0)?;
        let options = words.options(game, player);
        let digits = options.len().to_string().len();
        for (i, option) in options.iter().enumerate() {
            let number = pad_left(&(i + 1).to_string(), digits);
            out.wrapped(&format!("  {number}  {option}"), digits + 4)?;
        }
        Ok(options.len())
    }

    /// The next decision shows the table, also if it stands there.
    pub fn forget(&mut self) {
        self.drawn = None;
    }

    /// Help, or a card.
    pub fn help(&self, word: &str, out: &mut Out) -> Result<(), Failure> {
        if word.is_empty() {
            for line in HELP {
                out.wrapped(line, 6)?;
            }
            return Ok(());
        }
        let ruleset = &self.loaded.ruleset;
        let text = |key: &str| ruleset.texts.get(self.language, key).map(crate::output::clean);
        match find_card(ruleset, word) {
            Some(design) => {
                let id = &ruleset.checked.designs[design.index()].name;
                let name = text(&format!("cards.{id}.name")).unwrap_or_else(|| id.clone());
                let ability = text(&format!("cards.{id}.text")).unwrap_or_else(|| "no text".to_owned());
                out.wrapped(&format!("{name}: {ability}"), 2)?;
            }
            None => {
                let known = ruleset.checked.designs.iter().map(|d| d.name.as_str());
                let near =
                    ludex_grammar::suggest::closest(word, known).map(|n| format!(" Did you mean {n}?"));
                out.wrapped(
                    &format!(
                        "There is no card `{}`.{}",
                        crate::output::clean(word),
                        near.unwrap_or_default()
                    ),
                    0,
                )?;
            }
        }
        Ok(())
    }

    /// The rest of the log, the table with every card open, and the scores.
    pub fn end(&self, session: &Session, out: &mut Out) -> Result<(), Failure> {
        let game = &session.game;
        let words = self.words(game);
        let humans = session.humans();
        let (viewer, from) = match humans.as_slice() {
            [] => (None, self.told),
            [one] => (Some(*one), session.unread(*one)),
            many => (Some(many[0]), many.iter().map(|h| session.unread(*h)).min().unwrap_or(0)),
        };
        out.line("")?;
        if print_log(&words, &game.log()[from.min(game.log().len())..], viewer, usize::MAX, out)? {
            out.line("")?;
        }
        finish(&words, game, &session.bots, out)
    }
}

const HELP: &[&str] = &[
    "  a number   takes that option",
    "  u          back to your last decision",
    "  t          shows the table again",
    "  s          saves the game",
    "  ? CARD     says what a card does",
    "  q          saves and quits",
    "  In the table: [ ] lies face down, ▶ is the active player, ▤ 12 is a pile of 12 cards (then the top one, if it is known); a number beside a zone is how many cards it has.",
];

fn seat_name(loaded: &Loaded, language: &str, player: u8) -> String {
    let id = ludex::game::seat_label(&loaded.ruleset.checked, player);
    let text = loaded.ruleset.texts.get(language, &format!("seats.{id}")).map(crate::output::clean);
    text.unwrap_or_else(|| format!("Player {}", player + 1))
}

/// Lines of the log; of many the last. Whether there were any.
pub fn print_log(
    words: &Words<'_>,
    entries: &[ludex::game::LogEntry],
    viewer: Viewer,
    most: usize,
    out: &mut Out,
) -> Result<bool, Failure> {
    let lines: Vec<String> = entries.iter().filter_map(|e| words.log(e, viewer)).collect();
    let left_out = lines.len().saturating_sub(most);
    if left_out > 0 {
        out.line(&out.paint(DIM, &format!("  … {left_out} lines before")))?;
    }
    for line in &lines[left_out..] {
        out.wrapped(&format!("  {line}"), 4)?;
    }
    Ok(!lines.is_empty())
}

/// The table.
pub fn draw(
    words: &Words<'_>,
    game: &Game,
    viewer: Viewer,
    bots: &[bool],
    out: &mut Out,
) -> Result<(), Failure> {
    let table = Table::new(*words, game, viewer, bots, (out.color, out.width));
    Ok(table.draw().iter().try_for_each(|line| out.line(line))?)
}

/// The last table and the scores.
pub fn finish(words: &Words<'_>, game: &Game, bots: &[bool], out: &mut Out) -> Result<(), Failure> {
    draw(words, game, None, bots, out)?;
    out.line("")?;
    if game.fault().is_none() {
        scores(words, game, out)?;
        out.line("")?;
        out.wrapped(&out.paint(BOLD, &winners(words, game)), 0)?;
    }
    Ok(out.line(&format!("Seed: {}", game.record().seed))?)
}

/// A row for each player: the score and its parts.
fn scores(words: &Words<'_>, game: &Game, out: &mut Out) -> Result<(), Failure> {
    let scores: Vec<_> = (0..game.players()).map(|p| game.score(p)).collect();
    let total = words.get("score.total").unwrap_or_else(|| "score".to_owned());
    let mut rows = vec![vec![String::new(), total]];
    if let Some(score) = scores.first() {
        rows[0].extend(score.lines.iter().map(|(name, _)| words.score_line(name)));
    }
    for (player, score) in scores.iter().enumerate() {
        let parts = score.lines.iter().map(|(_, amount)| amount.to_string());
        let head = [words.seat(player as u8), score.total.to_string()];
        rows.push(head.into_iter().chain(parts).collect());
    }
    let widths: Vec<usize> =
        (0..rows[0].len()).map(|c| rows.iter().map(|r| width(&r[c])).max().unwrap_or(0)).collect();
    if widths.iter().sum::<usize>() + 2 * widths.len() > out.width {
        return narrow_scores(&rows, out);
    }
    for (i, row) in rows.iter().enumerate() {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(c, (cell, w))| if c == 0 { pad(cell, *w) } else { pad_left(cell, *w) })
            .collect();
        out.line(&out.paint(if i == 0 { DIM } else { "" }, &format!("  {}", cells.join("  "))))?;
    }
    Ok(())
}

fn narrow_scores(rows: &[Vec<String>], out: &mut Out) -> Result<(), Failure> {
    for row in &rows[1..] {
        let parts: Vec<String> =
            rows[0].iter().zip(row).skip(1).map(|(name, value)| format!("{name} {value}")).collect();
        out.wrapped(&format!("  {}: {}", row[0], parts.join(", ")), 4)?;
    }
    Ok(())
}

/// Who has won, also together.
fn winners(words: &Words<'_>, game: &Game) -> String {
    let names: Vec<String> = game.winners().iter().map(|p| words.seat(*p)).collect();
    let [nobody, wins, all_share, and, share] = match words.language {
        "fr" => [
            "Personne ne gagne.",
            "gagne.",
            "Égalité : tous partagent la victoire.",
            "et",
            "partagent la victoire.",
        ],
        "de" => [
            "Niemand gewinnt.",
            "gewinnt.",
            "Gleichstand: Alle teilen sich den Sieg.",
            "und",
            "teilen sich den Sieg.",
        ],
        _ => ["Nobody wins.", "wins.", "A tie: all share the victory.", "and", "share the victory."],
    };
    match names.as_slice() {
        [] => nobody.to_owned(),
        [one] => format!("{} {wins}", capital(one)),
        all if all.len() == usize::from(game.players()) => all_share.to_owned(),
        [first @ .., last] => format!("{} {and} {last} {share}", first.join(", ")),
    }
}
