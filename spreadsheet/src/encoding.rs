//! Decodes texts of spreadsheet programs, and detects texts that were decoded wrongly before.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

/// Decodes a text: by its byte order mark, as UTF-8, or as Windows-1252, for which the second part is true.
///
/// # Errors
/// The reason, as the continuation of a sentence.
pub fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, bool), String> {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return Ok((encoding.decode_without_bom_handling(&bytes[length..]).0, false));
    }
    if bytes.contains(&0) {
        return Err(" is neither CSV nor xlsx".to_owned());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok((Cow::Borrowed(text), false)),
        Err(_) => Ok((WINDOWS_1252.decode_without_bom_handling(bytes).0, true)),
    }
}

/// Finds characters of UTF-8 that were read as Windows-1252: `Ã¤` for `ä`. Returns them and the intended ones.
pub fn mojibake(text: &str) -> Option<(&str, String)> {
    let (mut before, mut rest) = (None, text);
    while let Some(start) = rest.find(|c: char| !c.is_ascii()) {
        let (plain, behind) = rest.split_at(start);
        let (run, next) = behind.split_at(behind.find(|c: char| c.is_ascii()).unwrap_or(behind.len()));
        before = plain.chars().next_back().or(before);
        if let Some(intended) = repaired(run, before, next.chars().next()) {
            return Some((run, intended));
        }
        rest = next;
    }
    None
}

/// Decodes a run of characters outside ASCII again. Returns `None` if it may be intended as it is, such as the
/// end of `„GRÅ“`.
fn repaired(run: &str, before: Option<char>, after: Option<char>) -> Option<String> {
    let (bytes, _, is_unmapped) = WINDOWS_1252.encode(run);
    let text = std::str::from_utf8(&bytes).ok().filter(|_| !is_unmapped)?;
    let usual = |c: char| matches!(c, '\u{a0}'..='\u{17f}' | '\u{2010}'..='\u{2044}' | '€' | '™');
    let is_small = |c: Option<char>| c.is_some_and(char::is_lowercase);
    let mut characters = text.chars();
    let counts = match (characters.next()?, characters.count()) {
        (first, 0) if first > '\u{7ff}' => usual(first),
        (first, 0) if first > '\u{ff}' => usual(first) && (is_small(before) || is_small(after)),
        (first, 0) => usual(first) && (!before.is_some_and(char::is_uppercase) || is_small(after)),
        (_, 1) => text.chars().all(usual),
        (_, _) => true,
    };
    counts.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{decode, mojibake};

    #[test]
    fn texts_are_decoded_by_their_mark_or_content() {
        let utf_16: Vec<u8> =
            [0xff, 0xfe].into_iter().chain("id;ä".encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let cases: [(&[u8], &str, bool); 5] = [
            (b"\xef\xbb\xbfid;\xc3\xa4", "id;ä", false),
            (b"\xfe\xff\0i\0d\0;\0\xe4", "id;ä", false),
            (&utf_16, "id;ä", false),
            (b"id;\xc3\xa4", "id;ä", false),
            (b"id;\xe4\x80", "id;ä€", true),
        ];
        for (bytes, text, is_windows) in cases {
            assert_eq!(decode(bytes), Ok((text.into(), is_windows)), "{bytes:?}");
        }
        assert!(decode(b"i\0d\0").is_err());
    }

    #[test]
    fn wrongly_decoded_characters_are_found() {
        let cases = [
            ("Ã¤", "Ã¤", "ä"),
            ("Große GrÃ¶ÃŸe", "Ã¶ÃŸ", "öß"),
            ("donâ€™t", "â€™", "’"),
            ("DONâ€™T", "â€™", "’"),
            ("WÃ¤chter", "Ã¤", "ä"),
            ("zÅ‚oty", "Å‚", "ł"),
            ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"),
            ("10 â‚¬", "â‚¬", "€"),
        ];
        for (text, wrong, intended) in cases {
            assert_eq!(mojibake(text), Some((wrong, intended.to_owned())), "{text}");
        }
    }

    #[test]
    fn texts_that_are_right_stay() {
        let texts = [
            "",
            "plain",
            "Größe",
            "„GRÅ“",
            "”GÅ”",
            "GÅ…",
            "« CAFÉ\u{a0}»",
            "CAFÉ\u{a0}!",
            "AMANHÃ…",
            "don’t",
            "»JÄ«",
            "Москва",
            "日本",
            "É",
            "ÅÄÖ",
            "naïve – très",
            "Ø×Å",
        ];
        for text in texts {
            assert_eq!(mojibake(text), None, "{text}");
        }
    }
}
