//! Limits on the work that clients can cause.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum size of the body of a request, in bytes.
    pub body: usize,
    /// Maximum size of a message from a WebSocket, in bytes.
    pub message: usize,
    /// Maximum number of requests a second for each client; twice as many in a burst.
    pub requests: u32,
    /// Maximum number of messages a second from a WebSocket.
    pub messages: u32,
    /// Maximum number of tables in memory.
    pub tables: usize,
    /// Maximum number of seats of a table.
    pub seats: u8,
    /// Maximum number of connections that watch a table without a seat.
    pub spectators: usize,
    /// Maximum number of connections of one seat.
    pub windows: usize,
    /// Maximum number of playouts of a bot for one choice.
    pub tries: u64,
    /// Maximum size of a stored ruleset, in bytes.
    pub ruleset: usize,
    /// Time after which a connection that doesn't read is closed.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 8 << 10,
            message: 4 << 10,
            requests: 50,
            messages: 10,
            tables: 2_000,
            seats: 16,
            spectators: 100,
            windows: 8,
            tries: 10_000,
            ruleset: 16 << 20,
            patience: Duration::from_secs(10),
        }
    }
}

/// Tokens that refill with time: `rate` a second, at most twice as many.
#[derive(Debug, Clone, Copy)]
pub struct Bucket {
    left: f64,
    filled: Instant,
}

impl Bucket {
    pub fn new(rate: u32, now: Instant) -> Self {
        Self { left: 2.0 * f64::from(rate), filled: now }
    }

    /// Takes a token. Returns false if none is left.
    pub fn take(&mut self, rate: u32, now: Instant) -> bool {
        let rate = f64::from(rate);
        let new = now.saturating_duration_since(self.filled).as_secs_f64() * rate;
        self.left = (self.left + new).min(2.0 * rate);
        self.filled = now;
        let is_left = self.left >= 1.0;
        if is_left {
            self.left -= 1.0;
        }
        is_left
    }

    fn is_full(&self, rate: u32, now: Instant) -> bool {
        let new = now.saturating_duration_since(self.filled).as_secs_f64();
        self.left + new * f64::from(rate) >= 2.0 * f64::from(rate)
    }
}

#[derive(Debug, Default)]
pub struct Clients(BTreeMap<IpAddr, Bucket>);

/// Number of clients above which those without recent requests are forgotten.
const CLIENTS: usize = 1_000;

impl Clients {
    /// Returns false if a client sends too many requests.
    pub fn admit(&mut self, client: IpAddr, rate: u32, now: Instant) -> bool {
        if self.0.len() >= CLIENTS {
            self.0.retain(|_, bucket| !bucket.is_full(rate, now));
        }
        self.0.entry(client).or_insert_with(|| Bucket::new(rate, now)).take(rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_a_burst_and_then_a_rate() {
        let (start, client) = (Instant::now(), IpAddr::from([10, 0, 0, 1]));
        let mut clients = Clients::default();
        let burst = (0..25).filter(|_| clients.admit(client, 10, start)).count();
        assert_eq!(burst, 20);
        let later = start + Duration::from_millis(500);
        assert_eq!((0..10).filter(|_| clients.admit(client, 10, later)).count(), 5);
        assert!(clients.admit(IpAddr::from([10, 0, 0, 2]), 10, later), "another client");
    }
}
