//! The table as HTML. A page works without a script: each option is a button in a form. It contains only
//! the viewer's observation and own decision.

mod asides;
mod cards;
mod decision;
mod document;
mod forms;
mod frame;
mod lobby;
mod log;
mod replay;
mod seats;
mod spots;
mod zones;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use ludex::{CardView, Choice, Decision, DesignId, Game, KindId, Seat, Value};
use maud::{Markup, html};

pub use asides::{aside, hint, why};
pub use decision::picks;
pub use document::{announcement, message, stylesheet, title};
pub use forms::{Join, Links, SeatLink, join, links};
pub use frame::{Frame, Notice, Person, Presence, Settings, Size, Theme, Undo};
pub use lobby::{Allowed, Bot, GameCard, Lobby, NewTable, OpenTable, TableOption, lobby};
pub use log::{Travel, travels};
pub use replay::{Replay, replay, replay_page};

use crate::faces::{Faces, no_files};
use crate::offers::Offers;
use crate::seen::ObservedTable;
use crate::words::Words;

/// The files that each page links.
pub mod assets {
    /// The stylesheet, at `/assets/table.css`.
    pub const CSS: &str = include_str!("../../assets/table.css");
    /// The script, at `/assets/table.js`.
    pub const SCRIPT: &str = include_str!("../../assets/table.js");
    /// The part of the script that reaches the server, at `/assets/link.js`.
    pub const LINK: &str = include_str!("../../assets/link.js");
    /// The library that changes a page to another, at `/assets/idiomorph.js`.
    pub const MORPH: &str = include_str!("../../assets/idiomorph.js");
}

/// Draws the whole document of a table.
pub fn page(game: &Game, frame: &Frame<'_>) -> String {
    let names = names(frame);
    let page = Page::new(game, frame, &names);
    page.document(&page.main()).into_string()
}

/// Draws `<main id="table">` alone, which replaces that of the page.
pub fn body(game: &Game, frame: &Frame<'_>) -> String {
    let names = names(frame);
    Page::new(game, frame, &names).main().into_string()
}

fn names(frame: &Frame<'_>) -> Vec<String> {
    frame.seats.iter().map(|person| person.name.clone()).collect()
}

struct Page<'a> {
    words: Words<'a>,
    seen: ObservedTable<'a>,
    frame: &'a Frame<'a>,
    faces: Faces<'a>,
    decision: Option<Decision>,
    /// The options, if the viewer has to decide.
    offers: Offers,
    /// IDs of the elements of known cards, by number. Equal cards are numbered in the order of the table,
    /// because which copy a card is can be more than the viewer knows.
    ids: BTreeMap<usize, String>,
    /// The elements that the options are about, with the options' indices.
    about: BTreeMap<String, Vec<usize>>,
    /// Designs and unknown cards on the page, for the enlargements.
    met: RefCell<BTreeSet<DesignId>>,
    backs: RefCell<BTreeSet<(KindId, Option<Seat>)>>,
}

impl<'a> Page<'a> {
    fn new(game: &'a Game, frame: &'a Frame<'a>, names: &'a [String]) -> Self {
        let words = frame.words.with_people(names);
        let seen = ObservedTable::new(words, game, frame.reader());
        let decision = game.decision_for(frame.viewer);
        let offers = match frame.seat().filter(|_| frame.is_live()) {
            Some(seat) => Offers::at(&words, game, seat.number()),
            None => Offers { all: Vec::new(), numbers: false, several: None },
        };
        let (met, backs) = (RefCell::default(), RefCell::default());
        let faces = Faces::new(words, &no_files);
        let ids = card_ids(&seen);
        let mut page =
            Self { words, seen, frame, faces, decision, offers, ids, about: BTreeMap::new(), met, backs };
        page.about = page.about();
        page
    }

    fn choice(&self, index: usize) -> Option<&Choice> {
        let several = self.offers.several().map(|several| several.options.as_slice());
        let options = several.or(self.decision.as_ref().map(|decision| decision.options.as_slice()))?;
        options.get(index).map(|option| &option.choice)
    }

    fn about(&self) -> BTreeMap<String, Vec<usize>> {
        let mut about: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for index in 0..self.offers.all.len() {
            let targets = self.choice(index).map(targets).unwrap_or_default();
            let ids: BTreeSet<String> = targets.into_iter().filter_map(|target| self.id_of(target)).collect();
            // a player with something of theirs is named, but not the target
            let only_players = ids.iter().all(|id| id.starts_with("p-"));
            for id in ids.into_iter().filter(|id| only_players || !id.starts_with("p-")) {
                about.entry(id).or_default().push(index);
            }
        }
        about
    }

    fn main(&self) -> Markup {
        let felt = html! {
            div.felt {
                (self.result())
                (self.others())
                (self.middle())
                (self.own_seat())
            }
        };
        let own = self.words.own;
        let picked = own.table_picked("{n}", "{most}");
        html! {
            main #table data-version=(self.frame.version) data-events=[self.events()]
                data-keys=[(!self.frame.settings.keys).then_some("off")]
                data-confirm=[self.frame.settings.confirm.then_some("")]
                data-size=(self.frame.settings.size.name()) data-picked=(picked)
                data-done=(own.table_done("{n}")) data-else=(own.table_else())
                data-shown=(own.table_shown("{n}", "{all}")) data-more=(own.table_more("{n}"))
                data-close=(own.table_close()) data-lost=(own.table_lost()) data-retry=(own.table_retry("{n}")) {
                (self.bar())
                (self.notice())
                div.tablepage {
                    div.side { (self.deciding()) (self.log()) }
                    (felt)
                }
                (self.enlargements())
            }
        }
    }

    /// Returns the ID of the element of a known card.
    fn card_id(&self, card: &CardView) -> Option<&String> {
        self.ids.get(&card.card.as_ref()?.id.index())
    }

    fn is_option(&self, card: &CardView) -> bool {
        self.card_id(card).is_some_and(|id| self.about.contains_key(id))
    }

    /// Returns the ID of the element of a known card, a spot or a player.
    fn id_of(&self, value: &Value) -> Option<String> {
        let (kind, name) = match value {
            Value::Card(card) => return self.ids.get(&card.id.index()).cloned(),
            Value::Spot(spot) => ("s", &spot.name),
            Value::Player(player) => ("p", &player.name),
            Value::Hidden
            | Value::Nothing
            | Value::Int(_)
            | Value::Decimal(_)
            | Value::Bool(_)
            | Value::Word(_)
            | Value::Zone(_)
            | Value::Design(_)
            | Value::Unseen { .. }
            | Value::List(_)
            | Value::Fault(_) => return None,
        };
        Some(format!("{kind}-{}", slug(name)))
    }

    fn events(&self) -> Option<String> {
        (!self.frame.is_static).then(|| format!("{}/events", self.frame.base))
    }
}

/// Returns the cards, spots and players of an option.
fn targets(choice: &Choice) -> Vec<&Value> {
    match choice {
        Choice::Pick(Value::List(values)) => values.iter().collect(),
        Choice::Pick(value) => vec![value],
        Choice::Action { targets, .. } => targets.iter().collect(),
        Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_) => Vec::new(),
    }
}

/// Returns the IDs of the elements of known cards.
fn card_ids(seen: &ObservedTable<'_>) -> BTreeMap<usize, String> {
    let cards = seen.view.zones.iter().flat_map(|zone| &zone.cards);
    let held = cards.clone().flat_map(|card| &card.holds).flat_map(|held| &held.cards);
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut ids = BTreeMap::new();
    for card in cards.chain(held).filter_map(|card| card.card.as_ref()) {
        let label = slug(&card.name);
        let number = numbers.entry(label.clone()).or_insert(0);
        *number += 1;
        let id = if *number == 1 { format!("c-{label}") } else { format!("c-{label}--{number}") };
        ids.insert(card.id.index(), id);
    }
    ids
}

/// Converts a label to a part of an ID.
fn slug(label: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    label.chars().map(plain).collect()
}
