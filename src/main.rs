//! The program `satoku`: everything is in the library's `cli` module.

use std::process::ExitCode;

fn main() -> ExitCode {
    satoku::cli::main()
}
