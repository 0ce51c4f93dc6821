//! A checked ruleset as text, for people and for snapshots: every declaration, then every body with names resolved.
//!
//! A local is `$slot`, `self` and parameters included; `e: type` gives the type where it can't be seen from the
//! expression; what the checker has added (`decimal(…)`, `cards(zone)`) is written out.

use std::fmt::Write;

use super::*;
use crate::acts::Visit;
use crate::language::GAME;
use crate::types::Base;

/// The whole ruleset.
pub fn print(checked: &Checked) -> String {
    printed(checked, true)
}

/// All that decides how a game goes: the ruleset without layout and texts. Neither places nor scenarios are in it.
pub fn rules(checked: &Checked) -> String {
    printed(checked, false)
}

fn printed(checked: &Checked, presentation: bool) -> String {
    let mut printer = Printer { checked, presentation, out: String::new() };
    printer.declarations();
    printer.bodies();
    printer.out
}

pub(super) struct Printer<'a> {
    pub checked: &'a Checked,
    presentation: bool,
    out: String,
}

macro_rules! line {
    ($self:ident, $($arg:tt)*) => {{
        let text = format!($($arg)*);
        $self.out.push_str(&text);
        $self.out.push('\n');
    }};
}

impl Printer<'_> {
    fn declarations(&mut self) {
        let c = self.checked;
        line!(self, "game {}: {}..{} players: {}", c.id, c.min_players, c.max_players, c.seats.join(", "));
        for option in &c.options {
            let ty = self.ty(option.ty);
            line!(
                self,
                "option {}: {ty} in {}..{} = {}",
                option.name,
                option.min,
                option.max,
                option.default
            );
        }
        for item in &c.enums {
            line!(self, "enum {}: {}", item.name, item.values.join(", "));
        }
        for kind in &c.kinds {
            let zones: Vec<&str> = kind.in_play.iter().map(|z| c.zones[z.index()].name.as_str()).collect();
            let per = if kind.per_player { " per player" } else { "" };
            line!(self, "kind {}{per} in play [{}]", kind.name, zones.join(", "));
            if let Some(active) = &kind.active {
                line!(self, "  active {}", self.lambda(active));
            }
        }
        for field in &c.fields {
            line!(self, "field {}.{}: {}", c.kinds[field.kind.index()].name, field.name, self.ty(field.ty));
        }
        for property in &c.properties {
            let (kind, ty) = (&c.kinds[property.kind.index()].name, self.ty(property.ty));
            let base = self.lambda(&property.base);
            line!(
                self,
                "property {kind}.{}: {ty} = {base}, stages [{}]",
                property.name,
                property.stages.join(", ")
            );
        }
        for design in &c.designs {
            let field =
                |(id, value): &(FieldId, Expr)| format!("{} {}", c.fields[id.index()].name, self.expr(value));
            let fields: Vec<String> = design.fields.iter().map(field).collect();
            let kind = &c.kinds[design.kind.index()].name;
            line!(self, "card {} x{}: {kind} {{ {} }}", design.name, design.copies, fields.join(", "));
        }
        self.table_top();
    }

    fn table_top(&mut self) {
        let c = self.checked;
        for spot in &c.spots {
            let shape = if spot.ring { "ring" } else { "line" };
            line!(self, "spot {} x{} in a {shape}", spot.name, self.expr(&spot.count));
        }
        for zone in &c.zones {
            let holds: Vec<&str> = zone.holds.iter().map(|k| c.kinds[k.index()].name.as_str()).collect();
            let order = if zone.ordered { ", ordered" } else { "" };
            let max = zone.max.map_or(String::new(), |max| format!(", max {max}"));
            let concealed = zone
                .concealed
                .as_ref()
                .map_or(String::new(), |e| format!(", concealed while {}", self.expr(e)));
            let holder = self.holder(zone.holder);
            line!(
                self,
                "zone {holder}{}: {}, seen by {:?}{order}{max}{concealed}",
                zone.name,
                holds.join(", "),
                zone.sees
            );
        }
        for var in &c.vars {
            let init = var.init.as_ref().map_or(String::new(), |e| format!(" = {}", self.expr(e)));
            let life = var.lifetime.map_or(GAME, |id| c.phases[id.index()].name.as_str());
            let by_name = if var.by_name { " by name" } else { "" };
            let seen = match (var.owner_sees, var.ty.base) {
                (false, _) => String::new(),
                (true, Base::Int) => format!(", seen by its player, in {}..{}", var.within.0, var.within.1),
                (true, _) => ", seen by its player".to_owned(),
            };
            let (holder, ty) = (self.holder(var.holder), self.ty(var.ty));
            line!(self, "var {holder}{}: {ty}{by_name}{init} for {life}{seen}", var.name);
        }
        for table in &c.tables {
            line!(self, "table {}[{}]: {:?}", table.name, self.ty(table.key), table.rows);
        }
        for event in &c.events {
            line!(self, "event {}({}) about {:?}", event.name, self.params(&event.params), event.subject);
        }
        for message in &c.messages {
            let named = message.params.iter().zip(&message.by_name).filter(|(_, by_name)| **by_name);
            let named: String = named.map(|((name, _), _)| format!(", {name} by name")).collect();
            line!(self, "message {}({}){named}", message.name, self.params(&message.params));
        }
        for steps in &c.steps {
            line!(self, "steps {}({})", steps.name, self.params(&steps.params));
            for (event, cond) in &steps.order {
                let cond = cond.as_ref().map_or(String::new(), |l| format!(" if {}", self.lambda(l)));
                line!(self, "  {}{cond}", c.events[event.index()].name);
            }
        }
        if !c.decisions.is_empty() {
            line!(self, "decisions: {}", c.decisions.join(", "));
        }
        if self.presentation {
            self.layout();
            self.texts();
        }
    }

    /// Texts that are not the same in every game.
    fn texts(&mut self) {
        let languages = &self.checked.texts.languages;
        let texts = languages.iter().flat_map(|(language, def)| def.texts.iter().map(move |t| (language, t)));
        for (language, (key, text)) in texts {
            for (when, said) in &text.cases {
                line!(self, "text {language} {key} if {}: {said:?}", self.expr(when));
            }
            let settings: Vec<&str> = text.settings.iter().map(|(word, _)| word.as_str()).collect();
            if !text.cases.is_empty() || !settings.is_empty() {
                line!(self, "text {language} {key}: {:?} with [{}]", text.last, settings.join(", "));
            }
        }
    }

    fn layout(&mut self) {
        for (part, shown) in self.checked.layout.parts(self.checked) {
            line!(self, "layout {part}: {}", shown.join(", "));
        }
    }

    fn bodies(&mut self) {
        let c = self.checked;
        for function in &c.functions {
            let (params, ty) = (self.params(&function.params), self.ty(function.body.body.ty));
            line!(self, "\nfunction {}({params}): {ty} = {}", function.name, self.lambda(&function.body));
        }
        for procedure in &c.procedures {
            line!(
                self,
                "\nprocedure {}({}){}",
                procedure.name,
                self.params(&procedure.params),
                slots(procedure.body.locals, &procedure.body.cards)
            );
            self.stmts(&procedure.body.stmts, 1);
        }
        for window in &c.windows {
            line!(self, "\nwindow {}", window.name);
            for action in &window.actions {
                let targets: Vec<String> = action.targets.iter().map(|t| self.lambda(t)).collect();
                let when =
                    action.when.as_ref().map_or(String::new(), |w| format!(" when {}", self.lambda(w)));
                let shows: String = match self.presentation {
                    true => {
                        action.shows.iter().map(|(n, e)| format!(" shows {n} {}", self.lambda(e))).collect()
                    }
                    false => String::new(),
                };
                line!(
                    self,
                    "  action {}({}){when}{shows}{}",
                    action.name,
                    targets.join("; "),
                    slots(action.body.locals, &action.body.cards)
                );
                self.stmts(&action.body.stmts, 2);
            }
        }
        for handler in &c.handlers {
            let any = if handler.any { "any " } else { "" };
            let event = &c.events[handler.event.index()].name;
            line!(
                self,
                "\n{} on {any}{event}{}",
                self.bearer(handler.bearer),
                slots(handler.body.locals, &handler.body.cards)
            );
            self.stmts(&handler.body.stmts, 1);
        }
        for modifier in &c.modifiers {
            self.modifier(modifier);
        }
        if !c.setup.stmts.is_empty() {
            line!(self, "\nsetup{}", slots(c.setup.locals, &c.setup.cards));
            self.stmts(&c.setup.stmts, 1);
        }
        for phase in &c.phases {
            self.phase(phase);
        }
        self.score();
    }

    fn modifier(&mut self, modifier: &ModifierDef) {
        let property = &self.checked.properties[modifier.property.index()];
        let stage = &property.stages[usize::from(modifier.stage)];
        let (bearer, value) = (self.bearer(modifier.bearer), self.lambda(&modifier.value));
        line!(self, "\n{bearer} modifies {} at {stage}: {:?} {value}", property.name, modifier.op);
        if let Some(applies) = &modifier.applies {
            line!(self, "  of {}", self.lambda(applies));
        }
        if let Some(condition) = &modifier.condition {
            line!(self, "  while {}", self.lambda(condition));
        }
    }

    fn phase(&mut self, phase: &PhaseDef) {
        let repeat = match &phase.repeat {
            Repeat::Once => "once".to_owned(),
            Repeat::Forever => "for ever".to_owned(),
            Repeat::Times(n) => format!("{} times", self.expr(n)),
            Repeat::While(cond) => format!("while {}", self.expr(cond)),
            Repeat::Each(list) => format!("for each of {}", self.expr(list)),
        };
        let parent =
            phase.parent.map_or(String::new(), |id| format!(" in {}", self.checked.phases[id.index()].name));
        line!(self, "\nphase {}{parent} {repeat}{}", phase.name, slots(phase.locals, &phase.cards));
        for (word, expr) in [("when", &phase.when), ("active", &phase.active), ("until", &phase.until)] {
            if let Some(expr) = expr {
                line!(self, "  {word} {}", self.expr(expr));
            }
        }
        self.stmts(&phase.body, 1);
        for child in &phase.children {
            line!(self, "  phase {}", self.checked.phases[child.index()].name);
        }
        self.stmts(&phase.end, 1);
    }

    fn score(&mut self) {
        let score = &self.checked.score;
        if let Some(total) = &score.total {
            line!(self, "\nscore {}: {}", self.ty(total.body.ty), self.lambda(total));
        }
        for (name, part) in &score.lines {
            line!(self, "  line {name} {}", self.lambda(part));
        }
        for tie in &score.ties {
            line!(self, "  tie {}", self.lambda(tie));
        }
    }

    fn stmts(&mut self, stmts: &[Stmt], depth: usize) {
        for stmt in stmts {
            self.stmt(&stmt.kind, depth);
        }
    }

    fn block(&mut self, head: &str, body: &[Stmt], depth: usize) {
        self.put(depth, head);
        self.stmts(body, depth + 1);
    }

    fn put(&mut self, depth: usize, text: &str) {
        line!(self, "{}{text}", "  ".repeat(depth));
    }

    fn stmt(&mut self, stmt: &StmtKind, depth: usize) {
        let e = |expr: &Expr| self.expr(expr);
        match stmt {
            StmtKind::Modes { question, modes, local } => {
                let chooses = if question.may { "may choose one as" } else { "chooses one as" };
                self.put(depth, &format!("${} = {}", local.0, self.question(question, chooses)));
                for (name, guard, body) in modes {
                    let guard = guard.as_ref().map_or(String::new(), |g| format!(" when {}", self.expr(g)));
                    self.block(&format!("{name}{guard}"), body, depth + 1);
                }
            }
            StmtKind::May { question, body, local } => {
                self.block(&format!("${} = {}", local.0, self.question(question, "may")), body, depth);
            }
            StmtKind::If(cond, yes, no) => {
                self.block(&format!("if {}", e(cond)), yes, depth);
                if !no.is_empty() {
                    self.block("else", no, depth);
                }
            }
            StmtKind::For(local, list, body) => {
                self.block(&format!("for ${} in {}", local.0, e(list)), body, depth)
            }
            StmtKind::While(cond, body) => self.block(&format!("while {}", e(cond)), body, depth),
            StmtKind::Repeat(local, n, body) => {
                self.block(&format!("repeat ${} {}", local.0, e(n)), body, depth)
            }
            StmtKind::Let(..)
            | StmtKind::Random(..)
            | StmtKind::Choose(..)
            | StmtKind::Window { .. }
            | StmtKind::Set(..)
            | StmtKind::SetNumber(..)
            | StmtKind::Stop
            | StmtKind::Act(_)
            | StmtKind::Do(..)
            | StmtKind::Emit(..)
            | StmtKind::Run(..)
            | StmtKind::Say(..)
            | StmtKind::EndGame => self.put(depth, &self.simple(stmt)),
        }
    }

    /// A statement without blocks.
    fn simple(&self, stmt: &StmtKind) -> String {
        let c = self.checked;
        let e = |expr: &Expr| self.expr(expr);
        match stmt {
            StmtKind::Let(local, value) => format!("${}: {} = {}", local.0, self.ty(value.ty), e(value)),
            StmtKind::Choose(local, choice) => self.choice(*local, choice),
            StmtKind::SetNumber(id, value) => format!("{}.number = {}", c.phases[id.index()].name, e(value)),
            StmtKind::Set(var, None, value, _) => format!("{} = {}", c.vars[var.index()].name, e(value)),
            StmtKind::Set(var, Some(of), value, _) => {
                format!("{}.{} = {}", e(of), c.vars[var.index()].name, e(value))
            }
            StmtKind::Act(act) => act.visit(&mut Operands(self)).to_string(),
            StmtKind::Do(id, args) => format!("do {}({})", c.procedures[id.index()].name, self.list(args)),
            StmtKind::Emit(id, args) => format!("emit {}({})", c.events[id.index()].name, self.list(args)),
            StmtKind::Run(id, args) => format!("run {}({})", c.steps[id.index()].name, self.list(args)),
            StmtKind::Say(id, args, openly) => {
                let openly = if *openly { " openly" } else { "" };
                format!("say {}({}){openly}", c.messages[id.index()].name, self.list(args))
            }
            StmtKind::Window { question, window, local } => {
                let chooses = if question.may { "may choose one of" } else { "chooses one of" };
                let words = format!("{chooses} {} as", c.windows[window.index()].name);
                format!("${} = {}", local.0, self.question(question, &words))
            }
            StmtKind::Random(local, list) => format!("${} = chance chooses from {}", local.0, e(list)),
            StmtKind::EndGame => "end game".to_owned(),
            StmtKind::Stop => "stop".to_owned(),
            StmtKind::Modes { .. }
            | StmtKind::May { .. }
            | StmtKind::If(..)
            | StmtKind::For(..)
            | StmtKind::While(..)
            | StmtKind::Repeat(..) => String::new(),
        }
    }

    /// Who is asked with these words for what.
    fn question(&self, question: &Question, words: &str) -> String {
        let (chooser, decision) = (self.expr(&question.chooser), self.decision(question.decision));
        let secretly = if question.secretly { " secretly" } else { "" };
        let always = if question.always { " always asked" } else { "" };
        format!("{chooser} {words} {decision}{secretly}{always}")
    }

    fn choice(&self, local: LocalId, choice: &ChoiceDef) -> String {
        let mut out = format!("${} = {}", local.0, self.expr(&choice.chooser));
        out.push_str(if choice.may { " may choose " } else { " chooses " });
        if let Some((min, max)) = &choice.count {
            let max = max.as_ref().map_or(String::new(), |max| format!("..{}", self.expr(max)));
            let _ = write!(out, "{}{max} of ", self.expr(min));
        }
        let _ = write!(out, "{} as {}", self.expr(&choice.list), self.decision(choice.decision));
        out.push_str(if choice.secretly { " secretly" } else { "" });
        out.push_str(if choice.always { " always asked" } else { "" });
        out
    }

    fn decision(&self, id: DecisionId) -> &str {
        &self.checked.decisions[id.index()]
    }

    fn lambda(&self, lambda: &Lambda) -> String {
        format!("{} [{} slots]", self.expr(&lambda.body), lambda.locals)
    }

    pub(super) fn list(&self, exprs: &[Expr]) -> String {
        exprs.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn params(&self, params: &[(String, Type)]) -> String {
        params.iter().map(|(name, ty)| format!("{name}: {}", self.ty(*ty))).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn expr(&self, expr: &Expr) -> String {
        expr.kind.words(self, expr.ty)
    }

    /// Up to so many of a list; of a zone they are the top ones.
    pub(super) fn prefix(&self, n: &Expr, list: &Expr) -> String {
        if let ExprKind::ZoneCards(zone) = &list.kind {
            return format!("top({}, {})", self.expr(n), self.expr(zone));
        }
        format!("{} of {}", self.expr(n), self.expr(list))
    }

    pub(super) fn constant(&self, n: i32, ty: Type) -> String {
        match ty.base {
            Base::Bool => (n != 0).to_string(),
            Base::Decimal => {
                format!("{}{}.{:03}", if n < 0 { "-" } else { "" }, (n / 1000).abs(), (n % 1000).abs())
            }
            Base::Enum(id) => {
                let def = &self.checked.enums[id.index()];
                format!("{}.{}", def.name, def.values.get(n as usize).map_or("?", String::as_str))
            }
            Base::Int => n.to_string(),
            Base::Card
            | Base::Kind(_)
            | Base::Design(_)
            | Base::Player
            | Base::Spot(_)
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => format!("{} {n}", self.ty(ty)),
        }
    }

    fn holder(&self, holder: Holder) -> String {
        let c = self.checked;
        match holder {
            Holder::Game => String::new(),
            Holder::Player => "player.".to_owned(),
            Holder::Spot(id) => format!("{}.", c.spots[id.index()].name),
            Holder::Kind(id) => format!("{}.", c.kinds[id.index()].name),
            Holder::Design(id) => format!("{}.", c.designs[id.index()].name),
        }
    }

    pub(super) fn bearer(&self, bearer: Bearer) -> &str {
        match bearer {
            Bearer::Kind(id) => &self.checked.kinds[id.index()].name,
            Bearer::Design(id) => &self.checked.designs[id.index()].name,
        }
    }

    fn ty(&self, ty: Type) -> String {
        let c = self.checked;
        let base = match ty.base {
            Base::Enum(id) => c.enums[id.index()].name.clone(),
            Base::Kind(id) => c.kinds[id.index()].name.clone(),
            Base::Design(id) => c.designs[id.index()].name.clone(),
            Base::Spot(id) => c.spots[id.index()].name.clone(),
            Base::Int
            | Base::Decimal
            | Base::Bool
            | Base::Card
            | Base::Player
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => format!("{:?}", ty.base).to_lowercase(),
        };
        let list = if ty.list { "list of " } else { "" };
        format!("{list}{base}{}", if ty.optional { "?" } else { "" })
    }
}

/// Prints the operands of an act.
struct Operands<'p, 'c>(&'p Printer<'c>);

impl<'a> Visit<'a, Expr, Expr, Expr> for Operands<'_, '_> {
    type One = String;
    type Several = String;
    type List = String;

    fn one(&mut self, operand: &'a Expr) -> String {
        self.0.expr(operand)
    }

    fn several(&mut self, operand: &'a Expr) -> String {
        self.0.expr(operand)
    }

    fn list(&mut self, operand: &'a Expr) -> String {
        self.0.expr(operand)
    }
}

/// Slots of a body, and which hold cards.
fn slots(locals: u16, cards: &[CardSlot]) -> String {
    let card = |slot: &CardSlot| format!("${}{}", slot.at, if slot.list { ".." } else { "" });
    let cards: Vec<String> = cards.iter().map(card).collect();
    let cards = if cards.is_empty() { "none".to_owned() } else { cards.join(" ") };
    format!(" [{locals} slots, cards in {cards}]")
}
