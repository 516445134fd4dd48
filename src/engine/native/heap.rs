//! A binary heap of variables, the most active on top, which knows where each one is.

use super::state::number;

/// Variables, each at most once.
#[derive(Debug, Clone)]
pub(super) struct Heap {
    vars: Vec<u32>,
    /// Where each variable is in `vars`.
    position: Box<[u32]>,
}

/// The position of what is not in the heap.
const ABSENT: u32 = u32::MAX;

impl Heap {
    /// All of so many variables, while they are equally active.
    pub(super) fn full(vars: usize) -> Self {
        Heap { vars: (0..number(vars)).collect(), position: (0..number(vars)).collect() }
    }

    /// Adds a variable that is not there.
    #[inline]
    pub(super) fn insert(&mut self, var: u32, activity: &[f32]) {
        if self.position[var as usize] == ABSENT {
            self.position[var as usize] = number(self.vars.len());
            self.vars.push(var);
            self.up(self.vars.len() - 1, activity);
        }
    }

    /// Moves a variable up whose activity was raised, if it is there.
    #[inline]
    pub(super) fn raised(&mut self, var: u32, activity: &[f32]) {
        let at = self.position[var as usize];
        if at != ABSENT {
            self.up(at as usize, activity);
        }
    }

    /// Takes the most active variable.
    pub(super) fn pop(&mut self, activity: &[f32]) -> Option<u32> {
        let &top = self.vars.first()?;
        let last = self.vars.pop()?;
        self.position[top as usize] = ABSENT;
        if last != top {
            self.put(0, last);
            self.down(activity);
        }
        Some(top)
    }

    fn put(&mut self, at: usize, var: u32) {
        self.vars[at] = var;
        self.position[var as usize] = number(at);
    }

    fn up(&mut self, mut at: usize, activity: &[f32]) {
        let var = self.vars[at];
        while at > 0 {
            let parent = self.vars[(at - 1) / 2];
            if activity[parent as usize] >= activity[var as usize] {
                break;
            }
            self.put(at, parent);
            at = (at - 1) / 2;
        }
        self.put(at, var);
    }

    /// Moves the variable on top down to where it belongs.
    fn down(&mut self, activity: &[f32]) {
        let (var, mut at) = (self.vars[0], 0);
        loop {
            let children = 2 * at + 1..(2 * at + 3).min(self.vars.len());
            let more = |&a: &usize, &b: &usize| {
                let of = |at: usize| activity[self.vars[at] as usize];
                of(a).total_cmp(&of(b)).then(b.cmp(&a))
            };
            let Some(child) = children.max_by(more) else { break };
            if activity[self.vars[child] as usize] <= activity[var as usize] {
                break;
            }
            self.put(at, self.vars[child]);
            at = child;
        }
        self.put(at, var);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Whatever is raised, taken and put back: the most active one comes first.
        #[test]
        fn the_most_active_comes_first(steps in prop::collection::vec((0u32..20, 0u8..3), 0..200)) {
            let mut activity = vec![0.0; 20];
            let mut heap = Heap::full(20);
            let mut there: Vec<u32> = (0..20).collect();
            for (var, step) in steps {
                match step {
                    0 => {
                        activity[var as usize] += 1.5;
                        heap.raised(var, &activity);
                    }
                    1 => {
                        heap.insert(var, &activity);
                        if !there.contains(&var) {
                            there.push(var);
                        }
                    }
                    _ => {
                        let most = there.iter().map(|&var| activity[var as usize]).max_by(f32::total_cmp);
                        let top = heap.pop(&activity);
                        prop_assert_eq!(top.map(|var| activity[var as usize]), most);
                        there.retain(|&var| Some(var) != top);
                    }
                }
            }
        }
    }
}
