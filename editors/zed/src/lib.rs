//! Starts the language server of Ludex: the program in the settings, otherwise `ludex` on the path.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Ludex;

impl zed::Extension for Ludex {
    fn new() -> Self {
        Self
    }

    fn language_server_command(&mut self, server: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(server.as_ref(), worktree)?.binary;
        let (path, args) = binary.map_or((None, None), |binary| (binary.path, binary.arguments));
        let missing = "there is no program `ludex` on the path: install it, or name it in `lsp.ludex.binary.path`";
        Ok(Command {
            command: path.or_else(|| worktree.which("ludex")).ok_or(missing)?,
            args: args.unwrap_or_else(|| vec!["lsp".to_owned()]),
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Ludex);
