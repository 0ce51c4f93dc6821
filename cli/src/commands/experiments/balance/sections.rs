//! Sections of a report without pictures of cards.

use ludex::scenarios::CoverageKind;
use ludex_lab::Objective;
use ludex_lab::balance::{BalanceCard, Change, Disagreement, Figure, NumberReport, Reached, SkillReport};
use ludex_lab::html::{Chart, Column, Columns, Interval, Intervals, Section, Table};
use ludex_lab::impact::{JointEffect, JointEffects};
use ludex_lab::names::Sort;
use ludex_lab::simulate::HistogramReport;

use super::told::ReportWords;

/// Maximum number of bins of a histogram.
const BINS: usize = 30;
/// Maximum number of rows of a table that is sorted by importance.
pub const ROWS: usize = 12;

/// Maximum length of a name that is kept on one line.
const SHORT: usize = 12;

/// Creates a section with a table, unless it has no rows.
pub fn tabled(
    heading: &str,
    text: &str,
    columns: &[(String, bool)],
    rows: Vec<Vec<String>>,
) -> Option<Section> {
    let table = Table { columns: columns.to_vec(), rows };
    (!table.rows.is_empty()).then(|| Section { table: Some(table), ..Section::new(heading, text) })
}

/// Creates the section of seats by number of players.
pub fn seats(told: &ReportWords<'_>) -> Option<Section> {
    let (own, numbers) = (told.own, &told.report.numbers);
    let contested = || numbers.iter().filter(|number| number.equal.is_some() && number.games > 0);
    // the sentence at the top names a bot that plays all numbers
    let is_mixed = numbers.iter().any(|number| Some(&number.bot) != told.report.levels.last());
    let columns = [
        (own.report_col_players(), true),
        (own.report_col_seat(), false),
        (own.report_col_share(), true),
        (own.report_col_interval(), true),
        (own.report_col_decisions(), true),
        (own.report_col_games(), true),
        (own.report_col_bot(), false),
    ];
    let columns = if is_mixed { &columns[..] } else { &columns[..columns.len() - 1] };
    let row = |number: &NumberReport, at: usize| {
        let seat = &number.seats[at];
        let first = |text: String| if at == 0 { text } else { String::new() };
        let mut row = vec![
            first(number.players.to_string()),
            whole(told.seat_of(number.players, seat.seat)),
            told.percent(100.0 * seat.share),
            told.within(seat.interval.map(|ends| ends.map(|end| 100.0 * end))),
            first(told.number(number.decisions, 1)),
            first(told.count(number.games)),
        ];
        row.extend(is_mixed.then(|| first(number.bot.clone())));
        row
    };
    let rows = contested().flat_map(|number| (0..number.seats.len()).map(move |at| row(number, at)));
    let section = tabled(&own.report_seats(), &own.report_seats_text(), columns, rows.collect())?;
    let usual = contested().find(|number| number.players == told.report.head.players);
    let chart = usual.map(|number| Chart::Intervals(shares(told, number)));
    Some(Section { chart, ..section })
}

/// Keeps a short name on one line.
fn whole(name: String) -> String {
    if name.chars().count() <= SHORT { name.replace(' ', "\u{a0}") } else { name }
}

fn shares(told: &ReportWords<'_>, number: &NumberReport) -> Intervals {
    let row = |seat: &ludex_lab::balance::SeatShare| {
        let (label, value) = (told.seat(seat.seat), 100.0 * seat.share);
        let ends = seat.interval.map(|ends| ends.map(|end| 100.0 * end));
        let hover = format!("{label}: {} ({})", told.percent(value), told.within(ends));
        Interval { hover, ..Interval::new(&label, value, ends) }
    };
    Intervals {
        axis: told.own.report_share_axis(),
        reference: number.equal.map(|equal| (100.0 * equal, told.own.report_equal())),
        rows: number.seats.iter().map(row).collect(),
    }
}

/// Part of the counts that a histogram shows: the largest numbers would make the others narrow.
const SHOWN: f64 = 0.995;

/// Returns a chart, and true if it leaves out the largest numbers.
fn histogram(of: &HistogramReport, [x_axis, y_axis]: [String; 2]) -> (Option<Chart>, bool) {
    let all: u64 = of.counts.iter().map(|(_, count)| count).sum();
    let mut below = 0;
    let counts = of.counts.iter().copied().take_while(|(_, count)| {
        let is_shown = below as f64 <= SHOWN * all as f64;
        below += count;
        is_shown
    });
    let shown = HistogramReport { width: of.width, counts: counts.collect() };
    let is_cut = shown.counts.len() < of.counts.len();
    let coarse = shown.coarse(BINS);
    let column = |(from, count): &(f64, u64)| Column {
        from: *from,
        to: from + coarse.width,
        height: *count as f64,
        hover: format!("{from}: {count}"),
    };
    let columns: Vec<Column> = coarse.counts.iter().map(column).collect();
    let chart = (columns.len() > 1).then_some(Chart::Columns(Columns { x_axis, y_axis, columns }));
    (chart, is_cut)
}

fn distribution(
    told: &ReportWords<'_>,
    (heading, text): (String, String),
    (chart, is_cut): (Option<Chart>, bool),
) -> Section {
    let text = if is_cut { format!("{text} {}", told.own.report_cut()) } else { text };
    Section { chart, ..Section::new(&heading, &text) }
}

pub fn length(told: &ReportWords<'_>) -> Option<Section> {
    let (own, length) = (told.own, told.report.length.as_ref()?);
    let [low, _, high] = length.quantiles.map(|n| told.number(n, 0));
    let interval = if low == high { low } else { told.ends([low, high]) };
    let axes = [own.report_col_decisions(), own.report_col_games()];
    let chart = histogram(&told.report.strongest.lengths, axes);
    Some(distribution(told, (own.report_length(), own.report_length_text(interval)), chart))
}

/// Creates the section of scores, if the game has any.
pub fn scores(told: &ReportWords<'_>) -> Option<Section> {
    let (own, of) = (told.own, &told.report.strongest);
    let [mean, sd] = [of.mean_winning_score, of.sd_winning_score].map(|n| told.number(n, 1));
    let chart = histogram(&of.scores, [own.report_points_axis(), own.report_col_players()]);
    let has_score = told.words.rules().has_score();
    has_score.then(|| distribution(told, (own.report_scores(), own.report_scores_text(mean, sd)), chart))
}

/// Creates the table of all cards, the most helpful first. Columns without an entry are left out.
pub fn cards(told: &ReportWords<'_>) -> Option<Section> {
    let own = told.own;
    let is_known = |card: &&BalanceCard| card.impact.is_some() || card.offered > 0 || card.won.is_some();
    let mut cards: Vec<&BalanceCard> = told.report.cards.iter().filter(is_known).collect();
    let worth = |card: &BalanceCard| {
        card.impact.map_or(f64::NEG_INFINITY, |impact| told.report.gain(impact, [impact; 2]).0)
    };
    cards.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    let chosen = |card: &BalanceCard| {
        let rate = card.pick_rates.last().copied().flatten()?;
        Some(own.report_of(told.percent(100.0 * rate), told.count(card.offered)))
    };
    let row = |card: &&BalanceCard| {
        [
            Some(told.card(&card.id)),
            card.impact.map(|n| told.effect(n)),
            card.interval.map(|ends| told.effects(ends)),
            chosen(card),
            card.won.map(|rate| told.percent(100.0 * rate)),
            card.won_difference.map(|n| told.signed(n, 1)),
        ]
    };
    let rows: Vec<[Option<String>; 6]> = cards.iter().map(row).collect();
    let columns = [
        (own.report_col_card(), false),
        (own.report_col_effect(), true),
        (own.report_col_interval(), true),
        (own.report_col_chosen(), true),
        (own.report_col_won(), true),
        (own.report_col_difference(), true),
    ];
    let has = |at: usize| rows.iter().any(|row| row[at].is_some());
    let (kept, columns): (Vec<usize>, Vec<_>) =
        columns.into_iter().enumerate().filter(|(at, _)| has(*at)).unzip();
    let cells = |row: &[Option<String>; 6]| {
        kept.iter().map(|at| row[*at].clone().unwrap_or_else(|| "–".to_owned())).collect()
    };
    let texts = [has(3).then(|| own.report_cards_chosen()), has(4).then(|| own.report_cards_won())];
    let text: Vec<String> = texts.into_iter().flatten().chain(told.unmeasured()).collect();
    tabled(&own.report_cards(), &text.join(" "), &columns, rows.iter().map(cells).collect())
}

pub fn skill(told: &ReportWords<'_>) -> Option<Section> {
    let own = told.own;
    let columns = [
        (own.report_col_against(), false),
        (own.report_col_share(), true),
        (own.report_col_interval(), true),
        (own.report_col_coin(), true),
        (own.report_col_ahead(), true),
        (own.report_col_games(), true),
    ];
    let dash = || "–".to_owned();
    let row = |skill: &SkillReport| {
        let shown = skill.games_until_ahead.filter(|_| skill.is_shown()).map(|games| told.count(games));
        let of_end = |end: Option<u64>| end.map_or_else(|| "∞".to_owned(), |games| told.count(games));
        let ends = skill.games_interval.map(|ends| told.ends(ends.map(of_end)));
        let ahead = shown.zip(ends).map(|(games, ends)| format!("{games} ({ends})"));
        let percent = |ends: [f64; 2]| ends.map(|end| 100.0 * end);
        vec![
            skill.against.clone(),
            told.percent(100.0 * skill.share),
            told.within(skill.interval.map(percent)),
            format!(
                "{} ({})",
                told.percent(100.0 * skill.coin),
                told.within(skill.coin_interval.map(percent))
            ),
            ahead.unwrap_or_else(dash),
            told.count(skill.games),
        ]
    };
    let luck = told.luck();
    let bot = &told.report.skill.first()?.bot;
    let text = [Some(own.report_skill_text(bot)), luck].into_iter().flatten().collect::<Vec<_>>().join(" ");
    tabled(&own.report_skill(), &text, &columns, told.report.skill.iter().map(row).collect())
}

/// Creates the section of cards on which weak and strong players disagree.
pub fn disagreements(told: &ReportWords<'_>) -> Option<Section> {
    let (own, report) = (told.own, told.report);
    let [weakest, strongest] = report.impacts.as_slice() else { return None };
    report.cards.iter().find(|card| card.impact.and(card.weakest_impact).is_some())?;
    let [weakest, strongest] = [weakest, strongest].map(|impacts| impacts.bots.join(", "));
    if report.disagreements.is_empty() {
        return Some(Section::new(&own.report_disagree(), &own.report_agree(weakest, strongest)));
    }
    let columns = [
        (own.report_col_card(), false),
        (weakest.clone(), true),
        (strongest.clone(), true),
        (own.report_col_interval(), true),
    ];
    let row = |of: &Disagreement| {
        vec![told.card(&of.id), told.effect(of.weakest), told.effect(of.strongest), told.effects(of.interval)]
    };
    let rows = report.disagreements.iter().take(ROWS).map(row).collect();
    tabled(&own.report_disagree(), &own.report_disagree_text(weakest, strongest), &columns, rows)
}

/// Creates the section of the cards that strong players choose more or less often than weak ones.
pub fn picks(told: &ReportWords<'_>) -> Option<Section> {
    let (own, levels) = (told.own, &told.report.levels);
    let gap = |card: &BalanceCard| {
        let (first, last) = card.pick_rates.first().zip(card.pick_rates.last())?;
        Some((last.as_ref()? - first.as_ref()?).abs())
    };
    let mut cards: Vec<(f64, &BalanceCard)> =
        told.report.cards.iter().filter_map(|card| Some((gap(card)?, card))).collect();
    cards.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rate = |rate: &Option<f64>| rate.map_or_else(|| "–".to_owned(), |rate| told.percent(100.0 * rate));
    let row = |(_, card): &(f64, &BalanceCard)| {
        std::iter::once(told.card(&card.id)).chain(card.pick_rates.iter().map(rate)).collect()
    };
    let columns = std::iter::once((own.report_col_card(), false));
    let columns: Vec<(String, bool)> = columns.chain(levels.iter().map(|bot| (bot.clone(), true))).collect();
    let rows = if levels.len() < 2 { Vec::new() } else { cards.iter().take(ROWS).map(row).collect() };
    tabled(&own.report_picks(), &own.report_picks_text(), &columns, rows)
}

pub fn pairs(told: &ReportWords<'_>) -> Option<Section> {
    let own = told.own;
    let columns = [
        (own.report_col_pair(), false),
        (own.report_col_both(), true),
        (own.report_col_alone(), true),
        (own.report_col_beyond(), true),
        (own.report_col_interval(), true),
        (own.report_col_games(), true),
    ];
    let effect = |of: &JointEffect| of.impact.map_or_else(|| "–".to_owned(), |n| told.effect(n));
    let row = |of: &JointEffects| {
        vec![
            told.cards(&of.cards).join(" + "),
            effect(&of.both),
            of.alone.each_ref().map(effect).join("; "),
            effect(&of.beyond),
            told.effects(of.beyond.interval),
            told.count(4 * of.times),
        ]
    };
    // with few games, an interval contains every possible result
    let is_known = |of: &&JointEffects| {
        let [low, high] = of.beyond.interval;
        told.report.by == Objective::Score || low > -100.0 && high < 100.0
    };
    let pairs: Vec<&JointEffects> = told.report.pairs.iter().filter(is_known).collect();
    let is_certain = |of: &&&JointEffects| of.beyond.interval[0] > 0.0 || of.beyond.interval[1] < 0.0;
    let certain = pairs.iter().filter(is_certain).count();
    let found = if certain == 0 { own.report_pairs_uncertain() } else { own.report_pairs_certain(certain) };
    let text = format!("{} {}", own.report_pairs_text(told.unit()), found);
    tabled(&own.report_pairs(), &text, &columns, pairs.into_iter().map(row).collect())
}

/// Creates the section of rules that no game reached.
pub fn never(told: &ReportWords<'_>) -> Option<Section> {
    let (own, of) = (told.own, &told.report.strongest);
    let never = &of.detail.as_ref()?.never;
    let games = told.count(of.finished);
    let names = |sort, ids: &[String]| {
        let names = told.names.all(sort, ids);
        told.list(&names.iter().map(|name| name.trim_end_matches('.').to_owned()).collect::<Vec<_>>())
    };
    let parts = [
        (own.report_actions(), names(Sort::Action, &never.actions)),
        (own.report_decisions(), names(Sort::Decision, &never.decisions)),
        (own.report_messages(), names(Sort::Message, &never.messages)),
    ];
    let parts = parts.into_iter().filter(|(_, names)| !names.is_empty());
    let branches = never.branches.iter().map(|branch| (breaking(&branch.place), branch.describe()));
    let rows: Vec<Vec<String>> = parts.chain(branches).map(|(what, names)| vec![what, names]).collect();
    let columns = [(own.report_col_what(), false), (own.report_col_names(), false)];
    let none = Section::new(&own.report_never(), &own.report_never_none(&games, told.players()));
    tabled(&own.report_never(), &own.report_never_text(games, told.players()), &columns, rows).or(Some(none))
}

/// Allows a line break after each folder of a place.
fn breaking(place: &str) -> String {
    place.replace('/', "/\u{200b}")
}

pub fn scenarios(told: &ReportWords<'_>) -> Option<Section> {
    let (own, of) = (told.own, told.report.scenarios.as_ref()?);
    if of.all == 0 {
        return Some(Section::new(&own.report_scenarios(), &own.report_no_scenarios()));
    }
    let columns =
        [(own.report_col_what(), false), (own.report_col_reached(), true), (own.report_col_names(), false)];
    let missed = |of: &Reached| match of.kind {
        CoverageKind::Card => told.list(&told.cards(&of.missed)),
        CoverageKind::Ability
        | CoverageKind::Action
        | CoverageKind::Effect
        | CoverageKind::Branch
        | CoverageKind::Option
        | CoverageKind::Message => told.list(&of.missed),
    };
    let row = |of: &Reached| vec![told.kind(of.kind), own.report_of(of.reached, of.all), missed(of)];
    let text = own.report_scenarios_text(of.passed, of.all);
    tabled(&own.report_scenarios(), &text, &columns, of.coverage.iter().map(row).collect())
}

/// Creates the section of differences from an earlier revision.
pub fn since(told: &ReportWords<'_>) -> Option<Section> {
    let (own, since) = (told.own, told.report.since.as_ref()?);
    let columns = [
        (own.report_col_figure(), false),
        (own.report_col_before(), true),
        (own.report_col_now(), true),
        (own.report_col_difference(), true),
        (own.report_col_interval(), true),
    ];
    let row = |change: &Change| {
        let (name, places) = match &change.of {
            Figure::Seat { players, seat } => (
                format!("{}: {}, %", own.report_with(usize::from(*players)), told.seat_of(*players, *seat)),
                1,
            ),
            Figure::Decisions => (own.report_col_decisions(), 1),
            Figure::Card { id } => (told.card(id), told.places()),
        };
        let [before, now] = [change.before, change.now].map(|n| told.number(n, places));
        let ends = change.interval.map(|end| told.signed(end, places));
        let difference = told.signed(change.now - change.before, places);
        vec![name, before, now, difference, told.ends(ends)]
    };
    let mut text = own.report_since_text(told.players());
    if !since.added.is_empty() || !since.removed.is_empty() {
        let listed = |ids: &[String]| match ids {
            [] => own.report_none(),
            ids => told.list(&told.cards(ids)),
        };
        text += &format!(" {}", own.report_since_cards(listed(&since.added), listed(&since.removed)));
    }
    let rows = since.changes.iter().map(row).collect();
    tabled(&own.report_since(&since.revision), &text, &columns, rows)
}

impl ReportWords<'_> {
    fn kind(&self, kind: CoverageKind) -> String {
        let own = self.own;
        match kind {
            CoverageKind::Card => own.report_kind_cards(),
            CoverageKind::Ability => own.report_kind_abilities(),
            CoverageKind::Action => own.report_actions(),
            CoverageKind::Effect => own.report_kind_effects(),
            CoverageKind::Branch => own.report_kind_branches(),
            CoverageKind::Option => own.report_kind_options(),
            CoverageKind::Message => own.report_messages(),
        }
    }
}
