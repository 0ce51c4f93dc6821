//! The kinds of expression by what a program makes of them, as patterns. Each kind but those that stand for whatever their
//! place wants (a constant, a local, a call …) is in one of these, so that a match over them is complete without a catch-all:
//! a kind that is in none does not compile where it is forgotten.

/// What is tested: a condition of the program.
macro_rules! test_kinds {
    () => {
        ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Compare(..)
            | ExprKind::Exists(_)
            | ExprKind::FaceUp(_)
            | ExprKind::IsKind(..)
            | ExprKind::IsDesign(..)
            | ExprKind::IsIn(..)
            | ExprKind::Any(_)
    };
}

/// What is listed and has no other value.
macro_rules! list_kinds {
    () => {
        ExprKind::ZoneCards(_)
            | ExprKind::AllCards(_)
            | ExprKind::AllPlayers(_)
            | ExprKind::AllWords(_)
            | ExprKind::AllSpots(..)
            | ExprKind::Range(..)
            | ExprKind::Prefix(..)
            | ExprKind::CardsBelow(_)
            | ExprKind::CardsAbove(_)
            | ExprKind::Concat(..)
            | ExprKind::Filter { .. }
    };
}

/// What is in the position or fixed before the game: one cell, never a list.
macro_rules! read_kinds {
    () => {
        ExprKind::Nothing
            | ExprKind::Players
            | ExprKind::Option(_)
            | ExprKind::Me
            | ExprKind::GameVar(_)
            | ExprKind::VarOf(..)
            | ExprKind::Field(..)
            | ExprKind::Property(..)
            | ExprKind::GameZone(_)
            | ExprKind::ZoneOf(..)
            | ExprKind::Card(..)
            | ExprKind::SpotOf(..)
            | ExprKind::Player(..)
            | ExprKind::SpotNumber(_)
            | ExprKind::SpotStep(..)
            | ExprKind::Top(_)
            | ExprKind::Bottom(_)
            | ExprKind::PhaseNumber(_)
            | ExprKind::Table(..)
            | ExprKind::SpotAt(..)
            | ExprKind::SeatAt(_)
            | ExprKind::CardAt(..)
    };
}

/// What is computed or picked from other values: one cell, never a list.
macro_rules! computed_kinds {
    () => {
        ExprKind::Neg(_)
            | ExprKind::Arith(..)
            | ExprKind::Scale(_)
            | ExprKind::If(..)
            | ExprKind::Default(..)
            | ExprKind::Chain(..)
            | ExprKind::Count(_)
            | ExprKind::First(_)
            | ExprKind::Last(_)
            | ExprKind::Fold(..)
    };
}

pub(crate) use {computed_kinds, list_kinds, read_kinds, test_kinds};
