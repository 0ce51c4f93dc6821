//! Determinization: assigns each position a card of its class, approximately uniformly and at small cost.

use super::{Belief, Beliefs, FIXED, have_same_back, places};
use crate::program::{PlayoutSample, Program, ZoneAtDecision};
use crate::state::{Generator, State, Status};

/// Maximum number of exchanges per determinization. In games that reach it, the order of assignment has
/// little influence.
const MOST_EXCHANGES: usize = 1 << 16;

impl Beliefs {
    /// Prepares determinizations of a position for a seat. With `habits`, no card is assigned to a zone that
    /// it never occurs in.
    pub(crate) fn pools<'b>(
        &'b self,
        program: &Program,
        state: &State,
        seat: u8,
        habits: Option<&'b PlayoutSample>,
    ) -> Pools<'b> {
        let belief = &self.seats[usize::from(seat)];
        let places = places::unseen(program, state, seat, belief);
        let alike = places.chunk_by(|a, b| have_same_back(&program.layout, *a, *b));
        let absent = |place: u16| habits.and_then(|habits| absent(habits, program, state, place));
        let pools = alike.map(|places| Pool::new(belief, places, &absent)).collect();
        Pools { cards: program.layout.cards() as u16, pools }
    }

    /// Returns these beliefs for a position redealt for a seat. The beliefs of that seat are unchanged. Those
    /// of the others refer to the cards that replace the cards they have seen.
    pub fn determinized(&self, seat: u8, becomes: &[u16]) -> Self {
        let moved: Vec<(u16, u16)> =
            (0..).zip(becomes).filter(|(place, to)| place != *to).map(|(place, to)| (place, *to)).collect();
        let mut new = self.clone();
        for (other, (old, new)) in self.seats.iter().zip(&mut new.seats).enumerate() {
            for (place, to) in &moved {
                new.class[usize::from(*to)] = old.class[usize::from(*place)];
            }
            if other != usize::from(seat) {
                new.follow(old, &moved);
            }
        }
        new
    }
}

/// Returns the cards that never occur in the zone of this card.
fn absent<'h>(habits: &'h PlayoutSample, program: &Program, state: &State, card: u16) -> Option<&'h [u64]> {
    let Status::Waiting { choice, player, .. } = state.status() else { return None };
    let info = &program.layout.zones[usize::from(state.cards[usize::from(card)].zone)];
    let lying = ZoneAtDecision { choice, zone: info.def, own: info.player == player };
    habits.absent.get(&lying).map(|set| &**set)
}

impl Belief {
    /// Replaces each moved card in each set by the card at its position now.
    fn follow(&mut self, old: &Self, moved: &[(u16, u16)]) {
        let mut all = vec![0; self.words];
        moved.iter().for_each(|(card, _)| all[usize::from(*card) / 64] |= 1 << (card % 64));
        for class in FIXED + 1..old.places.len() as u8 {
            let beside = |set: &[u64], wanted: bool| {
                set.iter().zip(&all).all(|(set, all)| set & all == if wanted { *all } else { 0 })
            };
            if beside(old.set(class), true) || beside(old.set(class), false) {
                continue;
            }
            let set = self.set_mut(class);
            set.iter_mut().zip(&all).for_each(|(set, all)| *set &= !all);
            for (_, to) in moved.iter().filter(|(card, _)| old.may_contain(class, *card)) {
                set[usize::from(*to) / 64] |= 1 << (to % 64);
            }
        }
    }
}

/// The cards that a seat does not know, grouped by back.
pub(crate) struct Pools<'b> {
    cards: u16,
    pools: Vec<Pool<'b>>,
}

impl Pools<'_> {
    /// Returns true if habits exclude a card from a position that the seat cannot rule out.
    pub fn are_restricted(&self) -> bool {
        self.pools.iter().any(Pool::is_restricted)
    }

    /// Draws a determinization. The same seed gives the same one in all worlds that the seat cannot
    /// distinguish. Writes to `becomes`, for each card, the card now at its position. Returns false if habits
    /// exclude all assignments.
    pub fn deal(&mut self, seed: u64, becomes: &mut Vec<u16>) -> bool {
        becomes.clear();
        becomes.extend(0..self.cards);
        let mut rng = Generator::new(seed);
        self.pools.iter_mut().all(|pool| pool.deal(&mut rng, becomes))
    }
}

/// The positions of one back, and the cards there.
struct Pool<'b> {
    belief: &'b Belief,
    places: Vec<u16>,
    /// For each position: the index of its class in `classes`.
    class: Vec<u8>,
    classes: Vec<Class<'b>>,
    /// The cards in the order of the card list.
    sorted: Vec<u16>,
    /// The cards in the order of the positions to which they are assigned.
    cards: Vec<u16>,
    exchanges: Exchanges,
}

/// The positions of one class with the same excluded cards.
struct Class<'b> {
    number: u8,
    /// Cards excluded here although the seat cannot rule them out.
    absent: Option<&'b [u64]>,
    places: usize,
    /// The cards assigned in this determinization.
    cards: Vec<u16>,
}

impl Class<'_> {
    fn may_hold(&self, belief: &Belief, card: u16) -> bool {
        let is_absent = |set: &[u64]| set[usize::from(card) / 64] & 1 << (card % 64) != 0;
        belief.may_contain(self.number, card) && !self.absent.is_some_and(is_absent)
    }

    fn lacks(&self) -> usize {
        self.places - self.cards.len()
    }
}

impl<'b> Pool<'b> {
    fn new(belief: &'b Belief, places: &[u16], absent: &impl Fn(u16) -> Option<&'b [u64]>) -> Self {
        let mut classes: Vec<Class<'b>> = Vec::new();
        let mut class_of = |place: &u16| {
            let (number, absent) = (belief.class_of(*place), absent(*place));
            let same = |class: &Class<'_>| class.number == number && class.absent == absent;
            let at = classes.iter().position(same).unwrap_or(classes.len());
            if at == classes.len() {
                classes.push(Class { number, absent, places: 0, cards: Vec::new() });
            }
            classes[at].places += 1;
            at as u8
        };
        let class = places.iter().map(&mut class_of).collect();
        let mut sorted = places.to_vec();
        sorted.sort_unstable();
        let cards = sorted.clone();
        Self {
            belief,
            places: places.to_vec(),
            class,
            classes,
            sorted,
            cards,
            exchanges: Exchanges::default(),
        }
    }

    /// Returns true if a card is excluded from a position that the seat cannot rule out.
    fn is_restricted(&self) -> bool {
        let kept = |class: &Class<'_>, card: u16| {
            self.belief.may_contain(class.number, card) && !class.may_hold(self.belief, card)
        };
        self.classes
            .iter()
            .any(|class| class.absent.is_some() && self.sorted.iter().any(|card| kept(class, *card)))
    }

    fn may_hold(&self, class: usize, card: u16) -> bool {
        self.classes[class].may_hold(self.belief, card)
    }

    /// Assigns each position its new card. Returns false if that is impossible.
    fn deal(&mut self, rng: &mut Generator, becomes: &mut [u16]) -> bool {
        self.cards.copy_from_slice(&self.sorted);
        rng.shuffle(&mut self.cards);
        if self.classes.len() > 1 || self.classes.iter().any(|class| class.absent.is_some()) {
            if !self.deal_classes(rng) {
                return false;
            }
            self.exchanges.make(self.belief, &mut self.classes, rng);
            self.put_in_order(rng);
        }
        let dealt = self.places.iter().zip(&self.cards);
        dealt.for_each(|(place, card)| becomes[usize::from(*place)] = *card);
        true
    }

    /// Assigns each class as many cards as it has positions. Returns false if habits make that impossible.
    fn deal_classes(&mut self, rng: &mut Generator) -> bool {
        self.classes.iter_mut().for_each(|class| class.cards.clear());
        let dealt = (0..self.cards.len()).all(|at| self.give(self.cards[at], rng));
        if !dealt && self.classes.iter().any(|class| class.absent.is_some()) {
            return false;
        }
        if !dealt {
            // unreachable, because the true position is an assignment
            self.classes.iter_mut().for_each(|class| class.cards.clear());
            for (place, class) in self.places.iter().zip(&self.class) {
                self.classes[usize::from(*class)].cards.push(*place);
            }
        }
        true
    }

    /// Lists the cards of the classes in the order of the positions.
    fn put_in_order(&mut self, rng: &mut Generator) {
        self.classes.iter_mut().for_each(|class| rng.shuffle(&mut class.cards));
        for (at, class) in self.class.iter().enumerate() {
            self.cards[at] = self.classes[usize::from(*class)].cards.pop().unwrap_or(self.places[at]);
        }
    }

    /// Assigns a card to a class that may have it and lacks some, with probability proportional to the number
    /// it lacks. Otherwise moves cards between classes to make room.
    fn give(&mut self, card: u16, rng: &mut Generator) -> bool {
        let open = |class: &usize| self.may_hold(*class, card);
        let lacking: usize =
            (0..self.classes.len()).filter(open).map(|class| self.classes[class].lacks()).sum();
        if lacking == 0 {
            return self.pass_on(card);
        }
        let mut nth = rng.below(lacking as u32) as usize;
        let class = (0..self.classes.len()).filter(open).find(|class| {
            let lacks = self.classes[*class].lacks();
            let here = nth < lacks;
            nth = nth.saturating_sub(lacks);
            here
        });
        class.is_some_and(|class| {
            self.classes[class].cards.push(card);
            true
        })
    }

    /// Finds the shortest path (breadth-first search) to a class that lacks a card; each class on it passes
    /// one of its cards to the next.
    fn pass_on(&mut self, card: u16) -> bool {
        // for each class that was reached: the card it would get, and the class that passes it
        let mut reached: Vec<Option<(u16, Option<usize>)>> = vec![None; self.classes.len()];
        let mut queue: Vec<usize> =
            (0..self.classes.len()).filter(|class| self.may_hold(*class, card)).collect();
        queue.iter().for_each(|class| reached[*class] = Some((card, None)));
        let mut next = 0;
        while let Some(&class) = queue.get(next) {
            next += 1;
            if self.classes[class].lacks() > 0 {
                self.shift(class, &reached);
                return true;
            }
            for (to, reached) in reached.iter_mut().enumerate().filter(|(_, reached)| reached.is_none()) {
                let given = self.classes[class].cards.iter().copied().find(|card| self.may_hold(to, *card));
                if let Some(given) = given {
                    *reached = Some((given, Some(class)));
                    queue.push(to);
                }
            }
        }
        false
    }

    fn shift(&mut self, last: usize, reached: &[Option<(u16, Option<usize>)>]) {
        let mut at = Some(last);
        while let Some((class, (card, from))) = at.and_then(|class| Some((class, reached[class]?))) {
            self.classes[class].cards.push(card);
            if let Some(from) = from {
                self.classes[from].cards.retain(|other| *other != card);
            }
            at = from;
        }
    }
}

/// Randomises an assignment by a Markov chain: repeatedly exchanges the cards at two random positions if both
/// may be moved. Enough exchanges make all reachable assignments equally likely.
///
/// Cards that only one class may have stay in place. One position of each pair is outside the largest class,
/// which suffices to change that class, too. The choice of pairs does not depend on the cards, so each
/// exchange is as likely as its reverse.
#[derive(Default)]
struct Exchanges {
    /// Class and index of cards that can move, those of the largest class last.
    places: Vec<(u8, u16)>,
}

impl Exchanges {
    fn make(&mut self, belief: &Belief, classes: &mut [Class<'_>], rng: &mut Generator) {
        let outside = self.gather(belief, classes);
        let all = self.places.len();
        if outside == 0 || all < 2 {
            return;
        }
        let tries = 4 * outside * (all.ilog2() as usize + 1);
        for _ in 0..tries.min(MOST_EXCHANGES) {
            let [(a, i), (b, j)] = [outside, all].map(|count| self.places[rng.below(count as u32) as usize]);
            if a == b {
                continue;
            }
            let [(a, i), (b, j)] = [(a, i), (b, j)].map(|(class, at)| (usize::from(class), usize::from(at)));
            let (card, other) = (classes[a].cards[i], classes[b].cards[j]);
            if classes[a].may_hold(belief, other) && classes[b].may_hold(belief, card) {
                classes[a].cards[i] = other;
                classes[b].cards[j] = card;
            }
        }
    }

    /// Collects the movable cards. Returns the number of those outside the largest class.
    fn gather(&mut self, belief: &Belief, classes: &[Class<'_>]) -> usize {
        let moves = |card: u16| classes.iter().filter(|class| class.may_hold(belief, card)).nth(1).is_some();
        self.places.clear();
        let (mut largest, mut most) = (0..0, 0);
        for (class, cards) in classes.iter().map(|class| &class.cards).enumerate() {
            let start = self.places.len();
            let those = (0..).zip(cards).filter(|(_, card)| moves(**card));
            self.places.extend(those.map(|(at, _)| (class as u8, at)));
            if self.places.len() - start > most {
                (largest, most) = (start..self.places.len(), self.places.len() - start);
            }
        }
        self.places[largest.start..].rotate_left(most);
        self.places.len() - most
    }
}
