//! Puzzles made to order.
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`nine`] | plain 9×9 by the thousand |

pub mod nine;
