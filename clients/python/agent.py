"""A Wirefare agent in Python, written from docs/reference/agent-protocol.md: python agent.py PAGE_URL.
The template to copy (clients/template/README.md): decoders.py says what it decodes, exchange.py what it asks by."""

import gc
import os
import platform
import sys
import time
import traceback
from time import perf_counter_ns
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from compare import difference
from decoders import DECODERS, computation
from probe import clock_step_ns, probe_items, within_ms
from exchange import CERTIFICATE, ITEMS, Cell, Origin, Request, items_of, one_request, time_limit, url_of

PROTOCOL = 6
ZERO_NS, ZERO_SINCE_1970_MS = perf_counter_ns(), time.time_ns() / 1e6


class Lab:
    """What the lab asks and is told; a refusal is the agent's end."""

    def __init__(self, page_url: str) -> None:
        page = urlsplit(page_url)
        self.token = parse_qs(page.fragment)["token"][0]
        self.client = httpx.Client(base_url=f"{page.scheme}://{page.netloc}", timeout=60, trust_env=False)
        self.agent = ""
        self.posts = 0

    def get(self, path: str, **query: Any) -> Any:
        return self.answer(self.client.get(f"/agent/{self.agent}/{path}", params=query))

    def post(self, path: str, body: Any) -> Any:
        self.posts += 1
        return self.answer(self.client.post(f"/agent/{self.agent}/{path}", json=body))

    def register(self, clock_step_ns: int) -> None:
        protocols = ["http1", "https1"] if CERTIFICATE else ["http1"]
        told = {"protocol": PROTOCOL, "token": self.token, "engine": "python", "cores": os.cpu_count() or 1}
        told |= {"engineVersion": platform.python_version(), "userAgent": f"python-httpx/{httpx.__version__}"}
        told |= {"crossOriginIsolated": True, "visible": True, "clockStepUs": clock_step_ns / 1e3}
        told |= {"codecs": list(DECODERS), "transports": [], "protocols": protocols}
        told |= {"timeOriginMs": ZERO_SINCE_1970_MS}
        self.agent = self.answer(self.client.post("/agent/register", json=told))["agent"]

    @staticmethod
    def answer(response: httpx.Response) -> Any:
        if response.status_code != 200:
            raise RuntimeError(f"the lab refuses {response.url.path}: {response.status_code} {response.text}")
        return response.json()


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
        self.decode = None if is_empty else DECODERS[f"{cell['format']}/{cell['codec']}"](cell["schema"])
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

    def timed(self, lab: Lab, message: int, timeout_ms: float) -> dict[str, Any]:
        """One exchange as it will be posted, but for what is made of its stamps after the block."""
        urls = [url_of(self.cell, message) for _ in range(self.requests)]
        start = perf_counter_ns()
        try:
            with time_limit(timeout_ms):
                self.origin.prepare(self.cell["connection"], lab.posts)
            start = perf_counter_ns()
            with time_limit(timeout_ms):
                made, computed, _ = self.exchange(urls)
            return {"outcome": "completed", "reason": "", "start": made[0].call, "end": computed, "made": made}
        except Exception as error:
            outcome = "timed-out" if isinstance(error, TimeoutError) else "failed"
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


class Agent:
    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.clock_step_ns = clock_step_ns()
        self.origins: dict[str, Origin] = {}
        self.sequence = 0

    def work(self) -> None:
        self.lab.register(self.clock_step_ns)
        # Its own objects are none of the collector's business; it stays on, as programs have it.
        gc.freeze()
        while (job := self.lab.get("job"))["kind"] != "end":
            if job["kind"] == "check":
                self.lab.post("checks", [self.check(cell, job["timeoutMs"]) for cell in job["cells"]])
            elif job["kind"] == "blocks":
                self.blocks(job)
            elif job["kind"] == "probe":
                self.lab.post("probes", [each for cell in job["cells"] if (each := self.probe(cell, job))])

    def check(self, cell: Cell, timeout_ms: float) -> dict[str, Any]:
        result: dict[str, Any] = {"cell": cell["cell"], "difference": None, "compared": 0}
        result |= {"bytesEncoded": 0, "bytesDecoded": 0, "contentEncoding": ""}
        try:
            runner = Runner(cell, self.origins)
            if cell["compression"] != "none":
                about = runner.origin.get(f"{cell['targetUrl']}/about").json()
                offered = about.get("request", {}).get("acceptEncoding")
                if offered is not None and cell["compression"] not in offered.replace(" ", "").split(","):
                    raise ValueError(f"this client offers {offered}, not {cell['compression']}")
            bytes_of = []
            for message in spread(cell["messages"] if cell["shape"] == "messages" else 1, 100):
                with time_limit(timeout_ms):
                    runner.origin.prepare(cell["connection"], self.lab.posts)
                    made, _, records = runner.exchange([url_of(cell, message) for _ in range(runner.requests)])
                original = self.lab.get("original", cell=cell["cell"], message=message)
                result["contentEncoding"] = coding = made[-1].headers.get("content-encoding", "")
                if (coding or "none") != cell["compression"]:
                    raise ValueError(f"it came with Content-Encoding {coding or 'none'}")
                order_is_schemas = cell["format"] == "protobuf"
                result["difference"] = difference(records, original, cell["schema"]["root"], order_is_schemas)
                items = items_of(made[-1], False)
                bytes_of.append((items["bytesEncoded"], items["bytesDecoded"]))
                result["bytesEncoded"], result["bytesDecoded"] = (round(sum(b) / len(b)) for b in zip(*bytes_of))
                result["compared"] += 1
                if result["difference"] is not None:
                    break
        except Exception as error:
            result["difference"] = f"{type(error).__name__}: {error}"[:10_000]
        return result

    def blocks(self, job: dict[str, Any]) -> None:
        runners = {cell["cell"]: Runner(cell, self.origins) for cell in job["cells"]}
        start_ns = posted_ns = perf_counter_ns()
        post: dict[str, Any] = {"samples": [], "blocks": [], "voided": [], "done": False, "wallMs": 0.0}
        for block in job["blocks"]:
            begun = perf_counter_ns()
            samples = self.block(block, runners, job["timeoutMs"])
            now = perf_counter_ns()
            post["wallMs"] += (now - begun) / 1e6
            post["samples"] += samples
            post["blocks"].append(block["block"])
            post["done"] = block is job["blocks"][-1] or now - start_ns > job["stopAfterMs"] * 1e6
            timed_out = any(sample["outcome"] == "timed-out" for sample in samples)
            if post["done"] or timed_out or now - posted_ns > job["postEveryMs"] * 1e6:
                go_on = self.lab.post("samples", post)["goOn"]
                if post["done"] or not go_on:
                    return
                post |= {"samples": [], "blocks": [], "wallMs": 0.0}
                posted_ns = perf_counter_ns()

    def block(self, block: dict[str, Any], runners: dict[str, Runner], timeout_ms: float) -> list[dict[str, Any]]:
        done: list[tuple[Cell, int, dict[str, Any]]] = []
        runners = runners | self.empty_runners(block, runners)
        for visit in block["visits"]:
            runner = runners.get(visit["cell"])
            for nth in range(visit["exchanges"] if runner else 0):
                message = (block["firstMessage"] + nth) % runner.cell["messages"]
                done.append((runner.cell, self.sequence, runner.timed(self.lab, message, timeout_ms)))
                self.sequence += 1
                if done[-1][2]["outcome"] == "timed-out":
                    break
            if done and done[-1][2]["outcome"] == "timed-out":
                break
        return [sample_of(cell, block["block"], sequence, timed) for cell, sequence, timed in done]

    def empty_runners(self, block: dict[str, Any], runners: dict[str, Runner]) -> dict[str, Runner]:
        """The empty exchange goes where a cell of the block with the same connection goes, or any, if there is none."""
        visited = [runners[visit["cell"]].cell for visit in block["visits"] if visit["cell"] in runners]
        made = {}
        for name, connection in (("empty", "warm"), ("empty cold", "cold")):
            model = next((cell for cell in visited if cell["connection"] == connection), *visited[:1])
            empty = model | {"cell": name, "connection": connection, "procedure": "empty"}
            made[name] = Runner(empty, self.origins)
        return made

    def probe(self, cell: Cell, job: dict[str, Any]) -> dict[str, Any] | None:
        """Items measured alone; of messages the mean of up to 20. None where that cannot be done: the cell is left out."""
        try:
            return self.probed(Runner(cell, self.origins), cell, job)
        except Exception:
            return None

    def probed(self, runner: Runner, cell: Cell, job: dict[str, Any]) -> dict[str, Any]:

        def fetch(message: int, opaque: bool) -> bytes:
            with time_limit(job["timeoutMs"]):
                runner.origin.prepare(cell["connection"], self.lab.posts)
                return runner.origin.get(url_of(cell, message, opaque)).content

        def probe_one(message: int) -> dict[str, float | None]:
            body = fetch(message, False)
            if "decodeWithinMs" in job:
                return {"decodeMs": within_ms(lambda: runner.decode(body), job["decodeWithinMs"], self.clock_step_ns)}
            packed = None if cell["compression"] == "none" else fetch(message, True)
            return probe_items(runner, body, packed, self.clock_step_ns)

        messages = cell["messages"] if cell["shape"] == "messages" else 1
        results = [probe_one(message) for message in spread(messages, 20)]
        is_stream = cell["compression"] != "none" and "decodeWithinMs" not in job
        means: dict[str, Any] = {"cell": cell["cell"], "decompressBy": "stream" if is_stream else None}
        for name in ("decodeMs", "clientComputeMs", "decompressMs"):
            known = [ms for each in results if (ms := each.get(name)) is not None]
            means[name] = sum(known) / len(known) if known else None
        return means


def spread(number: int, most: int) -> list[int]:
    """Evenly spread ones of so many, all of them where they are few."""
    return [i * number // most for i in range(most)] if number > most else list(range(number))


def main(page_url: str) -> None:
    lab = Lab(page_url)
    try:
        Agent(lab).work()
    except Exception as error:
        if lab.agent:
            lab.post("trouble", {"what": f"{type(error).__name__}: {error}", "stack": traceback.format_exc()})
        raise


if __name__ == "__main__":
    main(sys.argv[-1])
