//! The section `teams:`, and the zones and variables of teams.

use ludex_grammar::ast::{Expr, ExprKind};
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::{Span, Spanned};
use ludex_grammar::yaml::{Node, NodeKind};

use super::MAX_PLAYERS;
use crate::language::TEAM;
use crate::load::keys::{Form, KeyNames};
use crate::load::raw::{Name, RawRuleset, RawSeat, RawSpot, RawTeamSeats, RawTeams};
use crate::load::reader::Reader;

pub(in crate::load) const TEAMS: Form = Form::Either(&[
    Form::Number(2, MAX_PLAYERS),
    Form::Map(KeyNames::New, &Form::List(&Form::Either(&[Form::Number(1, MAX_PLAYERS), Form::Name]))),
]);

/// Help text for teams that depend on the game.
const CHANGING: &str = "teams are the same however many play; where they are not, give each player a variable for the team, and let \
                        `score: { won: … }` say who wins";

/// Reads the section: `teams: { ns: [1, 3], ew: [2, 4] }`, or `teams: 2`.
pub(in crate::load) fn teams(r: &mut Reader, at: Span, node: &Node) -> Option<RawTeams> {
    if let NodeKind::Map(_) = node.kind {
        return named(r, at, node);
    }
    if !matches!(node.kind, NodeKind::Int(_)) {
        let expected = "a number of teams, or the seats of each: `{ ns: [1, 3], ew: [2, 4] }`";
        match node.as_str() {
            Some(_) => r.wrong_shape_as(node, expected, CHANGING),
            None => r.wrong_shape(node, expected),
        }
        return None;
    }
    let count = r.int(node, "the number of teams", 2, MAX_PLAYERS)?;
    Some(RawTeams { at, seats: RawTeamSeats::InTurn(count) })
}

fn named(r: &mut Reader, at: Span, node: &Node) -> Option<RawTeams> {
    let most = usize::try_from(MAX_PLAYERS).unwrap_or(usize::MAX);
    let teams = r.definitions(node, "a team", most, |r, name, node| Some((name, seats(r, node))));
    if teams.len() < 2 {
        let problem = Diagnostic::new(Code::OutOfRange, node.span, "there are at least two teams");
        r.report(problem.help("where all win or lose together write `score: { won: CONDITION }`"));
        return None;
    }
    Some(RawTeams { at, seats: RawTeamSeats::Named(teams) })
}

fn seats(r: &mut Reader, node: &Node) -> Vec<RawSeat> {
    let most = usize::try_from(MAX_PLAYERS).unwrap_or(usize::MAX);
    let items = r.list(node, "the seats of the team", most).iter();
    let seat = |item: &Node| match item.kind {
        NodeKind::Int(n) => Some(RawSeat::Number(Spanned::new(n, item.span))),
        NodeKind::Text(_) | NodeKind::Bool(_) | NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => {
            r.word(item, "a seat: its number or its ID").map(RawSeat::Id)
        }
    };
    items.filter_map(seat).collect()
}

/// Adds the teams as the last kind of spot, because they may have zones and variables.
pub(in crate::load) fn lay_out(r: &mut Reader, ruleset: &mut RawRuleset) {
    ruleset.spots.retain(|spot| !spot.is_teams);
    let state = ruleset.team_state.as_ref();
    let Some(teams) = &ruleset.teams else {
        if let Some((at, _)) = state.filter(|_| !r.may_be_defined("teams")) {
            let problem = Diagnostic::new(Code::UnknownKey, *at, "there are no teams");
            r.report(problem.help("say who plays together: `teams: { ns: [1, 3], ew: [2, 4] }`"));
        }
        return;
    };
    let words: Vec<Name> = match &teams.seats {
        RawTeamSeats::InTurn(_) => Vec::new(),
        RawTeamSeats::Named(teams) => teams.iter().map(|(name, _)| name.clone()).collect(),
    };
    let count = match &teams.seats {
        RawTeamSeats::InTurn(count) => i64::from(count.value),
        RawTeamSeats::Named(teams) => i64::try_from(teams.len()).unwrap_or(i64::MAX),
    };
    ruleset.spots.push(RawSpot {
        name: Name::new(TEAM.to_owned(), teams.at),
        count: Expr { kind: ExprKind::Int(count), span: teams.at },
        ring: true,
        state: state.map(|(_, variables)| variables.clone()).unwrap_or_default(),
        words,
        is_teams: true,
        map: None,
    });
}
