//! Statistics of a game from random playouts: cards that never occur in a zone, and the lengths of games.
//!
//! A drawn bomb explodes immediately, so no hand ever holds one; but no rule states "never in a hand". The
//! determinizations of a bot therefore follow the sampled statistics, which are the same for every position
//! and include nothing from the current game. The sample may miss rare cases. A card is therefore excluded
//! from a zone only if similar cards came there often, and some determinizations ignore the sample
//! ([`Determinizer`](ludex_run::play::Determinizer)).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::deals::own_key;
use super::mix;
use super::rollouts::Rollouts;
use ludex::Perspective;
use ludex_run::play::{ObservationHasher, PerspectiveInternals, SetupInternals, Viewpoint};
use ludex_run::program::{NONE, PlayoutSample, Program, ZoneAtDecision};
use ludex_run::state::{Generator, State, Status};

/// Maximum number of sampled random games, and their maximum fuel, which limits the waiting time.
const GAMES: u64 = 64;
const FUEL: u64 = 2_000_000;
/// Maximum mean fuel of a decision; a costlier game ends the sampling. `SPARE` decisions are added to the
/// count, so that a game may start with costly ones.
const DEAR: u64 = FUEL / 128;
const SPARE: u32 = 4;
/// Minimum expected number of samples in which a card is in a zone, if all cards with its back were equally
/// frequent there. Below that, its absence proves nothing.
const ENOUGH: u64 = 16;
/// Maximum number of information sets, and of decisions in a row, of a small game; minimum mean number of
/// visits to each information set.
const FEW: usize = 64;
const OFTEN: usize = 8;
/// If at least one decision in this many repeats an information set, other seats' nodes use their own
/// observations.
const ONE_OF: usize = 3;
/// Number of decisions after which a game counts as endless.
const ENDLESS: u32 = 5_000;
/// Maximum number of positions that are compared in a row of decisions.
const MOST_IN_ROW: usize = 64;

pub(super) fn get(program: &Arc<Program>) -> &PlayoutSample {
    program.habits.get_or_init(|| seen(program))
}

fn seen(program: &Arc<Program>) -> PlayoutSample {
    let mut bench = Rollouts::new(program);
    let mut seen = AbsentCards::default();
    let mut sets = InformationSetCounter::new(program);
    let (mut fuel, mut longest, mut all_end, mut endless) = (0, 0, true, false);
    let mut shared = program.players > 1;
    for game in 0..GAMES {
        bench.begin(mix(0x4ab1, game));
        sets.row = (NONE, Vec::new());
        let mut random = Generator::new(mix(0x004a_b175, game));
        let mut decisions = 0;
        // a game with costly decisions leaves too few samples for any conclusion
        let begun = bench.state.spent;
        let is_dear = |spent: u64, decisions: u32| spent - begun > u64::from(decisions + SPARE) * DEAR;
        while bench.decides().is_some()
            && fuel + bench.state.spent < FUEL
            && !is_dear(bench.state.spent, decisions)
        {
            seen.record(program, &bench.state);
            sets.record(program, &bench.state);
            bench.choose(bench.state.draw(&mut random));
            decisions += 1;
        }
        seen.end_game();
        fuel += bench.state.spent;
        longest = longest.max(decisions);
        let parted = bench.end().is_some_and(|end| end.winners.iter().any(|won| *won != end.winners[0]));
        shared &= !parted;
        all_end &= bench.state.status() == Status::Over;
        endless |= bench.decides().is_some() && decisions >= ENDLESS;
        if fuel >= FUEL || is_dear(bench.state.spent, decisions) {
            break;
        }
    }
    let small = all_end && longest as usize <= FEW && sets.come_back();
    PlayoutSample {
        absent: seen.absent(program),
        longest: all_end.then_some(longest),
        small,
        shared,
        circles: sets.circles,
        endless,
        returns: sets.return_often(),
    }
}

/// Counts how often information sets are repeated.
struct InformationSetCounter {
    sight: ObservationHasher,
    keys: BTreeSet<u64>,
    met: usize,
    is_hidden: bool,
    seen: Vec<u64>,
    /// The last acting player, and the positions since another player decided.
    row: (i32, Vec<u64>),
    circles: bool,
}

impl InformationSetCounter {
    fn new(program: &Program) -> Self {
        Self {
            sight: ObservationHasher::new(program),
            keys: BTreeSet::new(),
            met: 0,
            is_hidden: false,
            seen: Vec::new(),
            row: (NONE, Vec::new()),
            circles: false,
        }
    }

    fn record(&mut self, program: &Program, state: &State) {
        let Status::Waiting { player, .. } = state.status() else { return };
        if state.options().len() < 2 {
            return;
        }
        let seat = player.max(0) as u8;
        self.keys.insert(own_key(program, state, &self.sight, seat, &mut self.seen));
        self.met += 1;
        self.look_back(program, state, player);
        let of = |eyes: Viewpoint| self.sight.position(program, state, eyes);
        self.is_hidden = self.is_hidden || of(Viewpoint::Seat(seat)) != of(Viewpoint::All);
    }

    /// Compares the position with earlier positions of the same row.
    fn look_back(&mut self, program: &Program, state: &State, player: i32) {
        if self.circles {
            return;
        }
        let (of, row) = &mut self.row;
        if *of != player {
            (*of, _) = (player, row.clear());
        }
        let here = state.in_turn(program);
        self.circles = row.contains(&here);
        // longer rows add no information
        row.truncate(MOST_IN_ROW);
        row.push(here);
    }

    fn return_often(&self) -> bool {
        ONE_OF * (self.met - self.keys.len()) >= self.met
    }

    fn come_back(&self) -> bool {
        self.is_hidden && self.keys.len() <= FEW && self.met >= OFTEN * self.keys.len()
    }
}

/// Plays random playouts, each from its own determinization, and returns their numbers of decisions and
/// whether the game ended. For tests and tools. With `usual`, uses the sampled statistics and limits, as bots
/// do; otherwise only the general limits.
pub fn tries(position: Perspective<'_>, seed: u64, times: u64, usual: bool) -> Vec<(u32, bool)> {
    let program = position.setup().program();
    let habits = get(program);
    let mut bench = Rollouts::new(program);
    if usual {
        bench = bench.within(habits);
    }
    let mut dealer = position.dealer(usual.then_some(habits));
    let mut dealt = State::new(program, 0);
    let seeds = (0..times).map(|n| mix(seed, n));
    let mut found = Vec::new();
    for seed in seeds {
        if dealer.deal(seed, &mut dealt) {
            bench.start(&dealt, seed);
            bench.play_out(&mut Generator::new(mix(seed, 2)), &|| false);
            found.push((bench.decisions(), bench.decides().is_none()));
        }
    }
    found
}

/// Statistics of the cards in each zone.
#[derive(Default)]
struct AbsentCards {
    /// Sets of cards seen in the current game.
    now: BTreeMap<ZoneAtDecision, Vec<u64>>,
    /// For each card, the number of games in which it was seen.
    games: BTreeMap<ZoneAtDecision, Vec<u32>>,
}

impl AbsentCards {
    fn record(&mut self, program: &Program, state: &State) {
        let Status::Waiting { choice, player, .. } = state.status() else { return };
        let (zones, words) = (&program.layout.zones, program.layout.words);
        if words == 0 {
            return;
        }
        for (zone, info) in zones.iter().enumerate().skip(1).filter(|(zone, _)| state.count(*zone as u16) > 0)
        {
            let lying = ZoneAtDecision { choice, zone: info.def, own: info.player == player };
            let set = self.now.entry(lying).or_insert_with(|| vec![0; words]);
            state.cards_in(zone as u16).for_each(|card| set[usize::from(card) / 64] |= 1 << (card % 64));
        }
    }

    fn end_game(&mut self) {
        for (lying, set) in &mut self.now {
            let games = self.games.entry(*lying).or_insert_with(|| vec![0; 64 * set.len()]);
            for (word, bits) in set.iter_mut().enumerate() {
                let mut left = std::mem::take(bits);
                while left != 0 {
                    games[64 * word + left.trailing_zeros() as usize] += 1;
                    left &= left - 1;
                }
            }
        }
    }

    fn absent(&self, program: &Program) -> BTreeMap<ZoneAtDecision, Box<[u64]>> {
        let sets = self.games.iter().map(|(lying, games)| (*lying, absent(program, games)));
        sets.filter(|(_, set)| set.iter().any(|word| *word != 0)).collect()
    }
}

/// Returns the absent cards: neither they nor their copies ever were in the zone. If all cards of their back
/// came equally often, they would have been there at least [`ENOUGH`] times.
fn absent(program: &Program, games: &[u32]) -> Box<[u64]> {
    let layout = &program.layout;
    // number of cards, and of their occurrences: by back, and by design
    let mut backs: BTreeMap<(u16, i32), (u64, u64)> = BTreeMap::new();
    let mut faces: BTreeMap<(u32, i32), (u64, u64)> = BTreeMap::new();
    let of =
        |card: usize| ((layout.kind[card], layout.owner[card]), (layout.design[card], layout.owner[card]));
    for (card, came) in games.iter().enumerate().take(layout.cards()) {
        let (back, face) = of(card);
        for (cards, times) in [backs.entry(back).or_default(), faces.entry(face).or_default()] {
            (*cards, *times) = (*cards + 1, *times + u64::from(*came));
        }
    }
    let mut set = vec![0; layout.words];
    for card in 0..layout.cards() {
        let (back, face) = of(card);
        let ((all, often), (copies, times)) = (backs[&back], faces[&face]);
        if times == 0 && often * copies >= ENOUGH * all {
            set[card / 64] |= 1u64 << (card % 64);
        }
    }
    set.into()
}
