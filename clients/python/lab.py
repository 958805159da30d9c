"""The lab as the agent sees it: what it asks for and what it is told, over plain HTTP and JSON."""

import os
import platform
import time
from itertools import pairwise
from time import perf_counter_ns
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from decoders import DECODERS
from exchange import CERTIFICATE
from sample import ZERO_NS

PROTOCOL = 8


class Lab:
    """A refusal is the agent's end."""

    def __init__(self, page_url: str) -> None:
        page = urlsplit(page_url)
        self.token = parse_qs(page.fragment)["token"][0]
        self.client = httpx.Client(base_url=f"{page.scheme}://{page.netloc}", timeout=60, trust_env=False)
        self.agent = ""

    def get(self, path: str, **query: Any) -> Any:
        return self.answer(self.client.get(f"/agent/{self.agent}/{path}", params=query))

    def post(self, path: str, body: Any) -> Any:
        return self.answer(self.client.post(f"/agent/{self.agent}/{path}", json=body))

    def register(self) -> None:
        readings = [perf_counter_ns() for _ in range(10_000)]
        told = {
            "protocol": PROTOCOL,
            "token": self.token,
            "engine": "python",
            "engineVersion": platform.python_version(),
            "userAgent": f"python-httpx/{httpx.__version__}",
            "cores": os.cpu_count() or 1,
            "crossOriginIsolated": True,
            "visible": True,
            "clockStepUs": min(after - before for before, after in pairwise(readings) if after > before) / 1e3,
            "codecs": list(DECODERS),
            "transports": [],
            "protocols": ["http1", "https1"] if CERTIFICATE else ["http1"],
            "timeOriginMs": (time.time_ns() - (perf_counter_ns() - ZERO_NS)) / 1e6,
        }
        self.agent = self.answer(self.client.post("/agent/register", json=told))["agent"]

    @staticmethod
    def answer(response: httpx.Response) -> Any:
        if response.status_code != httpx.codes.OK:
            raise RuntimeError(f"the lab refuses {response.url.path}: {response.status_code} {response.text}")
        return response.json()
