//! Keyed fields, variables and zones: computes the cell, column or zone of a key.

use super::Lower;
use crate::program::{Num, NumId};
use ludex_check::hir::{Binary, Expr, ExprKind};
use ludex_check::ids::{FieldId, VarId};
use ludex_check::types::KeyType;

impl Lower<'_> {
    /// Compiles the access to one value of a keyed field or variable.
    pub(super) fn entry(&mut self, key: &Expr, whole: &Expr) -> Num {
        if let ExprKind::Field(id, of) = &whole.kind {
            return self.printed_entry(*id, of, key);
        }
        let game = if let ExprKind::GameVar(id) = &whole.kind { Some((*id, None)) } else { None };
        let held = if let ExprKind::VarOf(id, of) = &whole.kind { Some((*id, Some(&**of))) } else { None };
        let Some((id, of)) = game.or(held) else { return self.keyed_zone(key, whole) };
        let (at, index) = self.cell_of_key(id, of, key);
        Num::CellOf(at, index)
    }

    /// Compiles the zone of a key. The zones of each key are those of all holders.
    fn keyed_zone(&mut self, key: &Expr, whole: &Expr) -> Num {
        let Some(zone) = whole.named_zone() else { return Num::Const(ludex_check::numbers::NONE) };
        let ((base, count), block) =
            (self.out.layout.zone_range[zone.id.index()], self.out.layout.zone_block[zone.id.index()]);
        let mut of = self.offset(self.checked.zones[zone.id.index()].per, key, block.into());
        if let Some(holder) = zone.holder {
            let holder = self.num(holder);
            of = self.added(of, holder);
        }
        Num::ZoneOf { base, count, of }
    }

    /// Returns the first cell of a variable, and the offset of the keyed cell.
    pub(super) fn cell_of_key(&mut self, id: VarId, of: Option<&Expr>, key: &Expr) -> (u32, NumId) {
        let at = self.out.layout.vars[id.index()];
        let def = &self.checked.vars[id.index()];
        let (per, block) = (def.per, self.out.layout.block(id.index()) as u32);
        let offset = self.offset(per, key, block);
        let Some(of) = of else { return (at, offset) };
        let of = self.holder_number(id, of);
        (at, self.added(offset, of))
    }

    /// Compiles a keyed printed field of a card, or of all cards with a name.
    fn printed_entry(&mut self, first: FieldId, of: &Expr, key: &Expr) -> Num {
        let column = self.out.layout.column(first.index());
        let per = self.checked.fields[first.index()].entry.as_ref().map(|(_, key)| *key);
        let named = of.ty.base().is_name();
        let offset = self.offset(per, key, self.checked.designs.len() as u32);
        let of = self.num(of);
        match self.out.constant(offset) {
            Some(offset) if named => Num::Printed(column + offset as u32, of),
            Some(offset) => Num::Field(column + offset as u32, of),
            None => {
                let name = if named { of } else { self.push_num(Num::Field(self.out.layout.names(), of)) };
                Num::Printed(column, self.added(offset, name))
            }
        }
    }

    /// Compiles the offset of a key from the first value. A key that does not exist is a fault.
    fn offset(&mut self, per: Option<KeyType>, key: &Expr, step: u32) -> NumId {
        let Some(per) = per else { return self.const_num(0) };
        let count = self.checked.how_many(per, self.out.players, &self.out.layout.spots);
        let mut index = self.num(key);
        if let KeyType::Range(least, _) = per {
            index = self.shifted(index, -i32::from(least));
        }
        match self.out.constant(index).and_then(|n| u32::try_from(n).ok()).filter(|n| *n < count) {
            Some(n) => self.const_num((n * step) as i32),
            None => self.push_num(Num::CopyOf { first: 0, step, count: count as u16, of: index }),
        }
    }

    fn shifted(&mut self, n: NumId, by: i32) -> NumId {
        let by = self.const_num(by);
        self.added(n, by)
    }

    fn added(&mut self, a: NumId, b: NumId) -> NumId {
        match (self.out.constant(a), self.out.constant(b)) {
            (Some(a), Some(b)) => self.const_num(a.saturating_add(b)),
            (Some(0), None) => b,
            (None, Some(0)) => a,
            _ => self.push_num(Num::Binary(Binary::Add, a, b)),
        }
    }
}
