use super::*;
use crate::sat::cnf::{Cnf, Counter, dpll};

/// A scheme over variables 1 to n.
fn formula(scheme: &AtMostOne, n: usize) -> (Cnf, Vec<Lit>) {
    let mut cnf = Cnf::new();
    let lits = new_lits(n, &mut cnf).unwrap();
    scheme.add(&lits, &mut cnf).unwrap();
    (cnf, lits)
}

#[test]
fn names_are_distinct_and_found() {
    for scheme in SCHEMES {
        assert_eq!(AtMostOne::by_name(scheme.name).unwrap().about, scheme.about);
    }
    assert!(AtMostOne::by_name("").is_none());
}

#[test]
fn none_and_one_need_nothing() {
    for scheme in SCHEMES {
        for n in [0, 1] {
            let (cnf, _) = formula(scheme, n);
            assert!(cnf.is_empty(), "{} {n}", scheme.name);
            assert_eq!(cnf.vars() as usize, n, "{} {n}", scheme.name);
        }
    }
}

#[test]
fn projection_is_exactly_at_most_one() {
    for scheme in SCHEMES {
        for n in 0..=8 {
            let (cnf, lits) = formula(scheme, n);
            for bits in 0..1u32 << n {
                let choice: Vec<_> = lits
                    .iter()
                    .map(|&l| if bits >> (l.var() - 1) & 1 == 1 { l } else { !l })
                    .collect();
                let expected = bits.count_ones() <= 1;
                assert_eq!(
                    dpll::is_satisfiable(&cnf, &choice),
                    expected,
                    "{} {choice:?}",
                    scheme.name
                );
            }
        }
    }
}

#[test]
fn mixed_signs_are_literals_like_others() {
    for scheme in SCHEMES {
        for n in [2, 3, 7, 8] {
            let mut cnf = Cnf::new();
            let mut lits = new_lits(n, &mut cnf).unwrap();
            lits.iter_mut().step_by(2).for_each(|lit| *lit = !*lit);
            scheme.add(&lits, &mut cnf).unwrap();
            for bits in 0..1u32 << n {
                let is_up = |k: usize| bits >> k & 1 == 1;
                let choice: Vec<_> =
                    (0..n).map(|k| if is_up(k) { lits[k] } else { !lits[k] }).collect();
                let expected = bits.count_ones() <= 1;
                assert_eq!(
                    dpll::is_satisfiable(&cnf, &choice),
                    expected,
                    "{} {choice:?}",
                    scheme.name
                );
            }
        }
    }
}

#[test]
fn one_true_makes_the_others_false_by_propagation() {
    for scheme in SCHEMES {
        for n in 2..=40 {
            let (cnf, lits) = formula(scheme, n);
            let all_false: Vec<_> = lits.iter().map(|&lit| !lit).collect();
            assert!(dpll::is_satisfiable(&cnf, &all_false), "{} {n}", scheme.name);
            for &chosen in &lits {
                let model = dpll::propagate(&cnf, &[chosen]).expect("one may be true");
                for &lit in &lits {
                    let known = model.get(lit).expect("propagated");
                    assert_eq!(known, lit == chosen, "{} {n}: {chosen} -> {lit}", scheme.name);
                }
                assert!(dpll::is_satisfiable(&cnf, &[chosen]), "{} {n}", scheme.name);
            }
        }
    }
}

/// So false literals propagate nothing, and a true one the same in every scheme.
#[test]
fn clauses_have_two_literals_and_ask_for_none() {
    for scheme in SCHEMES {
        for n in 2..=40 {
            let (cnf, lits) = formula(scheme, n);
            assert!(cnf.clauses().all(|clause| clause.len() == 2), "{} {n}", scheme.name);
            for lit in &lits {
                assert!(!cnf.clauses().any(|clause| clause.contains(lit)), "{} {n}", scheme.name);
            }
        }
    }
}

/// So a formula in which each group has a true literal has as many models in every scheme.
#[test]
fn one_true_decides_the_new_variables_by_propagation() {
    for scheme in SCHEMES {
        for n in 2..=40 {
            let (cnf, lits) = formula(scheme, n);
            for &chosen in &lits {
                let model = dpll::propagate(&cnf, &[chosen]).expect("one may be true");
                let mut vars = (1..=cnf.vars()).map(Lit::positive);
                assert!(vars.all(|var| model.get(var).is_some()), "{} {n} {chosen}", scheme.name);
            }
        }
    }
}

#[test]
fn none_true_leaves_the_new_variables_open() {
    let models = |name, n| {
        let (mut cnf, lits) = formula(AtMostOne::by_name(name).unwrap(), n);
        for lit in lits {
            cnf.add_clause(&[!lit]).unwrap();
        }
        dpll::models(&cnf, cnf.vars() as usize).len()
    };
    let names = ["pairwise", "sequential", "product", "commander", "bimander", "bitwise"];
    assert_eq!(names.map(|name| models(name, 9)), [1, 9, 16, 4, 4, 16]);
}

#[test]
fn the_counter_agrees_with_the_formula() {
    for scheme in SCHEMES {
        for n in 0..=40 {
            let (cnf, lits) = formula(scheme, n);
            let mut direct = Counter::new();
            direct.new_vars(n).unwrap();
            (scheme.encode)(&lits, &mut direct).unwrap();
            assert_eq!(direct.size(), cnf.size(), "{} {n}", scheme.name);
            let mut shortcut = Counter::new();
            shortcut.new_vars(n).unwrap();
            scheme.add(&lits, &mut shortcut).unwrap();
            assert_eq!(shortcut.size(), cnf.size(), "{} {n}", scheme.name);
        }
    }
}

#[test]
fn sizes_are_those_of_the_literature() {
    let size = |name, n| {
        let size = formula(AtMostOne::by_name(name).unwrap(), n).0.size();
        (size.vars - n as u64, size.clauses)
    };
    assert_eq!(size("pairwise", 9), (0, 36));
    assert_eq!(size("sequential", 9), (8, 23));
    assert_eq!(size("product", 9), (6, 24));
    assert_eq!(size("commander", 9), (3, 21));
    assert_eq!(size("bimander", 9), (2, 27));
    assert_eq!(size("bitwise", 9), (4, 36));
}
