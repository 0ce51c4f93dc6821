//! Background random games: find runtime errors, games without an end, and cards that never move.
//!
//! Games are played choice by choice, so they can be interrupted at any time. The same text has the same
//! games, and the findings do not depend on the interruptions.

use std::collections::BTreeMap;

use ludex::analysis::Analysis;
use ludex::analysis::NameKind;
use ludex::diagnostics::Span;
use ludex::rules::DesignDef;
use ludex::{Chooser, DesignId, Fault, Game, KindId, Ruleset, Setup};

/// Maximum number of choices in a game; longer games count as endless.
const ENDLESS: usize = 10_000;

/// Number of failed games after which no more are played.
const MOST_FAILED: usize = 10;

/// Random games of a ruleset.
pub struct Play {
    ruleset: Ruleset,
    phases: BTreeMap<String, Span>,
    /// Total number of games.
    games: u32,
    /// Number of finished games.
    over: u32,
    failed: usize,
    now: Option<Now>,
    /// Kind of each design, and true if a copy moved after the set-up. Contains only designs with copies in
    /// some game.
    cards: BTreeMap<DesignId, (KindId, bool)>,
    found: Vec<(Span, String)>,
    is_over: bool,
}

/// The current game.
struct Now {
    setup: Setup,
    game: Option<(Game, Chooser)>,
}

impl Play {
    /// Creates the games without playing. Returns `None` for rules with errors.
    pub fn new(known: &Analysis, games: u32) -> Option<Play> {
        let phases = known.definitions().filter(|found| found.kind == NameKind::Phase);
        Some(Play {
            ruleset: known.ruleset()?.clone(),
            phases: phases.map(|phase| (phase.name, phase.place)).collect(),
            games,
            over: 0,
            failed: 0,
            now: None,
            cards: BTreeMap::new(),
            found: Vec::new(),
            is_over: games == 0,
        })
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Returns the findings so far, with location and message.
    pub fn found(&self) -> &[(Span, String)] {
        &self.found
    }

    /// Plays at most `choices` choices. Setting up a game ends the call, because it takes as long as many
    /// choices.
    pub fn go_on(&mut self, choices: u32) {
        for _ in 0..choices {
            if self.is_over {
                return;
            }
            if self.now.as_ref().is_none_or(|now| now.setup.players() != self.players()) {
                return self.set_up();
            }
            self.step();
        }
    }

    /// Returns the number of players of the current game. The games are divided equally between all numbers,
    /// smallest first.
    fn players(&self) -> u8 {
        let (fewest, most) = self.ruleset.players().into_inner();
        let numbers = u32::from(most - fewest) + 1;
        let part = u64::from(self.over) * u64::from(numbers) / u64::from(self.games.max(1));
        fewest + u8::try_from(part).unwrap_or(0).min(most - fewest)
    }

    fn set_up(&mut self) {
        let Ok(setup) = self.ruleset.setup(self.players(), &[]) else {
            self.is_over = true;
            return;
        };
        for DesignDef { id, kind, copies, .. } in setup.rules().designs() {
            if copies > 0 {
                self.cards.entry(id).or_insert((kind, false));
            }
        }
        self.now = Some(Now { setup, game: None });
    }

    /// Starts a game, or plays one choice.
    fn step(&mut self) {
        let Some(Now { setup, game }) = &mut self.now else { return };
        let seed = u64::from(self.over) + 1;
        let Some((game, chooser)) = game else {
            *game = Some((Game::new(setup, seed), Chooser::new(seed)));
            return;
        };
        if game.options() == 0 || game.choices() >= ENDLESS {
            return self.end();
        }
        // a runtime error is reported at the end of the game
        let _ = game.apply(game.draw(chooser));
        for moved in game.host().moves() {
            let card = setup.rules().card(moved.card);
            if let Some((_, has_moved)) = card.and_then(|card| self.cards.get_mut(&card.design)) {
                *has_moved = true;
            }
        }
    }

    /// Ends the current game, whether it is over or aborted.
    fn end(&mut self) {
        let seed = u64::from(self.over) + 1;
        let game = self.now.as_mut().and_then(|now| now.game.take());
        let Some((game, _)) = game else { return };
        let seats = vec!["random"; usize::from(game.players())].join(",");
        let again = format!("see it: ludex play . --seats {seats} --seed {seed}");
        if let Some(Fault { place: Some(place), message, .. }) = game.fault() {
            self.failed += 1;
            self.add_finding(place.span, format!("a rule failed in a random game: {message}; {again}"));
        } else if !game.is_over() {
            self.failed = MOST_FAILED;
            let phase = game.phases().pop().and_then(|phase| game.setup().rules().phase(phase));
            let place = phase.and_then(|phase| self.phases.get(phase.name)).copied();
            let message = format!("a random game was not over after {ENDLESS} choices; {again}");
            self.add_finding(place.unwrap_or_default(), message);
        }
        self.over += 1;
        if self.failed >= MOST_FAILED {
            self.is_over = true;
        } else if self.over == self.games {
            self.is_over = true;
            self.never_moved();
        }
        if self.is_over {
            self.now = None;
        }
    }

    /// Adds a finding, at most one per location.
    fn add_finding(&mut self, place: Span, message: String) {
        if !self.found.iter().any(|(known, _)| *known == place) {
            self.found.push((place, message));
        }
    }

    /// Adds the cards that never moved although others of their kind did.
    fn never_moved(&mut self) {
        let Some(now) = &self.now else { return };
        let moves = |kind: KindId| self.cards.values().any(|(other, moved)| *other == kind && *moved);
        let never = self.cards.iter().filter(|(_, (kind, moved))| !moved && moves(*kind));
        let places = never.filter_map(|(id, _)| Some(now.setup.rules().design(*id)?.place));
        let message = format!("it never moved in {} random games", self.over);
        let found: Vec<_> = places.map(|place| (place, message.clone())).collect();
        self.found.extend(found);
    }
}
