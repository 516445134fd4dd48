//! A constraint of one's own: digits grow along a thermometer. Only its meaning is written down;
//! propagation and clauses follow from it. `cargo run --example custom_constraint`

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::sync::Arc;

use satoku::engine::{EngineSpec, SatOptions};
use satoku::jobs::answer;
use satoku::rule::Constraint;
use satoku::{Cell, Digit, Error, Layout, Limits, Puzzle, Query};

#[derive(Debug)]
struct Thermometer(Vec<Cell>);

impl Constraint for Thermometer {
    fn name(&self) -> &'static str {
        "thermometer"
    }

    fn cells(&self) -> &[Cell] {
        &self.0
    }

    /// Broken once two known digits do not leave room for the cells between them to grow.
    fn violated(&self, digits: &[Option<Digit>]) -> bool {
        let known = self.0.iter().enumerate();
        let known = known.filter_map(|(k, cell)| Some((k, digits[cell.index()]?.index())));
        let known: Vec<_> = known.collect();
        known.windows(2).any(|pair| pair[1].1 < pair[0].1 + (pair[1].0 - pair[0].0))
    }
}

fn main() -> Result<(), Error> {
    let layout = Layout::boxes(2, 3)?.shared();
    let plain = Puzzle::from_symbols(layout, "1..4.. ...... ..2... ...... ...... 5.....")?;
    // From the second row, first column, down the diagonal.
    let bulb_to_tip = [(1, 0), (2, 1), (3, 2), (4, 3)].map(|(r, c)| Cell::at(r, c, 6));
    let puzzle = plain.clone().with_constraint(Arc::new(Thermometer(bulb_to_tip.to_vec())));
    for name in ["native", "sat"] {
        let engine = EngineSpec::new(name, SatOptions::default())?;
        let count = |puzzle| {
            answer::find(puzzle, &engine, &Limits::none(), Query { limit: Some(500), keep: 1 })
        };
        let (with, without) = (count(&puzzle)?, count(&plain)?);
        println!("{name}: {} solutions with the thermometer", with.count);
        println!("{name}: {} without, counting to 500", without.count);
    }
    Ok(())
}
