//! Almost locked sets: cells of a house with one digit more than they are. If one of two has not a
//! digit, it has all its others.
//!
//! | file | what lives there |
//! | --- | --- |
//! | `sets` | the sets, and the digits that two of them cannot both have |
//! | `pairs` | the XZ rule, the XY-wing |
//! | `chain` | chains of four and more |
//! | `blossom` | a cell with a set for each of its digits |

mod blossom;
mod chain;
mod pairs;
mod sets;

pub(super) use blossom::DEATH_BLOSSOM;
pub(super) use chain::CHAIN;
pub(super) use pairs::{XY_WING, XZ};
pub(super) use sets::{Set, sets};
