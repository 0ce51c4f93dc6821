//! Manifests of crates, the wheel and the editors agree on the version, the licence and the repository.

use ludex_tests::cases::{project, read};

/// Manifests that inherit from `[workspace.package]`.
const CRATES: [&str; 15] = [
    "grammar",
    "check",
    "run",
    "interpreter",
    "bots",
    "lab",
    "learn",
    "print",
    "spreadsheet",
    "table",
    "server",
    "lsp",
    "web",
    "cli",
    "tests",
];

fn manifest(path: &str) -> String {
    read(&project().join(path))
}

/// Returns the value of the first line `KEY = "VALUE"`, also in JSON.
fn value<'m>(manifest: &'m str, key: &str) -> &'m str {
    let named = |line: &'m str| {
        let (before, after) = line.split_once(['=', ':'])?;
        (before.trim().trim_matches('"') == key).then(|| after.trim().trim_matches([',', '"']))
    };
    manifest.lines().find_map(named).unwrap_or_else(|| panic!("no `{key}`"))
}

#[test]
fn crates_inherit_what_they_share() {
    for folder in CRATES {
        let text = manifest(&format!("{folder}/Cargo.toml"));
        for key in ["version", "license", "repository", "rust-version"] {
            assert!(text.contains(&format!("\n{key}.workspace = true\n")), "{folder}: {key}");
        }
    }
    let workspace = manifest("Cargo.toml");
    let members = workspace.lines().find(|line| line.starts_with("members = ")).expect("members");
    assert_eq!(members.matches('"').count() / 2, CRATES.len(), "{members}");
}

#[test]
fn the_wheel_is_built_with_the_profiles_of_the_program() {
    let profiles = |path: &str| {
        let text = manifest(path);
        let lines = text.lines().skip_while(|line| *line != "[profile.release]");
        lines.filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(profiles("python/Cargo.toml"), profiles("Cargo.toml"));
}

#[test]
fn the_wheel_and_the_editors_name_the_same_repository_and_version() {
    let workspace = manifest("Cargo.toml");
    let repository = value(&workspace, "repository");
    let wheel = manifest("python/pyproject.toml");
    assert!(wheel.contains(&format!("Repository = \"{repository}\"")), "python/pyproject.toml");
    let named = [
        "python/Cargo.toml",
        "editors/vscode/package.json",
        "editors/zed/Cargo.toml",
        "editors/zed/extension.toml",
    ];
    for path in named {
        let text = manifest(path);
        for key in ["repository", "version"] {
            assert_eq!(value(&text, key), value(&workspace, key), "{path}: {key}");
        }
    }
}
