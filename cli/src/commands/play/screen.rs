//! What a game looks like: the table for whoever decides, the log, the scores.

use ludex::game::Game;

use crate::commands::rules;
use crate::failure::Failure;
use crate::output::{BOLD, DIM, Out, clean, cut, pad, pad_left, width};
use crate::phrases::Phrases;
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
    /// What the program itself says.
    pub own: &'static Phrases,
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
        Self { loaded, language, own: Phrases::of(language), shared, last: None, told: 0, drawn: None }
    }

    fn words<'g>(&self, game: &'g Game) -> Words<'g>
    where
        'a: 'g,
    {
        Words::new(&self.loaded.ruleset, game.program(), self.language)
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
    pub fn hand_over(&mut self, game: &Game, player: u8, out: &mut Out) -> Result<bool, Failure> {
        let changed = self.shared && self.last != Some(player);
        self.last = Some(player);
        if changed {
            self.clear(out)?;
            let mut line = format!("═══ {}", self.own.your_turn(self.words(game).seat(player)));
            if crate::input::Keyboard::is_terminal() {
                line = format!("{line} {}", self.own.press_enter());
            }
            out.wrapped(&out.paint(BOLD, &line), 0)?;
        }
        Ok(changed)
    }

    /// An empty terminal, also above what can be seen.
    pub fn clear(&self, out: &mut Out) -> Result<(), Failure> {
        use std::io::IsTerminal;
        if std::io::stdout().is_terminal() {
            out.clear()?;
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
        let question = words.label(&words.seat(player), &words.prompt(&name));
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
    pub fn help(&self, game: &Game, word: &str, out: &mut Out) -> Result<(), Failure> {
        let own = self.own;
        if word.is_empty() {
            return commands(own, out);
        }
        let words = self.words(game);
        match find_card(game.program(), word) {
            Some(design) => {
                let ability = words.ability(design).unwrap_or_else(|| own.no_text());
                out.wrapped(&words.label(&words.design(design), &ability), 2)?;
            }
            None => {
                let known = self.loaded.ruleset.checked.designs.iter().map(|d| d.name.as_str());
                let near = ludex_grammar::suggest::closest(word, known);
                let near = near.map(|near| format!(" {}", own.did_you_mean(near))).unwrap_or_default();
                out.wrapped(&format!("{}{near}", own.no_card(clean(word))), 0)?;
            }
        }
        Ok(())
    }

    /// The rules, or the numbered ones in full.
    pub fn rules(&self, game: &Game, full: bool, out: &mut Out) -> Result<(), Failure> {
        let words = self.words(game);
        if full { rules::full(self.loaded, &words, out).map(|_| ()) } else { rules::tell(&words, out) }
    }

    /// A line that is no answer, and what would be one.
    pub fn unclear(&self, line: &str, options: usize, out: &mut Out) -> Result<(), Failure> {
        let allowed = if options == 1 { "1".to_owned() } else { self.own.number_up_to(options) };
        Ok(out.wrapped(&self.own.unclear(cut(&clean(line), 30), allowed), 0)?)
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

/// What can be typed, and what the signs of the table mean.
fn commands(own: &Phrases, out: &mut Out) -> Result<(), Failure> {
    let letter = |letter: &str, does: String| (letter.to_owned(), does);
    let commands = [
        (own.help_number(), own.help_number_does()),
        letter("u", own.help_undo()),
        letter("t", own.help_table()),
        letter("s", own.help_save()),
        (own.help_card(), own.help_card_does()),
        letter("rules", own.help_rules()),
        letter("q", own.help_quit()),
    ];
    let widest = commands.iter().map(|(typed, _)| width(typed)).max().unwrap_or(0);
    for (typed, does) in &commands {
        out.wrapped(&format!("  {}   {does}", pad(typed, widest)), 6)?;
    }
    for line in [own.help_letters(), own.help_signs()].iter().filter(|line| !line.is_empty()) {
        out.wrapped(&format!("  {line}"), 6)?;
    }
    Ok(())
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
        out.line(&out.paint(DIM, &format!("  … {}", words.own.lines_before(left_out))))?;
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
    Ok(out.line(&words.own.seed(game.record().seed))?)
}

/// A row for each player: the score and its parts.
fn scores(words: &Words<'_>, game: &Game, out: &mut Out) -> Result<(), Failure> {
    let scores: Vec<_> = (0..game.players()).map(|p| game.score(p)).collect();
    let total = words.get("score.total").unwrap_or_else(|| words.own.score());
    let mut rows = vec![vec![String::new(), total]];
    if let Some(score) = scores.first() {
        rows[0].extend(score.lines.iter().map(|(name, _)| words.score_line(name)));
    }
    for (player, score) in scores.iter().enumerate() {
        let parts = score.lines.iter().map(|(_, amount)| words.amount(*amount));
        let head = [words.seat(player as u8), words.amount(score.total)];
        rows.push(head.into_iter().chain(parts).collect());
    }
    let widths: Vec<usize> =
        (0..rows[0].len()).map(|c| rows.iter().map(|r| width(&r[c])).max().unwrap_or(0)).collect();
    if widths.iter().sum::<usize>() + 2 * widths.len() > out.width {
        return narrow_scores(words, &rows, out);
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

fn narrow_scores(words: &Words<'_>, rows: &[Vec<String>], out: &mut Out) -> Result<(), Failure> {
    for row in &rows[1..] {
        let parts: Vec<String> =
            rows[0].iter().zip(row).skip(1).map(|(name, value)| format!("{name} {value}")).collect();
        out.wrapped(&format!("  {}", words.label(&row[0], &parts.join(", "))), 4)?;
    }
    Ok(())
}

/// Who has won, also together.
fn winners(words: &Words<'_>, game: &Game) -> String {
    let names: Vec<String> = game.winners().iter().map(|p| words.seat(*p)).collect();
    match names.as_slice() {
        [] => words.own.nobody_wins(),
        [one] => words.own.wins(capital(one)),
        all if all.len() == usize::from(game.players()) => words.own.all_share(),
        [first @ .., last] => words.own.share(first.join(", "), last),
    }
}
