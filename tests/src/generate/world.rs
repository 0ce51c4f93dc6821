//! Declarations of a generated ruleset, which effects may name.

/// Type of a value. Optionality is stored separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ty {
    Int,
    Decimal,
    Bool,
    Enum(usize),
    /// A card, of a kind or of any kind.
    Card(Option<usize>),
    /// The name of a card of a kind.
    Name(usize),
    Player,
    Spot(usize),
}

/// A holder of variables and zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Game,
    Player,
    Spot(usize),
    Kind(usize),
}

impl Holder {
    /// Returns the type of such a holder.
    pub fn ty(self) -> Option<Ty> {
        match self {
            Holder::Game => None,
            Holder::Player => Some(Ty::Player),
            Holder::Spot(spot) => Some(Ty::Spot(spot)),
            Holder::Kind(kind) => Some(Ty::Card(Some(kind))),
        }
    }
}

/// A named value of a type of holder.
#[derive(Debug, Clone)]
pub struct Member {
    pub name: String,
    pub holder: Holder,
    pub ty: Ty,
    /// True if it may be missing.
    pub optional: bool,
    /// Type of the keys of its values: words, players, spots, or numbers from 0 to 3.
    pub per: Option<Ty>,
    /// Details of variables and properties.
    pub sort: Sort,
}

impl Member {
    /// Returns true if it has a bool for each key.
    pub fn is_set(&self) -> bool {
        self.ty == Ty::Bool && !self.optional && self.per.is_some()
    }

    /// Returns true if a card may leave the field out because of its default.
    pub fn has_default(&self) -> bool {
        let plain = matches!(self.ty, Ty::Int | Ty::Decimal | Ty::Bool | Ty::Enum(_)) && self.per.is_none();
        let words = self.is_set() && matches!(self.per, Some(Ty::Enum(_)));
        !self.optional && (plain || words)
    }

    fn has_first_value(&self) -> bool {
        matches!(&self.sort, Sort::Variable { rest, .. } if rest.starts_with(" ="))
    }
}

/// Type of a member.
#[derive(Debug, Clone)]
pub enum Sort {
    /// A printed field.
    Field,
    /// A variable: the text after its type, and true if its owner sees it.
    Variable { rest: String, owner_sees: bool },
    /// A property with its stages; it may use computed values of a lower rank.
    Property { stages: Vec<String>, rank: usize },
}

#[derive(Debug, Clone)]
pub struct Zone {
    pub name: String,
    pub holder: Holder,
    pub holds: Vec<usize>,
    pub ordered: bool,
    pub sees: &'static str,
    pub max: Option<usize>,
    /// Type of the keys, if each holder has several.
    pub per: Option<Ty>,
}

#[derive(Debug, Clone)]
pub struct Kind {
    pub name: String,
    pub per_player: bool,
    /// True if a library declares it, with its fields and cards.
    pub shipped: bool,
}

#[derive(Debug, Clone)]
pub struct Design {
    pub name: String,
    pub kind: usize,
    pub copies: usize,
}

#[derive(Debug, Clone)]
pub struct Spot {
    pub name: String,
    /// Number of spots as written.
    pub count: String,
    pub ring: bool,
    /// Number of columns of a grid.
    pub columns: Option<usize>,
    /// The name of each spot; empty if they have none.
    pub names: Vec<String>,
}

/// Teams: seats 1 and 3, and the others.
#[derive(Debug, Clone)]
pub struct Teams {
    /// Number of the spot that represents teams, which is the last.
    pub spot: usize,
    /// Names and seats as written; empty if players alternate.
    pub named: Vec<(String, &'static str)>,
}

#[derive(Debug, Clone)]
pub struct Enum {
    pub name: String,
    pub words: Vec<String>,
    /// True if a library declares it.
    pub shipped: bool,
}

/// A function, procedure, event, list of steps or message.
#[derive(Debug, Clone)]
pub struct Signature {
    pub name: String,
    pub params: Vec<(String, Ty)>,
    /// Optional last parameter that is a list.
    pub list: Option<(String, Ty)>,
    /// Return type of a function.
    pub gives: Ty,
    /// True if it returns a list (functions and procedures).
    pub many: bool,
    /// For procedures: `None` without return value, true if that may be missing. For events: listeners may
    /// change the last fact.
    pub giving: Option<bool>,
    /// Maximum rank of the functions that it uses, or minimum rank of the procedures and events.
    pub rank: usize,
    /// True if it requires an active player.
    pub me: bool,
    /// Names of steps.
    pub steps: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct Table {
    pub name: String,
    /// Type of its keys, if they are words or named spots; otherwise they are numbers.
    pub words: Option<Ty>,
    /// Keys of its rows, if these are tables.
    pub within: Option<Option<Ty>>,
}

/// All declarations.
#[derive(Debug, Clone, Default)]
pub struct World {
    /// True if nothing is hidden; otherwise everything is disclosed openly.
    pub open: bool,
    /// True if the score is a decimal.
    pub decimal_score: bool,
    /// True if the lowest score wins.
    pub lowest: bool,
    /// True if the score defines the winners.
    pub won: bool,
    pub teams: Option<Teams>,
    /// If effects eliminate players: the text after the player, such as ` for phase0`.
    pub eliminates: Option<String>,
    /// True if questions may have a block for the answer no.
    pub may_else: bool,
    /// True if the score has a sheet, which shows it to all players.
    pub sheet: bool,
    /// True if seats have names, which effects use for players.
    pub seats: bool,
    /// True if printed fields have defaults.
    pub defaults: bool,
    /// True if `min` and `max` have more than two numbers.
    pub many_numbers: bool,
    pub enums: Vec<Enum>,
    pub kinds: Vec<Kind>,
    pub designs: Vec<Design>,
    pub spots: Vec<Spot>,
    pub zones: Vec<Zone>,
    pub members: Vec<Member>,
    pub tables: Vec<Table>,
    pub functions: Vec<Signature>,
    pub procedures: Vec<Signature>,
    pub events: Vec<Signature>,
    pub steps: Vec<Signature>,
    pub messages: Vec<Signature>,
    /// Names of windows of actions.
    pub windows: Vec<String>,
    /// Names of phases.
    pub phases: Vec<String>,
    /// Number of options of type int; their names are `option0` and so on.
    pub options: usize,
}

impl World {
    /// Returns the words of a type whose values have names.
    pub fn words(&self, ty: Ty) -> &[String] {
        match ty {
            Ty::Enum(i) => &self.enums[i].words,
            Ty::Spot(i) => &self.spots[i].names,
            Ty::Int | Ty::Decimal | Ty::Bool | Ty::Card(_) | Ty::Name(_) | Ty::Player => &[],
        }
    }

    /// Returns a type as written, with optionality.
    pub fn written(&self, ty: Ty, optional: bool) -> String {
        let missing = if optional { "?" } else { "" };
        match ty {
            Ty::Name(kind) => format!("{}{missing} by name", self.kinds[kind].name),
            ty => format!("{}{missing}", self.word(ty)),
        }
    }

    /// Returns the return type of a function or procedure as written.
    pub fn given(&self, of: &Signature) -> String {
        let one = self.written(of.gives, of.giving == Some(true));
        if of.many { format!("list of {one}") } else { one }
    }

    /// Returns the type of a member, with its keys.
    pub fn type_name(&self, member: &Member) -> String {
        let each = self.written(member.ty, member.optional);
        match member.per {
            None => each,
            Some(key @ Ty::Enum(_)) if member.is_set() && !member.has_first_value() => {
                format!("set of {}", self.word(key))
            }
            Some(Ty::Int) => format!("{each} per 0..3"),
            Some(key) => format!("{each} per {}", self.word(key)),
        }
    }

    /// Returns a type as written, which is also a noun.
    pub fn word(&self, ty: Ty) -> String {
        match ty {
            Ty::Name(kind) => format!("{} by name", self.kinds[kind].name),
            Ty::Int => "int".to_owned(),
            Ty::Decimal => "decimal".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Enum(i) => self.enums[i].name.clone(),
            Ty::Card(None) => "card".to_owned(),
            Ty::Card(Some(kind)) => self.kinds[kind].name.clone(),
            Ty::Player => "player".to_owned(),
            Ty::Spot(i) => self.spots[i].name.clone(),
        }
    }

    /// Returns true if a spot represents teams.
    pub fn is_teams(&self, spot: usize) -> bool {
        self.teams.as_ref().is_some_and(|teams| teams.spot == spot)
    }

    /// Returns the types that have values in this ruleset.
    pub fn types(&self) -> Vec<Ty> {
        let enums = (0..self.enums.len()).map(Ty::Enum);
        let kinds = (0..self.kinds.len()).map(|kind| Ty::Card(Some(kind)));
        let spots = (0..self.spots.len()).map(Ty::Spot);
        let plain = [Ty::Int, Ty::Int, Ty::Int, Ty::Decimal, Ty::Bool, Ty::Player, Ty::Card(None)];
        let names = (0..self.kinds.len()).map(Ty::Name);
        plain.into_iter().chain(enums).chain(kinds).chain(names).chain(spots).collect()
    }
}
