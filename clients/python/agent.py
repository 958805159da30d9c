"""A Wirefare agent in Python, written from docs/reference/agent-protocol.md: python agent.py PAGE_URL.

The client to copy (clients/template/README.md): here is what it does for the lab, in exchange.py what is timed.
"""

import gc
import sys
import traceback
from time import perf_counter_ns
from typing import Any

from compare import difference, fingerprint
from exchange import Cell, Origin, OutOfTime, Runner, time_limit
from lab import Lab
from sample import decompress_ms, items_of, sample_of


class Agent:
    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.origins: dict[str, Origin] = {}
        self.sequence = 0
        # Of what was found equal to its original; cells that end alike share it.
        self.known: dict[tuple[Any, ...], bytes] = {}

    def work(self) -> None:
        self.lab.register()
        # Its own objects are none of the collector's business; it stays on, as programs have it.
        gc.freeze()
        while (job := self.lab.get("job"))["kind"] != "end":
            self.connections_may_have_closed()
            if job["kind"] == "check":
                self.lab.post("checks", [self.check(cell, job["timeoutMs"]) for cell in job["cells"]])
            elif job["kind"] == "blocks":
                self.blocks(job)
            elif job["kind"] == "probe":
                self.lab.post("probes", [found for cell in job["cells"] if (found := self.probe(cell, job))])

    def connections_may_have_closed(self) -> None:
        for origin in self.origins.values():
            origin.may_have_closed()

    def check(self, cell: Cell, timeout_ms: float) -> dict[str, Any]:
        """One exchange, untimed, and what it ends with beside the original."""
        result = {"cell": cell["cell"], "bytesEncoded": 0, "bytesDecoded": 0, "contentEncoding": "", "compared": 0}
        try:
            runner = Runner(cell, self.origins)
            with time_limit(timeout_ms):
                if cell["compression"] != "none":
                    runner.require_offered()
                runner.origin.prepare(cell["connection"])
                requests, _, records = runner.exchange(runner.urls())
            last = requests[-1]
            result["contentEncoding"] = coding = last.headers.get("content-encoding", "")
            if (coding or "none") != cell["compression"]:
                raise ValueError(f"it came with Content-Encoding {coding or 'none'}")
            items = items_of(last, is_cold=False)
            result |= {name: items[name] for name in ("bytesEncoded", "bytesDecoded")}
            return result | {"difference": self.difference(cell, records), "compared": 1}
        except Exception as error:
            return result | {"difference": f"{type(error).__name__}: {error}"[:10_000]}

    def difference(self, cell: Cell, records: Any) -> str | None:
        """The original is asked for where it is not known already that these are its records."""
        key = tuple(cell[name] for name in ("dataset", "n", "computation", "format", "codec"))
        seen = fingerprint(records)
        if self.known.get(key) == seen:
            return None
        original = self.lab.get("original", cell=cell["cell"], message=0)
        words = difference(records, original, cell["schema"]["root"])
        if words is None:
            self.known[key] = seen
        return words

    def blocks(self, job: dict[str, Any]) -> None:
        runners = {cell["cell"]: Runner(cell, self.origins) for cell in job["cells"]}
        start_ns = posted_ns = perf_counter_ns()
        post: dict[str, Any] = {"samples": [], "compared": [], "blocks": [], "voided": [], "done": False, "wallMs": 0.0}
        for block in job["blocks"]:
            begun_ns = perf_counter_ns()
            samples, drawn = self.block(block, runners, job["timeoutMs"])
            post["wallMs"] += (perf_counter_ns() - begun_ns) / 1e6
            post["compared"] += [answer | {"difference": self.difference(*kept)} for answer, *kept in drawn]
            now_ns = perf_counter_ns()
            post["samples"] += samples
            post["blocks"].append(block["block"])
            post["done"] = block is job["blocks"][-1] or now_ns - start_ns > job["stopAfterMs"] * 1e6
            timed_out = any(sample["outcome"] == "timed-out" for sample in samples)
            if post["done"] or timed_out or now_ns - posted_ns > job["postEveryMs"] * 1e6:
                go_on = self.lab.post("samples", post)["goOn"]
                if post["done"] or not go_on:
                    return
                self.connections_may_have_closed()
                post |= {"samples": [], "compared": [], "blocks": [], "wallMs": 0.0}
                posted_ns = perf_counter_ns()

    def block(
        self, block: dict[str, Any], runners: dict[str, Runner], timeout_ms: float
    ) -> tuple[list[dict[str, Any]], list[tuple[dict[str, Any], Cell, Any]]]:
        """Its visits in their order, until one takes too long: samples, made when all is timed, and what was drawn."""
        done = []
        drawn = []
        runners = runners | self.empty_runners(block, runners)
        draws = {(draw["visit"], draw["nth"]) for draw in block.get("compare", [])}
        visits = [(i, visit) for i, visit in enumerate(block["visits"]) if visit["cell"] in runners]
        for visit, runner, nth in ((i, runners[v["cell"]], nth) for i, v in visits for nth in range(v["exchanges"])):
            cell = runner.cell
            records, *timed = runner.timed(timeout_ms)
            done.append((cell, self.sequence, timed))
            if (visit, nth) in draws and timed[-1] is None:
                answer = {"cell": cell["cell"], "block": block["block"], "sequence": self.sequence}
                drawn.append((answer, cell, records))
            self.sequence += 1
            if isinstance(timed[-1], OutOfTime):
                break
        return [sample_of(cell, block["block"], sequence, *timed) for cell, sequence, timed in done], drawn

    def empty_runners(self, block: dict[str, Any], runners: dict[str, Runner]) -> dict[str, Runner]:
        """The empty exchange goes where a cell of the block with the same connection goes, or any, if there is none."""
        visited = [runners[visit["cell"]].cell for visit in block["visits"] if visit["cell"] in runners]
        made = {}
        for name, connection in (("empty", "warm"), ("empty cold", "cold")) if visited else ():
            like = next((cell for cell in visited if cell["connection"] == connection), visited[0])
            made[name] = Runner(like | {"cell": name, "connection": connection, "procedure": "empty"}, self.origins)
        return made

    def probe(self, cell: Cell, job: dict[str, Any]) -> dict[str, Any] | None:
        """What no stamp reaches, which is decompression: all else takes longer than a step of this clock.

        None leaves the cell out: it failed, or is to be timed by its decoder alone, which is no part of this client.
        """
        if "decodeWithinMs" in job:
            return None
        found: dict[str, Any] = dict.fromkeys(("decodeMs", "clientComputeMs", "decompressMs", "decompressBy"))
        try:
            if cell["compression"] != "none":
                runner = Runner(cell, self.origins)
                with time_limit(job["timeoutMs"]):
                    runner.origin.prepare(cell["connection"])
                    body = runner.origin.get(runner.url(opaque=True)).content
                    found |= {"decompressMs": decompress_ms(body, cell["compression"]), "decompressBy": "stream"}
        except Exception:
            return None
        return found | {"cell": cell["cell"]}


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
