//! Operators, their spelling and binding power.

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Neg,
}

/// Infix operators, with increasing [`BinaryOp::power`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// `a or b`
    Or,
    /// `a and b`
    And,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `a default b`: `b` if `a` is missing.
    Default,
    /// `a .. b`: the numbers from `a` to `b`, both included.
    Range,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `div`: division that rounds down.
    Div,
    /// `mod`: never negative for a positive divisor.
    Mod,
}

impl BinaryOp {
    /// Returns the spelling of the operator.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::Default => "default",
            Self::Range => "..",
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "div",
            Self::Mod => "mod",
        }
    }

    /// Returns the binding power; larger numbers bind tighter. `not` binds between `and` and the comparisons.
    /// `is …` and `exists` bind tighter than comparisons and looser than arithmetic. Unary minus binds
    /// tighter than `*`.
    pub fn power(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => 4,
            Self::Default => 6,
            Self::Range => 7,
            Self::Add | Self::Sub => 8,
            Self::Mul | Self::Div | Self::Mod => 9,
        }
    }
}
