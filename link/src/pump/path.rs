//! The loop of a path: takes packets from the devices, offers them to the model, hands on what is due.

use super::emulated::Shared;
use super::lock;
use super::wait::Waiter;
use crate::clock;
use crate::core::{Delivery, Direction, Offered};
use crate::lateness::Fate;
use crate::messages::CountersOfDirections;
use crate::packet_log::{Entry, PacketLog, Way};
use crate::port::Port;
use crate::spec::PathSpec;
use std::io;
use std::sync::Arc;

/// More than any packet of a device whose MTU is 1500.
const BUFFER_BYTES: usize = 2048;

/// Packets taken from one device, or handed to one, before the other gets its turn.
const BATCH: usize = 32;

/// Indices of `Path::ports`, and of the waiter's descriptors.
const CLIENT: usize = 0;
const SERVER: usize = 1;

type Buffer = Box<[u8; BUFFER_BYTES]>;

pub struct Path {
    ports: [Box<dyn Port>; 2],
    lanes: [Lane; 2],
    /// Buffers that carry no packet at the moment.
    spare: Vec<Buffer>,
    log: Option<PacketLog>,
    pub shared: Arc<Shared>,
    compensation_ns: u64,
}

struct Lane {
    way: Way,
    from: usize,
    to: usize,
    model: Direction<Buffer>,
}

impl Path {
    pub fn new(
        ports: [Box<dyn Port>; 2],
        spec: &PathSpec,
        log: Option<PacketLog>,
        shared: Arc<Shared>,
    ) -> Self {
        let down = Lane {
            way: Way::Down,
            from: SERVER,
            to: CLIENT,
            model: Direction::new(&spec.down, spec.seed, 0),
        };
        let up = Lane {
            way: Way::Up,
            from: CLIENT,
            to: SERVER,
            model: Direction::new(&spec.up, spec.seed, 1),
        };
        Path {
            ports,
            lanes: [down, up],
            spare: (0..256).map(|_| new_buffer()).collect(),
            log,
            shared,
            compensation_ns: 0,
        }
    }

    /// Until the path is stopped or a device fails.
    pub fn run(&mut self) -> io::Result<()> {
        let [client, server] = [self.ports[CLIENT].fd(), self.ports[SERVER].fd()];
        let mut waiter = Waiter::new(&[client, server, self.shared.stop.fd()]);
        while !self.shared.stop.is_raised() {
            self.follow_handle();
            for index in 0..self.lanes.len() {
                if waiter.is_readable(self.lanes[index].from) {
                    self.take_arrivals(index)?;
                }
                self.hand_on_due(index)?;
            }
            self.publish();
            let next_ns = self
                .lanes
                .iter()
                .filter_map(|lane| lane.model.next_at())
                .min();
            if let (None, Some(log)) = (next_ns, &mut self.log) {
                log.pass_on();
            }
            waiter.wait(next_ns)?;
        }
        Ok(())
    }

    fn take_arrivals(&mut self, index: usize) -> io::Result<()> {
        let from = self.lanes[index].from;
        for _ in 0..BATCH {
            let mut buffer = self.spare.pop().unwrap_or_else(new_buffer);
            let length = match self.ports[from].receive(&mut buffer[..])? {
                Some(length) => length,
                None => {
                    self.spare.push(buffer);
                    break;
                }
            };
            let now_ns = clock::now_ns();
            let stamp_ns = self.ports[from].stamp_unix_ns().map(clock::ns_of_unix_ns);
            let arrived_ns = stamp_ns.map_or(now_ns, |stamp_ns| stamp_ns.min(now_ns));
            self.offer(index, buffer, length as u32, arrived_ns, now_ns);
        }
        Ok(())
    }

    fn offer(&mut self, index: usize, buffer: Buffer, bytes: u32, arrived_ns: u64, now_ns: u64) {
        let (buffer, fate) = match self.lanes[index].model.offer(buffer, bytes, arrived_ns) {
            Offered::Queued => return,
            Offered::Lost(buffer) => (buffer, Fate::Lost),
            Offered::Dropped(buffer) => (buffer, Fate::Dropped),
        };
        self.spare.push(buffer);
        self.shared.lateness.record(now_ns, fate);
        if let Some(log) = &mut self.log {
            let way = self.lanes[index].way;
            log.note(Entry {
                way,
                bytes,
                fate,
                arrived_ns,
                due_ns: None,
            });
        }
    }

    fn hand_on_due(&mut self, index: usize) -> io::Result<()> {
        let mut now_ns = clock::now_ns();
        for _ in 0..BATCH {
            let Lane { way, to, model, .. } = &mut self.lanes[index];
            let Delivery {
                packet,
                bytes,
                arrived_ns,
                due_ns,
            } = match model.due(now_ns) {
                Some(delivery) => delivery,
                None => break,
            };
            let is_taken = self.ports[*to].send(&packet[..bytes as usize])?;
            // Read after the call, so that whatever held the packet up there counts as lateness.
            now_ns = clock::now_ns();
            let fate = if is_taken {
                Fate::HandedOn {
                    late_ns: now_ns - due_ns,
                }
            } else {
                model.was_refused(bytes);
                Fate::Dropped
            };
            self.spare.push(packet);
            self.shared.lateness.record(now_ns, fate);
            if let Some(log) = &mut self.log {
                log.note(Entry {
                    way: *way,
                    bytes,
                    fate,
                    arrived_ns,
                    due_ns: Some(due_ns),
                });
            }
        }
        Ok(())
    }

    fn publish(&self) {
        let [down, up] = [
            self.lanes[0].model.counters(),
            self.lanes[1].model.counters(),
        ];
        *lock(&self.shared.counters) = CountersOfDirections { down, up };
    }

    fn follow_handle(&mut self) {
        let is_steady = self.shared.is_steady();
        for lane in &mut self.lanes {
            lane.model.set_steady(is_steady);
        }
        let compensation_ns = self.shared.compensation_ns();
        if compensation_ns == self.compensation_ns {
            return;
        }
        self.compensation_ns = compensation_ns;
        let half_ns = compensation_ns / 2;
        self.lanes[0].model.shorten_delay_ns(half_ns);
        self.lanes[1]
            .model
            .shorten_delay_ns(compensation_ns - half_ns);
    }
}

fn new_buffer() -> Buffer {
    Box::new([0; BUFFER_BYTES])
}
