//! 8 lanes: the 128-bit vectors that x86-64, aarch64 and wasm32 always have, plain arrays
//! elsewhere, all by the crate `wide`.

use wide::u16x8;

use super::{Fold, Isa};

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
    fn if_triple_or(self, a: u16x8, b: u16x8) -> u16x8 {
        is_zero(rest(rest(rest(a)))).bitselect(a, b)
    }
    #[inline(always)]
    fn if_three_or(self, a: u16x8, b: u16x8) -> u16x8 {
        is_zero(rest(rest(a))).bitselect(b, a)
    }
    #[inline(always)]
    fn narrow(self, a: u16x8, b: u16x8, c: u16x8, d: u16x8) -> u16x8 {
        let both = a & b;
        // Where the one is anything, the other is nothing.
        both | (a & c & is_zero(both)) | d
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

/// The elements of a plane in the order of reading.
type Elements = [u16; 32];

#[inline(always)]
fn elements(plane: [u16x8; 4]) -> Elements {
    let mut elements = [0; 32];
    for (part, v) in elements.chunks_exact_mut(8).zip(plane) {
        part.copy_from_slice(v.as_array());
    }
    elements
}

#[inline(always)]
fn plane(elements: &Elements) -> [u16x8; 4] {
    std::array::from_fn(|k| u16x8::new(std::array::from_fn(|lane| elements[8 * k + lane])))
}

impl Fold for Portable {
    const VECTORS: usize = 4;
    type Plane = [u16x8; 4];
    type Image = [[u16; 8]; 4];

    fn place(band: usize, r: usize, b: usize) -> (usize, usize) {
        let element = 9 * band + 3 * r + b;
        (element / 8, element % 8)
    }

    #[inline(always)]
    fn plane(self, v: u16x8) -> [u16x8; 4] {
        [v; 4]
    }

    #[inline(always)]
    fn shift<const ROWS: usize, const BOXES: usize>(self, from: [u16x8; 4]) -> [u16x8; 4] {
        let old = elements(from);
        let mut new = old;
        for band in 0..3 {
            for r in 0..3 {
                for b in 0..3 {
                    new[9 * band + 3 * r + b] =
                        old[9 * band + 3 * ((r + ROWS) % 3) + (b + BOXES) % 3];
                }
            }
        }
        plane(&new)
    }

    #[inline(always)]
    fn turn(self, planes: [[u16x8; 4]; 3]) -> [[u16x8; 4]; 3] {
        let old = planes.map(elements);
        let mut new = old;
        for k in 0..3 {
            for band in 0..3 {
                for r in 0..3 {
                    for b in 0..3 {
                        new[k][9 * band + 3 * r + b] = old[r][9 * b + 3 * k + band];
                    }
                }
            }
        }
        new.map(|elements| plane(&elements))
    }
}
