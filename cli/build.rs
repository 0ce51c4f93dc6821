//! The shipped rulesets are compiled in; a new file there must lead to a new binary. A package has them in its own folder, which in a checkout is
//! a link; where the system makes no links, they are beside this crate.
use std::path::PathBuf;

fn main() {
    // asked for now and not when this was compiled: a checkout that moved keeps what was built
    let crate_folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let own = crate_folder.join("rulesets");
    let folder = if own.is_dir() { own } else { crate_folder.join("../rulesets") };
    println!("cargo::rustc-env=LUDEX_RULESETS={}", folder.display());
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=templates");
}
