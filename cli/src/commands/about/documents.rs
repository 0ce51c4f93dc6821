//! JSON documents of the command and the library, and their JSON Schemas, derived from the types.

use ludex::{Observation, Record};
use ludex_lab::{balance, compare, impact, ladder, simulate, sweep};
#[cfg(feature = "learn")]
use ludex_learn::train;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::super::diff::Difference;
use super::super::experiments::solve;
use super::super::inside::{profile, trace};
use super::super::packages::list::Listed;
use super::super::test::{json::PrintedTests, mutate::PrintedMutants, stored::Stored};
use super::super::{check, watch};
use crate::exec::{FromBot, ToBot};

/// Folder of these schemas, in names and among files.
pub const FOLDER: &str = "json";

pub struct Document {
    pub name: &'static str,
    title: &'static str,
    schema: fn() -> Schema,
}

/// All documents with a type of their own.
pub const DOCUMENTS: &[Document] = &[
    row::<check::json::Report>("check", "Output of `ludex check --json`"),
    row::<compare::CompareReport>("compare", "Output of `ludex compare --json`"),
    row::<Difference>("diff", "Output of `ludex diff --json`"),
    row::<FromBot>("from_bot", "A line from a program to Ludex (`docs/protocol.md`)"),
    row::<impact::GiveReport>("give", "Output of `ludex impact --give --json`"),
    row::<impact::ImpactReport>("impact", "Output of `ludex impact --json`"),
    row::<impact::JointReport>("joint", "Output of `ludex impact --with --json`"),
    row::<ladder::LadderReport>("ladder", "Output of `ludex ladder --json`"),
    row::<Listed>("list", "Output of `ludex list --json`"),
    row::<PrintedMutants>("mutants", "Output of `ludex test --mutate --json`"),
    row::<Observation>("observation", "A game as a viewer sees it (`Game::observe`)"),
    row::<profile::Printed>("profile", "Output of `ludex profile --json`"),
    row::<Record>("record", "A game with all its choices (`Game::record`)"),
    row::<balance::Report>("report", "Output of `ludex report --json`"),
    row::<simulate::SimulateReport>("simulate", "Output of `ludex simulate --json`"),
    row::<solve::Report>("solve", "Output of `ludex solve --json`"),
    row::<Stored>("stored", "The file `.ludex/test.json`"),
    row::<sweep::SweepReport>("sweep", "Output of `ludex sweep --json`"),
    row::<PrintedTests>("test", "Output of `ludex test --json`"),
    row::<ToBot>("to_bot", "A line from Ludex to a program (`docs/protocol.md`)"),
    row::<trace::Printed>("trace", "Output of `ludex trace --json`"),
    #[cfg(feature = "learn")]
    row::<train::Report>("train", "Output of `ludex train --json`"),
    row::<watch::told::CheckRound>("watch", "A line of `ludex watch --json`"),
];

const fn row<T: JsonSchema>(name: &'static str, title: &'static str) -> Document {
    Document {
        name,
        title,
        schema: || SchemaSettings::draft07().for_serialize().into_generator().into_root_schema_for::<T>(),
    }
}

impl Document {
    /// Returns the JSON Schema (draft 7) of the document.
    pub fn schema(&self) -> Schema {
        let mut schema = (self.schema)();
        schema.insert("title".to_owned(), self.title.into());
        schema
    }
}

/// Returns the names of all schemas of documents, with their folder.
pub fn names() -> impl Iterator<Item = String> {
    DOCUMENTS.iter().map(|document| format!("{FOLDER}/{}", document.name))
}

/// Returns the document with this name, including the folder.
pub fn document(name: &str) -> Option<&'static Document> {
    let name = name.strip_prefix(FOLDER).and_then(|rest| rest.strip_prefix('/'))?;
    DOCUMENTS.iter().find(|document| document.name == name)
}
