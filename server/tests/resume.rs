//! Tables of bots continue when a server starts again.

use std::sync::Arc;
use std::time::Duration;

use ludex_server::Limits;
use ludex_server::log::{Sqlite, TableId, TableLog};
use serde_json::json;

use crate::support::Server;

#[test]
fn bots_continue_after_a_restart_without_a_request() {
    let log = Arc::new(Sqlite::memory().unwrap());
    let asleep = Server::with(log.clone(), Limits::default(), |hall| hall.pause = Duration::from_secs(3_600));
    let create = |seats: [&str; 2]| {
        let wish = json!({ "game": "digits", "seats": seats, "seed": 3 }).to_string();
        let made = asleep.send("post", "/tables", "", &wish).json();
        TableId::parse(made["id"].as_str().unwrap()).unwrap()
    };
    let ids = [create(["random", "random"]), create(["random", "human"]), create(["human", "random"])];
    assert_eq!(log.lengths(&ids), Ok(vec![0, 0, 0]));
    let _server = Server::start(log.clone(), Limits::default());
    let done = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        log.lengths(&ids) == Ok(vec![18, 1, 0])
    });
    assert!(done, "{:?}", log.lengths(&ids));
}
