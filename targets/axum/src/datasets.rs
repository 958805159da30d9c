//! The datasets of `targets/DATA.md`. One struct of each is what serde and prost write. The order of the draws is
//! part of what a dataset is.

use crate::java_random::JavaRandom;
use serde::Serialize;
use std::cmp::Ordering;

pub type Order<T> = fn(&T, &T) -> Ordering;

/// What is drawn, sorted and encoded.
pub trait Record: Serialize + prost::Message + Clone + Send + Sync + Sized + 'static {
    const SEED: u64;
    /// cm1 sorts by the first, cm2 by each in turn; nobody has published any for files.
    const ORDERS: &'static [Order<Self>];
    fn draw(random: &mut JavaRandom, index: usize) -> Self;
}

pub fn generated<T: Record>(n: usize) -> Vec<T> {
    let mut random = JavaRandom::new(T::SEED);
    (0..n).map(|index| T::draw(&mut random, index)).collect()
}

#[derive(Clone, PartialEq, Serialize, prost::Message)]
#[serde(rename_all = "camelCase")]
pub struct Book {
    #[prost(string, tag = "1")]
    title: String,
    #[prost(string, tag = "2")]
    author: String,
    #[prost(string, tag = "3")]
    description: String,
    #[prost(string, tag = "4")]
    image: String,
    #[prost(int32, tag = "5")]
    num_in_stock: i32,
    #[prost(double, tag = "6")]
    price: f64,
    #[prost(string, tag = "7")]
    r#type: String,
    #[prost(bool, tag = "8")]
    on_sale: bool,
}

impl Record for Book {
    const SEED: u64 = 20170613;
    const ORDERS: &'static [Order<Self>] = &[
        |a, b| a.author.cmp(&b.author),
        |a, b| a.description.cmp(&b.description),
        |a, b| a.image.cmp(&b.image),
        |a, b| a.price.total_cmp(&b.price),
        |a, b| a.num_in_stock.cmp(&b.num_in_stock),
        |a, b| a.r#type.cmp(&b.r#type),
        |a, b| a.on_sale.cmp(&b.on_sale),
    ];

    fn draw(random: &mut JavaRandom, _index: usize) -> Self {
        Self {
            title: text(random, 10, 30),
            author: text(random, 10, 20),
            description: text(random, 100, 400),
            image: uuid(random) + ".png",
            num_in_stock: random.int(1001),
            price: f64::from(random.int(200_001)) / 100.0,
            r#type: ["DIGITAL", "HARDCOVER", "PAPERBACK"][random.int(3) as usize].into(),
            on_sale: random.boolean(),
        }
    }
}

#[derive(Clone, PartialEq, Serialize, prost::Message)]
pub struct Video {
    #[prost(string, tag = "1")]
    uri: String,
    #[prost(string, tag = "2")]
    title: String,
    #[prost(string, tag = "3")]
    format: String,
    #[prost(int32, tag = "4")]
    height: i32,
    #[prost(int32, tag = "5")]
    width: i32,
    #[prost(int32, tag = "6")]
    length: i32,
    #[prost(int32, tag = "7")]
    views: i32,
    #[prost(bool, tag = "8")]
    enabled: bool,
}

const FORMATS: [&str; 8] = ["webm", "mkv", "flv", "mp4", "avi", "mov", "wmv", "ogg"];
const HEIGHTS: [i32; 8] = [144, 240, 360, 480, 720, 1080, 1440, 2160];
const WIDTHS: [i32; 8] = [256, 426, 640, 854, 1280, 1920, 2560, 3840];

impl Record for Video {
    const SEED: u64 = 20170614;
    const ORDERS: &'static [Order<Self>] = &[
        |a, b| a.title.cmp(&b.title),
        |a, b| a.uri.cmp(&b.uri),
        |a, b| a.format.cmp(&b.format),
        |a, b| a.height.cmp(&b.height),
        |a, b| a.width.cmp(&b.width),
        |a, b| a.length.cmp(&b.length),
        |a, b| a.views.cmp(&b.views),
        |a, b| a.enabled.cmp(&b.enabled),
    ];

    fn draw(random: &mut JavaRandom, _index: usize) -> Self {
        let uri = "https://www.youtube.com/watch?v=".to_owned() + &letters(random, 11);
        let title = text(random, 10, 30);
        let format = FORMATS[random.int(8) as usize].into();
        let size = random.int(8) as usize;
        Self {
            uri,
            title,
            format,
            height: HEIGHTS[size],
            width: WIDTHS[size],
            length: 10 + random.int(3591),
            views: random.int(10_000_001),
            enabled: random.boolean(),
        }
    }
}

#[derive(Clone, PartialEq, Serialize, prost::Message)]
pub struct File {
    #[prost(string, tag = "1")]
    name: String,
    #[prost(string, tag = "2")]
    mtime: String,
    #[prost(int32, tag = "3")]
    size: i32,
    #[prost(string, tag = "4")]
    md5: String,
}

impl Record for File {
    const SEED: u64 = 0;
    const ORDERS: &'static [Order<Self>] = &[];

    fn draw(_random: &mut JavaRandom, index: usize) -> Self {
        Self {
            name: format!("filename{index}.extension"),
            mtime: "1997-07-16T19:20:30+00:00".into(),
            size: 1_231_234,
            md5: "sdfasfarf4r5sf".into(),
        }
    }
}

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn letters(random: &mut JavaRandom, length: i32) -> String {
    (0..length)
        .map(|_| char::from(LETTERS[random.int(62) as usize]))
        .collect()
}

fn text(random: &mut JavaRandom, least: i32, most: i32) -> String {
    let length = least + random.int(most - least + 1);
    letters(random, length)
}

/// As `java.util.UUID` prints one of version 4.
fn uuid(random: &mut JavaRandom) -> String {
    let high = random.long() & !0xF000 | 0x4000;
    let low = random.long() & (u64::MAX >> 2) | 1 << 63;
    let (a, b, c) = (high >> 32, high >> 16 & 0xFFFF, high & 0xFFFF);
    format!(
        "{a:08x}-{b:04x}-{c:04x}-{:04x}-{:012x}",
        low >> 48,
        low & (u64::MAX >> 16)
    )
}
