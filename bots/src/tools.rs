//! What bots are given to work with.

use core::time::Duration;
use std::sync::Arc;

/// What bots are given to work with. Only where a budget is a time does it decide what they choose.
#[derive(Clone)]
pub struct Tools {
    pub(super) clock: Option<Arc<dyn Fn() -> Duration + Send + Sync>>,
    pub(super) threads: usize,
}

impl Default for Tools {
    /// One thread, and no clock: so many milliseconds are ten times so many iterations then.
    fn default() -> Self {
        Self { clock: None, threads: 1 }
    }
}

impl Tools {
    /// With a clock: the time since any moment that stays the same.
    pub fn with_clock(self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { clock: Some(Arc::new(clock)), ..self }
    }

    /// With so many threads for one decision.
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }
}
