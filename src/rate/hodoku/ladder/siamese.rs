//! Siamese fish: two finned fish with one base, told as one.

use super::double::{all, doubles};
use super::fish::{Shape, Wanted, visit};
use super::fishes::technique;
use crate::rate::hodoku::finder::Finder;
use crate::rate::hodoku::step::Step;
use crate::rate::hodoku::technique::{Flow, Level, Producer, Take, Technique};

const fn of(
    names: (&'static str, &'static str, &'static str),
    level: Level,
    score: u32,
) -> Technique {
    Technique::new(names, level, score).off()
}

use Level::{Extreme, Unfair};

static FINNED_3: Technique =
    of(("03111", "siamese-finned-swordfish", "Siamese Finned Swordfish"), Unfair, 200);
static FINNED_4: Technique =
    of(("03121", "siamese-finned-jellyfish", "Siamese Finned Jellyfish"), Unfair, 250);
static SASHIMI_3: Technique =
    of(("03211", "siamese-sashimi-swordfish", "Siamese Sashimi Swordfish"), Unfair, 240);
static SASHIMI_4: Technique =
    of(("03221", "siamese-sashimi-jellyfish", "Siamese Sashimi Jellyfish"), Unfair, 260);
static FRANKEN_3: Technique = of(
    ("03411", "siamese-finned-franken-swordfish", "Siamese Finned Franken Swordfish"),
    Unfair,
    410,
);
static FRANKEN_4: Technique = of(
    ("03421", "siamese-finned-franken-jellyfish", "Siamese Finned Franken Jellyfish"),
    Unfair,
    430,
);
static MUTANT_4: Technique = of(
    ("03621", "siamese-finned-mutant-jellyfish", "Siamese Finned Mutant Jellyfish"),
    Extreme,
    470,
);

macro_rules! producer {
    ($name:ident, $shape:ident, $size:expr, $($technique:ident),+) => {
        pub(super) const $name: Producer = Producer {
            techniques: &[$(&$technique),+],
            also: &[],
            visit: |finder, take| pairs(finder, Shape::$shape, $size, &[$(&$technique),+], take),
            order: None,
        };
    };
}

producer!(SWORDFISH, Basic, 3, FINNED_3, SASHIMI_3);
producer!(JELLYFISH, Basic, 4, FINNED_4, SASHIMI_4);
producer!(FRANKEN_SWORDFISH, Franken, 3, FRANKEN_3);
producer!(FRANKEN_JELLYFISH, Franken, 4, FRANKEN_4);
producer!(MUTANT_JELLYFISH, Mutant, 4, MUTANT_4);

/// Goes through pairs of finned fish with one digit and one base; the first names the pair.
fn pairs(
    finder: &Finder,
    shape: Shape,
    size: usize,
    techniques: &[&'static Technique],
    take: Take<'_>,
) -> Flow {
    // Digit, base, cover and fins stand in this order, with signs between them.
    let wanted = Wanted { shape, size, finned: true, technique };
    let fish =
        all(|found| visit(finder, wanted, &mut |step| found(step.pattern()[..3].to_vec(), step)));
    let siamese = |step: &Step| {
        let name = step.technique().slug;
        techniques.iter().copied().find(|it| it.slug.strip_prefix("siamese-") == Some(name))
    };
    doubles(&fish, siamese, take)
}
