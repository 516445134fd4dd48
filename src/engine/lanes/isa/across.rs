//! What goes across the lanes of a 128-bit vector: the instructions that every x86-64 has, and
//! arrays elsewhere. From arrays, compilers find poor instructions where several such steps follow
//! one another.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) use sse2::*;

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(super) use arrays::*;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2 {
    #![allow(unsafe_code, reason = "intrinsics of the baseline")]

    use std::arch::x86_64::{
        __m128d, __m128i, _mm_shuffle_pd, _mm_shufflehi_epi16, _mm_shufflelo_epi16,
        _mm_unpacklo_epi16, _mm_unpacklo_epi32,
    };

    use wide::{bytemuck::cast, u16x8};

    macro_rules! functions {
        ($(
            $(#[$attribute:meta])*
            fn $name:ident$(<const $N:ident: i32>)?($($x:ident: u16x8),*) -> $e:expr;
        )*) => {$(
            $(#[$attribute])*
            #[inline(always)]
            pub(in super::super) fn $name$(<const $N: i32>)?($($x: u16x8),*) -> u16x8 {
                #[inline]
                #[target_feature(enable = "sse2")]
                fn inner$(<const $N: i32>)?($($x: __m128i),*) -> __m128i { $e }
                // SAFETY: this module is compiled only where the target has the feature.
                cast(unsafe { inner$(::<$N>)?($(cast($x)),*) })
            }
        )*};
    }

    functions! {
        /// Of each four elements, the first three go round to the left.
        fn round_left(a: u16x8) -> _mm_shufflehi_epi16::<0b11_00_10_01>(_mm_shufflelo_epi16::<0b11_00_10_01>(a));
        /// Of each four elements, the first three go round to the right.
        fn round_right(a: u16x8) -> _mm_shufflehi_epi16::<0b11_01_00_10>(_mm_shufflelo_epi16::<0b11_01_00_10>(a));
        /// A half of `a`, then one of `b`: bit 0 and bit 1 tell whether the upper.
        fn halves<const UPPER: i32>(a: u16x8, b: u16x8) -> {
            let (a, b): (__m128d, __m128d) = (cast(a), cast(b));
            cast(_mm_shuffle_pd::<UPPER>(a, b))
        };
        /// Elements of the lower halves in turn.
        fn zip_lower(a: u16x8, b: u16x8) -> _mm_unpacklo_epi16(a, b);
        /// Pairs of elements of the lower halves in turn.
        fn zip_lower_pairs(a: u16x8, b: u16x8) -> _mm_unpacklo_epi32(a, b);
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
pub(super) mod arrays {
    use wide::u16x8;

    /// Eight elements of `a`, and from 8 on of `b`.
    #[inline(always)]
    fn pick(a: u16x8, b: u16x8, from: [usize; 8]) -> u16x8 {
        let (a, b) = (a.to_array(), b.to_array());
        u16x8::new(from.map(|from| if from < 8 { a[from] } else { b[from - 8] }))
    }

    macro_rules! functions {
        ($($name:ident($a:ident, $b:ident) $from:expr;)*) => {$(
            #[inline(always)]
            pub(in super::super) fn $name($a: u16x8, $b: u16x8) -> u16x8 {
                pick($a, $b, $from)
            }
        )*};
    }

    #[inline(always)]
    pub(in super::super) fn round_left(a: u16x8) -> u16x8 {
        pick(a, a, [1, 2, 0, 3, 5, 6, 4, 7])
    }

    #[inline(always)]
    pub(in super::super) fn round_right(a: u16x8) -> u16x8 {
        pick(a, a, [2, 0, 1, 3, 6, 4, 5, 7])
    }

    #[inline(always)]
    pub(in super::super) fn halves<const UPPER: i32>(a: u16x8, b: u16x8) -> u16x8 {
        match UPPER {
            0 => pick(a, b, [0, 1, 2, 3, 8, 9, 10, 11]),
            1 => pick(a, b, [4, 5, 6, 7, 8, 9, 10, 11]),
            2 => pick(a, b, [0, 1, 2, 3, 12, 13, 14, 15]),
            _ => pick(a, b, [4, 5, 6, 7, 12, 13, 14, 15]),
        }
    }

    functions! {
        zip_lower(a, b) [0, 8, 1, 9, 2, 10, 3, 11];
        zip_lower_pairs(a, b) [0, 1, 8, 9, 2, 3, 10, 11];
    }
}

#[cfg(test)]
mod tests {
    use wide::u16x8;

    use super::arrays;

    #[test]
    fn instructions_do_what_arrays_do() {
        let (a, b) =
            (u16x8::new([1, 2, 3, 4, 5, 6, 7, 8]), u16x8::new([9, 10, 11, 12, 13, 14, 15, 16]));
        let here = [
            super::round_left(a),
            super::round_right(a),
            super::halves::<0>(a, b),
            super::halves::<1>(a, b),
            super::halves::<2>(a, b),
            super::halves::<3>(a, b),
            super::zip_lower(a, b),
            super::zip_lower_pairs(a, b),
        ];
        let there = [
            arrays::round_left(a),
            arrays::round_right(a),
            arrays::halves::<0>(a, b),
            arrays::halves::<1>(a, b),
            arrays::halves::<2>(a, b),
            arrays::halves::<3>(a, b),
            arrays::zip_lower(a, b),
            arrays::zip_lower_pairs(a, b),
        ];
        assert_eq!(here, there);
    }
}
