//! `ludex show`: an overview of a ruleset, or one card with its rules as written.

mod json;
mod layout;
mod why;

use ludex::diagnostics::{FileId, Source, Span, closest};
use ludex::rules::{Allowed, FieldDef, Holder, Sees, ZoneDef};
use ludex::variants::{self, Header};
use ludex::yaml;
use ludex::{DesignId, KindId};

use crate::args::ShowArgs;
use crate::failure::{Failure, Outcome};
use crate::names::title;
use crate::sources::rulesets::Loaded;
use crate::terminal::output::{BOLD, DIM, Out, clean, cut, pad, width};
use ludex_table::phrases::Phrases;
use ludex_table::words::{Words, capital};

pub fn run(args: &ShowArgs, out: &mut Out) -> Outcome {
    let loaded = Loaded::load(&args.ruleset, &args.changes, out)?;
    if args.resolved {
        return resolved(&loaded, out);
    }
    let language = loaded.language(args.lang.as_deref())?;
    if let (Some(scenario), Some(asked)) = (&args.scenario, &args.why) {
        return why::run(&loaded, scenario, asked, (&language, args.json), out);
    }
    let setup = loaded.setup(args.players, &args.options)?;
    let words = Words::new(&setup, &language);
    match &args.card {
        None if args.json => out.json(&json::ruleset(&loaded, &words))?,
        None => overview(&loaded, &words, out)?,
        Some(word) => match find_card(&words, word) {
            Some(design) if args.json => out.json(&json::one_card(&loaded, &words, design))?,
            Some(design) => card(&loaded, &words, design, out)?,
            None => return Err(unknown(&loaded, &words, word)),
        },
    }
    Ok(0)
}

/// Finds a card by its ID, or by its name in any language.
pub fn find_card(words: &Words<'_>, word: &str) -> Option<DesignId> {
    let wanted = word.trim().to_lowercase();
    let (setup, rules) = (words.setup, words.rules());
    let named = |name: &str| {
        let key = format!("cards.{name}.name");
        let mut languages = setup.ruleset().languages();
        languages.any(|l| setup.text(l, &key).is_some_and(|text| text.to_lowercase() == wanted))
    };
    let by_id = rules.designs().find(|design| design.name == wanted);
    by_id.or_else(|| rules.designs().find(|design| named(design.name))).map(|design| design.id)
}

/// Prints the ruleset with its overlays applied, as YAML.
fn resolved(loaded: &Loaded, out: &mut Out) -> Outcome {
    let text = loaded.reference.compiler(&loaded.files).overlays(&loaded.overlays).resolved();
    text.lines().try_for_each(|line| out.line(&clean(line)))?;
    Ok(0)
}

pub fn unknown(loaded: &Loaded, words: &Words<'_>, word: &str) -> Failure {
    let ids = words.rules().designs().map(|design| design.name);
    let help = match closest(word, ids) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("`ludex show {}` lists them", loaded.reference.shown()),
    };
    Failure::Usage(format!("{} has no card `{word}`; {help}", loaded.ruleset.id()))
}

fn heading(text: &str, out: &mut Out) -> std::io::Result<()> {
    out.line("")?;
    out.line(&out.paint(BOLD, text))
}

fn overview(loaded: &Loaded, words: &Words<'_>, out: &mut Out) -> Result<(), Failure> {
    let own = words.own;
    out.wrapped(&out.paint(BOLD, &format!("{} ({})", words.title(), loaded.ruleset.id())), 2)?;
    for language in loaded.ruleset.languages() {
        let title = words.in_language(language).title();
        if title != words.title() {
            out.wrapped(&format!("{language}: {title}"), 2)?;
        }
    }
    out.wrapped(&own.about(words.players(), own.cards(words.setup.cards()), languages(loaded, own)), 2)?;
    if let Some(about) = words.get("game.about") {
        out.wrapped(&about, 0)?;
    }
    options(words, out)?;
    variants(loaded, words, out)?;
    zones(words, out)?;
    layout(words, out)?;
    for kind in words.rules().kinds() {
        cards(words, kind.id, out)?;
    }
    super::rules::notice(words, out)
}

fn languages(loaded: &Loaded, own: &Phrases) -> String {
    let all: Vec<&str> = loaded.ruleset.languages().collect();
    if all.is_empty() { own.no_language() } else { all.join(", ") }
}

/// Prints the options: name, default, allowed values and description.
fn options(words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    if words.rules().options().next().is_some() {
        heading(&words.own.options(), out)?;
    }
    for option in words.rules().options() {
        let allowed = match option.allowed {
            Allowed::Truth => "true, false".to_owned(),
            Allowed::Words(all) => all.join(", "),
            Allowed::Numbers(min, max) => words.own.between(min, max),
        };
        let allowed = out.paint(DIM, &format!("({allowed})"));
        out.wrapped(&format!("  {}={}  {allowed}", option.name, option.default), 6)?;
        if let Some(text) = words.get(&format!("options.{}", option.name)) {
            out.wrapped(&format!("      {text}"), 6)?;
        }
    }
    Ok(())
}

/// Prints the ID and title of the variants shipped with the ruleset.
fn variants(loaded: &Loaded, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let files = loaded.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    let title = |header: &Header| title(header, words.language).unwrap_or_default();
    let known = variants::shipped(files);
    let rows: Vec<Vec<String>> =
        known.iter().map(|(_, header)| vec![clean(&header.id), title(header)]).collect();
    if rows.is_empty() {
        return Ok(());
    }
    heading(&words.own.variants(), out)?;
    grid(&rows, out)
}

fn zones(words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let (own, rules) = (words.own, words.rules());
    if rules.zones().next().is_none() {
        return Ok(());
    }
    heading(&own.zones(), out)?;
    let rows = rules.zones().map(|zone| {
        let [holder, sees] = holder_and_sight(words, &zone);
        vec![zone.name.to_owned(), capital(&words.zone(zone.id)), holder, sees]
    });
    grid(&rows.collect::<Vec<_>>(), out)
}

/// Returns the owner of a zone and the players who can see its cards.
pub fn holder_and_sight(words: &Words<'_>, zone: &ZoneDef<'_>) -> [String; 2] {
    let own = words.own;
    let holder = match zone.holder {
        Holder::Game => own.shared(),
        Holder::Player => own.each_player(),
        Holder::Spot(spot) => own.each(own.within(&words.spots(spot))),
        Holder::Kind(kind) => own.each(words.kind(kind)),
        Holder::Design(design) => own.each(words.design(design)),
    };
    let key = zone.key.map(|key| match key {
        "player" => own.each_player(),
        words => own.each(words.replace('_', " ")),
    });
    let holder = match (zone.holder, key) {
        (_, None) => holder,
        (Holder::Game, Some(key)) => key,
        (_, Some(key)) => format!("{holder}, {key}"),
    };
    let sees = match zone.sees {
        _ if zone.concealed => own.sees_at_end(),
        Sees::All => own.sees_all(),
        Sees::Owner => own.sees_owner(),
        Sees::Others => own.sees_others(),
        Sees::Nobody => own.sees_nobody(),
        Sees::ByFace => own.sees_by_face(),
    };
    [holder, sees]
}

/// Prints the layout of the table, if the ruleset defines one.
fn layout(words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
    let parts = words.rules().layout_parts();
    if parts.is_empty() {
        return Ok(());
    }
    heading(&words.own.layout(), out)?;
    grid(&parts.into_iter().map(|(part, shown)| vec![part, shown.join(", ")]).collect::<Vec<_>>(), out)
}

/// Prints all cards of a kind: ID, name, copies, printed fields and text.
fn cards(words: &Words<'_>, kind: KindId, out: &mut Out) -> std::io::Result<()> {
    let (own, rules) = (words.own, words.rules());
    let Some(def) = rules.kind(kind) else { return Ok(()) };
    let each = if def.per_player { format!(", {}", own.set_per_player()) } else { String::new() };
    let of_kind: Vec<_> = rules.designs().filter(|design| design.kind == kind).collect();
    let name = format!("{} ({}){each}", capital(&words.kind(kind)), def.name);
    heading(&words.label(&name, &own.cards(of_kind.len())), out)?;
    let fields: Vec<FieldDef<'_>> = rules.fields(kind).collect();
    let head = [own.column_id(), own.column_name(), "×".to_owned()]
        .into_iter()
        .chain(fields.iter().map(|field| field_name(words, field)))
        .chain([own.column_text()]);
    let mut rows = vec![head.collect::<Vec<String>>()];
    for design in of_kind {
        let printed = fields.iter().map(|field| words.field(field.id, design.id).unwrap_or_default());
        let first = [design.name.to_owned(), words.design(design.id), design.copies.to_string()];
        let text = words.ability(design.id).unwrap_or_default();
        rows.push(first.into_iter().chain(printed).chain([text]).collect());
    }
    drop_empty(&mut rows);
    grid(&rows, out)
}

pub fn field_name(words: &Words<'_>, field: &FieldDef<'_>) -> String {
    words.field_name(*field).unwrap_or_else(|| field.name.to_owned())
}

/// Removes columns without information: all blank, or all with 1 copy.
fn drop_empty(rows: &mut [Vec<String>]) {
    for c in (0..rows[0].len()).rev() {
        let dull = |row: &Vec<String>| row[c].is_empty() || (rows[0][c] == "×" && row[c] == "1");
        if rows.len() > 1 && rows[1..].iter().all(dull) {
            rows.iter_mut().for_each(|row| drop(row.remove(c)));
        }
    }
}

/// Prints rows as columns. If the last column doesn't fit, prints it below the others; if these don't fit
/// either, prints the cells one after another.
fn grid(rows: &[Vec<String>], out: &mut Out) -> std::io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|c| rows.iter().filter_map(|r| r.get(c)).map(|s| width(s)).max().unwrap_or(0))
        .collect();
    let used: usize = 2 + widths.iter().rev().skip(1).map(|w| w + 2).sum::<usize>();
    let beside = used + 24 <= out.width || used + widths.last().unwrap_or(&0) <= out.width;
    for row in rows {
        let Some((last, first)) = row.split_last() else { continue };
        let cells: Vec<String> = first.iter().zip(&widths).map(|(cell, w)| pad(cell, *w)).collect();
        let line = format!("  {}", cells.join("  "));
        if beside {
            let mut lines = crate::terminal::output::wrap(last, out.width - used, 0).into_iter();
            out.line(format!("{line}  {}", lines.next().unwrap_or_default()).trim_end())?;
            lines.try_for_each(|line| out.line(&format!("{}{line}", " ".repeat(used))))?;
        } else if used <= out.width + 2 {
            out.line(line.trim_end())?;
            if !last.is_empty() {
                out.wrapped(&format!("      {last}"), 6)?;
            }
        } else {
            let short: Vec<&str> = row.iter().map(String::as_str).filter(|s| !s.is_empty()).collect();
            out.wrapped(&format!("  {}", short.join("\u{a0}· ")), 4)?;
        }
    }
    Ok(())
}

fn card(loaded: &Loaded, words: &Words<'_>, design: DesignId, out: &mut Out) -> std::io::Result<()> {
    let Some(def) = words.rules().design(design) else { return Ok(()) };
    out.wrapped(&out.paint(BOLD, &format!("{} ({})", words.design(design), def.name)), 2)?;
    for language in loaded.ruleset.languages() {
        out.wrapped(&format!("  {language}: {}", words.in_language(language).design(design)), 6)?;
    }
    let copies =
        if def.copies == 1 { String::new() } else { format!(", {}", words.own.copies(def.copies as usize)) };
    out.wrapped(&format!("  {}{copies}", words.kind(def.kind)), 4)?;
    for field in words.rules().fields(def.kind) {
        if let Some(value) = words.field(field.id, design) {
            out.wrapped(&format!("  {}", words.label(&field_name(words, &field), &value)), 4)?;
        }
    }
    if let Some(text) = words.ability(design) {
        out.line("")?;
        out.wrapped(&text, 0)?;
    }
    for span in std::iter::once(def.place).chain(patches(loaded, def.name, def.place)) {
        out.line("")?;
        out.line(&out.paint(DIM, &loaded.place(span)))?;
        excerpt(loaded, span).iter().try_for_each(|line| out.line(line))?;
    }
    Ok(())
}

/// Returns the locations at which overlays change a card that is defined elsewhere.
fn patches(loaded: &Loaded, card: &str, written: Span) -> Vec<Span> {
    let key = |(file, source): (FileId, &Source)| {
        let node = yaml::parse(file, &source.text, &mut Vec::new())?;
        let cards = node.get("cards")?.as_map()?;
        cards.iter().find(|(key, _)| key.value == card).map(|(key, _)| key.span)
    };
    // a variant is also among the files of its ruleset
    let source = |name: &String| loaded.sources.iter().filter(|(_, source)| source.name == *name).last();
    let spans = loaded.overlays.iter().filter_map(|(name, _)| key(source(name)?));
    spans.filter(|span| span.file != written.file).collect()
}

/// Returns the source lines of a definition: its first line and the following lines with a deeper
/// indentation.
fn excerpt(loaded: &Loaded, span: Span) -> Vec<String> {
    let text = &loaded.sources.get(span.file).text;
    let (line, _) = loaded.sources.line_col(span);
    let indent = |l: &str| l.len() - l.trim_start_matches(' ').len();
    let mut lines = text.lines().skip(line.saturating_sub(1) as usize);
    let Some(first) = lines.next() else { return Vec::new() };
    let depth = indent(first);
    let below = lines.take_while(|l| l.trim().is_empty() || indent(l) > depth);
    let mut found: Vec<String> =
        std::iter::once(first).chain(below).map(|l| clean(l.get(depth..).unwrap_or(""))).collect();
    while found.last().is_some_and(|l| l.trim().is_empty()) {
        found.pop();
    }
    found.iter().map(|l| cut(&format!("  {}", l.trim_end()), 500)).collect()
}
