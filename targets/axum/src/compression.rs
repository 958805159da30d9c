//! Compression of whole bodies, at the level asked for.

use axum::body::Bytes;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use std::io::{Result, Write};
use std::ops::RangeInclusive;

pub static COMPRESSIONS: [(&str, Option<RangeInclusive<u32>>); 5] = [
    ("none", None),
    ("gzip", Some(1..=9)),
    ("deflate", Some(1..=9)),
    ("br", Some(0..=11)),
    ("zstd", Some(1..=19)),
];

pub fn compress(body: Bytes, compression: &str, level: u32) -> Result<Bytes> {
    match compression {
        "gzip" => {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::new(level));
            gzip.write_all(&body)?;
            gzip.finish().map(Bytes::from)
        }
        "deflate" => {
            let mut zlib = ZlibEncoder::new(Vec::new(), Compression::new(level));
            zlib.write_all(&body)?;
            zlib.finish().map(Bytes::from)
        }
        "br" => {
            let params = BrotliEncoderParams {
                quality: level as i32,
                lgwin: 22,
                ..Default::default()
            };
            let mut out = Vec::new();
            brotli::BrotliCompress(&mut body.as_ref(), &mut out, &params)?;
            Ok(out.into())
        }
        "zstd" => zstd::bulk::compress(&body, level as i32).map(Bytes::from),
        _ => Ok(body),
    }
}
