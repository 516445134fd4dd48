//! How many branches there will be: those there were, over the part of the search tree they covered,
//! where a branch one of `k` ways has a `k`th of its tree (the weighted backtrack estimator: Philip
//! Kilby, John Slaney, Sylvie Thiébaux, Toby Walsh: *Estimating search tree size*, AAAI 2006).
//!
//! After some hundred branches it tells most searches that need 3,000 from those that need 100,000;
//! now and then it is thirty times too low, so it is asked again whenever the branches have doubled.

/// The part of a search tree that is left.
#[derive(Debug)]
pub(super) struct Estimate {
    /// That of the current branch.
    share: f64,
    /// Those of the branches kept for later.
    later: Vec<f64>,
    /// The cost at which to look at it next.
    next: u64,
    /// The branches that are too many.
    most: u64,
    /// What it cost before it last began.
    in_vain: u64,
}

/// Steps of filters that take as long as all else about a branch.
pub(in super::super) const STEPS: u64 = 1000;
/// The steps that each of these may take on average.
const SLOWER: f64 = 2500.0;

impl Estimate {
    /// That there will be more than `most` branches is looked at after so many branches, or steps for
    /// them, and whenever these have doubled.
    pub(super) fn new(patience: u64, most: u64) -> Self {
        let next = patience.saturating_mul(2 * STEPS);
        Estimate { share: 1.0, later: Vec::new(), next, most, in_vain: 0 }
    }

    /// All of the tree is left again, after what was in vain has cost so much.
    pub(super) fn begin_again(&mut self, cost: u64) {
        self.share = 1.0;
        self.later.clear();
        self.in_vain = cost;
    }

    /// Takes a branch, one of so many ways.
    pub(super) fn branch(&mut self, ways: u32) {
        let share = self.share / f64::from(ways);
        self.later.push(self.share - share);
        self.share = share;
    }

    /// Is done with the current branch, and takes the last that was kept.
    pub(super) fn next(&mut self) {
        self.share = self.later.pop().unwrap_or(0.0);
    }

    /// The part of the tree that is left.
    fn left(&self) -> f64 {
        self.later.iter().sum::<f64>() + self.share
    }

    /// About what the rest costs, by what all before it has cost.
    pub(super) fn rest(&self, cost: u64) -> u64 {
        let left = self.left();
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is an estimate"
        )]
        // What is left can be more than all by rounding.
        let rest = (cost.saturating_sub(self.in_vain) as f64 * left
            / (1.0 - left).max(f64::EPSILON)) as u64;
        rest
    }

    /// Whether to go on after so many branches and steps of filters in them.
    pub(super) fn goes_on(&mut self, branches: u64, steps: u64) -> bool {
        let cost = branches.saturating_mul(STEPS).saturating_add(steps);
        if cost < self.next {
            return true;
        }
        self.next = self.next.saturating_mul(2);
        let left = self.left();
        #[expect(clippy::cast_precision_loss, reason = "it is an estimate")]
        let (branches, steps, most) = (branches as f64, steps as f64, self.most as f64);
        let most = most * (1.0 - left);
        branches <= most && steps <= most * SLOWER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many branches deep in a tree, each one of two ways, with nothing done.
    fn deep(branches: u32) -> Estimate {
        let mut estimate = Estimate::new(500, 8000);
        (0..branches).for_each(|_| estimate.branch(2));
        estimate
    }

    #[test]
    fn search_goes_on_while_little_is_left() {
        // They were half of the tree.
        let mut half = deep(1);
        half.next();
        assert!(half.goes_on(1000, 0));
        // They were nothing yet.
        let mut none = deep(20);
        assert!(none.goes_on(999, 0));
        assert!(!none.goes_on(1000, 0));
    }

    #[test]
    fn slow_branches_are_fewer() {
        let with_steps = |steps| {
            let mut half = deep(1);
            half.next();
            half.goes_on(100, steps)
        };
        assert!(with_steps(5_000_000));
        assert!(!with_steps(50_000_000));
    }

    #[test]
    fn all_ways_together_are_the_tree() {
        let mut estimate = Estimate::new(500, 8000);
        estimate.branch(3);
        estimate.branch(2);
        let left: f64 = estimate.later.iter().sum::<f64>() + estimate.share;
        assert!((left - 1.0).abs() < 1e-12);
        estimate.next();
        estimate.next();
        assert!((estimate.share - 2.0 / 3.0).abs() < 1e-12);
        estimate.next();
        assert!(estimate.share.abs() < 1e-12);
    }
}
