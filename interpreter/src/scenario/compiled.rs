//! Compiles the effects and expressions of a scenario to snippets of a program.

use ludex_grammar::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use ludex_grammar::diagnostic::{Diagnostic, Suggestion};
use ludex_grammar::span::Span;

use super::Failure;
use super::run::update::suggested;
use ludex_check::check::Snippets;
use ludex_check::load::scenario::{RawScenario, Step};
use ludex_check::types::Type;

/// Indices of the snippets of one scenario.
pub(super) struct Compiled {
    /// `given: set:` of the defaults, followed by that of the scenario.
    pub set: Vec<usize>,
    /// The effect of `run:`, if given.
    pub run: Option<usize>,
    /// Expectations of each step.
    pub steps: Vec<Vec<Expectation>>,
    /// Expectations at the end of the scenario.
    pub expect: Vec<Expectation>,
}

/// An expected condition with its parts.
pub(super) struct Expectation {
    pub span: Span,
    /// Index of its snippet.
    pub test: usize,
    /// Parts of a conjunction (`a and b`) that can be evaluated individually, for reporting which part fails.
    pub parts: Vec<Clause>,
}

/// One part of a condition.
pub(super) struct Clause {
    pub span: Span,
    /// Index of its snippet.
    pub test: usize,
    /// The values that it compares.
    pub sides: Vec<Operand>,
    pub says: ConditionForm,
}

/// Form of a condition, for suggesting a condition that holds instead.
pub(super) enum ConditionForm {
    /// An equality of two sides.
    Equal,
    /// A condition or its negation, with the change that negates it.
    Holds(Suggestion),
    Other,
}

/// A value to show in a failure report.
pub(super) struct Operand {
    /// The operand's text in the scenario.
    pub span: Span,
    /// Index of its snippet.
    pub value: usize,
    pub ty: Type,
}

pub(super) fn compile(snippets: &mut Snippets<'_>, scenario: &RawScenario) -> Result<Compiled, Failure> {
    let set = scenario.given.set.iter().map(|block| snippets.position(block).map_err(first));
    let set = set.collect::<Result<_, _>>()?;
    let run = scenario.run.as_ref().map(|block| snippets.effect(block).map_err(first)).transpose()?;
    let mut steps = Vec::with_capacity(scenario.play.len());
    for step in &scenario.play {
        steps.push(expectations(snippets, expected(&step.value))?);
    }
    Ok(Compiled { set, run, steps, expect: expectations(snippets, &scenario.expect)? })
}

/// Checks the snippets of a scenario without compiling the parts of its conditions. Returns the same first
/// problem as [`compile`].
pub(super) fn check(snippets: &mut Snippets<'_>, scenario: &RawScenario) -> Result<(), Failure> {
    for block in &scenario.given.set {
        snippets.position(block).map_err(first)?;
    }
    if let Some(block) = &scenario.run {
        snippets.effect(block).map_err(first)?;
    }
    let steps = scenario.play.iter().flat_map(|step| expected(&step.value));
    steps
        .chain(&scenario.expect)
        .try_for_each(|condition| snippets.condition(condition).map_err(first).map(drop))
}

fn expected(step: &Step) -> &[Expr] {
    if let Step::Expect(conditions) = step { conditions } else { &[] }
}

fn expectations(snippets: &mut Snippets<'_>, conditions: &[Expr]) -> Result<Vec<Expectation>, Failure> {
    conditions.iter().map(|condition| expectation(snippets, condition)).collect()
}

fn expectation(snippets: &mut Snippets<'_>, condition: &Expr) -> Result<Expectation, Failure> {
    let test = snippets.condition(condition).map_err(first)?;
    let mut conjuncts = Vec::new();
    split(condition, &mut conjuncts);
    let mut parts = Vec::with_capacity(conjuncts.len());
    for conjunct in conjuncts {
        let alone = if std::ptr::eq(conjunct, condition) { Ok(test) } else { snippets.condition(conjunct) };
        if let Ok(test) = alone {
            let mut sides = Vec::new();
            compared(conjunct, &mut sides);
            let sides = sides.into_iter().filter_map(|side| shown(snippets, side)).collect();
            parts.push(Clause { span: conjunct.span, test, sides, says: says(conjunct) });
        }
    }
    Ok(Expectation { span: condition.span, test, parts })
}

/// Splits `a and b and …` into its parts.
fn split<'e>(condition: &'e Expr, parts: &mut Vec<&'e Expr>) {
    if let ExprKind::Binary { op: BinaryOp::And, left, right } = &condition.kind {
        split(left, parts);
        split(right, parts);
    } else {
        parts.push(condition);
    }
}

/// Collects the operands that a condition compares or queries.
fn compared<'e>(condition: &'e Expr, sides: &mut Vec<&'e Expr>) {
    if let ExprKind::Is { expr, .. } | ExprKind::Exists(expr) = &condition.kind {
        sides.push(expr);
    } else if let ExprKind::Unary { op: UnaryOp::Not, expr } = &condition.kind {
        compared(expr, sides);
    } else if let ExprKind::Binary { op, left, right } = &condition.kind {
        match op {
            BinaryOp::Or | BinaryOp::And => [left, right].into_iter().for_each(|side| compared(side, sides)),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                sides.extend([&**left, &**right]);
            }
            BinaryOp::Default | BinaryOp::Range | BinaryOp::Add | BinaryOp::Sub => {}
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => {}
        }
    }
}

fn says(condition: &Expr) -> ConditionForm {
    let before = |text: &str| {
        Span::new(
            condition.span.file,
            condition.span.start as usize,
            condition.span.start as usize + text.len(),
        )
    };
    let kind = &condition.kind;
    if let ExprKind::Unary { op: UnaryOp::Not, expr } = kind {
        return ConditionForm::Holds(suggested(Span { end: expr.span.start, ..condition.span }, ""));
    }
    let is_read = matches!(kind, ExprKind::Name(_) | ExprKind::Field { .. } | ExprKind::Index { .. });
    if is_read || matches!(kind, ExprKind::Call { .. } | ExprKind::Is { .. } | ExprKind::Exists(_)) {
        return ConditionForm::Holds(suggested(before(""), "not "));
    }
    if let ExprKind::Binary { op: BinaryOp::Eq, .. } = kind {
        ConditionForm::Equal
    } else {
        ConditionForm::Other
    }
}

fn shown(snippets: &mut Snippets<'_>, side: &Expr) -> Option<Operand> {
    let (value, ty) = snippets.value(side)?;
    Some(Operand { span: side.span, value, ty })
}

/// Converts the first problem to the failure of a scenario.
fn first(problems: Vec<Diagnostic>) -> Failure {
    let more = problems.len().saturating_sub(1);
    match problems.into_iter().next() {
        Some(problem) if more > 0 => Failure::from(problem).detail(format!("and {more} more")),
        Some(problem) => problem.into(),
        None => Failure::new(Span::default(), "this can't be checked"),
    }
}
