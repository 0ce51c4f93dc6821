//! What overlays say of themselves, and the order in which those of a ruleset are applied.

use std::collections::BTreeMap;

use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Spanned};
use ludex_grammar::yaml::{self, Node};

/// What an overlay says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// `id:`
    pub id: String,
    /// `of:` the game it changes.
    pub of: String,
    /// `title:` by language.
    pub titles: Vec<(String, String)>,
    /// `with:` overlays that it is built on: they come before it.
    pub with: Vec<String>,
    /// `after:` overlays that come before it where they are there.
    pub after: Vec<String>,
    /// `conflicts:` overlays that can't be there with it.
    pub conflicts: Vec<String>,
}

/// Reads the header of an overlay without looking at the rest.
pub fn header(text: &str) -> Option<Header> {
    of_document(&yaml::parse(FileId(0), text, &mut Vec::new())?)
}

/// The same of an overlay that has been parsed.
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

/// The variants among the files of a ruleset, read once for all that are laid on it.
#[derive(Debug, Default)]
pub struct Shipped {
    /// By path.
    pub headers: Vec<(String, Header)>,
    /// Those of which nothing is to be said before they are applied.
    pub(crate) nodes: BTreeMap<FileId, Node>,
    /// What each file is called, and where it says its id, if that can be read.
    pub(crate) files: Vec<(String, Option<Spanned<String>>)>,
}

impl Shipped {
    /// Parses them.
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

/// The id of an overlay that has a header.
fn id(node: &Node) -> Option<Spanned<String>> {
    of_document(node)?;
    let id = node.get("variant")?.get("id")?;
    Some(Spanned::new(id.as_str()?.to_owned(), id.span))
}

/// What a file is called, without its folder and `.yaml`.
pub(super) fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".yaml").unwrap_or(name)
}

/// A variant that there is not.
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

    /// What is wrong, in one clause.
    pub fn message(&self) -> String {
        format!("there is no variant `{}`", self.id)
    }

    /// What may have been meant.
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

/// The files of the wanted variants among a ruleset's `variants/*.yaml`, each after those it is built on.
pub fn resolve(files: &[(String, String)], wanted: &[String]) -> Result<Vec<String>, Unknown> {
    let texts = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    in_order(&shipped(texts), wanted.iter().map(String::as_str))
}

/// Whether the file of a ruleset with this path is a variant.
pub fn is_file(path: &str) -> bool {
    path.starts_with("variants/") && path.ends_with(".yaml")
}

/// The variants among the files of a ruleset, with their paths.
pub fn shipped<'t>(files: impl Iterator<Item = (&'t str, &'t str)>) -> Vec<(String, Header)> {
    let variants = files.filter(|(path, _)| is_file(path));
    variants.filter_map(|(path, text)| Some((path.to_owned(), header(text)?))).collect()
}

/// The paths of the wanted variants, each after those it is built on, none twice. What a variant is built on but can't be
/// is passed over here: the place where it says so is reported when it is applied.
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

/// The paths of one variant and of those it is built on, which come first.
pub fn with_those_before(files: &[(String, String)], path: &str) -> Vec<String> {
    before(&shipped(files.iter().map(|(path, text)| (path.as_str(), text.as_str()))), path)
}

/// The same, where the headers of all variants are known.
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

/// Puts one into the order, behind those that it is built on, and behind those that it comes after where these are `there`.
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

/// The way from one variant by what it is built on to another, both included, if there is one.
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
