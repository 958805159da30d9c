"""Is what was decoded what was sent? As strictly as the protocol wants it: order, names, types and every value."""

import hashlib
import marshal
from math import copysign
from typing import Any

PLAIN: dict[str, tuple[type, ...]] = {
    "boolean": (bool,),
    "integer": (int,),
    # A whole one is written as 12 in JSON, and is an int in Python.
    "double": (float, int),
    "string": (str,),
}


def difference(got: Any, expected: Any, kind: dict[str, Any], at: str = "") -> str | None:
    """The first difference in words, None where there is none. `kind` is the type as the cell's schema has it."""
    if kind["kind"] == "array":
        if type(got) is not list or len(got) != len(expected):
            return f"{at}: {got!r:.200}, expected {len(expected)} items"
        parts = [(got[i], expected[i], kind["items"], f"{at}[{i}]") for i in range(len(got))]
    elif kind["kind"] == "record":
        if type(got) is not dict or list(got) != list(expected):
            return f"{at}: {got!r:.200}, expected the fields {', '.join(expected):.500}"
        types = {field["name"]: field["type"] for field in kind["fields"]}
        parts = [(got[name], expected[name], types[name], f"{at}.{name}") for name in expected]
    elif kind["kind"] not in PLAIN:
        return f"{at}: this client compares no {kind['kind']}"
    elif type(got) not in PLAIN[kind["kind"]]:
        return f"{at}: {got!r:.200} is {type(got).__name__}, expected {kind['kind']}"
    else:
        # -0.0 == 0 in Python.
        same_sign = kind["kind"] != "double" or copysign(1, got) == copysign(1, expected)
        return None if got == expected and same_sign else f"{at}: {got!r:.200}, expected {expected!r:.200}"
    return next((words for part in parts if (words := difference(*part)) is not None), None)


def fingerprint(records: Any) -> bytes:
    """Tells two values apart by which one decoder ends; 1, 1.0 and True are three values here.

    What was found right is remembered by it: a copy of a long list would double what this program holds.
    """
    # Version 0 writes every value out, and no references to values before.
    return hashlib.blake2b(marshal.dumps(records, 0), digest_size=16).digest()
