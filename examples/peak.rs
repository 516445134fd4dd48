//! Puzzles at the hardness peak: random holes in a random complete grid.
//!
//! `cargo run --release --example peak -- --order 7 --holes 50 --seed 1 --count 10 --dir DIR`
//!
//! The complete grid is a solution of the empty one, found by local search from a random state, so
//! it has no pattern to begin with; then as many cells as asked for, all sets of them equally
//! likely, are emptied. The same numbers give the same puzzles on every machine. Files are named
//! `oN_fH_sS.txt`: order, per cent of holes, seed.

use std::path::PathBuf;

use satoku::engine::local::Search;
use satoku::grid::{Cell, Layout};
use satoku::{Limits, Puzzle};

/// Random numbers: the generator `SplitMix64`.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from((u128::from(self.word()) * bound as u128) >> 64).unwrap_or_default()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut order, mut holes, mut seed, mut count) = (6, 50, 1, 1);
    let mut dir = PathBuf::from(".");
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().ok_or_else(|| format!("{arg} of what?"))?;
        match arg.as_str() {
            "--order" => order = value.parse()?,
            "--holes" => holes = value.parse()?,
            "--seed" => seed = value.parse()?,
            "--count" => count = value.parse()?,
            "--dir" => dir = value.into(),
            _ => return Err(format!("what is {arg}?").into()),
        }
    }
    let layout = Layout::boxes(order, order)?.shared();
    for seed in seed..seed + count {
        let mut rng = Random(seed);
        let empty = Puzzle::new(layout.clone());
        let word = rng.word();
        let search = Search::new(&empty, word, (word % 4) as usize);
        let mut search = search.ok_or("an order below 16")?;
        let mut grid = None;
        while grid.is_none() {
            grid = search.advance(1 << 20, &Limits::none()).solution();
        }
        let grid = grid.unwrap_or_default();
        let mut cells: Vec<usize> = (0..layout.cells()).collect();
        for last in (1..cells.len()).rev() {
            cells.swap(last, rng.below(last + 1));
        }
        let mut puzzle = empty;
        for &cell in &cells[layout.cells() * holes / 100..] {
            puzzle.set(Cell::new(cell), grid[cell]);
        }
        let side = layout.side();
        let value = |c: usize| puzzle.given(Cell::new(c)).map_or(0, |digit| digit.index() + 1);
        let row = |r: usize| (0..side).map(|c| value(r * side + c).to_string()).collect::<Vec<_>>();
        let text: String = (0..side).map(|r| row(r).join(" ") + "\n").collect();
        std::fs::write(dir.join(format!("o{order}_f{holes}_s{seed}.txt")), text)?;
    }
    Ok(())
}
