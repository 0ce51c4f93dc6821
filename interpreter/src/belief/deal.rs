//! Dealing: each place gets a card of its class, all deals as equally likely as can be had at small cost.

use super::{Belief, Beliefs, FIXED, places, same_back};
use crate::program::Program;
use crate::state::{Generator, State};

impl Beliefs {
    /// A random deal that a seat can't rule out: that of a seed is the same in all worlds that the seat can't tell apart. For each card: the
    /// card that lies in its place.
    pub(crate) fn deal(&self, program: &Program, state: &State, seat: u8, seed: u64) -> Vec<u16> {
        let belief = &self.seats[usize::from(seat)];
        let cards = program.layout.cards() as u16;
        let mut becomes: Vec<u16> = (0..cards).collect();
        let mut rng = Generator::new(seed);
        for places in
            places::unseen(program, state, seat, belief).chunk_by(|a, b| same_back(&program.layout, *a, *b))
        {
            Deal::new(belief, places).deal(&mut rng).for_each(|(place, card)| {
                becomes[usize::from(place)] = card;
            });
        }
        becomes
    }

    /// The same beliefs about a position dealt anew for a seat. To that seat nothing has changed; what others have seen, they have
    /// seen of the cards that lie there now.
    pub(crate) fn redealt(&self, seat: u8, becomes: &[u16]) -> Self {
        let mut new = self.clone();
        for (other, (old, new)) in self.seats.iter().zip(&mut new.seats).enumerate() {
            for (place, to) in becomes.iter().enumerate() {
                new.class[usize::from(*to)] = old.class[place];
            }
            if other == usize::from(seat) {
                continue;
            }
            for class in FIXED + 1..old.places.len() as u8 {
                let set = new.set_mut(class);
                set.fill(0);
                for (_, to) in becomes.iter().enumerate().filter(|(card, _)| old.has(class, *card as u16)) {
                    set[usize::from(*to) / 64] |= 1 << (to % 64);
                }
            }
        }
        new
    }
}

/// Places of one back, and the cards that lie there.
struct Deal<'b> {
    belief: &'b Belief,
    places: Vec<u16>,
    /// The classes of the places, each with the cards it gets and how many it lacks.
    classes: Vec<Class>,
}

struct Class {
    number: u8,
    lacks: usize,
    cards: Vec<u16>,
}

impl<'b> Deal<'b> {
    fn new(belief: &'b Belief, places: &[u16]) -> Self {
        let mut classes: Vec<Class> = Vec::new();
        for &place in places {
            let number = belief.class_of(place);
            match classes.iter_mut().find(|class| class.number == number) {
                Some(class) => class.lacks += 1,
                None => classes.push(Class { number, lacks: 1, cards: Vec::new() }),
            }
        }
        Self { belief, places: places.to_vec(), classes }
    }

    fn may(&self, class: usize, card: u16) -> bool {
        self.belief.has(self.classes[class].number, card)
    }

    /// Each place with its new card.
    fn deal(mut self, rng: &mut Generator) -> impl Iterator<Item = (u16, u16)> {
        let mut cards = self.places.clone();
        cards.sort_unstable();
        rng.shuffle(&mut cards);
        let dealt = cards.iter().all(|card| self.give(*card, rng));
        if !dealt {
            // can't be: the true deal is one
            for class in &mut self.classes {
                let number = class.number;
                class.cards =
                    self.places.iter().copied().filter(|p| self.belief.class_of(*p) == number).collect();
            }
        }
        if self.classes.len() > 1 {
            self.even_out(rng);
        }
        self.classes.iter_mut().for_each(|class| rng.shuffle(&mut class.cards));
        let (belief, mut classes) = (self.belief, self.classes);
        self.places.into_iter().map(move |place| {
            let number = belief.class_of(place);
            let class = classes.iter_mut().find(|class| class.number == number);
            (place, class.and_then(|class| class.cards.pop()).unwrap_or(place))
        })
    }

    /// Gives a card to a class that may have it and still lacks some, in proportion to how many. If there is none, a class passes one of its
    /// cards on, over as many classes as it takes.
    fn give(&mut self, card: u16, rng: &mut Generator) -> bool {
        let open = |class: &usize| self.may(*class, card);
        let lacking: usize =
            (0..self.classes.len()).filter(open).map(|class| self.classes[class].lacks).sum();
        if lacking == 0 {
            return self.pass_on(card);
        }
        let mut nth = rng.below(lacking as u32) as usize;
        let class = (0..self.classes.len()).filter(open).find(|class| {
            let lacks = self.classes[*class].lacks;
            let here = nth < lacks;
            nth = nth.saturating_sub(lacks);
            here
        });
        class.is_some_and(|class| {
            self.classes[class].cards.push(card);
            self.classes[class].lacks -= 1;
            true
        })
    }

    /// Finds the shortest way to a class that lacks a card, each class on it giving one of its cards to the next.
    fn pass_on(&mut self, card: u16) -> bool {
        // for each class that was reached: the card it would get, and from which class
        let mut reached: Vec<Option<(u16, Option<usize>)>> = vec![None; self.classes.len()];
        let mut queue: Vec<usize> = (0..self.classes.len()).filter(|class| self.may(*class, card)).collect();
        queue.iter().for_each(|class| reached[*class] = Some((card, None)));
        let mut next = 0;
        while let Some(&class) = queue.get(next) {
            next += 1;
            if self.classes[class].lacks > 0 {
                self.classes[class].lacks -= 1;
                self.shift(class, &reached);
                return true;
            }
            for (to, reached) in reached.iter_mut().enumerate().filter(|(_, reached)| reached.is_none()) {
                let given = self.classes[class].cards.iter().copied().find(|card| self.may(to, *card));
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

    /// Cards of two random places change places where they may, so often that the way they were given out is forgotten: each deal
    /// that can be reached so is as likely as another.
    fn even_out(&mut self, rng: &mut Generator) {
        let count = self.places.len();
        let tries = 4 * count * (count.ilog2() as usize + 1);
        for _ in 0..tries {
            let [(a, i), (b, j)] = [(); 2].map(|()| self.nth(rng.below(count as u32) as usize));
            let (card, other) = (self.classes[a].cards[i], self.classes[b].cards[j]);
            if a != b && self.may(a, other) && self.may(b, card) {
                self.classes[a].cards[i] = other;
                self.classes[b].cards[j] = card;
            }
        }
    }

    /// The class of the nth place, and which of the class's places it is.
    fn nth(&self, mut nth: usize) -> (usize, usize) {
        for (i, class) in self.classes.iter().enumerate() {
            if nth < class.cards.len() {
                return (i, nth);
            }
            nth -= class.cards.len();
        }
        (0, 0)
    }
}
