//! DIMACS text: formulas written and read, solver output read.
