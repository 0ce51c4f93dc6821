//! The data structure of explanations.
//!
//! Names are those of the ruleset. IDs are included, so that front ends can translate the names.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::ids::{FieldId, FunctionId, OptionId, PropertyId, VarId};
use crate::language::{Fold, Function};
use crate::model::ModifierOp;
use crate::play::{Named, Place, Value};

/// A value, and why it is so.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[non_exhaustive]
pub struct Explanation {
    /// What has the value.
    pub what: What,
    /// As it is in this position, as far as the viewer may know.
    pub value: Value,
    /// Where that is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What it was computed from, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Explanation>,
}

/// What is explained.
#[derive(Debug, Clone, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The score of a player.
    Score(Value),
    /// Whether a player wins, or would if the game ended here.
    Won(Value),
    /// A named part of a score.
    Line(String),
    /// A property of a card.
    Property {
        /// The property as the kind declares it.
        property: Named<PropertyId>,
        /// Who has it; hidden if the viewer does not know the card.
        card: Value,
    },
    /// A property before modifiers.
    Base,
    /// What a modifier made of a property.
    Modifier {
        /// The card that has the modifier.
        card: Value,
        /// Its stage, if the property has stages.
        #[serde(skip_serializing_if = "Option::is_none")]
        stage: Option<String>,
        /// What it does.
        op: Op,
        /// The operand: what is added, or put in its place.
        amount: Value,
    },
    /// What a function of the ruleset gives.
    Function {
        /// The function as the ruleset declares it.
        function: Named<FunctionId>,
        /// In the order of its parameters.
        arguments: Vec<Value>,
    },
    /// Something gathered over a list.
    Gathered(#[schemars(with = "String")] Gathered),
    /// An element of such a list; the value is what it contributes.
    Element(Value),
    /// What decides between two.
    Test,
    /// A printed field of a card.
    Field {
        /// The field as the kind declares it.
        field: Named<FieldId>,
        /// On which it is printed.
        card: Value,
    },
    /// What a variable holds.
    Variable {
        /// The variable as `state:` declares it.
        variable: Named<VarId>,
        /// Whose, if not the game's.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<Value>,
        /// Which of its values, if it has one for each of a key.
        #[serde(skip_serializing_if = "Option::is_none")]
        key: Option<Value>,
    },
    /// A place that sets a variable.
    SetHere,
    /// An option of the ruleset.
    Option(Named<OptionId>),
    /// A card with all that it has: the value is the card.
    Card(Value),
    /// A spot with all that lies there: the value is the spot.
    Spot(Value),
    /// A zone; the value is how many cards lie there.
    Zone(Value),
    /// A part of an expression.
    Expression,
    /// Here the explanation was cut: it would be too long.
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

/// What a modifier does.
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
