//! Names that Windows reserves or rejects, so that a package works on every system.

/// Windows devices, with any extension. `COM` and `LPT` are followed by a digit.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
const NUMBERED: [&str; 2] = ["COM", "LPT"];

const REFUSED: [char; 8] = ['<', '>', ':', '"', '|', '?', '*', '\\'];

/// Returns true if a path component can't be a file name on Windows. It is a device, contains a forbidden
/// character, or has an ending that Windows drops.
pub fn is_reserved(name: &str) -> bool {
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
            assert!(is_reserved(name), "{name}");
        }
        for name in ["console", "con_2", "com", "com10", "icon.yaml", "a.con", ".schema", "a b"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
