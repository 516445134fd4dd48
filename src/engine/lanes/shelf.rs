//! Deferred branches: grids that wait for a lane, as slots of blocks.
//!
//! Lanes that branch in the same step put their grids by together, with one pass over the vectors
//! of a block, and those that come back take them with one pass for every block that has some of
//! them. Where a machine can move elements across lanes, grids are packed into few blocks, which
//! stay in the nearest cache; elsewhere a grid keeps its lane.

use super::isa::Isa;
use super::rules::Block;

/// Where a deferred branch is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slot {
    block: u32,
    place: u32,
}

impl Slot {
    /// No slot at all.
    pub(super) const NOWHERE: Slot = Slot { block: u32::MAX, place: 0 };
}

/// Blocks of grids.
#[derive(Debug)]
pub(super) struct Shelf<I: Isa, const CELLS: usize> {
    blocks: Vec<Block<I, CELLS>>,
    /// The places of each block that are free, as bits.
    free: Vec<u32>,
}

/// All lanes as bits.
pub(super) fn all_lanes<I: Isa>() -> u32 {
    u32::MAX >> (32 - I::LANES)
}

/// The numbers of the bits set, lowest first.
#[inline(always)]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

/// A source of [`Shelf::take`].
#[derive(Debug, Clone, Copy)]
struct Draw<I: Isa> {
    block: u32,
    lanes: u32,
    places: u32,
    index: I::Row,
}

/// Blocks that one pass takes from.
const SOURCES: usize = 4;

impl<I: Isa, const CELLS: usize> Shelf<I, CELLS> {
    pub(super) fn new() -> Self {
        Shelf { blocks: Vec::new(), free: Vec::new() }
    }

    /// A block with these places free, or as many anywhere where that will do; a new one at need.
    #[inline(always)]
    fn room_for(&mut self, lanes: u32) -> usize {
        let fits = |free: &u32| {
            let anywhere = I::DRAWS_ACROSS && free.count_ones() >= lanes.count_ones();
            anywhere || free & lanes == lanes
        };
        self.free.iter().position(fits).unwrap_or_else(|| {
            self.blocks.push(Block::empty());
            self.free.push(all_lanes::<I>());
            self.free.len() - 1
        })
    }

    /// A block for so many grids, from its first place on; its number is the slots'.
    pub(super) fn room(&mut self, places: usize) -> (u32, &mut Block<I, CELLS>) {
        let all = all_lanes::<I>();
        let block = self.room_for(all);
        self.free[block] = all & !(all >> (I::LANES - places));
        (block as u32, &mut self.blocks[block])
    }

    /// The slot of a place that was filled.
    pub(super) fn slot(block: u32, place: usize) -> Slot {
        Slot { block, place: place as u32 }
    }

    /// Stores the grids of some lanes. The slots are handed out lane by lane, lowest first, with
    /// the grid's vectors and its place in them.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        isa: I,
        from: &Block<I, CELLS>,
        lanes: u32,
        mut each: impl FnMut(usize, Slot, &mut Block<I, CELLS>, usize),
    ) {
        let number = self.room_for(lanes);
        let mut index = I::Row::default();
        let mut places = lanes;
        let mut place_of = [0u8; 32];
        if I::DRAWS_ACROSS {
            let mut free = self.free[number];
            for lane in bits(lanes) {
                let place = free.trailing_zeros() as usize;
                free &= free - 1;
                index[place] = lane as u16;
                place_of[lane] = place as u8;
            }
            places = self.free[number] & !free;
        }
        self.free[number] &= !places;
        let block = &mut self.blocks[number];
        let (mask, index) = (isa.mask(places), isa.load(&index));
        for cell in 0..CELLS {
            let old = isa.load(&block.rows[cell]);
            let new = isa.draw(mask, index, isa.load(&from.rows[cell]), old);
            isa.store(new, &mut block.rows[cell]);
        }
        for lane in bits(lanes) {
            let place = if I::DRAWS_ACROSS { usize::from(place_of[lane]) } else { lane };
            each(lane, Slot { block: number as u32, place: place as u32 }, block, place);
        }
    }

    /// Takes grids into lanes; their slots are free again.
    #[inline(always)]
    pub(super) fn take(&mut self, isa: I, wanted: &[(usize, Slot)], into: &mut Block<I, CELLS>) {
        let mut draws = [Draw::<I> { block: 0, lanes: 0, places: 0, index: I::Row::default() }; 32];
        let mut len = 0;
        for &(lane, slot) in wanted {
            if !I::DRAWS_ACROSS && slot.place as usize != lane {
                continue;
            }
            let mut k = 0;
            while k < len && draws[k].block != slot.block {
                k += 1;
            }
            if k == len {
                draws[k] =
                    Draw { block: slot.block, lanes: 0, places: 0, index: I::Row::default() };
                len += 1;
            }
            draws[k].lanes |= 1 << lane;
            draws[k].places |= 1 << slot.place;
            draws[k].index[lane] = slot.place as u16;
        }
        for draws in draws[..len].chunks(SOURCES) {
            match draws.len() {
                1 => self.draw::<1>(isa, draws, into),
                2 => self.draw::<2>(isa, draws, into),
                3 => self.draw::<3>(isa, draws, into),
                _ => self.draw::<SOURCES>(isa, draws, into),
            }
            for draw in draws {
                self.free[draw.block as usize] |= draw.places;
            }
        }
        if !I::DRAWS_ACROSS {
            for &(lane, slot) in wanted {
                if slot.place as usize != lane {
                    let block = &self.blocks[slot.block as usize];
                    for cell in 0..CELLS {
                        into.rows[cell][lane] = block.rows[cell][slot.place as usize];
                    }
                    self.drop(slot);
                }
            }
        }
    }

    #[inline(always)]
    fn draw<const N: usize>(&self, isa: I, draws: &[Draw<I>], into: &mut Block<I, CELLS>) {
        let mut mask = [isa.mask(0); N];
        let mut index = [isa.splat(0); N];
        let mut from = [&self.blocks[draws[0].block as usize]; N];
        for k in 0..N {
            mask[k] = isa.mask(draws[k].lanes);
            index[k] = isa.load(&draws[k].index);
            from[k] = &self.blocks[draws[k].block as usize];
        }
        for cell in 0..CELLS {
            let mut x = isa.load(&into.rows[cell]);
            for k in 0..N {
                x = isa.draw(mask[k], index[k], isa.load(&from[k].rows[cell]), x);
            }
            isa.store(x, &mut into.rows[cell]);
        }
    }

    /// Gives up a grid.
    pub(super) fn drop(&mut self, slot: Slot) {
        self.free[slot.block as usize] |= 1 << slot.place;
    }
}
