//! A ruleset or one of its cards as JSON (`docs/json.md`).

use std::borrow::Cow;

use ludex::rules::{Allowed, DesignDef, Holder, Sees};
use ludex::variants;
use ludex::{DesignId, JSON_VERSION};
use serde_json::{Map, Value, json};

use super::{excerpt, patches};
use crate::sources::rulesets::Loaded;
use ludex_table::faces::{Faces, no_files};
use ludex_table::words::Words;

pub fn ruleset(loaded: &Loaded, words: &Words<'_>) -> Value {
    let files = loaded.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let variants = variants::shipped(files).into_iter().map(|(_, header)| {
        let titles: Map<String, Value> =
            header.titles.iter().map(|(language, title)| (language.clone(), json!(title))).collect();
        json!({ "variant": header.id, "title": titles, "with": header.with })
    });
    let rules = words.rules();
    let kinds = rules.kinds().map(|kind| {
        let of_kind = rules.designs().filter(|design| design.kind == kind.id);
        json!({
            "kind": kind.name,
            "name": text(words, &format!("kinds.{}", kind.name)),
            "per_player": kind.per_player,
            "cards": of_kind.map(|design| card(words, &design)).collect::<Vec<_>>(),
        })
    });
    json!({
        "version": JSON_VERSION,
        "ruleset": loaded.ruleset.id(),
        "fingerprint": format!("{:016x}", loaded.ruleset.fingerprint()),
        "languages": loaded.ruleset.languages().collect::<Vec<_>>(),
        "language": words.language,
        "title": text(words, "game.title"),
        "about": text(words, "game.about"),
        "players": { "fewest": loaded.ruleset.players().start(), "most": loaded.ruleset.players().end() },
        "options": options(words),
        "variants": variants.collect::<Vec<_>>(),
        "zones": zones(words),
        "kinds": kinds.collect::<Vec<_>>(),
        "layout": super::layout::layout(words),
    })
}

pub fn one_card(loaded: &Loaded, words: &Words<'_>, design: DesignId) -> Value {
    let def = words.rules().design(design);
    let places =
        def.iter().flat_map(|def| std::iter::once(def.place).chain(patches(loaded, def.name, def.place)));
    let places = places.map(|span| json!({ "place": loaded.place(span), "lines": excerpt(loaded, span) }));
    json!({
        "version": JSON_VERSION,
        "ruleset": loaded.ruleset.id(),
        "language": words.language,
        "card": def.as_ref().map(|def| card(words, def)),
        "places": places.collect::<Vec<_>>(),
    })
}

fn card(words: &Words<'_>, design: &DesignDef<'_>) -> Value {
    let rules = words.rules();
    let fields = rules.fields(design.kind).filter_map(|field| {
        let value = rules.printed(field.id, design.id)?;
        Some((field.name.to_owned(), json!(value)))
    });
    json!({
        "design": design.name,
        "kind": rules.kind(design.kind).map(|kind| kind.name),
        "copies": design.copies,
        "fields": fields.collect::<Map<String, Value>>(),
        "name": text(words, &format!("cards.{}.name", design.name)),
        "text": text(words, &format!("cards.{}.text", design.name)),
        "short": text(words, &format!("cards.{}.short", design.name)),
        "face": face(words, design),
    })
}

/// Returns the face of a card as it is printed.
fn face(words: &Words<'_>, design: &DesignDef<'_>) -> Value {
    let face = Faces::new(*words, &no_files).design_face(design);
    json!({
        "frame": face.frame,
        "colour": face.colour.word(),
        "corners": face.corners,
        "line": face.line,
        "foot": face.foot,
        "icons": face.icons,
    })
}

fn options(words: &Words<'_>) -> Vec<Value> {
    let option = words.rules().options().map(|option| {
        let allowed = match option.allowed {
            Allowed::Truth => json!(["true", "false"]),
            Allowed::Words(all) => json!(all),
            Allowed::Numbers(least, most) => json!({ "least": least, "most": most }),
        };
        json!({
            "option": option.name,
            "default": option.default,
            "allowed": allowed,
            "text": text(words, &format!("options.{}", option.name)),
        })
    });
    option.collect()
}

fn zones(words: &Words<'_>) -> Vec<Value> {
    let rules = words.rules();
    let zone = rules.zones().map(|zone| {
        let holder = match zone.holder {
            Holder::Game => "game",
            Holder::Player => "player",
            Holder::Spot(spot) => rules.spot(spot).map_or("", |def| def.name),
            Holder::Kind(kind) => rules.kind(kind).map_or("", |def| def.name),
            Holder::Design(design) => rules.design(design).map_or("", |def| def.name),
        };
        let sees = match zone.sees {
            Sees::All => "all",
            Sees::Owner => "owner",
            Sees::Others => "others",
            Sees::Nobody => "nobody",
            Sees::ByFace => "by_face",
        };
        let per = zone.key.map_or_else(|| json!(holder), |key| json!([holder, key]));
        json!({
            "zone": zone.name,
            "per": per,
            "sees": sees,
            "ordered": zone.ordered,
            "name": text(words, &format!("zones.{}", zone.name)),
        })
    });
    zone.collect()
}

/// Returns a text unchanged from the ruleset.
fn text(words: &Words<'_>, key: &str) -> Option<String> {
    words.setup.text(words.language, key).map(Cow::into_owned)
}
