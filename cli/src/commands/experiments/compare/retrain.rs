//! Trains a policy for each side of a comparison, with equal numbers of games. A policy trained on one side
//! only would favour that side.

use std::sync::Arc;

use ludex::Setup;
use ludex_bots::BotSpec;
use ludex_bots::policy::PolicySpec;
use ludex_lab::blocks::Control;
use ludex_lab::compare::{ComparePlan, Side};
use ludex_learn::{Weights, policy, train};

use crate::args::CompareArgs;
use crate::experiment;
use crate::failure::Failure;
use crate::sources::policies::Policies;
use crate::sources::rulesets::Loaded;
use crate::terminal::progress::{Counted, Extent};

/// Trains a policy of `games` games for each side, and puts it into all seats of the side.
pub fn both(plan: &mut ComparePlan, args: &CompareArgs, games: u64, base: &Loaded) -> Result<(), Failure> {
    let [first, second] = [Side::Base, Side::Variant].map(|side| plan.setup(side).clone());
    // either both sides start from weights, or neither
    let from = Policies::new(base, &first).weights(None).ok();
    let of = |setup: &Setup| trained(setup, args, games, from.as_deref());
    plan.run.bots = of(&first)?;
    plan.variant_bots = Some(of(&second)?);
    Ok(())
}

fn trained(
    setup: &Setup,
    args: &CompareArgs,
    games: u64,
    from: Option<&Weights>,
) -> Result<Vec<BotSpec>, Failure> {
    let plan = train::Plan { setup, games, seed: args.run.seed, from };
    let work = |control: &Control<'_>| train::train(&plan, control);
    let extent = Extent { all: games, of_unit: 1, counted: Counted::Games };
    let trained = experiment::watched(extent, args.run.jobs, &experiment::stop_flag(), work);
    let trained = trained.map_err(|error| Failure::Problem(error.to_string()))?;
    if trained.stopped {
        return Err(Failure::Problem("stopped before both sides were trained".to_owned()));
    }
    Ok(vec![BotSpec::Policy(PolicySpec::new(policy(Arc::new(trained.weights))))])
}
