//! Which cards are looked at, and what can stand in for them.

use ludex::bots::{BotSpec, Tools};
use ludex::rules::Rules;
use ludex::{CardId, DesignId, KindId, Seat, Setup};

/// Which pairs of games are played, and by whom.
#[derive(Clone)]
pub struct Plan<'a> {
    /// The ruleset for so many players.
    pub setup: &'a Setup,
    /// The seed that each pair derives its own from.
    pub seed: u64,
    /// Who plays, by seat; the last one has all seats that are left.
    pub bots: Vec<BotSpec>,
    /// What the bots are given to work with.
    pub tools: Tools,
    /// Pairs of games of each card.
    pub pairs: u64,
    /// The cards that are looked at.
    pub cards: Vec<Candidate>,
    /// Those that are not.
    pub left_out: Vec<LeftOut>,
}

/// A card as printed, of which each player has a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Which.
    pub design: DesignId,
    /// The copy of each seat; of several the first, for a shuffle makes them equal.
    pub copies: Vec<CardId>,
    /// What may stand in for it.
    pub others: Vec<DesignId>,
}

/// A card that is not looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Which.
    pub design: DesignId,
    /// Why.
    pub why: WhyNot,
}

/// Why the effect of having a card in one's set can't be had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// Its kind is no set of each player.
    Shared,
    /// Some seat has no copy.
    Absent,
    /// There is no other one of its kind.
    Alone,
    /// There is no such world: the rules name the card, or it would be too large.
    Refused(String),
}

impl WhyNot {
    /// A sentence without a full stop.
    pub fn message(&self) -> &str {
        match self {
            Self::Shared => {
                "no player has a copy from the start; shared cards want another effect, which is not there yet"
            }
            Self::Absent => "it is not in the set of each player",
            Self::Alone => "it is the only one of its kind, so nothing can stand in for it",
            Self::Refused(message) => message,
        }
    }
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut plan = f.debug_struct("Plan");
        plan.field("pairs", &self.pairs).field("seed", &self.seed).field("bots", &self.bots);
        plan.field("cards", &self.cards).finish_non_exhaustive()
    }
}

impl<'a> Plan<'a> {
    /// So many pairs of each card, or of one, all of them random games.
    pub fn new(setup: &'a Setup, only: Option<DesignId>, pairs: u64, seed: u64) -> Plan<'a> {
        let (bots, tools) = (vec![BotSpec::Random], Tools::default());
        let (mut cards, mut left_out) = (Vec::new(), Vec::new());
        let designs = setup.rules().designs().map(|def| def.id);
        for design in designs.filter(|design| only.is_none_or(|only| only == *design)) {
            match candidate(setup, design) {
                Ok(card) => cards.push(card),
                Err(why) => left_out.push(LeftOut { design, why }),
            }
        }
        Plan { setup, seed, bots, tools, pairs, cards, left_out }
    }

    /// How many games in all.
    pub fn games(&self) -> u64 {
        self.pairs.saturating_mul(2).saturating_mul(self.cards.len() as u64)
    }

    /// The bots of all seats.
    pub fn seated(&self) -> Vec<BotSpec> {
        let last = self.bots.len().saturating_sub(1);
        (0..usize::from(self.setup.players())).map(|seat| self.bots[seat.min(last)]).collect()
    }

    /// Nobody thinks.
    pub fn is_random(&self) -> bool {
        self.bots.iter().all(|bot| *bot == BotSpec::Random)
    }
}

fn candidate(setup: &Setup, design: DesignId) -> Result<Candidate, WhyNot> {
    let rules = setup.rules();
    let kind = rules.design(design).kind;
    if !rules.kind(kind).per_player {
        return Err(WhyNot::Shared);
    }
    let copies: Option<Vec<CardId>> =
        (0..setup.players()).map(|seat| copy(setup, design, Seat(seat))).collect();
    let copies = copies.ok_or(WhyNot::Absent)?;
    let others: Vec<DesignId> = others(rules, design, kind).collect();
    let first = *others.first().ok_or(WhyNot::Alone)?;
    match setup.exchanged(copies[0], first) {
        Ok(_) => Ok(Candidate { design, copies, others }),
        Err(error) => Err(WhyNot::Refused(error.message)),
    }
}

/// The first copy of a card that is in the set of a seat.
fn copy(setup: &Setup, design: DesignId, seat: Seat) -> Option<CardId> {
    let cards = (0..setup.cards()).map(|card| CardId(card as u16));
    let is_one = |card: &CardId| {
        let def = setup.rules().card(*card);
        def.design == design && def.owner == Some(seat)
    };
    cards.into_iter().find(is_one)
}

fn others(rules: Rules<'_>, design: DesignId, kind: KindId) -> impl Iterator<Item = DesignId> {
    let of_kind = rules.designs().filter(move |def| def.kind == kind && def.copies > 0);
    of_kind.map(|def| def.id).filter(move |other| *other != design)
}
