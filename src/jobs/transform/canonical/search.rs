//! The smallest image of any grid of small boxes, by depth-first search over its rows.
//!
//! A node has placed some rows. Its columns are an ordered partition: those that no placed row has
//! distinguished stand together, and so do stacks; so an empty row, of which there are many in the
//! smallest image, leaves nothing to be tried. The children of a node are the ways to place a next
//! row that give the smallest text of that row; all others are dropped.
//!
//! Symmetric grids have many equal images. Where one turns up that equals the best, a symmetry has
//! been found that maps the branch of the best onto the branch of this one, at the node where the
//! two part, so the rest of this branch is not looked at (the pruning of canonical labelling of
//! graphs; Brendan D. McKay: *Practical graph isomorphism*, Congressus Numerantium 30, 1981). The
//! number of branches that were equal is an orbit, and the product of the orbits along the best
//! path the order of the group.

/// Bits of a label in the packed text of a row.
const BITS: u32 = 4;

/// The labels of the digits, by number; 0 for those that have none yet, and for an empty cell.
pub(super) type Labels = [u8; 1 << BITS];

/// The smallest image, and how it comes about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Form<const N: usize> {
    pub(super) transposed: bool,
    /// The row that stands at each place, before that of the transposed grid.
    pub(super) rows: [u8; N],
    pub(super) columns: [u8; N],
    pub(super) labels: Labels,
    /// Ways to move rows and columns that all give this image.
    pub(super) ways: u64,
}

/// A grid and the same grid transposed.
pub(super) type Both<const N: usize> = [[[u8; N]; N]; 2];

/// Some rows placed.
#[derive(Debug, Clone, Copy)]
struct State<const N: usize> {
    transposed: bool,
    /// Rows that are placed, as bits.
    placed: u16,
    rows: [u8; N],
    columns: [u8; N],
    /// Places where columns begin that are distinguished from those before.
    starts: u16,
    /// The same of stacks.
    stacks: u16,
    labels: Labels,
    next: u8,
    /// How many ways to choose the last row come to the same.
    weight: u8,
}

/// A search over grids of side `N` with boxes `R` high and `C` wide.
#[derive(Debug)]
struct Search<'a, const N: usize, const R: usize, const C: usize> {
    grids: &'a Both<N>,
    best: Option<State<N>>,
    text: [u64; N],
    /// The text of the rows on the way to the node.
    path: [u64; N],
    /// Of each level, how many branches equal that of the best, and the weight of the branch that
    /// is being looked at.
    orbits: [u64; N],
    weights: [u8; N],
    /// The level at which the way to the node leaves that to the best.
    parting: usize,
    children: [Vec<State<N>>; N],
}

/// The children of a node while they are gathered.
struct Gather<const N: usize> {
    list: Vec<State<N>>,
    least: u64,
}

/// The smallest image of a grid. Transposed images count where boxes are square.
pub(super) fn smallest<const N: usize, const R: usize, const C: usize>(grids: &Both<N>) -> Form<N> {
    const { assert!(N == R * C && N < 1 << BITS) };
    let mut search = Search::<N, R, C> {
        grids,
        best: None,
        text: [u64::MAX; N],
        path: [0; N],
        orbits: [0; N],
        weights: [0; N],
        parting: N,
        children: [const { Vec::new() }; N],
    };
    let mut columns = [0; N];
    columns.iter_mut().zip(0..).for_each(|(column, k)| *column = k);
    let mut starts = 0;
    (0..N).step_by(C).for_each(|place| starts |= 1 << place);
    let root = State {
        transposed: false,
        placed: 0,
        rows: [0; N],
        columns,
        starts,
        stacks: 1,
        labels: [0; 1 << BITS],
        next: 1,
        weight: 1,
    };
    search.descend(&root, 0, false);
    let best = search.best.expect("some image is the smallest");
    let orbits: u64 = search.orbits.iter().product();
    Form {
        transposed: best.transposed,
        rows: best.rows,
        columns: best.columns,
        labels: best.labels,
        ways: orbits * Search::<N, R, C>::alike(&best),
    }
}

impl<const N: usize, const R: usize, const C: usize> Search<'_, N, R, C> {
    const STACKS: usize = N / C;

    /// In how many ways the columns that were never distinguished can be permuted.
    fn alike(state: &State<N>) -> u64 {
        let runs = |starts: u16, places: usize| {
            let mut product = 1;
            let mut run = 0;
            for place in 0..places {
                run = if starts >> place & 1 == 1 { 1 } else { run + 1 };
                product *= run;
            }
            product
        };
        runs(state.starts, N) * runs(state.stacks, Self::STACKS)
    }

    /// Looks at all below a node; `tied` if its rows so far read as those of the best. Gives the
    /// level to go on at.
    fn descend(&mut self, state: &State<N>, level: usize, mut tied: bool) -> usize {
        if level == N {
            return self.leaf(state, tied);
        }
        let least = if tied { self.text[level] } else { u64::MAX };
        let list = std::mem::take(&mut self.children[level]);
        let mut gather = Gather { list, least };
        gather.list.clear();
        self.gather(state, level, &mut gather);
        tied &= gather.least == self.text[level];
        self.path[level] = gather.least;
        let mut back = N;
        for k in 0..gather.list.len() {
            if k > 0 {
                self.parting = self.parting.min(level);
            }
            let child = gather.list[k];
            self.weights[level] = child.weight;
            back = self.descend(&child, level + 1, tied);
            if back < level {
                break;
            }
            // What was smaller than the best has become the best.
            tied = true;
        }
        self.children[level] = gather.list;
        back
    }

    fn leaf(&mut self, state: &State<N>, tied: bool) -> usize {
        if tied {
            self.orbits[self.parting] += u64::from(self.weights[self.parting]);
            return self.parting;
        }
        self.best = Some(*state);
        self.text = self.path;
        self.orbits = self.weights.map(u64::from);
        self.parting = N;
        N
    }

    /// All ways to place the next row.
    fn gather(&self, state: &State<N>, level: usize, gather: &mut Gather<N>) {
        let sides = if level == 0 && R == C { 0..2 } else { 0..1 };
        for side in sides {
            let transposed = state.transposed || side == 1;
            let grid = &self.grids[usize::from(transposed)];
            let is_free = |row: usize| state.placed >> row & 1 == 0;
            let in_band = |band: usize| (band * R..(band + 1) * R).filter(|&row| is_free(row));
            let is_blank = |band: usize| in_band(band).all(|row| grid[row] == [0; N]);
            let is_whole = |band: usize| in_band(band).count() == R;
            let bands = if level.is_multiple_of(R) {
                0..N / R
            } else {
                let band = usize::from(state.rows[level - 1]) / R;
                band..band + 1
            };
            let new = level.is_multiple_of(R);
            let blanks = bands.clone().filter(|&b| new && is_whole(b) && is_blank(b)).count();
            let mut had_blank = false;
            for band in bands.filter(|&band| !new || is_whole(band)) {
                let mut weight = 1;
                if new && blanks > 1 && is_blank(band) {
                    if had_blank {
                        continue;
                    }
                    had_blank = true;
                    weight = blanks;
                }
                for row in in_band(band) {
                    let same = |other: &usize| grid[*other] == grid[row];
                    if in_band(band).take_while(|&other| other < row).any(|other| same(&other)) {
                        continue;
                    }
                    let weight = weight * in_band(band).filter(same).count();
                    let mut child = *state;
                    child.transposed = transposed;
                    child.placed |= 1 << row;
                    child.rows[level] = small(row);
                    child.weight = small(weight);
                    place_stacks::<N, C>(child, &grid[row], 0, 0, gather);
                }
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rows, and products of two of their numbers")]
fn small(n: usize) -> u8 {
    n as u8
}

/// What the last stack of a packed text must be shifted by for the first `places` to be compared.
const fn rest<const N: usize>(places: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 15")]
    let left = (N - places) as u32;
    BITS * left
}

/// Places the stacks from a slot on, in all ways that give a row's smallest text.
fn place_stacks<const N: usize, const C: usize>(
    state: State<N>,
    row: &[u8; N],
    slot: usize,
    text: u64,
    gather: &mut Gather<N>,
) {
    let stacks = N / C;
    if slot == stacks {
        if text < gather.least {
            gather.least = text;
            gather.list.clear();
        }
        gather.list.push(state);
        return;
    }
    let end = (slot + 1..stacks).find(|&s| state.stacks >> s & 1 == 1).unwrap_or(stacks);
    if end == slot + 1 {
        return place_columns::<N, C>(state, row, slot * C, text, gather);
    }
    // Of each stack that may stand here, the text it would give at least and at most; they are the
    // same where it has no digit without a label.
    let bounds = |stack: usize| {
        let mut keys = [[0u8; N]; 2];
        for place in stack * C..(stack + 1) * C {
            let digit = usize::from(row[usize::from(state.columns[place])]);
            let label = state.labels[digit];
            let fresh = digit != 0 && label == 0;
            keys[0][place - stack * C] = if fresh { state.next } else { label };
            keys[1][place - stack * C] = if fresh { small(N) } else { label };
        }
        let starts = state.starts >> (stack * C);
        keys.map(|mut keys| {
            sort_runs(&mut keys[..C], starts);
            keys[..C].iter().fold(0, |text, &key| text << BITS | u64::from(key))
        })
    };
    let mut all = [[0; 2]; N];
    (slot..end).for_each(|stack| all[stack] = bounds(stack));
    let most = all[slot..end].iter().map(|[_, most]| *most).min().unwrap_or(u64::MAX);
    // Stacks without new digits that read alike stay together.
    let known =
        |stack: usize| all[stack][0] == all[stack][1] && !has_new::<N, C>(&state, row, stack);
    let least = (slot..end).filter(|&s| known(s)).map(|s| all[s][0]).min();
    if let Some(least) = least.filter(|least| *least <= most) {
        let mut child = state;
        let mut to = slot;
        for (stack, bounds) in all.iter().enumerate().take(end).skip(slot) {
            if known(stack) && bounds[0] == least {
                swap_stacks::<N, C>(&mut child, to, stack);
                to += 1;
            }
        }
        child.stacks |= 1 << to;
        let mut text = text;
        for place in slot * C..to * C {
            if state.starts >> place & 1 == 1 {
                text = split_known::<N, C>(&mut child, row, place, text);
            }
        }
        if text <= gather.least >> rest::<N>(to * C) {
            place_stacks::<N, C>(child, row, to, text, gather);
        }
    }
    for (stack, bounds) in all.iter().enumerate().take(end).skip(slot) {
        if has_new::<N, C>(&state, row, stack) && bounds[0] <= most {
            let mut child = state;
            swap_stacks::<N, C>(&mut child, slot, stack);
            child.stacks |= 1 << (slot + 1);
            place_columns::<N, C>(child, row, slot * C, text, gather);
        }
    }
}

/// Whether a stack has a digit in a row that has no label yet.
fn has_new<const N: usize, const C: usize>(state: &State<N>, row: &[u8; N], stack: usize) -> bool {
    state.columns[stack * C..(stack + 1) * C].iter().any(|&column| {
        let digit = row[usize::from(column)];
        digit != 0 && state.labels[usize::from(digit)] == 0
    })
}

fn swap_stacks<const N: usize, const C: usize>(state: &mut State<N>, a: usize, b: usize) {
    if a != b {
        (0..C).for_each(|k| state.columns.swap(a * C + k, b * C + k));
    }
}

/// Sorts what stands between places that are distinguished.
fn sort_runs(keys: &mut [u8], starts: u16) {
    for k in 1..keys.len() {
        let mut k = k;
        while starts >> k & 1 == 0 && k > 0 && keys[k - 1] > keys[k] {
            keys.swap(k - 1, k);
            k -= 1;
        }
    }
}

/// The end of the run of columns that begins at a place.
fn run_end<const N: usize>(starts: u16, place: usize) -> usize {
    let after = u32::from(starts) >> (place + 1) | 1 << (N - place - 1);
    place + 1 + after.trailing_zeros() as usize
}

/// Puts the columns of a run, none of which has a new digit, in order and tells them apart.
fn split_known<const N: usize, const C: usize>(
    state: &mut State<N>,
    row: &[u8; N],
    place: usize,
    mut text: u64,
) -> u64 {
    let end = run_end::<N>(state.starts, place);
    sort_columns(state, row, place, end);
    let mut last = None;
    for place in place..end {
        let label = state.labels[usize::from(row[usize::from(state.columns[place])])];
        if last.is_some_and(|last| last != label) {
            state.starts |= 1 << place;
        }
        last = Some(label);
        text = text << BITS | u64::from(label);
    }
    text
}

/// Sorts columns by what a row has there: empty cells, labels, digits without a label; gives the
/// place of the first of those.
fn sort_columns<const N: usize>(
    state: &mut State<N>,
    row: &[u8; N],
    place: usize,
    end: usize,
) -> usize {
    let key = |state: &State<N>, place: usize| {
        let digit = row[usize::from(state.columns[place])];
        let label = state.labels[usize::from(digit)];
        if digit != 0 && label == 0 { small(N) + digit } else { label }
    };
    for k in place + 1..end {
        let mut k = k;
        while k > place && key(state, k - 1) > key(state, k) {
            state.columns.swap(k - 1, k);
            k -= 1;
        }
    }
    (place..end).find(|&k| key(state, k) > small(N)).unwrap_or(end)
}

/// Places the columns of a stack from a place on, then the stacks behind it.
fn place_columns<const N: usize, const C: usize>(
    mut state: State<N>,
    row: &[u8; N],
    mut place: usize,
    mut text: u64,
    gather: &mut Gather<N>,
) {
    let stack_end = (place / C + 1) * C;
    while place < stack_end {
        let end = run_end::<N>(state.starts, place);
        if end == place + 1 {
            let digit = usize::from(row[usize::from(state.columns[place])]);
            if digit != 0 && state.labels[digit] == 0 {
                state.labels[digit] = state.next;
                state.next += 1;
            }
            text = text << BITS | u64::from(state.labels[digit]);
            place = end;
            continue;
        }
        let fresh = sort_columns(&mut state, row, place, end);
        if fresh > place {
            // The known ones first.
            if fresh < end {
                state.starts |= 1 << fresh;
            }
            text = split_known::<N, C>(&mut state, row, place, text);
            place = fresh;
            continue;
        }
        if text > gather.least >> rest::<N>(place) {
            return;
        }
        // Any of the new digits may come first.
        let mut k = place;
        while k < end {
            let digit = row[usize::from(state.columns[k])];
            let mut child = state;
            let mut to = place;
            while k < end && row[usize::from(state.columns[k])] == digit {
                // In order, so that equal digits stay together.
                child.columns[place..=k].rotate_right(1);
                to += 1;
                k += 1;
            }
            if to < end {
                child.starts |= 1 << to;
            }
            child.labels[usize::from(digit)] = child.next;
            child.next += 1;
            place_columns::<N, C>(child, row, place, text, gather);
        }
        return;
    }
    if text <= gather.least >> rest::<N>(stack_end) {
        place_stacks::<N, C>(state, row, stack_end / C, text, gather);
    }
}
