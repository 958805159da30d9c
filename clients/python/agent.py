"""A Wirefare agent in Python, written from docs/reference/agent-protocol.md: python agent.py PAGE_URL.
The client to copy (clients/template/README.md): here is what it does, in runner.py and exchange.py how it is timed."""

import gc
import sys
import traceback
from time import perf_counter_ns
from typing import Any

from compare import difference
from exchange import Cell, Origin, items_of, time_limit, url_of
from lab import Lab
from probe import clock_step_ns, probe_items, within_ms
from runner import Runner, sample_of


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
                bytes_of.append([items_of(made[-1], False)[name] for name in ("bytesEncoded", "bytesDecoded")])
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
            if (runner := runners.get(visit["cell"])) is None:
                continue
            for nth in range(visit["exchanges"]):
                message = (block["firstMessage"] + nth) % runner.cell["messages"]
                done.append((runner.cell, self.sequence, runner.timed(self.lab.posts, message, timeout_ms)))
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
        for name, connection in (("empty", "warm"), ("empty cold", "cold")) if visited else ():
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
            if "decodeWithinMs" in job and (decode := runner.decode):
                return {"decodeMs": within_ms(lambda: decode(body), job["decodeWithinMs"], self.clock_step_ns)}
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
