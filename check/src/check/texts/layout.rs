//! Checks `layout:`: names must belong to their list, and shapes must suit their value.

use ludex_grammar::ast::Expr;
use ludex_grammar::codes::Code;
use ludex_grammar::diagnostic::Diagnostic;
use ludex_grammar::span::Span;

use crate::check::Checker;
use crate::check::types::scope::Scope;
use crate::check::types::signatures::add_param;
use crate::hir::{ComputedDef, Holder, Lambda, LayoutDef, LogDef, OnCard, SeatLook, Shown};
use crate::ids::*;
use crate::language::{Member, Noun, is_identifier};
use crate::load::raw::{Name, RawSeatLook, RawShown, Shape, TableArea};
use crate::resolve::{HolderKey, MemberSymbol, Symbol, Target, Use};
use crate::types::{Base, Type, card_bases, no_bases, place_bases};

#[derive(Clone, Copy, PartialEq, Eq)]
enum LayoutList {
    Middle,
    Player,
    Spot(SpotId),
}

impl Checker<'_> {
    pub(in crate::check) fn layout(&mut self) {
        let raw = &self.raw.layout;
        let shown = [(LayoutList::Middle, &raw.middle), (LayoutList::Player, &raw.player)];
        let mut sorted: Vec<_> =
            shown.into_iter().flat_map(|(part, list)| self.sorted_zones(part, list)).collect();
        for (name, list) in &raw.spots {
            if let Some(Symbol::Spot(id)) = self.names.global(&name.value) {
                sorted.extend(self.sorted_zones(LayoutList::Spot(id), list));
            }
        }
        self.changed().layout.computed.clear();
        self.changed().layout.areas.clear();
        let layout = LayoutDef {
            sorted,
            heading: raw
                .heading
                .as_ref()
                .map(|names| names.iter().filter_map(|name| self.heading(name)).collect()),
            middle: self.shown(LayoutList::Middle, &raw.middle),
            player: self.players_shown(&raw.player),
            spots: raw
                .spots
                .iter()
                .filter_map(|(name, list)| {
                    let spot = self.spot_of_layout(name)?;
                    Some((spot, self.shown(LayoutList::Spot(spot), list)))
                })
                .collect(),
            cards: raw
                .cards
                .iter()
                .filter_map(|(name, fields)| {
                    let kind = self.kind_of_layout(name)?;
                    Some((kind, fields.iter().flat_map(|f| self.on_card(kind, f)).collect()))
                })
                .collect(),
            faces: raw
                .faces
                .iter()
                .filter_map(|(name, face)| {
                    let kind = self.kind_of_layout(name)?;
                    Some((kind, self.face(kind, face)))
                })
                .collect(),
            computed: std::mem::take(&mut self.changed().layout.computed),
            areas: std::mem::take(&mut self.changed().layout.areas),
            seats: raw.seats.iter().filter_map(|(name, look)| self.seat_look(name, look)).collect(),
            show: Vec::new(),
            log: self.logged(),
        };
        self.changed().layout = layout;
        let show = raw.show.iter().filter_map(|(name, shown)| self.shown_with(name, shown)).collect();
        self.changed().layout.show = show;
    }

    fn seat_look(&mut self, name: &Name, look: &RawSeatLook) -> Option<(Seat, SeatLook)> {
        let Some(seat) = self.out.seats.iter().position(|seat| *seat == name.value) else {
            return self.unknown_in_layout(name, "no seat", self.out.seats.clone());
        };
        self.names.draft.refer(name.span, Target::Seat(seat as u8), Use::Reads);
        Some((Seat(seat as u8), SeatLook { colour: look.colour, sign: look.sign.clone() }))
    }

    /// Checks the items that the prompt of a decision repeats: of the game, or of the acting player.
    fn shown_with(&mut self, decision: &Name, shown: &[Name]) -> Option<(DecisionId, Vec<Shown>)> {
        let id = self.decision_of_layout(decision)?;
        Some((id, shown.iter().filter_map(|name| self.shown_at_prompt(name)).collect()))
    }

    fn shown_at_prompt(&mut self, name: &Name) -> Option<Shown> {
        let computed = self.out.layout.computed.iter();
        let mut computed =
            computed.map(|def| def.name == name.value && !matches!(def.holder, Holder::Spot(_)));
        if let Some(id) = computed.position(|fits| fits) {
            return Some(Shown::Computed(ComputedId::new(id)));
        }
        let is_own = self.names.member(HolderKey::Player, &name.value).is_some();
        let shown = self.shown_in(if is_own { LayoutList::Player } else { LayoutList::Middle }, name)?;
        if matches!(shown, Shown::Var(_)) {
            return Some(shown);
        }
        let message = format!("`{}` has no value that a prompt can repeat", name.value);
        self.report(Diagnostic::new(Code::BadPlace, name.span, message));
        None
    }

    fn decision_of_layout(&mut self, name: &Name) -> Option<DecisionId> {
        let Some(id) = self.names.decisions.get(&name.value).copied() else {
            let known = self.names.decisions.keys().cloned().collect();
            return self.unknown_in_layout(name, "no decision", known);
        };
        self.names.draft.refer(name.span, Target::Decision(id), Use::Tells);
        Some(id)
    }

    /// Checks the decisions whose choices are omitted from the log.
    fn logged(&mut self) -> LogDef {
        let raw = &self.raw.layout.log;
        let without = raw.without.iter().filter_map(|name| self.decision_of_layout(name));
        LogDef { without: without.collect(), is_none: raw.is_none }
    }

    fn heading(&mut self, name: &Name) -> Option<Shown> {
        match self.global_of_layout(name) {
            Some(Symbol::Phase(id)) => Some(Shown::Phase(id)),
            Some(Symbol::Var(id)) => Some(Shown::Var(id)),
            _ => {
                let fits = |s: Symbol| matches!(s, Symbol::Phase(_) | Symbol::Var(_));
                self.unknown_in_layout(name, "a phase or variable of the game", self.globals_that(fits))
            }
        }
    }

    fn spot_of_layout(&mut self, name: &Name) -> Option<SpotId> {
        match self.global_of_layout(name) {
            Some(Symbol::Spot(id)) => Some(id),
            _ => {
                let known = self.globals_that(|s| matches!(s, Symbol::Spot(_)));
                self.unknown_in_layout(name, "a spot", known)
            }
        }
    }

    fn kind_of_layout(&mut self, name: &Name) -> Option<KindId> {
        match self.global_of_layout(name) {
            Some(Symbol::Kind(id)) => Some(id),
            _ => {
                let known = self.globals_that(|s| matches!(s, Symbol::Kind(_)));
                self.unknown_in_layout(name, "a kind of card", known)
            }
        }
    }

    /// Checks a value displayed on a card: a field or variable.
    fn on_card(&mut self, kind: KindId, name: &Name) -> Vec<OnCard> {
        let holder = HolderKey::Kind(kind);
        let Some(MemberSymbol::Var(id)) = self.names.member(holder, &name.value) else {
            return self.fields_of_layout(kind, name).into_iter().map(OnCard::Field).collect();
        };
        self.names.resolve_member(&[holder], &name.value, (name.span, Use::Reads));
        if self.out.vars[id.index()].per.is_some() {
            let message = format!("`{}` has a value for each key, not a single value", name.value);
            self.report(Diagnostic::new(Code::WrongShape, name.span, message));
            return Vec::new();
        }
        vec![OnCard::Var(id)]
    }

    /// Returns the fields that a name of the layout denotes: all entries of a keyed field (`skills`), one entry
    /// of it (`skills.might`), or a single field.
    pub(super) fn fields_of_layout(&mut self, kind: KindId, name: &Name) -> Vec<FieldId> {
        let (whole, word) = name.value.split_once('.').map_or((&*name.value, None), |(a, b)| (a, Some(b)));
        let holder = HolderKey::Kind(kind);
        let Some(MemberSymbol::Field(first)) = self.names.member(holder, whole) else {
            return self.field_of_layout(kind, name).into_iter().collect();
        };
        let entries = self.out.entries_of(first);
        if self.out.fields[first.index()].entry.is_none() {
            return self.field_of_layout(kind, name).into_iter().collect();
        }
        let end = name.span.end.min(name.span.start + whole.len() as u32);
        self.names.resolve_member(&[holder], whole, (Span { end, ..name.span }, Use::Reads));
        let Some(word) = word else { return entries.map(FieldId::new).collect() };
        let found = self.out.entry_named(first, word);
        if found.is_none() {
            let words = entries.filter_map(|id| self.out.fields[id].word());
            let words: Vec<String> = words.map(str::to_owned).collect();
            let problem =
                Diagnostic::new(Code::UnknownField, name.span, format!("`{whole}` has no `{word}`"));
            self.not_found(problem.suggest(word, words.iter().map(String::as_str)));
        }
        found.into_iter().collect()
    }

    pub(super) fn field_of_layout(&mut self, kind: KindId, name: &Name) -> Option<FieldId> {
        let holder = HolderKey::Kind(kind);
        if let Some(MemberSymbol::Field(id)) = self.names.member(holder, &name.value) {
            self.names.resolve_member(&[holder], &name.value, (name.span, Use::Reads));
            if self.out.fields[id.index()].entry.is_some() {
                let message = format!("`{}` has a value for each word, not a single value", name.value);
                self.report(Diagnostic::new(Code::WrongShape, name.span, message));
                return None;
            }
            return Some(id);
        }
        let fields = self.out.fields.iter().filter(|f| f.kind == kind).map(|f| f.text_name().to_owned());
        let known: Vec<String> = fields.collect();
        let what =
            format!("`{}` is not a field of `{}`", name.value, self.raw.kinds[kind.index()].name.value);
        let problem = Diagnostic::new(Code::UnknownField, name.span, what);
        self.not_found(problem.suggest(&name.value, known.iter().map(String::as_str)));
        None
    }

    /// Checks the items of players. Eliminated players are marked unless the list places the mark.
    fn players_shown(&mut self, list: &[RawShown]) -> Vec<(Shown, Shape)> {
        let mut shown = self.shown(LayoutList::Player, list);
        if let Some(mark) = self.out.elimination.map(|found| Shown::Var(found.out))
            && !list.is_empty()
            && !shown.iter().any(|(placed, _)| *placed == mark)
        {
            shown.insert(0, (mark, Shape::Mark));
            self.changed().layout.areas.push((mark, TableArea::Head));
        }
        shown
    }

    fn shown(&mut self, part: LayoutList, list: &[RawShown]) -> Vec<(Shown, Shape)> {
        let one = |raw: &RawShown| {
            let shown = match &raw.is {
                Some(is) => self.computed(part, &raw.name, is),
                None => self.shown_in(part, &raw.name),
            }?;
            self.area(part, shown, raw);
            self.suits(part, shown, raw).then_some((shown, raw.shape.value))
        };
        list.iter().filter_map(one).collect()
    }

    /// Checks the area of an item, and records it.
    fn area(&mut self, part: LayoutList, shown: Shown, raw: &RawShown) {
        let Some(area) = &raw.area else { return };
        let (fits, what) = match area.value {
            TableArea::Middle => {
                (part == LayoutList::Player && matches!(shown, Shown::Zone(_)), "a zone of players")
            }
            TableArea::Side => (part == LayoutList::Middle, "an item of `middle`"),
            TableArea::Head => (
                part == LayoutList::Player && !matches!(shown, Shown::Zone(_)),
                "a variable or computed value of players",
            ),
        };
        if fits {
            return self.changed().layout.areas.push((shown, area.value));
        }
        let message = format!("only {what} can be placed at `{}`", area.value.word());
        self.report(Diagnostic::new(Code::BadPlace, area.span, message));
    }

    /// Checks a computed value of the game, of each player (`player`), or of each spot (by the name of its
    /// type).
    fn computed(&mut self, part: LayoutList, name: &Name, is: &Expr) -> Option<Shown> {
        let word = &name.value;
        let place = self.names.global_place(word).filter(|_| {
            let symbol = self.names.global(word);
            matches!(symbol, Some(Symbol::Phase(_) | Symbol::Zone(_) | Symbol::Var(_) | Symbol::Spot(_)))
        });
        let member = part.holder().and_then(|holder| self.names.member(holder, word));
        if place.is_some() || matches!(member, Some(MemberSymbol::Zone(_) | MemberSymbol::Var(_))) {
            let message = format!("the table already has an item `{word}`");
            let problem = Diagnostic::new(Code::HiddenName, name.span, message);
            let problem =
                place.into_iter().fold(problem, |problem, place| problem.other(place, "the other one"));
            self.report(problem.help("give the computed value another name"));
            return None;
        }
        if !is_identifier(word) {
            let message = format!("`{word}` can't be the name of a computed value");
            self.report(Diagnostic::new(Code::BadName, name.span, message));
            return None;
        }
        self.names.draft.define(Target::Local(name.span), word, name.span);
        let mut scope = Scope { no_me: true, ..Scope::default() };
        let holder = match part {
            LayoutList::Middle => Holder::Game,
            LayoutList::Player => {
                add_param(&mut scope, Noun::Player.name(), Type::PLAYER, is.span);
                Holder::Player
            }
            LayoutList::Spot(id) => {
                let spot = self.out.spots[id.index()].name.clone();
                add_param(&mut scope, &spot, Type::new(Base::Spot(id)), is.span);
                Holder::Spot(id)
            }
        };
        let body = self.expr(&mut scope, is);
        let body = self.one_shown(body, is.span);
        if body.ty.is_unknown() {
            return None;
        }
        let (is_truth, is_number) = (body.ty.base() == Base::Bool, body.ty.is_number());
        let value = Lambda { body, locals: scope.next };
        let all = &mut self.changed().layout.computed;
        let id = ComputedId::new(all.len());
        all.push(ComputedDef { name: word.clone(), holder, is_truth, is_number, value });
        Some(Shown::Computed(id))
    }

    /// Checks the zones of a list whose cards are sorted by printed values.
    fn sorted_zones(&mut self, part: LayoutList, list: &[RawShown]) -> Vec<(ZoneId, Vec<Vec<FieldId>>)> {
        let mut found = Vec::new();
        for raw in list.iter().filter(|raw| !raw.sorted.is_empty()) {
            let zone = match (part.holder(), self.names.global(&raw.name.value)) {
                (None, Some(Symbol::Zone(id))) => Some(id),
                (None, _) => None,
                (Some(holder), _) => match self.names.member(holder, &raw.name.value) {
                    Some(MemberSymbol::Zone(id)) => Some(id),
                    Some(MemberSymbol::Var(_) | MemberSymbol::Field(_) | MemberSymbol::Property(_))
                    | None => None,
                },
            };
            let place = raw.sorted[0].span;
            match zone.map(|id| (id, self.out.zones[id.index()].ordered)) {
                Some((id, false)) => {
                    let keys = raw.sorted.iter().filter_map(|name| self.sorted_by(id, name)).collect();
                    found.push((id, keys));
                }
                Some((_, true)) => {
                    let message = format!("`{}` keeps the order of its cards", raw.name.value);
                    let problem = Diagnostic::new(Code::BadPlace, place, message);
                    self.report(problem.help("leave `sorted` out, or make the zone unordered"));
                }
                None => {
                    let message = "only the cards of a zone can be sorted";
                    self.report(Diagnostic::new(Code::BadPlace, place, message));
                }
            }
        }
        found
    }

    /// Returns the fields of this name, for the kinds that a zone holds.
    fn sorted_by(&mut self, zone: ZoneId, name: &Name) -> Option<Vec<FieldId>> {
        let kinds = self.out.zones[zone.index()].holds.clone();
        let has = |kind: &KindId| {
            matches!(self.names.member(HolderKey::Kind(*kind), &name.value), Some(MemberSymbol::Field(_)))
        };
        let fitting: Vec<KindId> = kinds.iter().copied().filter(has).collect();
        let asked = if fitting.is_empty() { kinds.into_iter().take(1).collect() } else { fitting };
        let fields: Vec<FieldId> =
            asked.into_iter().filter_map(|kind| self.field_of_layout(kind, name)).collect();
        (!fields.is_empty()).then_some(fields)
    }

    fn shown_in(&mut self, part: LayoutList, name: &Name) -> Option<Shown> {
        let global = self.names.global(&name.value);
        let shared = match (part, global) {
            (LayoutList::Middle, Some(Symbol::Spot(id))) => Some(Shown::Spot(id)),
            (LayoutList::Middle, Some(Symbol::Zone(id))) => Some(Shown::Zone(id)),
            (LayoutList::Middle, Some(Symbol::Var(id))) => Some(Shown::Var(id)),
            (LayoutList::Player, Some(Symbol::Var(id)))
                if self.out.vars[id.index()].ty.base() == Base::Player =>
            {
                Some(Shown::Var(id))
            }
            _ => None,
        };
        if shared.is_some() {
            self.names.resolve(&name.value, name.span, Some);
            return shared;
        }
        self.member_of_layout(part.holder(), name).or_else(|| {
            self.misplaced(part, name, global);
            None
        })
    }

    fn member_of_layout(&mut self, holder: Option<HolderKey>, name: &Name) -> Option<Shown> {
        let holder = holder?;
        let Some(member) = self.names.member(holder, &name.value) else {
            let is_out = holder == HolderKey::Player && name.value == Member::Out.name();
            return self.out.elimination.filter(|_| is_out).map(|found| Shown::Var(found.out));
        };
        let shown = match member {
            MemberSymbol::Var(id) => Shown::Var(id),
            MemberSymbol::Zone(id) => Shown::Zone(id),
            MemberSymbol::Field(_) | MemberSymbol::Property(_) => return None,
        };
        self.names.resolve_member(&[holder], &name.value, (name.span, Use::Reads));
        Some(shown)
    }

    /// Reports a name that belongs to another list, or is unknown.
    fn misplaced(&mut self, part: LayoutList, name: &Name, global: Option<Symbol>) {
        let spots = (0..self.out.spots.len()).map(|s| LayoutList::Spot(SpotId::new(s)));
        let home = match global {
            Some(Symbol::Zone(_) | Symbol::Var(_) | Symbol::Spot(_)) => Some(LayoutList::Middle),
            _ => [LayoutList::Player].into_iter().chain(spots).find(|p| {
                let member = p.holder().and_then(|holder| self.names.member(holder, &name.value));
                matches!(member, Some(MemberSymbol::Var(_) | MemberSymbol::Zone(_)))
            }),
        };
        if let Some(home) = home {
            let message = format!("`{}` can't be shown {}", name.value, self.whereabouts(part));
            let place = match home {
                LayoutList::Middle => "`middle`".to_owned(),
                LayoutList::Player => "`player`".to_owned(),
                LayoutList::Spot(id) => format!("`spots`, `{}`", self.out.spots[id.index()].name),
            };
            let problem = Diagnostic::new(Code::BadPlace, name.span, message);
            return self.report(problem.help(format!("it belongs under {place}")));
        }
        let known = match part.holder() {
            Some(holder) => {
                let is_shown =
                    |symbol: &MemberSymbol| matches!(symbol, MemberSymbol::Var(_) | MemberSymbol::Zone(_));
                let members = self.names.members_of(holder).filter(|(_, symbol)| is_shown(symbol));
                members.map(|(name, _)| name.to_owned()).collect()
            }
            None => self.globals_that(|s| matches!(s, Symbol::Zone(_) | Symbol::Var(_) | Symbol::Spot(_))),
        };
        let what = match part {
            LayoutList::Middle => "a shared zone, a spot or a variable of the game",
            LayoutList::Player => "a zone or variable of players",
            LayoutList::Spot(_) => "a zone or variable of these spots",
        };
        let _: Option<()> = self.unknown_in_layout(name, what, known);
    }

    fn whereabouts(&self, part: LayoutList) -> String {
        match part {
            LayoutList::Middle => "in the middle".to_owned(),
            LayoutList::Player => "before each player".to_owned(),
            LayoutList::Spot(id) => format!("at each {}", self.out.spots[id.index()].name),
        }
    }

    /// Returns true if a shape suits its value, and reports it otherwise.
    fn suits(&mut self, part: LayoutList, shown: Shown, raw: &RawShown) -> bool {
        let (what, shapes): (String, &[Shape]) = match shown {
            Shown::Spot(id) if self.out.spots[id.index()].map.is_some() => {
                ("places of a map".to_owned(), &[Shape::Map, Shape::Columns, Shape::List])
            }
            Shown::Spot(id) if self.out.spots[id.index()].ring => {
                ("spots on a ring".to_owned(), &[Shape::Ring, Shape::Columns, Shape::List])
            }
            Shown::Spot(_) | Shown::Phase(_) => {
                ("spots on a line".to_owned(), &[Shape::Columns, Shape::List])
            }
            Shown::Computed(id) => {
                let ty = self.out.layout.computed[id.index()].value.body.ty;
                (format!("a value of type {}", self.type_name(ty)), shapes_of(ty, part, false))
            }
            Shown::Zone(_) if part == LayoutList::Player => {
                ("a zone of players".to_owned(), &[Shape::Row, Shape::Pile, Shape::List, Shape::Hand])
            }
            Shown::Zone(_) => ("a zone".to_owned(), &[Shape::Row, Shape::Pile, Shape::List]),
            Shown::Var(id) => {
                let (shared, ty) = (self.is_shared(id), self.out.vars[id.index()].ty);
                let shapes = shapes_of(ty, part, shared);
                (format!("a variable of type {}", self.type_name(ty)), shapes)
            }
        };
        let shape = raw.shape.value;
        if shape == Shape::Hide || shapes.contains(&shape) {
            return true;
        }
        let words: Vec<String> =
            shapes.iter().chain([&Shape::Hide]).map(|s| format!("`{}`", s.word())).collect();
        let message = format!("`{}`: {what} can't be drawn as `{}`", raw.name.value, shape.word());
        let problem = Diagnostic::new(Code::WrongShape, raw.shape.span, message);
        self.report(problem.help(format!("use one of {}", words.join(", "))));
        false
    }

    fn is_shared(&self, id: VarId) -> bool {
        self.out.vars[id.index()].holder == Holder::Game
    }

    /// Resolves a global name, and marks it as used.
    fn global_of_layout(&mut self, name: &Name) -> Option<Symbol> {
        self.names.resolve(&name.value, name.span, Some)
    }

    fn globals_that(&self, fits: impl Fn(Symbol) -> bool) -> Vec<String> {
        self.names.globals_that(fits).map(str::to_owned).collect()
    }

    fn unknown_in_layout<T>(&mut self, name: &Name, what: &str, known: Vec<String>) -> Option<T> {
        let problem =
            Diagnostic::new(Code::UnknownName, name.span, format!("`{}` is not {what}", name.value));
        self.not_found(problem.suggest(&name.value, known.iter().map(String::as_str)));
        None
    }
}

impl LayoutList {
    /// Returns the holder of the list's zones and variables; `None` for the middle.
    fn holder(self) -> Option<HolderKey> {
        match self {
            Self::Middle => None,
            Self::Player => Some(HolderKey::Player),
            Self::Spot(id) => Some(HolderKey::Spot(id)),
        }
    }
}

/// Returns the shapes in which a variable may be displayed. A shared variable marks a player and is displayed
/// next to that player.
fn shapes_of(ty: Type, part: LayoutList, is_shared: bool) -> &'static [Shape] {
    match ty.base() {
        _ if is_shared && part == LayoutList::Player => &[Shape::Mark],
        Base::Bool if matches!(part, LayoutList::Spot(_)) => &[Shape::Mark, Shape::Shut],
        Base::Bool => &[Shape::Mark],
        Base::Int => &[Shape::Value, Shape::Word, Shape::Mark],
        Base::Decimal | Base::Enum(_) | Base::Name(_) | card_bases!() | place_bases!() | no_bases!() => {
            &[Shape::Value, Shape::Word]
        }
    }
}
