//! Features of a card: its design, its kind, and its printed fields.

use super::keys::{Keys, Name, Number, ONE, Sum, suffix};
use ludex_check::ids::KindId;
use ludex_check::types::{Base, Type};
use ludex_run::program::{NONE, Program};

/// Features of the cards of each kind, and their values for each design.
#[derive(Debug)]
pub(super) struct Traits {
    /// For each kind: suffixes of the names of its features.
    suffixes: Vec<Vec<Vec<u8>>>,
    /// For each design: its features, as offsets from the first of its kind, with their values.
    of: Vec<Vec<(u32, i32)>>,
    /// Kind of each design.
    kind: Vec<KindId>,
    /// For each kind: the fields by which its cards are compared.
    pub compared: Vec<Compared>,
    /// For each design: its values of these fields.
    pub printed: Vec<Printed>,
}

/// Words and numbers by which a card is compared; missing values are [`NONE`].
#[derive(Debug, Clone)]
pub(super) struct Printed {
    pub words: [i32; COMPARED],
    pub numbers: [i32; COMPARED],
}

/// Printed fields by which the cards of a kind are compared, up to `COMPARED` of each type: column and name
/// of each.
#[derive(Debug, Default)]
pub(super) struct Compared {
    pub words: Vec<(u32, String)>,
    pub numbers: Vec<(u32, String)>,
}

/// Maximum number of fields of each type by which cards are compared.
pub(super) const COMPARED: usize = 2;

/// Features of cards of some kinds.
#[derive(Debug, Clone)]
pub(super) struct Cards {
    /// First feature of each kind; `None` if the kind is excluded.
    first: Vec<Option<u32>>,
}

/// Type of a printed field.
enum Field {
    Number { scale: i64 },
    Word(Vec<String>),
    Other,
}

fn printed(program: &Program, ty: Type) -> Field {
    match ty.base() {
        _ if ty.is_list() => Field::Other,
        Base::Int => Field::Number { scale: 1000 },
        Base::Decimal => Field::Number { scale: 1 },
        Base::Bool => Field::Word(vec!["false".to_owned(), "true".to_owned()]),
        Base::Enum(id) => Field::Word(program.checked.enums[id.index()].values.clone()),
        Base::Card
        | Base::Kind(_)
        | Base::Design(_)
        | Base::Name(_)
        | Base::Player
        | Base::Spot(_)
        | Base::Zone
        | Base::Nothing
        | Base::Unknown => Field::Other,
    }
}

impl Traits {
    pub fn new(program: &Program) -> Self {
        let checked = &program.checked;
        let mut traits = Self {
            suffixes: checked.kinds.iter().map(|_| Vec::new()).collect(),
            of: checked.designs.iter().map(|_| Vec::new()).collect(),
            kind: checked.designs.iter().map(|design| design.kind).collect(),
            compared: checked.kinds.iter().map(|_| Compared::default()).collect(),
            printed: Vec::new(),
        };
        (0..checked.kinds.len()).for_each(|kind| traits.add_kind(program, KindId(kind as u16)));
        let printed = |(design, kind): (usize, &KindId)| {
            let of = |columns: &[(u32, String)]| {
                let column = |at: usize| columns.get(at).map(|(column, _)| *column as usize + design);
                [0, 1].map(|at| column(at).map_or(NONE, |cell| program.layout.fields[cell]))
            };
            let compared = &traits.compared[kind.index()];
            Printed { words: of(&compared.words), numbers: of(&compared.numbers) }
        };
        traits.printed = traits.kind.iter().enumerate().map(printed).collect();
        traits
    }

    fn add_kind(&mut self, program: &Program, kind: KindId) {
        let checked = &program.checked;
        let designs: Vec<usize> = (0..self.kind.len()).filter(|design| self.kind[*design] == kind).collect();
        let name = &checked.kinds[kind.index()].name;
        let mut rows = vec![suffix(&[name, "any"])];
        for design in &designs {
            self.of[*design].extend([(0, ONE), (rows.len() as u32, ONE)]);
            rows.push(suffix(&[name, "card", &checked.designs[*design].name]));
        }
        for (field, def) in checked.fields.iter().enumerate().filter(|(_, def)| def.kind == kind) {
            let column = program.layout.column(field);
            let value = |design: &usize| program.layout.fields[column as usize + design];
            let named = |more: Vec<u8>| [suffix(&[name, "field", &def.name]), more].concat();
            let first = rows.len() as u32;
            let differ =
                designs.iter().any(|design| value(design) != value(&designs[0])) && def.entry.is_none();
            let compared = match printed(program, def.ty) {
                Field::Other => continue,
                Field::Number { scale } => {
                    rows.extend(Number::suffixes().map(named));
                    for design in designs.iter().filter(|design| value(design) != NONE) {
                        let number = i64::from(value(design)) * scale;
                        self.of[*design]
                            .extend(number_rows(number).into_iter().map(|(row, n)| (first + row, n)));
                    }
                    &mut self.compared[kind.index()].numbers
                }
                Field::Word(words) => {
                    rows.extend(words.iter().map(|word| named(suffix(&[word]))));
                    for design in &designs {
                        let at = u32::try_from(value(design)).ok().filter(|at| *at < words.len() as u32);
                        self.of[*design].extend(at.map(|at| (first + at, ONE)));
                    }
                    &mut self.compared[kind.index()].words
                }
            };
            if differ && compared.len() < COMPARED {
                compared.push((column, def.name.clone()));
            }
        }
        self.suffixes[kind.index()] = rows;
    }
}

/// Returns the features of a number as offsets from the first one, with their values.
fn number_rows(thousandths: i64) -> Vec<(u32, i32)> {
    let (mut sum, mut rows) = (Sum::default(), Vec::new());
    sum.fit(Number::suffixes().count());
    Number::at(0).add_thousandths(&mut sum, thousandths);
    sum.take(&mut rows);
    rows.into_iter().map(|(row, value)| (row, i32::from(value))).collect()
}

impl Cards {
    pub fn new(keys: &mut Keys, name: &Name, traits: &Traits, holds: impl Fn(KindId) -> bool) -> Self {
        let rows = |kind: usize| {
            holds(KindId(kind as u16)).then(|| {
                let first = keys.0.len() as u32;
                traits.suffixes[kind].iter().for_each(|suffix| {
                    keys.row(&name.with(suffix));
                });
                first
            })
        };
        Self { first: (0..traits.suffixes.len()).map(rows).collect() }
    }

    /// Adds a part of a card of a design: the first number divided by the second.
    pub fn add_part(&self, traits: &Traits, sum: &mut Sum, design: u32, [part, whole]: [i32; 2]) {
        let Some(first) = self.first[traits.kind[design as usize].index()] else { return };
        for (row, value) in &traits.of[design as usize] {
            sum.add(first + row, value * part / whole);
        }
    }

    /// Adds `count` cards of a design.
    pub fn add(&self, traits: &Traits, sum: &mut Sum, design: u32, count: i32) {
        let Some(first) = self.first[traits.kind[design as usize].index()] else { return };
        for (row, value) in &traits.of[design as usize] {
            sum.add(first + row, value * count);
        }
    }
}
