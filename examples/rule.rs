//! Rules beyond the houses: one of a kind, read from text, and a free one, made of blocks.
//! `cargo run --example rule`

#![expect(clippy::print_stdout, reason = "an example shows what it finds")]

use std::sync::Arc;

use satoku::engine::{EngineOptions, EngineSpec};
use satoku::jobs::answer;
use satoku::rule::{Block, Pairs, Rule};
use satoku::{Cell, Error, Layout, Limits, Puzzle, Query};

fn main() -> Result<(), Error> {
    let layout = Layout::boxes(2, 3)?.shared();
    let plain =
        Puzzle::from_symbols(Arc::clone(&layout), "1..4.. ...... ..2... ...... ...... 5.....")?;
    let thermometer = Rule::parse("thermometer r2c1 r3c2 r4c3 r5c4", &layout)?;
    // One of two neighbours is twice the other: digits are indices from 0, so the numbers are one
    // more.
    let twice = |a: usize, b: usize| a + 1 == 2 * (b + 1) || b + 1 == 2 * (a + 1);
    let pair = (Cell::at(1, 4, 6), Cell::at(1, 5, 6));
    let dot =
        Rule::from_blocks("black dot", [Block::Pairs(Pairs::from_relation(6, twice, [pair]))]);
    println!("{thermometer}; {}", dot.text(&layout));
    let puzzle = plain.clone().with_rule(thermometer).with_rule(dot);
    for name in ["native", "sat"] {
        let engine = EngineSpec::new(name, EngineOptions::default())?;
        let count = |puzzle| {
            answer::find(puzzle, &engine, &Limits::none(), Query { limit: Some(5000), keep: 1 })
        };
        println!("{name}: {} solutions with the rules", count(&puzzle)?.count);
    }
    println!(
        "5000 or more without: {}",
        answer::find(
            &plain,
            &EngineSpec::default(),
            &Limits::none(),
            Query { limit: Some(5000), keep: 1 }
        )?
        .count
            == 5000
    );
    Ok(())
}
