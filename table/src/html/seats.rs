//! The players: others above, the viewer's own seat below.

use ludex::rules::{Holder, Shape, Shown, TableArea};
use ludex::{Seat, Setup, ZoneAt};
use maud::{Markup, html};

use super::{Page, Presence, slug};
use crate::hue::Hue;
use crate::words::capital;

/// Signs of the seats, so that colour is never alone.
const SIGNS: [&str; 8] = ["●", "▲", "■", "◆", "★", "✚", "⬟", "▼"];

/// Returns the sign of a seat: that of the layout, or one by number.
fn sign(setup: &Setup, seat: Seat) -> &str {
    let look = setup.rules().layout().seat(seat).and_then(|look| look.sign.as_deref());
    look.unwrap_or(SIGNS[seat.index() % SIGNS.len()])
}

/// Returns the colour of a seat by name: that of the layout, or the IDs of the seats if all are colours.
/// Without one, returns its number from 1.
pub(super) fn seat_name(setup: &Setup, seat: Seat) -> String {
    if let Some(name) = setup.rules().layout().seat(seat).and_then(|look| look.colour?.name()) {
        return name.to_owned();
    }
    let id = |seat: Seat| setup.rules().seat_label(seat).unwrap_or_default();
    let hue = |id: &str| Hue::named(id).is_some_and(|hue| hue != Hue::Cyan);
    match setup.seats().all(|other| hue(&other.name)) {
        true => id(seat),
        false => (seat.index() % SIGNS.len() + 1).to_string(),
    }
}

/// Draws the sign of a seat.
pub(super) fn glyph(setup: &Setup, seat: Seat) -> Markup {
    html! { span.glyph data-seat=(seat_name(setup, seat)) data-g=(sign(setup, seat)) aria-hidden="true" {} }
}

/// Draws a name with the sign of the seat.
pub(super) fn glyph_of(setup: &Setup, seat: Seat, name: &str) -> Markup {
    html! { span.glyph data-seat=(seat_name(setup, seat)) data-g=(sign(setup, seat)) { "\u{a0}" (name) } }
}

#[derive(Default)]
struct Parts {
    /// Values and marks next to the name.
    head: Vec<Markup>,
    /// Zones shown as a number or a few cards.
    strip: Vec<Markup>,
    /// Zones with their cards side by side.
    rows: Vec<Markup>,
}

impl Page<'_> {
    pub(super) fn others(&self) -> Markup {
        let own = self.frame.seat().map(Seat::number);
        let players: Vec<u8> = self.seen.clockwise().filter(|player| Some(*player) != own).collect();
        let name = self.words.own.table_others();
        html! {
            @if !players.is_empty() {
                section.seats aria-label=(name) {
                    h2.vh tabindex="-1" { (name) }
                    @for player in players { (self.seat(player, false)) }
                }
            }
        }
    }

    pub(super) fn own_seat(&self) -> Markup {
        let own = self.frame.seat().map(Seat::number);
        html! {
            @if let Some(player) = own {
                h2.vh { (self.words.own.table_own_place()) }
                (self.seat(player, true))
            }
        }
    }

    pub(super) fn seat(&self, player: u8, is_own: bool) -> Markup {
        let rules = self.seen.rules();
        let Some(seat) = self.words.setup.seat(player) else { return html! {} };
        let (name, at) = (capital(&self.words.seat(seat)), seat_name(self.words.setup, seat));
        let id = format!("p-{}", slug(&rules.seat_label(seat).unwrap_or_default()));
        let parts = self.parts(player);
        let mut class = if is_own { "seat me".to_owned() } else { "seat".to_owned() };
        if self.seen.is_active(player) {
            class.push_str(" active");
        }
        let press = self.press_on(&id);
        let team = self.team(seat);
        html! {
            article id=(id) class=(class) data-seat=(at) data-g=(sign(self.words.setup, seat)) aria-label=(name) {
                header.seat-head {
                    h3.who data-seat=(at) data-g=(sign(self.words.setup, seat)) tabindex="-1" { (name) }
                    @if let Some(press) = &press {
                        button.btn.tiny.can form="decision" name=(press.name) value=(press.value)
                            formmethod=[press.is_get.then_some("get")]
                            formaction=[press.is_get.then_some(self.frame.base)] {
                            span.k aria-hidden="true" { (press.key) }
                            span.vh { (name) ", " (self.words.own.card_option(&press.key)) }
                        }
                    }
                    (self.presence(player))
                    @if let Some(team) = team { span.mark { (team) } }
                    @for part in &parts.head { (part) }
                    @if !parts.strip.is_empty() { div.strip { @for part in &parts.strip { (part) } } }
                }
                @if is_own && !parts.rows.is_empty() {
                    div.mine { @for part in &parts.rows { (part) } }
                } @else {
                    @for part in &parts.rows { (part) }
                }
            }
        }
    }

    fn team(&self, seat: Seat) -> Option<String> {
        let team =
            self.seen.rules().teams().find(|team| team.seats.contains(&seat) && team.seats.len() > 1)?;
        Some(self.words.spot(team.at))
    }

    fn presence(&self, player: u8) -> Markup {
        let own = self.words.own;
        let person = self.frame.seats.get(usize::from(player));
        let Some(person) = person else { return html! {} };
        let (text, class) = match &person.state {
            Presence::You => (own.you(), "conn"),
            Presence::Here => (String::new(), "conn"),
            Presence::Away(minutes) => (own.seat_away(*minutes as usize), "conn off"),
            Presence::Bot(label) => (format!("{} · {label}", own.bot()), "conn"),
            Presence::Free => (own.seat_free(), "conn"),
        };
        html! {
            @if !text.is_empty() { span class=(class) { (text) } }
            @if person.has_chosen { span.conn { (own.seat_chosen()) } }
        }
    }

    fn parts(&self, player: u8) -> Parts {
        let mut parts = Parts::default();
        let index = usize::from(player);
        for (shown, shape) in &self.seen.layout().player {
            match (*shown, *shape) {
                (_, Shape::Hide) | (Shown::Phase(_) | Shown::Spot(_), _) => {}
                _ if self.seen.layout().area(*shown) == Some(TableArea::Middle) => {}
                (Shown::Var(id), _) if self.seen.is_shared(id) => {
                    let mark = self.seen.mark_of(id, player);
                    parts.head.extend(mark.map(|name| html! { span.mark { (capital(&name)) } }));
                }
                (Shown::Var(_) | Shown::Computed(_), shape) => {
                    parts.head.extend(self.value(*shown, index, shape));
                }
                (Shown::Zone(id), shape) => {
                    let zones = self.seen.zones_of(id, index).into_iter();
                    zones.for_each(|zone| self.add_zone(&mut parts, zone, shape));
                }
            }
        }
        let zones = self.seen.declared(|holder| holder == Holder::Player);
        if self.seen.layout().player.is_empty() || self.seen.has_more(&zones) {
            for text in self.seen.state(Holder::Player, index) {
                parts.head.push(html! { span.val { (text) } });
            }
            for zone in zones.into_iter().flat_map(|zone| self.seen.zones_of(zone, index)) {
                let shape = if self.seen.is_deck(zone) { Shape::Pile } else { Shape::List };
                self.add_zone(&mut parts, zone, shape);
            }
        }
        parts
    }

    fn add_zone(&self, parts: &mut Parts, zone: ZoneAt, shape: Shape) {
        let Some(drawn) = self.zone(zone, shape) else { return };
        let is_small = shape == Shape::Pile || !self.seen.is_known(zone);
        let few = shape == Shape::List && self.seen.cards(zone).len() <= 2 && !self.is_hand(zone);
        let list = if is_small || few { &mut parts.strip } else { &mut parts.rows };
        list.push(drawn);
    }
}
