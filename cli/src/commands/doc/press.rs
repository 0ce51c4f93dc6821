//! Cards as PDF and PNG.

use ludex_print::{Deck, Font, PrintPage};

use crate::failure::Failure;

/// Millimetres per inch.
const INCH: f64 = 25.4;

/// Returns a size in millimetres as pixels.
pub fn pixels((width, height): (f64, f64), dpi: u32) -> (u32, u32) {
    let dots = |length: f64| (length / INCH * f64::from(dpi)).round() as u32;
    (dots(width), dots(height))
}

#[cfg(feature = "press")]
pub use with_fonts::Press;

#[cfg(not(feature = "press"))]
pub struct Press;

#[cfg(not(feature = "press"))]
impl Press {
    pub fn new() -> Result<Self, Failure> {
        Err(Failure::Usage(
            "this build makes no PDF and PNG of cards: it lacks the feature `press`".to_owned(),
        ))
    }

    pub fn pdf(&self, _: &[PrintPage], _: &[Deck]) -> Result<Vec<u8>, Failure> {
        Self::new().map(|_| Vec::new())
    }

    pub fn png(&self, _: &str, _: (u32, u32), _: &[Font], _: Option<u32>) -> Result<Vec<u8>, Failure> {
        Self::new().map(|_| Vec::new())
    }
}

#[cfg(feature = "press")]
mod with_fonts {
    use std::sync::Arc;

    use krilla::Document;
    use krilla::geom::{Rect, Size};
    use krilla::page::PageSettings;
    use krilla_svg::{SurfaceExt, SvgSettings};
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::fontdb::Database;
    use resvg::usvg::{Options, Tree};

    use super::{Deck, Failure, Font, INCH, PrintPage};

    /// Fonts that stand for the usual ones, in order of preference.
    const PLAIN: [&str; 4] = ["Liberation Sans", "Arial", "Helvetica", "DejaVu Sans"];
    /// Millimetres per point.
    const POINT: f64 = INCH / 72.0;
    /// Length of the signature and the head of a PNG file, after which other parts may follow.
    const HEAD: usize = 33;

    /// The fonts of the system, and what is drawn with them.
    pub struct Press {
        fonts: Database,
    }

    impl Press {
        pub fn new() -> Result<Self, Failure> {
            let mut fonts = Database::new();
            fonts.load_system_fonts();
            if fonts.is_empty() {
                let why =
                    "PDF and PNG of cards require a font, and the system has none: install Liberation Sans";
                return Err(Failure::Problem(why.to_owned()));
            }
            let has = |name: &&&str| {
                fonts.faces().any(|face| face.families.iter().any(|(family, _)| family == **name))
            };
            let plain = PLAIN.iter().find(has).copied();
            if let Some(plain) = plain {
                fonts.set_sans_serif_family(plain);
            }
            Ok(Self { fonts })
        }

        /// Reads a drawing of ours; it never refers to other files.
        fn tree<'f>(&self, svg: &str, fonts: impl Iterator<Item = &'f Font>) -> Result<Tree, Failure> {
            let mut all = self.fonts.clone();
            let files = fonts.flat_map(|font| font.files.iter().flatten());
            files.for_each(|file| all.load_font_data(file.bytes.to_vec()));
            let options =
                Options { fontdb: Arc::new(all), font_family: "sans-serif".to_owned(), ..Options::default() };
            Tree::from_str(svg, &options)
                .map_err(|error| Failure::Problem(format!("a card can't be drawn: {error}")))
        }

        /// Draws pages as PDF. Letters are outlines, so no printer lacks a font.
        pub fn pdf(&self, pages: &[PrintPage], decks: &[Deck]) -> Result<Vec<u8>, Failure> {
            let mut document = Document::new();
            for page in pages {
                let fonts =
                    decks.iter().flat_map(|deck| deck.look.fonts().iter().chain(deck.back_look.fonts()));
                let tree = self.tree(&page.svg, fonts)?;
                let (width, height) = (points(page.size.0), points(page.size.1));
                let whole = Rect::from_xywh(0.0, 0.0, width, height);
                let bleed = points(page.bleed);
                let trim = Rect::from_xywh(bleed, bleed, width - 2.0 * bleed, height - 2.0 * bleed);
                let size =
                    Size::from_wh(width, height).unwrap_or_else(|| Size::from_wh(1.0, 1.0).expect("a size"));
                let settings = PageSettings::new(size).with_bleed_box(whole).with_trim_box(trim);
                let mut sheet = document.start_page_with(settings);
                let mut surface = sheet.surface();
                surface.draw_svg(&tree, size, SvgSettings { embed_text: false, ..SvgSettings::default() });
                surface.finish();
                sheet.finish();
            }
            document.finish().map_err(|error| Failure::Problem(format!("the PDF can't be made: {error:?}")))
        }

        /// Draws a picture as PNG, with its dots per inch if they are given.
        pub fn png(
            &self,
            svg: &str,
            (width, height): (u32, u32),
            fonts: &[Font],
            dpi: Option<u32>,
        ) -> Result<Vec<u8>, Failure> {
            let tree = self.tree(svg, fonts.iter())?;
            let failed = || Failure::Problem(format!("a picture of {width} × {height} pixels can't be made"));
            let mut map = Pixmap::new(width, height).ok_or_else(failed)?;
            let (across, down) = (width as f32 / tree.size().width(), height as f32 / tree.size().height());
            resvg::render(&tree, Transform::from_scale(across, down), &mut map.as_mut());
            let mut png = map.encode_png().map_err(|_| failed())?;
            if let Some(dpi) = dpi {
                png.splice(HEAD..HEAD, density(dpi));
            }
            Ok(png)
        }
    }

    fn points(length: f64) -> f32 {
        (length / POINT) as f32
    }

    /// Returns the part of a PNG file that tells its dots per inch.
    fn density(dpi: u32) -> Vec<u8> {
        let dots = (f64::from(dpi) * 1_000.0 / INCH).round() as u32;
        let mut part = b"pHYs".to_vec();
        part.extend(dots.to_be_bytes().into_iter().chain(dots.to_be_bytes()).chain([1]));
        let sum = checksum(&part);
        let length = (part.len() as u32 - 4).to_be_bytes();
        length.into_iter().chain(part).chain(sum.to_be_bytes()).collect()
    }

    /// CRC-32 as PNG files have it.
    fn checksum(bytes: &[u8]) -> u32 {
        let step = |sum: u32, _: u32| if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
        !bytes.iter().fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), step))
    }
}
