//! Schrödinger cells: a digit more than a house has cells, and one cell of each that holds two.

use super::super::modified::{self, Told};
use super::{Kind, Shape, are_distinct};
use crate::grid::House;

pub(super) const KIND: Kind = Kind {
    name: "schrodinger",
    aliases: &["schroedinger"],
    about: "one cell of each row, column and box holds two digits, so that each house has every digit; row by row, the first cells tell its column, the second the greater of both; the grid has the smaller",
    shape: Shape::Lines(2, 2),
    wrong: modified::wrong_doubles,
    holds: |two, values| {
        modified::cells(two, values).is_some()
            && two.plain_houses().map(House::cells).all(|cells| {
                let here = |it: &Told| values.at(it.column) == it.at;
                modified::told(two, cells).filter(here).all(|Told { cell, second, .. }| {
                    let all = values.of(&[cells, &[second]].concat());
                    are_distinct(&all) && values.at(cell) < values.at(second)
                })
            })
    },
    lower: |two, to| {
        modified::lower(two, to);
        for cells in two.plain_houses().map(House::cells) {
            to.any(modified::told(two, cells).map(|Told { cell, second, column, at }| {
                move |to: &mut super::Lowering<'_>| {
                    to.stands(&[column], at);
                    to.distinct(&[cells, &[second]].concat());
                    to.pairs(vec![(cell, second)], |own, second| own < second);
                }
            }));
        }
    },
    ..Kind::PLAIN
};
