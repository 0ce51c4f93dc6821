//! Evaluating checked expressions while writing down what was read: an evaluator beside that of [`exec`](crate::exec), because
//! a program has neither places nor a way to tell what a seat may know. A test holds both to the same values.

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;

use super::known::{Eyes, Items, Val};
use super::tree::{self, Explanation, Named, Place, Value, What};
use crate::exec::FaultKind;
use crate::hir::{Arith, Checked, Comparison, Expr, ExprKind, Lambda, PlayerMember};
use crate::hir::{gathered_kinds, list_kinds, list_tests};
use crate::ids::{FunctionId, KindId, OptionId, PhaseId, TableId};
use crate::numbers::arith;
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
pub(super) enum Local {
    /// A value.
    One(Val),
    List(Items),
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
    pub locals: Vec<Local>,
    pub base: usize,
    /// Which body of the running effects the outermost frame belongs to.
    pub running: Option<super::running::Running<'a>>,
    /// Who is active in what is explained, if it is not who is active in the position: who chooses an action.
    pub me: Option<u8>,
    /// What was read, if that is written down.
    pub trace: Option<Vec<Explanation>>,
    /// All cards are taken one by one by their places, not by their names.
    pub by_place: bool,
    steps: usize,
    depth: usize,
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
            me: None,
            trace: None,
            by_place: false,
            steps: 0,
            depth: 0,
            parts: 0,
        }
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
        if trace.iter().any(|old| old.what == what && old.value == value && old.children == children) {
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
    pub fn call(&mut self, lambda: &'a Lambda, arguments: impl IntoIterator<Item = Local>) -> Res {
        self.within(lambda, arguments, |me| me.eval(&lambda.body))
    }

    /// The same, as a condition.
    pub fn test(
        &mut self,
        lambda: &'a Lambda,
        arguments: impl IntoIterator<Item = Local>,
    ) -> Res<Option<bool>> {
        Ok(self.call(lambda, arguments)?.holds())
    }

    /// Evaluates in a frame of a lambda.
    pub fn within<T>(
        &mut self,
        lambda: &Lambda,
        arguments: impl IntoIterator<Item = Local>,
        body: impl FnOnce(&mut Self) -> Res<T>,
    ) -> Res<T> {
        let (base, at, running) = (self.base, self.locals.len(), self.running.take());
        self.locals.extend(arguments);
        self.locals
            .resize(at + usize::from(lambda.locals).max(self.locals.len() - at), Local::One(Val::NONE));
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

    pub fn set_local(&mut self, id: crate::ids::LocalId, value: Val) {
        let at = self.base + usize::from(id.0);
        if at >= self.locals.len() {
            self.locals.resize(at + 1, Local::One(Val::NONE));
        }
        self.locals[at] = Local::One(value);
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

    fn value_of(&mut self, expr: &'a Expr) -> Res {
        match &expr.kind {
            ExprKind::Const(n) => Ok(Val::Is(*n)),
            ExprKind::Nothing => Ok(Val::NONE),
            ExprKind::Players => Ok(Val::Is(i32::from(self.program.players))),
            ExprKind::Option(id) => Ok(self.option(*id, expr)),
            ExprKind::PhaseNumber(id) => Ok(self.iteration(*id, expr)),
            ExprKind::Local(id) => self.local(*id, expr),
            ExprKind::Me => match self.me.or(self.eyes.state.active()) {
                Some(player) => Ok(Val::Is(i32::from(player))),
                None => Err(FaultKind::NobodyActive),
            },
            ExprKind::GameVar(id) => self.game_variable(*id, expr),
            ExprKind::VarOf(id, of) => self.variable_of(*id, of, expr),
            ExprKind::Field(id, of) => self.field_of(*id, of, expr),
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
            ExprKind::Player(member, of) => self.member_of_player(*member, of, expr),
            ExprKind::SpotNumber(of) => self.with_number(of, succ),
            ExprKind::SpotStep(spot, step, of) => {
                let count = i32::from(self.program.layout.spots[spot.index()]);
                let ring = self.checked.spots[spot.index()].ring;
                self.with_number(of, |n| neighbour(n, *step, count, ring))
            }
            ExprKind::SpotAt(spot, of) => {
                let count = i32::from(self.program.layout.spots[spot.index()]);
                self.with_number(of, |n| nth(n, count))
            }
            ExprKind::SeatAt(of) => {
                let players = i32::from(self.program.players);
                self.with_number(of, |n| nth(n, players))
            }
            ExprKind::Table(id, of) => self.row(*id, of, expr),
            ExprKind::Call(id, arguments) => self.function(*id, arguments, expr),
            ExprKind::Neg(a) => Ok(known(self.eval(a)?)?.map_or(Val::Hidden, |n| Val::Is(-n))),
            ExprKind::Arith(op, a, b) => self.arithmetic(*op, a, b),
            ExprKind::Scale(a) => match self.eval(a)? {
                Val::NONE => Ok(Val::NONE),
                Val::Is(n) => Ok(Val::Is(n.checked_mul(1000).ok_or(FaultKind::Overflow)?)),
                other @ (Val::At(_) | Val::Hidden) => Ok(other),
            },
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
            gathered_kinds!() | list_tests!() => self.of_list(expr),
            list_kinds!() => Err(FaultKind::Missing),
        }
    }

    /// Writes down an expression that was read.
    pub fn leaf(&mut self, what: What, value: Val, expr: &Expr) {
        if self.trace.is_some() {
            let value = self.shown(value, expr.ty);
            self.note(what, value, expr.span, Vec::new());
        }
    }

    fn local(&mut self, id: crate::ids::LocalId, expr: &'a Expr) -> Res {
        match self.locals.get(self.base + usize::from(id.0)) {
            Some(Local::One(value)) => Ok(*value),
            Some(Local::Running) => Ok(self.running_local(id, expr.ty)),
            Some(Local::List(_)) | None => Err(FaultKind::Missing),
        }
    }

    /// A function is explained by what its value was computed from.
    fn function(&mut self, id: FunctionId, arguments: &'a [Expr], expr: &'a Expr) -> Res {
        let def = &self.checked.functions[id.index()];
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(if argument.ty.list {
                Local::List(self.silently(|me| me.list(argument))?)
            } else {
                Local::One(self.silently(|me| me.eval(argument))?)
            });
        }
        if self.trace.is_none() {
            return self.call(&def.body, values);
        }
        let shown = values.iter().zip(arguments).map(|(local, argument)| match local {
            Local::One(value) => self.shown(*value, argument.ty),
            Local::List(_) | Local::Running => Value::Nothing,
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

    fn compare(&mut self, op: Comparison, a: &'a Expr, b: &'a Expr) -> Res {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        Ok(match (op, a, b) {
            (Comparison::Eq, Val::Is(a), Val::Is(b)) => Val::truth(a == b),
            (Comparison::Eq, a, b) => self.same(a, b),
            (Comparison::Ne, a, b) => self.same(a, b).negated(),
            (op, Val::Is(a), Val::Is(b)) => Val::truth(op.holds(a, b)),
            (_, _, _) => Val::Hidden,
        })
    }

    /// Whether two values are the same; a card that is known to lie somewhere is none that lies somewhere else.
    pub fn same(&self, a: Val, b: Val) -> Val {
        match (a, b) {
            (Val::Is(a), Val::Is(b)) => Val::truth(a == b),
            (Val::At(a), Val::At(b)) => Val::truth(a == b),
            (Val::At(_), known @ Val::Is(n)) | (known @ Val::Is(n), Val::At(_)) => {
                if n == NONE || self.eyes.place_of(known).is_some() { Val::truth(false) } else { Val::Hidden }
            }
            (Val::Hidden, _) | (_, Val::Hidden) => Val::Hidden,
        }
    }

    /// `and` is decided by one that does not hold, `or` by one that does.
    fn logic(&mut self, a: &'a Expr, b: &'a Expr, decides: bool) -> Res {
        match self.eval(a)?.holds() {
            Some(holds) if holds == decides => Ok(Val::truth(decides)),
            Some(_) => Ok(self.eval(b)?.holds().map_or(Val::Hidden, Val::truth)),
            // whatever the first is, the second may decide
            None => match self.perhaps(|me| me.eval(b)).holds() {
                Some(holds) if holds == decides => Ok(Val::truth(decides)),
                Some(_) | None => Ok(Val::Hidden),
            },
        }
    }

    fn arithmetic(&mut self, op: Arith, a: &'a Expr, b: &'a Expr) -> Res {
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        match (known(a), known(b)) {
            (Ok(Some(a)), Ok(Some(b))) => Ok(Val::Is(calculate(op, a, b)?)),
            (Err(fault), Ok(Some(_)) | Err(_)) | (Ok(Some(_)), Err(fault)) => Err(fault),
            (Ok(None), _) | (_, Ok(None)) => Ok(Val::Hidden),
        }
    }

    /// What is computed from a player, a spot or a number.
    fn with_number(&mut self, of: &'a Expr, compute: impl FnOnce(i32) -> Res<i32>) -> Res {
        match self.eval(of)? {
            Val::Is(n) => Ok(Val::Is(compute(n)?)),
            Val::At(_) | Val::Hidden => Ok(Val::Hidden),
        }
    }

    fn member_of_player(&mut self, member: PlayerMember, of: &'a Expr, expr: &'a Expr) -> Res {
        let Val::Is(n) = self.eval(of)? else { return Ok(Val::Hidden) };
        let players = i32::from(self.program.players);
        Ok(Val::Is(match member {
            PlayerMember::Left if n.wrapping_add(1) == players => 0,
            PlayerMember::Left => n.wrapping_add(1),
            PlayerMember::Right if n == 0 => players - 1,
            PlayerMember::Right => n.wrapping_sub(1),
            PlayerMember::Seat => succ(n)?,
            PlayerMember::Score => return self.score_of(n, expr),
        }))
    }

    fn row(&mut self, id: TableId, of: &'a Expr, expr: &'a Expr) -> Res {
        let Val::Is(n) = self.eval(of)? else { return Ok(Val::Hidden) };
        let rows = &self.checked.tables[id.index()].rows;
        let row = rows.binary_search_by_key(&n, |(key, _)| *key).map_err(|_| FaultKind::NoSuchRow)?;
        let value = Val::Is(rows[row].1);
        self.leaf(What::Expression, value, expr);
        Ok(value)
    }

    fn score_of(&mut self, player: i32, expr: &'a Expr) -> Res {
        let Some(total) = &self.checked.score.total else { return Ok(Val::Is(0)) };
        let (value, children) = self.traced(|me| me.call(total, [Local::One(Val::Is(player))]));
        let value = value?;
        let who = self.shown(Val::Is(player), Type::PLAYER);
        let shown = self.shown(value, expr.ty);
        self.note(What::Score(who), shown, total.body.span, children);
        Ok(value)
    }

    /// A value of a type, as it is told.
    pub fn shown(&self, value: Val, ty: Type) -> Value {
        let n = match value {
            Val::Hidden => return Value::Hidden,
            Val::At(card) => return tree::back(self.program, card),
            Val::Is(NONE) => return Value::Nothing,
            Val::Is(n) => n,
        };
        tree::value(self.program, ty, n)
    }

    /// A kind's cards: the first, and how many.
    pub fn cards_of(&self, kind: KindId) -> (u32, u32) {
        self.program.layout.kinds[kind.index()]
    }
}

/// A number to compute with, if it is not hidden.
fn known(value: Val) -> Res<Option<i32>> {
    match value {
        Val::NONE => Err(FaultKind::Missing),
        Val::Is(n) => Ok(Some(n)),
        Val::At(_) | Val::Hidden => Ok(None),
    }
}

fn succ(n: i32) -> Res<i32> {
    if n == NONE { Err(FaultKind::Missing) } else { Ok(n + 1) }
}

/// The spot after or before one.
fn neighbour(n: i32, step: i32, count: i32, ring: bool) -> Res<i32> {
    if n < 0 {
        return Err(FaultKind::Missing);
    }
    let next = if step > 0 { n.wrapping_add(1) } else { n.wrapping_sub(1) };
    Ok(match next {
        next if (0..count).contains(&next) => next,
        _ if !ring => NONE,
        next if next < 0 => count - 1,
        _ => 0,
    })
}

fn nth(n: i32, count: i32) -> Res<i32> {
    if (1..=count).contains(&n) { Ok(n - 1) } else { Err(FaultKind::NoSuchNumber) }
}

pub(super) fn calculate(op: Arith, a: i32, b: i32) -> Res<i32> {
    match arith(op, a, b) {
        Some(n) => Ok(n),
        None if b == 0 => Err(FaultKind::DivisionByZero),
        None => Err(FaultKind::Overflow),
    }
}
