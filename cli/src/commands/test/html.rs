//! `ludex test --coverage --html`: a self-contained page of missed items and covered lines.

use std::collections::BTreeMap;
use std::fmt::Write;

use ludex::Ruleset;
use ludex::scenarios::{Coverage, CoverageItem, CoverageKind};

use super::coverage::{several, share, singular};
use super::junit::escaped;

const STYLE: &str = include_str!("coverage.css");

type Lines<'c> = BTreeMap<u32, Vec<&'c CoverageItem>>;

/// Creates the page; `by` names the source of the coverage.
pub fn page(ruleset: &Ruleset, coverage: &Coverage, by: &str) -> String {
    let title = format!("Coverage of {}", escaped(ruleset.id()));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>By {}.</p>\n",
        escaped(by)
    );
    shares(coverage, &mut page);
    missed(coverage, &mut page);
    for (file, lines) in by_file(coverage) {
        let text = ruleset.sources().iter().find(|(_, source)| source.name == file);
        listing(file, text.map_or("", |(_, source)| &source.text), &lines, &mut page);
    }
    page + "</body>\n</html>\n"
}

fn shares(coverage: &Coverage, page: &mut String) {
    page.push_str("<table>\n");
    for kind in CoverageKind::ALL {
        let (all, came) = coverage.count(kind);
        if all > 0 {
            let (name, share) = (several(kind), share(came, all));
            let _ = writeln!(
                page,
                "<tr><th>{name}</th><td>{came} of {all}</td><td>{share}</td><td><meter value=\"{came}\" max=\"{all}\">{share}</meter></td></tr>"
            );
        }
    }
    page.push_str("</table>\n");
}

fn missed(coverage: &Coverage, page: &mut String) {
    let mut items = coverage.missed().peekable();
    if items.peek().is_none() {
        page.push_str("<p class=\"all\">Nothing is missing.</p>\n");
        return;
    }
    page.push_str("<h2>Never</h2>\n<ul>\n");
    for item in items {
        let name = escaped(&item.name);
        let _ = match &item.place {
            Some(at) => {
                let file = escaped(&at.file);
                writeln!(
                    page,
                    "<li><a href=\"#{}\">{file}:{}</a> <code>{name}</code></li>",
                    id(&at.file, at.line),
                    at.line
                )
            }
            None => writeln!(page, "<li>{}<code>{name}</code></li>", singular(item.kind)),
        };
    }
    page.push_str("</ul>\n");
}

fn by_file(coverage: &Coverage) -> BTreeMap<&str, Lines<'_>> {
    let mut files: BTreeMap<&str, Lines<'_>> = BTreeMap::new();
    for item in &coverage.items {
        if let Some(at) = &item.place {
            files.entry(&at.file).or_default().entry(at.line).or_default().push(item);
        }
    }
    files
}

/// Appends the lines of a file, with counts on the lines at which items begin.
fn listing(file: &str, text: &str, lines: &Lines<'_>, page: &mut String) {
    let all = lines.values().flatten();
    let (count, came) = (all.clone().count(), all.filter(|item| item.count > 0).count());
    let open = if came < count { " open" } else { "" };
    let _ = writeln!(
        page,
        "<details{open}><summary>{} <span>{came} of {count}</span></summary>\n<pre>",
        escaped(file)
    );
    for (number, line) in (1..).zip(text.lines()) {
        let items = lines.get(&number).map_or(&[][..], Vec::as_slice);
        let (class, mark) = mark(items);
        let title: Vec<String> = items.iter().map(|item| format!("{}: {}", item.name, item.count)).collect();
        let title = if title.is_empty() {
            String::new()
        } else {
            format!(" title=\"{}\"", escaped(&title.join("; ")))
        };
        let _ = writeln!(
            page,
            "<span id=\"{}\" class=\"{class}\"{title}><b>{number:>5}</b><i>{mark:>7}</i> {}</span>",
            id(file, number),
            escaped(line)
        );
    }
    page.push_str("</pre></details>\n");
}

/// Returns the style and the count of a line: the minimum count of the items that begin there.
fn mark(items: &[&CoverageItem]) -> (&'static str, String) {
    let Some(least) = items.iter().map(|item| item.count).min() else { return ("", String::new()) };
    match (least, items.iter().all(|item| item.hidden)) {
        (0, true) => ("hidden", "-".to_owned()),
        (0, false) => ("missed", "never".to_owned()),
        (least, _) => ("came", format!("{least}×")),
    }
}

/// Returns the anchor of a line.
fn id(file: &str, line: u32) -> String {
    let name: String = file.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{name}-{line}")
}
