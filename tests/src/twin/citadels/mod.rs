//! Citadels by hand. `T-nn` are the rules of `rulesets/citadels/RULES.md`.
//!
//! The data are compact: copies of a district are interchangeable, so a card is its kind. A city contains a
//! kind at most once (T-42) and is a set of kinds. A hand is three such sets, the binary digits of the number
//! of cards of each kind. Most options are members of a set, in the order of its bits, which is the canonical
//! order.

mod actions;
mod cards;
mod seat;

use crate::inside::Pick;
use ludex_run::state::Generator;

use self::actions::MANUFACTORY_PRICE;
use self::cards::*;
use self::seat::{Deck, Seat};
use super::{Twin, chooser, shuffle};

/// Number of cards dealt to a player, and their initial gold (section 4).
const DEALT: u32 = 4;
const START_GOLD: u32 = 2;
/// Gold of the main action (T-20) and of the Merchant (T-38).
const WAGES: u32 = 2;
const MERCHANT_GOLD: u32 = 1;
/// Number of cards that the Architect draws (T-39), and of builds for them and for others (T-40).
const ARCHITECT_CARDS: u32 = 2;
const ARCHITECT_BUILDS: u8 = 3;
const BUILDS: u8 = 1;
/// Number of characters set aside before the draft, by number of players (section 4).
const FACE_DOWN: [usize; SEATS + 1] = [0, 0, 1, 3, 3, 2, 1, 1];

/// No seat, or no character.
const NOBODY: usize = usize::MAX;

/// Actions of the window, in order (table 6.1).
#[derive(Clone, Copy)]
enum Action {
    TakeGold,
    DrawCards,
    CollectIncome,
    Murder,
    Rob,
    Swap,
    Exchange,
    Laboratory,
    Manufactory,
    Build,
    Destroy,
    EndTurn,
}

impl Action {
    const ALL: [Action; 12] = [
        Action::TakeGold,
        Action::DrawCards,
        Action::CollectIncome,
        Action::Murder,
        Action::Rob,
        Action::Swap,
        Action::Exchange,
        Action::Laboratory,
        Action::Manufactory,
        Action::Build,
        Action::Destroy,
        Action::EndTurn,
    ];
}

const ACTIONS: usize = Action::ALL.len();

/// The turn of a character.
struct Turn {
    me: usize,
    who: Character,
    main_done: bool,
    income_done: bool,
    power_used: bool,
    laboratory_used: bool,
    manufactory_used: bool,
    builds_left: u8,
    over: bool,
}

impl Turn {
    /// Returns true if the power of this character may be used.
    fn can(&self, who: Character) -> bool {
        self.who == who && !self.power_used
    }
}

/// State of the game.
pub struct Citadels {
    players: usize,
    /// Number of districts of a complete city.
    full: u32,
    chance: Generator,
    choices: Generator,
    decisions: u64,
    seats: [Seat; SEATS],
    deck: Deck,
    crown: usize,
    first_complete: usize,
    round: u32,
    /// Round in which the Court of miracles was built (T-73).
    court_round: u32,
    /// For each character, the player who drafted it in this round.
    holders: [usize; CHARACTERS],
    /// Players who have revealed the Thief and the Bishop.
    thief: usize,
    bishop: usize,
    murdered: Character,
    robbed: Character,
    scores: [i32; SEATS],
}

impl Twin for Citadels {
    fn new(players: u8) -> Self {
        assert!((2..=SEATS as u8).contains(&players), "2 to 7 players");
        Self {
            players: usize::from(players),
            full: if players == 3 { 10 } else { 8 },
            chance: Generator::new(0),
            choices: chooser(0),
            decisions: 0,
            seats: [Seat::EMPTY; SEATS],
            deck: Deck::EMPTY,
            crown: 0,
            first_complete: NOBODY,
            round: 0,
            court_round: 0,
            holders: [NOBODY; CHARACTERS],
            thief: NOBODY,
            bishop: NOBODY,
            murdered: NOBODY,
            robbed: NOBODY,
            scores: [0; SEATS],
        }
    }

    fn play(&mut self, seed: u64, mut watch: impl FnMut(Pick)) -> u64 {
        self.set_up(seed);
        while self.first_complete == NOBODY {
            self.begin_round();
            self.draft(&mut watch);
            for who in 0..CHARACTERS {
                self.call(who, &mut watch);
            }
        }
        for player in 0..self.players {
            self.scores[player] = self.score(player);
        }
        self.decisions
    }

    fn scores(&self) -> &[i32] {
        &self.scores[..self.players]
    }
}

/// Set-up, draft and score.
impl Citadels {
    /// Sets up a game (section 4).
    fn set_up(&mut self, seed: u64) {
        self.chance = Generator::new(seed);
        self.choices = chooser(seed);
        self.decisions = 0;
        self.deck.set_up(&mut self.chance);
        for seat in &mut self.seats[..self.players] {
            *seat = Seat { gold: START_GOLD, ..Seat::EMPTY };
            self.deck.deal(DEALT, &mut seat.hand);
        }
        self.crown = self.chance.below(self.players as u32) as usize;
        self.first_complete = NOBODY;
        self.round = 0;
        self.court_round = 0;
    }

    fn begin_round(&mut self) {
        self.round += 1;
        self.holders = [NOBODY; CHARACTERS];
        self.thief = NOBODY;
        self.bishop = NOBODY;
        self.murdered = NOBODY;
        self.robbed = NOBODY;
    }

    /// Sets characters aside (T-02); returns these and the packet. The Assassin is not used with three
    /// players.
    fn prepare(&mut self) -> (u32, u32) {
        let mut shuffled: [u8; CHARACTERS] = std::array::from_fn(|who| who as u8);
        let used = if self.players == 3 { &mut shuffled[1..] } else { &mut shuffled[..] };
        shuffle(used, &mut self.chance);
        let (aside, packet) = used.split_at(FACE_DOWN[self.players]);
        let set = |cards: &[u8]| cards.iter().fold(0, |set, who| set | 1 << who);
        (set(aside), set(packet))
    }

    /// Drafts characters (T-01 to T-04; with two players: section 8.1).
    fn draft(&mut self, watch: &mut impl FnMut(Pick)) {
        let (aside, mut packet) = self.prepare();
        let picks = if self.players == 2 { 4 } else { self.players };
        let mut player = self.crown;
        for _ in 0..picks {
            if self.players == 7 && packet.is_power_of_two() {
                packet |= aside;
            }
            let mine = self.pick(player, &mut packet, watch);
            self.holders[mine] = player;
            if self.players == 2 && matches!(packet.count_ones(), 5 | 3) {
                self.pick(player, &mut packet, watch);
            }
            player = self.after(player);
        }
    }

    /// Takes a character out of the packet.
    fn pick(&mut self, player: usize, packet: &mut u32, watch: &mut impl FnMut(Pick)) -> Character {
        let n = self.ask(player, packet.count_ones(), watch);
        let who = nth(*packet, n);
        *packet &= !(1 << who);
        who
    }

    /// Returns the left neighbour.
    fn after(&self, player: usize) -> usize {
        if player + 1 == self.players { 0 } else { player + 1 }
    }

    /// Makes a decision, unless there is only one option.
    fn ask(&mut self, player: usize, options: u32, watch: &mut impl FnMut(Pick)) -> u32 {
        if options == 1 {
            return 0;
        }
        let index = self.choices.below(options);
        self.decisions += 1;
        watch(Pick { player: player as i32, options, index });
        index
    }

    fn is_complete(&self, player: usize) -> bool {
        self.seats[player].districts >= self.full
    }

    /// Returns the score (T-71 to T-75).
    fn score(&self, player: usize) -> i32 {
        let seat = &self.seats[player];
        let colours = if seat.has_all_colours(self.court_round < self.round) { 3 } else { 0 };
        let complete = match player {
            _ if player == self.first_complete => 4,
            _ if self.is_complete(player) => 2,
            _ => 0,
        };
        seat.built_points() + colours + complete
    }
}

/// Calls and turns.
impl Citadels {
    /// Plays the turn of a character, unless it is murdered or has no player (T-05 to T-07).
    fn call(&mut self, who: Character, watch: &mut impl FnMut(Pick)) {
        let me = self.holders[who];
        if me == NOBODY || who == self.murdered {
            return;
        }
        if who == self.robbed {
            self.lose_gold(me);
        }
        let mut turn = Turn {
            me,
            who,
            main_done: false,
            income_done: false,
            power_used: false,
            laboratory_used: false,
            manufactory_used: false,
            builds_left: if who == ARCHITECT { ARCHITECT_BUILDS } else { BUILDS },
            over: false,
        };
        self.reveal(me, who);
        while !turn.over {
            self.act(&mut turn, watch);
        }
    }

    /// Transfers the gold of a robbed player (T-16).
    fn lose_gold(&mut self, victim: usize) {
        let loot = std::mem::take(&mut self.seats[victim].gold);
        self.seats[self.thief].gold += loot;
    }

    /// Applies the effects at the start of a character's turn.
    fn reveal(&mut self, me: usize, who: Character) {
        match who {
            THIEF => self.thief = me,
            KING => self.crown = me,
            BISHOP => self.bishop = me,
            MERCHANT => self.seats[me].gold += MERCHANT_GOLD,
            ARCHITECT => self.deck.deal(ARCHITECT_CARDS, &mut self.seats[me].hand),
            _ => {}
        }
    }

    /// Makes one pick in the action window.
    fn act(&mut self, turn: &mut Turn, watch: &mut impl FnMut(Pick)) {
        let (offers, total) = self.offers(turn);
        let mut n = self.ask(turn.me, total, watch);
        let mut action = 0;
        while n >= offers[action] {
            n -= offers[action];
            action += 1;
        }
        self.take(turn, Action::ALL[action], n, watch);
    }

    /// Returns the number of options of each action (table 6.1), and their total.
    fn offers(&self, turn: &Turn) -> ([u32; ACTIONS], u32) {
        let seat = &self.seats[turn.me];
        let (mut offers, mut total) = ([0; ACTIONS], 0);
        let mut offer = |action: Action, options: u32| {
            offers[action as usize] = options;
            total += options;
        };
        let any_left = self.deck.size > 0;
        if !turn.main_done {
            offer(Action::TakeGold, 1);
            offer(Action::DrawCards, u32::from(any_left));
        }
        offer(Action::CollectIncome, u32::from(!turn.income_done & (seat.city & INCOME[turn.who] != 0)));
        if turn.can(ASSASSIN) {
            offer(Action::Murder, MORTAL.count_ones());
        }
        if turn.can(THIEF) {
            offer(Action::Rob, self.robbable().count_ones());
        }
        if turn.can(MAGICIAN) {
            offer(Action::Swap, self.partners(turn.me).count_ones());
            offer(Action::Exchange, u32::from(seat.hand.size > 0 && any_left));
        }
        if seat.has(LABORATORY) && !turn.laboratory_used {
            offer(Action::Laboratory, seat.hand.kinds().count_ones());
        }
        let manufactory = seat.has(MANUFACTORY) && !turn.manufactory_used;
        offer(Action::Manufactory, u32::from(manufactory && seat.gold >= MANUFACTORY_PRICE && any_left));
        if turn.main_done {
            if turn.builds_left > 0 {
                offer(Action::Build, seat.buildable().count_ones());
            }
            if turn.can(CONDOTTIERE) {
                let ruins = (0..self.players).map(|victim| self.ruins(turn.me, victim).count_ones());
                offer(Action::Destroy, ruins.sum());
            }
            offer(Action::EndTurn, 1);
        }
        (offers, total)
    }

    /// Takes the n-th option of an action.
    fn take(&mut self, turn: &mut Turn, action: Action, n: u32, watch: &mut impl FnMut(Pick)) {
        let me = turn.me;
        match action {
            Action::TakeGold => {
                turn.main_done = true;
                self.seats[me].gold += WAGES;
            }
            Action::DrawCards => {
                turn.main_done = true;
                self.draw_and_keep(me, watch);
            }
            Action::CollectIncome => {
                turn.income_done = true;
                let seat = &mut self.seats[me];
                seat.gold += (seat.city & INCOME[turn.who]).count_ones();
            }
            Action::Murder => {
                turn.power_used = true;
                self.murdered = nth(MORTAL, n);
            }
            Action::Rob => {
                turn.power_used = true;
                self.robbed = nth(self.robbable(), n);
            }
            Action::Swap => {
                turn.power_used = true;
                self.swap(me, n);
            }
            Action::Exchange => {
                turn.power_used = true;
                self.exchange(me, watch);
            }
            Action::Laboratory => {
                turn.laboratory_used = true;
                self.melt(me, n);
            }
            Action::Manufactory => {
                turn.manufactory_used = true;
                self.buy_cards(me);
            }
            Action::Build => {
                turn.builds_left -= 1;
                self.build(me, n);
            }
            Action::Destroy => {
                turn.over = true;
                self.destroy(me, n, watch);
            }
            Action::EndTurn => turn.over = true,
        }
    }
}
