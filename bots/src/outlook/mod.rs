//! Expected results of choosing a card that its holder does not see.
//!
//! In some games a hand is visible to all players except its holder. For each action with such a card and each design
//! that the card can have, the outlook tries the action, and records the changes of the score and of the
//! game's numbers. With the beliefs of a seat, this gives the expected changes of its own options. Options
//! that change what other holders believe, such as clues, are tried as well, and the outlook contains the
//! new expectations of those holders. Compare Bard and others, *The Hanabi Challenge* (2020).
//!
//! Everything is tried in determinizations, so nothing depends on information hidden from the seat.

mod bench;
mod table;

use bench::Bench;
use ludex_check::hir::Holder;
use ludex_check::ids::MAX_TARGETS;
use ludex_check::model::Sees;
use ludex_check::types::{Base, Layer};
use ludex_run::belief::{Beliefs, Believer};
use ludex_run::play::{Determinizer, Pick, cards};
use ludex_run::program::{ChoiceId, Program};
use ludex_run::state::{State, Status};
use table::Table;

/// Maximum number of the game's numbers whose changes are recorded, and of recorded changes: the score first.
const MOST_NUMBERS: usize = 7;
const CHANGES: usize = 1 + MOST_NUMBERS;
/// Maximum number of determinizations in which actions are tried.
const MOST_WORLDS: usize = 32;
/// Cost of having one mistake left, in thousandths of a point, which falls with the square of their number; and
/// maximum number of mistakes that are counted.
const MISTAKE: i64 = 1000;
const MOST_MISTAKES: i64 = 5;
/// Seed of the determinizations.
const SEED: u64 = 0x6f75_746c_6f6f_6b01;

/// Changes of the score and of the game's numbers, in thousandths.
pub type Changes = [i64; CHANGES];

/// The outlook of a decision, with its buffers.
#[derive(Debug, Clone, Default)]
pub struct Outlook {
    world: Option<State>,
    bench: Bench,
    table: Table,
    /// For each seat, the expected gain of score from the best of its hidden cards, in thousandths.
    pub best: Vec<i64>,
    /// The outlook of each option.
    pub options: Vec<OptionOutlook>,
}

/// The outlook of an option.
#[derive(Debug, Clone, Default)]
pub struct OptionOutlook {
    /// If the option names a hidden card: number of possible cards of each design.
    pub designs: Vec<(u32, u32)>,
    /// If the option names a hidden card: the expected changes.
    pub changes: Changes,
    /// Otherwise: the values of [`Outlook::best`] after the option.
    pub best: Vec<i64>,
    /// Change of the expectations of other holders, for cards that do gain score.
    pub truths: i64,
    /// Change of the expectations of other holders, for all other cards.
    pub errors: i64,
}

/// A card of another holder, as the seat sees it.
struct Other {
    holder: u8,
    card: u16,
    /// True if an action with it gains score now.
    is_good: bool,
    /// Gain of score that its holder can expect of it.
    expected: i64,
}

/// Returns true if the game has hands that are hidden from their holders.
pub fn has_hidden_hands(program: &Program) -> bool {
    program.checked.zones.iter().any(|zone| zone.sees == Sees::Others && zone.holder == Holder::Player)
}

/// Returns the numbers of the game whose changes are recorded: their name and their cell.
pub fn numbers(program: &Program) -> impl Iterator<Item = (&str, usize)> {
    let vars = program.checked.vars.iter().enumerate().filter(|(_, var)| {
        let is_one = var.per.is_none() && !var.ty.is_list();
        let is_number = matches!(var.ty.present().shape(), Layer::Base(_)) && var.ty.base() == Base::Int;
        var.holder == Holder::Game && !var.owner_sees && is_one && is_number
    });
    vars.take(MOST_NUMBERS).map(|(at, var)| (var.name.as_str(), program.layout.cells_of(at).start))
}

/// Returns the holder of a card if the card is in a hand that its holder does not see.
fn hidden_from(program: &Program, state: &State, card: u16) -> Option<u8> {
    let info = &program.layout.zones[usize::from(state.cards.get(usize::from(card))?.zone)];
    let holder = u8::try_from(info.player).ok().filter(|_| info.sees == Sees::Others)?;
    (!state.shows(&program.layout, holder, card)).then_some(holder)
}

/// Returns the action of an option, and the seat's hidden card that it names.
fn hidden_target(
    program: &Program,
    state: &State,
    (choice, seat): (ChoiceId, u8),
    value: i32,
) -> Option<(usize, u16)> {
    let named = cards(program, choice, value).into_iter().flatten();
    let card = { named }.find(|card| hidden_from(program, state, *card) == Some(seat))?;
    let pick = Pick { choice, value, cards: [None; MAX_TARGETS] };
    Some((pick.action(program).map_or(0, |(action, _)| action), card))
}

/// Counts the cards of each design that a seat considers possible at the position of a card.
fn possible(program: &Program, state: &State, beliefs: &Beliefs, seat: u8, card: u16) -> Vec<(u32, u32)> {
    let mut designs: Vec<(u32, u32)> = Vec::new();
    for card in beliefs.candidates(program, state, seat, card) {
        let design = program.layout.design[usize::from(card)];
        match designs.iter_mut().find(|(of, _)| *of == design) {
            Some((_, count)) => *count += 1,
            None => designs.push((design, 1)),
        }
    }
    designs
}

impl Outlook {
    /// Removes the outlook of the last decision.
    pub fn clear(&mut self) {
        self.options.clear();
        self.best.clear();
    }

    /// Computes the outlook of the pending decision of a seat.
    pub fn look(&mut self, program: &Program, state: &State, beliefs: &Beliefs, seat: u8) {
        self.clear();
        self.best.resize(usize::from(program.players), 0);
        let Status::Waiting { choice, .. } = state.status() else { return };
        let mut dealer = Determinizer::by_beliefs(program, state, seat, beliefs);
        let named = self.try_designs(program, state, (choice, seat), &mut dealer);
        if named.iter().all(Option::is_none) {
            return;
        }
        let mut world = self.world.take().unwrap_or_else(|| state.clone());
        if dealer.deal_with(SEED, &[], &mut world) && world.options().len() == named.len() {
            let there = beliefs.determinized(seat, &dealer.becomes);
            let others = self.others(program, &world, &there, seat);
            for (option, named) in named.iter().enumerate() {
                let outlook = match named {
                    Some((action, card)) => {
                        self.of_hidden(*action, possible(program, state, beliefs, seat, *card))
                    }
                    None => self.of_other(program, (&world, &there), (option, seat), &others),
                };
                self.options.push(outlook);
            }
            let own = self.options.iter().map(|option| option.changes[0]);
            self.best[usize::from(seat)] = own.fold(0, i64::max);
        }
        self.world = Some(world);
    }

    /// Returns the score of a position in thousandths, plus the value of the hidden cards for their holders.
    pub fn worth(&mut self, program: &Program, state: &State, beliefs: &Beliefs) -> i64 {
        self.bench.copy(state);
        let score = self.bench.measure(program, 0)[0];
        let Status::Waiting { choice, player, .. } = state.status() else { return score };
        let seat = player.max(0) as u8;
        let mut dealer = Determinizer::by_beliefs(program, state, seat, beliefs);
        self.try_designs(program, state, (choice, seat), &mut dealer);
        let cards = 0..state.cards.len() as u16;
        let held = cards.filter_map(|card| Some((hidden_from(program, state, card)?, card)));
        let promises =
            held.map(|(holder, card)| self.table.promise(&possible(program, state, beliefs, holder, card)));
        let promised = promises.sum::<i64>();
        let left = self.mistakes_left(program, state);
        score + promised - MISTAKE / (left * left)
    }

    /// Returns the number of failed attempts in a row that end the game, up to [`MOST_MISTAKES`].
    fn mistakes_left(&mut self, program: &Program, state: &State) -> i64 {
        self.bench.copy(state);
        for left in 1..MOST_MISTAKES {
            let Some(now) = &self.bench.state else { break };
            let Status::Waiting { choice, player, .. } = now.status() else { break };
            let fails = |value: &i32| {
                let named = hidden_target(program, now, (choice, player.max(0) as u8), *value);
                named.is_some_and(|(action, card)| {
                    self.table.fails(action, program.layout.design[usize::from(card)])
                })
            };
            let Some(option) = now.options().iter().position(fails) else { break };
            if !self.bench.go_on(program, option) {
                return left;
            }
        }
        MOST_MISTAKES
    }

    /// Tries the actions of the decision with each design that a hidden card of the seat can have. Returns the
    /// action and the hidden card of each option that names one.
    fn try_designs(
        &mut self,
        program: &Program,
        state: &State,
        (choice, seat): (ChoiceId, u8),
        dealer: &mut Determinizer<'_>,
    ) -> Vec<Option<(usize, u16)>> {
        let hidden = |value: &i32| hidden_target(program, state, (choice, seat), *value);
        let named: Vec<Option<(usize, u16)>> = state.options().iter().map(hidden).collect();
        let mut places: Vec<u16> = named.iter().flatten().map(|(_, card)| *card).collect();
        places.sort_unstable();
        places.dedup();
        let Some(first) = places.first() else { return named };
        let mut world = self.world.take().unwrap_or_else(|| state.clone());
        self.table.designs = program.layout.designs.len();
        self.table.changes.clear();
        let some = one_of_each_design(program, state, seat, *first);
        for some in some.chunks(places.len()).take(MOST_WORLDS) {
            let placed: Vec<(u16, u16)> = places.iter().copied().zip(some.iter().copied()).collect();
            if dealer.deal_with(SEED, &placed, &mut world) {
                self.table.add(&mut self.bench, program, &world, choice, seat);
            }
        }
        self.world = Some(world);
        named
    }

    fn of_hidden(&self, action: usize, designs: Vec<(u32, u32)>) -> OptionOutlook {
        let changes = self.table.expected(action, &designs).unwrap_or_default();
        OptionOutlook { designs, changes, ..OptionOutlook::default() }
    }

    /// Collects the hidden cards of other holders, and notes what these can expect.
    fn others(&mut self, program: &Program, world: &State, beliefs: &Beliefs, seat: u8) -> Vec<Other> {
        let mut others = Vec::new();
        for card in 0..world.cards.len() as u16 {
            let holder = hidden_from(program, world, card).filter(|holder| *holder != seat);
            let Some(holder) = holder else { continue };
            let design = program.layout.design[usize::from(card)];
            let expected = self.table.best(&possible(program, world, beliefs, holder, card));
            let is_good = self.table.best(&[(design, 1)]) > 0;
            let best = &mut self.best[usize::from(holder)];
            *best = expected.max(*best);
            others.push(Other { holder, card, is_good, expected });
        }
        others
    }

    /// Tries an option, and compares what the other holders can expect then.
    fn of_other(
        &mut self,
        program: &Program,
        (world, beliefs): (&State, &Beliefs),
        (option, seat): (usize, u8),
        others: &[Other],
    ) -> OptionOutlook {
        let mut outlook = OptionOutlook { best: vec![0; self.best.len()], ..OptionOutlook::default() };
        let mut beliefs = beliefs.clone();
        let mut observer = Believer { layout: &program.layout, beliefs: &mut beliefs };
        if !self.bench.choose(program, world, &mut observer, option) {
            return outlook;
        }
        let Some(after) = &self.bench.state else { return outlook };
        for Other { holder, card, is_good, expected } in others {
            if hidden_from(program, after, *card) != Some(*holder) {
                continue;
            }
            let now = self.table.best(&possible(program, after, &beliefs, *holder, *card));
            let best = &mut outlook.best[usize::from(*holder)];
            *best = now.max(*best);
            *if *is_good { &mut outlook.truths } else { &mut outlook.errors } += now - expected;
        }
        outlook.best[usize::from(seat)] = self.best[usize::from(seat)];
        outlook
    }
}

/// Returns one card of each design that can be in the place of a card of the seat: an unseen one, or else one
/// that another holder does not see.
fn one_of_each_design(program: &Program, state: &State, seat: u8, place: u16) -> Vec<u16> {
    let layout = &program.layout;
    let back = |card: u16| (layout.kind[usize::from(card)], layout.owner[usize::from(card)]);
    let mut found: Vec<Option<(bool, u16)>> = vec![None; layout.designs.len()];
    for card in 0..layout.cards() as u16 {
        let seen = state.shows(layout, seat, card);
        let is_there = state.cards[usize::from(card)].zone != 0 && back(card) == back(place);
        let of_design = &mut found[layout.design[usize::from(card)] as usize];
        if is_there
            && (!seen || hidden_from(program, state, card).is_some())
            && of_design.is_none_or(|(other_seen, _)| other_seen && !seen)
        {
            *of_design = Some((seen, card));
        }
    }
    found.into_iter().flatten().map(|(_, card)| card).collect()
}
