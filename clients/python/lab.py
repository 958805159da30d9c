"""The lab, as the agent sees it: what it asks for and what it is told, over plain HTTP and JSON."""

import os
import platform
import time
from time import perf_counter_ns
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from decoders import DECODERS
from exchange import CERTIFICATE

PROTOCOL = 6
# Zero of all stamps, and when that was.
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
