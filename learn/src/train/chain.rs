//! Incremental hidden layer along the positions of one seat in a game, with its gradient.

use crate::{Feature, HIDDEN};

use super::net::{Gradient, Net, ONE, Units, add, add_times};

/// State at the last position.
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    rows: Vec<Feature>,
    units: Units,
    /// Sum of the gradients of the units at all positions so far. A feature receives the part that was added
    /// while it was present.
    by: Units,
}

impl Default for Chain {
    fn default() -> Self {
        Self { rows: Vec::new(), units: [0.0; HIDDEN], by: [0.0; HIDDEN] }
    }
}

impl Chain {
    /// Starts a new game.
    pub fn begin(&mut self, net: &Net) {
        self.rows.clear();
        (self.units, self.by) = (net.bias, [0.0; HIDDEN]);
    }

    /// Returns the units of the next position. With a gradient, adds the parts of features that change.
    pub fn units(&mut self, net: &Net, rows: &[Feature], mut learns: Option<&mut Gradient>) -> &Units {
        let Self { rows: last, units, by } = self;
        for (row, change) in changes(last, rows) {
            add_times(units, change, net.row(row));
            if let Some(gradient) = &mut learns {
                gradient.row(row, -change, by);
            }
        }
        last.clear();
        last.extend(rows);
        units
    }

    /// Adds the gradient of the units at this position.
    pub fn change(&mut self, by: &Units) {
        add(&mut self.by, by);
    }

    /// Ends the game and adds the parts of the remaining features.
    pub fn end(&mut self, gradient: &mut Gradient) {
        gradient.rows(&self.rows, &self.by);
        self.rows.clear();
    }
}

/// Returns the features in which two positions differ, with the difference (new minus old).
fn changes<'a>(mut old: &'a [Feature], mut new: &'a [Feature]) -> impl Iterator<Item = (u32, f32)> + use<'a> {
    std::iter::from_fn(move || {
        loop {
            let next = [old, new].iter().filter_map(|rows| rows.first()).map(|(row, _)| *row).min()?;
            let was = taken(&mut old, next);
            let change = taken(&mut new, next) - was;
            if change != 0 {
                return Some((next, f32::from(change) / ONE));
            }
        }
    })
}

/// Removes the first feature if it is `row`, and returns its value; otherwise 0.
fn taken(rows: &mut &[Feature], row: u32) -> i16 {
    match rows.split_first() {
        Some(((first, value), rest)) if *first == row => {
            *rows = rest;
            *value
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Chain, Feature, HIDDEN};
    use crate::train::net::{Gradient, Net, Units};
    use ludex_lab::splitmix64;

    const ROWS: u64 = 12;

    /// Generates a position in which most features stay the same.
    fn position(at: u64) -> Vec<Feature> {
        let value = |row: u64| (splitmix64(row, at / (1 + row % 4)) % 5) as i16 * 32 - 64;
        (0..ROWS).map(|row| (row as u32, value(row))).filter(|(_, value)| *value != 0).collect()
    }

    fn are_near(one: &Units, two: &Units) -> bool {
        one.iter().zip(two).all(|(one, two)| (one - two).abs() < 1e-4)
    }

    #[test]
    fn a_chain_comes_to_the_same_as_each_position_alone() {
        let net = Net::new(&(0..ROWS).collect::<Vec<u64>>(), 1);
        let (mut chain, mut chained, mut alone) =
            (Chain::default(), Gradient::new(ROWS as usize), Gradient::new(ROWS as usize));
        for game in 0..3 {
            chain.begin(&net);
            for at in 20 * game..20 * game + 20 {
                let rows = position(at);
                let mut units = net.bias;
                net.add(&rows, &mut units);
                assert!(are_near(chain.units(&net, &rows, Some(&mut chained)), &units), "position {at}");
                let by: Units =
                    core::array::from_fn(|unit| ((at as usize * 7 + unit) % 11) as f32 / 11.0 - 0.5);
                chain.change(&by);
                alone.rows(&rows, &by);
            }
            chain.end(&mut chained);
        }
        let mut differ = [0.0; HIDDEN];
        for row in 0..ROWS as u32 {
            assert!(are_near(chained.of_row(row), alone.of_row(row)), "row {row}");
            differ.iter_mut().zip(alone.of_row(row)).for_each(|(most, n)| *most = f32::max(*most, n.abs()));
        }
        assert!(differ.iter().all(|most| *most > 0.1), "nothing was to be changed");
    }
}
