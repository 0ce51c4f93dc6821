//! Flow analyses: facts, exhaustive conditions, active players, infinite recursion, and `until` conditions.

pub(in crate::check) mod active;
pub(in crate::check) mod changes;
pub(in crate::check) mod cover;
pub(in crate::check) mod endless;
pub(in crate::check) mod facts;
pub(in crate::check) mod rows;
pub(in crate::check) mod secretly;
pub(in crate::check) mod until;
