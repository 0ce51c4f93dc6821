//! Checks `layout: { faces: … }` against the fields of kinds.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::hir::{FaceColour, FaceDef};
use crate::ids::*;
use crate::load::raw::{Colour, Name, RawFace};
use crate::resolve::Symbol;
use crate::types::Base;

/// Placeholder for the card in the path of a picture.
const CARD: &str = "id";

impl Checker<'_> {
    pub(super) fn face(&mut self, kind: KindId, raw: &RawFace) -> FaceDef {
        let art = raw.art.as_ref().filter(|(_, names)| self.are_all_in_art(kind, names));
        FaceDef {
            frame: raw.frame.clone(),
            back: raw.back.as_ref().map(|path| path.value.clone()),
            icons: self.fields_of_face(kind, &raw.icons),
            corners: raw.corners.iter().filter_map(|name| self.field_of_layout(kind, name)).collect(),
            line: self.fields_of_face(kind, &raw.line),
            foot: self.fields_of_face(kind, &raw.foot),
            art: art.map(|(path, _)| path.clone()),
            colour: match (&raw.colours, raw.colour) {
                (Some((by, colours)), other) => {
                    self.colours_by(kind, by, (colours, other)).unwrap_or_default()
                }
                (None, Some(colour)) => FaceColour::One(colour),
                (None, None) => FaceColour::Unsaid,
            },
        }
    }

    fn fields_of_face(&mut self, kind: KindId, names: &[Name]) -> Vec<FieldId> {
        names.iter().flat_map(|name| self.fields_of_layout(kind, name)).collect()
    }

    fn are_all_in_art(&mut self, kind: KindId, names: &[Name]) -> bool {
        let fields = names.iter().filter(|name| name.value != CARD);
        fields.filter(|name| self.field_of_layout(kind, name).is_none()).count() == 0
    }

    /// Checks colours by the words of an enum. All fields must have that enum.
    fn colours_by(
        &mut self,
        kind: KindId,
        by: &[Name],
        (colours, other): (&[(Name, Colour)], Option<Colour>),
    ) -> Option<FaceColour> {
        let mut fields = Vec::new();
        let mut of = None;
        for name in by {
            let field = self.field_of_layout(kind, name)?;
            let Base::Enum(id) = self.out.fields[field.index()].ty.base() else {
                let message = format!("`{}` is not a word of an enum, so it has no colour", name.value);
                self.report(Diagnostic::new(Code::WrongShape, name.span, message));
                return None;
            };
            if *of.get_or_insert(id) != id {
                let message =
                    format!("the words of `{}` are of another enum than those before it", name.value);
                self.report(Diagnostic::new(Code::WrongShape, name.span, message));
                return None;
            }
            fields.push(field);
        }
        let of = of?;
        let words = colours.iter().filter_map(|(word, colour)| Some((self.word_of_face(of, word)?, *colour)));
        let words = words.collect();
        Some(FaceColour::By { fields, words, other })
    }

    fn word_of_face(&mut self, of: EnumId, word: &Name) -> Option<i32> {
        let fits = |symbol: Symbol| symbol.enum_value().filter(|(found, _)| *found == of);
        let found = self.names.resolve(&word.value, word.span, fits);
        // a ruleset may define other words than its library
        if found.is_none() && !self.raw.is_in_library(word.span) {
            let known = self.out.enums[of.index()].values.clone();
            let what = format!("`{}` is not a word of `{}`", word.value, self.out.enums[of.index()].name);
            let problem = Diagnostic::new(Code::UnknownName, word.span, what);
            self.not_found(problem.suggest(&word.value, known.iter().map(String::as_str)));
        }
        found.map(|(_, word)| i32::from(word))
    }
}
