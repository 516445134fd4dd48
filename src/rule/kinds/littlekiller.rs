//! Little killers. Digits may come again where no house forbids it.

use super::{Kind, Numbers, Shape};

pub(super) const KIND: Kind = Kind {
    name: "littlekiller",
    about: "the numbers of a diagonal add up to NUMBER",
    numbers: Numbers::One,
    shape: Shape::Cells,
    wrong: |line| {
        let places: Option<Vec<_>> = line.cells().iter().map(|&cell| line.place(cell)).collect();
        let step = |two: &[(i64, i64)]| (two[1].0 - two[0].0, two[1].1 - two[0].1);
        let places = places.unwrap_or_default();
        let mut steps = places.windows(2).map(step);
        let first = places.windows(2).next().map_or((1, 1), step);
        let straight = first.0.abs() == 1 && first.1.abs() == 1 && steps.all(|it| it == first);
        (!straight).then(|| "expected the cells of a diagonal".into())
    },
    holds: |line, values| values.of(line.cells()).iter().sum::<i64>() == line.k(),
    lower: |line, to| to.sum(line.cells(), [line.k()]),
    ..Kind::PLAIN
};
