//! ENCODINGS.md, held against the encoders: the page's closed forms are written here once more, in
//! Rust, and must give what the encoders write; its tables are made of what the encoders write.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use satoku::grid::{Layout, LayoutSpec, default_box};
use satoku::sat::cnf::amo::SCHEMES;
use satoku::sat::cnf::{AtMostOne, ClauseSink, Counter, Lit};
use satoku::sat::encode::{ENCODINGS, Encoding};
use satoku::{Cell, Puzzle};

use crate::data::{read, root};

/// The sides, and numbers of literals, of the page's tables.
const SIDES: [usize; 6] = [9, 16, 25, 36, 49, 100];

/// Where the tables begin that are made here.
const TABLES: &str = "## Tables\n";

/// Variables (of a scheme: new ones) and clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count {
    vars: u64,
    clauses: u64,
}

/// A scheme's row of the table of closed forms; then the same for k literals, k at least 2.
type Form = (&'static str, &'static str, fn(u64) -> Count);

const FORMS: &[Form] = &[
    ("pairwise", "| 0 | k(k − 1)/2 |", pairwise),
    ("sequential", "| k − 1 | 3k − 4 |", |k| Count { vars: k - 1, clauses: 3 * k - 4 }),
    ("product", "| w + h + a(w) + a(h) | 2k + c(w) + c(h) |", product),
    ("commander", "| m + a(m) | k + 3⌊k/3⌋ + [k mod 3 = 2] + c(m) |", commander),
    ("bimander", "| ⌈log₂ m⌉ | ⌊k/g⌋ g(g − 1)/2 + r(r − 1)/2 + k ⌈log₂ m⌉ |", bimander),
    ("bitwise", "| ⌈log₂ k⌉ | k ⌈log₂ k⌉ |", |k| {
        let bits = ceil_log(k);
        Count { vars: bits, clauses: k * bits }
    }),
];

fn pairwise(k: u64) -> Count {
    Count { vars: 0, clauses: k * (k - 1) / 2 }
}

fn product(k: u64) -> Count {
    if k <= 6 {
        return pairwise(k);
    }
    let w = (1..=k).find(|w| w * w >= k).unwrap();
    let h = k.div_ceil(w);
    let (rows, columns) = (product(h), product(w));
    Count {
        vars: w + h + rows.vars + columns.vars,
        clauses: 2 * k + rows.clauses + columns.clauses,
    }
}

fn commander(k: u64) -> Count {
    if k <= 5 {
        return pairwise(k);
    }
    let m = k.div_ceil(3);
    let above = commander(m);
    Count { vars: m + above.vars, clauses: k + 3 * (k / 3) + u64::from(k % 3 == 2) + above.clauses }
}

fn bimander(k: u64) -> Count {
    let g = (1..=k).find(|g| (g + 1) * (g + 1) > k).unwrap();
    let (r, bits) = (k % g, ceil_log(k.div_ceil(g)));
    let within = k / g * (g * (g - 1) / 2) + r * r.saturating_sub(1) / 2;
    Count { vars: bits, clauses: within + k * bits }
}

fn ceil_log(n: u64) -> u64 {
    (0..64).find(|&bits| 1 << bits >= n).unwrap()
}

/// The closed form of a scheme.
fn form(scheme: &AtMostOne) -> &'static Form {
    let form = FORMS.iter().find(|form| form.0 == scheme.name);
    form.unwrap_or_else(|| panic!("{}: no closed form", scheme.name))
}

/// What a scheme's closed form says of k literals.
fn said(scheme: &AtMostOne, k: usize) -> Count {
    if k < 2 { Count { vars: 0, clauses: 0 } } else { form(scheme).2(k as u64) }
}

/// What a scheme writes for k literals.
fn written(scheme: &AtMostOne, k: usize) -> Count {
    let mut counter = Counter::new();
    let first = counter.new_vars(k).unwrap();
    let lits: Vec<_> = (first..).take(k).map(Lit::positive).collect();
    (scheme.encode)(&lits, &mut counter).unwrap();
    let size = counter.size();
    Count { vars: size.vars - k as u64, clauses: size.clauses }
}

/// What an encoding writes for a puzzle.
fn size(encoding: &Encoding, amo: &AtMostOne, puzzle: &Puzzle) -> Count {
    let size = encoding.size(puzzle, amo).unwrap();
    Count { vars: size.vars, clauses: size.clauses }
}

/// Whether an encoding says of cells that they have one digit at most, and of digits that they have
/// a place.
fn is_extended(encoding: &Encoding) -> bool {
    match encoding.name {
        "minimal" => false,
        "extended" | "reduced" => true,
        name => panic!("{name}: no closed form"),
    }
}

fn page() -> PathBuf {
    root().join("ENCODINGS.md")
}

fn text() -> String {
    fs::read_to_string(page()).unwrap()
}

/// The empty grid with the boxes that a side has by default.
fn empty(side: usize) -> Option<Puzzle> {
    let (rows, columns) = default_box(side)?;
    Some(Puzzle::new(Layout::boxes(rows, columns).unwrap().shared()))
}

#[test]
fn schemes_have_the_sizes_of_the_page() {
    let text = text();
    for scheme in SCHEMES {
        let row = format!("| `{}` {}", scheme.name, form(scheme).1);
        assert!(text.lines().any(|line| line.starts_with(&row)), "no row {row}");
        let heading = format!("### `{}`", scheme.name);
        assert!(text.lines().any(|line| line == heading), "no section {heading}");
        for k in (0..=130).chain([400]) {
            assert_eq!(written(scheme, k), said(scheme, k), "{} {k}", scheme.name);
        }
    }
    assert_eq!(FORMS.len(), SCHEMES.len());
}

/// What the page says of schemes beside each other.
#[test]
fn schemes_compare_as_the_page_says() {
    let others = |name| SCHEMES.iter().filter(move |scheme| scheme.name != name);
    let size = |name, k| said(AtMostOne::by_name(name).unwrap(), k);
    for k in 2..=400 {
        let fewer = |other: &AtMostOne| size("product", k).clauses < said(other, k).clauses;
        assert!(k < 46 || others("product").all(fewer), "{k}");
        let no_more = |other: &AtMostOne| size("commander", k).clauses <= said(other, k).clauses;
        assert!(k > 36 || others("commander").all(no_more), "{k}");
        let fewest = |other: &AtMostOne| size("bimander", k).vars <= said(other, k).vars;
        let mut with_new = others("bimander").filter(|scheme| scheme.name != "pairwise");
        assert!(k < 7 || with_new.all(fewest), "{k}");
    }
    let is_fewest = |k| others("product").all(|o| size("product", k).clauses < said(o, k).clauses);
    assert!(!is_fewest(45) && size("commander", 37).clauses > size("sequential", 37).clauses);
}

#[test]
fn empty_grids_have_the_sizes_of_the_page() {
    let text = text();
    for encoding in ENCODINGS {
        let row = if is_extended(encoding) {
            "| n³ + 4n² a(n) | 4n² + 4n² c(n) |"
        } else {
            "| n³ + 3n² a(n) | n² + 3n² c(n) |"
        };
        let row = format!("| `{}` {row}", encoding.name);
        assert!(text.lines().any(|line| line.starts_with(&row)), "no row {row}");
        let heading = format!("### `{}`", encoding.name);
        assert!(text.lines().any(|line| line == heading), "no section {heading}");
    }
    let mut sides = Vec::new();
    for side in 4..=25 {
        let Some(puzzle) = empty(side) else { continue };
        sides.push(side);
        for encoding in ENCODINGS {
            for amo in SCHEMES {
                let (n, one) = (side as u64, said(amo, side));
                let (families, clauses) = if is_extended(encoding) { (4, 4) } else { (3, 1) };
                let expected = Count {
                    vars: n.pow(3) + families * n * n * one.vars,
                    clauses: clauses * n * n + families * n * n * one.clauses,
                };
                let found = size(encoding, amo, &puzzle);
                assert_eq!(found, expected, "{} {} {side}", encoding.name, amo.name);
            }
        }
    }
    assert_eq!(sides, [4, 6, 8, 9, 10, 12, 14, 15, 16, 18, 20, 21, 22, 24, 25]);
}

/// The page's formula for any layout: N cells, D digits, H full houses, F cells in none of them.
fn of_layout(encoding: &Encoding, amo: &AtMostOne, layout: &Layout) -> Count {
    let [n, d, h] = [layout.cells(), layout.digits(), layout.full_houses().len()].map(|k| k as u64);
    let free = (0..layout.cells()).map(Cell::new);
    let free = free.filter(|&cell| layout.full_houses_of(cell).is_empty()).count() as u64;
    let of_houses = layout.houses().iter().map(|house| said(amo, house.cells().len()));
    let of_houses = of_houses.fold(Count { vars: 0, clauses: 0 }, |sum, one| Count {
        vars: sum.vars + one.vars,
        clauses: sum.clauses + one.clauses,
    });
    let of_cell = said(amo, layout.digits());
    let (cells, places) = if is_extended(encoding) { (n, d * h) } else { (free, 0) };
    Count {
        vars: n * d + d * of_houses.vars + cells * of_cell.vars,
        clauses: n + places + d * of_houses.clauses + cells * of_cell.clauses,
    }
}

#[test]
fn other_layouts_have_the_sizes_of_the_page() {
    let text = text().split_whitespace().collect::<Vec<_>>().join(" ");
    for formula in [
        "`minimal`: ND + D Σ a(|h|) + F a(D) variables, N + D Σ c(|h|) + F c(D) clauses;",
        "`extended`, and `reduced` before anything is decided: ND + D Σ a(|h|) + N a(D) variables, \
         N + DH + D Σ c(|h|) + N c(D) clauses.",
    ] {
        assert!(text.contains(formula), "not on the page: {formula}");
    }
    let layouts = [
        (9, "latin"),
        (9, "3x3+diagonals"),
        (9, "3x3+windoku"),
        (9, "3x3+disjoint"),
        (16, "4x4+diagonals"),
        (12, "3x4"),
        (12, "4x3"),
        (21, "samurai"),
        (9, "grid=6x9"),
        (9, "grid=4x5+digits=1-9"),
    ];
    let mut free = 0;
    for (side, spec) in layouts {
        let spec: LayoutSpec = spec.parse().unwrap();
        let layout = spec.layout().unwrap().unwrap_or_else(|| spec.build(side).unwrap()).shared();
        let puzzle = Puzzle::new(layout.clone());
        free += usize::from(layout.full_houses_of(Cell::new(0)).is_empty());
        for encoding in ENCODINGS {
            for amo in SCHEMES {
                let expected = of_layout(encoding, amo, &layout);
                let found = size(encoding, amo, &puzzle);
                assert_eq!(found, expected, "{} {} {spec}", encoding.name, amo.name);
            }
        }
    }
    assert!(free > 0, "no layout has a cell in no full house");
}

/// A clause for each given, for each digit that pencilmarks exclude; none in the reduced encoding,
/// which leaves out what the clues decide.
#[test]
fn clues_add_what_the_page_says() {
    for (file, has_pencilmarks) in [("9x9/first.txt", false), ("9x9/pencilmarks.txt", true)] {
        let puzzle = read(&root().join("puzzles").join(file), "-").remove(0).puzzle;
        let empty = Puzzle::new(puzzle.layout().clone());
        let excluded = |cell| match puzzle.clues().len(cell) {
            1 => 1,
            left => puzzle.digits() - left,
        };
        let expected: usize = puzzle.cells().map(excluded).sum();
        assert_eq!(expected > puzzle.givens(), has_pencilmarks, "{file}");
        for encoding in ENCODINGS {
            for amo in SCHEMES {
                let (with, without) = (size(encoding, amo, &puzzle), size(encoding, amo, &empty));
                if encoding.propagated.is_some() {
                    assert!(with.clauses < without.clauses && with.vars < without.vars);
                } else {
                    assert_eq!(with.vars, without.vars);
                    assert_eq!(with.clauses, without.clauses + expected as u64, "{file}");
                }
            }
        }
    }
}

/// The tables of the page: `SATOKU_WRITE_PAGES=1` writes them.
#[test]
fn tables_of_the_page_are_what_is_written() {
    let text = text();
    let (head, _) = text.split_once(TABLES).expect("a heading");
    let expected = format!("{head}{TABLES}{}", tables());
    if std::env::var_os("SATOKU_WRITE_PAGES").is_some() {
        fs::write(page(), expected).unwrap();
        return;
    }
    for (found, expected) in text.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "ENCODINGS.md: run with SATOKU_WRITE_PAGES=1");
    }
    assert_eq!(text.len(), expected.len(), "ENCODINGS.md: run with SATOKU_WRITE_PAGES=1");
}

fn tables() -> String {
    let mut out = String::new();
    out += "\nAt most one of k literals, new variables / clauses:\n\n";
    head(&mut out, &["scheme"], 'k');
    for scheme in SCHEMES {
        let cells = SIDES.map(|k| {
            let Count { vars, clauses } = written(scheme, k);
            format!("{} / {}", grouped(vars), grouped(clauses))
        });
        writeln!(out, "| `{}` | {} |", scheme.name, cells.join(" | ")).unwrap();
    }
    let puzzles = SIDES.map(|side| empty(side).unwrap());
    // Encodings that write the same for empty grids share their rows.
    let mut rows: Vec<(Vec<&str>, &AtMostOne, Vec<Count>)> = Vec::new();
    for encoding in ENCODINGS {
        for amo in SCHEMES {
            let sizes: Vec<_> = puzzles.iter().map(|puzzle| size(encoding, amo, puzzle)).collect();
            match rows.iter_mut().find(|row| row.1.name == amo.name && row.2 == sizes) {
                Some(row) => row.0.push(encoding.name),
                None => rows.push((vec![encoding.name], amo, sizes)),
            }
        }
    }
    for what in ["Variables", "Clauses"] {
        write!(out, "\n{what} of the empty grid of side n, square boxes:\n\n").unwrap();
        head(&mut out, &["encoding", "scheme"], 'n');
        for (encodings, amo, sizes) in &rows {
            let number = |size: &Count| if what == "Clauses" { size.clauses } else { size.vars };
            let names = encodings.join("`, `");
            let cells: Vec<_> = sizes.iter().map(|size| grouped(number(size))).collect();
            writeln!(out, "| `{names}` | `{}` | {} |", amo.name, cells.join(" | ")).unwrap();
        }
    }
    out
}

/// The head of a table with a column for each side.
fn head(out: &mut String, first: &[&str], letter: char) {
    let sides = SIDES.map(|k| format!("{letter} = {k}")).join(" | ");
    let rule = " --- |".repeat(first.len()) + &" --: |".repeat(SIDES.len());
    write!(out, "| {} | {sides} |\n|{rule}\n", first.join(" | ")).unwrap();
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
