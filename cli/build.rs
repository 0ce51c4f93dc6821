//! The shipped rulesets are compiled in; a new file there must lead to a new binary. A package has them in its own folder, which in a checkout is
//! a link; where the system makes no links, they are beside this crate.
use std::path::Path;

fn main() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets");
    let folder = if own.is_dir() { own } else { Path::new(env!("CARGO_MANIFEST_DIR")).join("../rulesets") };
    println!("cargo::rustc-env=LUDEX_RULESETS={}", folder.display());
    println!("cargo::rerun-if-changed={}", folder.display());
}
