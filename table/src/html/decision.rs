//! The decision: its question and every option as a button.

use ludex::rules::Shape;
use ludex::{Choice, Decision, Value};
use maud::{Markup, html};

use super::cards::Press;
use super::seats::glyph_of;
use super::{Page, Undo, targets};
use crate::offers::{LISTED, Offer};
use crate::words::capital;

/// Maximum number of options in a group that is open at first.
const OPEN: usize = 6;
/// Maximum number of numbers that are drawn as buttons.
const NUMBERS: usize = 20;
/// Maximum length of the text of a short option.
const SHORT: usize = 4;

/// A list with longer texts has one column.
const LONG: usize = 30;

/// Options listed together.
struct Group<'o> {
    /// The action, if several options are of one.
    title: Option<String>,
    options: Vec<(usize, &'o Offer)>,
}

/// Adds a pick to those in the address (`0,4`), or takes it back.
pub fn picks(picked: &str, pick: Option<usize>) -> Vec<usize> {
    let mut picks: Vec<usize> = picked.split(',').filter_map(|word| word.trim().parse().ok()).collect();
    if let Some(pick) = pick {
        match picks.iter().position(|other| *other == pick) {
            Some(at) => {
                picks.remove(at);
            }
            None => picks.push(pick),
        }
    }
    picks
}

/// Options of an action with the same first target, if it has several targets.
type ByTarget<'o> = (Option<String>, Vec<(usize, &'o Offer)>);

impl Page<'_> {
    /// Returns true if the viewer has to decide.
    pub(super) fn is_asked(&self) -> bool {
        !self.offers.all.is_empty()
    }

    pub(super) fn prompt(&self) -> String {
        let told = self.words.decision_facts(self.seen.game, self.frame.reader());
        let name = self.decision.as_ref().map_or("", |decision| decision.name.name.as_str());
        self.words.prompt_told(name, &told)
    }

    pub(super) fn deciding(&self) -> Markup {
        match &self.decision {
            Some(decision) if self.is_asked() => self.asks(decision),
            Some(decision) => self.waits(decision),
            None => self.ended(),
        }
    }

    fn ended(&self) -> Markup {
        let own = self.words.own;
        let undo = if self.seen.game.fault().is_some() { self.undo() } else { None };
        html! {
            section #decision.panel.form aria-labelledby="prompt" {
                h2 #prompt tabindex="-1" { (own.table_over()) }
                @if let Some(undo) = undo {
                    form method="post" {
                        input type="hidden" name="version" value=(self.frame.version);
                        (undo)
                    }
                }
                @if !self.frame.is_static && !self.frame.is_inside {
                    div.confirm {
                        a.btn href={ (self.table()) "/replay" } { (own.table_replay()) }
                        a.btn href={ (self.table()) "/save" } download { (own.table_save()) }
                        a.btn href="/" { (own.lobby_back()) }
                    }
                }
            }
        }
    }

    fn waits(&self, decision: &Decision) -> Markup {
        let (own, name) = (self.words.own, self.words.seat(decision.seat.id));
        let who = glyph_of(self.words.setup, decision.seat.id, &capital(&name));
        html! {
            form #decision.decision.wait.panel method="post" action={ (self.frame.base) "/undo" }
                aria-labelledby="prompt" {
                input type="hidden" name="version" value=(self.frame.version);
                div.prompt {
                    h2 #prompt tabindex="-1" { (own.table_waiting()) " " (who) }
                    p.dim { (self.prompt()) }
                }
                @if let Some(undo) = self.undo() { div.asks { (undo) } }
            }
        }
    }

    fn undo(&self) -> Option<Markup> {
        let own = self.words.own;
        let text = match &self.frame.can_undo {
            Undo::No => return None,
            Undo::Free => own.table_undo(),
            Undo::Ask(_) => own.table_ask_undo(),
        };
        let reason = if let Undo::Ask(reason) = &self.frame.can_undo { Some(reason) } else { None };
        let address = format!("{}/undo", self.frame.base);
        Some(html! {
            button.btn.tiny formaction=(address) title=[reason] { (text) " " kbd { "u" } }
        })
    }

    fn asks(&self, decision: &Decision) -> Markup {
        let several = self.offers.several();
        let (least, most) = (several.map(|several| several.least), several.map(|several| several.most));
        let picked: Vec<String> = self.picks().iter().map(ToString::to_string).collect();
        let with = self.frame.with.and_then(|with| self.about.get(with));
        let undo = self.undo();
        html! {
            form #decision.decision.panel method="post" action={ (self.frame.base) "/choose" }
                aria-labelledby="prompt" data-least=[least] data-most=[most] {
                input type="hidden" name="version" value=(self.frame.version);
                @if several.is_some() { input type="hidden" name="picked" value=(picked.join(",")); }
                div.prompt {
                    h2 #prompt tabindex="-1" { (self.prompt()) }
                    (self.facts(decision))
                    @if let Some(most) = most {
                        p.count { (self.words.own.table_picked(picked.len(), most)) }
                    }
                    @if decision.chosen.len() + decision.waiting.len() > 1 { p.dim { (self.words.own.table_at_once()) } }
                }
                @match with {
                    Some(indices) => { (self.narrowed(indices, decision)) },
                    None => { (self.all_options()) },
                }
                div.asks {
                    a.btn.tiny href={ (self.frame.base) "/hint" } { (self.words.own.table_hint()) " " kbd { "h" } }
                    @if let Some(undo) = undo { (undo) }
                    a.btn.tiny href={ (self.frame.base) "/why" } { (self.words.own.table_why_not()) " " kbd { "w" } }
                }
            }
        }
    }

    /// Draws the values that the layout repeats with the prompt, and facts that the prompt doesn't mention.
    fn facts(&self, decision: &Decision) -> Markup {
        let shown = self.seen.with_prompt(decision.name.id, decision.seat.id.number());
        let told = self.words.decision_facts(self.seen.game, self.frame.reader());
        let unsaid: Vec<(String, &str)> = self.words.unsaid(&decision.name.name, &told).collect();
        html! {
            @if !shown.is_empty() || !unsaid.is_empty() {
                div.vals.facts {
                    @for item in &shown { (self.drawn(item, Shape::Value, None)) }
                    @if !unsaid.is_empty() {
                        dl.vals { @for (name, text) in &unsaid { div.val { dt { (name) } dd { (text) } } } }
                    }
                }
            }
        }
    }

    /// Returns the valid picks so far.
    pub(super) fn picks(&self) -> &[usize] {
        let Some(several) = self.offers.several() else { return &[] };
        let is_valid = |pick: &usize| *pick < several.options.len();
        let fits = self.frame.picks.len() <= several.most && self.frame.picks.iter().all(is_valid);
        if fits { self.frame.picks } else { &[] }
    }

    /// Returns the numbers to choose from, if they are many at equal distances: the first, the last, and the
    /// distance.
    fn range(&self) -> Option<(i32, i32, i32)> {
        let number = |index: usize| match self.choice(index) {
            Some(Choice::Pick(Value::Int(number))) => Some(*number),
            _ => None,
        };
        let numbers: Vec<i32> = (0..self.offers.all.len()).filter_map(number).collect();
        let [first, second, .., last] = numbers.as_slice() else { return None };
        let step = second.checked_sub(*first)?;
        let even = numbers.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(step));
        (numbers.len() > NUMBERS && step > 0 && even).then_some((*first, *last, step))
    }

    /// Draws a field with steps that stands for the buttons of a long range of numbers. Without a script, the
    /// buttons are shown.
    fn number_field(&self, (first, last, step): (i32, i32, i32)) -> Markup {
        html! {
            div.number.scripted {
                label.lab.small for="number" { (first) "–" (last) }
                div.confirm {
                    button.btn type="button" data-step="-1" aria-label={ "− " (step) } { "−" }
                    input #number type="number" min=(first) max=(last) step=(step) value=(first);
                    button.btn type="button" data-step="1" aria-label={ "+ " (step) } { "+" }
                    button #take.btn.main type="button" { (first) }
                }
            }
        }
    }

    fn all_options(&self) -> Markup {
        let groups = self.groups();
        let range = self.range();
        let flat = groups.iter().filter(|group| group.title.is_none()).flat_map(|group| &group.options);
        let is_short = |(_, offer): &&(usize, &Offer)| offer.name.chars().count() <= SHORT;
        let is_long = flat.clone().count() > LISTED && !flat.clone().all(|option| is_short(&option));
        let last = self.last();
        html! {
            @if is_long {
                div.field {
                    label.lab.small for="filter" { (self.words.own.table_filter()) " " kbd { "/" } }
                    input #filter type="search" autocomplete="off";
                }
            }
            @if let Some(range) = range { (self.number_field(range)) }
            @for group in &groups { (self.group(group, (groups.len(), range.is_some()))) }
            @if !last.is_empty() || self.offers.several().is_some() {
                div.opts.last {
                    @for (index, offer) in &last { (self.option(*index, offer, None, "quiet-end")) }
                    (self.finish())
                }
            }
        }
    }

    /// Draws the options about one card, spot or player.
    fn narrowed(&self, indices: &[usize], _decision: &Decision) -> Markup {
        let back = self.words.own.table_all_options();
        html! {
            div.confirm.one {
                a.btn.tiny data-back="" href=(self.frame.base) { (back) " " kbd { "Esc" } }
            }
            div.opts.flat {
                @for index in indices {
                    @if let Some(offer) = self.offers.get(*index) { (self.option(*index, offer, None, "")) }
                }
            }
        }
    }

    /// Returns the options to decline or to finish, which come last.
    fn last(&self) -> Vec<(usize, &Offer)> {
        let all = self.offers.all.iter().enumerate();
        all.filter(|(index, _)| self.is_decline(*index)).collect()
    }

    /// Returns true for an option that declines, or that ends choices of one at a time.
    fn is_decline(&self, index: usize) -> bool {
        match self.offers.several() {
            Some(_) => self.offers.declines(index),
            None => matches!(self.choice(index), Some(Choice::Decline | Choice::Done)),
        }
    }

    fn is_finish(&self, index: usize) -> bool {
        self.offers.several().is_some_and(|several| index >= several.options.len()) && !self.is_decline(index)
    }

    /// Returns the options except the last ones in display order, those of an action with targets together.
    fn groups(&self) -> Vec<Group<'_>> {
        let action = |index: usize| match self.choice(index) {
            Some(Choice::Action { action, targets }) if !targets.is_empty() => Some(action.name.clone()),
            _ => None,
        };
        let is_listed = |index: usize| !self.is_decline(index) && !self.is_finish(index);
        let all = self.listed().into_iter().filter(|(index, _)| is_listed(*index));
        let mut groups: Vec<(Option<String>, Group<'_>)> = Vec::new();
        for (index, offer) in all {
            let name = action(index);
            let joins = |(last, _): &(Option<String>, Group<'_>)| *last == name;
            let at = match &name {
                Some(_) => groups.iter().position(joins),
                None => groups.len().checked_sub(1).filter(|at| joins(&groups[*at])),
            };
            match at {
                Some(at) => groups[at].1.options.push((index, offer)),
                None => groups.push((name, Group { title: None, options: vec![(index, offer)] })),
            }
        }
        for (name, group) in &mut groups {
            let name = name.as_ref().filter(|_| group.options.len() > 1);
            group.title = name.map(|name| self.action_title(name));
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// Returns the options with their indices, in display order.
    fn listed(&self) -> Vec<(usize, &Offer)> {
        let mut all: Vec<(usize, &Offer)> = self.offers.all.iter().enumerate().collect();
        if !self.offers.numbers {
            all.sort_by_key(|(_, offer)| offer.key.parse::<usize>().unwrap_or(usize::MAX));
        }
        all
    }

    fn action_title(&self, name: &str) -> String {
        let decision = self.decision.as_ref().map_or("", |decision| decision.name.name.as_str());
        let own = self.words.get(&format!("choices.{decision}.{name}"));
        let text = own.or_else(|| self.words.get(&format!("actions.{name}")));
        capital(&text.unwrap_or_else(|| name.replace('_', " ")))
    }

    fn group(&self, group: &Group<'_>, (groups, has_field): (usize, bool)) -> Markup {
        let Some(title) = &group.title else {
            let options = self.flat(&group.options, None);
            return if has_field {
                html! { div.unscripted { (options) } }
            } else {
                options
            };
        };
        let is_open = groups == 1 || group.options.len() <= OPEN;
        let by = self.by_first_target(&group.options);
        let prefix = self.words.label(title, "");
        html! {
            details.group open[is_open] {
                summary { (title) " " span.dim { (group.options.len()) } }
                div.in {
                    @for (first, options) in &by {
                        @if let Some(first) = first {
                            div.by {
                                h3 { (self.with_players(first)) }
                                (self.flat(options, Some(&[prefix.as_str(), first, ","])))
                            }
                        } @else {
                            (self.flat(options, Some(&[prefix.as_str()])))
                        }
                    }
                }
            }
        }
    }

    /// Returns the options of an action with several targets by the first one.
    fn by_first_target<'o>(&self, options: &[(usize, &'o Offer)]) -> Vec<ByTarget<'o>> {
        let first = |index: usize| {
            let targets = self.choice(index).map(targets).unwrap_or_default();
            let seat = self.decision.as_ref()?.seat.id;
            let first = targets.first().filter(|_| targets.len() > 1)?;
            Some(self.words.pick(self.seen.game, seat, first))
        };
        let mut by: Vec<ByTarget<'o>> = Vec::new();
        for (index, offer) in options {
            let name = first(*index);
            match by.iter().position(|(other, _)| *other == name) {
                Some(at) => by[at].1.push((*index, *offer)),
                None => by.push((name, vec![(*index, *offer)])),
            }
        }
        by
    }

    fn flat(&self, options: &[(usize, &Offer)], said: Option<&[&str]>) -> Markup {
        let is_short = |(index, offer): &(usize, &Offer)| {
            let name = shortened(&offer.name, said);
            offer.text.is_none() && name.chars().count() <= SHORT && !self.is_decline(*index)
        };
        let is_long = |(_, offer): &(usize, &Offer)| {
            offer.text.is_some() || shortened(&offer.name, said).chars().count() > LONG
        };
        let class = match options.len() > 3 && options.iter().all(is_short) {
            true => "opts flat short",
            false if options.iter().any(is_long) => "opts flat long",
            false => "opts flat",
        };
        html! {
            div class=(class) { @for (index, offer) in options { (self.option(*index, offer, said, "")) } }
        }
    }

    /// Draws an option. `said` are the texts of its headings, which the option does not repeat.
    fn option(&self, index: usize, offer: &Offer, said: Option<&[&str]>, class: &str) -> Markup {
        let press = self.press(index);
        let target = self.choice(index).map(targets).unwrap_or_default().into_iter().next_back();
        let design = target.and_then(|target| {
            let Value::Card(card) = target else {
                return if let Value::Design(design) = target { Some(design.id) } else { None };
            };
            self.seen.rules().card(card.id).map(|card| card.design)
        });
        let face = design.and_then(|design| self.seen.rules().design(design)).map(|design| design.name);
        let picked = if press.is_picked { " sel" } else { "" };
        let full = self.picks().len() >= self.offers.several().map_or(usize::MAX, |several| several.most);
        let is_disabled = press.name == "pick" && full && !press.is_picked;
        let also = offer.also.iter().find(|also| matches!(also.as_str(), "y" | "n"));
        html! {
            button id={ "o-" (index) } class={ "btn opt " (class) (picked) } name=(press.name)
                value=(press.value) formmethod=[press.is_get.then_some("get")]
                formaction=[press.is_get.then_some(self.frame.base)]
                disabled[is_disabled]
                aria-pressed=[(press.name == "pick").then(|| press.is_picked.to_string())] {
                span.k aria-hidden="true" { (press.key) }
                @if let Some(face) = face { span.dot data-face=(face) aria-hidden="true" {} }
                span.t {
                    (shortened(&offer.name, said))
                    @if let Some(text) = &offer.text { small { (text) } }
                }
                @if let Some(also) = also { span.p { kbd { (also) } } }
            }
        }
    }

    /// Draws the button that sends the picks.
    fn finish(&self) -> Markup {
        let Some(several) = self.offers.several() else { return html! {} };
        let picks = self.picks();
        let last = self.offers.all.len().checked_sub(1).filter(|last| self.is_finish(*last));
        let id = last.map_or_else(|| "o-done".to_owned(), |last| format!("o-{last}"));
        let value: Vec<String> = picks.iter().map(ToString::to_string).collect();
        let enough = (several.least..=several.most).contains(&picks.len());
        let key = last.and_then(|last| self.offers.get(last)).map(|offer| offer.key.clone());
        html! {
            button id=(id) .btn.quiet-end.opt name="options" value=(value.join(","))
                aria-disabled=[(!enough).then_some("true")] data-done="" data-key=[key] {
                (self.words.own.table_done(picks.len()))
            }
            @if let Some(last) = picks.last() {
                button.btn.tiny name="pick" value=(last) formmethod="get" formaction=(self.frame.base) {
                    (self.words.own.table_take_back())
                }
            }
        }
    }

    /// Returns what pressing an option does.
    pub(super) fn press(&self, index: usize) -> Press {
        let key = self.offers.get(index).map(|offer| offer.key.clone()).unwrap_or_default();
        let is_pick = self.offers.several().is_some_and(|several| index < several.options.len());
        let declines = self.offers.several().is_some() && self.is_decline(index);
        let all = self.decision.as_ref().map(|decision| decision.options.as_slice()).unwrap_or_default();
        let value = match declines {
            true => all.iter().position(|option| option.choice == Choice::Decline).unwrap_or(index),
            false => index,
        };
        let is_picked = is_pick && self.picks().contains(&index);
        let name = if is_pick { "pick" } else { "option" };
        Press { name, value: value.to_string(), is_get: is_pick, key, is_picked }
    }
}

/// Removes from a name what its headings say.
fn shortened(name: &str, said: Option<&[&str]>) -> String {
    let mut rest = name;
    for part in said.unwrap_or_default() {
        let part = part.trim_end();
        rest = rest.strip_prefix(part).map_or(rest, str::trim_start);
    }
    if rest.is_empty() { name.to_owned() } else { capital(rest) }
}
