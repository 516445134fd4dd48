//! `manifest.json`: what a certificate claims, how large its parts are, and what their bytes hash
//! to.
//!
//! Everything in it but the names of the programs follows from the other files. So it is checked by
//! writing it anew and comparing bytes.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::formula;
use super::lrat::{Checked, Form};
use super::statement::Statement;
use crate::error::{Error, Result};

/// What is claimed of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It has exactly one solution, the one in `solution.txt`.
    Unique,
    /// It has none.
    None,
    /// It has at least the two in `solution.txt`.
    Multiple,
}

/// All verdicts.
const VERDICTS: [Verdict; 3] = [Verdict::Unique, Verdict::None, Verdict::Multiple];

/// The files of certificates, but for the manifest.
pub(super) const PUZZLE: &str = "puzzle.txt";
pub(super) const SOLUTION: &str = "solution.txt";
pub(super) const FORMULA: &str = "formula.cnf";
pub(super) const PROOF: &str = "proof.lrat";
pub(super) const COMPRESSED: &str = "proof.clrat";
/// All of them.
pub(super) const FILES: [&str; 5] = [PUZZLE, SOLUTION, FORMULA, PROOF, COMPRESSED];

/// The first line of what a manifest is.
const FORMAT: &str = "satoku certificate 1";

impl Verdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::None => "none",
            Verdict::Multiple => "multiple",
        }
    }

    /// How many solutions are shown.
    pub fn solutions(self) -> usize {
        match self {
            Verdict::Unique => 1,
            Verdict::None => 0,
            Verdict::Multiple => 2,
        }
    }

    /// Whether a refutation belongs to it.
    pub fn is_refuted(self) -> bool {
        self != Verdict::Multiple
    }
}

/// What of a manifest does not follow from the other files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Manifest {
    /// The program that made the certificate, and the solver that found the proof.
    pub(super) made_by: [String; 2],
    pub(super) verdict: Verdict,
    /// How the proof is written.
    pub(super) form: Form,
}

impl Manifest {
    /// Reads a manifest. What follows from the other files is not looked at.
    pub(super) fn read(text: &[u8]) -> Result<Self> {
        let value: Value = serde_json::from_slice(text)
            .map_err(|error| Error::input(format!("manifest.json: {error}")))?;
        let word = |name: &str| {
            let found = value.get(name).and_then(Value::as_str);
            found.ok_or_else(|| Error::input(format!("manifest.json: no {name:?}")))
        };
        if word("format")? != FORMAT {
            let message = format!("manifest.json: expected the format {FORMAT:?}");
            return Err(Error::input(message));
        }
        let verdict = word("verdict")?;
        let verdict = VERDICTS.into_iter().find(|known| known.word() == verdict);
        let hashes = value.get("sha256").and_then(Value::as_object);
        let names = |name| hashes.is_some_and(|hashes| hashes.contains_key(name));
        Ok(Manifest {
            made_by: [word("program")?.to_owned(), word("solver")?.to_owned()],
            verdict: verdict.ok_or_else(|| Error::input("manifest.json: unknown verdict"))?,
            form: if names(COMPRESSED) { Form::Compressed } else { Form::Text },
        })
    }

    /// The files that belong to the certificate, but for the manifest.
    pub(super) fn files(&self) -> Vec<&'static str> {
        let proof = match self.form {
            Form::Text => PROOF,
            Form::Compressed => COMPRESSED,
        };
        let mut files = vec![PUZZLE];
        if self.verdict.solutions() > 0 {
            files.push(SOLUTION);
        }
        if self.verdict.is_refuted() {
            files.extend([FORMULA, proof]);
        }
        files
    }

    /// The text, given what the other files say and hash to.
    pub(super) fn write(
        &self,
        statement: &Statement,
        checked: Checked,
        hashes: &BTreeMap<&str, String>,
    ) -> String {
        let mut object = Map::new();
        let mut add = |name: &str, value: Value| _ = object.insert(name.into(), value);
        let [program, solver] = &self.made_by;
        add("format", json!(FORMAT));
        add("program", json!(program));
        add("solver", json!(solver));
        add("verdict", json!(self.verdict.word()));
        if let Some(side) = statement.square() {
            add("side", json!(side));
        } else {
            let (first, last) = (statement.number(0), statement.number(statement.digits() - 1));
            add("cells", json!(statement.cells()));
            add("digits", json!(format!("{first}-{last}")));
        }
        add("layout", json!(statement.layout()));
        add("givens", json!(statement.givens()));
        if self.verdict.is_refuted() {
            let blocked = self.verdict.solutions() > 0;
            let (variables, clauses) = formula::size(statement, blocked);
            add(
                "formula",
                json!({
                    "encoding": "extended",
                    "at_most_one": "pairwise",
                    "variable": formula::numbering(statement),
                    "variables": variables,
                    "clauses": clauses,
                    "blocking_clause": blocked,
                }),
            );
            add("proof", json!({ "lemmas": checked.lemmas, "hints": checked.hints }));
        }
        let hashes =
            self.files().into_iter().map(|name| (name.to_owned(), json!(hashes.get(name))));
        add("sha256", Value::Object(hashes.collect()));
        format!("{:#}\n", Value::Object(object))
    }
}
