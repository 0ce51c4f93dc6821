//! Turns `effect.pest` into the functions by which `src/parse/matcher.rs` reads texts: the same rules as those of the parser that pest makes,
//! with the first bytes by which a rule or an alternative can begin, so that most of what can't match is never tried.
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
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
    std::fs::write(out.join("rules.rs"), Rules::new(&rules).source(&rules)).expect("the folder of the build");
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

struct Rules {
    numbers: BTreeMap<String, usize>,
    names: Vec<String>,
    silent: Vec<bool>,
    nodes: Vec<Node>,
    first: Vec<First>,
}

impl Rules {
    fn new(rules: &[OptimizedRule]) -> Rules {
        let numbers = rules.iter().enumerate().map(|(i, rule)| (rule.name.clone(), i)).collect();
        let silent = rules.iter().map(|rule| rule.ty == RuleType::Silent).collect();
        let nodes = rules.iter().map(|_| Node::Any).collect();
        let names = rules.iter().map(|rule| rule.name.clone()).collect();
        let mut made = Rules { numbers, names, silent, nodes, first: Vec::new() };
        for (i, rule) in rules.iter().enumerate() {
            let is_skipped = matches!(rule.name.as_str(), "WHITESPACE" | "COMMENT");
            let atomic = is_skipped || matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
            made.nodes[i] = made.node(rules, &rule.expr, !atomic);
        }
        made.find_first();
        made
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
        let mut code =
            Code { rules: self, sets: Sets::default(), functions: String::new(), wanted: Vec::new() };
        let mut entries = String::new();
        for (number, rule) in rules.iter().enumerate() {
            let name = &rule.name;
            let entry = if self.silent[number] { "None".to_owned() } else { format!("self.rule_{name}(0)") };
            let _ = writeln!(entries, "            Rule::r#{name} => {entry},");
            code.rule(number, rule);
        }
        let [space, comment] = ["WHITESPACE", "COMMENT"].map(|name| self.numbers[name]);
        assert!(
            matches!(self.nodes[space], Node::Byte(_)),
            "{GRAMMAR}: white space is one byte after the other"
        );
        let [blank, hash] = [space, comment].map(|rule| code.sets.first(&self.first[rule]));
        let comment = code.node(comment, "self");
        let mut made = BTreeSet::new();
        while let Some(number) = code.wanted.pop() {
            if made.insert(number) {
                code.function(number);
            }
        }
        let (sets, functions) = (code.sets.source(), code.functions);
        format!(
            "// Made by `build.rs` from `{GRAMMAR}`.

{sets}
/// What white space consists of.
const SPACE: &Set = {blank};
/// How a comment begins.
const COMMENT: &Set = {hash};

impl Matcher<'_> {{
    /// A rule at the beginning of the text.
    fn entry(&mut self, rule: Rule) -> Option<usize> {{
        match rule {{
{entries}            Rule::EOI => None,
        }}
    }}

    fn comment(&mut self, at: usize) -> Option<usize> {{
        {comment}
    }}
{functions}}}
"
        )
    }
}

/// Functions in the making: one for each rule that is told, for each sequence and each choice. All else is part of these.
struct Code<'r> {
    rules: &'r Rules,
    sets: Sets,
    functions: String,
    /// Sequences and choices that are called.
    wanted: Vec<usize>,
}

impl Code<'_> {
    fn rule(&mut self, number: usize, rule: &OptimizedRule) {
        let spacing = match rule.ty {
            RuleType::Normal => "None",
            RuleType::Atomic => "Some(Spacing::Word)",
            RuleType::CompoundAtomic => "Some(Spacing::Written)",
            RuleType::NonAtomic => "Some(Spacing::Free)",
            RuleType::Silent => return,
        };
        let name = &rule.name;
        let begins = self.sets.first(&self.rules.first[number]);
        let inside = self.inside(number);
        let _ = write!(
            self.functions,
            "
    fn rule_{name}(&mut self, at: usize) -> Option<usize> {{
        self.rule(&Named {{ rule: Rule::r#{name}, spacing: {spacing}, begins: {begins} }}, at, {inside})
    }}
"
        );
    }

    /// That of a sequence or a choice.
    fn function(&mut self, number: usize) {
        let rules = self.rules;
        let body = if let Node::Sequence(parts, spaced) = &rules.nodes[number] {
            self.sequence(parts, *spaced)
        } else if let Node::Choice(parts) = &rules.nodes[number] {
            self.choice(parts)
        } else {
            return;
        };
        let _ = write!(
            self.functions,
            "
    fn node_{number}(&mut self, at: usize) -> Option<usize> {{
{body}    }}
"
        );
    }

    fn sequence(&mut self, parts: &[usize], spaced: bool) -> String {
        let mut body = String::new();
        for (i, part) in parts.iter().enumerate() {
            if spaced && i > 0 {
                body.push_str("        let at = self.space(at);\n");
            }
            let end = self.sure(*part, "self").unwrap_or_else(|| self.node(*part, "self") + "?");
            let _ = writeln!(body, "        let at = {end};");
        }
        body + "        Some(at)\n"
    }

    /// For each sort of beginning the alternatives that can begin so.
    fn choice(&mut self, parts: &[usize]) -> String {
        let rules = self.rules;
        let mut body = String::from("        match self.sort(at) {\n");
        for (sorts, list) in by_sort(parts, |part, sort| rules.first[*part].has(sort)) {
            let tried: Vec<String> =
                list.iter().map(|part| format!("self.attempt(at, {})", self.inside(**part))).collect();
            let _ = writeln!(body, "            {} => {},", pattern(&sorts), in_turn(&tried));
        }
        body + "            _ => None,\n        }\n"
    }

    /// The function of a sequence or a choice.
    fn called(&mut self, number: usize) -> Option<String> {
        let found = matches!(self.rules.nodes[number], Node::Sequence(..) | Node::Choice(_));
        found.then(|| {
            self.wanted.push(number);
            format!("node_{number}")
        })
    }

    /// Where a node ends, as a function of a matcher and of where it begins.
    fn inside(&mut self, number: usize) -> String {
        match self.called(number) {
            Some(function) => format!("Self::{function}"),
            None => format!("|m, at| {}", self.node(number, "m")),
        }
    }

    /// Where a node ends for the matcher `m` that begins at `at`, if it matches.
    fn node(&mut self, number: usize, m: &str) -> String {
        let rules = self.rules;
        match &rules.nodes[number] {
            Node::Byte(class) => format!("{m}.byte({}, at)", self.sets.class(*class)),
            Node::Text(text) => format!("{m}.literal({text:?}, at)"),
            Node::Word(text, after) => format!("{m}.word({text:?}, {}, at)", self.sets.class(*after)),
            Node::Any => format!("{m}.any(at)"),
            Node::Start => "(at == 0).then_some(at)".to_owned(),
            Node::End => format!("(at == {m}.text.len()).then_some(at)"),
            Node::Rule(rule) => format!("{m}.rule_{}(at)", rules.names[*rule]),
            Node::Sequence(..) | Node::Choice(_) => {
                format!("{m}.{}(at)", self.called(number).expect("it has a function"))
            }
            Node::Bytes(_) | Node::Maybe(_) | Node::Repeat(..) => {
                format!("Some({})", self.sure(number, m).expect("it always matches"))
            }
            Node::Ahead(inner) => format!("{m}.ahead(at, {}).then_some(at)", self.inside(*inner)),
            Node::NotAhead(inner) => format!("(!{m}.ahead(at, {})).then_some(at)", self.inside(*inner)),
            Node::NoWord(words, letters) => {
                format!("{m}.no_word(&{words:?}, {}, at)", self.sets.class(*letters))
            }
        }
    }

    /// The same of a node that always matches.
    fn sure(&mut self, number: usize, m: &str) -> Option<String> {
        let rules = self.rules;
        if number == rules.numbers["gap"] {
            return Some(format!("{m}.gap(at)"));
        }
        match &rules.nodes[number] {
            Node::Bytes(class) => Some(format!("{m}.bytes({}, at)", self.sets.class(*class))),
            Node::Maybe(inner) => {
                Some(format!("{m}.maybe({}, at, {})", self.begins(*inner), self.inside(*inner)))
            }
            Node::Repeat(inner, spaced) => {
                let (begins, inside) = (self.begins(*inner), self.inside(*inner));
                Some(format!("{m}.repeat({begins}, {spaced}, at, {inside})"))
            }
            Node::Byte(_)
            | Node::Text(_)
            | Node::Word(..)
            | Node::Any
            | Node::Start
            | Node::End
            | Node::Rule(_)
            | Node::Sequence(..)
            | Node::Choice(_)
            | Node::Ahead(_)
            | Node::NotAhead(_)
            | Node::NoWord(..) => None,
        }
    }

    /// How a part that may be left out begins: by what stands after the white space where it begins with that.
    fn begins(&mut self, part: usize) -> String {
        let rules = self.rules;
        let (mut after_gap, mut first) = (false, rules.first[part]);
        if let Node::Sequence(parts, spaced) = &rules.nodes[part]
            && parts[0] == rules.numbers["gap"]
        {
            (after_gap, first) = (true, rules.first_of_sequence(&parts[1..], *spaced));
        }
        format!("&Begins {{ after_gap: {after_gap}, with: {} }}", self.sets.first(&first))
    }
}

/// Some numbers in order.
fn pattern(sorts: &[usize]) -> String {
    let ranges = sorts.chunk_by(|one, next| one + 1 == *next).map(|range| match range {
        [first, .., last] if range.len() > 2 => format!("{first}..={last}"),
        _ => range.iter().map(usize::to_string).collect::<Vec<_>>().join(" | "),
    });
    ranges.collect::<Vec<_>>().join(" | ")
}

/// The first of some expressions that is something.
fn in_turn(tried: &[String]) -> String {
    match tried {
        [] => "None".to_owned(),
        [one] => one.clone(),
        [one, others @ ..] => format!("{one}.or_else(|| {})", in_turn(others)),
    }
}

/// The sorts of beginnings, by the alternatives that can begin so; those with which none can are left out.
fn by_sort<T: PartialEq>(all: &[T], begins: impl Fn(&T, usize) -> bool) -> Vec<(Vec<usize>, Vec<&T>)> {
    let mut lists: Vec<(Vec<usize>, Vec<&T>)> = Vec::new();
    for sort in 0..SORTS {
        let list: Vec<&T> = all.iter().filter(|one| begins(one, sort)).collect();
        match lists.iter_mut().find(|(_, known)| *known == list) {
            Some((sorts, _)) => sorts.push(sort),
            None if list.is_empty() => {}
            None => lists.push((vec![sort], list)),
        }
    }
    lists
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

/// Words in order, and the bytes none of which stands after one, where the first of them that the text begins with is the longest: `reserved ~ !letter`.
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
    let are_words = words.iter().all(is_word) && !(0..words.len()).any(hides);
    words.sort();
    are_words.then_some((words, letters))
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
