//! The shipped rulesets are compiled in; a new file there must lead to a new binary.
fn main() {
    println!("cargo::rerun-if-changed=../rulesets");
}
