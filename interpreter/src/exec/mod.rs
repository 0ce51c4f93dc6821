//! Playing: runs a program on a state until a decision, the end, or a fault.

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

use crate::ids::LookupId;
use crate::program::{Args, Cond, Instr, Label, ListId, NONE, Num, NumId, Pc, Proc, Program, ScanId};
use crate::program::{direct_instrs, leaving_instrs};
use crate::state::{Frame, State, Status};

use fuel::MAX_GAME_FUEL;

pub use crate::fault::{About, Fault, FaultKind};
pub use choose::{AllPicks, DONE};
pub use fuel::endless_phase;
pub use observe::{Happening, Nobody, Observer};
pub use opening::Opening;
pub use window::{action_of, option_of, targets_of};

/// Frames at once, at most.
const MAX_FRAMES: usize = 512;
/// Slots and list elements at once, at most.
const MAX_MEMORY: usize = 4_000_000;
/// Fresh slots come so many at once.
const SLOTS_AT_ONCE: usize = 8;
/// Levels of expressions at once, at most: keeps evaluation well inside a small stack.
const MAX_DEPTH: u32 = 1_200;
/// Cards under cards that are followed to where the uppermost lies, at most.
const MAX_UNDER: usize = 16;

/// Buffers that are reused from one run to the next.
#[derive(Debug, Clone, Default)]
pub struct Workspace {
    /// Lists being evaluated.
    scratch: Vec<i32>,
    /// What a test has found for the decision behind it.
    found: Vec<i32>,
    /// Sets of cards that are being joined.
    sets: Vec<u64>,
    /// Weights of the options of several picks.
    ways: choose::Ways,
}

/// A program, a state, and someone who watches.
pub struct Machine<'a, O: Observer> {
    program: &'a Program,
    /// Arenas of the program: one step less to an entry.
    nums: &'a [Num],
    conds: &'a [Cond],
    state: &'a mut State,
    work: &'a mut Workspace,
    observer: &'a mut O,
    base: usize,
    depth: u32,
    /// What was used since the last decision: see [`fuel`].
    fuel: u32,
    /// What was used for those who watch, which is counted apart, so that they change nothing.
    watchers_fuel: u32,
    /// What the frame that was left last has given: the next instruction takes it.
    given: i32,
    failed: Option<FaultKind>,
    /// What the last failure that says so was about: of which kind it was, and of a table where that was asked.
    about: Option<(FaultKind, About, Option<LookupId>)>,
    /// The instruction of several picks that is met again after a pick.
    repicking: Option<Pc>,
    /// The filter that a test has run for the decision behind it.
    found: Option<ScanId>,
    /// Of several filters, and the one of them that was tested last.
    settled: Option<(ListId, ListId)>,
}

impl<'a, O: Observer> Machine<'a, O> {
    /// Ready to run.
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

    /// The position as it stands.
    #[inline]
    pub fn state(&self) -> &State {
        self.state
    }

    /// Begins a game: set-up and all phases.
    pub fn start(&mut self) -> Result<(), Fault> {
        self.state.status = Status::Running;
        self.enter(self.program.main, &[]);
        self.run()
    }

    /// Takes option `index` of the decision that is waited for, and goes on.
    pub fn choose(&mut self, index: usize) -> Result<(), Fault> {
        let Status::Waiting { choice, slot, player } = self.state.status else { return Ok(()) };
        let Some(&value) = self.state.options.get(index) else { return Ok(()) };
        self.state.status = Status::Running;
        // each choice has a budget for those who watch
        self.watchers_fuel = 0;
        self.picked(choice, slot, player, value, false);
        self.run()
    }

    /// Runs one effect on the state and stops there.
    pub fn run_effect(&mut self, proc: Proc) -> Result<(), Fault> {
        self.state.frames.clear();
        self.state.slots.clear();
        self.state.lists.clear();
        self.state.status = Status::Running;
        self.enter(proc, &[]);
        self.run()
    }

    /// Puts play at the beginning of a phase, inside its parents, each in its first iteration. Of a parent that has one
    /// iteration for each player no further ones follow.
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
                // the number that the position gives to the iteration that begins
                self.state.cells[phase.counter as usize] -= 1;
                if let Some(frame) = self.state.frames.last_mut() {
                    frame.pc = phase.numbered;
                }
            }
        }
        self.run()
    }

    /// The value of an expression that needs no frame.
    pub fn evaluate(
        &mut self,
        lambda: crate::program::Lambda<NumId>,
        args: &[i32],
    ) -> Result<i32, FaultKind> {
        let value = self.call_num(lambda, args);
        self.failed.take().map_or(Ok(value), Err)
    }

    pub fn property_of(&mut self, property: crate::ids::PropertyId, card: u16) -> Result<i32, FaultKind> {
        let value = self.property(property, i32::from(card));
        self.failed.take().map_or(Ok(value), Err)
    }

    /// What stands in a local before it is first written, which is before it is read: where chance is asked for, no card.
    const FRESH: i32 = if O::ASKED { NONE } else { 0 };

    /// Notes the first failure; evaluation goes on with missing values and the instruction ends.
    #[cold]
    fn fail(&mut self, kind: FaultKind) -> i32 {
        if self.failed.is_none() {
            (self.failed, self.about) = (Some(kind), None);
        }
        NONE
    }

    /// The same with what it is about.
    #[cold]
    fn fail_about(&mut self, kind: FaultKind, about: About, lookup: Option<LookupId>) -> i32 {
        if self.failed.is_none() {
            self.fail(kind);
            self.about = Some((kind, about, lookup));
        }
        NONE
    }

    /// A new frame.
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

    /// So many slots, the new ones with this value. Some more at once and then fewer is faster than as many as are wanted.
    #[inline(always)]
    fn fill(&mut self, end: usize, value: i32) {
        let slots = &mut self.state.slots;
        while slots.len() < end {
            slots.extend_from_slice(&[value; SLOTS_AT_ONCE]);
        }
        slots.truncate(end);
    }

    /// Ends the innermost frame.
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

    /// Runs until the status changes; so much was used before.
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
            if O::FOLLOWS {
                self.observer.runs(pc, self.state, self.fuel);
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

    /// Where the innermost frame goes on, while the game runs; without one it is over.
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

    /// What failed, at this place or where it knows better.
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

    /// An instruction that may change the status or the frame.
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
        self.go_in(entry, at);
    }

    /// Goes on in a new frame, whose slots begin there.
    #[inline(always)]
    fn go_in(&mut self, entry: Pc, at: usize) {
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
