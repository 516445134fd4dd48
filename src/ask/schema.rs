//! The JSON Schema of all documents, made of their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::{
    Backend, Part, Question, Reply, ShardBegins, ShardEnds, TechniqueKnown, TechniqueScored,
};

/// Any line of JSON that the program writes.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "its schema alone is used")]
enum Document {
    /// An answer and its place in the run.
    Reply(Box<Reply<'static>>),
    /// A part of a puzzle, from `cubes`.
    Part(Part),
    /// What the answers of a shard begin with.
    ShardBegins(ShardBegins),
    /// What the answers of a shard end with.
    ShardEnds(ShardEnds),
    /// A backend, from `backends`.
    Backend(Backend),
    /// A technique, from `techniques`.
    Technique(TechniqueKnown),
    /// A technique of the scale of HoDoKu, from `techniques --scale hodoku`.
    TechniqueScored(TechniqueScored),
}

/// The JSON Schema (draft 2020-12) of each line that is written with `--json`.
///
/// Answers share fields, so a line may be as several of them say; what none of these names is
/// refused.
pub fn schema() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<Document>();
    schema.insert("unevaluatedProperties".into(), false.into());
    schema
}

/// The JSON Schema of questions.
pub fn question_schema() -> Schema {
    SchemaGenerator::default().into_root_schema_for::<Question>()
}
