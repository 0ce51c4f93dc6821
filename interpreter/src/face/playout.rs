//! Many games, one after another, without a history: for statistics and for searches.

use super::diagnostics::Span;
use super::{Amount, ApplyError, CardId, Fault, Game, Seat, Setup, Trace, ZoneAt};
use crate::game;
use crate::program::Program;
use crate::state::{Generator, State, Status};

/// A place to play one game after another without allocating, from the beginning or from a position.
///
/// ```
/// # let text = "format: 1\ngame: { id: luck, players: 2 }\nstate: { player: { n: int for game } }\nscore: { total: player.n }
/// # phases: { turn: { each: player, do: \"let n = me chooses number in 1..3 as size\\nset me.n = n\" } }\n";
/// # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())], "").into_ruleset()?.setup(2, &[])?;
/// let mut playout = ludex::Playout::new(&setup);
/// let mut wins = [0, 0];
/// for seed in 0..100 {
///     for seat in playout.random(seed)?.winners() {
///         wins[seat.index()] += 1;
///     }
/// }
/// assert!(wins[0] + wins[1] >= 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Playout<'a> {
    setup: &'a Setup,
    playout: game::Playout<'a>,
}

impl<'a> From<&'a Game> for Playout<'a> {
    /// Each game begins in the position of this one; see [`Playout::start_from`].
    fn from(game: &'a Game) -> Self {
        let mut playout = Self::new(game.setup());
        playout.start_from(game);
        playout
    }
}

impl<'a> Playout<'a> {
    /// Each game begins with the set-up.
    pub fn new(setup: &'a Setup) -> Self {
        let playout = game::Playout::new(&setup.program);
        let playout = match &setup.roles {
            None => playout,
            Some(roles) => playout.in_streams(roles),
        };
        Self { setup, playout }
    }

    /// At most so many decisions in a game; a longer one is a fault. Without this it is a million.
    pub fn limit(self, decisions: u64) -> Self {
        Self { playout: self.playout.limit(decisions), ..self }
    }

    /// From now on each game begins in the position of this one, which must be of the same setup. What a seat can't know is there as it
    /// is: whoever plays for a seat takes one that was dealt anew ([`Game::redealt`]). What chance brings is the seed's, not the game's.
    pub fn start_from(&mut self, game: &Game) {
        self.playout.start_from(&game.game);
    }

    /// From now on each game begins with the set-up.
    pub fn start_anew(&mut self) {
        self.playout.start_anew();
    }

    /// Plays a game with uniformly random choices; the seed decides chance and choices.
    ///
    /// # Errors
    /// A rule that failed, with its place.
    pub fn random(&mut self, seed: u64) -> Result<GameEnd<'_>, Fault> {
        let end = self.playout.random(seed).map_err(|fault| self.setup.ruleset.fault(fault))?;
        Ok(GameEnd { setup: self.setup, end })
    }

    /// The statistics of the ruleset ([`Rules::statistics`](super::rules::Rules::statistics)) for the game that ended last: of each player all of
    /// them. They are put into a list that is used again.
    ///
    /// # Errors
    /// One that can't be computed, with its place.
    pub fn statistics(&mut self, into: &mut Vec<Amount>) -> Result<(), Fault> {
        self.playout.statistics(into).map_err(|fault| self.setup.ruleset.fault(fault))
    }

    /// Plays a game with random choices, as [`Playout::random`] does with chance in streams ([`Setup::in_streams`]), of which some options are left out: at each decision the
    /// numbers of those that may not be taken are put into a list. Where these are all options of a decision, none is left out. So two games of
    /// one seed stay in step as long as nothing is left out that would have been taken.
    ///
    /// # Errors
    /// A rule that failed, with its place.
    pub fn restricted(
        &mut self,
        seed: u64,
        mut leave_out: impl FnMut(Turn<'_>, &mut Vec<usize>),
    ) -> Result<GameEnd<'_>, Fault> {
        let program = &self.setup.program;
        let end = self
            .playout
            .restricted(seed, |state, seat, out| leave_out(Turn { program, state, seat }, out))
            .map_err(|fault| self.setup.ruleset.fault(fault))?;
        Ok(GameEnd { setup: self.setup, end })
    }

    /// Plays a game with the choices of somebody who is asked at each decision for the number of an option; the seed decides chance.
    ///
    /// # Errors
    /// A rule that failed, or a number that no option has.
    pub fn play(
        &mut self,
        seed: u64,
        mut choose: impl FnMut(Turn<'_>) -> usize,
    ) -> Result<GameEnd<'_>, ApplyError> {
        let program = &self.setup.program;
        let end = self.playout.chosen(seed, |state, seat| choose(Turn { program, state, seat }));
        match end {
            Ok(end) => Ok(GameEnd { setup: self.setup, end }),
            Err(error) => Err(ApplyError::new(error, &self.setup.ruleset)),
        }
    }

    /// The same, and tells a trace of this setup what the game runs.
    ///
    /// # Errors
    /// A rule that failed, or a number that no option has.
    pub fn traced(
        &mut self,
        seed: u64,
        trace: &mut Trace,
        mut choose: impl FnMut(Turn<'_>) -> usize,
    ) -> Result<GameEnd<'_>, ApplyError> {
        let program = &self.setup.program;
        let choose = |state: &State, seat| choose(Turn { program, state, seat });
        match self.playout.traced(seed, &mut trace.trace, choose) {
            Ok(end) => Ok(GameEnd { setup: self.setup, end }),
            Err(error) => Err(ApplyError::new(error, &self.setup.ruleset)),
        }
    }
}

/// The choices of [`Playout::random`]: whoever takes `below(number of options)` from the one of its seed at each decision plays the same game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chooser(Generator);

impl Chooser {
    /// A stream of numbers that follows from the seed alone.
    pub fn new(seed: u64) -> Self {
        Self(game::Playout::chooser(seed))
    }

    /// The next number below `n`, each equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(u32::try_from(n).unwrap_or(u32::MAX)) as usize
    }
}

/// A decision in a playout.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    program: &'a Program,
    state: &'a State,
    seat: i32,
}

impl<'a> Turn<'a> {
    /// Who decides.
    pub fn seat(self) -> Seat {
        Seat(u8::try_from(self.seat).unwrap_or(0))
    }

    /// How many options there are, at least one.
    pub fn options(self) -> usize {
        self.state.options().len()
    }

    /// The name of the decision.
    pub fn decision(self) -> &'a str {
        let Status::Waiting { choice, .. } = self.state.status() else { return "" };
        let decision = self.program.choices[choice.0 as usize].decision;
        &self.program.checked.decisions[decision.index()]
    }

    /// Whether an option names a card that the one who decides has in hand: to take it is to play the card, or to give it away.
    pub fn plays(self, option: usize, card: CardId) -> bool {
        game::plays(self.program, self.state, option, card.0)
    }

    /// The player who has a card in hand; see [`Game::hand_of`].
    pub fn hand_of(self, card: CardId) -> Option<Seat> {
        game::hand_of(self.program, self.state, card.0).map(Seat)
    }

    /// The zone in which a card lies, if it lies in one; see [`Game::zone_of`].
    pub fn zone_of(self, card: CardId) -> Option<ZoneAt> {
        self.state.zone_of(card.0).map(ZoneAt)
    }

    /// Whether any player knows that this card lies where it does.
    pub fn is_known(self, card: CardId) -> bool {
        game::is_known(self.state, card.0)
    }

    /// The stable label of an option, empty if there is no such option; this allocates, and names cards also to who may not know them.
    pub fn label(self, option: usize) -> String {
        game::option_label(self.program, self.state, option)
    }
}

/// How a game of a [`Playout`] ended.
#[derive(Debug, Clone, Copy)]
pub struct GameEnd<'a> {
    setup: &'a Setup,
    end: &'a game::PlayoutEnd,
}

impl<'a> GameEnd<'a> {
    /// Decisions with two or more options, from where the game began.
    pub fn decisions(self) -> u64 {
        self.end.decisions
    }

    /// A player's score; nothing if there is no such seat.
    pub fn score(self, seat: Seat) -> Option<Amount> {
        let cell = self.end.scores.get(seat.index())?;
        Some(self.setup.points(i64::from(*cell)))
    }

    /// Those who won, in seat order.
    pub fn winners(self) -> impl Iterator<Item = Seat> + 'a {
        self.end.winners.iter().map(|seat| Seat(*seat))
    }

    /// How often each phase was begun, in the order of the ruleset, since the set-up; a variable that ends with a phase does not change that.
    pub fn phases(self) -> &'a [i64] {
        &self.end.phases
    }

    /// Where the statement stands that ended it; nothing if its phases were over.
    pub fn ended_at(self) -> Option<Span> {
        self.end.ended_at
    }
}
