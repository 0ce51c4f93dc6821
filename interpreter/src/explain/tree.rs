//! The data structure of explanations.
//!
//! Names are those of the ruleset. IDs are included, so that front ends can translate the names.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use ludex_check::ids::{FieldId, FunctionId, OptionId, PropertyId, VarId};
use ludex_check::language::{Fold, Function};
use ludex_check::model::ModifierOp;
use ludex_run::play::{Named, Place, Value};

/// A value with its explanation.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// Item that has the value.
    pub what: Subject,
    /// Value in this position; hidden if the viewer may not know it.
    pub value: Value,
    /// Source location; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Explanations of its operands, in order; absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Explanation>,
}

/// Item that is explained.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The score of a player.
    Score(Value),
    /// True if a player wins, or would win if the game ended here.
    Won(Value),
    /// A named part of a score.
    Line(String),
    /// A property of a card.
    Property {
        /// The property as the kind declares it.
        property: Named<PropertyId>,
        /// Card that has the property; hidden if the viewer does not know the card.
        card: Value,
    },
    /// A property before modifiers.
    Base,
    /// A property after a modifier.
    Modifier {
        /// The card that has the modifier.
        card: Value,
        /// Stage of the modifier; absent if the property has no stages.
        #[serde(skip_serializing_if = "Option::is_none")]
        stage: Option<String>,
        /// Operation of the modifier.
        op: Op,
        /// Operand of the modifier.
        amount: Value,
    },
    /// Return value of a function of the ruleset.
    Function {
        /// The function as the ruleset declares it.
        function: Named<FunctionId>,
        /// Arguments, in the order of its parameters.
        arguments: Vec<Value>,
    },
    /// Aggregate of a list.
    Gathered(#[schemars(with = "String")] Gathered),
    /// An element of an aggregated list; the value is its contribution.
    Element(Value),
    /// Test of a conditional expression.
    Test,
    /// A printed field of a card.
    Field {
        /// The field as the kind declares it.
        field: Named<FieldId>,
        /// Card on which it is printed.
        card: Value,
    },
    /// Value of a variable.
    Variable {
        /// The variable as `state:` declares it.
        variable: Named<VarId>,
        /// Holder of the variable; absent for the game.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<Value>,
        /// Key of the value, for a variable with keys; otherwise absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<Value>,
    },
    /// Statement that can set a variable.
    SetHere,
    /// An option of the ruleset.
    Option(Named<OptionId>),
    /// A card with its fields, properties and variables; the value is the card.
    Card(Value),
    /// A spot with its contents; the value is the spot.
    Spot(Value),
    /// A zone; the value is its number of cards.
    Zone(Value),
    /// A part of an expression.
    Expression,
    /// The explanation was cut here, because it is too long.
    More,
}

/// The aggregate function, serialised by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Gathered {
    Over(Fold),
    Count,
    Any,
    First,
    Last,
}

impl Serialize for Gathered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Gathered::Over(fold) => fold.name(),
            Gathered::Count => Function::Count.name(),
            Gathered::Any => Function::Any.name(),
            Gathered::First => Function::First.name(),
            Gathered::Last => Function::Last.name(),
        })
    }
}

/// Operation of a modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Op {
    Set,
    Add,
    Multiply,
    AtLeast,
    AtMost,
}

impl From<ModifierOp> for Op {
    fn from(op: ModifierOp) -> Op {
        match op {
            ModifierOp::Set => Op::Set,
            ModifierOp::Add => Op::Add,
            ModifierOp::Multiply => Op::Multiply,
            ModifierOp::AtLeast => Op::AtLeast,
            ModifierOp::AtMost => Op::AtMost,
        }
    }
}
