//! Actions of cards: `action WINDOW.NAME:` of a card or kind becomes an action of the window, with the card as its first target.

use std::sync::Arc;

use ludex_grammar::ast::{BinaryOp, Expr, ExprKind, Ident, Query};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;
use ludex_grammar::yaml::Node;

use crate::language::{ALL, Fixed, Noun};
use crate::load::definitions::{MAX_TARGETS, action_of};
use crate::load::keys::{Form, KeyNames, RecordKeys, may, needs};
use crate::load::names::{check_name, shorten};
use crate::load::raw::{
    Name, OfCard, RawAbility, RawAction, RawCardAction, RawKind, RawRuleset, RawWindow, RawZone,
};
use crate::load::reader::{MAX_ACTIONS, Reader};

static ACTION: RecordKeys = RecordKeys::new(
    "an action of cards",
    &[
        may("in_play", Form::List(&Form::Name), "the zones in which it works; absent: those of the kind"),
        may("with", Form::Map(KeyNames::New, &Form::Query), "a target beside the card: what it may be"),
        may("when", Form::Expression, "whether it may be done; absent: as the kind says"),
        may("shows", Form::Map(KeyNames::New, &Form::Expression), "what the text of its options may say"),
        needs("do", Form::Effect, "what it does"),
    ],
);

/// `action WINDOW.NAME:`
pub(in crate::load) const ACTIONS: Form = Form::Record(&ACTION);

/// `action turn.melt: { in_play: [city], do: … }`
pub(super) fn action(r: &mut Reader, path: &Name, node: &Node) -> Option<RawAbility> {
    let parts = path.value.split_once('.').filter(|(window, name)| !window.is_empty() && !name.is_empty());
    let Some((window, name)) = parts else {
        let problem = Diagnostic::new(Code::WrongShape, path.span, "in which window is the action offered?");
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
    let action = action_of(r, name, node, (&record, MAX_TARGETS - 1));
    Some(RawAbility::Action(Box::new(RawCardAction { window, action, in_play })))
}

/// Gives windows the actions of kinds and cards, after their own: those of kinds first, each in the order of the ruleset.
pub(in crate::load) fn lay_out(r: &mut Reader, ruleset: &mut RawRuleset) {
    let has_some = |windows: &[RawWindow]| {
        windows.iter().any(|window| window.actions.iter().any(|action| action.of_card.is_some()))
    };
    let mut found: Vec<(Name, Option<usize>, RawCardAction)> = Vec::new();
    let mut gather = |bearer: &Name, kind: Option<usize>, abilities: &[RawAbility]| {
        for ability in abilities {
            if let RawAbility::Action(action) = ability {
                found.push((bearer.clone(), kind, (**action).clone()));
            }
        }
    };
    for (i, kind) in ruleset.kinds.iter().enumerate() {
        gather(&kind.name, Some(i), &kind.abilities);
    }
    for card in ruleset.cards.iter() {
        let kind = ruleset.kinds.iter().position(|kind| kind.name.value == card.kind.value);
        gather(&card.name, kind, &card.abilities);
    }
    if found.is_empty() && !has_some(&ruleset.windows) {
        return;
    }
    let mut windows = Arc::unwrap_or_clone(Arc::clone(&ruleset.windows));
    for window in &mut windows {
        window.actions.retain(|action| action.of_card.is_none());
    }
    for (bearer, kind, action) in found {
        // of an unknown kind nothing is known
        let Some(kind) = kind.map(|kind| &ruleset.kinds[kind]) else { continue };
        let at = action.window.clone();
        let Some(window) = windows.iter_mut().find(|window| window.name.value == at.value) else {
            no_window(r, &at, &ruleset.windows);
            continue;
        };
        if window.actions.len() == MAX_ACTIONS {
            r.error(Code::FileTooLarge, at.span, format!("more than {MAX_ACTIONS} actions in one window"));
            continue;
        }
        window.actions.extend(as_action(r, (&bearer, kind), action, &ruleset.zones));
    }
    ruleset.windows = windows.into();
}

fn no_window(r: &mut Reader, name: &Name, windows: &[RawWindow]) {
    if r.may_be_defined(&name.value) {
        return;
    }
    let message = format!("there is no window `{}`", shorten(&name.value));
    let known = windows.iter().map(|window| window.name.value.as_str());
    r.report(Diagnostic::new(Code::UnknownName, name.span, message).suggest(&name.value, known));
}

/// An action whose first target is the card, where it works and whoever may do it: who holds it, or anybody where nobody does.
fn as_action(
    r: &mut Reader,
    (bearer, kind): (&Name, &RawKind),
    ability: RawCardAction,
    zones: &[RawZone],
) -> Option<RawAction> {
    let RawCardAction { mut action, in_play, .. } = ability;
    let at = action.name.span;
    let lies = |zone: &&RawZone| zone.holds.iter().any(|held| held.value == kind.name.value);
    let named = in_play.as_ref().unwrap_or(&kind.in_play);
    let mut places: Vec<(&RawZone, Span)> = Vec::new();
    for name in named {
        match zones.iter().find(|zone| zone.name.value == name.value) {
            Some(zone) if lies(&zone) => places.push((zone, name.span)),
            // what is wrong with the kind's is told there
            _ if in_play.is_none() => {}
            Some(zone) => {
                let message = format!("no `{}` ever lies in `{}`", kind.name.value, name.value);
                let problem = Diagnostic::new(Code::BadPlace, name.span, message);
                r.report(problem.other(zone.name.span, "see what it holds"));
            }
            None if r.may_be_defined(&name.value) => {}
            None => {
                let message = format!("unknown zone `{}`", shorten(&name.value));
                let known = zones.iter().map(|zone| zone.name.value.as_str());
                r.report(Diagnostic::new(Code::UnknownName, name.span, message).suggest(&name.value, known));
            }
        }
    }
    if named.is_empty() {
        places.extend(zones.iter().filter(lies).map(|zone| (zone, at)));
    }
    let everywhere = places.into_iter().map(|(zone, span)| cards_in(zone, span));
    let join = |left, right| {
        made(ExprKind::Binary { op: BinaryOp::Add, left: Box::new(left), right: Box::new(right) }, at)
    };
    let source = everywhere.reduce(join)?;
    let noun = Ident { name: bearer.value.clone(), span: at };
    let query = Query { source: Some(Box::new(source)), ..Query::of(noun, at) };
    action.targets.insert(0, (Name::new(Fixed::This.name().to_owned(), at), query));
    action.of_card = Some(OfCard { active: kind.active.clone() });
    Some(action)
}

/// The zone of whoever chooses, or of all spots, teams or cards, or the one that there is.
fn cards_in(zone: &RawZone, span: Span) -> Expr {
    let Some(per) = &zone.per else { return made(ExprKind::Name(zone.name.value.clone()), span) };
    let of = if Noun::find(&per.value) == Some(Noun::Player) { Fixed::Me.name() } else { ALL };
    let base = Box::new(made(ExprKind::Name(of.to_owned()), span));
    made(ExprKind::Field { base, name: Ident { name: zone.name.value.clone(), span }, optional: false }, span)
}

fn made(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span }
}
