//! Effect text to [`ast`](crate::ast). Only this module knows that pest does the work.
//!
//! A text goes through `scan`, which bounds what recursion can meet and finds lone brackets; through the
//! parser that pest makes of `effect.pest`; and through the builders in `stmt` and `expr`, which bound the depth of the
//! tree. An effect is read on after a statement that can't be read (`recover`); in any other text the first error ends it.

mod expr;
mod mend;
mod recover;
mod scan;
mod slips;
mod stmt;
mod syntax;
mod tokens;

use pest::Parser;

use crate::ast::{Block, Expr, Ident, Key, Query, TypeExpr, VarDecl};
use crate::codes::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::words::joins;
use crate::yaml::Text;

pub use recover::Partial;
pub(crate) use tokens::{begins_statement, ends_operand, is_letter, tokens};

/// The rules of the effect language, made by pest from `effect.pest`.
#[allow(missing_docs)]
mod rules {
    /// The generated parser.
    #[derive(pest_derive::Parser)]
    #[grammar = "../effect.pest"]
    pub(super) struct EffectParser;
}

use rules::{EffectParser, Rule};

type Pair<'t> = pest::iterators::Pair<'t, Rule>;
type Pairs<'t> = pest::iterators::Pairs<'t, Rule>;

/// The longest effect text.
pub const MAX_BYTES: usize = 64 << 10;
/// The deepest nesting of brackets.
pub const MAX_BRACKETS: usize = 64;
/// The deepest tree.
pub const MAX_DEPTH: usize = 200;
/// So many problems of a ruleset are looked at for what was meant.
const MAX_MENDS: usize = 20;

/// Reads the statements of an effect, if all of them can be read.
pub fn effect(text: &Text, problems: &mut Vec<Diagnostic>) -> Option<Block> {
    let partial = partial_effect(text, problems);
    partial.holes.is_empty().then_some(partial.block)
}

/// Reads the statements of an effect that can be read. A finding for each of the others, up to a few.
pub fn partial_effect(text: &Text, problems: &mut Vec<Diagnostic>) -> Partial {
    match read_effect(text) {
        Ok(block) => Partial { block, holes: Vec::new() },
        Err(broken) => recover::recovered(text, broken, problems),
    }
}

/// Reads one expression.
pub fn expr(text: &Text, problems: &mut Vec<Diagnostic>) -> Option<Expr> {
    if let Some(kind) = expr::single_word(&text.value) {
        return Some(Expr { kind, span: text.span(0, text.value.len()) });
    }
    run(text, Rule::only_expr, problems, |b, pair| b.expr(first(pair)?))
}

/// Whether the text of a value is meant as lines of statements: it begins as one does, or has a block.
pub fn is_lines(text: &Text) -> bool {
    let first = tokens(&text.value).next();
    let begins = match first.map(|token| token.text) {
        Some("let" | "set" | "for" | "while" | "repeat" | "stop") => true,
        Some(word @ "give") => first.is_some_and(|token| gives(&text.value[token.at + word.len()..])),
        _ => false,
    };
    begins || tokens(&text.value).any(|token| token.text == "{")
}

/// Whether what stands behind `give` is a value, and it no name.
fn gives(rest: &str) -> bool {
    let value = rest.trim_start_matches([' ', '\t']);
    let signed = value.strip_prefix('-').is_some_and(|value| !value.starts_with([' ', '-']));
    let word = tokens(value).next().filter(|token| token.at == 0).map_or("", |token| token.text);
    let is_word = word.starts_with(is_letter) && !joins(word);
    value.len() < rest.len() && (signed || is_word || value.starts_with(['(', '[']))
}

/// Reads one query; a bare noun is one.
pub fn query(text: &Text, problems: &mut Vec<Diagnostic>) -> Option<Query> {
    run(text, Rule::only_query, problems, |b, pair| Ok(b.query(first(pair)?)?.0))
}

/// Reads a type, such as `list of card` or `player?`.
pub fn type_expr(text: &Text, problems: &mut Vec<Diagnostic>) -> Option<TypeExpr> {
    run(text, Rule::only_type, problems, |b, pair| Ok(b.type_expr(first(pair)?)))
}

/// Reads the declaration of a variable, such as `int = 0 for game`.
pub fn var_decl(text: &Text, problems: &mut Vec<Diagnostic>) -> Option<VarDecl> {
    run(text, Rule::only_var, problems, |b, pair| b.var_decl(pair))
}

/// Why a text has no tree: one finding.
type Fail = Box<Diagnostic>;

/// Where and why reading ended.
struct Broken {
    rule: Rule,
    /// Where in the text; nothing where it is no use to read on.
    at: Option<usize>,
    problem: Fail,
    stage: Stage,
}

/// How a text is looked at, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// Its length, brackets and nesting.
    Brackets,
    /// Whether the grammar can read its words.
    Words,
    /// What is read, by lines.
    Lines,
}

fn run<T>(
    text: &Text,
    rule: Rule,
    problems: &mut Vec<Diagnostic>,
    build: impl FnOnce(&mut Builder<'_>, Pair<'_>) -> Result<T, Fail>,
) -> Option<T> {
    let mends = problems.len() < MAX_MENDS;
    read(text, rule, build).map_err(|broken| problems.push(*mended(text, broken, mends))).ok()
}

fn read_effect(text: &Text) -> Result<Block, Broken> {
    read(text, Rule::effect, |b, pair| b.block(pair))
}

fn read<T>(
    text: &Text,
    rule: Rule,
    build: impl FnOnce(&mut Builder<'_>, Pair<'_>) -> Result<T, Fail>,
) -> Result<T, Broken> {
    let broken = |stage, at, problem| Broken { rule, at, problem, stage };
    scan::scan(text).map_err(|(at, problem)| broken(Stage::Brackets, at, problem))?;
    let mut pairs = EffectParser::parse(rule, &text.value).map_err(|error| {
        let problem = Box::new(syntax::error(text, &error, rule));
        broken(Stage::Words, Some(syntax::ended_at(&error)), problem)
    })?;
    let mut builder = Builder { text, late: None };
    let tree = next(&mut pairs).and_then(|pair| build(&mut builder, pair));
    match (tree, builder.late) {
        (Err(problem), _) => Err(broken(Stage::Lines, None, problem)),
        (Ok(_), Some((at, problem))) => Err(broken(Stage::Lines, Some(at), problem)),
        (Ok(tree), None) => Ok(tree),
    }
}

/// What is said of a text that can't be read; with `mends` it is tried what was meant.
fn mended(text: &Text, broken: Broken, mends: bool) -> Fail {
    let better =
        if mends { turn_of_phrase(text, &broken).or_else(|| one_change(text, &broken, 1)) } else { None };
    better.unwrap_or(broken.problem)
}

/// What is said of a turn of phrase that is none of the language.
fn turn_of_phrase(text: &Text, broken: &Broken) -> Option<Fail> {
    let at = broken.at.filter(|_| broken.stage > Stage::Brackets)?;
    let (place, mend) = slips::slip(&text.value, at)?;
    let span = text.span(place.start, place.end);
    let message = format!("`{}` can't be said here", &text.value[place]);
    Some(Box::new(Diagnostic::new(Code::EffectSyntax, span, message).help(mend)))
}

/// What is said of a text of which one change makes all readable; it is one of so many that share what may be tried.
fn one_change(text: &Text, broken: &Broken, share: usize) -> Option<Fail> {
    let at = broken.at.filter(|_| broken.stage > Stage::Brackets)?;
    if syntax::wait_within(text, at).is_some() {
        return None;
    }
    mend::meant(text, broken.rule, at, share).map(Box::new)
}

/// Whether a text can be read by a rule.
fn reads(text: &Text, rule: Rule) -> bool {
    match rule {
        Rule::effect => read_effect(text).is_ok(),
        _ => read(text, rule, |_, _| Ok(())).is_ok(),
    }
}

/// Makes trees from pest's pairs.
struct Builder<'t> {
    text: &'t Text,
    /// The first finding after which building goes on, and where it is in the text.
    late: Option<(usize, Fail)>,
}

impl Builder<'_> {
    /// The place in the file of a pair.
    fn span(&self, pair: &Pair<'_>) -> Span {
        let place = pair.as_span();
        self.text.span(place.start(), place.end())
    }

    /// The empty span behind a part.
    fn end_of(&self, pair: &Pair<'_>) -> Span {
        let span = self.span(pair);
        Span { start: span.end, ..span }
    }

    fn ident(&self, pair: &Pair<'_>) -> Ident {
        Ident { name: pair.as_str().to_owned(), span: self.span(pair) }
    }

    fn type_expr(&self, pair: Pair<'_>) -> TypeExpr {
        let span = self.span(&pair);
        let name = Ident { name: String::new(), span };
        let mut ty = TypeExpr { lists: 0, name, optional: false, by_name: false, per: None };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::list_of => ty.lists += 1,
                Rule::missing => ty.optional = true,
                Rule::by_name => ty.by_name = true,
                Rule::per => ty.per = part.into_inner().last().map(|key| self.key(key)),
                _ => ty.name = self.ident(&part),
            }
        }
        ty
    }

    /// What stands after `per`.
    fn key(&self, pair: Pair<'_>) -> Key {
        if pair.as_rule() != Rule::key_range {
            return Key::Each(self.ident(&pair));
        }
        let span = self.span(&pair);
        let ends = pair.into_inner().filter(|end| end.as_rule() == Rule::key_end);
        let ends: Vec<i64> = ends.map(|end| end.as_str().parse().unwrap_or(i64::MAX)).collect();
        let (least, most) = (ends.first().copied(), ends.last().copied());
        Key::Range { least: least.unwrap_or_default(), most: most.unwrap_or_default(), span }
    }

    fn var_decl(&mut self, pair: Pair<'_>) -> Result<VarDecl, Fail> {
        let mut parts = pair.into_inner();
        let ty = self.type_expr(next(&mut parts)?);
        let mut init = None;
        let mut part = next(&mut parts)?;
        if part.as_rule() == Rule::init {
            init = Some(self.expr(last(part)?)?);
            part = next(&mut parts)?;
        }
        debug_assert_eq!(part.as_rule(), Rule::kw_for);
        let lifetime = self.ident(&next(&mut parts)?);
        Ok(VarDecl { ty, init, lifetime })
    }
}

/// The next pair, which the grammar promises.
fn next<'i>(pairs: &mut Pairs<'i>) -> Result<Pair<'i>, Fail> {
    pairs.next().ok_or_else(broken_promise)
}

/// The first pair inside.
fn first(pair: Pair<'_>) -> Result<Pair<'_>, Fail> {
    next(&mut pair.into_inner())
}

/// The last pair inside.
fn last(pair: Pair<'_>) -> Result<Pair<'_>, Fail> {
    pair.into_inner().last().ok_or_else(broken_promise)
}

/// A finding instead of a panic, should `effect.pest` and the builders ever disagree.
#[cold]
fn broken_promise() -> Fail {
    Box::new(Diagnostic::new(Code::EffectSyntax, Span::default(), "the grammar and its reader disagree here"))
}
