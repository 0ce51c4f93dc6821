//! A checked ruleset as text, for debugging and snapshots.
//!
//! Every declaration is printed, then every body with names resolved. A local is printed as `$slot`,
//! including `self` and parameters; `e: type` gives the type if the expression doesn't show it. Conversions
//! added by the checker (`decimal(…)`, `cards(zone)`) are printed explicitly.

use super::*;
use crate::types::{Base, card_bases, no_bases, place_bases};

/// Prints all sections of a ruleset.
pub fn print(checked: &Checked) -> String {
    printed(checked, true)
}

/// Prints everything that affects the course of a game: the ruleset without layout, texts, source locations
/// and scenarios.
pub fn rules(checked: &Checked) -> String {
    printed(checked, false)
}

/// Prints a value known before a game as a ruleset would write it. Returns `None` if no literal denotes the
/// value.
pub fn constant(checked: &Checked, n: i32, ty: Type) -> Option<String> {
    let printer = Printer { checked, presentation: false, out: String::new() };
    match ty.base() {
        _ if n == crate::numbers::NONE => Some("nothing".to_owned()),
        Base::Decimal => {
            let text = printer.constant(n, ty);
            Some(text.trim_end_matches('0').trim_end_matches('.').to_owned())
        }
        Base::Int | Base::Bool | Base::Enum(_) | Base::Name(_) => Some(printer.constant(n, ty)),
        card_bases!() | place_bases!() | no_bases!() => None,
    }
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

// after the macro that both modules use
mod declared;
mod stmt;

impl Printer<'_> {
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
            if let Some(zones) = &handler.zones {
                let zones: Vec<&str> = zones.iter().map(|zone| c.zones[zone.index()].name.as_str()).collect();
                line!(self, "  in {}", zones.join(", "));
            }
            if let Some(when) = &handler.when {
                line!(self, "  while {}", self.lambda(when));
            }
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
        if score.lowest {
            line!(self, "  the least wins");
        }
        if let Some(won) = &score.won {
            line!(self, "\nwon {}", self.lambda(won));
        }
        for (name, part) in &score.lines {
            line!(self, "  line {name} {}", self.lambda(part));
        }
        for tie in &score.ties {
            line!(self, "  tie {}", self.lambda(tie));
        }
        // statistics don't affect a game
        for (name, statistic) in self.checked.statistics.iter().filter(|_| self.presentation) {
            line!(self, "\nstatistic {name} {}", self.lambda(statistic));
        }
        // a hint is no rule: saved games stay valid when it changes
        if let Some(hint) = score.hint.as_ref().filter(|_| self.presentation) {
            line!(self, "bot value {}", self.lambda(hint));
        }
        if let Some(goal) = score.goal.filter(|_| self.presentation) {
            line!(self, "bot wants {}", goal.word());
        }
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

    /// Prints the first elements of a list, or the top cards of a zone.
    pub(super) fn prefix(&self, n: &Expr, list: &Expr) -> String {
        if let ExprKind::ZoneCards(zone) = &list.kind {
            return format!("top({}, {})", self.expr(n), self.expr(zone));
        }
        format!("{} of {}", self.expr(n), self.expr(list))
    }

    /// Prints the sizes of subsets, after a comma.
    pub(super) fn sizes(&self, least: Option<&Expr>, most: Option<&Expr>) -> String {
        let most = most.map_or_else(String::new, |most| format!("..{}", self.expr(most)));
        least.map_or_else(String::new, |least| format!(", {}{most}", self.expr(least)))
    }

    pub(super) fn unary(&self, op: Unary, operand: &Expr) -> String {
        op.words(self.expr(operand), |spots| self.checked.spots[spots.index()].name.clone())
    }

    pub(super) fn binary(&self, op: Binary, a: &Expr, b: &Expr) -> String {
        let (a, b) = (self.expr(a), self.expr(b));
        match op.number() {
            (_, Some(_)) => op.words(a, b, |spots| self.checked.spots[spots.index()].name.clone()),
            (_, None) => format!("({a} {} {b})", format!("{op:?}").to_lowercase()),
        }
    }

    pub(super) fn constant(&self, n: i32, ty: Type) -> String {
        match ty.base() {
            Base::Bool => (n != 0).to_string(),
            Base::Decimal => {
                format!("{}{}.{:03}", if n < 0 { "-" } else { "" }, (n / 1000).abs(), (n % 1000).abs())
            }
            Base::Enum(id) => {
                let def = &self.checked.enums[id.index()];
                format!("{}.{}", def.name, def.values.get(n as usize).map_or("?", String::as_str))
            }
            Base::Name(_) => self.design(n).to_owned(),
            Base::Int => n.to_string(),
            card_bases!() | place_bases!() | no_bases!() => format!("{} {n}", self.ty(ty)),
        }
    }

    fn design(&self, n: i32) -> &str {
        let design = usize::try_from(n).ok().and_then(|n| self.checked.designs.get(n));
        design.map_or("?", |design| &design.name)
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

    pub(super) fn ty(&self, ty: Type) -> String {
        let c = self.checked;
        ty.written(&|base| match base {
            Base::Enum(id) => c.enums[id.index()].name.clone(),
            Base::Kind(id) => c.kinds[id.index()].name.clone(),
            Base::Design(id) => c.designs[id.index()].name.clone(),
            Base::Spot(id) => c.spots[id.index()].name.clone(),
            Base::Int
            | Base::Decimal
            | Base::Bool
            | Base::Card
            | Base::Name(_)
            | Base::Player
            | Base::Zone
            | Base::Nothing
            | Base::Unknown => format!("{base:?}").to_lowercase(),
        })
    }
}

/// Prints the number of slots in a body, and the slots that hold cards.
fn slots(locals: u16, cards: &[u16]) -> String {
    let cards: Vec<String> = cards.iter().map(|slot| format!("${slot}")).collect();
    let cards = if cards.is_empty() { "none".to_owned() } else { cards.join(" ") };
    format!(" [{locals} slots, cards in {cards}]")
}
