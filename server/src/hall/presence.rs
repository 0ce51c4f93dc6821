//! Connections to a table: who is here, and which window plays a seat.

use std::sync::Arc;
use std::time::Instant;

use super::{Table, locked};
use crate::limits::Limits;
use crate::problem::{Kind, Problem};

/// Connections by seat, and those of spectators.
#[derive(Debug)]
pub struct Presence {
    seats: Vec<Place>,
    spectators: usize,
    next: u64,
}

/// Connections of a seat.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place {
    windows: usize,
    /// The window that plays: the latest one; 0 for any.
    plays: u64,
    /// Time of the last request or disconnection.
    seen: Option<Instant>,
}

impl Presence {
    pub fn new(seats: usize) -> Self {
        Self { seats: vec![Place::default(); seats], spectators: 0, next: 0 }
    }

    pub fn seat(&self, seat: u8) -> Place {
        self.seats.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// Notes a request of a seat.
    pub fn see(&mut self, seat: u8, now: Instant) {
        if let Some(place) = self.seats.get_mut(usize::from(seat)) {
            place.seen = Some(now);
        }
    }
}

impl Place {
    /// Returns true if a page of the seat is open.
    pub fn is_open(&self) -> bool {
        self.windows > 0
    }

    /// Returns the number of whole minutes since the last connection; 0 during one, or before the first.
    pub fn away(&self, now: Instant) -> u32 {
        let since = self.seen.filter(|_| self.windows == 0);
        let seconds = since.map_or(0, |since| now.saturating_duration_since(since).as_secs());
        u32::try_from(seconds / 60).unwrap_or(u32::MAX)
    }
}

/// A connection to a table, until it is dropped.
pub struct Visit {
    table: Arc<Table>,
    seat: Option<u8>,
    number: u64,
}

impl Visit {
    /// Counts a connection.
    pub fn begin(table: &Arc<Table>, seat: Option<u8>, limits: &Limits) -> Result<Visit, Problem> {
        let mut presence = locked(&table.presence);
        presence.next += 1;
        let number = presence.next;
        let (count, most) = match seat {
            None => (&mut presence.spectators, limits.spectators),
            Some(seat) => {
                let Some(place) = presence.seats.get_mut(usize::from(seat)) else {
                    return Err(Problem::wrong_token());
                };
                if place.windows < limits.windows {
                    place.plays = number;
                }
                (&mut place.windows, limits.windows)
            }
        };
        if *count >= most {
            let message = format!("{most} connections watch this table, which is the maximum");
            return Err(Problem::new(Kind::Full, message));
        }
        *count += 1;
        drop(presence);
        Ok(Visit { table: table.clone(), seat, number })
    }

    /// Returns true if this is the latest window of its seat.
    pub fn plays(&self) -> bool {
        let plays = |seat| [0, self.number].contains(&locked(&self.table.presence).seat(seat).plays);
        self.seat.is_none_or(plays)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut presence = locked(&self.table.presence);
        match self.seat {
            None => presence.spectators = presence.spectators.saturating_sub(1),
            Some(seat) => {
                if let Some(place) = presence.seats.get_mut(usize::from(seat)) {
                    place.windows = place.windows.saturating_sub(1);
                    // the remaining windows of the seat may play again
                    if place.plays == self.number {
                        place.plays = 0;
                    }
                    place.seen = Some(Instant::now());
                }
            }
        }
        drop(presence);
        self.table.announce();
    }
}
