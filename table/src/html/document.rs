//! The document around a page: its head, bar, messages and style.

use std::fmt::Write as _;

use ludex::{Game, Setup};
use ludex_print::letters;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::seats::glyph_of;
use super::spots::ring_areas;
use super::{Frame, Notice, Page, Theme, names};
use crate::faces::{Faces, no_files};
use crate::phrases::Phrases;
use crate::words::{Words, capital};

pub(super) struct Head<'a> {
    pub language: &'a str,
    pub theme: Theme,
    pub title: &'a str,
    /// Address of the colours of a ruleset.
    pub cards: Option<String>,
}

/// Draws a document with its links to style and script.
pub(super) fn document(head: &Head<'_>, body: &Markup) -> Markup {
    let theme = (head.theme != Theme::System).then(|| head.theme.name());
    html! {
        (DOCTYPE)
        html lang=(head.language) data-theme=[theme] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (head.title) }
                meta name="color-scheme" content="light dark";
                // an empty icon: without one, browsers ask for /favicon.ico
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/assets/table.css";
                @if let Some(cards) = &head.cards { link rel="stylesheet" href=(cards); }
                script type="module" src="/assets/table.js" {}
            }
            body { (body) }
        }
    }
}

/// Draws the bar of a page without a table.
pub(super) fn plain_bar(title: &str) -> Markup {
    html! { header.bar { a.brand href="/" { "Ludex" } h1 { (title) } } }
}

/// Draws an error page.
pub fn message(language: &str, status: u16, title: &str, text: &str) -> String {
    let own = Phrases::for_language(language);
    let body = html! {
        (plain_bar(title))
        main.lobby {
            section.panel.form role="alert" {
                p { (text) }
                p.small.dim { (status) }
                p { a.btn href="/" { (own.lobby_back()) } }
            }
        }
    };
    let head = Head { language, theme: Theme::System, title, cards: None };
    document(&head, &body).into_string()
}

/// Returns the title of the document: `Your turn · Game`.
pub fn title(game: &Game, frame: &Frame<'_>) -> String {
    let names = names(frame);
    Page::new(game, frame, &names).title()
}

/// Returns the text that is read aloud after a change: the log from this line on, and the name of the acting player.
pub fn announcement(game: &Game, frame: &Frame<'_>, from: usize) -> String {
    let names = names(frame);
    let page = Page::new(game, frame, &names);
    let entries = game.log(frame.viewer, from);
    let lines = page.words.log_lines(&entries, frame.reader()).into_iter().map(|(_, line)| sentence(&line));
    let turn = [sentence(&page.turn())].into_iter();
    let asked = page.is_asked().then(|| {
        let options = page.words.own.table_options(page.offers.all.len());
        format!("{} {}.", page.prompt(), options)
    });
    lines.chain(turn).chain(asked).collect::<Vec<_>>().join(" ")
}

fn sentence(text: &str) -> String {
    if text.ends_with(['.', '!', '?', '…', ':']) { text.to_owned() } else { format!("{text}.") }
}

/// Returns the style of a ruleset's cards and spots: their colours, columns and circles.
pub fn stylesheet(setup: &Setup) -> String {
    let language = setup.ruleset().languages().next().unwrap_or("en");
    let faces = Faces::new(Words::new(setup, language), &no_files);
    let mut style = String::new();
    for design in &faces.designs {
        let colour = letters(faces.design_face(design).colour);
        let _ = writeln!(style, "[data-face={}] {{ --c: {colour} }}", design.name);
    }
    for spot in setup.rules().spots() {
        let columns = setup.rules().columns(spot.id).unwrap_or(spot.count.min(6)).max(1);
        let _ = writeln!(style, ".spots.{} {{ --n: {columns} }}", super::slug(spot.name));
        style.push_str(&ring_areas(usize::from(spot.count)));
    }
    style
}

impl Page<'_> {
    pub(super) fn document(&self, body: &Markup) -> Markup {
        let title = self.title();
        let head = Head {
            language: self.words.language,
            theme: self.frame.theme,
            title: &title,
            cards: (!self.frame.cards.is_empty()).then(|| format!("{}/faces.css", self.frame.cards)),
        };
        document(&head, &html! { a.skip href="#decision" { (self.words.own.table_skip()) } (body) })
    }

    pub(super) fn title(&self) -> String {
        format!("{} · {}", self.turn(), self.words.title())
    }

    pub(super) fn turn(&self) -> String {
        let own = self.words.own;
        match &self.decision {
            None => own.table_over(),
            Some(_) if self.is_asked() => own.table_your_turn(),
            Some(decision) => own.table_turn(capital(&self.words.seat(decision.seat.id))),
        }
    }

    pub(super) fn bar(&self) -> Markup {
        let mine = if self.is_asked() { "turn mine" } else { "turn" };
        let heading = self.seen.heading();
        html! {
            header.bar {
                @if !self.frame.is_inside { a.brand href="/" { "Ludex" } }
                h1 { (self.words.title()) }
                @if !heading.is_empty() {
                    ol.crumbs role="list" { @for part in &heading { li { (part) } } }
                }
                p class=(mine) { (self.turn()) }
                @if !self.frame.is_static { (self.tools()) }
            }
        }
    }

    fn tools(&self) -> Markup {
        let own = self.words.own;
        let keys = own.table_keys();
        html! {
            nav.tools aria-label=(own.table_tools()) {
                button.btn.tiny.wide type="button" popovertarget="help" {
                    b aria-hidden="true" { "?" } span { (keys) }
                }
                @if !self.frame.is_inside {
                    button.btn.tiny type="button" popovertarget="menu" {
                        b aria-hidden="true" { "☰" } span { (own.table_menu()) }
                    }
                }
            }
            (self.help())
            @if !self.frame.is_inside { (self.menu()) }
        }
    }

    fn help(&self) -> Markup {
        let own = self.words.own;
        let keys = [
            ("1 – 9", own.key_digits()),
            ("↑ ↓ ← →", own.key_arrows()),
            ("Enter", own.key_enter()),
            ("Space", own.key_space()),
            ("Esc", own.key_escape()),
            ("/", own.key_filter()),
            ("u h w", own.key_letters()),
            ("g o, g t, g m, g l", own.key_go()),
        ];
        html! {
            div #help.zoom popover role="dialog" aria-label=(own.table_keys()) {
                h2 { (own.table_keys()) }
                dl.vals { @for (key, does) in keys { div.val { dt { kbd { (key) } } dd { (does) } } } }
                (self.close("help"))
            }
        }
    }

    fn menu(&self) -> Markup {
        let own = self.words.own;
        html! {
            div #menu.zoom popover role="dialog" aria-label=(own.table_menu()) {
                h2 { (own.table_menu()) }
                @if self.decision.is_none() {
                    p { a href={ (self.table()) "/replay" } { (own.table_replay()) } }
                }
                (super::forms::settings(self.words, self.frame))
                p { a href="/" { (own.table_leave()) } }
                (self.close("menu"))
            }
        }
    }

    /// Returns the address of the table, without the seat.
    pub(super) fn table(&self) -> &str {
        self.frame.base.split("/s/").next().unwrap_or_default()
    }

    /// Draws a button that closes a popover.
    pub(super) fn close(&self, id: &str) -> Markup {
        html! {
            button.btn.tiny type="button" popovertarget=(id) popovertargetaction="hide" {
                (self.words.own.table_close())
            }
        }
    }

    /// Draws the message strip.
    pub(super) fn notice(&self) -> Markup {
        let own = self.words.own;
        let strip = |class: &str, text: String| html! { div class={ "banner " (class) } role="alert" { span { (text) } } };
        let watches = !self.frame.is_static && self.frame.seat().is_none();
        html! {
            @match &self.frame.notice {
                None => {},
                Some(Notice::Stale) => { (strip("warn", own.notice_stale())) },
                Some(Notice::SeatTaken) => {
                    div.banner.warn role="alert" {
                        span { (own.notice_taken()) }
                        a.btn.tiny href=(self.frame.base) { (own.notice_play_here()) }
                    }
                },
                Some(Notice::UndoAsked { by }) => { (self.undo_asked(by)) },
                Some(Notice::UndoRefused { by }) => { (strip("warn", own.notice_undo_refused(by))) },
                Some(Notice::Undone) => { (strip("good", own.notice_undone())) },
                Some(Notice::RulesChanged(text)) => { (strip("good", text.clone())) },
                Some(Notice::RulesStopped(text)) => { (strip("warn", text.clone())) },
                Some(Notice::RulesBroken(text)) => { (strip("bad", text.clone())) },
                Some(Notice::Fault(text)) => { (strip("bad", text.clone())) },
            }
            @if watches { div.banner role="status" { span { (own.notice_watching()) } } }
            @if let Some(fault) = self.seen.game.fault() {
                div.banner.bad role="alert" { span { (fault.to_string()) } }
            }
        }
    }

    fn undo_asked(&self, by: &str) -> Markup {
        let own = self.words.own;
        html! {
            form.banner.warn role="alert" method="post" action={ (self.frame.base) "/undo" } {
                span { (own.notice_undo_asked(by)) }
                input type="hidden" name="version" value=(self.frame.version);
                button.btn.tiny name="answer" value="yes" { (own.notice_agree()) }
                button.btn.tiny name="answer" value="no" { (own.notice_refuse()) }
            }
        }
    }

    /// Marks the names of players in a text.
    pub(super) fn with_players(&self, text: &str) -> Markup {
        let seats: Vec<(String, ludex::Seat)> =
            self.words.setup.seats().map(|seat| (self.words.seat(seat.id), seat.id)).collect();
        let mut out = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let found = seats.iter().filter(|(name, _)| !name.is_empty() && is_word(text, rest, name));
            match found.max_by_key(|(name, _)| name.len()) {
                Some((name, seat)) => {
                    out.push_str(&glyph_of(self.words.setup, *seat, name).into_string());
                    rest = &rest[name.len()..];
                }
                None => {
                    let end = rest.chars().next().map_or(rest.len(), char::len_utf8);
                    let (one, left) = rest.split_at(end);
                    out.push_str(&html! { (one) }.into_string());
                    rest = left;
                }
            }
        }
        PreEscaped(out)
    }
}

/// Returns true if the rest of a text begins with a name, as a whole word.
fn is_word(text: &str, rest: &str, name: &str) -> bool {
    let before = text[..text.len() - rest.len()].chars().next_back();
    let Some(after) = rest.strip_prefix(name) else { return false };
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    apart(before) && apart(after.chars().next())
}
