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

/// The grids that lanes are to take: see [`Shelf::take`].
#[derive(Debug)]
pub(super) struct Wanted<I: Isa> {
    lanes: u32,
    /// The lanes that want a grid from another place than their own.
    astray: u32,
    /// Block and place of each lane's slot; those of lanes that want nothing are left over.
    blocks: I::Row,
    places: I::Row,
}

impl<I: Isa> Wanted<I> {
    pub(super) fn nothing() -> Self {
        let row = I::Row::default();
        Wanted { lanes: 0, astray: 0, blocks: row, places: row }
    }

    /// A lane wants what is in a slot.
    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize, slot: Slot) {
        self.lanes |= 1 << lane;
        self.astray |= u32::from(slot.place as usize != lane) << lane;
        // A search is at most as deep as a grid has candidates, so blocks are hundreds at most.
        self.blocks[lane] = slot.block as u16;
        self.places[lane] = slot.place as u16;
    }

    /// The lanes that want something.
    pub(super) fn lanes(&self) -> u32 {
        self.lanes
    }
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

    /// Takes grids into the lanes that want them; their slots are free again, and nothing is wanted.
    #[inline(always)]
    pub(super) fn take(&mut self, isa: I, wanted: &mut Wanted<I>, into: &mut Block<I, CELLS>) {
        let blocks = isa.load(&wanted.blocks);
        let astray = if I::DRAWS_ACROSS { 0 } else { wanted.astray };
        let mut left = wanted.lanes & !astray;
        while left != 0 {
            let mut from = [(0, 0); SOURCES];
            let mut len = 0;
            while left != 0 && len < SOURCES {
                let block = wanted.blocks[left.trailing_zeros() as usize];
                let lanes = isa.eq(blocks, isa.splat(block)) & left;
                from[len] = (block, lanes);
                left &= !lanes;
                len += 1;
            }
            match len {
                1 => self.draw::<1>(isa, &from, &wanted.places, into),
                2 => self.draw::<2>(isa, &from, &wanted.places, into),
                3 => self.draw::<3>(isa, &from, &wanted.places, into),
                _ => self.draw::<SOURCES>(isa, &from, &wanted.places, into),
            }
        }
        for lane in bits(astray) {
            let block = &self.blocks[usize::from(wanted.blocks[lane])];
            for cell in 0..CELLS {
                into.rows[cell][lane] = block.rows[cell][usize::from(wanted.places[lane])];
            }
        }
        for lane in bits(wanted.lanes) {
            self.free[usize::from(wanted.blocks[lane])] |= 1 << wanted.places[lane];
        }
        (wanted.lanes, wanted.astray) = (0, 0);
    }

    /// Takes grids from `N` blocks, each into the lanes that are named with it.
    #[inline(always)]
    fn draw<const N: usize>(
        &self,
        isa: I,
        from: &[(u16, u32); SOURCES],
        places: &I::Row,
        into: &mut Block<I, CELLS>,
    ) {
        let index = isa.load(places);
        let mut mask = [isa.mask(0); N];
        let mut blocks = [&self.blocks[usize::from(from[0].0)]; N];
        for k in 0..N {
            mask[k] = isa.mask(from[k].1);
            blocks[k] = &self.blocks[usize::from(from[k].0)];
        }
        for cell in 0..CELLS {
            let mut x = isa.load(&into.rows[cell]);
            for k in 0..N {
                x = isa.draw(mask[k], index, isa.load(&blocks[k].rows[cell]), x);
            }
            isa.store(x, &mut into.rows[cell]);
        }
    }

    /// Gives up a grid.
    pub(super) fn drop(&mut self, slot: Slot) {
        self.free[slot.block as usize] |= 1 << slot.place;
    }
}
