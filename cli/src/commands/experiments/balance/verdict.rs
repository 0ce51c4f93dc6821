//! States the findings of a report as sentences.

use ludex_lab::balance::{Finding, Side};
use ludex_lab::impact::{CardReport, Effect, MeasuredSeat, Unmeasured};

use super::told::{self, ReportWords};

impl ReportWords<'_> {
    /// Returns a paragraph for each finding.
    pub fn verdict(&self) -> Vec<String> {
        self.report.verdict.iter().map(|finding| self.finding(finding)).collect()
    }

    fn with(&self, players: u8) -> String {
        self.own.report_with(usize::from(players))
    }

    pub fn finding(&self, finding: &Finding) -> String {
        let own = self.own;
        match finding {
            Finding::NoGame => own.report_no_game(),
            Finding::SeatApart { players, seat, is_more, share, interval, equal } => {
                let (with, seat) = (self.with(*players), self.seat_of(*players, *seat));
                let (share, equal) = (self.percent(*share), self.percent(*equal));
                let interval = self.within(Some(*interval));
                let said = if *is_more {
                    own.report_seat_more(with, seat, share, interval, equal)
                } else {
                    own.report_seat_less(with, seat, share, interval, equal)
                };
                said + &self.of_others(*players)
            }
            Finding::SeatsAlike { players, seat, share, interval, equal } => {
                let (with, interval) = (self.with(*players), self.within(Some(*interval)));
                let (share, equal) = (self.percent(*share), self.percent(*equal));
                let said = if share == equal {
                    own.report_seats_equal(with, share, interval)
                } else {
                    own.report_seats_alike(with, self.seat_of(*players, *seat), share, interval, equal)
                };
                said + &self.of_others(*players)
            }
            Finding::Together { players, share, interval } => {
                own.report_together(self.with(*players), self.percent(*share), self.within(*interval))
            }
            Finding::Length { players, decisions, interval, seconds, minutes } => own.report_length_is(
                self.with(*players),
                self.number(*decisions, 1),
                self.within(*interval),
                self.number(*minutes, usize::from(*minutes < 1.5)),
                self.number(*seconds, 0),
            ),
            Finding::Cards { strongest, weakest, measured, .. } => {
                self.strongest(strongest.as_ref(), weakest.as_ref(), *measured)
            }
            Finding::NoCard if self.report.cards.is_empty() => own.report_no_cards(),
            Finding::NoCard => {
                let why = std::iter::once(own.report_no_card()).chain(self.unmeasured());
                why.collect::<Vec<_>>().join(" ")
            }
            Finding::Unused { kinds, cards, never_chosen, options, games } => {
                self.unused([kinds, cards, never_chosen], *options, *games)
            }
            Finding::Skill { .. } | Finding::NoSkill { .. } => self.skill(finding),
        }
    }

    /// Names the players of a number of players, if they are not the strongest.
    fn of_others(&self, players: u8) -> String {
        let of = self.report.numbers.iter().find(|number| number.players == players);
        let of = of.filter(|number| Some(&number.bot) != self.report.levels.last());
        of.map_or_else(String::new, |number| {
            let who = told::players(self.own, &number.bot);
            format!(" {}", self.own.report_games_of(self.count(number.games), who))
        })
    }

    fn strongest(&self, strongest: Option<&Side>, weakest: Option<&Side>, measured: usize) -> String {
        let facts =
            |of: &Side| (self.card(&of.id), self.effect(of.impact), self.unit(), self.effects(of.interval));
        let helps =
            strongest.map(facts).map(|(card, n, unit, ends)| self.own.report_card_helps(card, n, unit, ends));
        let hurts =
            weakest.map(facts).map(|(card, n, unit, ends)| self.own.report_card_hurts(card, n, unit, ends));
        let said: Vec<String> = helps.into_iter().chain(hurts).collect();
        if said.is_empty() { self.cards_alike(measured) } else { said.join(" ") }
    }

    /// Defines the measured effects: a sentence for all cards, or one for each group of cards.
    pub fn meanings(&self) -> Vec<String> {
        let own = self.own;
        let meaning = |card: &CardReport| match (card.effect, card.whose) {
            (Effect::Deck, MeasuredSeat::FirstSeat) => own.report_effect_table(self.seat(1)),
            (Effect::Deck, MeasuredSeat::Holder) if card.is_shared => own.report_effect_dealt(),
            (Effect::Deck, MeasuredSeat::Holder) => own.report_effect_own(),
            // a report does not forbid cards
            (Effect::Drawn | Effect::Played, _) => own.report_effect_drawn(),
        };
        let cards = self.report.impacts.last().map_or(&[][..], |impacts| &impacts.cards);
        let groups = grouped(cards, |card| (meaning(card), self.card(&card.id)));
        match groups.as_slice() {
            [(meaning, _)] => vec![meaning.clone()],
            groups => {
                let of = |(how, cards): &(String, Vec<String>)| own.report_effect_of(self.list(cards), how);
                groups.iter().map(of).collect()
            }
        }
    }

    /// States which cards have no measured effect, with the reasons.
    pub fn unmeasured(&self) -> Vec<String> {
        let own = self.own;
        let why = |reason: Unmeasured| match reason {
            Unmeasured::NeverHeld => Some(own.report_why_never_held()),
            Unmeasured::Absent => Some(own.report_why_absent()),
            Unmeasured::Alone => Some(own.report_why_alone()),
            Unmeasured::Refused => Some(own.report_why_refused()),
            Unmeasured::NeverDrawn => Some(own.report_why_never_drawn()),
            Unmeasured::NeverPlayed => Some(own.report_why_never_played()),
            Unmeasured::Known => Some(own.report_why_known()),
            // the report has no row of it
            Unmeasured::NoCopy => None,
        };
        let cards = self.report.impacts.last().map_or(&[][..], |impacts| &impacts.left_out);
        let groups = grouped(cards, |card| (why(card.reason), self.card(&card.id)));
        let said = groups.into_iter().filter_map(|(why, cards)| Some((why?, cards)));
        said.map(|(why, cards)| own.report_not_measured(self.list(&cards), why)).collect()
    }

    /// States that no effect is certain, and how large an effect must be to show.
    fn cards_alike(&self, measured: usize) -> String {
        let intervals = self.report.cards.iter().filter(|card| card.impact.is_some());
        let widths = intervals.filter_map(|card| card.interval).map(|[low, high]| high - low);
        let half = widths.sum::<f64>() / (2 * measured.max(1)) as f64;
        self.own.report_cards_alike(measured, self.number(half, self.places()), self.unit())
    }

    fn unused(&self, [kinds, cards, never_chosen]: [&Vec<String>; 3], options: usize, games: u64) -> String {
        let own = self.own;
        let listed = |names: Vec<String>| (!names.is_empty()).then(|| self.list(&names));
        let mut said: Vec<String> = [
            listed(self.kinds(kinds)).map(|names| own.report_unused_kinds(names)),
            listed(self.cards(cards)).map(|names| own.report_unused_cards(names)),
            listed(self.cards(never_chosen)).map(|names| own.report_never_chosen(names)),
            (options > 0).then(|| own.report_ignored(options)),
        ]
        .into_iter()
        .flatten()
        .collect();
        if said.is_empty() {
            let has_cards = !self.report.cards.is_empty();
            said.push(if has_cards { own.report_all_used() } else { own.report_options_used() });
        }
        said.push(own.report_games_of(self.count(games), self.players()));
        said.join(" ")
    }

    /// States the share of the result that chance explains. The choices of random players are chance, too.
    pub fn luck(&self) -> Option<String> {
        let luck = self.report.luck.as_ref().filter(|luck| luck.bot != "random")?;
        let (share, ends) = (100.0 * luck.share, luck.interval.map(|end| 100.0 * end));
        Some(self.own.report_luck_is(&luck.bot, self.percent(share), self.within(Some(ends))))
    }

    fn skill(&self, finding: &Finding) -> String {
        let own = self.own;
        let (skill, games) = match finding {
            Finding::Skill { bot, against, share, interval, equal, coin, games, .. } => {
                let (share, equal, coin) = (self.percent(*share), self.percent(*equal), self.percent(*coin));
                let ends = self.within(Some(*interval));
                let skill = own.report_skill_is(bot, against, share, ends, equal, coin);
                (skill, games.map(|games| own.report_ahead(games as usize)))
            }
            Finding::NoSkill { bot, against, share, interval, equal } => {
                let is_weaker = interval.is_some_and(|[_, high]| high < *equal);
                let (share, equal) = (self.percent(*share), self.percent(*equal));
                let ends = self.within(*interval);
                let said = if is_weaker {
                    own.report_is_weaker(bot, against, share, ends, equal)
                } else {
                    own.report_no_skill(bot, against, share, ends, equal)
                };
                (said, None)
            }
            Finding::NoGame
            | Finding::SeatApart { .. }
            | Finding::SeatsAlike { .. }
            | Finding::Together { .. }
            | Finding::Length { .. }
            | Finding::Cards { .. }
            | Finding::NoCard
            | Finding::Unused { .. } => return String::new(),
        };
        [Some(skill), games, self.luck()].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

/// Groups the second parts of pairs by the first, in their order.
fn grouped<T, K: PartialEq>(items: &[T], pair: impl Fn(&T) -> (K, String)) -> Vec<(K, Vec<String>)> {
    let mut groups: Vec<(K, Vec<String>)> = Vec::new();
    for (key, name) in items.iter().map(pair) {
        match groups.iter_mut().find(|(of, _)| *of == key) {
            Some((_, names)) => names.push(name),
            None => groups.push((key, vec![name])),
        }
    }
    groups
}
