//! The two network namespaces of a link, and work done inside them. A network namespace belongs to a thread, so work in
//! a place is a thread that goes there first; the program itself stays where it was started. The namespaces are held by
//! open files alone: when the program ends, however it ends, they go with it.

use crate::messages::{NamespacePaths, Place};
use crate::user_namespace;
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::os::unix::io::AsRawFd;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// Clones are the same namespaces.
#[derive(Clone)]
pub struct Namespaces {
    files: Arc<Files>,
}

struct Files {
    host: File,
    client: File,
    server: File,
    rootless: bool,
}

impl Namespaces {
    /// Must be called before the program has a second thread: the kernel gives a user namespace to no other.
    /// `tried` gets what did not work on the way.
    pub fn make(tried: &mut Vec<String>) -> io::Result<Namespaces> {
        let host = own_network_namespace()?;
        let first = if user_namespace::has_own_rights() {
            new_network_namespace()
        } else {
            Err(io::Error::from_raw_os_error(libc::EPERM))
        };
        let (client, rootless) = match first {
            Ok(client) => (client, false),
            Err(error) => {
                if user_namespace::has_own_rights() {
                    tried.push(format!(
                        "a network namespace with root's own rights: {error}"
                    ));
                }
                user_namespace::make()?;
                (new_network_namespace()?, true)
            }
        };
        let server = new_network_namespace()?;
        let files = Arc::new(Files {
            host,
            client,
            server,
            rootless,
        });
        Ok(Namespaces { files })
    }

    /// True where a user namespace was needed.
    pub fn rootless(&self) -> bool {
        self.files.rootless
    }

    /// A thread that lives in that place; sockets, devices and children it makes belong there.
    pub fn spawn<T, F>(&self, place: Place, work: F) -> JoinHandle<io::Result<T>>
    where
        T: Send + 'static,
        F: FnOnce() -> io::Result<T> + Send + 'static,
    {
        let namespaces = self.clone();
        thread::spawn(move || {
            go_to(namespaces.file(place))?;
            work()
        })
    }

    /// Does the same and waits until it is done.
    pub fn run<T, F>(&self, place: Place, work: F) -> io::Result<T>
    where
        T: Send + 'static,
        F: FnOnce() -> io::Result<T> + Send + 'static,
    {
        match self.spawn(place, work).join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// The files that `wirefare-link enter` opens.
    pub fn paths(&self) -> NamespacePaths {
        let pid = std::process::id();
        let of = |file: &File| format!("/proc/{pid}/fd/{}", file.as_raw_fd());
        NamespacePaths {
            user: self.files.rootless.then(|| format!("/proc/{pid}/ns/user")),
            client: of(&self.files.client),
            server: of(&self.files.server),
        }
    }

    fn file(&self, place: Place) -> &File {
        match place {
            Place::Host => &self.files.host,
            Place::Client => &self.files.client,
            Place::Server => &self.files.server,
        }
    }
}

fn own_network_namespace() -> io::Result<File> {
    // /proc/self would be the first thread's.
    File::open("/proc/thread-self/ns/net")
}

/// By a thread that ends at once: only the file is left.
fn new_network_namespace() -> io::Result<File> {
    let made = thread::spawn(|| {
        // SAFETY: takes a flag only, and changes nothing but this thread's network namespace.
        if unsafe { libc::unshare(libc::CLONE_NEWNET) } != 0 {
            return Err(io::Error::last_os_error());
        }
        own_network_namespace()
    });
    match made.join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Moves the calling thread. Without root's own rights nobody may move to the host's network, even from there; but
/// threads made by one that never left it are there already.
fn go_to(namespace: &File) -> io::Result<()> {
    if namespace.metadata()?.ino() == own_network_namespace()?.metadata()?.ino() {
        return Ok(());
    }
    // SAFETY: the descriptor is open as long as `namespace` is borrowed.
    if unsafe { libc::setns(namespace.as_raw_fd(), libc::CLONE_NEWNET) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
