//! Features computed by the rules: functions, properties of cards, and the score.
//!
//! They are evaluated on the observed position: unknown cards are in no zone, and hidden variables have their
//! initial values. No value can therefore depend on hidden information. A failing evaluation adds no feature.

use smallvec::SmallVec;

use super::keys::{Keys, Name, Number, Sum};
use super::seat_observation::SeatObservation;
use super::traits::Traits;
use super::values::{TypeRows, own_words};
use super::zones::OWN_SPOTS;
use ludex_check::hir::Holder;
use ludex_check::ids::{KindId, PropertyId, SpotId};
use ludex_check::types::{Base, Layer, Type};
use ludex_run::exec::{Machine, NoObserver, Workspace};
use ludex_run::program::{Lambda, NONE, NumId, Program};
use ludex_run::state::State;

/// Maximum fuel for the functions of a decision. Functions beyond it add no features.
const MOST_FUEL: u32 = 4_000;
/// Maximum number of functions.
const MOST_FUNCTIONS: usize = 64;

/// A function with at most two parameters, and its features.
#[derive(Debug)]
struct Call {
    lambda: Lambda<NumId>,
    /// Factor that converts a value to thousandths.
    scale: i64,
    /// Features by argument: none, players by relation, spots by number, or words followed by the seat's own
    /// words.
    rows: Vec<TypeRows>,
    /// Features of the argument that an option names.
    named: Option<TypeRows>,
    /// Features of the seat's lead over the best other player; for functions of a spot: by spot, and of the
    /// spot that an option names.
    lead: Vec<Number>,
}

impl Call {
    /// Number of spots for which the function is evaluated with each player. `lead` has one more element.
    fn spots(&self) -> i32 {
        self.lead.len().saturating_sub(1) as i32
    }
}

/// All computed features.
#[derive(Debug, Default)]
pub(super) struct Computed {
    of_game: Vec<Call>,
    of_player: Vec<Call>,
    of_spot: Vec<(SpotId, Call)>,
    /// With the number of words, and the players' own variables that hold such words.
    of_word: Vec<(usize, Vec<usize>, Call)>,
    of_card: Vec<(Option<KindId>, Call)>,
    /// Functions of a spot and a player; true if the player is the first parameter.
    of_spot_and_player: Vec<(SpotId, bool, Call)>,
    /// Functions of a card and a spot; true if the spot is the first parameter.
    of_card_and_spot: Vec<(SpotId, bool, Option<KindId>, Call)>,
    properties: Vec<(PropertyId, KindId, TypeRows)>,
    /// Variables that may contain information hidden from a seat.
    secrets: Vec<usize>,
}

/// The position as observed by a seat, on which functions are evaluated.
#[derive(Debug, Clone, Default)]
pub(super) struct ObservedPosition {
    state: Option<State>,
    work: Workspace,
    spent: u32,
    /// Values of the functions of the position, one after another; for each player, spot or word in order.
    values: Vec<Option<i32>>,
}

impl ObservedPosition {
    /// Copies the position, removes everything hidden from the seat, and evaluates the functions.
    pub fn see(&mut self, look: &SeatObservation<'_>, computed: &Computed) {
        self.spent = 0;
        let seen = match &mut self.state {
            Some(state) => {
                state.clone_from(look.state);
                state
            }
            None => self.state.insert(look.state.clone()),
        };
        seen.clear_options();
        if !look.open {
            self.hide(look, computed);
        }
        computed.ask(look.program, self);
    }

    fn hide(&mut self, look: &SeatObservation<'_>, computed: &Computed) {
        let Some(seen) = &mut self.state else { return };
        let layout = &look.program.layout;
        for v in &computed.secrets {
            let var = &look.program.checked.vars[*v];
            let is_unknown = |holder| matches!(var.holder, Holder::Kind(kind) if !look.knows(layout.kinds[kind.index()].0 as u16 + holder));
            for cells in layout.blocks(*v) {
                if !var.ty.is_card() && look.state.cells[cells.clone()] == layout.cells[cells.clone()] {
                    continue;
                }
                for (holder, at) in cells.enumerate() {
                    let (first, value) = (layout.cells[at], look.state.cells[at]);
                    if value == first && !var.ty.is_card() {
                        continue;
                    }
                    let hidden = is_unknown(holder as u16)
                        || !look.sees_cell(var.owner_sees, holder)
                        || var.ty.is_list();
                    let unknown = var.ty.is_card() && value != NONE && look.known_card(value).is_none();
                    if hidden && value != first {
                        seen.write(at, first);
                    } else if unknown {
                        seen.write(at, NONE);
                    }
                }
            }
        }
        for card in 0..look.state.cards.len() as u16 {
            if look.state.cards[usize::from(card)].zone != 0 && !look.knows(card) {
                seen.unlink(card);
            }
        }
    }

    fn value(&mut self, program: &Program, lambda: Lambda<NumId>, args: &[i32]) -> Option<i32> {
        self.run(program, |machine| machine.evaluate(lambda, args).ok())
    }

    fn property(&mut self, program: &Program, property: PropertyId, card: u16) -> Option<i32> {
        self.run(program, |machine| machine.property_of(property, card).ok())
    }

    fn run(
        &mut self,
        program: &Program,
        ask: impl FnOnce(&mut Machine<'_, NoObserver>) -> Option<i32>,
    ) -> Option<i32> {
        let state = self.state.as_mut().filter(|_| self.spent < MOST_FUEL)?;
        let mut nobody = NoObserver;
        let mut machine = Machine::new(program, state, &mut self.work, &mut nobody);
        let value = ask(&mut machine);
        self.spent += machine.used();
        value
    }
}

/// Type of a parameter.
enum Parameter {
    Player,
    Spot(SpotId),
    Word(usize),
    Card(Option<KindId>),
    Other,
}

fn given(program: &Program, ty: Type) -> Parameter {
    if ty.is_list() || matches!(ty.present().shape(), Layer::Per(..)) {
        return Parameter::Other;
    }
    match ty.base() {
        Base::Player => Parameter::Player,
        Base::Spot(sort) => Parameter::Spot(sort),
        Base::Enum(id) => Parameter::Word(program.checked.enums[id.index()].values.len()),
        Base::Card => Parameter::Card(None),
        Base::Kind(kind) => Parameter::Card(Some(kind)),
        Base::Int
        | Base::Decimal
        | Base::Bool
        | Base::Design(_)
        | Base::Name(_)
        | Base::Zone
        | Base::Nothing
        | Base::Unknown => Parameter::Other,
    }
}

impl Computed {
    pub fn new(keys: &mut Keys, program: &Program, traits: &Traits) -> Self {
        let mut computed = Self::default();
        let checked = &program.checked;
        let is_secret = |at: &usize| {
            let var = &checked.vars[*at];
            matches!(var.holder, Holder::Kind(_)) || var.owner_sees || var.ty.has_cards() || var.ty.is_list()
        };
        computed.secrets = (0..checked.vars.len()).filter(is_secret).collect();
        for (def, lambda) in checked.functions.iter().zip(&program.functions).take(MOST_FUNCTIONS) {
            let ty = def.body.body.ty;
            if !ty.is_list() && matches!(ty.present().shape(), Layer::Base(_)) {
                let params: Vec<Type> = def.params.iter().map(|(_, ty)| *ty).collect();
                computed.add_function(
                    keys,
                    (program, traits),
                    &Name::new("function").then(&def.name),
                    (*lambda, ty),
                    &params,
                );
            }
        }
        let score = Name::new("score");
        let lines = program
            .score
            .lines
            .iter()
            .zip(&checked.score.lines)
            .map(|(lambda, (name, def))| (name.as_str(), *lambda, def));
        let total =
            program.score.total.iter().zip(&checked.score.total).map(|(lambda, def)| ("", *lambda, def));
        for (name, lambda, def) in total.chain(lines) {
            let name = score.then(name);
            computed.add_function(keys, (program, traits), &name, (lambda, def.body.ty), &[Type::PLAYER]);
        }
        for (at, def) in checked.properties.iter().enumerate() {
            let name = Name::new("property").then(&checked.kinds[def.kind.index()].name).then(&def.name);
            computed.properties.push((
                PropertyId(at as u16),
                def.kind,
                TypeRows::new(keys, &name, program, traits, def.ty),
            ));
        }
        computed
    }

    fn add_function(
        &mut self,
        keys: &mut Keys,
        (program, traits): (&Program, &Traits),
        name: &Name,
        (lambda, ty): (Lambda<NumId>, Type),
        params: &[Type],
    ) {
        let scale = if ty.base() == Base::Int { 1000 } else { 1 };
        let mut values = |name: Name| TypeRows::new(keys, &name, program, traits, ty);
        let given: Vec<Parameter> = params.iter().map(|ty| given(program, *ty)).collect();
        let players = i64::from(program.players);
        let spots = |sort: &SpotId| usize::from(program.layout.spots[sort.index()]).min(OWN_SPOTS) as i64;
        let mut call = Call { lambda, scale, rows: Vec::new(), named: None, lead: Vec::new() };
        match given.as_slice() {
            [] => {
                call.rows.push(values(name.clone()));
                self.of_game.push(call);
            }
            [Parameter::Player] => {
                call.rows.extend((0..players).map(|n| values(name.number(n))));
                call.named = Some(values(name.then("named")));
                if ty.is_number() {
                    call.lead.push(Number::new(keys, &name.then("lead")));
                }
                self.of_player.push(call);
            }
            [Parameter::Spot(sort)] => {
                call.rows.extend((0..spots(sort)).map(|n| values(name.number(n))));
                call.named = Some(values(name.then("named")));
                self.of_spot.push((*sort, call));
            }
            [Parameter::Word(words)] => {
                let own = own_words(program, params[0].base());
                call.rows.extend((0..*words as i64).map(|n| values(name.number(n))));
                call.rows.extend(
                    own.iter().map(|var| values(name.then("my").then(&program.checked.vars[*var].name))),
                );
                self.of_word.push((*words, own, call));
            }
            [Parameter::Card(kind)] => {
                call.named = Some(values(name.then("named")));
                self.of_card.push((*kind, call));
            }
            [Parameter::Spot(sort), Parameter::Player] | [Parameter::Player, Parameter::Spot(sort)] => {
                call.named = Some(values(name.then("named")));
                if ty.is_number() {
                    call.lead
                        .extend((0..spots(sort)).map(|n| Number::new(keys, &name.then("lead").number(n))));
                    call.lead.push(Number::new(keys, &name.then("lead").then("named")));
                }
                self.of_spot_and_player.push((*sort, matches!(given[0], Parameter::Player), call));
            }
            [Parameter::Spot(sort), Parameter::Card(kind)]
            | [Parameter::Card(kind), Parameter::Spot(sort)] => {
                call.named = Some(values(name.then("named")));
                self.of_card_and_spot.push((*sort, matches!(given[0], Parameter::Spot(_)), *kind, call));
            }
            _ => {}
        }
    }

    /// Evaluates the functions of the position.
    pub fn ask(&self, program: &Program, asked: &mut ObservedPosition) {
        let mut values = std::mem::take(&mut asked.values);
        values.clear();
        let players = i32::from(program.players);
        let mut ask = |call: &Call, args: &[i32]| values.push(asked.value(program, call.lambda, args));
        self.of_game.iter().for_each(|call| ask(call, &[]));
        self.of_player.iter().for_each(|call| (0..players).for_each(|player| ask(call, &[player])));
        for (_, call) in &self.of_spot {
            (0..).zip(&call.rows).for_each(|(spot, _)| ask(call, &[spot]));
        }
        for (words, _, call) in &self.of_word {
            (0..*words as i32).for_each(|word| ask(call, &[word]));
        }
        for (_, player_first, call) in &self.of_spot_and_player {
            for spot in 0..call.spots() {
                (0..players).for_each(|player| ask(call, &of_spot(*player_first, spot, player)));
            }
        }
        asked.values = values;
    }

    /// Adds the computed features of the position.
    pub fn add(&self, look: &SeatObservation<'_>, traits: &Traits, sum: &mut Sum, asked: &ObservedPosition) {
        let program = look.program;
        let mut rest = asked.values.as_slice();
        let mut next = |count: usize| {
            let (values, after) = rest.split_at(count.min(rest.len()));
            rest = after;
            values
        };
        let players = usize::from(program.players);
        let from_here = |values: &[Option<i32>]| -> SmallVec<[Option<i32>; 8]> {
            (0..program.players).map(|n| values[player(look, n) as usize]).collect()
        };
        for call in &self.of_game {
            next(1)[0].into_iter().for_each(|value| call.rows[0].add(look, traits, sum, value));
        }
        for call in &self.of_player {
            let values = from_here(next(players));
            for (rows, value) in call.rows.iter().zip(&values) {
                value.iter().for_each(|value| rows.add(look, traits, sum, *value));
            }
            if let (Some(rows), Some(lead)) = (call.lead.first(), lead(&values)) {
                rows.add_thousandths(sum, lead * call.scale);
            }
        }
        for (_, call) in &self.of_spot {
            for (value, rows) in next(call.rows.len()).iter().zip(&call.rows) {
                value.iter().for_each(|value| rows.add(look, traits, sum, *value));
            }
        }
        for (words, own, call) in &self.of_word {
            let values = next(*words);
            let own = own.iter().map(|var| {
                let cell = look.state.cells[program.layout.cells_of(*var).start + usize::from(look.seat)];
                usize::try_from(cell).ok().and_then(|word| values.get(word).copied().flatten())
            });
            for (rows, value) in call.rows.iter().zip(values.iter().copied().chain(own)) {
                value.into_iter().for_each(|value| rows.add(look, traits, sum, value));
            }
        }
        for (.., call) in &self.of_spot_and_player {
            for rows in &call.lead[..call.spots() as usize] {
                if let Some(lead) = lead(&from_here(next(players))) {
                    rows.add_thousandths(sum, lead * call.scale);
                }
            }
        }
    }

    /// Adds the computed features of a spot that an option names, and of a card that would come there.
    pub fn add_spot(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        asked: &mut ObservedPosition,
        (sort, spot): (SpotId, i32),
    ) {
        for (_, call) in self.of_spot.iter().filter(|(of, _)| *of == sort) {
            let value = asked.value(look.program, call.lambda, &[spot]);
            value.iter().zip(&call.named).for_each(|(value, rows)| rows.add(look, traits, sum, *value));
        }
        for (_, player_first, call) in self.of_spot_and_player.iter().filter(|(of, ..)| *of == sort) {
            let values = of_players(look, asked, (call, *player_first), spot);
            values[0].iter().zip(&call.named).for_each(|(value, rows)| rows.add(look, traits, sum, *value));
            if let (Some(rows), Some(lead)) = (call.lead.last(), lead(&values)) {
                rows.add_thousandths(sum, lead * call.scale);
            }
        }
    }

    /// Adds the computed features of a player that an option names.
    pub fn add_player(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        asked: &mut ObservedPosition,
        who: i32,
    ) {
        for call in &self.of_player {
            let value = asked.value(look.program, call.lambda, &[who]);
            value.iter().zip(&call.named).for_each(|(value, rows)| rows.add(look, traits, sum, *value));
        }
    }

    /// Adds the computed features of a known card that an option names, alone and with a spot named by the
    /// same option.
    pub fn add_card(
        &self,
        look: &SeatObservation<'_>,
        traits: &Traits,
        sum: &mut Sum,
        asked: &mut ObservedPosition,
        (card, spot): (u16, Option<(SpotId, i32)>),
    ) {
        let kind = KindId(look.program.layout.kind[usize::from(card)]);
        let fits = |of: &Option<KindId>| of.is_none_or(|of| of == kind);
        for (_, call) in self.of_card.iter().filter(|(of, _)| fits(of)) {
            let value = asked.value(look.program, call.lambda, &[i32::from(card)]);
            value.iter().zip(&call.named).for_each(|(value, rows)| rows.add(look, traits, sum, *value));
        }
        for (property, _, rows) in self.properties.iter().filter(|(_, of, _)| *of == kind) {
            let value = asked.property(look.program, *property, card);
            value.into_iter().for_each(|value| rows.add(look, traits, sum, value));
        }
        let Some((sort, spot)) = spot else { return };
        for (_, spot_first, _, call) in
            self.of_card_and_spot.iter().filter(|(of, _, kind, _)| *of == sort && fits(kind))
        {
            let args = if *spot_first { [spot, i32::from(card)] } else { [i32::from(card), spot] };
            let value = asked.value(look.program, call.lambda, &args);
            value.iter().zip(&call.named).for_each(|(value, rows)| rows.add(look, traits, sum, *value));
        }
    }
}

/// Returns the player `relation` seats further clockwise.
fn player(look: &SeatObservation<'_>, relation: u8) -> i32 {
    (i32::from(look.seat) + i32::from(relation)) % i32::from(look.program.players)
}

/// Evaluates a function of a spot and a player for each player, starting with the seat.
fn of_players(
    look: &SeatObservation<'_>,
    asked: &mut ObservedPosition,
    (call, player_first): (&Call, bool),
    spot: i32,
) -> SmallVec<[Option<i32>; 8]> {
    let each = (0..look.program.players)
        .map(|n| asked.value(look.program, call.lambda, &of_spot(player_first, spot, player(look, n))));
    each.collect()
}

/// Returns the arguments of a function of a spot and a player.
fn of_spot(player_first: bool, spot: i32, player: i32) -> [i32; 2] {
    if player_first { [player, spot] } else { [spot, player] }
}

/// Returns the first value minus the best other value.
fn lead(values: &[Option<i32>]) -> Option<i64> {
    let number = |value: &Option<i32>| value.filter(|value| *value != NONE).map(i64::from);
    let (own, others) = values.split_first()?;
    let best = others.iter().filter_map(number).max()?;
    number(own).map(|own| own - best)
}
