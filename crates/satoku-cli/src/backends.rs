//! The command `backends`: what this build can solve formulas with.

use std::io::{self, Write};

use satoku::sat::backend::{BACKENDS, Capabilities, External};

/// What stands for any program.
const PROGRAM: (&str, &str) = ("cmd:PROGRAM", "any DIMACS solver, as a child process");

/// What the words of [`Capabilities::words`] mean.
const LEGEND: &str = "\
incremental    keeps what it learned from one call to the next
interruptible  can be stopped by time or request
resumes        goes on where a limit stopped it
assumptions    takes assumptions, and tells which of them cannot hold together
conflicts      counts its conflicts, and can be limited by them
proofs         the solver is able to write proofs
";

/// Writes all backends, the default first.
pub(super) fn list(json: bool, out: &mut impl Write) -> io::Result<()> {
    let embedded = BACKENDS.iter().map(|b| (b.name, b.about, b.capabilities));
    let program = (PROGRAM.0, PROGRAM.1, External::CAPABILITIES);
    let all = embedded.chain(External::obstacle().is_none().then_some(program));
    for (k, (name, about, capabilities)) in all.enumerate() {
        let default = k == 0 && !BACKENDS.is_empty();
        if json {
            writeln!(out, "{}", object(name, about, capabilities, default))?;
            continue;
        }
        let able: Vec<_> = capabilities
            .words()
            .into_iter()
            .filter_map(|(word, can)| can.then_some(word))
            .collect();
        writeln!(out, "{name}: {about}{}", if default { " (default)" } else { "" })?;
        writeln!(out, "    {}", able.join(", "))?;
    }
    if json { Ok(()) } else { write!(out, "\n{LEGEND}") }
}

fn object(name: &str, about: &str, can: Capabilities, default: bool) -> serde_json::Value {
    let mut object = serde_json::json!({ "name": name, "about": about, "default": default });
    for (word, can) in can.words() {
        object[word] = can.into();
    }
    object
}
