//! Arithmetic on cells: what numbers are in rules, before a game (the checker's and the compiler's constants), in it and in an
//! explanation of it.

/// The missing value, in every type.
pub const NONE: i32 = i32::MIN;

/// The longest range of numbers.
pub const MAX_RANGE: i64 = 100_000;

/// Arithmetic on numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arith {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product; if both are stored as thousandths the checker has refused.
    Mul,
    /// Quotient, rounded down.
    Div,
    /// Remainder, with the sign of the divisor.
    Mod,
    /// Smaller.
    Min,
    /// Larger.
    Max,
}

/// Checked arithmetic; division rounds down. Nothing where the result has no cell: too large, or a division by zero.
pub fn arith(op: Arith, a: i32, b: i32) -> Option<i32> {
    match op {
        Arith::Add => a.checked_add(b),
        Arith::Sub => a.checked_sub(b),
        Arith::Mul => a.checked_mul(b),
        Arith::Div => a.checked_div_euclid(b).map(|q| if b < 0 && a.rem_euclid(b) != 0 { q - 1 } else { q }),
        Arith::Mod => (b != 0).then(|| ((i64::from(a) % i64::from(b) + i64::from(b)) % i64::from(b)) as i32),
        Arith::Min => Some(a.min(b)),
        Arith::Max => Some(a.max(b)),
    }
    .filter(|n| *n != NONE)
}

/// The player or spot with a number, which are counted from 1. Nothing if there is none.
#[inline(always)]
pub fn nth(count: i32, n: i32) -> Option<i32> {
    if n >= 1 && n <= count { Some(n - 1) } else { None }
}

/// An int as a decimal; a missing one is missing. Nothing where it is too large.
#[inline(always)]
pub fn scaled(n: i32) -> Option<i32> {
    if n == NONE { Some(NONE) } else { n.checked_mul(1000) }
}

/// The spot beside another.
pub fn neighbour(count: i32, ring: bool, forward: bool, at: i32) -> i32 {
    let next = if forward { at + 1 } else { at - 1 };
    match next {
        n if n >= 0 && n < count => n,
        _ if !ring => NONE,
        n if n < 0 => count - 1,
        _ => 0,
    }
}

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
