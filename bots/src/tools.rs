//! Clock and threads for bots.

use core::time::Duration;
use std::sync::Arc;

/// Clock and threads for bots. They affect choices only if the budget is a time.
#[derive(Clone)]
pub struct Tools {
    pub(super) clock: Option<Arc<dyn Fn() -> Duration + Send + Sync>>,
    pub(super) threads: usize,
}

impl Default for Tools {
    /// One thread and no clock: each millisecond of a budget then counts as ten iterations.
    fn default() -> Self {
        Self { clock: None, threads: 1 }
    }
}

impl Tools {
    /// Adds a clock that returns the time since a fixed moment.
    pub fn with_clock(self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { clock: Some(Arc::new(clock)), ..self }
    }

    /// Sets the number of threads for one decision; at least 1.
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }
}
