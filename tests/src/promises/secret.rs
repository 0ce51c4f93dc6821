//! Checks secrets: replays a game with another secret pick.

use crate::inside::*;
use ludex::CardView;
use ludex::Game;
use ludex::Seat;
use ludex_check::ids::{KindId, MessageId};
use ludex_run::play::{Line, RecordedFact};
use ludex_run::program::NONE;
use ludex_run::state::SeatSet;

use super::Promises;

/// A game with a different secret pick. Later picks are equal, with the two options exchanged.
pub struct Other {
    /// Number of the secret.
    pub secret: usize,
    game: Game,
    until: MessageId,
    /// Labels of the original pick and of its replacement.
    labels: [String; 2],
    /// Number of compared log lines.
    compared: usize,
}

impl Other {
    /// Starts the game with another pick if this secret was just picked, or describes how it is observable.
    /// `asked` is the decision.
    pub fn begin(
        promises: &Promises,
        secret: usize,
        asked: &str,
        game: &Game,
    ) -> Option<Result<Self, String>> {
        let written = &promises.secrets[secret];
        let picks = &promises.program.checked.decisions[written.picks.index()];
        let (picked, label) = game.last_choice().filter(|_| picks == asked)?;
        let mut other = game.clone();
        other.undo();
        let (compared, labels) = (other.lines().len(), other.decision()?.labels());
        let another = (picked + 1 + game.choices() % (labels.len() - 1).max(1)) % labels.len();
        let labels = [label, labels[another].clone()];
        other.apply(another).ok()?;
        let mut other = Self { secret, game: other, until: written.until, labels, compared };
        other.compare(game).map(|goes_on| goes_on.then_some(other)).transpose()
    }

    /// Repeats the choice of the game. Returns true while the pick is secret, or describes how it is
    /// observable.
    pub fn follow(&mut self, game: &Game) -> Result<bool, String> {
        let label = game.last_choice().map_or_else(String::new, |(_, label)| label);
        let label = label.as_str();
        let exchanged = self.labels.iter().position(|other| other == label).map(|i| &self.labels[1 - i]);
        let find = |label: &str| self.game.decision().and_then(|decision| decision.find(label));
        let option = find(label).or_else(|| exchanged.and_then(|label| find(label)));
        let option = option.ok_or_else(|| format!("with {} `{label}` is not offered", self.instead()))?;
        self.game.apply(option).map_err(|e| format!("{}: {e:?}", self.instead()))?;
        self.compare(game)
    }

    fn compare(&mut self, game: &Game) -> Result<bool, String> {
        let (ours, theirs) = (self.new_lines(&self.game), self.new_lines(game));
        if ours != theirs {
            return Err(format!("with {} the log has {ours:?} where it has {theirs:?}", self.instead()));
        }
        let over = |entry: &Line| matches!(entry, Line::Said { message, .. } if *message == self.until);
        if game.is_over() || game.lines()[self.compared..].iter().any(over) {
            return Ok(false);
        }
        let (ours, theirs) = (Public::new(&self.game), Public::new(game));
        if ours != theirs {
            return Err(format!("with {} all see {ours:?} where they see {theirs:?}", self.instead()));
        }
        self.compared = game.lines().len();
        Ok(true)
    }

    /// Returns the new public log lines, up to the message that ends the secret.
    fn new_lines(&self, game: &Game) -> Vec<(usize, Vec<i32>)> {
        let mut lines = Vec::new();
        for entry in &game.lines()[self.compared..] {
            lines.push(match entry {
                Line::Said { message, .. } if *message == self.until => break,
                Line::Said { message, facts } => {
                    let shown = |fact: &RecordedFact| {
                        if everybody(game, fact.known) { fact.value } else { NONE }
                    };
                    (message.index(), facts.iter().map(shown).collect())
                }
                Line::Began { phase, number, active, .. } => {
                    (usize::MAX - phase.index(), vec![*number, active.map_or(NONE, i32::from)])
                }
                Line::Scored(row) => (usize::MAX / 3, row.totals.clone()),
                Line::Chose(chosen) => {
                    let shown = |(_, pick): &(_, RecordedFact)| {
                        if everybody(game, pick.known) { pick.value } else { NONE }
                    };
                    let picks = chosen.picks.iter().map(shown);
                    let of = [i32::from(chosen.player), chosen.choice.0 as i32];
                    (usize::MAX / 2, of.into_iter().chain(picks).collect())
                }
            });
        }
        lines
    }

    fn instead(&self) -> String {
        format!("`{}` for `{}`", self.labels[1], self.labels[0])
    }
}

fn everybody(game: &Game, seats: SeatSet) -> bool {
    (0..game.players()).all(|seat| seats.contains(seat))
}

/// A public card: its identity if known to all players, its kind, owner and face.
type Card = (Option<u16>, KindId, Option<u8>, bool);

/// Public information.
#[derive(PartialEq, Eq, Debug)]
struct Public {
    /// Acting player, decision, and number of options.
    decision: Option<(u8, String, usize)>,
    active: Option<u8>,
    zones: Vec<Vec<Card>>,
    cells: Vec<i32>,
}

impl Public {
    fn new(game: &Game) -> Self {
        let decision = game.decision().map(|asked| (asked.player, asked.name.to_owned(), asked.len()));
        let all_know = |card: &u16| (0..game.players()).all(|seat| game.state().knows(seat, *card));
        let number = |seat: &ludex::Named<Seat>| seat.id.number();
        let first = game.view(Seat(0));
        let zones = first.zones.iter().map(|zone| {
            let public = |c: &CardView| {
                let card = c.card.as_ref().map(|card| card.id.0).filter(all_know);
                (card, c.kind.id, c.owner.as_ref().map(number), c.up)
            };
            let mut cards: Vec<Card> = zone.cards.iter().map(public).collect();
            if !game.program().layout.zones[zone.zone.id.index()].ordered {
                cards.sort();
            }
            cards
        });
        let (zones, mut cells) = (zones.collect(), game.cells(Some(0)));
        for seat in 1..game.players() {
            let theirs = game.cells(Some(seat));
            cells
                .iter_mut()
                .zip(theirs)
                .filter(|(cell, other)| **cell != *other)
                .for_each(|(cell, _)| *cell = NONE);
        }
        Self { decision, active: game.active().as_ref().map(number), zones, cells }
    }
}
