"""People's own data, as the lab hands them over in WIREFARE_PAYLOADS (targets/DATA.md)."""

import hashlib
import json
from pathlib import Path

import orjson
from generated import JavaRandom

MOST_RESAMPLED = 1_000_000


class OwnData:
    def __init__(self, folder: Path) -> None:
        about, value = (folder / "payload.json").read_bytes(), (folder / "value.json").read_bytes()
        described = json.loads(about)
        earlier = (folder / described["dictionary"]).read_bytes() + b"\n" if "dictionary" in described else b""
        if hashlib.sha256(about + b"\n" + earlier + value).hexdigest() != folder.name:
            raise ValueError(f"{folder} does not hold what its name says")
        self.name, self.shape = described["name"], described["shape"]
        # Whole numbers beyond 64 bits become doubles, as they are in JavaScript.
        self.value = orjson.loads(value)
        self.count = 1 if self.shape == "document" else len(self.value)
        self.max_n = max(self.count, MOST_RESAMPLED) if self.shape == "list" else 1
        self._random = JavaRandom(int(folder.name[:12], 16))
        self._drawn: list[int] = []

    def body(self, n: int, message: int) -> object:
        if self.shape == "document":
            return self.value
        if self.shape == "messages":
            return self.value[message]
        return self.value[:] if n == self.count else [self.value[index] for index in self._indexes(n)]

    def _indexes(self, n: int) -> list[int]:
        """Passes through all records, each shuffled as java.util.Collections does it."""
        while len(self._drawn) < n:
            order = list(range(self.count))
            for last in range(self.count - 1, 0, -1):
                other = self._random.next_int(last + 1)
                order[last], order[other] = order[other], order[last]
            self._drawn += order
        return self._drawn[:n]
