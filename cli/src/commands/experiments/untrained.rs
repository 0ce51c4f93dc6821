//! `ludex train` in a build without the feature `learn`.

use crate::args::TrainArgs;
use crate::failure::{Failure, Outcome};
use crate::sources::policies::LACKS_LEARN;
use crate::terminal::output::Out;

pub fn run(_: &TrainArgs, _: &mut Out) -> Outcome {
    Err(Failure::Usage(LACKS_LEARN.to_owned()))
}
