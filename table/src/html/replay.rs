//! Replays: a page of the server for one position, and a file with all positions.

use std::collections::BTreeMap;

use ludex::Game;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::document::stylesheet;
use super::{Frame, Page, assets, names};
use crate::words::capital;

/// The script of a file: shows one position, made of parts that positions share.
const SCRIPT: &str = include_str!("../../assets/replay.js");

/// Position in a replay, and its links.
pub struct Replay<'a> {
    /// Number of choices made before this position.
    pub at: usize,
    /// Number of all choices.
    pub of: usize,
    /// The choice made at this position, if any.
    pub chosen: Option<usize>,
    /// Address of positions, without the query `?at=N`.
    pub address: &'a str,
    /// Address to which the form for a new table posts; `None` without a server.
    pub branch: Option<&'a str>,
}

/// Draws one position of a replay with its timeline. A game that is over is shown with all cards open.
pub fn replay_page(game: &Game, frame: &Frame<'_>, replay: &Replay<'_>) -> String {
    let names = names(frame);
    let page = Page::new(game, frame, &names);
    let body = html! {
        main #table data-version=(frame.version) {
            (page.bar())
            div.tablepage.replay {
                div.side { (page.timeline(replay)) (page.log()) }
                div.felt { (page.result()) (page.others()) (page.middle()) (page.own_seat()) }
            }
            (page.enlargements())
        }
    };
    page.document(&body).into_string()
}

/// Draws a file with all positions of a game, without a server: style and script are inside.
pub fn replay(game: &Game, frame: &Frame<'_>) -> String {
    let names = names(frame);
    let own = frame.words.own;
    let mut parts = Parts::default();
    let mut positions = Vec::new();
    let mut now = game.clone();
    let mut chosen = None;
    let final_page = Page::new(game, frame, &names);
    loop {
        let page = Page::new(&now, frame, &names);
        positions.push(page.position(&mut parts, chosen.take(), &final_page));
        let made = now.host().past().next_back().map(|made| made.option);
        if !now.undo() {
            break;
        }
        chosen = made;
    }
    positions.reverse();
    let title = format!("{} · {}", own.table_replay(), final_page.words.title());
    let style = format!("{}\n{}", assets::CSS, stylesheet(game.setup()));
    let last = positions.len() - 1;
    let data = format!("[{}]", positions.iter().map(Position::json).collect::<Vec<_>>().join(","));
    let theme = (frame.theme != super::Theme::System).then(|| frame.theme.name());
    let body = html! {
        (DOCTYPE)
        html lang=(frame.words.language) data-theme=[theme] {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(ludex_print::policy(&style, Some(SCRIPT)));
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                meta name="color-scheme" content="light dark";
                style { (PreEscaped(&style)) }
            }
            body {
                main #table {
                    header.bar {
                        span.brand { "Ludex" }
                        h1 { (final_page.words.title()) }
                        ol.crumbs #crumbs role="list" {}
                        p.turn { (own.table_replay()) }
                    }
                    div.tablepage.replay {
                        div.side {
                            (timeline_of_file(own, last))
                            (final_page.log())
                        }
                        div.felt #felt { (final_page.result()) (final_page.others()) (final_page.middle()) }
                    }
                    (final_page.enlargements())
                }
                @for (id, part) in parts.all.iter().enumerate() {
                    template id={ "part-" (id) } { (PreEscaped(part)) }
                }
                script type="application/json" id="positions" { (PreEscaped(data)) }
                script type="module" { (PreEscaped(SCRIPT)) }
            }
        }
    };
    body.into_string()
}

fn timeline_of_file(own: &crate::phrases::Phrases, last: usize) -> Markup {
    html! {
        section.panel.timeline #decision aria-labelledby="prompt" {
            h2 #prompt tabindex="-1" data-text=(own.replay_choice("{n}", last)) {
                (own.replay_choice(last, last))
            }
            p.dim #chosen {}
            label.small for="at" { (own.replay_go_to()) }
            input #at type="range" min="0" max=(last) value=(last);
            div.steps {
                button.btn.tiny type="button" data-to="first" { "« " (own.replay_start()) }
                button.btn.tiny type="button" data-to="-1" { "‹ " (own.replay_back()) " " kbd { "←" } }
                button.btn.tiny type="button" data-to="1" { (own.replay_next()) " › " kbd { "→" } }
                button.btn.tiny type="button" data-to="last" { (own.replay_end()) " »" }
            }
            noscript { p.small { (own.replay_no_script()) } }
        }
    }
}

/// The elements of all positions, each once.
#[derive(Default)]
struct Parts {
    all: Vec<String>,
    ids: BTreeMap<String, usize>,
}

impl Parts {
    fn id(&mut self, part: Markup) -> Option<usize> {
        let text = part.into_string();
        if text.is_empty() {
            return None;
        }
        if let Some(id) = self.ids.get(&text) {
            return Some(*id);
        }
        self.all.push(text.clone());
        self.ids.insert(text, self.all.len() - 1);
        Some(self.all.len() - 1)
    }
}

struct Position {
    parts: Vec<usize>,
    crumbs: Option<usize>,
    chosen: Option<usize>,
    /// Number of lines of the log.
    lines: usize,
}

impl Position {
    fn json(&self) -> String {
        let part = |part: Option<usize>| part.map_or_else(|| "null".to_owned(), |part| part.to_string());
        let parts: Vec<String> = self.parts.iter().map(ToString::to_string).collect();
        format!("[[{}],{},{},{}]", parts.join(","), part(self.crumbs), part(self.chosen), self.lines)
    }
}

impl Page<'_> {
    fn position(&self, parts: &mut Parts, chosen: Option<usize>, last: &Page<'_>) -> Position {
        let players: Vec<u8> = self.seen.clockwise().collect();
        let name = self.words.own.table_others();
        let seats = html! {
            section.seats aria-label=(name) {
                h2.vh tabindex="-1" { (name) }
                @for player in players {
                    @let id = parts.id(self.seat(player, false));
                    @if let Some(id) = id { div data-part=(id) {} }
                }
            }
        };
        let all = [self.result(), seats, self.middle()];
        last.met.borrow_mut().extend(self.met.borrow().iter().copied());
        last.backs.borrow_mut().extend(self.backs.borrow().iter().copied());
        let heading = self.seen.heading();
        let crumbs = html! { @for part in &heading { li { (part) } } };
        let decided = chosen.and_then(|option| self.decided_at(option));
        Position {
            parts: all.into_iter().filter_map(|part| parts.id(part)).collect(),
            crumbs: parts.id(crumbs),
            chosen: decided.and_then(|text| parts.id(html! { (text) })),
            lines: self.log_lines().len(),
        }
    }

    /// Formats a choice made here: `Anna: Take 2 gold`.
    fn decided_at(&self, index: usize) -> Option<String> {
        let game = self.seen.game;
        let seat = game.deciding()?;
        let decision = game.decision_for(seat)?;
        let names = self.words.offers(game, &decision);
        let (name, _) = names.into_iter().nth(index)?;
        Some(self.words.label(&capital(&self.words.seat(seat)), &name))
    }

    /// Draws where a replay is, with links to other positions.
    fn timeline(&self, replay: &Replay<'_>) -> Markup {
        let own = self.words.own;
        let to = |at: usize| format!("{}?at={at}", replay.address);
        let last = replay.of;
        let decided = replay.chosen.and_then(|chosen| self.decided_at(chosen));
        html! {
            section.panel.timeline #decision aria-labelledby="prompt" {
                h2 #prompt tabindex="-1" { (own.replay_choice(replay.at, last)) }
                @if let Some(decided) = decided { p.dim { (decided) } }
                form method="get" action=(replay.address) {
                    label.small for="at" { (own.replay_go_to()) }
                    input #at type="range" name="at" min="0" max=(last) value=(replay.at);
                    button.btn.tiny { (own.replay_go()) }
                }
                div.steps {
                    a.btn.tiny href=(to(0)) { "« " (own.replay_start()) }
                    a.btn.tiny rel="prev" href=(to(replay.at.saturating_sub(1))) { "‹ " (own.replay_back()) }
                    a.btn.tiny rel="next" href=(to((replay.at + 1).min(last))) { (own.replay_next()) " ›" }
                    a.btn.tiny href=(to(last)) { (own.replay_end()) " »" }
                }
                @if let Some(branch) = replay.branch {
                    form method="post" action={ (branch) "?at=" (replay.at) } {
                        button.btn.main { (own.replay_branch()) }
                        p.small.dim { (own.replay_branch_note()) }
                    }
                    p { a.btn.tiny href={ (self.table()) "/save" } download { (own.table_save()) } }
                }
            }
        }
    }
}
