//! A ruleset as written: every section read into a typed declaration, names not yet resolved.
//!
//! This is the product of loading and the input of checking. Order is the order in the files.

mod shown;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ludex_grammar::ast::{Block, Expr, Query, TypeExpr, VarDecl};
use ludex_grammar::codes::Code;
use ludex_grammar::hole::Hole;
use ludex_grammar::span::{FileId, Span, Spanned};

pub use crate::model::{
    CardFrame, Colour, Goal, Hides, ModifierOp, PluralForm, Rights, Sees, Shape, WordsOf,
};
pub use shown::{Colours, RawCase, RawFace, RawLayout, RawLog, RawShown, RawText, RawTexts};

/// A name and where it is defined or used.
pub type Name = Spanned<String>;

/// What people read, or the key it has: copies share it.
pub type Said = Spanned<Arc<str>>;

/// A whole ruleset, with a field for each section. Copies share what is large.
#[derive(Debug, Clone, Default)]
pub struct RawRuleset {
    /// The overlays that were applied.
    pub overlays: Vec<FileId>,
    /// The files of the libraries that stand beneath it.
    pub libraries: BTreeSet<FileId>,
    /// Words of enums of libraries that the ruleset has replaced by its own, with the enum.
    pub replaced: BTreeMap<String, String>,
    /// The languages in which each of them says something.
    pub languages: BTreeMap<FileId, BTreeSet<String>>,
    /// Names whose definition was reported and left out.
    pub lost: BTreeSet<String>,
    /// What overlays have removed, and where they say so.
    pub removed: BTreeMap<String, Span>,
    /// Keys of overlays that patch what has a key already, and where that stands.
    pub patched: Vec<(Span, Span)>,
    /// What was left out because it can't be read.
    pub holes: Vec<Hole>,
    /// Something was left out whose names nobody knows.
    pub unreadable: bool,
    /// `game:`
    pub game: Option<RawGame>,
    /// `options:`
    pub options: Vec<RawOption>,
    /// `enums:`
    pub enums: Vec<RawEnum>,
    /// `kinds:`
    pub kinds: Arc<Vec<RawKind>>,
    /// `spots:`, after them the teams.
    pub spots: Vec<RawSpot>,
    /// `teams:`
    pub teams: Option<RawTeams>,
    /// `zones:`
    pub zones: Vec<RawZone>,
    /// `state: game:`
    pub game_state: Vec<RawVar>,
    /// `state: player:`
    pub player_state: Vec<RawVar>,
    /// `state: team:`, and where that stands.
    pub team_state: Option<(Span, Vec<RawVar>)>,
    /// `tables:`
    pub tables: Vec<RawTable>,
    /// `events:`
    pub events: Vec<RawSignature>,
    /// `messages:`
    pub messages: Vec<RawSignature>,
    /// `steps:`
    pub steps: Vec<RawSteps>,
    /// `functions:`
    pub functions: Arc<Vec<RawFunction>>,
    /// `procedures:`, and behind them the named parts of effects.
    pub procedures: Arc<Vec<RawProcedure>>,
    /// Those parts, by the sections in which they stand.
    pub parts: BTreeMap<&'static str, Arc<Vec<RawProcedure>>>,
    /// `actions:`
    pub windows: Arc<Vec<RawWindow>>,
    /// `cards:`
    pub cards: Arc<Vec<RawCard>>,
    /// `setup:`
    pub setup: Option<Block>,
    /// `phases:` in order; nested ones inside.
    pub phases: Arc<Vec<RawPhase>>,
    /// `score:`
    pub score: Option<RawScore>,
    /// `statistics:` numbers for whoever plays many games, by name.
    pub statistics: Vec<(Name, Expr)>,
    /// `bot:`
    pub bot: RawBot,
    /// `layout:`
    pub layout: RawLayout,
    /// `rights:`
    pub rights: Option<Rights>,
    /// `allow:`
    pub allow: Vec<RawAllow>,
    /// `text/*.yaml`
    pub texts: Vec<Arc<RawTexts>>,
}

/// `W0712 cards.bard: the rules leave no other word`: a warning that is not told.
#[derive(Debug, Clone)]
pub struct RawAllow {
    /// Which.
    pub code: Code,
    /// As written, with its place.
    pub key: Name,
    /// The path that says where it is not told, if not everywhere.
    pub path: Option<String>,
    /// The places that the path names, once overlays are applied: in order, and none within another.
    pub within: Option<Arc<[Span]>>,
}

/// `game: { id: pond, players: 2..6, usual: 4, seats: [blue, white] }`
#[derive(Debug, Clone)]
pub struct RawGame {
    /// The ruleset's id.
    pub id: Name,
    /// Fewest players.
    pub min: Spanned<u8>,
    /// Most players, at most 16.
    pub max: Spanned<u8>,
    /// How many play if nobody says.
    pub usual: Option<u8>,
    /// Ids of the seats in order, if given: as many as `max`.
    pub seats: Vec<Name>,
}

/// One option of a ruleset.
#[derive(Debug, Clone)]
pub struct RawOption {
    pub name: Name,
    /// What it may be.
    pub ty: RawOptionType,
}

/// The type, range and default of an option.
#[derive(Debug, Clone)]
pub enum RawOptionType {
    /// `{ type: bool, default: false }`
    Bool { default: bool },
    /// `{ type: int, default: 6, range: 1..6 }`
    Int {
        /// Default, inside the range.
        default: i32,
        /// Smallest.
        min: i32,
        /// Largest.
        max: i32,
    },
    /// `{ type: [own, below], default: own }`: its values are usable as an enum of the option's name.
    Choice {
        values: Vec<Name>,
        /// Index of the default.
        default: usize,
        /// Where the default is named.
        default_at: Option<Span>,
    },
}

/// `domain: [alchemy, combat]`
#[derive(Debug, Clone)]
pub struct RawEnum {
    pub name: Name,
    pub values: Vec<Name>,
    /// A grid brings it: it is written nowhere.
    pub of_grid: bool,
}

/// A kind of card.
#[derive(Debug, Clone)]
pub struct RawKind {
    pub name: Name,
    /// `per: player`: each player has a set of its own and owns it.
    pub per_player: bool,
    /// `fields:` the printed facts and their types.
    pub fields: Vec<(Name, TypeExpr)>,
    /// `state:` variables on each card.
    pub state: Vec<RawVar>,
    /// `properties:`
    pub properties: Vec<RawProperty>,
    /// `in_play:` the zones in which abilities work.
    pub in_play: Vec<Name>,
    /// `active:` abilities work only while this holds for `self`.
    pub active: Option<Expr>,
    /// `on …` and `modify …` that every card of the kind has.
    pub abilities: Vec<RawAbility>,
}

/// `worth: { base: self.value, stages: [own, floor] }`, or just an expression.
#[derive(Debug, Clone)]
pub struct RawProperty {
    pub name: Name,
    /// The value before modifiers, for `self`.
    pub base: Expr,
    /// Stages in which modifiers apply, in order.
    pub stages: Vec<Name>,
}

/// `gold: int = 0 for game`
#[derive(Debug, Clone)]
pub struct RawVar {
    pub name: Name,
    /// Type, first value and lifetime.
    pub decl: VarDecl,
    /// Its player alone sees it: where that is said.
    pub owner_sees: Option<Span>,
    /// Which numbers the others have to reckon with.
    pub within: Option<(i64, i64)>,
}

/// Places on the table.
#[derive(Debug, Clone)]
pub struct RawSpot {
    pub name: Name,
    /// How many: an expression over `players` and options.
    pub count: Expr,
    /// `shape: ring` (else a line).
    pub ring: bool,
    /// Variables on each.
    pub state: Vec<RawVar>,
    /// What each is called, where they have names.
    pub words: Vec<Name>,
    /// They are the teams.
    pub is_teams: bool,
    /// How they lie beside each other, where `shape:` says that they lie on a map.
    pub map: Option<RawMap>,
}

/// `shape: grid` or `shape: graph`
#[derive(Debug, Clone)]
pub enum RawMap {
    /// Rows of so many places.
    Grid {
        /// Where the shape is named.
        at: Span,
        /// `columns:`
        columns: Spanned<i32>,
    },
    /// `links:` each place with those beside it.
    Graph(Vec<(Name, Vec<Name>)>),
}

/// `teams: { ns: [1, 3], ew: [2, 4] }`, or `teams: 2`
#[derive(Debug, Clone)]
pub struct RawTeams {
    /// Where the section begins.
    pub at: Span,
    /// Who is in them.
    pub seats: RawTeamSeats,
}

/// Which seats make teams.
#[derive(Debug, Clone)]
pub enum RawTeamSeats {
    /// So many teams: each seat is in the one after that of the seat before.
    InTurn(Spanned<u8>),
    /// Each team with its seats.
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
    /// `per:` `player`, a spot, a kind or a card; absent: one shared zone.
    pub per: Option<Name>,
    /// `holds:` the kinds of card that may lie in it.
    pub holds: Vec<Name>,
    /// `sees:`
    pub sees: Sees,
    /// `ordered:`; an unordered zone is kept in the order of the card list.
    pub ordered: bool,
    /// The properties that show players less than they may know.
    pub hides: Hides<Option<Expr>>,
    /// `max:` most cards in it.
    pub max: Option<Spanned<u32>>,
}

/// `tables: { hand_size: { 2: 5, 3: 4 } }`
#[derive(Debug, Clone)]
pub struct RawTable {
    /// Its name; of a row that is a table, the key.
    pub name: Name,
    /// Key (an integer or an enum value) and value.
    pub rows: Vec<(Name, RawRow)>,
    /// `else:` what a key without a row has.
    pub other: Option<RawRow>,
}

/// What a table has for a key.
#[derive(Debug, Clone)]
pub enum RawRow {
    Number(Spanned<i32>),
    Table(Box<RawTable>),
}

impl RawTable {
    /// How many tables it is, with those that are its rows.
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
    /// Facts in order.
    pub params: Vec<RawParam>,
}

/// `card: influence`
#[derive(Debug, Clone)]
pub struct RawParam {
    pub name: Name,
    /// Its type, unless that can't be read.
    pub ty: Option<TypeExpr>,
    /// Of a fact of an event: reactions may change it.
    pub changing: bool,
}

/// `settle: { with: { here: column }, order: [cancel, { purge: not here.closed }] }`
#[derive(Debug, Clone)]
pub struct RawSteps {
    pub name: Name,
    /// Parameters; the first says where the cards must be that react.
    pub params: Vec<RawParam>,
    /// The steps, each with the condition under which it is fired.
    pub order: Vec<(Name, Option<Expr>)>,
}

/// `total: { with: { p: player }, is: "p.gold + 2" }`
#[derive(Debug, Clone)]
pub struct RawFunction {
    pub name: Name,
    /// Parameters.
    pub params: Vec<RawParam>,
    /// What it gives, where that is written.
    pub gives: Option<TypeExpr>,
    /// Its value.
    pub body: RawComputed,
}

/// What computes a value.
#[derive(Debug, Clone)]
pub enum RawComputed {
    Expr(Expr),
    /// Lines that end with `give`.
    Lines(Block),
}

impl RawComputed {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Expr(expr) => expr.span,
            Self::Lines(block) => block.span,
        }
    }
}

/// `reveal: { with: { card: influence }, do: … }`
#[derive(Debug, Clone)]
pub struct RawProcedure {
    pub name: Name,
    /// Parameters.
    pub params: Vec<RawParam>,
    /// What it gives.
    pub gives: Option<TypeExpr>,
    /// What it does.
    pub body: Block,
    /// It is a named part of an effect: the ruleset has no procedure of this name.
    pub is_part: bool,
    /// It is a part of what a card does on an event, whose facts it is given beside its parameters.
    pub reacts_to: Option<Name>,
}

/// `turn: { build: { with: { card: district in me.hand }, when: …, do: … } }`: what can be done there, in order.
#[derive(Debug, Clone)]
pub struct RawWindow {
    pub name: Name,
    /// In the order in which they are offered.
    pub actions: Vec<RawAction>,
}

/// One action of a window.
#[derive(Debug, Clone)]
pub struct RawAction {
    pub name: Name,
    /// Its targets, at most two; each is part of the option, and a later one may depend on an earlier.
    pub targets: Vec<(Name, Query)>,
    /// `when:` legal only then.
    pub when: Option<Expr>,
    /// `shows:` what the text of an option may say of it.
    pub shows: Vec<(Name, Expr)>,
    /// `do:`
    pub body: Block,
    /// It is an ability of cards: its first target is the card that has it.
    pub of_card: Option<OfCard>,
}

/// What an action of cards has from the kind.
#[derive(Debug, Clone)]
pub struct OfCard {
    /// `active:` of the kind, where the action has no `when`.
    pub active: Option<Expr>,
}

/// `action turn.melt: { in_play: [city], … }` of a card or kind.
#[derive(Debug, Clone)]
pub struct RawCardAction {
    /// The window in which it is offered.
    pub window: Name,
    pub action: RawAction,
    /// `in_play:` where it works; absent: as the kind says.
    pub in_play: Option<Vec<Name>>,
}

/// A card as printed.
#[derive(Debug, Clone)]
pub struct RawCard {
    /// Its id.
    pub name: Name,
    /// `kind:`
    pub kind: Name,
    /// `copies:` how many there are (of each player's set, if the kind is per player).
    pub copies: Spanned<u32>,
    /// Every other key that is no ability: the value of a field.
    pub fields: Vec<(Name, RawFieldValue)>,
    pub abilities: Vec<RawAbility>,
}

/// The printed value of a field.
#[derive(Debug, Clone)]
pub struct RawFieldValue {
    /// As an expression: a number, a word, or an expression over options; absent: it could not be read.
    pub expr: Option<Expr>,
    /// For each word, where it is a map of them.
    pub words: Option<Vec<(Name, Option<Expr>)>>,
}

/// What a card does.
#[derive(Debug, Clone)]
pub enum RawAbility {
    /// `on EVENT: effect`
    On {
        /// `revealed` or `settle.purge_high`; the span is that of the name inside the key.
        event: Name,
        /// Written `on any EVENT`: not only when the event is about this card.
        any: bool,
        /// `in_play:` where it works; absent: as the kind says.
        in_play: Option<Vec<Name>>,
        /// `when:` it works only while this holds; absent: as the kind says.
        when: Option<Box<Expr>>,
        /// The effect.
        body: Block,
        /// It only does named parts, to which nothing is given yet.
        parts: bool,
    },
    /// `modify PROPERTY: { stage: …, add: … }`
    Modify(Box<RawModifier>),
    /// `action WINDOW.NAME: { in_play: …, do: … }`; its window has it as one of its actions.
    Action(Box<RawCardAction>),
}

#[derive(Debug, Clone)]
pub struct RawModifier {
    pub property: Name,
    /// `stage:`
    pub stage: Name,
    /// `of:` the cards it applies to; absent: `self`.
    pub of: Option<Query>,
    /// `while:` it applies only while this holds.
    pub condition: Option<Expr>,
    /// Which of `set`, `add`, `multiply`, `at_least`, `at_most`.
    pub op: ModifierOp,
    /// Its operand; `it` is the card it applies to, `self` the card that has the ability.
    pub value: Expr,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct RawPhase {
    pub name: Name,
    /// `when:` the phase (each iteration) is skipped unless this holds.
    pub when: Option<Expr>,
    /// `repeat:` how many iterations. Without `repeat`, `each`, `while` and `until`: one.
    pub repeat: Option<Expr>,
    /// `each:` one iteration for each player of the query, who is then active.
    pub each: Option<Query>,
    /// `while:` tested before each iteration.
    pub while_: Option<Expr>,
    /// `until:` tested after each iteration.
    pub until: Option<Expr>,
    /// `active:` the player whose turn it is; evaluated at the start of each iteration.
    pub active: Option<Expr>,
    /// `do:` what happens first.
    pub body: Option<Block>,
    /// `phases:` then these, in order.
    pub phases: Vec<RawPhase>,
    /// `end:` what happens last.
    pub end: Option<Block>,
}

/// `score: { total: …, won: …, wins: lowest, lines: { … }, ties: [ … ] }`; `player` is the player scored.
#[derive(Debug, Clone)]
pub struct RawScore {
    /// The score.
    pub total: Option<Expr>,
    /// Who has won, in place of who has the best score.
    pub won: Option<Expr>,
    /// `wins: lowest`: the least total wins.
    pub lowest: bool,
    /// Parts that explain it.
    pub lines: Vec<(Name, Expr)>,
    /// Tie-breakers in order; larger wins.
    pub ties: Vec<Expr>,
}

/// `bot: { value: …, wants: … }`, as bots are told; no rule reads it.
#[derive(Debug, Clone, Default)]
pub struct RawBot {
    /// What a position is worth to `player`.
    pub value: Option<Expr>,
    /// What a player plays for.
    pub wants: Option<Goal>,
}

impl RawRuleset {
    /// Whether a place is in a library.
    pub fn in_library(&self, place: Span) -> bool {
        self.libraries.contains(&place.file)
    }

    /// Whether an overlay is to say things in a language.
    pub fn speaks(&self, overlay: FileId, language: &str) -> bool {
        let game: Vec<&str> = self.texts.iter().map(|texts| texts.language.as_str()).collect();
        speaks(self.languages.get(&overlay), &game, language)
    }
}

/// Whether an overlay that says something in some languages of a game is to say things in one. One that says nothing at all is held to one
/// language: English, if the game has that.
pub(super) fn speaks(said: Option<&BTreeSet<String>>, game: &[&str], language: &str) -> bool {
    match said.filter(|said| !said.is_empty()) {
        Some(said) => said.contains(language),
        None => game.iter().find(|known| **known == "en").or(game.first()) == Some(&language),
    }
}
