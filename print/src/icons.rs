//! The shipped icons, drawn for this project.

/// Name and SVG text of each icon.
const SHIPPED: [(&str, &str); 16] = [
    ("arrow", include_str!("../icons/arrow.svg")),
    ("book", include_str!("../icons/book.svg")),
    ("card", include_str!("../icons/card.svg")),
    ("coin", include_str!("../icons/coin.svg")),
    ("diadem", include_str!("../icons/diadem.svg")),
    ("die", include_str!("../icons/die.svg")),
    ("flame", include_str!("../icons/flame.svg")),
    ("heart", include_str!("../icons/heart.svg")),
    ("hourglass", include_str!("../icons/hourglass.svg")),
    ("leaf", include_str!("../icons/leaf.svg")),
    ("moon", include_str!("../icons/moon.svg")),
    ("person", include_str!("../icons/person.svg")),
    ("shield", include_str!("../icons/shield.svg")),
    ("star", include_str!("../icons/star.svg")),
    ("sword", include_str!("../icons/sword.svg")),
    ("water", include_str!("../icons/water.svg")),
];

/// Returns the SVG text of a shipped icon.
pub fn shipped_icon(name: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// Returns the names of the shipped icons.
pub fn icon_names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}
