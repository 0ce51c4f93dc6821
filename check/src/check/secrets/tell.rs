//! Diagnostics for hidden information that reaches a sink.

use std::collections::{BTreeMap, BTreeSet};

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::{Applicability, Diagnostic};
use ludex_grammar::span::Span;

use super::flow_state::DisclosureSite;
use super::value::{Doubt, Secret, SecretSource};
use crate::hir::{Checked, Holder, VarDef, ZoneDef};
use crate::ids::{KindId, VarId};
use crate::model::Sees;

/// Kinds of sinks that players read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Where {
    Said,
    /// The score sheet.
    Sheet,
    /// A variable that all players see.
    Kept(VarId),
    /// Options of a player.
    Offered,
    /// Cards whose action a player may choose.
    Card(KindId),
    /// Number of moved cards, or their destination.
    Moved,
    /// A conclusion of all players.
    Concluded,
    /// The player of a decision.
    Asked,
}

impl Where {
    /// Returns the doubt about implicit sinks, which reveal information by actions instead of text.
    pub fn doubt(self) -> Option<Doubt> {
        match self {
            Self::Said | Self::Sheet | Self::Kept(_) => None,
            Self::Offered | Self::Card(_) => Some(Doubt::Offered),
            Self::Moved => Some(Doubt::Moved),
            Self::Concluded => Some(Doubt::Concluded),
            Self::Asked => Some(Doubt::Asked),
        }
    }
}

/// A secret that reaches a sink.
pub(super) struct Leak {
    pub line: DisclosureSite,
    pub secret: Secret,
}

/// Maximum number of further lines in a diagnostic with the same cause.
const MOST_LINES: usize = 3;

/// Creates the diagnostics: one per cause, at the first line that would have to change.
pub(super) fn problems(leaks: Vec<Leak>, checked: &Checked) -> Vec<Diagnostic> {
    let mut causes: Vec<Vec<Leak>> = Vec::new();
    let mut known: BTreeMap<(bool, Span, Option<Doubt>), usize> = BTreeMap::new();
    for leak in leaks {
        // one condition may decide many questions
        let far = leak.secret.far || leak.line.place == Where::Asked;
        let cause = (far, if far { leak.secret.at } else { leak.line.value }, leak.secret.doubt);
        let at = *known.entry(cause).or_insert(causes.len());
        if at == causes.len() {
            causes.push(Vec::new());
        }
        let of_cause = &mut causes[at];
        if of_cause.iter().all(|known| known.line != leak.line) {
            of_cause.push(leak);
        }
    }
    causes.iter().map(|leaks| problem(leaks, checked)).collect()
}

fn problem(leaks: &[Leak], checked: &Checked) -> Diagnostic {
    let (leak, more) = (&leaks[0], &leaks[1..]);
    let mut problem = one(leak, checked);
    for other in more.iter().take(MOST_LINES) {
        problem = problem.other(other.line.value, "and here");
    }
    let stmts = leaks.iter().filter(|leak| leak.line.place != Where::Sheet).map(|leak| leak.line.stmt);
    for stmt in stmts.collect::<BTreeSet<_>>() {
        let end = Span { start: stmt.end, ..stmt };
        problem = problem.replace(end, " openly", Applicability::Maybe);
    }
    problem
}

fn one(leak: &Leak, checked: &Checked) -> Diagnostic {
    let Secret { why, doubt, at, passed, .. } = &leak.secret;
    let (message, label, help) = match leak.line.place {
        Where::Said => (message_for(why), "all players read this".to_owned(), help_of_text(why)),
        Where::Sheet => {
            let help = "leave `sheet` out, or let the total depend on what all players see";
            (
                "the score sheet reveals what is hidden",
                "all players see these totals".to_owned(),
                help.to_owned(),
            )
        }
        Where::Kept(id) => {
            let var = &checked.vars[id.index()];
            (kept(why), format!("all players see `{}`", var.name), help_of_variable(why, var))
        }
        Where::Offered | Where::Card(_) => {
            (message_for(why), "the player who chooses reads this".to_owned(), String::new())
        }
        Where::Moved => {
            (message_for(why), "all players see how many cards move, and where to".to_owned(), String::new())
        }
        Where::Concluded => (message_for(why), "all players conclude this".to_owned(), String::new()),
        Where::Asked => (message_for(why), "all players see who is asked".to_owned(), String::new()),
    };
    let eliminates = matches!(leak.line.place, Where::Kept(id)
        if checked.elimination.is_some_and(|elimination| elimination.out == id));
    let (code, message, help) = match doubt {
        Some(Doubt::Whose) if eliminates => {
            let help = "show the deciding cards to `player` first; to reveal it on purpose, write `openly` after the players";
            (Code::ToldPerhaps, "who is eliminated reveals hidden information", help.to_owned())
        }
        Some(Doubt::Asked) => {
            (Code::AskedOpenly, doubted(Doubt::Asked), help_of_doubt(Doubt::Asked, leak.line.place))
        }
        Some(doubt) if let Some(zones) = own_zones(checked, leak.line.place) => {
            let help = format!(
                "say where the action works: `in_play: [{zones}]`; otherwise {}",
                help_of_doubt(*doubt, leak.line.place)
            );
            (Code::ToldPerhaps, doubted(*doubt), help)
        }
        Some(doubt) => (Code::ToldPerhaps, doubted(*doubt), help_of_doubt(*doubt, leak.line.place)),
        None if leak.secret.is_place() => (Code::ToldPlace, message, help),
        None => (Code::HiddenFact, message, help),
    };
    let mut problem = Diagnostic::new(code, leak.line.value, message).label(label);
    if let Some(passed) = passed {
        problem = problem.other(*passed, "through this call");
    }
    if *at != leak.line.value && Some(*at) != *passed {
        problem = problem.other(*at, secret(why));
    }
    problem.help(help)
}

/// Returns the zones in which players see their own cards of a kind, if an action of such cards is offered.
fn own_zones(checked: &Checked, place: Where) -> Option<String> {
    let Where::Card(kind) = place else { return None };
    let is_own = |zone: &&ZoneDef| {
        zone.is_players() && matches!(zone.sees, Sees::Owner | Sees::All) && zone.holds.contains(&kind)
    };
    let names: Vec<&str> = checked.zones.iter().filter(is_own).map(|zone| zone.name.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn doubted(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Shown => "a public text or value may reveal a hidden card",
        Doubt::Whose => "the choice of variable reveals hidden information",
        Doubt::Which => "a public text or value may reveal a secret choice",
        Doubt::Offered => "the options reveal hidden information to the player who chooses",
        Doubt::Moved => "how many cards move, or where to, reveals hidden information",
        Doubt::Concluded => "`exclude` reveals hidden information to all players",
        Doubt::Asked => "who is asked reveals hidden information",
        Doubt::Reacts => "a card that may be hidden reveals what is on its face",
    }
}

fn help_of_doubt(doubt: Doubt, place: Where) -> String {
    let first = match doubt {
        Doubt::Shown => {
            "it is shown on some paths only, or turned up in a zone where this shows it to no player: show it to `player` first"
        }
        Doubt::Whose => {
            "make the variable visible to its player only (`sees: owner`), or show the deciding cards first"
        }
        Doubt::Which => "leave `secretly` out",
        Doubt::Offered => {
            "show the cards to that player first (`show ZONE to me`), or offer all options and test the choice afterwards"
        }
        Doubt::Moved | Doubt::Concluded => "show the cards to `player` first",
        Doubt::Asked => {
            "ask all players, and let only the right one have a choice (`each player p may choose … secretly`)"
        }
        Doubt::Reacts => "show the card to `player` first, or let it react only where all see it (`in_play`)",
    };
    let after = match place {
        Where::Said | Where::Sheet => "the message",
        Where::Kept(_) => "the value",
        Where::Offered | Where::Card(_) | Where::Asked => "the name of the decision",
        Where::Moved | Where::Concluded => "the statement",
    };
    format!("{first}; to reveal it on purpose, write `openly` after {after}")
}

/// Creates the diagnostic for a value read from a hidden card before a decision.
pub(super) fn kept_number(at: Span, decision: Span) -> Diagnostic {
    Diagnostic::new(Code::KeptNumber, at, "this was read from a hidden card before a decision")
        .other(decision, "a player decides here")
        .help("store the card itself: if a search bot redeals the hidden cards, the variable gets the new card, but a value read from the old card stays")
}

fn secret(why: &SecretSource) -> &'static str {
    match why {
        SecretSource::Card(_) => "some players can't see the cards here",
        SecretSource::Owners(_) => "only its player sees this",
        SecretSource::Picked(_) => "this is chosen secretly",
        SecretSource::Place => "some players don't know where these cards are",
    }
}

fn message_for(why: &SecretSource) -> &'static str {
    match why {
        SecretSource::Card(_) => "a public text depends on a hidden card",
        SecretSource::Owners(_) => "a public text depends on a value that only one player sees",
        SecretSource::Picked(_) => "a public text reveals a secret choice",
        SecretSource::Place => "a public text reveals the place of a hidden card",
    }
}

fn help_of_text(why: &SecretSource) -> String {
    match why {
        SecretSource::Card(_) => {
            "pass the card itself (each reader sees it as far as allowed), or turn it up or show it first"
        }
        SecretSource::Owners(_) => "pass the variable itself: only its player sees the value",
        SecretSource::Picked(_) => "leave `secretly` out",
        SecretSource::Place => "restrict the query to zones that all players see (`card in ZONE`)",
    }
    .to_owned()
        + "; to reveal it on purpose, write `openly` after the message"
}

fn kept(why: &SecretSource) -> &'static str {
    match why {
        SecretSource::Card(_) => "a public variable reveals a hidden card",
        SecretSource::Place => "a public variable reveals the place of a hidden card",
        SecretSource::Owners(_) | SecretSource::Picked(_) => "a public variable reveals a secret choice",
    }
}

fn help_of_variable(why: &SecretSource, var: &VarDef) -> String {
    let first = match why {
        SecretSource::Card(_) => "turn the card up or show it first",
        SecretSource::Owners(_) | SecretSource::Picked(_) => "leave `secretly` out",
        SecretSource::Place => "restrict the query to zones that all players see (`card in ZONE`)",
    };
    let private = match var.holder {
        Holder::Player => {
            format!("let its player alone see the variable: `{}: {{ is: …, sees: owner }}`", var.name)
        }
        Holder::Game | Holder::Spot(_) | Holder::Kind(_) | Holder::Design(_) => {
            "keep it in a variable of the player that `sees: owner`".to_owned()
        }
    };
    format!("{first}, or {private}; to reveal it on purpose, write `openly` after the value")
}
