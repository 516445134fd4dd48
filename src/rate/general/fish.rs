//! Fish: rows whose places of a digit are in as many columns, or columns and rows.

use std::ops::ControlFlow;

use itertools::Itertools;

use super::found::Found;
use super::named;
use super::view::View;
use crate::grid::HouseKind;
use crate::rate::technique::Sink;

pub(super) fn find(view: &View<'_>, sink: &mut Sink, size: usize) -> ControlFlow<()> {
    let technique = match size {
        2 => named("x-wing"),
        3 => named("swordfish"),
        _ => named("jellyfish"),
    };
    let houses = view.ground.puzzle.layout().full_houses();
    let of_kind = |kind: &HouseKind| {
        let numbered = houses.iter().enumerate();
        let of_kind = numbered.filter(|(_, house)| house.kind().name == kind.name);
        of_kind.map(|(number, _)| number).collect::<Vec<_>>()
    };
    let (rows, columns) = (of_kind(&HouseKind::ROW), of_kind(&HouseKind::COLUMN));
    for (bases, covers) in [(&columns, &rows), (&rows, &columns)] {
        let cover_of =
            |cell: usize| covers.iter().find(|cover| view.ground.houses_of[cell].contains(cover));
        for digit in 0..view.ground.digits {
            // Each line with the lines across in which the digit may stand.
            let lines = bases.iter().map(|&base| {
                let cells = view.cells_at(base, view.places(base, digit));
                let covers: Option<Vec<_>> =
                    cells.into_iter().map(|cell| cover_of(cell).copied()).collect();
                (base, covers.unwrap_or_default())
            });
            let few = lines.filter(|(_, covers)| (2..=size).contains(&covers.len()));
            let few: Vec<_> = few.collect();
            let mut chosen = Vec::new();
            choose(&few, size, &mut chosen, &[], &mut |bases, covers| {
                // Where grids overlap, lines of one kind may share cells: one digit would be in both.
                let mut places: Vec<usize> = Vec::new();
                for &base in bases {
                    places.extend(view.cells_at(base, view.places(base, digit)));
                }
                if !places.iter().all_unique() {
                    return ControlFlow::Continue(());
                }
                let among = |cell: usize| {
                    bases.iter().any(|base| view.ground.houses_of[cell].contains(base))
                };
                let all = covers
                    .iter()
                    .flat_map(|&cover| view.cells_at(cover, view.places(cover, digit)));
                let (cells, removed): (Vec<_>, Vec<_>) = all.partition(|&cell| among(cell));
                if removed.is_empty() {
                    return ControlFlow::Continue(());
                }
                let found =
                    Found::new(technique).removing(removed.into_iter().map(|cell| (cell, digit)));
                let houses = bases.iter().chain(covers);
                let found = houses.fold(found, |found, &house| found.within(house));
                sink.take(found.with(cells, 1 << digit).step())
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// Takes lines and the lines across.
type Take<'a> = dyn FnMut(&[usize], &[usize]) -> ControlFlow<()> + 'a;

/// Goes through `size` lines with as many lines across.
fn choose(
    lines: &[(usize, Vec<usize>)],
    size: usize,
    chosen: &mut Vec<usize>,
    covers: &[usize],
    found: &mut Take<'_>,
) -> ControlFlow<()> {
    if chosen.len() == size {
        return if covers.len() == size {
            found(chosen, covers)
        } else {
            ControlFlow::Continue(())
        };
    }
    for (n, (line, across)) in lines.iter().enumerate() {
        let mut union = covers.to_vec();
        union.extend(across.iter().filter(|cover| !covers.contains(cover)));
        if union.len() <= size {
            chosen.push(*line);
            choose(&lines[n + 1..], size, chosen, &union, found)?;
            chosen.pop();
        }
    }
    ControlFlow::Continue(())
}
