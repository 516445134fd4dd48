//! Every operation of every instruction set that the machine has, against a plain model of one
//! element.

use std::fmt::Debug;

use proptest::prelude::*;

use super::super::nine::ALL;
use super::{Fold, InstructionSet, Isa, Work};

/// Elements for the widest vector.
type Elements = [u16; 32];

/// What operations are given.
#[derive(Debug, Clone, Copy)]
struct Input {
    a: Elements,
    b: Elements,
    c: Elements,
    bits: u32,
}

fn config() -> ProptestConfig {
    ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 500 })
}

/// Candidates for the most part, few of them or many, and what lies at the ends of the range.
fn element() -> impl Strategy<Value = u16> {
    let few = (0..16_u32, 0..16_u32, 0..16_u32);
    prop_oneof![
        2 => Just(0),
        1 => Just(ALL),
        1 => prop::sample::select(vec![0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff]),
        2 => (0..16_u32).prop_map(|k| 1 << k),
        3 => few.prop_map(|(i, j, k)| 1 << i | 1 << j | 1 << k),
        3 => 0..=ALL,
        3 => any::<u16>(),
    ]
}

fn input() -> impl Strategy<Value = Input> {
    // Not arrays of strategies: they would not fit the stack.
    let three = (prop::collection::vec(element(), 3 * 32), any::<u32>(), any::<bool>());
    three.prop_map(|(some, bits, alike)| {
        let [a, mut b, c] = [0, 1, 2].map(|k| std::array::from_fn(|i| some[32 * k + i]));
        // Else hardly two elements would ever be equal.
        if alike {
            for (lane, b) in b.iter_mut().enumerate().filter(|(lane, _)| bits >> lane & 1 == 1) {
                *b = a[lane];
            }
        }
        Input { a, b, c, bits }
    })
}

fn row<I: Isa>(elements: &Elements) -> I::Row {
    let mut row = I::Row::default();
    for lane in 0..I::LANES {
        row[lane] = elements[lane];
    }
    row
}

fn vector<I: Isa>(isa: I, elements: &Elements) -> I::V {
    isa.load(&row::<I>(elements))
}

/// Whether each element is what a model says.
fn holds<I: Isa>(isa: I, name: &str, v: I::V, expected: impl Fn(usize) -> u16) {
    let mut row = I::Row::default();
    isa.store(v, &mut row);
    for lane in 0..I::LANES {
        assert_eq!(row[lane], expected(lane), "{name} in lane {lane} of {}", I::LANES);
    }
}

/// Bits of the lanes of which something holds.
fn bits_of<I: Isa>(holds: impl Fn(usize) -> bool) -> u32 {
    (0..I::LANES).filter(|&lane| holds(lane)).fold(0, |bits, lane| bits | 1 << lane)
}

fn small<N: TryInto<u16, Error: Debug>>(number: N) -> u16 {
    number.try_into().unwrap()
}

fn at_most(bits: u32, a: u16, b: u16) -> u16 {
    if a.count_ones() <= bits { a } else { b }
}

fn narrowed(a: u16, b: u16, c: u16) -> u16 {
    if a & b != 0 { a & b } else { a & c }
}

/// Runs a test with every instruction set.
fn everywhere<W: Work + Copy>(work: W) {
    for set in InstructionSet::available() {
        set.dispatch(work);
    }
}

#[derive(Clone, Copy)]
struct Bitwise(Input);

impl Work for Bitwise {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        let Input { a, b, c, .. } = self.0;
        let [x, y, z] = [a, b, c].map(|elements| vector(isa, &elements));
        holds(isa, "load and store", x, |i| a[i]);
        holds(isa, "splat", isa.splat(a[0]), |_| a[0]);
        holds(isa, "and", isa.and(x, y), |i| a[i] & b[i]);
        holds(isa, "or", isa.or(x, y), |i| a[i] | b[i]);
        holds(isa, "and3", isa.and3(x, y, z), |i| a[i] & b[i] & c[i]);
        holds(isa, "or3", isa.or3(x, y, z), |i| a[i] | b[i] | c[i]);
        holds(isa, "minus", isa.minus(x, y), |i| a[i] & !b[i]);
        holds(isa, "minus_both", isa.minus_both(x, y, z), |i| a[i] & !b[i] & !c[i]);
        let majority = |i: usize| a[i] & b[i] | a[i] & c[i] | b[i] & c[i];
        holds(isa, "majority", isa.majority(x, y, z), majority);
        holds(isa, "odd", isa.odd(x, y, z), |i| a[i] ^ b[i] ^ c[i]);
    }
}

#[derive(Clone, Copy)]
struct Characters;

impl Work for Characters {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        for first in (0..=u8::MAX).step_by(16) {
            let symbols = std::array::from_fn(|k| first + k as u8);
            for (symbol, found) in symbols.into_iter().zip(isa.candidates(symbols)) {
                let digit = symbol.wrapping_sub(b'1');
                let expected = if digit < 9 { 1 << digit } else { ALL };
                assert_eq!(found, expected, "{:?} in {} lanes", char::from(symbol), I::LANES);
            }
        }
    }
}

#[test]
fn candidates_of_every_character() {
    everywhere(Characters);
}

#[derive(Clone, Copy)]
struct Numbers(Input);

impl Work for Numbers {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        let Input { a, b, .. } = self.0;
        let [x, y] = [a, b].map(|elements| vector(isa, &elements));
        holds(isa, "add", isa.add(x, y), |i| a[i].wrapping_add(b[i]));
        holds(isa, "min", isa.min(x, y), |i| a[i].min(b[i]));
        assert_eq!(isa.eq(x, y), bits_of::<I>(|i| a[i] == b[i]), "eq");
        assert_eq!(isa.eq(x, x), bits_of::<I>(|_| true), "eq with itself");
        // Only numbers that are positive to a signed comparison too.
        let [a, b] = [a, b].map(|elements| elements.map(|x| x & 0x7fff));
        let less = isa.less(vector(isa, &a), vector(isa, &b));
        let chosen = isa.blend(less, isa.splat(1), isa.splat(0));
        holds(isa, "less", chosen, |i| u16::from(a[i] < b[i]));
    }
}

#[derive(Clone, Copy)]
struct Choices(Input);

impl Work for Choices {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        let Input { a, b, c, bits, .. } = self.0;
        let [x, y] = [a, b].map(|elements| vector(isa, &elements));
        let mask = isa.mask(bits);
        let is_on = |i: usize| bits >> i & 1 == 1;
        holds(isa, "blend", isa.blend(mask, x, y), |i| if is_on(i) { a[i] } else { b[i] });
        let index = std::array::from_fn(|lane| {
            if I::DRAWS_ACROSS { c[lane] % small(I::LANES) } else { small(lane) }
        });
        let drawn = isa.draw(mask, vector(isa, &index), x, y);
        let expected = |i: usize| if is_on(i) { a[usize::from(index[i])] } else { b[i] };
        holds(isa, "draw", drawn, expected);
    }
}

#[derive(Clone, Copy)]
struct Conditions(Input);

impl Work for Conditions {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        let Input { a, b, c, .. } = self.0;
        let [x, y, z] = [a, b, c].map(|elements| vector(isa, &elements));
        let more = isa.or(x, y);
        let three_or = |i: usize| if a[i].count_ones() >= 3 { a[i] } else { a[i] | b[i] };
        holds(isa, "if_single", isa.if_single(x), |i| at_most(1, a[i], 0));
        holds(isa, "if_three_or", isa.if_three_or(x, more), three_or);
        holds(isa, "if_any_or", isa.if_any_or(x, y), |i| if a[i] != 0 { a[i] } else { b[i] });
        // The same for all inputs, whatever lies in what.
        holds(isa, "narrow", isa.narrow(x, y, z), |i| narrowed(a[i], b[i], c[i]));
        // For candidates only.
        let folded = isa.folded();
        let [a, b] = [a, b].map(|elements| elements.map(|a| a & 0x7fff));
        let [x, y] = [a, b].map(|elements| vector(folded, &elements));
        holds(folded, "min_soon", folded.min_soon(x, y), |i| a[i].min(b[i]));
        let [a, b] = [a, b].map(|elements| elements.map(|a| a & ALL));
        let [x, y] = [a, b].map(|elements| vector(folded, &elements));
        let mut gone = folded.splat(0);
        for _ in 0..15 {
            gone = folded.gone(gone, x, folded.and(x, y));
        }
        let stays = folded.eq(gone, folded.splat(0));
        for i in 0..I::Folded::LANES {
            assert_eq!(stays >> i & 1 != 0, a[i] & !b[i] == 0, "gone, {} lanes", I::Folded::LANES);
        }
        let none = folded.splat(0);
        let empty = a[..I::Folded::LANES].contains(&0);
        assert_eq!(folded.any_or_empty(none, x), empty, "any_or_empty, {} lanes", I::Folded::LANES);
        assert!(folded.any_or_empty(folded.splat(1), folded.splat(1)));
        assert!(folded.any_or_empty(none, none) && !folded.any_or_empty(none, folded.splat(1)));
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bits_are_combined(input in input()) {
        everywhere(Bitwise(input));
    }

    #[test]
    fn numbers_are_added_and_compared(input in input()) {
        everywhere(Numbers(input));
    }

    #[test]
    fn lanes_are_chosen_and_drawn(input in input()) {
        everywhere(Choices(input));
    }

    #[test]
    fn conditions_are_told_lane_by_lane(input in input()) {
        everywhere(Conditions(input));
    }
}

/// Operations on one vector, for all elements there are.
#[derive(Clone, Copy)]
struct Alone;

impl Work for Alone {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        let step = if cfg!(miri) { 1009 } else { 1 };
        for start in (0..=u16::MAX).step_by(I::LANES * step) {
            let a: Elements = std::array::from_fn(|i| start.wrapping_add(small(i)));
            let x = vector(isa, &a);
            holds(isa, "count", isa.count(x), |i| small(a[i].count_ones()));
            holds(isa, "lowest", isa.lowest(x), |i| a[i] & a[i].wrapping_neg());
            holds(isa, "if_single", isa.if_single(x), |i| at_most(1, a[i], 0));
            let every = isa.splat(u16::MAX);
            let three_or = |i: usize| if a[i].count_ones() >= 3 { a[i] } else { u16::MAX };
            holds(isa, "if_three_or", isa.if_three_or(x, every), three_or);
        }
    }
}

#[test]
fn bits_are_counted_in_all_elements() {
    everywhere(Alone);
}

/// The places of mini-rows: the band, the row in it and the box.
fn places() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..27).map(|e| (e / 9, e / 3 % 3, e % 3))
}

/// A grid in planes, and the padding, which is one value throughout.
#[derive(Clone, Copy)]
struct Folds {
    cells: [u16; 81],
    padding: u16,
}

impl Folds {
    fn plane<I: Fold, const TURNED: bool>(
        &self,
        isa: I,
        padding: u16,
        cell: impl Fn(usize, usize) -> usize,
    ) -> I::Plane {
        let mut image = I::Image::default();
        for v in 0..I::VECTORS {
            isa.store(isa.splat(padding), &mut image[v]);
        }
        for (band, r, b) in places() {
            let (v, lane) = I::place::<TURNED>(band, r, b);
            image[v][lane] = self.cells[cell(3 * band + r, b)];
        }
        let mut plane = isa.plane(isa.splat(0));
        for v in 0..I::VECTORS {
            plane[v] = isa.load(&image[v]);
        }
        plane
    }

    /// Whether a plane has in each place the cell that is said, and the padding it had.
    fn check<I: Fold, const TURNED: bool>(
        &self,
        isa: I,
        name: &str,
        plane: I::Plane,
        padding: u16,
        cell: impl Fn(usize, usize, usize) -> usize,
    ) {
        let mut image = I::Image::default();
        for v in 0..I::VECTORS {
            isa.store(plane[v], &mut image[v]);
        }
        for (band, r, b) in places() {
            let (v, lane) = I::place::<TURNED>(band, r, b);
            let place = format!("{name}, {} lanes: band {band}, row {r}, box {b}", I::LANES);
            assert_eq!(image[v][lane], self.cells[cell(band, r, b)], "{place}");
            image[v][lane] = padding;
        }
        for v in 0..I::VECTORS {
            for lane in 0..I::LANES {
                assert_eq!(image[v][lane], padding, "{name}, {} lanes: padding", I::LANES);
            }
        }
    }

    fn shift<I: Fold, const ROWS: usize, const BOXES: usize>(&self, isa: I) {
        self.shift_planes::<I, false, ROWS, BOXES>(isa);
        self.shift_planes::<I, true, ROWS, BOXES>(isa);
    }

    fn shift_planes<I: Fold, const TURNED: bool, const ROWS: usize, const BOXES: usize>(
        &self,
        isa: I,
    ) {
        let plane = self.plane::<I, TURNED>(isa, self.padding, |row, b| 9 * row + 3 * b);
        let shifted = isa.shift::<TURNED, ROWS, BOXES>(plane);
        let name = format!("shift by {ROWS} and {BOXES}, turned {TURNED}");
        self.check::<I, TURNED>(isa, &name, shifted, self.padding, |band, r, b| {
            27 * band + 9 * ((r + ROWS) % 3) + 3 * ((b + BOXES) % 3)
        });
    }
}

impl Work for Folds {
    type Outcome = ();

    fn run<I: Isa>(self, isa: I) {
        self.run_folded(isa.folded());
    }
}

impl Folds {
    fn run_folded<I: Fold>(self, isa: I) {
        let all = isa.plane(isa.splat(self.padding));
        assert_eq!(isa.any(all[0]), self.padding != 0, "any, {} lanes", I::LANES);
        for (band, r, b) in places() {
            let mut row = I::Row::default();
            row[I::place::<false>(band, r, b).1] = 1 << (band + 3 * r + b);
            assert!(isa.any(isa.load(&row)), "any, {} lanes: one bit", I::LANES);
        }
        for v in 0..I::VECTORS {
            holds(isa, "plane", all[v], |_| self.padding);
        }
        self.shift::<I, 0, 0>(isa);
        self.shift::<I, 0, 1>(isa);
        self.shift::<I, 0, 2>(isa);
        self.shift::<I, 1, 0>(isa);
        self.shift::<I, 1, 1>(isa);
        self.shift::<I, 1, 2>(isa);
        self.shift::<I, 2, 0>(isa);
        self.shift::<I, 2, 1>(isa);
        self.shift::<I, 2, 2>(isa);
        let (rows, columns) = (
            self.plane::<I, false>(isa, self.padding, |row, b| 9 * row + 3 * b),
            self.plane::<I, true>(isa, self.padding, |row, b| 9 * row + 3 * b + 1),
        );
        for r in 0..3 {
            let mut gathered = I::Row::default();
            isa.store(isa.gather(rows, columns, r), &mut gathered);
            for k in 0..6 {
                let expected = self.cells[27 * (k % 3) + 9 * r + k / 3];
                assert_eq!(
                    gathered[I::gathered(k)],
                    expected,
                    "gather, {} lanes: {k} of row {r}",
                    I::LANES
                );
            }
        }
        let planes =
            [0, 1, 2].map(|k| self.plane::<I, false>(isa, ALL, |row, b| 9 * row + 3 * b + k));
        let turned = isa.turn(planes);
        let back = isa.turn(turned);
        for k in 0..3 {
            let column = |band, r, b| 9 * (3 * b + k) + 3 * band + r;
            self.check::<I, true>(isa, "turn", turned[k], ALL, column);
            let cell = |band, r, b| 9 * (3 * band + r) + 3 * b + k;
            self.check::<I, false>(isa, "turn and turn back", back[k], ALL, cell);
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn planes_shift_and_turn(some in prop::collection::vec(element(), 81), padding in element()) {
        let cells = std::array::from_fn(|cell| some[cell]);
        everywhere(Folds { cells, padding });
    }
}

/// That each mini-row has a place of its own within the planes.
#[derive(Clone, Copy)]
struct Places;

impl Work for Places {
    type Outcome = ();

    fn run<I: Isa>(self, _: I) {
        Self::of::<I::Folded>();
    }
}

impl Places {
    fn of<I: Fold>() {
        let sorted = |place: fn(usize, usize, usize) -> (usize, usize)| {
            let mut found: Vec<_> = places().map(|(band, r, b)| place(band, r, b)).collect();
            assert!(found.iter().all(|&(v, lane)| v < I::VECTORS && lane < I::LANES));
            found.sort_unstable();
            found.dedup();
            found
        };
        let found = sorted(I::place::<false>);
        assert_eq!(found.len(), 27);
        // Turned or not, the same are padding.
        assert_eq!(sorted(I::place::<true>), found);
    }
}

#[test]
fn mini_rows_have_places_of_their_own() {
    everywhere(Places);
}

#[test]
fn sets_have_names_and_lanes() {
    let sets = InstructionSet::available();
    let known = [("portable", 8), ("avx2", 16), ("avx512", 32)];
    let found: Vec<_> = sets.iter().map(|set| (set.name(), set.lanes())).collect();
    assert!(found.iter().all(|set| known.contains(set)), "{found:?}");
    assert!(found.is_sorted_by_key(|(_, lanes)| *lanes), "{found:?}");
    assert_eq!(found[0], known[0]);
    assert_eq!(InstructionSet::best().name(), found[found.len() - 1].0);
    for (name, _) in found {
        assert_eq!(InstructionSet::by_name(name).map(InstructionSet::name), Ok(name));
    }
    let refused = InstructionSet::by_name("nonsense").map(InstructionSet::name);
    let refused = refused.expect_err("there is none of that name");
    assert!(refused.contains("nonsense") && refused.contains("portable"), "{refused}");
}
