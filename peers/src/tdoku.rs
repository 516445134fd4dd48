//! tdoku (Tom Dillon, <https://github.com/t-dillon/tdoku>, BSD-2-Clause), loaded at run time from
//! a shared library that was built elsewhere: one contestant a library.

use std::ffi::c_char;
use std::hint::black_box;
use std::path::Path;

use anyhow::{Context, Result};
use libloading::Library;

use crate::contestant::{CELLS, Contestant, capped, lines};

/// The solver function of `include/tdoku.h`: puzzle, limit, configuration (unused), room for a
/// solution of 81 characters (written only with a limit of 1), and where the guesses go. Returns
/// the number of solutions found.
type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

/// One build of tdoku.
#[derive(Debug)]
pub(crate) struct Tdoku {
    name: String,
    solve: Solve,
    /// Keeps the code of `solve` in memory.
    _library: Library,
}

impl Tdoku {
    /// Loads a library; the contestant is called as its file, without `lib`.
    ///
    /// # Errors
    /// If it cannot be loaded or has no such function.
    pub(crate) fn load(path: &Path) -> Result<Self> {
        let what = || format!("cannot use {} as tdoku", path.display());
        // A name without a slash would be looked for in the system's folders only.
        let file = path.canonicalize().with_context(what)?;
        #[expect(unsafe_code, reason = "a C++ library is measured")]
        // SAFETY: its initialisers run here; whoever names the library vouches for them.
        let library = unsafe { Library::new(&file) }.with_context(what)?;
        #[expect(unsafe_code, reason = "a C++ library is measured")]
        // SAFETY: the type is that of the declaration in tdoku's header.
        let solve =
            *unsafe { library.get::<Solve>(b"TdokuSolverDpllTriadSimd\0") }.with_context(what)?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.strip_prefix("lib").unwrap_or(&stem).to_owned();
        Ok(Tdoku { name, solve, _library: library })
    }
}

impl Contestant for Tdoku {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn run(&mut self, text: &[u8], limit: u32, counts: &mut Vec<u8>) -> u64 {
        let mut all = 0;
        let mut solution: [c_char; CELLS] = [0; CELLS];
        for line in lines(text) {
            let mut guesses = 0;
            #[expect(unsafe_code, reason = "a C++ library is measured")]
            // SAFETY: 81 cells and a line feed, by which tdoku knows that it is not the longer of
            // its two forms, room for 81 characters and for a number; it keeps none of them.
            let count = unsafe {
                (self.solve)(
                    line.as_ptr().cast(),
                    limit as usize,
                    0,
                    solution.as_mut_ptr(),
                    &raw mut guesses,
                )
            };
            black_box(&solution);
            all += guesses as u64;
            counts.push(capped(count as u64, limit));
        }
        all
    }
}
