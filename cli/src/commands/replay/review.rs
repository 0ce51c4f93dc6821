//! `ludex replay --review`: the decisions of a game that cost most, as a search finds that sees what each seat saw.

use ludex::{Game, Seat};
use ludex_bots::{BotSpec, Budget, Rate, Tools, decision_seed, goal};

use crate::failure::Failure;
use crate::game::offer::Offers;
use crate::game::text::Words;
use crate::terminal::output::Out;

/// Tries at each decision.
const TRIES: u32 = 2_000;
/// How many decisions are told.
const TOLD: usize = 3;

/// A decision that cost something.
struct Costly {
    /// Choices made before it.
    at: usize,
    seat: Seat,
    taken: (String, Rate),
    best: (String, Rate),
    /// What it cost at least, in what the search plays for.
    cost: f64,
}

/// Plays the game again and tells what cost most of the decisions of these seats.
pub fn tell(
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
            own.worth(goal, *low),
            better,
            own.worth(goal, *high),
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
        // it was applied before
        let _ = game.apply(made.option);
    }
    found
}

/// What a pick cost, if that is more than how little is known of it.
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
