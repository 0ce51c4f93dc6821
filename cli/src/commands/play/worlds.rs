//! Two worlds: a game, and the same game with everything dealt anew that a seat can't know. All that `play` writes for this seat must
//! be the same bytes in both, and stay so until something is revealed.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use ludex::{Game, Ruleset, Seat};
use ludex_tests::worlds::{EFFECTS, Eye, Found, Leak, TABLE, Test, World};

use super::screen::{Screen, draw, print_log};
use crate::args::Changes;
use crate::failure::Failure;
use crate::game::offer::Offers;
use crate::game::seats::Sitter;
use crate::game::session::Session;
use crate::sources::rulesets::{Loaded, standing_alone};
use crate::terminal::output::Out;

/// Pairs of worlds that are compared, for each game; half of them with the fewest players, half with the most.
const PAIRS: usize = 60;
/// Positions that are compared in each pair.
const POSITIONS: usize = 10;

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

/// The seat plays alone against bots.
fn session(game: Game, seat: Seat) -> Session {
    let random = Sitter::Bot(ludex::bots::BotSpec::Random);
    let sits = |other: u8| if other == seat.number() { Sitter::Human } else { random.clone() };
    let seats = (0..game.players()).map(sits).collect();
    Session::new(game, 0, seats)
}

/// Who looks, and what is asked for.
struct Look<'a> {
    loaded: &'a Loaded,
    seat: u8,
    /// Decides what is typed.
    turn: usize,
}

impl Look<'_> {
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

fn new_game(loaded: &Loaded, players: u8, seed: u64) -> Game {
    Game::new(&loaded.ruleset.setup(players, &[]).expect("a setup"), seed)
}

/// A session as one of two worlds.
impl World for Session {
    fn game(&self) -> &Game {
        &self.game
    }

    fn take(&mut self, option: usize) -> bool {
        Session::take(self, option).is_ok()
    }
}

/// Pairs in games of so many players.
fn pairs(loaded: &Loaded, players: u8, most: usize) -> Result<Found, String> {
    let eye = |eye: Eye| Look { loaded, seat: eye.seat.number(), turn: eye.pair };
    let look = |session: &Session, at: Eye| match at.step {
        0 => eye(at).all(session),
        _ => eye(at).screen(session),
    };
    let begin = |seed| new_game(loaded, players, seed);
    let found = Test { begin, world: session, look, positions: POSITIONS }.pairs(most, u64::from(players));
    found.map_err(|Leak { seat, shown }| difference(seat.number(), &shown[0], &shown[1]))
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
        // the others' games ended
        let whole = found.pairs - found.short;
        assert!(10 * whole > 8 * found.pairs && found.compared >= POSITIONS * whole, "{id}: {found:?}");
    };
    let ends: [fn(&Ruleset) -> u8; 2] =
        [|ruleset| *ruleset.players().start(), |ruleset| *ruleset.players().end()];
    let games = standing_alone().into_iter().flat_map(|id| ends.map(|players| (id, players))).collect();
    ludex::for_each_parallel(&crate::threads::workers(None), games, |(id, players)| compare(id, players));
}

/// The comparison reacts to what is hidden: another seat than the one for which was dealt reads something else.
#[test]
fn a_seat_that_knows_more_reads_something_else() {
    for id in standing_alone() {
        let loaded = loaded(id);
        let players = *loaded.ruleset.players().end();
        let game = new_game(&loaded, players, 1);
        let other = game.redealt(Seat::FIRST, 1).expect("a deal");
        let knows =
            game.setup().seats().map(|seat| seat.id).find(|seat| game.view(*seat) != other.view(*seat));
        let seat = knows.unwrap_or(Seat::FIRST);
        let look = Look { loaded: &loaded, seat: seat.number(), turn: 0 };
        let [one, other] = [game, other].map(|game| look.screen(&session(game, seat)));
        assert_eq!(knows.is_some(), one != other, "{id}");
    }
}

/// What a ruleset tells of hidden cards by what it does is a leak, and found.
#[test]
fn a_planted_leak_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, (effect, leaks)) in EFFECTS.into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.yaml"));
        std::fs::write(&path, TABLE.replace("EFFECT", effect)).expect("a file");
        let loaded = loaded(&path.display().to_string());
        assert_eq!(pairs(&loaded, 2, 60).is_err(), leaks, "{effect}");
    }
}
