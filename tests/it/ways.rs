//! The ways to search that tests compare: each engine, and the SAT engine with each encoding,
//! at-most-one scheme and backend.

use satoku::Puzzle;
use satoku::engine::{ENGINES, EngineOptions, EngineSpec};
use satoku::sat::backend::{BACKENDS, BackendSpec};
use satoku::sat::cnf::amo::SCHEMES;
use satoku::sat::encode::ENCODINGS;

/// A way to search, by a name for messages.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) name: String,
    pub(crate) spec: EngineSpec,
}

pub(crate) fn engine(name: &str) -> EngineSpec {
    EngineSpec::new(name, EngineOptions::default()).unwrap()
}

/// Every complete engine that can be asked about a puzzle, with its default options.
pub(crate) fn engines(puzzle: &Puzzle) -> Vec<Way> {
    let asked = ENGINES.iter().filter(|entry| entry.complete && (entry.takes)(puzzle));
    let names = asked.map(|entry| entry.name);
    names.map(|name| Way { name: name.into(), spec: engine(name) }).collect()
}

/// Every engine that cannot prove that there are no more solutions, as far as it can be asked.
pub(crate) fn incomplete(puzzle: &Puzzle) -> Vec<Way> {
    let asked = ENGINES.iter().filter(|entry| !entry.complete && (entry.takes)(puzzle));
    asked.map(|entry| Way { name: entry.name.into(), spec: engine(entry.name) }).collect()
}

/// Every encoding with every at-most-one scheme on every backend compiled in.
pub(crate) fn encodings() -> Vec<Way> {
    let mut ways = Vec::new();
    for backend in BACKENDS {
        for encoding in ENCODINGS {
            for amo in SCHEMES {
                let name = format!("{} {} {}", backend.name, encoding.name, amo.name);
                let backend = BackendSpec::Embedded(backend);
                let amo = Some(amo);
                let options = EngineOptions { backend, encoding, amo, ..EngineOptions::default() };
                ways.push(Way { name, spec: EngineSpec::new("sat", options).unwrap() });
            }
        }
    }
    ways
}

/// A solver that is another program; tests that need it are marked `#[ignore]`.
pub(crate) fn outside(program: &str) -> Way {
    let command = match program {
        "minisat" => "cmd:minisat {in} {out}",
        _ => &format!("cmd:{program} -q"),
    };
    let backend = command.parse().unwrap();
    let options = EngineOptions { backend, ..EngineOptions::default() };
    Way { name: command.into(), spec: EngineSpec::new("sat", options).unwrap() }
}
