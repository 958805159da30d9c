//! `ip` and `tc` of iproute2, as short-lived children inside a namespace. Their commands are text of our own making:
//! names of devices, numbers, names of algorithms that were checked before.

use crate::messages::Place;
use crate::namespaces::Namespaces;
use std::env;
use std::fmt::Display;
use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Where one of its commands fails that should not.
pub const REMEDY: &str =
    "see that iproute2 is 5.0 or newer and the kernel has the devices that it names";

/// Where to look beyond PATH: a plain user's seldom names the folders for administration.
const FOLDERS: [&str; 4] = ["/usr/sbin", "/sbin", "/usr/bin", "/bin"];

/// Runs lines as `ip` takes them, in that place; the first that fails ends it.
pub fn ip(namespaces: &Namespaces, place: Place, lines: &str) -> io::Result<()> {
    batch(namespaces, place, "ip", lines)
}

/// Runs lines as `tc` takes them, in that place; the first that fails ends it.
pub fn tc(namespaces: &Namespaces, place: Place, lines: &str) -> io::Result<()> {
    batch(namespaces, place, "tc", lines)
}

/// The output of `tc` with these arguments, in that place.
pub fn tc_answer(namespaces: &Namespaces, place: Place, arguments: &[&str]) -> io::Result<String> {
    let arguments: Vec<String> = arguments.iter().map(|word| word.to_string()).collect();
    namespaces.run(place, move || {
        let named = |why: &dyn Display| format!("tc {}: {why}", arguments.join(" "));
        let file = find("tc").ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut command = Command::new(file);
        command.args(&arguments).stdin(Stdio::null());
        // SAFETY: prctl is safe between fork and exec, and takes numbers only.
        unsafe { command.pre_exec(end_with_parent) };
        let output = command
            .output()
            .map_err(|error| io::Error::new(error.kind(), named(&error)))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::new(io::ErrorKind::Other, named(&said.trim())));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    })
}

/// None if iproute2 is not installed. `WIREFARE_IP` and `WIREFARE_TC` name the programs if they are
/// elsewhere.
pub fn find(program: &str) -> Option<PathBuf> {
    let named = env::var_os(format!("WIREFARE_{}", program.to_uppercase())).unwrap_or_default();
    if !named.is_empty() {
        return Some(PathBuf::from(named)).filter(|file| file.is_file());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(FOLDERS.iter().map(PathBuf::from))
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

fn batch(
    namespaces: &Namespaces,
    place: Place,
    program: &'static str,
    lines: &str,
) -> io::Result<()> {
    let lines = lines.to_string();
    namespaces.run(place, move || run_batch(program, &lines))
}

fn run_batch(program: &str, lines: &str) -> io::Result<()> {
    let output = feed(program, lines)
        .map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::new(
        io::ErrorKind::Other,
        explain(program, lines, &said, &output.status.to_string()),
    ))
}

fn feed(program: &str, lines: &str) -> io::Result<Output> {
    let file = find(program).ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    let mut command = Command::new(file);
    command
        .args(["-batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    // SAFETY: prctl is safe between fork and exec, and takes numbers only.
    unsafe { command.pre_exec(end_with_parent) };
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that ended early says on stderr what it did not like.
        let _ = stdin.write_all(lines.as_bytes());
    }
    child.wait_with_output()
}

fn end_with_parent() -> io::Result<()> {
    // SAFETY: takes numbers only.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong) };
    Ok(())
}

/// iproute2 names the line by its number (`Command failed -:3`); people want the line. One that was killed names none, and
/// may have got as far as any of them. `status`: as it ended.
fn explain(program: &str, lines: &str, said: &str, status: &str) -> String {
    let failed = said
        .rsplit("Command failed -:")
        .next()
        .and_then(|rest| rest.trim().parse::<usize>().ok())
        .and_then(|number| lines.lines().nth(number.saturating_sub(1)));
    let reason = match said.lines().next() {
        Some(line) => line.trim().to_string(),
        None => format!("failed without a word ({status})"),
    };
    match failed {
        Some(line) => format!("{program} {line}: {reason}"),
        None => format!("{program} {}: {reason}", told(lines)),
    }
}

/// `link set lo up` of one line, `link set wf1 up, and 3 more` of several.
fn told(lines: &str) -> String {
    let first = lines.lines().next().unwrap_or_default();
    match lines.lines().count() {
        0 | 1 => first.to_string(),
        all => format!("{first}, and {} more", all - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_batch_is_told_by_its_line_and_not_by_its_number() {
        let lines = "link set lo up\nroute add x\n";
        let said = "Error: inet prefix is expected rather than \"x\".\nCommand failed -:2\n";
        let expected = "ip route add x: Error: inet prefix is expected rather than \"x\".";
        assert_eq!(explain("ip", lines, said, "exit status: 1"), expected);
    }

    #[test]
    fn a_program_that_fails_outside_a_line_is_told_by_what_it_was_to_do() {
        assert_eq!(
            explain("tc", "qdisc show\n", "no memory\n", "exit status: 1"),
            "tc qdisc show: no memory"
        );
        assert_eq!(
            explain(
                "ip",
                "link set lo up\nroute add x\n",
                "",
                "signal: 9 (SIGKILL)"
            ),
            "ip link set lo up, and 1 more: failed without a word (signal: 9 (SIGKILL))"
        );
    }
}
