//! `ludex serve`

use std::net::IpAddr;

/// `ludex serve`
#[derive(Debug, clap::Args)]
pub struct ServeArgs {
    /// ID of a game, a path, or a saved game [default: all games]
    pub game: Option<String>,
    /// Open the browser
    #[arg(long)]
    pub open: bool,
    /// Set the port; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = 4600)]
    pub port: u16,
    /// Set the network address
    ///
    /// With 0.0.0.0 or ::, other devices in the network can connect.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// Accept this host name, behind a reverse proxy
    ///
    /// Without it, a server on 127.0.0.1 answers under the name of this machine only, and one on another address
    /// under any name.
    #[arg(long, value_name = "NAME")]
    pub host: Vec<String>,
    /// Set the database of tables [default: below ~/.local/share/ludex]
    ///
    /// PATH is an SQLite file. URL begins with postgres://; several servers may share it.
    #[arg(long, value_name = "PATH|URL")]
    pub database: Option<String>,
    /// Continue all tables with the changed rules when a file of the ruleset is saved
    #[arg(long, requires = "game")]
    pub watch: bool,
    /// Set the pause before the choice of a bot, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 600)]
    pub pause: u64,
    /// Also offer these programs as bots, such as exec:./bot.py
    ///
    /// LIST is comma-separated. Clients see the file name of a program; only this command line can name one
    /// (docs/protocol.md).
    #[arg(long, value_name = "LIST")]
    pub bots: Option<String>,
    /// POST to this URL when it is the turn of a person without an open page
    ///
    /// The body is JSON, which chats such as Slack and Discord accept too. The URL may contain a secret; the server
    /// prints its host alone.
    #[arg(long, value_name = "URL")]
    pub webhook: Option<String>,
    /// Print the address as a line of JSON
    #[arg(long)]
    pub json: bool,
}
