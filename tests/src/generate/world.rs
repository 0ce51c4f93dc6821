//! What a generated ruleset declares: everything that an effect may name.

/// The type of a value. Whether it may be missing is said beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ty {
    Int,
    Decimal,
    Bool,
    Enum(usize),
    /// A card, of a kind or of any.
    Card(Option<usize>),
    /// The name of a card of a kind.
    Name(usize),
    Player,
    Spot(usize),
}

/// What has variables and zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    Game,
    Player,
    Spot(usize),
    Kind(usize),
}

impl Holder {
    /// The type of such a holder.
    pub fn ty(self) -> Option<Ty> {
        match self {
            Holder::Game => None,
            Holder::Player => Some(Ty::Player),
            Holder::Spot(spot) => Some(Ty::Spot(spot)),
            Holder::Kind(kind) => Some(Ty::Card(Some(kind))),
        }
    }
}

/// Something with a name that holders of a sort have.
#[derive(Debug, Clone)]
pub struct Member {
    pub name: String,
    pub holder: Holder,
    pub ty: Ty,
    /// It may be missing.
    pub optional: bool,
    /// By what its values are kept, if there are several: words, players, spots, or the numbers from 0 to 3.
    pub per: Option<Ty>,
    /// What it is, for variables and properties only.
    pub sort: Sort,
}

/// What a member is.
#[derive(Debug, Clone)]
pub enum Sort {
    /// Printed on a card.
    Field,
    /// A variable: what stands after its type, and who sees it.
    Variable { rest: String, owner_sees: bool },
    /// A property with the names of its stages; it may use what is computed and has a smaller rank.
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
}

#[derive(Debug, Clone)]
pub struct Kind {
    pub name: String,
    pub per_player: bool,
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
    /// How many, as it is written.
    pub count: String,
    pub ring: bool,
    /// Places of a row, where they lie on a grid.
    pub columns: Option<usize>,
}

/// Who plays together: seats 1 and 3, and the others.
#[derive(Debug, Clone)]
pub struct Teams {
    /// The spot that teams are, which is the last.
    pub spot: usize,
    /// What they are called and their seats, as they are written; nothing where they are by turns.
    pub named: Vec<(String, &'static str)>,
}

#[derive(Debug, Clone)]
pub struct Enum {
    pub name: String,
    pub words: Vec<String>,
}

/// What takes arguments: a function, procedure, event, list of steps or message.
#[derive(Debug, Clone)]
pub struct Signature {
    pub name: String,
    pub params: Vec<(String, Ty)>,
    /// A last parameter that is a list of these.
    pub list: Option<(String, Ty)>,
    /// What a function gives.
    pub gives: Ty,
    /// It gives a list of these (functions and procedures).
    pub many: bool,
    /// Of a procedure: whether it gives that, and whether it may give nothing. Of an event: reactions change its last fact.
    pub giving: Option<bool>,
    /// It may use what has a smaller rank (functions), or a larger one (procedures and events).
    pub rank: usize,
    /// It is used only where somebody is active.
    pub me: bool,
    /// The names of steps.
    pub steps: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct Table {
    pub name: String,
    /// The enum of its keys; else they are numbers.
    pub words: Option<usize>,
    /// Its rows are tables, by the keys of these.
    pub within: Option<Option<usize>>,
}

/// All of them.
#[derive(Debug, Clone, Default)]
pub struct World {
    /// Nothing is hidden; else all that is told is told openly.
    pub open: bool,
    /// The score is a decimal.
    pub decimal_score: bool,
    /// The least score is the best.
    pub lowest: bool,
    /// The score says who has won.
    pub won: bool,
    pub teams: Option<Teams>,
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
    /// The number of options that are ints; they are called `option0` and so on.
    pub options: usize,
}

impl World {
    /// A type as it is written, also one that may be missing.
    pub fn written(&self, ty: Ty, optional: bool) -> String {
        let missing = if optional { "?" } else { "" };
        match ty {
            Ty::Name(kind) => format!("{}{missing} by name", self.kinds[kind].name),
            ty => format!("{}{missing}", self.word(ty)),
        }
    }

    /// What a function or procedure gives, as it is written.
    pub fn given(&self, of: &Signature) -> String {
        let one = self.written(of.gives, of.giving == Some(true));
        if of.many { format!("list of {one}") } else { one }
    }

    /// The type of a member, with what its values are kept by.
    pub fn of(&self, member: &Member) -> String {
        let each = self.written(member.ty, member.optional);
        match member.per {
            None => each,
            Some(Ty::Int) => format!("{each} per 0..3"),
            Some(key) => format!("{each} per {}", self.word(key)),
        }
    }

    /// A type as it is written, which is a noun too.
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

    /// Whether a spot is what teams are.
    pub fn is_teams(&self, spot: usize) -> bool {
        self.teams.as_ref().is_some_and(|teams| teams.spot == spot)
    }

    /// Types of which there are values in this ruleset.
    pub fn types(&self) -> Vec<Ty> {
        let enums = (0..self.enums.len()).map(Ty::Enum);
        let kinds = (0..self.kinds.len()).map(|kind| Ty::Card(Some(kind)));
        let spots = (0..self.spots.len()).map(Ty::Spot);
        let plain = [Ty::Int, Ty::Int, Ty::Int, Ty::Decimal, Ty::Bool, Ty::Player, Ty::Card(None)];
        let names = (0..self.kinds.len()).map(Ty::Name);
        plain.into_iter().chain(enums).chain(kinds).chain(names).chain(spots).collect()
    }
}
