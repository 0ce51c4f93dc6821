//! Statistics: integer sums and their intervals.
//!
//! `docs/statistics.md` lists the formulas with their sources.

mod bootstrap;
mod clustered;
mod difference;
mod elo;
mod grouped;
mod histogram;
mod moments;
mod paired;
mod quantiles;
mod ratio;
mod sequential;
mod several;
mod share;
mod spread;
mod trainings;

pub use bootstrap::bootstrap;
pub use clustered::{Clusters, FEWEST_GROUPS, grouped_parts, grouped_parts_at};
pub use difference::{Contrast, Difference};
pub use elo::elo;
pub use grouped::Grouped;
pub use histogram::Histogram;
pub use moments::Moments;
pub use paired::{mcnemar, paired_shares, paired_sums, t_interval};
pub use quantiles::{normal_quantile, t_quantile};
pub use ratio::PairedRatio;
pub use sequential::alpha_spending::AlphaSpending;
pub use sequential::sequence::{Sequence, Verdict};
pub use sequential::stopping::Stopping;
pub use several::{benjamini_hochberg, bonferroni};
pub use share::{clopper_pearson, wilson, wilson_of_shares};
pub use spread::{spread, spread_interval};
pub use trainings::{FEWEST_POOLED, differ, mean_of, means, over_trainings, pooled};

/// Default confidence level.
pub const CONFIDENCE: f64 = 0.95;

/// Lower and upper end.
pub type Interval = [f64; 2];
