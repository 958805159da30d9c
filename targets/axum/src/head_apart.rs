//! Over TLS the head of an answer leaves in a record of its own: a client sees nothing of a record before its end.
//! hyper writes head and body in one piece, and each write to TLS makes its own records, so this writes no further
//! than a head at a time.

use std::io::Result;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

pub struct HeadApart<IO> {
    io: IO,
    /// None over HTTP/1.1.
    frames: Option<Frames>,
}

impl<IO> HeadApart<IO> {
    pub fn new(io: IO, is_http2: bool) -> Self {
        Self {
            io,
            frames: is_http2.then(Frames::default),
        }
    }

    /// How many of these bytes may be written together.
    fn together(&self, bytes: &[u8]) -> usize {
        match self.frames {
            Some(mut frames) => frames.advance(bytes),
            None if bytes.starts_with(b"HTTP/1.") => bytes
                .windows(4)
                .position(|end| end == b"\r\n\r\n")
                .map_or(bytes.len(), |at| at + 4),
            None => bytes.len(),
        }
    }
}

const FRAME_HEAD_BYTES: usize = 9;
const HEADERS: u8 = 1;

/// Where a stream of HTTP/2's frames has got to (RFC 9113, 4.1).
#[derive(Clone, Copy, Default)]
struct Frames {
    head: [u8; FRAME_HEAD_BYTES],
    /// Bytes of `head` that have come.
    known: usize,
    /// Bytes of the frame that are still to come behind it.
    left: usize,
}

impl Frames {
    /// Goes over bytes as far as the end of the first frame of headers, and says how many there were.
    fn advance(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            if self.known < FRAME_HEAD_BYTES {
                self.head[self.known] = bytes[at];
                self.known += 1;
                at += 1;
                if self.known < FRAME_HEAD_BYTES {
                    continue;
                }
                self.left =
                    u32::from_be_bytes([0, self.head[0], self.head[1], self.head[2]]) as usize;
            } else {
                let more = self.left.min(bytes.len() - at);
                self.left -= more;
                at += more;
            }
            if self.left == 0 {
                self.known = 0;
                if self.head[3] == HEADERS {
                    break;
                }
            }
        }
        at
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for HeadApart<IO> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let most = self.together(bytes);
        let written = Pin::new(&mut self.io).poll_write(cx, &bytes[..most]);
        if let (Poll::Ready(Ok(written)), Some(frames)) = (&written, &mut self.frames) {
            frames.advance(&bytes[..*written]);
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for HeadApart<IO> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.io).poll_read(cx, buffer)
    }
}
