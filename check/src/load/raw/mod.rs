//! A ruleset as written: every section as typed declarations, with names not yet resolved.
//!
//! This is the result of loading and the input of checking. The order is that of the files.

mod bodies;
mod shown;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::ast::{Block, Expr, FieldDecl, Ident, Query, TypeExpr, VarDecl};
use ludex_grammar::codes::Code;
use ludex_grammar::hole::Hole;
use ludex_grammar::span::{FileId, Span, Spanned};

pub use crate::model::{
    Colour, FRAMES, Goal, Hides, ICON, ModifierOp, PluralForm, Rights, Sees, Shape, TableArea, WordsOf,
};
pub use shown::{Colours, RawCase, RawFace, RawLayout, RawLog, RawSeatLook, RawShown, RawText, RawTexts};

/// A name with the location of its definition or use.
pub type Name = Spanned<String>;

/// A displayed text or its key; copies share the string.
pub type SharedText = Spanned<Arc<str>>;

/// A whole ruleset, with one field for each section. Copies share large fields.
#[derive(Debug, Clone, Default)]
pub struct RawRuleset {
    pub overlays: Vec<FileId>,
    pub libraries: BTreeSet<FileId>,
    /// Words of library enums that the ruleset has replaced by its own, with their enum.
    pub replaced: BTreeMap<String, String>,
    /// Languages in which each overlay has texts.
    pub languages: BTreeMap<FileId, BTreeSet<String>>,
    /// Names whose definition was reported and left out.
    pub lost: BTreeSet<String>,
    /// Names that overlays have removed, with the location of the removal.
    pub removed: BTreeMap<String, Span>,
    /// Keys of overlays that patch an existing key, with the location of that key.
    pub patched: Vec<(Span, Span)>,
    /// Unreadable parts that were left out.
    pub holes: Vec<Hole>,
    /// True if definitions with unknown names were left out.
    pub unreadable: bool,
    pub game: Option<RawGame>,
    pub options: Vec<RawOption>,
    pub enums: Vec<RawEnum>,
    pub kinds: Arc<Vec<RawKind>>,
    /// Section `spots:`, followed by the teams.
    pub spots: Vec<RawSpot>,
    pub teams: Option<RawTeams>,
    /// The first `eliminate` of the rules, if there is any.
    pub eliminates: Option<RawElimination>,
    pub zones: Vec<RawZone>,
    pub game_state: Vec<RawVar>,
    pub player_state: Vec<RawVar>,
    /// Variables of each team, from `state: team:`, with the location of the key.
    pub team_state: Option<(Span, Vec<RawVar>)>,
    pub tables: Vec<RawTable>,
    pub events: Vec<RawSignature>,
    pub messages: Vec<RawSignature>,
    pub steps: Vec<RawSteps>,
    pub functions: Arc<Vec<RawFunction>>,
    /// Section `procedures:`, followed by the named parts of effects.
    pub procedures: Arc<Vec<RawProcedure>>,
    /// Named parts of effects, by their section.
    pub parts: BTreeMap<&'static str, Arc<Vec<RawProcedure>>>,
    /// Section `actions:`, the windows of actions.
    pub windows: Arc<Vec<RawWindow>>,
    pub cards: Arc<Vec<RawCard>>,
    pub setup: Option<Block>,
    /// Top-level phases in order; they contain the nested ones.
    pub phases: Arc<Vec<RawPhase>>,
    pub score: Option<RawScore>,
    /// Statistics for simulations, by name.
    pub statistics: Vec<(Name, Expr)>,
    pub bot: RawBot,
    pub layout: RawLayout,
    pub rights: Option<Rights>,
    pub allow: Vec<RawAllow>,
    /// Texts by language, from `text/*.yaml`.
    pub texts: Vec<Arc<RawTexts>>,
}

/// The statement `eliminate p`, or `eliminate p for round`.
#[derive(Debug, Clone)]
pub struct RawElimination {
    pub span: Span,
    /// The lifetime of the elimination: the game, or a phase.
    pub lifetime: Ident,
}

/// A silenced warning: `W0712 cards.bard: the rules leave no other word`.
#[derive(Debug, Clone)]
pub struct RawAllow {
    pub code: Code,
    pub key: Name,
    /// Path at which the warning is silenced; `None` for the whole ruleset.
    pub path: Option<String>,
    /// Spans of the path after overlays are applied, in order and disjoint.
    pub within: Option<Arc<[Span]>>,
}

/// Section `game: { id: pond, players: 2..6, usual: 4, seats: [blue, white] }`.
#[derive(Debug, Clone)]
pub struct RawGame {
    pub id: Name,
    /// Minimum number of players.
    pub min: Spanned<u8>,
    /// Maximum number of players, up to 16.
    pub max: Spanned<u8>,
    /// Default number of players.
    pub usual: Option<u8>,
    /// Ids of the seats in order, if given: as many as `max`.
    pub seats: Vec<Name>,
}

#[derive(Debug, Clone)]
pub struct RawOption {
    pub name: Name,
    pub ty: RawOptionType,
}

/// The type, range and default of an option.
#[derive(Debug, Clone)]
pub enum RawOptionType {
    /// A switch: `{ type: bool, default: false }`.
    Bool { default: bool },
    /// A number: `{ type: int, default: 6, range: 1..6 }`.
    Int {
        /// Default value, inside the range.
        default: i32,
        /// Minimum of the range.
        min: i32,
        /// Maximum of the range.
        max: i32,
    },
    /// A choice of words: `{ type: [own, below], default: own }`. They form an enum with the option's name.
    Choice {
        values: Vec<Name>,
        /// Index of the default value.
        default: usize,
        /// Location of the default value.
        default_at: Option<Span>,
    },
}

/// An enum: `domain: [alchemy, combat]`.
#[derive(Debug, Clone)]
pub struct RawEnum {
    pub name: Name,
    pub values: Vec<Name>,
    /// True for the directions that a grid adds, which have no definition in the text.
    pub of_grid: bool,
}

#[derive(Debug, Clone)]
pub struct RawKind {
    pub name: Name,
    /// `per: player`: each player has a set of the cards and owns it.
    pub per_player: bool,
    /// `fields:` names, types and defaults of the printed values.
    pub fields: Vec<(Name, FieldDecl)>,
    /// `state:` variables on each card.
    pub state: Vec<RawVar>,
    /// `properties:` computed values of each card.
    pub properties: Vec<RawProperty>,
    /// `in_play:` the zones in which abilities work.
    pub in_play: Vec<Name>,
    /// `active:` condition on `self` under which abilities work.
    pub active: Option<Expr>,
    /// Abilities `on …` and `modify …` that every card of the kind has.
    pub abilities: Vec<RawAbility>,
}

/// A property: `worth: { base: self.value, stages: [own, floor] }`, or just an expression.
#[derive(Debug, Clone)]
pub struct RawProperty {
    pub name: Name,
    /// Value of `self` before modifiers.
    pub base: Expr,
    /// Stages in which modifiers apply, in order.
    pub stages: Vec<Name>,
}

/// A variable: `gold: int = 0 for game`.
#[derive(Debug, Clone)]
pub struct RawVar {
    pub name: Name,
    /// Type, initial value and lifetime.
    pub decl: VarDecl,
    /// Location of `sees: owner`, if only the owner sees the variable.
    pub owner_sees: Option<Span>,
    /// Range of values that the other players have to consider.
    pub within: Option<(i64, i64)>,
}

#[derive(Debug, Clone)]
pub struct RawSpot {
    pub name: Name,
    /// Number of spots: an expression over `players` and options.
    pub count: Expr,
    /// True for `shape: ring`.
    pub ring: bool,
    pub state: Vec<RawVar>,
    /// Names of the individual spots, if they have names.
    pub words: Vec<Name>,
    pub is_teams: bool,
    /// Adjacency of the spots, if `shape:` selects a map.
    pub map: Option<RawMap>,
}

/// A map: `shape: grid` or `shape: graph`.
#[derive(Debug, Clone)]
pub enum RawMap {
    /// Rows of spots with a number of columns.
    Grid {
        /// Location of the shape.
        at: Span,
        /// `columns:` number of spots in a row.
        columns: Spanned<i32>,
    },
    /// `links:` each spot with its neighbours.
    Graph(Vec<(Name, Vec<Name>)>),
}

/// Section `teams: { ns: [1, 3], ew: [2, 4] }`, or `teams: 2`.
#[derive(Debug, Clone)]
pub struct RawTeams {
    /// Location of the section.
    pub at: Span,
    pub seats: RawTeamSeats,
}

#[derive(Debug, Clone)]
pub enum RawTeamSeats {
    /// A number of teams; seats are assigned to them in rotation.
    InTurn(Spanned<u8>),
    Named(Vec<(Name, Vec<RawSeat>)>),
}

/// A seat by its number, from 1, or by its id.
#[derive(Debug, Clone)]
pub enum RawSeat {
    Number(Spanned<i64>),
    Id(Name),
}

#[derive(Debug, Clone)]
pub struct RawZone {
    pub name: Name,
    /// `per:` the holder (`player`, a spot, a kind or a card), the key (an enum or `player`), or both. Empty for
    /// one shared zone.
    pub per: Vec<Name>,
    /// `holds:` the kinds of card that may be in the zone.
    pub holds: Vec<Name>,
    /// `sees:` the players who see the cards.
    pub sees: Sees,
    /// `ordered:`; an unordered zone is kept in the order of the card list.
    pub ordered: bool,
    /// Properties that show players less than they may know.
    pub hides: Hides<Option<Expr>>,
    /// `max:` maximum number of cards.
    pub max: Option<Spanned<u32>>,
}

/// A table: `tables: { hand_size: { 2: 5, 3: 4 } }`.
#[derive(Debug, Clone)]
pub struct RawTable {
    /// Name of the table; the key, for a row that is a table.
    pub name: Name,
    /// Pairs of key (an integer or an enum value) and value.
    pub rows: Vec<(Name, RawRow)>,
    /// `else:` value of keys without a row.
    pub other: Option<RawRow>,
}

/// Value of a key in a table.
#[derive(Debug, Clone)]
pub enum RawRow {
    Number(Spanned<i32>),
    Table(Box<RawTable>),
}

impl RawTable {
    /// Returns the number of tables, including nested ones.
    pub fn count(&self) -> usize {
        let rows = self.rows.iter().map(|(_, row)| row).chain(&self.other);
        let below = rows.map(|row| if let RawRow::Table(table) = row { table.count() } else { 0 });
        1 + below.sum::<usize>()
    }
}

/// An event or message: a name and its typed facts.
#[derive(Debug, Clone)]
pub struct RawSignature {
    pub name: Name,
    pub params: Vec<RawParam>,
}

/// A parameter or fact: `card: influence`.
#[derive(Debug, Clone)]
pub struct RawParam {
    pub name: Name,
    /// Type of the parameter, unless it is unreadable.
    pub ty: Option<TypeExpr>,
    /// True for a fact of an event that reactions may change.
    pub changing: bool,
}

/// A list of steps: `settle: { with: { here: column }, order: [cancel, { purge: not here.closed }] }`.
#[derive(Debug, Clone)]
pub struct RawSteps {
    pub name: Name,
    /// Parameters; the first selects the cards that react, by location.
    pub params: Vec<RawParam>,
    /// The steps, each with the condition under which it is fired.
    pub order: Vec<(Name, Option<Expr>)>,
}

/// A function: `total: { with: { p: player }, is: "p.gold + 2" }`.
#[derive(Debug, Clone)]
pub struct RawFunction {
    pub name: Name,
    pub params: Vec<RawParam>,
    /// Declared type of the return value.
    pub gives: Option<TypeExpr>,
    pub body: RawComputed,
}

/// The body of a function.
#[derive(Debug, Clone)]
pub enum RawComputed {
    Expr(Expr),
    /// Statements that end with `give`.
    Lines(Block),
}

impl RawComputed {
    pub fn span(&self) -> Span {
        match self {
            Self::Expr(expr) => expr.span,
            Self::Lines(block) => block.span,
        }
    }
}

/// A procedure: `reveal: { with: { card: influence }, do: … }`.
#[derive(Debug, Clone)]
pub struct RawProcedure {
    pub name: Name,
    pub params: Vec<RawParam>,
    pub gives: Option<TypeExpr>,
    pub body: Block,
    /// True for a named part of an effect, which isn't a procedure of the ruleset.
    pub is_part: bool,
    /// For a part of a reaction: its event, whose facts are passed in addition to the parameters.
    pub reacts_to: Option<Name>,
}

/// A window of actions: `turn: { build: { with: { card: district in me.hand }, when: …, do: … } }`.
#[derive(Debug, Clone)]
pub struct RawWindow {
    pub name: Name,
    /// Actions in the order in which they are offered.
    pub actions: Vec<RawAction>,
}

#[derive(Debug, Clone)]
pub struct RawAction {
    pub name: Name,
    /// Targets, at most two. Each is part of the option; a query may depend on earlier targets.
    pub targets: Vec<(Name, Query)>,
    /// `when:` condition for the action to be legal.
    pub when: Option<Expr>,
    /// `shows:` values for the text of the option.
    pub shows: Vec<(Name, Expr)>,
    pub body: Block,
    /// For an ability of cards: data of the kind. The first target is then the card.
    pub of_card: Option<OfCard>,
}

/// Data that an action of cards takes from the kind.
#[derive(Debug, Clone)]
pub struct OfCard {
    /// `active:` of the kind, if the action has no `when`.
    pub active: Option<Expr>,
}

/// An action of a card or kind: `action turn.melt: { in_play: [city], … }`.
#[derive(Debug, Clone)]
pub struct RawCardAction {
    pub window: Name,
    pub action: RawAction,
    /// `in_play:` zones in which it works; `None` for those of the kind.
    pub in_play: Option<Vec<Name>>,
}

#[derive(Debug, Clone)]
pub struct RawCard {
    pub name: Name,
    pub kind: Name,
    /// `copies:` number of copies (in each player's set, if the kind is per player).
    pub copies: Spanned<u32>,
    /// Values of fields: all keys that aren't keywords or abilities.
    pub fields: Vec<(Name, RawFieldValue)>,
    pub abilities: Vec<RawAbility>,
}

/// A printed value. Its expressions are over options, such as a number or a word; `None` if unreadable.
#[derive(Debug, Clone)]
pub enum RawFieldValue {
    One(Option<Expr>),
    /// A map of words or numbers.
    ByKey(Vec<(Name, Option<Expr>)>),
    /// The words of a set.
    Words(Vec<Option<Expr>>),
}

#[derive(Debug, Clone)]
pub enum RawAbility {
    /// A reaction: `on EVENT: effect`.
    On {
        /// Name such as `revealed` or `settle.purge_high`, with its span inside the key.
        event: Name,
        /// True for `on any EVENT`, which also reacts to events about other cards.
        any: bool,
        /// `in_play:` zones in which it works; `None` for those of the kind.
        in_play: Option<Vec<Name>>,
        /// `when:` condition under which it works; `None` for that of the kind.
        when: Option<Box<Expr>>,
        body: Block,
        /// True if the effect only runs named parts; the facts are passed to them later.
        parts: bool,
    },
    /// A modifier: `modify PROPERTY: { stage: …, add: … }`.
    Modify(Box<RawModifier>),
    /// An action: `action WINDOW.NAME: { in_play: …, do: … }`. It is also one of the window's actions.
    Action(Box<RawCardAction>),
}

#[derive(Debug, Clone)]
pub struct RawModifier {
    pub property: Name,
    pub stage: Name,
    /// `of:` the cards it applies to; `None` for `self`.
    pub of: Option<Query>,
    /// `while:` condition under which it applies.
    pub condition: Option<Expr>,
    /// Operation: `set`, `add`, `multiply`, `at_least` or `at_most`.
    pub op: ModifierOp,
    /// Operand; `it` is the affected card, `self` the card that has the ability.
    pub value: Expr,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct RawPhase {
    pub name: Name,
    /// `when:` condition of each iteration, which is skipped otherwise.
    pub when: Option<Expr>,
    /// `repeat:` number of iterations. Without `repeat`, `each`, `while` and `until`: one.
    pub repeat: Option<Expr>,
    /// `each:` one iteration for each player of the query, who is then active.
    pub each: Option<Query>,
    /// `while:` tested before each iteration.
    pub while_: Option<Expr>,
    /// `until:` tested after each iteration.
    pub until: Option<Expr>,
    /// `active:` the active player; evaluated at the start of each iteration.
    pub active: Option<Expr>,
    /// `do:` effect at the start.
    pub body: Option<Block>,
    /// `phases:` nested phases, which follow in order.
    pub phases: Vec<RawPhase>,
    /// `end:` effect at the end.
    pub end: Option<Block>,
}

/// Section `score: { total: …, won: …, wins: lowest, lines: { … }, ties: [ … ] }`. `player` is the player
/// whose score is computed.
#[derive(Debug, Clone)]
pub struct RawScore {
    pub total: Option<Expr>,
    /// Condition for victory, which replaces the best score.
    pub won: Option<Expr>,
    /// True for `wins: lowest`: the lowest total wins.
    pub lowest: bool,
    /// `sheet:` the phase of which each iteration is a row of the score sheet.
    pub sheet: Option<Name>,
    /// Named parts that explain the score.
    pub lines: Vec<(Name, Expr)>,
    /// Tie-breakers in order; the larger value wins.
    pub ties: Vec<Expr>,
}

/// Hints for bots: `bot: { value: …, wants: … }`. Rules don't read them.
#[derive(Debug, Clone, Default)]
pub struct RawBot {
    /// Estimated value of a position for `player`.
    pub value: Option<Expr>,
    pub wants: Option<Goal>,
}

impl RawRuleset {
    /// Returns true if a location is in a library.
    pub fn is_in_library(&self, place: Span) -> bool {
        self.libraries.contains(&place.file)
    }

    /// Returns true if an overlay should have texts in a language.
    pub fn speaks(&self, overlay: FileId, language: &str) -> bool {
        let game: Vec<&str> = self.texts.iter().map(|texts| texts.language.as_str()).collect();
        speaks(self.languages.get(&overlay), &game, language)
    }
}

/// Returns true if an overlay with texts in the languages `said` should have texts in `language`. An overlay
/// without texts needs only one language: English, if the game has it, otherwise the game's first.
pub(super) fn speaks(said: Option<&BTreeSet<String>>, game: &[&str], language: &str) -> bool {
    match said.filter(|said| !said.is_empty()) {
        Some(said) => said.contains(language),
        None => game.iter().find(|known| **known == "en").or(game.first()) == Some(&language),
    }
}
