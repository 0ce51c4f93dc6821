//! Evaluation of expressions in templates before type checking: numbers of copies, and conditions of texts.

use std::collections::BTreeMap;

use ludex_grammar::ast::{BinaryOp, Expr, ExprKind, Ident, Test, UnaryOp};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use super::{COPIES, Filler, Variable};
use crate::language::Function;
use crate::operators::{Binary, NoParams};

/// A value, or the reason why it can't be computed.
type Found<T> = Result<T, Box<Diagnostic>>;

/// Value of an evaluated expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateValue {
    Number(i32),
    Word(String),
    Holds(bool),
}

/// Evaluator for words and the variable values of one card.
pub struct Computed<'c> {
    pub values: &'c dyn Fn(&str) -> Option<Filler>,
    pub variables: &'c [Variable],
    pub words: &'c BTreeMap<String, usize>,
}

impl Computed<'_> {
    /// Evaluates a number of copies.
    pub fn copies(&self, expr: &Expr) -> Found<u32> {
        let number = self.number(expr)?;
        let count = u32::try_from(number).ok().filter(|_| COPIES.contains(&i64::from(number)));
        count.ok_or_else(|| {
            let message = format!(
                "the number of copies must be in {}..{}, found {number}",
                COPIES.start(),
                COPIES.end()
            );
            Box::new(Diagnostic::new(Code::OutOfRange, expr.span, message))
        })
    }

    /// Evaluates a condition over the variables. Other names are errors.
    pub fn holds(&self, expr: &Expr) -> Found<bool> {
        match self.value(expr)? {
            TemplateValue::Holds(holds) => Ok(holds),
            TemplateValue::Number(_) | TemplateValue::Word(_) => {
                Err(wrong(expr.span, "expected a condition"))
            }
        }
    }

    fn number(&self, expr: &Expr) -> Found<i32> {
        match self.value(expr)? {
            TemplateValue::Number(number) => Ok(number),
            TemplateValue::Word(_) | TemplateValue::Holds(_) => Err(wrong(expr.span, "expected a number")),
        }
    }

    /// Evaluates an expression of variables, words and numbers.
    pub fn value(&self, expr: &Expr) -> Found<TemplateValue> {
        match &expr.kind {
            ExprKind::Int(number) => Ok(TemplateValue::Number(narrow(*number, expr.span)?)),
            ExprKind::Bool(holds) => Ok(TemplateValue::Holds(*holds)),
            ExprKind::Name(word) => self.word(word, expr.span),
            // a qualified word such as `suit.hearts`
            ExprKind::Field { base, name, optional: false } if matches!(base.kind, ExprKind::Name(_)) => {
                self.word(&name.name, name.span)
            }
            ExprKind::Unary { op: UnaryOp::Not, expr } => Ok(TemplateValue::Holds(!self.holds(expr)?)),
            ExprKind::Unary { op: UnaryOp::Neg, expr: inner } => {
                let number = self.number(inner)?.checked_neg();
                number.map(TemplateValue::Number).ok_or_else(|| wrong(expr.span, "this number is too large"))
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right),
            ExprKind::Is { expr, negated, test: Test::In(list) } => {
                let ExprKind::List(items) = &list.kind else { return Err(cant(list.span)) };
                let value = self.value(expr)?;
                let mut is_in = false;
                for item in items {
                    is_in |= self.value(item)? == value;
                }
                Ok(TemplateValue::Holds(is_in != *negated))
            }
            ExprKind::If { cond, then, orelse } => self.value(if self.holds(cond)? { then } else { orelse }),
            ExprKind::Call { name, args } if args.len() > 1 => {
                let op = match Function::find(&name.name) {
                    Some(Function::Min) => Binary::Min,
                    Some(Function::Max) => Binary::Max,
                    _ => return Err(cant(expr.span)),
                };
                let (left, right) = in_two(name, args);
                self.law(op, &left, right)
            }
            ExprKind::Decimal(_)
            | ExprKind::Nothing
            | ExprKind::Call { .. }
            | ExprKind::Field { .. }
            | ExprKind::Index { .. }
            | ExprKind::Of { .. }
            | ExprKind::Query(_)
            | ExprKind::List(_)
            | ExprKind::Is { .. }
            | ExprKind::Exists(_) => Err(cant(expr.span)),
        }
    }

    fn word(&self, word: &str, span: Span) -> Found<TemplateValue> {
        match (self.values)(word) {
            Some(Filler::Number(number)) => Ok(TemplateValue::Number(narrow(number, span)?)),
            Some(Filler::Word(word)) => Ok(TemplateValue::Word(word)),
            None if self.words.contains_key(word) => Ok(TemplateValue::Word(word.to_owned())),
            None => {
                let message = format!("`{word}` is neither a variable of this template nor a word");
                let problem = Diagnostic::new(Code::UnknownName, span, message);
                let variables = self.variables.iter().map(|variable| variable.name.value.as_str());
                Err(Box::new(problem.suggest(word, variables.chain(self.words.keys().map(String::as_str)))))
            }
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Found<TemplateValue> {
        let compared = |holds: fn(&i32, &i32) -> bool| {
            Ok(TemplateValue::Holds(holds(&self.number(left)?, &self.number(right)?)))
        };
        match op {
            BinaryOp::Or => Ok(TemplateValue::Holds(self.holds(left)? | self.holds(right)?)),
            BinaryOp::And => Ok(TemplateValue::Holds(self.holds(left)? & self.holds(right)?)),
            BinaryOp::Eq => Ok(TemplateValue::Holds(self.value(left)? == self.value(right)?)),
            BinaryOp::Ne => Ok(TemplateValue::Holds(self.value(left)? != self.value(right)?)),
            BinaryOp::Lt => compared(i32::lt),
            BinaryOp::Le => compared(i32::le),
            BinaryOp::Gt => compared(i32::gt),
            BinaryOp::Ge => compared(i32::ge),
            BinaryOp::Add => self.law(Binary::Add, left, right),
            BinaryOp::Sub => self.law(Binary::Sub, left, right),
            BinaryOp::Mul => self.law(Binary::Mul, left, right),
            BinaryOp::Div => self.law(Binary::Div, left, right),
            BinaryOp::Mod => self.law(Binary::Mod, left, right),
            BinaryOp::Default | BinaryOp::Range => Err(cant(left.span.to(right.span))),
        }
    }

    fn law(&self, op: Binary, left: &Expr, right: &Expr) -> Found<TemplateValue> {
        let (a, b) = (self.number(left)?, self.number(right)?);
        let number =
            op.law(&NoParams, a, b).map_err(|_| wrong(left.span.to(right.span), "this has no value"))?;
        Ok(TemplateValue::Number(number))
    }
}

/// Splits `min(a, b, c)` into `min(a, b)` and `c`. Requires at least two arguments.
pub fn in_two<'e>(name: &Ident, args: &'e [Expr]) -> (Expr, &'e Expr) {
    let (last, before) = (&args[args.len() - 1], &args[..args.len() - 1]);
    let left = match before {
        [one] => one.clone(),
        more => {
            let kind = ExprKind::Call { name: name.clone(), args: more.to_vec() };
            Expr { kind, span: args[0].span.to(last.span) }
        }
    };
    (left, last)
}

fn narrow(number: i64, span: Span) -> Found<i32> {
    i32::try_from(number).map_err(|_| wrong(span, "this number is too large"))
}

fn wrong(span: Span, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(Code::TypeMismatch, span, message))
}

fn cant(span: Span) -> Box<Diagnostic> {
    let message = "this is known only during play, but a template needs it before";
    let problem = Diagnostic::new(Code::BadPlace, span, message);
    Box::new(problem.help("compute with numbers, words and the variables of `each`"))
}
