//! The at-most-one scheme of a formula, by its size.

use super::Options;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::sat::cnf::{AtMostOne, ClauseSink, Counter, LimitedSink, Size};

/// Formulas with more literals than this are not built: solvers take 10 to 20 bytes a literal.
const MAX_LITS: u64 = 600_000_000;

/// Formulas of grids to this side need not be measured: 16 million literals at most.
const SMALL_SIDE: usize = 25;

/// From this many clauses on, pairwise at-most-one constraints give way to product ones: beyond
/// it memory counts for more than speed (see `benches/RECORDS.md`).
const MANY_CLAUSES: u64 = 40_000_000;

/// The scheme that the options ask for, or else one that suits the size of what `write` writes;
/// the formula can be built with it.
///
/// # Errors
/// If the formula is too large to be built, or a limit is reached while it is measured.
pub(super) fn choose<T>(
    options: &Options,
    side: usize,
    limits: &Limits,
    write: impl Fn(&AtMostOne, &mut dyn ClauseSink) -> Result<T>,
) -> Result<&'static AtMostOne> {
    let named = |name| AtMostOne::by_name(name).ok_or_else(|| Error::unsupported("amo"));
    let mut scheme = options.amo.map_or_else(|| named("pairwise"), Ok)?;
    if side <= SMALL_SIDE {
        return Ok(scheme);
    }
    let measured = |scheme: &AtMostOne| -> Result<Size> {
        let mut counter = Counter::new();
        write(scheme, &mut LimitedSink::new(&mut counter, limits))?;
        Ok(counter.size())
    };
    let mut size = measured(scheme)?;
    if options.amo.is_none() && size.clauses > MANY_CLAUSES {
        scheme = named("product")?;
        size = measured(scheme)?;
    }
    if size.lits > MAX_LITS {
        return Err(Error::limit(format!(
            "the formula would have {} variables, {} clauses and {} literals",
            size.vars, size.clauses, size.lits
        )));
    }
    Ok(scheme)
}
