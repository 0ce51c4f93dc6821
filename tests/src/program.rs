//! The `ludex` executable, built once if necessary.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::cases::project;

/// Returns the path of `ludex` in the caller's profile. Binaries are in `target/PROFILE`, those of tests in
/// `deps` below it.
pub fn ludex() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let me = std::env::current_exe().expect("a binary of cargo");
        let beside = me.parent().expect("target/PROFILE");
        let profile = match beside.file_name() {
            Some(name) if name == "deps" => beside.parent().expect("target/PROFILE"),
            _ => beside,
        };
        let name = profile.file_name().and_then(|name| name.to_str()).unwrap_or("debug");
        let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        // same features as the tests of the whole workspace, so that nothing is compiled twice
        build.current_dir(project()).args(["test", "--quiet", "--no-run", "--workspace"]);
        build.env("CARGO_TARGET_DIR", profile.parent().expect("target"));
        build.args(["--profile", if name == "debug" { "dev" } else { name }]);
        // build scripts that read the variables of a package, such as that of `ring`, would run again with those of this one
        for (name, _) in std::env::vars_os().filter(|(name, _)| is_of_package(name)) {
            build.env_remove(name);
        }
        let status = build.status().expect("cargo runs");
        assert!(status.success(), "the program does not build");
        profile.join(format!("ludex{}", std::env::consts::EXE_SUFFIX))
    })
}

fn is_of_package(variable: &OsStr) -> bool {
    let name = variable.to_string_lossy();
    ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_EXE_"].iter().any(|start| name.starts_with(start))
}
