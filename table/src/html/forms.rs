//! Forms other than the decision: settings, joining, and the links of a table.

use maud::{Markup, html};

use super::document::{Head, document, plain_bar};
use super::{Frame, Size, Theme};
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

pub struct SeatLink {
    pub name: String,
    /// `None` for a seat of a bot, or one that is taken.
    pub link: Option<String>,
    /// Label of the bot, or name of the person.
    pub taken_by: Option<String>,
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
