//! Modifiers: one cell of each row, column and box or region. Extra cells tell its column, row by row; sums count it
//! differently.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::arguments::{Arguments, Values};
use super::lowering::Lowering;
use crate::grid::Cell;

/// What is wrong with the grid, or with two lines of extra cells, of which each has one for each row.
pub(super) fn wrong(two: &Arguments) -> Option<String> {
    let grid = two.layout().grid();
    let rows = grid.rows();
    let houses = || two.plain_houses().filter(|house| house.cells().len() == rows);
    let are_all = [2 * rows, 3 * rows].contains(&houses().count());
    if !are_all || houses().count() != two.plain_houses().count() || grid.columns() != rows {
        return Some(format!(
            "expected a square grid with {rows} cells in each row, column and box"
        ));
    }
    let mut columns = (1..).take(rows);
    if !columns.all(|column| two.values().contains(&column)) {
        return Some(format!("expected the digits 1 to {rows} at least, which tell the columns"));
    }
    let cells = || two.lines().iter().flatten();
    let extra = cells().filter(|cell| cell.index() >= grid.cells()).unique().count();
    let fits = two.lines().iter().all(|line| line.len() == rows) && extra == cells().count();
    let layout = format!("extra={rows}/{rows}");
    (!fits)
        .then(|| format!("expected two groups of {rows} extra cells, one for each row ({layout})"))
}

/// The same where one cell of each house has two digits.
pub(super) fn wrong_doubles(two: &Arguments) -> Option<String> {
    let houses = two.layout().houses();
    let cells = houses.iter().map(|house| house.cells().len()).max().unwrap_or(0);
    let fits = two.digits() == cells + 1 && two.plain_houses().count() == houses.len();
    let other =
        || format!("expected {} digits, and no houses but rows, columns and boxes", cells + 1);
    if fits { wrong(two) } else { Some(other()) }
}

/// The cells that the first line tells, row by row, if they are as they should be.
pub(super) fn cells(two: &Arguments, values: Values<'_>) -> Option<Vec<Cell>> {
    let columns = values.of(two.line(0));
    let cells: Option<Vec<_>> = (1..).zip(&columns).map(|(row, &at)| two.at(row, at)).collect();
    let regions = |cells: &[Cell]| cells.iter().filter_map(|&cell| region(two, cell)).all_unique();
    cells.filter(|cells| columns.iter().all_unique() && regions(cells))
}

/// The same, as blocks.
pub(super) fn lower(two: &Arguments, to: &mut Lowering<'_>) {
    let columns = two.line(0);
    to.only(columns, |column| two.at(1, column).is_some());
    to.distinct(columns);
    for [(a, &of_a), (b, &of_b)] in (1..).zip(columns).array_combinations() {
        let region = |row, column| two.at(row, column).and_then(|cell| region(two, cell));
        if two.values().any(|column| region(a, column).is_some()) {
            to.pairs(vec![(of_a, of_b)], |one, other| region(a, one) != region(b, other));
        }
    }
}

/// What is told of the row of a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Told {
    pub(super) cell: Cell,
    /// The cell that tells the column of that row.
    pub(super) column: Cell,
    /// What it tells if it tells this cell's.
    pub(super) at: i64,
    /// The cell of the second line.
    pub(super) second: Cell,
}

/// The same of each of some cells.
pub(super) fn told(two: &Arguments, cells: &[Cell]) -> impl Iterator<Item = Told> {
    cells.iter().filter_map(|&cell| {
        let (row, at) = two.place(cell)?;
        let row = usize::try_from(row - 1).ok()?;
        let [column, second] = [0, 1].map(|line| two.line(line).get(row).copied());
        Some(Told { cell, column: column?, at, second: second? })
    })
}

fn region(two: &Arguments, cell: Cell) -> Option<i64> {
    Some(two.region(cell)?.0)
}

/// What is wrong with a sum of cells, columns and digits row by row, and perhaps cells that are taken off; of a
/// total, a factor and a number to add.
pub(super) fn wrong_sum(sum: &Arguments) -> Option<String> {
    if sum.numbers().len() > 3 {
        return Some(format!("{} numbers: expected up to three", sum.numbers().len()));
    }
    let rows = sum.layout().grid().rows();
    if terms(sum).keys().any(|&cell| sum.place(cell).is_none()) {
        return Some("the first and the fourth group: expected cells of the grid".into());
    }
    let fits = sum.line(1).len() == rows && sum.line(2).len() == rows;
    let wrong =
        || format!("the second and the third group: expected {rows} cells, one for each row");
    (!fits).then(wrong)
}

/// Whether it has its total.
pub(super) fn has_total(sum: &Arguments, values: Values<'_>) -> bool {
    let terms = terms(sum);
    let own = terms.iter().map(|(&cell, weight)| weight * values.at(cell)).sum::<i64>();
    let tellers = (1..).zip(sum.line(1).iter().zip(sum.line(2)));
    let more = tellers.map(|(row, (&column, &digit))| {
        let modifier = sum.at(row, values.at(column));
        modifier.map_or(0, |cell| weight(&terms, cell) * modified(sum, values.at(digit)))
    });
    own + more.sum::<i64>() == sum.k()
}

/// What is read next.
#[derive(Debug)]
enum Next {
    /// The column of a modifier in this row.
    Column(i64),
    /// The digit of the modifier.
    Digit,
    /// A cell, so many times.
    Cell(i64),
}

/// A line of the cells of the sum, those that tell of a row before its own.
pub(super) fn lower_sum(sum: &Arguments, to: &mut Lowering<'_>) {
    let terms = terms(sum);
    let (mut cells, mut steps) = (Vec::new(), Vec::new());
    let tellers = (1..).zip(sum.line(1).iter().zip(sum.line(2)));
    for (row, (&column, &digit)) in tellers {
        let of_row = |cell: Cell| sum.place(cell).is_some_and(|place| place.0 == row);
        let own = terms.iter().filter(|(cell, weight)| of_row(**cell) && **weight != 0);
        let before = [(column, Next::Column(row)), (digit, Next::Digit)];
        let own = own.map(|(&cell, &weight)| (cell, Next::Cell(weight))).collect_vec();
        let all =
            before.into_iter().filter(|_| !own.is_empty()).collect_vec().into_iter().chain(own);
        for (cell, step) in all {
            cells.push(cell);
            steps.push(step);
        }
    }
    // How many are read, the sum so far, and how often the next digit counts.
    let next = |&(k, so_far, times): &(usize, i64, i64), value: i64| {
        let (so_far, times) = match steps.get(k)? {
            Next::Column(row) => (so_far, sum.at(*row, value).map_or(0, |it| weight(&terms, it))),
            Next::Digit => (so_far + times * modified(sum, value), 0),
            Next::Cell(weight) => (so_far + weight * value, 0),
        };
        Some((k + 1, so_far, times))
    };
    to.word(&cells, (0, 0, 0), next, |&(_, so_far, _)| so_far == sum.k());
}

/// How often each cell counts.
fn terms(sum: &Arguments) -> BTreeMap<Cell, i64> {
    let taken_off = sum.lines().get(3).into_iter().flatten().map(|&cell| (cell, -1));
    let mut terms = BTreeMap::new();
    for (cell, weight) in sum.line(0).iter().map(|&cell| (cell, 1)).chain(taken_off) {
        *terms.entry(cell).or_default() += weight;
    }
    terms
}

fn weight(terms: &BTreeMap<Cell, i64>, cell: Cell) -> i64 {
    terms.get(&cell).copied().unwrap_or_default()
}

/// What a modifier counts beside its own digit, by a digit.
fn modified(sum: &Arguments, digit: i64) -> i64 {
    let number = |k: usize| sum.numbers().get(k).copied();
    number(1).unwrap_or(1) * digit + number(2).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::grid::LayoutSpec;
    use crate::rule::Rule;

    #[test]
    fn grids_and_cells_that_cannot_have_modifiers_are_errors() {
        let cases = [
            ("2x3+digits=0-5+extra=6/6", "modifiers r7; r8", "digits 1 to 6"),
            ("grid=6x6+3x3+digits=1-9+extra=6/6", "modifiers r7; r8", "6 cells in each"),
            ("grid=6x6+raw+digits=1-6+extra=6/6", "modifiers r7; r8", "6 cells in each"),
            ("gattai=0,0;0,2;2,0;2,2+2x2+extra=6/6", "modifiers r7; r8", "6 cells in each"),
            ("2x3+extra=6/6", "modifiers r7; r7", "two groups of 6 extra cells"),
            ("2x3+extra=6/6", "modifiers r1; r2", "(extra=6/6)"),
            ("2x3+extra=6/6", "schrodinger r7; r8", "expected 7 digits"),
            ("grid=6x6+2x3+digits=0-6+diagonal+extra=6/6", "schrodinger r7; r8", "no houses but"),
            ("2x3+extra=6/6", "modifiedsum 9 r7c1; r7; r8", "expected cells of the grid"),
            ("2x3+extra=6/6", "modifiedsum 9 r1c1; r7c1-3; r8", "expected 6 cells"),
            ("2x3+extra=6/6", "modifiedsum 9 1 1 1 r1c1; r7; r8", "4 numbers"),
        ];
        for (spec, text, expected) in cases {
            let layout = spec.parse::<LayoutSpec>().unwrap().build(6).unwrap().shared();
            let error = Rule::parse(text, &layout).unwrap_err().to_string();
            assert!(error.contains(expected), "{spec}, {text}: {error}");
        }
    }
}
