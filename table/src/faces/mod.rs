//! Card faces according to `layout: { faces: … }`, or as cards appear at the table.

mod looks;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use ludex::rules::{Colour, DesignDef, FaceColour, FaceDef, FieldDef, KindDef, OnCard, Rules};
use ludex::{DesignId, FieldId, KindId, Seat, Setup, Value};
use ludex_print::{CardBack, CardFace, Deck, Look, Picture, of_number};

use crate::words::{Words, capital};

pub use looks::{Place, Problem};

/// Reads a file of the ruleset's folder; `None` if there is none. An error is the end of a sentence.
pub type Read<'a> = &'a dyn Fn(&str) -> Result<Option<Vec<u8>>, String>;

/// Maximum number of icons that stand for a number; a larger number is one icon.
const MOST_ICONS: usize = 12;

/// Faces of the cards of a game in one language.
pub struct Faces<'a> {
    words: Words<'a>,
    read: Read<'a>,
    /// Size of the printed cards by the size of their frame, in millimetres.
    pub sizing: &'a dyn Fn((f64, f64)) -> (f64, f64),
    pub designs: Vec<DesignDef<'a>>,
    looks: RefCell<BTreeMap<KindId, Arc<Look>>>,
    pictures: RefCell<BTreeMap<String, Option<Picture>>>,
    problems: RefCell<Vec<Problem>>,
}

/// Reads no files.
pub fn no_files(_: &str) -> Result<Option<Vec<u8>>, String> {
    Ok(None)
}

/// Draws the faces of all cards, by the IDs of their designs.
pub fn face_svgs(setup: &Setup, language: &str, read: Read<'_>) -> BTreeMap<String, String> {
    let faces = Faces::new(Words::new(setup, language), read);
    faces.designs.iter().map(|def| (def.name.to_owned(), faces.svg(def))).collect()
}

impl<'a> Faces<'a> {
    /// Creates the faces of all cards.
    pub fn new(words: Words<'a>, read: Read<'a>) -> Self {
        let designs = words.rules().designs().collect();
        let (looks, pictures, problems) = (RefCell::default(), RefCell::default(), RefCell::default());
        Self { words, read, sizing: &|size| size, designs, looks, pictures, problems }
    }

    pub fn rules(&self) -> &'a Rules {
        self.words.rules()
    }

    /// Returns the problems of the cards drawn so far, without duplicates.
    pub fn problems(&self) -> Vec<Problem> {
        self.problems.borrow().clone()
    }

    /// Draws the front of a card.
    pub fn svg(&self, design: &DesignDef<'_>) -> String {
        self.look(design.kind).file(&self.face(design, None).contents(), 0.0)
    }

    /// Returns the cards of the game as decks by back. A kind that each player has a set of gives one deck
    /// per player.
    pub fn decks(&self, all: &Setup) -> Vec<Deck> {
        let kinds = self.words.rules().kinds();
        let decks = kinds.flat_map(|kind| match kind.per_player {
            false => vec![self.deck(&kind, None)],
            true => all.seats().map(|seat| self.deck(&kind, Some((seat.id, all)))).collect(),
        });
        decks.filter(|deck| !deck.cards.is_empty()).collect()
    }

    fn deck(&self, kind: &KindDef<'_>, owner: Option<(Seat, &Setup)>) -> Deck {
        let owner = owner.map(|(seat, all)| self.owner(seat, all));
        let cards = self.designs.iter().filter(|design| design.kind == kind.id && design.copies > 0);
        let cards = cards.map(|design| (self.face(design, owner.as_ref()), design.copies)).collect();
        // cards that some player can't see must look alike, also those of different players
        let alike = self.rules().alike(kind.id);
        let id = owner.as_ref().map_or(kind.name.to_owned(), |owner| format!("{}-{}", kind.name, owner.id));
        let (name, colour) = match owner {
            Some(owner) if alike.len() == 1 => (owner.name, owner.colour),
            Some(_) | None => {
                let names: Vec<String> = alike.iter().map(|kind| capital(&self.words.kind(*kind))).collect();
                (names.join(" · "), of_number(alike[0].index()))
            }
        };
        let back = CardBack { title: self.words.title(), name, colour };
        let look = self.look(kind.id);
        let back_look = self.back_frame(self.rules().back(kind.id), look.size(), &back.contents());
        Deck { id, look, back_look, back, cards }
    }

    /// Returns a player's name and colour: the colour named by the seat, or one by its number.
    fn owner(&self, seat: Seat, all: &Setup) -> Owner {
        let words = Words::new(all, self.words.language);
        let id = all.rules().seat_label(seat).unwrap_or_default();
        let look = all.rules().layout().seat(seat).and_then(|look| look.colour);
        let colour = look.or(Colour::read(&id)).unwrap_or_else(|| of_number(usize::from(seat.number())));
        Owner { id, name: words.seat(seat), colour }
    }

    pub fn design_face(&self, design: &DesignDef<'_>) -> CardFace {
        self.face(design, None)
    }

    /// Returns the layout of a kind's faces, if the ruleset has one.
    fn said(&self, kind: KindId) -> Option<&'a FaceDef> {
        let layout = self.words.rules().layout();
        layout.faces.iter().find(|(id, _)| *id == kind).map(|(_, face)| face)
    }

    fn face(&self, design: &DesignDef<'_>, owner: Option<&Owner>) -> CardFace {
        let usual = self.said(design.kind).is_none().then(|| self.usual(design));
        let default = FaceDef::default();
        let face = self.said(design.kind).or(usual.as_ref()).unwrap_or(&default);
        let id = design.id;
        let fields = self.words.rules().fields(design.kind);
        let fields = fields.filter_map(|field| Some((field.name.to_owned(), self.alone(field.id, id)?)));
        CardFace {
            id: design.name.to_owned(),
            name: self.words.design(id),
            short: self.words.short(id).unwrap_or_default(),
            frame: face.frame_name().to_owned(),
            colour: self.colour(design, &face.colour, owner),
            corners: face.corners.iter().filter_map(|field| self.alone(*field, id)).collect(),
            line: self.named(&face.line, id),
            text: capital(&self.words.marked_ability(id).unwrap_or_default()),
            foot: self.named(&face.foot, id),
            icons: face.icons.iter().flat_map(|field| self.row(*field, id)).collect(),
            fields: fields.collect(),
            art: face.art.as_ref().and_then(|path| self.picture(&self.path(path, design))),
            owner: owner.map(|owner| (owner.name.clone(), owner.colour)),
        }
    }

    /// Returns the icons of a field: as many as its number, or one by its word or its name.
    fn row(&self, field: FieldId, design: DesignId) -> Vec<String> {
        let rules = self.words.rules();
        let name = rules.field(field).map_or("", |field| field.name.rsplit('.').next().unwrap_or(field.name));
        let Some(value) = rules.printed(field, design) else { return Vec::new() };
        if let Value::Word(word) = value {
            return vec![word.name.clone()];
        }
        if let Value::Int(number) = value {
            return vec![name.to_owned(); usize::try_from(number).unwrap_or(0).min(MOST_ICONS)];
        }
        vec![name.to_owned(); usize::from(self.beside(field, design).is_some())]
    }

    /// Returns the default face of a kind without a layout: the first number in the corner, words below the
    /// name, and everything else at the foot. If the layout lists fields for the table, uses those first.
    fn usual(&self, design: &DesignDef<'_>) -> FaceDef {
        let rules = self.words.rules();
        let shown = rules.layout().cards.iter().find(|(kind, _)| *kind == design.kind);
        let listed = |shown: &OnCard| if let OnCard::Field(id) = shown { rules.field(*id) } else { None };
        let mut fields: Vec<FieldDef<'_>> =
            shown.map_or_else(Vec::new, |(_, shown)| shown.iter().filter_map(listed).collect());
        let others =
            rules.fields(design.kind).filter(|field| fields.iter().all(|known| known.id != field.id));
        let others: Vec<FieldDef<'_>> = others.collect();
        if fields.is_empty() {
            fields = others.clone();
        }
        let mut face = FaceDef::default();
        let has_value = |field: &&FieldDef<'_>| rules.printed(field.id, design.id).is_some();
        face.corners
            .extend(fields.iter().filter(|field| field.is_number).find(has_value).map(|field| field.id));
        let words = fields.iter().filter(|field| !field.is_number);
        face.line.extend(words.map(|field| field.id));
        let name = self.words.design(design.id);
        let is_new = |field: &FieldDef<'_>| {
            let is_placed = face.corners.contains(&field.id) || face.line.contains(&field.id);
            !is_placed && self.alone(field.id, design.id).is_some_and(|value| !is_said(&name, &value))
        };
        face.foot =
            fields.iter().chain(&others).filter(|field| is_new(field)).map(|field| field.id).collect();
        face.foot.dedup();
        face
    }

    /// Returns the value of a field without its name.
    fn alone(&self, field: FieldId, design: DesignId) -> Option<String> {
        let value = self.words.rules().printed(field, design)?;
        let is_named = matches!(value, Value::Bool(_)) || self.words.rules().field(field)?.key.is_some();
        if is_named { self.beside(field, design) } else { Some(self.value_text(&value)) }
    }

    /// Formats a field: a number after its name, a word alone, a boolean as its name if it is true.
    fn beside(&self, field: FieldId, design: DesignId) -> Option<String> {
        let def = self.words.rules().field(field)?;
        let name =
            || capital(&self.words.field_name(def).unwrap_or_else(|| def.name.to_owned()).replace('_', " "));
        let value = self.words.rules().printed(field, design)?;
        if let Some(key) = def.key {
            return self.words.entry(key, &value).map(|entry| capital(&entry));
        }
        if let Value::Bool(holds) = value {
            return holds.then(name);
        }
        Some(if def.is_number {
            format!("{} {}", name(), self.words.value(&value))
        } else {
            self.value_text(&value)
        })
    }

    fn value_text(&self, value: &Value) -> String {
        capital(&self.words.value(value))
    }

    fn named(&self, fields: &[FieldId], design: DesignId) -> String {
        let shown: Vec<String> = fields.iter().filter_map(|field| self.beside(*field, design)).collect();
        shown.join(" · ")
    }

    /// Returns the colour of a card: the layout's colour, the colour of a printed word, or by default that of
    /// the owner or kind.
    fn colour(&self, design: &DesignDef<'_>, said: &FaceColour, owner: Option<&Owner>) -> Colour {
        let usual = owner.map_or_else(|| of_number(design.kind.index()), |owner| owner.colour);
        match said {
            FaceColour::One(colour) => *colour,
            FaceColour::By { fields, words, other } => {
                let mut printed = fields.iter().filter_map(|field| self.word(*field, design.id));
                let listed = |(_, number): &(String, i32)| {
                    words.iter().find(|(word, _)| word == number).map(|(_, colour)| *colour)
                };
                let word = printed.next().map(|word| listed(&word).unwrap_or_else(|| of_word(&word)));
                word.or(*other).unwrap_or(usual)
            }
            FaceColour::Unsaid => {
                let fields = self.words.rules().fields(design.kind);
                let words: Vec<(String, i32)> =
                    fields.filter_map(|field| self.word(field.id, design.id)).collect();
                let named = words.iter().find_map(|(word, _)| Colour::read(word));
                named.or_else(|| words.first().map(of_word)).unwrap_or(usual)
            }
        }
    }

    /// Returns the word printed in a field, and its number in the enum.
    fn word(&self, field: FieldId, design: DesignId) -> Option<(String, i32)> {
        let Value::Word(word) = self.words.rules().printed(field, design)? else { return None };
        Some((word.name, word.id.1))
    }

    fn path(&self, path: &str, design: &DesignDef<'_>) -> String {
        let rules = self.words.rules();
        let mut path = path.replace("{id}", design.name);
        for field in rules.fields(design.kind) {
            let place = format!("{{{}}}", field.name);
            if path.contains(&place) {
                let printed = rules.printed(field.id, design.id);
                path = path.replace(
                    &place,
                    &printed.as_ref().and_then(in_a_path).unwrap_or_else(|| "none".to_owned()),
                );
            }
        }
        path
    }
}

/// A player whose cards are printed.
struct Owner {
    id: String,
    name: String,
    colour: Colour,
}

/// Returns the colour that a word names, or one by the word's number.
fn of_word((word, number): &(String, i32)) -> Colour {
    Colour::read(word).unwrap_or_else(|| of_number(usize::try_from(*number).unwrap_or(0)))
}

/// Formats a value as part of a path: a word, number or boolean, never with a dot or slash.
fn in_a_path(value: &Value) -> Option<String> {
    if let Value::Word(word) = value {
        return Some(word.name.clone());
    }
    if let Value::Int(number) = value {
        return Some(number.to_string());
    }
    if let Value::Bool(holds) = value { Some(holds.to_string()) } else { None }
}

/// Returns the fields that choose the colour.
fn colouring(colour: &FaceColour) -> Vec<FieldId> {
    match colour {
        FaceColour::By { fields, .. } => fields.clone(),
        FaceColour::Unsaid | FaceColour::One(_) => Vec::new(),
    }
}

/// Returns true if a name says a value, or more of it: `Assassin` and `the Assassin`.
fn is_said(name: &str, value: &str) -> bool {
    contains_word(name, value) || contains_word(value, name)
}

/// Returns true if a name contains a word, as `Ace of Clubs` contains the suit `Clubs`.
pub fn contains_word(name: &str, word: &str) -> bool {
    let spaced = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.fold(" ".to_owned(), |said, word| said + &word.to_lowercase() + " ")
    };
    let word = spaced(word);
    word != " " && spaced(name).contains(&word)
}
