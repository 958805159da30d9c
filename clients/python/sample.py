"""Stamps to the numbers that are posted, when nothing is timed any more; and what no stamp reaches: decompression."""

import gzip
import zlib
from statistics import median
from time import perf_counter_ns
from typing import Any

import httpx

from exchange import Cell, OutOfTime, Request

# Zero of all stamps.
ZERO_NS = perf_counter_ns()
SERVER_ITEMS = {"compute": "serverComputeMs", "encode": "encodeMs", "compress": "compressMs"}
STAMPED = ("queueMs", "stallMs", "connectMs", "tlsMs", "waitMs", "transferMs", "deliveryMs")
ITEMS = (*STAMPED, *SERVER_ITEMS.values(), "decodeMs", "bytesEncoded", "bytesDecoded")
ORDER_SLACK_MS = 0.05
EMPTY = {"gzip": gzip.compress(b""), "deflate": zlib.compress(b"")}


def items_of(request: Request, is_cold: bool) -> dict[str, Any]:
    """The sample's items of one request; `doubtful` where a stamp is missing or out of order."""
    at = {name.partition(".")[2]: ns for name, ns in request.steps.items()}
    items: dict[str, Any] = dict.fromkeys(ITEMS, 0) | {"doubtful": is_cold and "connect_tcp.complete" not in at}
    timings = dict(part.strip().partition(";dur=")[::2] for part in request.headers.get("server-timing", "").split(","))
    for name, item in SERVER_ITEMS.items():
        items[item] = float(timings.get(name) or 0)
        items["doubtful"] |= not timings.get(name)
    items["decodeMs"] = (request.decoded - request.body) / 1e6
    try:
        start, first = at["send_request_headers.started"], at["receive_response_headers.complete"]
        last = at["receive_response_body.complete"]
    except KeyError:
        return items | {"doubtful": True}
    for name, step in (("connectMs", "connect_tcp"), ("tlsMs", "start_tls")):
        items[name] = (at.get(f"{step}.complete", 0) - at.get(f"{step}.started", 0)) / 1e6
    items["stallMs"] = (start - request.call) / 1e6 - items["connectMs"] - items["tlsMs"]
    items["waitMs"] = (first - start) / 1e6
    items["transferMs"] = (last - first) / 1e6
    items["deliveryMs"] = (request.body - last) / 1e6
    # A coding that a server in front applies while it sends leaves no length: httpx counts what it was given.
    items["bytesEncoded"] = int(request.headers.get("content-length", request.bytes_downloaded))
    items["bytesDecoded"] = request.bytes_decoded
    items["doubtful"] |= any(items[name] < -ORDER_SLACK_MS for name in STAMPED)
    return items


def sample_of(
    cell: Cell, block: int, sequence: int, start: int, end: int, requests: list[Request], error: Exception | None
) -> dict[str, Any]:
    parts = [items_of(request, cell["connection"] == "cold") for request in requests]
    return {
        "cell": cell["cell"],
        "block": block,
        "sequence": sequence,
        "startMs": (start - ZERO_NS) / 1e6,
        "outcome": "completed" if error is None else "timed-out" if isinstance(error, OutOfTime) else "failed",
        "reason": "" if error is None else f"{type(error).__name__}: {error}"[:10_000],
        "totalMs": (end - start) / 1e6,
        "requests": len(requests),
        "clientComputeMs": (end - requests[-1].decoded) / 1e6 if requests else 0,
        "timingDoubtful": any(part["doubtful"] for part in parts),
    } | {name: sum(part[name] for part in parts) for name in ITEMS}


def decompress_ms(packed: bytes, coding: str) -> float:
    """As httpx does it with what it reads from a socket, piece by piece, less what an empty answer takes."""

    def took_ns(body: bytes) -> int:
        pieces = (body[at : at + 65_536] for at in range(0, len(body), 65_536))
        response = httpx.Response(200, headers={"content-encoding": coding}, content=pieces)
        start = perf_counter_ns()
        response.read()
        return perf_counter_ns() - start

    return max(0.0, median(took_ns(packed) - took_ns(EMPTY[coding]) for _ in range(5)) / 1e6)
