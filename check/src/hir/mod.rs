//! The checked ruleset: resolved names, typed expressions, and no errors except run-time faults.
//!
//! Created by [`check`](crate::check), read by `lower`. It does not depend on the number of
//! players or on option values.

#[macro_use]
mod rows;

mod blocks;
mod bodies;
mod body;
mod calls;
mod const_eval;
mod expr;
mod layout;
mod named;
mod part;
pub mod print;
mod stmt;
mod texts;
mod walk;

use ludex_grammar::span::Span;

use crate::ids::*;
use crate::language::Noun;
use crate::model::{Goal, Hides, ModifierOp, Rights, Sees};
use crate::resolve::Index;
use crate::types::{Base, KeyType, Type};

pub use crate::language::{Fold, ListOperation};
pub use crate::model::Subject;
pub use crate::numbers::Comparison;
pub use crate::operators::{Binary, Graph, Map, Unary};
pub use blocks::{Block, BlockKind, every, find};
pub use blocks::{ElseBlock, LoopBlock, MayBlock, Mode, ThenBlock};
pub use bodies::Owner;
pub use body::*;
pub use calls::ImplicitCall;
pub use const_eval::Unfixed;
pub use const_eval::{ConstEval, repeats};
pub use expr::{Expr, ExprKind};
pub use expr::{NamedZone, Reads};
pub use expr::{arithmetic_kinds, cell_kinds, computed_kinds, fixed_kinds, free_kinds, gathered_kinds};
pub use expr::{
    list_kinds, list_tests, made_lists, map_lists, plain_lists, position_kinds, read_kinds, test_kinds,
};
pub use expr::{tested_lists, value_tests, whole_lists};
pub use layout::*;
pub use named::{Naming, namings};
pub use stmt::Writes;
pub use stmt::control_stmts;
pub use stmt::{Stmt, StmtKind};
pub use texts::*;
pub use walk::{Alike, is_same};

/// A checked ruleset, with one field for each kind of definition, so that an id is an index into a field.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    pub id: String,
    pub min_players: u8,
    pub max_players: u8,
    /// Default number of players: the closest possible value to `usual`. Without `usual`, the minimum, but
    /// two if possible.
    pub usual_players: u8,
    /// Ids of the seats; the length is `max_players`.
    pub seats: Vec<String>,
    pub options: Vec<OptionDef>,
    /// Enums, including those of options.
    pub enums: Vec<EnumDef>,
    pub kinds: Vec<KindDef>,
    pub fields: Vec<FieldDef>,
    pub properties: Vec<PropertyDef>,
    /// Cards as printed.
    pub designs: Vec<DesignDef>,
    pub spots: Vec<SpotDef>,
    /// The teams, if the ruleset defines any.
    pub teams: Option<TeamsDef>,
    /// The variables that record eliminated players, if the rules eliminate any.
    pub elimination: Option<Elimination>,
    pub zones: Vec<ZoneDef>,
    pub vars: Vec<VarDef>,
    pub tables: Vec<TableDef>,
    /// Events: declared events, then those of steps, then those of phases.
    pub events: Vec<EventDef>,
    pub messages: Vec<SignatureDef>,
    pub steps: Vec<StepsDef>,
    pub functions: Vec<FunctionDef>,
    pub procedures: Vec<ProcedureDef>,
    pub windows: Vec<WindowDef>,
    pub handlers: Vec<HandlerDef>,
    pub modifiers: Vec<ModifierDef>,
    /// Body that runs at the start of a game.
    pub setup: Body,
    /// All phases; children come after their parents.
    pub phases: Vec<PhaseDef>,
    pub top_phases: Vec<PhaseId>,
    pub score: ScoreDef,
    /// Statistics for simulations, by name; one parameter: the player.
    pub statistics: Vec<(String, Lambda)>,
    /// Layout of the table on screen.
    pub layout: LayoutDef,
    /// Texts for players, in all languages.
    pub texts: Texts,
    /// Owners of the names and texts, if the ruleset specifies them.
    pub rights: Option<Rights>,
    pub decisions: Vec<String>,
    /// Effects and expressions of scenarios.
    pub snippets: Vec<Snippet>,
    /// Definitions and uses of all names.
    pub index: Index,
}

/// An effect or expression from outside the ruleset.
#[derive(Debug, Clone)]
pub enum Snippet {
    Effect(Body),
    Expr(Lambda),
}

#[derive(Debug, Clone)]
pub struct OptionDef {
    pub name: String,
    /// Type of the option: `int`, `bool` or an enum.
    pub ty: Type,
    /// Minimum value of an int.
    pub min: i32,
    /// Maximum value of an int.
    pub max: i32,
    pub default: i32,
}

#[derive(Debug, Clone)]
pub struct EnumDef {
    pub name: String,
    pub values: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct KindDef {
    pub name: String,
    pub per_player: bool,
    /// Zones in which abilities work; empty for all zones.
    pub in_play: Vec<ZoneId>,
    /// Condition under which abilities work.
    pub active: Option<Lambda>,
}

#[derive(Debug, Clone)]
pub struct FieldDef {
    pub name: String,
    pub kind: KindId,
    pub ty: Type,
    /// For one entry of a keyed field: the name and key type of the field. The entries of a field are
    /// consecutive.
    pub entry: Option<(String, KeyType)>,
}

#[derive(Debug, Clone)]
pub struct PropertyDef {
    pub name: String,
    pub kind: KindId,
    pub ty: Type,
    /// Value before modifiers; one parameter: the card.
    pub base: Lambda,
    pub stages: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct DesignDef {
    /// The id in the ruleset.
    pub name: String,
    pub kind: KindId,
    pub copies: u32,
    /// Printed fields; those not listed are missing.
    pub fields: Vec<(FieldId, Expr)>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct SpotDef {
    pub name: String,
    /// Number of spots; depends on players and options only.
    pub count: Expr,
    /// True if the last spot is followed by the first.
    pub ring: bool,
    /// Names of the individual spots, if they have names.
    pub words: Vec<String>,
    /// Adjacency of the spots, if they are on a map.
    pub map: Option<MapDef>,
}

impl SpotDef {
    /// Returns true if the spots form rows and columns.
    pub fn is_grid(&self) -> bool {
        matches!(self.map, Some(MapDef::Grid { .. }))
    }
}

#[derive(Debug, Clone)]
pub enum MapDef {
    /// Rows of at least one spot each.
    Grid {
        /// Number of spots in a row.
        columns: i32,
    },
    /// Spots connected by links.
    Graph(Graph),
}

impl MapDef {
    /// Returns true if a path connects each pair of spots.
    pub fn is_connected(&self) -> bool {
        match self {
            MapDef::Grid { .. } => true,
            MapDef::Graph(graph) => graph.is_connected(),
        }
    }

    /// Returns true if each spot has a neighbour.
    pub fn has_no_lonely_place(&self) -> bool {
        match self {
            MapDef::Grid { columns } => *columns > 1,
            MapDef::Graph(graph) => graph.has_no_lonely_place(),
        }
    }
}

/// Assignment of seats to teams.
#[derive(Debug, Clone)]
pub struct TeamsDef {
    /// The kind of spot that represents the teams, which may have zones and variables.
    pub spot: SpotId,
    /// Team number of each possible seat.
    pub of: Vec<u8>,
}

impl TeamsDef {
    /// Returns the members of each team as sets of seats, for this number of players.
    pub fn members(&self, players: u8) -> Vec<u16> {
        let count = self.of.iter().max().map_or(0, |most| usize::from(*most) + 1);
        let mut all = vec![0; count];
        for (seat, team) in (0..players).zip(&self.of) {
            all[usize::from(*team)] |= 1 << seat;
        }
        all
    }
}

/// The variables of players that `eliminate` sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Elimination {
    /// True for an eliminated player.
    pub out: VarId,
    /// 1 for the first players who left, larger numbers for later ones. Equal for players who left together.
    pub order: VarId,
}

/// The holder of a zone or variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// The game has a single one.
    Game,
    /// Each player has one of their own.
    Player,
    /// Each spot of a kind has one.
    Spot(SpotId),
    /// Each card of a kind has one.
    Kind(KindId),
    /// Each copy of a card has one.
    Design(DesignId),
}

#[derive(Debug, Clone)]
pub struct ZoneDef {
    pub name: String,
    pub holder: Holder,
    /// Key type, if each holder has several zones.
    pub per: Option<KeyType>,
    pub holds: Vec<KindId>,
    pub sees: Sees,
    /// True if the zone keeps its order.
    pub ordered: bool,
    /// Properties that show players less than they may know.
    pub hides: Hides<Option<Expr>>,
    /// Maximum number of cards.
    pub max: Option<u32>,
}

/// The period for which a variable keeps its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifetime {
    Game,
    /// The variable is reset at the end of each iteration of the phase.
    Phase(PhaseId),
    /// Until its card moves to a zone of another name, or becomes indistinguishable from others in the zone.
    /// Until then all players see the value.
    Zone(ZoneId),
}

impl Lifetime {
    /// Returns the zone in which all players see the variable, even without knowing the card.
    pub fn zone(self) -> Option<ZoneId> {
        if let Self::Zone(zone) = self { Some(zone) } else { None }
    }
}

#[derive(Debug, Clone)]
pub struct VarDef {
    pub name: String,
    pub holder: Holder,
    /// Type of the value, or of each value of a keyed variable.
    pub ty: Type,
    /// Key type, if the variable has several values.
    pub per: Option<KeyType>,
    /// Initial value, or initial value of each entry; depends on players and options only.
    pub init: Option<Expr>,
    /// Period after which the variable is reset.
    pub lifetime: Lifetime,
    /// True if only its player sees the variable.
    pub owner_sees: bool,
    /// For a number visible only to its player: minimum and maximum that others have to consider.
    pub within: (i32, i32),
}

#[derive(Debug, Clone)]
pub struct TableDef {
    /// Name of the table; `spoils[city]` for a row that is a table.
    pub name: String,
    pub key: Type,
    /// True if the rows are tables; the values are then table numbers.
    pub has_tables: bool,
    /// Pairs of keys and values, in ascending order of keys.
    pub rows: Vec<(i32, i32)>,
    /// Value of keys without a row.
    pub other: Option<i32>,
}

#[derive(Debug, Clone)]
pub struct EventDef {
    /// Name of the event; dotted for steps and phases.
    pub name: String,
    pub params: Vec<(String, Type)>,
    pub subject: Subject,
    /// Index of the fact that reactions may change.
    pub changing: Option<usize>,
}

/// A message with its facts.
#[derive(Debug, Clone)]
pub struct SignatureDef {
    pub name: String,
    pub params: Vec<(String, Type)>,
}

#[derive(Debug, Clone)]
pub struct StepsDef {
    pub name: String,
    pub params: Vec<(String, Type)>,
    /// The events fired, each with its condition over the parameters, which are the first locals.
    pub order: Vec<(EventId, Option<Lambda>)>,
}

/// An expression with its own locals; the first ones are its parameters.
#[derive(Debug, Clone)]
pub struct Lambda {
    pub body: Expr,
    /// Number of locals, including parameters.
    pub locals: u16,
}

/// Statements with their own locals; the first ones are parameters.
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub stmts: Vec<Stmt>,
    /// Number of locals, including parameters.
    pub locals: u16,
    /// Locals that hold a single card.
    pub cards: Vec<u16>,
}

#[derive(Debug, Clone)]
pub struct FunctionDef {
    pub name: String,
    pub params: Vec<(String, Type)>,
    pub body: Lambda,
}

#[derive(Debug, Clone)]
pub struct ProcedureDef {
    pub name: String,
    pub params: Vec<(String, Type)>,
    pub gives: Option<Type>,
    pub body: Body,
}

/// A set of actions offered together.
#[derive(Debug, Clone)]
pub struct WindowDef {
    pub name: String,
    /// Actions in the order in which they are offered.
    pub actions: Vec<ActionDef>,
}

/// One action. Its first locals are its targets.
#[derive(Debug, Clone)]
pub struct ActionDef {
    pub name: String,
    /// For an action of cards, which are its first target: their kind.
    pub of_card: Option<KindId>,
    /// Candidates for each target. A list may depend on earlier targets.
    pub targets: Vec<Lambda>,
    pub target_names: Vec<String>,
    /// Condition for the action to be legal.
    pub when: Option<Lambda>,
    /// Values for the text of the option, with the targets as first locals. They are for display and don't
    /// affect the game.
    pub shows: Vec<(String, Lambda)>,
    pub body: Body,
}

/// The cards that have an ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bearer {
    Kind(KindId),
    /// All copies of a card.
    Design(DesignId),
}

/// An ability that reacts to an event. Locals: `self`, then the facts of the event.
#[derive(Debug, Clone)]
pub struct HandlerDef {
    pub bearer: Bearer,
    pub event: EventId,
    /// True if it reacts to events about other cards as well.
    pub any: bool,
    /// Zones in which it works, if specified; otherwise those of the kind.
    pub zones: Option<Vec<ZoneId>>,
    /// Condition under which it works, if specified; otherwise that of the kind.
    pub when: Option<Lambda>,
    pub body: Body,
}

/// An ability that modifies a property. Locals: `self`, then `it`.
#[derive(Debug, Clone)]
pub struct ModifierDef {
    pub bearer: Bearer,
    pub property: PropertyId,
    pub stage: u16,
    /// Condition on the affected card `it`; `None` if only `self` is affected.
    pub applies: Option<Lambda>,
    /// Condition under which the modifier works.
    pub condition: Option<Lambda>,
    pub op: ModifierOp,
    pub value: Lambda,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct PhaseDef {
    pub name: String,
    pub parent: Option<PhaseId>,
    /// Condition that is checked before each iteration; if false, the iteration is skipped.
    pub when: Option<Expr>,
    pub repeat: Repeat,
    /// Condition for the last iteration, checked after each one.
    pub until: Option<Expr>,
    pub active: Option<Expr>,
    /// Statements at the start of an iteration.
    pub body: Vec<Stmt>,
    /// Phases inside this one, in order.
    pub children: Vec<PhaseId>,
    /// Statements at the end of an iteration.
    pub end: Vec<Stmt>,
    /// Number of locals of all its expressions and statements together.
    pub locals: u16,
    /// Locals that hold a single card.
    pub cards: Vec<u16>,
    /// Event fired at the start of each iteration.
    pub begins: EventId,
    /// Event fired at the end of each iteration.
    pub ends: EventId,
    pub span: Span,
}

impl Checked {
    /// Separates the statement that writes the score sheet, if it is the last one.
    pub fn split_sheet<'s>(&self, stmts: &'s [Stmt]) -> (&'s [Stmt], Option<&'s Stmt>) {
        let writes =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Say(message, ..) if self.is_sheet(*message));
        match stmts.split_last() {
            Some((last, before)) if writes(last) => (before, Some(last)),
            Some(_) | None => (stmts, None),
        }
    }

    /// Returns true if each iteration of a phase shuffles cards, so that a game has several deals.
    pub fn has_several_deals(&self) -> bool {
        let shuffles =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Act(act, _) if matches!(**act, Act::Shuffle { .. }));
        let deals = |phase: &PhaseDef| find(&phase.body, &shuffles).is_some();
        self.phases
            .iter()
            .any(|phase| !matches!(phase.repeat, Repeat::Once | Repeat::Each(_)) && deals(phase))
    }

    /// Returns true for the internal message of the score sheet.
    pub fn is_sheet(&self, message: MessageId) -> bool {
        self.score.sheet.is_some_and(|sheet| sheet.message == message)
    }

    /// Returns true for a variable that views leave out: the order in which players left.
    pub fn is_internal(&self, var: VarId) -> bool {
        self.elimination.is_some_and(|elimination| elimination.order == var)
    }

    /// Returns the name of the items that are keys.
    pub fn key_name(&self, key: KeyType) -> &str {
        match key {
            KeyType::Enum(id) => &self.enums[id.index()].name,
            KeyType::Player => Noun::Player.name(),
            KeyType::Spot(id) => &self.spots[id.index()].name,
            KeyType::Range(..) => Noun::Number.name(),
        }
    }

    /// Returns the words of an enum, or the names of named spots.
    pub fn words_of(&self, base: Base) -> Option<&[String]> {
        if let Base::Enum(id) = base {
            return Some(&self.enums[id.index()].values);
        }
        let Base::Spot(id) = base else { return None };
        Some(self.spots[id.index()].words.as_slice()).filter(|names| !names.is_empty())
    }

    /// Returns the map of a kind of spot with `count` spots, if it has one.
    pub fn map(&self, spot: SpotId, count: u16) -> Option<Map<'_>> {
        Some(match self.spots.get(spot.index())?.map.as_ref()? {
            MapDef::Grid { columns } => Map::Grid { columns: *columns, count: count.into() },
            MapDef::Graph(graph) => Map::Graph(graph),
        })
    }

    /// Returns the indices of the entries of a keyed field, or of the single field.
    pub fn entries_of(&self, first: FieldId) -> std::ops::Range<usize> {
        let def = &self.fields[first.index()];
        let is_same = |field: &&FieldDef| {
            field.kind == def.kind && field.entry.is_some() && field.text_name() == def.text_name()
        };
        let more = self.fields[first.index()..].iter().take_while(is_same).count();
        first.index()..first.index() + more.max(1)
    }

    /// Returns the entry of a keyed field for a word or number.
    pub fn entry_named(&self, first: FieldId, word: &str) -> Option<FieldId> {
        let found = self.entries_of(first).find(|id| self.fields[*id].word() == Some(word));
        found.map(FieldId::new)
    }

    /// Returns the team number of each seat; empty without teams.
    pub fn team_of_seats(&self) -> &[u8] {
        self.teams.as_ref().map_or(&[], |teams| &teams.of)
    }
}

impl ZoneDef {
    /// Returns the type of a holder's zones together, including their key.
    pub fn whole(&self) -> Type {
        self.per.and_then(|key| Type::ZONE.checked_per(key)).unwrap_or(Type::ZONE)
    }

    /// Returns true if the zone belongs to a player.
    pub fn is_players(&self) -> bool {
        self.holder == Holder::Player || self.per == Some(KeyType::Player)
    }
}

impl VarDef {
    /// Returns the type of the whole variable, including its key.
    pub fn whole(&self) -> Type {
        self.per.and_then(|key| self.ty.checked_per(key)).unwrap_or(self.ty)
    }
}

impl FieldDef {
    /// Returns the type of the whole field, including its key.
    pub fn whole(&self) -> Type {
        let key = self.entry.as_ref().map(|(_, key)| *key);
        key.and_then(|key| self.ty.checked_per(key)).unwrap_or(self.ty)
    }

    /// Returns the name used in texts, which is shared by all entries of a keyed field.
    pub fn text_name(&self) -> &str {
        self.entry.as_ref().map_or(&self.name, |(name, _)| name)
    }

    /// Returns the word or number of an entry of a keyed field: `might` of `skills[might]`.
    pub fn word(&self) -> Option<&str> {
        let (whole, _) = self.entry.as_ref()?;
        self.name.strip_prefix(whole.as_str())?.strip_prefix('[')?.strip_suffix(']')
    }
}

impl PhaseDef {
    pub fn names_active(&self) -> bool {
        self.active.is_some() || matches!(self.repeat, Repeat::Each(_))
    }
}

/// The repetition of a phase.
#[derive(Debug, Clone)]
pub enum Repeat {
    /// A single iteration.
    Once,
    /// Repeated until the condition `until` holds.
    Forever,
    Times(Expr),
    /// Repeated while the condition holds.
    While(Expr),
    /// One iteration for each player of the query (a list).
    Each(Expr),
}

/// A score sheet: the totals of all players after the set-up and each iteration of a phase.
///
/// They are said in an internal message, whose facts are the totals by seat. That statement is the last one
/// of the set-up and of the end of the phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SheetDef {
    pub phase: PhaseId,
    pub message: MessageId,
}

#[derive(Debug, Clone, Default)]
pub struct ScoreDef {
    /// Total score; one parameter: the player.
    pub total: Option<Lambda>,
    /// Condition for victory, which replaces the best total; one parameter: the player.
    pub won: Option<Lambda>,
    /// True if the lowest total wins.
    pub lowest: bool,
    /// Named parts of the score.
    pub lines: Vec<(String, Lambda)>,
    pub ties: Vec<Lambda>,
    /// The score sheet, if the ruleset keeps one.
    pub sheet: Option<SheetDef>,
    /// Estimated value of a position before the end of the game, for bots. Rules don't read it.
    pub hint: Option<Lambda>,
    /// Goal of the players, for bots.
    pub goal: Option<Goal>,
}
