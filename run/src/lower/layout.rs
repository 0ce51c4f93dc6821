//! Lays out cards, zones and cells.

use super::{LowerError, MAX_CARDS, MAX_CELLS, MAX_PRINTED, MAX_ZONES};
use crate::program::{Layout, NONE, Strided, ZoneInfo};
use ludex_check::hir::{Checked, ConstEval, Holder};
use ludex_check::ids::*;
use ludex_check::model::{Hides, Sees};
use ludex_check::types::{Base, KeyType};

/// Computes the layout. Each set has an additional copy of the design `extra`.
pub(super) fn layout(
    checked: &Checked,
    players: u8,
    options: &[i32],
    extra: Option<DesignId>,
) -> Result<Layout, LowerError> {
    let mut out = Layout::default();
    let before = ConstEval::new(checked, players, options)?;
    out.spots.clone_from(&before.spots);
    out.teams = checked.teams.as_ref().map(|teams| teams.members(players)).unwrap_or_default();
    cards(checked, players, extra, &mut out)?;
    out.words = Layout::words_for(out.cards());
    zones(checked, players, &before, &mut out)?;
    cells(checked, players, &before, &mut out)?;
    fields(checked, &before, &mut out)?;
    Ok(out)
}

/// Lays out the cards by kind; for kinds with a set for each player, by player; then by design as listed,
/// copies together.
fn cards(
    checked: &Checked,
    players: u8,
    extra: Option<DesignId>,
    out: &mut Layout,
) -> Result<(), LowerError> {
    let copies = |d: usize| checked.designs[d].copies + u32::from(extra == Some(DesignId::new(d)));
    out.designs = vec![Strided { first: 0, step: 0, groups: 0, each: 0 }; checked.designs.len()];
    let mut of_kind: Vec<Vec<usize>> = vec![Vec::new(); checked.kinds.len()];
    for (d, design) in checked.designs.iter().enumerate() {
        of_kind[design.kind.index()].push(d);
    }
    for ((k, kind), designs) in checked.kinds.iter().enumerate().zip(&of_kind) {
        let first = out.design.len();
        let set: usize = designs.iter().map(|d| copies(*d) as usize).sum();
        let sets = if kind.per_player { usize::from(players) } else { 1 };
        if first + set.saturating_mul(sets) > MAX_CARDS {
            return Err(LowerError::TooManyCards(first + set.saturating_mul(sets)));
        }
        for s in 0..sets {
            for d in designs {
                let copies = copies(*d);
                if s == 0 {
                    let first = out.design.len() as u32;
                    out.designs[*d] = Strided { first, step: set as u32, groups: sets as u32, each: copies };
                }
                for _ in 0..copies {
                    out.design.push(*d as u32);
                    out.kind.push(k as u16);
                    out.owner.push(if kind.per_player { s as i32 } else { NONE });
                }
            }
        }
        out.kinds.push((first as u32, (out.design.len() - first) as u32));
        out.sets.push(set as u32);
    }
    Ok(())
}

fn zones(checked: &Checked, players: u8, before: &ConstEval<'_>, out: &mut Layout) -> Result<(), LowerError> {
    out.zones.push(ZoneInfo {
        def: ZoneId(u16::MAX),
        holder: NONE,
        key: NONE,
        player: NONE,
        owners: 0,
        spot: NONE,
        on_card: false,
        sees: Sees::Nobody,
        seen: [Some(0); 2],
        ordered: true,
        hides: Hides::default(),
        max: 0,
    });
    out.spot_zones = out.spots.iter().map(|n| vec![Vec::new(); usize::from(*n)]).collect();
    out.player_zones = vec![Vec::new(); usize::from(players)];
    for (i, zone) in checked.zones.iter().enumerate() {
        let holders = holders(zone.holder, players, out);
        let keys = zone.per.map_or(1, |key| checked.how_many(key, players, &out.spots));
        let count = holders.len().saturating_mul(keys as usize);
        if out.zones.len() + count > MAX_ZONES {
            return Err(LowerError::TooManyZones(out.zones.len() + count));
        }
        let base = out.zones.len() as u16;
        out.zone_range.push((base, count as u16));
        out.zone_block.push(holders.len() as u16);
        let hides = zone.hides.try_map(|test| test.as_ref().map_or(Ok(false), |test| before.holds(test)))?;
        let on_card = matches!(zone.holder, Holder::Kind(_) | Holder::Design(_));
        let mut card_zones = if on_card { vec![0; out.design.len()] } else { Vec::new() };
        let all = (0..keys as i32).flat_map(|key| holders.iter().map(move |holder| (key, holder)));
        for (n, (key, holder)) in all.enumerate() {
            let id = base + n as u16;
            let mut info = ZoneInfo {
                def: ZoneId::new(i),
                holder: *holder,
                key: if zone.per.is_some() { key } else { NONE },
                player: NONE,
                owners: 0,
                spot: NONE,
                on_card,
                sees: zone.sees,
                seen: [None; 2],
                ordered: zone.ordered,
                hides,
                max: zone.max.unwrap_or(u32::MAX),
            };
            match zone.holder {
                Holder::Player => {
                    info.player = *holder;
                    info.owners = 1 << *holder;
                    out.player_zones[*holder as usize].push(id);
                }
                Holder::Spot(s) => {
                    info.spot = i32::from(s.0);
                    let is_team = checked.teams.as_ref().is_some_and(|teams| teams.spot == s);
                    info.owners = if is_team { out.teams[*holder as usize] } else { 0 };
                    out.spot_zones[s.index()][*holder as usize].push(id);
                }
                Holder::Kind(_) | Holder::Design(_) => card_zones[*holder as usize] = id,
                Holder::Game => {}
            }
            if zone.per == Some(KeyType::Player) {
                info.player = key;
                info.owners = 1 << key;
                out.player_zones[key as usize].push(id);
            }
            info.seen = [false, true].map(|up| {
                let seen = |owners| info.seen_by(owners, up, out.seats());
                (info.owners != 0 || seen(0) == seen(1)).then(|| seen(info.owners))
            });
            out.zones.push(info);
        }
        if !card_zones.is_empty() {
            out.on_cards.push(out.card_zones.len() as u16);
        }
        out.card_zones.push(card_zones);
    }
    for (k, kind) in checked.kinds.iter().enumerate() {
        let everywhere = kind.in_play.is_empty();
        let zones = 0..checked.zones.len();
        out.in_play
            .push(zones.clone().map(|z| everywhere || kind.in_play.contains(&ZoneId::new(z))).collect());
        out.holds.push(zones.map(|z| checked.zones[z].holds.contains(&KindId::new(k))).collect());
    }
    Ok(())
}

/// Returns the holders of a zone or variable, in order. Shared ones have the single holder `NONE`.
fn holders(holder: Holder, players: u8, out: &Layout) -> Vec<i32> {
    match holder {
        Holder::Game => vec![NONE],
        Holder::Player => (0..i32::from(players)).collect(),
        Holder::Spot(s) => (0..i32::from(out.spots[s.index()])).collect(),
        Holder::Kind(k) => {
            let (first, count) = out.kinds[k.index()];
            (first as i32..(first + count) as i32).collect()
        }
        Holder::Design(d) => out.designs[d.index()].iter().map(|c| c as i32).collect(),
    }
}

fn cells(checked: &Checked, players: u8, before: &ConstEval<'_>, out: &mut Layout) -> Result<(), LowerError> {
    out.card_vars = vec![Vec::new(); checked.kinds.len()];
    for var in &checked.vars {
        let block = holders(var.holder, players, out).len();
        let keys = var.per.map_or(1, |key| checked.how_many(key, players, &out.spots));
        let count = block.saturating_mul(keys as usize);
        if out.cells.len() + count > MAX_CELLS {
            return Err(LowerError::TooManyCells(out.cells.len() + count));
        }
        let value = match &var.init {
            Some(init) => before.value(init)?,
            None if var.ty.is_optional() => NONE,
            None if var.ty.is_card() || var.ty.base() == Base::Zone => NONE,
            None => 0,
        };
        if let Holder::Kind(kind) = var.holder {
            let first = |key: u32| out.cells.len() as u32 + key * block as u32;
            let firsts: Vec<u32> = (0..keys).map(first).collect();
            if var.lifetime.zone().is_some() {
                out.marks.resize(checked.kinds.len(), Vec::new());
                out.marks[kind.index()].extend(&firsts);
            }
            out.card_vars[kind.index()].extend(firsts);
        }
        out.vars.push(out.cells.len() as u32);
        out.keys.push(keys);
        out.cells.resize(out.cells.len() + count, value);
    }
    out.phase_cells = out.cells.len() as u32;
    out.cells.resize(out.cells.len() + 2 * checked.phases.len(), 0);
    Ok(())
}

fn fields(checked: &Checked, before: &ConstEval<'_>, out: &mut Layout) -> Result<(), LowerError> {
    let designs = checked.designs.len();
    let count = designs.saturating_mul(checked.fields.len());
    if count > MAX_PRINTED {
        return Err(LowerError::TooManyCells(count));
    }
    out.fields.reserve(count + 2 * designs);
    for field in &checked.fields {
        // a value of a keyed field may be omitted
        let zero = field.entry.is_some() && !field.ty.is_optional();
        out.fields.extend(std::iter::repeat_n(if zero { 0 } else { NONE }, designs));
    }
    for (d, design) in checked.designs.iter().enumerate() {
        for (field, expr) in &design.fields {
            out.fields[field.index() * designs + d] = before.value(expr)?;
        }
    }
    out.fields.extend(0..designs as i32);
    out.fields.extend(
        out.designs.iter().map(|cards| if cards.groups * cards.each > 0 { cards.first as i32 } else { NONE }),
    );
    Ok(())
}
