//! The model of a network and of the TCP connections over it, as a value that time is told to: no clock, no sockets, no
//! bytes, only their number. Whoever holds it tells what programs do (open, give, finish, take) and gets to know when
//! which bytes arrive; times of arrival are known as soon as a packet leaves, so a host that is late in asking changes
//! nothing.
//!
//! ```text
//!  give ─► sender ─► wire (rate, queue) ─► delay ± jitter ─► receiver ─► Arrival
//!            ▲                                                  │
//!            └──────── delay ◄─ wire of the other way ◄─ acknowledgement
//! ```

use super::agenda::{Agenda, Entry, Event, Packet};
use super::receiver::{Answer, Receiver};
use super::sender::{Segment, Sender};
use super::way::{Nanos, Way};
use crate::spec::PathSpec;
use std::collections::HashMap;

/// IP and TCP headers with timestamps.
const HEADER_BYTES: u64 = 52;
/// SYN and its answer carry all of Linux's options.
const SYN_BYTES: u64 = 60;

pub type ConnectionId = u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    Client,
    Server,
}

impl End {
    pub fn other(self) -> End {
        match self {
            End::Client => End::Server,
            End::Server => End::Client,
        }
    }
}

/// So many bytes reach `to` at `at`; `last`: and nothing will follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub connection: ConnectionId,
    pub to: End,
    pub bytes: u64,
    pub last: bool,
    pub at: Nanos,
}

pub struct Network {
    up: Way,
    down: Way,
    initial_window: u32,
    connections: HashMap<ConnectionId, Connection>,
    opened: u64,
    agenda: Agenda,
    now: Nanos,
    arrivals: Vec<Arrival>,
}

struct Connection {
    client: Peer,
    server: Peer,
    opened_at: Nanos,
}

struct Peer {
    is_open: bool,
    sender: Sender,
    receiver: Receiver,
}

impl Network {
    pub fn new(spec: &PathSpec, initial_window: u32) -> Network {
        Network {
            up: Way::new(&spec.up, spec.seed, 0),
            down: Way::new(&spec.down, spec.seed, 1),
            initial_window,
            connections: HashMap::new(),
            opened: 0,
            agenda: Agenda::default(),
            now: 0,
            arrivals: Vec::new(),
        }
    }

    /// A client connects.
    pub fn open(&mut self, now: Nanos) -> ConnectionId {
        self.advance(now);
        self.opened += 1;
        let id = self.opened;
        let peer = || Peer {
            is_open: false,
            sender: Sender::new(self.initial_window),
            receiver: Receiver::default(),
        };
        let (client, server) = (peer(), peer());
        let opened_at = self.now;
        self.connections.insert(
            id,
            Connection {
                client,
                server,
                opened_at,
            },
        );
        let at = self.up.send(self.now, SYN_BYTES).arrives_at;
        self.agenda.enter(at, id, End::Server, Event::Syn);
        id
    }

    /// The program at `from` writes `bytes`.
    pub fn give(&mut self, id: ConnectionId, from: End, bytes: u64, now: Nanos) {
        self.tell(id, from, now, |sender| sender.give(bytes));
    }

    /// The program at `from` will write no more.
    pub fn finish(&mut self, id: ConnectionId, from: End, now: Nanos) {
        self.tell(id, from, now, Sender::finish);
    }

    /// The program at `to` has read `bytes` of those that arrived.
    pub fn take(&mut self, id: ConnectionId, to: End, bytes: u64, now: Nanos) {
        self.tell(id, to.other(), now, |sender| sender.take(bytes));
    }

    /// Nobody is interested any more.
    pub fn forget(&mut self, id: ConnectionId) {
        self.connections.remove(&id);
    }

    /// Carries out everything that happens until `now`.
    pub fn advance(&mut self, now: Nanos) {
        while let Some(entry) = self.agenda.pop_until(now) {
            self.now = entry.at;
            self.happen(entry);
        }
        self.now = self.now.max(now);
    }

    /// When something happens next.
    pub fn next_at(&self) -> Option<Nanos> {
        self.agenda.next_at()
    }

    /// The arrivals that became known since the last call; those of one end in the order of time.
    pub fn take_arrivals(&mut self) -> Vec<Arrival> {
        std::mem::take(&mut self.arrivals)
    }

    fn tell(&mut self, id: ConnectionId, at: End, now: Nanos, what: impl FnOnce(&mut Sender)) {
        self.advance(now);
        if let Some(connection) = self.connections.get_mut(&id) {
            what(&mut connection.peer(at).sender);
        }
        self.send_what_may_go(id, at);
    }

    fn happen(&mut self, entry: Entry) {
        let Entry {
            connection: id, to, ..
        } = entry;
        match entry.event {
            Event::Syn => {
                let at = self.down.send(self.now, SYN_BYTES).arrives_at;
                self.agenda.enter(at, id, End::Client, Event::SynAnswer);
            }
            Event::SynAnswer => {
                self.established(id, End::Client);
                self.send_acknowledgement(id, End::Client);
            }
            Event::Packet(packet) => self.arrive(id, to, &packet),
            Event::AcknowledgementDue => {
                let now = self.now;
                let peer = self.connections.get_mut(&id).map(|c| c.peer(to));
                if peer.map_or(false, |peer| peer.receiver.is_due(now)) {
                    self.send_acknowledgement(id, to);
                }
            }
        }
        self.send_what_may_go(id, to);
    }

    fn arrive(&mut self, id: ConnectionId, to: End, packet: &Packet) {
        self.established(id, to);
        let now = self.now;
        let peer = match self.connections.get_mut(&id) {
            Some(connection) => connection.peer(to),
            None => return,
        };
        peer.sender
            .acknowledge(packet.acknowledges, packet.echoes_mark, now);
        if packet.payload == 0 {
            return;
        }
        match peer.receiver.receive(packet.end, packet.marked, now) {
            Answer::Now => self.send_acknowledgement(id, to),
            Answer::At(at) => self.agenda.enter(at, id, to, Event::AcknowledgementDue),
            Answer::Nothing => {}
        }
    }

    fn established(&mut self, id: ConnectionId, end: End) {
        let now = self.now;
        if let Some(connection) = self.connections.get_mut(&id) {
            let round_trip = now - connection.opened_at;
            let peer = connection.peer(end);
            if !peer.is_open {
                peer.is_open = true;
                peer.sender.window.opened(round_trip);
            }
        }
    }

    fn send_acknowledgement(&mut self, id: ConnectionId, from: End) {
        let end = match self.connections.get_mut(&id) {
            Some(connection) => connection.peer(from).sender.sent(),
            None => return,
        };
        let bare = Segment {
            payload: 0,
            last: false,
            end,
        };
        self.put_on_wire(id, from, bare);
    }

    fn send_what_may_go(&mut self, id: ConnectionId, from: End) {
        let now = self.now;
        let mut went = false;
        while let Some(segment) = self.next_segment(id, from) {
            self.put_on_wire(id, from, segment);
            went = true;
        }
        if let (true, Some(connection)) = (went, self.connections.get_mut(&id)) {
            connection.peer(from).sender.went(now);
        }
    }

    fn next_segment(&mut self, id: ConnectionId, from: End) -> Option<Segment> {
        let now = self.now;
        let peer = self.connections.get_mut(&id)?.peer(from);
        if !peer.is_open {
            return None;
        }
        peer.sender.next(now)
    }

    fn put_on_wire(&mut self, id: ConnectionId, from: End, segment: Segment) {
        let peer = match self.connections.get_mut(&id) {
            Some(connection) => connection.peer(from),
            None => return,
        };
        let acknowledges = peer.receiver.received;
        let echoes_mark = peer.receiver.marked;
        peer.receiver.acknowledged();
        let way = match from {
            End::Client => &mut self.up,
            End::Server => &mut self.down,
        };
        let passage = way.send(self.now, HEADER_BYTES + segment.payload);
        let packet = Packet {
            payload: segment.payload,
            end: segment.end,
            marked: passage.marked,
            acknowledges,
            echoes_mark,
        };
        let to = from.other();
        self.agenda
            .enter(passage.arrives_at, id, to, Event::Packet(packet));
        if segment.payload > 0 || segment.last {
            self.arrivals.push(Arrival {
                connection: id,
                to,
                bytes: segment.payload,
                last: segment.last,
                at: passage.arrives_at,
            });
        }
    }
}

impl Connection {
    fn peer(&mut self, end: End) -> &mut Peer {
        match end {
            End::Client => &mut self.client,
            End::Server => &mut self.server,
        }
    }
}
