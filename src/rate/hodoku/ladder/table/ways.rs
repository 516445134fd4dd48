//! What follows from a literal on several ways, where all chains are wanted: the nearest way to a node
//! may cross itself, and another not.

use super::graph::{Graph, Literal};
use super::spread::Table;
use crate::rate::ground::{CANDIDATES, Cells};

/// How many ways to each literal are followed, and to all of them.
const WAYS: u8 = 32;
const MOST: usize = 200_000;

/// A table in which literals stand several times: ways that meet no cell twice, but that neighbours may
/// share one, and that a way may end in the cell where it began.
pub(super) fn ways(graph: &Graph<'_>, start: Literal) -> Table {
    let begin = graph.node(start);
    let mut table = Table::new_at(graph, start);
    // What was met before each place in the list, beside the cell of the start.
    let mut met: Vec<Cells> = vec![0];
    let mut count = vec![0_u8; graph.links.len()];
    let mut at = 0;
    while at < table.list.len() {
        let (from, _) = table.list[at];
        let node = graph.node(from);
        let is_back = from / 2 < CANDIDATES && node.cells == begin.cells;
        if is_back && table.depth[at] > 1 {
            at += 1;
            continue;
        }
        let so_far = if node.is_at(&begin) { met[at] } else { met[at] | node.cells };
        for &to in &graph.links[from] {
            // Back to the start itself it takes two nodes between, each other than it.
            let is_new =
                met[at] >> graph.node(to).first() & 1 == 0 && (to != start || table.depth[at] > 2);
            if is_new && count[to] < WAYS && table.list.len() < MOST {
                count[to] += 1;
                table.push(to, at, table.depth[at] + 1);
                met.push(so_far);
            }
        }
        at += 1;
    }
    table
}
