//! The value of an operator follows its law in every evaluation: values fixed before a game, constants, the
//! machine, and explanations to a viewer who sees everything. Every row of the table of operators is tested
//! with all edge values.

use std::sync::{Arc, LazyLock};

use ludex::{Game, Playout, Ruleset, Seat, Value, Viewer, why};
use ludex_check::hir::Checked;
use ludex_check::ids::{EnumId, SpotId};
use ludex_check::operators::{
    Binary, Decimals, GameParams, Graph, Map, NoParams, OpResult, OperandType, Unary,
};
use ludex_check::types::{Base, Type};
use ludex_run::exec::FaultKind;
use ludex_run::lower::{Passes, lower_by};
use ludex_run::program::{NONE, Program};
use ludex_tests::inside::{RulesetInternals, cells, setup_of};
use ludex_tests::rulesets::compile_case;

/// The missing value, ±1, 0, the numbers of seats and spots, one more and one less, whole decimals, and the
/// limits of decimals and of numbers.
const EDGES: [i32; 18] = [
    NONE,
    -i32::MAX,
    -2_147_484,
    -2_147_483,
    -1_000,
    -3,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    999,
    1_000,
    2_147_483,
    2_147_484,
    i32::MAX,
];

/// Spots in a line, one more than players, and three in a ring.
const COLUMN: usize = 0;
const PLACE: usize = 1;
/// Three rows of two, and three towns of which two are linked.
const CELL: usize = 2;
const TOWN: usize = 3;
/// Two teams, to which the seats belong alternately: with three players the second has no partner.
const TEAM: usize = 4;
const TEAMS: [u8; 3] = [0, 1, 0];

/// The numbers of items in the game of these rulesets, for a number of players.
#[derive(Debug, Clone, Copy)]
struct Table(i32);

impl GameParams for Table {
    fn players(&self) -> i32 {
        self.0
    }

    fn spots(&self, spot: SpotId) -> (i32, bool) {
        match spot.index() {
            COLUMN => (self.0 + 1, false),
            CELL => (6, false),
            TOWN => (3, false),
            TEAM => (2, true),
            _ => (3, true),
        }
    }

    fn teams(&self) -> &[u8] {
        &TEAMS
    }

    fn map(&self, spot: SpotId) -> Option<Map<'_>> {
        static TOWNS: LazyLock<Graph> = LazyLock::new(|| Graph::new(3, &[(0, 1)]));
        match spot.index() {
            CELL => Some(Map::Grid { columns: 2, count: 6 }),
            TOWN => Some(Map::Graph(&TOWNS)),
            _ => None,
        }
    }
}

/// Returns the enum of directions that the grid defines.
fn direction() -> Type {
    Type::new(Base::Enum(EnumId(0)))
}

fn name(spot: SpotId) -> String {
    ["column", "place", "cell", "town", "team"][spot.index()].to_owned()
}

fn word(ty: Type) -> String {
    match ty.base() {
        Base::Int => "int".to_owned(),
        Base::Decimal => "decimal".to_owned(),
        Base::Player => "player".to_owned(),
        Base::Spot(spot) => name(spot),
        Base::Enum(_) => "direction".to_owned(),
        _ => panic!("no operator is about {ty:?}"),
    }
}

/// Returns an operand of a type, computed from an option: its expression and its value.
fn made_of(option: &str, ty: Type) -> String {
    match ty.base() {
        Base::Decimal => format!("({option} * 0.001)"),
        Base::Player => format!("seat({option})"),
        Base::Spot(spot) => format!("{}({option})", name(spot)),
        Base::Enum(_) if option == "1" => "east".to_owned(),
        Base::Enum(_) => {
            format!(
                "(if {option} == 0 then north else if {option} == 1 then east else if {option} == 2 then south else west)"
            )
        }
        _ => option.to_owned(),
    }
}

fn value_of(table: Table, option: i32, ty: Type) -> OpResult {
    match ty.base() {
        Base::Decimal => Binary::Mul.law(&NoParams, option, 1),
        Base::Player => Unary::SeatAt.law(&table, option),
        Base::Spot(spot) => Unary::SpotAt(spot).law(&table, option),
        Base::Enum(_) => Ok(if (0..3).contains(&option) { option } else { 3 }),
        _ => Ok(option),
    }
}

/// Returns the possible values of a variable of a type.
fn held(table: Table, ty: Type) -> Vec<i32> {
    let count = match ty.base() {
        Base::Player => table.players(),
        Base::Spot(spot) => table.spots(spot).0,
        Base::Enum(_) => 4,
        _ => return EDGES.to_vec(),
    };
    [NONE].into_iter().chain(0..count).collect()
}

/// Returns the type of an operand.
fn type_of(sort: OperandType, spot: SpotId) -> Type {
    match sort {
        OperandType::Int | OperandType::Number => Type::INT,
        OperandType::Player => Type::PLAYER,
        OperandType::Spot => Type::new(Base::Spot(spot)),
        OperandType::Direction => direction(),
    }
}

/// An operator with operands of some types; a unary operator has the same type twice.
#[derive(Debug, Clone, Copy)]
enum Row {
    Unary(Unary, Type),
    Binary(Binary, [Type; 2]),
}

impl Row {
    /// Returns each operator, with operands of all types that it accepts.
    fn all() -> Vec<Row> {
        let mut rows = Vec::new();
        for spot in [COLUMN, PLACE, CELL, TOWN, TEAM].map(|spot| SpotId(spot as u16)) {
            // only teams contain each player, and only a grid has rows
            let fits = |op: &Unary| match op {
                Unary::Team(_) => spot.index() == TEAM,
                Unary::Row(_) | Unary::Column(_) | Unary::Opposite => spot.index() == CELL,
                _ => true,
            };
            for op in Unary::all(spot).into_iter().filter(fits) {
                let types = match op.takes() {
                    OperandType::Number => vec![Type::INT, Type::DECIMAL],
                    sort => vec![type_of(sort, spot)],
                };
                rows.extend(types.into_iter().map(|ty| Row::Unary(op, ty)));
            }
            let fits = |op: &Binary| match op {
                Binary::PlaceAt(_) | Binary::Toward(_) => spot.index() == CELL,
                Binary::Distance(_) => matches!(spot.index(), CELL | TOWN),
                _ => spot.index() == COLUMN,
            };
            for op in Binary::all(spot).into_iter().filter(fits) {
                let (int, decimal) = (Type::INT, Type::DECIMAL);
                let types = match op.decimals() {
                    Decimals::Alike => vec![[int, int], [decimal, decimal]],
                    Decimals::One => vec![[int, int], [decimal, int], [int, decimal]],
                    Decimals::Never => vec![op.takes().map(|sort| type_of(sort, spot))],
                };
                rows.extend(types.into_iter().map(|types| Row::Binary(op, types)));
            }
        }
        rows
    }

    fn types(self) -> [Type; 2] {
        match self {
            Row::Unary(_, ty) => [ty, Type::INT],
            Row::Binary(_, types) => types,
        }
    }

    fn gives(self) -> Type {
        match self {
            Row::Unary(op, ty) => op.gives(ty),
            Row::Binary(Binary::PlaceAt(spot) | Binary::Toward(spot), _) => Type::new(Base::Spot(spot)),
            Row::Binary(_, types) => types.into_iter().find(|ty| *ty == Type::DECIMAL).unwrap_or(Type::INT),
        }
    }

    /// Formats the operator as in a ruleset.
    fn written(self, [a, b]: [&str; 2]) -> String {
        match self {
            // an int is converted to a decimal when combined with one
            Row::Unary(Unary::Scale, _) => format!("({a} + 0.0)"),
            Row::Unary(op, _) => op.words(a, name),
            Row::Binary(op, _) => op.words(a, b, name),
        }
    }

    fn law(self, table: Table, a: i32, b: i32) -> OpResult {
        match self {
            Row::Unary(Unary::Scale, _) => {
                Unary::Scale.law(&table, a).and_then(|n| Binary::Add.law(&NoParams, n, 0))
            }
            Row::Unary(op, _) => op.law(&table, a),
            Row::Binary(op, _) => op.law(&table, a, b),
        }
    }

    /// Returns true if the result may be missing for existing operands without a fault.
    fn may_be_missing(self, table: Table) -> bool {
        let [a, b] = self.types().map(|ty| held(table, ty));
        let is_missing = |a: i32| a != NONE && b.iter().any(|b| self.law(table, a, *b) == Ok(NONE));
        a.into_iter().any(is_missing)
    }

    /// Returns an expression for the value as a number.
    fn counted(self, table: Table, written: &str) -> String {
        let number = match self.gives().base() {
            Base::Player => format!("{written}.seat"),
            Base::Spot(_) => format!("{written}.number"),
            Base::Enum(_) => format!("nth[{written}]"),
            _ => written.to_owned(),
        };
        match self.may_be_missing(table) {
            true => format!("(if {written} exists then {number} else 77)"),
            false => number,
        }
    }

    fn count(self, table: Table, value: i32) -> OpResult {
        match self.gives().base() {
            _ if value == NONE && self.may_be_missing(table) => Ok(77),
            Base::Player => Unary::Seat.law(&table, value),
            Base::Spot(_) => Unary::SpotNumber.law(&table, value),
            _ => Ok(value),
        }
    }

    /// Creates rules in which the operands are the variables `x` and `y`, and in `end` or `first` options.
    fn rules(self, table: Table, is_first: bool) -> Ruleset {
        let [a, b] = self.types();
        let optional = if self.may_be_missing(table) { "?" } else { "" };
        let fixed = self.written([&made_of("one", a), &made_of("two", b)]);
        let first = match is_first {
            true => format!("value: {}{optional} = {fixed} for game", word(self.gives())),
            false => "value: int for game".to_owned(),
        };
        let option = "{ type: int, range: -2147483647..2147483647, default: 1 }";
        let rules = format!(
            "format: 1
game: {{ id: laws, players: 2..3 }}
options: {{ one: {option}, two: {option} }}
teams: 2
tables: {{ nth: {{ north: 0, east: 1, south: 2, west: 3 }} }}
spots:
  column: {{ count: players + 1 }}
  place: {{ count: 3, shape: ring }}
  cell: {{ shape: grid, columns: 2, count: 6 }}
  town: {{ shape: graph, names: [rome, oslo, bonn], links: {{ rome: [oslo] }} }}
state:
  game:
    x: {} = {} for game
    y: {} = {} for game
    {first}
score:
  total: {}
statistics:
  constant: {}
",
            word(a),
            made_of("1", a),
            word(b),
            made_of("1", b),
            self.counted(table, &self.written(["x", "y"])),
            self.counted(table, &fixed),
        );
        compile_case(&[("ruleset.yaml".to_owned(), rules)])
    }
}

/// Returns the first cell of a variable, in the order of declaration: `x`, `y`, `value`.
fn cell(program: &Program, variable: usize) -> usize {
    program.layout.vars[variable] as usize
}

fn lowered(checked: &Arc<Checked>, table: Table, options: [i32; 2], passes: Passes) -> Option<Program> {
    lower_by(checked, table.0 as u8, &options, passes).ok()
}

#[test]
fn what_is_fixed_before_a_game_follows_the_laws() {
    let mut values = 0;
    for (row, table) in rows_at_tables() {
        let rules = row.rules(table, true);
        for [one, two] in options(row) {
            let [a, b] = row.types();
            let operands = value_of(table, one, a).and_then(|a| Ok((a, value_of(table, two, b)?)));
            let law = operands.and_then(|(a, b)| row.law(table, a, b));
            let program = lowered(rules.checked(), table, [one, two], Passes::ALL);
            let value = program.map(|program| program.layout.cells[cell(&program, 2)]);
            assert_eq!(value, law.ok(), "{row:?} of {one} and {two} at {table:?}");
            values += usize::from(law.is_ok());
        }
    }
    assert!(values > 1_000, "only {values} have a value");
}

#[test]
fn constants_follow_the_laws() {
    let mut folded = 0;
    for (row, table) in rows_at_tables() {
        let rules = row.rules(table, false);
        for [one, two] in options(row) {
            let [a, b] = row.types();
            let operands = value_of(table, one, a).and_then(|a| Ok((a, value_of(table, two, b)?)));
            let law = operands.and_then(|(a, b)| row.count(table, row.law(table, a, b)?));
            let program = lowered(rules.checked(), table, [one, two], Passes::ALL).expect("nothing is fixed");
            // an expression that is not folded is computed on demand
            if let Some(value) = program.constant(program.statistics[0].body) {
                assert_eq!(Ok(value), law, "{row:?} of {one} and {two} at {table:?}");
                folded += 1;
            }
        }
    }
    assert!(folded > 1_000, "only {folded} are folded");
}

#[test]
fn programs_and_explanations_follow_the_laws() {
    let mut faults = Vec::new();
    for (row, table) in rows_at_tables() {
        let rules = row.rules(table, false);
        let program = lowered(rules.checked(), table, [1, 1], Passes::ALL).expect("a program");
        let mut program = Arc::new(program);
        let [a, b] = row.types().map(|ty| held(table, ty));
        for (x, y) in a.iter().flat_map(|x| b.iter().map(|y| (*x, *y))) {
            let law = row.law(table, x, y).and_then(|value| row.count(table, value));
            let said = format!("{row:?} of {x} and {y} at {table:?}");
            let changed = Arc::get_mut(&mut program).expect("no game has it any more");
            let [at_x, at_y] = [cell(changed, 0), cell(changed, 1)];
            (changed.layout.cells[at_x], changed.layout.cells[at_y]) = (x, y);
            assert_eq!(score(&rules, &program), law, "{said}");
            assert_eq!(explained(&rules, &program), law.map_err(FaultKind::message), "{said}");
            faults.extend(law.err().filter(|fault| !faults.contains(fault)));
        }
    }
    assert_eq!(faults.len(), 4, "missing, too large, divided by zero, no such number: {faults:?}");
}

/// Returns every row, with two players and with three.
fn rows_at_tables() -> impl Iterator<Item = (Row, Table)> {
    Row::all().into_iter().flat_map(|row| [2, 3].map(|players| (row, Table(players))))
}

/// Returns values of both options; of the second only as many as the row has operands for.
fn options(row: Row) -> impl Iterator<Item = [i32; 2]> {
    let second: &[i32] = if matches!(row, Row::Unary(..)) { &[1] } else { &EDGES };
    EDGES.into_iter().flat_map(move |one| second.iter().map(move |two| [one, *two]))
}

/// Returns the score of a game without choices, or its fault.
fn score(rules: &Ruleset, program: &Arc<Program>) -> OpResult {
    let setup = setup_of(rules, Arc::clone(program));
    let mut playout = Playout::new(&setup);
    playout.random(1).map(|end| cells(&setup, end)[0]).map_err(|fault| fault.kind)
}

fn explained(rules: &Ruleset, program: &Arc<Program>) -> Result<i32, &'static str> {
    let game = Game::new(&setup_of(rules, Arc::clone(program)), 1);
    match why::score(&game, Viewer::Open, Seat(0)).expect("a seat").value {
        Value::Nothing => Ok(NONE),
        Value::Int(n) => Ok(n),
        Value::Decimal(amount) => Ok(i32::try_from(amount.thousandths).expect("a cell")),
        Value::Fault(message) => {
            Err(FAULTS.iter().map(|kind| kind.message()).find(|m| *m == message).expect("a fault"))
        }
        value => panic!("{value:?} is no score"),
    }
}

const FAULTS: [FaultKind; 4] =
    [FaultKind::Missing, FaultKind::Overflow, FaultKind::DivisionByZero, FaultKind::NoSuchNumber];
