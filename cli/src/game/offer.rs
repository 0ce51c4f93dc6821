//! The options of a decision as a list in the terminal.

use ludex_table::offers::{LISTED, Offer, Offers, are_consecutive};
use ludex_table::phrases::Phrases;

use crate::terminal::output::{cut, pad, pad_left, width, wrap};

/// Formats the options for a terminal of this size. Wraps long options, and uses several columns for many
/// short options.
pub fn listed(offers: &Offers, own: &Phrases, size: (usize, Option<usize>)) -> Vec<String> {
    arranged(offers, own, size, |line, indent| wrap(line, size.0, indent))
}

/// Formats the options like [`listed`], but cuts long options.
pub fn listed_briefly(offers: &Offers, own: &Phrases, size: (usize, Option<usize>)) -> Vec<String> {
    arranged(offers, own, size, |line, _| vec![cut(line, size.0)])
}

fn arranged(
    offers: &Offers,
    own: &Phrases,
    (columns, rows): (usize, Option<usize>),
    fit: impl Fn(&str, usize) -> Vec<String>,
) -> Vec<String> {
    let (bare, listed): (Vec<&Offer>, Vec<&Offer>) =
        offers.listing().into_iter().partition(|offer| offers.is_bare(offer));
    let keys: Vec<&str> = bare.iter().map(|offer| offer.key.as_str()).collect();
    let mut lines = match keys.as_slice() {
        [] => Vec::new(),
        [first, .., last] if keys.len() > LISTED && are_consecutive(&bare) => {
            wrap(&format!("  {}", own.between(first, last)), columns, 2)
        }
        all => wrap(&format!("  {}", all.join(", ")), columns, 2),
    };
    let widest = listed.iter().map(|offer| width(&offer.key)).max().unwrap_or(0);
    let line = |offer: &&Offer| {
        let text = offer.text.iter().map(|text| format!("{} {text}", own.colon()));
        let text = text.fold(offer.name.clone(), |name, text| name + &text);
        format!("  {}  {text}", pad_left(&offer.key, widest))
    };
    let listed: Vec<String> = listed.iter().map(line).collect();
    if rows.is_some_and(|rows| listed.len() > rows / 3) {
        lines.extend(side_by_side(&listed, columns, |line| fit(line, widest + 4)));
    } else {
        lines.extend(listed.iter().flat_map(|line| fit(line, widest + 4)));
    }
    lines
}

/// Arranges lines in as many columns as fit, read downwards, or fits each to a single column.
fn side_by_side(lines: &[String], columns: usize, fit: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0) + 2;
    let beside = (columns / widest).max(1);
    if beside == 1 {
        return lines.iter().flat_map(|line| fit(line)).collect();
    }
    let height = lines.len().div_ceil(beside);
    let row = |y: usize| {
        let cells = lines.iter().skip(y).step_by(height).map(|line| pad(line, widest));
        cells.collect::<String>().trim_end().to_owned()
    };
    (0..height).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(key: &str, name: &str) -> Offer {
        Offer { key: key.to_owned(), name: name.to_owned(), text: None, label: None, also: Vec::new() }
    }

    fn numbers(range: std::ops::Range<i32>) -> Vec<Offer> {
        range.map(|n| offer(&n.to_string(), &n.to_string())).collect()
    }

    #[test]
    fn many_short_options_stand_side_by_side() {
        let all: Vec<Offer> = (1..=10).map(|n| offer(&n.to_string(), &format!("Place {n}"))).collect();
        let offers = Offers { all, numbers: false, several: None };
        let lines = |size| listed(&offers, Phrases::for_language("en"), size);
        assert_eq!(lines((40, Some(30))).len(), 10);
        assert_eq!(
            lines((40, Some(10)))[..2],
            ["   1  Place 1      6  Place 6", "   2  Place 2      7  Place 7"]
        );
        assert_eq!(lines((20, Some(10)))[0], "   1  Place 1");
    }

    #[test]
    fn of_many_numbers_the_ends_are_told() {
        let lines = |all: Vec<Offer>| {
            listed(&Offers { all, numbers: true, several: None }, Phrases::for_language("en"), (80, None))
        };
        assert_eq!(lines(numbers(-3..30)), ["  -3 to 29"]);
        let gap = numbers(0..10).into_iter().chain(numbers(12..20)).collect();
        assert_eq!(lines(gap), ["  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19"]);
    }

    #[test]
    fn numbers_are_listed_in_a_line() {
        let mut all = numbers(0..4);
        all.insert(0, offer("-", "No, thank you"));
        let offers = Offers { all, numbers: true, several: None };
        assert_eq!(
            listed(&offers, Phrases::for_language("en"), (80, None)),
            ["  0, 1, 2, 3", "  -  No, thank you"]
        );
    }
}
