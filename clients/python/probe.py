"""What no stamp reaches, measured alone: decoding and computing below the clock's step, and decompression."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any

import brotli
import httpx
import zstandard

if TYPE_CHECKING:
    from runner import Runner

LONG_STEPS, SHORT_STEPS, MOST_REPETITIONS = 200, 4, 2000
COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": lambda body: zstandard.ZstdCompressor().compress(body),
}


def clock_step_ns() -> int:
    """The smallest change of the clock that is ever seen."""
    readings = [perf_counter_ns() for _ in range(10_000)]
    return min(b - a for a, b in zip(readings, readings[1:]) if b > a)


def took_ns(work: Callable[[], Any]) -> int:
    start = perf_counter_ns()
    work()
    return perf_counter_ns() - start


def batch_ms(work: Callable[[Any], Any], fresh: Callable[[], Any], step_ns: int) -> float | None:
    """Mean of a batch, each on an input of its own; None where one run is long enough for the clock."""
    single: list[int] = []
    while len(single) < 5:
        given = fresh()
        single.append(took_ns(lambda: work(given)))
        if single[-1] >= LONG_STEPS * step_ns:
            return None
    if min(single) >= SHORT_STEPS * step_ns:
        return None
    times = min(MOST_REPETITIONS, max(1, LONG_STEPS * step_ns // max(1, min(single))))
    inputs = [fresh() for _ in range(times)]
    return took_ns(lambda: [work(each) for each in inputs]) / times / 1e6


def within_ms(decode: Callable[[], Any], limit_ms: float, step_ns: int) -> float:
    """Median of batches of 50 steps of the clock or more, as many as there is time for, after a first one."""
    first = took_ns(decode)
    if first >= 3 * limit_ms * 1e6:
        return first / 1e6
    end = perf_counter_ns() + limit_ms * 1e6
    means: list[float] = []
    while not means or perf_counter_ns() < end:
        start, times = perf_counter_ns(), 0
        while times == 0 or perf_counter_ns() - start < 50 * step_ns:
            decode()
            times += 1
        means.append((perf_counter_ns() - start) / times / 1e6)
    return median(means)


def decompress_ns(body: bytes, coding: str) -> int:
    """As httpx does it with an answer, in the pieces in which it reads from a socket."""

    def pieces() -> Iterator[bytes]:
        yield from (body[at : at + 65_536] for at in range(0, len(body), 65_536))

    return took_ns(httpx.Response(200, headers={"content-encoding": coding}, content=pieces()).read)


def probe_items(runner: "Runner", body: bytes, packed: bytes | None, step_ns: int) -> dict[str, float | None]:
    decode = runner.decode
    assert decode is not None, "empty exchanges are not probed"
    items: dict[str, float | None] = {"decodeMs": batch_ms(lambda _: decode(body), lambda: None, step_ns)}
    if runner.computations:
        records, times = decode(body), len(runner.computations)
        taken_ms = batch_ms(runner.compute, lambda: list(records), step_ns)
        items["clientComputeMs"] = None if taken_ms is None else taken_ms / times
    if packed is not None:
        coding = runner.cell["compression"]
        empty = COMPRESS[coding](b"")
        taken = [decompress_ns(packed, coding) - decompress_ns(empty, coding) for _ in range(5)]
        items["decompressMs"] = max(0.0, median(taken) / 1e6)
    return items
