//! The content of the datagrams of echoes and trains: their series, their number, and the server's
//! two time stamps of an echo.

/// 20 bytes of IPv4, 8 of UDP.
pub const UDP_HEADER_BYTES: u32 = 28;
/// The smallest that is sent; has room for the stamps.
pub const SMALL_IP_BYTES: u32 = 64;

const BYTES: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datagram {
    /// The series of echoes or the train that it belongs to; it identifies stragglers of an earlier
    /// one.
    pub series: u32,
    pub number: u32,
    /// When the server's kernel got it, and when the server sent it back.
    pub reached_ns: i64,
    pub returned_ns: i64,
}

impl Datagram {
    pub fn of(series: u32, number: u32) -> Datagram {
        Datagram {
            series,
            number,
            reached_ns: 0,
            returned_ns: 0,
        }
    }

    /// None for anything shorter.
    pub fn read(payload: &[u8]) -> Option<Datagram> {
        Some(Datagram {
            series: u32::from_le_bytes(payload.get(0..4)?.try_into().ok()?),
            number: u32::from_le_bytes(payload.get(4..8)?.try_into().ok()?),
            reached_ns: i64::from_le_bytes(payload.get(8..16)?.try_into().ok()?),
            returned_ns: i64::from_le_bytes(payload.get(16..BYTES)?.try_into().ok()?),
        })
    }

    /// Over the first bytes of a payload of at least `SMALL_IP_BYTES`.
    pub fn write(&self, payload: &mut [u8]) {
        payload[0..4].copy_from_slice(&self.series.to_le_bytes());
        payload[4..8].copy_from_slice(&self.number.to_le_bytes());
        payload[8..16].copy_from_slice(&self.reached_ns.to_le_bytes());
        payload[16..BYTES].copy_from_slice(&self.returned_ns.to_le_bytes());
    }
}

/// A payload that makes an IP packet of `ip_bytes`.
pub fn payload_of(ip_bytes: u32) -> Vec<u8> {
    vec![0; (ip_bytes - UDP_HEADER_BYTES) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_datagram_reads_as_it_was_written() {
        let datagram = Datagram {
            series: 7,
            number: 123_456,
            reached_ns: 1_795_000_000_123_456_789,
            returned_ns: -1,
        };
        let mut payload = payload_of(SMALL_IP_BYTES);
        datagram.write(&mut payload);
        assert_eq!(Datagram::read(&payload), Some(datagram));
        assert_eq!(Datagram::read(&payload[..20]), None);
    }
}
