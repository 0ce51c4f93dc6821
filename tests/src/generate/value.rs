//! Generates values of a type: read from the names in scope, or computed from other values.

use super::dice::Dice;
use super::scope::{Local, Scope};
use super::world::*;

/// Writes expressions and effects.
pub struct Writer<'w> {
    pub world: &'w World,
    pub dice: &'w mut Dice,
    pub scope: Scope,
    /// Number of names used so far.
    pub names: usize,
    /// Number of loop counters, which are variables of the game.
    pub counters: usize,
}

/// A source of a value.
enum Source<'w> {
    Local(String),
    Member(&'w Member),
    Function(&'w Signature),
}

impl<'w> Writer<'w> {
    /// Returns an unused name.
    pub fn fresh(&mut self, head: &str) -> String {
        self.names += 1;
        format!("{head}{}", self.names)
    }

    /// Writes a value that is never missing.
    pub fn value(&mut self, ty: Ty, depth: usize) -> String {
        if depth > 0 && self.dice.percent(12) {
            let (test, a, b) = (self.truth(depth - 1), self.value(ty, depth - 1), self.value(ty, depth - 1));
            return format!("(if {test} then {a} else {b})");
        }
        if depth > 0
            && self.dice.percent(12)
            && let Some(maybe) = self.maybe(ty, depth - 1)
        {
            return format!("({maybe} default {})", self.value(ty, depth - 1));
        }
        if self.dice.percent(if depth == 0 { 60 } else { 30 })
            && let Some(read) = self.read(ty, false, depth)
        {
            return read;
        }
        match ty {
            Ty::Int => self.int(depth),
            Ty::Decimal => self.decimal(depth),
            Ty::Bool => self.truth(depth),
            Ty::Enum(i) => self.word(i),
            Ty::Card(kind) => self.card(kind, depth),
            Ty::Name(kind) => format!("{}.name", self.value(Ty::Card(Some(kind)), depth.min(1))),
            Ty::Player => self.player(depth),
            Ty::Spot(i) => self.spot(i, depth),
        }
    }

    /// Writes a value where a type is expected: cards and their IDs may replace names.
    pub fn wanted(&mut self, ty: Ty, depth: usize) -> String {
        match ty {
            Ty::Name(kind) if self.dice.percent(30) => self.card_id(kind),
            Ty::Name(kind) if self.dice.percent(30) => self.value(Ty::Card(Some(kind)), depth),
            _ => self.value(ty, depth),
        }
    }

    /// Returns the ID of a card of a kind.
    pub fn card_id(&mut self, kind: usize) -> String {
        let of_kind = self.world.designs.iter().filter(|design| design.kind == kind);
        let designs: Vec<&Design> = of_kind.collect();
        self.dice.pick(&designs).name.clone()
    }

    /// Writes a value that may be missing, if the type allows it.
    pub fn maybe(&mut self, ty: Ty, depth: usize) -> Option<String> {
        if depth > 0 && self.dice.percent(50) {
            return self.picked(ty, depth);
        }
        match self.dice.below(3) {
            0 if matches!(ty, Ty::Card(_)) => self.neighbour(ty, depth),
            0 if ty == Ty::Player && self.world.teams.is_some() && self.dice.percent(50) => {
                Some(format!("{}.partner", self.value(Ty::Player, depth.min(1))))
            }
            0 if ty == Ty::Player => {
                Some(format!("{}.{}", self.value(Ty::Card(None), 0), self.dice.pick(&["holder", "owner"])))
            }
            1 if depth > 0 => self.chained(ty, depth),
            _ => self.read(ty, true, depth),
        }
    }

    /// Writes the first, last, highest or lowest value of a query.
    fn picked(&mut self, ty: Ty, depth: usize) -> Option<String> {
        if matches!(ty, Ty::Int | Ty::Decimal) {
            let fold = *self.dice.pick(&["highest", "lowest"]);
            return Some(self.fold(fold, ty, depth - 1));
        }
        let end = *self.dice.pick(&["first", "last"]);
        Some(format!("{end}({})", self.query(ty, depth - 1)?.text))
    }

    fn neighbour(&mut self, ty: Ty, depth: usize) -> Option<String> {
        let Ty::Card(kind) = ty else { return None };
        if self.dice.percent(50)
            && let Some((zone, _)) = self.zone_with(kind, true, depth)
        {
            return Some(format!("{zone}.{}", self.dice.pick(&["top", "bottom"])));
        }
        let side = *self.dice.pick(&["above", "below"]);
        match kind {
            None if self.dice.percent(20) => Some(format!("{}.host", self.value(ty, 0))),
            // the neighbour of a card counts as a card of the same kind
            _ => Some(format!("{}.{side}", self.value(ty, 0))),
        }
    }

    /// Writes `x?.field`.
    fn chained(&mut self, ty: Ty, depth: usize) -> Option<String> {
        let world = self.world;
        let of: Vec<_> =
            world.members.iter().filter(|m| m.ty == ty && m.per.is_none() && self.may_read(m)).collect();
        let member = self.dice.any(&of)?;
        let base = self.maybe(member.holder.ty()?, depth - 1)?;
        Some(format!("{base}?.{}", member.name))
    }

    /// Writes a value that is read from a name in scope.
    fn read(&mut self, ty: Ty, optional: bool, depth: usize) -> Option<String> {
        let sources = self.sources(ty, optional, depth);
        let at = self.dice.below(sources.len());
        match sources.get(at)? {
            Source::Local(name) => Some(name.clone()),
            Source::Member(member) => Some(self.member(member, depth)),
            Source::Function(function) => {
                let args = self.arguments(function, depth);
                Some(format!("{}({args})", function.name))
            }
        }
    }

    fn sources(&self, ty: Ty, optional: bool, depth: usize) -> Vec<Source<'w>> {
        let fits =
            |local: &&Local| !local.hidden && !local.list && local.optional == optional && is_a(local.ty, ty);
        let locals = self.scope.locals.iter().filter(fits);
        let mut found: Vec<Source<'w>> = locals.map(|l| Source::Local(l.name.clone())).collect();
        if depth == 0 && !found.is_empty() {
            return found;
        }
        // without a holder, which would have to be written first
        let near = |m: &&Member| {
            let candidate = self.scope.candidate.as_ref().map(|(ty, _)| *ty);
            depth > 0 || m.holder == Holder::Game || m.holder.ty() == candidate
        };
        let members = self.world.members.iter();
        let members =
            members.filter(|m| is_a(m.ty, ty) && m.optional == optional && self.may_read(m) && near(m));
        found.extend(members.map(Source::Member));
        let callable = |f: &&Signature| depth > 0 && !optional && !f.many && is_a(f.gives, ty);
        found.extend(self.callable().filter(callable).map(Source::Function));
        found
    }

    /// Returns the functions that may be called here.
    pub fn callable(&self) -> impl Iterator<Item = &'w Signature> {
        let scope = &self.scope;
        self.world.functions.iter().filter(|f| f.rank < scope.computed && (scope.me || !f.me))
    }

    fn may_read(&self, member: &Member) -> bool {
        if let Sort::Property { rank, .. } = member.sort { rank < self.scope.computed } else { true }
    }

    /// Writes a member of a holder; members of the candidate need no prefix. Keyed members are read at one
    /// key.
    pub fn member(&mut self, member: &Member, depth: usize) -> String {
        let whole = self.whole(member, depth);
        match member.per {
            None => whole,
            Some(Ty::Int) if self.dice.percent(4) => format!("{whole}[{} mod 5]", self.value(Ty::Int, 0)),
            Some(Ty::Int) => format!("{whole}[{} mod 4]", self.value(Ty::Int, depth.min(1))),
            Some(key) => format!("{whole}[{}]", self.value(key, depth.min(1))),
        }
    }

    pub fn whole(&mut self, member: &Member, depth: usize) -> String {
        let Some(ty) = member.holder.ty() else { return member.name.clone() };
        let ty = match (ty, &member.sort) {
            // all cards with the same name have the same printed fields
            (Ty::Card(Some(kind)), Sort::Field) if self.prints(kind) => Ty::Name(kind),
            _ => ty,
        };
        if self.scope.candidate.as_ref().is_some_and(|(candidate, _)| *candidate == ty)
            && self.dice.percent(60)
        {
            return member.name.clone();
        }
        format!("{}.{}", self.value(ty, depth.saturating_sub(1).min(1)), member.name)
    }

    /// Returns true if a field is read from a name instead of a card.
    fn prints(&mut self, kind: usize) -> bool {
        let candidate = self.scope.candidate.as_ref().map(|(ty, _)| *ty);
        candidate == Some(Ty::Name(kind)) || candidate != Some(Ty::Card(Some(kind))) && self.dice.percent(10)
    }

    /// Writes arguments for a signature.
    pub fn arguments(&mut self, of: &Signature, depth: usize) -> String {
        let depth = depth.saturating_sub(1).min(1);
        let values = of.params.iter().map(|(_, ty)| self.wanted(*ty, depth));
        let mut all: Vec<String> = values.collect();
        all.extend(of.list.iter().map(|(_, ty)| match self.dice.percent(5) {
            true => "[]".to_owned(),
            false => self.list_of(*ty, depth),
        }));
        all.join(", ")
    }

    fn word(&mut self, i: usize) -> String {
        let world = self.world;
        let word = self.dice.pick(&world.enums[i].words);
        // fields of the library's cards have the names of its enums
        if self.dice.percent(50) || world.enums[i].shipped {
            word.clone()
        } else {
            format!("{}.{word}", world.enums[i].name)
        }
    }

    /// Writes an existing card by its ID.
    fn card(&mut self, kind: Option<usize>, depth: usize) -> String {
        let world = self.world;
        let of_kind = |design: &&Design| kind.is_none_or(|kind| design.kind == kind);
        let designs: Vec<&Design> = world.designs.iter().filter(of_kind).collect();
        let design = *self.dice.pick(&designs);
        if world.kinds[design.kind].per_player {
            return format!("{}[{}]", design.name, self.value(Ty::Player, depth.min(1)));
        }
        match design.copies {
            1 if self.dice.percent(50) => design.name.clone(),
            copies if self.dice.percent(92) => format!("{}[{}]", design.name, self.dice.between(1, copies)),
            _ => format!("{}[{}]", design.name, self.nth(depth)),
        }
    }

    /// Writes a number from 1; rarely, it has no matching item.
    fn nth(&mut self, depth: usize) -> String {
        let n = self.value(Ty::Int, depth.min(1));
        if self.dice.percent(85) { format!("({n} mod 2 + 1)") } else { format!("({n} mod 4)") }
    }

    fn player(&mut self, depth: usize) -> String {
        if self.world.seats && self.dice.percent(25) {
            return self.dice.pick(&["chair1", "chair2"]).to_string();
        }
        match self.dice.below(if depth == 0 { 3 } else { 6 }) {
            0 | 1 if self.scope.me => "me".to_owned(),
            3 | 4 => format!("{}.{}", self.value(Ty::Player, depth - 1), self.dice.pick(&["left", "right"])),
            5 if self.dice.percent(30) => format!("seat({})", self.nth(depth - 1)),
            5 => self.owner(depth - 1),
            _ => format!("seat({})", self.dice.between(1, 2)),
        }
    }

    /// Writes the owner of a card whose kind is owned by players, if there is such a kind.
    fn owner(&mut self, depth: usize) -> String {
        let kinds = self.world.kinds.iter().enumerate().filter(|(_, kind)| kind.per_player);
        let kinds: Vec<usize> = kinds.map(|(i, _)| i).collect();
        match self.dice.any(&kinds) {
            Some(kind) => format!("{}.owner", self.value(Ty::Card(Some(kind)), depth)),
            None => "seat(1)".to_owned(),
        }
    }

    /// Writes a team by its name, or that of a player.
    fn team(&mut self, teams: &Teams, depth: usize) -> String {
        match self.dice.any(&teams.named) {
            Some((name, _)) if depth == 0 || self.dice.percent(40) => name,
            _ if matches!(self.scope.candidate, Some((Ty::Player, _))) && self.dice.percent(50) => {
                "team".to_owned()
            }
            _ => format!("{}.team", self.value(Ty::Player, depth.saturating_sub(1))),
        }
    }

    fn spot(&mut self, i: usize, depth: usize) -> String {
        if let Some(teams) = self.world.teams.as_ref().filter(|teams| teams.spot == i)
            && self.dice.percent(60)
        {
            return self.team(teams, depth);
        }
        let spot = &self.world.spots[i];
        if !spot.names.is_empty() && self.dice.percent(50) {
            return self.dice.pick(&spot.names).clone();
        }
        match self.dice.below(if depth == 0 { 2 } else { 5 }) {
            2 if spot.ring => {
                format!("{}.{}", self.value(Ty::Spot(i), depth - 1), self.dice.pick(&["next", "previous"]))
            }
            2 if spot.columns.is_some() => {
                let way = *self.dice.pick(&["north", "east", "south", "west", "north.opposite"]);
                let [at, other] = [(); 2].map(|()| self.value(Ty::Spot(i), depth - 1));
                format!("({at}.toward[{way}] default {other})")
            }
            3 if spot.columns.is_some() && self.dice.percent(30) => format!("{}(1, 1)", spot.name),
            3 if self.dice.percent(10) => format!("{}.{}", self.value(Ty::Card(None), depth - 1), spot.name),
            4 if self.dice.percent(20) => format!("{}({})", spot.name, self.nth(depth - 1)),
            _ => format!("{}({})", spot.name, self.dice.between(1, 2)),
        }
    }
}

/// Returns true if a value of one type is valid where another is expected.
pub fn is_a(ty: Ty, wanted: Ty) -> bool {
    ty == wanted || matches!((ty, wanted), (Ty::Card(_), Ty::Card(None)))
}
