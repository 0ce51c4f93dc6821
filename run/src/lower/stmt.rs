//! Lowers statements to instructions.

use super::{Call, Lower};
use crate::program::*;
use ludex_check::acts::Visit;
use ludex_check::hir::{self, Among, ByChance, ChoiceDef, ElseBlock, Expr, ExprKind, Into, Keyed};
use ludex_check::hir::{Mode, Picked, Question, Stmt, StmtKind, ThenBlock, Together, find, is_same};
use ludex_check::ids::*;
use ludex_check::types::Type;

/// Lowers the operands of an act.
impl<'a> Visit<'a, Expr, Expr, Expr> for Lower<'_> {
    type One = NumId;
    type Several = OneOrList;
    type List = ListId;

    fn one(&mut self, operand: &'a Expr) -> NumId {
        self.num(operand)
    }

    fn several(&mut self, operand: &'a Expr) -> OneOrList {
        if operand.ty.is_list() {
            OneOrList::List(Lower::list(self, operand))
        } else {
            OneOrList::One(self.num(operand))
        }
    }

    fn list(&mut self, operand: &'a Expr) -> ListId {
        Lower::list(self, operand)
    }
}

impl Lower<'_> {
    pub(super) fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.span = stmt.span;
            self.stmt(stmt);
            // nested blocks change the span; later instructions belong to this statement
            self.span = stmt.span;
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let(slot, value) => self.let_slot(slot.0, value),
            StmtKind::Choose(slot, choice) => self.choose(slot.0, choice),
            StmtKind::Modes { question, modes, local } => self.modes(question, modes, local.0),
            StmtKind::Window { question, window, local, later } => {
                self.window(question, (*window, local.0), *later);
            }
            StmtKind::Action(chooser, window, pick) => self.action(chooser, *window, pick),
            StmtKind::Together(step, picked, locals) => self.together(*step, *picked, locals),
            StmtKind::Random(ByChance(slot), list) => {
                let list = self.list(list);
                self.emit(Instr::Random(slot.0, list));
            }
            StmtKind::May { question, body, local } => self.may(question, body, local.0),
            StmtKind::Set(var, of, Keyed(None), value, _) => self.set(*var, of.as_ref(), value),
            StmtKind::Set(var, of, Keyed(Some(key)), value, _) => {
                let (at, index) = self.cell_of_key(*var, of.as_ref(), key);
                let value = self.num(value);
                self.emit(Instr::StoreOf(at, index, value));
            }
            StmtKind::SetNumber(phase, value) => {
                let (counter, value) = (self.phase_counter(*phase), self.num(value));
                self.emit(Instr::Store(counter, value));
            }
            StmtKind::If(cond, yes, no) => self.branch(cond, yes, no),
            StmtKind::For(slot, list, body) => self.for_each(slot.0, list, body),
            StmtKind::While(cond, body) => self.while_loop(cond, body),
            StmtKind::Repeat(slot, count, body) => self.repeat(slot.0, count, body),
            StmtKind::Stop => self.leave(),
            StmtKind::Give(value) => {
                let given = self.num(value);
                self.emit(Instr::Give(given, value.ty.is_list()));
            }
            StmtKind::Act(act, _) => {
                let act = act.visit(self);
                self.act(act);
            }
            StmtKind::Do(Into(into), procedure, args) => {
                let args = self.num_args(args);
                let at = self.emit(Instr::Call(0, 0, args));
                self.calls.push(Call { at, procedure: *procedure });
                if let Some(local) = into {
                    self.emit(Instr::Take(local.0));
                }
            }
            StmtKind::Emit(Into(into), event, args) => {
                let args = self.num_args(args);
                let slot = self.emit_event(*event, args);
                let changing = self.checked.events[event.index()].changing;
                if let (Some(local), Some(fact)) = (into, changing) {
                    let given = NumId(self.out.args_of(args)[fact]);
                    let value = slot.map_or(given, |slot| NumId::slot(slot + fact as u16));
                    self.emit(Instr::Let(local.0, value));
                }
            }
            StmtKind::Run(steps, args) => self.run_steps(*steps, args),
            StmtKind::Say(message, args, openly) => {
                if *openly {
                    args.iter().filter(|arg| arg.ty.is_card()).for_each(|card| self.disclose(card));
                }
                // a score sheet has a total for each possible seat
                let most = if self.checked.is_sheet(*message) { self.out.players.into() } else { args.len() };
                self.say(*message, &args[..most.min(args.len())], *openly);
            }
            StmtKind::EndGame => {
                self.emit(Instr::End);
            }
        }
    }

    fn let_slot(&mut self, slot: u16, value: &Expr) {
        let num = self.num(value);
        self.emit(Instr::Let(slot, num));
    }

    fn set(&mut self, var: VarId, of: Option<&Expr>, value: &Expr) {
        let at = self.out.layout.vars[var.index()];
        match of {
            None => {
                let value = self.num(value);
                self.emit(Instr::Store(at, value));
            }
            Some(of) => {
                let of = self.holder_number(var, of);
                let value = self.num(value);
                self.emit(Instr::StoreOf(at, of, value));
            }
        }
    }

    fn branch(&mut self, asked: &Expr, yes: &[Stmt], no: &[Stmt]) {
        let cond = self.cond(asked);
        match self.out.known(cond) {
            Some(true) => return self.stmts(yes),
            Some(false) => return self.stmts(no),
            None => {}
        }
        let unless = self.unless(cond);
        self.tested = self.listed_next(asked, cond, yes);
        self.stmts(yes);
        if no.is_empty() {
            self.land(unless);
            return;
        }
        let jump = self.jump_on();
        self.land(unless);
        self.stmts(no);
        self.land(jump);
    }

    /// Returns the list of `if any(Q) { let x = me chooses Q …`, which is both tested and listed by the
    /// decision. It is evaluated once.
    fn listed_next(&mut self, asked: &Expr, cond: CondId, yes: &[Stmt]) -> Option<ListId> {
        let (ExprKind::Any(tested), Cond::Any(list)) = (&asked.kind, self.out.conds[cond.0 as usize]) else {
            return None;
        };
        let StmtKind::Choose(_, choice) = &yes.first()?.kind else { return None };
        is_same(tested, &choice.list).then(|| self.listed(list))
    }

    /// Marks the filters of such a list, so that the test finds all matches and keeps them for the decision.
    fn listed(&mut self, list: ListId) -> ListId {
        if let List::Switch(_, yes, no, written) = self.out.lists[list.0 as usize] {
            for list in [yes, no, written] {
                self.listed(list);
            }
        }
        if let List::Scan(scan) = self.out.lists[list.0 as usize] {
            self.out.scans[scan.0 as usize].listed = self.out.zone_by_sets(scan).is_none();
        }
        list
    }

    fn for_each(&mut self, slot: u16, list: &Expr, body: &[Stmt]) {
        let span = self.span;
        let list = self.num(list);
        let outside = |stmt: &Stmt| stmt.kind.assigns().is_some_and(|local| local.0 < slot);
        let keeps = find(body, &|stmt| outside(stmt) && self.takes_list(stmt)).is_some();
        self.emit(Instr::ForStart(slot, list, keeps));
        let next = self.emit(Instr::ForNext(slot, Label::OPEN));
        self.stmts(body);
        self.span = span;
        self.jump_to(next);
        self.land(next);
    }

    /// Returns true if a statement assigns a list to a local.
    fn takes_list(&self, stmt: &Stmt) -> bool {
        if let StmtKind::Let(_, value) = &stmt.kind {
            return value.ty.is_list();
        }
        if let StmtKind::Choose(_, choice) = &stmt.kind {
            return choice.count.is_some() || choice.list.ty.element().is_list();
        }
        if let StmtKind::Random(_, list) = &stmt.kind {
            return list.ty.element().is_list();
        }
        let StmtKind::Do(_, procedure, _) = &stmt.kind else { return false };
        self.checked.procedures[procedure.index()].gives.is_some_and(Type::is_list)
    }

    fn while_loop(&mut self, cond: &Expr, body: &[Stmt]) {
        let span = self.span;
        let start = self.here();
        let cond = self.cond(cond);
        let unless = self.unless(cond);
        self.stmts(body);
        self.span = span;
        self.jump_to(start);
        self.land(unless);
    }

    fn repeat(&mut self, slot: u16, count: &Expr, body: &[Stmt]) {
        let span = self.span;
        let count = self.num(count);
        self.emit(Instr::Let(slot, count));
        let next = self.emit(Instr::RepeatNext(slot, Label::OPEN));
        self.stmts(body);
        self.span = span;
        self.jump_to(next);
        self.land(next);
    }

    fn act(&mut self, act: Act) {
        let id = ActId(self.out.acts.len() as u32);
        self.out.acts.push(act);
        self.emit(Instr::Act(id));
    }

    fn add_choice(&mut self, choice: ChoiceOp, slot: u16) {
        let id = ChoiceId(self.out.choices.len() as u32);
        self.out.choices.push(choice);
        self.emit(Instr::Choose(id, slot));
    }

    fn choose(&mut self, slot: u16, choice: &ChoiceDef) {
        let question = &choice.question;
        let chooser = self.num(&question.chooser);
        let tested = self.tested.take();
        let kind = ChoiceKind::List(tested.unwrap_or_else(|| self.list(&choice.list)));
        let count = choice.count.as_ref().map(|(min, max)| {
            let min = self.num(min);
            (min, max.as_ref().map_or(min, |max| self.num(max)))
        });
        let ty = choice.list.ty.element();
        let open = self.conds(&question.open);
        self.add_choice(
            ChoiceOp {
                chooser,
                kind,
                cards: ty.is_card(),
                ty,
                modes: Vec::new(),
                count,
                may: question.may,
                decision: question.decision,
                secretly: question.secretly,
                always: question.always,
                open,
                among: question.among != Among::Alone,
                together: self.asking,
            },
            slot,
        );
    }

    fn block_choice(
        &mut self,
        question: &Question,
        chooser: NumId,
        kind: ChoiceKind,
        modes: Vec<String>,
        slot: u16,
    ) {
        let open = self.conds(&question.open);
        let choice = ChoiceOp {
            chooser,
            kind,
            cards: false,
            ty: Type::INT,
            modes,
            count: None,
            may: question.may,
            decision: question.decision,
            secretly: question.secretly,
            always: question.always,
            open,
            among: question.among != Among::Alone,
            together: self.asking,
        };
        self.add_choice(choice, slot);
    }

    fn conds(&mut self, tests: &[Expr]) -> Option<Args> {
        let tests: Vec<u32> = tests.iter().map(|test| self.cond(test).0).collect();
        (!tests.is_empty()).then(|| self.args(&tests))
    }

    /// Emits a jump over the code for a choice, taken if the player declined. Returns `None` if they cannot
    /// decline.
    fn unless_declined(&mut self, question: &Question, slot: u16) -> Option<Pc> {
        (question.may || question.among != Among::Alone).then(|| {
            let picked = self.push_cond(Cond::Exists(NumId::slot(slot)));
            self.unless(picked)
        })
    }

    fn modes(&mut self, question: &Question, modes: &[Mode], slot: u16) {
        let mut guards = Vec::new();
        for mode in modes {
            let cond = match &mode.guard {
                Some(guard) => self.cond(guard),
                None => self.push_cond(Cond::Const(true)),
            };
            guards.push(cond.0);
        }
        let guards = self.args(&guards);
        let names = modes.iter().map(|mode| mode.name.clone()).collect();
        let chooser = self.num(&question.chooser);
        self.block_choice(question, chooser, ChoiceKind::Modes(guards), names, slot);
        let mut ends = Vec::from_iter(self.unless_declined(question, slot));
        let branches = self.switch(slot, modes.len());
        let span = self.span;
        for (i, mode) in modes.iter().enumerate() {
            self.out.jumps[branches + i] = self.here();
            self.span = span;
            self.stmts(&mode.stmts);
            ends.push(self.jump_on());
        }
        for end in ends {
            self.land(end);
        }
    }

    /// Emits the choice of an action, and unless `later`, its call.
    fn window(&mut self, question: &Question, (window, slot): (WindowId, u16), later: bool) {
        let other = self.other(&question.chooser);
        let chooser = other.map_or(NumId::ME, NumId::slot);
        self.block_choice(question, chooser, ChoiceKind::Window(window), Vec::new(), slot);
        if later {
            return;
        }
        let declined = self.unless_declined(question, slot);
        self.run_action(other, window, slot);
        if let Some(declined) = declined {
            self.land(declined);
        }
    }

    /// Emits the call of an action chosen earlier.
    fn action(&mut self, chooser: &Expr, window: WindowId, pick: &Expr) {
        let ExprKind::Local(pick) = pick.kind else { return };
        let other = self.other(chooser);
        self.run_action(other, window, pick.0);
    }

    /// Allocates a slot for the acting player, if that is not the active player, and one for the player
    /// active before.
    fn other(&mut self, chooser: &Expr) -> Option<u16> {
        (!matches!(chooser.kind, ExprKind::Me)).then(|| {
            let other = self.fresh_slots(2);
            let player = self.num(chooser);
            self.emit(Instr::Let(other, player));
            other
        })
    }

    /// Emits the call of the action in the slot. The acting player is active while it runs.
    fn run_action(&mut self, other: Option<u16>, window: WindowId, slot: u16) {
        if let Some(chooser) = other {
            let active = self.push_num(Num::Active);
            self.emit(Instr::Let(chooser + 1, active));
            self.emit(Instr::Activate(NumId::slot(chooser)));
        }
        let mut ends = Vec::new();
        let branches = self.switch(slot, self.checked.windows[window.index()].actions.len());
        for (i, action) in self.checked.windows[window.index()].actions.iter().enumerate() {
            self.out.jumps[branches + i] = self.here();
            let targets: Vec<u32> =
                (0..action.targets.len() as u16).map(|t| NumId::slot(slot + 1 + t).0).collect();
            let args = self.args(&targets);
            let at = self.emit(Instr::Call(0, 0, args));
            self.action_calls.push((at, window, i));
            ends.push(self.jump_on());
        }
        for end in ends {
            self.land(end);
        }
        if let Some(chooser) = other {
            self.emit(Instr::Activate(NumId::slot(chooser + 1)));
        }
    }

    /// Emits a step of a simultaneous choice.
    fn together(&mut self, step: Together, picked: Picked, locals: &[Expr]) {
        let slot = |expr: &Expr| if let ExprKind::Local(id) = expr.kind { id.0 } else { 0 };
        let [pick, who, asking, ..] = locals else { return };
        match step {
            Together::Begin => {
                let kept = self.keep(picked, pick, (slot(who), slot(asking)));
                self.kept.insert(slot(pick), kept);
                self.asking = Some(kept);
            }
            Together::Tell => self.asking = None,
            Together::Keep | Together::Take => {}
        }
        if let Some(kept) = self.kept.get(&slot(pick)) {
            self.emit(Instr::Together(step, *kept));
        }
    }

    /// Allocates slots for the choices of all seats.
    fn keep(&mut self, picked: Picked, pick: &Expr, (who, asking): (u16, u16)) -> KeptId {
        let slot = if let ExprKind::Local(id) = pick.kind { id.0 } else { 0 };
        let ty = pick.ty.present();
        let sort = match picked {
            Picked::Action(window) => KeptSort::Action(window),
            Picked::Value if ty.is_list() && ty.element().is_card() => KeptSort::Cards,
            Picked::Value if ty.is_list() => KeptSort::List,
            Picked::Value if ty.is_card() => KeptSort::Card,
            Picked::Value => KeptSort::Value,
        };
        let first = self.fresh_slots(sort.slots() * u16::from(self.out.players));
        for seat in 0..u16::from(self.out.players) {
            self.cards.extend(sort.cards().iter().map(|card| first + seat * sort.slots() + card));
        }
        let id = KeptId(self.out.kept.len() as u32);
        self.out.kept.push(Kept { pick: slot, who, asking, first, sort });
        id
    }

    /// Emits a switch on a slot. Branch targets are written to the jumps from the returned index on.
    fn switch(&mut self, slot: u16, branches: usize) -> usize {
        let first = self.out.jumps.len();
        self.out.jumps.resize(first + branches, 0);
        self.emit(Instr::Switch(slot, branches as u16, first as u32));
        first
    }

    fn slot_is(&mut self, slot: u16, value: i32) -> CondId {
        let value = self.const_num(value);
        self.push_cond(Cond::Eq(NumId::slot(slot), value))
    }

    fn may(&mut self, question: &Question, body: &[Stmt], slot: u16) {
        let chooser = self.num(&question.chooser);
        self.block_choice(question, chooser, ChoiceKind::YesNo, Vec::new(), slot);
        let cond = self.slot_is(slot, 1);
        let unless = self.unless(cond);
        self.stmts(body);
        self.land(unless);
    }

    /// Shows a card to all players, if it exists.
    fn disclose(&mut self, card: &Expr) {
        let (ty, span) = (Type::PLAYER.list(), card.span);
        let all = Expr { kind: ExprKind::AllPlayers(None), ty, span };
        let there = Expr { ty: card.ty.present(), ..card.clone() };
        let show = hir::Act::Show { cards: there, players: all };
        let show = Stmt { kind: StmtKind::Act(Box::new(show), false), span };
        if !card.ty.is_optional() {
            return self.stmt(&show);
        }
        let test = Expr { kind: ExprKind::Exists(Box::new(card.clone())), ty: Type::BOOL, span };
        self.stmt(&Stmt { kind: StmtKind::If(test, ThenBlock(vec![show]), ElseBlock::default()), span });
    }

    /// Emits a log line. If a fact is a variable that only its player sees and the line is not open, the
    /// owners of all facts are appended to its arguments.
    fn say(&mut self, message: MessageId, args: &[Expr], openly: bool) {
        let owner = |arg: &Expr| {
            let ExprKind::VarOf(var, of) = &arg.kind else { return None };
            let owners = self.checked.vars[var.index()].owner_sees && !openly;
            owners.then(|| (**of).clone())
        };
        let owners: Vec<Option<Expr>> = args.iter().map(owner).collect();
        let mut ids: Vec<u32> = args.iter().map(|arg| self.num(arg).0).collect();
        if owners.iter().any(Option::is_some) {
            let whose = owners.iter().map(|of| of.as_ref().map_or(NumId::NOTHING, |of| self.num(of)));
            ids.extend(whose.map(|id| id.0).collect::<Vec<_>>());
        }
        let args = self.args(&ids);
        self.emit(Instr::Say(message, args));
    }

    /// Emits an event, or nothing if no card reacts to it. Returns the slot of its first fact.
    pub(super) fn emit_event(&mut self, event: EventId, args: Args) -> Option<u16> {
        if !self.listened[event.index()] {
            return None;
        }
        let facts = self.checked.events[event.index()].params.len() as u16;
        let slot = self.fresh_slots(facts + 3);
        for (i, (_, ty)) in self.checked.events[event.index()].params.iter().enumerate() {
            if ty.is_card() {
                self.cards.push(slot + i as u16);
            }
        }
        self.emit(Instr::Emit(event, slot, args));
        self.emit(Instr::Dispatch(event, slot));
        Some(slot)
    }

    /// Runs the steps in order, each under its condition. The parameters are evaluated once.
    fn run_steps(&mut self, steps: StepsId, args: &[Expr]) {
        let def = &self.checked.steps[steps.index()];
        let first = self.fresh_slots(args.len() as u16);
        for (i, arg) in args.iter().enumerate() {
            if arg.ty.is_card() {
                self.cards.push(first + i as u16);
            }
            let num = self.num(arg);
            self.emit(Instr::Let(first + i as u16, num));
        }
        let slots: Vec<u32> = (0..args.len() as u16).map(|i| NumId::slot(first + i).0).collect();
        let args = self.args(&slots);
        for (i, (event, _)) in def.order.iter().enumerate() {
            let unless = self.step_conditions[steps.index()][i].map(|function| {
                let value = self.push_num(Num::Call(function, args));
                let cond = self.push_cond(Cond::Is(value));
                self.unless(cond)
            });
            self.emit_event(*event, args);
            if let Some(unless) = unless {
                self.land(unless);
            }
        }
    }
}
