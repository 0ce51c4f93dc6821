//! What holds in every position of every game.
