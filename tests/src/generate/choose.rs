//! Generates decisions of all kinds, and chance.

use super::query::Query;
use super::scope::Local;
use super::stmt::{Lines, block, indented};
use super::value::Writer;
use super::world::*;

impl Writer<'_> {
    /// Writes a decision of any kind.
    pub fn decision(&mut self, nest: usize) -> Lines {
        let inside = usize::from(nest > 0);
        let windows = usize::from(self.scope.windows && !self.world.windows.is_empty());
        match self.dice.weighted(&[
            25,
            20 * inside,
            10,
            12 * inside,
            20,
            25 * windows,
            8 * inside,
            8 * inside,
            12 * inside * usize::from(self.scope.loops < 2),
        ]) {
            0 => self.may_choose(),
            1 => self.chooses(nest - 1),
            2 => self.several(),
            3 => self.at_least_one(nest - 1),
            4 => self.one_of_all(),
            5 => self.window(),
            6 => self.modes(nest - 1),
            8 => self.asking(nest - 1),
            _ => self.yes_or_no(nest - 1),
        }
    }

    /// Draws the acting player: mostly the active player.
    fn chooser(&mut self) -> String {
        if self.scope.me && self.dice.percent(70) { "me".to_owned() } else { self.value(Ty::Player, 1) }
    }

    fn name_of_decision(&mut self) -> String {
        self.fresh("d")
    }

    /// Returns `secretly always asked` or a part of it.
    fn manner(&mut self) -> &'static str {
        let secretly = !self.world.open && self.dice.percent(20);
        let always = self.dice.percent(20);
        match (secretly, always) {
            (true, true) => " secretly always asked",
            (true, false) => " secretly",
            (false, true) => " always asked",
            (false, false) => "",
        }
    }

    fn what_to_choose(&mut self) -> Query {
        self.some_query(2)
    }

    fn may_choose(&mut self) -> Lines {
        let (who, query) = (self.chooser(), self.what_to_choose());
        let (name, decision) = (self.fresh("l"), self.name_of_decision());
        let line = format!("let {name} = {who} may choose {} as {decision}{}", query.text, self.manner());
        self.scope.locals.push(Local { optional: true, ..Local::new(name, query.ty) });
        vec![line]
    }

    /// Writes a choice inside a test that an option exists; or chance.
    fn chooses(&mut self, nest: usize) -> Lines {
        if self.dice.percent(15) {
            return self.chooses_list(nest);
        }
        let (who, query) = (self.chooser(), self.what_to_choose());
        let (name, decision) = (self.fresh("l"), self.name_of_decision());
        let choice = match self.dice.percent(25) {
            true => format!("let {name} = chance chooses {}", query.text),
            false => format!("let {name} = {who} chooses {} as {decision}{}", query.text, self.manner()),
        };
        self.with_local(Local::new(name, query.ty), &query, choice, nest)
    }

    /// Writes a choice of a list.
    fn chooses_list(&mut self, nest: usize) -> Lines {
        let (lists, ty) = self.lists_of(2);
        let (who, name, decision) = (self.chooser(), self.fresh("l"), self.name_of_decision());
        let (element, least) = (self.fresh("s"), self.dice.below(3));
        let text = format!("list {element} in {lists} where count({element}) > {least}");
        let query = Query { text, ty, name: element };
        let choice = match self.dice.percent(25) {
            true => format!("let {name} = chance chooses {}", query.text),
            false => format!("let {name} = {who} chooses {} as {decision}{}", query.text, self.manner()),
        };
        self.with_local(Local { list: true, ..Local::new(name, ty) }, &query, choice, nest)
    }

    /// Writes an optional choice for `if let`.
    pub fn chosen(&mut self, name: &str) -> (String, Local) {
        let (who, query) = (self.chooser(), self.what_to_choose());
        let decision = self.name_of_decision();
        let plain = Local::new(name, query.ty);
        if self.dice.percent(25) {
            return (format!("chance chooses {}", query.text), plain);
        }
        let (verb, local) = match self.dice.below(3) {
            0 => ("may choose", plain),
            1 => ("chooses 2", Local { list: true, ..plain }),
            _ => ("chooses", plain),
        };
        (format!("{who} {verb} {} as {decision}{}", query.text, self.manner()), local)
    }

    /// Writes statements after a choice, inside its test.
    fn with_local(&mut self, local: Local, query: &Query, choice: String, nest: usize) -> Lines {
        let before = self.scope.clone();
        self.scope.locals.push(local);
        let mut body = vec![choice];
        body.extend(self.few_statements(nest));
        self.scope = before;
        block(&format!("if any({})", query.text), body)
    }

    /// Writes a choice of several items or none.
    fn several(&mut self) -> Lines {
        let (who, query) = (self.chooser(), self.what_to_choose());
        let (name, decision) = (self.fresh("l"), self.name_of_decision());
        let most = self.dice.between(1, 3);
        let choice = if self.dice.percent(30) { "may choose 1" } else { "chooses 0" };
        let line =
            format!("let {name} = {who} {choice}..{most} {} as {decision}{}", query.text, self.manner());
        self.scope.locals.push(Local { list: true, ..Local::new(name, query.ty) });
        vec![line]
    }

    fn at_least_one(&mut self, nest: usize) -> Lines {
        let (who, query) = (self.chooser(), self.what_to_choose());
        let (name, decision) = (self.fresh("l"), self.name_of_decision());
        let picks = match self.dice.below(3) {
            0 => "1..2".to_owned(),
            1 => format!("(1 + {})..5", self.few(1)),
            _ => self.dice.between(1, 3).to_string(),
        };
        let choice =
            format!("let {name} = {who} chooses {picks} {} as {decision}{}", query.text, self.manner());
        let local = Local { list: true, ..Local::new(name, query.ty) };
        self.with_local(local, &query, choice, nest)
    }

    /// Writes a choice among players, words or spots, which always exist (spots as far as the checker knows).
    fn one_of_all(&mut self) -> Lines {
        let all = |ty: &Ty| matches!(ty, Ty::Player | Ty::Enum(_) | Ty::Name(_) | Ty::Spot(_));
        let mut types: Vec<Ty> = self.world.types().into_iter().filter(all).collect();
        // sometimes there is no spot
        let spots: Vec<Ty> = types.iter().filter(|ty| matches!(ty, Ty::Spot(_))).copied().collect();
        types = if spots.is_empty() || self.dice.percent(40) { types } else { spots };
        let ty = *self.dice.pick(&types);
        let (who, name, decision) = (self.chooser(), self.fresh("l"), self.name_of_decision());
        let noun = self.world.word(ty);
        let line = match self.dice.percent(25) {
            true => format!("let {name} = chance chooses {noun}"),
            false => format!("let {name} = {who} chooses {noun} as {decision}{}", self.manner()),
        };
        self.scope.locals.push(Local::new(name, ty));
        vec![line]
    }

    fn window(&mut self) -> Lines {
        let (who, decision) = (self.chooser(), self.name_of_decision());
        let may = if self.dice.percent(30) { "may choose" } else { "chooses" };
        let window = self.dice.pick(&self.world.windows).clone();
        vec![format!("{who} {may} one of {window} as {decision}{}", self.manner())]
    }

    fn modes(&mut self, nest: usize) -> Lines {
        let (who, decision) = (self.chooser(), self.name_of_decision());
        let may = self.dice.percent(40);
        let mut modes = Lines::new();
        for i in 0..self.dice.between(2, 3) {
            let name = self.fresh("mode");
            // at least one mode is always available
            let guarded = (i > 0 || may) && self.dice.percent(60);
            let guard = if guarded { format!(" when {}", self.truth(2)) } else { String::new() };
            let body = self.few_statements(nest);
            modes.extend(block(&format!("{name}{guard}"), body));
        }
        let may = if may { "may choose" } else { "chooses" };
        let mut lines = vec![format!("{who} {may} one as {decision}{} {{", self.manner())];
        lines.extend(indented(modes));
        lines.push("}".to_owned());
        lines
    }

    /// Writes a question to several players, in turn or simultaneously.
    fn asking(&mut self, nest: usize) -> Lines {
        let (who, decision, at_once) = (self.fresh("p"), self.name_of_decision(), self.dice.percent(50));
        let before = self.scope.clone();
        self.scope.hide_it();
        self.scope.locals.push(Local::new(&who, Ty::Player));
        let rounds = (!at_once && self.dice.percent(30)).then(|| self.fresh("l"));
        let mut tests: Vec<String> = rounds.iter().map(|rounds| format!("{rounds} < 2")).collect();
        if self.dice.percent(40) {
            tests.push(self.truth(1));
        }
        let filter = if tests.is_empty() { String::new() } else { format!(" where {}", tests.join(" and ")) };
        let always = if self.dice.percent(20) { " always asked" } else { "" };
        let asked = self.put_to((&decision, at_once));
        let until = if rounds.is_some() { " until all pass" } else { "" };
        self.scope.loops += 1;
        let mut body: Lines = rounds.iter().map(|rounds| format!("set {rounds} = {rounds} + 1")).collect();
        body.extend(self.few_statements(nest));
        self.scope = before;
        let word = if at_once { "each" } else { "any" };
        let mut lines: Lines = rounds.iter().map(|rounds| format!("let {rounds} = 0")).collect();
        lines.extend(block(&format!("{word} player {who}{filter} {asked}{always}{until}"), body));
        lines
    }

    /// Writes the question; the pick becomes a local.
    fn put_to(&mut self, (decision, must): (&str, bool)) -> String {
        let verb = if must && self.dice.percent(60) { "chooses" } else { "may choose" };
        let windows = usize::from(self.scope.windows && !self.world.windows.is_empty());
        match self.dice.weighted(&[50, 20 * windows, 20]) {
            0 => {
                let query = self.what_to_choose();
                let count = *self.dice.pick(&["", "", "2 ", "1..2 "]);
                if query.name != "it" {
                    let list = !count.is_empty();
                    self.scope.locals.push(Local { list, ..Local::new(&query.name, query.ty) });
                }
                format!("{verb} {count}{} as {decision}", query.text)
            }
            1 => {
                let window = self.dice.pick(&self.world.windows).clone();
                format!("{verb} one of {window} as {decision}")
            }
            _ => format!("may {decision}"),
        }
    }

    fn yes_or_no(&mut self, nest: usize) -> Lines {
        let (who, decision, manner) = (self.chooser(), self.name_of_decision(), self.manner());
        let body = self.few_statements(nest);
        let mut lines = block(&format!("{who} may {decision}{manner}"), body);
        if self.world.may_else && self.dice.percent(60) {
            let head = if self.world.seats && self.dice.percent(20) {
                format!("}} else if {}", self.truth(1))
            } else {
                "} else".to_owned()
            };
            let otherwise = self.few_statements(nest);
            lines.pop();
            lines.extend(block(&head, otherwise));
        }
        lines
    }
}
