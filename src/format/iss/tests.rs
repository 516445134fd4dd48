use super::super::tests::{error, one, read_all};
use super::write::write_string;
use super::*;

fn rules(text: &str) -> Vec<String> {
    one(text).rules().iter().map(ToString::to_string).collect()
}

#[test]
fn constraints_are_rules() {
    for (text, wanted) in [
        (".Thermo~R1C1~R1C2~r2c2", &["thermometer r1c1 r1c2 r2c2"][..]),
        (".Cage~15~R1C1~R1C2.Cage~0~R2C1~R2C2", &["cage 15 r1c1 r1c2", "cage r2c1 r2c2"]),
        (
            ".Whisper~R1C1~R1C2.Whisper~4~R1C1~R1C2",
            &["whispers 5 r1c1 r1c2", "whispers 4 r1c1 r1c2"],
        ),
        (".Sandwich~8~C1.Sandwich~8~C1", &["sandwich 8 c1"]),
        (".AntiKnight.\n AntiKnight", &["antiknight", "antiknight"]),
        (".Shape~16x16.Thermo~RaCb~RgCG", &["thermometer r10c11 r16c16"]),
        (".And.Thermo~R1C1~R2C1.End", &["thermometer r1c1 r2c1"]),
        (
            ".Replicate~JE.Thermo~R1C1~R2C1.End",
            &["thermometer r1c1 r2c1", "thermometer r1c4 r2c4", "thermometer r1c9 r2c9"],
        ),
        ("https://a.b/?q=.Thermo%7ER1C1~R1C2", &["thermometer r1c1 r1c2"]),
        (".SearchPriority~1~R1C1.Thermo~R1C1.AntiKnight", &["antiknight"]),
        // The largest are the rows.
        (".Shape~2x3~4.RegionSameValues", &["sameset r1; r2"]),
        (".Shape~6x6~9.RegionSize~9.RegionSameValues", &["regionsamevalues"]),
    ] {
        assert_eq!(rules(text), wanted, "{text}");
    }
}

#[test]
fn extra_cells_stand_below_the_grid() {
    let text = ".Shape~4x4.Var~A~~2.Var~B.Thermo~R1C1~VA2.Cage~5~VA1~VB.Thermo~VB1~VA1.~VA1_4";
    let puzzle = one(text);
    assert_eq!(puzzle.layout().name(), "grid=4x4+2x2+extra=2/1");
    let wanted = ["thermometer r1c1 r5c2", "cage 5 r5c1 r6c1", "thermometer r6c1 r5c1"];
    assert_eq!(rules(text), wanted);
    assert_eq!(puzzle.given(Cell::new(16)), Some(Digit::new(3)));
    let grid = r#"{"input":".Shape~4x4.Var~A~~1","solution":"1234341221434321"}"#;
    assert_eq!(read_all(grid)[0].solution.as_ref().unwrap().as_ref().unwrap().len(), 16);
    assert_eq!(one(".Var~A~~20").layout().extra(), [9, 9, 2]);
    assert_eq!(one(".Var~A~~2x3").layout().extra(), [3, 3]);
}

#[test]
fn regions_that_are_to_be_found_stand_below_the_grid() {
    let grid = ".Shape~2x2.NoBoxes.ChaosConstruction";
    let clues = ".ChaosArrow~R1C1.ChaosArrow~R2C1~1~CC3~CC4~-~R2C1~R1C1.ChaosCount~R1C2~~CC2~CC4\
                 .ChaosCount~R2C2.ConnectedValues~CC~1.ConnectedValues~~1_2~4.~CC2_1";
    let puzzle = one(&format!("{grid}{clues}"));
    assert_eq!(puzzle.layout().name(), "grid=2x2+latin+extra=2/2");
    let wanted = [
        "chaos r3c1 r3c2 r4c1 r4c2",
        "runlengths 0 r1c1; r3c1; r3c1 r3c2; r3c1; r3c1 r4c1",
        "runlengths 1 r2c1; r4c1 r4c2; r4c1 r3c1",
        "countsame 0 r1c2; r3c2 r4c2",
        "countsame 0 r2c2; r4c2 r3c1 r3c2 r4c1",
        "connected 1 r3c1 r3c2 r4c1 r4c2",
        "connectedsize 4 1 2",
    ];
    assert_eq!(rules(&format!("{grid}{clues}")), wanted);
    assert_eq!(puzzle.given(Cell::new(5)), Some(Digit::new(0)));
}

#[test]
fn extra_cells_are_replicated() {
    let grid = ".Shape~4x4.Var~A~~3x3";
    let rules = |text: &str| rules(&format!("{grid}{text}"));
    let pair = ".Replicate~JB~VA1.Thermo~VA1~VA2.End";
    assert_eq!(rules(pair).len(), 3);
    assert_eq!(rules(pair)[1..], ["thermometer r6c1 r6c2", "thermometer r7c1 r7c2"]);
    let twice = ".Replicate~D~VA4.Replicate~JA~VA1.Thermo~VA1~VA2.End.End";
    assert_eq!(rules(twice)[3], "thermometer r6c2 r6c3");
    for (text, message) in [
        (".Replicate~JB~VA1.Thermo~VA1~R1C1.End", "cells of another kind are shifted"),
        (".Replicate~JB.Thermo~VA1~R1C1.End", "cells of another kind are shifted"),
        (".Replicate~H~VA1.Thermo~VA1~VA2.End", "there is no such cell, shifted"),
        (".Replicate~B~VA9.Replicate~C~VA9.Thermo~VA1~VA2.End.End", "there is no such cell"),
    ] {
        let error = error(&format!("{grid}{text}"));
        assert!(error.contains(message), "{text}: {error}");
    }
}

/// Of ten cells that have to differ nine have the digits that there are.
#[test]
fn options_that_cannot_hold_are_left_out() {
    let ten = "R1C1~R1C2~R1C3~R1C4~R1C5~R1C6~R1C7~R1C8~R1C9~R2C1";
    let thermo = ".Thermo~R1C1~R1C2";
    for (text, rule) in [
        (format!(".Or.Renban~{ten}{thermo}.End"), "or (thermometer r1c1 r1c2)"),
        (
            format!(".Or{thermo}.And.Thermo~R2C1~R2C2.Cage~9~{ten}{thermo}.End.End"),
            "or (thermometer r1c1 r1c2)",
        ),
        (format!(".Or.Or.Renban~{ten}.End{thermo}.End"), "or (thermometer r1c1 r1c2)"),
        (format!(".Or.Renban~R3C3~R3C4~R3C3{thermo}.End"), "or (thermometer r1c1 r1c2)"),
        (format!(".Or{thermo}.Thermo~R3C3~R3C4~R3C3.End"), "or (thermometer r1c1 r1c2)"),
        (format!(".Or.Cage~9~{ten}.And.End.End{thermo}"), "thermometer r1c1 r1c2"),
        (format!(".Or.Modular~10~{ten}{thermo}.End"), "or (thermometer r1c1 r1c2)"),
        (format!(".Or.Modular~4~R3C3~R3C4~R4C4~R3C3{thermo}.End"), "or (thermometer r1c1 r1c2)"),
        (format!(".Or{thermo}.Entropic~R3C3~R3C4~R3C3.End"), "or (thermometer r1c1 r1c2)"),
    ] {
        let found = rules(&text);
        assert_eq!(found, [rule], "{text}");
    }
    for text in
        [format!(".Or.Renban~{ten}.End"), format!(".Or.Or.Renban~{ten}.End.Cage~9~{ten}.End")]
    {
        let error = error(&text);
        assert!(error.contains(".Or: no option can hold"), "{error}");
    }
    assert!(error(&format!(".Renban~{ten}")).contains("10 cells: more than the 9 digits"));
    for (text, message) in [
        (format!(".Modular~10~{ten}"), "10 cells that must differ: more than the 9 digits"),
        (".Modular~4~R3C3~R3C4~R4C4~R3C3".into(), "r3c3 is named twice within 4 cells in a row"),
        (".Entropic~R3C3~R3C4~R3C3".into(), "r3c3 is named twice within 3 cells in a row"),
    ] {
        let error = error(&text);
        assert!(error.contains(message), "{text}: {error}");
    }
    // Digits that a grid lacks stand nowhere.
    let say = |clue: &str| format!(".Shape~4x4.Or.LookAndSay~{clue}~R2C1~R2C2~R2C3{thermo}.End");
    assert_eq!(rules(&say("15")), ["or (thermometer r1c1 r1c2)"]);
    assert_eq!(rules(&say("0513")), ["or (lookandsay 1 3 r2c1 r2c2 r2c3) (thermometer r1c1 r1c2)"]);
    assert_eq!(rules(&say("1315")), ["or (thermometer r1c1 r1c2)"]);
    assert!(rules(&say("05")).is_empty());
    let alone = error(".Shape~4x4.LookAndSay~05~R2C1~R2C2");
    assert!(alone.contains("5: expected a digit of the grid, 1 to 4"), "{alone}");
    // A loop.
    assert_eq!(rules(".Entropic~R3C3~R3C4~R4C4~R3C3"), ["entropic r3c3 r3c4 r4c4 r3c3"]);
    assert_eq!(rules(".Indexing~column~R2C1"), ["columnindexer r2c1"]);
}

/// What is said of cells that stand together holds of extra cells as of those of the grid.
#[test]
fn extra_cells_of_one_name_stand_together() {
    let grid = ".Shape~4x4.Var~A~~3x3.Var~B~~3x3";
    let rules = |text: &str| rules(&format!("{grid}{text}"));
    assert_eq!(rules(".Quad~VA5~1~2"), ["contains 1 2 r6c2 r6c3 r7c2 r7c3"]);
    let squares = rules(".Replicate~b~VA1.Quad~VA1~1~2.End");
    assert_eq!((squares.len(), &*squares[3]), (4, "contains 1 2 r6c2 r6c3 r7c2 r7c3"));
    assert_eq!(rules(".PillArrow~2~VB4~VB1~VA1"), ["arrow r8c1 r9c1; r5c1"]);
    assert_eq!(rules(".WhiteDot~VB1~VB4~VA1"), ["difference 1 r8c1 r9c1"]);
    let strict = ["difference 1 r5c1 r5c2", "nonconsecutive 1", "nonratio 2"];
    assert_eq!(rules(".WhiteDot~VA1~VA2.StrictKropki"), strict);
    for (text, message) in [
        (".Quad~VA3~1", "there are no four cells around it"),
        (".Quad~VA7~1", "there are no four cells around it"),
        (".PillArrow~2~VA7~VB1~R1C1", "the cells of the pill do not follow one another"),
        (".PillArrow~2~R4C1~VA1~R1C1", "the cells of the pill do not follow one another"),
        (".WhiteDot~VA7~VB1", "no two of these cells are neighbours"),
        (".LittleKiller~5~VA1", "no diagonal begins in this cell"),
    ] {
        let error = error(&format!("{grid}{text}"));
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn what_doppelganger_houses_lack_may_be_named() {
    let puzzle = one(".Shape~4x4~0-4.Doppelganger.Whisper~2~DGR1~DGR2.~DGB4_3");
    assert_eq!(puzzle.layout().extra(), [4, 2, 2]);
    let texts: Vec<_> = puzzle.rules().iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 22);
    assert_eq!(texts[1], "contains 0 r1");
    assert_eq!(texts[13], "distinct r1c1 r2c1 r3c1 r4c1 r5c1");
    assert_eq!(texts[20], "distinct r3c3 r3c4 r4c3 r4c4 r7c2");
    let puzzle = one(".Shape~4x4~0-4.Doppelganger.GreaterThan~DGB1~DGB3.GreaterThan~DGC2~DGC1");
    let texts: Vec<_> = puzzle.rules().iter().map(ToString::to_string).collect();
    assert_eq!(texts[21..], ["greater r9c1 r10c1", "greater r6c1 r5c1"]);
    assert!(one(".Shape~4x4~0-4.Doppelganger").layout().extra().is_empty());
}

#[test]
fn ranks_may_be_tied() {
    let with = |ties: &str| rules(&format!(".Shape~4x4.FullRank~C1~10~.FullRankTies~{ties}"));
    assert_eq!(with("any"), ["fullranktied 10 c1"]);
    assert_eq!(with("only-unclued"), ["fullrank 10 c1"]);
    assert_eq!(with("none"), ["fullrank 10 c1", "fullrankdistinct"]);
}

#[test]
fn givens_are_intersected() {
    let puzzle = one(".~R1C1_1_2_3~R1C2_4..~R1C1_2_3_4..~r1c1_5_3");
    assert_eq!(puzzle.given(Cell::new(0)), Some(Digit::new(2)));
    assert_eq!(puzzle.givens(), 2);
    let puzzle = one(".Shape~6x6~0-5.~R1C1_0");
    assert_eq!(puzzle.given(Cell::new(0)), Some(Digit::new(0)));
}

#[test]
fn parts_of_a_text_add_up() {
    let grid = format!("{:.<81}", "1234");
    let puzzle = one(&format!("# name\n.AntiKnight\n\n{grid}\n# puzzle: rule=cage 3 r9c1 r9c2\n"));
    assert_eq!((puzzle.givens(), puzzle.rules().len()), (4, 2));
    let addresses = "https://a.b/?q=.AntiKnight\nhttps://a.b/?q=.Cage~3~R1C1~R1C2&x=y\n";
    assert_eq!(read_all(addresses).len(), 2);
    for text in [grid.as_str(), "...", ".X..V...3.......", "..A."] {
        assert!(!is_string(text), "{text}");
    }
}

#[test]
fn tables_of_pairs_are_free_rules() {
    // Of 4 digits: the second is the first.
    let key = "hQI";
    for (kind, pairs) in [("Pair", 2), ("PairX", 3), ("Binary", 2), ("BinaryX", 3)] {
        let text = format!(".Shape~4x4.{kind}~{key}~_a%20name~R1C1~R2C3~R3C2~~R1C2~R4C4");
        let puzzle = one(&text);
        assert_eq!(puzzle.rules().len(), 2);
        let crate::rule::Block::Pairs(block) = &puzzle.rules()[0].blocks()[0] else { panic!() };
        assert_eq!((block.pairs().len(), puzzle.rules()[0].name()), (pairs, "a name"));
        assert!(
            block.allowed().iter().enumerate().all(|(k, set)| set.only() == Some(Digit::new(k)))
        );
    }
}

#[test]
fn machines_are_free_rules() {
    // Some of the digits is 1: symbols past the second lead nowhere.
    let some = "AABCGA";
    let error = error(&format!(".Shape~4x4.NFA~{some}!~_x~R1C1"));
    assert!(error.contains("the state machine is broken off"), "{error}");
    let puzzle = one(".Shape~4x4.NFA~~_none~R1C1~R1C2");
    let rule = &puzzle.rules()[0];
    assert!(!rule.holds(&[Digit::new(0); 16]));
}

#[test]
fn objects_state_names_and_solutions() {
    let text = r#"{"name":"one","src":"x","input":".Shape~4x4~0-3.~R1C1_0","solution":"0123230110323210"}
        {"id":"two","author":"y","input":"1.....3..4.....2","solution":"123434124321214"}"#;
    let entries = read_all(text);
    assert_eq!(entries[0].id.as_deref(), Some("one"));
    assert_eq!(entries[0].solution.as_ref().unwrap().as_ref().unwrap()[1], Digit::new(1));
    assert_eq!((entries[1].id.as_deref(), entries[1].puzzle.givens()), (Some("two"), 4));
    assert!(entries[1].solution.as_ref().unwrap().is_err());
    for (text, message) in [
        (r#"{"input":"Hard renban 3"}"#, "\"Hard renban 3\" is the name of a puzzle"),
        (r#"{"input":3}"#, "field input: expected a string"),
        (r#"{"input":".AntiKnight","cages":[1]}"#, "field \"cages\" is not understood"),
        (r#"{"input":".AntiKnight","puzzle":"1"}"#, "field \"puzzle\" is not understood"),
    ] {
        assert!(error(text).contains(message), "{}", error(text));
    }
}

#[test]
fn errors_name_the_constraint() {
    for (text, message) in [
        (".Foo~R1C1", ".Foo~R1C1: there is no such type"),
        (".Thermo~R1C1~R1C0", ".Thermo~R1C1~R1C0: \"R1C0\": expected a cell such as R1C1"),
        (".Shape~4x4.Thermo~R1C1~R1C5", "\"R1C5\": there is no such cell"),
        (".Cage~x~R1C1~R1C2", "\"x\": expected a number"),
        (".~R1C1_10", "\"10\": expected a digit of the grid"),
        (".~R1C1", "expected a cell and digits"),
        (".Thermo~R1C1~VA", "there is no such extra cell"),
        (".Var~A.Thermo~R1C1~VA2", "there is no such extra cell"),
        (".Var~A~~0.Thermo~R1C1~VA1", "expected a name, a label, and how many cells"),
        (".Var~A~~1025", "expected a name, a label, and how many cells"),
        (".Var~A~~40x40", "too many extra cells"),
        (".Var~A1~~2", "expected a name, a label, and how many cells"),
        (".Var~A.Var~A", "this name was said before"),
        (".ChaosCount~R1C1", "there is no ChaosConstruction"),
        (".Shape~6x4~6.ChaosConstruction.ChaosArrow~R1C1~2", "expected 0 or 1"),
        (".Shape~5x6~9.ChaosConstruction", "regions of 9 cells do not fill the grid"),
        (".ConnectedValues~VA~1", "\"VA\": there are no such extra cells"),
        (".ConnectedValues~~1~2~3", "expected numbers such as 1_2"),
        (".Or.ConnectedValues~~1.End", "may not stand in a group"),
        (".Thermo~R1C1~CC1", "there is no such extra cell"),
        (".Thermo~R1C1~DGR1", "there is no such extra cell"),
        (".Sandwich~8~C1.Sandwich~9~C1", "Sandwich C1 was said before"),
        (".Sandwich~8~C10", "expected a row or a column"),
        (".Or.Windoku~.End", "may not stand in a group"),
        (".WhiteDot~R1C1~R3C3", "no two of these cells are neighbours"),
        (".LittleKiller~8~R5C5", "no diagonal begins in this cell"),
        (".PillArrow~2~R1C1~R3C1~R5C5", "do not follow one another"),
        (".Replicate~_.Thermo~R9C9~R9C8.End", "there is no such cell, shifted"),
        (".Pair~?~~R1C1~R1C2", "expected a key in base64url"),
        (".LookAndSay~123~R1C1", "expected counts and digits"),
        (".SameValues~2~R1C1~R1C2~R1C3", "3 cells do not make so many sets"),
    ] {
        assert!(error(text).contains(message), "{text}: {}", error(text));
    }
}

#[test]
fn what_a_text_may_ask_for_is_bounded() {
    let cells = "~R1C1".repeat(3000);
    assert!(error(&format!(".PairX~A~{cells}")).contains("too many constraints"));
    let nested = ".Replicate~________".repeat(20) + ".~R1C1_1" + &".End".repeat(20);
    assert!(!error(&nested).is_empty());
    let nested = ".Or.Thermo~R1C1~R1C2".repeat(20) + &".End".repeat(20);
    assert!(error(&nested).contains("within one another"), "{}", error(&nested));
}

/// Over cells in parts a machine becomes another automaton, which parts of as many cells share.
#[test]
fn machines_over_parts_are_as_large_as_needed() {
    use crate::rule::Block;
    let line = |row: usize| format!("R{row}C1~R{row}C2~-~R{row}C3~R{row}C4");
    let lists = (1..=9).map(line).collect::<Vec<_>>().join("~~");
    let puzzle = one(&format!(".NFA~RJXsj9q4~{lists}"));
    assert_eq!(puzzle.rules().len(), 9);
    let automata = puzzle.rules().iter().map(|rule| match rule.blocks() {
        [Block::Line(line)] => std::sync::Arc::as_ptr(line.automaton()),
        other => panic!("{other:?}"),
    });
    assert_eq!(automata.collect::<std::collections::BTreeSet<_>>().len(), 1);
}

#[test]
fn options_share_a_machine() {
    use crate::rule::Block;
    let machine = |column: usize| format!(".NFA~RJXsj9q4~_x~R1C{column}~R2C{column}");
    let puzzle = one(&format!(".Or{}.And{}.Thermo~R5C5~R5C6.End.End", machine(1), machine(2)));
    let [Block::Choice(choice)] = puzzle.rules()[0].blocks() else { panic!() };
    let lines = choice.options().iter().flatten().filter_map(|block| match block {
        Block::Line(line) => Some(line.automaton()),
        _ => None,
    });
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines.len(), 2);
    assert!(std::sync::Arc::ptr_eq(lines[0], lines[1]));
    assert_eq!(puzzle.rules()[0].parts().unwrap().1[1].parts().unwrap().1.len(), 2);
    // So a large one does not make a large text: of each state the next one, of 500.
    let next = |state: usize| vec![Some((state + 1) % 500); 9];
    let states: Vec<_> = (0..500).map(|state| (state == 0, next(state))).collect();
    let large = automaton::write(&states).unwrap();
    let line = |row: usize| format!(".NFA~{large}~_x~R{row}C1~R{row}C2");
    let lines: String = (1..=9).cycle().take(90).map(line).collect();
    assert_eq!(one(&format!(".Or{lines}.End")).rules().len(), 1);
}

/// The text of a puzzle of a layout with rules.
fn written(layout: &str, rules: &[&str]) -> Result<String> {
    let spec: crate::grid::LayoutSpec = layout.parse().unwrap();
    let layout = spec.build(spec.side().unwrap_or(9)).unwrap().shared();
    let rule = |text: &&str| crate::rule::Rule::parse(text, &layout).unwrap();
    let puzzle = rules.iter().map(rule).fold(Puzzle::new(layout.clone()), Puzzle::with_rule);
    write_string(&puzzle, None)
}

#[test]
fn layouts_are_written() {
    for (layout, text) in [
        ("3x3", ".Shape~9x9"),
        ("latin", ".NoBoxes"),
        ("3x3+diagonals+windoku+disjoint", ".Diagonal~1.Diagonal~-1.Windoku.DisjointSets"),
        ("digits=0-8", ".Shape~9x9~0-8"),
        ("grid=6x6", ".Shape~6x6"),
        ("grid=6x6+digits=1-9", ".Shape~6x6~9.RegionSize~9"),
        ("grid=6x6+2x3+digits=1-9", ".Shape~6x6~9"),
        ("grid=6x8+2x4", ".Shape~6x8"),
        ("grid=4x4+regions=AABBABABCDCDCCDD", ".Shape~4x4.NoBoxes.Jigsaw~0011010123232233"),
        ("grid=6x6+3x2", ".Shape~6x6.NoBoxes.Jigsaw~001122001122001122334455334455334455"),
        ("grid=9x9+3x3+extra=2/2/1/12", ".Var~A~~2x2.Var~B.Var~C~~1x12"),
        ("grid=4x4+digits=0-2+raw", ".Shape~4x4~0-2~Raw"),
        (
            "grid=4x4+raw+2x2",
            ".Shape~4x4~~Raw.AllDifferent~R1C1~R1C2~R2C1~R2C2.AllDifferent~R1C3~R1C4~R2C3~R2C4\
             .AllDifferent~R3C1~R3C2~R4C1~R4C2.AllDifferent~R3C3~R3C4~R4C3~R4C4",
        ),
    ] {
        assert_eq!(written(layout, &[]).unwrap(), text, "{layout}");
    }
    for (layout, message) in [
        ("samurai", "a grid with holes"),
        ("5x5", "up to 16 rows, columns and digits"),
        ("digits=2-10", "from 0 or 1"),
        ("cells=xx./xxx/.xx", "a grid with holes"),
        ("grid=16x16+4x4+extra=400/400", "up to 1000"),
    ] {
        let error = written(layout, &[]).unwrap_err().to_string();
        assert!(error.contains(message), "{layout}: {error}");
    }
}

#[test]
fn lines_that_begin_with_a_shape_are_a_puzzle_each() {
    let count = |text: &str| read_all(text).len();
    let two = [["thermometer r1c1 r1c2"], ["thermometer r1c2 r1c1"]].map(|rules| {
        let layout = Layout::boxes(3, 3).unwrap().shared();
        let rule = crate::rule::Rule::parse(rules[0], &layout).unwrap();
        Puzzle::new(layout).with_rule(rule)
    });
    let lines = two.each_ref().map(|puzzle| write_line(puzzle, None).unwrap());
    assert_eq!(lines[0], ".Shape~9x9.Thermo~R1C1~R1C2");
    assert_eq!(count(&lines.join("\n")), 2);
    // The shape of one puzzle, on its own line or not the first.
    assert_eq!(count(".Shape~9x9\n.Thermo~R1C1~R1C2\n"), 1);
    assert_eq!(count(".Thermo~R1C1~R1C2\n.Shape~9x9\n"), 1);
    assert_eq!(count(".Thermo~R1C1~R1C2\n.Thermo~R1C2~R1C3\n"), 1);
}

#[test]
fn rules_are_written_by_their_types() {
    for (rule, text) in [
        ("thermometer r1c1-3", ".Thermo~R1C1~R1C2~R1C3"),
        ("cage 15 r1c1 r1c2", ".Cage~15~R1C1~R1C2"),
        ("cage r1c1 r1c2", ".Cage~0~R1C1~R1C2"),
        ("cage 3 17 r1c1 r1c2", ".AllDifferent~R1C1~R1C2.Or.Sum~3~R1C1~R1C2.Sum~17~R1C1~R1C2.End"),
        ("arrow r1c1; r2c2 r3c3", ".Arrow~R1C1~R2C2~R3C3"),
        ("arrow r1c1-2; r2c2 r3c3", ".PillArrow~2~R1C1~R1C2~R2C2~R3C3"),
        ("arrow r1c2-1; r2c2 r3c3", ".Sum~0_=_1_10_-1_-1~R1C1~R1C2~R2C2~R3C3"),
        ("difference 1 r1c1 r1c2", ".WhiteDot~R1C1~R1C2"),
        ("pairsum 10 r1c1 r2c1", ".X~R1C1~R2C1"),
        ("sandwich 8 c1", ".Sandwich~8~C1"),
        ("xsum 20 r3", ".XSum~R3~20~"),
        ("xsum 20 r3c9-1", ".XSum~R3~~20"),
        ("littlekiller 9 r3c1 r2c2 r1c3", ".LittleKiller~9~R1C3"),
        ("contains 1 2 r1-2c1-2", ".Quad~R1C1~1~2"),
        ("contains 1 2 r1c1-4", ".ContainAtLeast~1_2~R1C1~R1C2~R1C3~R1C4"),
        ("sumloop 10 r1c1-2 r2c2 r2c1", ".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP"),
        ("weightedsum 7 1 -2 r1c1 r1c2", ".Sum~7_=_1_-2~R1C1~R1C2"),
        ("sameset r1c1-2; r2c1-2", ".SameValues~2~R1C1~R1C2~R2C1~R2C2"),
        ("equalsums r1c1-2; r2c1", ".EqualSum~R1C1~R1C2~-~R2C1"),
        ("lookandsay 1 2 2 3 r1", ".LookAndSay~1223~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6~R1C7~R1C8~R1C9"),
        ("rowindexer r1c1 r2c2", ".Indexing~R~R1C1~R2C2"),
        ("connectedsize 8 1 2", ".ConnectedValues~~1_2~8"),
        ("rellik 5 r1c1-2", ".RellikCage~5~R1C1~R1C2"),
        ("rellik 0 r1c1-2", ".AllDifferent~R1C1~R1C2"),
        ("odd r1c1 r1c2", ".~R1C1_1_3_5_7_9~R1C2_1_3_5_7_9"),
        ("regex .*(12|21) r1c1-4", ".Regex~LiooMTJ8MjEp~R1C1~R1C2~R1C3~R1C4"),
        (
            "or (thermometer r1c1-2) (and (cage 5 r1c1-2) (even r1c1))",
            ".Or.Thermo~R1C1~R1C2.And.Cage~5~R1C1~R1C2.~R1C1_2_4_6_8.End.End",
        ),
    ] {
        let found = written("3x3", &[rule]).unwrap();
        assert_eq!(found, text, "{rule}");
        assert!(one(&found).layout().is_classic());
    }
    let dots = ["difference 1 r1c1 r1c2", "ratio 2 r1c2 r1c3", "nonratio 2 r1c1 r1c2; r1c2 r1c3"];
    let strict = [&dots[..], &["nonconsecutive r1c1 r1c2; r1c2 r1c3"]].concat();
    let text = ".WhiteDot~R1C1~R1C2.BlackDot~R1C2~R1C3.StrictKropki";
    assert_eq!(written("3x3", &strict).unwrap(), text);
    // Without one of the two rules the other is a table.
    assert!(written("3x3", &dots).unwrap().contains(".Pair~"));
    // Said twice, once by its type and once by its blocks.
    let both = written("3x3", &["xsum 20 r3", "xsum 21 r3"]).unwrap();
    assert!(
        both.starts_with(".XSum~R3~20~.") && both.contains("NFA") | both.contains("Or"),
        "{both}"
    );
    // No such type on such a grid.
    let raw = written("grid=4x4+raw", &["antiknight", "skyscraper 2 r1"]).unwrap();
    assert!(raw.contains("_antiknight") && raw.contains("_skyscraper%202%20r1"), "{raw}");
    let error = written("3x3", &["connected 1 r1c1-3"]).unwrap_err().to_string();
    assert!(error.starts_with("connected 1 r1c1 r1c2 r1c3: constraint strings hold"), "{error}");
}

#[test]
fn raw_grids_are_read() {
    let puzzle = one(".Shape~2x3~0-3~Raw.AllDifferent~R1C1~R1C2~R1C3.AntiConsecutive.~R1C1_0");
    assert!(puzzle.layout().is_raw() && puzzle.layout().houses().is_empty());
    assert_eq!(rules(".Shape~2x3~0-3~Raw.Thermo~R1C1~R1C2"), ["thermometer r1c1 r1c2"]);
    for kind in
        ["AntiKnight", "Sandwich~8~C1", "Indexing~C~R1C1", "Diagonal~1", "ChaosConstruction"]
    {
        let error = error(&format!(".Shape~4x4~~Raw.{kind}"));
        assert!(error.contains("it needs rows and columns that are houses"), "{kind}: {error}");
    }
}
