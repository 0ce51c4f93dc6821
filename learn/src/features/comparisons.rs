//! Features that compare a card with other cards: those in each zone, and the unseen ones.
//!
//! They count the cards with the same word (such as a suit). Of these, and of all cards, they count higher
//! and lower numbers (such as ranks).

use super::keys::{Keys, Name, Sum};
use super::seat_observation::SeatObservation;
use super::traits::{COMPARED, Compared, Traits};
use ludex_check::ids::KindId;
use ludex_run::program::{NONE, Program};
use ludex_run::state::NO_CARD;

/// Number of features of a count: one, two, three or four, more.
const COUNTS: u32 = 4;
/// Number of features of an order: counts of the higher and the lower cards, and flags for the highest and
/// the lowest card.
const ORDER: u32 = 2 * COUNTS + 2;
/// Number of features of a comparison with one card: the same word; higher or lower, also within the same
/// word.
const BESIDE: u32 = 3;

/// A group of cards for comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// In a declared zone of the seat.
    Own(usize),
    /// In a declared zone of another player, of the game, or of a spot.
    Others(usize),
    /// In a zone of the spot that an option names: true for the seat's own cards.
    Named(bool),
    /// Unseen cards: true for the seat's own.
    Unseen(bool),
}

/// Features of one kind of card.
#[derive(Debug)]
struct Kind {
    /// First feature of each group.
    first: Vec<Option<u32>>,
    /// By declared zone: first feature of its first card; those of its last card follow.
    ends: Vec<Option<u32>>,
    /// Variables that hold a card, with their first features.
    held: Vec<(usize, u32)>,
}

/// Features of all comparisons.
#[derive(Debug)]
pub(super) struct ComparisonFeatures {
    kinds: Vec<Kind>,
    zones: usize,
}

/// Numbers of cards: all, then the lower, equal and higher ones by each number. The last element pads the
/// array to eight.
type Orders = [u16; 2 + 3 * COMPARED];
/// Counts of a group's cards relative to another card: with any word, then with the same word.
type Counts = [Orders; 1 + COMPARED];

/// Counts of one card. Its index is the order by the first number plus four times that by the second; 3 means
/// not comparable.
const ONE_CARD: [Orders; 4 * 4] = {
    let mut all = [[0; 2 + 3 * COMPARED]; 4 * 4];
    let mut at = 0;
    while at < all.len() {
        all[at][0] = 1;
        let orders = [at % 4, at / 4];
        let mut number = 0;
        while number < COMPARED {
            if orders[number] < 3 {
                all[at][1 + 3 * number + orders[number]] = 1;
            }
            number += 1;
        }
        at += 1;
    }
    all
};

/// Cards to compare with in a position, and buffers for counting.
#[derive(Debug, Clone, Default)]
pub(super) struct ComparedCards {
    is_found: bool,
    /// By kind: group and design of each card.
    cards: Vec<Vec<(u16, u32)>>,
    /// First and last cards of common zones, with their declared zone.
    ends: Vec<(usize, [Option<u32>; 2])>,
    /// Cards held by variables.
    held: Vec<(usize, u32)>,
    /// Cards in the zones of a spot that an option names.
    named: Vec<(u16, u32)>,
    /// Counts of each group.
    counts: Vec<Counts>,
}

impl ComparedCards {
    /// Called when the position has changed.
    pub fn forget(&mut self) {
        self.is_found = false;
    }
}

fn rows_of_group(compared: &Compared) -> u32 {
    let (words, numbers) = (compared.words.len() as u32, compared.numbers.len() as u32);
    (words + 1) * (COUNTS + numbers * ORDER)
}

fn rows_beside(compared: &Compared) -> u32 {
    let (words, numbers) = (compared.words.len() as u32, compared.numbers.len() as u32);
    words + numbers * BESIDE + words * numbers * BESIDE
}

impl ComparisonFeatures {
    pub fn new(keys: &mut Keys, program: &Program, traits: &Traits) -> Self {
        let zones = program.checked.zones.len();
        let mut meetings = Self { kinds: Vec::new(), zones };
        for (kind, def) in program.checked.kinds.iter().enumerate() {
            let compared = &traits.compared[kind];
            let name = Name::new("met").then(&def.name);
            let holds = |zone: usize| program.layout.holds[kind][zone];
            let mut group = |name: Name, there: bool| {
                there.then(|| {
                    let first = keys.0.len() as u32;
                    name_group(keys, &name, compared);
                    first
                })
            };
            let mut first = Vec::new();
            for (zone, of) in program.checked.zones.iter().enumerate() {
                first.push(group(name.then("own").then(&of.name), holds(zone)));
                first.push(group(name.then("others").then(&of.name), holds(zone)));
            }
            for word in ["named own", "named others", "unseen own", "unseen others"] {
                first.push(group(name.then(word), true));
            }
            let mut beside = |name: Name| {
                let first = keys.0.len() as u32;
                name_beside(keys, &name, compared);
                first
            };
            let ends = (0..zones).map(|zone| {
                let of = &program.checked.zones[zone];
                let has = of.ordered && holds(zone);
                has.then(|| {
                    let first = beside(name.then("first of").then(&of.name));
                    beside(name.then("last of").then(&of.name));
                    first
                })
            });
            let ends = ends.collect();
            let vars = program.checked.vars.iter().enumerate();
            let of_cards = vars.filter(|(_, var)| {
                var.ty.is_card() && var.per.is_none() && var.holder == ludex_check::hir::Holder::Game
            });
            let held = of_cards.map(|(at, var)| (at, beside(name.then("held by").then(&var.name)))).collect();
            meetings.kinds.push(Kind { first, ends, held });
        }
        meetings
    }

    fn number(&self, group: Group) -> usize {
        match group {
            Group::Own(zone) => 2 * zone,
            Group::Others(zone) => 2 * zone + 1,
            Group::Named(own) => 2 * self.zones + usize::from(!own),
            Group::Unseen(own) => 2 * self.zones + 2 + usize::from(!own),
        }
    }

    /// Collects the cards of the position, unless already done.
    fn find(&self, look: &SeatObservation<'_>, met: &mut ComparedCards) {
        if std::mem::replace(&mut met.is_found, true) {
            return;
        }
        let (layout, state) = (&look.program.layout, look.state);
        met.cards.resize_with(self.kinds.len(), Vec::new);
        met.cards.iter_mut().for_each(Vec::clear);
        met.ends.clear();
        met.held.clear();
        for (c, lies) in state.cards.iter().enumerate().filter(|(_, lies)| lies.zone != 0) {
            let info = &layout.zones[usize::from(lies.zone)];
            let group = if !look.knows(c as u16) {
                Group::Unseen(layout.owner[c] == i32::from(look.seat))
            } else if info.player == i32::from(look.seat) {
                Group::Own(info.def.index())
            } else {
                Group::Others(info.def.index())
            };
            met.cards[usize::from(layout.kind[c])].push((self.number(group) as u16, layout.design[c]));
        }
        for (zone, info) in layout.zones.iter().enumerate().skip(1) {
            if info.ordered && info.player < 0 && info.spot < 0 && !info.on_card && !look.hides(zone as u16) {
                let place = state.zones[zone];
                let known = |card: u16| {
                    (card != NO_CARD && look.knows(card)).then(|| layout.design[usize::from(card)])
                };
                met.ends.push((info.def.index(), [known(place.head), known(place.tail)]));
            }
        }
        for (var, _) in self.kinds.first().map_or(&[][..], |kind| &kind.held) {
            let value = state.cells[layout.cells_of(*var).start];
            met.held.extend(look.known_card(value).map(|card| (*var, layout.design[usize::from(card)])));
        }
    }

    /// Adds the features that compare a card with all cards.
    pub fn add(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        met: &mut ComparedCards,
        design: u32,
    ) {
        self.find(look, met);
        let kind = look.program.checked.designs[design as usize].kind;
        let rows = &self.kinds[kind.index()];
        self.add_groups(traits, sum, (kind, design), (&met.cards[kind.index()], &mut met.counts));
        let compared = &traits.compared[kind.index()];
        let same_kind = |other: u32| look.program.checked.designs[other as usize].kind == kind;
        for (zone, ends) in &met.ends {
            let Some(first) = rows.ends[*zone] else { continue };
            for (at, other) in (0..).zip(ends) {
                if let Some(other) = other.filter(|other| same_kind(*other)) {
                    add_beside(
                        look.program,
                        compared,
                        sum,
                        first + at * rows_beside(compared),
                        [design, other],
                    );
                }
            }
        }
        for (var, other) in met.held.iter().filter(|(_, other)| same_kind(*other)) {
            if let Some((_, first)) = rows.held.iter().find(|(of, _)| of == var) {
                add_beside(look.program, compared, sum, *first, [design, *other]);
            }
        }
    }

    /// Adds the features that compare a card with those in zones that an option names.
    pub fn add_named(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        met: &mut ComparedCards,
        (design, zones): (u32, &[u16]),
    ) {
        let layout = &look.program.layout;
        let kind = look.program.checked.designs[design as usize].kind;
        met.named.clear();
        for card in
            zones.iter().filter(|zone| !look.hides(**zone)).flat_map(|zone| look.state.cards_in(*zone))
        {
            let c = usize::from(card);
            if usize::from(layout.kind[c]) == kind.index() && look.knows(card) {
                let own = layout.owner[c] == i32::from(look.seat);
                met.named.push((self.number(Group::Named(own)) as u16, layout.design[c]));
            }
        }
        self.add_groups(traits, sum, (kind, design), (&met.named, &mut met.counts));
    }

    fn add_groups(
        &self,
        traits: &Traits,
        sum: &mut Sum,
        (kind, design): (KindId, u32),
        (cards, counts): (&[(u16, u32)], &mut Vec<Counts>),
    ) {
        let (first, compared) = (&self.kinds[kind.index()].first, &traits.compared[kind.index()]);
        counts.clear();
        counts.resize(first.len(), Counts::default());
        let own = &traits.printed[design as usize];
        for (group, other) in cards {
            let other = &traits.printed[*other as usize];
            let mut orders = 0;
            for number in 0..COMPARED {
                let (one, two) = (own.numbers[number], other.numbers[number]);
                let is_missing = one == NONE || two == NONE;
                let order = if is_missing { 3 } else { 1 + usize::from(two > one) - usize::from(two < one) };
                orders |= order << (2 * number);
            }
            let counts = &mut counts[usize::from(*group)];
            add_card(&mut counts[0], orders);
            for word in 0..COMPARED {
                if own.words[word] != NONE && own.words[word] == other.words[word] {
                    add_card(&mut counts[1 + word], orders);
                }
            }
        }
        let (words, numbers) = (compared.words.len() + 1, compared.numbers.len());
        let rows = rows_of_group(compared) / words as u32;
        for (first, counts) in first.iter().zip(counts) {
            let Some(first) = first else { continue };
            for (word, counts) in (0..).zip(&counts[..words]).filter(|(_, counts)| counts[0] > 0) {
                add_counts(sum, first + word * rows, &counts[..1 + 3 * numbers]);
            }
        }
    }
}

fn add_card(counts: &mut Orders, orders: usize) {
    for (count, one) in counts.iter_mut().zip(&ONE_CARD[orders]) {
        *count += one;
    }
}

fn add_count(sum: &mut Sum, first: u32, count: u16) {
    let at = match count {
        0 => return,
        1 => 0,
        2 => 1,
        3..=4 => 2,
        _ => 3,
    };
    sum.hold(first + at);
}

fn add_counts(sum: &mut Sum, first: u32, counts: &[u16]) {
    add_count(sum, first, counts[0]);
    for (number, counts) in (0..).zip(counts[1..].chunks(3)) {
        let first = first + COUNTS + number * ORDER;
        add_count(sum, first, counts[0]);
        add_count(sum, first + COUNTS, counts[2]);
        let some = counts.iter().any(|count| *count > 0);
        for (at, count) in [(0, counts[2]), (1, counts[0])] {
            if some && count == 0 {
                sum.hold(first + 2 * COUNTS + at);
            }
        }
    }
}

fn name_group(keys: &mut Keys, name: &Name, compared: &Compared) {
    let words = [""].into_iter().chain(compared.words.iter().map(|(_, word)| word.as_str()));
    for word in words {
        let name = name.then(word);
        let counts = |keys: &mut Keys, name: Name| {
            (0..i64::from(COUNTS)).for_each(|n| {
                keys.row(&name.number(n));
            });
        };
        counts(keys, name.then("count"));
        for (_, number) in &compared.numbers {
            let name = name.then(number);
            counts(keys, name.then("lower"));
            counts(keys, name.then("higher"));
            for word in ["highest", "lowest"] {
                keys.row(&name.then(word));
            }
        }
    }
}

fn name_beside(keys: &mut Keys, name: &Name, compared: &Compared) {
    let words: Vec<&str> =
        [""].into_iter().chain(compared.words.iter().map(|(_, word)| word.as_str())).collect();
    words[1..].iter().for_each(|word| {
        keys.row(&name.then(word).then("same"));
    });
    for word in words {
        for (_, number) in &compared.numbers {
            for order in ["lower", "equal", "higher"] {
                keys.row(&name.then(word).then(number).then(order));
            }
        }
    }
}

/// Adds the features that compare a card with one other card.
fn add_beside(program: &Program, compared: &Compared, sum: &mut Sum, first: u32, [card, other]: [u32; 2]) {
    let of = |column: u32, design: u32| program.layout.fields[column as usize + design as usize];
    let same = |column: u32| of(column, card) != NONE && of(column, card) == of(column, other);
    let words = compared.words.len() as u32;
    let numbers = compared.numbers.len() as u32;
    let holds = [true].into_iter().chain(compared.words.iter().map(|(column, _)| same(*column)));
    for (word, _) in (0..).zip(holds).filter(|(_, holds)| *holds) {
        if word > 0 {
            sum.hold(first + word - 1);
        }
        for (number, (column, _)) in (0..).zip(&compared.numbers) {
            let [one, two] = [of(*column, card), of(*column, other)];
            if one != NONE && two != NONE {
                sum.hold(
                    first + words + (word * numbers + number) * BESIDE + (one.cmp(&two) as i8 + 1) as u32,
                );
            }
        }
    }
}
