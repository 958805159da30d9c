//! The command line, from arguments to a verb.

use lexopt::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;

pub const HELP: &str = "\
wirefare-link: emulated networks between two namespaces of this machine

  wirefare-link up                          a setup on stdin, then requests, a line of JSON each; ends with stdin
  wirefare-link model                       the same protocol with a model of TCP on loopback, on every system
  wirefare-link enter [--user PATH] --net PATH -- PROGRAM [ARGUMENT…]
                                            starts a program in a namespace of a running link
  wirefare-link probe                       what works here, for this user, and what would allow the rest
  wirefare-link --version
  wirefare-link --help

Exit codes: 0 done · 1 bug · 2 usage, or the setup is wrong · 4 the machine lacks something ·
126, 127 the program of `enter` cannot be started, is not there
";

pub enum Verb {
    Up,
    Model,
    Enter(Entrance),
    Probe,
    Version,
    Help,
}

pub struct Entrance {
    /// The user namespace that `Ready.namespaces` names; None if root made the link.
    pub user: Option<PathBuf>,
    pub net: PathBuf,
    pub program: OsString,
    pub arguments: Vec<OsString>,
}

/// The error is for the user who typed the command.
pub fn parse(mut arguments: lexopt::Parser) -> Result<Verb, lexopt::Error> {
    let verb = match arguments.next()? {
        Some(Short('h') | Long("help")) => Verb::Help,
        Some(Short('V') | Long("version")) => Verb::Version,
        Some(Value(verb)) if verb == "up" => Verb::Up,
        Some(Value(verb)) if verb == "model" => Verb::Model,
        Some(Value(verb)) if verb == "probe" => Verb::Probe,
        Some(Value(verb)) if verb == "enter" => return entrance(arguments).map(Verb::Enter),
        Some(other) => return Err(other.unexpected()),
        None => return Err("a verb is missing: up, model, enter or probe".into()),
    };
    match arguments.next()? {
        None => Ok(verb),
        Some(other) => Err(other.unexpected()),
    }
}

fn entrance(mut arguments: lexopt::Parser) -> Result<Entrance, lexopt::Error> {
    let (mut user, mut net, mut program) = (None, None, None);
    while program.is_none() {
        match arguments.next()? {
            Some(Long("user")) => user = Some(arguments.value()?.into()),
            Some(Long("net")) => net = Some(arguments.value()?.into()),
            // Everything from here on is the program's.
            Some(Value(first)) => program = Some(first),
            Some(other) => return Err(other.unexpected()),
            None => return Err("enter: the program is missing".into()),
        }
    }
    Ok(Entrance {
        user,
        net: net.ok_or("enter: --net is missing")?,
        program: program.unwrap_or_default(),
        arguments: arguments.raw_args()?.collect::<Vec<OsString>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &[&str]) -> Result<Verb, String> {
        parse(lexopt::Parser::from_args(arguments)).map_err(|error| error.to_string())
    }

    #[test]
    fn what_follows_the_program_is_the_programs_own() {
        let line = [
            "enter", "--user", "/u", "--net", "/n", "--", "curl", "--net", "-h", "--", "x",
        ];
        match parsed(&line) {
            Ok(Verb::Enter(entrance)) => {
                assert_eq!(entrance.user, Some(PathBuf::from("/u")));
                assert_eq!(entrance.net, PathBuf::from("/n"));
                assert_eq!(entrance.program, "curl");
                assert_eq!(entrance.arguments, ["--net", "-h", "--", "x"]);
            }
            _ => panic!("not read as an entrance"),
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(
            parsed(&["enter", "--", "true"]).err().unwrap(),
            "enter: --net is missing"
        );
        assert_eq!(
            parsed(&["enter", "--net", "/n", "--"]).err().unwrap(),
            "enter: the program is missing"
        );
        assert!(parsed(&[])
            .err()
            .unwrap()
            .contains("up, model, enter or probe"));
    }

    #[test]
    fn verbs_take_nothing_more() {
        assert!(parsed(&["up", "now"]).is_err());
        assert!(matches!(parsed(&["probe"]), Ok(Verb::Probe)));
    }
}
