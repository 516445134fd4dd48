use super::*;

fn name(spec: &str, side: usize) -> String {
    let spec: LayoutSpec = spec.parse().unwrap();
    spec.build(side).map_or_else(|e| e.to_string(), |layout| layout.name().to_owned())
}

#[test]
fn words_become_layouts() {
    assert_eq!(LayoutSpec::default().build(12).unwrap().name(), "3x4");
    assert_eq!(LayoutSpec::default().build(7).unwrap().name(), "latin");
    assert_eq!(name("4x3", 12), "4x3");
    assert_eq!(name("latin", 12), "latin");
    assert_eq!(name("boxes+diagonals", 9), "3x3+diagonal+antidiagonal");
    assert_eq!(name("windoku", 9), "3x3+windoku");
    assert_eq!(name("regions=AABBABABCDCDCCDD", 4), "regions");
}

#[test]
fn grids_that_are_not_square_have_names_that_read_back() {
    for (text, full) in [
        ("grid=3x4", "grid=3x4+latin"),
        ("grid=6x6,digits=1-9", "grid=6x6+digits=1-9+3x3"),
        ("grid=6x9", "grid=6x9+3x3"),
        ("grid=6x9+2x3+diagonals", ""),
        ("grid=4x6+2x3", "grid=4x6+2x3"),
        ("grid=4x4+2x2+diagonal", "2x2+diagonal"),
        ("digits=0-8", "digits=0-8+3x3"),
        ("digits=2-5+latin", "digits=2-5+latin"),
        ("grid=2x3+regions=AABBCC", "grid=2x3+regions"),
        ("2x2+extra=3/1", "grid=4x4+2x2+extra=3/1"),
        ("extra=12+boxes+diagonals+grid=9x9", "grid=9x9+3x3+diagonal+antidiagonal+extra=12"),
        ("samurai+extra=2", "samurai+extra=2"),
        ("samurai", "samurai"),
        ("gattai=0,0;0,12;6,6;12,0;12,12", "samurai"),
        ("2x2+gattai=0,0;2,2,diagonal", "gattai=0,0;2,2+2x2+diagonal"),
        ("latin+digits=0-3+gattai=0,0;0,3", "gattai=0,0;0,3+digits=0-3+latin"),
        ("cells=xx./xxx/.xx+digits=1-4", "cells=xx./xxx/.xx+digits=1-4+latin"),
        ("cells=xx/xx", "2x2"),
        ("raw", "grid=9x9+raw"),
        ("raw+grid=2x7+digits=1-3", "grid=2x7+digits=1-3+raw"),
        ("digits=0-8+raw+boxes", "grid=9x9+digits=0-8+raw+3x3"),
        ("cells=x./xx+raw", "cells=x./xx+raw"),
        ("raw+extra=2+grid=3x3+diagonals", "grid=3x3+raw+diagonal+antidiagonal+extra=2"),
    ] {
        let side = if full.starts_with("digits=2") { 4 } else { 9 };
        let built = name(text, side);
        if full.is_empty() {
            assert!(built.contains("square"), "{built}");
        } else {
            let full = if text == "cells=xx/xx" { "latin" } else { full };
            assert_eq!(built, full, "{text}");
            let is_square = ["2x2+diagonal", "latin"].contains(&full);
            if !full.contains("regions") && !is_square {
                assert_eq!(name(full, side), built);
            }
        }
    }
}

#[test]
fn layouts_come_back_from_their_specs() {
    for spec in specs() {
        let parsed: LayoutSpec = spec.parse().unwrap();
        assert_eq!(parsed.to_string().parse::<LayoutSpec>().unwrap(), parsed, "{spec}");
        for side in [4, 6, 7, 9, 12] {
            let Ok(layout) = parsed.build(side) else { continue };
            let text = layout.spec().to_string();
            let back = text.parse::<LayoutSpec>().unwrap().build(side).unwrap();
            assert_eq!(back, layout, "{spec}: {text}");
            let silent = LayoutSpec::default().build(side).unwrap();
            assert_eq!(layout.is_usual(), layout == silent, "{text}");
        }
    }
}

/// Specs of all kinds: boxes of each sort, regions, each set of extra houses.
fn specs() -> Vec<String> {
    let bases = ["boxes", "latin", "3x3", "2x2", "4x3", "3x4", "2x6", "regions=AABBABABCDCDCCDD"];
    let mut specs: Vec<_> = bases.map(String::from).to_vec();
    specs.push("2x2+regions=AABBABABCDCDCCDD".into());
    for kind in HOUSE_KINDS {
        let more: Vec<_> = specs.iter().map(|spec| format!("{spec}+{}", kind.name)).collect();
        specs.extend(more);
    }
    specs
}

#[test]
fn any_number_of_regions_has_symbols() {
    for side in [52, 53, 100, 400] {
        let rows = (0..side).flat_map(|row| std::iter::repeat_n(row, usize::from(side)));
        let map: Vec<u16> = rows.collect();
        let layout = Layout::jigsaw(&map).unwrap();
        let text = layout.spec().to_string();
        assert_eq!(text.parse::<LayoutSpec>().unwrap().regions.as_deref(), Some(&map[..]));
    }
}

#[test]
fn equal_layouts_have_the_same_houses() {
    let map = [0, 0, 1, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 2, 3, 3];
    let other: Vec<_> = map.iter().map(|region| 3 - region).collect();
    let with = |map: &[u16]| Layout::jigsaw(map).unwrap();
    assert_eq!(with(&map), with(&other));
    assert_eq!(with(&other).spec().build(4).unwrap(), with(&map));
    assert_eq!(
        with(&map).with("diagonal").unwrap().with("diagonal").unwrap(),
        with(&map).with("diagonal").unwrap()
    );
    let both = with(&map).with("diagonal").unwrap().with("antidiagonal").unwrap();
    assert_eq!(with(&map).with("antidiagonal").unwrap().with("diagonal").unwrap(), both);
    assert_ne!(with(&map), with(&map).with("diagonal").unwrap());
    assert_ne!(Layout::boxes(2, 2).unwrap(), Layout::latin(4).unwrap());
    let squares = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
    assert_ne!(Layout::boxes(2, 2).unwrap(), with(&squares), "boxes and regions have two names");
}

#[test]
fn what_does_not_fit_is_an_error() {
    for bad in [
        "",
        "0x3",
        "3x0",
        "99x1",
        "3",
        "x",
        "regions=AAB",
        "regions=ABCD",
        "grid=3",
        "grid=x3",
        "cells=",
        "cells=x/xx",
        "cells=xa",
        "gattai=",
        "gattai=0",
        "gattai=0,0;",
        "digits=9",
        "extra=",
        "extra=x",
        "extra=1,2",
        "digits=8-0",
        "digits=0-1000",
        "word=3",
    ] {
        assert!(bad.parse::<LayoutSpec>().unwrap_err().is_input(), "{bad}");
    }
    assert!(name("3x3", 16).contains("side of 9"));
    assert!(name("boxes", 7).contains("does not divide"));
    assert!(name("boxes+grid=6x7", 6).contains("tile"));
    assert!(name("grid=6x7+digits=1-6", 6).contains("7 cells, but 6 digits"));
    assert!(name("grid=401x2", 6).contains("expected 1 to 400"));
    assert!(name("grid=0x2", 6).contains("expected 1 to 400"));
    assert!(name("gattai=999,999", 9).contains("expected 1 to 400"));
    assert!(name("digits=392-400", 9).contains("392-400"));
    assert!(name("cells=../..", 9).contains("no cell"));
    assert!(name("raw+samurai", 9).contains("have rows and columns"));
    assert!(name("3x3+extra=0", 9).contains("a row without cells"));
    assert!(name("3x3+extra=401", 9).contains("expected 1 to 400"));
}
