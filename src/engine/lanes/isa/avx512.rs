//! 32 lanes: AVX-512 with byte and word operations (BW) and bit counts of words (BITALG).

#![allow(unsafe_code, reason = "intrinsics; what each needs, the token proves")]
#![allow(clippy::wildcard_imports, reason = "dozens of intrinsics")]

use std::arch::x86_64::*;

use super::{Avx2, Isa, Work, avx2, operations};

/// Token of AVX-512 F, BW, VL and BITALG, and of AVX2, which comes with them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Avx512(Avx2);

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg");
        Avx2::detect().filter(|_| found).map(Avx512)
    }

    /// Does some work in a function that is compiled for these instructions.
    pub(super) fn dispatch<W: Work>(self, work: W) -> W::Outcome {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
        fn inner<W: Work>(isa: Avx512, work: W) -> W::Outcome {
            work.run(isa)
        }
        // SAFETY: the token `self` exists only where the machine has the features.
        unsafe { inner(self, work) }
    }
}

/// Turns texts of as many puzzles as there are lanes, as [`transpose::texts`](super::super::transpose)
/// does for fewer: the puzzles in four groups, a quarter of a vector each.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
fn texts<const CELLS: usize>(isa: Avx512, puzzles: &[&[u8; CELLS]], rows: &mut [[u16; 32]; CELLS]) {
    const SYMBOLS: usize = 16;
    const GROUP: usize = 8;
    assert_eq!(puzzles.len(), Avx512::LANES);
    for part in 0..CELLS.div_ceil(SYMBOLS) {
        let from = (SYMBOLS * part).min(CELLS - SYMBOLS);
        let mut turned = [_mm512_setzero_si512(); GROUP];
        for (k, symbols) in turned.iter_mut().enumerate() {
            let quarter = |group: usize| symbols_of(puzzles[GROUP * group + k], from);
            let all = _mm512_castsi128_si512(quarter(0));
            let all = _mm512_inserti32x4::<1>(all, quarter(1));
            let all = _mm512_inserti32x4::<2>(all, quarter(2));
            *symbols = _mm512_inserti32x4::<3>(all, quarter(3));
        }
        for _ in 0..GROUP.ilog2() {
            let rows = turned;
            for k in 0..GROUP / 2 {
                turned[2 * k] = _mm512_unpacklo_epi8(rows[k], rows[k + GROUP / 2]);
                turned[2 * k + 1] = _mm512_unpackhi_epi8(rows[k], rows[k + GROUP / 2]);
            }
        }
        // Now a quarter has two cells of its group; those of the part before are done.
        for k in (SYMBOLS * part - from) / 2..GROUP {
            let [even, odd] = candidates(turned[k]);
            isa.store(even, &mut rows[from + 2 * k]);
            isa.store(odd, &mut rows[from + 2 * k + 1]);
        }
    }
}

/// Sixteen characters of a text.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
fn symbols_of(text: &[u8], from: usize) -> __m128i {
    let symbols: [u8; 16] = text[from..].first_chunk().copied().unwrap_or_default();
    // SAFETY: the array is 16 bytes that may be read; no alignment is asked for.
    unsafe { _mm_loadu_si128(symbols.as_ptr().cast()) }
}

/// [`Isa::candidates`] of the lower and the upper half of each quarter.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg")]
fn candidates(symbols: __m512i) -> [__m512i; 2] {
    let [low, high] = avx2::tables();
    let (low, high) = (_mm512_broadcast_i32x4(low), _mm512_broadcast_i32x4(high));
    // Digits and a few more have this upper half; what is left of others is 0.
    let upper = _mm512_and_si512(symbols, _mm512_set1_epi8(0xf0_u8.cast_signed()));
    let is_digit = _mm512_cmpeq_epi8_mask(upper, _mm512_set1_epi8(0x30));
    let lower = _mm512_maskz_mov_epi8(is_digit, symbols);
    let (low, high) = (_mm512_shuffle_epi8(low, lower), _mm512_shuffle_epi8(high, lower));
    [_mm512_unpacklo_epi8(low, high), _mm512_unpackhi_epi8(low, high)]
}

impl Isa for Avx512 {
    const LANES: usize = 32;
    const DRAWS_ACROSS: bool = true;
    type V = __m512i;
    type Row = [u16; 32];
    type Mask = __mmask32;
    // A grid in three vectors of 256 bits has rows and columns without a permutation, and more operations run in parallel
    // than in one of 512; compiled for this set, there are registers for all of it, and operations on three.
    type Folded = Avx2;

    #[inline(always)]
    fn folded(self) -> Avx2 {
        self.0
    }

    operations! { "avx512f,avx512bw,avx512vl,avx512bitalg";
        fn splat(x: u16) -> __m512i { _mm512_set1_epi16(x.cast_signed()) }
        fn candidates(symbols: [u8; 16]) -> [u16; 16] { avx2::candidates(symbols) }

        fn and(a: __m512i, b: __m512i) -> __m512i { _mm512_and_si512(a, b) }
        fn or(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
        // The constant is the truth table: bit 4a + 2b + c.
        fn and3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
            _mm512_ternarylogic_epi64::<0b1000_0000>(a, b, c)
        }
        fn or3(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
            _mm512_ternarylogic_epi64::<0b1111_1110>(a, b, c)
        }
        fn minus(a: __m512i, b: __m512i) -> __m512i { _mm512_andnot_si512(b, a) }
        fn minus_both(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
            _mm512_ternarylogic_epi64::<0b0001_0000>(a, b, c)
        }
        fn majority(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
            _mm512_ternarylogic_epi64::<0b1110_1000>(a, b, c)
        }
        fn odd(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
            _mm512_ternarylogic_epi64::<0b1001_0110>(a, b, c)
        }

        fn add(a: __m512i, b: __m512i) -> __m512i { _mm512_add_epi16(a, b) }
        fn min(a: __m512i, b: __m512i) -> __m512i { _mm512_min_epu16(a, b) }
        fn count(a: __m512i) -> __m512i { _mm512_popcnt_epi16(a) }
        fn lowest(a: __m512i) -> __m512i {
            _mm512_and_si512(a, _mm512_sub_epi16(_mm512_setzero_si512(), a))
        }

        fn if_single(a: __m512i) -> __m512i {
            // Were this a sum, the compiler would count bits instead, and of the two ports that
            // Intel's processors have for this width, counts and comparisons share one.
            let rest = _mm512_subs_epu16(a, _mm512_set1_epi16(1));
            _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(a, rest), a)
        }
        fn if_three_or(a: __m512i, b: __m512i) -> __m512i {
            let three = _mm512_cmpge_epu16_mask(_mm512_popcnt_epi16(a), _mm512_set1_epi16(3));
            _mm512_mask_mov_epi16(b, three, a)
        }
        fn narrow(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
            _mm512_and_si512(a, _mm512_mask_mov_epi16(c, _mm512_test_epi16_mask(a, b), b))
        }
        fn if_any_or(a: __m512i, b: __m512i) -> __m512i {
            _mm512_mask_mov_epi16(b, _mm512_test_epi16_mask(a, a), a)
        }

        fn eq(a: __m512i, b: __m512i) -> u32 { _mm512_cmpeq_epi16_mask(a, b) }
        fn less(a: __m512i, b: __m512i) -> __mmask32 { _mm512_cmplt_epu16_mask(a, b) }
        fn mask(bits: u32) -> __mmask32 { bits }
        fn blend(mask: __mmask32, on: __m512i, off: __m512i) -> __m512i {
            _mm512_mask_mov_epi16(off, mask, on)
        }
        fn draw(mask: __mmask32, index: __m512i, from: __m512i, off: __m512i) -> __m512i {
            _mm512_mask_permutexvar_epi16(off, mask, index, from)
        }
    }

    fn texts<const CELLS: usize>(self, puzzles: &[&[u8; CELLS]], rows: &mut [[u16; 32]; CELLS]) {
        // SAFETY: the token `self` exists only where the machine has the features.
        unsafe { texts(self, puzzles, rows) }
    }

    #[inline(always)]
    fn load(self, row: &[u16; 32]) -> __m512i {
        // SAFETY: the row is 64 bytes that may be read; no alignment is asked for.
        unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, v: __m512i, row: &mut [u16; 32]) {
        // SAFETY: the row is 64 bytes that may be written; no alignment is asked for.
        unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), v) }
    }
}
