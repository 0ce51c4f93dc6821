//! Zones in the shapes of the layout.

use ludex::rules::{HolderAt, Sees, Shape};
use ludex::{CardView, ZoneAt};
use maud::{Markup, html};

use super::cards::CardZone;
use super::{Page, slug};
use crate::seen::counted;
use crate::words::capital;

/// Maximum number of small backs.
const MOST_BACKS: usize = 12;
/// A hand with more cards is a fan.
const FAN: usize = 8;
/// Maximum number of adjacent unknown cards drawn one by one.
const MOST_BLANK: usize = 3;

impl Page<'_> {
    /// Draws a zone of a player, or a shared one; `None` without visible content.
    pub(super) fn zone(&self, zone: ZoneAt, shape: Shape) -> Option<Markup> {
        let cards = self.seen.cards(zone);
        if self.seen.is_concealed(zone) || (cards.is_empty() && shape != Shape::Pile) {
            return None;
        }
        let is_hand = self.is_hand(zone);
        Some(match shape {
            Shape::Pile => self.pile(zone),
            _ if is_hand && self.seen.is_known(zone) => {
                let class = if cards.len() > FAN { "zone row hand fan many" } else { "zone row hand" };
                self.row(zone, class)
            }
            Shape::Row if self.seen.is_known(zone) => self.row(zone, "zone row"),
            _ if self.seen.is_known(zone) => self.list(zone),
            _ => self.count(zone),
        })
    }

    /// Returns true for a zone of the viewer that holds secret cards, or from which options pick.
    pub(super) fn is_hand(&self, zone: ZoneAt) -> bool {
        let own = self.frame.seat().is_some() && self.seen.player_of(zone) == self.frame.seat();
        own && (self.seen.sees(zone) == Sees::Owner || self.picks_from(zone))
    }

    /// Returns true if a card of the zone is an option.
    fn picks_from(&self, zone: ZoneAt) -> bool {
        self.seen.cards(zone).iter().any(|card| self.is_option(card))
    }

    pub(super) fn zone_id(&self, zone: ZoneAt) -> String {
        format!("z-{}", slug(self.seen.zone_view(zone).map_or("", |view| &view.zone.name)))
    }

    pub(super) fn zone_name(&self, zone: ZoneAt) -> String {
        self.words.zone_at(zone)
    }

    fn lying<'z>(&self, zone: ZoneAt, id: &'z str, place: usize) -> CardZone<'z> {
        CardZone {
            zone: id,
            place,
            sees: self.seen.sees(zone),
            holder: self.seen.player_of(zone),
            is_asked: self.picks_from(zone),
        }
    }

    fn heading(&self, zone: ZoneAt) -> Markup {
        let count = self.seen.cards(zone).len();
        self.zone_title(zone, (count != 1).then_some(count))
    }

    /// Draws the name of a zone as a heading below that of its holder, with a number of cards.
    fn zone_title(&self, zone: ZoneAt, count: Option<usize>) -> Markup {
        let is_shared = self.seen.rules().zone_at(zone).is_some_and(|(_, holder)| holder == HolderAt::Game);
        let text = html! { (capital(&self.zone_name(zone))) @if let Some(n) = count { " " span.n { (n) } } };
        html! {
            @if is_shared { h3.zt tabindex="-1" { (text) } } @else { h4.zt tabindex="-1" { (text) } }
        }
    }

    pub(super) fn label(&self, zone: ZoneAt) -> String {
        format!("{}, {}", self.zone_name(zone), self.seen.cards(zone).len())
    }

    /// Draws cards side by side.
    pub(super) fn row(&self, zone: ZoneAt, class: &str) -> Markup {
        let id = self.zone_id(zone);
        html! {
            div id=(id) class=(class) role="group" aria-label=(self.label(zone)) {
                (self.heading(zone))
                (self.tiles(zone, &id))
            }
        }
    }

    /// Draws the cards of a zone as tiles; many adjacent unknown cards as their number.
    pub(super) fn tiles(&self, zone: ZoneAt, id: &str) -> Markup {
        let cards: Vec<(usize, &CardView)> = self.seen.cards(zone).iter().enumerate().collect();
        let runs = cards.chunk_by(|(_, one), (_, other)| self.is_blank(one) && self.is_blank(other));
        html! {
            ul.cards role="list" {
                @for run in runs {
                    @if run.len() > MOST_BLANK {
                        li.slot { (self.minis(run.len())) " " span.n { (run.len()) } }
                    } @else {
                        @for (place, card) in run {
                            li.slot { (self.tile(card, self.lying(zone, id, *place))) (self.held(card)) }
                        }
                    }
                }
            }
        }
    }

    /// Draws cards as bars; equal ones that are no options are combined with their number.
    fn list(&self, zone: ZoneAt) -> Markup {
        let id = self.zone_id(zone);
        let cards = self.seen.cards(zone);
        let seen: Vec<&CardView> = cards.iter().filter(|card| !self.is_blank(card)).collect();
        let blank = cards.len() - seen.len();
        let place = |card: &CardView| cards.iter().position(|other| std::ptr::eq(other, card)).unwrap_or(0);
        let key = |card: &CardView| {
            let is_alone = self.is_option(card) || self.seen.held(card).next().is_some();
            let own = self.card_id(card).filter(|_| is_alone).cloned();
            let design = card.design.as_ref().or(card.only.as_ref());
            let owner = card.owner.as_ref().map(|owner| owner.id);
            let own = own.or_else(|| design.is_none().then(|| place(card).to_string()));
            format!("{own:?} {design:?} {owner:?} {} {:?}", card.up, self.words.marks(card, &self.seen.view))
        };
        html! {
            div id=(id) .zone.list role="group" aria-label=(self.label(zone)) {
                (self.heading(zone))
                ul.cards role="list" {
                    @for (card, _, copies) in counted(seen, key) {
                        li.same {
                            (self.line_card(card, self.lying(zone, &id, place(card))))
                            @if copies > 1 { b { "×" (copies) } }
                            (self.held(card))
                        }
                    }
                    @if blank > 0 { li.same { (self.minis(blank)) " " (self.words.own.hidden(blank)) } }
                }
            }
        }
    }

    fn is_blank(&self, card: &CardView) -> bool {
        card.card.is_none() && !self.seen.is_marked(card) && card.holds.is_empty()
    }

    /// Draws the number of cards, and small backs.
    fn count(&self, zone: ZoneAt) -> Markup {
        let count = self.seen.cards(zone).len();
        html! {
            div id=(self.zone_id(zone)) .zone role="group" aria-label=(self.label(zone)) {
                (self.zone_title(zone, Some(count)))
                (self.minis(count))
            }
        }
    }

    fn minis(&self, count: usize) -> Markup {
        html! { span.minis aria-hidden="true" { @for _ in 0..count.min(MOST_BACKS) { i.mini {} } } }
    }

    /// Draws a pile with its number and its top card, if that is known.
    pub(super) fn pile(&self, zone: ZoneAt) -> Markup {
        let id = self.zone_id(zone);
        let count = self.seen.cards(zone).len();
        html! {
            div id=(id) .zone.pile-z role="group" aria-label=(self.label(zone)) {
                (self.zone_title(zone, None))
                div.pile {
                    @if count == 0 { span.empty { "–" } } @else { (self.minis(count.min(3))) span.n { (count) } }
                    @if let Some(top) = self.seen.top(zone) { (self.line_card(top, self.lying(zone, &id, 0))) }
                }
                (self.chosen_below(zone, &id))
            }
        }
    }

    /// Draws the cards of a pile that are options below its top, because their place is the option.
    fn chosen_below(&self, zone: ZoneAt, id: &str) -> Markup {
        let top = usize::from(self.seen.top(zone).is_some());
        let cards = self.seen.cards(zone).iter().enumerate().skip(top);
        let cards: Vec<(usize, &CardView)> = cards.filter(|(_, card)| self.is_option(card)).collect();
        html! {
            @if !cards.is_empty() {
                ul.cards role="list" {
                    @for (place, card) in cards { li.same { (self.line_card(card, self.lying(zone, id, place))) } }
                }
            }
        }
    }

    /// Draws a zone of a spot: bars one below the other, the first on top.
    pub(super) fn lane(&self, zone: ZoneAt) -> Markup {
        let Some((def, _)) = self.seen.rules().zone_at(zone) else { return html! {} };
        let (id, cards) = (self.zone_id(zone), self.seen.cards(zone));
        html! {
            div id=(id) .zone.lane role="group" aria-label=(self.label(zone)) {
                @if def.max != Some(1) || cards.is_empty() {
                    (self.zone_title(zone, Some(cards.len())))
                }
                @if cards.is_empty() { p.empty { "–" } }
                @else {
                    ul.cards.stack role="list" {
                        @for (place, card) in cards.iter().enumerate() {
                            li.slot { (self.line_card(card, self.lying(zone, &id, place))) (self.held(card)) }
                        }
                    }
                }
            }
        }
    }

    fn held(&self, card: &CardView) -> Markup {
        let held: Vec<_> = self.seen.held(card).collect();
        html! {
            @for (zone, cards) in held {
                ul.cards.stack.held role="list" aria-label=(self.words.zone(zone)) {
                    @for (place, inside) in cards.iter().enumerate() {
                        li.slot { (self.held_card((card, place), (zone, inside))) }
                    }
                }
            }
        }
    }

    fn held_card(
        &self,
        (host, place): (&CardView, usize),
        (zone, card): (ludex::ZoneId, &CardView),
    ) -> Markup {
        let rules = self.seen.rules();
        let def = rules.zone(zone);
        let at = host.card.as_ref().and_then(|host| {
            rules.zones_on(host.id).find(|at| rules.zone_at(*at).is_some_and(|(def, _)| def.id == zone))
        });
        match at {
            Some(at) => self.line_card(card, self.lying(at, &self.zone_id(at), place)),
            // the host is unknown, so the element gets the name of the zone's kind and no place of its own
            None => html! {
                span.line-card {
                    span.nm { (self.seen.plain(card, None)) }
                    @if def.is_some_and(|def| self.seen.is_down(card, def.sees)) { span.eye { (self.words.own.card_tag()) } }
                }
            },
        }
    }
}
