//! The lobby: games, a form for a new table, and open tables.

use maud::{Markup, html};

use super::Theme;
use super::document::{Head, document};
use crate::phrases::Phrases;

/// Maximum number of seats in the form.
const MOST_SEATS: u8 = 16;

/// The list of games and open tables.
pub struct Lobby<'a> {
    pub language: &'a str,
    /// Languages to which the page links.
    pub languages: &'a [&'a str],
    pub theme: Theme,
    pub games: Vec<GameCard>,
    /// The form for a new table of one game.
    pub new: Option<NewTable>,
    pub tables: Vec<OpenTable>,
}

pub struct GameCard {
    /// Name of the game in an address: `/?game=ID`.
    pub id: String,
    pub title: String,
    pub about: Option<String>,
    /// Minimum and maximum number of players.
    pub players: (u8, u8),
    pub variants: usize,
}

/// The form for a new table; posts to `/tables`.
pub struct NewTable {
    pub game: String,
    pub title: String,
    /// Name of the person, if a cookie has one.
    pub me: String,
    /// Minimum and maximum number of players, and the preselected one.
    pub players: (u8, u8, u8),
    pub bots: Vec<Bot>,
    /// ID and name of each variant.
    pub variants: Vec<(String, String)>,
    pub options: Vec<TableOption>,
    /// ID and name of each language.
    pub languages: Vec<(String, String)>,
    /// Message about an invalid form.
    pub error: Option<String>,
}

/// A bot that can take a seat.
pub struct Bot {
    pub id: String,
    pub name: String,
}

pub struct TableOption {
    pub name: String,
    pub text: String,
    pub default: String,
    pub allowed: Allowed,
}

pub enum Allowed {
    Truth,
    /// ID and text of each word.
    Words(Vec<(String, String)>),
    Numbers(i32, i32),
}

pub struct OpenTable {
    pub address: String,
    pub game: String,
    /// Taken seats, and all seats.
    pub seats: (u8, u8),
    /// Names of the players.
    pub players: Vec<String>,
    pub state: String,
    /// True if the viewer has a seat there.
    pub is_mine: bool,
}

/// Draws the page with all games and open tables.
pub fn lobby(lobby: &Lobby<'_>) -> String {
    let own = Phrases::for_language(lobby.language);
    let chosen = lobby.new.as_ref().map(|new| new.game.as_str());
    let body = html! {
        header.bar {
            a.brand href="/" { "Ludex" }
            h1.vh { (own.lobby_title()) }
            nav.tools aria-label=(own.table_tools()) {
                @for language in lobby.languages {
                    a.btn.tiny href={ "/?lang=" (language) } hreflang=(language) lang=(language)
                        aria-current=[(*language == lobby.language).then_some("true")] {
                        (language.to_uppercase())
                    }
                }
            }
        }
        main.lobby #lobby {
            section.fam aria-labelledby="games" {
                h2 #games { (own.lobby_games()) }
                div.games { @for game in &lobby.games { (card(own, game, chosen)) } }
            }
            div.form {
                @if let Some(new) = &lobby.new { (form(own, new)) }
                (tables(own, &lobby.tables))
            }
        }
    };
    let title = own.lobby_title();
    let head = Head { language: lobby.language, theme: lobby.theme, title: &title, cards: None };
    document(&head, &body).into_string()
}

fn card(own: &Phrases, game: &GameCard, chosen: Option<&str>) -> Markup {
    let is_chosen = chosen == Some(game.id.as_str());
    let (least, most) = game.players;
    let players = match least == most {
        true => own.players(usize::from(least)),
        false => own.players_between(least, most),
    };
    html! {
        article class=(if is_chosen { "game on" } else { "game" }) {
            h3 {
                a href={ "/?game=" (game.id) "#new" } aria-current=[is_chosen.then_some("true")] {
                    (game.title)
                }
            }
            p { @if let Some(about) = &game.about { (about) } }
            p.facts {
                span { (players) }
                @if game.variants > 0 { span.dim { (own.lobby_variants(game.variants)) } }
            }
        }
    }
}

fn form(own: &Phrases, new: &NewTable) -> Markup {
    let (least, most, usual) = new.players;
    let title = own.lobby_new(&new.title);
    html! {
        form #new.panel.form method="post" action="/tables" aria-labelledby="new-title" {
            input type="hidden" name="game" value=(new.game);
            h2 #new-title.title { (title) }
            @if let Some(error) = &new.error { p.why role="alert" { (error) } }
            div.field {
                label.lab for="me" { (own.lobby_name()) }
                input #me type="text" name="name" value=(new.me) maxlength="24" autocomplete="nickname";
            }
            fieldset {
                legend { (own.lobby_players()) }
                div.chipset {
                    @for number in least..=most {
                        label {
                            input type="radio" name="players" value=(number) checked[number == usual];
                            " " (number)
                        }
                    }
                }
            }
            fieldset.form {
                legend { (own.lobby_seats()) }
                @for seat in 1..=most.min(MOST_SEATS) { (seat_row(own, new, seat)) }
                @if least < most { p.small.dim { (own.lobby_seats_note()) } }
            }
            @if new.languages.len() > 1 {
                div.field {
                    label.lab for="lang" { (own.settings_language()) }
                    select #lang name="lang" {
                        @for (id, name) in &new.languages { option value=(id) lang=(id) { (name) } }
                    }
                }
            }
            @if !new.variants.is_empty() {
                details {
                    summary { (own.lobby_variants(new.variants.len())) }
                    @for (id, name) in &new.variants {
                        label.check { input type="checkbox" name="variant" value=(id); span { (name) } }
                    }
                }
            }
            @if !new.options.is_empty() {
                details {
                    summary { (own.lobby_options(new.options.len())) }
                    div.form { @for option in &new.options { (field(own, option)) } }
                }
            }
            div.confirm { button.btn.main { (own.lobby_make()) } }
            p.small.dim { (own.links_note()) }
        }
    }
}

fn seat_row(own: &Phrases, new: &NewTable, seat: u8) -> Markup {
    let id = format!("seat-{seat}");
    html! {
        div.seatrow {
            label for=(id) { (own.lobby_seat(seat)) }
            select id=(id) name={ "seat" (seat) } {
                option value="me" selected[seat == 1] { (own.lobby_me()) }
                option value="human" { (own.lobby_friend()) }
                @for (i, bot) in new.bots.iter().enumerate() {
                    option value=(bot.id) selected[seat > 1 && i == 0] { (own.bot()) " · " (bot.name) }
                }
            }
        }
    }
}

fn field(own: &Phrases, option: &TableOption) -> Markup {
    let (name, id) = (format!("option.{}", option.name), format!("option-{}", option.name));
    let choices: Vec<(String, String)> = match &option.allowed {
        Allowed::Truth => vec![("true".to_owned(), own.yes()), ("false".to_owned(), own.no())],
        Allowed::Words(words) => words.clone(),
        Allowed::Numbers(..) => Vec::new(),
    };
    html! {
        div.field {
            label.lab.small for=(id) { (option.text) }
            @if let Allowed::Numbers(least, most) = option.allowed {
                input id=(id) type="number" name=(name) min=(least) max=(most) value=(option.default);
            } @else {
                select id=(id) name=(name) {
                    @for (value, text) in &choices {
                        option value=(value) selected[*value == option.default] { (text) }
                    }
                }
            }
        }
    }
}

fn tables(own: &Phrases, tables: &[OpenTable]) -> Markup {
    html! {
        section.panel.form.open aria-labelledby="open" {
            h2 #open { (own.lobby_open()) }
            @if tables.is_empty() { p.dim { (own.lobby_none()) } }
            @else {
                div.scroll tabindex="0" role="group" aria-labelledby="open" {
                    table {
                        thead { tr {
                            th scope="col" { (own.lobby_game()) }
                            th scope="col" { (own.lobby_seats()) }
                            th scope="col" { (own.lobby_state()) }
                            th scope="col" { span.vh { (own.lobby_do()) } }
                        } }
                        tbody { @for table in tables { (row(own, table)) } }
                    }
                }
            }
        }
    }
}

fn row(own: &Phrases, table: &OpenTable) -> Markup {
    let (taken, all) = table.seats;
    let does = match (table.is_mine, taken < all) {
        (true, _) => own.lobby_go_on(),
        (false, true) => own.links_sit(),
        (false, false) => own.lobby_watch(),
    };
    html! {
        tr {
            th scope="row" { (table.game) }
            td { (own.number_of(taken, all)) }
            td { (table.players.join(", ")) @if !table.state.is_empty() { br; span.dim { (table.state) } } }
            td { a.btn.tiny href=(table.address) { (does) } }
        }
    }
}
