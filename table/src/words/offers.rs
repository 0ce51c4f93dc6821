//! Decisions: their prompts and the names of their options.

use std::collections::{BTreeMap, BTreeSet};

use ludex::rules::OnCard;
use ludex::{ActionId, CardId, Choice, Decision, Game, OptionView, Seat, Value, why};

use super::{DecisionFacts, Words, capital, fill};

impl Words<'_> {
    /// Returns the default prompt of a decision.
    pub(super) fn unnamed(&self, decision: &str) -> String {
        format!("{}?", capital(&decision.replace('_', " ")))
    }

    /// Returns the name of each option as the acting player sees it, and the ability of a card.
    pub fn offers(&self, game: &Game, decision: &Decision) -> Vec<(String, Option<String>)> {
        let cards = decision.options.iter().any(|option| is_card(&option.choice));
        let owner = |option: &OptionView| match &option.choice {
            Choice::Pick(Value::Card(card)) => self.owner(card.id),
            Choice::Pick(Value::Unseen { owner, .. }) => owner.as_ref().map(|owner| owner.id),
            Choice::Pick(_)
            | Choice::Decline
            | Choice::Done
            | Choice::Answer(_)
            | Choice::Mode(_)
            | Choice::Action { .. } => None,
        };
        let owners: BTreeSet<Option<Seat>> = decision.options.iter().filter(|_| cards).map(owner).collect();
        let others = owners.iter().flatten().any(|owner| *owner != decision.seat.id);
        let several = owners.len() > 1 || others;
        let told = self.decision_facts(game, Some(decision.seat.id.number()));
        let offer = |i: usize| self.offer((game, decision), i, several, &told);
        let offers = (0..decision.options.len()).map(offer);
        numbered(self.marked(game, decision, offers.collect()))
    }

    /// Adds the marks on the table to options that are cards.
    fn marked(
        &self,
        game: &Game,
        decision: &Decision,
        offers: Vec<(String, Option<String>)>,
    ) -> Vec<(String, Option<String>)> {
        let is_variable = |shown: &OnCard| matches!(shown, OnCard::Var(_));
        if !self.rules().layout().cards.iter().any(|(_, shown)| shown.iter().any(is_variable)) {
            return offers;
        }
        let view = game.view(decision.seat.id);
        let marks = |option: &OptionView| {
            let Choice::Pick(Value::Card(picked)) = &option.choice else { return None };
            let mut cards = view.zones.iter().flat_map(|zone| &zone.cards);
            let card = cards.find(|card| card.card.as_ref().is_some_and(|known| known.id == picked.id))?;
            Some(self.marks(card, &view).join(" ")).filter(|marks| !marks.is_empty())
        };
        let with = |((name, text), option): ((String, Option<String>), &OptionView)| match marks(option) {
            Some(marks) => (format!("{name} [{marks}]"), text),
            None => (name, text),
        };
        offers.into_iter().zip(&decision.options).map(with).collect()
    }

    fn offer(
        &self,
        (game, decision): (&Game, &Decision),
        index: usize,
        owners: bool,
        told: &DecisionFacts,
    ) -> (String, Option<String>) {
        let (name, option) = (&decision.name.name, &decision.options[index]);
        let own = |word: &str| self.get_told(&format!("choices.{name}.{word}"), told);
        if let Some(text) = own(&option.label) {
            return (text, None);
        }
        let seat = decision.seat.id;
        let text = match &option.choice {
            Choice::Decline => own("decline").unwrap_or_else(|| self.own.decline()),
            Choice::Done => own("done").unwrap_or_else(|| self.own.done()),
            Choice::Action { action, targets } => {
                let called = own(&action.name);
                self.action((game, seat), index, (action.id, &action.name, called), targets)
            }
            Choice::Pick(Value::Card(card)) => return self.card_offer(card.id, &option.label, owners),
            Choice::Pick(Value::Design(design)) => return (self.face(design.id), self.ability(design.id)),
            Choice::Pick(Value::Spot(spot)) => self.spot_offer((game, seat), spot.id, own),
            Choice::Pick(value) => self.pick(game, seat, value),
            Choice::Answer(true) => capital(&self.own.yes()),
            Choice::Answer(false) => capital(&self.own.no()),
            Choice::Mode(_) => capital(&option.label.replace('_', " ")),
        };
        (text, None)
    }

    /// Formats an action of a window with its targets.
    fn action(
        &self,
        (game, seat): (&Game, Seat),
        index: usize,
        (id, name, called): (ActionId, &str, Option<String>),
        targets: &[Value],
    ) -> String {
        let text = called.or_else(|| self.get(&format!("actions.{name}")));
        let part = |target: &Value| {
            let Value::Card(card) = target else { return self.pick(game, seat, target) };
            self.card(card.id, false)
        };
        let mut parts: Vec<String> = targets.iter().map(part).collect();
        let of_option = self.get(&format!("actions.{name}.option")).map(|text| {
            let (shown, named) = (why::option_facts(game, seat, index), BTreeSet::new());
            let told = |value: &Value| {
                if *value == Value::Hidden { "?".to_owned() } else { self.fact(value, &named) }
            };
            let mut facts: Vec<(&str, String)> =
                shown.iter().map(|(fact, value)| (fact.as_str(), told(value))).collect();
            // targets that the text already contains are not repeated
            let names = self.rules().action(id).map(|action| action.targets).unwrap_or_default();
            let mut unsaid = Vec::new();
            for (target, part) in names.iter().zip(std::mem::take(&mut parts)) {
                match text.contains(&format!("{{{target}}}")) {
                    true => facts.push((target, part)),
                    false => unsaid.push(part),
                }
            }
            parts = unsaid;
            fill(&text, &facts)
        });
        let text = of_option.or(text).unwrap_or_else(|| capital(&name.replace('_', " ")));
        if parts.is_empty() { text } else { self.label(&text, &parts.join(", ")) }
    }

    /// Formats a card with its ability; a number distinguishes equal cards.
    fn card_offer(&self, card: CardId, label: &str, owners: bool) -> (String, Option<String>) {
        let number = label.rsplit_once('#').map(|(_, n)| format!(" #{n}")).unwrap_or_default();
        let ability = self.rules().card(card).and_then(|card| self.ability(card.design));
        (format!("{}{number}", self.card(card, owners)), ability)
    }
}

fn is_card(choice: &Choice) -> bool {
    matches!(choice, Choice::Pick(Value::Card(_) | Value::Unseen { .. }))
}

/// Numbers options with equal texts.
fn numbered(options: Vec<(String, Option<String>)>) -> Vec<(String, Option<String>)> {
    let mut count = BTreeMap::new();
    options.iter().for_each(|option| *count.entry(option.clone()).or_insert(0) += 1);
    let mut met = BTreeMap::new();
    let number = |option: (String, Option<String>)| match count.get(&option) {
        Some(2..) => {
            let n = met.entry(option.clone()).or_insert(0);
            *n += 1;
            (format!("{} #{n}", option.0), option.1)
        }
        _ => option,
    };
    options.into_iter().map(number).collect()
}
