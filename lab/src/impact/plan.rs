//! Selects the cards to measure and how the two worlds differ for each.

use std::ops::Range;

use ludex::rules::{Holder, KindDef, Rules, Sees};
use ludex::{CardId, DesignId, KindId, Seat, Setup};
use schemars::JsonSchema;
use serde::Serialize;

use super::drawn::drawn_kinds;
use crate::experiment::RunConfig;
use crate::game::seats;

/// Configuration of the experiment.
#[derive(Debug, Clone)]
pub struct ImpactPlan<'a> {
    /// Setup of the game.
    pub setup: &'a Setup,
    /// Bots and settings of the run, and the part of it to play.
    pub run: RunConfig,
    /// Number of pairs of games per card.
    pub pairs: u64,
    /// Half-width of the intervals at which the run ends earlier, in percentage points or points of the score.
    pub within: Option<f64>,
    /// Cards that are measured.
    pub cards: Vec<Candidate>,
    /// Cards that are not measured.
    pub left_out: Vec<LeftOut>,
}

/// Difference between the two worlds of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Another card of its kind replaces it from before the set-up.
    Deck,
    /// Another card of its pile is drawn in its place.
    Drawn,
    /// One player may not play it.
    Played,
}

/// Player whose result is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MeasuredSeat {
    /// The player who has the card.
    Holder,
    /// The first seat, for a card that never belongs to a player.
    FirstSeat,
}

/// A design to measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// ID of the design.
    pub design: DesignId,
    /// Difference between the two worlds.
    pub how: Intervention,
}

/// Intervention that creates the second world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intervention {
    /// Replaces one seat's copy. If the seat has several, its first copy is replaced, because shuffling makes
    /// them equivalent.
    OwnDeck {
        /// Copy of each seat.
        copies: Vec<CardId>,
        /// Designs that may replace the copy.
        others: Vec<DesignId>,
    },
    /// Replaces the first copy, which has no owner.
    SharedDeck {
        /// Designs that may replace the copy.
        others: Vec<DesignId>,
        /// True if players can have the card in a zone of their own.
        held: bool,
    },
    /// Swaps a copy with another card of its pile.
    Drawn {
        /// All copies of the design.
        copies: Vec<CardId>,
    },
    /// Excludes the options that name a copy.
    Played {
        /// All copies of the design.
        copies: Vec<CardId>,
    },
}

impl Candidate {
    /// Returns the measured effect.
    pub fn effect(&self) -> Effect {
        match self.how {
            Intervention::OwnDeck { .. } | Intervention::SharedDeck { .. } => Effect::Deck,
            Intervention::Drawn { .. } => Effect::Drawn,
            Intervention::Played { .. } => Effect::Played,
        }
    }

    /// Returns the seat whose result is compared.
    pub fn whose(&self) -> MeasuredSeat {
        match self.how {
            Intervention::SharedDeck { held: false, .. } => MeasuredSeat::FirstSeat,
            Intervention::SharedDeck { held: true, .. }
            | Intervention::OwnDeck { .. }
            | Intervention::Drawn { .. }
            | Intervention::Played { .. } => MeasuredSeat::Holder,
        }
    }

    /// Returns true if no player has a copy at the start.
    pub fn is_shared_deck(&self) -> bool {
        matches!(self.how, Intervention::SharedDeck { .. })
    }
}

/// A design that is not measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// ID of the design.
    pub design: DesignId,
    /// Reason for leaving it out.
    pub why: WhyNot,
}

/// Reason why an effect of a card can't be measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// No hidden zone of a player holds cards of its kind.
    NeverHeld,
    /// At least one seat has no copy.
    Absent,
    /// The game has no copy of the design.
    NoCopy,
    /// The design is the only one of its kind.
    Alone,
    /// The changed game is invalid: the rules name the card, or the game would be too large.
    Refused {
        /// Reason as a clause without a full stop.
        message: String,
        /// Alternative measure for the card.
        instead: AlternativeMeasurement,
    },
}

impl WhyNot {
    /// Returns the reason as a clause without a full stop.
    pub fn message(&self) -> &str {
        match self {
            Self::NeverHeld => "no player has a card of its kind in hand",
            Self::Absent => "it is not in the players' own sets",
            Self::NoCopy => "the game has no copy of it",
            Self::Alone => "it is the only card of its kind, so no other card can replace it",
            Self::Refused { message, .. } => message,
        }
    }

    /// Returns the reason as a word.
    pub fn reason(&self) -> Unmeasured {
        match self {
            Self::NeverHeld => Unmeasured::NeverHeld,
            Self::Absent => Unmeasured::Absent,
            Self::NoCopy => Unmeasured::NoCopy,
            Self::Alone => Unmeasured::Alone,
            Self::Refused { .. } => Unmeasured::Refused,
        }
    }

    /// Returns the alternative measure for the card.
    pub fn instead(&self) -> AlternativeMeasurement {
        match self {
            Self::NeverHeld | Self::Absent | Self::Alone => AlternativeMeasurement::Detail,
            Self::NoCopy => AlternativeMeasurement::Nothing,
            Self::Refused { instead, .. } => *instead,
        }
    }
}

/// Reason why a card has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unmeasured {
    /// No hidden zone of a player holds cards of its kind.
    NeverHeld,
    /// At least one seat has no copy.
    Absent,
    /// The game has no copy of the design.
    NoCopy,
    /// The design is the only one of its kind.
    Alone,
    /// The rules name the card, or the changed game would be too large.
    Refused,
    /// No player drew it while another card of the pile could have been drawn.
    NeverDrawn,
    /// No player could choose between it and another option.
    NeverPlayed,
    /// Every player who got it chose it knowingly.
    Known,
}

/// Alternative measurement for a card without a measurable effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AlternativeMeasurement {
    /// `ludex simulate --detail` compares the players who have or pick it.
    Detail,
    /// `--effect drawn` can be measured.
    Drawn,
    /// None: the card is not in the game.
    Nothing,
}

impl AlternativeMeasurement {
    /// Returns a sentence that recommends the alternative measure.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Detail => {
                "`ludex simulate --detail` counts how often players who had or picked them win, which need not be a causal effect"
            }
            Self::Drawn => {
                "`--effect drawn` may measure the value of drawing them; `ludex simulate --detail` counts how often players who had them win"
            }
            Self::Nothing => "",
        }
    }
}

impl<'a> ImpactPlan<'a> {
    /// Creates a plan with `pairs` random pairs for each card, or for one card. Without `effect`, each card
    /// has the effect that suits its kind. A few random games show which kinds are drawn from a pile that has
    /// other cards left.
    pub fn new(
        setup: &'a Setup,
        only: Option<DesignId>,
        effect: Option<Effect>,
        pairs: u64,
        seed: u64,
    ) -> ImpactPlan<'a> {
        let (mut cards, mut left_out) = (Vec::new(), Vec::new());
        let designs = setup.rules().designs().filter(|def| only.is_none_or(|only| only == def.id));
        let designs: Vec<(DesignId, KindId)> = designs.map(|def| (def.id, def.kind)).collect();
        let fitting = |kind: KindId| effect.unwrap_or_else(|| fitting(setup.rules(), kind));
        let piles = |kind: &KindId| effect.is_none() && fitting(*kind) == Effect::Drawn;
        let drawn = drawn_kinds(setup, designs.iter().map(|(_, kind)| *kind).filter(piles).collect());
        for (design, kind) in designs {
            let is_dealt = piles(&kind) && !drawn.contains(&kind);
            let effect = if is_dealt { Effect::Deck } else { fitting(kind) };
            match how(setup, design, effect) {
                Ok(how) => cards.push(Candidate { design, how }),
                Err(WhyNot::Refused { message, .. }) if is_dealt => {
                    let instead = AlternativeMeasurement::Detail;
                    left_out.push(LeftOut { design, why: WhyNot::Refused { message, instead } });
                }
                Err(why) => left_out.push(LeftOut { design, why }),
            }
        }
        ImpactPlan { setup, run: RunConfig::new(seed), pairs, within: None, cards, left_out }
    }

    /// Returns the maximum number of games to play here.
    pub fn games(&self) -> u64 {
        let pairs = |run: RunConfig| run.part_of(self.pairs).count() as u64;
        let here: u64 = self.run.by_training().into_iter().map(pairs).sum();
        here.saturating_mul(2).saturating_mul(self.cards.len() as u64)
    }

    /// Returns the maximum number of games of the whole run.
    pub fn asked(&self) -> u64 {
        self.pairs.saturating_mul(2).saturating_mul(self.cards.len() as u64)
    }

    /// Returns the numbers of the pairs to play here for each card.
    pub fn pairs_here(&self) -> Range<u64> {
        self.run.part_of(self.pairs)
    }
}

/// Selects the most informative effect for the cards of a kind. Those of a pile from which hands are drawn have
/// the effect of drawing. All others have the effect of being in the deck.
fn fitting(rules: &Rules, kind: KindId) -> Effect {
    let Some(kind) = rules.kind(kind) else { return Effect::Deck };
    let holds = |sees: Sees| rules.zones().any(|zone| zone.sees == sees && rules.holds(zone.id, kind.id));
    let is_drawn = is_held(rules, kind.id) && holds(Sees::Nobody);
    if is_drawn && !kind.per_player { Effect::Drawn } else { Effect::Deck }
}

fn kind_of<'a>(rules: &'a Rules, design: DesignId) -> Option<KindDef<'a>> {
    rules.kind(rules.design(design)?.kind)
}

/// Returns true if a player's zone can hold this kind while hiding it from that player or from the others.
fn is_held(rules: &Rules, kind: KindId) -> bool {
    let in_hand = |sees: Sees| matches!(sees, Sees::Owner | Sees::Others);
    let mut hands = rules.zones().filter(|zone| zone.holder == Holder::Player && in_hand(zone.sees));
    hands.any(|zone| rules.holds(zone.id, kind))
}

/// Returns true if any zone of a player can hold cards of this kind.
fn is_owned(rules: &Rules, kind: KindId) -> bool {
    rules.zones().any(|zone| zone.holder == Holder::Player && rules.holds(zone.id, kind))
}

fn how(setup: &Setup, design: DesignId, effect: Effect) -> Result<Intervention, WhyNot> {
    let rules = setup.rules();
    let kind = kind_of(rules, design).ok_or(WhyNot::NoCopy)?;
    match effect {
        Effect::Deck if kind.per_player => own_deck(setup, design, kind.id),
        Effect::Deck => shared_deck(setup, design, kind.id),
        Effect::Drawn => held(rules, design, kind.id).map(|copies| Intervention::Drawn { copies }),
        Effect::Played => held(rules, design, kind.id).map(|copies| Intervention::Played { copies }),
    }
}

fn own_deck(setup: &Setup, design: DesignId, kind: KindId) -> Result<Intervention, WhyNot> {
    let copies: Option<Vec<CardId>> = seats(setup).map(|seat| copy(setup, design, Some(seat))).collect();
    let copies = copies.ok_or(WhyNot::Absent)?;
    let others = others(setup, copies[0], design, kind)?;
    Ok(Intervention::OwnDeck { copies, others })
}

fn shared_deck(setup: &Setup, design: DesignId, kind: KindId) -> Result<Intervention, WhyNot> {
    let copy = copy(setup, design, None).ok_or(WhyNot::NoCopy)?;
    let others = others(setup, copy, design, kind)?;
    Ok(Intervention::SharedDeck { others, held: is_owned(setup.rules(), kind) })
}

/// Returns the copies of a card that players can have in hand.
pub(super) fn held_copies(setup: &Setup, design: DesignId) -> Result<Vec<CardId>, WhyNot> {
    let rules = setup.rules();
    let kind = kind_of(rules, design).ok_or(WhyNot::NoCopy)?;
    held(rules, design, kind.id)
}

fn held(rules: &Rules, design: DesignId, kind: KindId) -> Result<Vec<CardId>, WhyNot> {
    let copies: Vec<CardId> = rules.copies(design).collect();
    match (is_held(rules, kind), copies.is_empty()) {
        (false, _) => Err(WhyNot::NeverHeld),
        (true, true) => Err(WhyNot::NoCopy),
        (true, false) => Ok(copies),
    }
}

/// Returns the first copy of a design in a seat's set, or without an owner.
pub(super) fn copy(setup: &Setup, design: DesignId, owner: Option<Seat>) -> Option<CardId> {
    let rules = setup.rules();
    rules.copies(design).find(|card| rules.card(*card).is_some_and(|card| card.owner == owner))
}

/// Returns the possible replacements for a card.
fn others(setup: &Setup, copy: CardId, design: DesignId, kind: KindId) -> Result<Vec<DesignId>, WhyNot> {
    let of_kind = setup.rules().designs().filter(|def| def.kind == kind && def.copies > 0);
    let others: Vec<DesignId> = of_kind.map(|def| def.id).filter(|other| *other != design).collect();
    let first = *others.first().ok_or(WhyNot::Alone)?;
    match setup.exchanged(copy, first) {
        Ok(_) => Ok(others),
        Err(error) => Err(WhyNot::Refused { message: error.message, instead: AlternativeMeasurement::Drawn }),
    }
}
