//! Puzzles made to order.
//!
//! | module | what lives there |
//! | --- | --- |
//! | [`nine`] | plain 9×9 by the thousand |
//! | [`mod@few`] | plain 9×9 with few clues |

pub mod few;
pub mod nine;
