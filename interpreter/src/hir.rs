//! The checked ruleset: names are ids, every expression has a type, nothing is left to be wrong but values at run time.
//!
//! Made by [`check`](crate::check), read by [`lower`](crate::lower). It does not depend on the number of players or
//! on option values.

#[macro_use]
mod rows;

mod blocks;
mod bodies;
mod body;
mod calls;
mod expr;
mod fixed;
mod layout;
mod named;
mod part;
pub mod print;
mod stmt;
mod texts;
mod walk;

use ludex_grammar::span::Span;

use crate::ids::*;
use crate::model::{Goal, Hides, ModifierOp, Rights, Sees};
use crate::resolve::Index;
use crate::types::{KeyType, Type};

pub use crate::language::{By, Fold};
pub use crate::model::Subject;
pub use crate::numbers::Comparison;
pub use crate::operators::{Binary, Graph, Map, Unary};
pub(crate) use blocks::{Block, BlockKind, every, find};
pub use blocks::{ElseBlock, LoopBlock, MayBlock, Mode, ThenBlock};
pub(crate) use bodies::Owner;
pub use body::*;
pub(crate) use calls::Runs;
pub(crate) use expr::Reads;
pub use expr::{Expr, ExprKind};
pub(crate) use expr::{
    arithmetic_kinds, cell_kinds, computed_kinds, fixed_kinds, free_kinds, gathered_kinds,
};
pub(crate) use expr::{
    list_kinds, list_tests, made_lists, map_lists, plain_lists, position_kinds, read_kinds, test_kinds,
};
pub(crate) use expr::{tested_lists, value_tests, whole_lists};
pub use fixed::Unfixed;
pub(crate) use fixed::{Before, repeats};
pub use layout::*;
pub(crate) use named::{Naming, namings};
pub(crate) use stmt::Writes;
pub(crate) use stmt::control_stmts;
pub use stmt::{Stmt, StmtKind};
pub use texts::*;
pub(crate) use walk::{Alike, same};

/// A checked ruleset. It has a field for each sort of definition, so that an id is an index into one of them.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    pub id: String,
    /// Fewest players.
    pub min_players: u8,
    /// Most players.
    pub max_players: u8,
    /// How many play if nobody says: what `usual` names, as near to it as possible; else the fewest, but two if possible.
    pub usual_players: u8,
    /// Ids of the seats, as many as `max_players`.
    pub seats: Vec<String>,
    pub options: Vec<OptionDef>,
    /// Enums, those of options included.
    pub enums: Vec<EnumDef>,
    /// Kinds of card.
    pub kinds: Vec<KindDef>,
    /// Printed fields of all kinds.
    pub fields: Vec<FieldDef>,
    /// Properties of all kinds.
    pub properties: Vec<PropertyDef>,
    /// Cards as printed.
    pub designs: Vec<DesignDef>,
    pub spots: Vec<SpotDef>,
    /// Who plays together, if the ruleset says so.
    pub teams: Option<TeamsDef>,
    pub zones: Vec<ZoneDef>,
    /// Variables.
    pub vars: Vec<VarDef>,
    pub tables: Vec<TableDef>,
    /// Events: those declared, then those of steps, then those of phases.
    pub events: Vec<EventDef>,
    pub messages: Vec<SignatureDef>,
    /// Lists of steps.
    pub steps: Vec<StepsDef>,
    pub functions: Vec<FunctionDef>,
    pub procedures: Vec<ProcedureDef>,
    /// Windows of actions.
    pub windows: Vec<WindowDef>,
    /// Abilities that react to events.
    pub handlers: Vec<HandlerDef>,
    /// Abilities that modify properties.
    pub modifiers: Vec<ModifierDef>,
    /// What happens first.
    pub setup: Body,
    /// All phases; children come after their parents.
    pub phases: Vec<PhaseDef>,
    pub top_phases: Vec<PhaseId>,
    /// How it is counted.
    pub score: ScoreDef,
    /// Numbers for whoever plays many games, by name; one parameter: the player.
    pub statistics: Vec<(String, Lambda)>,
    /// How the table is drawn.
    pub layout: LayoutDef,
    /// What people read.
    pub texts: Texts,
    /// Whose names and words these are, if the ruleset says so.
    pub rights: Option<Rights>,
    /// The names of all decisions.
    pub decisions: Vec<String>,
    /// Effects and expressions of scenarios.
    pub snippets: Vec<Snippet>,
    /// Where every name is defined and used.
    pub index: Index,
}

/// An effect or expression from outside the ruleset.
#[derive(Debug, Clone)]
pub enum Snippet {
    Effect(Body),
    /// An expression.
    Expr(Lambda),
}

#[derive(Debug, Clone)]
pub struct OptionDef {
    pub name: String,
    /// `int`, `bool` or an enum.
    pub ty: Type,
    /// Smallest value (of an int).
    pub min: i32,
    /// Largest value.
    pub max: i32,
    pub default: i32,
}

#[derive(Debug, Clone)]
pub struct EnumDef {
    pub name: String,
    /// Its words.
    pub values: Vec<String>,
}

/// A kind of card.
#[derive(Debug, Clone)]
pub struct KindDef {
    pub name: String,
    /// Each player has a set.
    pub per_player: bool,
    /// The zones in which abilities work; empty: everywhere.
    pub in_play: Vec<ZoneId>,
    /// Abilities work only while this holds.
    pub active: Option<Lambda>,
}

/// A printed field.
#[derive(Debug, Clone)]
pub struct FieldDef {
    pub name: String,
    /// The kind that has it.
    pub kind: KindId,
    pub ty: Type,
    /// The field of which it is one value: its name, and by what the values are kept. They stand one after the other.
    pub entry: Option<(String, KeyType)>,
}

#[derive(Debug, Clone)]
pub struct PropertyDef {
    pub name: String,
    /// The kind that has it.
    pub kind: KindId,
    pub ty: Type,
    /// Its value before modifiers; one parameter: the card.
    pub base: Lambda,
    pub stages: Vec<String>,
}

/// A card as printed.
#[derive(Debug, Clone)]
pub struct DesignDef {
    /// Its id.
    pub name: String,
    pub kind: KindId,
    pub copies: u32,
    /// Its printed fields; a field that is not named is missing.
    pub fields: Vec<(FieldId, Expr)>,
    /// Where it is defined.
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct SpotDef {
    /// Their name.
    pub name: String,
    /// How many; over players and options.
    pub count: Expr,
    /// The last is followed by the first.
    pub ring: bool,
    /// What each is called, where they have names.
    pub words: Vec<String>,
    /// How they lie beside each other, where they are places of a map.
    pub map: Option<MapDef>,
}

impl SpotDef {
    /// Whether they lie in rows and columns.
    pub fn is_grid(&self) -> bool {
        matches!(self.map, Some(MapDef::Grid { .. }))
    }
}

/// A map of spots.
#[derive(Debug, Clone)]
pub enum MapDef {
    /// In rows of so many, at least one.
    Grid {
        /// Places of a row.
        columns: i32,
    },
    /// As links say.
    Graph(Graph),
}

impl MapDef {
    /// Whether a way leads from each place to each other one.
    pub fn is_connected(&self) -> bool {
        match self {
            MapDef::Grid { .. } => true,
            MapDef::Graph(graph) => graph.is_connected(),
        }
    }

    /// Whether each place has one beside it.
    pub fn has_no_lonely_place(&self) -> bool {
        match self {
            MapDef::Grid { columns } => *columns > 1,
            MapDef::Graph(graph) => graph.has_no_lonely_place(),
        }
    }
}

/// Who plays together.
#[derive(Debug, Clone)]
pub struct TeamsDef {
    /// The teams, as things that may have zones and variables.
    pub spot: SpotId,
    /// For each seat, as many as can play: its team, by number.
    pub of: Vec<u8>,
}

impl TeamsDef {
    /// The players of each team, of so many, as sets of seats.
    pub fn members(&self, players: u8) -> Vec<u16> {
        let count = self.of.iter().max().map_or(0, |most| usize::from(*most) + 1);
        let mut all = vec![0; count];
        for (seat, team) in (0..players).zip(&self.of) {
            all[usize::from(*team)] |= 1 << seat;
        }
        all
    }
}

/// Who has a zone or variable of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// The game: there is one.
    Game,
    /// Each player has one.
    Player,
    /// Each spot of a sort has one.
    Spot(SpotId),
    /// Each card of a kind.
    Kind(KindId),
    /// Each copy of a card.
    Design(DesignId),
}

#[derive(Debug, Clone)]
pub struct ZoneDef {
    pub name: String,
    /// Whose.
    pub holder: Holder,
    /// What may lie in it.
    pub holds: Vec<KindId>,
    pub sees: Sees,
    /// Keeps its order.
    pub ordered: bool,
    /// The properties that show players less than they may know.
    pub hides: Hides<Option<Expr>>,
    /// Most cards.
    pub max: Option<u32>,
}

/// How long a variable keeps its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    Game,
    /// Until an iteration of the phase is over.
    Phase(PhaseId),
    /// Until its card goes to a zone of another name, or can't be told from others of the zone any more: as long as it lies there all see it.
    Zone(ZoneId),
}

impl Lifetime {
    /// The zone in which all see it, whether they know the card or not.
    pub fn zone(self) -> Option<ZoneId> {
        if let Self::Zone(zone) = self { Some(zone) } else { None }
    }
}

/// A variable.
#[derive(Debug, Clone)]
pub struct VarDef {
    pub name: String,
    /// Whose.
    pub holder: Holder,
    /// The type of its value, or of each of them.
    pub ty: Type,
    /// By what its values are kept, if there are several.
    pub per: Option<KeyType>,
    /// Its first value, or that of each; over players and options.
    pub init: Option<Expr>,
    /// When it has its first value again.
    pub lifetime: Lifetime,
    /// Its player alone sees it.
    pub owner_sees: bool,
    /// If it is a number that its player alone sees: the smallest and the largest that others have to reckon with.
    pub within: (i32, i32),
}

#[derive(Debug, Clone)]
pub struct TableDef {
    /// Its name; of a row that is a table `spoils[city]`.
    pub name: String,
    pub key: Type,
    /// Its rows are tables, of which the values are the numbers.
    pub has_tables: bool,
    /// Keys and values, by rising key.
    pub rows: Vec<(i32, i32)>,
    /// What a key without a row has.
    pub other: Option<i32>,
}

#[derive(Debug, Clone)]
pub struct EventDef {
    /// Its name; dotted for steps and phases.
    pub name: String,
    /// Its facts.
    pub params: Vec<(String, Type)>,
    /// What it is about.
    pub subject: Subject,
    /// The number of the fact that reactions may change.
    pub changing: Option<usize>,
}

/// A message.
#[derive(Debug, Clone)]
pub struct SignatureDef {
    pub name: String,
    /// Its facts.
    pub params: Vec<(String, Type)>,
}

/// A list of steps.
#[derive(Debug, Clone)]
pub struct StepsDef {
    pub name: String,
    /// Its parameters.
    pub params: Vec<(String, Type)>,
    /// The events fired, each with its condition (over the parameters, which are the first locals).
    pub order: Vec<(EventId, Option<Lambda>)>,
}

/// An expression with locals of its own; the first ones are its parameters.
#[derive(Debug, Clone)]
pub struct Lambda {
    /// Its value.
    pub body: Expr,
    /// How many locals it has, parameters included.
    pub locals: u16,
}

/// Statements with locals of their own; the first ones are parameters.
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub stmts: Vec<Stmt>,
    /// How many locals there are, parameters included.
    pub locals: u16,
    /// Which of them hold one card.
    pub cards: Vec<u16>,
}

#[derive(Debug, Clone)]
pub struct FunctionDef {
    pub name: String,
    /// Its parameters.
    pub params: Vec<(String, Type)>,
    /// Its value.
    pub body: Lambda,
}

#[derive(Debug, Clone)]
pub struct ProcedureDef {
    pub name: String,
    /// Its parameters.
    pub params: Vec<(String, Type)>,
    /// The type of what it gives, if it gives something.
    pub gives: Option<Type>,
    /// What it does.
    pub body: Body,
}

/// What can be done somewhere.
#[derive(Debug, Clone)]
pub struct WindowDef {
    pub name: String,
    /// In the order in which they are offered.
    pub actions: Vec<ActionDef>,
}

/// One action. Its first locals are its targets.
#[derive(Debug, Clone)]
pub struct ActionDef {
    pub name: String,
    /// For each target: the candidates; a later list may depend on an earlier target.
    pub targets: Vec<Lambda>,
    /// What each target is called.
    pub target_names: Vec<String>,
    /// Legal only then.
    pub when: Option<Lambda>,
    /// What the text of an option may say of it; the targets are the first locals. It is for people and changes nothing.
    pub shows: Vec<(String, Lambda)>,
    /// What it does.
    pub body: Body,
}

/// Who has an ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearer {
    /// All cards of a kind.
    Kind(KindId),
    /// All copies of a card.
    Design(DesignId),
}

/// An ability that reacts. Locals: `self`, then the event's facts.
#[derive(Debug, Clone)]
pub struct HandlerDef {
    /// Whose.
    pub bearer: Bearer,
    pub event: EventId,
    /// Also to events about other cards.
    pub any: bool,
    /// Where it works, if it says so itself; else where abilities of the kind do.
    pub zones: Option<Vec<ZoneId>>,
    /// It works only while this holds, if it says so itself; else while the kind is active.
    pub when: Option<Lambda>,
    /// What it does.
    pub body: Body,
}

/// An ability that modifies. Locals: `self`, then `it`.
#[derive(Debug, Clone)]
pub struct ModifierDef {
    /// Whose.
    pub bearer: Bearer,
    pub property: PropertyId,
    /// When.
    pub stage: u16,
    /// Which cards: a test of `it`; absent: only `self`.
    pub applies: Option<Lambda>,
    /// Only while.
    pub condition: Option<Lambda>,
    pub op: ModifierOp,
    /// By how much.
    pub value: Lambda,
    /// Where it is written.
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct PhaseDef {
    pub name: String,
    /// The phase it is part of.
    pub parent: Option<PhaseId>,
    /// Skips an iteration.
    pub when: Option<Expr>,
    /// How it is repeated.
    pub repeat: Repeat,
    /// Tested after each iteration.
    pub until: Option<Expr>,
    pub active: Option<Expr>,
    /// What happens first.
    pub body: Vec<Stmt>,
    /// Its parts.
    pub children: Vec<PhaseId>,
    /// What happens last.
    pub end: Vec<Stmt>,
    /// Locals of all its expressions and statements together.
    pub locals: u16,
    /// Which of them hold one card.
    pub cards: Vec<u16>,
    /// Fired at the start and end of each iteration.
    pub begins: EventId,
    /// See `begins`.
    pub ends: EventId,
    /// Where it is defined.
    pub span: Span,
}

impl Checked {
    /// How spots of a sort, of which there are so many, lie beside each other, if they lie on a map.
    pub(crate) fn map(&self, spot: SpotId, count: u16) -> Option<Map<'_>> {
        Some(match self.spots.get(spot.index())?.map.as_ref()? {
            MapDef::Grid { columns } => Map::Grid { columns: *columns, count: count.into() },
            MapDef::Graph(graph) => Map::Graph(graph),
        })
    }

    /// The team of each seat, by number; nothing where there are no teams.
    pub fn team_of_seats(&self) -> &[u8] {
        self.teams.as_ref().map_or(&[], |teams| &teams.of)
    }
}

impl VarDef {
    /// The type of what its name stands for.
    pub fn whole(&self) -> Type {
        self.per.and_then(|key| self.ty.checked_per(key)).unwrap_or(self.ty)
    }
}

impl FieldDef {
    /// The type of what its name stands for.
    pub fn whole(&self) -> Type {
        let key = self.entry.as_ref().map(|(_, key)| *key);
        key.and_then(|key| self.ty.checked_per(key)).unwrap_or(self.ty)
    }

    /// Its name where texts have one for all its values.
    pub fn text_name(&self) -> &str {
        self.entry.as_ref().map_or(&self.name, |(name, _)| name)
    }
}

impl PhaseDef {
    /// Whether it says who is active in it.
    pub fn names_active(&self) -> bool {
        self.active.is_some() || matches!(self.repeat, Repeat::Each(_))
    }
}

/// How a phase is repeated.
#[derive(Debug, Clone)]
pub enum Repeat {
    /// One iteration.
    Once,
    /// As long as `until` says.
    Forever,
    Times(Expr),
    /// While this holds.
    While(Expr),
    /// One for each player of the query (a list).
    Each(Expr),
}

#[derive(Debug, Clone, Default)]
pub struct ScoreDef {
    /// One parameter: the player.
    pub total: Option<Lambda>,
    /// Who has won, in place of who has the best total; a condition with one parameter: the player.
    pub won: Option<Lambda>,
    /// The least total wins.
    pub lowest: bool,
    /// Named parts.
    pub lines: Vec<(String, Lambda)>,
    /// Tie-breakers.
    pub ties: Vec<Lambda>,
    /// What a position is worth before the end, as bots are told. No rule reads it.
    pub hint: Option<Lambda>,
    /// What bots are told that a player plays for.
    pub goal: Option<Goal>,
}
