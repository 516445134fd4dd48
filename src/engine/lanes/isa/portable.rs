//! 8 lanes: the 128-bit vectors that x86-64, aarch64 and wasm32 always have, plain arrays
//! elsewhere, all by the crate `wide`.

use wide::{u8x16, u16x8};

use super::super::transpose;
use super::{Fold, Isa, across};

/// No instructions need to be asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Portable;

#[inline(always)]
fn is_zero(a: u16x8) -> u16x8 {
    a.simd_eq(u16x8::ZERO)
}

/// `a` without its lowest bit.
#[inline(always)]
fn rest(a: u16x8) -> u16x8 {
    a & (a - u16x8::ONE)
}

#[inline(always)]
fn minus(a: u16x8, b: u16x8) -> u16x8 {
    a & !b
}

impl Isa for Portable {
    const LANES: usize = 8;
    const DRAWS_ACROSS: bool = false;
    type V = u16x8;
    type Row = [u16; 8];
    type Mask = u16x8;
    type Folded = Self;

    #[inline(always)]
    fn folded(self) -> Self {
        self
    }

    fn texts<const CELLS: usize>(self, puzzles: &[&[u8; CELLS]], rows: &mut [[u16; 8]; CELLS]) {
        transpose::texts::<_, CELLS, 8>(self, puzzles, rows);
    }

    #[inline(always)]
    fn load(self, row: &[u16; 8]) -> u16x8 {
        u16x8::new(*row)
    }
    #[inline(always)]
    fn store(self, v: u16x8, row: &mut [u16; 8]) {
        *row = v.to_array();
    }
    #[inline(always)]
    fn splat(self, x: u16) -> u16x8 {
        u16x8::splat(x)
    }
    #[inline(always)]
    fn candidates(self, symbols: [u8; 16]) -> [u16; 16] {
        let digit = u8x16::new(symbols) - u8x16::splat(b'1');
        let bits = |k: u8| (digit & u8x16::splat(k)).simd_eq(u8x16::splat(k));
        // A power of two, by the bits of its exponent; shifts of bytes there are none.
        let times = |power: u8x16, doublings: u32, where_: u8x16| {
            let more = (0..doublings).fold(power, |power, _| power + power);
            where_.bitselect(more, power)
        };
        let power = times(times(times(u8x16::ONE, 1, bits(1)), 2, bits(2)), 4, bits(4));
        let ninth = digit.simd_eq(u8x16::splat(8));
        let none = digit.max(u8x16::splat(9)).simd_eq(digit);
        let low = (power & !ninth) | none;
        let high = (ninth | none) & u8x16::ONE;
        let halves = [u8x16::unpack_low(low, high), u8x16::unpack_high(low, high)];
        let bytes = halves.map(u8x16::to_array);
        std::array::from_fn(|k| {
            let half = &bytes[k / 8];
            u16::from_le_bytes([half[2 * (k % 8)], half[2 * (k % 8) + 1]])
        })
    }
    #[inline(always)]
    fn and(self, a: u16x8, b: u16x8) -> u16x8 {
        a & b
    }
    #[inline(always)]
    fn or(self, a: u16x8, b: u16x8) -> u16x8 {
        a | b
    }
    #[inline(always)]
    fn and3(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a & b & c
    }
    #[inline(always)]
    fn or3(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a | b | c
    }
    #[inline(always)]
    fn minus(self, a: u16x8, b: u16x8) -> u16x8 {
        minus(a, b)
    }
    #[inline(always)]
    fn minus_both(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        minus(a, b | c)
    }
    #[inline(always)]
    fn majority(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        (a & b) | ((a | b) & c)
    }
    #[inline(always)]
    fn odd(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        a ^ b ^ c
    }
    #[inline(always)]
    fn add(self, a: u16x8, b: u16x8) -> u16x8 {
        a + b
    }
    #[inline(always)]
    fn min(self, a: u16x8, b: u16x8) -> u16x8 {
        a - a.saturating_sub(b)
    }
    #[inline(always)]
    fn count(self, a: u16x8) -> u16x8 {
        let a = a - ((a >> 1) & u16x8::splat(0x5555));
        let a = (a & u16x8::splat(0x3333)) + ((a >> 2) & u16x8::splat(0x3333));
        let a = (a + (a >> 4)) & u16x8::splat(0x0f0f);
        (a + (a >> 8)) & u16x8::splat(0x1f)
    }
    #[inline(always)]
    fn lowest(self, a: u16x8) -> u16x8 {
        a & (u16x8::ZERO - a)
    }
    #[inline(always)]
    fn if_single(self, a: u16x8) -> u16x8 {
        a & is_zero(rest(a))
    }
    #[inline(always)]
    fn if_three_or(self, a: u16x8, b: u16x8) -> u16x8 {
        a | (b & is_zero(rest(rest(a))))
    }
    #[inline(always)]
    fn narrow(self, a: u16x8, b: u16x8, c: u16x8) -> u16x8 {
        let both = a & b;
        // Where the one is anything, the other is nothing.
        both | (a & c & is_zero(both))
    }
    #[inline(always)]
    fn if_any_or(self, a: u16x8, b: u16x8) -> u16x8 {
        a | (b & is_zero(a))
    }
    #[inline(always)]
    fn eq(self, a: u16x8, b: u16x8) -> u32 {
        a.simd_eq(b).to_bitmask()
    }
    #[inline(always)]
    fn less(self, a: u16x8, b: u16x8) -> u16x8 {
        !is_zero(b.saturating_sub(a))
    }
    #[inline(always)]
    fn mask(self, bits: u32) -> u16x8 {
        let bit = u16x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        (u16x8::splat((bits & 0xff) as u16) & bit).simd_eq(bit)
    }
    #[inline(always)]
    fn blend(self, mask: u16x8, on: u16x8, off: u16x8) -> u16x8 {
        mask.bitselect(on, off)
    }
    #[inline(always)]
    fn draw(self, mask: u16x8, _index: u16x8, from: u16x8, off: u16x8) -> u16x8 {
        mask.bitselect(from, off)
    }
}

/// Groups of four elements, of which three are used. Three vectors have a row each of the first two
/// bands; two have the three rows of the third band, and padding. Once turned, vectors have a column of
/// each stack, and groups a band of rows still: turning moves the third band alone.
impl Fold for Portable {
    const VECTORS: usize = 5;
    type Plane = [u16x8; 5];
    type Image = [[u16; 8]; 5];

    #[inline(always)]
    fn any(self, a: u16x8) -> bool {
        a != u16x8::ZERO
    }

    #[inline(always)]
    fn gone(self, so_far: u16x8, before: u16x8, after: u16x8) -> u16x8 {
        // With two-operand instructions, sums need no copies.
        so_far + before - after
    }

    #[inline(always)]
    fn any_or_empty(self, a: u16x8, b: u16x8) -> bool {
        // Both are ready at about the same time, so a branch between them saves nothing.
        self.any(a) | (self.eq(b, u16x8::ZERO) != 0)
    }

    #[inline(always)]
    fn min_soon(self, a: u16x8, b: u16x8) -> u16x8 {
        a.cast_signed().min(b.cast_signed()).cast_unsigned()
    }

    fn place<const TURNED: bool>(band: usize, r: usize, b: usize) -> (usize, usize) {
        let (group, element) = if TURNED { (b, band) } else { (band, b) };
        if group < 2 { (r, 4 * group + element) } else { (3 + r / 2, 4 * (r % 2) + element) }
    }

    #[inline(always)]
    fn plane(self, v: u16x8) -> [u16x8; 5] {
        [v; 5]
    }

    #[inline(always)]
    fn shift<const TURNED: bool, const ROWS: usize, const BOXES: usize>(
        self,
        from: [u16x8; 5],
    ) -> [u16x8; 5] {
        let [a, b, c, two, one] = from;
        let x = match (TURNED, BOXES) {
            (_, 0) => from,
            (false, 1) => [
                across::round_left(a),
                across::round_left(b),
                across::round_left(c),
                across::round_left(two),
                across::round_left(one),
            ],
            (false, _) => [
                across::round_right(a),
                across::round_right(b),
                across::round_right(c),
                across::round_right(two),
                across::round_right(one),
            ],
            (true, 1) => [
                across::halves::<1>(a, two),
                across::halves::<3>(b, two),
                across::halves::<1>(c, one),
                across::halves::<0>(a, b),
                across::halves::<2>(c, one),
            ],
            (true, _) => [
                across::halves::<0>(two, a),
                across::halves::<1>(two, b),
                across::halves::<0>(one, c),
                across::halves::<3>(a, b),
                across::halves::<3>(c, one),
            ],
        };
        let [_, _, _, two, one] = x;
        match ROWS {
            0 => x,
            1 => [x[1], x[2], x[0], across::halves::<1>(two, one), across::halves::<2>(two, one)],
            _ => [x[2], x[0], x[1], across::halves::<0>(one, two), across::halves::<3>(two, one)],
        }
    }

    #[inline(always)]
    fn gather(self, rows: [u16x8; 5], columns: [u16x8; 5], r: usize) -> u16x8 {
        // Rows of two bands are in two groups, of the third in one of another vector; columns of all
        // stacks are in one group.
        let (two, third) = (rows[r], rows[3 + r / 2]);
        let zipped = across::zip_lower(two, columns[r]);
        let upper = across::halves::<1>(two, two);
        let third = if r == 1 { across::halves::<1>(third, third) } else { third };
        let rest = across::halves::<1>(zipped, zipped);
        across::halves::<0>(zipped, across::zip_lower_pairs(across::zip_lower(upper, third), rest))
    }

    #[inline(always)]
    fn gathered(band: usize) -> usize {
        [0, 4, 5, 1, 3, 7][band]
    }

    #[inline(always)]
    fn turn(self, x: [[u16x8; 5]; 3]) -> [[u16x8; 5]; 3] {
        let [[a, b, c, two, one], [d, e, f, next_two, next_one], [g, h, i, last_two, last_one]] = x;
        [
            [a, d, g, across::halves::<0>(two, next_two), across::halves::<2>(last_two, last_one)],
            [b, e, h, across::halves::<3>(two, next_two), across::halves::<3>(last_two, last_one)],
            [c, f, i, across::halves::<0>(one, next_one), last_one],
        ]
    }
}
