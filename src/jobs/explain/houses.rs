//! Which houses a clash of clues needs: each house can be switched off.

use super::formula::{restricted, scheme};
use crate::engine::SatOptions;
use crate::error::{Error, Result};
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::puzzle::Puzzle;
use crate::sat::backend::{Answer, SatBackend};
use crate::sat::cnf::{ClauseSink, LimitedSink, Lit};
use crate::sat::encode::{self, Atom, VarMap};

/// Houses of a puzzle, as indices, that cannot be filled with these clues, which clash; and
/// whether it was shown that none can be spared.
pub(super) fn needed(
    puzzle: &Puzzle,
    clues: &[Cell],
    options: &SatOptions,
    limits: &Limits,
) -> Result<(Vec<usize>, bool)> {
    let layout = puzzle.layout();
    let puzzle = restricted(puzzle, clues.iter().copied());
    if clues.iter().any(|&cell| puzzle.clues().len(cell) == 0) {
        return Ok((Vec::new(), true));
    }
    if let &[a, b] = clues
        && let Some(digit) = puzzle.given(a)
        && puzzle.given(b) == Some(digit)
        && let Some(house) = layout.houses_of(a).iter().find(|h| layout.houses_of(b).contains(h))
    {
        return Ok((vec![*house as usize], true));
    }
    let all = || (0..layout.houses().len()).collect();
    let mut backend = options.backend.open()?;
    let made = formula(&puzzle, options, &mut LimitedSink::new(&mut *backend, limits));
    let switches = match made {
        Ok(switches) => switches,
        Err(error) if error.is_limit() => return Ok((all(), false)),
        Err(error) => return Err(error),
    };
    let ask = |set: &[usize], backend: &mut dyn SatBackend| {
        let assumed: Vec<_> = set.iter().map(|&h| switches[h]).collect();
        backend.solve(&assumed, limits)
    };
    let inside = |core: &[Lit], set: &[usize]| -> Vec<usize> {
        set.iter().copied().filter(|&h| core.contains(&switches[h])).collect()
    };
    let mut left: Vec<usize> = all();
    // A core of a core is often smaller.
    for _ in 0..4 {
        match ask(&left, &mut *backend)? {
            Answer::Unsat { core } => left = inside(&core, &left),
            Answer::Unknown => return Ok((left, false)),
            Answer::Sat(_) => {
                return Err(Error::disagreement("clues that clash do not clash in their houses"));
            }
        }
    }
    let mut kept = Vec::new();
    while let Some(house) = left.pop() {
        let rest = [&left[..], &kept[..]].concat();
        match ask(&rest, &mut *backend)? {
            Answer::Unsat { core } => left = inside(&core, &left),
            Answer::Sat(_) => kept.push(house),
            Answer::Unknown => {
                kept.extend(left);
                kept.push(house);
                kept.sort_unstable();
                return Ok((kept, false));
            }
        }
    }
    kept.sort_unstable();
    Ok((kept, true))
}

/// The puzzle with a literal for each house, without which the house is not asked for.
fn formula(puzzle: &Puzzle, options: &SatOptions, sink: &mut dyn ClauseSink) -> Result<Vec<Lit>> {
    let (layout, side) = (puzzle.layout(), puzzle.side());
    let scheme = scheme(options, side)?;
    let map = VarMap::remaining(puzzle.clues().clone())?;
    sink.new_vars(map.vars())?;
    let first = sink.new_vars(layout.houses().len())?;
    let switches: Vec<_> = (first..).take(layout.houses().len()).map(Lit::positive).collect();
    let mut group = |lits: &[Lit], held: usize, switch: Option<Lit>| -> Result<()> {
        let mut sink = Switched { sink: &mut *sink, switch, clause: Vec::new() };
        match held {
            0 => {
                sink.add_clause(lits)?;
                scheme.add(lits, &mut sink)
            }
            1 => lits.iter().try_for_each(|&lit| sink.add_clause(&[!lit])),
            _ => sink.add_clause(&[]),
        }
    };
    let collect = |group: &mut dyn Iterator<Item = (Cell, Digit)>| {
        let (mut lits, mut held) = (Vec::new(), 0);
        for (cell, digit) in group {
            match map.get(cell, digit) {
                Atom::True => held += 1,
                Atom::False => {}
                Atom::Lit(lit) => lits.push(lit),
            }
        }
        (lits, held)
    };
    for cell in puzzle.cells().filter(|&cell| puzzle.given(cell).is_none()) {
        let (lits, held) = collect(&mut (0..side).map(|d| (cell, Digit::new(d))));
        group(&lits, held, None)?;
    }
    for (house, &switch) in layout.houses().iter().zip(&switches) {
        for digit in (0..side).map(Digit::new) {
            let (lits, held) = collect(&mut house.cells().iter().map(|&cell| (cell, digit)));
            group(&lits, held, Some(switch))?;
        }
    }
    encode::rules(puzzle, &map, scheme, false, sink)?;
    Ok(switches)
}

/// Passes clauses on that hold only while a literal does.
struct Switched<'a> {
    sink: &'a mut dyn ClauseSink,
    switch: Option<Lit>,
    clause: Vec<Lit>,
}

impl ClauseSink for Switched<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<()> {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        self.clause.extend(self.switch.map(|switch| !switch));
        self.sink.add_clause(&self.clause)
    }

    fn new_vars(&mut self, count: usize) -> Result<u32> {
        self.sink.new_vars(count)
    }
}
