//! Reasons against an option, in the words of the ruleset.

use ludex::why::Reason;

use super::Words;

impl Words<'_> {
    /// Returns the ruleset's text for a reason: the first `why.FUNCTION` among the functions that the failed
    /// expression calls, otherwise `why.ACTION`, or `None`.
    pub(super) fn own_reason(&self, action: Option<&str>, reason: &Reason) -> Option<String> {
        let decides = match reason {
            Reason::Fails { test, .. } => test.place.as_ref(),
            Reason::NotAmong(place) => Some(place),
            Reason::Nothing { list, .. } => list.as_ref(),
            Reason::Hidden(_) | Reason::Picked | Reason::PassedOver | Reason::Fault(_) => return None,
        };
        let called = decides.map(|place| called(&place.text)).unwrap_or_default();
        called.into_iter().chain(action).find_map(|name| self.get(&format!("why.{name}")))
    }
}

/// Returns the names of the functions that an expression calls, in the order written.
fn called(expression: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let before = expression.match_indices('(').map(|(at, _)| &expression[..at]);
    let names = before.map(|text| text.rsplit(|c: char| !is_part(c)).next().unwrap_or_default());
    names.filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_read_off_an_expression() {
        assert_eq!(called("playable(me) where (fits(it))"), ["playable", "fits"]);
        assert_eq!(called("cost <= gold"), Vec::<&str>::new());
    }
}
