//! Every link in the documentation leads to an existing file and heading. The book contains every page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use ludex_tests::cases::{files_below, project, read};

/// The table of contents of the book.
const CONTENTS: &str = "docs/book/SUMMARY.md";

/// Pages that are not in the book, because they are for readers of one folder.
const NOT_IN_THE_BOOK: &[&str] = &["editors/vscode/README.md", "docs/book/SUMMARY.md"];

/// Pages about the messages of the checker: the book contains all of this folder.
const MESSAGES: &str = "grammar/codes/";

/// Folders without pages of their own: links to `rulesets` and `docs`, and help texts, which are in
/// `docs/commands.md`.
const ELSEWHERE: [&str; 3] = ["cli/rulesets/", "cli/guide/", "cli/help/"];

/// Returns all pages: path in the project, and text.
fn pages() -> BTreeMap<String, String> {
    let top = project();
    let folders = [
        "docs",
        "editors",
        "grammar",
        "check",
        "run",
        "interpreter",
        "bots",
        "lab",
        "learn",
        "print",
        "spreadsheet",
        "server",
        "table",
        "lsp",
        "cli",
        "packaging",
        "python",
        "rulesets",
        "tests",
    ];
    let below = folders.into_iter().flat_map(|folder| files_below(&top.join(folder)));
    let at_top = std::fs::read_dir(&top).expect("a folder").map(|entry| entry.expect("an entry").path());
    let pages = below.chain(at_top).filter(|path| path.extension().is_some_and(|e| e == "md"));
    let pages = pages.filter(|path| !path.components().any(|part| part.as_os_str() == "node_modules"));
    let name =
        |path: &Path| path.strip_prefix(&top).expect("below the top").to_string_lossy().replace('\\', "/");
    let named = pages.map(|path| (name(&path), read(&path)));
    named.filter(|(name, _)| !ELSEWHERE.iter().any(|folder| name.starts_with(folder))).collect()
}

/// Removes code blocks and inline code from a text.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut open = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            open.push_str(line);
            open.push('\n');
        }
    }
    // inline code may contain a line break, but no paragraph break
    let plain = |paragraph: &str| paragraph.split('`').step_by(2).collect::<Vec<_>>().join("`");
    open.split("\n\n").map(plain).collect::<Vec<_>>().join("\n\n")
}

/// Returns the targets of the links on a page.
fn links(text: &str) -> Vec<String> {
    let text = prose(text);
    let after = text.split("](").skip(1);
    after.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_owned()).collect()
}

/// Returns the anchors of the headings, as GitHub creates them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if fenced || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let lower = heading.trim().to_lowercase();
        let kept = lower.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        let name: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let times = seen.entry(name.clone()).or_default();
        names.insert(if *times == 0 { name } else { format!("{name}-{times}") });
        *times += 1;
    }
    names
}

/// Resolves `..` in a path.
fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => out.push(part),
        }
    }
    out
}

/// Returns the problem of a link on a page, if any.
fn fault(pages: &BTreeMap<String, String>, page: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let folder = Path::new(page).parent().expect("a folder");
    let to = if path.is_empty() { PathBuf::from(page) } else { plain(&folder.join(path)) };
    if !path.is_empty() && !project().join(&to).exists() {
        return Some(format!("{page}: no file {path}"));
    }
    let anchor = anchor?;
    let text = pages.get(&to.to_string_lossy().replace('\\', "/"));
    let known = text.is_some_and(|text| anchors(text).contains(anchor));
    (!known).then(|| format!("{page}: {target} has no heading of this name"))
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let pages = pages();
    let mut wrong = Vec::new();
    let mut links_seen = 0;
    for (page, text) in &pages {
        for target in links(text) {
            links_seen += 1;
            wrong.extend(fault(&pages, page, &target));
        }
    }
    assert!(pages.len() > 80 && links_seen > 60, "{} pages, {links_seen} links", pages.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_wrong_link_is_found() {
    let text = "# Two words\n\n```sh\n# none\n```\n## Two words\n[a](#two-words-1) [b](b.md) `[c](c.md)` [d](#none)\n";
    let pages = BTreeMap::from([("docs/a.md".to_owned(), text.to_owned())]);
    let wrong: Vec<String> =
        links(text).iter().filter_map(|target| fault(&pages, "docs/a.md", target)).collect();
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    assert!(wrong[0].contains("b.md") && wrong[1].contains("#none"), "{wrong:?}");
}

#[test]
fn the_book_holds_every_page_once() {
    let mut listed: Vec<String> = links(&read(&project().join(CONTENTS)))
        .iter()
        .map(|target| plain(&Path::new("docs/book").join(target)).to_string_lossy().replace('\\', "/"))
        .filter(|target| format!("{target}/") != MESSAGES)
        .collect();
    listed.sort();
    let all = pages();
    let wanted =
        all.keys().filter(|page| !NOT_IN_THE_BOOK.contains(&page.as_str()) && !page.starts_with(MESSAGES));
    assert_eq!(listed, wanted.cloned().collect::<Vec<_>>());
}
