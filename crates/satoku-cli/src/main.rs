//! The program `satoku`; all of it is in the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    satoku_cli::main()
}
