//! Names that Windows gives to devices or can't have, so that a package is the same on every system.

/// Devices of Windows, whatever ending follows. `COM` and `LPT` take a digit.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Characters that no name has there.
const REFUSED: [char; 8] = ['<', '>', ':', '"', '|', '?', '*', '\\'];

/// Whether one part of a path can't be the name of a file on Windows: a device, or a name with an end or a character that it does not keep.
pub fn reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_uppercase();
    let is_numbered = |device: &str| {
        let mut digits = stem.strip_prefix(device).unwrap_or_default().chars();
        digits.next().is_some_and(|c| c.is_ascii_digit() || "¹²³".contains(c)) && digits.next().is_none()
    };
    DEVICES.contains(&stem.as_str())
        || NUMBERED.into_iter().any(is_numbered)
        || name.ends_with([' ', '.'])
        || name.contains(REFUSED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_reserved_whatever_follows() {
        let names = [
            "con",
            "NUL",
            "nul.yaml",
            "Com1.tar.gz",
            "lpt9",
            "aux .txt",
            "prn.",
            "COM¹",
            "conin$",
            "a.",
            "a ",
            "a:b",
        ];
        for name in names {
            assert!(reserved(name), "{name}");
        }
        for name in ["console", "con_2", "com", "com10", "icon.yaml", "a.con", ".schema", "a b"] {
            assert!(!reserved(name), "{name}");
        }
    }
}
