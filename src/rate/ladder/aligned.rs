//! Aligned exclusion: of two or three cells, the combinations of digits that leave a cell they all
//! see nothing are impossible, and so is a digit that is in no other combination.

use std::ops::ControlFlow;

use crate::rate::finder::Finder;
use crate::rate::ground::{CELLS, Cells, Digits, Ground, bits, cells};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Sink, Technique};

static ALIGNED_PAIR: Technique =
    Technique::new("aligned-pair-exclusion", "Aligned Pair Exclusion", 6.2);
static ALIGNED_TRIPLET: Technique =
    Technique::new("aligned-triplet-exclusion", "Aligned Triplet Exclusion", 7.5);

pub(super) const PAIR: Producer = Producer { techniques: &[&ALIGNED_PAIR], find: pair };
pub(super) const TRIPLET: Producer = Producer { techniques: &[&ALIGNED_TRIPLET], find: triplet };

/// Cells that could be left without a digit: those of two to `most` candidates.
fn excluders(state: &State, most: usize) -> Cells {
    let few = |cell: &usize| (2..=most).contains(&state.count(*cell));
    cells(state.empty).filter(few).fold(0, |set, cell| set | 1 << cell)
}

/// Cells that may take part, row by row: they see an excluder and no naked single.
fn bases(ground: &Ground, state: &State, excluders: Cells) -> Vec<usize> {
    let single = |cell: &usize| state.count(*cell) == 1;
    let singles = cells(state.empty).filter(single).fold(0, |set, cell| set | 1 << cell);
    let usable = |cell: &usize| {
        let peers = ground.peers[*cell];
        state.count(*cell) >= 2 && peers & excluders != 0 && peers & singles == 0
    };
    cells(state.empty).filter(usable).collect()
}

/// Whether a set has two cells or more.
fn several(set: Cells) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// Numbers of these searches, for what has changed since they were in vain.
const PAIRS: usize = 0;
const TRIPLETS: usize = 1;

fn pair(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let changed = if sink.wants_all() { !0 } else { finder.changed(PAIRS) };
    find_pair(finder, changed, sink)?;
    if !sink.wants_all() {
        finder.in_vain(PAIRS);
    }
    ControlFlow::Continue(())
}

fn triplet(finder: &mut Finder, sink: &mut Sink) -> ControlFlow<()> {
    let changed = if sink.wants_all() { !0 } else { finder.changed(TRIPLETS) };
    find_triplet(finder, changed, sink)?;
    if !sink.wants_all() {
        finder.in_vain(TRIPLETS);
    }
    ControlFlow::Continue(())
}

fn find_pair(finder: &Finder, changed: Cells, sink: &mut Sink) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    let excluders = excluders(state, 2);
    let bases = bases(ground, state, excluders);
    for (n, &second) in bases.iter().enumerate() {
        for &first in &bases[..n] {
            let common = ground.peers[first] & ground.peers[second] & excluders;
            // Else it is as it was.
            let new = (common | 1 << first | 1 << second) & changed != 0;
            if !new || !several(common) {
                continue;
            }
            // By digit, what the other cell cannot have beside it.
            let mut clashes = [0 as Digits; 9];
            for cell in cells(common) {
                let of = state.of[cell];
                for digit in bits(of) {
                    clashes[digit] |= of & !(1 << digit);
                }
            }
            if ground.peers[first] >> second & 1 == 1 {
                for (digit, clashes) in clashes.iter_mut().enumerate() {
                    *clashes |= 1 << digit;
                }
            }
            let mut removed = Marks::default();
            for (cell, other) in [(first, second), (second, first)] {
                for digit in bits(state.of[cell]) {
                    if state.of[other] & !clashes[digit] == 0 {
                        removed.add(cell, 1 << digit);
                    }
                }
            }
            if !removed.is_empty() {
                let digits = state.of[first] | state.of[second];
                let pattern = 1 << first | 1 << second;
                sink.take(Step::new(&ALIGNED_PAIR).removing(removed).with(pattern, digits))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The third cell is itself an excluder of one of the others.
fn find_triplet(finder: &Finder, changed: Cells, sink: &mut Sink) -> ControlFlow<()> {
    let (ground, state) = (finder.ground, &finder.state);
    let excluders = excluders(state, 3);
    let bases = bases(ground, state, excluders);
    let among = bases.iter().fold(0, |set: Cells, cell| set | 1 << cell);
    for (n, &second) in bases.iter().enumerate() {
        for &first in &bases[..n] {
            let common = ground.peers[first] & ground.peers[second] & excluders;
            if !several(common) {
                continue;
            }
            // All third cells, or those that have changed.
            let pair_new = (1 << first | 1 << second) & changed != 0;
            let some = if pair_new || common & changed != 0 { !0 } else { changed };
            let third_among =
                excluders & among & some & (ground.peers[first] | ground.peers[second]);
            if third_among == 0 {
                continue;
            }
            let third_among = third_among & !(1 << first | 1 << second);
            let excluded = |third: usize| {
                let common = common & ground.peers[third];
                let new = pair_new || (common | 1 << third) & changed != 0;
                if new && several(common) {
                    exclude(ground, state, [first, second, third], common)
                } else {
                    None
                }
            };
            // Seldom is there any, so the order is looked at only then.
            if cells(third_among).all(|third| excluded(third).is_none()) {
                continue;
            }
            let near = |cell: usize| ground.peer_list[cell].iter().map(|&cell| usize::from(cell));
            let thirds = near(first).chain(near(second));
            for third in thirds.filter(|third| third_among >> third & 1 == 1) {
                if let Some(removed) = excluded(third) {
                    let pattern = 1 << first | 1 << second | 1 << third;
                    let digits = state.of[first] | state.of[second] | state.of[third];
                    let step = Step::new(&ALIGNED_TRIPLET).removing(removed);
                    sink.take(step.with(pattern, digits))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The digits of three cells that are in no combination that leaves all of `common` something.
fn exclude(ground: &Ground, state: &State, three: [usize; 3], common: Cells) -> Option<Marks> {
    let of = three.map(|cell| state.of[cell]);
    // Cells that such a combination could leave without a digit.
    let (mut sets, mut count) = ([0 as Digits; CELLS], 0);
    for cell in cells(common).filter(|&cell| state.of[cell] & !(of[0] | of[1] | of[2]) == 0) {
        sets[count] = state.of[cell];
        count += 1;
    }
    if count == 0 {
        // What cells that see each other exclude alone are naked pairs.
        return None;
    }
    let sets = &sets[..count];
    let sees = |a: usize, b: usize| ground.peers[three[a]] >> three[b] & 1 == 1;
    let near = [sees(1, 2), sees(0, 2), sees(0, 1)];
    let mut possible = [0 as Digits; 3];
    let mut removed = Marks::default();
    for one in 0..3 {
        let (two, last_) = ((one + 1) % 3, (one + 2) % 3);
        for a in bits(of[one]) {
            if possible[one] >> a & 1 == 1 {
                continue;
            }
            let without = |other: usize, between: bool, digit: usize| {
                if between { of[other] & !(1 << digit) } else { of[other] }
            };
            // A combination with it, which shows its other digits to be possible too.
            let found = bits(without(two, near[last_], a)).find_map(|b| {
                let last = without(last_, near[two], a);
                let last = if near[one] { last & !(1 << b) } else { last };
                bits(last).find_map(|c| {
                    let taken: Digits = 1 << a | 1 << b | 1 << c;
                    sets.iter().all(|set| set & !taken != 0).then_some((b, c))
                })
            });
            if let Some((b, c)) = found {
                possible[two] |= 1 << b;
                possible[last_] |= 1 << c;
            } else {
                removed.add(three[one], 1 << a);
            }
        }
    }
    (!removed.is_empty()).then_some(removed)
}
