//! Language server for rulesets, without transport.
//!
//! This crate reads no files and no clock. A [`Server`] receives the messages of the [Language Server
//! Protocol](https://microsoft.github.io/language-server-protocol/) as JSON and returns others. The transport
//! also supplies the files that are not open in an editor ([`Disk`]). It is standard input and output in
//! `ludex lsp`, or a worker in a web page. All analysis comes from [`ludex::analysis`], with one instance per
//! game.

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
pub use server::{Disk, Rules, Server};
pub use stored::text_hash;
pub use text::Encoding;
pub use uri::{below, decoded};
