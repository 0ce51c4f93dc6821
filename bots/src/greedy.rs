//! Flat Monte Carlo: plays each option in several determinizations to the end at random and takes the best
//! mean.

use super::deals::{Options, deal};
use super::rewards::Rewards;
use super::rollouts::Rollouts;
use super::{Bot, Rate, Sum, best, goal, mix, playout_sample};
use ludex::Perspective;
use ludex_run::play::{ObservationHasher, PerspectiveInternals, SetupInternals};
use ludex_run::state::{Generator, State};

pub(super) struct Greedy {
    deals: u32,
    rates: Vec<Rate>,
}

impl Greedy {
    pub fn new(deals: u32) -> Self {
        Self { deals, rates: Vec::new() }
    }
}

impl Bot for Greedy {
    fn choose(&mut self, position: Perspective<'_>, seed: u64) -> usize {
        let options = Options::new(position);
        self.rates.clear();
        if options.keys.len() < 2 {
            return 0;
        }
        let program = position.setup().program();
        let habits = playout_sample::get(program);
        let mut trial = Trial {
            seat: position.seat().index(),
            bench: Rollouts::new(program).within(habits),
            sight: ObservationHasher::new(program),
            rewards: Rewards::new(goal::determine(program), program),
            sums: vec![Sum::default(); options.keys.len()],
        };
        let mut dealer = position.dealer(Some(habits));
        let mut dealt = State::new(program, 0);
        for number in 0..self.deals {
            let seed = mix(seed, u64::from(number));
            if deal(&mut dealer, (program, &trial.sight), &options, seed, &mut dealt) {
                trial.run(&dealt, &options, seed);
            }
        }
        let rates: Vec<Rate> = trial.sums.iter().copied().map(Rate::from_sum).collect();
        self.rates.extend(options.of.iter().map(|number| rates[*number]));
        best(&rates, |rate| rate.mean).map_or_else(|| position.draw(seed), |number| options.first(number))
    }

    fn rates(&self) -> &[Rate] {
        &self.rates
    }
}

struct Trial {
    seat: usize,
    bench: Rollouts,
    sight: ObservationHasher,
    rewards: Rewards,
    /// Results of each option.
    sums: Vec<Sum>,
}

impl Trial {
    /// Plays each option in a determinization, with common random numbers.
    fn run(&mut self, deal: &State, options: &Options, seed: u64) {
        let program = self.bench.program.clone();
        let seen = deal.options().iter().map(|option| self.sight.option(&program, deal, *option));
        let seen: Vec<u64> = seen.collect();
        for (number, key) in options.keys.iter().enumerate() {
            let Some(option) = seen.iter().position(|seen| seen == key) else { continue };
            self.bench.start(deal, seed);
            self.bench.choose(option);
            self.bench.play_out(&mut Generator::new(mix(seed, 2)), &|| false);
            self.bench.reward(&mut self.rewards);
            self.sums[number].add(self.bench.rewards[self.seat]);
        }
    }
}
