//! The results of a simulation, as JSON and as a table.

use std::collections::BTreeMap;
use std::time::Duration;

use ludex::Setup as Table;
use serde::Serialize;

use super::statistics::{SeatSums, Stopped, Sums, wilson};
use crate::output::{BOLD, DIM, Out, PLAIN, pad, pad_left};
use crate::rulesets::Loaded;
use crate::text::Words;

/// What was played.
pub struct Setup<'a> {
    /// The ruleset.
    pub loaded: &'a Loaded,
    /// The same for so many players.
    pub table: &'a Table,
    /// Options as given.
    pub options: Vec<(String, String)>,
    /// Games asked for.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Threads.
    pub jobs: u64,
}

/// The results. Scores are points, also if the game counts in decimals.
#[derive(Debug, Serialize)]
pub struct Report {
    ruleset: String,
    players: u8,
    options: BTreeMap<String, String>,
    variants: Vec<String>,
    overlays: Vec<String>,
    games: u64,
    finished: u64,
    seed: u64,
    jobs: u64,
    decisions: u64,
    elapsed_s: f64,
    decisions_per_s: f64,
    games_per_s: f64,
    mean_decisions: f64,
    sd_decisions: f64,
    mean_winning_score: f64,
    sd_winning_score: f64,
    seats: Vec<Seat>,
    phases: BTreeMap<String, Spread>,
    faults: Vec<FaultReport>,
}

#[derive(Debug, Serialize)]
struct Seat {
    seat: u8,
    name: String,
    wins: u64,
    ties: u64,
    win_rate: f64,
    ci95: [f64; 2],
    mean_score: f64,
    sd_score: f64,
}

#[derive(Debug, Serialize)]
struct Spread {
    mean: f64,
    sd: f64,
}

#[derive(Debug, Serialize)]
struct FaultReport {
    game: u64,
    seed: u64,
    place: String,
    message: &'static str,
}

impl Report {
    /// Works the results out.
    pub fn new(setup: &Setup<'_>, sums: &Sums, elapsed: Duration) -> Report {
        let unit = if setup.table.has_decimal_score() { 1000.0 } else { 1.0 };
        let finished = sums.decisions.n;
        let seconds = elapsed.as_secs_f64();
        let decisions = u64::try_from(sums.decisions.sum).unwrap_or(u64::MAX);
        let phases = setup.table.phases().zip(&sums.phases);
        Report {
            ruleset: setup.loaded.ruleset.id().to_owned(),
            players: sums.players,
            options: setup.options.iter().cloned().collect(),
            variants: setup.loaded.changes.variants.clone(),
            overlays: setup.loaded.changes.overlays.iter().map(|path| path.display().to_string()).collect(),
            games: setup.games,
            finished,
            seed: setup.seed,
            jobs: setup.jobs,
            decisions,
            elapsed_s: seconds,
            decisions_per_s: decisions as f64 / seconds.max(1e-9),
            games_per_s: finished as f64 / seconds.max(1e-9),
            mean_decisions: sums.decisions.mean(),
            sd_decisions: sums.decisions.sd(),
            mean_winning_score: sums.winning.mean() / unit,
            sd_winning_score: sums.winning.sd() / unit,
            seats: sums
                .seats
                .iter()
                .zip(setup.table.seats())
                .map(|(s, seat)| Seat::new(seat.id.index(), s, finished, unit).named(seat.name))
                .collect(),
            phases: phases.map(|(p, m)| (p.name, Spread { mean: m.mean(), sd: m.sd() })).collect(),
            faults: sums.faults.iter().map(|f| FaultReport::new(f, setup.loaded)).collect(),
        }
    }

    /// As JSON.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_else(|error| format!("{{\"error\": \"{error}\"}}"))
    }

    /// As a table for people.
    pub fn table(&self, loaded: &Loaded, table: &Table, out: &mut Out) -> std::io::Result<()> {
        let language = loaded.language(None).unwrap_or_else(|_| "en".to_owned());
        let words = Words::new(table, &language);
        let set: String = self.options.iter().map(|(o, v)| format!(", {o}={v}")).collect();
        let changes: String = self.variants.iter().chain(&self.overlays).map(|c| format!(", {c}")).collect();
        let head = format!(
            "{}: {} games, {} players, seed {}{changes}{set}",
            words.title(),
            self.finished,
            self.players,
            self.seed
        );
        out.wrapped(&out.paint(BOLD, &head), 2)?;
        out.line("")?;
        self.seat_rows(&words, out)?;
        out.line("")?;
        out.wrapped(
            &format!("winning score: {:.2} ± {:.2}", self.mean_winning_score, self.sd_winning_score),
            2,
        )?;
        out.wrapped(
            &format!("decisions in a game: {:.1} ± {:.1}", self.mean_decisions, self.sd_decisions),
            2,
        )?;
        for phase in table.phases() {
            if let Some(spread) = self.phases.get(&phase.name) {
                let name = words.phase(phase.id);
                out.wrapped(&format!("iterations of {name}: {:.1} ± {:.1}", spread.mean, spread.sd), 2)?;
            }
        }
        let (rate, games) = (grouped(self.decisions_per_s as u64), grouped(self.games_per_s as u64));
        let jobs = crate::rulesets::plural(self.jobs as usize, "thread");
        let speed = format!("{:.2} s on {jobs}: {rate} decisions, {games} games a second", self.elapsed_s);
        out.wrapped(&out.paint(DIM, &speed), 2)
    }

    fn seat_rows(&self, words: &Words<'_>, out: &mut Out) -> std::io::Result<()> {
        let head = ["seat", "wins", "shared", "win rate", "95 %", "score"].map(str::to_owned);
        let mut rows = vec![head.to_vec()];
        for seat in &self.seats {
            rows.push(vec![
                words.seat(ludex::Seat(seat.seat - 1)),
                seat.wins.to_string(),
                seat.ties.to_string(),
                format!("{:.1} %", 100.0 * seat.win_rate),
                format!("{:.1}–{:.1}", 100.0 * seat.ci95[0], 100.0 * seat.ci95[1]),
                format!("{:.2} ± {:.2}", seat.mean_score, seat.sd_score),
            ]);
        }
        if out.width < 60 {
            rows.iter_mut().for_each(|row| drop(row.drain(1..3)));
        }
        let columns = rows[0].len();
        let widest = |c: usize| rows.iter().map(|r| crate::output::width(&r[c])).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(widest).collect();
        for (i, row) in rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).enumerate();
            let cells: Vec<String> =
                cells.map(|(c, (cell, w))| if c == 0 { pad(cell, *w) } else { pad_left(cell, *w) }).collect();
            out.line(&out.paint(if i == 0 { DIM } else { PLAIN }, &cells.join("  ")))?;
        }
        Ok(())
    }
}

impl Seat {
    fn new(index: usize, sums: &SeatSums, games: u64, unit: f64) -> Seat {
        Seat {
            seat: index as u8 + 1,
            name: String::new(),
            wins: sums.wins,
            ties: sums.ties,
            win_rate: if games == 0 { 0.0 } else { sums.wins as f64 / games as f64 },
            ci95: wilson(sums.wins, games),
            mean_score: sums.score.mean() / unit,
            sd_score: sums.score.sd() / unit,
        }
    }
}

impl Seat {
    fn named(self, name: String) -> Seat {
        Seat { name, ..self }
    }
}

impl FaultReport {
    fn new(stopped: &Stopped, loaded: &Loaded) -> FaultReport {
        let message = stopped.fault.kind.message();
        FaultReport {
            game: stopped.game,
            seed: stopped.seed,
            place: loaded.fault_place(&stopped.fault),
            message,
        }
    }
}

/// `1,234,567`
fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
