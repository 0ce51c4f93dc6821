//! What an editor is told of a ruleset while it is written: the language server without its door.
//!
//! Texts come in, answers go out; nothing here reads a file or a clock. A [`Server`] takes the messages of the
//! [Language Server Protocol](https://microsoft.github.io/language-server-protocol/) as JSON and gives others; who carries them (standard input and
//! output in `ludex lsp`, a worker in a page) also gives the files that no editor has open ([`Disk`]). What is known of a ruleset comes from
//! [`ludex::analysis`], of which there is one for each game.

mod features;
mod game;
mod protocol;
mod random;
mod server;
mod stored;
mod text;
mod uri;

pub use features::words::explained;
pub use protocol::{Failed, Notification};
pub use server::{Disk, Server};
pub use stored::text_hash;
pub use text::Encoding;
pub use uri::{below, decoded};
