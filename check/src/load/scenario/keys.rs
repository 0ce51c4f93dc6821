//! Tables of keys for scenarios.

use super::super::keys::{Form, HowMany, KeyNames, Others, RecordKeys, may, needs, words};

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
    &[
        may("defaults", DEFAULTS, "what holds for every scenario that does not say otherwise"),
        may("scenarios", SCENARIOS, "the scenarios"),
    ],
);

pub const DEFAULTS: Form = Form::Record(&START);

pub const SCENARIOS: Form = Form::List(&Form::Record(&SCENARIO));

pub(super) static START: RecordKeys = RecordKeys::new(
    "the defaults",
    &[
        may("players", SEATS, "how many play; absent: the fewest"),
        may("seed", SEED, "where chance begins; absent: 1"),
        may("options", VALUES, "options of the game"),
        may(
            "forced",
            FORCED,
            "`asked`: who has only one option picks it here too; absent: it is taken without asking",
        ),
        may("variants", Form::List(&Form::Name), "the variants that are on, in this order"),
        may("given", Form::Record(&GIVEN), "a position that each scenario changes"),
    ],
);

pub static SCENARIO: RecordKeys = RecordKeys::new(
    "a scenario",
    &[
        needs("name", Form::Line, "its name, unique in its file"),
        may("rules", LINES, "the ids of the rules it proves"),
        may("players", SEATS, "how many play; absent: the fewest"),
        may("seed", SEED, "where chance begins; absent: 1"),
        may("options", VALUES, "options of the game"),
        may(
            "forced",
            FORCED,
            "`asked`: who has only one option picks it here too; absent: it is taken without asking",
        ),
        may(
            "variants",
            Form::List(&Form::Name),
            "the variants that are on, in this order; `[]`: the game itself",
        ),
        may(
            "given",
            Form::Record(&GIVEN),
            "the position it begins in; absent: a new game at its first decision",
        ),
        may("run", Form::Effect, "an effect that runs in the position; `play` answers its choices"),
        may("play", Form::List(&Form::Record(&STEP)), "steps, in order"),
        may("expect", CONDITIONS, "what holds at the end"),
    ],
);

pub(super) static GIVEN: RecordKeys = RecordKeys::new(
    "the position",
    &[
        may("zones", Form::Map(KeyNames::Any, &LINES), "exactly which cards lie in a zone, in order"),
        may(
            "rest",
            Form::Map(KeyNames::Any, &Form::Place),
            "where the other cards of a kind lie: a zone, `below ZONE` or `nowhere`",
        ),
        may("set", Form::Effect, "an effect that changes the position"),
        may("stack", STACKS, "cards that come to the top of a zone when it is shuffled next, in order"),
        may("phase", Form::Name, "play goes on from the beginning of this phase"),
    ],
);

/// The steps of `play:`, each a map of one key.
pub static STEP: RecordKeys = RecordKeys {
    what: "a step",
    keys: &[
        may("do", LABELS, "picks options by their labels, one after another"),
        may("stack", STACKS, "cards that come to the top of a zone when it is shuffled next, in order"),
        may("who", Form::Name, "who decides"),
        may("asks", Form::Name, "what the decision is called"),
        may("offers", LINES, "exactly these options are offered, in any order"),
        may("offers_also", LABELS, "these are offered, among others"),
        may("never_offers", LABELS, "none of these is offered"),
        may("told", Form::Record(&TOLD), "what a seat is told of the pick made last"),
        may(
            "facts",
            Form::Map(KeyNames::Any, &Form::Line),
            "what who decides is told with the decision: `{ who: blue, role: hidden }`",
        ),
        may("expect", CONDITIONS, "what holds here"),
        may("over", Form::Switch, "whether the game is over"),
        may("winners", Form::List(&Form::Name), "who would win if it ended here"),
        may("view", Form::Record(&VIEW), "what a seat sees of a zone"),
    ],
    others: Others::None,
    choice: HowMany::Single,
};

pub(super) static TOLD: RecordKeys = RecordKeys::new(
    "what is told",
    &[
        needs("seat", Form::Name, "who is told"),
        needs("pick", Form::Line, "the label of the pick, or `hidden`"),
    ],
);

pub(super) static VIEW: RecordKeys = RecordKeys::new(
    "a view",
    &[
        needs("seat", Form::Name, "who looks"),
        needs("zone", Form::Line, "the zone: `white.hand`"),
        needs("shows", LINES, "what is seen of each card, in order: `blue king up`, `hidden`"),
        may("among", LINES, "the cards that the hidden ones may be"),
    ],
);
