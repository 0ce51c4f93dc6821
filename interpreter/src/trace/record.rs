//! Records a trace while a program runs.

use ludex_grammar::source::Sources;
use ludex_grammar::span::Span;

use super::bodies::{Bodies, LocatedStmt};
use super::tree::{Happened, TraceNode};
use crate::explain::{FrameReader, Held, Queried, Reading, Spent};
use ludex_check::hir::{Expr, StmtKind};
use ludex_check::ids::{ActionId, EventId, VarId, WindowId};
use ludex_check::types::Type;
use ludex_run::exec::{Observer, StateChange};
use ludex_run::play::{Fact, LogEntry, Named, Place, Unasked, Value, line_of, values};
use ludex_run::program::{Instr, NONE, Pc, Program};
use ludex_run::state::State;

/// Maximum number of nodes in a trace.
const MOST_PARTS: usize = 5_000;

/// Lifetime of an open node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OpenNode {
    /// Until its frame is popped.
    Body,
    /// Like `Body`, but the node is omitted: its children are added to the enclosing node.
    Through,
    /// Until all cards have reacted.
    Event,
    /// Until the next instruction.
    Verb,
}

/// A node that is still open.
struct Going {
    goes: OpenNode,
    /// Number of frames when the node was opened.
    depth: usize,
    node: TraceNode,
}

/// The most recent instruction.
#[derive(Clone, Copy)]
struct Last<'a> {
    instr: Instr,
    stands: Option<LocatedStmt<'a>>,
}

/// Records the events of one run.
pub(super) struct Recorder<'a> {
    program: &'a Program,
    sources: &'a Sources,
    bodies: &'a Bodies<'a>,
    done: Vec<TraceNode>,
    going: Vec<Going>,
    depth: usize,
    last: Option<Last<'a>>,
    /// The slot of a pending random pick.
    by_chance: Option<(usize, Type, Span)>,
    /// Queries of the most recent decision.
    pub asking: Vec<Queried>,
    parts: usize,
    spent: Spent,
}

impl<'a> Recorder<'a> {
    /// Creates a recorder for a position with `depth` frames.
    pub fn new(
        (program, sources): (&'a Program, &'a Sources),
        bodies: &'a Bodies<'a>,
        depth: usize,
    ) -> Recorder<'a> {
        Recorder {
            program,
            sources,
            bodies,
            done: Vec::new(),
            going: Vec::new(),
            depth,
            last: None,
            by_chance: None,
            asking: Vec::new(),
            parts: 0,
            spent: Spent::default(),
        }
    }

    /// Closes all nodes and returns the trace.
    pub fn finish(mut self) -> Vec<TraceNode> {
        while let Some(going) = self.going.pop() {
            self.close(going);
        }
        self.done
    }

    fn node(&self, what: Happened, span: Option<Span>) -> TraceNode {
        let place = span.and_then(|span| Place::new(self.sources, span));
        TraceNode { what, place, because: Vec::new(), queries: Vec::new(), inside: Vec::new() }
    }

    fn read(&self, what: Happened, span: Span, reading: Reading) -> TraceNode {
        let Reading { because, queries, .. } = reading;
        TraceNode { because, queries, ..self.node(what, Some(span)) }
    }

    /// Adds a node to the innermost open node.
    fn add(&mut self, node: TraceNode) {
        self.parts += 1;
        if self.parts > MOST_PARTS + 1 {
            return;
        }
        let node = if self.parts > MOST_PARTS { self.node(Happened::More, None) } else { node };
        self.here().push(node);
    }

    fn here(&mut self) -> &mut Vec<TraceNode> {
        self.going.last_mut().map_or(&mut self.done, |going| &mut going.node.inside)
    }

    fn begin(&mut self, goes: OpenNode, depth: usize, node: TraceNode) {
        self.going.push(Going { goes, depth, node });
    }

    fn close(&mut self, going: Going) {
        let Going { goes, mut node, .. } = going;
        match goes {
            OpenNode::Through => {
                let inside = std::mem::take(&mut node.inside);
                self.here().extend(inside);
            }
            // a verb with a single effect and no reads is replaced by that effect
            OpenNode::Verb
                if node.inside.len() == 1 && node.because.is_empty() && node.queries.is_empty() =>
            {
                let place = node.place.take();
                let inside = node.inside.pop().map(|only| TraceNode { place, ..only });
                self.here().extend(inside);
            }
            OpenNode::Verb | OpenNode::Body | OpenNode::Event => self.add(node),
        }
    }

    /// Closes the nodes that end at this instruction and frame depth.
    fn close_at(&mut self, depth: usize, instr: Instr) {
        let dispatches = matches!(instr, Instr::Dispatch(..));
        while let Some(going) = self.going.last() {
            let over = match going.goes {
                OpenNode::Verb => true,
                OpenNode::Body | OpenNode::Through => depth < going.depth,
                OpenNode::Event => depth < going.depth || depth == going.depth && !dispatches,
            };
            let Some(going) = over.then(|| self.going.pop()).flatten() else { break };
            self.close(going);
        }
    }

    /// Opens nodes for new frames. The previous instruction identifies the innermost one, which starts at
    /// `pc`.
    fn enter(&mut self, pc: Pc, state: &State) {
        let depth = state.frames.len();
        for outer in self.depth + 1..depth {
            self.begin(OpenNode::Through, outer, self.node(Happened::Verb, None));
        }
        let what = self.last.and_then(|last| self.body(last, pc, state));
        let goes = if what.is_some() { OpenNode::Body } else { OpenNode::Through };
        let span = self.last.and_then(|last| last.stands).map(|stands| stands.stmt.span);
        let node = self.node(what.unwrap_or(Happened::Verb), span);
        self.begin(goes, depth, node);
    }

    /// Identifies the body in a new frame.
    fn body(&self, last: Last<'a>, pc: Pc, state: &State) -> Option<Happened> {
        if let Instr::Dispatch(event, _) = last.instr {
            let card = self.value(Type::CARD, slot(state, 0)?);
            return Some(Happened::Reaction { card, event: self.event(event) });
        }
        let stmt = last.stands?.stmt;
        if let StmtKind::Do(_, id, _) = &stmt.kind {
            let def = &self.program.checked.procedures[id.index()];
            let arguments = self.slots(def.params.iter().map(|(_, ty)| *ty), state);
            return Some(Happened::Procedure { procedure: Named::new(*id, def.name.clone()), arguments });
        }
        let (StmtKind::Window { window, .. } | StmtKind::Action(_, window, _)) = &stmt.kind else {
            return None;
        };
        self.action(*window, pc, state)
    }

    fn action(&self, window: WindowId, pc: Pc, state: &State) -> Option<Happened> {
        let actions = &self.program.windows[window.index()];
        let index = actions.iter().position(|action| action.proc.entry == pc)?;
        let name = &self.program.checked.windows[window.index()].actions[index].name;
        let targets = self.slots(actions[index].targets.iter().map(|(_, ty)| *ty), state);
        Some(Happened::Action { action: Named::new(ActionId::new(window, index), name.clone()), targets })
    }

    /// Reads the first slots of the innermost frame.
    fn slots(&self, types: impl Iterator<Item = Type>, state: &State) -> Vec<Value> {
        let value = |(at, ty): (usize, Type)| Some(values::held(self.program, state, ty, slot(state, at)?));
        types.enumerate().filter_map(value).collect()
    }

    fn value(&self, ty: Type, n: i32) -> Value {
        if n == NONE { Value::Nothing } else { values::value(self.program, ty, n) }
    }

    fn event(&self, id: EventId) -> Named<EventId> {
        Named::new(id, self.program.checked.events[id.index()].name.clone())
    }

    fn zone(&self, zone: u16) -> Value {
        if zone == 0 { Value::Nothing } else { values::zone(self.program, zone) }
    }

    fn card(&self, card: u16) -> Value {
        values::card(self.program, card)
    }

    /// Records the result of a random pick made by the previous instruction.
    fn chance(&mut self, state: &State) {
        let Some((at, ty, span)) = self.by_chance.take() else { return };
        if let Some(value) = state.slots.get(at) {
            let what = Happened::Chance { value: self.value(ty, *value) };
            self.add(self.node(what, Some(span)));
        }
    }

    /// Records a statement before it runs.
    fn statement(&mut self, instr: Instr, stands: LocatedStmt<'a>, state: &State) {
        let span = stands.stmt.span;
        match (&stands.stmt.kind, instr) {
            // temporaries of a line that was lowered to several statements
            (
                StmtKind::Let(_, value)
                | StmtKind::While(value, _)
                | StmtKind::If(value, ..)
                | StmtKind::For(_, value, _),
                Instr::Let(..) | Instr::Unless(..) | Instr::ForStart(..),
            ) if value.span == span => {}
            // temporaries for the result of an event
            (StmtKind::Let(local, _), Instr::Let(slot, _)) if slot != local.0 => {}
            (StmtKind::Let(_, value), Instr::Let(..)) => {
                let reading = self.reading(stands, state, value);
                let what = Happened::Let { values: reading.values.clone() };
                self.add(self.read(what, span, reading));
            }
            (StmtKind::If(test, ..) | StmtKind::While(test, _), Instr::Unless(..)) => {
                let reading = self.reading(stands, state, test);
                let holds = reading.values.first().cloned().unwrap_or(Value::Nothing);
                self.add(self.read(Happened::Test { holds }, test.span, reading));
            }
            (StmtKind::Give(value), Instr::Give(..)) => {
                let reading = self.reading(stands, state, value);
                let value = reading.values.first().cloned().unwrap_or(Value::Nothing);
                self.add(self.read(Happened::Gave { value }, span, reading));
            }
            (StmtKind::For(_, list, _), Instr::ForStart(..)) => {
                let reading = self.reading(stands, state, list);
                let what = Happened::Each { values: reading.values.clone() };
                self.add(self.read(what, list.span, reading));
            }
            (StmtKind::Set(variable, of, key, value, _), Instr::Store(..) | Instr::StoreOf(..)) => {
                self.sets(stands, state, (*variable, [of.as_ref(), key.0.as_ref()], value));
            }
            (StmtKind::Choose(_, choice), Instr::Choose(..)) => {
                let reading = self.reading(stands, state, &choice.list);
                self.asking = reading.queries;
            }
            (StmtKind::Act(..), Instr::Act(_)) => {
                let reading = self.operands(stands, state);
                let node = self.read(Happened::Verb, span, reading);
                self.begin(OpenNode::Verb, state.frames.len(), node);
            }
            (StmtKind::Random(local, list), Instr::Random(..)) => {
                let base = state.frames.last().map_or(0, |frame| frame.base as usize);
                self.by_chance = Some((base + local.0.index(), list.ty.element(), span));
            }
            (_, Instr::Choose(..)) => self.asking.clear(),
            _ => {}
        }
    }

    fn operands(&mut self, stands: LocatedStmt<'a>, state: &State) -> Reading {
        let Some(mut reader) = self.reader(stands, state) else { return Reading::default() };
        let reading = reader.operands(stands.stmt.kind.operands().into_vec());
        self.spent = reader.spent();
        reading
    }

    fn sets(
        &mut self,
        stands: LocatedStmt<'a>,
        state: &State,
        set: (VarId, [Option<&'a Expr>; 2], &'a Expr),
    ) {
        let (id, [of, key], value) = set;
        if self.program.checked.is_internal(id) {
            return;
        }
        let Some(mut reader) = self.reader(stands, state) else { return };
        let Held { of, key, was } = reader.variable(id, of, key);
        let reading = reader.read(value);
        self.spent = reader.spent();
        let variable = Named::new(id, self.program.checked.vars[id.index()].name.clone());
        let is = reading.values.first().cloned().unwrap_or(Value::Nothing);
        let what = Happened::Set { variable, of, key, was, is };
        self.add(self.read(what, stands.stmt.span, reading));
    }

    /// Creates a reader for the position before a statement; `None` if the trace has reached its maximum
    /// size.
    fn reader<'s>(&self, stands: LocatedStmt<'a>, state: &'s State) -> Option<FrameReader<'s>>
    where
        'a: 's,
    {
        let here = (self.program, self.sources, state);
        let may = self.parts <= MOST_PARTS;
        FrameReader::new(here, (stands.owner, stands.stmts), self.spent).filter(|_| may)
    }

    fn reading(&mut self, stands: LocatedStmt<'a>, state: &State, expr: &'a Expr) -> Reading {
        let Some(mut reader) = self.reader(stands, state) else { return Reading::default() };
        let reading = reader.read(expr);
        self.spent = reader.spent();
        reading
    }

    /// Converts a happening to a node; `None` for happenings that only serve for inference.
    fn to_happened(&self, state: &State, happening: &StateChange<'_>) -> Option<Happened> {
        Some(match happening {
            StateChange::Said(..) | StateChange::Began(_) => {
                return line_of(self.program, state, happening)
                    .and_then(|line| logged(LogEntry::open(self.program, &line)));
            }
            StateChange::Moved(card, from, to) => Happened::Moved {
                card: self.card(*card),
                from: self.zone(*from),
                to: self.zone(*to),
                up: state.cards[usize::from(*card)].up,
            },
            StateChange::Turned(card, up) => Happened::Turned { card: self.card(*card), up: *up },
            StateChange::Shown(card) => {
                let seats = (0..self.program.players).filter(|seat| state.knows(*seat, *card));
                let known = seats.map(|seat| values::player(self.program, seat)).collect();
                Happened::Shown { card: self.card(*card), known }
            }
            StateChange::Swapped(a, b) => Happened::Swapped { zone: self.zone(*a), with: self.zone(*b) },
            StateChange::Shuffled(zone) => Happened::Shuffled { zone: self.zone(*zone) },
            StateChange::Chose { choice, player, value, forced: true, .. } => {
                let taken = Unasked::new(self.program, state, *choice, (*player, *value));
                let seat = values::player(self.program, taken.seat.0);
                Happened::Unasked { seat, decision: taken.name, option: taken.label }
            }
            StateChange::Activated
            | StateChange::Emitted(..)
            | StateChange::Leaves { .. }
            | StateChange::Excluded { .. }
            | StateChange::Mixed { .. }
            | StateChange::Told(_)
            | StateChange::Chose { .. } => return None,
        })
    }

    fn emitted(&mut self, id: EventId, facts: &[i32], depth: usize) {
        let def = &self.program.checked.events[id.index()];
        let fact = |((name, ty), value): (&(String, Type), &i32)| Fact::new(name, self.value(*ty, *value));
        let facts = def.params.iter().zip(facts).map(fact).collect();
        let span = self.last.and_then(|last| last.stands).map(|stands| stands.stmt.span);
        let node = self.node(Happened::Event { event: self.event(id), facts }, span);
        self.begin(OpenNode::Event, depth, node);
    }
}

/// Reads a slot of the innermost frame.
fn slot(state: &State, at: usize) -> Option<i32> {
    let base = state.frames.last()?.base as usize;
    state.slots.get(base + at).copied()
}

/// Converts a log entry to a node. Picks are already part of the tree.
fn logged(entry: LogEntry) -> Option<Happened> {
    match entry {
        LogEntry::Said { message, facts } => Some(Happened::Said { message, facts }),
        LogEntry::Began { phase, number, active, .. } => Some(Happened::Phase { phase, number, active }),
        LogEntry::Chose(_) | LogEntry::Scored(_) => None,
    }
}

impl Observer for Recorder<'_> {
    const WATCHES: bool = true;
    const TRACES_INSTRUCTIONS: bool = true;

    fn on_change(&mut self, state: &State, happening: &StateChange<'_>) {
        if let StateChange::Emitted(event, facts) = happening {
            return self.emitted(*event, facts, state.frames.len());
        }
        if let Some(what) = self.to_happened(state, happening) {
            let verb = self.going.last().is_some_and(|going| going.goes == OpenNode::Verb);
            let span = self.last.and_then(|last| last.stands).map(|stands| stands.stmt.span);
            self.add(self.node(what, span.filter(|_| !verb)));
        }
    }

    fn on_instruction(&mut self, pc: Pc, state: &State, _: u32) {
        let (depth, instr) = (state.frames.len(), self.program.code[pc as usize]);
        self.close_at(depth, instr);
        if depth > self.depth {
            self.enter(pc, state);
        }
        self.depth = depth;
        self.chance(state);
        let stands = self.bodies.at(pc);
        self.last = Some(Last { instr, stands });
        if let Some(stands) = stands {
            self.statement(instr, stands, state);
        }
    }
}
