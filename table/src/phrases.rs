//! Texts of the program in the language of the game, from `table/phrases`.
//!
//! Every phrase is a method of [`Phrases`] whose parameters are the `{facts}` of its text. A test detects
//! missing and unknown phrases of a language. Wrong names or numbers of facts don't compile, and unused
//! phrases are dead code, which the lints reject.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::typeset::{fill, small};

/// Phrases by language; the first is the fallback.
static LANGUAGES: [(&str, LazyLock<Phrases>); 3] = [
    ("en", LazyLock::new(|| read(include_str!("../phrases/en.yaml")))),
    ("fr", LazyLock::new(|| read(include_str!("../phrases/fr.yaml")))),
    ("de", LazyLock::new(|| read(include_str!("../phrases/de.yaml")))),
];

fn read(text: &str) -> Phrases {
    serde_yaml::from_str(text).expect("a test reads all of them")
}

/// Texts of the program in one language. They are in a map: code to read a structure with hundreds of fields
/// takes minutes to compile.
#[derive(Debug, Deserialize)]
pub struct Phrases {
    /// True if zero takes the singular form, as in French.
    zero_is_one: bool,
    /// True if nouns are always capitalized, as in German.
    nouns_are_capital: bool,
    #[serde(flatten)]
    texts: BTreeMap<String, Text>,
}

/// A phrase, or one with a singular and a plural form.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Text {
    Plain(String),
    Counted { one: String, other: String },
}

macro_rules! phrases {
    (plain { $($plain:ident($($fact:ident),*)),* $(,)? } counted { $($counted:ident),* $(,)? }) => {
        impl Phrases {
            $(#[allow(clippy::too_many_arguments, reason = "one for each fact of the phrase")]
            pub fn $plain(&self, $($fact: impl Display),*) -> String {
                fill(self.text(stringify!($plain), 1), &[$((stringify!($fact), $fact.to_string())),*])
            })*

            $(pub fn $counted(&self, number: usize) -> String {
                fill(self.text(stringify!($counted), number), &[("number", number.to_string())])
            })*
        }

        /// Keys with their facts, and keys of phrases with two forms.
        #[cfg(test)]
        const KEYS: (&[(&str, &[&str])], &[&str]) =
            (&[$((stringify!($plain), &[$(stringify!($fact)),*])),*], &[$(stringify!($counted)),*]);
    };
}

phrases! {
    plain {
        // start of a game
        seed_and_help(seed),
        scenario_begun(scenario),
        resumed(file, seed),
        rules_changed(),
        rules_refused(),
        game_with(game, changes),
        stopped_at(number, of, choice, offered),
        stopped_there(number, of, player),
        stopped_over(number, of),
        save_stays(),

        // choices in the log
        log_plays(who, what),
        log_plays_at(who, what, zone),
        log_takes_from(who, what, from),
        log_gives(who, player, what),
        log_moves(who, what, zone),
        log_chooses(who, what),
        log_answers(who, question, answer),
        log_forced(),
        log_empty(),

        // decisions
        your_turn(player),
        press_enter(),
        thinks(player),
        decline(),
        done(),
        so_far(named),
        not_together(named),
        already_named(named),
        unclear(answer, allowed),
        table_above(letter),
        several_options(answer, keys),
        number_between(least, most),
        number_or_name(least, most),
        too_unclear(),
        nothing_to_undo(),
        no_undo(),

        // help
        help_number(),
        help_number_does(),
        help_undo(),
        help_table(),
        help_log(),
        help_save(),
        help_hint(),
        help_word(),
        help_word_does(),
        help_rules(),
        help_why(),
        help_why_does(),
        help_why_not(),
        help_why_not_does(),
        help_quit(),
        help_letters(),
        help_signs(),
        hint(),
        hint_percent(worth, tries),
        hint_untried(),
        hint_best(best, worth, tries, other, next),
        hint_best_alone(best, worth, tries),
        hint_none(),
        hint_points(points),
        hint_share(percent),
        review(tries),
        review_choice(number, player, taken, low, best, high),
        review_none(tries),
        no_hint(),
        no_text(),
        nothing_called(word),
        did_you_mean(name),

        // why, why not
        why_hidden(),
        why_base(),
        why_stage(stage),
        why_set_by(statement),
        why_fault(message),
        why_no_value(number),
        why_out_of_sight(card),
        why_unknown(word),
        why_wins(player),
        why_expressions(),
        why_is(side, value),
        why_and(sides, last),
        why_not_over(),
        why_not_waits(player, question),
        why_not_offered(thing, options),
        why_not_elsewhere(thing, question, other),
        why_not_here(thing, question),
        why_not_needs(thing, test, place),
        why_not_but(thing, test, facts, place),
        why_not_hidden(thing, place),
        why_not_among(thing, list, place),
        why_not_nothing(thing, list, place),
        why_not_picked(thing),
        why_not_passed(thing),
        why_offers(question, options),

        // saves
        saved(file),
        not_saved(why),
        quit_unsaved(),
        play_on(command),
        see_again(command),
        play_again(command),

        // end of a game
        seed(seed),
        score(),
        winner(),
        eliminated(),
        score_sheet(),
        nobody_wins(),
        wins(player),
        win(players, last),
        all_win(),
        all_share(),
        share(players, last),
        not_finished(player, question),
        only_what_all_see(flag),
        verified(file, choices, game),

        // names and values
        player(number),
        you(),
        bot(),
        number_of(number, most),
        yes(),
        no(),
        decimal_point(),
        colon(),
        a_card(),
        a_card_of(player),
        a_card_of_vowel(player),

        // `ludex rules`
        rules_goal(),
        rules_turn(),
        rules_end(),
        rules_scoring(),
        rules_terms(),
        no_rules(),
        no_page(ruleset),
        page_untranslated(),

        // rights
        rights(),
        rights_names(names),
        rights_official(),
        rights_unofficial(),
        rights_own_words(),
        rights_printed_words(),
        rights_licence(licence),
        rights_contact(contact),

        // answers of `ludex serve`
        serve_not_done(),
        serve_not_yours(),
        serve_not_found(),
        serve_stale(),
        serve_busy(),
        serve_fault(),
        serve_wrong_token(),
        serve_not_your_turn(),
        serve_no_table(),
        serve_no_page(),
        serve_no_option(),
        serve_too_large(),
        serve_too_many(),
        serve_bug(),
        serve_undo_asks(),
        serve_rules_fit(choices),
        serve_rules_stopped(number, label, place),
        serve_waits(free),
        serve_choices(number),
        serve_webhook(player, game, url),

        // `ludex show`
        about(players, cards, languages),
        players_between(least, most),
        no_language(),
        between(least, most),
        options(),
        variants(),
        zones(),
        layout(),
        shared(),
        each_player(),
        each(holder),
        sees_all(),
        sees_owner(),
        sees_others(),
        sees_nobody(),
        sees_by_face(),
        sees_at_end(),
        set_per_player(),
        column_id(),
        column_name(),
        column_text(),

        // `ludex doc`
        book_contents(),
        book_things(),
        book_course(),
        book_actions(),
        book_options(),
        book_variants(),
        book_numbered(),
        book_default(value, allowed),
        book_with(value, thing, text),
        book_touches(things),
        book_new(thing, text),
        book_left_out(thing),
        book_called(old, new),
        book_option_default(option, value),
        book_rules_changed(sections),
        book_each_player(),
        book_more(number),

        // the page of a table
        table_skip(),
        table_your_turn(),
        table_turn(player),
        table_waiting(),
        table_over(),
        table_at_once(),
        table_picked(number, most),
        table_done(number),
        table_take_back(),
        table_else(),
        table_shown(number, all),
        table_more(number),
        table_lost(),
        table_retry(number),
        table_filter(),
        table_all_options(),
        table_all_offered(),
        table_hint(),
        table_undo(),
        table_ask_undo(),
        table_why(),
        table_why_not(),
        table_back(),
        table_here(),
        table_log(),
        table_newest_last(),
        table_nothing_yet(),
        table_others(),
        table_own_place(),
        table_middle(),
        table_ring(),
        table_beside(),
        table_player(),
        table_tools(),
        table_keys(),
        table_menu(),
        table_close(),
        table_leave(),
        table_replay(),
        table_save(),
        card_down(),
        card_secret(),
        card_tag(),
        card_only(),
        card_could(),
        card_option(key),
        card_not_now(),
        seat_free(),
        seat_chosen(),
        notice_stale(),
        notice_taken(),
        notice_play_here(),
        notice_undo_asked(player),
        notice_undo_refused(player),
        notice_undone(),
        notice_agree(),
        notice_refuse(),
        notice_watching(),
        key_digits(),
        key_arrows(),
        key_enter(),
        key_space(),
        key_escape(),
        key_filter(),
        key_letters(),
        key_go(),
        settings_language(),
        settings_theme(),
        settings_system(),
        settings_light(),
        settings_dark(),
        settings_size(),
        settings_confirm(),
        settings_keys(),
        settings_save(),
        lobby_title(),
        lobby_games(),
        lobby_new(game),
        lobby_name(),
        lobby_players(),
        lobby_seats(),
        lobby_seats_note(),
        lobby_seat(number),
        lobby_me(),
        lobby_friend(),
        lobby_make(),
        lobby_open(),
        lobby_none(),
        lobby_game(),
        lobby_state(),
        lobby_do(),
        lobby_go_on(),
        lobby_watch(),
        lobby_back(),
        join_title(game),
        join_with(names),
        join_take(),
        links_title(game),
        links_watch(),
        links_sit(),
        links_note(),
        replay_choice(number, of),
        replay_go_to(),
        replay_go(),
        replay_start(),
        replay_back(),
        replay_next(),
        replay_end(),
        replay_branch(),
        replay_branch_note(),
        replay_no_script(),

        // `ludex report`
        report_title(game),
        report_interval(low, high),
        report_no_game(),
        report_seat_more(with, seat, share, interval, equal),
        report_seat_less(with, seat, share, interval, equal),
        report_seats_alike(with, seat, share, interval, equal),
        report_seats_equal(with, share, interval),
        report_together(with, share, interval),
        report_length_is(with, decisions, interval, minutes, seconds),
        report_card_helps(card, impact, unit, interval),
        report_card_hurts(card, impact, unit, interval),
        report_cards_alike(number, half, unit),
        report_no_card(),
        report_no_cards(),
        report_unit_win(),
        report_unit_score(),
        report_all_used(),
        report_options_used(),
        report_unused_kinds(names),
        report_unused_cards(names),
        report_never_chosen(names),
        report_games_of(games, players),
        report_skill_is(bot, against, share, interval, equal, coin),
        report_no_skill(bot, against, share, interval, equal),
        report_is_weaker(bot, against, share, interval, equal),
        report_luck_is(bot, share, interval),
        report_and_more(names, number),
        report_seats(),
        report_seats_text(),
        report_share_axis(),
        report_equal(),
        report_col_players(),
        report_col_seat(),
        report_col_share(),
        report_col_interval(),
        report_col_games(),
        report_col_decisions(),
        report_col_bot(),
        report_length(),
        report_length_text(interval),
        report_cut(),
        report_scores(),
        report_scores_text(mean, sd),
        report_points_axis(),
        report_strong(),
        report_strong_text(unit, how),
        report_effect_own(),
        report_effect_dealt(),
        report_effect_table(seat),
        report_effect_drawn(),
        report_effect_of(cards, how),
        report_not_measured(cards, why),
        report_why_never_held(),
        report_why_absent(),
        report_why_alone(),
        report_why_refused(),
        report_why_never_drawn(),
        report_why_never_played(),
        report_why_known(),
        report_no_effect(),
        report_effect_axis(unit),
        report_cards(),
        report_cards_chosen(),
        report_cards_won(),
        report_col_card(),
        report_col_effect(),
        report_col_offered(),
        report_col_chosen(),
        report_col_won(),
        report_unused(),
        report_unused_caption(),
        report_never_caption(number),
        report_col_option(),
        report_skill(),
        report_skill_text(bot),
        report_col_against(),
        report_col_coin(),
        report_col_ahead(),
        report_disagree(),
        report_disagree_text(weakest, strongest),
        report_agree(weakest, strongest),
        report_picks(),
        report_picks_text(),
        report_never(),
        report_never_text(games, players),
        report_never_none(games, players),
        report_col_what(),
        report_col_names(),
        report_actions(),
        report_decisions(),
        report_messages(),
        report_scenarios(),
        report_scenarios_text(passed, all),
        report_no_scenarios(),
        report_col_reached(),
        report_of(part, all),
        report_since(revision),
        report_since_text(players),
        report_since_cards(added, removed),
        report_none(),
        report_col_figure(),
        report_col_before(),
        report_col_now(),
        report_col_difference(),
        report_measured(),
        report_ruleset(),
        report_players(),
        report_bots(),
        report_bot_random(bot),
        report_bot_greedy(bot, number),
        report_bot_search(bot, number),
        report_bot_policy(bot),
        report_untrained(),
        report_untrained_too_long(budget),
        report_untrained_no_better(policies, games),
        report_untrained_endless(unended, games),
        report_untrained_weaker(policies, games, bot, share),
        report_untrained_no_end(),
        report_options(),
        report_variants(),
        report_games(),
        report_games_main(number),
        report_games_other(number),
        report_games_card(number),
        report_games_match(number),
        report_games_twice(number),
        report_seed(number),
        report_intervals(),
        report_intervals_are(),
        report_again(),
        report_kind_cards(),
        report_kind_abilities(),
        report_kind_effects(),
        report_kind_branches(),
        report_kind_options(),
        report_pairs(),
        report_pairs_text(unit),
        report_pairs_uncertain(),
        report_col_pair(),
        report_col_both(),
        report_col_alone(),
        report_col_beyond(),
        report_course(),
        report_course_text(games, players, changes, changes_interval, lowest, lowest_interval, decided, decided_interval),
        report_styles(),
        report_styles_text(trainings),
        report_styles_none(trainings),
        report_random(),
        report_trained(),
        report_play_named(players, budget),
        report_play_best(players, budget),
        report_play_stronger(bot, budget),
        report_play_beaten(bots, budget),
        report_play_asked(bots),
        report_play_trained(policies, games),
        report_play_trained_both(policies, games),
        report_play_longer(),
        report_strength(shares, equal),
        report_strength_against(share, against),
        report_plans(),
        report_plans_text(),
        report_col_plan(),
        report_plan_dominates(number, share),
        report_no_plan(),
        report_col_least(),
        report_col_most(),
    }
    counted {
        lines_before,
        hidden,
        choices,
        players,
        cards,
        copies,
        book_times,
        table_options,
        table_earlier,
        seat_away,
        lobby_variants,
        lobby_options,
        // reports
        report_with,
        report_ignored,
        report_numbers,
        report_pairs_certain,
        report_ahead,
    }
}

impl Phrases {
    pub fn languages() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|(language, _)| *language)
    }

    /// Returns the phrases of a language, ignoring a region as in `fr-CH`. English is the fallback.
    pub fn for_language(language: &str) -> &'static Phrases {
        let language = language.split(['-', '_']).next().unwrap_or_default();
        let known = LANGUAGES.iter().find(|(id, _)| *id == language);
        &known.unwrap_or(&LANGUAGES[0]).1
    }

    /// Formats a name for the middle of a sentence.
    pub fn within(&self, name: &str) -> String {
        if self.nouns_are_capital { name.to_owned() } else { small(name) }
    }

    /// Returns the text of a key beside a number. A test ensures that each key has one.
    fn text(&self, key: &str, number: usize) -> &str {
        let is_one = number == 1 || (number == 0 && self.zero_is_one);
        match self.texts.get(key) {
            Some(Text::Plain(text)) => text,
            Some(Text::Counted { one, other }) => {
                if is_one {
                    one
                } else {
                    other
                }
            }
            None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words in braces, in the order of the alphabet.
    fn facts(text: &str) -> Vec<&str> {
        let mut facts: Vec<&str> =
            text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest)).collect();
        facts.sort_unstable();
        facts
    }

    #[test]
    fn every_language_has_every_phrase_with_the_same_facts() {
        let (plain, counted) = KEYS;
        for (language, phrases) in &LANGUAGES {
            for (key, expected) in plain {
                let mut expected = expected.to_vec();
                expected.sort_unstable();
                let Some(Text::Plain(text)) = phrases.texts.get(*key) else { panic!("{language}: {key}") };
                assert_eq!(facts(text), expected, "{language}: {key}: {text}");
            }
            for key in counted {
                let Some(Text::Counted { one, other }) = phrases.texts.get(*key) else {
                    panic!("{language}: {key} has two forms")
                };
                assert_eq!([facts(one), facts(other)], [["number"], ["number"]], "{language}: {key}");
            }
            let known = |key: &&String| {
                plain.iter().all(|(known, _)| known != key) && !counted.contains(&key.as_str())
            };
            assert_eq!(phrases.texts.keys().find(known), None, "{language}: no such phrase");
        }
    }

    #[test]
    fn numbers_have_their_form() {
        let hidden = |language: &str| [0, 1, 2].map(|n| Phrases::for_language(language).hidden(n));
        assert_eq!(hidden("fr"), ["0 inconnue", "1 inconnue", "2 inconnues"]);
        let cards = |language: &str| [0, 1, 2].map(|n| Phrases::for_language(language).cards(n));
        assert_eq!(cards("en"), ["0 cards", "1 card", "2 cards"]);
        assert_eq!(cards("de"), ["0 Karten", "1 Karte", "2 Karten"]);
    }

    #[test]
    fn english_stands_in() {
        let done = |language: &str| Phrases::for_language(language).done();
        assert_eq!([done("it"), done("")], [done("en"), done("en")]);
        assert_eq!([done("fr-CH"), done("de_AT")], [done("fr"), done("de")]);
    }
}
