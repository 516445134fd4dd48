//! The layers of the crate, read from its source: which module may name which. An arrow that is
//! not listed here is a mistake, or a decision to be written down here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::data::slashes;

/// What each module of the crate's root may name. The ground, `error` and `limits`, is everybody's.
///
/// Three arrows look upwards and are meant to:
/// - `grid` names `puzzle`: the board starts from a puzzle and runs its constraints;
/// - `puzzle` names `constraint`, which it holds;
/// - `constraint` names `encode`: it may encode itself, and needs the map of variables.
const ALLOWED: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("grid", &["puzzle"]),
    ("cnf", &[]),
    ("limits", &[]),
    ("sat", &["cnf"]),
    ("puzzle", &["grid", "constraint"]),
    ("constraint", &["grid", "cnf", "encode"]),
    ("format", &["grid", "puzzle"]),
    ("encode", &["grid", "cnf", "puzzle"]),
    ("lanes", &[]),
    ("local", &["grid", "puzzle"]),
    // The second opinion shares nothing with what it is held against.
    ("native", &["grid", "puzzle"]),
    ("engine", &["grid", "cnf", "puzzle", "encode", "sat", "lanes", "local", "native"]),
    ("answer", &["puzzle", "engine"]),
    ("cubes", &["grid", "puzzle"]),
    ("explain", &["grid", "cnf", "puzzle", "encode", "sat", "engine", "answer", "random"]),
    ("candidates", &["grid", "cnf", "puzzle", "encode", "sat", "engine", "answer"]),
    ("estimate", &["grid", "puzzle", "random"]),
    ("generate", &["grid", "puzzle", "engine", "answer", "local", "random"]),
    (
        "minimize",
        &["grid", "cnf", "puzzle", "encode", "sat", "lanes", "engine", "answer", "random"],
    ),
    ("random", &[]),
    ("batch", &[]),
    // What checks answers rests on nothing that finds them.
    ("proof", &[]),
    ("prove", &["puzzle", "engine", "answer", "proof"]),
];

/// Modules that may name all others.
const ANYTHING: &[&str] = &["lib", "main", "cli"];

fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The lines of a file that are no test and no comment, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(k, line)| (k + 1, line));
    // Unit tests stand at the end of a file.
    let before_tests = lines.take_while(|(_, line)| *line != "mod tests {");
    before_tests.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Files of unit tests, which may use whatever they need.
fn is_test(path: &str) -> bool {
    let names = ["tests.rs", "trips.rs", "data.rs", "dpll.rs"];
    names.iter().any(|name| path.ends_with(&format!("/{name}")))
}

/// The modules that a line names as `crate::…`; several in braces too.
fn named(line: &str) -> Vec<String> {
    let word = |text: &str| {
        text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    let mut found = Vec::new();
    for part in line.split("crate::").skip(1) {
        match part.strip_prefix('{') {
            Some(list) => found.extend(list.split(',').map(|item| word(item.trim()))),
            None => found.push(word(part)),
        }
    }
    found
}

/// Every file, as its path below `src`, the module of the root it belongs to, and its text.
fn files() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |path: PathBuf| {
        let name = slashes(path.strip_prefix(&root).unwrap());
        let module = name.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
        (format!("src/{name}"), module, std::fs::read_to_string(&path).unwrap())
    };
    let all = sources(&root).into_iter().map(read);
    all.filter(|(path, ..)| !is_test(path)).collect()
}

#[test]
fn modules_name_only_what_lies_below_them() {
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    let modules: BTreeSet<_> = files().into_iter().map(|(_, module, _)| module).collect();
    for (path, module, text) in files() {
        if ANYTHING.contains(&module.as_str()) {
            continue;
        }
        let row = ALLOWED.iter().find(|(name, _)| *name == module);
        let (_, allowed) = row.unwrap_or_else(|| panic!("{path}: a module without a layer"));
        for (number, line) in code(&text) {
            for name in named(line) {
                let common = name == "error" || name == "limits" && module != "error";
                used.insert((module.clone(), name.clone()));
                if name != module && !common && !allowed.contains(&name.as_str()) {
                    wrong.push(format!("{path}:{number}: {module} names {name}: {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // An arrow that is allowed but gone would let it come back unseen; and a module that is gone
    // would leave its row behind.
    for (module, allowed) in ALLOWED {
        assert!(modules.contains(*module), "no module {module}");
        for name in *allowed {
            let arrow = ((*module).to_owned(), (*name).to_owned());
            assert!(used.contains(&arrow), "{module} no longer names {name}");
        }
    }
}

/// What knows formulas alone stays free of the game.
#[test]
fn formulas_and_solvers_do_not_know_the_game() {
    let words = ["sudoku", "puzzle", "grid", "cell", "house"];
    for (path, module, text) in files() {
        if module != "cnf" && module != "sat" {
            continue;
        }
        for (number, line) in code(&text) {
            let lower = line.to_lowercase();
            let found = lower
                .split(|c: char| !c.is_alphanumeric())
                .find(|word| words.iter().any(|w| word == w || word.trim_end_matches('s') == *w));
            // The standard library's `Cell` is no cell of a grid; digits may be decimal ones.
            let innocent = lower.contains("std::cell");
            assert!(found.is_none() || innocent, "{path}:{number}: {}", line.trim());
        }
    }
}

#[test]
fn the_reading_of_source_can_fail() {
    assert_eq!(named("use crate::cnf::{Lit, Model};"), ["cnf"]);
    assert_eq!(named("use crate::{cnf, sat::Answer};"), ["cnf", "sat"]);
    assert_eq!(named("    pub(crate) fn f(x: crate::grid::Cell) {}"), ["grid"]);
    assert!(code("// use crate::sat;\nmod tests {\nuse crate::sat;").next().is_none());
}
