//! What numbers are in rules: cells, of which one is the missing value, and how they compare.

/// The missing value, in every type.
pub const NONE: i32 = i32::MIN;

/// Spots of a sort, at most.
pub const MAX_SPOTS: i32 = 1_000;

/// The longest range of numbers.
pub const MAX_RANGE: i64 = 100_000;

/// A comparison: a bit for each of less, same, more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Comparison {
    /// Less.
    Lt = 0b001,
    /// Same.
    Eq = 0b010,
    /// Less or same.
    Le = 0b011,
    /// More.
    Gt = 0b100,
    /// Different.
    Ne = 0b101,
    /// More or same.
    Ge = 0b110,
}

impl Comparison {
    /// Whether it holds.
    #[inline(always)]
    pub fn holds(self, a: i32, b: i32) -> bool {
        let bit = u8::from(a < b) | u8::from(a == b) << 1 | u8::from(a > b) << 2;
        self as u8 & bit != 0
    }

    /// The comparison that holds where this one doesn't.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
        }
    }

    /// The same comparison with its sides exchanged.
    pub fn flipped(self) -> Comparison {
        match self {
            Comparison::Eq | Comparison::Ne => self,
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
        }
    }

    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Lt => "<",
            Comparison::Eq => "==",
            Comparison::Le => "<=",
            Comparison::Gt => ">",
            Comparison::Ne => "!=",
            Comparison::Ge => ">=",
        }
    }
}
