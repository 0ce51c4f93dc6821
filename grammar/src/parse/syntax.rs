//! Diagnostics for syntax errors: the unexpected text, and the expected alternatives.

use pest::error::{Error, ErrorVariant, InputLocation};

use super::brackets::after;
use super::rules::Rule;
use super::tokens::{Token, ends_operand, tokens};
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::codes::Code;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::suggest::closest;
use crate::words::{is_reserved, misspelt};
use crate::yaml::Text;

/// Returns the offset of a pest error.
pub(super) fn ended_at(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// Converts a pest error to a diagnostic.
pub(super) fn error(text: &Text, error: &Error<Rule>, entry: Rule) -> Diagnostic {
    let at = ended_at(error);
    if entry == Rule::only_var && tokens(&text.value).all(|t| t.at < at) {
        return no_lifetime(text);
    }
    if let Some((start, end)) = wait_within(text, at) {
        let span = text.span(start, end);
        let call = &text.value[start..end];
        return Diagnostic::new(
            Code::EffectSyntax,
            span,
            "a call that may wait for a decision can't be part of an expression",
        )
        .help(format!("put it on a line before: `let fine = {call}`"));
    }
    let mut wanted = wanted(&error.variant);
    let mut found = tokens(&text.value).find(|t| t.at + t.text.len() > at);
    if is_after_binder(&error.variant) {
        wanted = vec![Wanted::Operator];
        found = tokens(&text.value).take_while(|t| t.at < at).last();
    }
    let last = tokens(&text.value).take_while(|t| found.is_some_and(|f| t.at < f.at)).last();
    if let (true, Some(last)) = (wanted.contains(&Wanted::Open) && found.is_some_and(|t| t.new_line), last) {
        let place = after(text, last);
        return Diagnostic::new(Code::EffectSyntax, place, "a `{` is missing here")
            .replace(place, " {", Applicability::Safe)
            .help("put a block between `{` and `}`");
    }
    let operator = found.map(|t| operator(&text.value, t));
    let (span, what) = match (found, operator) {
        (Some(t), Some(op)) => (text.span(t.at, t.at + op.len()), format!("`{op}`")),
        _ => (end(text), "the end of the text".to_owned()),
    };
    let mut problem = Diagnostic::new(Code::EffectSyntax, span, message(&wanted, &what, operator));
    if let Some((_, here)) = SURE.iter().find(|(foreign, _)| operator == Some(*foreign)) {
        problem = problem.replace(span, *here, Applicability::Safe);
    }
    match help(text, found, operator, &wanted, entry) {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// Reports a variable declaration without a lifetime.
fn no_lifetime(text: &Text) -> Diagnostic {
    let found = Diagnostic::new(Code::EffectSyntax, end(text), "the lifetime of the variable is missing");
    let written = text.value.trim();
    found.help(match written.len() {
        0..=40 => format!("say how long it lasts: `{written} for game`, or the name of a phase"),
        _ => "say how long it lasts, for example `int = 0 for game`".to_owned(),
    })
}

/// Returns the empty location after the last token.
fn end(text: &Text) -> crate::span::Span {
    let last = tokens(&text.value).last().map_or(0, |t| t.at + t.text.len());
    let span = text.span(last.saturating_sub(1), last);
    crate::span::Span { start: span.end, ..span }
}

/// Returns the token, or the whole operator that starts with it.
pub(super) fn operator<'t>(text: &'t str, token: Token<'t>) -> &'t str {
    const LONG: &[&str] = &["==", "!=", "<=", ">=", "..", "?.", "&&", "||", "+=", "-=", "=>", "->", "//"];
    let rest = &text[token.at..];
    LONG.iter().find(|op| rest.starts_with(**op)).map_or(token.text, |op| &rest[..op.len()])
}

/// Returns the expected alternatives, without duplicates.
fn wanted(variant: &ErrorVariant<Rule>) -> Vec<Wanted> {
    let mut all: Vec<Wanted> =
        positives(variant).iter().filter_map(|rule| Wanted::from_rule(*rule)).collect();
    all.sort_unstable_by_key(|wanted| (wanted.rank(), wanted.words()));
    all.dedup();
    // after a value any word could be its binder, which is rarely what is missing
    let after_value = all.contains(&Wanted::Operator);
    all.retain(|wanted| !(after_value && matches!(wanted, Wanted::Name | Wanted::Chooses | Wanted::May)));
    // where the text could end, a list of all continuations does not help
    let tight = all.iter().any(|wanted| wanted.rank() <= 2);
    all.retain(|wanted| !tight || wanted.rank() <= 2);
    all
}

fn positives(variant: &ErrorVariant<Rule>) -> &[Rule] {
    match variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => &[],
    }
}

/// Returns true if pest expected a query and found only a noun with a binder. The binder is then the
/// unexpected word.
fn is_after_binder(variant: &ErrorVariant<Rule>) -> bool {
    let rules = positives(variant);
    let after_noun = |rule: &Rule| {
        matches!(
            rule,
            Rule::looks | Rule::kw_in | Rule::kw_from | Rule::kw_where | Rule::sorted_by | Rule::kw_sorted
        )
    };
    rules.iter().any(after_noun) && rules.iter().all(|rule| after_noun(rule) || *rule == Rule::shut)
}

macro_rules! wanted {
    ($($name:ident $rank:literal $words:literal [$($rule:ident)|+];)*) => {
        /// Expected alternatives at the error.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Wanted { $($name,)* }

        impl Wanted {
            /// Returns the rank. Low ranks are reported first; ranks above 2 only if no lower rank is
            /// expected.
            fn rank(self) -> u8 {
                match self { $(Self::$name => $rank,)* }
            }

            fn words(self) -> &'static str {
                match self { $(Self::$name => $words,)* }
            }

            /// Returns the alternative for a grammar rule, or `None` for rules that end without a word.
            fn from_rule(rule: Rule) -> Option<Wanted> {
                match rule {
                    $($(Rule::$rule)|+ => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

wanted! {
    Value 1 "a value" [expr | operand | chain | primary | value_query | choose_value | new_value | fact | number | truth | kw_nothing
        | name | named | call | paren | items | bare | minus | kw_not | sum | source | args];
    Query 1 "what to look for, such as `card` or `player`" [query];
    Name 2 "a name" [ident | word | told];
    Type 2 "a type, such as `int` or `card?`" [type_expr];
    Top 2 "`top`" [kw_top];
    Bottom 2 "`bottom`" [kw_bottom];
    Up 2 "`up`" [kw_up];
    Down 2 "`down`" [kw_down];
    Assign 2 "`=`" [assign];
    Choose 2 "`choose`" [kw_choose];
    Then 2 "`then`" [kw_then];
    Asked 2 "`asked`" [kw_asked];
    Among 2 "`among`" [kw_among];
    ByName 2 "`name`" [kw_name];
    Mode 2 "a name and a block" [mode];
    Open 3 "`{`" [block | open];
    Chooses 4 "`chooses`" [kw_chooses | may_choose | ask_window | ask_pick];
    May 4 "`may`" [kw_may | ask_yes];
    As 4 "`as`" [kw_as | label];
    For 4 "`for`" [kw_for];
    Else 4 "`else`" [kw_else];
    Shut 4 "`)`" [shut];
    Comma 4 "`,`" [comma];
    Of 4 "`of`" [kw_of | over];
    Close 5 "`}`" [close];
    Statement 6 "a statement" [stmt | verb_stmt | let_stmt | asking];
    Operator 7 "an operator such as `+` or `and`" [operator | plus | range];
    End 8 "the end of the text" [EOI];
}

fn message(wanted: &[Wanted], found: &str, operator: Option<&str>) -> String {
    let named = wanted == [Wanted::Name] || wanted == [Wanted::Choose, Wanted::Name];
    if named && operator.is_some_and(is_reserved) {
        return format!("{found} is a word of the language and can't be a name");
    }
    if wanted == [Wanted::Assign] && operator == Some("=") {
        return "expected a value, found a second `=`".to_owned();
    }
    let words: Vec<&str> = wanted.iter().map(|wanted| wanted.words()).collect();
    match words.as_slice() {
        [] => format!("{found} can't stand here"),
        [one] => format!("expected {one}, found {found}"),
        [many @ .., last] => format!("expected {} or {last}, found {found}", many.join(", ")),
    }
}

/// Returns advice if the mistake is a common one.
fn help(
    text: &Text,
    found: Option<Token<'_>>,
    operator: Option<&str>,
    wanted: &[Wanted],
    entry: Rule,
) -> Option<String> {
    if entry == Rule::only_var && wanted.contains(&Wanted::For) {
        return Some("say how long the variable lasts, for example `int = 0 for game`".to_owned());
    }
    if wanted == [Wanted::Chooses, Wanted::May] {
        return Some(
            "a statement begins with a verb, as in `shuffle deck` or `do name(…)`, or with the player who chooses"
                .to_owned(),
        );
    }
    let (token, operator) = (found?, operator?);
    if entry == Rule::only_var && wanted.contains(&Wanted::Type) && is_number(operator) {
        return Some(format!("a variable needs a type and a lifetime: `int = {operator} for game`"));
    }
    if wanted.contains(&Wanted::Type) {
        let near = closest(operator, ["int", "decimal", "bool", "card", "player", "zone"]);
        return near.map(|near| format!("did you mean `{near}`?"));
    }
    if operator.starts_with(|c: char| c.is_ascii_digit()) && wanted.contains(&Wanted::Value) {
        return Some("a name can't begin with a digit".to_owned());
    }
    if entry == Rule::only_type && operator == "=" {
        return Some("only a type is allowed here, without a first value; `int?` may be missing".to_owned());
    }
    if *wanted == [Wanted::Choose] {
        return Some(format!(
            "a question gives no value; set a variable in its block: `me may {operator} {{ … }}`"
        ));
    }
    if token.new_line && *wanted == [Wanted::Name] && ends_with_range(&text.value[..token.at]) {
        return Some("this is the number of picks; choose a number with `chooses number in 1..6`".to_owned());
    }
    let line = &text.value[text.value[..token.at].rfind('\n').map_or(0, |line| line + 1)..token.at];
    let words: Vec<&str> = tokens(line).map(|token| token.text).collect();
    if operator == "chooses"
        && words.windows(2).any(|two| matches!(two, ["each" | "any", next] if *next != "("))
    {
        return Some("choices of several players are not a value: `each player p chooses … { … }` is a statement, and its block stores each pick".to_owned());
    }
    let before = words.last().copied().unwrap_or_default();
    if wanted.contains(&Wanted::Operator) && CALLED.contains(&before) {
        return Some(format!("put the arguments of `{before}` in brackets: `{before}(…)`"));
    }
    if operator == "where" && has_order_before(text, token) {
        return Some("`where …` stands before `sorted by`".to_owned());
    }
    if let Some((_, help)) = HELP.iter().find(|(op, _)| *op == operator) {
        return Some((*help).to_owned());
    }
    if operator == "(" && text.value[..token.at].ends_with([' ', '\t']) {
        return Some("write `(` directly after the name of a function, as in `count(x)`".to_owned());
    }
    if operator.chars().any(|c| c.is_alphabetic() && !c.is_ascii()) {
        return Some("a name is made of the letters a to z, digits and `_`".to_owned());
    }
    near_word(text, token)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns true if a text ends with a range such as `1..6`.
fn ends_with_range(text: &str) -> bool {
    let before = text.trim_end().rsplit_once("..").map(|(_, last)| last.trim());
    before.is_some_and(|last| !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns true if `sorted by` precedes a token on its line.
fn has_order_before(text: &Text, token: Token<'_>) -> bool {
    let line = text.value[..token.at].rfind('\n').map_or(0, |line| line + 1);
    text.value[line..token.at].contains("sorted by")
}

/// Returns the range of a `do p(…)` or `emit e(…)` inside an expression, on the line of the error.
pub(super) fn wait_within(text: &Text, at: usize) -> Option<(usize, usize)> {
    let value = &text.value;
    let start = value[..at].trim_end().rfind('\n').map_or(0, |line| line + 1);
    let all: Vec<Token<'_>> = tokens(&value[start..]).collect();
    let all: Vec<Token<'_>> =
        all.iter().enumerate().take_while(|(i, token)| *i == 0 || !token.new_line).map(|(_, t)| *t).collect();
    (1..all.len().saturating_sub(2)).find_map(|i| {
        let [verb, name, open] = all[i..].first_chunk()?;
        let called = matches!(verb.text, "do" | "emit") && !is_reserved(name.text) && open.text == "(";
        let mut depth = 0_usize;
        let shut = all[i + 2..].iter().position(|token| {
            depth = match token.text {
                "(" => depth + 1,
                ")" => depth.saturating_sub(1),
                _ => depth,
            };
            depth == 0
        })?;
        let after = all.get(i + 3 + shut).map(|token| token.text);
        let alone = matches!(all[i - 1].text, "=" | "if" | "while" | "not" | "give" | "{" | "}");
        let joined = after.is_some_and(|word| JOINS.contains(&word));
        // after a value, the next statement starts
        let within = if alone { joined } else { !ends_operand(all[i - 1].text) };
        let end = start + all[i + 2 + shut].at + 1;
        (called && within).then_some((start + verb.at, end))
    })
}

/// Tokens that continue an expression after a value.
const JOINS: &[&str] =
    &["and", "or", "+", "-", "*", "=", "!", "<", ">", ".", "?", "[", "is", "exists", "default", "div", "mod"];

/// Functions whose brackets are often forgotten.
const CALLED: &[&str] = &["any", "count", "first", "last", "max", "min", "sum"];

/// Operators of other languages with an unambiguous equivalent.
const SURE: &[(&str, &str)] = &[("&&", "and"), ("||", "or"), ("%", "mod")];

/// Operators and words of other languages, with advice.
const HELP: &[(&str, &str)] = &[
    ("=", "`==` compares; `set x = …` changes a variable"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("!", "write `not`"),
    ("&", "write `and`"),
    ("|", "write `or`"),
    ("/", "`div` divides and rounds down"),
    ("//", "`div` divides and rounds down; a comment begins with `#`"),
    ("%", "write `mod`"),
    ("+=", "write `set x = x + …`"),
    ("-=", "write `set x = x - …`"),
    ("in", "test the zone of a card with `x is in zone`; put a query next to an operator in parentheses"),
    ("where", "put a query next to an operator in parentheses"),
    (
        "chooses",
        "a choice can't be part of an expression; put it on a line before: `let picks = me chooses …`",
    ),
    ("default", "put a value with `default` in parentheses: `(a default b)`"),
    (";", "a statement ends with its line"),
    ("\"", "texts are in the text files; write the name of a text here"),
    ("'", "texts are in the text files; write the name of a text here"),
    ("?", "`?` is only allowed before a dot, as in `a?.b`, or after a type"),
    ("->", "there are no arrows in the effect language"),
    ("=>", "there are no arrows in the effect language"),
];

/// Suggests a keyword if the token or the previous one is misspelt.
fn near_word(text: &Text, token: Token<'_>) -> Option<String> {
    let before = tokens(&text.value).take_while(|t| t.at < token.at).last();
    [Some(token), before].into_iter().flatten().find_map(|t| nearly(t.text, misspelt()))
}

fn nearly(word: &str, known: impl Iterator<Item = &'static str> + Clone) -> Option<String> {
    let usable = word.len() > 2 && !is_reserved(word) && !known.clone().any(|known| known == word);
    let best = closest(word, known).filter(|_| usable)?;
    Some(format!("did you mean `{best}` instead of `{word}`?"))
}

/// Reports two statements on one line: `text[..before]` is parsed, the next statement is `start..stop`.
pub(super) fn same_line(
    text: &Text,
    before: usize,
    start: usize,
    stop: usize,
    last: Option<&Stmt>,
) -> Diagnostic {
    let stop = text.value[start..stop].find('\n').map_or(stop, |line| start + line);
    let span = text.span(start, stop);
    let found = Diagnostic::new(Code::OneStatementALine, span, "a second statement on this line");
    let word = tokens(&text.value[start..stop]).next().map_or("", |t| t.text);
    let clause = closest(word, ["to", "from", "with", "above", "below", "at", "face", "then"]);
    let hint = last.and_then(operand_word).and_then(|word| nearly(word, ["chooses"].into_iter()));
    let hint = hint.or_else(|| nearly(word, misspelt()));
    let found = match last {
        Some(last) => found.other(last.span, "the first ends here"),
        None => found.other(text.span(before, before), "the first ends here"),
    };
    found.help(match (hint, clause) {
        (Some(hint), _) => hint,
        (_, Some(clause)) if clause != word => format!("did you mean `{clause}` instead of `{word}`?"),
        _ => "put it on a line of its own, or look for a missing word before it".to_owned(),
    })
}

/// Reports a fact of a decision without a name, if it is not a bare name.
pub(super) fn fact_without_name(value: &Expr) -> Diagnostic {
    let found = Diagnostic::new(Code::EffectSyntax, value.span, "texts have no name for this fact");
    found.help("give it one, as in `what: c.name`; a bare name is its own")
}

/// Returns the bare name after a verb, because `owner choses` parses as verb and operand.
fn operand_word(stmt: &Stmt) -> Option<&str> {
    let StmtKind::Verb { what: Some(what), .. } = &stmt.kind else { return None };
    if let ExprKind::Name(name) = &what.kind { Some(name) } else { None }
}
