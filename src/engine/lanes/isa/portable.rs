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
/// bands; two have the three rows of the third band, and padding.
impl Fold for Portable {
    const AHEAD: bool = false;
    const VECTORS: usize = 5;
    const GROUPS: &'static [(usize, usize)] = &[(0, 3), (3, 5)];
    type Plane = [u16x8; 5];
    type Image = [[u16; 8]; 5];

    #[inline(always)]
    fn any(self, a: u16x8) -> bool {
        a != u16x8::ZERO
    }

    #[inline(always)]
    fn min_soon(self, a: u16x8, b: u16x8) -> u16x8 {
        a.cast_signed().min(b.cast_signed()).cast_unsigned()
    }

    fn place(band: usize, r: usize, b: usize) -> (usize, usize) {
        if band < 2 { (r, 4 * band + b) } else { (3 + r / 2, 4 * (r % 2) + b) }
    }

    #[inline(always)]
    fn plane(self, v: u16x8) -> [u16x8; 5] {
        [v; 5]
    }

    #[inline(always)]
    fn shift<const ROWS: usize, const BOXES: usize>(self, from: [u16x8; 5]) -> [u16x8; 5] {
        let mut x = from;
        for x in &mut x {
            *x = match BOXES {
                0 => *x,
                1 => across::round_left(*x),
                _ => across::round_right(*x),
            };
        }
        let [_, _, _, two, one] = x;
        match ROWS {
            0 => x,
            1 => [x[1], x[2], x[0], across::halves::<1>(two, one), across::halves::<2>(two, one)],
            _ => [x[2], x[0], x[1], across::halves::<0>(one, two), across::halves::<3>(two, one)],
        }
    }

    #[inline(always)]
    fn gather(self, rows: [u16x8; 5], columns: [u16x8; 5], r: usize) -> u16x8 {
        // Two bands a vector, then the third.
        let (rows, row) = (rows[r], rows[3 + r / 2]);
        let (columns, column) = (columns[r], columns[3 + r / 2]);
        let two = across::zip_lower(rows, columns);
        let next = across::zip_upper(rows, columns);
        let third =
            if r == 1 { across::zip_upper(row, column) } else { across::zip_lower(row, column) };
        across::halves::<0>(across::zip_lower_pairs(two, next), third)
    }

    #[inline(always)]
    fn gathered(band: usize) -> usize {
        2 * (band % 3) + band / 3
    }

    #[inline(always)]
    fn turn(self, x: [[u16x8; 5]; 3]) -> [[u16x8; 5]; 3] {
        let all = u16x8::splat(super::super::nine::ALL);
        let mut turned = x;
        for r in 0..3 {
            // Of each mini-row's place, a square of bands against boxes: what becomes of the
            // first two bands, and of the third.
            let mut third = [x[0][0]; 3];
            for k in 0..3 {
                let (two, one) = (x[k][r], x[k][3 + r / 2]);
                let pairs = across::zip_lower(two, across::halves::<1>(two, two));
                let singles =
                    if r == 1 { across::zip_upper(one, all) } else { across::zip_lower(one, all) };
                turned[r][k] = across::zip_lower_pairs(pairs, singles);
                third[k] = across::zip_upper_pairs(pairs, singles);
            }
            turned[r][3] = across::halves::<0>(third[0], third[1]);
            turned[r][4] = across::halves::<0>(third[2], all);
        }
        turned
    }
}
