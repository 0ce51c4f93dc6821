//! Explanations of values as lines, in the words of the ruleset.

use ludex::why::{Explanation, Gathered, Op, Subject};
use ludex::{Place, Value};

use super::{Words, place_text};
use crate::typeset::clean;

/// Maximum depth of an explanation.
const LEVELS: usize = 8;
/// Maximum depth if several items are explained together.
const FEW_LEVELS: usize = 5;
const MOST_LINES: usize = 120;

pub struct WhyLine {
    /// Depth, from 0.
    pub level: usize,
    pub text: String,
    /// Place of the definition in the ruleset.
    pub place: Option<String>,
    /// Number of times that the line occurs.
    times: usize,
}

impl Words<'_> {
    /// Returns the lines of explanations, with a last line `…` if there are more.
    pub fn explained(&self, explanations: &[Explanation]) -> Vec<WhyLine> {
        let is_whole =
            |explanation: &Explanation| matches!(explanation.what, Subject::Spot(_) | Subject::Zone(_));
        let brief = explanations.len() > 1 || explanations.iter().any(is_whole);
        let levels = if brief { FEW_LEVELS } else { LEVELS };
        let mut printer = Printer { words: self, lines: Vec::new(), brief };
        for explanation in explanations {
            printer.node(explanation, None, 0, levels);
        }
        if let (true, Some(last)) = (is_one_variable(explanations), explanations.last()) {
            // the statements that may set a variable are the same for all its holders
            printer.brief = false;
            last.children.iter().for_each(|set| printer.node(set, None, 0, 0));
        }
        let mut lines = printer.lines;
        if lines.len() > MOST_LINES {
            lines.truncate(MOST_LINES);
            lines.push(WhyLine { level: 0, text: "…".to_owned(), place: None, times: 1 });
        }
        for line in lines.iter_mut().filter(|line| line.times > 1) {
            line.text.push_str(&format!(" ×{}", line.times));
        }
        lines
    }
}

/// Returns true if all explanations are of variables with the same name.
fn is_one_variable(explanations: &[Explanation]) -> bool {
    let name = |explanation: &Explanation| {
        let Subject::Variable { variable, .. } = &explanation.what else { return None };
        Some(variable.id)
    };
    let first = explanations.first().and_then(name);
    explanations.len() > 1 && first.is_some() && explanations.iter().all(|other| name(other) == first)
}

struct Printer<'a, 'w> {
    words: &'a Words<'w>,
    lines: Vec<WhyLine>,
    /// True if several items are explained: omits tests, and statements that set variables.
    brief: bool,
}

impl Printer<'_, '_> {
    /// Prints a part with its sources. `of` is the card whose parts are printed.
    fn node(&mut self, node: &Explanation, of: Option<&Value>, level: usize, levels: usize) {
        let left_out = self.brief && matches!(node.what, Subject::Test | Subject::SetHere);
        if left_out || self.lines.len() > MOST_LINES {
            return;
        }
        if let Some(inner) = said_inside(node) {
            return self.node(inner, of, level, levels);
        }
        let text = self.text(node, of);
        let place = node.place.as_ref().filter(|place| has_place(&node.what) && !place.file.is_empty());
        let place = place.map(place_text);
        let repeats = self.lines.last().is_some_and(|last| {
            node.children.is_empty() && last.level == level && last.text == text && last.place == place
        });
        match self.lines.last_mut() {
            Some(last) if repeats => last.times += 1,
            _ => self.lines.push(WhyLine { level, text, place, times: 1 }),
        }
        if levels == 0 || (self.brief && is_truth(node)) {
            return;
        }
        let of = if let Subject::Card(card) | Subject::Property { card, .. } = &node.what {
            Some(card)
        } else {
            None
        };
        for child in parts(node) {
            let tells = node.value != Value::Hidden || tells_something(child);
            if tells && !says_the_same(node, child) {
                self.node(child, of, level + 1, levels - 1);
            }
        }
    }

    fn text(&self, node: &Explanation, of: Option<&Value>) -> String {
        let name = self.name(&node.what, node.place.as_ref());
        // the previous line already names the card
        let name = match (&node.what, of) {
            (Subject::Property { property, card }, Some(of)) if card == of => {
                named(self.words, "properties", &property.name)
            }
            (Subject::Field { field, card }, Some(of)) if card == of => {
                named(self.words, "fields", &field.name)
            }
            (Subject::Variable { variable, of: Some(card), key }, Some(of)) if card == of => {
                self.words.variable_for(&variable.name, key.as_ref())
            }
            _ => name,
        };
        let value = self.words.value(&node.value);
        if let Subject::Modifier { .. } = node.what {
            return format!("{name} → {value}");
        }
        let is_value = matches!(&node.what, Subject::Element(item) if *item == node.value);
        let has_none =
            matches!(node.what, Subject::Card(_) | Subject::Spot(_) | Subject::SetHere | Subject::More);
        if is_value || has_none { name } else { self.words.label(&name, &value) }
    }

    fn name(&self, what: &Subject, place: Option<&Place>) -> String {
        let words = self.words;
        let written = || place.map_or_else(String::new, |place| clean(&place.text));
        match what {
            Subject::Score(player) => {
                let total = words.get("score.total").unwrap_or_else(|| words.own.score());
                format!("{}, {total}", words.value(player))
            }
            Subject::Won(player) => words.own.why_wins(words.value(player)),
            Subject::Line(name) => words.score_line(name),
            Subject::Property { property, card } => {
                let name = named(words, "properties", &property.name);
                format!("{}, {name}", words.value(card))
            }
            Subject::Base => words.own.why_base(),
            Subject::Modifier { card, stage, op, amount } => {
                let change = format!("{} {}", words.value(card), change(words, *op, amount));
                let stage = stage.as_ref().map(|stage| format!(" ({})", words.own.why_stage(stage)));
                change + &stage.unwrap_or_default()
            }
            Subject::Function { function, arguments } => {
                let arguments: Vec<String> = arguments.iter().map(|value| words.value(value)).collect();
                format!("{}({})", function.name, arguments.join(", "))
            }
            Subject::Gathered(_) | Subject::Test | Subject::Expression => written(),
            Subject::Element(value) | Subject::Card(value) | Subject::Spot(value) | Subject::Zone(value) => {
                words.value(value)
            }
            Subject::Field { field, card } => {
                format!("{}, {}", words.value(card), named(words, "fields", &field.name))
            }
            Subject::Variable { variable, of, key } => {
                let name = words.variable_for(&variable.name, key.as_ref());
                of.as_ref().map_or(name.clone(), |of| format!("{}, {name}", words.value(of)))
            }
            Subject::SetHere => words.own.why_set_by(written()),
            Subject::Option(option) => option.name.clone(),
            Subject::More => "…".to_owned(),
        }
    }
}

/// Returns true if the place of an entry is worth printing: where it is defined, not where it is read.
fn has_place(what: &Subject) -> bool {
    let is_read = matches!(what, Subject::Variable { .. } | Subject::Option(_) | Subject::Expression);
    !is_read && !matches!(what, Subject::Spot(_) | Subject::Zone(_) | Subject::More)
}

/// Returns true if any part of an explanation is known. Parts that are all hidden are only mentioned if the
/// user asked about their item.
fn tells_something(node: &Explanation) -> bool {
    node.value != Value::Hidden || node.children.iter().any(tells_something)
}

/// Returns true for a boolean property.
fn is_truth(node: &Explanation) -> bool {
    matches!((&node.what, &node.value), (Subject::Property { .. }, Value::Bool(_)))
}

/// Returns the sources of a value. For a property without modifiers, these are the sources of its base. If
/// the base is another property of the same card, they are the sources of that property.
fn parts(node: &Explanation) -> &[Explanation] {
    let mut parts = node.children.as_slice();
    while let (Subject::Property { card, .. }, [Explanation { what: Subject::Base, children, .. }]) =
        (&node.what, parts)
    {
        match children.as_slice() {
            [Explanation { what: Subject::Property { card: inner, .. }, value, children, .. }]
                if inner == card && *value == node.value =>
            {
                parts = children;
            }
            children => return children,
        }
    }
    parts
}

/// Returns the only child of a base if it has the same value.
fn said_inside(node: &Explanation) -> Option<&Explanation> {
    let (Subject::Base, [child]) = (&node.what, node.children.as_slice()) else { return None };
    let is_read = matches!(child.what, Subject::Property { .. } | Subject::Field { .. });
    (is_read && child.value == node.value).then_some(child)
}

/// Returns true if a child only repeats its parent.
fn says_the_same(node: &Explanation, child: &Explanation) -> bool {
    let same_text = match (&node.place, &child.place) {
        (Some(outer), Some(inner)) => outer.span == inner.span,
        _ => false,
    };
    match (&node.what, &child.what) {
        (Subject::Test, Subject::Option(_)) => true,
        (Subject::Test | Subject::Expression, Subject::Expression) => same_text,
        (_, Subject::Gathered(Gathered::Any | Gathered::Count)) => same_text && child.children.is_empty(),
        _ => false,
    }
}

/// Returns the text for a name, or the name with blanks for underscores.
fn named(words: &Words<'_>, section: &str, name: &str) -> String {
    words.get(&format!("{section}.{name}")).unwrap_or_else(|| name.replace('_', " "))
}

/// Formats a modifier: `+ 3`, `= 15`.
fn change(words: &Words<'_>, op: Op, amount: &Value) -> String {
    let negative = amount.thousandths().is_some_and(|n| n < 0);
    let text = words.value(amount);
    match op {
        Op::Add if negative => format!("− {}", text.trim_start_matches('-')),
        Op::Add => format!("+ {text}"),
        Op::Set => format!("= {text}"),
        Op::Multiply => format!("× {text}"),
        Op::AtLeast => format!("≥ {text}"),
        Op::AtMost => format!("≤ {text}"),
    }
}
