//! Detailed statistics from every position.
//!
//! Covers options offered and chosen, cards by zone, leaders, and unused elements. Options and cards are
//! counted at most once per seat and game. A game in which a card moves ten times has the same weight as any
//! other.

use std::collections::{BTreeMap, BTreeSet};

use ludex::rules::{HolderAt, Rules, Sees};
use ludex::{Choice, Game, LogEntry, Move, OptionView, Seat, Setup, Value, Viewer};
use serde::{Deserialize, Serialize};

use crate::add_up::adds_up;
use crate::game::Outcome;
use crate::stats::{Contrast, Grouped};

/// Number of seats with a property, and how many of them won.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Seats with the property, each counted once per game.
    pub games: u64,
    /// Victories of these seats.
    pub wins: u64,
}

impl Seen {
    fn add(&mut self, won: bool) {
        self.games += 1;
        self.wins += u64::from(won);
    }

    fn pair(self) -> (u64, u64) {
        (self.wins, self.games)
    }
}

/// An option of a decision.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChoiceSums {
    /// Decisions that offered it together with another option.
    pub offered: u64,
    /// Decisions in which it was picked.
    pub picked: u64,
    /// Seats that picked it at least once in a game.
    pub with: Seen,
    /// Seats that were offered it and never picked it.
    pub without: Seen,
    /// Both groups, clustered by deal.
    pub deals: Contrast,
}

/// A card as printed, all copies together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSums {
    /// Games in which it moved after the set-up.
    pub moved: u64,
    /// Number of times it was picked, including forced choices.
    pub chosen: u64,
    /// Decisions in which one of several options named it.
    pub offered: u64,
    /// Decisions in which such an option was taken.
    pub picked: u64,
    /// Seats that drew it into a zone that only its player sees.
    pub drawn: Seen,
    /// Seats that moved it from such a zone to one that all players see or may see.
    pub played: Seen,
    /// Games in which a player played it.
    pub played_in: u64,
    /// Seats that held it at the end.
    pub held: Seen,
    /// Seats with and without it drawn, played and held, clustered by deal.
    pub deals: [Contrast; 3],
}

/// Statistics of the lead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadSums {
    /// Number of times that another player took the sole lead, by game.
    pub changes: Grouped,
    /// Part of the choices, in thousandths, after which the winners led for good, by game.
    pub decided: Grouped,
}

/// Sums that need every position, by index of the items in the ruleset.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DetailSums {
    /// All seats of all games.
    pub all: Seen,
    /// Lead in games whose scores can be computed at every decision, if points are scored before the end.
    pub lead: LeadSums,
    /// Number of times each decision was made, including forced ones.
    pub asked: Vec<u64>,
    /// Options of each decision, by name. Cards count by design.
    pub choices: Vec<BTreeMap<String, ChoiceSums>>,
    /// Sums by design of a card.
    pub cards: Vec<CardSums>,
    /// Number of times each action was taken.
    pub actions: Vec<u64>,
    /// Number of times each message was logged.
    pub messages: Vec<u64>,
    /// Number of games that ran each branch.
    pub branches: Vec<u64>,
}

adds_up!(Seen { games, wins });
adds_up!(ChoiceSums { offered, picked, with, without, deals });
adds_up!(CardSums { moved, chosen, offered, picked, drawn, played, played_in, held, deals });
adds_up!(LeadSums { changes, decided });
adds_up!(DetailSums { all, lead, asked, choices, cards, actions, messages, branches });

impl DetailSums {
    fn new(rules: &Rules) -> Self {
        Self {
            all: Seen::default(),
            lead: LeadSums::default(),
            asked: vec![0; rules.decisions().count()],
            choices: vec![BTreeMap::new(); rules.decisions().count()],
            cards: vec![CardSums::default(); rules.designs().count()],
            actions: vec![0; rules.actions().count()],
            messages: vec![0; rules.messages().count()],
            branches: Vec::new(),
        }
    }
}

impl CardSums {
    fn close(&mut self, all: Seen) {
        for (seen, deals) in [self.drawn, self.played, self.held].into_iter().zip(&mut self.deals) {
            let others = Seen { games: all.games - seen.games, wins: all.wins - seen.wins };
            deals.add_until(seen.pair(), others.pair());
        }
    }
}

/// Relevant properties of a zone.
#[derive(Debug, Clone, Copy)]
struct Place {
    seat: Option<usize>,
    /// True if the zone belongs to a player and is visible only to them, or only to the others.
    hidden: bool,
    /// True if all players see its cards, or those that are face up.
    open: bool,
}

/// Observations from one game.
#[derive(Debug, Default)]
struct Game1 {
    moved: BTreeSet<usize>,
    /// Pairs of seat and design.
    drawn: BTreeSet<(usize, usize)>,
    played: BTreeSet<(usize, usize)>,
    /// True for a picked option, by seat, decision and option.
    options: BTreeMap<(usize, usize, String), bool>,
    /// Seats with the highest score, at the start and after each choice; `None` if scores can't be computed.
    leaders: Option<Vec<Vec<usize>>>,
}

/// Observer that collects detailed statistics.
pub(crate) struct Detail<'a> {
    rules: &'a Rules,
    places: Vec<Place>,
    /// Index of the first action of each window.
    windows: Vec<usize>,
    game: Game1,
    sums: DetailSums,
}

impl<'a> Detail<'a> {
    pub fn new(setup: &'a Setup) -> Self {
        let rules = setup.rules();
        let places = rules.all_zones().filter_map(|zone| rules.zone_at(zone)).map(|(def, holder)| {
            let seat = if let HolderAt::Seat(seat) = holder { Some(seat.index()) } else { None };
            let open = matches!(def.sees, Sees::All | Sees::ByFace);
            Place { seat, hidden: seat.is_some() && matches!(def.sees, Sees::Owner | Sees::Others), open }
        });
        let nowhere = Place { seat: None, hidden: false, open: false };
        let places = std::iter::once(nowhere).chain(places).collect();
        Self { rules, places, windows: windows(rules), game: Game1::default(), sums: DetailSums::new(rules) }
    }

    /// Returns the statistics.
    pub fn sums(self) -> DetailSums {
        self.sums
    }

    /// Takes the card statistics and resets all statistics.
    pub fn take_cards(&mut self) -> Vec<CardSums> {
        let sums = std::mem::replace(&mut self.sums, DetailSums::new(self.rules));
        sums.cards
    }

    /// Called when a game starts.
    pub fn began(&mut self, game: &Game) {
        self.game = Game1 { leaders: Some(Vec::new()), ..Game1::default() };
        game.host().moves().iter().for_each(|moved| self.moved(*moved));
        // dealing does not count as moving
        self.game.moved.clear();
        self.unasked(game);
        self.lead(game);
    }

    fn moved(&mut self, moved: Move) {
        let Some(design) = self.rules.card(moved.card).map(|card| card.design.index()) else { return };
        let (from, to) = (self.places[moved.from.index()], self.places[moved.to.index()]);
        self.game.moved.insert(design);
        if let (Some(seat), true) = (to.seat, to.hidden) {
            self.game.drawn.insert((seat, design));
        }
        if let (Some(seat), true, true) = (from.seat, from.hidden, to.open) {
            self.game.played.insert((seat, design));
        }
    }

    fn lead(&mut self, game: &Game) {
        let Some(leaders) = &mut self.game.leaders else { return };
        let Some(scores) = game.host().scores() else {
            self.game.leaders = None;
            return;
        };
        let rules = game.setup().rules();
        if rules.has_winner_rule() {
            self.game.leaders = None;
            return;
        }
        let all = scores.iter().map(|score| score.thousandths);
        let most = if rules.least_wins() { all.min() } else { all.max() };
        let leads = |seat: &usize| Some(scores[*seat].thousandths) == most;
        leaders.push((0..scores.len()).filter(leads).collect());
    }

    /// Called before a choice.
    pub fn chooses(&mut self, game: &Game, seat: Seat, option: usize) {
        let Some(decision) = game.decision_for(Viewer::Open) else { return };
        let at = decision.name.id.index();
        self.sums.asked[at] += 1;
        if let Some(picked) = decision.options.get(option) {
            self.picked(&picked.choice);
        }
        if decision.options.len() < 2 {
            return;
        }
        let offered: BTreeSet<usize> =
            decision.options.iter().flat_map(|view| self.designs(&view.choice)).collect();
        offered.iter().for_each(|design| self.sums.cards[*design].offered += 1);
        let picked: BTreeSet<usize> = self.designs(&decision.options[option].choice).collect();
        picked.iter().for_each(|design| self.sums.cards[*design].picked += 1);
        let names: Vec<String> = decision.options.iter().map(|view| self.name(seat, view)).collect();
        let picked = names[option].clone();
        for name in names.into_iter().collect::<BTreeSet<_>>() {
            let is_picked = name == picked;
            let sums = self.sums.choices[at].entry(name.clone()).or_default();
            sums.offered += 1;
            sums.picked += u64::from(is_picked);
            *self.game.options.entry((seat.index(), at, name)).or_default() |= is_picked;
        }
    }

    /// Counts decisions that were made automatically because they had only one option.
    fn unasked(&mut self, game: &Game) {
        for taken in game.host().unasked() {
            self.sums.asked[taken.name.id.index()] += 1;
            self.picked(&taken.choice);
        }
    }

    fn picked(&mut self, choice: &Choice) {
        if let Choice::Action { action, .. } = choice {
            self.sums.actions[self.windows[action.id.window().index()] + action.id.index()] += 1;
        }
        let designs: Vec<usize> = self.designs(choice).collect();
        designs.into_iter().for_each(|design| self.sums.cards[design].chosen += 1);
    }

    /// Returns the designs of the cards that an option names.
    fn designs<'c>(&'c self, choice: &'c Choice) -> impl Iterator<Item = usize> + 'c {
        let named = match choice {
            Choice::Pick(Value::List(values)) => values,
            Choice::Pick(value) => std::slice::from_ref(value),
            Choice::Action { targets, .. } => targets,
            Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_) => &[],
        };
        named.iter().filter_map(|value| {
            let Value::Card(card) = value else { return None };
            Some(self.rules.card(card.id)?.design.index())
        })
    }

    /// Returns the name of an option in a table. Cards are named by design and players relative to the acting
    /// seat, so the number of names is bounded.
    fn name(&self, seat: Seat, option: &OptionView) -> String {
        match &option.choice {
            Choice::Pick(Value::Card(card)) => {
                let design = self.rules.card(card.id).and_then(|card| self.rules.design(card.design));
                design.map_or("", |design| design.name).to_owned()
            }
            Choice::Pick(Value::Player(player)) if player.id == seat => "oneself".to_owned(),
            Choice::Pick(Value::Player(_)) => "another player".to_owned(),
            Choice::Pick(Value::Int(n)) if n.abs() > MOST_NUMBER => LARGE_NUMBER.to_owned(),
            Choice::Pick(Value::List(_)) => "a list".to_owned(),
            Choice::Pick(Value::Decimal(_)) => "a number".to_owned(),
            Choice::Action { action, .. } => action.name.clone(),
            Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_) | Choice::Pick(_) => {
                option.label.clone()
            }
        }
    }

    /// Called after a choice.
    pub fn chose(&mut self, game: &Game) {
        game.host().moves().iter().for_each(|moved| self.moved(*moved));
        self.unasked(game);
        self.lead(game);
    }

    /// Called after a game, with its outcome.
    pub fn ended(&mut self, game: &Game, end: &Outcome) {
        let seen = std::mem::take(&mut self.game);
        let held = self.held(game);
        (0..end.scores.len()).for_each(|seat| self.sums.all.add(end.has_won(seat)));
        seen.moved.iter().for_each(|design| self.sums.cards[*design].moved += 1);
        let cards = &mut self.sums.cards;
        seen.drawn.iter().for_each(|(seat, design)| cards[*design].drawn.add(end.has_won(*seat)));
        seen.played.iter().for_each(|(seat, design)| cards[*design].played.add(end.has_won(*seat)));
        let played: BTreeSet<usize> = seen.played.iter().map(|(_, design)| *design).collect();
        played.iter().for_each(|design| cards[*design].played_in += 1);
        held.iter().for_each(|(seat, design)| cards[*design].held.add(end.has_won(*seat)));
        for ((seat, decision, name), picked) in seen.options {
            let sums = self.sums.choices[decision].entry(name).or_default();
            let part = if picked { &mut sums.with } else { &mut sums.without };
            part.add(end.has_won(seat));
        }
        if let Some(leaders) = seen.leaders {
            self.sums.lead.add(&leaders, end);
        }
        for line in game.log(Viewer::Open, 0) {
            if let LogEntry::Said { message, .. } = line {
                self.sums.messages[message.id.index()] += 1;
            }
        }
    }

    /// Completes a deal. Its games form one cluster.
    pub fn close(&mut self) {
        let sums = &mut self.sums;
        sums.cards.iter_mut().for_each(|card| card.close(sums.all));
        for option in sums.choices.iter_mut().flat_map(BTreeMap::values_mut) {
            option.deals.add_until(option.with.pair(), option.without.pair());
        }
        sums.lead.changes.close();
        sums.lead.decided.close();
    }

    /// Returns the pairs of seat and design that are held at the end of the game.
    fn held(&self, game: &Game) -> BTreeSet<(usize, usize)> {
        let zones = game.view(Viewer::Open).zones;
        let cards = zones.iter().filter_map(|zone| Some((self.places[zone.zone.id.index()].seat?, zone)));
        let cards = cards.flat_map(|(seat, zone)| zone.cards.iter().map(move |card| (seat, card)));
        cards.filter_map(|(seat, card)| Some((seat, card.design.as_ref()?.id.index()))).collect()
    }
}

/// Maximum absolute value counted as a separate option.
const MOST_NUMBER: i32 = 200;
/// Option that stands for all larger numbers.
pub const LARGE_NUMBER: &str = "a large number";

fn windows(rules: &Rules) -> Vec<usize> {
    let mut first = Vec::new();
    for (at, action) in rules.actions().enumerate() {
        if action.id.index() == 0 {
            first.resize(action.id.window().index() + 1, at);
        }
    }
    first
}

impl LeadSums {
    /// Adds a game. `leaders` lists the seats with the highest score before the first choice and after each
    /// choice.
    fn add(&mut self, leaders: &[Vec<usize>], end: &Outcome) {
        let alone = leaders.iter().filter_map(|leaders| match leaders.as_slice() {
            [one] => Some(one),
            [] | [_, _, ..] => None,
        });
        let alone: Vec<&usize> = alone.collect();
        self.changes.add(alone.windows(2).filter(|two| two[0] != two[1]).count() as i64);
        let winners: Vec<usize> = end.winners.iter().map(|seat| seat.index()).collect();
        // a team wins if one member leads
        let wins = |leaders: &Vec<usize>| match end.sharing == 1 {
            true => winners.iter().any(|winner| leaders.contains(winner)),
            false => winners.iter().all(|winner| leaders.contains(winner)),
        };
        let choices = leaders.len().saturating_sub(1).max(1);
        let from = leaders.iter().rposition(|leaders| !wins(leaders)).map_or(0, |last| last + 1);
        self.decided.add((from.min(choices) * 1000 / choices) as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_decided_when_the_winner_leads_for_good() {
        let mut lead = LeadSums::default();
        let end = Outcome { winners: vec![Seat::FIRST], sharing: 1, ..Outcome::default() };
        let leaders = [vec![0, 1], vec![0], vec![1], vec![0, 1], vec![0], vec![0]];
        lead.add(&leaders, &end);
        // leads change from 0 to 1 and back; the last choice after which seat 0 does not lead is the second
        // of five
        assert_eq!((lead.changes.all.sum, lead.decided.all.sum), (2, 600));
    }
}
