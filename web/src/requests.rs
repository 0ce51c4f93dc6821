//! Requests about the rulesets that a page edits, in addition to the Language Server Protocol.
//!
//! | method | parameters | result |
//! |---|---|---|
//! | `ludex/rules` | `root` | number of problems; without errors also title, players, options, variants |
//! | `ludex/scenarios` | `root`; `text` of a file to run instead of those of the ruleset | the report of `ludex test --json` |
//! | `ludex/simulate` | `root`, `players`, `games`, `seed`, `options`, `variants` | the report of `ludex simulate --json` |
//! | `ludex/begin` | `root`, `seats`, `seed`, `options`, `variants`, `language` | the first view, with the colours of cards |
//! | `ludex/table` | `address` and `fields` of a form or link | a view, or a page |
//! | `ludex/wake` | | the view after the choice of a bot |
//! | `ludex/card` | `design` | a picture |
//! | `ludex/observe` | `seat`, from 0 | an observation, as `ludex play --json` writes it |
//! | `ludex/record` | | the record of the game |
//!
//! Everything but `ludex/rules` is refused for rules with errors.

use std::sync::atomic::AtomicBool;

use ludex::rules::Allowed;
use ludex::scenarios::run_all;
use ludex::{Compile, Ruleset, Setup, variants};
use ludex_bots::BotSpec;
use ludex_lab::blocks::Control;
use ludex_lab::experiment::Experiment as _;
use ludex_lab::report::Changes;
use ludex_lab::simulate::SimulatePlan;
use ludex_lsp::{Failed, Rules};
use ludex_table::faces::Faces;
use ludex_table::html::stylesheet;
use ludex_table::words::Words;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::files::Files;
use crate::seated::{Fields, Seated};

/// How a ruleset is played.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Played {
    /// Number of players; by default the usual one.
    players: Option<u8>,
    /// Player of each seat: `human` or a bot. The last one has all further seats.
    seats: Vec<String>,
    seed: u64,
    games: u64,
    options: Fields,
    /// IDs of the variants.
    variants: Vec<String>,
    language: Option<String>,
}

/// A form or link of the table.
#[derive(Debug, Deserialize)]
struct Pressed {
    address: String,
    #[serde(default)]
    fields: Fields,
}

/// The game that is played, if any.
pub struct Requests {
    seated: Option<Seated>,
    files: Files,
    /// Folder of the game that is played.
    root: String,
}

impl Requests {
    pub fn new(files: Files) -> Self {
        Self { seated: None, files, root: String::new() }
    }

    /// Answers a request. `rules` returns the ruleset of a folder. Returns `None` for other methods.
    pub fn answer(
        &mut self,
        method: &str,
        params: &Value,
        rules: &mut dyn FnMut(&str) -> Option<Rules>,
    ) -> Option<Result<Value, Failed>> {
        let mut of_root = || {
            let root = params["root"].as_str().unwrap_or_default();
            rules(root).ok_or_else(|| Failed::invalid("there is no ruleset in `root`"))
        };
        Some(match method {
            "ludex/rules" => of_root().map(|rules| described(&rules)),
            "ludex/scenarios" => of_root().and_then(|rules| tested(rules, params["text"].as_str())),
            "ludex/simulate" => of_root().and_then(|rules| simulated(rules, params)),
            "ludex/begin" => of_root().and_then(|rules| self.begin(rules, params)),
            "ludex/table" => read(params)
                .and_then(|pressed: Pressed| Ok(self.seated()?.answer(&pressed.address, &pressed.fields))),
            "ludex/wake" => self.seated().map(Seated::wake),
            "ludex/card" => self.picture(params),
            "ludex/observe" => self.seated().map(|seated| {
                let seat = params["seat"].as_u64().and_then(|seat| u8::try_from(seat).ok());
                let seat = seat.and_then(|seat| seated.game().setup().seat(seat));
                json!(seat.map(|seat| seated.game().observe(seat, 0)))
            }),
            "ludex/record" => self.seated().map(|seated| json!(seated.game().host().record())),
            _ => return None,
        })
    }

    fn seated(&mut self) -> Result<&mut Seated, Failed> {
        self.seated.as_mut().ok_or_else(|| Failed::refused("no game has begun"))
    }

    fn begin(&mut self, rules: Rules, params: &Value) -> Result<Value, Failed> {
        let played: Played = read(params)?;
        let setup = played.setup(rules)?;
        let bots =
            (0..usize::from(setup.players())).map(|seat| played.bot(seat)).collect::<Result<_, _>>()?;
        let language = played.language.clone().unwrap_or_else(|| usual_language(setup.ruleset()));
        // views of this game are newer than those of the last
        let version = self.seated.as_ref().map_or(0, |last| last.version() + 1);
        let mut seated = Seated::new(&setup, (played.seed, version), bots, language);
        let mut view = seated.view();
        view["style"] = json!(stylesheet(&setup));
        self.seated = Some(seated);
        params["root"].as_str().unwrap_or_default().clone_into(&mut self.root);
        Ok(view)
    }

    /// Draws the front of a card, with the frame and icons of the ruleset.
    fn picture(&mut self, params: &Value) -> Result<Value, Failed> {
        let design = params["design"].as_str().unwrap_or_default();
        let (files, root) = (self.files.clone(), self.root.clone());
        let seated = self.seated()?;
        let read = |path: &str| Ok(files.drawing(&root, path));
        let faces = Faces::new(Words::new(seated.game().setup(), seated.language()), &read);
        Ok(json!(faces.designs.iter().find(|def| def.name == design).map(|def| faces.svg(def))))
    }
}

impl Played {
    /// Returns the bot of a seat, or `None` for a person.
    fn bot(&self, seat: usize) -> Result<Option<BotSpec>, Failed> {
        let word = self.seats.get(seat).or(self.seats.last()).map_or("human", String::as_str);
        let bot = (word != "human").then(|| word.parse()).transpose();
        bot.map_err(|error: ludex_bots::UnknownBot| Failed::invalid(error.to_string()))
    }

    fn setup(&self, rules: Rules) -> Result<Setup, Failed> {
        let ruleset = match self.variants.as_slice() {
            [] => rules.ruleset.ok_or_else(broken)?,
            wanted => with_variants(&rules.files, wanted)?,
        };
        let options: Vec<(String, String)> = self.options.clone().into_iter().collect();
        let players = self.players.unwrap_or(ruleset.usual_players());
        ruleset.setup(players, &options).map_err(|error| Failed::refused(error.to_string()))
    }
}

fn with_variants(files: &[(String, String)], wanted: &[String]) -> Result<Ruleset, Failed> {
    let paths = variants::resolve(files, wanted).map_err(|error| Failed::invalid(error.to_string()))?;
    let text = |path: &String| files.iter().find(|(name, _)| name == path).cloned();
    let overlays: Vec<(String, String)> = paths.iter().filter_map(text).collect();
    let compiled = Compile::new(files).overlays(&overlays).compile();
    compiled.into_ruleset().map_err(|problems| Failed::refused(problems.to_string()))
}

fn broken() -> Failed {
    Failed::refused("the rules have errors")
}

fn read<T: DeserializeOwned>(params: &Value) -> Result<T, Failed> {
    T::deserialize(params).map_err(|error| Failed::invalid(error.to_string()))
}

/// Returns English, or the first language if the ruleset lacks that.
fn usual_language(ruleset: &Ruleset) -> String {
    let english = ruleset.languages().find(|language| *language == "en");
    english.or(ruleset.languages().next()).unwrap_or("en").to_owned()
}

/// Describes what a page offers before a game begins.
fn described(rules: &Rules) -> Value {
    let problems = json!({ "problems": rules.problems });
    let Some(ruleset) = &rules.ruleset else { return problems };
    let Ok(setup) = ruleset.setup(ruleset.usual_players(), &[]) else { return problems };
    let language = usual_language(ruleset);
    let words = Words::new(&setup, &language);
    let (least, most) = ruleset.players().into_inner();
    let options = words.rules().options().map(|option| {
        let text = words.get(&format!("options.{}", option.name));
        let allowed = match option.allowed {
            Allowed::Truth => json!(["true", "false"]),
            Allowed::Words(all) => json!(all),
            Allowed::Numbers(least, most) => json!({ "least": least, "most": most }),
        };
        json!({ "name": option.name, "text": text, "default": option.default, "allowed": allowed })
    });
    let variant = |(_, header): (String, variants::Header)| {
        let title = header.titles.into_iter().next().map_or_else(|| header.id.clone(), |(_, title)| title);
        json!({ "id": header.id, "title": title })
    };
    let texts = rules.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
    json!({
        "problems": rules.problems,
        "id": ruleset.id(),
        "title": words.title(),
        "players": { "least": least, "most": most, "usual": ruleset.usual_players() },
        "languages": ruleset.languages().collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
        "variants": variants::shipped(texts).into_iter().map(variant).collect::<Vec<_>>(),
    })
}

/// Runs the scenarios of a ruleset, or those of a text.
fn tested(Rules { files, ruleset, .. }: Rules, text: Option<&str>) -> Result<Value, Failed> {
    let ruleset = ruleset.ok_or_else(broken)?;
    let given = text.map(|text| vec![("scenarios/given.yaml".to_owned(), text.to_owned())]);
    let own = || files.into_iter().filter(|(path, _)| path.starts_with("scenarios/")).collect();
    Ok(json!(run_all(&ruleset, &given.unwrap_or_else(own), "").summary()))
}

fn simulated(rules: Rules, params: &Value) -> Result<Value, Failed> {
    let played: Played = read(params)?;
    let setup = played.setup(rules)?;
    let plan = SimulatePlan::new(&setup, played.games, played.seed);
    let control = Control { threads: 1, stop: &AtomicBool::new(false), done: &|_| {} };
    let changes = Changes { options: played.options, variants: played.variants, overlays: Vec::new() };
    Ok(json!(plan.report(changes, &plan.play(&control, None), None)))
}
