//! `cases/syntax` and `cases/limits`: the canonical spelling of an effect and its tree, or the error.

use std::fmt::Write;

use ludex_grammar::ast::{
    Asked, Block, Choice, Expr, ExprKind, PutTo, Query, Stmt, StmtKind, TypeExpr, Wait, Whole,
};
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::render::{Style, render};
use ludex_grammar::source::Sources;
use ludex_grammar::{parse, print, yaml::Text};
use ludex_tests::cases::{Case, snapshot};

/// Parses the text of a case.
fn parsed(case: &Case) -> (Sources, Option<Block>, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let file = sources.add(case.name.as_str(), case.text.as_str());
    let mut problems = Vec::new();
    let block = parse::effect(&Text::plain(case.text.as_str(), file, 0), &mut problems);
    (sources, block, problems)
}

/// Checks that the canonical spelling of an effect has the same tree.
pub fn spelling(case: &Case) {
    let (sources, block, problems) = parsed(case);
    let drawn = render(&sources, &problems, Style::default());
    let block = block.unwrap_or_else(|| panic!("{}:\n{drawn}", case.name));
    let printed = print::block(&block);
    let again = Case { name: case.name.clone(), text: printed.clone() };
    let (_, second, _) = parsed(&again);
    let second = second.unwrap_or_else(|| panic!("the canonical spelling can't be read:\n{printed}"));
    assert_eq!(print::block(&second), printed, "printing twice changes nothing");
    assert_eq!(tree(&second), tree(&block), "the canonical spelling has the same tree");
    snapshot("syntax", case.stem(), &format!("{printed}\n--- tree\n{}", tree(&block)));
}

/// Checks that limits cause a message and no stack overflow.
pub fn limit(case: &Case) {
    let (sources, block, problems) = parsed(case);
    let text = match block {
        Some(block) => format!("read: {} statements\n", block.stmts.len()),
        None => render(&sources, &problems, Style::default()),
    };
    snapshot("limits", case.stem(), &text);
}

/// Formats a tree in brackets, one statement a line; blocks are indented.
fn tree(block: &Block) -> String {
    let mut out = String::new();
    stmts(&mut out, block, 0);
    out
}

fn stmts(out: &mut String, block: &Block, depth: usize) {
    for s in &block.stmts {
        let _ = writeln!(out, "{}{}", "  ".repeat(depth), head(s));
        for (name, body) in blocks(s) {
            if !name.is_empty() {
                let _ = writeln!(out, "{}{name}", "  ".repeat(depth));
            }
            stmts(out, body, depth + 1);
        }
    }
}

fn blocks(s: &Stmt) -> Vec<(String, &Block)> {
    match &s.kind {
        StmtKind::Modes { modes, .. } => {
            let name = |m: &ludex_grammar::ast::Mode| {
                format!(
                    "| {}{}",
                    m.name.name,
                    m.guard.as_ref().map_or(String::new(), |g| format!(" when {}", expr(g)))
                )
            };
            modes.iter().map(|m| (name(m), &m.body)).collect()
        }
        StmtKind::If { then, orelse, .. }
        | StmtKind::IfAsked { then, orelse, .. }
        | StmtKind::May { body: then, orelse, .. } => {
            let orelse = orelse.iter().map(|b| ("else".to_owned(), b));
            [(String::new(), then)].into_iter().chain(orelse).collect()
        }
        StmtKind::For { body, .. }
        | StmtKind::While { body, .. }
        | StmtKind::WhileAsked { body, .. }
        | StmtKind::Repeat { body, .. }
        | StmtKind::Asking { body: Some(body), .. } => vec![(String::new(), body)],
        _ => Vec::new(),
    }
}

fn head(s: &Stmt) -> String {
    match &s.kind {
        StmtKind::Let { name, ty, value } => format!("let {}{} {}", name.name, typed(ty), expr(value)),
        StmtKind::LetWait { name, ty, wait } => format!("let {}{} {}", name.name, typed(ty), waits(wait)),
        StmtKind::SetWait { target, wait, openly } => {
            format!("set {} {}{}", expr(target), waits(wait), if *openly { " openly" } else { "" })
        }
        StmtKind::Give { value } => format!("give {}", whole(value)),
        StmtKind::IfAsked { asked, .. } => format!("if {}", test(asked)),
        StmtKind::WhileAsked { asked, .. } => format!("while {}", test(asked)),
        StmtKind::Choose { name, choice } => picks(name.as_ref().map_or("_", |n| &n.name), choice),
        StmtKind::Modes { question, .. } => format!("modes {}", asked(question)),
        StmtKind::Window { question, window } => format!("window {} {}", window.name, asked(question)),
        StmtKind::May { question, .. } => format!("may {}", asked(question)),
        StmtKind::Asking { together, players, asked: put, until, .. } => {
            let until = if *until { " until all pass" } else { "" };
            format!("{} {} {}{until}", if *together { "each" } else { "any" }, query(players), put_to(put))
        }
        StmtKind::Set { target, value, openly } => {
            format!("set {} {}{}", expr(target), expr(value), if *openly { " openly" } else { "" })
        }
        StmtKind::If { cond, .. } => format!("if {}", expr(cond)),
        StmtKind::For { query: q, .. } => format!("for {}", query(q)),
        StmtKind::While { cond, .. } => format!("while {}", expr(cond)),
        StmtKind::Repeat { count, .. } => format!("repeat {}", expr(count)),
        StmtKind::Stop => "stop".to_owned(),
        StmtKind::Verb { verb, what, clauses } => {
            let what = what.as_ref().map_or(String::new(), |w| format!(" {}", expr(w)));
            let clauses: String = clauses.iter().map(|c| format!(" [{}]", clause(&c.kind))).collect();
            format!("verb {}{what}{clauses}", verb.name)
        }
        #[allow(
            unreachable_patterns,
            reason = "a new statement is shown as printed until it has a line here"
        )]
        _ => print::stmt(s),
    }
}

fn typed(ty: &Option<TypeExpr>) -> String {
    ty.as_ref().map_or(String::new(), |ty| format!(":{}", print::type_expr(ty)))
}

fn waits(wait: &Wait) -> String {
    match wait {
        Wait::Choice(choice) => format!("({})", picks("_", choice)),
        Wait::Do(called) => format!("(do {})", expr(&called.call)),
        Wait::Emit(called) => format!("(emit {})", expr(&called.call)),
    }
}

fn whole(value: &Whole) -> String {
    match value {
        Whole::Expr(value) => expr(value),
        Whole::Wait(wait) => waits(wait),
    }
}

fn test(asked: &Asked) -> String {
    match asked {
        Asked::Let { name, value } => format!("let {} {}", name.name, whole(value)),
        Asked::Holds { negated, wait } => format!("{}{}", if *negated { "not " } else { "" }, waits(wait)),
    }
}

fn picks(name: &str, choice: &Choice) -> String {
    let count = choice.count.as_ref().map_or(String::new(), |count| {
        format!(" [{}..{}]", expr(&count.min), count.max.as_ref().map_or("same".to_owned(), expr))
    });
    let words = [
        (choice.may, " may"),
        (choice.secretly, " secretly"),
        (choice.always, " always"),
        (choice.openly, " openly"),
    ];
    let words: String = words.iter().filter(|(said, _)| *said).map(|(_, word)| *word).collect();
    let label = choice.label.as_ref().map_or("_", |l| &l.name);
    let (who, what, facts) = (expr(&choice.chooser), query(&choice.query), facts(&choice.facts));
    format!("choose {name} {who}{count} {what} as {label}{facts}{words}")
}

fn asked(question: &ludex_grammar::ast::Question) -> String {
    let words = [(question.may, " may"), (question.secretly, " secretly"), (question.openly, " openly")];
    let words: String = words.iter().filter(|(said, _)| *said).map(|(_, word)| *word).collect();
    let (label, facts) = (&question.label.name, facts(&question.facts));
    format!("{} {label}{facts} always={}{words}", expr(&question.chooser), question.always)
}

fn facts(facts: &[ludex_grammar::ast::Fact]) -> String {
    let facts: Vec<String> =
        facts.iter().map(|fact| format!("{}={}", fact.name.name, expr(&fact.value))).collect();
    if facts.is_empty() { String::new() } else { format!("({})", facts.join(", ")) }
}

fn put_to(put: &PutTo) -> String {
    match put {
        PutTo::Pick(choice) => picks("_", choice),
        PutTo::Window { question, window } => format!("window {} {}", window.name, asked(question)),
        PutTo::Yes(question) => format!("may {}", asked(question)),
    }
}

fn clause(kind: &ludex_grammar::ast::ClauseKind) -> String {
    use ludex_grammar::ast::ClauseKind as C;
    match kind {
        C::Openly => "openly".to_owned(),
        C::To(e) => format!("to {}", expr(e)),
        C::From(e) => format!("from {}", expr(e)),
        C::With(e) => format!("with {}", expr(e)),
        C::For(e) => format!("for {}", expr(e)),
        C::Above(e) => format!("above {}", expr(e)),
        C::Unseen(e) => format!("unseen among {}", expr(e)),
        C::Below(e) => format!("below {}", expr(e)),
        C::AtPlace { number, unseen } => {
            format!("at place {}{}", expr(number), if *unseen { " unseen" } else { "" })
        }
        C::These(q) => query(q),
        C::AtTop | C::AtBottom | C::FaceUp | C::FaceDown => format!("{kind:?}"),
    }
}

fn query(q: &Query) -> String {
    let part = |word: &str, e: &Option<Box<Expr>>| {
        e.as_ref().map_or(String::new(), |e| format!(" {word}={}", expr(e)))
    };
    let other = if q.other { "other " } else { "" };
    let binder = q.binder.as_ref().map_or(String::new(), |b| format!(" {}", b.name));
    let parts =
        [part("in", &q.source), part("from", &q.from), part("where", &q.filter), part("sorted", &q.sorted)]
            .concat();
    let by_name = if q.by_name { " by name" } else { "" };
    format!("<{other}{}{by_name}{binder}{parts}>", q.noun.name)
}

fn expr(e: &Expr) -> String {
    use ludex_grammar::ast::Test;
    match &e.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Decimal(text) => text.clone(),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Nothing => "nothing".to_owned(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Field { base, name, optional } => {
            format!("{}{}{}", expr(base), if *optional { "?." } else { "." }, name.name)
        }
        ExprKind::Index { base, key } => format!("{}[{}]", expr(base), expr(key)),
        ExprKind::Call { name, args } => {
            format!("{}({})", name.name, args.iter().map(expr).collect::<Vec<_>>().join(", "))
        }
        ExprKind::Of { name, body, over } => format!("({} {} of {})", name.name, expr(body), expr(over)),
        ExprKind::Query(q) => query(q),
        ExprKind::List(items) => format!("[{}]", items.iter().map(expr).collect::<Vec<_>>().join(", ")),
        ExprKind::Unary { op, expr: inner } => format!("({op:?} {})", expr(inner)),
        ExprKind::Binary { op, left, right } => format!("({} {} {})", op.symbol(), expr(left), expr(right)),
        ExprKind::Is { expr: inner, negated, test } => {
            let test = match test {
                Test::In(place) => format!("in {}", expr(place)),
                Test::Named(name) => name.name.clone(),
                other => format!("{other:?}"),
            };
            format!("(is{} {} {test})", if *negated { "-not" } else { "" }, expr(inner))
        }
        ExprKind::Exists(inner) => format!("(exists {})", expr(inner)),
        ExprKind::If { cond, then, orelse } => format!("(if {} {} {})", expr(cond), expr(then), expr(orelse)),
    }
}
