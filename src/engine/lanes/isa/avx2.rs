//! 16 lanes: AVX2.

#![allow(unsafe_code, reason = "intrinsics; what each needs, the token proves")]
#![allow(clippy::wildcard_imports, reason = "dozens of intrinsics")]

use std::arch::x86_64::*;

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

    operations! { "avx2";
        fn splat(x: u16) -> __m256i { _mm256_set1_epi16(x.cast_signed()) }

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
        fn if_triple_or(a: __m256i, b: __m256i) -> __m256i {
            _mm256_blendv_epi8(b, a, is_zero(rest(rest(rest(a)))))
        }
        fn if_three_or(a: __m256i, b: __m256i) -> __m256i {
            _mm256_blendv_epi8(a, b, is_zero(rest(rest(a))))
        }
        fn narrow(a: __m256i, b: __m256i, c: __m256i, d: __m256i) -> __m256i {
            let kept = _mm256_blendv_epi8(b, c, is_zero(_mm256_and_si256(a, b)));
            _mm256_or_si256(_mm256_and_si256(a, kept), d)
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

/// In each half, element `from` goes to place `to`, and nothing to the others.
const fn moved(from: usize, to: usize) -> [u8; 32] {
    let mut bytes = [0x80; 32];
    let mut half = 0;
    while half < 2 {
        bytes[16 * half + 2 * to] = 2 * from as u8;
        bytes[16 * half + 2 * to + 1] = 2 * from as u8 + 1;
        half += 1;
    }
    bytes
}

/// A band a vector: four groups of four elements, of which three by three are used.
impl Fold for Avx2 {
    const VECTORS: usize = 3;
    type Plane = [__m256i; 3];
    type Image = [[u16; 16]; 3];

    fn place(band: usize, r: usize, b: usize) -> (usize, usize) {
        (band, 4 * r + b)
    }

    #[inline(always)]
    fn plane(self, v: __m256i) -> [__m256i; 3] {
        [v; 3]
    }

    #[inline(always)]
    fn shift<const ROWS: usize, const BOXES: usize>(self, plane: [__m256i; 3]) -> [__m256i; 3] {
        let mut shifted = plane;
        for v in &mut shifted {
            *v = self.shift_vector::<ROWS, BOXES>(*v);
        }
        shifted
    }

    #[inline(always)]
    fn gather(self, rows: [__m256i; 3], columns: [__m256i; 3], r: usize) -> __m256i {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn inner(bands: [__m256i; 6], places: [__m256i; 6], r: usize) -> __m256i {
            let mut gathered = _mm256_setzero_si256();
            for k in 0..6 {
                gathered = _mm256_or_si256(gathered, _mm256_shuffle_epi8(bands[k], places[k]));
            }
            // The third row is in the upper half.
            if r < 2 { gathered } else { _mm256_permute2x128_si256::<0x11>(gathered, gathered) }
        }
        const PLACES: [[[u8; 32]; 6]; 2] = {
            let mut places = [[[0; 32]; 6]; 2];
            let mut k = 0;
            while k < 12 {
                places[k / 6][k % 6] = moved(4 * (k / 6), k % 6);
                k += 1;
            }
            places
        };
        let bands = [rows[0], rows[1], rows[2], columns[0], columns[1], columns[2]];
        let mut places = bands;
        for (place, bytes) in places.iter_mut().zip(&PLACES[r % 2]) {
            // SAFETY: the array is 32 bytes that may be read; no alignment is asked for.
            *place = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
        }
        // SAFETY: the token `self` exists only where the machine has the features.
        unsafe { inner(bands, places, r) }
    }

    #[inline(always)]
    fn turn(self, planes: [[__m256i; 3]; 3]) -> [[__m256i; 3]; 3] {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn inner(planes: &[[__m256i; 3]; 3]) -> [[__m256i; 3]; 3] {
            let all = _mm256_set1_epi16(super::super::nine::ALL.cast_signed());
            let zero = _mm256_setzero_si256();
            // Bands against boxes, within each group. Of the pairs of groups, the first two are
            // of the boxes 0 and 1, the others of box 2 and padding.
            let mut even = [[zero; 2]; 3];
            let mut odd = [[zero; 2]; 3];
            for k in 0..3 {
                let [a, b, c] = planes[k];
                let (low, lower) = (_mm256_unpacklo_epi16(a, b), _mm256_unpacklo_epi16(c, all));
                let (high, higher) = (_mm256_unpackhi_epi16(a, b), _mm256_unpackhi_epi16(c, all));
                even[k] = [_mm256_unpacklo_epi32(low, lower), _mm256_unpackhi_epi32(low, lower)];
                odd[k] = [_mm256_unpacklo_epi32(high, higher), _mm256_unpackhi_epi32(high, higher)];
            }
            // Rows against places in the mini-row: groups against planes.
            let mut turned = *planes;
            for b in 0..3 {
                let (h, lower) = (b / 2, b % 2 == 0);
                let (ab, cd, ef, gh) = if lower {
                    (
                        _mm256_unpacklo_epi64(even[0][h], even[1][h]),
                        _mm256_unpacklo_epi64(even[2][h], all),
                        _mm256_unpacklo_epi64(odd[0][h], odd[1][h]),
                        _mm256_unpacklo_epi64(odd[2][h], all),
                    )
                } else {
                    (
                        _mm256_unpackhi_epi64(even[0][h], even[1][h]),
                        _mm256_unpackhi_epi64(even[2][h], all),
                        _mm256_unpackhi_epi64(odd[0][h], odd[1][h]),
                        _mm256_unpackhi_epi64(odd[2][h], all),
                    )
                };
                turned[0][b] = _mm256_permute2x128_si256::<0x20>(ab, cd);
                turned[1][b] = _mm256_permute2x128_si256::<0x20>(ef, gh);
                turned[2][b] = _mm256_permute2x128_si256::<0x31>(ab, cd);
            }
            turned
        }
        // SAFETY: the token `self` exists only where the machine has the features.
        unsafe { inner(&planes) }
    }
}

impl Avx2 {
    #[expect(clippy::unused_self, reason = "the token vouches for the instructions")]
    #[inline(always)]
    fn shift_vector<const ROWS: usize, const BOXES: usize>(self, v: __m256i) -> __m256i {
        #[inline]
        #[target_feature(enable = "avx2")]
        fn boxes<const BOXES: usize>(v: __m256i, bytes: __m256i) -> __m256i {
            if BOXES == 0 { v } else { _mm256_shuffle_epi8(v, bytes) }
        }
        #[inline]
        #[target_feature(enable = "avx2")]
        fn rows<const ROWS: usize>(v: __m256i) -> __m256i {
            match ROWS {
                0 => v,
                1 => _mm256_permute4x64_epi64::<0b11_00_10_01>(v),
                _ => _mm256_permute4x64_epi64::<0b11_01_00_10>(v),
            }
        }
        let bytes = &const { shifted_boxes(BOXES) };
        // SAFETY: the array is 32 bytes that may be read; no alignment is asked for.
        let bytes = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) };
        // SAFETY: the token `self` exists only where the machine has the features.
        let v = unsafe { boxes::<BOXES>(v, bytes) };
        // SAFETY: as before.
        unsafe { rows::<ROWS>(v) }
    }
}
