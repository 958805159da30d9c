"""One cell: what is made before it is timed, its exchange, and the sample that is posted of it."""

from time import perf_counter_ns
from typing import Any

from decoders import DECODERS, Decode, computation
from exchange import ITEMS, Cell, Origin, OutOfTime, Request, items_of, one_request, time_limit, url_of
from lab import ZERO_NS


class Runner:
    """One cell, with all made that can be made before it is timed."""

    def __init__(self, cell: Cell, origins: dict[str, Origin]) -> None:
        if cell["sequence"] is not None or cell["call"] is not None:
            raise ValueError("this client carries no messages and makes no calls")
        self.cell = cell
        if cell["targetUrl"] not in origins:
            origins[cell["targetUrl"]] = Origin(cell["targetUrl"])
        self.origin = origins[cell["targetUrl"]]
        is_empty = cell["procedure"] == "empty"
        self.decode: Decode | None = None if is_empty else DECODERS[f"{cell['format']}/{cell['codec']}"](cell["schema"])
        times = {"e3": 1, "e5": 2}.get(cell["procedure"], 0) if cell["computation"] != "none" else 0
        self.computations = [computation(cell["computation"], cell["dataset"]) for _ in range(times)]
        self.requests = 2 if cell["procedure"] == "e4" else 1

    def exchange(self, urls: list[str]) -> tuple[list[Request], int, Any]:
        """The stamps of its requests, when it had computed, and what it ends with."""
        made = []
        for url in urls:
            request, records = one_request(self.origin, url, self.decode)
            made.append(request)
        computed = made[-1].decoded
        if self.computations:
            self.compute(records)
            computed = perf_counter_ns()
        if self.decode is not None and self.cell["shape"] == "list" and len(records) != self.cell["n"]:
            raise ValueError(f"{len(records)} records came, expected {self.cell['n']}")
        return made, computed, records

    def compute(self, records: list[dict[str, Any]]) -> None:
        for compute in self.computations:
            compute(records)

    def timed(self, posts: int, message: int, timeout_ms: float) -> dict[str, Any]:
        """One exchange as it will be posted, but for what is made of its stamps after the block."""
        urls = [url_of(self.cell, message) for _ in range(self.requests)]
        start = perf_counter_ns()
        try:
            with time_limit(timeout_ms):
                self.origin.prepare(self.cell["connection"], posts)
            start = perf_counter_ns()
            with time_limit(timeout_ms):
                made, computed, _ = self.exchange(urls)
            return {"outcome": "completed", "reason": "", "start": made[0].call, "end": computed, "made": made}
        except Exception as error:
            outcome = "timed-out" if isinstance(error, OutOfTime) else "failed"
            reason = f"{type(error).__name__}: {error}"[:10_000]
            return {"outcome": outcome, "reason": reason, "start": start, "end": perf_counter_ns(), "made": []}


def sample_of(cell: Cell, block: int, sequence: int, timed: dict[str, Any]) -> dict[str, Any]:
    made, end = timed["made"], timed["end"]
    parts = [items_of(request, cell["connection"] == "cold") for request in made]
    names = [*ITEMS, "decodeMs", "bytesEncoded", "bytesDecoded"]
    return {
        "cell": cell["cell"],
        "block": block,
        "sequence": sequence,
        "startMs": (timed["start"] - ZERO_NS) / 1e6,
        "outcome": timed["outcome"],
        "reason": timed["reason"],
        "totalMs": (end - timed["start"]) / 1e6,
        "requests": len(made),
        "clientComputeMs": (end - made[-1].decoded) / 1e6 if made else 0,
        "timingDoubtful": any(part["doubtful"] for part in parts),
    } | {name: sum(part[name] for part in parts) for name in names}
