//! The names, levels and scores of fish by size, shape and fins.

use super::fish::{Fins, Shape, Wanted, visit};
use crate::rate::hodoku::technique::{Level, Producer, Technique};

use Level::{Extreme, Hard, Unfair};

/// Fish of one kind from size two to seven: code, slug, name, level, score of each.
type Row = (&'static str, &'static str, &'static str, Level, u32);

/// The first so many of six.
const fn first(count: usize) -> [bool; 6] {
    [count > 0, count > 1, count > 2, count > 3, count > 4, count > 5]
}

macro_rules! fish {
    // The smallest so many are rated.
    ($name:ident, rated $rated:expr, $rows:expr) => {
        static $name: [Technique; 6] = {
            const ROWS: [Row; 6] = $rows;
            const RATED: [bool; 6] = first($rated);
            let (code, slug, name, level, score) = ROWS[0];
            let mut all = [Technique::new((code, slug, name), level, score); 6];
            let mut k = 0;
            while k < 6 {
                let (code, slug, name, level, score) = ROWS[k];
                let technique = Technique::new((code, slug, name), level, score);
                all[k] = Technique { rated: RATED[k], ..technique };
                k += 1;
            }
            all
        };
    };
}

fish!(BASIC, rated 3, [
    ("0300", "x-wing", "X-Wing", Hard, 140),
    ("0301", "swordfish", "Swordfish", Hard, 150),
    ("0302", "jellyfish", "Jellyfish", Hard, 160),
    ("0303", "squirmbag", "Squirmbag", Unfair, 470),
    ("0304", "whale", "Whale", Unfair, 470),
    ("0305", "leviathan", "Leviathan", Unfair, 470),
]);
fish!(FINNED, rated 3, [
    ("0310", "finned-x-wing", "Finned X-Wing", Hard, 130),
    ("0311", "finned-swordfish", "Finned Swordfish", Unfair, 200),
    ("0312", "finned-jellyfish", "Finned Jellyfish", Unfair, 250),
    ("0313", "finned-squirmbag", "Finned Squirmbag", Unfair, 470),
    ("0314", "finned-whale", "Finned Whale", Unfair, 470),
    ("0315", "finned-leviathan", "Finned Leviathan", Unfair, 470),
]);
fish!(SASHIMI, rated 3, [
    ("0320", "sashimi-x-wing", "Sashimi X-Wing", Hard, 150),
    ("0321", "sashimi-swordfish", "Sashimi Swordfish", Unfair, 240),
    ("0322", "sashimi-jellyfish", "Sashimi Jellyfish", Unfair, 260),
    ("0323", "sashimi-squirmbag", "Sashimi Squirmbag", Unfair, 470),
    ("0324", "sashimi-whale", "Sashimi Whale", Unfair, 470),
    ("0325", "sashimi-leviathan", "Sashimi Leviathan", Unfair, 470),
]);
fish!(FRANKEN, rated 2, [
    ("0330", "franken-x-wing", "Franken X-Wing", Unfair, 300),
    ("0331", "franken-swordfish", "Franken Swordfish", Unfair, 350),
    ("0332", "franken-jellyfish", "Franken Jellyfish", Unfair, 370),
    ("0333", "franken-squirmbag", "Franken Squirmbag", Extreme, 470),
    ("0334", "franken-whale", "Franken Whale", Extreme, 470),
    ("0335", "franken-leviathan", "Franken Leviathan", Extreme, 470),
]);
fish!(FINNED_FRANKEN, rated 2, [
    ("0340", "finned-franken-x-wing", "Finned Franken X-Wing", Unfair, 390),
    ("0341", "finned-franken-swordfish", "Finned Franken Swordfish", Unfair, 410),
    ("0342", "finned-franken-jellyfish", "Finned Franken Jellyfish", Unfair, 430),
    ("0343", "finned-franken-squirmbag", "Finned Franken Squirmbag", Extreme, 470),
    ("0344", "finned-franken-whale", "Finned Franken Whale", Extreme, 470),
    ("0345", "finned-franken-leviathan", "Finned Franken Leviathan", Extreme, 470),
]);
fish!(MUTANT, rated 0, [
    ("0350", "mutant-x-wing", "Mutant X-Wing", Extreme, 450),
    ("0351", "mutant-swordfish", "Mutant Swordfish", Extreme, 450),
    ("0352", "mutant-jellyfish", "Mutant Jellyfish", Extreme, 450),
    ("0353", "mutant-squirmbag", "Mutant Squirmbag", Extreme, 470),
    ("0354", "mutant-whale", "Mutant Whale", Extreme, 470),
    ("0355", "mutant-leviathan", "Mutant Leviathan", Extreme, 470),
]);
fish!(FINNED_MUTANT, rated 0, [
    ("0360", "finned-mutant-x-wing", "Finned Mutant X-Wing", Extreme, 470),
    ("0361", "finned-mutant-swordfish", "Finned Mutant Swordfish", Extreme, 470),
    ("0362", "finned-mutant-jellyfish", "Finned Mutant Jellyfish", Extreme, 470),
    ("0363", "finned-mutant-squirmbag", "Finned Mutant Squirmbag", Extreme, 470),
    ("0364", "finned-mutant-whale", "Finned Mutant Whale", Extreme, 470),
    ("0365", "finned-mutant-leviathan", "Finned Mutant Leviathan", Extreme, 470),
]);

pub(super) fn technique(shape: Shape, size: usize, fins: Fins) -> &'static Technique {
    let of_size = match (shape, fins) {
        (Shape::Basic, Fins::None) => &BASIC,
        (Shape::Basic, Fins::Some) => &FINNED,
        (Shape::Basic, Fins::Sashimi) => &SASHIMI,
        (Shape::Franken, Fins::None) => &FRANKEN,
        (Shape::Franken, _) => &FINNED_FRANKEN,
        (Shape::Mutant, Fins::None) => &MUTANT,
        (Shape::Mutant, _) => &FINNED_MUTANT,
    };
    &of_size[size - 2]
}

macro_rules! producer {
    ($table:ident, $shape:ident, $size:expr, $finned:expr) => {
        Producer {
            techniques: &[&$table[$size - 2]],
            also: &[],
            visit: |finder, take| {
                let wanted =
                    Wanted { shape: Shape::$shape, size: $size, finned: $finned, technique };
                visit(finder, wanted, take)
            },
            order: None,
        }
    };
}

macro_rules! producers {
    ($name:ident, $table:ident, $shape:ident, $finned:expr) => {
        /// By size, from two.
        pub(super) const $name: [Producer; 6] = [
            producer!($table, $shape, 2, $finned),
            producer!($table, $shape, 3, $finned),
            producer!($table, $shape, 4, $finned),
            producer!($table, $shape, 5, $finned),
            producer!($table, $shape, 6, $finned),
            producer!($table, $shape, 7, $finned),
        ];
    };
}

producers!(BASIC_FISH, BASIC, Basic, false);
producers!(FINNED_FISH, FINNED, Basic, true);
producers!(SASHIMI_FISH, SASHIMI, Basic, true);
producers!(FRANKEN_FISH, FRANKEN, Franken, false);
producers!(FINNED_FRANKEN_FISH, FINNED_FRANKEN, Franken, true);
producers!(MUTANT_FISH, MUTANT, Mutant, false);
producers!(FINNED_MUTANT_FISH, FINNED_MUTANT, Mutant, true);
