//! Aligned exclusion: of two or three cells, the combinations of digits that leave a cell they all
//! see nothing are impossible, and so is a digit that is in no other combination.

use crate::rate::finder::Finder;
use crate::rate::ground::{CELLS, Cells, Digits, Ground, bits, cells};
use crate::rate::marks::Marks;
use crate::rate::state::State;
use crate::rate::step::Step;
use crate::rate::technique::{Producer, Technique};

static ALIGNED_PAIR: Technique =
    Technique::new("aligned-pair-exclusion", "Aligned Pair Exclusion", 6.2);
static ALIGNED_TRIPLET: Technique =
    Technique::new("aligned-triplet-exclusion", "Aligned Triplet Exclusion", 7.5);

pub(super) const PAIR: Producer = Producer { techniques: &[&ALIGNED_PAIR], find: pair };
pub(super) const TRIPLET: Producer = Producer { techniques: &[&ALIGNED_TRIPLET], find: triplet };

/// Cells that could be left without a digit: those of two to `most` candidates.
fn excluders(state: &State, most: u32) -> Cells {
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

fn pair(finder: &mut Finder) -> Option<Step> {
    let (ground, state) = (finder.ground, &finder.state);
    let excluders = excluders(state, 2);
    let bases = bases(ground, state, excluders);
    for (n, &second) in bases.iter().enumerate() {
        for &first in &bases[..n] {
            let common = ground.peers[first] & ground.peers[second] & excluders;
            if common.count_ones() < 2 {
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
                return Some(Step::new(&ALIGNED_PAIR).removing(removed).with(pattern, digits));
            }
        }
    }
    None
}

/// The third cell is itself an excluder of one of the others.
fn triplet(finder: &mut Finder) -> Option<Step> {
    let (ground, state) = (finder.ground, &finder.state);
    let excluders = excluders(state, 3);
    let bases = bases(ground, state, excluders);
    let among = bases.iter().fold(0, |set: Cells, cell| set | 1 << cell);
    for (n, &second) in bases.iter().enumerate() {
        for &first in &bases[..n] {
            let common = ground.peers[first] & ground.peers[second] & excluders;
            if common.count_ones() < 2 {
                continue;
            }
            let near = |cell: usize| ground.peer_list[cell].iter().map(|&cell| usize::from(cell));
            let thirds = near(first).chain(near(second));
            let third = |&cell: &usize| {
                (excluders & among) >> cell & 1 == 1 && cell != first && cell != second
            };
            for third in thirds.filter(third) {
                let common = common & ground.peers[third];
                if common.count_ones() < 2 {
                    continue;
                }
                if let Some(removed) = exclude(ground, state, [first, second, third], common) {
                    let pattern = 1 << first | 1 << second | 1 << third;
                    let digits = state.of[first] | state.of[second] | state.of[third];
                    let step = Step::new(&ALIGNED_TRIPLET).removing(removed);
                    return Some(step.with(pattern, digits));
                }
            }
        }
    }
    None
}

/// The digits of three cells that are in no combination that leaves all of `common` something.
fn exclude(ground: &Ground, state: &State, three: [usize; 3], common: Cells) -> Option<Marks> {
    let mut sets = [0 as Digits; CELLS];
    let mut count = 0;
    for cell in cells(common) {
        sets[count] = state.of[cell];
        count += 1;
    }
    let sees = |a: usize, b: usize| ground.peers[three[a]] >> three[b] & 1 == 1;
    let (near01, near02, near12) = (sees(0, 1), sees(0, 2), sees(1, 2));
    let mut possible = [0 as Digits; 3];
    for a in bits(state.of[three[0]]) {
        for b in bits(state.of[three[1]]) {
            if a == b && near01 {
                continue;
            }
            for c in bits(state.of[three[2]]) {
                if a == c && near02 || b == c && near12 {
                    continue;
                }
                let taken: Digits = 1 << a | 1 << b | 1 << c;
                if sets[..count].iter().all(|set| set & !taken != 0) {
                    possible[0] |= 1 << a;
                    possible[1] |= 1 << b;
                    possible[2] |= 1 << c;
                }
            }
        }
    }
    let mut removed = Marks::default();
    for (&cell, possible) in three.iter().zip(possible) {
        removed.add(cell, state.of[cell] & !possible);
    }
    (!removed.is_empty()).then_some(removed)
}
