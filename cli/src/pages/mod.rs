//! Generated pages: tests compare them with the program, `just generated-pages` writes them.

mod commands;
mod json;

use std::path::{Path, PathBuf};

/// Returns the path of a file of the project.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// Compares a generated page with its file, or writes the file if `LUDEX_PAGES` is `write`.
fn is_written(path: &str, page: &str) {
    let file = file(path);
    if std::env::var_os("LUDEX_PAGES").is_some_and(|what| what == "write") {
        crate::files::write(&file, page).expect("the page is written");
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == page,
        "{path} is not what the program says: `LUDEX_PAGES=write cargo test --workspace --lib pages`"
    );
}
