//! Collects all effects, expressions and queries of a ruleset that affect play.

use ludex_grammar::ast::{Block, Expr, Query, VarDecl};

use ludex_check::load::raw::{
    RawAbility, RawComputed, RawFieldValue, RawModifier, RawPhase, RawRuleset, RawVar,
};

/// The roots of syntax trees, by kind.
#[derive(Default)]
pub(super) struct Roots<'r> {
    pub blocks: Vec<&'r Block>,
    pub conditions: Vec<&'r Expr>,
    /// Expressions that are not tests.
    pub values: Vec<&'r Expr>,
    pub queries: Vec<&'r Query>,
    pub variables: Vec<&'r VarDecl>,
}

/// Collects the roots of a ruleset.
pub(super) fn roots(raw: &RawRuleset) -> Roots<'_> {
    let mut roots = Roots::default();
    roots.variables(&raw.game_state);
    roots.variables(&raw.player_state);
    for kind in raw.kinds.iter() {
        roots.variables(&kind.state);
        roots.values.extend(kind.properties.iter().map(|property| &property.base));
        roots.conditions.extend(&kind.active);
        kind.abilities.iter().for_each(|ability| roots.ability(ability));
    }
    for spot in &raw.spots {
        roots.values.extend(Some(&spot.count).filter(|_| spot.words.is_empty() && !spot.is_teams));
        roots.variables(&spot.state);
    }
    let hides = raw.zones.iter().flat_map(|zone| zone.hides.each()).flatten();
    roots.conditions.extend(hides);
    roots
        .conditions
        .extend(raw.steps.iter().flat_map(|steps| &steps.order).filter_map(|step| step.1.as_ref()));
    for function in raw.functions.iter() {
        match &function.body {
            RawComputed::Expr(expr) => roots.values.push(expr),
            RawComputed::Lines(block) => roots.blocks.push(block),
        }
    }
    roots.blocks.extend(raw.procedures.iter().map(|procedure| &procedure.body));
    for action in raw.windows.iter().flat_map(|window| &window.actions) {
        // the card that has an action is an implicit target
        let own = usize::from(action.of_card.is_some());
        roots.queries.extend(action.targets.iter().skip(own).map(|(_, query)| query));
        roots.conditions.extend(&action.when);
        roots.blocks.push(&action.body);
    }
    let fields = raw.kinds.iter().flat_map(|kind| &kind.fields);
    roots.values.extend(fields.filter_map(|(_, decl)| decl.default.as_ref()));
    for card in raw.cards.iter() {
        for (_, value) in &card.fields {
            match value {
                RawFieldValue::One(value) => roots.values.extend(value),
                RawFieldValue::ByKey(entries) => {
                    roots.values.extend(entries.iter().filter_map(|(_, value)| value.as_ref()));
                }
                RawFieldValue::Words(words) => roots.values.extend(words.iter().flatten()),
            }
        }
        card.abilities.iter().for_each(|ability| roots.ability(ability));
    }
    roots.blocks.extend(&raw.setup);
    raw.phases.iter().for_each(|phase| roots.phase(phase));
    if let Some(score) = &raw.score {
        roots.values.extend(&score.total);
        roots.conditions.extend(&score.won);
        roots.values.extend(&score.ties);
    }
    roots
}

impl<'r> Roots<'r> {
    fn variables(&mut self, variables: &'r [RawVar]) {
        self.variables.extend(variables.iter().map(|variable| &variable.decl));
    }

    fn ability(&mut self, ability: &'r RawAbility) {
        match ability {
            RawAbility::On { body, when, .. } => {
                self.blocks.push(body);
                self.conditions.extend(when.as_deref());
            }
            // actions are collected with their windows
            RawAbility::Action(_) => {}
            RawAbility::Modify(modifier) => self.modifier(modifier),
        }
    }

    fn modifier(&mut self, modifier: &'r RawModifier) {
        self.queries.extend(&modifier.of);
        self.conditions.extend(&modifier.condition);
        self.values.push(&modifier.value);
    }

    fn phase(&mut self, phase: &'r RawPhase) {
        self.conditions.extend(phase.when.iter().chain(&phase.while_).chain(&phase.until));
        self.values.extend(phase.repeat.iter().chain(&phase.active));
        self.queries.extend(&phase.each);
        self.blocks.extend(phase.body.iter().chain(&phase.end));
        phase.phases.iter().for_each(|phase| self.phase(phase));
    }
}
