use satoku::Puzzle;
use satoku::grid::{CandidateSet, Cell, Digit, HOUSE_KINDS, Layout, LayoutSpec, SHORTHANDS};
use satoku::rule::{KINDS, Rule};

use super::*;
use crate::drawing::Pen;
use crate::plate::Answer;

const PAGE: Area = Area { x: 0.0, y: 0.0, width: 400.0, height: 500.0 };
const STYLE: Style = Style { heading: true, words: true };

/// A layout of each kind of houses, and of each kind of frame.
fn layouts() -> Vec<Layout> {
    let names = HOUSE_KINDS.iter().map(|kind| kind.name).chain(SHORTHANDS.iter().map(|s| s.0));
    let specs = names.map(|name| format!("3x3+{name}")).chain(
        [
            "2x3",
            "5x2",
            "latin",
            "10x10",
            "samurai",
            "gattai=0,0;6,6",
            "grid=6x8+2x4",
            "grid=4x7+digits=3-9",
            "digits=0-8",
            "grid=5x4+digits=1-6+raw",
            "3x3+extra=2/11",
            "cells=xxxx.xxxx/xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/.xxxxxxx./xxxxxxxxx/xxxxxxxxx/xxxxxxxxx/xxxx.xxxx",
            "regions=AAABBAACBBDCCCBDDCEEDDEEE",
        ]
        .into_iter()
        .map(str::to_owned),
    );
    let build = |text: String| {
        let spec: LayoutSpec = text.parse().unwrap();
        let layout = spec.layout().unwrap();
        layout.unwrap_or_else(|| spec.build(spec.side().unwrap_or(9)).unwrap())
    };
    specs.map(build).collect()
}

/// A puzzle with givens that stand nowhere else.
fn puzzle(layout: Layout) -> Puzzle {
    let mut puzzle = Puzzle::new(layout.shared());
    for cell in puzzle.cells().step_by(3) {
        puzzle.set(cell, Digit::new(cell.index() * 7 % puzzle.digits()));
    }
    puzzle
}

fn texts(figure: &Figure, face: Face) -> Vec<(&str, Point, Type)> {
    let text = |shape| match shape {
        &Shape::Text(ref text, at, kind) if kind.face == face => Some((text.as_str(), at, kind)),
        _ => None,
    };
    figure.shapes.iter().filter_map(text).collect()
}

fn drawn(figure: &Figure, wanted: impl Fn(&Pen) -> bool) -> Vec<Vec<Point>> {
    let lines = |shape: &Shape| match shape {
        Shape::Lines(lines, pen) if wanted(pen) => lines.clone(),
        _ => Vec::new(),
    };
    figure.shapes.iter().flat_map(lines).collect()
}

/// Where the grid is, from the outermost black lines.
fn place_of(figure: &Figure, layout: &Layout) -> Place {
    let points: Vec<_> = drawn(figure, |pen| pen.gray == 0.0).concat();
    let least = |part: fn(&Point) -> f64| points.iter().map(part).fold(f64::MAX, f64::min);
    let most = points.iter().map(|point| point.x).fold(0.0, f64::max);
    let (left, top) = (least(|point| point.x), least(|point| point.y));
    Place { left, top, cell: (most - left) / count(layout.frame().columns()) }
}

#[test]
fn every_given_is_drawn_once_in_the_middle_of_its_cell() {
    let layouts = layouts();
    assert!(layouts.len() >= HOUSE_KINDS.len() + SHORTHANDS.len() + 10, "{}", layouts.len());
    for layout in layouts {
        let puzzle = puzzle(layout);
        let layout = puzzle.layout();
        let figure = fit(&Plate::new(puzzle.clone(), 7), STYLE, PAGE).unwrap();
        let place = place_of(&figure, layout);
        let bold = texts(&figure, Face::Bold);
        assert_eq!(bold[0].0, "No. 7");
        let wanted: Vec<_> = puzzle
            .cells()
            .filter_map(|cell| Some((cell, layout.number_of(puzzle.given(cell)?).to_string())))
            .collect();
        assert_eq!(bold.len() - 1, wanted.len(), "{}", layout.name());
        for ((cell, number), (text, at, kind)) in wanted.into_iter().zip(&bold[1..]) {
            assert_eq!(*text, number);
            let (row, column) = layout.frame().place(cell).unwrap();
            let middle = place.middle(row, column);
            let high = kind.size * CAP_HEIGHT;
            assert!((at.x - middle.x).abs() < 1e-6, "{} {text}", layout.name());
            assert!((at.y - high / 2.0 - middle.y).abs() < 1e-6, "{} {text}", layout.name());
            assert!(high <= place.cell && Face::Bold.width(text) * kind.size <= place.cell);
        }
    }
}

#[test]
fn lines_are_thick_exactly_where_regions_differ() {
    for layout in layouts() {
        let puzzle = Puzzle::new(layout.shared());
        let layout = puzzle.layout();
        let figure = fit(&Plate::new(puzzle.clone(), 1), STYLE, PAGE).unwrap();
        let place = place_of(&figure, layout);
        let thick = drawn(&figure, |pen| pen.gray == 0.0);
        let thin = drawn(&figure, |pen| pen.gray > 0.0 && pen.gray < 0.5 && pen.dash.is_none());
        let covers = |lines: &[Vec<Point>], a: Point, b: Point| {
            lines
                .iter()
                .filter(|line| {
                    let (p, q) = (line[0], line[1]);
                    let e = 1e-6;
                    p.x <= a.x + e && p.y <= a.y + e && q.x >= b.x - e && q.y >= b.y - e
                })
                .count()
        };
        let houses = |cell: Cell| {
            let all = layout.houses_of(cell).iter().copied();
            let regions = ["regions", "boxes"].map(|name| {
                let house = |&h: &u32| layout.houses()[h as usize].kind().name == name;
                all.clone().filter(house).collect::<Vec<_>>()
            });
            if layout.regions().is_some() { regions[0].clone() } else { regions[1].clone() }
        };
        let (rows, columns) = (layout.frame().rows(), layout.frame().columns());
        let cell = |row: Option<usize>, column: Option<usize>| layout.frame().cell(row?, column?);
        for row in 0..=rows {
            for column in 0..=columns {
                let here = cell(Some(row), Some(column));
                let up = cell(row.checked_sub(1), Some(column));
                let left = cell(Some(row), column.checked_sub(1));
                let corner = place.corner(row, column);
                let ends =
                    [(up, place.corner(row, column + 1)), (left, place.corner(row + 1, column))];
                for (other, end) in ends {
                    let wanted = match (here, other) {
                        (None, None) => (0, 0),
                        (Some(a), Some(b)) if houses(a) == houses(b) => (0, 1),
                        _ => (1, 0),
                    };
                    let found = (covers(&thick, corner, end), covers(&thin, corner, end));
                    assert_eq!(found, wanted, "{} r{row}c{column}", layout.name());
                }
            }
        }
    }
}

#[test]
fn houses_that_are_not_drawn_are_told() {
    for layout in layouts() {
        let name = layout.name().to_owned();
        let puzzle = Puzzle::new(layout.shared());
        let plate = Plate::new(puzzle.clone(), 1);
        let words = words::of(&plate, &Drawn::of(&puzzle)).join(" ");
        for kind in HOUSE_KINDS.iter().filter(|kind| name.split('+').any(|word| word == kind.name))
        {
            assert!(words.contains(kind.about), "{name}: {words}");
        }
        let layout = puzzle.layout();
        assert_eq!(words.contains("below the grid"), !layout.extra().is_empty(), "{words}");
        let is_said = words.contains("holes or not");
        assert!(!is_said || layout.grid().has_holes(), "{name}: {words}");
        if layout.plain_side().is_none() {
            let last = layout.first() + layout.digits() - 1;
            assert!(words.contains(&format!("Digits {} to {last}.", layout.first())), "{words}");
        }
    }
}

#[test]
fn windows_are_shaded_and_diagonals_drawn() {
    let layout = Layout::boxes(3, 3).unwrap().with("windoku").unwrap().with("diagonals").unwrap();
    let puzzle = Puzzle::new(layout.shared());
    let figure = fit(&Plate::new(puzzle, 1), STYLE, PAGE).unwrap();
    let shades = figure.shapes.iter().filter(|shape| matches!(shape, Shape::Fill(..)));
    assert_eq!(shades.count(), 36);
    let slanted = drawn(&figure, |_| true).into_iter();
    let slanted = slanted
        .filter(|line| (line[0].x - line[1].x).abs() > 1.0 && (line[0].y - line[1].y).abs() > 1.0);
    assert_eq!(slanted.count(), 2);
}

/// A rule of each kind, for a 9×9.
fn a_rule_of_each_kind(layout: &std::sync::Arc<Layout>) -> Vec<Rule> {
    let rule = |name: &str| {
        let ends = [
            "",
            " 10 r1c1 r1c2",
            " r1c1 r1c2",
            " 10 r1",
            " r1c1; r1c2",
            " 1 2 r1c1 r1c2",
            " 1 r1",
            " 5 1 r1",
            " 8 1 2 r1c1 r1c2",
            " 10 r1c1 r2c2",
            " 1 2",
            " 2",
            " r1c1 r1c2 r1c3",
            " r1-3c1-3",
        ];
        let mut rules = ends.iter().map(|end| Rule::parse(&format!("{name}{end}"), layout));
        rules.find_map(Result::ok).unwrap_or_else(|| panic!("no example of {name}"))
    };
    // They need a digit more than a 9×9 has, or extra cells.
    let of_other_grids = ["doppelganger", "chaos", "modifiers", "schrodinger", "modifiedsum"];
    let kinds = KINDS.iter().filter(|kind| !of_other_grids.contains(&kind.name));
    kinds.map(|kind| rule(kind.name)).collect()
}

#[test]
fn no_rule_is_lost() {
    let empty = Puzzle::new(Layout::boxes(3, 3).unwrap().shared());
    for rule in a_rule_of_each_kind(empty.layout()) {
        let text = rule.text(empty.layout());
        let puzzle = empty.clone().with_rule(rule);
        let drawn = Drawn::of(&puzzle);
        let words = words::of(&Plate::new(puzzle.clone(), 1), &drawn);
        assert_eq!(words.len(), 1, "{text}");
        let said = words[0].to_lowercase().contains(&text);
        assert!(said != drawn.has(0), "{text}: {words:?}");
        let figure = fit(&Plate::new(puzzle, 1), STYLE, PAGE).unwrap();
        if drawn.has(0) {
            let bare = fit(&Plate::new(empty.clone(), 1), STYLE, PAGE).unwrap();
            assert!(figure.shapes.len() > bare.shapes.len() + 1, "{text}");
        }
    }
}

#[test]
fn what_a_picture_leaves_in_doubt_is_told() {
    let layout = Layout::boxes(3, 3).unwrap().shared();
    let words = |rules: &[&str]| {
        let puzzle = rules.iter().fold(Puzzle::new(layout.clone()), |puzzle, rule| {
            puzzle.with_rule(Rule::parse(rule, &layout).unwrap())
        });
        words::of(&Plate::new(puzzle.clone(), 1), &Drawn::of(&puzzle)).join(" ")
    };
    assert!(!words(&["cage 15 r1c1 r1c2", "cage r5c5"]).contains("r1c1"));
    for rules in [
        // In two pieces.
        &["cage 12 r1c1 r3c3"][..],
        // Over another.
        &["cage 5 r1c1 r1c2", "cage 12 r1c1 r2c1"],
        // Jumping.
        &["thermometer r1c1 r5c5"],
        // A second number on one side.
        &["sandwich 12 r1", "sandwich 9 r1"],
        // Lines that would look alike.
        &["whispers 4 r1c1 r1c2", "whispers 5 r5c5 r5c6"],
    ] {
        let last = rules.last().unwrap();
        assert!(words(rules).contains(last), "{last}: {}", words(rules));
    }
    let or = words(&["or (cage 5 r1c1 r1c2) (and (antiknight) (sandwich 12 r1))"]);
    let all = ["at least one", "(cage 5 r1c1 r1c2)", "sandwich 12 r1", "a knight's move apart"];
    assert!(all.iter().all(|part| or.contains(part)), "{or}");
    let free = r#"{"name":"mine","blocks":[{"distinct":"r1c1 r5c5"}]}"#;
    assert!(words(&[free]).contains("r1c1 r5c5"), "{}", words(&[free]));
}

#[test]
fn rules_that_need_the_page_are_an_error() {
    let layout = Layout::boxes(3, 3).unwrap().shared();
    let rule = Rule::parse("cage 12 r1c1 r3c3", &layout).unwrap();
    let many =
        |count| (0..count).fold(Puzzle::new(layout.clone()), |p, _| p.with_rule(rule.clone()));
    assert!(fit(&Plate::new(many(40), 1), STYLE, PAGE).is_ok());
    let error = fit(&Plate::new(many(4000), 1), STYLE, PAGE).unwrap_err();
    assert!(error.is_too_large() && error.to_string().contains("4000 rules"), "{error}");
    // By itself there is room for all.
    assert!(alone(&Plate::new(many(4000), 1), STYLE).2 > 4000.0);
}

#[test]
fn candidates_stand_in_their_places() {
    let mut puzzle = Puzzle::new(Layout::boxes(3, 3).unwrap().shared());
    let set: CandidateSet = [0, 4, 8].into_iter().fold(CandidateSet::EMPTY, |mut set, digit| {
        set.insert(Digit::new(digit));
        set
    });
    puzzle.set_candidates(Cell::new(0), &set);
    puzzle.set_candidates(Cell::new(80), &CandidateSet::EMPTY);
    let style = Style { heading: false, words: true };
    let figure = fit(&Plate::new(puzzle.clone(), 1), style, PAGE).unwrap();
    let small = texts(&figure, Face::Regular);
    assert_eq!(small.iter().map(|text| text.0).collect::<Vec<_>>(), ["1", "5", "9"]);
    let place = place_of(&figure, puzzle.layout());
    assert!((small[1].1.x - place.middle(0, 0).x).abs() < 1e-6);
    assert!(small[0].1.x < small[1].1.x && small[0].1.y < small[1].1.y);
    // An impossible cell is crossed out.
    let crosses = drawn(&figure, |pen| pen.gray == cells::FOUND);
    assert_eq!(crosses.len(), 2);
    // With candidates shown, those of every cell; of one alone the digit.
    let mut grid = puzzle.clues().clone();
    grid.set(Cell::new(1), &CandidateSet::single(Digit::new(6)));
    let plate = Plate { shown: Shown::Marks(grid), ..Plate::new(puzzle, 1) };
    let figure = fit(&plate, style, PAGE).unwrap();
    assert_eq!(texts(&figure, Face::Regular).len(), 3 + 1 + 78 * 9);
}

#[test]
fn symbols_are_those_of_the_puzzle() {
    let text = |text: &str| {
        let puzzle = satoku::parse(text).unwrap();
        let figure = fit(&Plate::new(puzzle, 1), Style { heading: false, words: true }, PAGE);
        let figure = figure.unwrap();
        let text = |face| texts(&figure, face).iter().map(|text| text.0.to_owned()).collect();
        [text(Face::Bold), text(Face::Regular)].map(|texts: Vec<_>| texts.join(" "))
    };
    assert_eq!(text("A.....C..D.....B # symbols=letters"), ["A C D B", "Digits A to D."]);
    assert_eq!(text("0.....2..3.....1 # symbols=zero"), ["0 2 3 1", "Digits 0 to 3."]);
}

#[test]
fn solutions_set_givens_off() {
    let puzzle = satoku::parse("1.....3..4.....2").unwrap();
    let solution = puzzle.solve().unwrap().unwrap();
    let plate = Plate { answer: Some(Answer::Solution(solution)), ..Plate::new(puzzle, 3) };
    let end = plate.at_the_end().unwrap();
    let figure = fit(&end, Style { heading: false, words: false }, PAGE).unwrap();
    assert_eq!(texts(&figure, Face::Bold).len(), 4);
    let found = texts(&figure, Face::Regular);
    assert!(found.len() == 12 && found.iter().all(|(_, _, kind)| kind.gray > 0.2));
    assert!(figure.title.starts_with("Solution"), "{}", figure.title);
    assert!(figure.description.contains("solution: "), "{}", figure.description);
}
