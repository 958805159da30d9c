//! The receiving ring of a packet socket (`TPACKET_V2`): packets are read out of memory that the kernel writes, each
//! with the kernel's stamp. It holds thousands of packets where a plain user's socket buffer holds a hundred.

use std::io;
use std::os::unix::io::RawFd;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};

const FRAME_BYTES: usize = 2048;
const FRAMES_PER_BLOCK: usize = 32;
const BLOCKS: usize = 128;
const FRAMES: usize = FRAMES_PER_BLOCK * BLOCKS;

/// Of linux/if_packet.h.
const PACKET_RX_RING: libc::c_int = 5;
const PACKET_VERSION: libc::c_int = 10;
const TPACKET_V2: libc::c_int = 1;
const TP_STATUS_KERNEL: u32 = 0;
const TP_STATUS_USER: u32 = 1;
const TP_STATUS_CSUMNOTREADY: u32 = 1 << 3;

/// `struct tpacket_req`.
#[repr(C)]
struct RingRequest {
    block_bytes: u32,
    blocks: u32,
    frame_bytes: u32,
    frames: u32,
}

/// The head of `struct tpacket2_hdr`.
#[repr(C)]
struct FrameHead {
    status: AtomicU32,
    bytes: u32,
    bytes_kept: u32,
    link_layer_offset: u16,
    network_offset: u16,
    stamp_s: u32,
    stamp_ns: u32,
}

pub struct PacketRing {
    memory: NonNull<u8>,
    next: usize,
}

// SAFETY: the memory is this value's alone on our side; what the kernel does to it goes by the status words.
unsafe impl Send for PacketRing {}

/// A packet that was copied out of the ring.
pub struct Received {
    pub bytes: usize,
    pub stamp_unix_ns: u64,
}

impl PacketRing {
    /// For a socket that is not bound yet, so that no packet slips past the ring.
    pub fn of_socket(socket: RawFd) -> io::Result<Self> {
        set_option(socket, libc::SOL_PACKET, PACKET_VERSION, &TPACKET_V2)?;
        let request = RingRequest {
            block_bytes: (FRAME_BYTES * FRAMES_PER_BLOCK) as u32,
            blocks: BLOCKS as u32,
            frame_bytes: FRAME_BYTES as u32,
            frames: FRAMES as u32,
        };
        set_option(socket, libc::SOL_PACKET, PACKET_RX_RING, &request)?;
        let (access, length) = (libc::PROT_READ | libc::PROT_WRITE, FRAME_BYTES * FRAMES);
        // SAFETY: a new mapping of the ring that was just asked for, at an address of the kernel's choice.
        let memory = unsafe {
            let shared = libc::MAP_SHARED;
            libc::mmap(std::ptr::null_mut(), length, access, shared, socket, 0)
        };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let memory = NonNull::new(memory as *mut u8).ok_or(io::ErrorKind::Other)?;
        Ok(PacketRing { memory, next: 0 })
    }

    /// The next packet from its IP header on; None where none waits.
    pub fn receive(&mut self, buffer: &mut [u8]) -> io::Result<Option<Received>> {
        // SAFETY: `next` is below FRAMES, so that the frame lies inside the mapping; frames are aligned to 2048 bytes.
        let frame = unsafe { self.memory.as_ptr().add(self.next * FRAME_BYTES) };
        // SAFETY: every frame begins with this head, also an empty one. The kernel writes to the status at any time,
        // which is an atomic here, and to the rest only while the status says that the frame is its own.
        let head = unsafe { &*(frame as *const FrameHead) };
        let status = head.status.load(Ordering::Acquire);
        if status & TP_STATUS_USER == 0 {
            return Ok(None);
        }
        if status & TP_STATUS_CSUMNOTREADY != 0 {
            let what = "a packet without checksum came: transmit checksum offload is on again";
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        let bytes = (head.bytes_kept as usize).min(buffer.len());
        // SAFETY: the kernel put `bytes_kept` bytes there, inside the frame, and leaves them alone until the status
        // is given back below.
        let packet =
            unsafe { std::slice::from_raw_parts(frame.add(head.network_offset.into()), bytes) };
        buffer[..bytes].copy_from_slice(packet);
        let stamp_unix_ns = u64::from(head.stamp_s) * 1_000_000_000 + u64::from(head.stamp_ns);
        head.status.store(TP_STATUS_KERNEL, Ordering::Release);
        self.next = (self.next + 1) % FRAMES;
        Ok(Some(Received {
            bytes,
            stamp_unix_ns,
        }))
    }
}

impl Drop for PacketRing {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, of this length, and nothing of it is borrowed any more.
        unsafe { libc::munmap(self.memory.as_ptr() as *mut _, FRAME_BYTES * FRAMES) };
    }
}

pub fn set_option<T>(
    socket: RawFd,
    level: libc::c_int,
    option: libc::c_int,
    value: &T,
) -> io::Result<()> {
    let length = std::mem::size_of::<T>() as libc::socklen_t;
    // SAFETY: the pointer and the length are those of a value that outlives the call.
    let result =
        unsafe { libc::setsockopt(socket, level, option, value as *const T as *const _, length) };
    match result {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
