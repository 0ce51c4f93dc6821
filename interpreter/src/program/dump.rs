//! A program as text, for people and for snapshots.

mod filters;

use std::fmt::Write;

use super::*;
use crate::acts::Visit;
use crate::language::Fixed;

/// The whole listing: procedures, phases, abilities, each instruction with its expressions.
pub fn dump(program: &Program) -> String {
    let mut out = String::new();
    let names = entries(program);
    for (pc, instr) in program.code.iter().enumerate() {
        if let Some(name) = names.iter().find(|(at, _)| *at as usize == pc) {
            let _ = writeln!(out, "\n{}:", name.1);
        }
        let _ = writeln!(out, "{pc:5}  {}", instruction(program, instr));
    }
    for (i, property) in program.properties.iter().enumerate() {
        let name = &program.checked.properties[i].name;
        let _ = writeln!(out, "\nproperty {name} = {}", num(program, property.base.body));
    }
    for (i, modifier) in program.modifiers.iter().enumerate() {
        let _ = write!(
            out,
            "modifier {i}: order {} {:?} {}",
            modifier.order,
            modifier.op,
            num(program, modifier.value.body)
        );
        if let Some(applies) = modifier.applies {
            let _ = write!(out, " where {}", cond(program, applies.body));
        }
        if let Some(condition) = modifier.condition {
            let _ = write!(out, " while {}", cond(program, condition.body));
        }
        out.push('\n');
    }
    filters::filters(program, &mut out);
    out
}

fn entries(program: &Program) -> Vec<(Pc, String)> {
    let checked = &program.checked;
    let mut names = vec![(program.main.entry, "main".to_owned())];
    names.extend(
        program
            .procedures
            .iter()
            .zip(&checked.procedures)
            .map(|(p, def)| (p.entry, format!("procedure {}", def.name))),
    );
    names.extend(
        program
            .phases
            .iter()
            .zip(&checked.phases)
            .map(|(p, def)| (p.proc.entry, format!("phase {}", def.name))),
    );
    for (window, def) in program.windows.iter().zip(&checked.windows) {
        names.extend(
            window
                .iter()
                .zip(&def.actions)
                .map(|(a, d)| (a.proc.entry, format!("action {}.{}", def.name, d.name))),
        );
    }
    for (handler, def) in program.handlers.iter().zip(&checked.handlers) {
        let bearer = match def.bearer {
            crate::hir::Bearer::Kind(k) => &checked.kinds[k.index()].name,
            crate::hir::Bearer::Design(d) => &checked.designs[d.index()].name,
        };
        names.push((handler.proc.entry, format!("{bearer} on {}", checked.events[def.event.index()].name)));
    }
    names
}

fn instruction(program: &Program, instr: &Instr) -> String {
    let n = |id| num(program, id);
    match *instr {
        Instr::Let(slot, v) => format!("let ${slot} = {}", n(v)),
        Instr::LetList(slot, l) => format!("let ${slot}.. = {}", list(program, l)),
        Instr::Store(at, v) => format!("[{at}] = {}", n(v)),
        Instr::StoreOf(at, of, v) => format!("[{at} + {}] = {}", n(of), n(v)),
        Instr::Jump(to) => format!("jump {to}"),
        Instr::Unless(c, to) => format!("unless {} jump {to}", cond(program, c)),
        Instr::Switch(slot, count, first) => {
            let jumps = &program.jumps[first as usize..first as usize + usize::from(count)];
            format!("switch ${slot} to {}", jumps.iter().map(Pc::to_string).collect::<Vec<_>>().join(" "))
        }
        Instr::ForStart(slot, l) => format!("for ${slot} in {}", list(program, l)),
        Instr::ForNext(slot, to) => format!("next ${slot} else {to}"),
        Instr::RepeatNext(slot, to) => format!("repeat ${slot} else {to}"),
        Instr::Return => "return".to_owned(),
        Instr::Call(entry, slots, a) => format!("call {entry} slots {slots} ({})", args(program, a)),
        Instr::Emit(event, slot, a) => {
            format!("emit {} at ${slot} ({})", program.checked.events[event.index()].name, args(program, a))
        }
        Instr::Dispatch(event, slot) => {
            format!("dispatch {} at ${slot}", program.checked.events[event.index()].name)
        }
        Instr::Act(id) => program.acts[id.0 as usize].visit(&mut Shown(program)).to_string(),
        Instr::Choose(id, slot) => choice(program, id, slot),
        Instr::Random(slot, l) => format!("${slot} = chance of {}", list(program, l)),
        Instr::Say(message, a) => {
            format!("say {} ({})", program.checked.messages[message.index()].name, args(program, a))
        }
        Instr::Activate(p) => format!("activate {}", n(p)),
        Instr::Begin { phase, .. } => format!("begin {}", program.checked.phases[phase.index()].name),
        Instr::Count(p) => format!("count {}", program.checked.phases[p.index()].name),
        Instr::Reset(p) => format!("reset {}", program.checked.phases[p.index()].name),
        Instr::End => "end".to_owned(),
    }
}

fn choice(program: &Program, id: ChoiceId, slot: u16) -> String {
    let op = &program.choices[id.0 as usize];
    let kind = match op.kind {
        ChoiceKind::List(l) => list(program, l),
        ChoiceKind::Modes(_) => op.modes.join("|"),
        ChoiceKind::Window(w) => format!("window {}", program.checked.windows[w.index()].name),
        ChoiceKind::YesNo => "yes|no".to_owned(),
    };
    let may = if op.may { "may " } else { "" };
    format!(
        "${slot} = {} {may}choose {} from {kind}",
        num(program, op.chooser),
        program.checked.decisions[op.decision.index()]
    )
}

/// Prints the operands of an act.
struct Shown<'p>(&'p Program);

impl<'a> Visit<'a, NumId, What, ListId> for Shown<'_> {
    type One = String;
    type Several = String;
    type List = String;

    fn one(&mut self, operand: &'a NumId) -> String {
        num(self.0, *operand)
    }

    fn several(&mut self, operand: &'a What) -> String {
        match *operand {
            What::One(id) => num(self.0, id),
            What::List(id) => list(self.0, id),
        }
    }

    fn list(&mut self, operand: &'a ListId) -> String {
        list(self.0, *operand)
    }
}

fn args(program: &Program, args: Args) -> String {
    program.args_of(args).iter().map(|id| num(program, NumId(*id))).collect::<Vec<_>>().join(", ")
}

fn num(program: &Program, id: NumId) -> String {
    let n = |id| num(program, id);
    let l = |id| list(program, id);
    let node = match id.operand() {
        Operand::Slot(s) => return format!("${s}"),
        Operand::Const(v) => return v.to_string(),
        Operand::Cell(at) => return format!("[{at}]"),
        Operand::Me => return Fixed::Me.name().to_owned(),
        Operand::Nothing => return "nothing".to_owned(),
        Operand::Node(i) => program.nums[i],
    };
    match node {
        Num::Const(v) => v.to_string(),
        Num::Active => "active".to_owned(),
        Num::CellOf(at, of) => format!("[{at} + {}]", n(of)),
        Num::CardCell { at, first, card, .. } => format!("[{at} + {} - {first}]", n(card)),
        Num::Field(column, card) => {
            let field = column as usize / program.checked.designs.len().max(1);
            format!("{}.{}", n(card), program.checked.fields[field].name)
        }
        Num::FieldOf(column, card) => {
            let field = column as usize / program.checked.designs.len().max(1);
            format!("{}?.{}", n(card), program.checked.fields[field].name)
        }
        Num::Property(p, card) => format!("{}.{}", n(card), program.checked.properties[p.index()].name),
        Num::Owner(c) => format!("{}.owner", n(c)),
        Num::Holder(c) => format!("{}.holder", n(c)),
        Num::Position(c) => format!("{}.position", n(c)),
        Num::Above(c) => format!("{}.above", n(c)),
        Num::Below(c) => format!("{}.below", n(c)),
        Num::Host(c) => format!("{}.host", n(c)),
        Num::SpotOf(s, c) => format!("{}.{}", n(c), program.checked.spots[usize::from(s)].name),
        Num::ZoneOf { base, of, .. } => format!("zone({base} + {})", n(of)),
        Num::CardZone(z, c) => format!("{}.{}", n(c), program.checked.zones[usize::from(z)].name),
        Num::Top(z) => format!("top({})", n(z)),
        Num::Bottom(z) => format!("bottom({})", n(z)),
        Num::Size(z) => format!("size({})", n(z)),
        Num::Left(p) => format!("{}.left", n(p)),
        Num::Right(p) => format!("{}.right", n(p)),
        Num::Score(p) => format!("{}.score", n(p)),
        Num::Succ(a) => format!("({} + 1)", n(a)),
        Num::Nth(_, a) => format!("nth({})", n(a)),
        Num::Step { forward, of, .. } => format!("{}.{}", n(of), if forward { "next" } else { "previous" }),
        Num::CopyOf { first, step, of, .. } => format!("copy({first} + {step} * {})", n(of)),
        Num::Add(a, b) => format!("({} + {})", n(a), n(b)),
        Num::Sub(a, b) => format!("({} - {})", n(a), n(b)),
        Num::Mul(a, b) => format!("({} * {})", n(a), n(b)),
        Num::Div(a, b) => format!("({} div {})", n(a), n(b)),
        Num::Mod(a, b) => format!("({} mod {})", n(a), n(b)),
        Num::Min(a, b) => format!("min({}, {})", n(a), n(b)),
        Num::Max(a, b) => format!("max({}, {})", n(a), n(b)),
        Num::Neg(a) => format!("-{}", n(a)),
        Num::Scale(a) => format!("decimal({})", n(a)),
        Num::Default(a, b) => format!("({} default {})", n(a), n(b)),
        Num::Chain(s, a, b) => format!("(${s} := {} ? {})", n(a), n(b)),
        Num::Let(s, a, b) => format!("(${s} := {}; {})", n(a), n(b)),
        Num::If(c, a, b) => format!("(if {} then {} else {})", cond(program, c), n(a), n(b)),
        Num::Metered(a) => n(a),
        Num::Truth(c) => cond(program, c),
        Num::Call(f, a) => format!(
            "{}({})",
            program.checked.functions.get(f.index()).map_or("condition", |f| &f.name),
            args(program, a)
        ),
        Num::Table(t, k) => format!("{}[{}]", program.checked.tables[t.index()].name, n(k)),
        Num::Count(x) => format!("count({})", l(x)),
        Num::First(x) => format!("first({})", l(x)),
        Num::Last(x) => format!("last({})", l(x)),
        Num::Fold(fold, s, x, b) => format!("{}({} of ${s} in {})", fold.name(), n(b), l(x)),
    }
}

fn cond(program: &Program, id: CondId) -> String {
    let n = |id| num(program, id);
    let c = |id| cond(program, id);
    match program.conds[id.0 as usize] {
        Cond::Const(b) => b.to_string(),
        Cond::Is(a) => n(a),
        Cond::Metered(a) => c(a),
        Cond::Not(a) => format!("not {}", c(a)),
        Cond::And(a, b) => format!("({} and {})", c(a), c(b)),
        Cond::Or(a, b) => format!("({} or {})", c(a), c(b)),
        Cond::Let(s, a, b) => format!("(${s} := {}; {})", n(a), c(b)),
        Cond::Eq(a, b) => format!("{} == {}", n(a), n(b)),
        Cond::Ne(a, b) => format!("{} != {}", n(a), n(b)),
        Cond::Lt(a, b) => format!("{} < {}", n(a), n(b)),
        Cond::Le(a, b) => format!("{} <= {}", n(a), n(b)),
        Cond::HasCards(a) => format!("any({})", n(a)),
        Cond::Exists(a) => format!("{} exists", n(a)),
        Cond::FaceUp(a) => format!("{} is face up", n(a)),
        Cond::IsKind(k, a) => format!("{} is {}", n(a), program.checked.kinds[usize::from(k)].name),
        Cond::IsDesign(d, a) => format!("{} is {}", n(a), program.checked.designs[d as usize].name),
        Cond::InZone(a, z) => format!("{} is in {}", n(a), n(z)),
        Cond::InList(a, x) => format!("{} is in {}", n(a), list(program, x)),
        Cond::Any(x) => format!("any({})", list(program, x)),
    }
}

fn list(program: &Program, id: ListId) -> String {
    let n = |id| num(program, id);
    match program.lists[id.0 as usize] {
        List::Empty => "none".to_owned(),
        List::Zone(z) => n(z),
        List::Cards(c) => format!("cards({} x {} + {})", c.first, c.groups, c.each),
        List::Upto(count) => format!("all({count})"),
        List::Circle(count, from) => format!("circle({count} from {})", n(from)),
        List::Line(count, from) => format!("line({count} from {})", n(from)),
        List::Range(a, b) => format!("{}..{}", n(a), n(b)),
        List::Top(count, z) => format!("top({} of {})", n(count), n(z)),
        List::Prefix(count, of) => format!("{} of {}", n(count), list(program, of)),
        List::Below(c) => format!("below({})", n(c)),
        List::Above(c) => format!("above({})", n(c)),
        List::Stored(s) => format!("${s}.."),
        List::Concat(a, b) => format!("{} + {}", list(program, a), list(program, b)),
        List::Fixed(at, len) => {
            let cards = &program.fixed[at as usize..(at + len) as usize];
            format!("[{}]", cards.iter().map(i32::to_string).collect::<Vec<_>>().join(" "))
        }
        List::Scan(id) => {
            let Scan { of, slot, test, .. } = program.scans[id.0 as usize];
            format!("(${slot} in {} where {})", list(program, of), cond(program, test))
        }
    }
}
