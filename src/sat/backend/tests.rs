//! The conformance suite, which every backend passes: those compiled in and outside solvers.

use std::time::{Duration, Instant};

use super::*;
use crate::sat::cnf::{Cnf, dpll};

/// Makes each function of the suite a test of the backends compiled in, and lists them all.
macro_rules! suite {
    ($($name:ident),* $(,)?) => {
        const SUITE: &[fn(&BackendSpec)] = &[$($name),*];

        mod embedded {
            $(#[test]
            fn $name() {
                for backend in super::BACKENDS {
                    super::$name(&super::BackendSpec::Embedded(backend));
                }
            })*
        }
    };
}

suite!(
    models_satisfy_and_refutations_come,
    trivial_formulas_are_answered,
    variables_never_mentioned_are_allowed,
    assumptions_hold_for_one_call,
    a_time_limit_ends_a_hard_call_soon_and_without_an_answer,
    cores_are_assumptions_that_cannot_hold,
);

/// The suite by an outside solver.
fn outside(command: &str) {
    let spec: BackendSpec = command.parse().unwrap();
    for test in SUITE {
        test(&spec);
    }
}

#[test]
#[ignore = "needs the program cadical"]
fn outside_cadical_passes_the_suite() {
    outside("cmd:cadical -q");
    outside("cmd:cadical -q {in}");
}

#[test]
#[ignore = "needs the program minisat"]
fn outside_minisat_passes_the_suite() {
    outside("cmd:minisat {in} {out}");
}

#[test]
#[ignore = "needs the program kissat"]
fn outside_kissat_passes_the_suite() {
    outside("cmd:kissat");
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&n| Lit::from_dimacs(n).unwrap()).collect()
}

fn add(backend: &mut dyn SatBackend, clauses: &[&[i32]]) {
    for clause in clauses {
        backend.add_clause(&lits(clause)).unwrap();
    }
}

/// Pigeons in one hole too few: unsatisfiable, and exponentially hard for resolution.
fn pigeons(holes: i32) -> Cnf {
    let mut cnf = Cnf::new();
    let var = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    for pigeon in 0..=holes {
        let clause: Vec<_> = (0..holes).map(|hole| var(pigeon, hole)).collect();
        cnf.add_clause(&lits(&clause)).unwrap();
        for other in 0..pigeon {
            for hole in 0..holes {
                cnf.add_clause(&lits(&[-var(pigeon, hole), -var(other, hole)])).unwrap();
            }
        }
    }
    cnf
}

fn models_satisfy_and_refutations_come(spec: &BackendSpec) {
    let mut backend = spec.open().unwrap();
    add(&mut *backend, &[&[1, 2], &[-1, 3], &[-2, 3], &[-3, 4, 5]]);
    let Answer::Sat(model) = backend.solve(&[], &Limits::none()).unwrap() else { panic!("{spec}") };
    assert!(model.is_true(lits(&[3])[0]), "{spec}");
    // Clauses after a call, as blocking clauses are.
    add(&mut *backend, &[&[-4], &[-5]]);
    assert!(matches!(backend.solve(&[], &Limits::none()).unwrap(), Answer::Unsat { .. }));
    // And once refuted, always refuted.
    add(&mut *backend, &[&[1]]);
    assert!(matches!(backend.solve(&[], &Limits::none()).unwrap(), Answer::Unsat { .. }));
}

fn trivial_formulas_are_answered(spec: &BackendSpec) {
    let mut backend = spec.open().unwrap();
    assert!(matches!(backend.solve(&[], &Limits::none()).unwrap(), Answer::Sat(_)), "{spec}");
    backend.add_clause(&[]).unwrap();
    let answer = backend.solve(&[], &Limits::none()).unwrap();
    assert!(matches!(answer, Answer::Unsat { .. }), "{spec}");
}

fn variables_never_mentioned_are_allowed(spec: &BackendSpec) {
    let mut backend = spec.open().unwrap();
    assert_eq!(backend.new_vars(10).unwrap(), 1, "{spec}");
    add(&mut *backend, &[&[3, -7]]);
    assert_eq!(backend.new_vars(2).unwrap(), 11, "{spec}");
    assert!(matches!(backend.solve(&[], &Limits::none()).unwrap(), Answer::Sat(_)), "{spec}");
}

fn assumptions_hold_for_one_call(spec: &BackendSpec) {
    if !spec.capabilities().assumptions {
        return;
    }
    let mut backend = spec.open().unwrap();
    add(&mut *backend, &[&[1, 2], &[-1, 3]]);
    let assumed = lits(&[-2, -3]);
    let Answer::Unsat { core } = backend.solve(&assumed, &Limits::none()).unwrap() else {
        panic!("{spec}")
    };
    assert!(core.iter().all(|lit| assumed.contains(lit)), "{spec}");
    let Answer::Sat(model) = backend.solve(&lits(&[-2]), &Limits::none()).unwrap() else {
        panic!("{spec}")
    };
    assert!(lits(&[-2, 1, 3]).iter().all(|&lit| model.is_true(lit)), "{spec}");
}

fn a_time_limit_ends_a_hard_call_soon_and_without_an_answer(spec: &BackendSpec) {
    if !spec.capabilities().interruptible {
        return;
    }
    let mut backend = spec.open().unwrap();
    for clause in pigeons(14).clauses() {
        backend.add_clause(clause).unwrap();
    }
    let start = Instant::now();
    let limits = Limits::none().with_time(Duration::from_millis(300));
    assert_eq!(backend.solve(&[], &limits).unwrap(), Answer::Unknown, "{spec}");
    // Far from the minutes it would take; generous, as the machine may be busy.
    assert!(start.elapsed() < Duration::from_secs(20), "{spec}");
    assert_eq!(spec.open().unwrap().solve(&[], &limits).unwrap(), Answer::Unknown, "{spec}");
}

/// The backends compiled in that count conflicts.
fn counting() -> impl Iterator<Item = &'static Backend> {
    BACKENDS.iter().filter(|backend| backend.capabilities.counts_conflicts)
}

fn opened(backend: &Backend, cnf: &Cnf) -> Box<dyn SatBackend> {
    let mut solver = (backend.open)();
    cnf.clauses().for_each(|clause| solver.add_clause(clause).unwrap());
    solver
}

#[test]
fn effort_is_counted_in_conflicts_and_the_same_each_time() {
    for backend in counting() {
        let name = backend.name;
        let cnf = pigeons(8);
        let run = |effort| {
            let mut solver = opened(backend, &cnf);
            let answer = solver.solve(&[], &Limits::none().with_effort(effort)).unwrap();
            (answer, solver.conflicts().unwrap())
        };
        let (answer, conflicts) = run(1000);
        assert_eq!(answer, Answer::Unknown, "{name}");
        assert!((1000..2000).contains(&conflicts), "{name}: {conflicts}");
        assert_eq!(run(1000), (Answer::Unknown, conflicts), "{name}");
        assert!(matches!(run(u64::MAX).0, Answer::Unsat { .. }), "{name}");
    }
}

#[test]
fn what_says_that_it_counts_conflicts_does() {
    for backend in BACKENDS {
        let counts = (backend.open)().conflicts().is_some();
        assert_eq!(counts, backend.capabilities.counts_conflicts, "{}", backend.name);
    }
}

#[test]
fn work_grows_with_conflicts_and_is_the_same_each_time() {
    for backend in BACKENDS {
        let solver = (backend.open)();
        assert_eq!(solver.work().is_some(), solver.conflicts().is_some(), "{}", backend.name);
    }
    for backend in counting() {
        let cnf = pigeons(8);
        let run = |effort| {
            let mut solver = opened(backend, &cnf);
            solver.solve(&[], &Limits::none().with_effort(effort)).unwrap();
            solver.work().unwrap()
        };
        let (some, more) = (run(500), run(2000));
        assert!(some > 500 * 100 && more > 2 * some, "{}: {some} {more}", backend.name);
        assert_eq!(run(2000), more, "{}", backend.name);
    }
}

/// Backends that go on where they stopped.
fn resuming() -> impl Iterator<Item = &'static Backend> {
    counting().filter(|backend| backend.capabilities.resumes)
}

/// Solves in slices of so many conflicts; returns the answer and the number of slices.
fn in_slices(solver: &mut dyn SatBackend, assumed: &[Lit], effort: u64) -> (Answer, u64) {
    let limits = Limits::none().with_effort(effort);
    let mut slices = 0;
    loop {
        slices += 1;
        assert!(slices < 10_000, "no end, after {:?}", solver.conflicts());
        match solver.solve(assumed, &limits).unwrap() {
            Answer::Unknown => {}
            answer => return (answer, slices),
        }
    }
}

#[test]
fn a_call_that_ended_at_a_limit_is_taken_up_again() {
    for backend in resuming() {
        let name = backend.name;
        let cnf = pigeons(7);
        let mut straight = opened(backend, &cnf);
        straight.solve(&[], &Limits::none()).unwrap();
        let mut solver = opened(backend, &cnf);
        let (answer, slices) = in_slices(&mut *solver, &[], 100);
        assert!(matches!(answer, Answer::Unsat { .. }), "{name}");
        assert!(slices > 2, "{name}");
        let (whole, sliced) = (straight.conflicts().unwrap(), solver.conflicts().unwrap());
        // What was learned is kept: from scratch, slices would never get anywhere.
        assert!(sliced < 20 * whole, "{name}: {sliced} conflicts in slices, {whole} at once");
        assert!(sliced >= 100 * (slices - 1), "{name}: {sliced} conflicts in {slices} slices");
        // The count goes on by itself.
        let mut again = opened(backend, &cnf);
        assert_eq!(in_slices(&mut *again, &[], 100).1, slices, "{name}");
        assert_eq!(again.conflicts(), Some(sliced), "{name}");
    }
}

/// A small generator of numbers, so that every run sees the same formulas.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 33) % u64::from(bound)).unwrap()
    }

    fn lit(&mut self, vars: u32) -> Lit {
        let lit = Lit::positive(self.below(vars) + 1);
        if self.below(2) == 0 { lit } else { !lit }
    }

    fn clause(&mut self, vars: u32) -> Vec<Lit> {
        (0..3).map(|_| self.lit(vars)).collect()
    }
}

fn cores_are_assumptions_that_cannot_hold(spec: &BackendSpec) {
    if !spec.capabilities().assumptions {
        return;
    }
    let mut random = Random(7);
    let mut cores = 0;
    // Processes take their time.
    let formulas = if matches!(spec, BackendSpec::Embedded(_)) { 200 } else { 10 };
    for _ in 0..formulas {
        let vars = 12;
        let mut cnf = Cnf::new();
        let mut solver = spec.open().unwrap();
        for _ in 0..30 {
            let clause = random.clause(vars);
            cnf.add_clause(&clause).unwrap();
            solver.add_clause(&clause).unwrap();
        }
        for _ in 0..4 {
            let assumed: Vec<_> = (0..5).map(|_| random.lit(vars)).collect();
            match solver.solve(&assumed, &Limits::none()).unwrap() {
                Answer::Sat(model) => {
                    assert!(cnf.is_satisfied_by(&model), "{spec}");
                    assert!(assumed.iter().all(|&lit| model.is_true(lit)), "{spec}");
                }
                Answer::Unsat { core } => {
                    assert!(core.iter().all(|lit| assumed.contains(lit)), "{spec}");
                    assert!(!dpll::is_satisfiable(&cnf, &core), "{spec}: {core:?}");
                    cores += usize::from(core.len() > 1);
                }
                Answer::Unknown => panic!("{spec}"),
            }
        }
    }
    assert!(cores > 0, "{spec}");
}

/// Formulas as hard as random ones get, solved in the smallest of slices, with clauses added and
/// assumptions made between them.
#[test]
fn answers_in_slices_are_right() {
    for backend in resuming() {
        let name = backend.name;
        let mut random = Random(3);
        let (mut limits_reached, mut sat, mut unsat) = (0, 0, 0);
        for _ in 0..8 {
            let vars = 120;
            let mut cnf = Cnf::new();
            for _ in 0..480 {
                cnf.add_clause(&random.clause(vars)).unwrap();
            }
            let mut solver = opened(backend, &cnf);
            loop {
                let clause = random.clause(vars);
                cnf.add_clause(&clause).unwrap();
                solver.add_clause(&clause).unwrap();
                let assumed = [random.lit(vars), random.lit(vars)];
                let limits = Limits::none().with_effort(1);
                let stopped = solver.solve(&assumed, &limits).unwrap() == Answer::Unknown;
                limits_reached += u32::from(stopped);
                for assumed in [&assumed[..], &[]] {
                    match in_slices(&mut *solver, assumed, 30).0 {
                        Answer::Sat(model) => {
                            assert!(cnf.is_satisfied_by(&model), "{name}");
                            assert!(assumed.iter().all(|&lit| model.is_true(lit)), "{name}");
                            sat += 1;
                        }
                        Answer::Unsat { core } => {
                            let other = BACKENDS.last().unwrap();
                            let other = opened(other, &cnf).solve(&core, &Limits::none()).unwrap();
                            assert!(matches!(other, Answer::Unsat { .. }), "{name}");
                            unsat += 1;
                        }
                        Answer::Unknown => unreachable!(),
                    }
                }
                if matches!(solver.solve(&[], &Limits::none()).unwrap(), Answer::Unsat { .. }) {
                    break;
                }
            }
        }
        assert!(limits_reached > 10 && sat > 10 && unsat > 10, "{name}: {limits_reached}");
    }
}

#[cfg(not(any(feature = "varisat", feature = "batsat", feature = "cadical")))]
#[test]
fn without_a_backend_the_features_are_named() {
    let spec = BackendSpec::default();
    for error in [spec.find().unwrap_err(), spec.open().err().unwrap()] {
        assert!(error.is_unsupported() && error.to_string().contains("`varisat`"), "{error}");
    }
    // Search does without.
    let puzzle = crate::parse("1.....3..4.....2").unwrap();
    assert_eq!(puzzle.count(None).unwrap(), 1);
}

#[cfg(not(feature = "external"))]
#[test]
fn programs_need_a_feature() {
    let error = "cmd:kissat".parse::<BackendSpec>().unwrap_err();
    assert!(error.is_unsupported() && error.to_string().contains("`external`"), "{error}");
}

#[cfg(feature = "external")]
#[test]
fn commands_are_split_as_people_expect() {
    let spec: BackendSpec = r#"cmd:"my solver" --time=3 '{in}' x"#.parse().unwrap();
    assert_eq!(spec.to_string(), "cmd:my solver --time=3 {in} x");
    for bad in ["cmd:", "cmd:  ", "cmd:\"open", "nonsense", ""] {
        assert!(bad.parse::<BackendSpec>().unwrap_err().is_unsupported(), "{bad}");
    }
}

#[cfg(all(feature = "external", unix))]
#[test]
fn solvers_that_misbehave_are_reported_with_what_they_said() {
    let fails = |script: &str| {
        let spec: BackendSpec = format!("cmd:sh -c \"{script}\"").parse().unwrap();
        let mut backend = spec.open().unwrap();
        add(&mut *backend, &[&[1], &[2, 3]]);
        let error = backend.solve(&[], &Limits::none()).unwrap_err();
        assert!(error.is_backend(), "{error}");
        error.to_string()
    };
    assert!(fails("echo no licence >&2; exit 3").contains("no licence"));
    assert!(fails("echo s SATISFIABLE; exit 10").contains("model"));
    assert!(fails("echo s SATISFIABLE; echo v -1 2 0; exit 10").contains("does not satisfy"));
    assert!(fails("echo s UNSATISFIABLE; exit 1").contains("exited abnormally"));
    assert!(fails("echo s UNKNOWN").contains("gave up"));
    let missing: BackendSpec = "cmd:no-such-solver-here".parse().unwrap();
    let error = missing.open().unwrap().solve(&[], &Limits::none()).unwrap_err();
    assert!(error.to_string().contains("cannot be run"), "{error}");
}

#[cfg(all(feature = "external", unix))]
#[test]
fn what_a_solver_started_is_killed_with_it() {
    for started in ["sleep 60 &", "setsid sleep 60 &"] {
        let spec: BackendSpec = format!("cmd:sh -c \"{started} sleep 1000\"").parse().unwrap();
        let mut backend = spec.open().unwrap();
        let start = Instant::now();
        let limits = Limits::none().with_time(Duration::from_millis(100));
        assert_eq!(backend.solve(&[], &limits).unwrap(), Answer::Unknown);
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}
