//! The ground of the ladder: cells, houses, peers, and where houses cross, as bits and lists in
//! the orders in which Sudoku Explainer looks at them.
//!
//! Techniques are stated over the lists here, so that another layout is another ground. The
//! arrays are as large as the only layout that is rated yet, 9×9 with rows, columns and boxes.

use std::sync::LazyLock;

use crate::grid::{HouseKind, Layout};

/// The most cells, digits and houses of a ground; houses that a cell is in.
pub(super) const CELLS: usize = 81;
pub(super) const DIGITS: usize = 9;
pub(super) const HOUSES: usize = 27;
pub(super) const KINDS: usize = 3;
/// Candidates: a digit in a cell, numbered `cell * DIGITS + digit`.
pub(super) const CANDIDATES: usize = CELLS * DIGITS;

/// A set of cells.
pub(super) type Cells = u128;
/// A set of digits.
pub(super) type Digits = u16;
/// A set of places in a house, by their positions there.
pub(super) type Places = u16;

/// Cells of which each has each digit once.
#[derive(Debug, Clone)]
pub(super) struct House {
    /// In the order of the house: row-major.
    pub(super) cells: [u8; DIGITS],
    pub(super) set: Cells,
    /// 0 for boxes, 1 for columns, 2 for rows.
    pub(super) kind: usize,
    /// Its index among the houses of the layout.
    pub(super) id: usize,
}

/// Two houses that meet, one of them a box.
#[derive(Debug, Clone)]
pub(super) struct Crossing {
    pub(super) first: usize,
    pub(super) second: usize,
    /// The places of the first that are in the second.
    pub(super) inside: Places,
    /// Other houses of the first's kind that meet the second.
    pub(super) rivals: Vec<u8>,
}

/// Cells and houses, and what follows from them.
#[derive(Debug)]
pub(super) struct Ground {
    /// Boxes, columns, rows.
    pub(super) houses: Vec<House>,
    /// The houses of each cell: box, row, column.
    pub(super) houses_of: [[u8; KINDS]; CELLS],
    /// The same as sets.
    pub(super) set_of: [u32; CELLS],
    /// Where each cell stands in these.
    pub(super) place_in: [[u8; KINDS]; CELLS],
    /// What sees each cell.
    pub(super) peers: [Cells; CELLS],
    /// The same in order: those of the box, the row, the column.
    pub(super) peer_list: Vec<Vec<u8>>,
    /// Boxes with columns, boxes with rows, columns with boxes, rows with boxes.
    pub(super) crossings: Vec<Crossing>,
}

/// The ground of plain 9×9.
pub(super) fn classic() -> &'static Ground {
    static GROUND: LazyLock<Ground> =
        LazyLock::new(|| Ground::new(&Layout::boxes(3, 3).expect("a shape within range")));
    &GROUND
}

/// The cells of a set, ascending.
pub(super) fn cells(set: Cells) -> impl Iterator<Item = usize> {
    std::iter::successors((set != 0).then_some(set), |set| {
        let rest = set & (set - 1);
        (rest != 0).then_some(rest)
    })
    .map(|set| set.trailing_zeros() as usize)
}

/// The members of a set of digits or places, ascending.
pub(super) fn bits(set: u16) -> impl Iterator<Item = usize> + Clone {
    std::iter::successors((set != 0).then_some(set), |set| {
        let rest = set & (set - 1);
        (rest != 0).then_some(rest)
    })
    .map(|set| set.trailing_zeros() as usize)
}

/// Sets of digits or places by size, ascending, and where each size begins.
const BY_SIZE: ([u16; 1 << DIGITS], [usize; DIGITS + 2]) = {
    let (mut sets, mut begins) = ([0; 1 << DIGITS], [0; DIGITS + 2]);
    let (mut size, mut count) = (0, 0);
    while size <= DIGITS {
        let mut set: u16 = 0;
        while set < 1 << DIGITS {
            if set.count_ones() as usize == size {
                sets[count] = set;
                count += 1;
            }
            set += 1;
        }
        size += 1;
        begins[size] = count;
    }
    (sets, begins)
};

/// How many digits or places a set has.
#[inline]
pub(super) fn size(set: u16) -> usize {
    static SIZES: [u8; 1 << DIGITS] = {
        let mut sizes = [0; 1 << DIGITS];
        let mut set = 0;
        while set < 1 << DIGITS {
            sizes[set] = set.count_ones() as u8;
            set += 1;
        }
        sizes
    };
    // Not all processors count bits, so code for any of them is slower than this.
    SIZES[usize::from(set)].into()
}

/// The subsets of `among` with `size` members, by increasing value as binary numbers, which is
/// the order of Sudoku Explainer wherever it goes through subsets.
pub(super) fn subsets(among: u16, count: usize) -> impl Iterator<Item = u16> {
    static SETS: [u16; 1 << DIGITS] = BY_SIZE.0;
    let mut members = [0u16; DIGITS];
    let mut n = 0;
    for member in bits(among) {
        members[n] = 1 << member;
        n += 1;
    }
    // Those of the first so many come first among those of that size.
    let range = if n >= count { BY_SIZE.1[count]..BY_SIZE.1[count + 1] } else { 0..0 };
    let sets = SETS[range].iter().take_while(move |&&set| usize::from(set) < 1 << n);
    sets.map(move |&set| bits(set).fold(0, |all, member| all | members[member]))
}

impl Ground {
    /// That of a layout with boxes, columns and rows of nine cells.
    fn new(layout: &Layout) -> Self {
        let order = [HouseKind::BOX, HouseKind::COLUMN, HouseKind::ROW];
        let mut houses = Vec::with_capacity(HOUSES);
        for (kind, named) in order.iter().enumerate() {
            for (id, house) in layout.houses().iter().enumerate() {
                if house.kind().name == named.name {
                    let mut cells = [0; DIGITS];
                    for (to, cell) in cells.iter_mut().zip(house.cells()) {
                        *to = cell.index() as u8;
                    }
                    let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
                    houses.push(House { cells, set, kind, id });
                }
            }
        }
        let mut ground = Ground {
            houses_of: [[0; KINDS]; CELLS],
            set_of: [0; CELLS],
            place_in: [[0; KINDS]; CELLS],
            peers: [0; CELLS],
            peer_list: vec![Vec::new(); CELLS],
            crossings: Vec::new(),
            houses,
        };
        for cell in 0..CELLS {
            for (k, kind) in [0, 2, 1].into_iter().enumerate() {
                let holds = |house: &House| house.kind == kind && house.set >> cell & 1 == 1;
                let h = ground.houses.iter().position(holds).expect("a house of each kind");
                let house = &ground.houses[h];
                ground.houses_of[cell][k] = h as u8;
                ground.set_of[cell] |= 1 << h;
                let place = house.cells.iter().position(|&c| usize::from(c) == cell);
                ground.place_in[cell][k] = place.expect("it is in the house") as u8;
                for &peer in &house.cells {
                    if usize::from(peer) != cell && ground.peers[cell] >> peer & 1 == 0 {
                        ground.peers[cell] |= 1 << peer;
                        ground.peer_list[cell].push(peer);
                    }
                }
            }
        }
        for (one, other) in [(0, 1), (0, 2), (1, 0), (2, 0)] {
            ground.add_crossings(one, other);
        }
        ground
    }

    fn add_crossings(&mut self, one: usize, other: usize) {
        let of = |kind: usize| {
            let numbered = self.houses.iter().enumerate();
            numbered.filter(move |(_, house)| house.kind == kind)
        };
        let mut found = Vec::new();
        for (first, a) in of(one) {
            for (second, b) in of(other).filter(|(_, b)| a.set & b.set != 0) {
                let inside = (0..DIGITS).filter(|&place| b.set >> a.cells[place] & 1 == 1);
                let rivals = of(one).filter(|(h, c)| *h != first && c.set & b.set != 0);
                found.push(Crossing {
                    first,
                    second,
                    inside: inside.fold(0, |set, place| set | 1 << place),
                    rivals: rivals.map(|(h, _)| h as u8).collect(),
                });
            }
        }
        self.crossings.extend(found);
    }

    /// The cells at some places of a house.
    pub(super) fn cells_at(&self, house: usize, places: Places) -> Cells {
        let house = &self.houses[house];
        bits(places).fold(0, |set, place| set | 1 << house.cells[place])
    }

    /// Cells that see all cells of a set.
    pub(super) fn common_peers(&self, set: Cells) -> Cells {
        cells(set).fold(!0, |common, cell| common & self.peers[cell])
    }
}
