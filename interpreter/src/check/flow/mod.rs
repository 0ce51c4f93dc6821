//! What holds where: facts that tests have shown, cases that are left out, who is active, what never ends, and `until` that never holds.

pub(in crate::check) mod active;
pub(in crate::check) mod changes;
pub(in crate::check) mod cover;
pub(in crate::check) mod endless;
pub(in crate::check) mod facts;
pub(in crate::check) mod rows;
pub(in crate::check) mod secretly;
pub(in crate::check) mod until;
