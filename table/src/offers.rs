//! The options of a decision as presented to a person: keys, names and texts.

use ludex::rules::Rules;
use ludex::{ActionId, CardView, Choice, Decision, Game, OptionView, Several, Value, View, ZoneAt};

use crate::names::{form, plain};
use crate::order::place_in;
use crate::phrases::Phrases;
use crate::words::Words;

/// Maximum number of plain numbers listed in full; longer ranges show the first and the last number.
pub const LISTED: usize = 12;

/// Input to decline; in a list of numbers it is the key of this option.
const DECLINE: &str = "-";
/// Key to finish a multiple choice in a list of numbers.
const ENOUGH: &str = ".";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Input that selects the option: its position in the list. If a number is chosen, or the names differ
    /// only in a number, it is this number.
    pub key: String,
    pub name: String,
    /// Explanation of the option, if the list shows one.
    pub text: Option<String>,
    /// Stable label, unless it would reveal more than the name.
    pub label: Option<String>,
    /// Alternative inputs, if they are unique: `y` and `n` for a question, `-` to decline.
    pub also: Vec<String>,
}

pub struct Offers {
    pub all: Vec<Offer>,
    /// True if the input is the chosen number.
    pub numbers: bool,
    /// Set if several options are chosen, in any order.
    pub several: Option<Several>,
}

/// Interpretation of an input line.
#[derive(Debug, PartialEq, Eq)]
pub enum InputMeaning {
    One(usize),
    /// Several options with the same name.
    Several(Vec<usize>),
    /// Several options of a long list whose names contain the input.
    Among(Vec<usize>),
    None,
}

impl Offers {
    /// Returns the options of the pending decision as the acting player sees them; empty for other players.
    pub fn at(words: &Words<'_>, game: &Game, seat: u8) -> Offers {
        let seat = game.setup().seat(seat);
        let decision = seat.and_then(|seat| game.decision_for(seat));
        // others see who decides, but no option
        let Some(mut decision) = decision.filter(|decision| Some(decision.seat.id) == seat) else {
            return Offers { all: Vec::new(), numbers: false, several: None };
        };
        let several = game.several(decision.seat.id).filter(|several| several.most > 1);
        if let Some(several) = &several {
            let declines = decision.options.into_iter().rfind(|option| option.choice == Choice::Decline);
            let all = several.options.iter().cloned().chain(declines);
            // a fixed number of choices needs no option to finish
            let done = (several.least < several.most).then(|| several.done.clone());
            decision.options = all.chain(done).collect();
        }
        let is_number = |option: &OptionView| matches!(option.choice, Choice::Pick(Value::Int(_)));
        let named = words.offers(game, &decision);
        let own = numbers_of(&named, &decision.options);
        let numbers = own.is_some() || decision.options.iter().any(is_number);
        let places = if numbers { Vec::new() } else { places(words, game, &decision) };
        let parts = named.into_iter().zip(&decision.options);
        let offer = |(i, ((name, text), option)): (usize, (_, &OptionView))| Offer {
            key: match own.as_ref().and_then(|own| own.get(i)) {
                Some(number) => number.clone(),
                None => key(numbers, places.get(i).copied().unwrap_or(i), &option.choice),
            },
            name,
            text,
            label: (!is_hidden(&option.choice)).then(|| option.label.clone()),
            also: also(words.own, &option.choice),
        };
        Offers { all: parts.enumerate().map(offer).collect(), numbers, several }
    }

    /// Returns the remaining options after some choices of a multiple choice: those that may be chosen again,
    /// and the option to finish.
    pub fn left(&self, named: &[usize]) -> Offers {
        let Some(several) = &self.several else { return self.only(&(0..self.all.len()).collect::<Vec<_>>()) };
        let picks = several.options.len();
        let stops = several.least < several.most;
        let declines = self.declines(picks);
        let ends = |i: usize| match named.len() {
            0 => i == picks && (declines || several.least == 0),
            some => i + 1 == self.all.len() && stops && some >= several.least,
        };
        let is_left = |i: usize| if i < picks { self.can_repeat(named, i) } else { ends(i) };
        let left: Vec<usize> = (0..self.all.len()).filter(|i| is_left(*i)).collect();
        Offers { several: Some(several.clone()), ..self.only(&left) }
    }

    /// Returns true if an option declines a multiple choice, rather than finishing it.
    pub fn declines(&self, index: usize) -> bool {
        let several = self.several.as_ref();
        several.is_some_and(|several| {
            let stops = usize::from(several.least < several.most);
            index == several.options.len() && self.all.len() > index + stops
        })
    }

    /// Returns true if an option of a multiple choice may be chosen again.
    pub fn can_repeat(&self, named: &[usize], index: usize) -> bool {
        let copies = self.several.as_ref().and_then(|several| several.copies.get(index));
        copies.is_some_and(|copies| named.iter().filter(|other| **other == index).count() < *copies)
    }

    /// Returns the multiple choice, if its options can be chosen in any order.
    pub fn several(&self) -> Option<&Several> {
        self.several.as_ref()
    }

    /// Resolves a line with several words, numbers, or names separated by commas.
    pub fn all_of(&self, line: &str) -> Option<Vec<usize>> {
        let words = line.split([' ', ',']).filter(|word| !word.is_empty());
        let keyed: Option<Vec<usize>> = words.map(|word| self.keyed(word)).collect();
        let one =
            |name: &str| if let InputMeaning::One(index) = self.find(name) { Some(index) } else { None };
        let names = || line.split(',').map(one).collect::<Option<Vec<usize>>>();
        keyed.or_else(names).filter(|named| named.len() > 1 && self.several.is_some())
    }

    /// Resolves a line to an option by key or by displayed name, with or without its text. Also accepts the
    /// part before or after the name's colon (`3nt` for `Bid: 3NT`), and the label.
    pub fn find(&self, line: &str) -> InputMeaning {
        if let Some(index) = self.keyed(line) {
            return InputMeaning::One(index);
        }
        // symbols distinguish cards, as in `Q♥`
        let written = |offer: &Offer| offer.name.to_lowercase() == line.trim().to_lowercase();
        if let (Some(index), 1) =
            (self.all.iter().position(written), self.all.iter().filter(|o| written(o)).count())
        {
            return InputMeaning::One(index);
        }
        let form = form(line);
        let wanted = form(line);
        let is_meant = |offer: &Offer| {
            let whole = offer.text.iter().map(|text| format!("{} {text}", offer.name));
            let halves = offer.name.split_once(':').map(|(one, other)| [one.to_owned(), other.to_owned()]);
            let mut names = whole
                .chain([offer.name.clone()])
                .chain(halves.into_iter().flatten())
                .chain(offer.label.clone());
            !wanted.is_empty() && names.any(|name| form(&name) == wanted)
        };
        let found: Vec<usize> = (0..self.all.len()).filter(|i| is_meant(&self.all[*i])).collect();
        match found.as_slice() {
            [] => self.listed(line).or(self.also(line)).map_or_else(|| self.part(line), InputMeaning::One),
            [one] => InputMeaning::One(*one),
            _ => InputMeaning::Several(found),
        }
    }

    /// Resolves a line whose parts all occur in an option: `A♠` for `Beat: 7♠, A♠`. In a long list, searches
    /// the names for the words.
    fn part(&self, line: &str) -> InputMeaning {
        let form = form(line);
        let parts = |names: &str| -> Vec<String> {
            let parts = names.split([':', ',']).map(form);
            parts.filter(|part| !part.is_empty()).collect()
        };
        let wanted = parts(line);
        let is_meant = |offer: &Offer| {
            let parts = parts(&offer.name);
            parts.len() > 1 && wanted.iter().all(|part| parts.contains(part))
        };
        let all = 0..if wanted.is_empty() { 0 } else { self.all.len() };
        let found: Vec<usize> = all.filter(|i| is_meant(&self.all[*i])).collect();
        match found.as_slice() {
            [] => self.among(&plain(line)),
            [one] => InputMeaning::One(*one),
            _ => InputMeaning::Several(found),
        }
    }

    /// Returns the only option with these elements, in any order.
    fn listed(&self, line: &str) -> Option<usize> {
        let elements = |names: &str| {
            let mut elements: Vec<String> = names.split(',').map(|name| name.trim().to_lowercase()).collect();
            elements.sort_unstable();
            elements
        };
        let wanted = elements(line);
        let is_it = |offer: &Offer| wanted.len() > 1 && elements(&offer.name) == wanted;
        let index = self.all.iter().position(is_it)?;
        self.all[index + 1..].iter().all(|offer| !is_it(offer)).then_some(index)
    }

    /// Returns the only option with this alternative input.
    fn also(&self, line: &str) -> Option<usize> {
        let typed = line.trim().to_lowercase();
        let is_it = |offer: &Offer| offer.also.contains(&typed);
        let index = self.all.iter().position(is_it)?;
        self.all[index + 1..].iter().all(|offer| !is_it(offer)).then_some(index)
    }

    /// Returns the options of a long list whose names contain the words.
    fn among(&self, wanted: &str) -> InputMeaning {
        let has = |offer: &Offer| wanted.split(' ').all(|word| plain(&offer.name).contains(word));
        let found: Vec<usize> = (0..self.all.len()).filter(|i| has(&self.all[*i])).collect();
        match self.all.len() > LISTED && !wanted.is_empty() && !found.is_empty() {
            true => InputMeaning::Among(found),
            false => InputMeaning::None,
        }
    }

    /// Returns a list of some of the options.
    pub fn only(&self, indices: &[usize]) -> Offers {
        let all = indices.iter().filter_map(|i| self.all.get(*i).cloned()).collect();
        Offers { all, numbers: self.numbers, several: None }
    }

    pub fn keyed(&self, line: &str) -> Option<usize> {
        self.all.iter().position(|offer| offer.key == line.trim())
    }

    /// Returns the option name closest to an unknown input.
    pub fn near(&self, line: &str) -> Option<&str> {
        ludex::diagnostics::closest(line, self.names())
    }

    /// Returns the names of the options, without plain numbers.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().filter(|offer| !self.is_bare(offer)).map(|offer| offer.name.as_str())
    }

    /// Returns true for a number without a text.
    pub fn is_bare(&self, offer: &Offer) -> bool {
        self.numbers && offer.name == offer.key && offer.text.is_none()
    }

    pub fn get(&self, index: usize) -> Option<&Offer> {
        self.all.get(index)
    }

    /// Returns the options in display order: by key, unless numbers are chosen.
    pub fn listing(&self) -> Vec<&Offer> {
        let mut all: Vec<&Offer> = self.all.iter().collect();
        if !self.numbers {
            all.sort_by_key(|offer| offer.key.parse::<usize>().unwrap_or(usize::MAX));
        }
        all
    }

    /// Describes the allowed inputs briefly. Names are allowed too, unless all are plain numbers.
    pub fn allowed(&self, own: &Phrases) -> String {
        let (numbers, others): (Vec<&Offer>, Vec<&Offer>) =
            self.listing().into_iter().partition(|offer| offer.key.parse::<i32>().is_ok());
        let range = match numbers.as_slice() {
            [] => None,
            [one] => Some(one.key.clone()),
            all if self.numbers && all.len() <= 2 * LISTED && !are_consecutive(all) => {
                Some(all.iter().map(|offer| offer.key.as_str()).collect::<Vec<_>>().join(", "))
            }
            [first, .., last] if numbers.iter().all(|offer| self.is_bare(offer)) => {
                Some(own.number_between(&first.key, &last.key))
            }
            [first, .., last] => Some(own.number_or_name(&first.key, &last.key)),
        };
        range.into_iter().chain(others.into_iter().map(|o| o.key.clone())).collect::<Vec<_>>().join(", ")
    }

    pub fn keys(&self, indices: &[usize]) -> String {
        indices.iter().map(|i| self.all[*i].key.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the position of each option in the list, from 0. Cards, and actions with a card as target, are
/// sorted like the zone that they are in.
fn places(words: &Words<'_>, game: &Game, decision: &Decision) -> Vec<usize> {
    let view = game.view(decision.seat.id);
    let sorts: Vec<Option<Sort>> =
        decision.options.iter().map(|option| sort(words.rules(), &view, &option.choice)).collect();
    let mut order: Vec<usize> = (0..sorts.len()).collect();
    let group = |i: &usize| sorts[*i].as_ref().map(|(action, zone, _)| (*action, *zone));
    for run in order.chunk_by_mut(|a, b| group(a).is_some() && group(a) == group(b)) {
        run.sort_by_key(|i| &sorts[*i]);
    }
    let mut places = vec![0; order.len()];
    order.into_iter().enumerate().for_each(|(place, i)| places[i] = place);
    places
}

/// Sort key: action, zone of the first target, and position of the card in it.
type Sort = (Option<ActionId>, ZoneAt, (bool, Vec<i64>));

/// Returns the sort key of an option with a card in a sorted zone, or of an action with such a card.
fn sort(rules: &Rules, view: &View, choice: &Choice) -> Option<Sort> {
    let (action, card) = match choice {
        Choice::Pick(Value::Card(card)) => (None, card),
        Choice::Action { action, targets } => {
            let Some(Value::Card(card)) = targets.first() else { return None };
            (Some(action.id), card)
        }
        Choice::Pick(_) | Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_) => {
            return None;
        }
    };
    view.zones.iter().find_map(|zone| {
        let is_it = |seen: &&CardView| seen.card.as_ref().is_some_and(|known| known.id == card.id);
        let seen = zone.cards.iter().find(is_it)?;
        Some((action, zone.zone.id, place_in(rules, zone.zone.id, seen)?))
    })
}

fn key(numbers: bool, index: usize, choice: &Choice) -> String {
    match choice {
        Choice::Decline if numbers => DECLINE.to_owned(),
        Choice::Done if numbers => ENOUGH.to_owned(),
        Choice::Pick(Value::Int(n)) => n.to_string(),
        Choice::Decline
        | Choice::Done
        | Choice::Answer(_)
        | Choice::Mode(_)
        | Choice::Pick(_)
        | Choice::Action { .. } => (index + 1).to_string(),
    }
}

/// Returns the numbers in the names of options that differ only in one number each, such as `Bid 3`, `Bid 5`.
/// Options to decline or to finish are not numbered.
fn numbers_of(named: &[(String, Option<String>)], options: &[OptionView]) -> Option<Vec<String>> {
    let is_pick = |option: &&OptionView| matches!(option.choice, Choice::Pick(_));
    let picks = options.iter().take_while(is_pick).count();
    let rest = options[picks..].iter().all(|option| matches!(option.choice, Choice::Decline | Choice::Done));
    let parts: Option<Vec<(String, i32)>> = named[..picks].iter().map(|(name, _)| numbered(name)).collect();
    let parts = parts.filter(|_| rest && picks > 1)?;
    let mut numbers: Vec<i32> = parts.iter().map(|(_, number)| *number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let alike = parts.iter().all(|(name, _)| *name == parts[0].0);
    (alike && numbers.len() == picks).then(|| parts.iter().map(|(_, number)| number.to_string()).collect())
}

/// Splits a name into its text and its only number, if it has exactly one.
fn numbered(name: &str) -> Option<(String, i32)> {
    let (numbers, words): (Vec<&str>, Vec<&str>) =
        name.split_whitespace().partition(|word| word.parse::<i32>().is_ok());
    let [number] = numbers.as_slice() else { return None };
    let other = words.iter().any(|word| word.contains(|c: char| c.is_ascii_digit()));
    if other { None } else { Some((words.join(" "), number.parse().ok()?)) }
}

/// Returns the alternative inputs of an option, in English and in the game's language. Answering no also
/// counts as declining.
fn also(own: &Phrases, choice: &Choice) -> Vec<String> {
    let (words, declines) = match choice {
        Choice::Answer(true) => (["yes".to_owned(), own.yes()], false),
        Choice::Answer(false) => (["no".to_owned(), own.no()], true),
        Choice::Decline => return vec![DECLINE.to_owned()],
        Choice::Done | Choice::Mode(_) | Choice::Pick(_) | Choice::Action { .. } => return Vec::new(),
    };
    let letters = words.iter().filter_map(|word| word.chars().next()).map(String::from);
    let dash = declines.then(|| DECLINE.to_owned());
    letters.chain(words.iter().cloned()).chain(dash).collect()
}

/// Returns true if an option is or has a card that the seat does not know.
fn is_hidden(choice: &Choice) -> bool {
    match choice {
        Choice::Pick(value) => is_unseen(value),
        Choice::Action { targets, .. } => targets.iter().any(is_unseen),
        Choice::Decline | Choice::Done | Choice::Answer(_) | Choice::Mode(_) => false,
    }
}

fn is_unseen(value: &Value) -> bool {
    if let Value::List(values) = value {
        return values.iter().any(is_unseen);
    }
    matches!(value, Value::Unseen { .. })
}

pub fn are_consecutive(offers: &[&Offer]) -> bool {
    let number = |offer: &&Offer| offer.key.parse::<i64>().unwrap_or(i64::MIN);
    offers.windows(2).all(|pair| number(&pair[0]) + 1 == number(&pair[1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(key: &str, name: &str) -> Offer {
        Offer { key: key.to_owned(), name: name.to_owned(), text: None, label: None, also: Vec::new() }
    }

    fn numbers(range: std::ops::Range<i32>) -> Vec<Offer> {
        range.map(|n| offer(&n.to_string(), &n.to_string())).collect()
    }

    #[test]
    fn a_name_is_an_answer_if_no_other_option_has_it() {
        let king = Offer {
            text: Some("Wins.".to_owned()),
            label: Some("blue king".to_owned()),
            ..offer("1", "King 20")
        };
        let offers = Offers {
            several: None,
            all: vec![king, offer("2", "a card #1"), offer("3", "Duke"), offer("4", "duke")],
            numbers: false,
        };
        for line in ["1", " 1 ", "king 20", "KING  20", "King 20: Wins.", "blue king"] {
            assert_eq!(offers.find(line), InputMeaning::One(0), "{line}");
        }
        assert_eq!(offers.find("Duke"), InputMeaning::Several(vec![2, 3]));
        for line in ["", ":", "king", "5", "0"] {
            assert_eq!(offers.find(line), InputMeaning::None, "{line}");
        }
        assert_eq!(offers.near("kng 20"), Some("King 20"));
    }

    #[test]
    fn a_long_list_is_looked_through() {
        let bid =
            |i: usize| offer(&(i + 1).to_string(), &format!("{} {}", 1 + i / 2, ["Hearts", "NT"][i % 2]));
        let offers = Offers { all: (0..14).map(bid).collect(), numbers: false, several: None };
        assert_eq!(offers.find("3 nt"), InputMeaning::One(5));
        let called = Offers {
            all: vec![offer("1", "Bid: 3NT"), offer("2", "Bid: 4NT"), offer("3", "Double")],
            numbers: false,
            several: None,
        };
        assert_eq!(
            (called.find("3nt"), called.find("bid")),
            (InputMeaning::One(0), InputMeaning::Several(vec![0, 1]))
        );
        assert_eq!(offers.find("nt 3"), InputMeaning::Among(vec![5]));
        let InputMeaning::Among(found) = offers.find("heart") else { panic!("some of them") };
        assert_eq!((found.len(), offers.find("clubs")), (7, InputMeaning::None));
        let few = Offers { all: (0..4).map(bid).collect(), numbers: false, several: None };
        assert_eq!(few.find("heart"), InputMeaning::None, "a short list is read");
    }

    #[test]
    fn a_number_is_typed_as_itself() {
        let mut all = numbers(0..4);
        all.insert(0, offer(DECLINE, "No, thank you"));
        let offers = Offers { all, numbers: true, several: None };
        assert_eq!(
            (offers.find("0"), offers.find("3"), offers.find("-")),
            (InputMeaning::One(1), InputMeaning::One(4), InputMeaning::One(0))
        );
        let own = Phrases::for_language("en");
        assert_eq!(offers.allowed(own), "a number from 0 to 3, -");
    }

    #[test]
    fn a_question_is_answered_by_a_letter_and_declined_by_a_dash() {
        let said = |key: &str, name: &str, choice: &Choice| Offer {
            also: also(Phrases::for_language("de"), choice),
            ..offer(key, name)
        };
        let (yes, no) = (Choice::Answer(true), Choice::Answer(false));
        let all = vec![said("1", "Wagen", &yes), said("2", "Lassen", &no)];
        let offers = Offers { all, numbers: false, several: None };
        for (line, meant) in [("y", 0), ("J", 0), ("yes", 0), ("ja", 0), ("n", 1), ("nein", 1), ("-", 1)] {
            assert_eq!(offers.find(line), InputMeaning::One(meant), "{line}");
        }
        let all = vec![offer("1", "Weg"), said("2", "Bleiben", &Choice::Decline)];
        let offers = Offers { all, numbers: false, several: None };
        assert_eq!(offers.find("-"), InputMeaning::One(1));
        let all = vec![said("1", "Y", &no), said("2", "N", &yes)];
        let offers = Offers { all, numbers: false, several: None };
        assert_eq!(
            (offers.find("y"), offers.find("n")),
            (InputMeaning::One(0), InputMeaning::One(1)),
            "names go before"
        );
    }
}
