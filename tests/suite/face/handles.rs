//! Handles own their data: another language can hold each as an object without a lifetime.

use std::cell::RefCell;
use std::rc::Rc;

use ludex::rules::Rules;
use ludex::variants::PerPlayerOverlay;
use ludex::{
    Branch, Compiled, Decision, Game, GameEnd, Observation, Playout, Record, Ruleset, Seat, Setup, Trace,
    View,
};

use super::{ruleset, small_table};

fn owns<T: Send + Sync + 'static>() {}

#[test]
fn handles_own_what_they_need_and_can_go_to_another_thread() {
    owns::<Compiled>();
    owns::<Ruleset>();
    owns::<Setup>();
    owns::<Rules>();
    owns::<Game>();
    owns::<Playout>();
    owns::<GameEnd>();
    owns::<Trace>();
    owns::<Branch>();
    owns::<Record>();
    owns::<PerPlayerOverlay>();
    owns::<(View, Decision, Observation)>();
    owns::<ludex::analysis::Analysis>();
}

/// Objects as in a language binding: created from each other, and dropped in any order.
struct Table(Rc<RefCell<Game>>);
struct Seated(Rc<RefCell<Game>>, Seat);

impl Table {
    fn sit(&self, seat: Seat) -> Seated {
        Seated(Rc::clone(&self.0), seat)
    }
}

impl Seated {
    fn options(&self) -> usize {
        self.0.borrow().perspective(self.1).options()
    }

    fn hash(&self) -> u64 {
        self.0.borrow().host().hash()
    }
}

#[test]
fn a_wrapper_of_a_game_and_a_seat_needs_no_borrow() {
    let rules = ruleset("kabale").setup(2, &[]).expect("a setup").rules().clone();
    assert!(rules.designs().count() > 0, "they outlive their setup");
    let game = Game::new(&small_table(&ruleset("kabale")), 1);
    let decides = game.deciding().expect("a decision");
    let table = Table(Rc::new(RefCell::new(game)));
    let seated = table.sit(decides);
    let (options, hash) = (seated.options(), seated.hash());
    assert!(options > 0);
    table.0.borrow_mut().apply(0).expect("an option");
    drop(table);
    assert_ne!(seated.hash(), hash);
}
