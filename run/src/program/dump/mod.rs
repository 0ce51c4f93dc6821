//! Prints a program as text, for readers and for snapshots.

mod filters;

use std::fmt::{self, Display, Write};

use super::*;
use ludex_check::acts::Visit;
use ludex_check::language::{Fixed, Fold, ListOperation};
use ludex_check::operators::{Binary, Unary};

/// Returns the complete listing: procedures, phases and abilities, each instruction with its expressions.
pub fn dump(program: &Program) -> String {
    let mut out = String::new();
    let names = entries(program);
    for (pc, instr) in program.code.iter().enumerate() {
        if let Some(name) = names.iter().find(|(at, _)| *at as usize == pc) {
            let _ = writeln!(out, "\n{}:", name.1);
        }
        let _ = writeln!(out, "{pc:5}  {}", instr.words(program));
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
            ludex_check::hir::Bearer::Kind(k) => &checked.kinds[k.index()].name,
            ludex_check::hir::Bearer::Design(d) => &checked.designs[d.index()].name,
        };
        names.push((handler.proc.entry, format!("{bearer} on {}", checked.events[def.event.index()].name)));
    }
    names
}

/// Lists the branch targets of a switch.
pub(super) fn jumps(program: &Program, first: u32, count: u16) -> String {
    let jumps = &program.jumps[first as usize..first as usize + usize::from(count)];
    jumps.iter().map(Pc::to_string).collect::<Vec<_>>().join(" ")
}

fn choice(program: &Program, id: ChoiceId) -> String {
    let op = &program.choices[id.0 as usize];
    let kind = match op.kind {
        ChoiceKind::List(l) => list(program, l),
        ChoiceKind::Modes(_) => op.modes.join("|"),
        ChoiceKind::Window(w) => format!("window {}", program.checked.windows[w.index()].name),
        ChoiceKind::YesNo => "yes|no".to_owned(),
    };
    let may = match (op.may, op.among) {
        (true, _) => "may ",
        (false, true) => "if any ",
        (false, false) => "",
    };
    format!(
        "{} {may}choose {} from {kind}",
        num(program, op.chooser),
        program.checked.decisions[op.decision.index()]
    )
}

/// Prints the operands of an act.
struct Operands<'p>(&'p Program);

impl<'a> Visit<'a, NumId, OneOrList, ListId> for Operands<'_> {
    type One = String;
    type Several = String;
    type List = String;

    fn one(&mut self, operand: &'a NumId) -> String {
        num(self.0, *operand)
    }

    fn several(&mut self, operand: &'a OneOrList) -> String {
        match *operand {
            OneOrList::One(id) => num(self.0, id),
            OneOrList::List(id) => list(self.0, id),
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
    match id.operand() {
        Operand::Slot(s) => format!("${s}"),
        Operand::Const(v) => v.to_string(),
        Operand::Cell(at) => format!("[{at}]"),
        Operand::Me => Fixed::Me.name().to_owned(),
        Operand::Nothing => "nothing".to_owned(),
        Operand::Node(i) => program.nums[i].words(program),
    }
}

fn cond(program: &Program, id: CondId) -> String {
    program.conds[id.0 as usize].words(program)
}

fn list(program: &Program, id: ListId) -> String {
    program.lists[id.0 as usize].words(program)
}

/// Returns the name of the field of a column.
pub(super) fn column(program: &Program, column: u32) -> &str {
    let field = column as usize / program.checked.designs.len().max(1);
    match program.checked.fields.get(field) {
        Some(field) => &field.name,
        None if column == program.layout.names() => "name",
        None => "card",
    }
}

/// Formats an operator of one value.
pub(super) fn unary(program: &Program, op: Unary, a: NumId) -> String {
    op.words(Worded(program, a), |spots| program.checked.spots[spots.index()].name.clone())
}

/// Formats an operator of two values.
pub(super) fn binary(program: &Program, op: Binary, a: NumId, b: NumId) -> String {
    op.words(Worded(program, a), Worded(program, b), |spots| {
        program.checked.spots[spots.index()].name.clone()
    })
}

/// Formats a range of the fixed cards.
pub(super) fn fixed(program: &Program, at: u32, len: u32) -> String {
    let cards = &program.fixed[at as usize..(at + len) as usize];
    cards.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

/// Formats a filter.
pub(super) fn scan(program: &Program, id: ScanId) -> String {
    let Scan { of, slot, test, .. } = program.scans[id.0 as usize];
    format!("(${slot} in {} where {})", list(program, of), cond(program, test))
}

/// An operand in the listing, with its program.
pub(super) struct Worded<'p, T>(pub &'p Program, pub T);

macro_rules! shown {
    ($($operand:ty: |$program:pat_param, $value:pat_param| $words:expr;)*) => {
        $(impl Display for Worded<'_, $operand> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let Worded($program, $value) = self;
                write!(f, "{}", $words)
            }
        })*
    };
}

shown! {
    NumId: |program, id| num(program, *id);
    CondId: |program, id| cond(program, *id);
    ListId: |program, id| list(program, *id);
    Args: |program, group| args(program, *group);
    PropertyId: |program, id| program.checked.properties[id.index()].name;
    FunctionId: |program, id| program.function_name(*id);
    LookupId: |program, id| program.checked.tables[program.lookups[id.index()].table.index()].name;
    Elements: |_, of| format!("{of:?}").to_lowercase();
    Strided: |_, cards| format!("cards({} x {} + {})", cards.first, cards.groups, cards.each);
    Fold: |_, fold| fold.name();
    ListOperation: |_, by| by.name();
    EventId: |program, id| program.checked.events[id.index()].name;
    MessageId: |program, id| program.checked.messages[id.index()].name;
    PhaseId: |program, id| program.checked.phases[id.index()].name;
    ActId: |program, id| program.acts[id.0 as usize].visit(&mut Operands(program));
    ChoiceId: |program, id| choice(program, *id);
    KeptId: |program, id| format!("${}", program.kept[id.0 as usize].pick);
    Together: |_, step| step.keyword();
    Label: |_, label| label.0;
    Unary: |_, op| format!("{op:?}");
    Binary: |_, op| format!("{op:?}");
    i32: |_, n| n;
    u32: |_, n| n;
    u16: |_, n| n;
    bool: |_, holds| holds;
}
