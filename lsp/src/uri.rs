//! File URIs, such as `file:///games/my%20game/cards.yaml`.

use std::fmt::Write;

/// Returns true for bytes that need no escape in a path.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte)
}

/// Returns the URI of a path below a root URI.
pub fn below(root: &str, path: &str) -> String {
    let mut uri = format!("{}/", root.trim_end_matches('/'));
    for byte in path.bytes() {
        if is_plain(byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// Returns the path of a URI relative to a root URI.
pub fn path_below(root: &str, uri: &str) -> Option<String> {
    let root = decoded(root.trim_end_matches('/'));
    decoded(uri).strip_prefix(&root)?.strip_prefix('/').map(str::to_owned)
}

/// Decodes the escapes of a URI. Invalid escapes are kept.
pub fn decoded(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, behind @ ..] = rest {
        let code = (*first == b'%').then(|| behind.get(..2)).flatten();
        let code = code.and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_comes_back() {
        for path in ["cards.yaml", "text/en.yaml", "my game/ß – 100%.yaml"] {
            let uri = below("file:///games/my%20game", path);
            assert_eq!(path_below("file:///games/my%20game", &uri).as_deref(), Some(path));
        }
        // editors may escape other characters
        assert_eq!(path_below("file:///c:/a b", "file:///c%3A/a%20b/x.yaml").as_deref(), Some("x.yaml"));
        assert_eq!(path_below("file:///a", "file:///ab/x.yaml"), None);
        assert_eq!(decoded("%"), "%");
    }
}
