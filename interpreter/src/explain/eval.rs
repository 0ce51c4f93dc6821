//! Evaluating checked expressions while writing down what was read: an evaluator beside that of [`exec`](crate::exec), because
//! a program has neither places nor a way to tell what a seat may know. A test holds both to the same values.

use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};

use super::known::{Eyes, Items, Val};
use super::tree::{Explanation, What};
use crate::fault::FaultKind;
use crate::hir::{CardMember, Checked, Expr, ExprKind, Lambda};
use crate::hir::{gathered_kinds, list_kinds, list_tests};
use crate::ids::{FunctionId, KindId, LocalId, OptionId, PhaseId};
use crate::operators::row;
use crate::play::values::{self, MOST_LISTED};
use crate::play::{Named, Place, Value};
use crate::program::{NONE, Program};
use crate::types::Type;

/// Expressions that one explanation evaluates, at most.
const MAX_STEPS: usize = 1_000_000;
/// Elements of a list that count as one expression.
pub(super) const ELEMENTS: usize = 8;
/// Levels of expressions at once, at most: an unoptimised build stays inside a stack of 2 MiB.
const MAX_DEPTH: usize = 250;
/// Parts of one explanation, at most.
const MAX_PARTS: usize = 4_000;
/// Locals and elements of lists at once, at most.
const MAX_MEMORY: usize = 1_000_000;

/// What came of evaluating; a rule may fail.
pub(super) type Res<T = Val> = Result<T, FaultKind>;

/// A local of the frame that is evaluated.
#[derive(Debug, Clone)]
pub(super) enum FrameLocal {
    /// A value.
    One(Val),
    /// One of the running effect: read when it is asked for.
    Running,
}

/// Evaluates for one viewer.
pub(super) struct Explainer<'a> {
    pub eyes: Eyes<'a>,
    pub program: &'a Program,
    pub checked: &'a Checked,
    pub sources: &'a Sources,
    /// The frames that are evaluated, one after another, and where the last begins.
    pub locals: Vec<FrameLocal>,
    pub base: usize,
    /// Which body of the running effects the outermost frame belongs to.
    pub running: Option<super::running::Running<'a>>,
    /// Locals of the running effect of which everybody knows what they hold, as was found when it was checked.
    pub open: &'a [LocalId],
    /// Locals of the running effect that the viewer could follow because it is he who decides.
    pub own: &'a [LocalId],
    /// Who is active in what is explained, if it is not who is active in the position: who chooses an action.
    pub me: Option<u8>,
    /// The file of what a viewer asks himself: there he is `me`.
    pub asked: Option<FileId>,
    /// What was read, if that is written down.
    pub trace: Option<Vec<Explanation>>,
    /// All cards are taken one by one by their places, not by their names.
    pub by_place: bool,
    /// Lists that are values: each is known by its number.
    stored: Vec<Items>,
    /// Lists and elements so far.
    memory: usize,
    steps: usize,
    depth: usize,
    parts: usize,
}

/// What readings have cost so far: expressions that were evaluated, parts that were written down.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spent {
    steps: usize,
    parts: usize,
}

/// What to go back to after something that may fail.
pub(super) struct Mark {
    locals: usize,
    base: usize,
    depth: usize,
}

impl<'a> Explainer<'a> {
    pub fn new(eyes: Eyes<'a>, sources: &'a Sources) -> Self {
        Self {
            eyes,
            program: eyes.program,
            checked: &eyes.program.checked,
            sources,
            locals: Vec::new(),
            base: 0,
            running: None,
            open: &[],
            own: &[],
            me: None,
            asked: None,
            trace: None,
            by_place: false,
            stored: Vec::new(),
            memory: 0,
            steps: 0,
            depth: 0,
            parts: 0,
        }
    }

    /// Goes on where another evaluation has stopped, with what is left of its budget.
    pub fn continue_from(&mut self, spent: Spent) {
        (self.steps, self.parts) = (spent.steps, spent.parts);
    }

    /// What was spent.
    pub fn spent(&self) -> Spent {
        Spent { steps: self.steps, parts: self.parts }
    }

    /// Evaluates something and gives what was read for it beside its value, if anything is written down.
    pub fn traced<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> (T, Vec<Explanation>) {
        if self.trace.is_none() {
            return (body(self), Vec::new());
        }
        let outer = self.trace.replace(Vec::new());
        let value = body(self);
        let read = std::mem::replace(&mut self.trace, outer).unwrap_or_default();
        (value, read)
    }

    /// Evaluates something of which nothing is written down.
    pub fn silently<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.trace.take();
        let value = body(self);
        self.trace = outer;
        value
    }

    /// Evaluates something that the game might not evaluate: where it fails nothing is known.
    pub fn perhaps(&mut self, body: impl FnOnce(&mut Self) -> Res) -> Val {
        let mark = self.mark();
        self.silently(body).unwrap_or_else(|_| {
            self.back_to(&mark);
            Val::Hidden
        })
    }

    pub fn mark(&self) -> Mark {
        Mark { locals: self.locals.len(), base: self.base, depth: self.depth }
    }

    pub fn back_to(&mut self, mark: &Mark) {
        self.locals.truncate(mark.locals);
        self.base = mark.base;
        self.depth = mark.depth;
    }

    /// Writes down that something was read, if anything is written down; once, where it is read several times in a row.
    pub fn note(&mut self, what: What, value: Value, span: Span, children: Vec<Explanation>) {
        let Some(trace) = &mut self.trace else { return };
        if self.parts >= MAX_PARTS {
            let last = trace.last().is_none_or(|last| last.what != What::More);
            if last {
                trace.push(Explanation {
                    what: What::More,
                    value: Value::Nothing,
                    place: None,
                    children: Vec::new(),
                });
            }
            return;
        }
        let place = Place::new(self.sources, span);
        // what has no name of its own is told from another by how it is written
        let written = |place: &Option<Place>| place.as_ref().map(|place| place.text.clone());
        let unnamed = matches!(what, What::Gathered(_)).then(|| written(&place));
        let is_told = |old: &Explanation| {
            let same = old.what == what && old.value == value && old.children == children;
            same && unnamed.as_ref().is_none_or(|text| *text == written(&old.place))
        };
        if trace.iter().any(is_told) {
            return;
        }
        self.parts += 1;
        trace.push(Explanation { what, value, place, children });
    }

    /// So many elements are visited.
    pub fn spend(&mut self, elements: usize) -> Res<()> {
        self.steps = self.steps.saturating_add(1 + elements);
        if self.steps > MAX_STEPS { Err(FaultKind::TooLong) } else { Ok(()) }
    }

    /// Evaluates a lambda with arguments.
    pub fn call(&mut self, lambda: &'a Lambda, arguments: impl IntoIterator<Item = FrameLocal>) -> Res {
        self.within(lambda, arguments, |me| me.eval(&lambda.body))
    }

    /// The same, as a condition.
    pub fn test(
        &mut self,
        lambda: &'a Lambda,
        arguments: impl IntoIterator<Item = FrameLocal>,
    ) -> Res<Option<bool>> {
        Ok(self.call(lambda, arguments)?.holds())
    }

    /// Evaluates in a frame of a lambda.
    pub fn within<T>(
        &mut self,
        lambda: &Lambda,
        arguments: impl IntoIterator<Item = FrameLocal>,
        body: impl FnOnce(&mut Self) -> Res<T>,
    ) -> Res<T> {
        let (base, at, running) = (self.base, self.locals.len(), self.running.take());
        self.locals.extend(arguments);
        self.locals
            .resize(at + usize::from(lambda.locals).max(self.locals.len() - at), FrameLocal::One(Val::NONE));
        if self.locals.len() > MAX_MEMORY {
            return Err(FaultKind::TooMuchMemory);
        }
        self.base = at;
        let value = body(self);
        self.locals.truncate(at);
        self.base = base;
        self.running = running;
        value
    }

    pub fn set_local(&mut self, id: LocalId, value: Val) {
        let at = self.base + usize::from(id.0);
        if at >= self.locals.len() {
            self.locals.resize(at + 1, FrameLocal::One(Val::NONE));
        }
        self.locals[at] = FrameLocal::One(value);
    }

    /// The value of an expression that is no list.
    pub fn eval(&mut self, expr: &'a Expr) -> Res {
        self.spend(0)?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(FaultKind::TooDeep);
        }
        let value = self.value_of(expr)?;
        self.depth -= 1;
        Ok(value)
    }

    fn who_is_me(&self, me: &Expr) -> Option<u8> {
        let asks = self.eyes.viewer.filter(|_| self.asked == Some(me.span.file));
        asks.or(self.me).or(self.eyes.state.active())
    }

    fn value_of(&mut self, expr: &'a Expr) -> Res {
        match &expr.kind {
            ExprKind::Const(n) => Ok(Val::Is(*n)),
            ExprKind::Nothing => Ok(Val::NONE),
            ExprKind::Players => Ok(Val::Is(i32::from(self.program.players))),
            ExprKind::Option(id) => Ok(self.option(*id, expr)),
            ExprKind::PhaseNumber(id) => Ok(self.iteration(*id, expr)),
            ExprKind::Local(id) => self.local(*id, expr),
            ExprKind::Me => match self.who_is_me(expr) {
                Some(player) => Ok(Val::Is(i32::from(player))),
                None => Err(FaultKind::NobodyActive),
            },
            ExprKind::GameVar(id) => self.game_variable(*id, expr),
            ExprKind::VarOf(id, of) => self.variable_of(*id, of, expr),
            ExprKind::Field(id, of) if of.ty.base().is_name() => self.printed_of(*id, of, expr),
            ExprKind::Field(id, of) => self.field_of(*id, of, expr),
            ExprKind::Card(CardMember::Name, of) => self.name_of(of),
            ExprKind::Only(name) => self.only(name),
            ExprKind::Entry(key, whole) => self.entry(key, whole, expr),
            ExprKind::Property(id, of) => self.property_of(*id, of),
            ExprKind::Card(member, of) => self.member_of(*member, of),
            ExprKind::SpotOf(spot, of) => self.spot_at_which_lies(*spot, of),
            ExprKind::FaceUp(of) => self.is_face_up(of),
            ExprKind::IsKind(kind, of) => self.is_of_kind(*kind, of),
            ExprKind::IsDesign(design, of) => self.is_of_design(*design, of),
            ExprKind::CardAt(design, of) => self.copy_at(*design, of),
            ExprKind::GameZone(id) => Ok(Val::Is(i32::from(self.program.layout.zone_range[id.index()].0))),
            ExprKind::ZoneOf(id, of) => self.zone_of(*id, of),
            ExprKind::Top(zone) => self.end_of(zone, true),
            ExprKind::Bottom(zone) => self.end_of(zone, false),
            ExprKind::Score(of) => self.score_of(of, expr),
            ExprKind::Unary(op, of) => self.unary(*op, of),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Table(..) | ExprKind::Row(..) => self.row(expr),
            ExprKind::Call(id, arguments) => self.function(*id, arguments, expr),
            ExprKind::Compare(op, a, b) => self.compare(*op, a, b),
            ExprKind::And(a, b) => self.logic(a, b, false),
            ExprKind::Or(a, b) => self.logic(a, b, true),
            ExprKind::Not(a) => Ok(self.eval(a)?.negated()),
            ExprKind::If(test, yes, no) => self.branch(test, yes, no),
            ExprKind::Default(a, b) => match self.eval(a)? {
                Val::NONE => self.eval(b),
                value @ (Val::Is(_) | Val::At(_) | Val::Hidden) => Ok(value),
            },
            ExprKind::Exists(a) => Ok(match self.eval(a)? {
                Val::Is(n) => Val::truth(n != NONE),
                Val::At(_) => Val::truth(true),
                Val::Hidden => Val::Hidden,
            }),
            ExprKind::Chain(local, of, body) => match self.eval(of)? {
                Val::NONE => Ok(Val::NONE),
                Val::Hidden => Ok(Val::Hidden),
                value @ (Val::Is(_) | Val::At(_)) => {
                    self.set_local(*local, value);
                    self.eval(body)
                }
            },
            ExprKind::Let(local, value, body) => {
                let value = self.eval(value)?;
                self.set_local(*local, value);
                self.eval(body)
            }
            gathered_kinds!() | list_tests!() => self.of_list(expr),
            list_kinds!() => {
                let items = self.list(expr)?;
                self.store(items)
            }
        }
    }

    /// A list as a value.
    pub fn store(&mut self, items: Items) -> Res {
        self.memory += 1 + items.items.len();
        if self.memory > MAX_MEMORY {
            return Err(FaultKind::TooMuchMemory);
        }
        self.stored.push(items);
        Ok(Val::Is(self.stored.len() as i32 - 1))
    }

    /// The elements of a list that is a value.
    pub fn items(&self, list: Val) -> Res<Items> {
        match list {
            Val::NONE => Err(FaultKind::Missing),
            Val::Is(n) => Ok(self.stored.get(n as usize).cloned().unwrap_or_else(Items::unknown)),
            Val::At(_) | Val::Hidden => Ok(Items::unknown()),
        }
    }

    /// Writes down an expression that was read.
    pub fn leaf(&mut self, what: What, value: Val, expr: &Expr) {
        if self.trace.is_some() {
            let value = self.shown(value, expr.ty);
            self.note(what, value, expr.span, Vec::new());
        }
    }

    fn local(&mut self, id: LocalId, expr: &'a Expr) -> Res {
        match self.locals.get(self.base + usize::from(id.0)) {
            Some(FrameLocal::One(value)) => Ok(*value),
            Some(FrameLocal::Running) if expr.ty.is_list() => {
                let items = self.running_list(id, expr.ty)?;
                self.store(items)
            }
            Some(FrameLocal::Running) => Ok(self.running_local(id, expr.ty)),
            None => Err(FaultKind::Missing),
        }
    }

    /// A function is explained by what its value was computed from.
    fn function(&mut self, id: FunctionId, arguments: &'a [Expr], expr: &'a Expr) -> Res {
        let def = &self.checked.functions[id.index()];
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(FrameLocal::One(self.silently(|me| me.eval(argument))?));
        }
        if self.trace.is_none() {
            return self.call(&def.body, values);
        }
        let shown = values.iter().zip(arguments).map(|(local, argument)| match local {
            FrameLocal::One(value) => self.shown(*value, argument.ty),
            FrameLocal::Running => Value::Nothing,
        });
        let shown: Vec<Value> = shown.collect();
        let (value, children) = self.traced(|me| me.call(&def.body, values));
        let value = value?;
        self.note_function(id, shown, value, expr.ty, children);
        Ok(value)
    }

    #[inline(never)]
    fn note_function(
        &mut self,
        id: FunctionId,
        arguments: Vec<Value>,
        value: Val,
        ty: Type,
        children: Vec<Explanation>,
    ) {
        let def = &self.checked.functions[id.index()];
        let function = Named::new(id, def.name.clone());
        let result = self.shown(value, ty);
        self.note(What::Function { function, arguments }, result, def.body.body.span, children);
    }

    #[inline(never)]
    fn option(&mut self, id: OptionId, expr: &'a Expr) -> Val {
        let named = Named::new(id, self.checked.options[id.index()].name.clone());
        let value = Val::Is(self.program.options[id.index()]);
        self.leaf(What::Option(named), value, expr);
        value
    }

    /// The number of an iteration.
    #[inline(never)]
    fn iteration(&mut self, id: PhaseId, expr: &'a Expr) -> Val {
        let at = self.program.layout.phase_cells as usize + id.index();
        let value = Val::Is(self.eyes.state.cells[at]);
        self.leaf(What::Expression, value, expr);
        value
    }

    /// Where something is decided by a test that is hidden, so is what follows from it.
    fn branch(&mut self, test: &'a Expr, yes: &'a Expr, no: &'a Expr) -> Res {
        let (holds, children) = self.traced(|me| me.eval(test));
        let holds = holds?;
        self.note_test(test, holds, children);
        match holds.holds() {
            Some(true) => self.eval(yes),
            Some(false) => self.eval(no),
            None => Ok(Val::Hidden),
        }
    }

    /// A test that is the same in every position says nothing.
    #[inline(never)]
    fn note_test(&mut self, test: &Expr, holds: Val, children: Vec<Explanation>) {
        let fixed = matches!(holds, Val::Is(_)) && children.is_empty();
        if self.trace.is_some() && !fixed {
            let value = holds.holds().map_or(Value::Hidden, Value::Bool);
            self.note(What::Test, value, test.span, children);
        }
    }

    fn row(&mut self, expr: &'a Expr) -> Res {
        let value = self.looked_up(expr)?;
        if value != Val::Hidden {
            self.leaf(What::Expression, value, expr);
        }
        Ok(value)
    }

    /// What stands in a table, or in one that is a row of it.
    fn looked_up(&mut self, expr: &'a Expr) -> Res {
        let (table, key) = if let ExprKind::Row(of, key) = &expr.kind {
            (self.looked_up(of)?, key)
        } else if let ExprKind::Table(id, key) = &expr.kind {
            (Val::Is(id.index() as i32), key)
        } else {
            return Ok(Val::Hidden);
        };
        let key = self.eval(key)?;
        let (Val::Is(table), Val::Is(key)) = (table, key) else { return Ok(Val::Hidden) };
        let Some(table) = usize::try_from(table).ok().and_then(|at| self.checked.tables.get(at)) else {
            return Ok(Val::NONE);
        };
        match row(&table.rows, table.other, key) {
            Err(_) if expr.ty.is_optional() => Ok(Val::NONE),
            found => Ok(Val::Is(found?)),
        }
    }

    /// A value of a type, as it is told.
    pub fn shown(&self, value: Val, ty: Type) -> Value {
        if ty.is_list() {
            self.shown_list(value, ty, &mut MOST_LISTED.clone())
        } else {
            self.one_shown(value, ty)
        }
    }

    fn shown_list(&self, list: Val, ty: Type, left: &mut usize) -> Value {
        let items = match list {
            Val::NONE => return Value::Nothing,
            Val::Is(n) => self.stored.get(n as usize).filter(|items| !items.uncertain),
            Val::At(_) | Val::Hidden => None,
        };
        let (Some(items), element) = (items, ty.present().element()) else { return Value::Hidden };
        let mut values = Vec::new();
        for item in &items.items {
            if *left == 0 {
                break;
            }
            *left -= 1;
            values.push(match element.is_list() {
                true => self.shown_list(*item, element, left),
                false => self.one_shown(*item, element),
            });
        }
        Value::List(values)
    }

    fn one_shown(&self, value: Val, ty: Type) -> Value {
        let n = match value {
            Val::Hidden => return Value::Hidden,
            Val::At(card) => {
                return values::back(self.program, card, values::place(self.program, self.eyes.state, card));
            }
            Val::Is(NONE) => return Value::Nothing,
            Val::Is(n) => n,
        };
        values::value(self.program, ty, n)
    }

    /// A kind's cards: the first, and how many.
    pub fn cards_of(&self, kind: KindId) -> (u32, u32) {
        self.program.layout.kinds[kind.index()]
    }
}
