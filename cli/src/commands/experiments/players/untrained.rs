//! Stands for trained players in a build without the feature `learn`.

use ludex_bots::BotSpec;
use ludex_bots::policy::Strength;
use ludex_lab::balance::Untrained;

use super::{Asked, Rival};
use crate::args::Training;
use crate::failure::Failure;
use crate::sources::policies::LACKS_LEARN;

pub const IS_POSSIBLE: bool = false;

pub struct TrainedGroup {
    pub bots: Vec<Vec<BotSpec>>,
    pub strength: Vec<Strength>,
    pub own_games: u64,
    pub unended: u64,
}

#[allow(dead_code, reason = "only a training can fail")]
pub enum NotTrained {
    Useless(Untrained),
    Failed(Failure),
}

pub fn lacks() -> String {
    LACKS_LEARN.to_owned()
}

pub fn group(_: &Asked<'_>, _: Training, _: &[Rival]) -> Result<TrainedGroup, NotTrained> {
    Err(NotTrained::Useless(Untrained::Impossible { message: lacks() }))
}
