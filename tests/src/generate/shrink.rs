//! Minimises the text of a ruleset as long as a condition holds.
//!
//! Entries and statements are removed with everything below them, blocks are replaced by their content, and
//! parts in brackets by one of their parts or a plain value. The caller decides whether the rest is still
//! valid.

use std::ops::Range;

/// Plain values that may replace a part in brackets.
const PLAIN: [&str; 4] = ["0", "1", "true", "me"];

/// Returns the smallest text found.
pub fn shrink(text: &str, still: impl Fn(&str) -> bool) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let still = |lines: &[String]| still(&(lines.join("\n") + "\n"));
    while left_out(&mut lines, &still) | replaced(&mut lines, &still) {}
    lines.join("\n") + "\n"
}

/// Removes lines, outermost first. Returns true if any were removed.
fn left_out(lines: &mut Vec<String>, still: &impl Fn(&[String]) -> bool) -> bool {
    let (mut changed, mut at) = (false, 0);
    while at < lines.len() {
        let below = unit(lines, at);
        let fewer = [without(lines, below.clone()), without_ends(lines, below)];
        match fewer.into_iter().flatten().find(|fewer| still(fewer)) {
            Some(fewer) => (*lines, changed) = (fewer, true),
            None => at += 1,
        }
    }
    changed
}

/// Returns a line with everything below it and its closing bracket; for `} else {`, only the lines below.
fn unit(lines: &[String], at: usize) -> Range<usize> {
    let depth = |line: &String| line.len() - line.trim_start().len();
    let closes = |line: &String| line.trim_start().starts_with('}');
    let also = |line: &String| depth(line) == depth(&lines[at]) && closes(line) && !closes(&lines[at]);
    let inside = |line: &&String| depth(line) > depth(&lines[at]) || also(line);
    at..at + 1 + lines[at + 1..].iter().take_while(inside).count()
}

fn without(lines: &[String], range: Range<usize>) -> Option<Vec<String>> {
    Some([&lines[..range.start], &lines[range.end..]].concat())
}

/// Returns a block's content without its head and closing bracket.
fn without_ends(lines: &[String], range: Range<usize>) -> Option<Vec<String>> {
    let Range { start, end } = range;
    let is_block = end > start + 1 && lines[end - 1].trim() == "}";
    is_block.then(|| [&lines[..start], &lines[start + 1..end - 1], &lines[end..]].concat())
}

/// Replaces parts in brackets. Returns true if any were replaced.
fn replaced(lines: &mut [String], still: &impl Fn(&[String]) -> bool) -> bool {
    let mut changed = false;
    for at in 0..lines.len() {
        while let Some(line) = shorter(&lines[at]).into_iter().find(|line| holds_with(lines, at, line, still))
        {
            lines[at] = line;
            changed = true;
        }
    }
    changed
}

fn holds_with(lines: &[String], at: usize, line: &str, still: &impl Fn(&[String]) -> bool) -> bool {
    let mut lines = lines.to_vec();
    line.clone_into(&mut lines[at]);
    still(&lines)
}

/// Returns all shorter lines with one part in brackets replaced.
fn shorter(line: &str) -> Vec<String> {
    let groups = groups(line);
    let mut found = Vec::new();
    for group in &groups {
        let inner = groups.iter().filter(|inner| inner.start > group.start && inner.end < group.end);
        let parts = inner.map(|inner| &line[inner.clone()]);
        let smaller = PLAIN.into_iter().chain(parts).filter(|part| part.len() < group.len());
        found.extend(smaller.map(|part| format!("{}{part}{}", &line[..group.start], &line[group.end..])));
    }
    found
}

/// Returns the ranges of parts in round brackets.
fn groups(line: &str) -> Vec<Range<usize>> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (at, c) in line.char_indices() {
        match c {
            '(' => open.push(at),
            ')' => found.extend(open.pop().map(|start| start..at + 1)),
            _ => {}
        }
    }
    found.sort_by_key(|group| group.start);
    found
}

#[cfg(test)]
mod tests {
    use super::shrink;

    const TEXT: &str = "a:\n  b: 1\n  c: |\n    if (x + (y * 2)) {\n      set z = 1\n      keep\n    } else {\n      no\n    }\n";

    fn balanced(text: &str) -> bool {
        text.matches('{').count() == text.matches('}').count()
    }

    #[test]
    fn what_is_asked_for_is_left() {
        let small = shrink(TEXT, |text| text.contains("keep") && text.starts_with("a:") && balanced(text));
        assert_eq!(small, "a:\n  c: |\n      keep\n");
    }

    #[test]
    fn parts_in_brackets_stand_for_the_whole() {
        let small = shrink(TEXT, |text| text.contains("* 2") && text.contains("if (") && balanced(text));
        assert!(small.contains("if (y * 2) {\n    }\n"), "{small}");
    }
}
