//! Zones: their holders and keys.

use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;

use crate::check::Checker;
use crate::hir::{Holder, ZoneDef};
use crate::ids::ZoneId;
use crate::language::Noun;
use crate::load::raw::Name;
use crate::model::Hides;
use crate::resolve::{HolderKey, MemberSymbol, Symbol, Target};
use crate::types::KeyType;

/// A holder or key that `per:` names.
#[derive(Clone, Copy)]
enum Per {
    Player,
    Holder(Holder),
    Words(KeyType),
}

impl Checker<'_> {
    pub(super) fn zones(&mut self) {
        for (i, zone) in self.raw.zones.iter().enumerate() {
            let resolved = self.holder_and_key(&zone.per);
            let (holder, per) = resolved.unwrap_or((Holder::Game, None));
            let holds = zone.holds.iter().filter_map(|name| self.kind_named(name)).collect();
            self.changed().zones.push(ZoneDef {
                name: zone.name.value.clone(),
                holder,
                per,
                holds,
                sees: zone.sees,
                ordered: zone.ordered,
                hides: Hides::default(),
                max: zone.max.as_ref().map(|m| m.value),
            });
            let id = ZoneId::new(i);
            match (resolved, key_of(holder)) {
                (None, _) => {
                    self.names.lose(&zone.name.value);
                    self.names.draft.define(Target::Zone(id), &zone.name.value, zone.name.span);
                }
                (_, None) => self.names.define_global(&zone.name, Symbol::Zone(id), &mut self.problems),
                (_, Some(key)) => {
                    self.names.define_member(key, &zone.name, MemberSymbol::Zone(id), &mut self.problems);
                }
            }
        }
        for (i, kind) in self.raw.kinds.iter().enumerate() {
            let zones = kind.in_play.iter().filter_map(|name| self.zone_named(name)).collect();
            self.changed().kinds[i].in_play = zones;
        }
    }

    /// Returns the holder and the key that `per:` specifies for a zone.
    fn holder_and_key(&mut self, per: &[Name]) -> Option<(Holder, Option<KeyType>)> {
        let Some((first, rest)) = per.split_first() else { return Some((Holder::Game, None)) };
        let holder = match self.per(first)? {
            Per::Player => Holder::Player,
            Per::Holder(holder) => holder,
            Per::Words(key) if rest.is_empty() => return Some((Holder::Game, Some(key))),
            Per::Words(_) => {
                return self.no_key(
                    first,
                    &format!("the key comes second: `per: [{}, {}]`", rest[0].value, first.value),
                );
            }
        };
        let Some(second) = rest.first() else { return Some((holder, None)) };
        let key = match self.per(second)? {
            Per::Player if holder != Holder::Player => KeyType::Player,
            Per::Words(key) => key,
            Per::Player | Per::Holder(_) => {
                return self
                    .no_key(second, "the key of a zone is an enum, or `player` if a spot has the zone");
            }
        };
        if matches!(holder, Holder::Kind(_) | Holder::Design(_)) {
            return self.no_key(second, "zones of cards have no key");
        }
        Some((holder, Some(key)))
    }

    fn no_key<T>(&mut self, name: &Name, help: &str) -> Option<T> {
        let message = format!("`{}` can't stand here", name.value);
        self.report(Diagnostic::new(Code::BadPlace, name.span, message).help(help));
        None
    }

    fn per(&mut self, per: &Name) -> Option<Per> {
        if Noun::find(&per.value) == Some(Noun::Player) {
            return Some(Per::Player);
        }
        let found = self.names.resolve(&per.value, per.span, per_of);
        if found.is_none() && !self.names.is_lost(&per.value) {
            let known =
                self.names.globals_that(|symbol| per_of(symbol).is_some()).chain([Noun::Player.name()]);
            let message =
                format!("`{}` is not `player`, a spot, a kind, a card by name or an enum", per.value);
            let problem = Diagnostic::new(Code::UnknownName, per.span, message);
            self.problems.push(match Noun::find(&per.value) {
                Some(Noun::Card) => problem
                    .help("each card of a kind has one of its own: name the kind, as in `per: creature`"),
                Some(Noun::Player | Noun::Number) | None => problem.suggest(&per.value, known),
            });
        }
        found
    }
}

fn per_of(symbol: Symbol) -> Option<Per> {
    if let Symbol::Spot(id) = symbol {
        return Some(Per::Holder(Holder::Spot(id)));
    }
    if let Symbol::Kind(id) = symbol {
        return Some(Per::Holder(Holder::Kind(id)));
    }
    if let Symbol::Enum(id) = symbol {
        return Some(Per::Words(KeyType::Enum(id)));
    }
    if let Symbol::Design(id) = symbol { Some(Per::Holder(Holder::Design(id))) } else { None }
}

/// Returns the key for looking up members; `None` for the game.
pub(super) fn key_of(holder: Holder) -> Option<HolderKey> {
    match holder {
        Holder::Game => None,
        Holder::Player => Some(HolderKey::Player),
        Holder::Spot(id) => Some(HolderKey::Spot(id)),
        Holder::Kind(id) => Some(HolderKey::Kind(id)),
        Holder::Design(id) => Some(HolderKey::Design(id)),
    }
}
