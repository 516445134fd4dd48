//! 16 lanes: AVX2.

#![allow(unsafe_code, reason = "intrinsics; what each needs, the token proves")]
#![allow(clippy::wildcard_imports, reason = "dozens of intrinsics")]

use std::arch::x86_64::*;

use super::super::transpose;
use super::{Fold, Isa, Work, operations};

/// Token of AVX2.
#[derive(Debug, Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }

    /// Does some work in a function that is compiled for these instructions.
    pub(super) fn dispatch<W: Work>(self, work: W) -> W::Outcome {
        #[target_feature(enable = "avx2")]
        fn inner<W: Work>(isa: Avx2, work: W) -> W::Outcome {
            work.run(isa)
        }
        // SAFETY: the token `self` exists only where the machine has the features.
        unsafe { inner(self, work) }
    }
}

/// `a` without its lowest bit.
#[inline]
#[target_feature(enable = "avx2")]
fn rest(a: __m256i) -> __m256i {
    _mm256_and_si256(a, _mm256_add_epi16(a, _mm256_set1_epi16(-1)))
}

/// The lower and the upper bytes of the candidates that a character leaves, by its lower half.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn tables() -> [__m128i; 2] {
    [
        _mm_setr_epi8(-1, 1, 2, 4, 8, 16, 32, 64, i8::MIN, 0, -1, -1, -1, -1, -1, -1),
        _mm_setr_epi8(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1),
    ]
}

/// [`Isa::candidates`], for the wider set too.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn candidates(symbols: [u8; 16]) -> [u16; 16] {
    // SAFETY: the array is 16 bytes that may be read; no alignment is asked for.
    let symbols = unsafe { _mm_loadu_si128(symbols.as_ptr().cast()) };
    // Digits and a few more have this upper half; what is left of others is 0.
    let upper = _mm_and_si128(symbols, _mm_set1_epi8(0xf0_u8.cast_signed()));
    let lower = _mm_and_si128(symbols, _mm_cmpeq_epi8(upper, _mm_set1_epi8(0x30)));
    let [low, high] = tables();
    let (low, high) = (_mm_shuffle_epi8(low, lower), _mm_shuffle_epi8(high, lower));
    let halves = (_mm_unpacklo_epi8(low, high), _mm_unpackhi_epi8(low, high));
    let mut candidates = [0; 16];
    let both = _mm256_setr_m128i(halves.0, halves.1);
    // SAFETY: the array is 32 bytes that may be written; no alignment is asked for.
    unsafe { _mm256_storeu_si256(candidates.as_mut_ptr().cast(), both) };
    candidates
}

#[inline]
#[target_feature(enable = "avx2")]
fn is_zero(a: __m256i) -> __m256i {
    _mm256_cmpeq_epi16(a, _mm256_setzero_si256())
}

impl Isa for Avx2 {
    const LANES: usize = 16;
    const DRAWS_ACROSS: bool = false;
    type V = __m256i;
    type Row = [u16; 16];
    type Mask = __m256i;
    type Folded = Self;

    #[inline(always)]
    fn folded(self) -> Self {
        self
    }

    operations! { "avx2";
        fn splat(x: u16) -> __m256i { _mm256_set1_epi16(x.cast_signed()) }
        fn candidates(symbols: [u8; 16]) -> [u16; 16] { candidates(symbols) }

        fn and(a: __m256i, b: __m256i) -> __m256i { _mm256_and_si256(a, b) }
        fn or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
        fn and3(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_and_si256(_mm256_and_si256(a, b), c)
        }
        fn or3(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_or_si256(_mm256_or_si256(a, b), c)
        }
        fn minus(a: __m256i, b: __m256i) -> __m256i { _mm256_andnot_si256(b, a) }
        fn minus_both(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_andnot_si256(_mm256_or_si256(b, c), a)
        }
        fn majority(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            let either = _mm256_and_si256(_mm256_or_si256(a, b), c);
            _mm256_or_si256(_mm256_and_si256(a, b), either)
        }
        fn odd(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            _mm256_xor_si256(_mm256_xor_si256(a, b), c)
        }

        fn add(a: __m256i, b: __m256i) -> __m256i { _mm256_add_epi16(a, b) }
        fn min(a: __m256i, b: __m256i) -> __m256i { _mm256_min_epu16(a, b) }
        fn count(a: __m256i) -> __m256i {
            // Bits of a half byte by table, then the four halves added up.
            let table = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3,
                2, 3, 3, 4,
            );
            let low = _mm256_set1_epi8(15);
            let halves = _mm256_add_epi8(
                _mm256_shuffle_epi8(table, _mm256_and_si256(a, low)),
                _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(a), low)),
            );
            _mm256_maddubs_epi16(halves, _mm256_set1_epi8(1))
        }
        fn lowest(a: __m256i) -> __m256i {
            _mm256_and_si256(a, _mm256_sub_epi16(_mm256_setzero_si256(), a))
        }

        fn if_single(a: __m256i) -> __m256i { _mm256_and_si256(a, is_zero(rest(a))) }
        fn if_three_or(a: __m256i, b: __m256i) -> __m256i {
            _mm256_or_si256(a, _mm256_and_si256(b, is_zero(rest(rest(a)))))
        }
        fn narrow(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
            // Where nothing of `b` is in `a`, it may stay.
            let kept = _mm256_or_si256(b, _mm256_and_si256(c, is_zero(_mm256_and_si256(a, b))));
            _mm256_and_si256(a, kept)
        }
        fn if_any_or(a: __m256i, b: __m256i) -> __m256i {
            _mm256_or_si256(a, _mm256_and_si256(b, is_zero(a)))
        }

        fn eq(a: __m256i, b: __m256i) -> u32 {
            let equal = _mm256_cmpeq_epi16(a, b);
            // Two bytes a lane into one, then a bit each.
            let halves =
                _mm_packs_epi16(_mm256_castsi256_si128(equal), _mm256_extracti128_si256::<1>(equal));
            _mm_movemask_epi8(halves).cast_unsigned()
        }
        fn less(a: __m256i, b: __m256i) -> __m256i { _mm256_cmpgt_epi16(b, a) }
        fn mask(bits: u32) -> __m256i {
            let bit = _mm256_setr_epi16(
                1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, i16::MIN,
            );
            let spread = _mm256_set1_epi16((bits as u16).cast_signed());
            _mm256_cmpeq_epi16(_mm256_and_si256(spread, bit), bit)
        }
        fn blend(mask: __m256i, on: __m256i, off: __m256i) -> __m256i {
            _mm256_blendv_epi8(off, on, mask)
        }
        fn draw(mask: __m256i, _index: __m256i, from: __m256i, off: __m256i) -> __m256i {
            _mm256_blendv_epi8(off, from, mask)
        }
    }

    fn texts<const CELLS: usize>(self, puzzles: &[&[u8; CELLS]], rows: &mut [[u16; 16]; CELLS]) {
        #[target_feature(enable = "avx2")]
        fn inner<const CELLS: usize>(
            isa: Avx2,
            puzzles: &[&[u8; CELLS]],
            rows: &mut [[u16; 16]; CELLS],
        ) {
            transpose::texts::<_, CELLS, 16>(isa, puzzles, rows);
        }
        // SAFETY: the token `self` exists only where the machine has the features.
        unsafe { inner(self, puzzles, rows) }
    }

    #[inline(always)]
    fn load(self, row: &[u16; 16]) -> __m256i {
        // SAFETY: the row is 32 bytes that may be read; no alignment is asked for.
        unsafe { _mm256_loadu_si256(row.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, v: __m256i, row: &mut [u16; 16]) {
        // SAFETY: the row is 32 bytes that may be written; no alignment is asked for.
        unsafe { _mm256_storeu_si256(row.as_mut_ptr().cast(), v) }
    }
}

/// Within each of four groups of four, the first three elements go round.
const fn shifted_boxes(boxes: usize) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        let (group, element) = (byte / 8 % 2, byte / 2 % 4);
        let from = if element < 3 { (element + boxes) % 3 } else { 3 };
        bytes[byte] = (8 * group + 2 * from + byte % 2) as u8;
        byte += 1;
    }
    bytes
}

/// A row of each band a vector: of four groups of four elements, a band each, three by three are
/// used. Once turned, vector `r` of plane `k` is vector `k` of plane `r`, its groups still a band of
/// rows each: turning only renames vectors.
impl Fold for Avx2 {
    const VECTORS: usize = 3;
    type Plane = [__m256i; 3];
    type Image = [[u16; 16]; 3];

    operations! { "avx2";
        fn any(a: __m256i) -> bool { _mm256_testz_si256(a, a) == 0 }
        fn gather(rows: [__m256i; 3], columns: [__m256i; 3], r: usize) -> __m256i {
            // Those of rows are each in the first place of its group. Those of columns are in the
            // first group, and are put behind its first.
            _mm256_blend_epi16::<0b0000_1110>(rows[r], _mm256_slli_epi64::<16>(columns[r]))
        }
    }

    fn place<const TURNED: bool>(band: usize, r: usize, b: usize) -> (usize, usize) {
        if TURNED { (r, 4 * b + band) } else { (r, 4 * band + b) }
    }

    #[inline(always)]
    fn plane(self, v: __m256i) -> [__m256i; 3] {
        [v; 3]
    }

    #[inline(always)]
    fn shift<const TURNED: bool, const ROWS: usize, const BOXES: usize>(
        self,
        plane: [__m256i; 3],
    ) -> [__m256i; 3] {
        let mut shifted = plane;
        for r in 0..3 {
            let from = plane[(r + ROWS) % 3];
            shifted[r] = match (TURNED, BOXES) {
                (_, 0) => from,
                (false, _) => self.shift_boxes::<BOXES>(from),
                (true, 1) => self.groups_up(from),
                (true, _) => self.groups_down(from),
            };
        }
        shifted
    }

    #[inline(always)]
    fn gathered(band: usize) -> usize {
        if band < 3 { 4 * band } else { band - 2 }
    }

    #[inline(always)]
    fn turn(self, planes: [[__m256i; 3]; 3]) -> [[__m256i; 3]; 3] {
        let mut turned = planes;
        for k in 0..3 {
            for r in 0..3 {
                turned[r][k] = planes[k][r];
            }
        }
        turned
    }
}

impl Avx2 {
    operations! { "avx2";
        /// Of four groups, the first three go round to the left.
        fn groups_up(v: __m256i) -> __m256i { _mm256_permute4x64_epi64::<0b11_00_10_01>(v) }
        /// Of four groups, the first three go round to the right.
        fn groups_down(v: __m256i) -> __m256i { _mm256_permute4x64_epi64::<0b11_01_00_10>(v) }
    }

    #[expect(clippy::unused_self, reason = "the token vouches for the instructions")]
    #[inline(always)]
    fn shift_boxes<const BOXES: usize>(self, v: __m256i) -> __m256i {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn inner(v: __m256i, bytes: __m256i) -> __m256i {
            _mm256_shuffle_epi8(v, bytes)
        }
        if BOXES == 0 {
            return v;
        }
        let bytes = &const { shifted_boxes(BOXES) };
        // SAFETY: the array is 32 bytes that may be read; no alignment is asked for.
        let bytes = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
        // SAFETY: the token `self` exists only where the machine has the features.
        unsafe { inner(v, bytes) }
    }
}
