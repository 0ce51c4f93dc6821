//! Turns `effect.pest` into the tables that `src/parse/matcher.rs` reads texts by: the same rules as those of the parser that pest makes,
//! with the first bytes by which a rule or an alternative can begin, so that most of what can't match is never tried.
use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::path::PathBuf;

use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr as Expr, OptimizedRule};

const GRAMMAR: &str = "effect.pest";

fn main() {
    println!("cargo::rerun-if-changed={GRAMMAR}");
    let text = std::fs::read_to_string(GRAMMAR).expect("the grammar");
    let (_, rules) =
        pest_meta::parse_and_optimize(&text).unwrap_or_else(|errors| panic!("{GRAMMAR}: {errors:?}"));
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    std::fs::write(out.join("tables.rs"), Tables::new(&rules).source(&rules))
        .expect("the folder of the build");
}

/// Bytes of ASCII.
type Class = u128;

/// What can be matched; others by their numbers. The first nodes are what rules consist of.
enum Node {
    Byte(Class),
    /// As many as there are.
    Bytes(Class),
    Text(String),
    /// A text with none of these bytes after it.
    Word(String, Class),
    Any,
    Start,
    End,
    Rule(usize),
    /// Where it is true, white space may stand between the parts unless the rule around them is atomic.
    Sequence(Vec<usize>, bool),
    Choice(Vec<usize>),
    Maybe(usize),
    Repeat(usize, bool),
    Ahead(usize),
    NotAhead(usize),
    /// That none of these words stands here, which consist of such bytes.
    NoWord(Vec<String>, Class),
}

/// How what a node matches can begin.
#[derive(Clone, Copy, PartialEq, Default)]
struct First {
    class: Class,
    /// With what is not ASCII.
    other: bool,
    /// It may match nothing.
    empty: bool,
}

impl First {
    fn has(&self, sort: usize) -> bool {
        self.empty || sort < 128 && self.class >> sort & 1 == 1 || sort == 128 && self.other
    }

    fn with(self, more: First) -> First {
        First {
            class: self.class | more.class,
            other: self.other | more.other,
            empty: self.empty | more.empty,
        }
    }
}

struct Tables {
    numbers: BTreeMap<String, usize>,
    silent: Vec<bool>,
    nodes: Vec<Node>,
    first: Vec<First>,
}

impl Tables {
    fn new(rules: &[OptimizedRule]) -> Tables {
        let numbers = rules.iter().enumerate().map(|(i, rule)| (rule.name.clone(), i)).collect();
        let silent = rules.iter().map(|rule| rule.ty == RuleType::Silent).collect();
        let nodes = rules.iter().map(|_| Node::Any).collect();
        let mut tables = Tables { numbers, silent, nodes, first: Vec::new() };
        for (i, rule) in rules.iter().enumerate() {
            let is_skipped = matches!(rule.name.as_str(), "WHITESPACE" | "COMMENT");
            let atomic = is_skipped || matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
            tables.nodes[i] = tables.node(rules, &rule.expr, !atomic);
        }
        tables.find_first();
        tables
    }

    /// The rule that is meant, if its match is not told: it is there like a part of the rule around it.
    fn silent(&self, expr: &Expr) -> Option<usize> {
        let Expr::Ident(name) = expr else { return None };
        self.numbers.get(name).copied().filter(|rule| self.silent[*rule])
    }

    fn add(&mut self, rules: &[OptimizedRule], expr: &Expr, spaced: bool) -> usize {
        if let Some(rule) = self.silent(expr) {
            return rule;
        }
        let node = self.node(rules, expr, spaced);
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn node(&mut self, rules: &[OptimizedRule], expr: &Expr, spaced: bool) -> Node {
        if let Some(class) = class(rules, expr) {
            return Node::Byte(class);
        }
        if let Some(rule) = self.silent(expr) {
            return Node::Sequence(vec![rule], false);
        }
        match expr {
            Expr::Str(text) => Node::Text(text.clone()),
            Expr::Ident(name) => match name.as_str() {
                "ANY" => Node::Any,
                "SOI" => Node::Start,
                "EOI" => Node::End,
                _ => Node::Rule(*self.numbers.get(name).unwrap_or_else(|| panic!("no rule `{name}`"))),
            },
            Expr::Seq(left, right) if word(rules, left, right).is_some_and(|_| !spaced) => {
                let (text, after) = word(rules, left, right).expect("it is one");
                Node::Word(text, after)
            }
            Expr::Seq(left, right) => {
                let mut parts = vec![self.add(rules, left, spaced)];
                let mut rest = &**right;
                while let Expr::Seq(left, right) = rest {
                    parts.push(self.add(rules, left, spaced));
                    rest = &**right;
                }
                parts.push(self.add(rules, rest, spaced));
                Node::Sequence(parts, spaced)
            }
            Expr::Choice(left, right) => {
                let mut parts = vec![self.add(rules, left, spaced)];
                let mut rest = &**right;
                while let Expr::Choice(left, right) = rest {
                    parts.push(self.add(rules, left, spaced));
                    rest = &**right;
                }
                parts.push(self.add(rules, rest, spaced));
                Node::Choice(parts)
            }
            Expr::Opt(inner) => Node::Maybe(self.add(rules, inner, spaced)),
            Expr::Rep(inner) => match class(rules, inner) {
                Some(class) if !spaced => Node::Bytes(class),
                _ => Node::Repeat(self.add(rules, inner, spaced), spaced),
            },
            Expr::PosPred(inner) => Node::Ahead(self.add(rules, inner, spaced)),
            Expr::NegPred(inner) => match words(rules, inner) {
                Some((words, letters)) if !spaced => Node::NoWord(words, letters),
                _ => Node::NotAhead(self.add(rules, inner, spaced)),
            },
            Expr::RestoreOnErr(inner) => self.node(rules, inner, spaced),
            other => panic!("{GRAMMAR}: the matcher does not know {other:?}"),
        }
    }

    /// Until nothing changes: what a rule begins with follows from rules that it begins with.
    fn find_first(&mut self) {
        self.first = vec![First::default(); self.nodes.len()];
        loop {
            let found: Vec<First> = self.nodes.iter().map(|node| self.first_of(node)).collect();
            if found == self.first {
                return;
            }
            self.first = found;
        }
    }

    fn first_of(&self, node: &Node) -> First {
        let nothing = First { empty: true, ..First::default() };
        match node {
            Node::Byte(class) => First { class: *class, ..First::default() },
            Node::Bytes(class) => First { class: *class, ..nothing },
            Node::Text(text) | Node::Word(text, _) => {
                First { class: 1 << text.as_bytes()[0], ..First::default() }
            }
            Node::Any => First { class: !0, other: true, empty: false },
            Node::Start | Node::End | Node::Ahead(_) | Node::NotAhead(_) | Node::NoWord(..) => nothing,
            Node::Rule(rule) => self.first[*rule],
            Node::Choice(parts) => {
                parts.iter().fold(First::default(), |all, part| all.with(self.first[*part]))
            }
            Node::Maybe(inner) | Node::Repeat(inner, _) => self.first[*inner].with(nothing),
            Node::Sequence(parts, spaced) => self.first_of_sequence(parts, *spaced),
        }
    }

    fn first_of_sequence(&self, parts: &[usize], spaced: bool) -> First {
        let mut all = First::default();
        for (i, part) in parts.iter().enumerate() {
            if spaced && i > 0 {
                let skipped = ["WHITESPACE", "COMMENT"].map(|name| self.first[self.numbers[name]]);
                all = all.with(skipped[0]).with(skipped[1]);
            }
            let first = self.first[*part];
            all = First { empty: first.empty, ..all.with(first) };
            if !first.empty {
                break;
            }
        }
        all
    }

    fn source(&self, rules: &[OptimizedRule]) -> String {
        let mut sets = Sets::default();
        let mut tables = String::from("static RULES: &[RuleTable] = &[\n");
        for (rule, first) in rules.iter().zip(&self.first) {
            let spacing = match rule.ty {
                RuleType::Normal | RuleType::Silent => "None",
                RuleType::Atomic => "Some(Spacing::Word)",
                RuleType::CompoundAtomic => "Some(Spacing::Written)",
                RuleType::NonAtomic => "Some(Spacing::Free)",
            };
            let (name, begins) = (&rule.name, sets.first(first));
            let _ = writeln!(
                tables,
                "    RuleTable {{ rule: Rule::r#{name}, spacing: {spacing}, begins: {begins} }},"
            );
        }
        tables.push_str("];\n\nstatic NODES: &[Node] = &[\n");
        for node in &self.nodes {
            let _ = writeln!(tables, "    {},", self.literal(node, &mut sets));
        }
        let [space, comment, gap, chain, ident] =
            ["WHITESPACE", "COMMENT", "gap", "chain", "ident"].map(|name| self.numbers[name]);
        assert!(
            matches!(self.nodes[space], Node::Byte(_)),
            "{GRAMMAR}: white space is one byte after the other"
        );
        format!(
            "// Made by `build.rs` from `{GRAMMAR}`.\n\nconst SPACE: usize = {space};\nconst COMMENT: usize = {comment};\nconst GAP: u16 = {gap};\nconst CHAIN: u16 = {chain};\nconst IDENT: u16 = {ident};\n\n{}\n{tables}];\n",
            sets.source()
        )
    }

    fn literal(&self, node: &Node, sets: &mut Sets) -> String {
        match node {
            Node::Byte(class) => format!("Node::Byte({})", sets.class(*class)),
            Node::Bytes(class) => format!("Node::Bytes({})", sets.class(*class)),
            Node::Text(text) => format!("Node::Text({text:?})"),
            Node::Word(text, after) => format!("Node::Word({text:?}, {})", sets.class(*after)),
            Node::Any => "Node::Any".to_owned(),
            Node::Start => "Node::Start".to_owned(),
            Node::End => "Node::End".to_owned(),
            Node::Rule(rule) => format!("Node::Rule({rule})"),
            Node::Sequence(parts, spaced) => format!("Node::Sequence(&{parts:?}, {spaced})"),
            Node::Choice(parts) => self.choice(parts),
            Node::Maybe(inner) => format!("Node::Maybe({inner}, {})", self.begins(*inner, sets)),
            Node::Repeat(inner, spaced) => {
                format!("Node::Repeat({inner}, {spaced}, {})", self.begins(*inner, sets))
            }
            Node::Ahead(inner) => format!("Node::Ahead({inner})"),
            Node::NotAhead(inner) => format!("Node::NotAhead({inner})"),
            Node::NoWord(words, letters) => Self::no_word(words, &sets.class(*letters)),
        }
    }

    /// How a part that may be left out begins: by what stands after the white space where it begins with that.
    fn begins(&self, part: usize, sets: &mut Sets) -> String {
        let gap = self.numbers["gap"];
        match &self.nodes[part] {
            Node::Sequence(parts, spaced) if parts[0] == gap => {
                let first = self.first_of_sequence(&parts[1..], *spaced);
                format!("Begins {{ after_gap: true, with: {} }}", sets.first(&first))
            }
            _ => format!("Begins {{ after_gap: false, with: {} }}", sets.first(&self.first[part])),
        }
    }

    fn choice(&self, parts: &[usize]) -> String {
        let (by_sort, lists) = by_sort(parts, |part, sort| self.first[*part].has(sort));
        format!("Node::Choice(&{by_sort:?}, &[{lists}])")
    }

    fn no_word(words: &[String], letters: &str) -> String {
        let (by_sort, lists) = by_sort(words, |word, sort| usize::from(word.as_bytes()[0]) == sort);
        format!("Node::NoWord(&{by_sort:?}, &[{lists}], {letters})")
    }
}

/// For each sort of beginning which list of alternatives can begin so; and those lists.
fn by_sort<T: Debug + PartialEq>(all: &[T], begins: impl Fn(&T, usize) -> bool) -> (Vec<usize>, String) {
    let mut lists: Vec<Vec<&T>> = Vec::new();
    let mut by_sort = Vec::new();
    for sort in 0..SORTS {
        let list: Vec<&T> = all.iter().filter(|one| begins(one, sort)).collect();
        let known = lists.iter().position(|known| *known == list);
        by_sort.push(known.unwrap_or(lists.len()));
        if known.is_none() {
            lists.push(list);
        }
    }
    let lists: Vec<String> = lists.iter().map(|list| format!("&{list:?}")).collect();
    (by_sort, lists.join(", "))
}

/// How a text can go on: with a byte of ASCII, with anything else, or not at all.
const SORTS: usize = 130;

/// Sets of these sorts, each once.
#[derive(Default)]
struct Sets(Vec<First>);

impl Sets {
    fn class(&mut self, class: Class) -> String {
        self.first(&First { class, ..First::default() })
    }

    fn first(&mut self, first: &First) -> String {
        let known = self.0.iter().position(|known| known == first);
        let number = known.unwrap_or_else(|| {
            self.0.push(*first);
            self.0.len() - 1
        });
        format!("&SETS[{number}]")
    }

    fn source(&self) -> String {
        let mut out = format!("static SETS: [Set; {}] = [\n", self.0.len());
        for first in &self.0 {
            let sorts: Vec<bool> = (0..SORTS).map(|sort| first.has(sort)).collect();
            let _ = writeln!(out, "    {sorts:?},");
        }
        out + "];\n"
    }
}

/// A text after which something may not stand, as words of the language are written.
fn word(rules: &[OptimizedRule], left: &Expr, right: &Expr) -> Option<(String, Class)> {
    match (left, right) {
        (Expr::Str(text), Expr::NegPred(after)) => Some((text.clone(), class(rules, after)?)),
        _ => None,
    }
}

/// Words, and the bytes none of which stands after one, where the first of them that the text begins with is the longest: `reserved ~ !letter`.
fn words(rules: &[OptimizedRule], expr: &Expr) -> Option<(Vec<String>, Class)> {
    let Expr::Seq(left, right) = expr else { return None };
    let (Expr::Ident(name), Expr::NegPred(after)) = (&**left, &**right) else { return None };
    let letters = class(rules, after)?;
    let mut rest = &rules.iter().find(|rule| rule.name == *name)?.expr;
    let mut words: Vec<String> = Vec::new();
    while let Expr::Choice(first, others) = rest {
        words.push(text(first)?);
        rest = &**others;
    }
    words.push(text(rest)?);
    let is_word = |word: &String| word.bytes().all(|byte| byte.is_ascii() && letters >> byte & 1 == 1);
    let hides = |i: usize| words[i + 1..].iter().any(|later| later.starts_with(&words[i]));
    (words.iter().all(is_word) && !(0..words.len()).any(hides)).then_some((words, letters))
}

fn text(expr: &Expr) -> Option<String> {
    if let Expr::Str(text) = expr { Some(text.clone()) } else { None }
}

/// The bytes of what is always exactly one of them.
fn class(rules: &[OptimizedRule], expr: &Expr) -> Option<Class> {
    let range = |from: u8, to: u8| (from..=to).fold(0, |class: Class, byte| class | 1 << byte);
    let byte = |text: &str| text.bytes().next().filter(|byte| text.len() == 1 && byte.is_ascii());
    let alpha = range(b'a', b'z') | range(b'A', b'Z');
    match expr {
        Expr::Str(text) => byte(text).map(|byte| 1 << byte),
        Expr::Range(from, to) => Some(range(byte(from)?, byte(to)?)),
        Expr::Choice(left, right) => Some(class(rules, left)? | class(rules, right)?),
        Expr::Ident(name) => match name.as_str() {
            "ASCII_DIGIT" => Some(range(b'0', b'9')),
            "ASCII_ALPHA" => Some(alpha),
            "ASCII_ALPHANUMERIC" => Some(alpha | range(b'0', b'9')),
            _ => {
                let rule = rules.iter().find(|rule| rule.name == *name && rule.ty == RuleType::Silent)?;
                class(rules, &rule.expr)
            }
        },
        _ => None,
    }
}
