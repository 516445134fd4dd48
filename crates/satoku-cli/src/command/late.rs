//! Options of a command that are made once the command is asked for. Making the options of all commands takes
//! as long as solving many a puzzle.

use std::ops::Deref;

use clap::builder::Resettable;
use clap::error::Error;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// The options of a command. Options that commands share carry an `about` of their own, which would replace the
/// command's when it is added late.
#[derive(Debug)]
pub(super) struct Late<A>(A);

impl<A> Deref for Late<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.0
    }
}

impl<A: FromArgMatches> FromArgMatches for Late<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Late)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<A: Args> Args for Late<A> {
    fn augment_args(command: Command) -> Command {
        described_as_before(command, A::augment_args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        described_as_before(command, A::augment_args_for_update)
    }
}

fn described_as_before(command: Command, add: impl FnOnce(Command) -> Command) -> Command {
    let (about, long) = (command.get_about().cloned(), command.get_long_about().cloned());
    add(command).about(Resettable::from(about)).long_about(Resettable::from(long))
}
