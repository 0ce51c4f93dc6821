//! The stored values of tables.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Number of random bytes in a [`TableId`].
const ID_BYTES: usize = 9;
/// Maximum length of a [`TableId`] in characters.
const ID_MAX: usize = 32;

/// Name of a table in URLs: 12 random characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TableId(String);

impl TableId {
    /// Creates an ID from random numbers of the operating system.
    ///
    /// # Errors
    /// The operating system has no random numbers.
    pub fn random() -> Result<TableId, getrandom::Error> {
        let mut bytes = [0; ID_BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(TableId(BASE64_URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Reads an ID from a URL; `None` unless it has 1 to 32 letters, digits, `-` and `_`.
    pub fn parse(text: &str) -> Option<TableId> {
        let is_valid = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
        ((1..=ID_MAX).contains(&text.len()) && text.bytes().all(is_valid)).then(|| TableId(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// SHA-256 of a ruleset's package; 64 hexadecimal digits as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Hash(pub [u8; 32]);

impl Hash {
    pub fn from_package(package: &[u8]) -> Hash {
        Hash(Sha256::digest(package).into())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.to_string()
    }
}

impl TryFrom<String> for Hash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Hash, &'static str> {
        text.parse()
    }
}

impl FromStr for Hash {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Hash, &'static str> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err("a hash has 64 hexadecimal digits");
        }
        for (byte, i) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[i..i + 2], 16).map_err(|_| "not a hexadecimal digit")?;
        }
        Ok(Hash(bytes))
    }
}

/// The facts of a table that never change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewTable {
    pub ruleset: Hash,
    pub players: u8,
    /// Names and values of the options that differ from their defaults.
    pub options: Vec<(String, String)>,
    /// Names of the overlays, in the order of their application.
    pub variants: Vec<String>,
    pub seed: u64,
    /// Language of the table's lobby entry.
    pub lang: String,
    /// Time of creation in seconds since 1970.
    pub created: u64,
    /// The table and the choice from which this one continues.
    pub from: Option<Branch>,
}

/// Origin of a table that continues another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    pub table: TableId,
    /// Number of entries of the other log that the new table has copied.
    pub at: u32,
}

/// The changing facts of a seat. A seat without a bot and a name is free.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatRow {
    pub name: Option<String>,
    /// SHA-256 of the seat's token. The token itself is never stored.
    pub token: Option<[u8; 32]>,
    /// Name of the bot that plays the seat.
    pub bot: Option<String>,
}

/// One line of a table's log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Entry {
    /// A seat chose an option of its decision. The label tells whether changed rules still offer the same one.
    Choice { seat: u8, option: u32, label: String },
    /// The game continues from the position after the first `to` choices.
    Undo { to: u32 },
    /// The game continues with changed rules, with which all its choices are possible.
    Rules { ruleset: Hash },
}

/// Result of a write under an optimistic lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    Yes,
    /// Another writer was first; nothing was stored.
    Conflict,
}

/// Selects tables for a list. The default selects none: set `limit`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    /// Maximum number of tables.
    pub limit: u32,
    /// Time of creation and ID of the last table of the page before.
    pub before: Option<(u64, TableId)>,
    pub ruleset: Option<Hash>,
    /// Only tables with a free seat.
    pub free: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSummary {
    pub id: TableId,
    pub table: NewTable,
    pub seats: Vec<SeatRow>,
    /// Number of entries of its log.
    pub length: u32,
}
