//! Chaos construction: regions that are to be found. An extra cell for each cell of the grid holds the number
//! of its region; regions are numbered in the order of their first cells.

use itertools::Itertools;

use super::{Kind, Shape, are_distinct};

pub(super) const KIND: Kind = Kind {
    name: "chaos",
    aliases: &["chaosconstruction"],
    about: "the cells tell, one for each of the grid, which connected region it is in: of all digits",
    shape: Shape::Word,
    wrong: |labels| {
        let (grid, side) = (labels.all_cells().len(), labels.digits());
        let extra = labels.cells().iter().filter(|cell| cell.index() >= grid).unique().count();
        if labels.cells().len() != grid || extra != grid {
            return Some(format!("expected {grid} extra cells, one for each of the grid"));
        }
        let fills = grid.is_multiple_of(side) && grid / side <= side;
        (!fills).then(|| format!("regions of {side} cells do not fill the grid"))
    },
    holds: |labels, values| {
        let all = values.of(labels.cells());
        let regions = labels.all_cells().into_group_map_by(|cell| all[cell.index()]);
        all.iter().copied().unique().eq(labels.values().take(all.len() / labels.digits()))
            && regions.values().all(|it| are_distinct(&values.of(it)) && labels.are_connected(it))
    },
    lower: |labels, to| {
        let (cells, grid) = (labels.cells(), labels.all_cells().collect_vec());
        let names = labels.values().take(grid.len() / labels.digits());
        let Some(last) = names.clone().last() else { return };
        let next = |&most: &i64, name| (name <= last.min(most + 1)).then_some(most.max(name));
        to.word(cells, labels.least() - 1, next, |&most| most == last);
        let edges = labels.edges(&grid);
        names.for_each(|name| to.connected(cells, &edges, |it| it == name, Some(labels.digits())));
        to.distinct_pairs(grid.into_iter().zip(cells.iter().copied()).collect());
    },
    labels: true,
    ..Kind::PLAIN
};
