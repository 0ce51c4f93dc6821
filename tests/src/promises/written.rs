//! The file format of promises.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    pub round: Option<String>,
    #[serde(default)]
    pub most_choices: MostChoices,
    pub promises: Vec<Promise>,
    #[serde(default)]
    pub secrets: Vec<Secret>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct MostChoices {
    pub game: Option<String>,
    pub round: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promise {
    pub says: String,
    pub each: Option<String>,
    #[serde(default)]
    pub at: Vec<String>,
    #[serde(default)]
    pub not_at: Vec<String>,
    #[serde(default)]
    pub after: Vec<String>,
    pub when: Option<String>,
    #[serde(default)]
    pub holds: Vec<String>,
    #[serde(default)]
    pub never_falls: Vec<String>,
    #[serde(default)]
    pub settles: Vec<String>,
    pub changes: Option<Changes>,
    pub rises: Option<Rises>,
    pub counts: Option<Counts>,
    pub follows: Option<Vec<String>>,
    pub then: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Changes {
    pub value: String,
    pub only_if: Option<String>,
    pub said: Option<BTreeMap<String, String>>,
    pub by: Option<BTreeMap<String, String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rises {
    pub at_most: i32,
    pub values: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    pub of: Option<String>,
    pub per: Option<String>,
    pub for_each: Option<String>,
    pub at_most: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secret {
    pub says: String,
    pub picks: String,
    pub until: String,
}
