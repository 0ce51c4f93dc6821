//! Fonts in the folder of a ruleset: their widths, and whether they may be embedded.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ttf_parser::{Face, Permissions};

use super::rich::Style;

/// Number of characters whose widths are kept: Latin scripts.
const KNOWN: u32 = 0x250;

/// A family of fonts by style; the regular style is required.
#[derive(Debug, Clone, PartialEq)]
pub struct Font {
    /// Name of the family as a frame writes it.
    pub family: String,
    /// Regular, bold, italic, and bold italic.
    pub files: [Option<FontFile>; 4],
}

/// A font file that may be embedded.
#[derive(Debug, Clone, PartialEq)]
pub struct FontFile {
    /// Content of the file.
    pub bytes: Arc<[u8]>,
    media: &'static str,
    /// Widths of the first characters in thousandths of the font size; 0 if the font lacks one.
    widths: Arc<[u16]>,
}

/// Ends of the names of a family's files, in the order of [`Font::files`].
pub const STYLES: [&str; 4] = ["", "-Bold", "-Italic", "-BoldItalic"];

impl FontFile {
    /// Reads a font.
    ///
    /// # Errors
    /// The reason why it can't be embedded, as the end of a sentence.
    pub fn read(bytes: Vec<u8>) -> Result<FontFile, String> {
        let face =
            Face::parse(&bytes, 0).map_err(|error| format!("is not a TrueType or OpenType font: {error}"))?;
        if face.permissions() == Some(Permissions::Restricted) {
            return Err("can't be embedded: its maker does not allow it".to_owned());
        }
        let unit = f64::from(face.units_per_em());
        let width = |code: u32| {
            let glyph = face.glyph_index(char::from_u32(code)?)?;
            Some((f64::from(face.glyph_hor_advance(glyph)?) * 1_000.0 / unit).round() as u16)
        };
        let widths = (0..KNOWN).map(|code| width(code).unwrap_or(0)).collect();
        let media = if bytes.starts_with(b"OTTO") { "font/otf" } else { "font/ttf" };
        Ok(FontFile { bytes: bytes.into(), media, widths })
    }
}

impl Font {
    /// Returns the width of a character in thousandths of the font size, if the font has it.
    pub(super) fn width(&self, c: char, style: Style) -> Option<u32> {
        let number = usize::from(style.is_bold) + 2 * usize::from(style.is_italic);
        let file = self.files[number].as_ref().or(self.files[0].as_ref())?;
        file.widths.get(c as usize).map(|width| u32::from(*width)).filter(|width| *width > 0)
    }

    /// Returns the CSS rules that embed the font.
    pub(super) fn rules(&self) -> String {
        let rule = |(number, file): (usize, &FontFile)| {
            let weight = if number % 2 == 1 { "bold" } else { "normal" };
            let style = if number > 1 { "italic" } else { "normal" };
            let data = STANDARD.encode(&file.bytes);
            format!(
                "@font-face{{font-family:'{}';font-weight:{weight};font-style:{style};src:url(data:{};base64,{data})}}\n",
                self.family, file.media
            )
        };
        let files = self.files.iter().enumerate();
        files.filter_map(|(number, file)| Some(rule((number, file.as_ref()?)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::FontFile;

    /// An empty font with these rights of embedding.
    fn font(rights: u8) -> Vec<u8> {
        let mut tables =
            [(b"OS/2", vec![0; 78]), (b"head", vec![0; 54]), (b"hhea", vec![0; 36]), (b"maxp", vec![0; 6])];
        tables[0].1[9] = rights;
        // units per em
        tables[1].1[18..20].copy_from_slice(&1_000_u16.to_be_bytes());
        tables[2].1[1] = 1;
        tables[3].1[..6].copy_from_slice(&[0, 0, 0x50, 0, 0, 1]);
        let mut head = vec![0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0];
        let mut body = Vec::new();
        for (name, bytes) in &tables {
            let at = 12 + 16 * tables.len() + body.len();
            head.extend(*name);
            head.extend([0; 4]);
            head.extend((at as u32).to_be_bytes());
            head.extend((bytes.len() as u32).to_be_bytes());
            body.extend(bytes);
            body.resize(body.len().next_multiple_of(4), 0);
        }
        head.into_iter().chain(body).collect()
    }

    #[test]
    fn a_font_may_forbid_embedding() {
        assert!(FontFile::read(font(0)).is_ok());
        let refused = FontFile::read(font(2)).expect_err("restricted");
        assert_eq!(refused, "can't be embedded: its maker does not allow it");
    }
}
