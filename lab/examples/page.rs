//! A page with one chart of each kind.
use ludex_lab::html::*;
fn main() {
    let hover = |s: &str| s.to_owned();
    let page = Page {
        title: "kabale: what each card is worth".into(),
        answer: "The King is worth 3.1 ± 0.8 points of win rate to its holder <b>.".into(),
        facts: vec![("Ruleset".into(), "kabale".into()), ("Games".into(), "1,000 pairs".into())],
        command: "ludex impact kabale --games 1000 --seed 1".into(),
        sections: vec![
            Section {
                heading: "Impact of each card".into(),
                text: "95 % intervals.".into(),
                chart: Some(Chart::Intervals(Intervals {
                    axis: "change of the holder's win rate, percentage points".into(),
                    reference: Some((0.0, "no effect".into())),
                    rows: (0..9)
                        .map(|i| Interval {
                            label: format!("Card number {i} with a name"),
                            value: 3.0 - i as f64,
                            low: 2.2 - i as f64,
                            high: 3.9 - i as f64,
                            hover: hover("3.0 [2.2, 3.9], 1,000 pairs"),
                        })
                        .collect(),
                })),
                table: Some(Table {
                    columns: vec![("Card".into(), false), ("Impact".into(), true)],
                    rows: vec![vec!["King".into(), "3.1".into()], vec!["Jester".into(), "-10.25".into()]],
                }),
            },
            Section {
                heading: "Scores".into(),
                text: String::new(),
                chart: Some(Chart::Columns(Columns {
                    x_axis: "score, points".into(),
                    y_axis: "games".into(),
                    columns: (0..20)
                        .map(|i| Column {
                            from: i as f64,
                            to: i as f64 + 1.0,
                            height: (100 - (i - 10) * (i - 10)) as f64,
                            hover: format!("{i} points: 12 games"),
                        })
                        .collect(),
                })),
                table: None,
            },
            Section {
                heading: "Sweep".into(),
                text: String::new(),
                chart: Some(Chart::Curves(Curves {
                    x_axis: "options.city_size".into(),
                    x_names: vec![],
                    y_axis: "win rate, %".into(),
                    reference: Some((25.0, "an equal share".into())),
                    curves: (0..3)
                        .map(|c| Curve {
                            name: format!("seat {}", c + 1),
                            points: (6..=10)
                                .map(|i| Point {
                                    x: i as f64,
                                    y: 25.0 + c as f64 + i as f64 / 2.0,
                                    low: 24.0 + c as f64 + i as f64 / 2.0,
                                    high: 26.0 + c as f64 + i as f64 / 2.0,
                                    hover: "25 % [24, 26]".into(),
                                })
                                .collect(),
                        })
                        .collect(),
                })),
                table: None,
            },
            Section {
                heading: "Heat".into(),
                text: String::new(),
                chart: Some(Chart::HeatMap(HeatMap {
                    x_axis: "cards.king.value".into(),
                    y_axis: "options.rounds".into(),
                    value: "seat spread, points".into(),
                    x: (16..22).map(|i| i.to_string()).collect(),
                    y: (2..5).map(|i| i.to_string()).collect(),
                    cells: (0..3)
                        .map(|i| {
                            (0..6)
                                .map(|j| Cell {
                                    value: (i * j) as f64 - 3.0,
                                    text: format!("{}", i * j - 3),
                                    hover: "hover".into(),
                                })
                                .collect()
                        })
                        .collect(),
                })),
                table: None,
            },
        ],
    };
    print!("{}", page.render());
}
