"""One cell's exchange over httpx, and its stamps: httpx's trace extension says when it connects and so on."""

import os
import signal
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from time import perf_counter_ns
from typing import Any, NamedTuple
from urllib.parse import urlencode

import httpx

from decoders import DECODERS, Decode, computation

Cell = dict[str, Any]
# The run's own, where it has one: nothing else is trusted.
CERTIFICATE = os.environ.get("WIREFARE_CERTIFICATE")
serials = count()


class OutOfTime(Exception):
    """No TimeoutError, which httpx takes for its own and gives another name."""


@contextmanager
def time_limit(timeout_ms: float) -> Iterator[None]:
    """For the whole: httpx has limits for single steps alone. The signal comes between two bytecodes."""

    def out_of_time(*_: Any) -> None:
        raise OutOfTime(f"it took longer than {timeout_ms:g} ms")

    signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, timeout_ms / 1000)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


class Origin:
    """One connection to one target. httpx would drop it after 5 idle seconds, and take proxies."""

    def __init__(self, url: str, secret: str | None) -> None:
        self.url = url
        # What the target answers to nobody without it; None of one that answers anybody.
        self.secret = "" if secret is None else f"&secret={secret}"
        # None where nobody knows.
        self.is_open: bool | None = None
        self.renew()

    def renew(self) -> None:
        verify = ssl.create_default_context(cafile=CERTIFICATE)
        limits = httpx.Limits(max_connections=1, keepalive_expiry=None)
        self.client = httpx.Client(limits=limits, verify=verify, timeout=None, trust_env=False)

    def may_have_closed(self) -> None:
        self.is_open = None if self.is_open else self.is_open

    def get(self, url: str, trace: Callable[[str, Any], None] | None = None) -> httpx.Response:
        """Anything but 200 is a failure, and what its connection is then nobody knows."""
        self.is_open = None
        try:
            response = self.client.get(url, extensions={} if trace is None else {"trace": trace})
        except BaseException:
            self.client.close()
            self.renew()
            raise
        if response.status_code != httpx.codes.OK:
            raise ValueError(f"status {response.status_code}: {response.text[:500]}")
        self.is_open = "connection=close" not in url
        return response

    def empty_url(self, connection: str) -> str:
        close = "&connection=close" if connection == "cold" else ""
        return f"{self.url}/bytes?n=0{close}&serial={next(serials)}{self.secret}"

    def prepare(self, connection: str) -> None:
        """A cold request finds the connection closed, a warm one finds it open: what is missing is asked for."""
        if self.is_open is not (connection == "warm"):
            self.get(self.empty_url(connection))


class Request(NamedTuple):
    """Stamps in nanoseconds, `steps` by httpx's names for what it does: numbers are made of them after the block."""

    call: int
    body: int
    decoded: int
    steps: dict[str, int]
    headers: httpx.Headers
    bytes_downloaded: int
    bytes_decoded: int


class Runner:
    """One cell, with all made that can be made before it is timed. What it cannot do fails when it is asked for."""

    def __init__(self, cell: Cell, origins: dict[str, Origin]) -> None:
        self.cell = cell
        if cell["targetUrl"] not in origins:
            origins[cell["targetUrl"]] = Origin(cell["targetUrl"], cell["secret"])
        self.origin = origins[cell["targetUrl"]]
        self.decode: Decode | None = None
        self.compute: Callable[[Any], None] | None = None
        self.computations = {"e3": 1, "e5": 2}.get(cell["procedure"], 0) if cell["computation"] != "none" else 0
        self.refusal = ""
        try:
            if cell["sequence"] is not None or cell["call"] is not None or cell["shape"] == "messages":
                raise ValueError("this client carries no messages and makes no calls")
            if cell["procedure"] != "empty":
                self.decode = DECODERS[f"{cell['format']}/{cell['codec']}"](cell["schema"])
            if self.computations > 0:
                self.compute = computation(cell["computation"], cell["dataset"])
        except (ValueError, KeyError) as error:
            self.refusal = str(error)

    def url(self, opaque: bool = False) -> str:
        """Of the next request: no two are the same."""
        cell = self.cell
        if cell["procedure"] == "empty":
            return self.origin.empty_url(cell["connection"])
        query = {name: cell[name] for name in ("dataset", "n", "format", "compression")} | {"codec": cell["encoder"]}
        query["compute"] = cell["computation"] if cell["procedure"] in ("e2", "e4") else "none"
        query |= {} if cell["level"] is None else {"level": cell["level"]}
        query |= {"connection": "close"} if cell["connection"] == "cold" else {}
        query |= {"opaque": 1} if opaque else {}
        return f"{cell['targetUrl']}/exchange?{urlencode(query)}&serial={next(serials)}{self.origin.secret}"

    def urls(self) -> list[str]:
        return [self.url() for _ in range(2 if self.cell["procedure"] == "e4" else 1)]

    def require_offered(self) -> None:
        """A coding that this client does not offer is one that no server would send it."""
        about = self.origin.get(f"{self.origin.url}/about").json()
        offered = about.get("request", {}).get("acceptEncoding")
        if offered is not None and self.cell["compression"] not in offered.replace(" ", "").split(","):
            raise ValueError(f"this client offers {offered}, not {self.cell['compression']}")

    def exchange(self, urls: list[str]) -> tuple[list[Request], int, Any]:
        """The stamps of its requests, when it had computed, and what it ends with."""
        if self.refusal:
            raise ValueError(self.refusal)
        requests = []
        for url in urls:
            request, records = self.request(url)
            requests.append(request)
        computed = requests[-1].decoded
        if self.compute is not None:
            for _ in range(self.computations):
                self.compute(records)
            computed = perf_counter_ns()
        if self.decode is not None and self.cell["shape"] == "list" and len(records) != self.cell["n"]:
            raise ValueError(f"{len(records)} records came, expected {self.cell['n']}")
        return requests, computed, records

    def request(self, url: str) -> tuple[Request, Any]:
        steps: dict[str, int] = {}

        def trace(name: str, _: Any) -> None:
            steps[name] = perf_counter_ns()

        call = perf_counter_ns()
        response = self.origin.get(url, trace)
        content = response.content
        body = perf_counter_ns()
        records = None if self.decode is None else self.decode(content)
        decoded = body if self.decode is None else perf_counter_ns()
        sizes = (response.num_bytes_downloaded, len(content))
        return Request(call, body, decoded, steps, response.headers, *sizes), records

    def timed(self, timeout_ms: float) -> tuple[Any, int, int, list[Request], Exception | None]:
        """What it ends with, start, end, the requests, and why it did not complete: then there are none."""
        urls = self.urls()
        start = perf_counter_ns()
        try:
            with time_limit(timeout_ms):
                self.origin.prepare(self.cell["connection"])
            start = perf_counter_ns()
            with time_limit(timeout_ms):
                requests, computed, records = self.exchange(urls)
            return records, requests[0].call, computed, requests, None
        except Exception as error:
            return None, start, perf_counter_ns(), [], error
