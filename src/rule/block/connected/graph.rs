//! How sets of positions grow over a graph.

use super::super::positions::{FEW, Positions};

/// The neighbours of positions. Those of a small grid lie at few distances, so a whole set grows at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Graph {
    /// For each position those of its neighbours, in rising order.
    neighbours: Box<[Box<[u32]>]>,
    /// By distance the positions whose neighbour lies so much further on; empty where there are more than [`FEW`]
    /// positions or too many distances.
    distances: Box<[(u32, u128)]>,
}

/// With more distances sets grow position by position.
const MOST_DISTANCES: usize = 8;

impl Graph {
    /// Of lists of neighbours, in rising order, each in both directions.
    pub(super) fn new(neighbours: Box<[Box<[u32]>]>) -> Self {
        let mut distances: Vec<(u32, u128)> = Vec::new();
        let few = if neighbours.len() <= FEW { &neighbours[..] } else { &[] };
        for (from, list) in (0u32..).zip(few) {
            for distance in list.iter().filter_map(|to| to.checked_sub(from)) {
                match distances.iter_mut().find(|(other, _)| *other == distance) {
                    Some((_, all)) => *all |= 1 << from,
                    None => distances.push((distance, 1 << from)),
                }
            }
        }
        if distances.len() > MOST_DISTANCES {
            distances.clear();
        }
        Graph { neighbours, distances: distances.into() }
    }

    /// The neighbours of a position, in rising order.
    #[inline]
    pub(super) fn of(&self, position: usize) -> &[u32] {
        &self.neighbours[position]
    }

    #[inline]
    fn around_few(&self, set: u128) -> u128 {
        let grown = |&(by, from): &(u32, u128)| (set & from) << by | set >> by & from;
        self.distances.iter().map(grown).fold(0, |all, some| all | some)
    }

    /// What has a neighbour in a set.
    pub(super) fn around(&self, set: &Positions) -> Positions {
        match set {
            Positions::Few(bits) if !self.distances.is_empty() => {
                Positions::Few(self.around_few(*bits))
            }
            _ => {
                let mut around = Positions::none(self.neighbours.len());
                for position in set.iter() {
                    self.of(position).iter().for_each(|&to| around.insert(to as usize));
                }
                around
            }
        }
    }

    #[inline]
    fn spread_few(&self, mut set: u128, room: u128) -> u128 {
        loop {
            let grown = set | self.around_few(set) & room;
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// A set, and all that ways within `room` lead to from there.
    pub(super) fn spread(&self, mut set: Positions, room: &Positions) -> Positions {
        match (&mut set, room) {
            (Positions::Few(set), &Positions::Few(room)) if !self.distances.is_empty() => {
                *set = self.spread_few(*set, room);
            }
            _ => {
                let mut edge: Vec<usize> = set.iter().collect();
                while let Some(at) = edge.pop() {
                    for to in self.of(at).iter().map(|&to| to as usize) {
                        if room.has(to) && !set.has(to) {
                            set.insert(to);
                            edge.push(to);
                        }
                    }
                }
            }
        }
        set
    }

    /// A member, and all that ways over members and up to `most` open positions lead to from there.
    pub(super) fn within(
        &self,
        member: usize,
        members: &Positions,
        open: &Positions,
        most: usize,
    ) -> Positions {
        if let (&Positions::Few(members), &Positions::Few(open)) = (members, open)
            && !self.distances.is_empty()
        {
            let mut inside = self.spread_few(1 << member, members);
            for _ in 0..most {
                let next = self.around_few(inside) & open & !inside;
                if next == 0 {
                    break;
                }
                inside = self.spread_few(inside | next, members);
            }
            return Positions::Few(inside);
        }
        let mut inside = Positions::none(self.neighbours.len());
        let mut edge = inside.clone();
        edge.insert(member);
        for steps in 0.. {
            edge = self.spread(edge, &members.without(&inside));
            inside = inside.or(&edge);
            edge = self.around(&edge).and(open).without(&inside);
            if steps == most || edge.is_empty() {
                break;
            }
        }
        inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A grid whose edges are those between cells beside one another, but for some.
    fn grid(rows: usize, columns: usize, random: &mut Random) -> Graph {
        let mut neighbours = vec![Vec::new(); rows * columns];
        for at in 0..rows * columns {
            for (to, is_there) in [
                (at + 1, at % columns + 1 < columns),
                (at + columns, at + columns < rows * columns),
            ] {
                if is_there && random.below(8) > 0 {
                    neighbours[at].push(u32::try_from(to).unwrap());
                    neighbours[to].push(u32::try_from(at).unwrap());
                }
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
        }
        Graph::new(neighbours.into_iter().map(Vec::into_boxed_slice).collect())
    }

    /// 8×16 positions are as many as grow at once, and 9×15 more.
    #[test]
    fn sets_grow_at_once_as_they_do_position_by_position() {
        let mut random = Random::new(5);
        for round in 0..90 {
            let (rows, columns) = [(8, 16), (16, 8), (9, 15)][round % 3];
            let graph = grid(rows, columns, &mut random);
            assert_eq!(graph.distances.len(), if rows * columns > FEW { 0 } else { 2 });
            let one_by_one = Graph { distances: Box::default(), ..graph.clone() };
            let cells = graph.neighbours.len();
            let some = |odds, random: &mut Random| {
                let mut marks = Positions::none(cells);
                (0..cells).filter(|_| random.below(100) < odds).for_each(|k| marks.insert(k));
                marks
            };
            let (set, room) = (some(2, &mut random), some(70, &mut random));
            let has_neighbour = |k: usize| graph.of(k).iter().any(|&to| set.has(to as usize));
            assert!(graph.around(&set).iter().eq((0..cells).filter(|&k| has_neighbour(k))));
            let (all, both) = (set.or(&room), set.and(&room));
            assert_eq!(all.count() + both.count(), set.count() + room.count());
            let spread = graph.spread(set.clone(), &room);
            assert_eq!(spread, one_by_one.spread(set.clone(), &room));
            // It has the set, and ends where there is no room.
            assert!(set.without(&spread).is_empty() && spread.without(&all).is_empty());
            assert!(graph.around(&spread).and(&room).without(&spread).is_empty());
            let (member, members) = (random.below(cells), some(30, &mut random));
            let open = room.without(&members);
            let most = random.below(9);
            assert_eq!(
                graph.within(member, &members, &open, most),
                one_by_one.within(member, &members, &open, most)
            );
        }
    }
}
