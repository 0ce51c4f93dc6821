//! Frame of a page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::{Page, Pictured, Section, Table};

const STYLE: &str = include_str!("page.css");

/// Returns the content security policy: only the page's own style and embedded pictures, no scripts, no
/// external resources.
fn policy(page: &Page) -> String {
    let style = STANDARD.encode(Sha256::digest(STYLE));
    let has_pictures = page.sections.iter().any(|part| !part.pictures.is_empty());
    let pictures = if has_pictures { " img-src data:;" } else { "" };
    format!("default-src 'none'; style-src 'sha256-{style}';{pictures} base-uri 'none'; form-action 'none'")
}

/// Returns the complete file.
pub fn render(page: &Page) -> String {
    let language = if page.language.is_empty() { "en" } else { &page.language };
    let markup = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy(page));
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (page.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (page.title) }
                @if !page.players.is_empty() { p.note { (page.players) } }
                @for line in page.answer.lines() { p.answer { (line) } }
                @if page.end.is_none() { (facts(page, "The same page again:")) }
                @for part in &page.sections { (section(part)) }
                @if let Some([heading, again]) = &page.end { section { h2 { (heading) } (facts(page, again)) } }
            }
        }
    };
    markup.into_string() + "\n"
}

/// Renders the facts about the run and the command.
fn facts(page: &Page, again: &str) -> Markup {
    html! {
        dl { @for (name, value) in &page.facts { dt { (name) } dd { (value) } } }
        p.note { (again) }
        pre { @for (i, word) in page.command.split(' ').enumerate() { @if i > 0 { " " } span { (word) } } }
    }
}

/// Renders a picture. It is embedded as an image, so the styles of the page do not change its colours.
fn pictured(picture: &Pictured) -> Markup {
    let uri = format!("data:image/svg+xml;base64,{}", STANDARD.encode(&picture.svg));
    html! { figure { img src=(uri) alt=(picture.name); figcaption { (picture.caption) } } }
}

fn section(part: &Section) -> Markup {
    html! {
        section {
            h2 { (part.heading) }
            @if !part.text.is_empty() { p.note { (part.text) } }
            @if !part.pictures.is_empty() {
                div.cards { @for picture in &part.pictures { (pictured(picture)) } }
            }
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
