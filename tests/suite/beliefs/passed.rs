//! Packets that are passed around in shipped games.

use ludex::Seat;
use ludex_run::play::{find_zone, seat_label};
use ludex_tests::inside::*;
use ludex_tests::rulesets::Picks;

/// Follows the packet in a shipped game: in every determinization the cards that a seat passed on are held by
/// later seats or left over, never by earlier seats or set aside at the start.
#[track_caller]
fn what_was_passed_stays_behind(id: &str, choice: &str, zones: [&str; 2], chosen: [&str; 2]) {
    let ruleset = ludex_tests::rulesets::ruleset(id);
    let (mut checked, mut decisions) = (0, 0);
    for players in ruleset.checked().min_players.max(3)..=ruleset.checked().max_players {
        for seed in 0..4 {
            let (mut game, mut picks) = (new_game(&ruleset, players, seed), Picks(seed));
            let find = |path: &str| find_zone(game.program(), path).unwrap_or_else(|| panic!("no {path}"));
            let [packet, aside] = zones.map(find);
            let seats: Vec<String> =
                (0..players).map(|seat| seat_label(&game.program().checked, seat)).collect();
            let of = |seat: usize| chosen.map(|zone| find(&format!("{}.{zone}", seats[seat])));
            let theirs: Vec<[u16; 2]> = (0..seats.len()).map(of).collect();
            // seats that have chosen in this round, and the cards that they passed on
            let mut passed: Vec<(u8, Vec<u16>)> = Vec::new();
            for _ in 0..120 {
                let Some(decision) = game.decision() else { break };
                let (seat, asked, options) = (decision.player, decision.name.to_owned(), decision.len());
                if asked == choice && passed.iter().any(|(other, _)| *other == seat) {
                    passed.clear();
                }
                for (me, mine) in &passed {
                    let dealt = game.determinize(Seat(*me), picks.below(1 << 30) as u64);
                    let Some(other) = dealt else { continue };
                    let before = passed.iter().take_while(|(seat, _)| seat != me).map(|(seat, _)| *seat);
                    let not_there: Vec<u16> = before
                        .chain([*me])
                        .flat_map(|seat| theirs[usize::from(seat)])
                        .chain([aside])
                        .flat_map(|zone| other.state().cards_in(zone).collect::<Vec<u16>>())
                        .collect();
                    assert!(
                        mine.iter().all(|card| !not_there.contains(card)),
                        "{id}, {players} players, seed {seed}: {} passed on {mine:?}, dealt anew as {not_there:?}",
                        seats[usize::from(*me)]
                    );
                    checked += 1;
                }
                let offered: Vec<u16> = game.state().cards_in(packet).collect();
                game.apply(picks.below(options)).expect("an option");
                if asked == choice {
                    let left = game.state().cards_in(packet).filter(|card| offered.contains(card));
                    passed.push((seat, left.collect()));
                    decisions += 1;
                }
            }
        }
    }
    assert!(checked > 200 && decisions > 20, "{checked} deals after {decisions} choices");
}

#[test]
fn what_was_passed_in_citadels_stays_behind() {
    what_was_passed_stays_behind("citadels", "draft", ["packet", "aside_first"], ["role", "revealed"]);
}

#[test]
fn what_was_passed_in_verraeter_stays_behind() {
    what_was_passed_stays_behind(
        "verraeter",
        "choose_action",
        ["action_packet", "action_aside"],
        ["action", "played"],
    );
}
