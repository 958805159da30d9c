//! A path that is being measured: each step by itself.

use super::datagram::SMALL_IP_BYTES;
use super::echo::{self, Shot};
use super::places::{self, Ends, Places, UdpPair};
use super::{budget, figures, get, train};
use crate::clock;
use crate::messages::{
    Calibration, CountersOfDirections, Echo, Get, GetOrder, MeasureOrder, Place, ReadyPath, Slope,
    Train,
};
use crate::pump::PathHandle;
use crate::spec::{Engine, PathSpec};
use std::cell::Cell;
use std::io;
use std::net::Ipv4Addr;
use std::thread;
use std::time::Duration;

/// Up to here both trains run at once: the emulator then has time to spare for both.
const AT_ONCE_KBIT_PER_S_MAX: f64 = 20_000.0;

/// Each has a send buffer of about 90 packets: a millisecond at a gigabit.
const URGENT_SENDERS: usize = 8;

/// The compensation is what the quickest tenth of the probes took: a busy machine only ever adds, and what it added for a
/// moment would be taken off every packet for as long as the link lives. Seen at a load of 8 without real-time priority:
/// median 5.2 ms, least 0.05 ms, as on the same machine when it is quiet.
const COMPENSATION_QUANTILE: f64 = 0.1;
/// Several times what any device took by itself (0.02 to 0.3 ms). More than that is a fault, and the echoes show it.
const COMPENSATION_MS_MAX: f64 = 1.0;

const NO_TRAIN: Train = Train {
    packets: 0,
    down_kbit_per_s: f64::NAN,
    up_kbit_per_s: f64::NAN,
};

/// The parts of a path that a measurement reads and sets.
pub struct Controls<'a> {
    counters: Box<dyn Fn() -> CountersOfDirections + 'a>,
    /// None if the kernel shapes: it has no delay from which to take a compensation, and no jitter.
    emulator: Option<&'a PathHandle>,
}

pub fn controls<'a>(path: &ReadyPath, handle: &'a PathHandle) -> Controls<'a> {
    Controls {
        counters: Box::new(move || handle.counters()),
        emulator: match path.engine {
            Engine::Tun | Engine::Veth => Some(handle),
            Engine::Tbf => None,
        },
    }
}

pub struct Subject<'a, P: Places> {
    spec: &'a PathSpec,
    controls: Controls<'a>,
    places: &'a P,
    ends: Ends,
    full_ip_bytes: u32,
    name: String,
    pair: UdpPair,
    /// The number of the series of datagrams that was sent last.
    series: Cell<u32>,
}

impl<'a, P: Places> Subject<'a, P> {
    pub fn new(
        path: &ReadyPath,
        spec: &'a PathSpec,
        controls: Controls<'a>,
        places: &'a P,
    ) -> io::Result<Self> {
        let ends = Ends {
            client: address(&path.client_address)?,
            server: address(&path.server_address)?,
        };
        Ok(Subject {
            spec,
            controls,
            places,
            ends,
            full_ip_bytes: path.mtu,
            name: path.name.clone(),
            pair: places::udp_pair(places, ends)?,
            series: Cell::new(0),
        })
    }

    /// Without the path's jitter, which would only blur what is measured.
    pub fn steadily<T>(&self, work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let set = |is_steady| {
            if let Some(emulator) = self.controls.emulator {
                emulator.set_steady(is_steady);
            }
        };
        set(true);
        let result = work();
        set(false);
        result
    }

    /// The slope, and the compensation, which is set.
    pub fn probe(&self) -> io::Result<(Slope, f64)> {
        let emulator = self.controls.emulator;
        if let Some(emulator) = emulator {
            emulator.set_compensation_ms(0.0);
        }
        let shots = budget::probes(self.spec, self.full_ip_bytes);
        let rtts = self.echoed(&shots)?;
        let compensation_ms = match emulator {
            Some(emulator) => {
                let expected_ms = budget::echo_ms(self.spec, SMALL_IP_BYTES);
                let ms = compensation_ms(&of_size(&rtts, SMALL_IP_BYTES), expected_ms);
                emulator.set_compensation_ms(ms);
                ms
            }
            None => 0.0,
        };
        Ok((self.slope(&rtts), compensation_ms))
    }

    fn slope(&self, rtts: &[(u32, f64)]) -> Slope {
        Slope {
            small_bytes: SMALL_IP_BYTES,
            full_bytes: self.full_ip_bytes,
            difference_ms: figures::median(&of_size(rtts, self.full_ip_bytes))
                - figures::median(&of_size(rtts, SMALL_IP_BYTES)),
        }
    }

    pub fn trains(&self, train_ms: Option<f64>) -> io::Result<Train> {
        let plan = |way| budget::train(self.spec, way, self.full_ip_bytes, train_ms);
        let (down, up) = (plan(&self.spec.down), plan(&self.spec.up));
        let rails = |to, train: &train::Train| {
            let senders = if train.is_urgent { URGENT_SENDERS } else { 1 };
            places::rails(self.places, self.ends, to, senders)
        };
        let (down_rails, up_rails) = (rails(Place::Client, &down)?, rails(Place::Server, &up)?);
        let run_down = || train::train(&down_rails, down);
        let run_up = || train::train(&up_rails, up);
        let (down_kbit_per_s, up_kbit_per_s) =
            if down.kbit_per_s.max(up.kbit_per_s) > AT_ONCE_KBIT_PER_S_MAX {
                (run_down()?, run_up()?)
            } else {
                thread::scope(|scope| {
                    let down = scope.spawn(run_down);
                    let up = run_up();
                    match down.join() {
                        Ok(down) => io::Result::Ok((down?, up?)),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                })?
            };
        Ok(Train {
            packets: down.packets + up.packets,
            down_kbit_per_s,
            up_kbit_per_s,
        })
    }

    pub fn echo(&self, shots: &[Shot]) -> io::Result<Echo> {
        let rtts_ms: Vec<f64> = self.echoed(shots)?.into_iter().map(|(_, ms)| ms).collect();
        Ok(Echo {
            sent: shots.len() as u32,
            received: rtts_ms.len() as u32,
            ip_bytes: SMALL_IP_BYTES,
            rtt_ms_min: figures::least(&rtts_ms),
            rtt_ms_median: figures::median(&rtts_ms),
            rtt_ms_p99: figures::quantile(&rtts_ms, 0.99),
        })
    }

    /// IP bytes and round trip of those that came back.
    fn echoed(&self, shots: &[Shot]) -> io::Result<Vec<(u32, f64)>> {
        let patience_ms = budget::patience_ms(self.spec, self.full_ip_bytes);
        let rtts_ms = echo::echo(&self.pair, self.next_series(), shots, patience_ms)?;
        let with_sizes = shots.iter().zip(rtts_ms);
        Ok(with_sizes
            .filter_map(|(shot, rtt_ms)| Some((shot.ip_bytes, rtt_ms?)))
            .collect())
    }

    pub fn gets(&self, orders: Vec<GetOrder>) -> io::Result<Vec<Get>> {
        get::gets(
            self.places,
            self.ends,
            Duration::from_secs_f64(budget::pause_ms(self.spec) / 1e3),
            orders,
        )
    }

    pub fn measured(&self, order: &MeasureOrder) -> io::Result<Calibration> {
        let start_ns = clock::now_ns();
        let train = if order.train_ms > 0.0 {
            self.trains(Some(order.train_ms))?
        } else {
            NO_TRAIN
        };
        let echo = self.echo(&budget::echoes_of(self.spec, order.echoes))?;
        let gets = self.gets(order.gets.clone())?;
        let compensation_ms = self
            .controls
            .emulator
            .map_or(0.0, PathHandle::compensation_ms);
        self.summed_up(
            start_ns,
            compensation_ms,
            self.slope(&[]),
            train,
            echo,
            gets,
        )
    }

    fn next_series(&self) -> u32 {
        self.series.set(self.series.get() + 1);
        self.series.get()
    }

    pub fn summed_up(
        &self,
        start_ns: u64,
        compensation_ms: f64,
        slope: Slope,
        train: Train,
        echo: Echo,
        gets: Vec<Get>,
    ) -> io::Result<Calibration> {
        Ok(Calibration {
            path: self.name.clone(),
            compensation_ms,
            echo,
            slope,
            train,
            gets,
            counters: (self.controls.counters)(),
            took_ms: (clock::now_ns() - start_ns) as f64 / 1e6,
        })
    }
}

/// The compensation from probes whose round trip should take `expected_ms`. 0 if none came back or
/// none took longer.
fn compensation_ms(rtts_ms: &[f64], expected_ms: f64) -> f64 {
    let excess_ms = figures::quantile(rtts_ms, COMPENSATION_QUANTILE) - expected_ms;
    if excess_ms > 0.0 {
        excess_ms.min(COMPENSATION_MS_MAX)
    } else {
        0.0
    }
}

fn of_size(rtts: &[(u32, f64)], ip_bytes: u32) -> Vec<f64> {
    let of_size = rtts.iter().filter(|(bytes, _)| *bytes == ip_bytes);
    of_size.map(|(_, ms)| *ms).collect()
}

fn address(text: &str) -> io::Result<Ipv4Addr> {
    text.parse()
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, format!("{text} is no address")))
}

#[cfg(test)]
#[path = "subject_tests.rs"]
mod tests;
