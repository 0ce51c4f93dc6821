//! Markdown as part of a page.
//!
//! HTML is shown as text, pictures are replaced by their descriptions, and links may lead only to pages.

use std::ops::RangeInclusive;

use maud::{Markup, PreEscaped};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::plain;

/// Rendered Markdown.
pub struct Marked {
    pub markup: Markup,
    /// Headings of the second level: ID and text.
    pub headings: Vec<(String, String)>,
}

/// Number of levels by which headings are lowered.
const LOWER: usize = 1;

/// Levels of headings in HTML.
const LEVELS: RangeInclusive<usize> = 1..=6;

/// Renders the text as markup; IDs of headings begin with `prefix`.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the events are those of another crate: all others are kept"
)]
pub fn marked(text: &str, prefix: &str) -> Marked {
    let text = plain(&text.replace('\t', "    "));
    let mut headings: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    let mut events = Vec::new();
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match &event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                inside = true;
                headings.push((format!("{prefix}{}", headings.len()), String::new()));
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => inside = false,
            Event::Text(words) | Event::Code(words) if inside => {
                headings.iter_mut().last().into_iter().for_each(|(_, heading)| heading.push_str(words));
            }
            _ => {}
        }
        let place = inside.then(|| headings.last().map(|(id, _)| id.clone())).flatten();
        events.extend(tamed(event, place));
    }
    let mut markup = String::new();
    html::push_html(&mut markup, events.into_iter());
    Marked { markup: PreEscaped(markup), headings }
}

/// Makes an event safe: it can't load or run anything or link to other schemes.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the events are those of another crate: all others are kept"
)]
fn tamed(event: Event<'_>, place: Option<String>) -> Option<Event<'_>> {
    Some(match event {
        Event::Html(words) | Event::InlineHtml(words) => Event::Text(words),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
        Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => return None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = if leads_to_a_page(&dest_url) { dest_url } else { CowStr::Borrowed("#") };
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        Event::Start(Tag::Heading { level, .. }) => {
            let id = place.filter(|_| level == HeadingLevel::H2).map(CowStr::from);
            Event::Start(Tag::Heading { level: lower(level), id, classes: Vec::new(), attrs: Vec::new() })
        }
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lower(level))),
        other => other,
    })
}

fn leads_to_a_page(address: &str) -> bool {
    ["https://", "http://", "#"].iter().any(|begin| address.starts_with(begin))
}

fn lower(level: HeadingLevel) -> HeadingLevel {
    HeadingLevel::try_from((level as usize + LOWER).min(*LEVELS.end())).unwrap_or(level)
}
