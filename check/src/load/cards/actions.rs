//! Actions of cards: `action WINDOW.NAME:` of a card or kind becomes a window's action.
//!
//! Its first target is the card.

use ludex_grammar::ast::{BinaryOp, Expr, ExprKind, Ident, Query, TypeExpr};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;
use ludex_grammar::yaml::Node;

use crate::language::{ALL, Fixed, Noun, TEAM};
use crate::load::definitions;
use crate::load::keys::{Form, KeyNames, RecordKeys, may, needs};
use crate::load::names::{check_name, shorten};
use crate::load::raw::{
    Name, OfCard, RawAbility, RawAction, RawCardAction, RawEnum, RawKind, RawParam, RawRuleset, RawWindow,
    RawZone,
};
use crate::load::reader::{MAX_ACTIONS, Reader};

static ACTION: RecordKeys = RecordKeys::new(
    "an action of cards",
    &[
        may("in_play", Form::List(&Form::Name), "the zones in which it works; absent: the zones of the kind"),
        may(
            "with",
            Form::Map(KeyNames::New, &Form::Query),
            "up to two targets in addition to the card, with the possible values of each",
        ),
        may(
            "when",
            Form::Expression,
            "condition under which it is offered; absent: the condition of the kind",
        ),
        may("shows", Form::Map(KeyNames::New, &Form::Expression), "facts for the text of its options"),
        needs("do", Form::Effects, "what it does"),
    ],
);

/// The form of an action of cards, `action WINDOW.NAME:`.
pub(in crate::load) const ACTIONS: Form = Form::Record(&ACTION);

/// Reads an action of cards: `action turn.melt: { in_play: [city], do: … }`.
pub(super) fn action(r: &mut Reader, bearer: &Name, path: &Name, node: &Node) -> Option<RawAbility> {
    let parts = path.value.split_once('.').filter(|(window, name)| !window.is_empty() && !name.is_empty());
    let Some((window, name)) = parts else {
        let problem = Diagnostic::new(Code::WrongShape, path.span, "an action of a card needs a window");
        r.report(problem.help(format!("write `action WINDOW.{}`", shorten(path.value.trim_matches('.')))));
        return None;
    };
    let unchanged = path.span.len() == path.value.len();
    let part = |from: usize, len: usize| {
        let start = path.span.start as usize + from;
        if unchanged { Span::new(path.span.file, start, start + len) } else { path.span }
    };
    let window = Name::new(window.to_owned(), part(0, window.len()));
    let name = Name::new(name.to_owned(), part(window.value.len() + 1, name.len()));
    check_name(r, &name, "an action");
    let record = r.record(node, path.span, &ACTION);
    let in_play = record.get("in_play").map(|node| r.words(node, "the zones", "a zone"));
    let owner = format!("{}.{}", bearer.value, path.value);
    let action = definitions::action(r, name, (node, &record), (owner, Some(this(bearer, path.span))));
    Some(RawAbility::Action(Box::new(RawCardAction { window, action, in_play })))
}

/// Returns the parameter `self` for the parts of an ability's effect.
pub(super) fn this(bearer: &Name, near: Span) -> RawParam {
    let ty = Ident { name: bearer.value.clone(), span: unwritten(near) };
    let ty = TypeExpr { set: false, lists: 0, name: ty, optional: false, by_name: false, per: None };
    let name = Name::new(Fixed::This.name().to_owned(), unwritten(near));
    RawParam { name, ty: Some(ty), changing: false }
}

struct CardAction<'r> {
    bearer: &'r Name,
    /// Index of the kind: the bearer itself, or the kind of the bearer.
    kind: usize,
    whole_kind: bool,
    action: &'r RawCardAction,
}

/// Adds the actions of kinds and cards to their windows, after the window's own actions. Those of kinds come
/// first, each in the order of the ruleset.
pub(in crate::load) fn lay_out(r: &mut Reader, ruleset: &mut RawRuleset) {
    let found = all_actions(ruleset);
    let is_own = |action: &RawAction| action.of_card.is_none();
    if found.is_empty() && ruleset.windows.iter().flat_map(|window| &window.actions).all(is_own) {
        return;
    }
    let mut windows = ruleset.windows.to_vec();
    windows.iter_mut().for_each(|window| window.actions.retain(is_own));
    let mut of_kinds: Vec<&CardAction<'_>> = Vec::new();
    for one in &found {
        let (kind, at) = (&ruleset.kinds[one.kind], &one.action.window);
        let Some(window) = windows.iter_mut().find(|window| window.name.value == at.value) else {
            no_window(r, at, &ruleset.windows);
            continue;
        };
        if let Some(first) = known(window, &of_kinds, one) {
            let message = format!("this window already has an action `{}`", shorten(&one.name().value));
            r.report(
                Diagnostic::new(Code::DuplicateName, one.name().span, message).other(first, "first here"),
            );
            continue;
        }
        if window.actions.len() == MAX_ACTIONS {
            r.error(Code::FileTooLarge, at.span, format!("more than {MAX_ACTIONS} actions in one window"));
            continue;
        }
        of_kinds.extend(one.whole_kind.then_some(one));
        window.actions.extend(as_action((one.bearer, kind), one.action.clone(), ruleset));
    }
    ruleset.windows = windows.into();
}

fn all_actions(ruleset: &RawRuleset) -> Vec<CardAction<'_>> {
    let mut found = Vec::new();
    for (i, kind) in ruleset.kinds.iter().enumerate() {
        let of_kind = |action| CardAction { bearer: &kind.name, kind: i, whole_kind: true, action };
        found.extend(actions_of(&kind.abilities).map(of_kind));
    }
    for card in ruleset.cards.iter().filter(|card| actions_of(&card.abilities).next().is_some()) {
        let kind = ruleset.kinds.iter().position(|kind| kind.name.value == card.kind.value);
        // without a known kind, the action has no zones
        let Some(kind) = kind else { continue };
        let of_card = |action| CardAction { bearer: &card.name, kind, whole_kind: false, action };
        found.extend(actions_of(&card.abilities).map(of_card));
    }
    found
}

fn actions_of(abilities: &[RawAbility]) -> impl Iterator<Item = &RawCardAction> {
    abilities.iter().filter_map(|ability| match ability {
        RawAbility::Action(action) => Some(&**action),
        RawAbility::On { .. } | RawAbility::Modify(_) => None,
    })
}

impl CardAction<'_> {
    fn name(&self) -> &Name {
        &self.action.action.name
    }
}

/// Returns the location of an action with the same name in the window, or of all cards of the kind. Such
/// actions would be indistinguishable.
fn known(window: &RawWindow, of_kinds: &[&CardAction<'_>], one: &CardAction<'_>) -> Option<Span> {
    let own = window.actions.iter().find(|own| own.of_card.is_none() && own.name.value == one.name().value);
    let is_same = |other: &&&CardAction<'_>| {
        let (window, name) = (&other.action.window, other.name());
        other.kind == one.kind && window.value == one.action.window.value && name.value == one.name().value
    };
    own.map(|own| own.name.span).or_else(|| Some(of_kinds.iter().find(is_same)?.name().span))
}

fn no_window(r: &mut Reader, name: &Name, windows: &[RawWindow]) {
    if r.may_be_defined(&name.value) {
        return;
    }
    let message = format!("there is no window `{}`", shorten(&name.value));
    let known = windows.iter().map(|window| window.name.value.as_str());
    r.report(Diagnostic::new(Code::UnknownName, name.span, message).suggest(&name.value, known));
}

/// Creates the action whose first target is the card. The card must be in a zone of the acting player, or in
/// any zone that belongs to no player.
fn as_action(
    (bearer, kind): (&Name, &RawKind),
    ability: RawCardAction,
    ruleset: &RawRuleset,
) -> Option<RawAction> {
    let zones = &ruleset.zones;
    let RawCardAction { mut action, in_play, .. } = ability;
    let at = unwritten(action.name.span);
    let lies = |zone: &&RawZone| zone.holds.iter().any(|held| held.value == kind.name.value);
    // wrong names of zones are reported when they are checked
    let named = in_play.as_ref().unwrap_or(&kind.in_play);
    let found = named.iter().filter_map(|name| zones.iter().find(|zone| zone.name.value == name.value));
    let places: Vec<&RawZone> = match named.is_empty() {
        true => zones.iter().filter(lies).collect(),
        false => found.filter(lies).collect(),
    };
    let everywhere = places.into_iter().map(|zone| cards_in(zone, &ruleset.enums, at));
    let join = |left, right| joined(left, right, at);
    let source = everywhere.reduce(join)?;
    let noun = Ident { name: bearer.value.clone(), span: at };
    let query = Query { source: Some(Box::new(source)), ..Query::new(noun, at) };
    action.targets.insert(0, (Name::new(Fixed::This.name().to_owned(), at), query));
    action.of_card = Some(OfCard { active: kind.active.clone() });
    Some(action)
}

/// Returns the cards of a zone: of the acting player or their team, of all spots or cards, or of the shared
/// zone.
fn cards_in(zone: &RawZone, enums: &[RawEnum], at: Span) -> Expr {
    let name = |name: &str| made(ExprKind::Name(name.to_owned()), at);
    let member = |base: Expr, name: &str| {
        let name = Ident { name: name.to_owned(), span: at };
        made(ExprKind::Field { base: Box::new(base), name, optional: false }, at)
    };
    let (whose, key) = match zone.per.as_slice() {
        [] => return name(&zone.name.value),
        [whose, rest @ ..] => (whose, rest.first()),
    };
    let is_players = Noun::find(&whose.value) == Some(Noun::Player);
    let holder = match key {
        _ if is_players => name(Fixed::Me.name()),
        None if whose.value == TEAM => member(name(Fixed::Me.name()), TEAM),
        Some(_) | None => name(ALL),
    };
    let held = member(holder, &zone.name.value);
    let words = key.and_then(|key| enums.iter().find(|item| item.name.value == key.value));
    let Some(words) = words.filter(|_| is_players) else { return held };
    let of_word = |word: &Name| {
        let key = Box::new(name(&word.value));
        made(ExprKind::Index { base: Box::new(held.clone()), key }, at)
    };
    words.values.iter().map(of_word).reduce(|left, right| joined(left, right, at)).unwrap_or(held)
}

fn joined(left: Expr, right: Expr, at: Span) -> Expr {
    made(ExprKind::Binary { op: BinaryOp::Add, left: Box::new(left), right: Box::new(right) }, at)
}

/// Returns the empty span of a name that isn't written in the text, so renaming ignores it.
fn unwritten(near: Span) -> Span {
    Span::new(near.file, near.start as usize, near.start as usize)
}

fn made(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}
