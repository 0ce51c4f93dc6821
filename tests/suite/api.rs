//! The public API of the library as a snapshot. A change is visible in review and requires a line in the
//! changelog.
//!
//! It is read from the sources, because rustdoc's JSON requires an unstable compiler: the items that `api.rs`
//! and its modules name are searched in the folder of their stage, in all crates.

use std::collections::{BTreeMap, BTreeSet};

use ludex_tests::cases::{files_below, project, read, snapshot};
use quote::ToTokens;
use syn::{Fields, ImplItem, Item, TraitItem, UseTree, Visibility};

/// Parsed files by their path below the sources of their crate, without the extension.
type Files = BTreeMap<String, syn::File>;

/// The library, and the crates whose items it re-exports: their module names are distinct.
const CRATES: [&str; 3] = ["check", "run", "interpreter"];

fn sources() -> Files {
    CRATES.into_iter().flat_map(sources_of).collect()
}

fn sources_of(folder: &str) -> Files {
    let root = project().join(folder).join("src");
    let rust = files_below(&root).into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let parsed = rust.map(|path| {
        let inside = path.strip_prefix(&root).expect("inside").with_extension("");
        let file = syn::parse_file(&read(&path)).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (inside.to_string_lossy().replace('\\', "/"), file)
    });
    parsed.collect()
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns true for items that are public only for the crates of this project.
fn is_hidden(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| text(attr).contains("doc(hidden)"))
}

/// Formats tokens approximately as written by hand.
fn text(tokens: impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (from, to) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        (" > ", ">"),
        (" >", ">"),
        ("< ", "<"),
        ("& ", "&"),
        (" ,", ","),
        ("( ", "("),
        (" )", ")"),
        (" (", "("),
        (" :", ":"),
        (" ;", ";"),
        ("[ ", "["),
        (" ]", "]"),
        ("->", "-> "),
        ("->  ", "-> "),
        (",)", ")"),
    ] {
        text = text.replace(from, to);
    }
    text
}

/// Returns the public names of a module (`shown=own` for renamed items), each with its source.
fn names(items: &[Item]) -> Vec<(String, Vec<String>)> {
    let uses = items.iter().filter_map(|item| match item {
        Item::Use(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => Some(&item.tree),
        _ => None,
    });
    let mut found = Vec::new();
    uses.for_each(|tree| walk(tree, &mut Vec::new(), &mut found));
    found
}

fn walk(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<(String, Vec<String>)>) {
    match tree {
        UseTree::Path(part) => {
            path.push(part.ident.to_string());
            walk(&part.tree, path, found);
            path.pop();
        }
        UseTree::Name(name) => found.push((name.ident.to_string(), path.clone())),
        UseTree::Rename(name) => found.push((format!("{}={}", name.rename, name.ident), path.clone())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| walk(tree, path, found)),
        UseTree::Glob(_) => panic!("the API names what it shows: {path:?}"),
    }
}

struct Api<'a> {
    files: &'a Files,
    lines: Vec<String>,
    told: BTreeSet<String>,
    /// Items without a doc comment. The compiler requires them only in some stages.
    bare: Vec<String>,
}

impl<'a> Api<'a> {
    /// Adds a public module: its definitions, and re-exports from elsewhere.
    fn module(&mut self, path: &str, items: &[Item], shown: &str) {
        for item in items {
            self.item(item, shown, path);
        }
        for (name, from) in names(items) {
            let folder = match from.first().map(String::as_str) {
                Some("ludex_grammar") => {
                    self.lines.push(format!("{shown}{name} (from {})", from.join("::")));
                    continue;
                }
                Some("crate" | "ludex_check" | "ludex_run") => from[1..].join("/"),
                _ => format!("{}/{}", path.trim_end_matches("/mod"), from.join("/")),
            };
            let inside = [format!("{folder}/{name}"), format!("{folder}/{name}/mod")];
            let module = inside.iter().find_map(|path| self.files.get_key_value(path));
            match module.filter(|_| self.found(&name, &folder).is_none()) {
                Some((path, file)) => {
                    self.lines.push(format!("mod {shown}{name}"));
                    self.module(path, &file.items, &format!("{shown}{name}::"));
                }
                None => self.named(&name, &folder, shown),
            }
        }
    }

    fn item(&mut self, item: &Item, shown: &str, file: &str) {
        match item {
            Item::Mod(module) if is_public(&module.vis) => {
                let name = module.ident.to_string();
                self.lines.push(format!("mod {shown}{name}"));
                let items = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                self.module(file, items, &format!("{shown}{name}::"));
            }
            Item::Fn(function) if is_public(&function.vis) => {
                let signature = text(&function.sig).replacen("fn ", &format!("fn {shown}"), 1);
                self.lines.push(signature);
            }
            Item::Const(constant) if is_public(&constant.vis) => {
                self.lines.push(format!("const {shown}{}: {}", constant.ident, text(&constant.ty)));
            }
            Item::Type(alias) if is_public(&alias.vis) => {
                self.lines.push(format!("type {shown}{} = {}", alias.ident, text(&alias.ty)));
            }
            Item::Trait(shape) if is_public(&shape.vis) => {
                self.lines.push(format!("trait {shown}{}: {}", shape.ident, text(&shape.supertraits)));
                let methods = shape.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(method) => Some(text(&method.sig)),
                    _ => None,
                });
                self.lines.extend(methods.map(|method| format!("{shown}{}: {method}", shape.ident)));
            }
            Item::Struct(_) | Item::Enum(_) => self.define(item, shown, file),
            _ => {}
        }
    }

    /// Finds a public item of a stage in its folder, first in the module itself.
    fn found(&self, name: &str, folder: &str) -> Option<(&'a str, &'a Item)> {
        let first = folder.split('/').next().unwrap_or(folder);
        let below = |path: &str| path == folder || path == first || path.starts_with(&format!("{first}/"));
        let module = format!("{folder}/mod");
        let files = self.files.get_key_value(&module).into_iter();
        let mut files = files.chain(self.files.iter().filter(|(path, _)| below(path)));
        let name = name.rsplit('=').next().unwrap_or(name);
        files.find_map(|(path, file)| {
            Some((path.as_str(), file.items.iter().find(|item| defines(item, name))?))
        })
    }

    fn named(&mut self, name: &str, folder: &str, shown: &str) {
        let first = folder.split('/').next().unwrap_or(folder);
        match self.found(name, folder) {
            Some((path, item)) => self.item(item, shown, path),
            None => {
                // created by macros, or from another crate
                assert!(
                    ["analysis", "ids", "language", "resolve"].contains(&first),
                    "{name} is nowhere below {folder}"
                );
                self.lines.push(format!("struct {shown}{name}"));
            }
        }
    }

    fn define(&mut self, item: &Item, shown: &str, file: &str) {
        let (name, visibility) = match item {
            Item::Struct(item) => (item.ident.to_string(), &item.vis),
            Item::Enum(item) => (item.ident.to_string(), &item.vis),
            _ => return,
        };
        if !is_public(visibility) || !self.told.insert(format!("{shown}{name}")) {
            return;
        }
        self.documented(item, &format!("{shown}{name}"));
        match item {
            Item::Struct(item) => {
                self.lines.push(format!("struct {shown}{name}{}", text(&item.generics)));
                self.fields(&item.fields, &format!("{shown}{name}"), true);
            }
            Item::Enum(item) => {
                self.lines.push(format!("enum {shown}{name}{}", text(&item.generics)));
                for variant in &item.variants {
                    self.lines.push(format!("{shown}{name}::{}", text(variant_alone(variant))));
                    self.fields(&variant.fields, &format!("{shown}{name}::{}", variant.ident), false);
                }
            }
            _ => {}
        }
        self.methods(&name, shown, file);
    }

    /// Records the parts of an item without a doc comment.
    fn documented(&mut self, item: &Item, shown: &str) {
        let (attrs, fields): (&[syn::Attribute], Vec<(String, &Fields)>) = match item {
            Item::Struct(item) => (&item.attrs, vec![(shown.to_owned(), &item.fields)]),
            Item::Enum(item) => {
                let variant = |variant: &'_ syn::Variant| format!("{shown}::{}", variant.ident);
                (&item.attrs, item.variants.iter().map(|v| (variant(v), &v.fields)).collect())
            }
            _ => return,
        };
        if attrs.iter().any(|attr| text(attr).contains("allow(missing_docs)")) {
            return;
        }
        self.bare.extend((!has_docs(attrs)).then(|| shown.to_owned()));
        if let Item::Enum(item) = item {
            let bare = item.variants.iter().filter(|variant| !has_docs(&variant.attrs));
            self.bare.extend(bare.map(|variant| format!("{shown}::{}", variant.ident)));
        }
        for (of, fields) in fields {
            let of_enum = matches!(item, Item::Enum(_));
            let bare = fields.iter().filter(|f| (of_enum || is_public(&f.vis)) && !has_docs(&f.attrs));
            self.bare.extend(bare.filter_map(|f| Some(format!("{of}.{}", f.ident.as_ref()?))));
        }
    }

    fn fields(&mut self, fields: &Fields, of: &str, need_public: bool) {
        let public =
            fields.iter().filter(|field| !need_public || is_public(&field.vis) && !is_hidden(&field.attrs));
        let named = public.filter_map(|field| Some((field.ident.as_ref()?, &field.ty)));
        self.lines.extend(named.map(|(name, ty)| format!("{of}.{name}: {}", text(ty))));
    }

    /// Adds the public methods of a type, and its explicit trait implementations.
    fn methods(&mut self, name: &str, shown: &str, file: &str) {
        let first = file.split('/').next().unwrap_or(file);
        // the methods of a ruleset that create games are defined next to the game
        let near = |path: &str| {
            path.split('/').next() == Some(first) || (first == "ruleset" && path.starts_with("play/"))
        };
        let near = self.files.iter().filter(|(path, _)| near(path) && !path.ends_with("/internals"));
        let mut lines = Vec::new();
        for item in near.flat_map(|(_, file)| &file.items) {
            let Item::Impl(item) = item else { continue };
            let of = text(&item.self_ty);
            if of.split('<').next() != Some(name) || is_hidden(&item.attrs) {
                continue;
            }
            if let Some((_, of, _)) = &item.trait_ {
                lines.push(format!("impl {} for {shown}{name}", text(of)));
                continue;
            }
            let methods = item.items.iter().filter_map(|item| match item {
                ImplItem::Fn(method) if is_public(&method.vis) && !is_hidden(&method.attrs) => {
                    Some(text(&method.sig))
                }
                ImplItem::Const(constant) if is_public(&constant.vis) => {
                    Some(format!("const {}", constant.ident))
                }
                _ => None,
            });
            lines.extend(methods.map(|method| format!("{shown}{name}: {method}")));
        }
        self.lines.extend(lines);
    }
}

fn has_docs(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("doc"))
}

/// Formats a variant with its positional fields.
fn variant_alone(variant: &syn::Variant) -> proc_macro2::TokenStream {
    let name = &variant.ident;
    match &variant.fields {
        Fields::Unnamed(fields) => {
            let types = fields.unnamed.iter().map(|field| &field.ty);
            quote::quote!(#name (#(#types),*))
        }
        Fields::Named(_) | Fields::Unit => quote::quote!(#name),
    }
}

fn defines(item: &Item, name: &str) -> bool {
    let (ident, visibility) = match item {
        Item::Struct(item) => (&item.ident, &item.vis),
        Item::Enum(item) => (&item.ident, &item.vis),
        Item::Fn(item) => (&item.sig.ident, &item.vis),
        Item::Const(item) => (&item.ident, &item.vis),
        Item::Type(item) => (&item.ident, &item.vis),
        _ => return false,
    };
    ident == name && is_public(visibility)
}

#[test]
fn the_public_api() {
    let files = sources();
    let mut api = Api { files: &files, lines: Vec::new(), told: BTreeSet::new(), bare: Vec::new() };
    api.module("api", &files["api"].items, "");
    api.module("analysis/mod", &files["analysis/mod"].items, "analysis::");
    assert!(api.bare.is_empty(), "without a doc comment: {:?}", api.bare);
    api.lines.sort();
    api.lines.dedup();
    let count = api.lines.len();
    snapshot("face", "api", &format!("{}\n\n{count} items\n", api.lines.join("\n")));
}

/// Besides the items of `api.rs`, only the interface for tools is public.
#[test]
fn nothing_else_is_public() {
    let root = &sources_of("interpreter")["lib"];
    let mut public: Vec<String> = Vec::new();
    for item in &root.items {
        match item {
            Item::Mod(module) if is_public(&module.vis) => {
                let hidden = if is_hidden(&module.attrs) { " (hidden)" } else { "" };
                public.push(format!("mod {}{hidden}", module.ident));
            }
            Item::Use(item) if is_public(&item.vis) => public.push(text(&item.tree)),
            Item::Mod(_) | Item::Use(_) => {}
            other => public.push(text(other)),
        }
    }
    assert_eq!(public, ["mod analysis", "api::*"]);
}
