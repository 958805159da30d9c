"""The generated datasets of targets/DATA.md, as pydantic models drawn by java.util.Random."""

import os
import uuid
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

DIGITS_AND_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Book(BaseModel):
    title: str
    author: str
    description: str
    image: str
    numInStock: int
    price: float
    type: str
    onSale: bool


class Video(BaseModel):
    uri: str
    title: str
    format: str
    height: int
    width: int
    length: int
    views: int
    enabled: bool


class File(BaseModel):
    name: str
    mtime: str
    size: int
    md5: str


class JavaRandom:
    """java.util.Random, whose algorithm its documentation fixes."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def bits(self, count: int) -> int:
        self.state = (self.state * 0x5DEECE66D + 0xB) & (1 << 48) - 1
        return self.state >> 48 - count

    def next_int(self, bound: int) -> int:
        if bound & -bound == bound:
            return bound * self.bits(31) >> 31
        # Values beyond the last whole multiple of the bound are drawn again, so that all are as likely.
        most = (1 << 31) // bound * bound
        while (value := self.bits(31)) >= most:
            pass
        return value % bound

    def next_long(self) -> int:
        high, low = self.bits(32), self.bits(32)
        return ((high << 32) + low - (low >> 31 << 32)) & (1 << 64) - 1

    def letters(self, count: int) -> str:
        return "".join(DIGITS_AND_LETTERS[self.next_int(62)] for _ in range(count))

    def text(self, least: int, most: int) -> str:
        return self.letters(least + self.next_int(most - least + 1))


def draw_book(random: JavaRandom, _: int) -> Book:
    return Book(
        title=random.text(10, 30),
        author=random.text(10, 20),
        description=random.text(100, 400),
        image=f"{uuid.UUID(int=random.next_long() << 64 | random.next_long(), version=4)}.png",
        numInStock=random.next_int(1001),
        price=random.next_int(200001) / 100,
        type=("DIGITAL", "HARDCOVER", "PAPERBACK")[random.next_int(3)],
        onSale=random.bits(1) == 1,
    )


FORMATS = ("webm", "mkv", "flv", "mp4", "avi", "mov", "wmv", "ogg")
SIZES = ((144, 256), (240, 426), (360, 640), (480, 854), (720, 1280), (1080, 1920), (1440, 2560), (2160, 3840))


def draw_video(random: JavaRandom, _: int) -> Video:
    uri = f"https://www.youtube.com/watch?v={random.letters(11)}"
    title, kind = random.text(10, 30), FORMATS[random.next_int(8)]
    height, width = SIZES[random.next_int(8)]
    length, views, enabled = 10 + random.next_int(3591), random.next_int(10_000_001), random.bits(1) == 1
    return Video(
        uri=uri, title=title, format=kind, height=height, width=width, length=length, views=views, enabled=enabled
    )


def draw_file(_: JavaRandom, index: int) -> File:
    return File(
        name=f"filename{index}.extension", mtime="1997-07-16T19:20:30+00:00", size=1231234, md5="sdfasfarf4r5sf"
    )


DATASETS: dict[str, tuple[type[BaseModel], int, Callable[[JavaRandom, int], BaseModel]]] = {
    "book": (Book, 20170613, draw_book),
    "video": (Video, 20170614, draw_video),
    "file": (File, 0, draw_file),
}


def load(name: str, n: int, folder: str | None) -> tuple[TypeAdapter, list[BaseModel]]:
    """The first n records; those of an earlier start are kept in the folder, since drawing them takes seconds."""
    model, seed, draw = DATASETS[name]
    adapter = TypeAdapter(list[model])
    kept = Path(folder, "fastapi", f"{name}.json") if folder else None
    records = adapter.validate_json(kept.read_bytes()) if kept and kept.exists() else []
    if len(records) < n:
        random = JavaRandom(seed)
        records = [draw(random, index) for index in range(n)]
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            beside = kept.with_suffix(f".{os.getpid()}")
            beside.write_bytes(adapter.dump_json(records))
            beside.replace(kept)
    return adapter, records[:n]
