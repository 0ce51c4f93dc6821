//! `ludex replay --review`: finds the costliest decisions by a search.
//!
//! The search sees each seat's observation only.

use ludex::{Game, Seat};
use ludex_bots::{BotSpec, Budget, Rate, Tools, decision_seed, goal};

use crate::commands::play::hint::worth;
use crate::failure::Failure;
use crate::terminal::output::Out;
use ludex_table::offers::Offers;
use ludex_table::words::Words;

/// Search iterations per decision.
const TRIES: u32 = 2_000;
/// Maximum number of decisions reported.
const TOLD: usize = 3;

/// A suboptimal decision.
struct Costly {
    /// Number of previous choices.
    at: usize,
    seat: Seat,
    taken: (String, Rate),
    best: (String, Rate),
    /// Lower bound of the loss, in units of the search objective.
    cost: f64,
}

/// Replays the game and reports the costliest decisions of these seats.
pub fn report(
    words: &Words<'_>,
    done: &Game,
    begun: &Game,
    seats: &[Seat],
    out: &mut Out,
) -> Result<(), Failure> {
    let mut costly = costly(words, done, begun.clone(), seats);
    costly.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    let own = words.own;
    if costly.is_empty() {
        return Ok(out.wrapped(&own.review_none(TRIES), 0)?);
    }
    out.wrapped(&own.review(TRIES), 0)?;
    let goal = goal(done.setup());
    for Costly { at, seat, taken, best, .. } in costly.iter().take(TOLD) {
        let [(took, low), (better, high)] = [taken, best];
        let line = own.review_choice(
            at + 1,
            words.seat(*seat),
            took,
            worth(own, goal, *low),
            better,
            worth(own, goal, *high),
        );
        out.wrapped(&format!("  {line}"), 4)?;
    }
    Ok(())
}

fn costly(words: &Words<'_>, done: &Game, mut game: Game, seats: &[Seat]) -> Vec<Costly> {
    let mut bot = BotSpec::Search(Budget::Iterations(TRIES)).build(&Tools::default());
    let mut found = Vec::new();
    let begun = game.choices();
    for made in done.host().past().skip(begun) {
        if made.options > 1 && seats.contains(&made.seat) {
            let seed = decision_seed(0, made.seat, game.choices());
            bot.choose(game.perspective(made.seat), seed);
            found.extend(cost(words, &game, made.seat, (made.option, bot.rates())));
        }
        // the choice was valid in the original game
        let _ = game.apply(made.option);
    }
    found
}

/// Returns the loss of a choice, if it exceeds the uncertainty of the search.
fn cost(words: &Words<'_>, game: &Game, seat: Seat, (option, rates): (usize, &[Rate])) -> Option<Costly> {
    let (best, high) = rates.iter().enumerate().max_by(|a, b| {
        (a.1.visits, a.1.mean).partial_cmp(&(b.1.visits, b.1.mean)).unwrap_or(core::cmp::Ordering::Equal)
    })?;
    let low = rates.get(option).filter(|low| low.visits > 0)?;
    let cost = high.mean - low.mean - 0.5 / f64::from(low.visits).sqrt();
    let offers = Offers::at(words, game, seat.number());
    let name = |option: usize| offers.get(option).map(|offer| offer.name.clone()).unwrap_or_default();
    (cost > 0.0).then(|| Costly {
        at: game.choices(),
        seat,
        taken: (name(option), *low),
        best: (name(best), *high),
        cost,
    })
}
