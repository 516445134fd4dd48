//! The kinds of rules: each is one file here and one line in [`KINDS`].
//!
//! A kind says what it means (`holds`, a plain predicate on filled grids) and how it is lowered to
//! blocks (`lower`). The first is what solutions are checked against; the second is all that
//! engines, encodings and certificates know. The tests hold one against the other for every kind
//! of the list.

mod antiking;
mod antiknight;
mod antitaxicab;
mod arrow;
mod average;
mod beforesum;
mod between;
mod boxindexer;
mod cage;
mod chaos;
mod chess;
mod circles;
mod clone;
mod columnindexer;
mod connected;
mod connectedsize;
mod contains;
mod containsexactly;
mod countdistinct;
mod counteven;
mod countodd;
mod countsame;
mod diagonalnonconsecutive;
mod difference;
mod digitalroot;
mod distinct;
mod doppelganger;
mod doublearrow;
mod dutchwhispers;
mod entropic;
mod equalitycage;
mod equalsums;
mod even;
mod fastthermometer;
mod flatmates;
mod friendly;
mod fullrank;
mod fullrankdistinct;
mod fullranktied;
mod globalentropy;
mod globalmodular;
mod greater;
mod hiddenskyscraper;
mod knightmare;
mod littlekiller;
mod lockout;
mod lookandsay;
mod lunchbox;
mod magicsquare;
mod maximum;
mod minimum;
mod modifiedsum;
mod modifiers;
mod modular;
mod nabner;
mod nonconsecutive;
mod nonratio;
mod nonsum;
mod numberedroom;
mod odd;
mod otherhalf;
mod pairsum;
mod palindrome;
mod parityline;
mod paritythermometer;
mod product;
mod progression;
mod quotient;
mod ratio;
mod regionsamevalues;
mod regionsumline;
mod rellik;
mod renban;
mod rossini;
mod rowindexer;
mod runlengths;
mod samehalf;
mod sameparity;
mod sameset;
mod sandwich;
mod schrodinger;
mod skyscraper;
mod slowthermometer;
mod subtraction;
mod sum;
mod sumline;
mod sumloop;
mod taxicab;
mod thermometer;
mod valueindexing;
mod weightedsum;
mod whispers;
mod xsum;
mod zipper;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use foldhash::HashMap;
use smallvec::{SmallVec, smallvec};

use super::arguments::{Arguments, Values};
use super::lowering::Lowering;
use crate::grid::{Cell, Layout};

/// A kind of rule.
#[derive(Debug)]
pub struct Kind {
    /// The word it begins with in texts.
    pub name: &'static str,
    /// Other words for it, which are read but not written.
    pub aliases: &'static [&'static str],
    /// One line for help texts.
    pub about: &'static str,
    /// The numbers it takes.
    pub numbers: Numbers,
    /// The cells it takes.
    pub shape: Shape,
    /// Of how many cells in a row all have to differ, given the numbers, where cells may come again further on.
    pub differ: fn(&[i64]) -> usize,
    /// What is wrong with numbers and cells that are right by themselves.
    pub wrong: fn(&Arguments) -> Option<String>,
    /// Whether a filled grid keeps it.
    pub holds: fn(&Arguments, Values<'_>) -> bool,
    /// Writes the blocks that say the same, given the houses of the layout.
    pub lower: fn(&Arguments, &mut Lowering<'_>),
    /// What the only cell of its first line counts, if it counts cells that are equal to another: for engines that know
    /// more of equal cells than its blocks tell.
    pub counts: Option<Counts>,
    /// Whether its cells are labels of regions: one block, a line over all of them, has the labels rise in the order of
    /// the regions' first cells, and under the others they are interchangeable. For engines that number regions along
    /// another order.
    pub labels: bool,
}

/// Which cells that are equal to the first of a line are counted. The value of the cell that counts, plus the number of
/// the rule, is how many there are; the first counts too, and once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counts {
    /// All of the second line.
    All,
    /// The run of equal cells that each further line begins with; all begin with the same cell.
    Runs,
}

/// The numbers that a kind takes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Numbers {
    /// None.
    None,
    /// One.
    One,
    /// One; where it is left out, this one of the layout.
    Default(fn(&Layout) -> i64),
    /// 0 or 1; 0 where it is left out.
    Flag,
    /// One or more.
    Some,
    /// Any number of them, or none.
    Any,
}

/// The cells that a kind takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// None are named: it is about the whole grid.
    Grid,
    /// Cells that differ, no more than there are digits, in no order.
    Set,
    /// One cell or more, each named once, in no order.
    Cells,
    /// Two cells or more in order; one may come again, but not twice in a row.
    Line,
    /// Two cells or more in order, each once, no more than there are digits.
    Path,
    /// One cell or more in order, which may come again anywhere.
    Word,
    /// All cells of a row or of a column, from either end.
    Row,
    /// So many groups of cells, at least and at most; in each one cell or more, in order.
    Lines(usize, usize),
    /// A group of one cell, then one or more as those of lines: so many groups in all, at most.
    Told(usize),
    /// Pairs of neighbours that are exempt, or none.
    Exempt,
    /// Cells in no order, or none where it is about the whole grid.
    Among,
}

impl Shape {
    /// Whether so many cells are more than there are digits, where all have to differ.
    pub(crate) fn is_overfull(self, cells: usize, layout: &Layout) -> bool {
        matches!(self, Shape::Set | Shape::Path) && cells > layout.digits()
    }
}

/// All kinds. To add one, write a file and add a line here.
pub const KINDS: &[Kind] = &[
    cage::KIND,
    distinct::KIND,
    sum::KIND,
    weightedsum::KIND,
    digitalroot::KIND,
    littlekiller::KIND,
    rellik::KIND,
    equalitycage::KIND,
    product::KIND,
    subtraction::KIND,
    quotient::KIND,
    arrow::KIND,
    doublearrow::KIND,
    zipper::KIND,
    average::KIND,
    equalsums::KIND,
    regionsumline::KIND,
    thermometer::KIND,
    slowthermometer::KIND,
    fastthermometer::KIND,
    paritythermometer::KIND,
    whispers::KIND,
    dutchwhispers::KIND,
    renban::KIND,
    nabner::KIND,
    palindrome::KIND,
    entropic::KIND,
    modular::KIND,
    parityline::KIND,
    between::KIND,
    lockout::KIND,
    sumline::KIND,
    sumloop::KIND,
    progression::KIND,
    difference::KIND,
    ratio::KIND,
    pairsum::KIND,
    greater::KIND,
    sameparity::KIND,
    samehalf::KIND,
    otherhalf::KIND,
    clone::KIND,
    odd::KIND,
    even::KIND,
    minimum::KIND,
    maximum::KIND,
    friendly::KIND,
    rowindexer::KIND,
    columnindexer::KIND,
    boxindexer::KIND,
    valueindexing::KIND,
    sandwich::KIND,
    lunchbox::KIND,
    xsum::KIND,
    skyscraper::KIND,
    hiddenskyscraper::KIND,
    numberedroom::KIND,
    rossini::KIND,
    beforesum::KIND,
    fullrank::KIND,
    fullranktied::KIND,
    fullrankdistinct::KIND,
    contains::KIND,
    containsexactly::KIND,
    lookandsay::KIND,
    circles::KIND,
    countdistinct::KIND,
    countsame::KIND,
    runlengths::KIND,
    countodd::KIND,
    counteven::KIND,
    sameset::KIND,
    magicsquare::KIND,
    antiknight::KIND,
    antiking::KIND,
    chess::KIND,
    taxicab::KIND,
    antitaxicab::KIND,
    nonconsecutive::KIND,
    nonratio::KIND,
    nonsum::KIND,
    diagonalnonconsecutive::KIND,
    knightmare::KIND,
    flatmates::KIND,
    globalentropy::KIND,
    globalmodular::KIND,
    regionsamevalues::KIND,
    doppelganger::KIND,
    connected::KIND,
    connectedsize::KIND,
    chaos::KIND,
    modifiers::KIND,
    schrodinger::KIND,
    modifiedsum::KIND,
];

impl Kind {
    /// The kind of a name or an alias, in small or capital letters.
    pub fn by_name(name: &str) -> Option<&'static Kind> {
        // A puzzle may have a hundred rules, each of them read by its name.
        static KNOWN: LazyLock<HashMap<&str, &Kind>> = LazyLock::new(|| {
            let names = |kind: &'static Kind| std::iter::once(&kind.name).chain(kind.aliases);
            KINDS.iter().flat_map(|kind| names(kind).map(move |name| (*name, kind))).collect()
        });
        let known = KNOWN.get(name).or_else(|| KNOWN.get(&*name.to_ascii_lowercase()));
        known.copied()
    }

    /// What kinds leave out.
    const PLAIN: Kind = Kind {
        name: "",
        aliases: &[],
        about: "",
        numbers: Numbers::None,
        shape: Shape::Grid,
        differ: |_| 0,
        wrong: |_| None,
        holds: |_, _| true,
        lower: |_, _| {},
        counts: None,
        labels: false,
    };

    /// Whether cells that have to differ cannot: there are more than digits, or one is named twice.
    pub(crate) fn never_holds(&self, numbers: &[i64], cells: &[Cell], layout: &Layout) -> bool {
        let all = || matches!(self.shape, Shape::Set | Shape::Path) && second(cells).is_some();
        let near = || repeats(cells, (self.differ)(numbers), layout).is_some();
        self.shape.is_overfull(cells.len(), layout) || all() || near()
    }

    /// How it is written: `cage [NUMBER…] CELLS`.
    pub fn usage(&self) -> String {
        let numbers = match self.numbers {
            Numbers::None => "",
            Numbers::One => " NUMBER",
            Numbers::Default(_) | Numbers::Flag => " [NUMBER]",
            Numbers::Some => " NUMBER…",
            Numbers::Any => " [NUMBER…]",
        };
        let cells = match self.shape {
            Shape::Grid => "",
            Shape::Row => " ROW|COLUMN",
            Shape::Lines(_, 2) => " CELLS; CELLS",
            Shape::Lines(..) => " CELLS; CELLS; …",
            Shape::Told(2) => " CELL; CELLS",
            Shape::Told(_) => " CELL; CELLS; …",
            Shape::Exempt => " [PAIR; PAIR; …]",
            Shape::Among => " [CELLS]",
            _ => " CELLS",
        };
        format!("{}{numbers}{cells}", self.name)
    }
}

/// Numbers beyond this are refused, so that sums of them cannot overflow.
const GREATEST: i64 = 1_000_000;

/// The arguments of a rule of a kind, completed and in their one order; or what is wrong with them.
pub(super) fn arguments(
    kind: &Kind,
    numbers: &[i64],
    mut lines: SmallVec<[Vec<Cell>; 1]>,
    layout: &Arc<Layout>,
) -> Result<Arguments, String> {
    if let Some(number) = numbers.iter().find(|number| !(-GREATEST..=GREATEST).contains(*number)) {
        return Err(format!("{number}: expected a number up to {GREATEST}"));
    }
    let numbers = match (kind.numbers, numbers) {
        (Numbers::Default(of), []) => smallvec![of(layout)],
        (Numbers::Flag, []) => smallvec![0],
        (Numbers::None, []) => smallvec![],
        (Numbers::None, _) => return Err("takes no number".to_owned()),
        (Numbers::Some, []) => return Err("no number: expected one or more".to_owned()),
        (Numbers::One | Numbers::Default(_) | Numbers::Flag, found) if found.len() != 1 => {
            return Err(format!("{} numbers: expected one", found.len()));
        }
        (Numbers::Flag, &[number]) if !(0..=1).contains(&number) => {
            return Err(format!("{number}: expected 0 or 1"));
        }
        (_, found) => SmallVec::from_slice(found),
    };
    let expected = |what: &str| Err(format!("{what}: expected {}", kind.usage()));
    match (kind.shape, &mut *lines) {
        (Shape::Grid | Shape::Among, []) => {}
        (Shape::Grid, _) => return Err("takes no cells".to_owned()),
        (Shape::Exempt, pairs) => {
            for pair in &mut *pairs {
                check(kind.shape, pair, layout)?;
                pair.sort_unstable();
            }
            pairs.sort_unstable();
        }
        (Shape::Lines(least, most), groups) => check_groups(kind, least..=most, groups, layout)?,
        (Shape::Told(most), groups) => {
            check_groups(kind, 2..=most, groups, layout)?;
            if groups[0].len() != 1 {
                return expected(&format!("{} cells in the first group", groups[0].len()));
            }
        }
        (shape, [line]) => {
            check(shape, line, layout)?;
            if matches!(shape, Shape::Set | Shape::Cells | Shape::Among) {
                line.sort_unstable();
            }
        }
        (_, []) => return expected("no cells"),
        (_, found) => return Err(format!("{} lines of cells: expected one", found.len())),
    }
    if kind.shape == Shape::Exempt {
        lines.dedup();
    }
    let arguments = Arguments::new(layout, numbers, lines);
    let differ = (kind.differ)(arguments.numbers());
    let repeat = || arguments.lines().iter().find_map(|line| repeats(line, differ, layout));
    match (kind.wrong)(&arguments).or_else(repeat) {
        Some(wrong) => Err(wrong),
        None => Ok(arguments),
    }
}

/// What is wrong with groups of cells: with one of them, or with how many they are.
fn check_groups(
    kind: &Kind,
    counts: std::ops::RangeInclusive<usize>,
    groups: &[Vec<Cell>],
    layout: &Layout,
) -> Result<(), String> {
    for group in groups {
        check(kind.shape, group, layout)?;
    }
    if counts.contains(&groups.len()) {
        return Ok(());
    }
    let plural = if groups.len() == 1 { "" } else { "s" };
    Err(format!("{} group{plural} of cells: expected {}", groups.len(), kind.usage()))
}

/// Whether no number is there twice.
fn are_distinct(numbers: &[i64]) -> bool {
    let mut numbers: SmallVec<[i64; 16]> = numbers.into();
    numbers.sort_unstable();
    numbers.windows(2).all(|two| two[0] != two[1])
}

/// The first cell that is there a second time, by position.
fn second(line: &[Cell]) -> Option<usize> {
    if line.len() <= 16 {
        return (1..line.len()).find(|&k| line[..k].contains(&line[k]));
    }
    let mut seen = BTreeSet::new();
    line.iter().position(|&cell| !seen.insert(cell))
}

/// Why not all of so many cells in a row can differ: there are not as many digits, or a cell is named twice among them.
fn repeats(line: &[Cell], within: usize, layout: &Layout) -> Option<String> {
    let (many, digits) = (within.min(line.len()), layout.digits());
    if many > digits {
        return Some(format!("{many} cells that must differ: more than the {digits} digits"));
    }
    let before = |k: usize| &line[(k + 1).saturating_sub(many).min(k)..k];
    let again = (0..line.len()).find(|&k| before(k).contains(&line[k]))?;
    Some(format!("{} is named twice within {within} cells in a row", layout.name_of(line[again])))
}

/// Whether a line of cells has a shape.
fn check(shape: Shape, line: &[Cell], layout: &Layout) -> Result<(), String> {
    let side = layout.digits();
    let least = if matches!(shape, Shape::Line | Shape::Path) { 2 } else { 1 };
    match line.len() {
        0 => return Err("no cells between `;`".to_owned()),
        1 if least > 1 => return Err("1 cell: expected two or more".to_owned()),
        many if shape.is_overfull(many, layout) => {
            return Err(format!("{many} cells: more than the {side} digits"));
        }
        _ => {}
    }
    match (shape, second(line)) {
        (Shape::Set | Shape::Cells | Shape::Path | Shape::Among | Shape::Exempt, Some(again)) => {
            Err(format!("{} is named twice", layout.name_of(line[again])))
        }
        (Shape::Line, Some(again)) if line.windows(2).any(|pair| pair[0] == pair[1]) => {
            Err(format!("{} is named twice in a row", layout.name_of(line[again])))
        }
        (Shape::Row, _) if row_of(line, layout).is_none() => {
            Err("expected a row or a column, such as r3 or c4".to_owned())
        }
        (Shape::Exempt, _) if !are_neighbours(line, layout) => {
            Err("expected pairs of neighbours, such as r1c1 r1c2".to_owned())
        }
        _ => Ok(()),
    }
}

/// Whether two cells are beside or below each other.
fn are_neighbours(pair: &[Cell], layout: &Layout) -> bool {
    let &[a, b] = pair else { return false };
    let places = layout.grid().place(a).zip(layout.grid().place(b));
    places.is_some_and(|(a, b)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1)
}

/// The row (`r`) or column (`c`) of which a line has all cells in order: its letter, its number
/// from 1, and whether the line runs from the first cell to the last.
pub(crate) fn row_of(line: &[Cell], layout: &Layout) -> Option<(char, usize, bool)> {
    let frame = layout.grid();
    let (row, column) = frame.place(*line.first()?)?;
    line.get(1)?;
    let in_row = (0..frame.columns()).filter_map(|column| frame.cell(row, column));
    let in_column = (0..frame.rows()).filter_map(|row| frame.cell(row, column));
    let line = || line.iter().copied();
    if in_row.clone().eq(line()) {
        Some(('r', row + 1, true))
    } else if in_row.rev().eq(line()) {
        Some(('r', row + 1, false))
    } else if in_column.clone().eq(line()) {
        Some(('c', column + 1, true))
    } else {
        in_column.rev().eq(line()).then_some(('c', column + 1, false))
    }
}
