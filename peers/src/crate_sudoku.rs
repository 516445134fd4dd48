//! The crate `sudoku` (package `sudoku`, AGPL-3.0), used as a dependency of this
//! package alone.

use std::hint::black_box;

use sudoku::Sudoku;

use crate::contestant::{CELLS, Contestant, REFUSED, capped, lines};

/// The crate's fast solver. It does not count guesses.
#[derive(Debug)]
pub(crate) struct CrateSudoku;

impl Contestant for CrateSudoku {
    fn name(&self) -> String {
        "sudoku".into()
    }

    fn run(&mut self, text: &[u8], limit: u32, counts: &mut Vec<u8>) -> u64 {
        for line in lines(text) {
            counts.push(count(&line[..CELLS], limit).unwrap_or(REFUSED));
        }
        0
    }
}

fn count(cells: &[u8], limit: u32) -> Option<u8> {
    let sudoku = Sudoku::from_str_line(str::from_utf8(cells).ok()?).ok()?;
    Some(if limit == 1 {
        u8::from(black_box(sudoku.some_solution()).is_some())
    } else {
        capped(sudoku.solutions_count_up_to(limit as usize) as u64, limit)
    })
}
