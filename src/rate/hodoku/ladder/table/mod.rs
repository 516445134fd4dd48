//! Tables: what follows from each candidate, and from its absence, link by link. Nodes are candidates,
//! groups of them that a line and a box share, and almost locked sets.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `graph` | nodes, and what follows from each directly |
//! | `spread` | what follows in several links, the nearest first |
//! | `ways` | the same on several ways |
//! | `nice` | loops and alternating inference chains |
//! | `forcing` | contradictions, and what follows whatever holds |
//! | `net` | what follows of several nodes together |
//! | `kraken` | fish with chains from their fins |

mod forcing;
mod graph;
mod kraken;
mod net;
mod nice;
mod spread;
mod ways;

pub(super) use forcing::{CHAINS, NETS};
pub(super) use kraken::KRAKEN;
pub(super) use nice::{GROUPED, NICE};
