//! `wirefare-link enter`: becomes another program inside a link's namespaces. The process stays the same one, with its
//! id, its pipes and its place among its relatives; only the network it sees is another.

use crate::capabilities;
use crate::cli::Entrance;
use std::fs::File;
use std::io;
use std::os::unix::io::AsRawFd;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Returns only if it failed.
pub fn enter(entrance: &Entrance) -> Failure {
    if let Err(failure) = go_inside(entrance) {
        return failure;
    }
    let error = Command::new(&entrance.program)
        .args(&entrance.arguments)
        .exec();
    Failure {
        // The exit code that a shell would give.
        exit_code: if error.kind() == io::ErrorKind::NotFound {
            127
        } else {
            126
        },
        what: format!("start {}: {error}", entrance.program.to_string_lossy()),
    }
}

pub struct Failure {
    pub exit_code: i32,
    pub what: String,
}

/// Fails if the link has ended or belongs to somebody else.
fn go_inside(entrance: &Entrance) -> Result<(), Failure> {
    let failure = |what: String| Failure { exit_code: 4, what };
    // Both are opened first: from inside the user namespace the paths may no longer lead anywhere.
    let user = match &entrance.user {
        Some(path) => Some(open(path).map_err(failure)?),
        None => None,
    };
    let net = open(&entrance.net).map_err(failure)?;
    if let Some(user) = &user {
        set(user, libc::CLONE_NEWUSER)
            .map_err(|error| failure(format!("enter the user namespace: {error}")))?;
    }
    set(&net, libc::CLONE_NEWNET)
        .map_err(|error| failure(format!("enter the network namespace: {error}")))?;
    if user.is_some() {
        // The user namespace gave every capability over the link; a browser or a server needs none.
        capabilities::drop_all()
            .map_err(|error| failure(format!("give up capabilities: {error}")))?;
    }
    Ok(())
}

fn open(path: &Path) -> Result<File, String> {
    File::open(path).map_err(|error| format!("open the namespace {}: {error}", path.display()))
}

fn set(namespace: &File, kind: libc::c_int) -> io::Result<()> {
    // SAFETY: the descriptor is open as long as `namespace` is borrowed.
    if unsafe { libc::setns(namespace.as_raw_fd(), kind) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
