//! Generates effects, with one line for each statement and each closing bracket.

use super::scope::Local;
use super::value::Writer;
use super::world::*;

/// Lines of an effect.
pub type Lines = Vec<String>;

/// Returns a block with its head.
pub fn block(head: &str, body: Lines) -> Lines {
    let mut lines = vec![format!("{head} {{")];
    lines.extend(indented(body));
    lines.push("}".to_owned());
    lines
}

/// Indents lines.
pub fn indented(lines: Lines) -> Lines {
    lines.into_iter().map(|line| format!("  {line}")).collect()
}

impl Writer<'_> {
    /// Writes statements with their own locals.
    pub fn body(&mut self, statements: usize, nest: usize) -> Lines {
        let before = self.scope.clone();
        let lines = (0..statements).flat_map(|_| self.statement(nest)).collect();
        self.scope = before;
        lines
    }

    /// Writes one to three statements.
    pub fn few_statements(&mut self, nest: usize) -> Lines {
        let statements = self.dice.between(1, 3);
        self.body(statements, nest)
    }

    fn statement(&mut self, nest: usize) -> Lines {
        let inside = usize::from(nest > 0);
        let once = usize::from(self.scope.loops < 2);
        let weights = [
            14,
            24,
            12 * inside,
            9 * inside * once,
            3 * inside * once,
            3 * inside * once,
            16,
            22,
            9,
            2,
            9,
            8 * inside,
            4 * inside * once,
        ];
        match self.dice.weighted(&weights) {
            0 => self.let_local(),
            1 => self.set(),
            2 => self.branch(nest - 1),
            3 => self.for_each(nest - 1),
            4 => self.while_loop(nest - 1),
            5 => self.repeat(nest - 1),
            6 => self.decision(nest),
            7 => self.verb(nest),
            8 => self.call(),
            9 => self.leave(),
            10 => self.set_local(),
            11 => self.if_let(nest - 1),
            _ => self.while_let(nest - 1),
        }
    }

    fn let_local(&mut self) -> Lines {
        let ty = *self.dice.pick(&self.world.types());
        let name = self.fresh("l");
        if self.dice.percent(25)
            && let Some(query) = self.query(ty, 2)
        {
            let key = match self.dice.percent(20) {
                true => self.among(&query, |writer| format!(" sorted by {}", writer.value(Ty::Int, 1))),
                false => String::new(),
            };
            let line = format!("let {name} = {}{key}", query.text);
            self.scope.locals.push(Local { list: true, ..Local::new(name, ty) });
            return vec![line];
        }
        let maybe = if self.dice.percent(30) { self.maybe(ty, 2) } else { None };
        let optional = maybe.is_some();
        let value = maybe.unwrap_or_else(|| self.value(ty, 3));
        // a value that is never missing counts as optional after `?.`
        if self.dice.percent(50) {
            return self.typed_local(&name, ty, optional, &value);
        }
        let line = format!("let {name} = {value}");
        self.scope.locals.push(Local { optional, ..Local::new(name, ty) });
        vec![line]
    }

    /// Writes a local that `set` may change.
    fn typed_local(&mut self, name: &str, ty: Ty, optional: bool, value: &str) -> Lines {
        let value = if optional && self.dice.percent(30) { "nothing" } else { value };
        let line = format!("let {name}: {} = {value}", self.world.written(ty, optional));
        self.scope.locals.push(Local { optional, begins: true, ..Local::new(name, ty) });
        vec![line]
    }

    /// Writes an assignment to a local, if one can be set.
    fn set_local(&mut self) -> Lines {
        let locals = &self.scope.locals;
        let last = |local: &&Local| {
            locals.iter().rev().find(|other| other.name == local.name).is_some_and(|other| other.begins)
        };
        let begun: Vec<Local> = locals.iter().filter(|local| local.begins).filter(last).cloned().collect();
        let Some(Local { name, ty, optional, .. }) = self.dice.any(&begun) else { return self.let_local() };
        let value = match optional {
            true if self.dice.percent(20) => "nothing".to_owned(),
            true if self.dice.percent(40) => self.maybe(ty, 2).unwrap_or_else(|| self.value(ty, 2)),
            _ if ty == Ty::Int && self.dice.percent(70) => format!("({} mod 23)", self.value(Ty::Int, 3)),
            _ => self.value(ty, 3),
        };
        vec![format!("set {name} = {value}")]
    }

    /// Writes `if let x = … { … } else { … }` for a value, a list or a choice.
    fn if_let(&mut self, nest: usize) -> Lines {
        let name = self.fresh("l");
        let (value, local) = match self.dice.below(4) {
            0 => {
                let query = self.some_query(2);
                (query.text, Local { list: true, ..Local::new(&name, query.ty) })
            }
            1 => self.chosen(&name),
            _ => {
                let ty = *self.dice.pick(&self.world.types());
                let Some(value) = self.maybe(ty, 2) else { return self.set() };
                (value, Local::new(&name, ty))
            }
        };
        let before = self.scope.clone();
        self.scope.locals.push(local);
        let body = self.few_statements(nest);
        self.scope = before;
        let mut lines = block(&format!("if let {name} = {value}"), body);
        if self.dice.percent(45) {
            let body = self.few_statements(nest);
            lines.pop();
            lines.extend(block("} else", body));
        }
        lines
    }

    /// Writes a loop that binds a name in each iteration; a counter limits it.
    fn while_let(&mut self, nest: usize) -> Lines {
        let (ty, counter, name) = (*self.dice.pick(&self.world.types()), self.counter(), self.fresh("l"));
        let value = self.maybe(ty, 1).unwrap_or_else(|| self.value(ty, 1));
        let most = self.dice.between(1, 4);
        let mut body = vec![format!("set {counter} = {counter} + 1")];
        let before = self.scope.clone();
        self.scope.locals.push(Local::new(&name, ty));
        body.extend(self.in_a_loop(nest));
        self.scope = before;
        let mut lines = vec![format!("set {counter} = 0")];
        let value = format!("if {counter} < {most} then {value} else nothing");
        lines.extend(block(&format!("while let {name} = {value}"), body));
        lines
    }

    /// Writes the lines of a function.
    pub fn lines(&mut self, of: &Signature) -> Lines {
        let mut lines = Lines::new();
        for _ in 0..self.dice.between(1, 3) {
            let (ty, name) = (*self.dice.pick(&self.world.types()), self.fresh("l"));
            match self.dice.below(5) {
                0 => {
                    let value = self.value(ty, 2);
                    lines.extend(self.typed_local(&name, ty, false, &value));
                }
                1 => lines.push(self.list_local(name, ty)),
                2 | 3 => lines.extend(self.perhaps_given(of)),
                _ => {
                    let list = self.dice.percent(40);
                    let value = if list { Some(self.list_of(ty, 2)) } else { self.maybe(ty, 2) };
                    let Some(value) = value else { continue };
                    let before = self.scope.clone();
                    self.scope.locals.push(Local { list, ..Local::new(&name, ty) });
                    let mut inside = self.perhaps_given(of);
                    if self.dice.percent(40) {
                        inside.push(self.line_that_gives(of, 2));
                    }
                    self.scope = before;
                    lines.extend(block(&format!("if let {name} = {value}"), inside));
                }
            }
        }
        lines.push(self.line_that_gives(of, 3));
        lines
    }

    /// Writes a local list, also in functions.
    fn list_local(&mut self, name: String, ty: Ty) -> String {
        let line = format!("let {name}: list of {} = {}", self.world.word(ty), self.list_of(ty, 2));
        self.scope.locals.push(Local { list: true, ..Local::new(name, ty) });
        line
    }

    fn perhaps_given(&mut self, of: &Signature) -> Lines {
        let test = self.truth(2);
        let mut lines = block(&format!("if {test}"), vec![self.line_that_gives(of, 2)]);
        if self.dice.percent(30) {
            let test = self.truth(1);
            lines.pop();
            let inside = block(&format!("if {test}"), vec![self.line_that_gives(of, 1)]);
            lines.extend(block("} else", inside));
        }
        lines
    }

    /// Writes `give …` for a value or a list.
    fn line_that_gives(&mut self, of: &Signature, depth: usize) -> String {
        match of.many {
            true => format!("give {}", self.list_of(of.gives, depth)),
            false => format!("give {}", self.value(of.gives, depth)),
        }
    }

    /// Writes `give …` for the procedure's return type.
    pub fn give(&mut self) -> Lines {
        let Some(of) = self.scope.gives.clone() else { return vec!["stop".to_owned()] };
        match of.giving {
            Some(true) if self.dice.percent(20) => vec!["give nothing".to_owned()],
            Some(true) if self.dice.percent(20) => vec!["stop".to_owned()],
            _ if of.many && self.dice.percent(10) => vec!["give []".to_owned()],
            _ => vec![self.line_that_gives(&of, 2)],
        }
    }

    fn set(&mut self) -> Lines {
        let world = self.world;
        let variables = world.members.iter().filter(|m| matches!(m.sort, Sort::Variable { .. }));
        let variables: Vec<&Member> = variables.collect();
        let variable = *self.dice.pick(&variables);
        let target = self.member(variable, 2);
        let value = match variable.optional {
            true if self.dice.percent(15) => "nothing".to_owned(),
            true if self.dice.percent(40) => {
                self.maybe(variable.ty, 2).unwrap_or_else(|| self.value(variable.ty, 2))
            }
            _ if variable.ty == Ty::Int && self.dice.percent(70) => {
                format!("({} mod 23)", self.value(Ty::Int, 3))
            }
            _ => self.wanted(variable.ty, 3),
        };
        vec![format!("set {target} = {value}{}", self.openly())]
    }

    /// Returns ` openly` if values may be hidden.
    pub fn openly(&mut self) -> &'static str {
        if !self.world.open || self.dice.percent(10) { " openly" } else { "" }
    }

    fn branch(&mut self, nest: usize) -> Lines {
        if self.dice.percent(45) {
            return self.where_it_exists(nest);
        }
        let test = self.truth(3);
        let body = self.few_statements(nest);
        let mut lines = block(&format!("if {test}"), body);
        if self.dice.percent(25) {
            let (test, body) = (self.truth(2), self.few_statements(nest));
            lines.pop();
            lines.extend(block(&format!("}} else if {test}"), body));
        }
        if self.dice.percent(35) {
            let body = self.few_statements(nest);
            lines.pop();
            lines.extend(block("} else", body));
        }
        lines
    }

    /// Writes `let x = … if x exists { … }`: inside, x is not missing.
    fn where_it_exists(&mut self, nest: usize) -> Lines {
        let cards = self.dice.percent(70);
        let ty = if cards { self.kind_of_card() } else { *self.dice.pick(&self.world.types()) };
        let Some(maybe) = self.maybe(ty, 2) else { return self.set() };
        let name = self.fresh("l");
        let mut lines = vec![format!("let {name} = {maybe}")];
        let before = self.scope.clone();
        self.scope.locals.push(Local::new(&name, ty));
        let body = self.few_statements(nest);
        self.scope = before;
        lines.extend(block(&format!("if {name} exists"), body));
        lines
    }

    /// Draws the type of the cards of a kind.
    pub fn kind_of_card(&mut self) -> Ty {
        Ty::Card(Some(self.dice.below(self.world.kinds.len())))
    }

    fn for_each(&mut self, nest: usize) -> Lines {
        if self.dice.percent(15) {
            return self.for_each_group(nest);
        }
        let query = self.some_query(2);
        let head = format!("for {}", query.text);
        let before = self.scope.clone();
        self.scope.hide_it();
        self.scope.locals.push(Local::new(&query.name, query.ty));
        self.scope.loops += 1;
        let body = self.few_statements(nest);
        self.scope = before;
        block(&head, body)
    }

    fn for_each_group(&mut self, nest: usize) -> Lines {
        let ((groups, of), name) = (self.groups_of(2), self.fresh("s"));
        let before = self.scope.clone();
        self.scope.hide_it();
        self.scope.locals.push(Local { list: true, ..Local::new(&name, of) });
        self.scope.loops += 1;
        let body = self.few_statements(nest);
        self.scope = before;
        block(&format!("for list {name} in {groups}"), body)
    }

    /// Writes a loop that is limited by a counter.
    fn while_loop(&mut self, nest: usize) -> Lines {
        let test = self.truth(2);
        let counter = self.counter();
        let mut body = vec![format!("set {counter} = {counter} + 1")];
        body.extend(self.in_a_loop(nest));
        let mut lines = vec![format!("set {counter} = 0")];
        lines.extend(block(&format!("while {counter} < {} and {test}", self.dice.between(1, 5)), body));
        lines
    }

    /// Returns a new counter variable of a loop.
    pub fn counter(&mut self) -> String {
        self.counters += 1;
        format!("counter{}", self.counters)
    }

    fn in_a_loop(&mut self, nest: usize) -> Lines {
        self.scope.loops += 1;
        let body = self.few_statements(nest);
        self.scope.loops -= 1;
        body
    }

    fn repeat(&mut self, nest: usize) -> Lines {
        let times = self.few(1);
        let body = self.in_a_loop(nest);
        block(&format!("repeat {times}"), body)
    }

    /// Writes calls, events, steps and messages.
    fn call(&mut self) -> Lines {
        let (world, above, me) = (self.world, self.scope.above, self.scope.me);
        let may = |of: &[Signature]| -> Vec<Signature> {
            of.iter().filter(|s| s.rank >= above && (me || !s.me)).cloned().collect()
        };
        if self.dice.percent(12) {
            return self.deeper();
        }
        let (verb, called) = match self.dice.below(6) {
            0..=2 if self.scope.loops < 2 => ("do", may(&world.procedures)),
            3 if self.scope.loops < 2 => ("emit", may(&world.events)),
            4 if self.scope.loops < 2 => ("run", may(&world.steps)),
            _ => ("say", world.messages.clone()),
        };
        let Some(called) = self.dice.any(&called) else { return self.deeper() };
        let args = self.arguments(&called, 2);
        if called.giving.is_some() && self.dice.percent(70) {
            return self.given(&format!("{verb} {}({args})", called.name), &called);
        }
        let openly = if verb == "say" { self.openly() } else { "" };
        vec![format!("{verb} {}({args}){openly}", called.name)]
    }

    /// Writes a use of a procedure's return value.
    fn given(&mut self, call: &str, of: &Signature) -> Lines {
        let (ty, optional, list) = (of.gives, of.giving == Some(true), of.many);
        if ty == Ty::Bool && !optional && !list && self.dice.percent(50) {
            let not = if self.dice.percent(30) { "not " } else { "" };
            let body = self.set();
            return block(&format!("if {not}{call}"), body);
        }
        let name = self.fresh("l");
        if list && self.dice.percent(40) {
            let before = self.scope.clone();
            self.scope.locals.push(Local { list, ..Local::new(&name, ty) });
            let body = self.set();
            self.scope = before;
            return block(&format!("if let {name} = {call}"), body);
        }
        self.scope.locals.push(Local { optional, list, ..Local::new(&name, ty) });
        vec![format!("let {name} = {call}")]
    }

    /// Writes a call of the recursive procedure, rarely too deep.
    fn deeper(&mut self) -> Lines {
        if self.scope.above > 0 || self.scope.loops > 0 {
            return self.set();
        }
        if self.dice.percent(40) {
            let (name, ty) = (self.fresh("l"), Ty::Card(Some(0)));
            let times = if self.dice.percent(5) { "3000".to_owned() } else { self.few(1) };
            let line = format!("let {name} = deeper({times}, {})", self.list_of(ty, 1));
            self.scope.locals.push(Local { list: true, ..Local::new(name, ty) });
            return vec![line];
        }
        let times = if self.dice.percent(10) { "600".to_owned() } else { self.few(1) };
        vec![format!("do again({times})")]
    }

    /// Writes an endless loop or excessive memory use, behind a test that rarely holds.
    pub fn trap(&mut self) -> Lines {
        let (much, counter) = (format!("{} > 3", self.value(Ty::Int, 1)), self.counter());
        if self.dice.percent(40) {
            let endless =
                block(&format!("while {counter} >= 0"), vec![format!("set {counter} = {counter} + 1")]);
            return block(&format!("if {much} and {}", self.truth(1)), endless);
        }
        let mut lists = vec!["let list0 = number in 1..100000".to_owned()];
        lists.extend((0..11).map(|i| format!("let list{} = list{i} + list{i}", i + 1)));
        lists.push(format!("set {counter} = count(list11)"));
        block(&format!("if {much}"), lists)
    }

    /// Writes a conditional end of the effect or the game.
    fn leave(&mut self) -> Lines {
        let test = self.truth(2);
        let last = if self.dice.percent(20) { vec!["end game".to_owned()] } else { self.give() };
        block(&format!("if {test}"), last)
    }
}
