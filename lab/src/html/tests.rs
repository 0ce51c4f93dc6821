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
            ..Section::default()
        }],
        ..Page::default()
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

/// Nothing may run, and no style but its own may be used: no attribute is one, and there is no second.
#[test]
fn a_page_says_what_a_browser_may_use() {
    for page in charts().map(page) {
        let policy =
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-";
        assert!(page.contains(policy), "{page}");
        assert!(!page.contains(" style=\""), "{page}");
        assert_eq!(page.matches("<style").count(), 1, "{page}");
    }
}

#[test]
fn a_page_loads_nothing() {
    for page in charts().map(page) {
        let links = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").replace("http-equiv=", "");
        assert!(!links.contains("http") && !links.contains("src=") && !links.contains("url("), "{links}");
    }
}

/// Each value can be pointed at, in the picture for a screen and in that for a phone.
#[test]
fn each_value_has_its_hover_text() {
    for (chart, spots) in charts().into_iter().zip([1, 1, 4, 1]) {
        assert_eq!(page(chart).matches("class=\"hover\"").count(), 2 * spots);
    }
}

/// How wide an SVG is, and where its texts stand: from and to, with about the width of letters that the browser has.
fn texts_of(svg: &str) -> (f64, Vec<(f64, f64, String)>) {
    let number = |text: &str, key: &str| -> f64 {
        let (_, rest) = text.split_once(&format!(" {key}=\"")).expect("a key");
        rest.split_once('"').expect("its end").0.parse().expect("a number")
    };
    let (_, rest) = svg.split_once("viewBox=\"0 0 ").expect("a size");
    let width = rest.split_once(' ').expect("a number").0.parse().expect("a number");
    let found = svg.split("<text ").skip(1).map(|text| {
        let (head, rest) = text.split_once('>').expect("an end");
        let words = rest.split_once('<').expect("an end").0.trim().to_owned();
        let (x, wide) = (number(&format!(" {head}"), "x"), 8.0 * words.chars().count() as f64);
        let from = match (head.contains("rotate"), head.contains("\"middle\""), head.contains("\"end\"")) {
            (true, ..) => return (x, x, words),
            (_, true, _) => x - wide / 2.0,
            (_, _, true) => x - wide,
            _ => x,
        };
        (from, from + wide, words)
    });
    (width, found.collect())
}

/// No text is cut off at the side of its picture, however long names are.
#[test]
fn texts_stay_inside_their_picture() {
    let long = "a rather long name of something that is measured, in percentage points";
    let named = |i: usize| format!("search:{}", 50 << i);
    let row = |i: usize| Interval {
        label: format!("{i} {long}"),
        value: i as f64,
        low: -10.0,
        high: 90.0,
        hover: String::new(),
    };
    let point = |i: usize| Point { x: i as f64, y: 50.0, low: 40.0, high: 60.0, hover: String::new() };
    let cell = |i: usize| Cell { value: i as f64, text: format!("{i}.5 %"), hover: String::new() };
    let charts = [
        Chart::Intervals(Intervals {
            axis: long.into(),
            reference: Some((-10.0, "an equal share".into())),
            rows: (0..4).map(row).collect(),
        }),
        Chart::Curves(Curves {
            x_axis: long.into(),
            x_names: (0..6).map(named).collect(),
            curves: vec![Curve { name: "Seat 1".into(), points: (0..6).map(point).collect() }],
            ..Default::default()
        }),
        Chart::HeatMap(HeatMap {
            x_axis: long.into(),
            y_axis: long.into(),
            value: long.into(),
            x: (0..9).map(|i| (100 * i).to_string()).collect(),
            y: (0..3).map(|i| i.to_string()).collect(),
            cells: (0..3).map(|_| (0..9).map(cell).collect()).collect(),
        }),
    ];
    for chart in charts {
        for (size, svg) in chart.sizes("a title") {
            let (width, texts) = texts_of(&svg);
            assert!(texts.len() > 5);
            for (from, to, words) in texts {
                assert!(
                    from >= -1.0 && to <= width + 1.0,
                    "{size}: `{words}` from {from} to {to} of {width}"
                );
            }
        }
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

/// Whatever an axis reaches from and to, it has three numbers at least, and they do not overlap; also on a phone.
#[test]
fn axes_have_enough_numbers() {
    let ranges = [
        (-0.4, 26.3),
        (49.2, 50.9),
        (0.0, 100.0),
        (12.0, 14.1),
        (-3.2, 3.9),
        (97.0, 99.9),
        (40.2, 59.8),
        (-55.0, 61.0),
    ];
    for (low, high) in ranges {
        let row = Interval { label: "a name of a card".into(), value: low, low, high, hover: String::new() };
        let chart = Chart::Intervals(Intervals { axis: "points".into(), reference: None, rows: vec![row] });
        for (size, svg) in chart.sizes("a title") {
            let (_, texts) = texts_of(&svg);
            let mut numbers: Vec<_> =
                texts.iter().filter(|(.., words)| words.parse::<f64>().is_ok()).collect();
            numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
            assert!(numbers.len() >= 3, "{size}, {low} to {high}: {numbers:?}");
            assert!(
                numbers.windows(2).all(|two| two[0].1 <= two[1].0),
                "{size}, {low} to {high}: {numbers:?}"
            );
        }
    }
}
