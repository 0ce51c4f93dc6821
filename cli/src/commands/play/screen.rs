//! Draws a game: the table for the acting player, the log and the scores.

use ludex::{DecisionId, Game, Viewer as Eyes};

use crate::commands::rules;
use crate::failure::Failure;
use crate::game::offer::{listed, listed_briefly};
use crate::game::session::{Session, Stop};
use crate::game::table::Table;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{BOLD, DIM, Out, PLAIN, clean, cut, pad, pad_left, width, wrap};
use ludex_table::offers::Offers;
use ludex_table::phrases::Phrases;
use ludex_table::seen::ObservedTable;
use ludex_table::words::{Viewer, Words, capital, eyes};

/// Maximum number of lines of the log above a table if the height of the terminal is unknown.
const LOG: usize = 24;
/// Number of lines of the log below a table that leaves no room for them above it.
const BELOW: usize = 4;

/// The table that was drawn last.
struct Drawn {
    player: u8,
    table: Vec<String>,
    /// Number of lines written before it.
    at: usize,
    /// Number of the first log line shown with it.
    from: usize,
}

impl Drawn {
    /// Returns true if the table has scrolled off the screen, or will with this question.
    fn is_gone(&self, question: &[String], out: &Out) -> bool {
        out.height.is_some_and(|rows| out.lines - self.at + question.len() + 2 > rows)
    }
}

/// Draws a game and remembers the state of the screen.
pub struct Screen<'a> {
    pub loaded: &'a Loaded,
    pub language: &'a str,
    pub own: &'static Phrases,
    shared: bool,
    /// Last player who used the screen.
    last: Option<u8>,
    /// Number of log lines printed so far, in a game of bots.
    told: usize,
    /// Heading of the current log section.
    heading: Vec<String>,
    drawn: Option<Drawn>,
    /// True if the player asked for the table.
    asked: bool,
}

impl<'a> Screen<'a> {
    pub fn new(loaded: &'a Loaded, language: &'a str, shared: bool) -> Self {
        let own = Phrases::for_language(language);
        Self {
            loaded,
            language,
            own,
            shared,
            last: None,
            told: 0,
            heading: Vec::new(),
            drawn: None,
            asked: false,
        }
    }

    /// Returns the texts of a game in the language of the screen.
    pub fn words<'g>(&self, game: &'g Game) -> Words<'g>
    where
        'a: 'g,
    {
        Words::new(game.setup(), self.language)
    }

    /// Prints new log lines, and a heading when it changes, but only in a game of bots.
    pub fn narrate(&mut self, session: &Session, out: &mut Out) -> Result<(), Failure> {
        if !session.humans().is_empty() {
            return Ok(());
        }
        let (game, words) = (&session.game, self.words(&session.game));
        print_log(&words, game, None, self.told, out)?;
        self.told = game.log_len();
        let heading = Table::new(words, game, None, &session.bots, (out.color, out.width)).headline();
        if heading != self.heading && game.deciding().is_some() {
            out.line("")?;
            heading.iter().try_for_each(|line| out.line(line))?;
            self.heading = heading;
        }
        Ok(())
    }

    /// Clears the screen if the player changes. Returns true if the new player should confirm first.
    pub fn hand_over(&mut self, game: &Game, player: u8, out: &mut Out) -> Result<bool, Failure> {
        let changed = self.shared && self.last != Some(player);
        self.last = Some(player);
        if changed {
            self.clear(out)?;
            let mut line = format!("═══ {}", self.own.your_turn(self.words(game).player(player)));
            if crate::terminal::input::Keyboard::is_terminal() {
                line = format!("{line} {}", self.own.press_enter());
            }
            out.wrapped(&out.paint(BOLD, &line), 0)?;
        }
        Ok(changed)
    }

    /// Undoes [`hand_over`](Self::hand_over) if the player did not take the screen: nothing was shown.
    pub fn hand_back(&mut self) {
        self.last = None;
    }

    /// Shows the player's name at a terminal while a bot searches. Returns true if the line needs wiping.
    pub fn thinking(&self, session: &Session, player: u8, out: &mut Out) -> Result<bool, Failure> {
        use std::io::IsTerminal;
        if !session.has_search_bot(player) || !std::io::stdout().is_terminal() {
            return Ok(false);
        }
        let line = self.own.thinks(capital(&self.words(&session.game).player(player)));
        out.text(&out.paint(DIM, &cut(&line, out.width.saturating_sub(1))))?;
        out.flush()?;
        Ok(true)
    }

    /// Clears the terminal, including its scrollback.
    pub fn clear(&self, out: &mut Out) -> Result<(), Failure> {
        use std::io::IsTerminal;
        if std::io::stdout().is_terminal() {
            out.clear()?;
        }
        Ok(())
    }

    /// Prints the log, the table, the question and its options.
    ///
    /// The newest log lines that fit are printed above the table; `log` shows the omitted ones. If the table
    /// leaves no room for log lines, it is printed above them. A table that has scrolled away is printed again
    /// if it fits on the screen. Long options are cut if the table fits only then; the empty answer repeats
    /// the question with whole options.
    pub fn decision(&mut self, session: &Session, player: u8, out: &mut Out) -> Result<Offers, Failure> {
        out.measure();
        let game = &session.game;
        let words = self.words(game);
        let table = Table::new(words, game, Some(player), &session.bots, (out.color, out.width)).draw();
        let offers = Offers::at(&words, game, player);
        let left = offers.left(&[]);
        let mut question = question(&words, game, player, (&left, listed), out);
        if !fits(&[&table, &question], out) {
            let brief = self::question(&words, game, player, (&left, listed_briefly), out);
            question = Some(brief).filter(|brief| fits(&[&table, brief], out)).unwrap_or(question);
        }
        let stands = self.drawn.as_ref().filter(|drawn| drawn.player == player && drawn.table == table);
        let is_gone = fits(&[&table, &question], out) && stands.is_some_and(|it| it.is_gone(&question, out));
        let from = stands.filter(|_| is_gone).map_or(session.unread(player), |drawn| drawn.from);
        if stands.is_none() || is_gone || from < game.log_len() {
            let room = room_for(&[&table, &question], out);
            // a player who asks for the table, or whose table scrolled away, may have read the log
            let has_read = self.asked || is_gone && session.unread(player) >= game.log_len();
            let most = if has_read { room.unwrap_or(LOG) } else { room.unwrap_or(LOG).max(BELOW) };
            let news = log_lines(&words, game, Some(player), (from, most), out);
            let below = !has_read && room.is_some_and(|room| news.len() > room);
            let above = if below || news.is_empty() { 0 } else { news.len() + 1 };
            let at = out.lines + above + 1;
            let mut blocks = news_and_table(news, table.clone(), below);
            if below && !blocks[1].is_empty() {
                blocks[1].push(out.paint(DIM, &format!("  {}", self.own.table_above("t"))));
            }
            print(&blocks, out)?;
            self.drawn = Some(Drawn { player, table, at, from });
        }
        print(&[question], out)?;
        self.asked = false;
        Ok(offers)
    }

    /// Prints the log since the player's last decision, or since the start of the game.
    pub fn log(&self, session: &Session, player: u8, all: bool, out: &mut Out) -> Result<(), Failure> {
        let game = &session.game;
        let (from, before) = (if all { 0 } else { session.unread(player) }, out.lines);
        print_log(&self.words(game), game, Some(player), from, out)?;
        if out.lines == before {
            out.line(&self.own.log_empty())?;
        }
        Ok(())
    }

    /// Repeats the question if later output has pushed it off the screen.
    pub fn keep_question(
        &self,
        session: &Session,
        player: u8,
        (offers, since): (&Offers, usize),
        out: &mut Out,
    ) -> Result<(), Failure> {
        let question = question(&self.words(&session.game), &session.game, player, (offers, listed), out);
        let lines = out.lines - since + question.len() + 1;
        if out.height.is_some_and(|rows| lines > rows) {
            print(&[question], out)?;
        }
        Ok(())
    }

    pub fn ask_again(
        &self,
        session: &Session,
        player: u8,
        offers: &Offers,
        out: &mut Out,
    ) -> Result<(), Failure> {
        let game = &session.game;
        print(&[question(&self.words(game), game, player, (offers, listed), out)], out)
    }

    /// Makes the next decision draw the table even if it is unchanged.
    pub fn forget(&mut self) {
        self.drawn = None;
    }

    /// Makes the next decision draw the table on the player's request.
    pub fn ask_for_table(&mut self) {
        self.asked = true;
        self.forget();
    }

    /// Prints the rules, or the numbered rules in full.
    pub fn rules(&self, game: &Game, full: bool, out: &mut Out) -> Result<(), Failure> {
        let words = self.words(game);
        if full {
            rules::full(self.loaded, &words, out).map(|_| ())
        } else {
            rules::print(self.loaded, &words, out)
        }
    }

    /// Explains a state or an unavailable option. Lists possible questions if `asked` is empty.
    pub fn why(&self, game: &Game, player: u8, asked: &str, out: &mut Out) -> Result<(), Failure> {
        crate::game::why::answer(self.words(game), game, Some(player), asked, out)
    }

    /// Reports an invalid answer with the allowed answers.
    pub fn unclear(&self, line: &str, offers: &Offers, out: &mut Out) -> Result<(), Failure> {
        let near = offers.near(line).map(|near| format!(" {}", self.own.did_you_mean(near)));
        let told = self.own.unclear(cut(&clean(line), 30), offers.allowed(self.own));
        Ok(out.wrapped(&(told + &near.unwrap_or_default()), 0)?)
    }

    /// Lists the options that remain.
    pub fn among(&self, offers: &Offers, out: &mut Out) -> Result<(), Failure> {
        let lines = listed(offers, self.own, (out.width, out.height));
        lines.iter().try_for_each(|line| out.line(line)).map_err(Failure::from)
    }

    /// Reports a name that matches several options.
    pub fn several(&self, line: &str, keys: &str, out: &mut Out) -> Result<(), Failure> {
        Ok(out.wrapped(&self.own.several_options(cut(&clean(line), 30), keys), 0)?)
    }

    /// Prints the rest of the log, the table with all cards open, and the scores.
    pub fn end(&self, session: &Session, out: &mut Out) -> Result<(), Failure> {
        let game = &session.game;
        let words = self.words(game);
        let humans = session.humans();
        let (viewer, from) = match humans.as_slice() {
            [] => (None, self.told),
            [one] => (Some(*one), session.unread(*one)),
            many => (Some(many[0]), many.iter().map(|h| session.unread(*h)).min().unwrap_or(0)),
        };
        out.measure();
        let news = log_lines(&words, game, viewer, (from, usize::MAX), out);
        let table = Table::new(words, game, None, &session.bots, (out.color, out.width)).draw();
        let result = result(&words, game, out);
        let below = room_for(&[&table, &result], out).is_some_and(|room| news.len() > room);
        let mut blocks = news_and_table(news, table, below);
        blocks.push(result);
        print(&blocks, out)
    }
}

/// Returns the log and the table in the order in which they are printed.
fn news_and_table(news: Vec<String>, table: Vec<String>, below: bool) -> Vec<Vec<String>> {
    if below { vec![table, news] } else { vec![news, table] }
}

/// Returns the number of lines of these blocks. Each block has an empty line above it.
fn height_of(blocks: &[&Vec<String>]) -> usize {
    blocks.iter().filter(|block| !block.is_empty()).map(|block| block.len() + 1).sum()
}

/// Returns the number of free lines above these blocks, another empty line, and the input.
fn room_for(blocks: &[&Vec<String>], out: &Out) -> Option<usize> {
    out.height.map(|rows| rows.saturating_sub(height_of(blocks) + 2))
}

/// Returns true if these blocks and the input fit on the screen, without the first empty line.
fn fits(blocks: &[&Vec<String>], out: &Out) -> bool {
    out.height.is_some_and(|rows| height_of(blocks) <= rows)
}

/// Prints blocks of lines with an empty line above each.
fn print(blocks: &[Vec<String>], out: &mut Out) -> Result<(), Failure> {
    for block in blocks.iter().filter(|block| !block.is_empty()) {
        out.line("")?;
        block.iter().try_for_each(|line| out.line(line))?;
    }
    Ok(())
}

/// Formats a list of options for a terminal of some size.
type List = fn(&Offers, &Phrases, (usize, Option<usize>)) -> Vec<String>;

fn question(
    words: &Words<'_>,
    game: &Game,
    player: u8,
    (offers, list): (&Offers, List),
    out: &Out,
) -> Vec<String> {
    let decision = game.decision_for(Eyes::Public).map(|decision| decision.name);
    let told = words.decision_facts(game, Some(player));
    let shown = decision.as_ref().map(|name| shown_with(words, game, player, name.id));
    let name = decision.map_or_else(String::new, |decision| decision.name);
    let own = words.own_prompt(&name, &told);
    // a ruleset's own prompt already states the number of options to choose
    let several = offers.several().filter(|_| own.is_none());
    let wanted = several.map_or_else(String::new, |several| match several.least == several.most {
        true => format!(" ({})", several.most),
        false => format!(" ({})", words.own.between(several.least, several.most)),
    });
    let prompt = own.unwrap_or_else(|| words.prompt_told(&name, &told)) + &wanted;
    let question = out.paint(BOLD, &words.label(&words.player(player), &prompt));
    let mut lines = wrap(&question, out.width, 0);
    lines.extend(shown.filter(|shown| !shown.is_empty()).iter().flat_map(|shown| wrap(shown, out.width, 2)));
    let head = lines.clone();
    lines.extend(list(offers, words.own, (out.width, out.height)));
    // repeat the question below long lists, so it stays visible
    if out.height.is_some_and(|rows| lines.len() + 1 > rows) {
        lines.extend(head);
    }
    lines
}

/// Formats the values that the layout repeats with a prompt.
fn shown_with(words: &Words<'_>, game: &Game, player: u8, decision: DecisionId) -> String {
    let items = ObservedTable::new(*words, game, Some(player)).with_prompt(decision, player);
    let items: Vec<String> = items.iter().map(|item| capital(&item.text.plain(words))).collect();
    if items.is_empty() { String::new() } else { format!("  {}", items.join("\u{a0}· ")) }
}

/// Describes the position at which a replay stopped. Lists the options only if the viewer may see them.
pub fn stopped(language: &str, session: &Session, stop: &Stop) -> String {
    let own = Phrases::for_language(language);
    let game = &session.game;
    let Some(decision) = game.host().decision() else { return own.stopped_over(stop.number, stop.of) };
    let humans = session.humans();
    if humans.is_empty() || humans == [decision.seat.id.number()] {
        let offered: Vec<&str> = decision.options.iter().map(|option| option.label.as_str()).collect();
        let offered = offered.join(", ");
        return own.stopped_at(stop.number, stop.of, clean(&stop.label), offered);
    }
    let words = Words::new(game.setup(), language);
    own.stopped_there(stop.number, stop.of, words.seat(decision.seat.id))
}

/// Formats log lines starting at number `from`. If they exceed `most` lines, keeps the last ones below a line
/// with the number omitted.
fn log_lines(
    words: &Words<'_>,
    game: &Game,
    viewer: Viewer,
    (from, most): (usize, usize),
    out: &Out,
) -> Vec<String> {
    let entries = game.log(eyes(viewer, game.setup()), from);
    let told: Vec<Vec<String>> = words
        .log_lines(&entries, viewer)
        .into_iter()
        .map(|(indent, line)| wrap(&format!("  {}{line}", " ".repeat(indent)), out.width, indent + 4))
        .collect();
    let whole: usize = told.iter().map(Vec::len).sum();
    if whole <= most {
        return told.concat();
    }
    // one line is for the number of omitted lines
    let mut room = most.saturating_sub(1);
    let fits = told.iter().rev().take_while(|lines| {
        let fits = lines.len() <= room;
        room = room.saturating_sub(lines.len());
        fits
    });
    let cut = told.len() - fits.count();
    let head = out.paint(DIM, &format!("  … {}", words.own.lines_before(cut)));
    std::iter::once(head).chain(told[cut..].concat()).collect()
}

/// Prints the log lines starting at number `from`.
pub fn print_log(
    words: &Words<'_>,
    game: &Game,
    viewer: Viewer,
    from: usize,
    out: &mut Out,
) -> Result<(), Failure> {
    let lines = log_lines(words, game, viewer, (from, usize::MAX), out);
    Ok(lines.iter().try_for_each(|line| out.line(line))?)
}

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

pub fn finish(words: &Words<'_>, game: &Game, bots: &[bool], out: &mut Out) -> Result<(), Failure> {
    draw(words, game, None, bots, out)?;
    print(&[result(words, game, out)], out)
}

/// Formats the scores, the winners and the seed.
fn result(words: &Words<'_>, game: &Game, out: &Out) -> Vec<String> {
    let mut lines = Vec::new();
    if game.fault().is_none() {
        if words.rules().has_score() {
            lines.extend(scores(words, &words.scores(game), out));
            lines.push(String::new());
        }
        let sheet = words.sheet(game);
        if !sheet.is_empty() {
            lines.extend(scores(words, &sheet, out));
            lines.push(String::new());
        }
        lines.extend(wrap(&out.paint(BOLD, &words.winners(game)), out.width, 0));
    }
    lines.push(words.own.seed(game.host().record().seed));
    lines
}

/// Formats the scores or the score sheet, a row with its name at a time.
fn scores(words: &Words<'_>, rows: &[Vec<String>], out: &Out) -> Vec<String> {
    let widths: Vec<usize> =
        (0..rows[0].len()).map(|c| rows.iter().map(|r| width(&r[c])).max().unwrap_or(0)).collect();
    if widths.iter().sum::<usize>() + 2 * widths.len() > out.width {
        return narrow_scores(words, rows, out);
    }
    let line = |(i, row): (usize, &Vec<String>)| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(c, (cell, w))| if c == 0 { pad(cell, *w) } else { pad_left(cell, *w) });
        let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
        out.paint(if i == 0 { DIM } else { PLAIN }, &line)
    };
    rows.iter().enumerate().map(line).collect()
}

fn narrow_scores(words: &Words<'_>, rows: &[Vec<String>], out: &Out) -> Vec<String> {
    let line = |row: &Vec<String>| {
        let parts: Vec<String> =
            rows[0].iter().zip(row).skip(1).map(|(name, value)| format!("{name} {value}")).collect();
        wrap(&format!("  {}", words.label(&row[0], &parts.join(", "))), out.width, 4)
    };
    rows[1..].iter().flat_map(line).collect()
}
