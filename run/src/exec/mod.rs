//! The virtual machine: runs a program on a state until a decision, the end of the game, or a fault.

mod algebra;
mod chance;
mod choose;
mod eval;
mod events;
mod fuel;
mod lists;
mod made;
mod observe;
mod opening;
mod ops;
mod scan;
mod unseen;
mod window;

use ludex_grammar::span::Span;

use crate::program::{Args, Cond, Instr, Label, ListId, NONE, Num, NumId, Pc, Proc, Program, ScanId};
use crate::program::{direct_instrs, leaving_instrs};
use crate::state::{Frame, State, Status};
use ludex_check::ids::LookupId;

use fuel::MAX_GAME_FUEL;

pub use choose::{AllPicks, DONE, PicksSoFar};
pub use fuel::endless_phase;
pub use ludex_check::fault::{About, Fault, FaultKind};
pub use observe::{NoObserver, Observer, StateChange};
pub use opening::Opening;
pub use window::{action_of, option_of, targets_of};

/// Maximum depth of the frame stack.
const MAX_FRAMES: usize = 512;
/// Maximum number of slots, and of list elements, that a game may hold at a time.
const MAX_MEMORY: usize = 4_000_000;
/// Number of slots by which [`Machine::fill`] grows the slot stack at a time.
const SLOTS_AT_ONCE: usize = 8;
/// Maximum nesting depth of expressions. Keeps recursive evaluation within a small thread stack.
const MAX_DEPTH: u32 = 1_200;
/// Maximum number of host cards followed to find the spot that a card is on.
const MAX_UNDER: usize = 16;

/// Buffers reused between runs.
#[derive(Debug, Clone, Default)]
pub struct Workspace {
    /// Elements of the lists under evaluation.
    scratch: Vec<i32>,
    /// Matches that a test found; the decision after the test reuses them.
    found: Vec<i32>,
    /// Stack of card sets for set operations.
    sets: Vec<u64>,
    /// Weights of the options of a choice of several.
    ways: choose::Ways,
}

/// A program running on a state, with an observer.
pub struct Machine<'a, O: Observer> {
    program: &'a Program,
    /// The program's arenas, which saves one indirection for each access.
    nums: &'a [Num],
    conds: &'a [Cond],
    state: &'a mut State,
    work: &'a mut Workspace,
    observer: &'a mut O,
    base: usize,
    depth: u32,
    /// Fuel used since the last decision; see [`fuel`].
    fuel: u32,
    /// Fuel used by observers. It has its own budget, so observing a game cannot change it.
    watchers_fuel: u32,
    /// Return value of the last frame that was popped; the next instruction reads it.
    given: i32,
    failed: Option<FaultKind>,
    /// Details of the last failure that has any: its kind, its subject, and for a failed table lookup the
    /// lookup.
    about: Option<(FaultKind, About, Option<LookupId>)>,
    /// The multiple-choice instruction to resume after one of its choices.
    repicking: Option<Pc>,
    /// The filter whose matches are in `Workspace::found`.
    found: Option<ScanId>,
    /// The last list of several filters that was tested, and the filter selected for it.
    settled: Option<(ListId, ListId)>,
}

impl<'a, O: Observer> Machine<'a, O> {
    /// Creates a machine positioned at the innermost frame of `state`.
    pub fn new(
        program: &'a Program,
        state: &'a mut State,
        work: &'a mut Workspace,
        observer: &'a mut O,
    ) -> Self {
        let base = state.frames.last().map_or(0, |f| f.base as usize);
        Self {
            program,
            nums: &program.nums,
            conds: &program.conds,
            state,
            work,
            observer,
            base,
            depth: 0,
            fuel: 0,
            watchers_fuel: 0,
            given: NONE,
            failed: None,
            about: None,
            repicking: None,
            found: None,
            settled: None,
        }
    }

    /// Returns the current position.
    #[inline]
    pub fn state(&self) -> &State {
        self.state
    }

    pub fn observer(&self) -> &O {
        self.observer
    }

    /// Starts a game: runs the set-up and the phases up to the first decision.
    pub fn start(&mut self) -> Result<(), Fault> {
        self.state.status = Status::Running;
        self.enter(self.program.main, &[]);
        self.run()
    }

    /// Applies option `index` of the pending decision and resumes play.
    pub fn choose(&mut self, index: usize) -> Result<(), Fault> {
        let Status::Waiting { choice, slot, player } = self.state.status else { return Ok(()) };
        let Some(&value) = self.state.options.get(index) else { return Ok(()) };
        self.state.status = Status::Running;
        // observers get a fresh budget for each choice
        self.watchers_fuel = 0;
        self.picked(choice, slot, player, value, false);
        self.run()
    }

    /// Clears the frames, runs one effect on the state, and stops.
    pub fn run_effect(&mut self, proc: Proc) -> Result<(), Fault> {
        self.state.frames.clear();
        self.state.slots.clear();
        self.state.lists.clear();
        self.state.status = Status::Running;
        self.enter(proc, &[]);
        self.run()
    }

    /// Moves play to the start of a phase and runs from there. `chain` lists the phase after its parents,
    /// outermost first; each parent is in its first iteration. A parent that iterates over the players has no
    /// further iterations.
    pub fn enter_phase(&mut self, chain: &[usize]) -> Result<(), Fault> {
        self.state.frames.clear();
        self.state.slots.clear();
        self.state.lists.clear();
        self.state.status = Status::Running;
        self.enter(self.program.main, &[]);
        for (depth, &id) in chain.iter().enumerate() {
            let phase = self.program.phases[id];
            if let Some(frame) = self.state.frames.last_mut() {
                frame.pc = phase.resume;
            }
            self.enter(phase.proc, &[]);
            self.set_slot(phase.before, NONE);
            if depth + 1 < chain.len() {
                if let Some(active) = phase.active {
                    self.state.me = self.num(active);
                }
                self.state.cells[phase.counter as usize] = self.state.cells[phase.counter as usize].max(1);
            } else if self.state.cells[phase.counter as usize] > 0 {
                // the state holds the number of the iteration that is about to start
                self.state.cells[phase.counter as usize] -= 1;
                if let Some(frame) = self.state.frames.last_mut() {
                    frame.pc = phase.numbered;
                }
            }
        }
        self.run()
    }

    /// Evaluates an expression that needs no frame.
    pub fn evaluate(
        &mut self,
        lambda: crate::program::Lambda<NumId>,
        args: &[i32],
    ) -> Result<i32, FaultKind> {
        let value = self.call_num(lambda, args);
        self.failed.take().map_or(Ok(value), Err)
    }

    pub fn property_of(
        &mut self,
        property: ludex_check::ids::PropertyId,
        card: u16,
    ) -> Result<i32, FaultKind> {
        let value = self.property(property, i32::from(card));
        self.failed.take().map_or(Ok(value), Err)
    }

    /// Initial value of a slot: no card if the observer decides chance, otherwise 0. Slots are written before
    /// they are read.
    const FRESH: i32 = if O::DECIDES_CHANCE { NONE } else { 0 };

    /// Records the first failure and returns the missing value. Evaluation continues with missing values to
    /// the end of the instruction.
    #[cold]
    fn fail(&mut self, kind: FaultKind) -> i32 {
        if self.failed.is_none() {
            (self.failed, self.about) = (Some(kind), None);
        }
        NONE
    }

    /// Like `fail`, with details for the message.
    #[cold]
    fn fail_about(&mut self, kind: FaultKind, about: About, lookup: Option<LookupId>) -> i32 {
        if self.failed.is_none() {
            self.fail(kind);
            self.about = Some((kind, about, lookup));
        }
        NONE
    }

    /// Pushes a frame for a procedure.
    fn enter(&mut self, proc: Proc, args: &[i32]) {
        if self.state.frames.len() >= MAX_FRAMES {
            self.fail(FaultKind::TooDeep);
            return;
        }
        let base = self.state.slots.len();
        let lists = self.state.lists.len() as u32;
        self.state.frames.push(Frame { pc: proc.entry, base: base as u32, lists });
        self.state.slots.extend_from_slice(args);
        self.fill(base + usize::from(proc.slots), Self::FRESH);
        self.base = base;
        self.pay(self.program.prices[proc.entry as usize]);
    }

    /// Grows the slots to `end` entries, new ones set to `value`. Extending by a fixed chunk and truncating
    /// is faster than extending by the exact number.
    #[inline(always)]
    fn fill(&mut self, end: usize, value: i32) {
        let slots = &mut self.state.slots;
        while slots.len() < end {
            slots.extend_from_slice(&[value; SLOTS_AT_ONCE]);
        }
        slots.truncate(end);
    }

    /// Pops the innermost frame, with its slots and lists.
    fn leave(&mut self) {
        if let Some(frame) = self.state.frames.pop() {
            self.state.slots.truncate(frame.base as usize);
            self.state.lists.truncate(frame.lists as usize);
        }
        self.base = self.state.frames.last().map_or(0, |f| f.base as usize);
    }

    fn run(&mut self) -> Result<(), Fault> {
        self.run_on(0)
    }

    /// Runs until the status changes. `used` is the fuel already spent since the last decision.
    fn run_on(&mut self, used: u32) -> Result<(), Fault> {
        self.fuel = used;
        let ended = self.run_instructions();
        self.state.spent += u64::from(self.fuel);
        if self.state.spent > MAX_GAME_FUEL && ended.is_ok() && self.state.status != Status::Over {
            self.fail(FaultKind::GameTooLong);
            return Err(self.fault(self.state.frames.last().map_or(0, |frame| frame.pc)));
        }
        ended
    }

    /// Runs instructions until the status changes or one fails.
    fn run_instructions(&mut self) -> Result<(), Fault> {
        let program = self.program;
        let Some(mut pc) = self.next_frame() else { return Ok(()) };
        loop {
            if O::TRACES_INSTRUCTIONS {
                self.observer.on_instruction(pc, self.state, self.fuel);
            }
            let next = match program.code[pc as usize] {
                Instr::Let(slot, value) => {
                    let value = self.num(value);
                    self.set_slot(slot, value);
                    pc + 1
                }
                Instr::Store(at, value) => {
                    let value = self.num(value);
                    if self.failed.is_none() {
                        self.state.cells[at as usize] = value;
                    }
                    pc + 1
                }
                Instr::StoreOf(at, of, value) => {
                    self.store_of(at, of, value);
                    pc + 1
                }
                Instr::Jump(Label(to)) => {
                    if to <= pc {
                        self.pay(program.prices[pc as usize]);
                    }
                    to
                }
                Instr::Unless(cond, Label(to)) => {
                    if self.cond_here(cond) {
                        pc + 1
                    } else {
                        to
                    }
                }
                Instr::Switch(slot, _, first) => {
                    let branch = self.slot(slot);
                    program.jumps[first as usize + branch.max(0) as usize]
                }
                Instr::ForStart(slot, list, keeps) => {
                    self.for_start(slot, list, keeps);
                    pc + 1
                }
                Instr::ForNext(slot, Label(end)) => {
                    if self.for_next(slot) {
                        pc + 1
                    } else {
                        end
                    }
                }
                Instr::Act(id) => {
                    self.act(&program.acts[id.0 as usize]);
                    pc + 1
                }
                Instr::Emit(event, slot, args) => {
                    self.emit(event, slot, args);
                    pc + 1
                }
                Instr::Activate(player) => {
                    let player = self.num(player);
                    if self.failed.is_none() {
                        self.state.me = player;
                        self.see(&StateChange::Activated);
                    }
                    pc + 1
                }
                Instr::Say(..) if !O::WATCHES => pc + 1,
                Instr::Call(entry, slots, args) => {
                    self.jump(pc + 1);
                    self.call(entry, slots, args);
                    entry
                }
                Instr::Return => {
                    self.leave();
                    match self.next_frame() {
                        Some(pc) => pc,
                        None => return Ok(()),
                    }
                }
                Instr::RepeatNext(slot, Label(end)) => match self.slot(slot) {
                    NONE => {
                        self.fail(FaultKind::Missing);
                        pc
                    }
                    left if left <= 0 => end,
                    left => {
                        self.set_slot(slot, left - 1);
                        pc + 1
                    }
                },
                Instr::Take(slot) => {
                    self.set_slot(slot, self.given);
                    pc + 1
                }
                Instr::Begin { phase, counted } => {
                    self.jump(pc + 1);
                    self.begin(phase, counted);
                    pc + 1
                }
                Instr::Count(phase) => {
                    self.count_phase(phase);
                    pc + 1
                }
                Instr::Reset(phase) => {
                    self.reset(phase);
                    pc + 1
                }
                Instr::Dispatch(event, slot) if self.ends_dispatch(event, slot) => pc + 1,
                instr @ (leaving_instrs!() | Instr::Say(..)) => {
                    self.jump(pc + 1);
                    self.step(instr, pc);
                    if self.failed.is_some() {
                        return Err(self.fault(pc));
                    }
                    match self.next_frame() {
                        Some(pc) => pc,
                        None => return Ok(()),
                    }
                }
            };
            if self.failed.is_some() {
                return Err(self.fault(pc));
            }
            pc = next;
        }
    }

    /// Returns the next instruction of the innermost frame, or `None` unless the game is running. Ends the
    /// game if there is no frame.
    #[inline]
    fn next_frame(&mut self) -> Option<Pc> {
        if self.state.status != Status::Running {
            return None;
        }
        let next = self.state.frames.last().map(|frame| frame.pc);
        if next.is_none() {
            self.state.status = Status::Over;
        }
        next
    }

    #[cold]
    fn fault(&mut self, pc: Pc) -> Fault {
        let kind = self.failed.take().unwrap_or(FaultKind::Missing);
        self.state.status = Status::Failed;
        self.state.clear_options();
        let endless = kind.is_endless().then(|| endless_phase(self.program, self.state, kind)).flatten();
        endless.unwrap_or_else(|| self.fault_at(kind, self.program.spans[pc as usize]))
    }

    /// Builds the fault for a failure at `span`, or at the table lookup that failed, if that is recorded.
    #[cold]
    pub fn fault_at(&self, kind: FaultKind, span: Span) -> Fault {
        let Some((_, about, lookup)) = self.about.filter(|(of, ..)| *of == kind) else {
            return Fault { kind, span, about: None };
        };
        let span = lookup.map_or(span, |lookup| self.program.lookups[lookup.index()].span);
        Fault { kind, span, about: Some(about) }
    }

    fn jump(&mut self, pc: Pc) {
        if let Some(frame) = self.state.frames.last_mut() {
            frame.pc = pc;
        }
    }

    fn slot(&self, slot: u16) -> i32 {
        self.state.slots[self.base + usize::from(slot)]
    }

    fn set_slot(&mut self, slot: u16, value: i32) {
        self.state.slots[self.base + usize::from(slot)] = value;
    }

    /// Executes an instruction that may change the status or the frame.
    fn step(&mut self, instr: Instr, pc: Pc) {
        match instr {
            Instr::Dispatch(event, slot) => self.dispatch(event, slot, pc),
            Instr::Choose(choice, slot) => self.ask(choice, slot, pc),
            Instr::Random(slot, list) => self.random(slot, list),
            Instr::Together(step, kept) => self.together(step, kept),
            Instr::Say(message, args) => self.say(message, args),
            Instr::Give(value, list) => {
                self.given = self.num(value);
                if list {
                    self.hand_out();
                }
                self.leave();
            }
            Instr::End => {
                self.state.status = Status::Over;
                self.state.clear_options();
            }
            direct_instrs!() => unreachable!("run where they stand"),
        }
    }

    #[inline(always)]
    fn call(&mut self, entry: Pc, slots: u16, args: Args) {
        let at = self.state.slots.len();
        let program = self.program;
        self.fill(at + usize::from(slots), Self::FRESH);
        for (i, id) in program.args_of(args).iter().enumerate() {
            self.state.slots[at + i] = self.num(NumId(*id));
        }
        self.push_frame(entry, at);
    }

    /// Pushes a frame whose slots start at `at`.
    #[inline(always)]
    fn push_frame(&mut self, entry: Pc, at: usize) {
        if self.state.frames.len() >= MAX_FRAMES {
            self.fail(FaultKind::TooDeep);
            return;
        }
        let lists = self.state.lists.len() as u32;
        self.state.frames.push(Frame { pc: entry, base: at as u32, lists });
        self.base = at;
        self.pay(self.program.prices[entry as usize]);
        if self.state.slots.len() > MAX_MEMORY {
            self.fail(FaultKind::TooMuchMemory);
        }
    }
}
