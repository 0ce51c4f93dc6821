//! Tables of keys for scenarios.

use super::super::keys::{ExtraKeys, Form, KeyCount, KeyNames, RecordKeys, may, needs, words};

const LINES: Form = Form::List(&Form::Line);
const LABELS: Form = Form::OneOrMore(&Form::Line);
const CONDITIONS: Form = Form::OneOrMore(&Form::Expression);
const VALUES: Form = Form::Map(KeyNames::Any, &Form::Line);
const STACKS: Form = Form::Map(KeyNames::Any, &LINES);
const FORCED: Form = Form::Word(|| words(FORCED_CHOICES));
const SEATS: Form = Form::Number(1, 16);
const SEED: Form = Form::Number(0, i64::MAX);

/// Words for whether decisions with a single option are asked.
pub(super) const FORCED_CHOICES: &[(&str, bool)] = &[("asked", true), ("taken", false)];

pub static FILE: RecordKeys = RecordKeys::new(
    "a file of scenarios",
    &[may("defaults", DEFAULTS, "defaults for all scenarios"), may("scenarios", SCENARIOS, "the scenarios")],
);

pub const DEFAULTS: Form = Form::Record(&START);

pub const SCENARIOS: Form = Form::List(&Form::Record(&SCENARIO));

pub(super) static START: RecordKeys = RecordKeys::new(
    "the defaults",
    &[
        may("players", SEATS, "number of players; absent: the minimum"),
        may("seed", SEED, "the random seed; absent: 1"),
        may("options", VALUES, "options of the game"),
        may(
            "forced",
            FORCED,
            "`asked`: steps choose single options too; absent: single options are taken automatically",
        ),
        may("variants", Form::List(&Form::Name), "the active variants, in this order"),
        may("given", Form::Record(&GIVEN), "a position that each scenario changes"),
    ],
);

pub static SCENARIO: RecordKeys = RecordKeys::new(
    "a scenario",
    &[
        needs("name", Form::Line, "its name, unique in its file"),
        may("rules", LINES, "the IDs of the rules that it tests"),
        may("players", SEATS, "number of players; absent: the minimum"),
        may("seed", SEED, "the random seed; absent: 1"),
        may("options", VALUES, "options of the game"),
        may(
            "forced",
            FORCED,
            "`asked`: steps choose single options too; absent: single options are taken automatically",
        ),
        may("variants", Form::List(&Form::Name), "the active variants, in this order; `[]`: the base game"),
        may("given", Form::Record(&GIVEN), "its first position; absent: a new game at its first decision"),
        may("run", Form::Effect, "an effect that runs in the position; `play` answers its choices"),
        may("play", Form::List(&Form::Record(&STEP)), "steps, in order"),
        may("expect", CONDITIONS, "the conditions at the end"),
    ],
);

pub(super) static GIVEN: RecordKeys = RecordKeys::new(
    "the position",
    &[
        may("zones", Form::Map(KeyNames::Any, &LINES), "all cards of a zone, in order"),
        may(
            "rest",
            Form::Map(KeyNames::Any, &Form::Place),
            "the place of the other cards of a kind: a zone, `below ZONE` or `nowhere`",
        ),
        may("set", Form::Effect, "an effect that changes the position"),
        may("stack", STACKS, "the cards on top of a zone after its next shuffle, in order"),
        may("phase", Form::Name, "play starts at the beginning of this phase"),
    ],
);

/// The steps of `play:`, each a map of one key.
pub static STEP: RecordKeys = RecordKeys {
    what: "a step",
    keys: &[
        may("do", LABELS, "chooses options by their labels, in order"),
        may("stack", STACKS, "the cards on top of a zone after its next shuffle, in order"),
        may("who", Form::Name, "who decides"),
        may("asks", Form::Name, "the name of the decision"),
        may("offers", LINES, "all options, in any order"),
        may("offers_also", LABELS, "options that are offered, possibly among others"),
        may("never_offers", LABELS, "options that are not offered"),
        may("told", Form::Record(&TOLD), "the last choice, as shown to a seat"),
        may(
            "facts",
            Form::Map(KeyNames::Any, &Form::Line),
            "the facts shown to the acting player: `{ who: blue, role: hidden }`",
        ),
        may("expect", CONDITIONS, "what holds here"),
        may("over", Form::Switch, "true if the game is over"),
        may("winners", Form::List(&Form::Name), "the players who would win if the game ended here"),
        may("view", Form::Record(&VIEW), "a zone, as shown to a seat"),
    ],
    others: ExtraKeys::None,
    choice: KeyCount::Single,
};

pub(super) static TOLD: RecordKeys = RecordKeys::new(
    "what is told",
    &[
        needs("seat", Form::Name, "who is told"),
        needs("pick", Form::Line, "the label of the choice, or `hidden`"),
    ],
);

pub(super) static VIEW: RecordKeys = RecordKeys::new(
    "a view",
    &[
        needs("seat", Form::Name, "who looks"),
        needs("zone", Form::Line, "the zone: `white.hand`"),
        needs("shows", LINES, "each card as shown, in order: `blue king up`, `hidden`"),
        may("among", LINES, "the possible cards of the hidden ones"),
    ],
);
