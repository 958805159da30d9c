"""One exchange over httpx and its stamps. httpx's trace extension says when it connects and so on."""

import os
import signal
import ssl
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter_ns
from typing import Any
from urllib.parse import urlencode

import httpx

from decoders import Decode

Cell = dict[str, Any]
serials = count()
# The run's own, where it has one: nothing else is trusted.
CERTIFICATE = os.environ.get("WIREFARE_CERTIFICATE")
SERVER_ITEMS = {"compute": "serverComputeMs", "encode": "encodeMs", "compress": "compressMs"}
ITEMS = ["queueMs", "stallMs", "connectMs", "tlsMs", "waitMs", *SERVER_ITEMS.values(), "transferMs", "deliveryMs"]


@dataclass
class Origin:
    """One connection to one target. httpx would drop it after 5 idle seconds, and take proxies."""

    url: str
    state: str = "never asked"
    posted: int = 0
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.fresh_client()

    def fresh_client(self) -> None:
        verify = ssl.create_default_context(cafile=CERTIFICATE)
        limits = httpx.Limits(max_connections=1, keepalive_expiry=None)
        self.client = httpx.Client(limits=limits, verify=verify, timeout=None, trust_env=False)

    def get(self, path: str, trace: Callable[[str, Any], None] | None = None) -> httpx.Response:
        """Anything but 200 is a failure, and what its connection is then nobody knows."""
        self.state = "failed"
        extensions = {} if trace is None else {"trace": trace}
        try:
            response = self.client.get(path, extensions=extensions)
        except BaseException:
            self.client.close()
            self.fresh_client()
            raise
        if response.status_code != 200:
            raise ValueError(f"status {response.status_code}: {response.text[:500]}")
        self.state = "closed" if "connection=close" in path else "open"
        return response

    def prepare(self, connection: str, posted: int) -> None:
        """What is open is known: a cold request finds the connection closed, a warm one finds it open."""
        if connection == "warm" and (self.state != "open" or self.posted != posted):
            self.get(f"{self.url}/bytes?n=0&serial={next(serials)}")
        if connection == "cold" and self.state != "closed":
            self.get(f"{self.url}/bytes?n=0&connection=close&serial={next(serials)}")
        self.posted = posted


def url_of(cell: Cell, message: int = 0, opaque: bool = False) -> str:
    """Of the next request: no two are the same."""
    close = {"connection": "close"} if cell["connection"] == "cold" else {}
    if cell["procedure"] == "empty":
        return f"{cell['targetUrl']}/bytes?{urlencode({'n': 0} | close)}&serial={next(serials)}"
    query = {name: cell[name] for name in ("dataset", "n", "format")} | {"codec": cell["encoder"]}
    query |= {"compression": cell["compression"]}
    query |= {"compute": cell["computation"] if cell["procedure"] in ("e2", "e4") else "none"}
    query |= {} if cell["level"] is None else {"level": cell["level"]}
    query |= {"message": message} if cell["shape"] == "messages" else {}
    query |= close | ({"opaque": 1} if opaque else {})
    return f"{cell['targetUrl']}/exchange?{urlencode(query)}&serial={next(serials)}"


class OutOfTime(Exception):
    """No TimeoutError, which httpx takes for its own and gives another name."""


@contextmanager
def time_limit(timeout_ms: float):
    """For the whole: httpx has limits for single steps alone. The signal comes between two bytecodes."""

    def out_of_time(*_: Any) -> None:
        raise OutOfTime(f"it took longer than {timeout_ms:g} ms")

    signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, timeout_ms / 1000)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@dataclass
class Request:
    """What the sample is made of after the block: stamps in nanoseconds, `steps` by httpx's names for what it does."""

    call: int
    body: int
    decoded: int
    steps: dict[str, int]
    headers: httpx.Headers
    bytes_downloaded: int
    bytes_decoded: int

    def step(self, name: str, end: str) -> int | None:
        return next((ns for key, ns in self.steps.items() if key.endswith(f"{name}.{end}")), None)


def one_request(origin: Origin, url: str, decode: Decode | None) -> tuple[Request, Any]:
    """Asks, decodes where there is something to decode, and answers the stamps with the records."""
    steps: dict[str, int] = {}

    def trace(name: str, _: Any) -> None:
        steps[name] = perf_counter_ns()

    call = perf_counter_ns()
    response = origin.get(url, trace)
    content = response.content
    body = perf_counter_ns()
    records = None if decode is None else decode(content)
    decoded = body if decode is None else perf_counter_ns()
    sizes = (response.num_bytes_downloaded, len(content))
    return Request(call, body, decoded, steps, response.headers, *sizes), records


def server_items(headers: httpx.Headers) -> dict[str, float]:
    found = {}
    for part in headers.get("server-timing", "").split(","):
        name, _, duration = part.strip().partition(";dur=")
        if name in SERVER_ITEMS:
            found[SERVER_ITEMS[name]] = float(duration)
    return found


def items_of(request: Request, cold: bool) -> dict[str, Any]:
    """The sample's items of one request; `doubtful` where a stamp is missing or out of order."""
    connect = [request.step("connect_tcp", "started"), request.step("connect_tcp", "complete")]
    tls = [request.step("start_tls", "started"), request.step("start_tls", "complete")]
    start, first = request.step("send_request_headers", "started"), request.step("receive_response_headers", "complete")
    last = request.step("receive_response_body", "complete")
    server = server_items(request.headers)
    items: dict[str, Any] = dict.fromkeys(ITEMS, 0.0) | server
    items["decodeMs"] = (request.decoded - request.body) / 1e6
    items["bytesEncoded"] = items["bytesDecoded"] = 0
    items["doubtful"] = len(server) < len(SERVER_ITEMS) or (cold and connect[1] is None)
    if start is None or first is None or last is None:
        return items | {"doubtful": True}
    items["connectMs"] = (connect[1] - connect[0]) / 1e6 if connect[0] and connect[1] else 0.0
    items["tlsMs"] = (tls[1] - tls[0]) / 1e6 if tls[0] and tls[1] else 0.0
    items["stallMs"] = (start - request.call) / 1e6 - items["connectMs"] - items["tlsMs"]
    items["waitMs"] = (first - start) / 1e6
    items["transferMs"] = (last - first) / 1e6
    items["deliveryMs"] = (request.body - last) / 1e6
    length = request.headers.get("content-length")
    # A coding that a server in front applies while it sends leaves no length: httpx counts what it was given.
    items["bytesEncoded"] = request.bytes_downloaded if length is None else int(length)
    items["bytesDecoded"] = request.bytes_decoded
    in_order = (items[name] >= -0.05 for name in ("stallMs", "waitMs", "transferMs", "deliveryMs"))
    return items | {"doubtful": items["doubtful"] or not all(in_order)}
