//! Supported interpretations of the rules (section 8 of RULES.md); all others have their defaults.

/// `beggar_bars`: Doubles without value that exclude their owner under the Beggar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bars {
    /// Doubles that are not under a Cape.
    Open,
    /// All Doubles.
    Any,
    /// None; players without other cards take no part in any column.
    None,
}

/// Options of interpretation; by default as printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Readings {
    /// `hidden_card_counts`: the card under a Cape is a card of its own.
    pub(super) own_card: bool,
    pub(super) bars: Bars,
    /// `value_floor`: no value falls below 0.
    pub(super) floor: bool,
    /// `empty_cape_stays`: the Cape remains when the Magician takes the card under it.
    pub(super) cape_stays: bool,
    /// `double_on_cape: own`: a Double above a Cape copies the Cape, not the card under it.
    pub(super) copies_cape: bool,
    /// `ties_count: all`: a Double without value decides ties, too.
    pub(super) all_break_ties: bool,
    /// `explorer_alone: returns`: an Explorer may return to its own column.
    pub(super) comes_round: bool,
    /// `refill: one`: one card a turn is drawn, even if more are missing.
    pub(super) draws_one: bool,
    /// `late_magician_counts`.
    pub(super) late_cancels: bool,
}

impl Readings {
    pub(super) const PRINTED: Readings = Readings {
        own_card: true,
        bars: Bars::Open,
        floor: false,
        cape_stays: true,
        copies_cape: true,
        all_break_ties: true,
        comes_round: true,
        draws_one: true,
        late_cancels: false,
    };

    /// Sets an option by its name in the ruleset. Returns false if the twin does not support it. `won_lie`,
    /// the face of won objectives, never affects play.
    pub(super) fn set(&mut self, option: &str, value: &str) -> bool {
        let (reading, when) = match option {
            "hidden_card_counts" => (&mut self.own_card, "true"),
            "value_floor" => (&mut self.floor, "true"),
            "empty_cape_stays" => (&mut self.cape_stays, "true"),
            "double_on_cape" => (&mut self.copies_cape, "own"),
            "ties_count" => (&mut self.all_break_ties, "all"),
            "explorer_alone" => (&mut self.comes_round, "returns"),
            "refill" => (&mut self.draws_one, "one"),
            "late_magician_counts" => (&mut self.late_cancels, "true"),
            "won_lie" => return true,
            "beggar_bars" => return self.set_bars(value),
            _ => return false,
        };
        *reading = value == when;
        true
    }

    fn set_bars(&mut self, value: &str) -> bool {
        self.bars = match value {
            "open_double" => Bars::Open,
            "any_double" => Bars::Any,
            "only_doubles" => Bars::None,
            _ => return false,
        };
        true
    }
}
