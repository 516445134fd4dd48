//! Every kind of rule at random places: what its meaning accepts is what its blocks accept, what
//! formulas and engines find, what is read back from text, and what symmetries leave it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use satoku::engine::EngineOptions;
use satoku::format::{Sheet, export_by_name, writer_by_name};
use satoku::jobs::answer;
use satoku::jobs::explain::{Explanation, explain};
use satoku::jobs::transform::Transformation;
use satoku::rule::{Junction, KINDS, Kind, Numbers, Rule, Shape};
use satoku::{Cell, Digit, Layout, LayoutSpec, Limits, Puzzle, Query};

use crate::oracle::{Solutions, oracle};
use crate::ways::{Way, encodings, engine, engines, outside};

mod enumerated;
mod places;

use places::{Random, place, place_any};

fn digits(numbers: &[usize], layout: &Layout) -> Vec<Digit> {
    numbers.iter().map(|&number| layout.digit_of(number).unwrap()).collect()
}

/// All solutions of a puzzle, in one way.
fn solutions(puzzle: &Puzzle, way: &Way) -> Solutions {
    let found =
        answer::find(puzzle, &way.spec, &Limits::none(), Query { limit: None, keep: usize::MAX })
            .unwrap();
    assert!(found.is_complete());
    found.solutions.iter().map(|solution| solution.numbers().collect()).collect()
}

/// Holds a rule on a puzzle against all fillings of it, in each of these ways.
fn agree(puzzle: &Puzzle, fillings: &Solutions, rule: Rule, ways: &[Way]) -> usize {
    let text = rule.text(puzzle.layout());
    let kept: Solutions = fillings
        .iter()
        .filter(|numbers| rule.holds(&digits(numbers, puzzle.layout())))
        .cloned()
        .collect();
    for numbers in fillings {
        let by_blocks =
            rule.blocks().iter().all(|block| block.holds(&digits(numbers, puzzle.layout())));
        assert_eq!(by_blocks, kept.contains(numbers), "blocks of {text}: {numbers:?}");
    }
    let again = Rule::parse(&text, puzzle.layout()).unwrap();
    assert_eq!(again, rule);
    let free = Rule::from_blocks("free", rule.blocks());
    let again = Rule::parse(&free.text(puzzle.layout()), puzzle.layout()).unwrap();
    assert_eq!(again, free);
    let bound = puzzle.clone().with_rule(rule);
    for way in ways {
        assert_eq!(solutions(&bound, way), kept, "{text} by {}", way.name);
    }
    let mut json = String::new();
    (writer_by_name("json").unwrap().write)(&Sheet::of(&bound), &mut json);
    assert_eq!(satoku::parse(&json).unwrap().rules(), bound.rules(), "{json}");
    as_constraint_string(&bound, fillings, &kept);
    for seed in 0..3 {
        let symmetry = Transformation::random(puzzle.layout(), seed, 0);
        let image = symmetry.apply(&bound).unwrap();
        let rule = &image.rules()[0];
        let moved = |numbers: &Vec<usize>| -> Vec<Digit> {
            let source = |cell| symmetry.source(Cell::new(cell)).index();
            let digits = digits(numbers, puzzle.layout());
            let of = |cell| symmetry.digit(digits[source(cell)]);
            (0..numbers.len()).map(of).collect()
        };
        for numbers in fillings {
            let holds = rule.holds(&moved(numbers));
            assert_eq!(holds, kept.contains(numbers), "{rule}, image of {text} by {symmetry}");
        }
        let again = Rule::parse(&rule.text(image.layout()), image.layout()).unwrap();
        assert_eq!(again, **rule);
    }
    kept.len()
}

/// Holds what is read of a puzzle as it is written for another program against what it means.
fn as_constraint_string(puzzle: &Puzzle, fillings: &Solutions, kept: &Solutions) {
    let names = || puzzle.rules().iter().map(|rule| rule.name());
    let texts = || puzzle.rules().iter().map(|rule| rule.text(puzzle.layout()));
    let text = match (export_by_name("iss").unwrap().write)(puzzle, None) {
        Ok(text) => text,
        Err(error) => {
            // Of some cells alone it is not said.
            assert!(texts().any(|text| text.contains("connected")), "{error}");
            return;
        }
    };
    let again = satoku::parse(&text).unwrap();
    assert_eq!(again.layout(), puzzle.layout(), "{text}");
    for numbers in fillings {
        let digits = digits(numbers, again.layout());
        let clues = again.clues();
        let fits = |(cell, digit): (Cell, &Digit)| clues.contains(cell, *digit);
        let keeps = again.cells().zip(&digits).all(fits)
            && again.rules().iter().all(|rule| rule.holds(&digits));
        assert_eq!(keeps, kept.contains(numbers), "{text}: {:?}", names().collect::<Vec<_>>());
    }
}

/// All encodings with the at-most-one scheme that is the default, and the complete engines.
fn ways(puzzle: &Puzzle) -> Vec<Way> {
    let pairwise = encodings().into_iter().filter(|way| way.name.contains("pairwise"));
    pairwise.chain(engines(puzzle)).collect()
}

#[test]
fn kinds_have_names_of_their_own() {
    let names = KINDS.iter().flat_map(|kind| kind.aliases.iter().chain([&kind.name]));
    let all: Vec<_> = names.collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    assert!(all.iter().all(|name| Kind::by_name(name).is_some()));
}

/// A puzzle, all its fillings, and the ways to find them under a rule.
type Filled = (Puzzle, Solutions, Vec<Way>);

/// A layout with clues of which few fillings are left.
fn filled(spec: &str, clues: &[(usize, usize)]) -> Filled {
    let spec: LayoutSpec = spec.parse().unwrap();
    let side = if clues.len() > 4 { 6 } else { 4 };
    let mut puzzle = Puzzle::new(spec.build(side).unwrap().shared());
    for &(cell, digit) in clues {
        puzzle.set(Cell::new(cell), Digit::new(digit));
    }
    let fillings = oracle(&puzzle, usize::MAX);
    let bound = puzzle.clone().with_rule(Rule::from_blocks("none", []));
    let ways = ways(&bound);
    (puzzle, fillings, ways)
}

/// Grids of side 4, with and without boxes, with digits from 1 and from 0.
fn fours() -> Vec<Filled> {
    let specs = ["2x2", "latin", "2x2+digits=0-3", "latin+digits=0-3"];
    specs.iter().map(|spec| filled(spec, &[(0, 0), (1, 2)])).collect()
}

/// Grids of side 6, likewise: a few digits of a solution are clues, and dozens of fillings are left
/// for a rule to tell apart.
fn sixes() -> Vec<Filled> {
    let grids = [
        ("2x3", 8, "123456456123231564564231312645645312"),
        ("latin", 11, "123456214365361524456213542631635142"),
        ("2x3+digits=0-5", 8, "153624426153215346634215341562562431"),
    ];
    let with_clues = |&(spec, count, solution): &(&str, usize, &str)| {
        let digits = solution.bytes().map(|digit| usize::from(digit - b'1')).enumerate();
        let clues: Vec<_> = digits.filter(|(cell, _)| cell * 7 % 36 < count).collect();
        let (puzzle, fillings, ways) = filled(spec, &clues);
        assert!((20..100).contains(&fillings.len()), "{spec}: {} fillings", fillings.len());
        (puzzle, fillings, ways)
    };
    grids.iter().map(with_clues).collect()
}

/// Holds every kind against its blocks at so many places on each grid. Returns the idle kinds, those
/// whose rules all fillings keep, or none.
fn idle_kinds(grids: &[Filled], times: usize, seed: u64) -> Vec<&'static str> {
    let mut random = Random(seed);
    let mut idle = Vec::new();
    for kind in KINDS {
        let whole = matches!(kind.shape, Shape::Grid) && matches!(kind.numbers, Numbers::None);
        let mut some = false;
        for (puzzle, fillings, ways) in grids {
            for _ in 0..if whole { 1 } else { times } {
                let Some(rule) = place(kind, puzzle.layout(), &mut random) else { break };
                let count = agree(puzzle, fillings, rule, ways);
                some |= 0 < count && count < fillings.len();
            }
        }
        if !some {
            idle.push(kind.name);
        }
    }
    idle
}

#[test]
fn kinds_mean_what_their_blocks_say() {
    let [fours, sixes] = [idle_kinds(&fours(), 2, 11), idle_kinds(&sixes(), 1, 12)];
    let large: Vec<_> = LARGE.iter().filter_map(|(_, text)| text.split(' ').next()).collect();
    let of_both = |name: &&&str| sixes.contains(name) && !large.contains(name);
    let idle: Vec<_> = fours.iter().filter(of_both).collect();
    assert!(idle.len() < KINDS.len() / 8, "of both sides all fillings or none: {idle:?}");
}

/// Every kind at so many places on the grids of side 4: idle are those that need a larger grid.
fn kinds_at_side_4(times: usize, seed: u64) {
    let idle: BTreeSet<_> = idle_kinds(&fours(), times, seed).into_iter().collect();
    let large = LARGE.iter().map(|(_, text)| text.split_whitespace().next().unwrap());
    // Without boxes the fillings of side 4 are many enough for it.
    let is_large = |name: &&str| !["antitaxicab", "modifiedsum"].contains(name);
    let large = large.filter(is_large).collect::<BTreeSet<_>>();
    assert_eq!(idle, large, "all fillings or none");
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_kinds_mean_what_their_blocks_say_at_side_4() {
    kinds_at_side_4(20, 1);
}

#[test]
#[ignore = "takes minutes; .ci/deep runs it"]
fn hundreds_of_places_mean_what_their_blocks_say() {
    kinds_at_side_4(300, 6);
    let idle = idle_kinds(&sixes(), 60, 7);
    assert!(idle.len() < KINDS.len() / 8, "all fillings or none: {idle:?}");
}

/// Several rules of different kinds at once, by all ways every twentieth time.
fn mixed(count: usize, seed: u64) {
    let mut random = Random(seed);
    let grids = [fours(), sixes()].concat();
    let mut some = 0;
    for round in 0..count {
        let (puzzle, fillings, ways) = &grids[random.below(grids.len())];
        let mut puzzle = puzzle.clone();
        for _ in 0..2 + random.below(4) {
            let rule = place_any(puzzle.layout(), &mut random);
            puzzle = puzzle.with_rule(rule);
        }
        let holds = |numbers: &&Vec<usize>| {
            let digits = digits(numbers, puzzle.layout());
            puzzle.rules().iter().all(|rule| rule.holds(&digits))
        };
        let kept: Solutions = fillings.iter().filter(holds).cloned().collect();
        some += usize::from(!kept.is_empty());
        let few = ways.iter().filter(|way| ["native", "sat"].contains(&&*way.name));
        let all = ways.iter().filter(|_| round % 20 == 0);
        for way in few.chain(all) {
            assert_eq!(solutions(&puzzle, way), kept, "{puzzle} by {}", way.name);
        }
    }
    assert!(some > count / 20, "{some}");
}

#[test]
fn several_rules_are_all_kept() {
    mixed(200, 8);
}

#[test]
#[ignore = "takes minutes; .ci/deep runs it"]
fn hundreds_of_mixtures_are_all_kept() {
    mixed(10_000, 9);
}

/// What another solver finds of the formulas.
#[test]
#[ignore = "needs the program cadical"]
fn outside_cadical_on_every_kind() {
    let mut random = Random(10);
    let way = [outside("cadical")];
    for (puzzle, fillings, _) in &fours()[..2] {
        for kind in KINDS {
            if let Some(rule) = place(kind, puzzle.layout(), &mut random) {
                agree(puzzle, fillings, rule, &way);
            }
        }
    }
}

/// Kinds about the whole grid say nothing of an extra cell.
#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_extra_cells_are_not_of_the_grid() {
    let count = |spec: &str, rule: &str| {
        let layout = spec.parse::<LayoutSpec>().unwrap().build(4).unwrap().shared();
        let rule = Rule::parse(rule, &layout).ok()?;
        let puzzle = Puzzle::new(layout).with_rule(rule.clone());
        let all = answer::find(&puzzle, &engine("native"), &Limits::none(), Query::count(None));
        let query = Query { limit: Some(50), keep: 50 };
        let some = answer::find(&puzzle, &engine("native"), &Limits::none(), query).unwrap();
        assert!(some.solutions.iter().all(|solution| rule.holds(solution.digits())), "{rule}");
        Some(all.unwrap().count)
    };
    let mut compared = 0;
    for (spec, digits) in [("2x2", 4), ("grid=4x4+latin", 4), ("grid=4x4+digits=0-4+2x2", 5)] {
        for kind in KINDS.iter().filter(|kind| matches!(kind.shape, Shape::Grid | Shape::Exempt)) {
            for number in ["", " 1", " 3"] {
                let rule = format!("{}{number}", kind.name);
                let with = count(&format!("{spec}+extra=1"), &rule);
                assert_eq!(with, count(spec, &rule).map(|count| digits * count), "{spec} {rule}");
                compared += u32::from(with.is_some());
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

/// Rules of rules: `or` and `and` of kinds, of a free rule, and of one another.
#[test]
fn rules_made_of_rules_mean_what_their_parts_do() {
    let mut random = Random(5);
    let layout = "2x2".parse::<LayoutSpec>().unwrap().build(4).unwrap().shared();
    let mut puzzle = Puzzle::new(Arc::clone(&layout));
    puzzle.set(Cell::new(0), Digit::new(0));
    puzzle.set(Cell::new(1), Digit::new(2));
    let fillings = oracle(&puzzle, usize::MAX);
    let bound = puzzle.clone().with_rule(Rule::from_blocks("none", []));
    let ways = ways(&bound);
    let one = |random: &mut Random| {
        let rule = place_any(&layout, random);
        if random.below(8) > 0 { rule } else { Rule::from_blocks("fr(e\"e", rule.blocks()) }
    };
    let mut some = 0;
    for _ in 0..60 {
        let inner = |random: &mut Random| {
            let parts: Vec<_> = (0..=random.below(3)).map(|_| one(random)).collect();
            Rule::joined(Junction::ALL[random.below(2)], parts).unwrap()
        };
        let mut parts: Vec<_> = (0..=random.below(3)).map(|_| inner(&mut random)).collect();
        parts.push(one(&mut random));
        let or = Rule::joined(Junction::Or, parts.clone()).unwrap();
        let and = Rule::joined(Junction::And, parts).unwrap();
        for rule in [or, and] {
            let count = agree(&puzzle, &fillings, rule, &ways);
            some += usize::from(0 < count && count < fillings.len());
        }
    }
    assert!(some > 30, "{some}");
}

/// Layouts and rules of the kinds that at side 4 all fillings keep, or none.
const LARGE: &[(&str, &str)] = &[
    ("3x3", "magicsquare r1-3c1-3"),
    ("3x3", "antiking"),
    ("3x3", "antitaxicab"),
    ("3x3", "globalentropy"),
    ("grid=6x6+3x2+digits=1-9", "regionsamevalues"),
    ("grid=6x6+3x2+digits=0-6", "doppelganger"),
    ("grid=4x4+latin+extra=4/4/4/4", "chaos r5-8c1-4"),
    ("2x2+extra=4/4", "modifiers r5; r6"),
    ("2x2+extra=4/4", "modifiedsum 1 -2 1 r1c1-3 r2c4; r5; r6; r2c2 r1c2"),
    ("grid=4x4+2x2+digits=1-5+extra=4/4", "schrodinger r5; r6"),
];

/// Solutions of larger grids with these rules keep them, by their meaning and by their blocks; of
/// other fillings, and with digits exchanged, meaning and blocks say the same.
#[test]
fn kinds_of_large_grids_mean_what_their_blocks_say() {
    let mut random = Random(4);
    for (spec, text) in LARGE {
        let layout = spec.parse::<LayoutSpec>().unwrap().build(9).unwrap().shared();
        let rule = Rule::parse(text, &layout).unwrap();
        let bare = Puzzle::new(Arc::clone(&layout));
        let query = Query { limit: Some(10), keep: 10 };
        let mut broken = 0;
        // Kinds may rely on the houses, so it is their fillings that are compared.
        for puzzle in [bare.clone().with_rule(rule.clone()), bare] {
            let found = answer::find(&puzzle, &engine("native"), &Limits::none(), query).unwrap();
            assert_eq!(found.solutions.len(), 10, "{text}");
            for solution in &found.solutions {
                let mut digits = solution.digits().to_vec();
                for _ in 0..20 {
                    let holds = rule.holds(&digits);
                    let blocks = rule.blocks().iter().all(|block| block.holds(&digits));
                    assert_eq!(blocks, holds, "{text}");
                    broken += usize::from(!holds);
                    let [a, b] = [0, 1].map(|_| Digit::new(random.below(layout.digits())));
                    for digit in &mut digits {
                        *digit = if *digit == a {
                            b
                        } else if *digit == b {
                            a
                        } else {
                            *digit
                        };
                    }
                }
            }
        }
        assert!(broken > 20, "{text}");
    }
}

#[test]
#[ignore = "takes seconds; cargo test --locked -- --ignored long_"]
fn long_kinds_mean_what_their_blocks_say_at_side_6() {
    let mut random = Random(2);
    let symbols = "1..4.. ...... 2..... ...2.. .1.... 6....2";
    let layout = Layout::boxes(2, 3).unwrap().shared();
    let puzzle = Puzzle::from_symbols(layout, symbols).unwrap();
    let fillings = oracle(&puzzle, 5000);
    assert!((20..5000).contains(&fillings.len()), "{}", fillings.len());
    let bound = puzzle.clone().with_rule(Rule::from_blocks("none", []));
    let ways = ways(&bound);
    for kind in KINDS.iter().filter(|kind| kind.shape != Shape::Grid) {
        for _ in 0..3 {
            match place(kind, puzzle.layout(), &mut random) {
                Some(rule) => _ = agree(&puzzle, &fillings, rule, &ways),
                None => assert!(
                    ["chaos", "modifiers", "schrodinger", "modifiedsum"].contains(&kind.name),
                    "{}: no grid without extra cells has it",
                    kind.name
                ),
            }
        }
    }
}

/// Rules clash: the named houses and rules do, and every rule that is named is needed for it.
#[test]
fn clashes_name_rules() {
    let layout = Layout::boxes(2, 2).unwrap().shared();
    let rule = |text: &str| Rule::parse(text, &layout).unwrap();
    let clash = |puzzle: &Puzzle| match explain(puzzle, &EngineOptions::default(), &Limits::none())
    {
        Ok(Explanation::None(clash)) => clash,
        other => panic!("{other:?}"),
    };
    let texts = ["thermometer r4c1 r4c2", "cage 3 r1c1 r1c2", "antiknight", "cage 3 r2c1 r2c2"];
    let puzzle = texts
        .iter()
        .fold(Puzzle::new(Arc::clone(&layout)), |puzzle, text| puzzle.with_rule(rule(text)));
    let found = clash(&puzzle);
    let houses: Vec<_> = found.houses.iter().map(|&h| layout.houses()[h].to_string()).collect();
    assert_eq!((houses, &found.rules[..]), (vec!["box 1".to_owned()], &[1, 3][..]));
    assert!(found.clues.is_empty() && found.houses_minimal);
    // In grids that break houses a rule of ranks says what its blocks do.
    let texts = ["fullrank 5 r1", "chess 3 0", "equalsums r1c4 r1c3 r2c3 r3c4; r3c4 r2c4 r1c3"];
    let puzzle = texts
        .iter()
        .fold(Puzzle::new(Arc::clone(&layout)), |puzzle, text| puzzle.with_rule(rule(text)));
    assert!(!clash(&puzzle).rules.is_empty());

    let mut random = Random(3);
    let mut named = 0;
    while named < 40 {
        let mut rules = Vec::new();
        for _ in 0..4 {
            rules.push(Arc::new(place_any(&layout, &mut random)));
        }
        let with = |rules: &mut dyn Iterator<Item = &Arc<Rule>>| {
            let empty = Puzzle::new(Arc::clone(&layout));
            rules.fold(empty, |puzzle, rule| puzzle.with_rule((**rule).clone()))
        };
        let puzzle = with(&mut rules.iter());
        if count(&puzzle) > 0 {
            continue;
        }
        let found = clash(&puzzle);
        named += found.rules.len();
        assert!(found.houses_minimal && !found.rules.is_empty());
        let part = with(&mut found.rules.iter().map(|&k| &rules[k]));
        assert_eq!(count(&part), 0, "{:?} of {rules:?}", found.rules);
        if found.houses.len() == layout.houses().len() {
            for gone in &found.rules {
                let rest = found.rules.iter().filter(|k| *k != gone).map(|&k| &rules[k]);
                assert_eq!(count(&with(&mut rest.into_iter())), 1, "{gone} of {rules:?}");
            }
        }
    }
}

/// Whether a puzzle has a solution, 0 or 1, by native search.
fn count(puzzle: &Puzzle) -> u64 {
    let limit = Query::count(Some(1));
    answer::find(puzzle, &engine("native"), &Limits::none(), limit).unwrap().count
}

/// The table of kinds in RULES.md: `SATOKU_WRITE_PAGES=1` writes it.
#[test]
fn the_page_lists_all_kinds() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("RULES.md");
    let text = fs::read_to_string(&page).unwrap();
    let (head, _) = text.split_once(HEADING).expect("a heading");
    let mut expected = format!("{head}{HEADING}\n| text | says | also called |\n|---|---|---|\n");
    for kind in KINDS {
        let aliases: Vec<_> = kind.aliases.iter().map(|alias| format!("`{alias}`")).collect();
        let usage = kind.usage().replace('|', "\\|");
        writeln!(expected, "| `{usage}` | {} | {} |", kind.about, aliases.join(", ")).unwrap();
    }
    if std::env::var_os("SATOKU_WRITE_PAGES").is_some() {
        fs::write(page, expected).unwrap();
        return;
    }
    assert_eq!(text, expected, "RULES.md: run with SATOKU_WRITE_PAGES=1");
}

const HEADING: &str = "## Kinds\n";
