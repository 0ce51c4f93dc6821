//! Pages other than the table: settings, joining, links, hints and reasons.

use ludex::Game;
use ludex::why::{Target, Wanted, why_not};
use maud::{Markup, PreEscaped, html};

use super::document::{Head, document, plain_bar};
use super::{Frame, Page, Size, Theme, names};
use crate::phrases::Phrases;
use crate::words::Words;

/// Languages of the program, with their own names.
pub(super) const LANGUAGES: [(&str, &str); 3] = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")];

/// A free seat, and the form to take it; posts to `{base}/join`.
pub struct Join<'a> {
    pub language: &'a str,
    pub theme: Theme,
    pub base: &'a str,
    pub game: String,
    /// Name of the seat, which is the default name of the person.
    pub seat: String,
    /// Names of the other players.
    pub others: Vec<String>,
    /// The secret of the link, for a hidden field.
    pub token: &'a str,
}

/// A new table, with a link for each seat.
pub struct Links<'a> {
    pub language: &'a str,
    pub theme: Theme,
    pub game: String,
    /// Link that shows the table to a spectator.
    pub watch: String,
    pub seats: Vec<SeatLink>,
}

/// The link of a seat.
pub struct SeatLink {
    pub name: String,
    /// `None` for a seat of a bot, or one that is taken.
    pub link: Option<String>,
    /// Label of the bot, or name of the person.
    pub taken_by: Option<String>,
    /// True for the seat of the viewer.
    pub is_mine: bool,
}

/// Draws the form to take a free seat.
pub fn join(join: &Join<'_>) -> String {
    let own = Phrases::for_language(join.language);
    let title = own.join_title(&join.game);
    let body = html! {
        (plain_bar(&title))
        main.lobby {
            form.panel.form method="post" action={ (join.base) "/join" } {
                input type="hidden" name="k" value=(join.token);
                @if !join.others.is_empty() { p { (own.join_with(join.others.join(", "))) } }
                div.field {
                    label.lab for="name" { (own.lobby_name()) }
                    input #name type="text" name="name" maxlength="24" value=(join.seat)
                        autocomplete="nickname";
                }
                div.confirm { button.btn.main { (own.join_take()) } }
                p.small.dim { (own.links_note()) }
            }
        }
    };
    let head = Head { language: join.language, theme: join.theme, title: &title, cards: None };
    document(&head, &body).into_string()
}

/// Draws the page of the host with a link for each seat.
pub fn links(links: &Links<'_>) -> String {
    let own = Phrases::for_language(links.language);
    let title = own.links_title(&links.game);
    let body = html! {
        (plain_bar(&title))
        main.lobby {
            section.panel.form {
                div.scroll tabindex="0" role="group" aria-label=(title) {
                    table.seats-t { tbody {
                        @for seat in &links.seats {
                            tr {
                                th scope="row" { (seat.name) }
                                td { @if let Some(by) = &seat.taken_by { (by) } }
                                td { (seat_link(own, seat)) }
                            }
                        }
                        tr {
                            th scope="row" { (own.links_watch()) } td {}
                            td { a href=(links.watch) { (links.watch) } }
                        }
                    } }
                }
                p.small.dim { (own.links_note()) }
            }
        }
    };
    let head = Head { language: links.language, theme: links.theme, title: &title, cards: None };
    document(&head, &body).into_string()
}

fn seat_link(own: &Phrases, seat: &SeatLink) -> Markup {
    let Some(link) = &seat.link else { return html! {} };
    html! {
        @if seat.is_mine { a.btn.main href=(link) { (own.links_sit()) } } @else { a href=(link) { (link) } }
    }
}

/// Draws the form of a viewer's settings; posts to `/settings`.
pub(super) fn settings(words: Words<'_>, frame: &Frame<'_>) -> Markup {
    let own = words.own;
    let themes = [
        (Theme::System, own.settings_system()),
        (Theme::Light, own.settings_light()),
        (Theme::Dark, own.settings_dark()),
    ];
    let sizes = [Size::Small, Size::Medium, Size::Large];
    let languages: Vec<&str> = words.setup.ruleset().languages().collect();
    let name = |language: &str| {
        let known = LANGUAGES.iter().find(|(id, _)| *id == language);
        known.map_or_else(|| language.to_owned(), |(_, name)| (*name).to_owned())
    };
    html! {
        form.form method="post" action="/settings" {
            input type="hidden" name="back" value=(frame.base);
            div.field {
                label.lab for="set-lang" { (own.settings_language()) }
                select #set-lang name="lang" {
                    @for language in languages {
                        option value=(language) lang=(language) selected[language == words.language] {
                            (name(language))
                        }
                    }
                }
            }
            div.field {
                label.lab for="set-theme" { (own.settings_theme()) }
                select #set-theme name="theme" {
                    @for (theme, text) in themes {
                        option value=(theme.name()) selected[theme == frame.theme] { (text) }
                    }
                }
            }
            div.field {
                label.lab for="set-size" { (own.settings_size()) }
                select #set-size name="size" {
                    @for size in sizes {
                        option value=(size.name()) selected[size == frame.settings.size] {
                            (size.name().to_uppercase())
                        }
                    }
                }
            }
            label.check {
                input type="checkbox" name="confirm" value="on" checked[frame.settings.confirm];
                span { (own.settings_confirm()) }
            }
            label.check {
                input type="checkbox" name="keys" value="on" checked[frame.settings.keys];
                span { (own.settings_keys()) }
            }
            button.btn { (own.settings_save()) }
        }
    }
}

/// Draws a document around a fragment, such as a hint.
pub fn aside(frame: &Frame<'_>, fragment: String) -> String {
    let title = frame.words.title();
    let body = html! { (plain_bar(&title)) main.lobby { (PreEscaped(fragment)) } };
    let head = Head { language: frame.words.language, theme: frame.theme, title: &title, cards: None };
    document(&head, &body).into_string()
}

/// Draws why something can't be chosen now, as a fragment: `of` is the ID of a card's design, a label or the
/// ID of an element. Without it, all cards in zones that the decision picks from are explained.
pub fn why(game: &Game, frame: &Frame<'_>, of: Option<&str>) -> String {
    let names = names(frame);
    let page = Page::new(game, frame, &names);
    let Some(seat) = frame.seat() else { return String::new() };
    let wanted = page.wanted();
    let asked = wanted.into_iter().filter(|(id, design, _, _)| match of {
        Some(of) => id == of || design == of,
        None => !page.about.contains_key(id),
    });
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for (_, _, name, target) in asked {
        let answer = why_not(game, seat, &Wanted::Thing(target));
        let lines = page.words.why_not(&name, &answer, &page.offers);
        let one = (name, lines.into_iter().map(|(_, line)| line).collect());
        if !told.contains(&one) {
            told.push(one);
        }
    }
    let own = page.words.own;
    let body = html! {
        section #why.panel aria-label=(own.table_why_not()) {
            h2 { (own.table_why_not()) }
            @if told.is_empty() { p { (own.table_all_offered()) } }
            ul.nots role="list" {
                @for (name, lines) in &told {
                    li { b { (name) } @for line in lines { span.w { (line) } } }
                }
            }
            p { a.btn.tiny href=(frame.base) { (own.table_back()) } }
        }
    };
    body.into_string()
}

/// Draws the result of a hint as a fragment: each option with its worth, best first, and a sentence.
pub fn hint(game: &Game, frame: &Frame<'_>, worths: &[(usize, f64, String)], sentence: &str) -> String {
    let names = names(frame);
    let page = Page::new(game, frame, &names);
    let own = page.words.own;
    let least = worths.iter().map(|(_, worth, _)| *worth).fold(f64::INFINITY, f64::min);
    let most = worths.iter().map(|(_, worth, _)| *worth).fold(f64::NEG_INFINITY, f64::max);
    let body = html! {
        section #hint.panel aria-label=(own.table_hint()) {
            h2 { (own.table_hint()) }
            div.hint {
                @for (index, worth, text) in worths {
                    @let name = page.offers.get(*index).map(|offer| offer.name.clone()).unwrap_or_default();
                    span { (name) }
                    span {
                        meter aria-label=(name) min=(least) max=(most) value=(worth) {} " " b { (text) }
                    }
                }
            }
            p.small { (sentence) }
            p { a.btn.tiny href=(frame.base) { (own.table_back()) } }
        }
    };
    body.into_string()
}

impl Page<'_> {
    /// Returns the known cards in zones that the decision picks from: the ID of the element, that of the
    /// design, the name, and the target.
    fn wanted(&self) -> Vec<(String, String, String, Target)> {
        let picks = |zone: &&ludex::ZoneView| zone.cards.iter().any(|card| self.is_option(card));
        let zones = self.seen.view.zones.iter().filter(picks);
        let cards = zones.flat_map(|zone| &zone.cards);
        let of_card = cards.filter_map(|card| {
            let (known, design) = (card.card.as_ref()?, card.design.as_ref()?);
            let name = self.words.card(known.id, false);
            Some((self.card_id(card)?.clone(), design.name.clone(), name, Target::Card(known.id)))
        });
        of_card.collect()
    }
}
