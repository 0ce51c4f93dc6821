//! Reads cells by the type of their column.

use ludex_spreadsheet::{Cell, Problem};

use super::sheet::{Column, Holds};

/// Separators between groups of three digits, besides the comma and the full stop.
const THIN: [char; 6] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\'', '’'];

/// English names of months, which spreadsheet programs put into dates.
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Trims a cell, unless its column holds texts.
pub fn trimmed<'v>(column: &Column, value: &'v str) -> &'v str {
    if column.is_text() { value } else { value.trim() }
}

/// Returns the value of a cell for its column.
///
/// # Errors
/// The reason why it can't be read without a guess.
pub fn read(column: &Column, cell: &Cell) -> Result<String, String> {
    if let Some(problem) = cell.problem() {
        return Err(problem.to_string());
    }
    let text = trimmed(column, &cell.text);
    match column {
        _ if column.is_number() => number(text),
        Column::Field { holds: Holds::Truth, .. } => Ok(truth(text)),
        Column::Id
        | Column::Kind
        | Column::Each
        | Column::Copies
        | Column::Field { .. }
        | Column::Text { .. } => Ok(text.to_owned()),
    }
}

fn truth(text: &str) -> String {
    let lower = text.to_lowercase();
    if ["true", "false"].contains(&lower.as_str()) { lower } else { text.to_owned() }
}

/// Converts a number with a decimal comma or separators of thousands. Expressions stay as they are.
fn number(text: &str) -> Result<String, String> {
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    if is_date(digits) {
        return Err(Problem::Date(text.to_owned()).to_string());
    }
    let is_part = |c: char| c.is_ascii_digit() || c == ',' || c == '.' || THIN.contains(&c);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) || !digits.chars().all(is_part) {
        return Ok(text.to_owned());
    }
    let whole = digits.split([',', '.']).next().unwrap_or_default();
    let joined = match is_grouped(whole, &THIN) {
        true => whole.replace(THIN, "") + &digits[whole.len()..],
        false => digits.to_owned(),
    };
    let value = with_point(&joined).map_err(|(one, other)| {
        format!("`{text}` may be {sign}{one} or {sign}{other}; write it without a separator of thousands")
    })?;
    Ok(format!("{sign}{value}"))
}

/// Returns a number of digits, commas and full stops with a decimal point, or both numbers that it may be.
fn with_point(digits: &str) -> Result<String, (String, String)> {
    let Some(at) = digits.rfind([',', '.']) else { return Ok(digits.to_owned()) };
    let (whole, fraction) = (&digits[..at], &digits[at + 1..]);
    let together = || digits.replace([',', '.'], "");
    let decimal = |whole: String| match fraction.trim_end_matches('0') {
        "" => whole,
        fraction => format!("{whole}.{fraction}"),
    };
    let (own, other) = if digits[at..].starts_with(',') { (',', '.') } else { ('.', ',') };
    if is_grouped(whole, &[other]) {
        return Ok(decimal(whole.replace(other, "")));
    }
    match (is_grouped(digits, &[own]), whole.contains(own)) {
        (true, true) => Ok(together()),
        (true, false) if !whole.starts_with('0') => Err((together(), decimal(whole.to_owned()))),
        (_, false) => Ok(decimal(whole.to_owned())),
        (false, true) => Ok(digits.to_owned()),
    }
}

/// Returns true if groups of three digits follow the first group, with these separators.
fn is_grouped(digits: &str, separators: &[char]) -> bool {
    let is_number = |group: &str| group.chars().all(|c| c.is_ascii_digit());
    let mut groups = digits.split(separators);
    let first = groups.next().is_some_and(|group| (1..=3).contains(&group.len()) && is_number(group));
    let rest: Vec<&str> = groups.collect();
    first && !rest.is_empty() && rest.iter().all(|group| group.len() == 3 && is_number(group))
}

/// Returns true for a date, such as `3/4/2026`, `2026-04-03` or `3-Apr`.
fn is_date(text: &str) -> bool {
    let is_number = |part: &&str| (1..=4).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit());
    let is_month = |part: &&str| MONTHS.contains(&part.to_lowercase().as_str());
    ['/', '.', '-'].into_iter().any(|separator| {
        let parts: Vec<&str> = text.split(separator).collect();
        let years = parts.iter().filter(|part| part.len() == 4).count();
        let months = parts.iter().filter(|part| is_month(part)).count();
        let numbers = parts.iter().filter(|part| is_number(part)).count();
        let is_numeric =
            numbers == 3 && parts.iter().all(|part| part.len() != 3) && (years == 1 || separator == '/');
        numbers + months == parts.len() && (is_numeric || months == 1 && (1..=2).contains(&numbers))
    })
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_read_without_their_separators() {
        let cases = [
            ("3", "3"),
            ("-3", "-3"),
            ("−3", "-3"),
            ("3,5", "3.5"),
            ("3.50", "3.5"),
            ("3,0", "3"),
            ("0,125", "0.125"),
            ("1 000", "1000"),
            ("1\u{202f}234\u{202f}567,5", "1234567.5"),
            ("1'000", "1000"),
            ("1.234,5", "1234.5"),
            ("1,234.5", "1234.5"),
            ("1,234,567", "1234567"),
            ("-1.234.567", "-1234567"),
            ("", ""),
            ("if players == 2 then 3 else 4", "if players == 2 then 3 else 4"),
            ("2 + 1", "2 + 1"),
            ("10 - 3", "10 - 3"),
            ("1,2,3", "1,2,3"),
            ("12 34", "12 34"),
            ("rank / 2", "rank / 2"),
        ];
        for (text, value) in cases {
            assert_eq!(number(text).as_deref(), Ok(value), "{text}");
        }
    }

    #[test]
    fn numbers_with_two_meanings_and_dates_are_rejected() {
        for (text, why) in [("1,500", "may be 1500 or 1.5"), ("-1.500", "may be -1500 or -1.5")] {
            assert!(number(text).is_err_and(|told| told.contains(why)), "{text}");
        }
        for text in ["2026-04-03", "3.4.2026", "3/4/26", "3-Apr", "Apr-26", "3-Apr-2026"] {
            assert!(number(text).is_err_and(|told| told.contains("date")), "{text}");
        }
    }
}
