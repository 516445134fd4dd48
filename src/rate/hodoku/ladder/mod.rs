//! The ladder: producers in the order of the scale, a file each for techniques of a kind.
//!
//! Order, names, levels and scores are those of HoDoKu 2.2 (B. Hobiger, 2012) as it is delivered.
//! Where a producer takes the first step that it meets, it meets them in the reference's order.

mod als;
mod avoidable;
mod brute;
mod bug;
mod colors;
mod double;
mod fish;
mod fishes;
mod kite;
mod links;
mod locked;
mod rectangle;
mod siamese;
pub(super) mod single;
mod skyscraper;
mod subset;
mod sue_de_coq;
mod table;
mod template;
mod unique;
mod unique_sets;
mod w_wing;
mod wing;

use super::technique::{Producer, Technique};
use fishes::{
    BASIC_FISH, FINNED_FISH, FINNED_FRANKEN_FISH, FINNED_MUTANT_FISH, FRANKEN_FISH, MUTANT_FISH,
    SASHIMI_FISH,
};

/// All producers, in the order in which they are tried; those that are not rated are for a look at one
/// position.
pub const LADDER: &[Producer] = &[
    single::FULL_HOUSE,
    single::NAKED,
    single::HIDDEN,
    subset::LOCKED_PAIR,
    subset::LOCKED_TRIPLE,
    locked::POINTING,
    locked::CLAIMING,
    subset::NAKED_PAIR,
    subset::NAKED_TRIPLE,
    subset::HIDDEN_PAIR,
    subset::HIDDEN_TRIPLE,
    subset::NAKED_QUAD,
    subset::HIDDEN_QUAD,
    BASIC_FISH[0],
    BASIC_FISH[1],
    BASIC_FISH[2],
    BASIC_FISH[3],
    BASIC_FISH[4],
    BASIC_FISH[5],
    links::REMOTE_PAIR,
    bug::BUG,
    skyscraper::SKYSCRAPER,
    kite::KITE,
    kite::DUAL_KITE,
    links::TURBOT,
    rectangle::RECTANGLE,
    rectangle::DUAL_RECTANGLE,
    w_wing::W_WING,
    wing::XY,
    wing::XYZ,
    unique::UNIQUE_1,
    unique::UNIQUE_2,
    unique::UNIQUE_3,
    unique::UNIQUE_4,
    unique::UNIQUE_5,
    unique::UNIQUE_6,
    unique::HIDDEN_RECTANGLE,
    avoidable::AVOIDABLE_1,
    avoidable::AVOIDABLE_2,
    FINNED_FISH[0],
    SASHIMI_FISH[0],
    FINNED_FISH[1],
    SASHIMI_FISH[1],
    FINNED_FISH[2],
    SASHIMI_FISH[2],
    FINNED_FISH[3],
    SASHIMI_FISH[3],
    FINNED_FISH[4],
    SASHIMI_FISH[4],
    FINNED_FISH[5],
    SASHIMI_FISH[5],
    sue_de_coq::SUE_DE_COQ,
    colors::SIMPLE,
    colors::MULTI,
    links::X_CHAIN,
    links::XY_CHAIN,
    table::NICE,
    table::GROUPED,
    als::XZ,
    als::XY_WING,
    als::CHAIN,
    als::DEATH_BLOSSOM,
    FRANKEN_FISH[0],
    FRANKEN_FISH[1],
    FRANKEN_FISH[2],
    FRANKEN_FISH[3],
    FRANKEN_FISH[4],
    FRANKEN_FISH[5],
    FINNED_FRANKEN_FISH[0],
    FINNED_FRANKEN_FISH[1],
    FINNED_FRANKEN_FISH[2],
    FINNED_FRANKEN_FISH[3],
    FINNED_FRANKEN_FISH[4],
    FINNED_FRANKEN_FISH[5],
    MUTANT_FISH[0],
    MUTANT_FISH[1],
    MUTANT_FISH[2],
    MUTANT_FISH[3],
    MUTANT_FISH[4],
    MUTANT_FISH[5],
    FINNED_MUTANT_FISH[0],
    FINNED_MUTANT_FISH[1],
    FINNED_MUTANT_FISH[2],
    FINNED_MUTANT_FISH[3],
    FINNED_MUTANT_FISH[4],
    FINNED_MUTANT_FISH[5],
    siamese::SWORDFISH,
    siamese::JELLYFISH,
    siamese::FRANKEN_SWORDFISH,
    siamese::FRANKEN_JELLYFISH,
    siamese::MUTANT_JELLYFISH,
    table::KRAKEN,
    template::TEMPLATE,
    table::CHAINS,
    table::NETS,
    brute::BRUTE_FORCE,
];

/// All techniques, in the order of [`LADDER`].
pub fn techniques() -> impl Iterator<Item = &'static Technique> {
    LADDER.iter().flat_map(|producer| producer.techniques.iter().copied())
}

/// The technique of a slug.
pub fn by_slug(slug: &str) -> Option<&'static Technique> {
    techniques().find(|technique| technique.slug == slug)
}
