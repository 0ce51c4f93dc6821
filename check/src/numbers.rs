//! Numbers in rules: cells, the missing value, and comparisons.

/// The missing value, in every type.
pub const NONE: i32 = i32::MIN;

/// Maximum number of spots of a kind.
pub const MAX_SPOTS: i32 = 1_000;

/// Maximum length of a range of numbers.
pub const MAX_RANGE: i64 = 100_000;

/// A comparison: one bit each for less, equal and greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Comparison {
    Lt = 0b001,
    Eq = 0b010,
    Le = 0b011,
    Gt = 0b100,
    Ne = 0b101,
    Ge = 0b110,
}

impl Comparison {
    /// Returns true if the comparison holds for `a` and `b`.
    #[inline(always)]
    pub fn holds(self, a: i32, b: i32) -> bool {
        let bit = u8::from(a < b) | u8::from(a == b) << 1 | u8::from(a > b) << 2;
        self as u8 & bit != 0
    }

    /// Returns the comparison that holds exactly if this one doesn't.
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

    /// Returns the equivalent comparison with exchanged operands.
    pub fn flipped(self) -> Comparison {
        match self {
            Comparison::Eq | Comparison::Ne => self,
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
        }
    }

    /// Returns the operator as written.
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
