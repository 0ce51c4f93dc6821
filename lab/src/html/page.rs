//! Frame of a page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::{Page, Section, Table};

const STYLE: &str = include_str!("page.css");

/// Returns the content security policy: only the page's own style, no scripts, no images, no external
/// resources.
fn policy() -> String {
    let style = STANDARD.encode(Sha256::digest(STYLE));
    format!("default-src 'none'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'")
}

/// Returns the complete file.
pub fn render(page: &Page) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (page.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (page.title) }
                p.answer { (page.answer) }
                dl { @for (name, value) in &page.facts { dt { (name) } dd { (value) } } }
                p.note { "The same page again:" }
                pre { @for (i, word) in page.command.split(' ').enumerate() { @if i > 0 { " " } span { (word) } } }
                @for part in &page.sections { (section(part)) }
            }
        }
    };
    markup.into_string() + "\n"
}

fn section(part: &Section) -> Markup {
    html! {
        section {
            h2 { (part.heading) }
            @if !part.text.is_empty() { p.note { (part.text) } }
            @if let Some(chart) = &part.chart {
                @for (size, svg) in chart.sizes(&part.heading) { figure class=(size) { (PreEscaped(svg)) } }
            }
            @if let Some(numbers) = &part.table { (table(numbers)) }
        }
    }
}

/// Keeps a number and its unit on one line when a cell wraps.
fn unbroken(entry: &str) -> String {
    entry.replace(" %", "\u{a0}%")
}

fn table(numbers: &Table) -> Markup {
    let class =
        |column: usize| numbers.columns.get(column).is_some_and(|(_, number)| *number).then_some("number");
    html! {
        div.scroll {
            table {
                thead { tr { @for (i, (name, _)) in numbers.columns.iter().enumerate() { th class=[class(i)] { (name) } } } }
                tbody {
                    @for row in &numbers.rows {
                        tr { @for (i, entry) in row.iter().enumerate() { td class=[class(i)] { (unbroken(entry)) } } }
                    }
                }
            }
        }
    }
}
