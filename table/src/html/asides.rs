//! Pages that open above the table: hints and reasons.

use ludex::Game;
use ludex::why::{self, Explanation, Target, Wanted, why_not};
use maud::{Markup, PreEscaped, html};

use super::document::{Head, document, plain_bar};
use super::{Frame, Page, names, slug};
use crate::words::{Tried, WhyLine};

/// Maximum number of copies of a card that are explained together.
const MOST_COPIES: usize = 12;

/// Draws a document around a fragment, such as a hint.
pub fn aside(frame: &Frame<'_>, fragment: String) -> String {
    let title = frame.words.title();
    let body = html! { (plain_bar(&title)) main.lobby { (PreEscaped(fragment)) } };
    let head = Head { language: frame.words.language, theme: frame.theme, title: &title, cards: None };
    document(&head, &body).into_string()
}

/// Draws reasons as a fragment: for values, and for what can't be chosen now. `of` is the ID of a card's design
/// or of an element, or a variable with the number of its holder (`gold.0`). Without it, explains all cards
/// that are no options in zones that the decision picks from.
pub fn why(game: &Game, frame: &Frame<'_>, of: Option<&str>) -> String {
    let names = names(frame);
    let page = Page::new(game, frame, &names);
    let own = page.words.own;
    let values = of.map(|of| page.words.explained(&page.explanations(of))).unwrap_or_default();
    // the name of a card alone explains nothing
    let values = if values.len() > 1 || of.is_some_and(|of| of.contains('.')) { values } else { Vec::new() };
    let refused = page.refused(of);
    let body = html! {
        section #why.panel aria-label=(own.table_why()) {
            @if !values.is_empty() { h2 { (own.table_why()) } (nested(&values)) }
            @if !refused.is_empty() || values.is_empty() { h2 { (own.table_why_not()) } }
            @if refused.is_empty() && values.is_empty() { p { (own.table_all_offered()) } }
            ul.nots role="list" {
                @for (name, lines) in &refused {
                    li { b { (name) } @for line in lines { span.w { (line) } } }
                }
            }
            (page.leave())
        }
    };
    body.into_string()
}

/// Draws lines of an explanation as nested lists.
fn nested(lines: &[WhyLine]) -> Markup {
    let level = lines.first().map_or(0, |line| line.level);
    html! {
        ul.reasons role="list" {
            @for item in lines.chunk_by(|_, next| next.level > level) {
                li {
                    (item[0].text)
                    @if let Some(place) = &item[0].place { " " span.dim { (place) } }
                    @if item.len() > 1 { (nested(&item[1..])) }
                }
            }
        }
    }
}

/// Draws the result of a hint as a fragment: each option that was tried with its worth, best first, and the
/// sentence of the terminal. `rates` has the iterations, the mean value and the worth of each option.
pub fn hint(game: &Game, frame: &Frame<'_>, rates: &[(u32, f64, String)]) -> String {
    let names = names(frame);
    let page = Page::new(game, frame, &names);
    let own = page.words.own;
    let tried = |(option, (visits, mean, worth)): (usize, &(u32, f64, String))| {
        let name = page.offers.get(option)?.name.clone();
        Some(Tried { name, visits: *visits, mean: *mean, worth: worth.clone() })
    };
    let mut all: Vec<Tried> = rates.iter().enumerate().filter_map(tried).collect();
    let sentence = own.recommended(&all);
    all.retain(|tried| tried.visits > 0);
    all.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let least = all.iter().map(|tried| tried.mean).fold(f64::INFINITY, f64::min);
    let most = all.iter().map(|tried| tried.mean).fold(f64::NEG_INFINITY, f64::max);
    let body = html! {
        section #hint.panel aria-label=(own.table_hint()) {
            h2 { (own.table_hint()) }
            p { b { (sentence) } }
            @if !all.is_empty() {
                p.small.dim { (own.hint()) }
                div.hint {
                    @for tried in &all {
                        span { (tried.name) }
                        span {
                            meter aria-label=(tried.name) min=(least) max=(most) value=(tried.mean) {}
                            " " b { (tried.worth) }
                        }
                    }
                }
            }
            (page.leave())
        }
    };
    body.into_string()
}

impl Page<'_> {
    /// Explains a variable of a holder, the score of a player, or cards, as the viewer knows them.
    fn explanations(&self, of: &str) -> Vec<Explanation> {
        let (game, viewer, rules) = (self.seen.game, self.frame.viewer, self.seen.rules());
        if let Some((name, holder)) = of.rsplit_once('.') {
            let variable = rules.variables().find(|variable| variable.name == name);
            let all = variable.map(|variable| why::variable(game, viewer, variable.id)).unwrap_or_default();
            let holder = holder.parse().unwrap_or(usize::MAX);
            return all.into_iter().nth(holder).into_iter().collect();
        }
        let is_meant = |seat: &ludex::Named<ludex::Seat>| of == format!("p-{}", slug(&seat.name));
        if let Some(seat) = self.words.setup.seats().find(is_meant) {
            let score = why::score(game, viewer, seat.id).filter(|_| rules.has_score());
            return score.or_else(|| why::won(game, viewer, seat.id)).into_iter().collect();
        }
        let cards = self.seen.view.zones.iter().flat_map(|zone| &zone.cards);
        let known = cards.filter_map(|card| Some((card.card.as_ref()?, card.design.as_ref()?)));
        let meant = known.filter(|(card, design)| {
            design.name == of || self.ids.get(&card.id.index()).is_some_and(|id| id == of)
        });
        meant.take(MOST_COPIES).filter_map(|(card, _)| why::card(game, viewer, card.id)).collect()
    }

    /// Returns cards that can't be chosen now, with the reasons; empty unless the viewer decides.
    fn refused(&self, of: Option<&str>) -> Vec<(String, Vec<String>)> {
        let Some(seat) = self.frame.seat().filter(|_| self.is_asked()) else { return Vec::new() };
        let is_meant = |id: &String, design: &String| of.is_none_or(|of| id == of || design == of);
        let wanted = self.wanted().into_iter();
        let asked = wanted.filter(|(id, design, _, _)| is_meant(id, design) && !self.about.contains_key(id));
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for (_, _, name, target) in asked {
            let answer = why_not(self.seen.game, seat, &Wanted::Thing(target));
            let lines = self.words.why_not(&name, &answer, &self.offers);
            let one = (name, lines.into_iter().map(|(_, line)| line).collect());
            if !told.contains(&one) {
                told.push(one);
            }
        }
        told
    }

    /// Draws the way back to the table.
    fn leave(&self) -> Markup {
        html! { p.leave { a.btn.tiny href=(self.frame.base) { (self.words.own.table_back()) } } }
    }

    /// Draws a link to the reasons for something, as the fragment `why` takes it; its text alone without a
    /// table that can be asked.
    pub(super) fn asking(&self, of: &str, text: &Markup) -> Markup {
        if !self.frame.is_live() {
            return text.clone();
        }
        html! { a.ask href={ (self.frame.base) "/why?of=" (of) } { (text) } }
    }

    /// Returns the known cards in zones that the decision picks from: the ID of the element, that of the
    /// design, the name, and the target.
    fn wanted(&self) -> Vec<(String, String, String, Target)> {
        let picks = |zone: &&ludex::ZoneView| zone.cards.iter().any(|card| self.is_option(card));
        let zones = self.seen.view.zones.iter().filter(picks);
        let cards = zones.flat_map(|zone| &zone.cards);
        let of_card = cards.filter_map(|card| {
            let (known, design) = (card.card.as_ref()?, card.design.as_ref()?);
            let name = self.words.card(known.id, false);
            Some((self.card_id(card)?.clone(), design.name.clone(), name, Target::Card(known.id)))
        });
        of_card.collect()
    }
}
