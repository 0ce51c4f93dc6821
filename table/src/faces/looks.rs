//! Frames, icons and fonts of the cards of a game, and the problems of its cards.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex::diagnostics::closest;
use ludex::rules::{DesignDef, FaceDef};
use ludex::{DesignId, FieldId, KindId};
use ludex_print::{
    BOXES, CardFace, Contents, Font, FontFile, Frame, Look, Picture, Refused, SMALLEST_POINTS, STYLES,
    icon_names, icons, shipped_icon,
};

use super::{Faces, is_said};

/// Frames to try for a kind whose ruleset names none: the first in which all texts fit.
const USUAL: [&str; 2] = ["banner", "plain"];
/// The shipped back.
const BACK: &str = "back";
/// Extensions of font files.
const FONTS: [&str; 2] = ["ttf", "otf"];

/// Maximum number of cards of a kind for which font sizes are chosen.
const MOST_FITTED: usize = 5_000;

/// A problem of a face.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// True if the cards can't be printed like this.
    pub is_error: bool,
    pub at: Place,
    /// The problem, lower case.
    pub message: String,
}

/// Place of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A file of the ruleset, and a line of it if one is at fault.
    File(String, Option<u32>),
    Card(DesignId),
}

impl Faces<'_> {
    /// Returns the frame of a kind with its font sizes, which are the same for all cards of the kind.
    pub fn look(&self, kind: KindId) -> Arc<Look> {
        let known = self.looks.borrow().get(&kind).cloned();
        known.unwrap_or_else(|| {
            let look = Arc::new(self.fitted(kind));
            self.looks.borrow_mut().insert(kind, look.clone());
            look
        })
    }

    fn fitted(&self, kind: KindId) -> Look {
        let rules = self.words.rules();
        let designs = rules.designs().filter(|design| design.kind == kind);
        let designs: Vec<_> = designs.take(MOST_FITTED).collect();
        let faces: Vec<CardFace> = designs.iter().map(|design| self.face(design, None)).collect();
        let contents: Vec<Contents> = faces.iter().map(CardFace::contents).collect();
        let said = self.said(kind);
        let names = match said.map(FaceDef::frame_name) {
            Some(name) => vec![name],
            None => USUAL.to_vec(),
        };
        let mut looks = names.iter().map(|name| self.framed(name, kind, &contents));
        let fits = |look: &Look| contents.iter().all(|contents| look.filled(contents).cut.is_empty());
        let first = looks.next().expect("at least one name");
        let look = if fits(&first) { first } else { looks.next().unwrap_or(first) };
        self.note_unfit(&look, &designs, &faces);
        look
    }

    /// Reports the contents of cards that don't fit into their frame or have no place in it.
    fn note_unfit(&self, look: &Look, designs: &[DesignDef<'_>], faces: &[CardFace]) {
        let mut lost: BTreeMap<FieldId, (DesignId, usize)> = BTreeMap::new();
        let mut unknown: BTreeMap<String, (DesignId, usize)> = BTreeMap::new();
        for (design, face) in designs.iter().zip(faces) {
            let filled = look.filled(&face.contents());
            for name in &filled.cut {
                let message = format!(
                    "`{name}` of `{}` does not fit in its box of the frame `{}` in {SMALLEST_POINTS} points, the smallest size",
                    design.name, face.frame
                );
                self.problem(true, Place::Card(design.id), message);
            }
            for name in filled.unknown_icons.into_iter().collect::<BTreeSet<String>>() {
                unknown.entry(name).or_insert((design.id, 0)).1 += 1;
            }
            for name in ["name", "text", "art", "icons"] {
                if filled.homeless.iter().any(|homeless| homeless == name) {
                    let help = look.meant(name).map_or_else(String::new, |meant| format!("; {meant}"));
                    let message = format!("has no box `{name}`, which `{}` would fill{help}", design.name);
                    self.problem(false, Place::File(face.frame.clone(), None), message);
                }
            }
            for field in self.lost(design.id, face, &filled.homeless) {
                lost.entry(field).or_insert((design.id, 0)).1 += 1;
            }
        }
        for (name, (first, count)) in unknown {
            let help = match closest(&name, icon_names()) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => format!(": {}", icon_names().collect::<Vec<_>>().join(", ")),
            };
            let message = format!(
                "there is no icon `{name}` for {}: neither icons/{name}.svg nor a shipped one{help}",
                cards(count)
            );
            self.problem(true, Place::Card(first), message);
        }
        self.note_lost(look, &lost, faces);
    }

    /// Reports fields that are printed nowhere.
    fn note_lost(&self, look: &Look, lost: &BTreeMap<FieldId, (DesignId, usize)>, faces: &[CardFace]) {
        let rules = self.words.rules();
        let hidden: Vec<&str> = lost.keys().filter_map(|field| Some(rules.field(*field)?.name)).collect();
        let Some(CardFace { frame, .. }) = faces.first() else { return };
        for (field, (first, count)) in lost {
            let name = rules.field(*field).map_or("", |field| field.name);
            if follows(name, &hidden, faces) {
                continue;
            }
            let help = look.meant(name).map(|meant| format!("in {frame}, {meant}"));
            let help = help.unwrap_or_else(|| match frame.contains('.') {
                true => format!("draw a box `{name}` in {frame}"),
                false => "the layout can show it: `foot`, `line`, `corners` or `icons`".to_owned(),
            });
            let message = format!("`{name}` is printed nowhere on {}; {help}", cards(*count));
            self.problem(false, Place::Card(*first), message);
        }
    }

    /// Returns the printed fields of a card that its face doesn't show: neither as text or icon, nor in the name
    /// or the colour.
    fn lost(&self, design: DesignId, face: &CardFace, homeless: &[String]) -> Vec<FieldId> {
        let rules = self.words.rules();
        let Some(kind) = rules.design(design).map(|design| design.kind) else { return Vec::new() };
        let usual =
            rules.design(design).filter(|_| self.said(kind).is_none()).map(|design| self.usual(&design));
        let said = self.said(kind).or(usual.as_ref());
        let Some(said) = said else { return Vec::new() };
        let has_box = |name: &str| !homeless.iter().any(|homeless| homeless == name);
        let left =
            has_box("corner-left") || has_box("small-left") || face.short.is_empty() && has_box("emblem");
        let corners = said.corners.iter().zip([left, has_box("corner-right")]);
        let corners = corners.filter(|(_, shown)| *shown).map(|(field, _)| *field);
        let lists = [(&said.line, "line"), (&said.foot, "foot"), (&said.icons, "icons")];
        let listed = lists.into_iter().filter(|(_, name)| has_box(name)).flat_map(|(fields, _)| fields);
        let shown: BTreeSet<FieldId> =
            corners.chain(listed.copied()).chain(super::colouring(&said.colour)).collect();
        let fields = rules.fields(kind).filter(|field| !shown.contains(&field.id));
        let fields = fields.filter(|field| {
            let value = face.fields.iter().find(|(name, _)| name == field.name);
            value.is_some_and(|(name, value)| !has_box(name) && !is_said(&face.name, value))
        });
        fields.map(|field| field.id).collect()
    }

    fn framed(&self, name: &str, kind: KindId, contents: &[Contents]) -> Look {
        let rules = self.words.rules();
        let is_box = |id: &str| BOXES.contains(&id) || rules.fields(kind).any(|field| field.name == id);
        self.styled(name, &is_box, None, contents)
    }

    /// Creates the look of a shipped or own frame with its fonts and the icons of its contents. The default size
    /// is that of the frame.
    pub(super) fn styled(
        &self,
        name: &str,
        is_box: &dyn Fn(&str) -> bool,
        size: Option<(f64, f64)>,
        contents: &[Contents],
    ) -> Look {
        let usual = || Frame::shipped(USUAL[0], is_box).expect("a shipped frame");
        let frame =
            Frame::shipped(name, is_box).or_else(|| self.own_frame(name, is_box)).unwrap_or_else(usual);
        let size = size.unwrap_or_else(|| (self.sizing)(frame.size));
        let fonts = frame.families.iter().filter_map(|family| self.font(family)).collect();
        let mut look = Look::new(frame, name, fonts, Some(size));
        let texts = contents.iter().flat_map(|contents| contents.texts.values().flat_map(|text| icons(text)));
        let names: BTreeSet<String> =
            texts.chain(contents.iter().flat_map(|c| c.icons.iter().cloned())).collect();
        let icons = names.into_iter().filter_map(|name| Some((name.clone(), self.icon(&name)?))).collect();
        look.fit(icons, contents);
        look
    }

    /// Creates the look of a back, in the size of its fronts.
    pub(super) fn back_frame(&self, path: Option<&str>, size: (f64, f64), contents: &Contents) -> Arc<Look> {
        let is_box = |id: &str| ["title", "name"].contains(&id);
        Arc::new(self.styled(path.unwrap_or(BACK), &is_box, Some(size), std::slice::from_ref(contents)))
    }

    fn own_frame(&self, path: &str, is_box: &dyn Fn(&str) -> bool) -> Option<Frame> {
        let Some(text) = self.text(path) else {
            self.problem(true, Place::File(path.to_owned(), None), "is missing".to_owned());
            return None;
        };
        Frame::read(&text, is_box).map_err(|refused| self.refuse(path, refused)).ok()
    }

    /// Returns an icon of the ruleset, or else a shipped one.
    fn icon(&self, name: &str) -> Option<Frame> {
        let path = format!("icons/{name}.svg");
        let own = self.text(&path);
        let text = own.as_deref().or_else(|| shipped_icon(name))?;
        Frame::icon(text).map_err(|refused| self.refuse(&path, refused)).ok()
    }

    /// Reads the fonts of a family from the folder of the ruleset. Other families are those of the system.
    fn font(&self, family: &str) -> Option<Font> {
        let file = |style: &str| {
            FONTS.iter().find_map(|end| {
                let path = format!("fonts/{family}{style}.{end}");
                let bytes = self.bytes(&path)?;
                let read = FontFile::read(bytes);
                read.map_err(|why| self.problem(true, Place::File(path, None), why)).ok()
            })
        };
        let files = STYLES.map(file);
        files[0].is_some().then(|| Font { family: family.to_owned(), files })
    }

    pub(super) fn picture(&self, path: &str) -> Option<Picture> {
        let known = self.pictures.borrow().get(path).cloned();
        known.unwrap_or_else(|| {
            let read = (self.read)(path).and_then(|bytes| bytes.ok_or_else(|| "is missing".to_owned()));
            let picture = read.and_then(Picture::read);
            let picture =
                picture.map_err(|why| self.problem(false, Place::File(path.to_owned(), None), why)).ok();
            self.pictures.borrow_mut().insert(path.to_owned(), picture.clone());
            picture
        })
    }

    fn bytes(&self, path: &str) -> Option<Vec<u8>> {
        let read = (self.read)(path);
        read.map_err(|why| self.problem(true, Place::File(path.to_owned(), None), why)).ok().flatten()
    }

    fn text(&self, path: &str) -> Option<String> {
        let text = String::from_utf8(self.bytes(path)?);
        text.map_err(|_| self.problem(true, Place::File(path.to_owned(), None), "is not UTF-8".to_owned()))
            .ok()
    }

    fn refuse(&self, path: &str, refused: Vec<Refused>) {
        for Refused { line, message } in refused {
            self.problem(true, Place::File(path.to_owned(), Some(line)), message);
        }
    }

    fn problem(&self, is_error: bool, at: Place, message: String) {
        let problem = Problem { is_error, at, message };
        let mut problems = self.problems.borrow_mut();
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
}

fn cards(count: usize) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

/// Returns true if a field follows from a printed one: cards that share a printed value share its value, too.
fn follows(name: &str, hidden: &[&str], faces: &[CardFace]) -> bool {
    let value = |face: &'_ CardFace, name: &str| {
        face.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    let printed: BTreeSet<&str> =
        faces.iter().flat_map(|face| &face.fields).map(|(name, _)| name.as_str()).collect();
    printed.into_iter().filter(|printed| !hidden.contains(printed)).any(|printed| {
        let mut known = BTreeMap::new();
        let is_same = faces.iter().all(|face| {
            let own = value(face, name);
            known.entry(value(face, printed)).or_insert_with(|| own.clone()) == &own
        });
        is_same && (2..faces.len()).contains(&known.len())
    })
}
