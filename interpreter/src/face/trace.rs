//! Which parts of the effects games ran.

use super::diagnostics::{Sources, Span};
use super::{ArmKind, Setup};
use crate::game;

/// Most characters of a statement that are told.
const MOST_TEXT: usize = 72;

/// A part of an effect that runs only sometimes: an effect as a whole, or a block of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// What it is a part of.
    pub kind: ArmKind,
    /// What that is called, or how the statement begins: `if not self.moved`.
    pub text: String,
    /// Where it begins.
    pub place: Span,
    /// The number of the arm that it stands in, which comes before it.
    pub inside: Option<usize>,
}

/// Follows games of a setup: [`Playout::traced`](super::Playout::traced) tells it what they run.
///
/// ```
/// # let text = "format: 1\ngame: { id: luck, players: 1 }\nstate: { game: { n: int for game } }\nscore: { total: n }\n\
/// # phases: { turn: { active: seat(1), do: \"if n > 0 { set n = 2 } else { set n = 1 }\" } }\n";
/// # let setup = ludex::compile(&[("ruleset.yaml".into(), text.into())], "").into_ruleset()?.setup(1, &[])?;
/// let (mut playout, mut trace) = (ludex::Playout::new(&setup), ludex::Trace::new(&setup));
/// playout.traced(7, &mut trace, |_| 0)?;
/// let ran = trace.ran().to_vec();
/// let never: Vec<&str> = trace.arms().iter().zip(ran).filter(|(_, ran)| !ran).map(|(arm, _)| arm.text.as_str()).collect();
/// assert_eq!(never, ["if n > 0"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Trace {
    pub(super) trace: game::Trace,
    arms: Vec<Arm>,
}

impl Trace {
    /// Of games of this setup. What its options and number of players leave out of the rules is no arm, nor is a reaction of cards that
    /// there are none of.
    pub fn new(setup: &Setup) -> Trace {
        let trace = game::Trace::new(&setup.program);
        let arms = trace.arms().iter().map(|arm| Arm::new(arm, setup.ruleset.sources())).collect();
        Trace { trace, arms }
    }

    /// The arms, in the order of the text.
    pub fn arms(&self) -> &[Arm] {
        &self.arms
    }

    /// For each arm: whether it ran since the beginning, or since [`Trace::forget`].
    pub fn ran(&mut self) -> &[bool] {
        self.trace.ran()
    }

    /// From now on no arm ran.
    pub fn forget(&mut self) {
        self.trace.forget();
    }
}

impl Arm {
    fn new(arm: &game::Arm, sources: &Sources) -> Arm {
        let text = arm.head.map_or_else(|| arm.name.clone(), |head| written(head, sources));
        Arm { kind: arm.kind, text, place: arm.first, inside: arm.inside }
    }
}

/// A statement as it is written before its first block, on one line.
fn written(head: Span, sources: &Sources) -> String {
    let text = &sources.get(head.file).text;
    let text = text.get(head.start as usize..head.end as usize).unwrap_or_default();
    let head = text.split('{').next().unwrap_or_default();
    let line = head.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST_TEXT {
        return line;
    }
    line.chars().take(MOST_TEXT - 1).chain(['…']).collect()
}
