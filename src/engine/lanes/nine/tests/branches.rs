//! Where grids at rest branch, and that nothing is lost or doubled there.

use proptest::prelude::*;

use super::super::super::isa::{Fold, Isa, Work};
use super::super::branch::{Branch, choose, choose_one};
use super::super::solo::Solo;
use super::super::sweep::{Ways, half_sweep};
use super::model;
use super::{Marks, Sample, Ways1, block, config, everywhere, lane, samples, solutions, ways};

/// The choice at grids at rest, and what becomes of both sides.
#[derive(Clone, Copy)]
struct Branches<'a>(&'a [Marks]);

/// The choice for one grid, from the ways of each band in the lane that it has when gathered.
fn alone<I: Fold>(isa: I, ways: &Ways1) -> Option<(usize, u16, usize, usize)> {
    let mut way = [isa.splat(0); 6];
    for (w, way) in way.iter_mut().enumerate() {
        let mut bands = I::Row::default();
        for (band, ways) in ways.iter().enumerate() {
            bands[I::gathered(band)] = ways[w];
        }
        *way = isa.load(&bands);
    }
    choose_one(isa, &way, I::gathered)
}

impl Work for Branches<'_> {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        for some in self.0.chunks(I::LANES) {
            let mut grids = block::<I>(some.iter().copied());
            let mut found: Ways<I> = [[I::Row::default(); 6]; 6];
            half_sweep::<I, false>(isa, &mut grids, &mut found);
            half_sweep::<I, true>(isa, &mut grids, &mut found);
            let choice = choose(isa, &found);
            for (k, marks) in some.iter().enumerate() {
                let place = format!("lane {k} of {}", I::LANES);
                assert_eq!(lane(&grids, k), *marks, "{place}: it was at rest");
                let found = ways::<I>(&found, k);
                let expected = model::choose(&found);
                assert_eq!(alone(isa.folded(), &found), expected, "{place}");
                assert_eq!(choice.is_open(k), expected.is_some(), "{place}");
                let expected = expected.map(|branch| model::sides(marks, branch));
                let sides = Solo::new(isa.folded()).sides(marks);
                assert_eq!(sides, expected.map(|[put_by, stays]| [stays, put_by]), "{place}");
                let Some([excluded, confined]) = expected else { continue };
                let mut side = block::<I>(some.iter().copied());
                Branch::of(&choice, k).exclude::<I>(&mut side, k);
                assert_eq!(lane(&side, k), excluded, "{place}: excluded");
                let mut side = block::<I>(some.iter().copied());
                Branch::of(&choice, k).confine::<I>(&mut side, k);
                assert_eq!(lane(&side, k), confined, "{place}: confined");
                for (other, marks) in some.iter().enumerate().filter(|(other, _)| *other != k) {
                    assert_eq!(lane(&side, other), *marks, "{place}: and lane {other}");
                }
            }
        }
    }
}

/// Grids at rest, full ones among them.
fn at_rest(samples: &[Sample]) -> Vec<Marks> {
    let mut grids = Vec::new();
    for sample in samples {
        let mut marks = sample.marks;
        let mut ways = [[0; 6]; 6];
        // Down the first side of each branch, to see grids of all kinds.
        while !model::rest(&mut marks, &mut ways) {
            grids.push(marks);
            let Some(branch) = model::choose(&ways) else { break };
            marks = model::sides(&marks, branch)[1];
        }
    }
    grids
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn branches_are_those_of_the_model(samples in samples(4, false)) {
        everywhere(Branches(&at_rest(&samples)));
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn two_sides_have_each_solution_once(sample in super::sample(1, false)) {
        for marks in at_rest(&[sample]) {
            let mut ways = [[0; 6]; 6];
            model::rest(&mut marks.clone(), &mut ways);
            let mut all = solutions(&marks, 400);
            let Some(branch) = model::choose(&ways) else {
                prop_assert_eq!(&all, &[marks]);
                continue;
            };
            if all.len() == 400 {
                continue;
            }
            let [a, b] = model::sides(&marks, branch);
            prop_assert!(a != marks && b != marks, "a side takes nothing");
            let mut both = solutions(&a, 400);
            both.extend(solutions(&b, 400));
            all.sort_unstable();
            both.sort_unstable();
            prop_assert_eq!(all, both);
        }
    }
}
