//! `ludex train` and `ludex compare --retrain` in a build without the feature `learn`.

use ludex_lab::compare::ComparePlan;

use crate::args::{CompareArgs, TrainArgs};
use crate::failure::{Failure, Outcome};
use crate::sources::policies::LACKS_LEARN;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::Out;

fn lacks() -> Failure {
    Failure::Usage(LACKS_LEARN.to_owned())
}

pub fn run(_: &TrainArgs, _: &mut Out) -> Outcome {
    Err(lacks())
}

pub fn both(_: &mut ComparePlan, _: &CompareArgs, _: u64, _: &Loaded) -> Result<(), Failure> {
    Err(lacks())
}
