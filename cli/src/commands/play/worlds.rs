//! Two worlds: a game, and the same game with everything dealt anew that a seat can't know. All that `play` writes for this seat must
//! be the same bytes in both, and stay so until something is revealed.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use ludex::{Chooser, Game, LogEntry, Ruleset, Seat, Value, Viewer};

use super::screen::{Screen, draw, print_log};
use crate::args::Changes;
use crate::failure::Failure;
use crate::offer::Offers;
use crate::output::Out;
use crate::rulesets::{Loaded, shipped};
use crate::seats::Sitter;
use crate::session::Session;

/// Pairs of worlds that are compared, for each game; half of them with the fewest players, half with the most.
const PAIRS: usize = 300;
/// Choices that are made in both worlds of a pair, at most.
const STEPS: usize = 5;

/// A writer whose bytes can be read.
#[derive(Clone, Default)]
struct Kept(Rc<RefCell<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn loaded(word: &str) -> Loaded {
    let loaded = Loaded::load(word, &Changes::default(), &mut Out::to(io::sink()));
    loaded.unwrap_or_else(|_| panic!("{word} can't be loaded"))
}

/// Who looks, and what is asked for.
struct Eye<'a> {
    loaded: &'a Loaded,
    seat: u8,
    /// Decides what is typed.
    turn: usize,
}

impl Eye<'_> {
    /// The seat plays alone against bots.
    fn session(&self, game: Game) -> Session {
        let random = Sitter::Bot(ludex::bots::BotSpec::Random);
        let sits = |seat: u8| if seat == self.seat { Sitter::Human } else { random };
        let seats = (0..game.players()).map(sits).collect();
        Session::new(game, 0, seats)
    }

    /// What stands on the screen, and the answer to something that may be typed: another at each position.
    fn all(&self, session: &Session) -> String {
        self.written(|screen, out| {
            let offers = self.position(screen, session, out)?;
            let name = self.name(screen, session);
            match (self.turn % 4, &offers) {
                (0, Some(offers)) => self.asked(screen, session, offers, &name, out),
                (1, _) => screen.why(&session.game, self.seat, &format!("not {name}"), out),
                (2, _) => screen.why(&session.game, self.seat, &(self.turn / 4 % 10).to_string(), out),
                _ => screen.why(&session.game, self.seat, &name, out),
            }
        })
    }

    /// What stands on the screen.
    fn screen(&self, session: &Session) -> String {
        self.written(|screen, out| self.position(screen, session, out).map(|_| ()))
    }

    fn written(&self, body: impl FnOnce(&mut Screen<'_>, &mut Out) -> Result<(), Failure>) -> String {
        let kept = Kept::default();
        let written = body(&mut Screen::new(self.loaded, "en", true), &mut Out::to(kept.clone()));
        assert!(written.is_ok(), "a buffer takes all");
        String::from_utf8(kept.0.take()).expect("text")
    }

    /// The decision if it is that of the seat; else what the seat sees of the table, and the whole log.
    fn position(
        &self,
        screen: &mut Screen<'_>,
        session: &Session,
        out: &mut Out,
    ) -> Result<Option<Offers>, Failure> {
        let (game, words) = (&session.game, screen.words(&session.game));
        screen.narrate(session, out)?;
        let offers = if session.player() == Some(self.seat) {
            screen.hand_over(game, self.seat, out)?;
            Some(screen.decision(session, self.seat, out)?)
        } else {
            draw(&words, game, Some(self.seat), &session.bots, out)?;
            None
        };
        print_log(&words, game, Some(self.seat), 0, out)?;
        Ok(offers)
    }

    /// The table again, `?` with every option and a name, what is no answer, the rules.
    fn asked(
        &self,
        screen: &mut Screen<'_>,
        session: &Session,
        offers: &Offers,
        name: &str,
        out: &mut Out,
    ) -> Result<(), Failure> {
        screen.ask_for_table();
        screen.decision(session, self.seat, out)?;
        let options: Vec<String> = (1..=offers.names().count()).map(|n| n.to_string()).collect();
        for word in options.iter().map(String::as_str).chain([name]) {
            screen.help(session, self.seat, offers, word, out)?;
        }
        screen.unclear("no answer", offers, out)?;
        screen.rules(&session.game, false, out)
    }

    fn name(&self, screen: &Screen<'_>, session: &Session) -> String {
        let names = screen.names(session);
        names[self.turn % names.len()].clone()
    }
}

/// Whether a seat may tell two worlds apart by now: by what it sees or was told, by who has to decide, or by a card that it knew when a line of the
/// log named it.
fn told_apart(worlds: [&Game; 2], seat: Seat, read: usize) -> bool {
    let [one, other] = worlds;
    let asked = |game: &Game| game.decision().map(|decision| (decision.seat, decision.name));
    asked(one) != asked(other)
        || one.told(seat) != other.told(seat)
        || one.view(seat) != other.view(seat)
        || named(one, seat, read) != named(other, seat, read)
}

/// The cards that new lines of the log named to a seat.
fn named(game: &Game, seat: Seat, read: usize) -> Vec<Value> {
    let facts = |entry: LogEntry| match entry {
        LogEntry::Said { facts, .. } => facts,
        LogEntry::Began { .. } => Vec::new(),
    };
    let values = game.log(seat, read).into_iter().flat_map(facts).map(|fact| fact.value);
    values.filter(|value| matches!(value, Value::Card(_))).collect()
}

/// What was found out about pairs of worlds.
#[derive(Default)]
struct Found {
    pairs: usize,
    /// Pairs in which something lies elsewhere.
    different: usize,
    /// Positions that were compared.
    compared: usize,
}

impl Found {
    /// Compares two worlds, and goes on with the same choices as long as the seat can't tell them apart; what tells them apart
    /// although it should not.
    fn pair(&mut self, eye: &Eye<'_>, game: Game, other: Game) -> Result<(), [String; 2]> {
        self.pairs += 1;
        self.different += usize::from(game.view(Viewer::Open) != other.view(Viewer::Open));
        let [mut one, mut other] = [game, other].map(|game| eye.session(game));
        self.same([eye.all(&one), eye.all(&other)])?;
        let mut picks = Chooser::new(eye.turn as u64);
        for _ in 0..STEPS {
            let labels = one.game.labels();
            if labels.is_empty() {
                break;
            }
            let pick = picks.below(labels.len());
            // who picks what the seat does not know may have nothing of that name there: then something else that is not here
            let others = other.game.labels();
            let same = others.iter().position(|label| *label == labels[pick]);
            let same = same.or_else(|| others.iter().position(|label| !labels.contains(label)));
            let Some(same) = same else { break };
            let read = one.game.log_len();
            if one.take(pick).is_err() || other.take(same).is_err() {
                break;
            }
            let worlds = [&one.game, &other.game];
            if worlds.iter().any(|game| game.is_over()) || told_apart(worlds, Seat(eye.seat), read) {
                break;
            }
            self.same([eye.screen(&one), eye.screen(&other)])?;
        }
        Ok(())
    }

    fn same(&mut self, screens: [String; 2]) -> Result<(), [String; 2]> {
        self.compared += 1;
        if screens[0] == screens[1] { Ok(()) } else { Err(screens) }
    }
}

fn new_game(loaded: &Loaded, players: u8, seed: u64) -> Game {
    Game::new(&loaded.ruleset.setup(players, &[]).expect("a setup"), seed)
}

/// Pairs along random games: for whoever decides, and for a seat that looks on.
fn pairs(loaded: &Loaded, players: u8, pairs: usize) -> Result<Found, String> {
    let mut found = Found::default();
    let mut picks = Chooser::new(u64::from(players));
    for seed in 0.. {
        let mut game = new_game(loaded, players, seed);
        while let Some(Seat(decides)) = game.deciding() {
            let pick = picks.below(game.options());
            if picks.below(3) == 0 {
                let looks_on = picks.below(usize::from(players)) as u8;
                for seat in [decides, looks_on] {
                    let turn = found.pairs;
                    let Some(other) = game.redealt(Seat(seat), turn as u64) else { continue };
                    assert_eq!(
                        game.view(Seat(seat)),
                        other.view(Seat(seat)),
                        "a deal that the seat can tell apart"
                    );
                    let pair = found.pair(&Eye { loaded, seat, turn }, game.clone(), other);
                    pair.map_err(|[one, other]| difference(seat, &one, &other))?;
                }
            }
            if found.pairs >= pairs {
                return Ok(found);
            }
            game.apply(pick).expect("no fault");
        }
    }
    Ok(found)
}

/// The first line that is another one.
fn difference(seat: u8, one: &str, other: &str) -> String {
    let mut lines = one.lines().zip(other.lines());
    let (one, other) = lines.find(|(one, other)| one != other).unwrap_or((one, other));
    format!("seat {seat} reads\n{one}\nand in another world\n{other}")
}

#[test]
fn what_a_seat_cannot_know_changes_no_byte_of_what_it_is_shown() {
    let compare = |id: &str, players: fn(&Ruleset) -> u8| {
        let loaded = loaded(id);
        let players = players(&loaded.ruleset);
        let found = pairs(&loaded, players, PAIRS / 2).unwrap_or_else(|how| panic!("{id}: {how}"));
        assert!(found.different * 2 > found.pairs, "{id}: in most worlds something lies elsewhere");
        assert!(found.compared > 2 * found.pairs, "{id}: worlds stay alike for some choices");
    };
    std::thread::scope(|scope| {
        for id in shipped() {
            scope.spawn(move || compare(id, |ruleset| *ruleset.players().start()));
            scope.spawn(move || compare(id, |ruleset| *ruleset.players().end()));
        }
    });
}

/// The comparison reacts to what is hidden: another seat than the one for which was dealt reads something else.
#[test]
fn a_seat_that_knows_more_reads_something_else() {
    for id in shipped() {
        let loaded = loaded(id);
        let players = *loaded.ruleset.players().end();
        let game = new_game(&loaded, players, 1);
        let other = game.redealt(Seat(0), 1).expect("a deal");
        let knows = (0..players).find(|seat| game.view(Seat(*seat)) != other.view(Seat(*seat)));
        let eye = Eye { loaded: &loaded, seat: knows.unwrap_or(0), turn: 0 };
        let [one, other] = [game, other].map(|game| eye.screen(&eye.session(game)));
        assert_eq!(knows.is_some(), one != other, "{id}");
    }
}

/// What a ruleset tells of hidden cards by what it does is a leak, and found.
#[test]
fn a_planted_leak_is_found() {
    let leak = "
format: 1
game: { id: leak, players: 2 }
kinds: { face: { fields: { value: int } } }
zones:
  deck: { holds: face, sees: nobody, ordered: true }
  hand: { per: player, holds: face, sees: owner }
messages: { strong: { player: player }, passed: { player: player } }
state: { game: { turns: int for game } }
score: { total: 0 }
cards: { low: { kind: face, copies: 8, value: 1 }, high: { kind: face, copies: 8, value: 9 } }
setup: |
  move face to deck
  shuffle deck
  for player p { draw 1 from deck to p.hand }
phases:
  turn:
    each: player
    until: turns > 20
    do: |
      set turns = turns + 1
      let _n = me chooses number in 1..2 as pass
      say passed(me)
      WHEN_STRONG { say strong(me) }
";
    let folder = tempfile::tempdir().expect("a folder");
    for (name, test, found) in
        [("leak", "if any(face in me.hand where value > 3)", true), ("none", "if turns > 3", false)]
    {
        let path = folder.path().join(format!("{name}.yaml"));
        std::fs::write(&path, leak.replace("WHEN_STRONG", test)).expect("a file");
        let loaded = loaded(&path.display().to_string());
        assert_eq!(pairs(&loaded, 2, 60).is_err(), found, "{name}");
    }
}
