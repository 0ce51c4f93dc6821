//! The middle of the table, and spots: side by side, as a list, on a circle, or as a map.

use std::fmt::Write as _;

use ludex::rules::{Holder, Shape, Shown};
use ludex::{SpotAt, SpotId, ZoneAt, ZoneId};
use maud::{Markup, html};

use super::seats::glyph_of;
use super::{Page, slug};
use crate::seen::{Item, ItemText};
use crate::words::capital;

impl Page<'_> {
    /// Draws the middle of the table: items that the layout places there, then all other spots and shared zones.
    pub(super) fn middle(&self) -> Markup {
        let layout = &self.seen.layout().middle;
        let mut parts: Vec<Markup> = Vec::new();
        let mut short: Vec<Markup> = Vec::new();
        for (i, (shown, shape)) in layout.iter().enumerate() {
            match (*shown, *shape) {
                (_, Shape::Hide) => {}
                (Shown::Spot(id), Shape::Ring) => {
                    parts.extend(strip(&mut short));
                    let inside = self.rest_inside(i);
                    parts.push(self.ring(id, inside.as_ref()));
                    if inside.is_some() {
                        break;
                    }
                }
                (Shown::Spot(id), shape) => {
                    parts.extend(strip(&mut short));
                    parts.push(self.spots(id, shape));
                }
                (shown, shape) => short.extend(self.shared(shown, shape)),
            }
        }
        parts.extend(strip(&mut short));
        let placed = |id: SpotId| self.seen.is_placed(Shown::Spot(id));
        for spot in self.seen.rules().spots().filter(|spot| !placed(spot.id)) {
            let is_map = self.seen.rules().is_map(spot.id);
            if is_map || !self.seen.rules().spots_of(spot.id).all(|at| self.is_bare(at)) {
                parts.push(self.spots(spot.id, if is_map { Shape::Map } else { Shape::Columns }));
            }
        }
        let rounds = self.seen.in_the_middle().filter(|(_, shape)| *shape != Shape::Hide);
        parts.extend(rounds.map(|(zone, _)| self.round(zone)));
        parts.extend(self.unplaced());
        let name = self.words.own.table_middle();
        html! {
            @if !parts.is_empty() {
                section.middle aria-label=(name) {
                    h2.vh tabindex="-1" { (name) }
                    @for part in &parts { (part) }
                }
            }
        }
    }

    /// Draws a zone of each player in the middle, as the players sit: the viewer below.
    fn round(&self, zone: ZoneId) -> Markup {
        let players: Vec<u8> = self.seen.clockwise().collect();
        let sides: &[&str] = match players.len() {
            3 => &["w", "e", "s"],
            4 => &["w", "n", "e", "s"],
            _ => &[],
        };
        let class = if sides.is_empty() { "round many" } else { "round" };
        let title = capital(&self.words.zone(zone));
        html! {
            h3.vh tabindex="-1" { (title) }
            div class=(class) {
                @for (i, player) in players.iter().enumerate() {
                    @for at in self.seen.zones_of(zone, usize::from(*player)) {
                        (self.place((at, *player), sides.get(i)))
                    }
                }
            }
        }
    }

    fn place(&self, (at, player): (ZoneAt, u8), side: Option<&&str>) -> Markup {
        let Some(seat) = self.words.setup.seat(player) else { return html! {} };
        let (id, name) = (self.zone_id(at), capital(&self.words.seat(seat)));
        let cards = self.seen.cards(at);
        html! {
            div id=(id) .zone.place data-at=[side] role="group" aria-label={ (name) ", " (self.label(at)) } {
                @if cards.is_empty() { p.empty aria-hidden="true" {} } @else { (self.tiles(at, &id)) }
                p { (glyph_of(self.words.setup, seat, &name)) }
            }
        }
    }

    /// Draws a variable or a computed value of a holder with its name.
    pub(super) fn value(&self, shown: Shown, index: usize, shape: Shape) -> Option<Markup> {
        let item = self.seen.item(shown, index, shape)?;
        let variable = if let Shown::Var(id) = shown { self.seen.rules().variable(id) } else { None };
        Some(self.drawn(&item, shape, variable.map(|def| format!("{}.{index}", def.name)).as_deref()))
    }

    /// Draws a value with its name. `of` asks for its reasons.
    pub(super) fn drawn(&self, item: &Item, shape: Shape, of: Option<&str>) -> Markup {
        let shown = |text: &str| match item.player {
            Some(player) => glyph_of(self.words.setup, player, text),
            None => html! { (text) },
        };
        let asking = |text: &str| match of {
            Some(of) => self.asking(of, &shown(text)),
            None => shown(text),
        };
        match &item.text {
            ItemText::Truth(name) => html! { span.mark { (name) } },
            ItemText::Alone(text) => html! { span.word { (asking(text)) } },
            ItemText::Number(name, text) | ItemText::Named(name, text) if shape == Shape::Mark => {
                html! { span.mark { (name) " " (shown(text)) } }
            }
            ItemText::Number(name, text) | ItemText::Named(name, text) => {
                html! { dl.vals { div.val { dt { (name) } dd { (asking(text)) } } } }
            }
        }
    }

    /// Draws a shared zone, one for each key, or a value.
    fn shared(&self, shown: Shown, shape: Shape) -> Vec<Markup> {
        match shown {
            Shown::Zone(id) => {
                let zones = self.seen.zones_of(id, 0).into_iter();
                zones.filter_map(|zone| self.zone(zone, shape)).collect()
            }
            Shown::Var(_) | Shown::Computed(_) => self.value(shown, 0, shape).into_iter().collect(),
            Shown::Phase(_) | Shown::Spot(_) => Vec::new(),
        }
    }

    /// Returns the items after `index`, if all are short, for the inside of a circle.
    fn rest_inside(&self, index: usize) -> Option<Markup> {
        let rest = self.seen.layout().middle[index + 1..].iter();
        let rest: Vec<_> = rest.filter(|(_, shape)| *shape != Shape::Hide).collect();
        let long = rest.iter().any(|(shown, shape)| matches!(shown, Shown::Spot(_)) || *shape == Shape::Row);
        let mut drawn: Vec<Markup> = Vec::new();
        if !long {
            drawn.extend(rest.iter().flat_map(|(shown, shape)| self.shared(*shown, *shape)));
        }
        strip(&mut drawn)
    }

    /// Draws shared zones and variables that the layout does not place.
    fn unplaced(&self) -> Option<Markup> {
        let zones = self.seen.declared(|holder| holder == Holder::Game).into_iter();
        let zones = zones.flat_map(|zone| self.seen.zones_of(zone, 0));
        let mut drawn: Vec<Markup> = Vec::new();
        for zone in zones.filter(|zone| !self.seen.cards(*zone).is_empty()) {
            let shape = if self.seen.is_deck(zone) { Shape::Pile } else { Shape::List };
            drawn.extend(self.zone(zone, shape));
        }
        let state = self.seen.state(Holder::Game, 0);
        if !state.is_empty() {
            drawn.push(html! { p.vals { @for text in &state { span.val { (text) } " " } } });
        }
        strip(&mut drawn)
    }

    /// Draws the spots of a kind.
    fn spots(&self, id: SpotId, shape: Shape) -> Markup {
        if shape == Shape::Map {
            return self.map(id);
        }
        let is_list = shape == Shape::List;
        let class = if is_list { "one" } else { "columns" };
        let shown = self.seen.rules().spots_of(id).filter(|spot| !is_list || !self.is_bare(*spot));
        html! {
            div class={ "spots " (class) " " (self.kind_of(id)) } {
                @for spot in shown { (self.spot(spot, &html! {})) }
            }
        }
    }

    /// Returns true for a spot that holds nothing, has no value to show, and is no option.
    fn is_bare(&self, spot: SpotAt) -> bool {
        let index = usize::from(spot.number());
        let mut listed = self.seen.shown_at(spot.sort()).iter();
        let is_shown = |(shown, shape): &(Shown, Shape)| self.seen.item(*shown, index, *shape).is_some();
        self.press_on(&self.spot_id(spot)).is_none()
            && self.seen.rules().zones_at(spot).all(|zone| self.seen.cards(zone).is_empty())
            && self.seen.state(Holder::Spot(spot.sort()), index).is_empty()
            && !listed.any(is_shown)
    }

    /// Returns true if a mark closes the spot.
    fn is_shut(&self, spot: SpotAt) -> bool {
        let shuts = |(shown, shape): &(Shown, Shape)| {
            *shape == Shape::Shut && self.seen.item(*shown, usize::from(spot.number()), *shape).is_some()
        };
        self.seen.shown_at(spot.sort()).iter().any(shuts)
    }

    fn kind_of(&self, id: SpotId) -> String {
        slug(self.seen.rules().spot(id).map_or("", |def| def.name))
    }

    fn ring(&self, id: SpotId, inside: Option<&Markup>) -> Markup {
        let count = self.seen.rules().spot(id).map_or(0, |def| def.count);
        html! {
            div class={ "spots ring r" (count) } role="group" aria-label=(self.words.own.table_ring()) {
                @for spot in self.seen.rules().spots_of(id) { (self.spot(spot, &html! {})) }
                @if let Some(inside) = inside { div.inside { (inside) } }
            }
        }
    }

    /// Draws a grid, or a list of spots with links to adjacent spots.
    fn map(&self, id: SpotId) -> Markup {
        let rules = self.seen.rules();
        if rules.columns(id).is_some() {
            return html! {
                div.scroll tabindex="0" role="group" aria-label=(self.words.spots(id)) {
                    div class={ "spots map " (self.kind_of(id)) } {
                        @for spot in rules.spots_of(id) { (self.spot(spot, &html! {})) }
                    }
                }
            };
        }
        let beside = |spot: SpotAt| {
            let links = rules.neighbours(spot).map(|beside| {
                let name = self.words.spot(beside);
                html! { li { a.tap href={ "#" (self.spot_id(beside)) } { (name) } } }
            });
            let links: Vec<Markup> = links.collect();
            html! {
                @if !links.is_empty() {
                    ul.beside role="list" aria-label=(self.words.own.table_beside()) {
                        @for link in &links { (link) }
                    }
                }
            }
        };
        html! {
            div class={ "spots graph " (self.kind_of(id)) } {
                @for spot in rules.spots_of(id) { (self.spot(spot, &beside(spot))) }
            }
        }
    }

    fn spot_id(&self, spot: SpotAt) -> String {
        format!("s-{}", slug(&self.seen.rules().spot_label(spot).unwrap_or_default()))
    }

    /// Draws a spot: its name, the items of the layout, then its other variables and zones.
    fn spot(&self, spot: SpotAt, below: &Markup) -> Markup {
        let (id, name) = (self.spot_id(spot), self.words.spot(spot));
        let press = self.press_on(&id);
        let classes = [(press.is_some(), " can"), (self.is_shut(spot), " shut")];
        let classes: String = classes.iter().filter(|(is, _)| *is).map(|(_, class)| *class).collect();
        html! {
            div id=(id) class={ "spot" (classes) } role="group" aria-label=(name) {
                h3 tabindex="-1" { (name) }
                (self.at(spot))
                (below)
                @if let Some(press) = &press { (self.here(&name, press)) }
            }
        }
    }

    fn here(&self, name: &str, press: &super::cards::Press) -> Markup {
        html! {
            button.btn.opt form="decision" name=(press.name) value=(press.value)
                formmethod=[press.is_get.then_some("get")]
                formaction=[press.is_get.then_some(self.frame.base)] {
                span.k aria-hidden="true" { (press.key) }
                span.t { (self.words.own.table_here()) }
                span.vh { ": " (name) ", " (self.words.own.card_option(&press.key)) }
            }
        }
    }

    fn at(&self, spot: SpotAt) -> Markup {
        let index = usize::from(spot.number());
        let mut parts: Vec<Markup> = Vec::new();
        for (shown, shape) in self.seen.shown_at(spot.sort()) {
            match (*shown, *shape) {
                (_, Shape::Hide) | (Shown::Phase(_) | Shown::Spot(_), _) => {}
                (Shown::Var(_) | Shown::Computed(_), shape) => {
                    parts.extend(self.value(*shown, index, shape));
                }
                (Shown::Zone(id), Shape::List) => {
                    parts.extend(self.seen.zones_of(id, index).into_iter().map(|zone| self.lane(zone)));
                }
                (Shown::Zone(id), shape) => {
                    let zones = self.seen.zones_of(id, index).into_iter();
                    parts.extend(zones.filter_map(|zone| self.zone(zone, shape)));
                }
            }
        }
        let state = self.seen.state(Holder::Spot(spot.sort()), index);
        for zone in self.seen.rest_at(spot) {
            let is_pile = self.seen.is_deck(zone);
            parts.push(if is_pile { self.pile(zone) } else { self.lane(zone) });
        }
        html! {
            @for text in &state { span.mark { (text) } }
            @for part in &parts { (part) }
        }
    }
}

fn strip(short: &mut Vec<Markup>) -> Option<Markup> {
    let parts = std::mem::take(short);
    (!parts.is_empty()).then(|| html! { div.strip { @for part in &parts { (part) } } })
}

/// Returns the style that places the spots of a circle clockwise from the upper left.
pub(super) fn ring_areas(count: usize) -> String {
    if count < 4 {
        return String::new();
    }
    let columns = (count + 4).div_ceil(4);
    let rows = (count + 4).div_ceil(2) - columns;
    let mut style = format!(".ring.r{count} {{ --n: {columns} }}\n");
    let area = |i: usize| match i {
        i if i < columns => (1, i + 1),
        i if i < columns + rows - 1 => (i - columns + 2, columns),
        i if i < 2 * columns + rows - 2 => (rows, 2 * columns + rows - 2 - i),
        i => (2 * columns + 2 * rows - 3 - i, 1),
    };
    let place = |style: &mut String, i: usize, (row, column): (usize, usize)| {
        let _ = writeln!(style, ".ring.r{count} > :nth-child({}) {{ grid-area: {row} / {column} }}", i + 1);
    };
    (0..count).for_each(|i| place(&mut style, i, area(i)));
    let inside = match (rows > 2, columns > 2) {
        (true, true) => format!("2 / 2 / {rows} / {columns}"),
        (false, _) | (true, false) => format!("{} / 1 / auto / span {columns}", rows + 1),
    };
    let _ = writeln!(style, ".ring.r{count} > .inside {{ grid-area: {inside} }}");
    // two columns on a small screen: down on the right, up on the left
    let tall = count.div_ceil(2);
    style.push_str("@media (max-width: 40rem) {\n");
    let _ = writeln!(style, ".ring.r{count} {{ --n: 2 }}");
    for i in 0..count {
        let right = (1..=tall).contains(&i);
        let at = if right { (i, 2) } else { (if i == 0 { 1 } else { 2 * tall + 1 - i }, 1) };
        place(&mut style, i, at);
    }
    let _ = writeln!(style, ".ring.r{count} > .inside {{ grid-area: {} / 1 / auto / span 2 }}\n}}", tall + 1);
    style
}
