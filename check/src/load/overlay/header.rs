//! Headers of overlays, and the order in which the overlays of a ruleset are applied.

use std::collections::BTreeMap;

use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Spanned};
use ludex_grammar::yaml::{self, Node};

/// The header of an overlay, from `variant:`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// `id:` the id used to select the overlay.
    pub id: String,
    /// `of:` id of the game that the overlay changes.
    pub of: String,
    /// `title:` titles by language.
    pub titles: Vec<(String, String)>,
    /// `with:` overlays that this one is built on; they come before it.
    pub with: Vec<String>,
    /// `after:` overlays that come before it if they are present.
    pub after: Vec<String>,
    /// `conflicts:` overlays that can't be combined with it.
    pub conflicts: Vec<String>,
}

/// Reads the header of an overlay without checking the rest.
pub fn header(text: &str) -> Option<Header> {
    of_document(&yaml::parse(FileId(0), text, &mut Vec::new())?)
}

/// Reads the header of a parsed overlay.
pub fn of_document(node: &Node) -> Option<Header> {
    let variant = node.get("variant")?;
    let word = |node: &Node| node.as_str().map(str::to_owned);
    let titles = variant.get("title").and_then(Node::as_map).unwrap_or_default();
    let words = |key: &str| {
        let words = variant.get(key).and_then(Node::as_list).unwrap_or_default();
        words.iter().filter_map(word).collect()
    };
    Some(Header {
        id: variant.get("id").and_then(word)?,
        of: variant.get("of").and_then(word)?,
        titles: titles.iter().filter_map(|(k, v)| Some((k.value.clone(), word(v)?))).collect(),
        with: words("with"),
        after: words("after"),
        conflicts: words("conflicts"),
    })
}

/// The variants among the files of a ruleset, parsed once for all overlays.
#[derive(Debug, Default)]
pub struct Shipped {
    /// Headers of the variants, by path.
    pub headers: Vec<(String, Header)>,
    /// Parsed files without problems.
    pub nodes: BTreeMap<FileId, Node>,
    /// Name of each file, and its id with location, if readable.
    pub files: Vec<(String, Option<Spanned<String>>)>,
}

impl Shipped {
    /// Parses the variants among the files.
    pub fn read(sources: &Sources, files: &[(String, FileId)]) -> Shipped {
        let mut shipped = Shipped::default();
        for (path, file) in files.iter().filter(|(path, _)| is_file(path)) {
            let mut problems = Vec::new();
            let node = yaml::parse(*file, &sources.get(*file).text, &mut problems);
            shipped.files.push((stem(path).to_owned(), node.as_ref().and_then(id)));
            let Some(node) = node else { continue };
            shipped.headers.extend(of_document(&node).map(|header| (path.clone(), header)));
            if problems.is_empty() {
                shipped.nodes.insert(*file, node);
            }
        }
        shipped
    }
}

fn id(node: &Node) -> Option<Spanned<String>> {
    of_document(node)?;
    let id = node.get("variant")?.get("id")?;
    Some(Spanned::new(id.as_str()?.to_owned(), id.span))
}

/// Returns the name of a file without its folder and `.yaml`.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".yaml").unwrap_or(name)
}

/// An unknown variant, with the existing ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    id: String,
    known: Vec<String>,
}

impl Unknown {
    pub(super) fn new(id: &str, known: &[(String, Header)]) -> Unknown {
        let mut ids: Vec<String> = Vec::new();
        for (_, header) in known.iter().filter(|(_, header)| !header.id.is_empty()) {
            if !ids.contains(&header.id) {
                ids.push(header.id.clone());
            }
        }
        Unknown { id: id.to_owned(), known: ids }
    }

    /// Returns the problem in one clause.
    pub fn message(&self) -> String {
        format!("there is no variant `{}`", self.id)
    }

    /// Returns a suggestion, or the list of variants.
    pub fn help(&self) -> String {
        match ludex_grammar::suggest::closest(&self.id, self.known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.known.is_empty() => "this ruleset has no variants".to_owned(),
            None => format!("there are: {}", self.known.join(", ")),
        }
    }
}

impl std::fmt::Display for Unknown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.message(), self.help())
    }
}

impl std::error::Error for Unknown {}

/// Returns the files of the requested variants among a ruleset's `variants/*.yaml`, each after those it is
/// built on.
pub fn resolve(files: &[(String, String)], wanted: &[String]) -> Result<Vec<String>, Unknown> {
    let texts = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    in_order(&shipped(texts), wanted.iter().map(String::as_str))
}

pub fn is_file(path: &str) -> bool {
    path.starts_with("variants/") && path.ends_with(".yaml")
}

/// Returns the variants among the files of a ruleset, with their paths.
pub fn shipped<'t>(files: impl Iterator<Item = (&'t str, &'t str)>) -> Vec<(String, Header)> {
    let variants = files.filter(|(path, _)| is_file(path));
    variants.filter_map(|(path, text)| Some((path.to_owned(), header(text)?))).collect()
}

/// Returns the paths of the requested variants, each after those it is built on, without duplicates.
/// Impossible dependencies are skipped here; they are reported when the variant is applied.
pub fn in_order<'w>(
    known: &[(String, Header)],
    wanted: impl Iterator<Item = &'w str>,
) -> Result<Vec<String>, Unknown> {
    let wanted: Vec<&str> = wanted.collect();
    let is_known = |id: &str| known.iter().any(|(_, header)| header.id == id);
    if let Some(unknown) = wanted.iter().find(|id| !is_known(id)) {
        return Err(Unknown::new(unknown, known));
    }
    let mut taken = Vec::new();
    wanted.iter().for_each(|id| visit(known, &[], id, &mut Vec::new(), &mut taken));
    let ids: Vec<&str> =
        known.iter().filter(|(path, _)| taken.contains(path)).map(|(_, header)| header.id.as_str()).collect();
    let mut order = Vec::new();
    wanted.iter().for_each(|id| visit(known, &ids, id, &mut Vec::new(), &mut order));
    Ok(order)
}

/// Returns the path of a variant, preceded by those it is built on.
pub fn with_those_before(files: &[(String, String)], path: &str) -> Vec<String> {
    before(&shipped(files.iter().map(|(path, text)| (path.as_str(), text.as_str()))), path)
}

/// Like `with_those_before`, for known headers of all variants.
pub fn before(known: &[(String, Header)], path: &str) -> Vec<String> {
    let mut order = Vec::new();
    let header = known.iter().find(|(known, _)| known == path).map(|(_, header)| header);
    for before in header.into_iter().flat_map(|header| &header.with) {
        visit(known, &[], before, &mut Vec::new(), &mut order);
    }
    order.retain(|before| before != path);
    order.push(path.to_owned());
    order
}

/// Adds a variant to the order, after those it is built on. Also puts it after variants in its `after:`, as
/// far as they are in `there`.
fn visit<'k>(
    known: &'k [(String, Header)],
    there: &[&str],
    id: &'k str,
    above: &mut Vec<&'k str>,
    order: &mut Vec<String>,
) {
    let Some((path, header)) = known.iter().find(|(_, header)| header.id == id) else { return };
    if above.contains(&id) || order.contains(path) {
        return;
    }
    above.push(id);
    let after = header.after.iter().filter(|id| there.contains(&id.as_str()));
    header.with.iter().chain(after).for_each(|before| visit(known, there, before, above, order));
    above.pop();
    order.push(path.clone());
}

/// Returns the chain of dependencies from one variant to another, including both, if any.
pub(super) fn way<'k>(
    known: &'k [(String, Header)],
    from: &'k str,
    to: &str,
    seen: &mut Vec<&'k str>,
) -> Option<Vec<&'k str>> {
    if from == to {
        return Some(vec![from]);
    }
    if seen.contains(&from) {
        return None;
    }
    seen.push(from);
    let (_, header) = known.iter().find(|(_, header)| header.id == from)?;
    let mut rest = header.with.iter().find_map(|next| way(known, next, to, seen))?;
    rest.insert(0, from);
    Some(rest)
}
