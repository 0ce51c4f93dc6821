//! Evaluates checked expressions and records the values they read.
//!
//! This is a second evaluator in addition to [`exec`](ludex_run::exec), because compiled programs have neither
//! source locations nor the knowledge of a seat. A test checks that both compute the same values.

use ludex_grammar::source::Sources;
use ludex_grammar::span::{FileId, Span};

use super::known::{Items, Val, ViewerContext};
use super::tree::{Explanation, Subject};
use ludex_check::fault::FaultKind;
use ludex_check::hir::{CardMember, Checked, Expr, ExprKind, Lambda};
use ludex_check::hir::{gathered_kinds, list_kinds, list_tests};
use ludex_check::ids::{FunctionId, KindId, LocalId, OptionId, PhaseId};
use ludex_check::operators::row;
use ludex_check::types::Type;
use ludex_run::play::values::{self, MOST_LISTED};
use ludex_run::play::{Named, Place, Value};
use ludex_run::program::{NONE, Program};

/// Maximum number of expressions evaluated for one explanation.
const MAX_STEPS: usize = 1_000_000;
/// Number of list elements that cost as much as one expression.
pub(super) const ELEMENTS: usize = 8;
/// Maximum nesting depth of expressions. Keeps an unoptimised build within a stack of 2 MiB.
const MAX_DEPTH: usize = 250;
/// Maximum number of nodes in an explanation.
const MAX_PARTS: usize = 4_000;
/// Maximum number of locals and list elements in memory.
const MAX_MEMORY: usize = 1_000_000;

/// Result of an evaluation, which fails with the runtime error of a rule.
pub(super) type Res<T = Val> = Result<T, FaultKind>;

/// A local of the frame under evaluation.
#[derive(Debug, Clone)]
pub(super) enum FrameLocal {
    /// A value that is already known.
    One(Val),
    /// A local of the running effect, read on demand.
    Running,
}

/// Evaluates expressions for one viewer.
pub(super) struct Explainer<'a> {
    pub eyes: ViewerContext<'a>,
    pub program: &'a Program,
    pub checked: &'a Checked,
    pub sources: &'a Sources,
    /// Locals of the nested frames under evaluation; `base` is the start of the innermost frame.
    pub locals: Vec<FrameLocal>,
    pub base: usize,
    /// The running body that the outermost frame belongs to.
    pub running: Option<super::running::Running<'a>>,
    /// Locals of the running effect that are known to all players, as found by the checker.
    pub open: &'a [LocalId],
    /// Locals of the running effect that the viewer could follow as the acting player.
    pub own: &'a [LocalId],
    /// The active player, if not that of the position: the player who chooses an action.
    pub me: Option<u8>,
    /// The file of the viewer's own question. There, `me` is the viewer.
    pub asked: Option<FileId>,
    /// The values read so far, if they are recorded.
    pub trace: Option<Vec<Explanation>>,
    /// True if lists of all cards are enumerated by position instead of by name.
    pub by_place: bool,
    /// Stored list values, referred to by index.
    stored: Vec<Items>,
    /// Number of lists and elements stored so far.
    memory: usize,
    steps: usize,
    depth: usize,
    parts: usize,
}

/// Cost of the readings so far: expressions evaluated and nodes recorded.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spent {
    steps: usize,
    parts: usize,
}

/// State to restore after an evaluation that may fail.
pub(super) struct Mark {
    locals: usize,
    base: usize,
    depth: usize,
}

impl<'a> Explainer<'a> {
    pub fn new(eyes: ViewerContext<'a>, sources: &'a Sources) -> Self {
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

    /// Continues with the remaining budget of an earlier evaluation.
    pub fn continue_from(&mut self, spent: Spent) {
        (self.steps, self.parts) = (spent.steps, spent.parts);
    }

    /// Returns the cost so far.
    pub fn spent(&self) -> Spent {
        Spent { steps: self.steps, parts: self.parts }
    }

    /// Evaluates `body` and returns its value and the nodes recorded for it, if any are recorded.
    pub fn traced<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> (T, Vec<Explanation>) {
        if self.trace.is_none() {
            return (body(self), Vec::new());
        }
        let outer = self.trace.replace(Vec::new());
        let value = body(self);
        let read = std::mem::replace(&mut self.trace, outer).unwrap_or_default();
        (value, read)
    }

    /// Evaluates `body` without recording.
    pub fn silently<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.trace.take();
        let value = body(self);
        self.trace = outer;
        value
    }

    /// Evaluates an expression that the game might skip. A failure makes the value unknown.
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

    /// Records a value that was read, unless nothing is recorded or the same node is already in the list.
    pub fn note(&mut self, what: Subject, value: Value, span: Span, children: Vec<Explanation>) {
        let Some(trace) = &mut self.trace else { return };
        if self.parts >= MAX_PARTS {
            let last = trace.last().is_none_or(|last| last.what != Subject::More);
            if last {
                trace.push(Explanation {
                    what: Subject::More,
                    value: Value::Nothing,
                    place: None,
                    children: Vec::new(),
                });
            }
            return;
        }
        let place = Place::new(self.sources, span);
        // nodes without a name are distinguished by their source text
        let written = |place: &Option<Place>| place.as_ref().map(|place| place.text.clone());
        let unnamed = matches!(what, Subject::Gathered(_)).then(|| written(&place));
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

    /// Pays for visiting this number of elements.
    pub fn spend(&mut self, elements: usize) -> Res<()> {
        self.steps = self.steps.saturating_add(1 + elements);
        if self.steps > MAX_STEPS { Err(FaultKind::TooLong) } else { Ok(()) }
    }

    /// Evaluates a lambda with arguments.
    pub fn call(&mut self, lambda: &'a Lambda, arguments: impl IntoIterator<Item = FrameLocal>) -> Res {
        self.within(lambda, arguments, |me| me.eval(&lambda.body))
    }

    /// Like [`call`](Self::call), for a condition.
    pub fn test(
        &mut self,
        lambda: &'a Lambda,
        arguments: impl IntoIterator<Item = FrameLocal>,
    ) -> Res<Option<bool>> {
        Ok(self.call(lambda, arguments)?.holds())
    }

    /// Evaluates `body` in a new frame of a lambda.
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

    /// Evaluates an expression. Lists become stored values.
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

    /// Stores a list as a value.
    pub fn store(&mut self, items: Items) -> Res {
        self.memory += 1 + items.items.len();
        if self.memory > MAX_MEMORY {
            return Err(FaultKind::TooMuchMemory);
        }
        self.stored.push(items);
        Ok(Val::Is(self.stored.len() as i32 - 1))
    }

    /// Returns the elements of a stored list.
    pub fn items(&self, list: Val) -> Res<Items> {
        match list {
            Val::NONE => Err(FaultKind::Missing),
            Val::Is(n) => Ok(self.stored.get(n as usize).cloned().unwrap_or_else(Items::unknown)),
            Val::At(_) | Val::Hidden => Ok(Items::unknown()),
        }
    }

    /// Records an expression without children.
    pub fn leaf(&mut self, what: Subject, value: Val, expr: &Expr) {
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

    /// Evaluates a function call. Its explanation consists of the values it read.
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
        self.note(Subject::Function { function, arguments }, result, def.body.body.span, children);
    }

    #[inline(never)]
    fn option(&mut self, id: OptionId, expr: &'a Expr) -> Val {
        let named = Named::new(id, self.checked.options[id.index()].name.clone());
        let value = Val::Is(self.program.options[id.index()]);
        self.leaf(Subject::Option(named), value, expr);
        value
    }

    /// Reads the iteration number of a phase.
    #[inline(never)]
    fn iteration(&mut self, id: PhaseId, expr: &'a Expr) -> Val {
        let at = self.program.layout.phase_cells as usize + id.index();
        let value = Val::Is(self.eyes.state.cells[at]);
        self.leaf(Subject::Expression, value, expr);
        value
    }

    /// Evaluates a conditional. The result is hidden if the test is hidden.
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

    /// Records a test, unless it is constant and explains nothing.
    #[inline(never)]
    fn note_test(&mut self, test: &Expr, holds: Val, children: Vec<Explanation>) {
        let fixed = matches!(holds, Val::Is(_)) && children.is_empty();
        if self.trace.is_some() && !fixed {
            let value = holds.holds().map_or(Value::Hidden, Value::Bool);
            self.note(Subject::Test, value, test.span, children);
        }
    }

    fn row(&mut self, expr: &'a Expr) -> Res {
        let value = self.looked_up(expr)?;
        if value != Val::Hidden {
            self.leaf(Subject::Expression, value, expr);
        }
        Ok(value)
    }

    /// Looks up a key in a table, or in a table that is a row of another table.
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

    /// Converts a value of type `ty` to its public form.
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

    /// Returns the first card of a kind and the number of its cards.
    pub fn cards_of(&self, kind: KindId) -> (u32, u32) {
        self.program.layout.kinds[kind.index()]
    }
}
