//! What varies by instruction set: a vector of 16-bit lanes and the few operations the rest is
//! written in. To add a set, write a file and add a line to [`InstructionSet`].
//!
//! A value of an [`Isa`] is a token: it exists only where the machine was asked and has the
//! instructions. Everything that takes a token is inlined into one function a set, which is
//! compiled for it; see [`InstructionSet::dispatch`].

mod across;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(test)]
mod tests;

use std::fmt::Debug;
use std::ops::{Index, IndexMut};
use std::sync::OnceLock;

use crate::error::{Error, Result};

#[cfg(target_arch = "x86_64")]
use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use avx512::Avx512;
use portable::Portable;

/// A vector of 16-bit lanes and what can be done with it. All operations work lane by lane.
pub(super) trait Isa: Copy + Debug {
    /// Lanes of a vector, at most 32.
    const LANES: usize;
    /// Whether [`Self::draw`] can take an element to another lane.
    const DRAWS_ACROSS: bool;
    /// The vector in a register.
    type V: Copy + Debug;
    /// The vector in memory: an array of [`Self::LANES`] elements.
    type Row: Copy + Debug + Default + Index<usize, Output = u16> + IndexMut<usize>;
    /// A choice of lanes, in the form that [`Self::blend`] wants.
    type Mask: Copy;
    /// What a single puzzle is solved with, compiled for this set.
    type Folded: Fold;

    /// The token of it.
    fn folded(self) -> Self::Folded;

    fn load(self, row: &Self::Row) -> Self::V;
    fn store(self, v: Self::V, row: &mut Self::Row);
    fn splat(self, x: u16) -> Self::V;
    /// The candidates that characters leave: `1` to `9` one of [`ALL`](super::nine::ALL), others all.
    fn candidates(self, symbols: [u8; 16]) -> [u16; 16];
    /// Writes the candidates that the texts of as many puzzles as there are lanes leave. It is
    /// compiled for the set wherever it is called, and apart from what calls it.
    fn texts<const CELLS: usize>(self, puzzles: &[&[u8; CELLS]], rows: &mut [Self::Row; CELLS]);

    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn and3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a & !b`
    fn minus(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !(b | c)`
    fn minus_both(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Bits set in at least two of three.
    fn majority(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Bits set in an odd number of three.
    fn odd(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;

    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// How many bits are set.
    fn count(self, a: Self::V) -> Self::V;
    /// The lowest bit.
    fn lowest(self, a: Self::V) -> Self::V;

    /// `a` where it has at most one bit, else 0.
    fn if_single(self, a: Self::V) -> Self::V;
    /// `a` where it has at least three bits, else `b`, of which `a` is a part.
    fn if_three_or(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & b` where that is anything, else `a & c`.
    fn narrow(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// `a` where it is anything, else `b`.
    fn if_any_or(self, a: Self::V, b: Self::V) -> Self::V;

    /// The lanes where both are equal, as bits.
    fn eq(self, a: Self::V, b: Self::V) -> u32;
    /// The lanes where `a < b`, as a choice; both must be less than 2¹⁵.
    fn less(self, a: Self::V, b: Self::V) -> Self::Mask;
    /// The lanes of which the bits are set.
    fn mask(self, bits: u32) -> Self::Mask;
    /// `on` in the chosen lanes, `off` in the others.
    fn blend(self, mask: Self::Mask, on: Self::V, off: Self::V) -> Self::V;
    /// In the chosen lanes the element of `from` that `index` tells, in the others `off`. Unless
    /// [`Self::DRAWS_ACROSS`], the index must be the lane itself.
    fn draw(self, mask: Self::Mask, index: Self::V, from: Self::V, off: Self::V) -> Self::V;
}

/// An instruction set that this machine has.
#[derive(Debug, Clone, Copy)]
pub struct InstructionSet(Set);

#[derive(Debug, Clone, Copy)]
enum Set {
    Portable(Portable),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
}

/// What is compiled once for every instruction set.
pub(super) trait Work {
    type Outcome;

    /// To be inlined, with all it calls, into the function of the set.
    fn run<I: Isa>(self, isa: I) -> Self::Outcome;
}

impl InstructionSet {
    /// All sets that this machine has, the narrowest first.
    pub fn available() -> Vec<InstructionSet> {
        let sets = [
            Some(Set::Portable(Portable)),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Set::Avx2),
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Set::Avx512),
        ];
        sets.into_iter().flatten().map(InstructionSet).collect()
    }

    /// The widest set that this machine has.
    pub fn best() -> InstructionSet {
        let sets = Self::available();
        sets[sets.len() - 1]
    }

    /// The set that the variable `SATOKU_ISA` of the environment names; else the widest. It is
    /// read once.
    ///
    /// # Errors
    /// If there is no set of that name, or this machine does not have it.
    pub fn chosen() -> Result<InstructionSet> {
        static CHOSEN: OnceLock<Result<InstructionSet, String>> = OnceLock::new();
        let chosen = CHOSEN.get_or_init(|| match std::env::var("SATOKU_ISA") {
            Ok(name) if !name.is_empty() => Self::by_name(&name),
            _ => Ok(Self::best()),
        });
        chosen.clone().map_err(Error::unsupported)
    }

    fn by_name(name: &str) -> Result<InstructionSet, String> {
        let sets = Self::available();
        let found = sets.iter().find(|set| set.name() == name);
        found.copied().ok_or_else(|| {
            let names: Vec<_> = sets.iter().map(|set| set.name()).collect();
            format!("SATOKU_ISA={name}: this machine has {}", names.join(", "))
        })
    }

    /// Its name: `portable`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => "avx512",
        }
    }

    /// How many puzzles it advances together.
    pub fn lanes(self) -> usize {
        match self.0 {
            Set::Portable(_) => Portable::LANES,
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => Avx2::LANES,
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => Avx512::LANES,
        }
    }

    /// Does some work with this set.
    pub(super) fn dispatch<W: Work>(self, work: W) -> W::Outcome {
        match self.0 {
            Set::Portable(isa) => work.run(isa),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(isa) => isa.dispatch(work),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(isa) => isa.dispatch(work),
        }
    }
}

/// A whole grid in a few vectors: what a single puzzle is solved with.
///
/// A **plane** has an element for each of the 27 mini-rows of a grid; three planes hold the first,
/// second and third cells of all mini-rows. The rest of its elements is padding: one value
/// throughout, which is to be [`ALL`](super::nine::ALL) in the planes of a grid, and which all
/// that is done here leaves alone.
pub(super) trait Fold: Isa {
    /// Vectors of a plane.
    const VECTORS: usize;
    type Plane: Copy + Debug + Index<usize, Output = Self::V> + IndexMut<usize>;
    /// A plane in memory.
    type Image: Copy + Debug + Default + Index<usize, Output = Self::Row> + IndexMut<usize>;

    /// [`Isa::min`] in the least time; both must be less than 2¹⁵.
    #[inline(always)]
    fn min_soon(self, a: Self::V, b: Self::V) -> Self::V {
        self.min(a, b)
    }
    /// Whether any bit is set.
    fn any(self, a: Self::V) -> bool;
    /// Whether any bit of `a` is set, or an element of `b` is 0.
    #[inline(always)]
    fn any_or_empty(self, a: Self::V, b: Self::V) -> bool {
        self.any(a) || self.eq(b, self.splat(0)) != 0
    }
    /// `so_far` and what of `before`, candidates of nine digits, is not in its part `after`: as bits, or
    /// added up, of at most three planes. It is 0 where nothing is gone.
    #[inline(always)]
    fn gone(self, so_far: Self::V, before: Self::V, after: Self::V) -> Self::V {
        self.or(so_far, self.minus(before, after))
    }
    /// The vector and the lane of the mini-row that row `r` of a band shares with box `b`; of planes
    /// that were turned, those of the mini-column that column `r` of a stack shares with its box `b`.
    /// The padding is the same in both.
    fn place<const TURNED: bool>(band: usize, r: usize, b: usize) -> (usize, usize);
    /// The same vector in all places.
    fn plane(self, v: Self::V) -> Self::Plane;
    /// Every mini-row takes what stands so many rows below and boxes to the right of it in its
    /// band, going round; in turned planes, every mini-column so many columns to the right and boxes
    /// below in its stack.
    fn shift<const TURNED: bool, const ROWS: usize, const BOXES: usize>(
        self,
        plane: Self::Plane,
    ) -> Self::Plane;
    /// What stands in row `r` of the first box in each band, then, of a turned plane, in column `r` of
    /// the first box in each stack; each in the lane that [`Self::gathered`] tells.
    fn gather(self, rows: Self::Plane, columns: Self::Plane, r: usize) -> Self::V;
    /// The lane of a band in what is gathered, bands of rows first.
    fn gathered(band: usize) -> usize;
    /// Exchanges rows and columns.
    fn turn(self, planes: [Self::Plane; 3]) -> [Self::Plane; 3];
}

/// Methods of an [`Isa`] in terms of intrinsics.
#[cfg(target_arch = "x86_64")]
macro_rules! operations {
    ($features:literal; $(
        $(#[$attribute:meta])*
        fn $name:ident($($x:ident: $X:ty),*) -> $Result:ty $body:block
    )*) => {$(
        $(#[$attribute])*
        #[inline(always)]
        fn $name(self, $($x: $X),*) -> $Result {
            #[inline]
            #[target_feature(enable = $features)]
            fn inner($($x: $X),*) -> $Result $body
            // SAFETY: the token `self` exists only where the machine has the features.
            unsafe { inner($($x),*) }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
use operations;
