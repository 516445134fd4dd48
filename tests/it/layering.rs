//! The layers of the crate, read from its source: which module may name which. An arrow that is
//! not listed here is a mistake, or a decision to be written down here.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::data::slashes;

/// The rooms of the library and what each may name; of rooms with several floors each floor by
/// itself. The ground, `error`, `input`, `limits` and `platform`, is everybody's.
const ALLOWED: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("input", &[]),
    ("limits", &[]),
    ("platform", &[]),
    ("random", &[]),
    ("grid", &[]),
    ("rule", &["grid"]),
    ("puzzle", &["grid", "rule"]),
    ("format", &["grid", "puzzle", "rule"]),
    ("sat::cnf", &[]),
    ("sat::backend", &["sat::cnf"]),
    ("sat::encode", &["grid", "puzzle", "rule", "sat::cnf"]),
    ("sat::hitting", &["sat::cnf", "sat::backend"]),
    ("sat::oracle", &["grid", "puzzle", "sat::cnf", "sat::encode", "sat::backend"]),
    // The fast engine knows no puzzles, and the second opinion shares nothing with what it is held
    // against; what makes engines of them is in `engine.rs` of each.
    ("engine::lanes", &[]),
    ("model", &["grid", "puzzle", "rule", "sat::cnf", "sat::encode"]),
    ("engine::native", &["grid", "puzzle", "random", "rule"]),
    ("engine::local", &["grid", "puzzle", "random"]),
    (
        "engine",
        &[
            "grid",
            "puzzle",
            "sat::cnf",
            "sat::encode",
            "sat::backend",
            "sat::oracle",
            "engine::lanes",
            "engine::native",
            "engine::local",
        ],
    ),
    // Techniques know cells and houses; what has one solution is proved by the lanes.
    ("rate", &["grid", "puzzle", "rule", "engine::lanes"]),
    ("jobs::answer", &["puzzle", "engine"]),
    ("jobs::batch", &[]),
    ("jobs::branches", &["puzzle", "engine", "jobs::answer", "jobs::transform"]),
    ("jobs::cubes", &["grid", "puzzle"]),
    (
        "jobs::explain",
        &["grid", "puzzle", "random", "sat::hitting", "sat::oracle", "engine", "jobs::answer"],
    ),
    ("jobs::candidates", &["grid", "puzzle", "sat::oracle", "engine", "jobs::answer"]),
    ("jobs::estimate", &["grid", "puzzle", "random"]),
    (
        "jobs::minimize",
        &[
            "grid",
            "puzzle",
            "random",
            "rule",
            "sat::backend",
            "sat::oracle",
            "engine",
            "engine::lanes",
            "jobs::answer",
        ],
    ),
    (
        "jobs::generate",
        &[
            "grid",
            "puzzle",
            "random",
            "engine",
            "engine::lanes",
            "engine::local",
            "rate",
            "jobs::answer",
            "jobs::batch",
            "jobs::minimize",
        ],
    ),
    (
        "jobs::short",
        &["grid", "puzzle", "engine", "rate", "jobs::answer", "jobs::explain", "jobs::generate"],
    ),
    ("jobs::transform", &["grid", "puzzle", "random"]),
    (
        "jobs::prove",
        &[
            "grid",
            "puzzle",
            "rule",
            "format",
            "engine",
            "jobs::answer",
            "jobs::cubes",
            "sat::cnf",
            "sat::backend",
        ],
    ),
    (
        "ask",
        &[
            "grid",
            "puzzle",
            "rule",
            "format",
            "sat::backend",
            "engine",
            "rate",
            "jobs::answer",
            "jobs::branches",
            "jobs::cubes",
            "jobs::explain",
            "jobs::candidates",
            "jobs::estimate",
            "jobs::minimize",
            "jobs::generate",
            "jobs::transform",
            "jobs::prove",
        ],
    ),
];

/// The row that a path within the crate belongs to: the longest that it begins with.
fn row(path: &str) -> Option<&'static str> {
    let begins = |name: &str| {
        path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let rows = ALLOWED.iter().map(|(name, _)| *name).filter(|name| begins(name));
    rows.max_by_key(|name| name.len())
}

/// Modules that may name all others.
const ANYTHING: &[&str] = &["lib", "sat", "jobs"];

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

/// The paths that a line names as `crate::…`; several in braces too.
fn named(line: &str) -> Vec<String> {
    let path = |text: &str| {
        let ends = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
        text.split(ends).next().unwrap_or_default().trim_end_matches(':').to_owned()
    };
    let mut found = Vec::new();
    for part in line.split("crate::").skip(1) {
        match part.split_once('{') {
            // `crate::{a, b}` or `crate::a::{b, c}`
            Some((before, list))
                if before.chars().all(|c| c.is_alphanumeric() || "_:".contains(c)) =>
            {
                let items = list.split('}').next().unwrap_or_default().split(',').map(str::trim);
                let items = items.filter(|item| !item.is_empty());
                // The list itself may go on in the next lines.
                found.extend((!before.is_empty()).then(|| path(before)));
                found.extend(items.map(|item| path(&format!("{before}{item}"))));
            }
            _ => found.push(path(part)),
        }
    }
    found
}

/// Every file, as its path below `src`, the module it is, and its text.
fn files() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |path: PathBuf| {
        let name = slashes(path.strip_prefix(&root).unwrap());
        let module = name.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
        (format!("src/{name}"), module, std::fs::read_to_string(&path).unwrap())
    };
    let all = sources(&root).into_iter().map(read);
    all.filter(|(path, ..)| !is_test(path)).collect()
}

/// Whether a file makes an engine of what lies beside it: it may name what engines may.
fn is_adapter(path: &str) -> bool {
    path.starts_with("src/engine/") && path.ends_with("/engine.rs")
}

#[test]
fn modules_name_only_what_lies_below_them() {
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    let mut rows = BTreeSet::new();
    for (path, module, text) in files() {
        if ANYTHING.contains(&module.as_str()) {
            continue;
        }
        let own = row(&module).unwrap_or_else(|| panic!("{path}: a module without a layer"));
        let own = if is_adapter(&path) { "engine" } else { own };
        rows.insert(own);
        let (_, allowed) = ALLOWED.iter().find(|(name, _)| *name == own).unwrap();
        for (number, line) in code(&text) {
            for name in named(line) {
                let Some(target) = row(&name) else { continue };
                let ground = ["error", "input", "limits", "platform"];
                let common = ground.contains(&target) && own != "error";
                used.insert((own, target));
                if target != own && !common && !allowed.contains(&target) {
                    wrong.push(format!("{path}:{number}: {own} names {name}: {}", line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // An arrow that is allowed but gone would let it come back unseen; and a module that is gone
    // would leave its row behind.
    for (module, allowed) in ALLOWED {
        assert!(rows.contains(module), "no module {module}");
        for name in *allowed {
            assert!(used.contains(&(*module, *name)), "{module} no longer names {name}");
        }
    }
}

/// What the library is made of names neither the program nor its command line.
#[test]
fn packages_depend_only_on_what_lies_below_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let depends = |manifest: &str, on: &str| {
        let text = std::fs::read_to_string(root.join(manifest)).unwrap();
        let lines = text.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        let mut lines = lines.take_while(|line| !line.starts_with('['));
        lines.any(|line| line.split([' ', '.', '=']).next() == Some(on))
    };
    assert!(!depends("Cargo.toml", "clap") && !depends("Cargo.toml", "satoku-cli"));
    assert!(depends("Cargo.toml", "satoku-check"));
    assert!(!depends("crates/satoku-check/Cargo.toml", "satoku"));
    assert!(depends("crates/satoku-cli/Cargo.toml", "satoku"));
    // What draws knows puzzles; what knows puzzles needs no library of a medium.
    assert!(depends("crates/satoku-print/Cargo.toml", "satoku"));
    assert!(!depends("crates/satoku-print/Cargo.toml", "satoku-cli"));
    assert!(!depends("crates/satoku-print/Cargo.toml", "clap"));
    assert!(!depends("Cargo.toml", "satoku-print") && !depends("Cargo.toml", "pdf-writer"));
}

/// What knows formulas alone stays free of the game.
#[test]
fn formulas_and_solvers_do_not_know_the_game() {
    let words = ["sudoku", "puzzle", "grid", "cell", "house"];
    for (path, module, text) in files() {
        if !matches!(row(&module), Some("sat::cnf" | "sat::backend" | "sat::hitting")) {
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

/// Ignored tests that only people run, since they may take hours.
const BY_HAND: &[&str] = &["real_everything_impossible_clashes"];

/// The names of a file's ignored tests.
fn ignored(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut lines = text.lines().map(str::trim_start);
    while let Some(line) = lines.next() {
        if line.starts_with("#[ignore") {
            let name = lines.by_ref().find_map(|line| line.strip_prefix("fn ")).unwrap();
            names.push(name.split('(').next().unwrap());
        }
    }
    names
}

/// The words of a script that follow a word, to the end of their line.
fn words_after<'a>(script: &'a str, word: &str) -> Vec<&'a str> {
    let code = script.lines().filter(|line| !line.starts_with('#'));
    let rest = code.filter_map(|line| line.split_once(word)).map(|(_, rest)| rest);
    rest.flat_map(str::split_whitespace).collect()
}

#[test]
fn every_ignored_test_is_run_by_a_script() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = |name: &str| std::fs::read_to_string(root.join(".ci").join(name)).unwrap();
    let (gate, deep) = (script("run"), script("deep"));
    let (skipped, deep) = (words_after(&gate, "--skip "), words_after(&deep, "--ignored "));
    assert!(deep.len() > 5 && !skipped.is_empty(), "{deep:?} {skipped:?}");
    let mut count = 0;
    for folder in ["src", "tests", "crates"] {
        for path in sources(&root.join(folder)) {
            let text = std::fs::read_to_string(&path).unwrap();
            for name in ignored(&text) {
                let is_in = |words: &[&str]| words.iter().any(|word| name.contains(word));
                let of_gate = ["real_", "long_"].iter().any(|prefix| name.starts_with(prefix))
                    && !is_in(&skipped)
                    || name
                        .strip_prefix("outside_")
                        .is_some_and(|rest| gate.contains(rest.split('_').next().unwrap()));
                let is_run = of_gate || is_in(&deep) || BY_HAND.contains(&name);
                assert!(is_run, "{}: neither .ci/run nor .ci/deep runs {name}", path.display());
                // Names are chosen by any part of them.
                assert!(!name[1..].contains("long_"), "{name} would run with those that take long");
                count += 1;
            }
        }
    }
    assert!(count > 80, "only {count} ignored tests");
}

#[test]
fn the_reading_of_source_can_fail() {
    let text = "#[test]\n#[ignore = \"why\"]\n#[cfg(unix)]\nfn long_one() {\n#[test]\nfn two() {";
    assert_eq!(ignored(text), ["long_one"]);
    assert_eq!(words_after("# a --skip b\nrun --skip c d\n", "--skip "), ["c", "d"]);
    assert_eq!(
        named("use crate::sat::cnf::{Lit, Model};"),
        ["sat::cnf", "sat::cnf::Lit", "sat::cnf::Model"]
    );
    assert_eq!(named("use crate::sat::cnf::{"), ["sat::cnf"]);
    assert_eq!(named("use crate::{grid, sat::Answer};"), ["grid", "sat::Answer"]);
    assert_eq!(named("    pub(crate) fn f(x: crate::grid::Cell) {}"), ["grid::Cell"]);
    assert_eq!(row("engine::lanes::nine"), Some("engine::lanes"));
    assert_eq!(row("engine::auto"), Some("engine"));
    assert_eq!(row("gridlock"), None);
    assert!(code("// use crate::sat;\nmod tests {\nuse crate::sat;").next().is_none());
}
