//! Generates effects on cards and zones.

use super::scope::Local;
use super::stmt::{Lines, block};
use super::value::Writer;
use super::world::*;

impl Writer<'_> {
    /// Writes an effect on cards.
    pub fn verb(&mut self, nest: usize) -> Lines {
        let inside = usize::from(nest > 0);
        if let Some(lasts) = self.world.eliminates.clone()
            && self.dice.percent(12)
        {
            return self.eliminate(&lasts);
        }
        match self.dice.weighted(&[22, 14 * inside, 12, 12, 8, 8, 6, 6, 4, 6 * inside, 2]) {
            0 => self.move_one(),
            1 => self.move_each(),
            2 => self.move_some(),
            3 => self.draw(),
            4 => self.turn(),
            5 => self.shuffle(),
            6 => self.swap(),
            7 => self.show(),
            8 => self.exclude(),
            9 => self.move_beside(),
            _ => self.stray(),
        }
    }

    /// Writes a zone into which a card of a kind, or of any kind, may move.
    fn target(&mut self, kind: Option<usize>) -> String {
        let kinds = self.world.kinds.len();
        let may = |zone: &Zone| kind.map_or(zone.holds.len() == kinds, |kind| zone.holds.contains(&kind));
        let zones = self.world.zones.iter().enumerate().filter(|(_, zone)| may(zone));
        let zones: Vec<usize> = zones.map(|(i, _)| i).collect();
        let zone = *self.dice.pick(&zones);
        self.zone(zone, 1)
    }

    /// Writes a card of one of two kinds: the runtime checks whether the zone may hold it.
    fn stray(&mut self) -> Lines {
        let [a, b] = [(); 2].map(|()| self.kind_of_card());
        if a == b {
            return self.turn();
        }
        let card = format!("if {} then {} else {}", self.truth(1), self.value(a, 1), self.value(b, 1));
        let (name, zone) = (self.fresh("l"), self.dice.below(self.world.zones.len()));
        vec![format!("let {name} = {card}"), format!("move {name} to {}", self.zone(zone, 1))]
    }

    fn face(&mut self) -> &'static str {
        let faces = ["", "", " face up", " face down"];
        faces[self.dice.below(faces.len())]
    }

    fn place(&mut self) -> String {
        match self.dice.below(10) {
            0..=2 => " at top".to_owned(),
            3 | 4 => " at bottom".to_owned(),
            5 => " at place 1".to_owned(),
            6 => " at place 1 unseen".to_owned(),
            7 if self.dice.percent(8) => format!(" at place ({} mod 4)", self.value(Ty::Int, 1)),
            _ => String::new(),
        }
    }

    /// Writes one card, a zone, or a list.
    fn what(&mut self, kind: usize) -> String {
        match self.dice.below(4) {
            0 => self
                .zone_with(Some(kind), true, 1)
                .map_or_else(|| self.value(Ty::Card(Some(kind)), 1), |(z, _)| z),
            1 => match self.query(Ty::Card(Some(kind)), 2) {
                Some(query) => format!("({})", query.text),
                None => self.value(Ty::Card(Some(kind)), 1),
            },
            _ => self.value(Ty::Card(Some(kind)), 1),
        }
    }

    fn move_one(&mut self) -> Lines {
        let kind = self.dice.below(self.world.kinds.len());
        let (what, to) = (self.what(kind), self.target(Some(kind)));
        let among = match self.query(Ty::Card(Some(kind)), 1) {
            Some(query) if self.dice.percent(10) => format!(" unseen among ({})", query.text),
            _ => String::new(),
        };
        vec![format!("move {what} to {to}{}{}{among}", self.place(), self.face())]
    }

    fn move_each(&mut self) -> Lines {
        let ty = if self.dice.percent(30) { Ty::Card(None) } else { self.kind_of_card() };
        let Some(query) = self.query(ty, 2) else { return self.turn() };
        let kind = if let Ty::Card(kind) = ty { kind } else { None };
        let head = format!("for {}", query.text);
        let body = self.among_statements(&query.name, ty, |writer| {
            let to = writer.target(kind);
            format!("move {} to {to}{}{}", query.name, writer.place(), writer.face())
        });
        block(&head, body)
    }

    fn among_statements(&mut self, name: &str, ty: Ty, write: impl FnOnce(&mut Self) -> String) -> Lines {
        let before = self.scope.clone();
        self.scope.hide_it();
        self.scope.locals.push(Local::new(name, ty));
        self.scope.loops += 1;
        let line = write(self);
        self.scope = before;
        vec![line]
    }

    /// Writes a statement such as `move 2 king where … from deck to hand`.
    fn move_some(&mut self) -> Lines {
        let kind = self.dice.below(self.world.kinds.len());
        let Some((from, _)) = self.zone_with(Some(kind), false, 1) else { return self.turn() };
        let name = self.fresh("x");
        let query = super::query::Query { text: String::new(), ty: Ty::Card(Some(kind)), name };
        let test = self.dice.percent(40).then(|| self.among(&query, |writer| writer.truth(2)));
        let filter = test.map_or(String::new(), |test| format!(" {} where {test}", query.name));
        let (n, noun, to) = (self.few(1), self.world.kinds[kind].name.clone(), self.target(Some(kind)));
        vec![format!("move {n} {noun}{filter} from {from} to {to}{}{}", self.place(), self.face())]
    }

    fn draw(&mut self) -> Lines {
        let kind = self.dice.below(self.world.kinds.len());
        let Some((from, declared)) = self.zone_with(Some(kind), false, 1) else { return self.turn() };
        let holds = &self.world.zones[declared].holds;
        let alone = (holds.len() == 1).then_some(kind);
        let to = self.target(alone);
        vec![format!("draw {} from {from} to {to}", self.few(2))]
    }

    fn turn(&mut self) -> Lines {
        let kind = self.dice.below(self.world.kinds.len());
        vec![format!("turn {} face {}", self.what(kind), self.dice.pick(&["up", "down"]))]
    }

    fn shuffle(&mut self) -> Lines {
        let zone = self.target(None);
        vec![format!("shuffle {zone}")]
    }

    /// Swaps two cards of a kind, or two zones with the same content type.
    fn swap(&mut self) -> Lines {
        if self.dice.percent(50) {
            let ty = self.kind_of_card();
            return vec![format!("swap {} with {}", self.value(ty, 1), self.value(ty, 1))];
        }
        let zones = &self.world.zones;
        let one = self.dice.below(zones.len());
        let alike = zones.iter().enumerate().filter(|(_, zone)| zone.holds == zones[one].holds);
        let alike: Vec<usize> = alike.map(|(i, _)| i).collect();
        let two = *self.dice.pick(&alike);
        vec![format!("swap {} with {}", self.zone(one, 1), self.zone(two, 1))]
    }

    fn show(&mut self) -> Lines {
        let kind = self.dice.below(self.world.kinds.len());
        let what = self.what(kind);
        let whom = match self.query(Ty::Player, 1) {
            Some(query) if self.dice.percent(40) => format!("({})", query.text),
            _ => self.value(Ty::Player, 1),
        };
        vec![format!("show {what} to {whom}")]
    }

    fn eliminate(&mut self, lasts: &str) -> Lines {
        let whom = match self.query(Ty::Player, 1) {
            Some(query) if self.dice.percent(30) => format!("({})", query.text),
            _ => self.value(Ty::Player, 1),
        };
        vec![format!("eliminate {whom}{lasts}{}", self.openly())]
    }

    fn exclude(&mut self) -> Lines {
        let kind = self.dice.below(self.world.kinds.len());
        let what = self.what(kind);
        let from = if self.dice.percent(40) { self.value(Ty::Card(None), 1) } else { self.target(None) };
        vec![format!("exclude {what} from {from}")]
    }

    /// Moves a card next to the first card of a zone; rarely, next to one in another zone.
    fn move_beside(&mut self) -> Lines {
        let kind = self.dice.below(self.world.kinds.len());
        let Some((zone, _)) = self.zone_with(Some(kind), false, 1) else { return self.turn() };
        let card = self.value(Ty::Card(Some(kind)), 1);
        let side = *self.dice.pick(&["above", "below"]);
        if self.dice.percent(10) {
            let other = self.value(Ty::Card(None), 1);
            return vec![format!("move {card} to {zone} {side} {other}{}", self.face())];
        }
        let (one, name) = (self.fresh("l"), self.fresh("l"));
        let line = format!("move {one} to {zone} {side} {name}{}", self.face());
        let mut lines = vec![format!("let {one} = {card}")];
        lines.push(format!("let {name} = first(card in {zone} where it != {one})"));
        lines.extend(block(&format!("if {name} exists"), vec![line]));
        lines
    }
}
