//! Card faces according to `layout: { faces: … }`, or as cards appear at the table.

use ludex::rules::{Colour, DesignDef, FaceColour, FaceDef, FieldDef, KindDef, OnCard};
use ludex::{DesignId, FieldId, Seat, Setup, Value};
use ludex_print::{CardBack, CardFace, Deck, Picture, of_number};

use crate::words::{Words, capital};

/// Faces of the cards of a game in one language.
pub struct Faces<'a> {
    words: Words<'a>,
    /// Returns the picture at a path of the ruleset.
    picture: &'a dyn Fn(&str) -> Option<Picture>,
    pub designs: Vec<DesignDef<'a>>,
}

/// Draws the face of a card, by the ID of its design, without pictures of the ruleset.
pub fn face_svg(setup: &Setup, language: &str, design: &str) -> Option<String> {
    let faces = Faces::new(Words::new(setup, language), &|_| None);
    let def = faces.designs.iter().find(|def| def.name == design)?;
    Some(faces.face(def, None).svg())
}

impl<'a> Faces<'a> {
    /// Creates the faces of all cards; `picture` reads a picture of the ruleset.
    pub fn new(words: Words<'a>, picture: &'a dyn Fn(&str) -> Option<Picture>) -> Self {
        Self { words, picture, designs: words.rules().designs().collect() }
    }

    /// Returns each card once, without an owner.
    pub fn all(&self) -> Vec<CardFace> {
        self.designs.iter().map(|design| self.face(design, None)).collect()
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
        let (id, name, colour) = match owner {
            Some(Owner { id, name, colour }) => (format!("{}-{id}", kind.name), name, colour),
            None => (kind.name.to_owned(), capital(&self.words.kind(kind.id)), of_number(kind.id.index())),
        };
        Deck { id, back: CardBack { title: self.words.title(), name, colour }, cards }
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

    fn face(&self, design: &DesignDef<'_>, owner: Option<&Owner>) -> CardFace {
        let layout = self.words.rules().layout();
        let said = layout.faces.iter().find(|(kind, _)| *kind == design.kind).map(|(_, face)| face);
        let usual = said.is_none().then(|| self.usual(design));
        let default = FaceDef::default();
        let face = said.or(usual.as_ref()).unwrap_or(&default);
        let id = design.id;
        CardFace {
            id: design.name.to_owned(),
            name: self.words.design(id),
            short: self.words.short(id).unwrap_or_default(),
            frame: face.frame,
            colour: self.colour(design, &face.colour, owner),
            corners: face.corners.iter().filter_map(|field| self.alone(*field, id)).collect(),
            line: self.named(&face.line, id),
            text: capital(&self.words.ability(id).unwrap_or_default()),
            foot: self.named(&face.foot, id),
            art: face.art.as_ref().and_then(|path| (self.picture)(&self.path(path, design))),
            owner: owner.map(|owner| (owner.name.clone(), owner.colour)),
        }
    }

    /// Returns the default face of a kind without a layout: the first number in the corner, words below the
    /// name. If the layout lists fields for the table, uses those.
    fn usual(&self, design: &DesignDef<'_>) -> FaceDef {
        let rules = self.words.rules();
        let shown = rules.layout().cards.iter().find(|(kind, _)| *kind == design.kind);
        let fields: Vec<FieldDef<'_>> = match shown {
            Some((_, shown)) => {
                let field =
                    |shown: &OnCard| if let OnCard::Field(id) = shown { rules.field(*id) } else { None };
                shown.iter().filter_map(field).collect()
            }
            None => rules.fields(design.kind).collect(),
        };
        let mut face = FaceDef::default();
        let number =
            fields.iter().find(|field| field.is_number && rules.printed(field.id, design.id).is_some());
        face.corners.extend(number.map(|field| field.id));
        let words = fields.iter().filter(|field| !field.is_number);
        face.line.extend(words.map(|field| field.id));
        face
    }

    /// Returns the value of a field without its name.
    fn alone(&self, field: FieldId, design: DesignId) -> Option<String> {
        let value = self.words.rules().printed(field, design)?;
        if let Value::Bool(_) = value { self.beside(field, design) } else { Some(self.value_text(&value)) }
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
