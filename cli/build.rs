//! Compiles the shipped rulesets and the pages of `ludex guide` into the program.
//!
//! A package contains both in folders of the crate. In a checkout these are links. On systems without links, the rulesets are next to the
//! crate, and a link is a file that contains the path.
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    // asked for now and not when this was compiled: a checkout that moved keeps what was built
    let crate_folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let own = crate_folder.join("rulesets");
    let folder = if own.is_dir() { own } else { crate_folder.join("../rulesets") };
    println!("cargo::rustc-env=LUDEX_RULESETS={}", folder.display());
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=templates");
    guide(&crate_folder.join("guide")).expect("the pages of the guide");
}

/// Copies the pages of the guide to the folder of build products.
fn guide(folder: &Path) -> std::io::Result<()> {
    let into = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default()).join("guide");
    fs::create_dir_all(&into)?;
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let linked = if text.starts_with("../") { folder.join(text.trim()) } else { path.canonicalize()? };
        println!("cargo::rerun-if-changed={}", linked.display());
        fs::copy(linked, into.join(path.file_name().unwrap_or_default()))?;
    }
    Ok(())
}
