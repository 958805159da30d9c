//! Relays, through both namespaces and back: host ─► client ─► host, so that both ends are in this process.

use crate::support::{path, setup, Link};
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::thread;

const BODY_BYTES: usize = 20_000_000;

/// A listener of ours and a port that leads to it through the client's namespace.
fn through_the_client() -> (Link, TcpListener, u16) {
    let mut link = Link::start(&setup(&[path("lan", 100_000.0, 0.0)]));
    assert_eq!(link.line()["ready"], true);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let inner = link.relay("client", "host", listener.local_addr().unwrap().port());
    let outer = link.relay("host", "client", inner);
    (link, listener, outer)
}

fn body() -> Vec<u8> {
    (0..BODY_BYTES).map(|index| (index * 7 / 3) as u8).collect()
}

#[test]
fn a_side_that_has_finished_writing_still_gets_the_whole_answer() {
    let (_link, listener, port) = through_the_client();
    let server = thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        let mut request = Vec::new();
        // Ends only because the client's half-close comes through.
        connection.read_to_end(&mut request).unwrap();
        connection.write_all(&request).unwrap();
    });
    let mut client = TcpStream::connect(("127.0.0.1", port)).unwrap();
    client.write_all(&body()).unwrap();
    client.shutdown(Shutdown::Write).unwrap();
    let mut answer = Vec::new();
    client.read_to_end(&mut answer).unwrap();
    server.join().unwrap();
    assert!(answer == body(), "{} bytes came back", answer.len());
}

#[test]
fn connections_do_not_wait_for_each_other() {
    let (_link, listener, port) = through_the_client();
    let waiting = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let (_held, _) = listener.accept().unwrap();
    for round in 0..20_u8 {
        let mut client = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let (mut server, _) = listener.accept().unwrap();
        server.write_all(&[round]).unwrap();
        let mut byte = [0];
        client.read_exact(&mut byte).unwrap();
        assert_eq!(byte, [round]);
    }
    drop(waiting);
}

#[test]
fn a_connection_that_nobody_takes_is_reset_and_not_ended_as_if_it_were_whole() {
    let (_link, listener, port) = through_the_client();
    drop(listener);
    let mut client = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let error = client.read(&mut [0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
}

#[test]
fn a_server_that_breaks_off_is_seen_to_break_off() {
    let (_link, listener, port) = through_the_client();
    let mut client = TcpStream::connect(("127.0.0.1", port)).unwrap();
    client.write_all(b"unread, so that closing resets").unwrap();
    let (mut server, _) = listener.accept().unwrap();
    // Until the request is there; closing with it unread is a reset.
    server.peek(&mut [0]).unwrap();
    server.write_all(b"half an ans").unwrap();
    drop(server);
    let mut answer = Vec::new();
    let error = client.read_to_end(&mut answer).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ConnectionReset);
}

#[test]
fn a_kill_ends_connections_and_leaves_nothing() {
    let (mut link, listener, port) = through_the_client();
    let mut client = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let (mut server, _) = listener.accept().unwrap();
    client.write_all(b"under way").unwrap();
    link.kill();
    link.wait_until_all_is_gone();
    // Ended or reset, but neither waits for more.
    let _ = client.read_to_end(&mut Vec::new());
    let _ = server.read_to_end(&mut Vec::new());
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
}
