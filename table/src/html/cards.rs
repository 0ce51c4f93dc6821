//! Cards: tiles, bars, backs, and enlargements.

use ludex::rules::Sees;
use ludex::{CardView, DesignId, KindId, Seat};
use ludex_print::CardFace;
use maud::{Markup, PreEscaped, html};

use super::seats::{glyph, seat_name};
use super::{Page, slug};
use crate::words::capital;

/// Place of a card on the page.
#[derive(Clone, Copy)]
pub(super) struct CardZone<'z> {
    /// ID of the zone's element.
    pub zone: &'z str,
    /// Position in the zone, from 0.
    pub place: usize,
    pub sees: Sees,
    pub holder: Option<Seat>,
    /// True if the decision picks from this zone.
    pub is_asked: bool,
}

/// The form field that an element sends when it is pressed.
pub(super) struct Press {
    pub name: &'static str,
    pub value: String,
    /// True if it only asks for another page.
    pub is_get: bool,
    pub key: String,
    /// True if the element is an option of a choice of several that was picked already.
    pub is_picked: bool,
}

/// A card with the attributes of its element.
struct Shown<'c> {
    id: String,
    design: Option<DesignId>,
    classes: String,
    label: String,
    name: String,
    owner: Option<Seat>,
    marks: Vec<String>,
    press: Option<Press>,
    popover: String,
    is_disabled: bool,
    card: &'c CardView,
}

impl Page<'_> {
    pub(super) fn tile(&self, card: &CardView, lying: CardZone<'_>) -> Markup {
        let shown = self.shown(card, lying);
        let inside = match shown.design {
            Some(design) => self.front(design, &shown.marks),
            None => html! {
                span.face {
                    @if let Some(owner) = shown.owner { (glyph(self.words.setup, owner)) }
                    span { (self.words.kind(card.kind.id)) }
                    @for mark in &shown.marks { span.m { (mark) } }
                }
            },
        };
        self.button("card", &shown, &inside)
    }

    /// Draws a card as a bar.
    pub(super) fn line_card(&self, card: &CardView, lying: CardZone<'_>) -> Markup {
        let shown = self.shown(card, lying);
        let corner = shown.design.and_then(|design| corner(self.face(design)));
        let inside = html! {
            @if let Some(owner) = shown.owner.filter(|owner| Some(*owner) != lying.holder) {
                (glyph(self.words.setup, owner))
            }
            span.nm { (shown.name) }
            @for mark in &shown.marks { span.m { (mark) } }
            @if let Some(corner) = corner { b { (corner) } }
            @if let Some(secret) = self.secret(&shown) { span.eye aria-hidden="true" { (secret) } }
        };
        self.button("line-card", &shown, &inside)
    }

    /// Returns the mark of a card that only the viewer knows.
    fn secret(&self, shown: &Shown<'_>) -> Option<String> {
        shown.classes.contains("secret").then(|| self.words.own.card_tag())
    }

    fn button(&self, class: &str, shown: &Shown<'_>, inside: &Markup) -> Markup {
        let rules = self.seen.rules();
        let face = shown.design.and_then(|design| rules.design(design)).map(|design| design.name);
        let seat = shown.owner.map(|owner| seat_name(self.words.setup, owner));
        let (press, popover) = (shown.press.as_ref(), &shown.popover);
        let get = press.filter(|press| press.is_get);
        html! {
            button id=(shown.id) class={ (class) (shown.classes) } data-face=[face] data-seat=[seat]
                data-secret=[self.secret(shown)] data-card=[self.card_id(shown.card)]
                type=(if press.is_some() { "submit" } else { "button" })
                name=[press.map(|press| press.name)] value=[press.map(|press| &press.value)]
                form=[press.map(|_| "decision")] formmethod=[get.map(|_| "get")]
                formaction=[get.map(|_| self.frame.base)]
                aria-pressed=[press.filter(|press| press.name == "pick").map(|press| press.is_picked.to_string())]
                aria-disabled=[shown.is_disabled.then_some("true")]
                popovertarget=[press.is_none().then_some(popover)] data-zoom=[press.map(|_| popover)]
                aria-label=(shown.label) {
                (inside)
                @if let Some(press) = press { span.key aria-hidden="true" { (press.key) } }
            }
        }
    }

    fn shown<'c>(&self, card: &'c CardView, lying: CardZone<'_>) -> Shown<'c> {
        let (words, own) = (&self.words, self.words.own);
        let known = card.card.as_ref();
        let id = self
            .card_id(card)
            .map_or_else(|| format!("c-{}-{}", &lying.zone[2..], lying.place + 1), Clone::clone);
        let design = card.design.as_ref().or(card.only.as_ref()).map(|design| design.id);
        let owner = card.owner.as_ref().map(|owner| owner.id);
        let press = known.and_then(|_| self.press_on(&id));
        let is_secret = design.is_some() && (self.seen.is_down(card, lying.sees) || known.is_none());
        let is_disabled = press.is_none() && lying.is_asked && known.is_some();
        let name =
            design.map_or_else(|| words.hidden(card.kind.id, owner, None), |design| words.design(design));
        let marks = words.marks(card, &self.seen.view);
        let mut label = vec![name.clone()];
        if let Some(design) = design {
            let face = self.face(design);
            label.extend(face.corners);
            label.extend(Some(face.line).filter(|line| !line.is_empty()));
            label.extend(owner.filter(|owner| Some(*owner) != lying.holder).map(|owner| words.seat(owner)));
        }
        label.extend(marks.iter().cloned());
        match (known.is_some(), is_secret) {
            (false, true) => label.push(own.card_only()),
            (false, false) => label.push(own.card_down()),
            (true, true) => label.push(own.card_secret()),
            (true, false) => {}
        }
        if let Some(press) = &press {
            label.push(own.card_option(&press.key));
        } else if is_disabled {
            label.push(own.card_not_now());
        }
        let mut classes = String::new();
        let picked = press.as_ref().is_some_and(|press| press.is_picked);
        let all = [
            (design.is_none(), " back"),
            (is_secret, " secret"),
            (press.is_some(), " can"),
            (picked, " sel"),
            (is_disabled, " cannot"),
        ];
        all.iter().filter(|(is, _)| *is).for_each(|(_, class)| classes.push_str(class));
        let popover = match design {
            Some(design) => self.met(design),
            None => self.met_back(card.kind.id, owner),
        };
        let label = label.join(", ");
        Shown { id, design, classes, label, name, owner, marks, press, popover, is_disabled, card }
    }

    /// Returns what pressing the element with this ID does, if options are about it.
    pub(super) fn press_on(&self, id: &str) -> Option<Press> {
        let options = self.about.get(id)?;
        if let [one] = options.as_slice() {
            return Some(self.press(*one));
        }
        let key = format!("{}…", options.len());
        Some(Press { name: "with", value: id.to_owned(), is_get: true, key, is_picked: false })
    }

    pub(super) fn face(&self, design: DesignId) -> CardFace {
        let def = self.faces.designs.iter().find(|def| def.id == design);
        self.faces.design_face(def.expect("designs of this game"))
    }

    /// Draws the front of a tile, with the picture for large ones.
    fn front(&self, design: DesignId, marks: &[String]) -> Markup {
        let face = self.face(design);
        let short = Some(&face.short).filter(|short| !short.is_empty() && !short.contains(' '));
        let foot = if face.line.is_empty() { &face.foot } else { &face.line };
        let is_plain = face.corners.is_empty() && foot.is_empty();
        html! {
            @match short {
                Some(short) => span.face.sign {
                    span.short { (short) }
                    span.big aria-hidden="true" { (short) }
                    @for mark in marks { span.m { (mark) } }
                },
                None => span class=(if is_plain { "face plain" } else { "face" }) {
                    span.band { (face.name) }
                    @if !is_plain {
                        span.cnr { @if let Some(corner) = face.corners.first() { (corner) } }
                        span.foot { (foot) }
                    }
                    @for mark in marks { span.m { (mark) } }
                },
            }
            (self.picture(&face))
        }
    }

    fn picture(&self, face: &CardFace) -> Markup {
        html! {
            @if !self.frame.cards.is_empty() {
                img.pic.own[face.has_own_frame()] src={ (self.frame.cards) "/" (face.id) ".svg" } alt="" loading="lazy";
            }
        }
    }

    /// Notes a design for the enlargements; returns the ID of its popover.
    pub(super) fn met(&self, design: DesignId) -> String {
        self.met.borrow_mut().insert(design);
        format!("v-{}", self.seen.rules().design(design).map_or("", |design| design.name))
    }

    fn met_back(&self, kind: KindId, owner: Option<Seat>) -> String {
        self.backs.borrow_mut().insert((kind, owner));
        self.back_id(kind, owner)
    }

    fn back_id(&self, kind: KindId, owner: Option<Seat>) -> String {
        let rules = self.seen.rules();
        let kind = rules.kind(kind).map_or("", |kind| kind.name);
        let owner = owner.and_then(|owner| rules.seat_label(owner)).map(|owner| format!("-{}", slug(&owner)));
        format!("v-back-{kind}{}", owner.unwrap_or_default())
    }

    pub(super) fn enlargements(&self) -> Markup {
        let (met, backs) = (self.met.borrow(), self.backs.borrow());
        html! {
            @for design in met.iter() { (self.enlarged(*design)) }
            @for (kind, owner) in backs.iter() { (self.unknown(*kind, *owner)) }
        }
    }

    fn enlarged(&self, design: DesignId) -> Markup {
        let Some(def) = self.seen.rules().design(design) else { return html! {} };
        let (words, face, id) = (&self.words, self.face(design), format!("v-{}", def.name));
        let kind = words.kind(def.kind);
        let copies = words.own.copies(def.copies as usize);
        let facts = face.corners.iter().chain([&face.line, &face.foot]).filter(|text| !text.is_empty());
        let facts: Vec<&str> = facts.map(String::as_str).chain([kind.as_str(), copies.as_str()]).collect();
        html! {
            div id=(id) .zoom popover role="dialog" aria-label=(face.name) {
                @if self.frame.is_static { (inline(&self.faces.svg(&def))) } @else { (self.picture(&face)) }
                h3 { (face.name) }
                p.small.dim { (facts.join(" · ")) }
                @if let Some(text) = words.ability(design) { p { (capital(&text)) } }
                @if self.frame.is_live() { p.small { (self.asking(def.name, &html! { (words.own.table_why()) })) } }
                (self.close(&id))
            }
        }
    }

    /// Draws what an unknown card of a kind and owner could be: all designs with a copy that is nowhere in
    /// view.
    fn unknown(&self, kind: KindId, owner: Option<Seat>) -> Markup {
        let (words, id) = (&self.words, self.back_id(kind, owner));
        let could = self.could(kind, owner);
        html! {
            div id=(id) .zoom popover role="dialog" aria-label=(words.own.card_could()) {
                h3 { (words.own.card_could()) }
                p.small.dim { (words.hidden(kind, owner, None)) ", " (words.own.card_down()) }
                ul.could role="list" {
                    @for (design, copies) in could {
                        li.same {
                            span.line-card data-face=[self.seen.rules().design(design).map(|def| def.name)] {
                                span.nm { (words.design(design)) }
                                @if let Some(corner) = corner(self.face(design)) { b { (corner) } }
                            }
                            @if copies > 1 { b { "×" (copies) } }
                        }
                    }
                }
                (self.close(&id))
            }
        }
    }

    fn could(&self, kind: KindId, owner: Option<Seat>) -> Vec<(DesignId, usize)> {
        let rules = self.seen.rules();
        let view = &self.seen.view;
        let held = view.zones.iter().flat_map(|zone| &zone.cards).flat_map(|card| &card.holds);
        let inside = held.flat_map(|held| &held.cards);
        let cards = view.zones.iter().flat_map(|zone| &zone.cards).chain(inside);
        let known: std::collections::BTreeSet<usize> =
            cards.filter_map(|card| card.card.as_ref()).map(|card| card.id.index()).collect();
        let designs = rules.designs().filter(|design| design.kind == kind);
        let left = designs.map(|design| {
            let copies = rules.copies(design.id).filter(|card| {
                rules.card(*card).is_some_and(|def| def.owner == owner) && !known.contains(&card.index())
            });
            (design.id, copies.count())
        });
        left.filter(|(_, copies)| *copies > 0).collect()
    }
}

/// Draws the picture of a card inside a file.
fn inline(face: &str) -> Markup {
    let start = "<svg class=\"pic\" aria-hidden=\"true\"";
    PreEscaped(face.replacen("<svg xmlns=\"http://www.w3.org/2000/svg\"", start, 1))
}

/// Returns the sign of a card as a bar: its short name if that is one word, or else its first corner, unless
/// the name says it.
fn corner(face: CardFace) -> Option<String> {
    if !face.short.is_empty() && !face.short.contains(' ') {
        return Some(face.short);
    }
    let is_said = |corner: &String| face.name.split([' ', '-']).any(|word| word == corner);
    face.corners.into_iter().next().filter(|corner| !is_said(corner))
}
