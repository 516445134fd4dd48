//! Interchangeable digits. If two digits have the same candidates everywhere, swapping them maps
//! solutions to solutions. The symmetry is broken by clauses that order such digits in one house;
//! each solution stands for all its permutations. Also whether a block allows digits of some cells to
//! be exchanged, which [`super::precedence`] asks.

use itertools::Itertools;

use super::state::{Lit, State};
use super::word::Word;
use crate::grid::{Cell, Digit};
use crate::puzzle::Puzzle;
use crate::rule::{Block, Line, Pairs};

/// Whether no rule of a puzzle tells digits apart: all say only that cells differ.
pub(super) fn rules_allow(puzzle: &Puzzle) -> bool {
    let digits = puzzle.digits();
    puzzle.rules().iter().flat_map(|rule| rule.blocks()).all(|block| match block {
        Block::Distinct(_) => true,
        Block::Pairs(block) => equality(block, digits) == Some(false),
        _ => false,
    })
}

/// Lines of more cells times states are not looked at.
const MOST_STATES: usize = 1 << 17;

/// Whether a block is seen to say the same under every permutation of the first so many digits at some cells, which have
/// no others.
pub(super) fn is_symmetric(
    block: &Block,
    is_member: &dyn Fn(&Cell) -> bool,
    digits: usize,
) -> bool {
    if !block.cells().iter().any(is_member) {
        return true;
    }
    match block {
        Block::Distinct(block) => block.cells().iter().all(is_member),
        Block::Pairs(block) => {
            let mut pairs = block.pairs().iter();
            pairs.all(|(a, b)| is_member(a) == is_member(b)) && equality(block, digits).is_some()
        }
        Block::Line(line) => {
            // A swap and a rotation generate every permutation.
            let [swap, rotation] = [digits.min(2), digits]
                .map(|count| move |k: usize| if k < count { (k + 1) % count } else { k });
            line.cells().len() * line.automaton().states() <= MOST_STATES
                && is_kept(line, is_member, &swap)
                && is_kept(line, is_member, &rotation)
        }
        Block::NValue(block) => {
            let counts = &block.counts()[..digits];
            block.cells().iter().map(is_member).all_equal()
                && (!is_member(&block.teller()) || counts.iter().all_equal())
        }
        Block::Choice(choice) => {
            choice.options().iter().flatten().all(|block| is_symmetric(block, is_member, digits))
        }
        _ => false,
    }
}

/// Of pairs that allow the same for all of the first so many digits: `true` if these are to be equal, `false` if they
/// are to differ.
fn equality(block: &Pairs, digits: usize) -> Option<bool> {
    let allows = |a: usize, b: usize| block.allowed()[a].contains(Digit::new(b));
    let equal = allows(0, 0);
    let mut pairs = (0..digits).cartesian_product(0..digits);
    pairs.all(|(a, b)| allows(a, b) == (equal == (a == b))).then_some(equal)
}

/// Whether an automaton is seen to accept the same words with the images of digits at some cells. States are matched to
/// one each, so some automata that do are missed.
fn is_kept(line: &Line, is_member: &dyn Fn(&Cell) -> bool, image: &dyn Fn(usize) -> usize) -> bool {
    let automaton = line.automaton();
    let mut states = vec![(automaton.start(), automaton.start())];
    for cell in line.cells() {
        let mut images = vec![None; automaton.states()];
        let mut next = Vec::new();
        let is_member = is_member(cell);
        for (own, other) in states {
            for digit in 0..automaton.digits() {
                let image = if is_member { image(digit) } else { digit };
                let steps = [(own, digit), (other, image)];
                match steps.map(|(state, digit)| automaton.next(state, Digit::new(digit))) {
                    [None, None] => {}
                    [Some(own), Some(other)] => match images[own] {
                        None => {
                            images[own] = Some(other);
                            next.push((own, other));
                        }
                        Some(known) if known == other => {}
                        Some(_) => return false,
                    },
                    _ => return false,
                }
            }
        }
        states = next;
    }
    states.into_iter().all(|(own, other)| automaton.accepts(own) == automaton.accepts(other))
}

/// Classes of interchangeable digits, and a permutation of them.
#[derive(Debug, Clone)]
pub(super) struct Interchangeable {
    classes: Vec<Vec<usize>>,
    /// The image of each digit.
    image: Vec<usize>,
}

/// The clauses that order a class may have this many literals; larger classes are not used.
const MOST: usize = 2_000_000;

impl Interchangeable {
    /// No digits.
    pub(super) fn none(side: usize) -> Self {
        Interchangeable { classes: Vec::new(), image: (0..side).collect() }
    }

    /// The classes of a state, and the clauses that order them.
    pub(super) fn find<W: Word>(state: &State<'_, W>) -> (Self, Vec<Vec<Lit>>) {
        let side = state.geometry.side;
        let mut this = Self::none(side);
        let mut clauses = Vec::new();
        let mut left: Vec<usize> = (0..side).collect();
        while let Some(&first) = left.first() {
            // Together the houses of the cover hold every cell but the loose ones.
            let (houses, loose) = &state.geometry.cover;
            let is_equal = |digit: usize| {
                let places = |house: u32, digit| state.places[house as usize * side + digit];
                houses.iter().all(|&house| places(house, first) == places(house, digit))
                    && loose.iter().all(|&cell| {
                        let set = state.cells[cell as usize];
                        set.has(first) == set.has(digit)
                    })
            };
            let (class, rest): (Vec<usize>, Vec<usize>) =
                left.iter().partition(|&&digit| is_equal(digit));
            left = rest;
            if class.len() > 1 && in_order(state, &class, &mut clauses) {
                this.classes.push(class);
            }
        }
        (this, clauses)
    }

    /// The image of each digit.
    pub(super) fn image(&self) -> &[usize] {
        &self.image
    }

    /// Goes on to the next permutation; after the last one back to the identity, and `false`.
    pub(super) fn next(&mut self) -> bool {
        for class in &self.classes {
            // The next permutation in lexical order.
            let image = &mut self.image;
            let Some(k) = (1..class.len()).rev().find(|&k| image[class[k - 1]] < image[class[k]])
            else {
                for &digit in class {
                    image[digit] = digit;
                }
                continue;
            };
            let pivot = image[class[k - 1]];
            let swap = (k..class.len()).rev().find(|&j| image[class[j]] > pivot).unwrap_or(k);
            image.swap(class[k - 1], class[swap]);
            let (mut low, mut high) = (k, class.len() - 1);
            while low < high {
                image.swap(class[low], class[high]);
                low += 1;
                high -= 1;
            }
            return true;
        }
        false
    }
}

/// Adds clauses by which digits alike stand in order in the full house where they have fewest
/// places. Whether there is one, and they are not too many.
fn in_order<W: Word>(state: &State<'_, W>, class: &[usize], clauses: &mut Vec<Vec<Lit>>) -> bool {
    let geometry = state.geometry;
    let places = |house: usize| state.places[house * geometry.side + class[0]];
    let Some(house) = (0..geometry.full).min_by_key(|&house| places(house).count()) else {
        return false;
    };
    let cells: Vec<usize> =
        places(house).numbers().map(|position| geometry.cell(house, position)).collect();
    let is = |cell: usize, digit: usize| Lit::is(state.var(cell, digit));
    if cells.len() == class.len() {
        clauses.extend(cells.iter().zip(class).map(|(&cell, &digit)| vec![is(cell, digit)]));
        return true;
    }
    if cells.len() * cells.len() * class.len() / 2 > MOST {
        return false;
    }
    for (k, &cell) in cells.iter().enumerate() {
        for pair in class.windows(2) {
            // The second stands here only if the first stands before.
            let mut clause = vec![!is(cell, pair[1])];
            clause.extend(cells[..k].iter().map(|&before| is(before, pair[0])));
            clauses.push(clause);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::grid::CandidateSet;
    use crate::random::Random;
    use crate::rule::{Automaton, Choice, Distinct, NValue};

    /// Four cells with three digits.
    fn block(random: &mut Random, depth: usize) -> Block {
        let mut cells = |count: usize| -> Vec<Cell> {
            (0..count).map(|_| Cell::new(random.below(4))).collect()
        };
        let (line, pairs) = (cells(3), (0..2).map(|_| cells(2)).collect_vec());
        let allowed = |random: &mut Random| {
            let all: CandidateSet = (0..3).map(Digit::new).collect();
            let kind = random.below(3);
            let some = |a: usize| match kind {
                0 => [Digit::new(a)].into_iter().collect(),
                1 => all.iter().filter(|digit| digit.index() != a).collect(),
                _ => all.iter().filter(|_| random.below(2) == 0).collect(),
            };
            (0..3).map(some).collect_vec()
        };
        match random.below(if depth == 0 { 4 } else { 5 }) {
            0 => Block::Distinct(Distinct::new(line)),
            1 => {
                let pairs = pairs.iter().map(|two| (two[0], two[1])).collect_vec();
                Block::Pairs(Pairs::new(allowed(random).into(), pairs))
            }
            2 => {
                // A few states that do not tell digits apart, but now and then.
                let to: Vec<_> = (0..9).map(|_| random.below(4)).collect();
                let blind = random.below(3) > 0;
                let next = |state: usize, digit: usize| {
                    Some(to[3 * state + if blind { 0 } else { digit }]).filter(|&to| to < 3)
                };
                let accepting: Vec<bool> = (0..3).map(|_| random.below(2) == 0).collect();
                Block::Line(Line::new(line, Arc::new(Automaton::new(3, 0, accepting, next))))
            }
            3 => {
                let counts = (0..3).map(|_| i32::try_from(random.below(3)).unwrap() + 1);
                let counts: Vec<_> = counts.collect();
                Block::NValue(NValue::new(&line[1..], line[0], counts))
            }
            _ => {
                let mut option = || vec![block(random, depth - 1)].into_boxed_slice();
                Block::Choice(Choice::new(vec![option(), option()]))
            }
        }
    }

    #[test]
    fn symmetric_blocks_keep_grids_under_all_permutations() {
        let mut random = Random::new(5);
        let (mut symmetric, mut lines, mut counts) = (0, 0, 0);
        let grids = (0..4).map(|_| 0..3usize).multi_cartesian_product().collect_vec();
        for _ in 0..3000 {
            let block = block(&mut random, 2);
            let members = random.below(16);
            let digits = 1 + random.below(3);
            let is_member = |cell: &Cell| members >> cell.index() & 1 == 1;
            if !is_symmetric(&block, &is_member, digits) {
                continue;
            }
            let is_about = block.cells().iter().any(is_member);
            symmetric += usize::from(is_about && digits > 1);
            lines += usize::from(is_about && digits > 1 && matches!(block, Block::Line(_)));
            counts += usize::from(is_about && digits > 1 && matches!(block, Block::NValue(_)));
            for image in (0..digits).permutations(digits) {
                let has_others = |grid: &&Vec<usize>| {
                    let mut cells = (0..4).filter(|&k| is_member(&Cell::new(k)));
                    cells.any(|k| grid[k] >= digits)
                };
                for grid in grids.iter().filter(|grid| !has_others(grid)) {
                    let own = grid.iter().map(|&digit| Digit::new(digit)).collect_vec();
                    let with_image = |(k, &digit): (usize, &usize)| {
                        let of = image.get(digit).filter(|_| is_member(&Cell::new(k)));
                        Digit::new(*of.unwrap_or(&digit))
                    };
                    let other = grid.iter().enumerate().map(with_image).collect_vec();
                    assert_eq!(block.holds(&own), block.holds(&other), "{block:?} {members:b}");
                }
            }
        }
        assert!(symmetric > 300 && lines > 100 && counts > 30, "{symmetric} {lines} {counts}");
        let only = Arc::new(Automaton::new(1, 0, [true], |_, _| Some(0)));
        let line = Block::Line(Line::new([Cell::new(0); 2], only));
        assert!(is_symmetric(&line, &|_| true, 1), "of one digit");
    }

    #[test]
    fn every_permutation_comes_once() {
        let mut digits =
            Interchangeable { classes: vec![vec![0, 2, 3], vec![1, 5]], image: (0..6).collect() };
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..2 {
            loop {
                assert!(seen.insert(digits.image().to_vec()));
                if !digits.next() {
                    break;
                }
            }
            assert_eq!(seen.len(), 12);
            assert!(seen.iter().all(|image| image[4] == 4));
            seen.clear();
        }
    }
}
