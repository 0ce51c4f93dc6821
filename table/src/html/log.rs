//! What happened: the log, movements of cards, and the result of a game that is over.

use std::slice::from_ref;

use ludex::{Game, LogEntry, Movement, Named, Value, ZoneAt};
use maud::{Markup, html};
use serde::Serialize;

use super::seats::glyph_of;
use super::{Frame, Page, slug};

/// Maximum number of lines of the log on a page.
const MOST_LINES: usize = 200;

/// Maximum number of cards that travel at once.
const MOST_MOVES: usize = 8;

/// A card that travels from one element of a page to another. Zones that the viewer does not see are `None`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Travel {
    /// ID of the element of the zone that the card left.
    pub from: Option<String>,
    /// ID of the element of the zone that the card entered.
    pub to: Option<String>,
    /// ID of the card's design; `None` for an unknown card.
    pub face: Option<String>,
}

/// Returns the cards that a viewer saw moving in the effects of all choices after the first `choices`. If they
/// are many, one card stands for those that went the same way.
pub fn travels(game: &Game, frame: &Frame<'_>, choices: usize) -> Vec<Travel> {
    let moved = game.movements(frame.viewer, choices + 1);
    let all = moved.iter().map(|moved| moved.cards.len()).sum::<usize>();
    let most = if all > MOST_MOVES { 1 } else { MOST_MOVES };
    let element = |zone: &Option<Named<ZoneAt>>| Some(format!("z-{}", slug(&zone.as_ref()?.name)));
    let face = |card: &Value| {
        let Value::Card(card) = card else { return None };
        let rules = frame.words.rules();
        Some(rules.design(rules.card(card.id)?.design)?.name.to_owned())
    };
    let travel = |moved: &Movement| {
        let (from, to) = (element(&moved.from), element(&moved.to));
        let cards = moved.cards.iter().take(most).map(face);
        cards.map(|face| Travel { from: from.clone(), to: to.clone(), face }).collect::<Vec<_>>()
    };
    moved.iter().flat_map(travel).take(MOST_MOVES).collect()
}

impl Page<'_> {
    pub(super) fn log(&self) -> Markup {
        let own = self.words.own;
        let lines = self.log_lines();
        let skipped = if self.frame.is_static { 0 } else { lines.len().saturating_sub(MOST_LINES) };
        html! {
            section.log.panel aria-label=(own.table_log()) {
                h2 tabindex="-1" { (own.table_log()) }
                div.scroller tabindex="0" role="region" aria-label=(own.table_newest_last()) {
                    ol role="list" {
                        @if skipped > 0 { li.ph { (own.table_earlier(skipped)) } }
                        @for line in &lines[skipped..] { (line) }
                        @if lines.is_empty() { li.dim { (own.table_nothing_yet()) } }
                    }
                }
            }
        }
    }

    pub(super) fn log_lines(&self) -> Vec<Markup> {
        let entries = self.seen.game.log(self.frame.viewer, 0);
        let headings: Vec<String> = self.heading_names();
        let mut lines = Vec::new();
        let mut was_forced = false;
        for (index, entry) in entries.iter().enumerate() {
            let class = if index >= self.frame.new_from { "new" } else { "" };
            for (indent, text) in self.words.log_lines(from_ref(entry), self.frame.reader()) {
                let is_title = indent == 0 && matches!(entry, LogEntry::Chose(chose) if chose.forced);
                if is_title && was_forced {
                    continue;
                }
                let class = if is_title { "ph" } else { class };
                lines.push(
                    html! { li class=[(!class.is_empty()).then_some(class)] { (self.linked(entry, &text)) } },
                );
            }
            if let LogEntry::Began { phase, number, .. } = entry
                && headings.contains(&phase.name)
                && self.words.log_lines(from_ref(entry), self.frame.reader()).is_empty()
            {
                let name = crate::words::capital(&self.words.phase(phase.id));
                lines.push(html! { li.ph { (name) " " (number) } });
            }
            was_forced = matches!(entry, LogEntry::Chose(chose) if chose.forced);
        }
        lines
    }

    /// Returns the names of the counted phases of the heading.
    fn heading_names(&self) -> Vec<String> {
        let rules = self.seen.rules();
        let shown = self.seen.layout().heading.iter().flatten();
        let phases = shown.filter_map(|shown| {
            let ludex::rules::Shown::Phase(id) = shown else { return None };
            rules.phase(*id).filter(|def| def.is_counted && def.parent.is_none())
        });
        phases.map(|def| def.name.to_owned()).collect()
    }

    /// Marks players in a line, and turns the names of its cards into buttons that enlarge them.
    fn linked(&self, entry: &LogEntry, text: &str) -> Markup {
        let cards: Vec<(String, ludex::DesignId)> = match entry {
            LogEntry::Said { facts, .. } => {
                facts.iter().filter_map(|fact| self.card_in(&fact.value)).collect()
            }
            LogEntry::Began { .. } | LogEntry::Chose(_) | LogEntry::Scored(_) => Vec::new(),
        };
        let found =
            cards.iter().find_map(|(name, design)| Some((text.split_once(name.as_str())?, name, *design)));
        let Some(((before, after), name, design)) = found.filter(|_| !self.frame.is_static) else {
            return self.with_players(text);
        };
        html! {
            (self.with_players(before))
            button.ref type="button" popovertarget=(self.met(design)) { (name) }
            (self.with_players(after))
        }
    }

    fn card_in(&self, value: &Value) -> Option<(String, ludex::DesignId)> {
        let Value::Card(card) = value else { return None };
        let design = self.seen.rules().card(card.id)?.design;
        Some((self.words.design(design), design))
    }

    /// Draws winners and scores of a game that is over.
    pub(super) fn result(&self) -> Markup {
        let (game, own) = (self.seen.game, self.words.own);
        if !game.is_over() || game.fault().is_some() {
            return html! {};
        }
        let (rows, seats) = (self.words.scores(game), self.words.ranked(game));
        let won = game.host().winners();
        let row = |(number, row): (usize, &Vec<String>)| {
            let seat = seats.get(number).copied();
            let is_winner = won.iter().any(|winner| Some(winner.id) == seat);
            html! {
                tr class=[is_winner.then_some("won")] {
                    th scope="row" {
                        @if let Some(seat) = seat { (glyph_of(self.words.setup, seat, &row[0])) }
                        @if is_winner { " " span.mark { (own.winner()) } }
                    }
                    @for cell in &row[1..] { td.num { (cell) } }
                }
            }
        };
        html! {
            section.panel.result aria-label=(own.table_over()) {
                h2.title { (self.words.winners(game)) }
                @if self.seen.rules().has_score() {
                    div.scroll tabindex="0" role="group" aria-label=(own.score()) {
                        table.scores {
                            thead { tr {
                                th scope="col" { span.vh { (own.table_player()) } }
                                @for head in &rows[0][1..] { th.num scope="col" { (head) } }
                            } }
                            tbody { @for one in rows[1..].iter().enumerate() { (row(one)) } }
                        }
                    }
                }
                (self.sheet())
            }
        }
    }

    /// Draws the score sheet of a game that is over.
    fn sheet(&self) -> Markup {
        let rows = self.words.sheet(self.seen.game);
        let Some((names, rows)) = rows.split_first() else { return html! {} };
        html! {
            div.scroll tabindex="0" role="group" aria-label=(names[0]) {
                table.scores.sheet {
                    thead { tr {
                        th scope="col" { span.vh { (names[0]) } }
                        @for name in &names[1..] { th.num scope="col" { (name) } }
                    } }
                    tbody { @for row in rows { tr {
                        th scope="row" { (row[0]) }
                        @for cell in &row[1..] { td.num { (cell) } }
                    } } }
                }
            }
        }
    }
}
