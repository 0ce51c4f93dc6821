//! Seats: secret tokens and names.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ludex_table::typeset::clean;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::log::SeatRow;
use crate::problem::{Kind, Problem};

/// Maximum length of a name, in characters.
pub const NAME: usize = 24;
/// Size of a token in bytes.
const BYTES: usize = 16;

/// A secret of 128 bits that gives access to a seat, or to the links of a table. It is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Creates a token from random numbers of the operating system.
    pub fn random() -> Result<Token, Problem> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(|error| Problem::new(Kind::Unavailable, error.to_string()))?;
        Ok(Token(BASE64_URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Reads a token from a request.
    pub fn from_text(text: &str) -> Token {
        Token(text.to_owned())
    }

    /// Returns the token of a seat that belongs to the links of a table: the host derives it again at any
    /// time, and the database has only its hash.
    pub fn of_seat(&self, seat: u8) -> Token {
        let digest = Sha256::digest(format!("seat {seat} {}", self.0));
        Token(BASE64_URL_SAFE_NO_PAD.encode(&digest[..BYTES]))
    }

    /// Returns the text, for a link or a cookie.
    pub fn text(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(&self.0).into()
    }

    /// Compares with a stored hash in constant time.
    pub fn opens(&self, seat: &SeatRow) -> bool {
        seat.token.is_some_and(|hash| self.hash().ct_eq(&hash).into())
    }
}

/// Returns a name as shown: without control characters, and not too long.
pub fn name(typed: &str) -> Option<String> {
    let name: String = clean(typed).trim().chars().take(NAME).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Returns true if a person can sit down: the seat has neither a name nor a bot.
pub fn is_free(seat: &SeatRow) -> bool {
    seat.name.is_none() && seat.bot.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_opens_its_own_seat_only() {
        let host = Token::random().expect("random numbers");
        let row = |token: &Token| SeatRow { token: Some(token.hash()), ..SeatRow::default() };
        let (first, second) = (host.of_seat(0), host.of_seat(1));
        assert!(first.opens(&row(&first)) && !first.opens(&row(&second)) && !host.opens(&row(&first)));
        assert!(!Token::from_text("").opens(&SeatRow::default()));
        assert_eq!(first.text().len(), 22);
    }

    #[test]
    fn names_are_short_text() {
        assert_eq!(name("  Mira\n "), Some("Mira".to_owned()));
        assert_eq!(name("\u{202e}"), None);
        assert_eq!(name(&"x".repeat(30)).map(|name| name.len()), Some(NAME));
    }
}
