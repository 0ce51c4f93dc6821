use super::*;

fn page(chart: Chart) -> String {
    let table = Table {
        columns: vec![("Card".into(), false), ("Games".into(), true)],
        rows: vec![vec!["<i>".into(), "12".into()]],
    };
    Page {
        title: "a & b".into(),
        answer: "<script>alert(1)</script>".into(),
        facts: vec![("Ruleset".into(), "</dl>".into())],
        command: "ludex simulate 'a&b'".into(),
        sections: vec![Section {
            heading: "One \"part\"".into(),
            text: String::new(),
            chart: Some(chart),
            table: Some(table),
        }],
    }
    .render()
}

fn charts() -> [Chart; 4] {
    let hover = || "</title>&".to_owned();
    let row = Interval { label: "<b>".into(), value: 1.0, low: 0.5, high: 2.0, hover: hover() };
    let column = Column { from: 0.0, to: 1.0, height: 3.0, hover: hover() };
    let point = Point { x: 1.0, y: 2.0, low: 1.0, high: 3.0, hover: hover() };
    let curve = Curve { name: "<u>".into(), points: vec![point.clone(), Point { x: 2.0, ..point }] };
    let cell = Cell { value: -1.0, text: "<s>".into(), hover: hover() };
    [
        Chart::Intervals(Intervals {
            rows: vec![row],
            reference: Some((0.0, "<em>".into())),
            ..Default::default()
        }),
        Chart::Columns(Columns { columns: vec![column], ..Default::default() }),
        Chart::Curves(Curves { curves: vec![curve.clone(), curve], ..Default::default() }),
        Chart::HeatMap(HeatMap {
            x: vec!["<a>".into()],
            y: vec!["1".into()],
            cells: vec![vec![cell]],
            ..Default::default()
        }),
    ]
}

/// Names come from rulesets: none of them becomes markup.
#[test]
fn every_text_is_escaped() {
    for page in charts().map(page) {
        let body = page.split_once("</head>").expect("a head").1;
        for raw in ["<script", "<i>", "<b>", "<u>", "<s>", "<a>", "<em>", "</dl></dl>", "</title>&</title>"] {
            assert!(!body.contains(raw), "{raw} in {body}");
        }
    }
}

#[test]
fn a_page_loads_nothing() {
    for page in charts().map(page) {
        let links = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
        assert!(!links.contains("http") && !links.contains("src=") && !links.contains("url("), "{links}");
    }
}

/// Each value can be pointed at.
#[test]
fn each_value_has_its_hover_text() {
    for (chart, spots) in charts().into_iter().zip([1, 1, 4, 1]) {
        assert_eq!(page(chart).matches("class=\"hover\"").count(), spots);
    }
}

#[test]
fn charts_of_nothing_and_of_strange_numbers_are_drawn() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1e300, 1e-300];
    let rows =
        odd.iter().map(|value| Interval { value: *value, low: *value, high: *value, ..Default::default() });
    let columns =
        odd.iter().map(|value| Column { from: *value, to: *value, height: *value, ..Default::default() });
    let points = odd.iter().map(|value| Point {
        x: *value,
        y: *value,
        low: *value,
        high: *value,
        ..Default::default()
    });
    let cells = odd.iter().map(|value| Cell { value: *value, ..Default::default() });
    for chart in [
        Chart::Intervals(Intervals::default()),
        Chart::Columns(Columns::default()),
        Chart::Curves(Curves::default()),
        Chart::HeatMap(HeatMap::default()),
        Chart::Intervals(Intervals { rows: rows.collect(), ..Default::default() }),
        Chart::Columns(Columns { columns: columns.collect(), ..Default::default() }),
        Chart::Curves(Curves {
            curves: vec![Curve { points: points.collect(), ..Default::default() }],
            ..Default::default()
        }),
        Chart::HeatMap(HeatMap { cells: vec![cells.collect()], ..Default::default() }),
    ] {
        assert!(page(chart).ends_with("</html>\n"));
    }
}
