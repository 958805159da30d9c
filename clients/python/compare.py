"""Is what was decoded what was sent? As strictly as the protocol wants it: order, names, types and every value."""

from math import copysign
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    # A whole one is written as 12 in JSON, and is an int in Python.
    "double": (float, int),
    "string": (str,),
    "array": (list,),
    "map": (dict,),
    "record": (dict,),
}


def difference(got: Any, expected: Any, kind: dict[str, Any], order_is_schemas: bool, at: str = "") -> str | None:
    """The first difference in words, None where there is none. `kind` is the type as the cell's schema has it."""
    if kind["kind"] == "union":
        branches = [each for each in kind["branches"] if type(expected) in TYPES[each["kind"]]]
        kind = branches[0] if branches else {"kind": "null"}
    if type(got) not in TYPES.get(kind["kind"], ()):
        return f"{at}: {got!r:.200} is {type(got).__name__}, expected {kind['kind']}"
    if kind["kind"] == "array":
        if len(got) != len(expected):
            return f"{at}: {len(got)} items, expected {len(expected)}"
        pairs = ((got[i], expected[i], kind["items"], f"{at}[{i}]") for i in range(len(got)))
    elif kind["kind"] in ("record", "map"):
        forgiven = order_is_schemas and kind.get("orderVaries", False)
        if (sorted(got) != sorted(expected)) if forgiven else (list(got) != list(expected)):
            return f"{at}: fields {', '.join(got):.500}, expected {', '.join(expected):.500}"
        types = {field["name"]: field["type"] for field in kind.get("fields", [])}
        pairs = ((got[key], expected[key], types.get(key) or kind["values"], f"{at}.{key}") for key in expected)
    else:
        # -0.0 == 0 in Python.
        same_sign = kind["kind"] != "double" or copysign(1, got) == copysign(1, expected)
        return None if got == expected and same_sign else f"{at}: {got!r:.200}, expected {expected!r:.200}"
    return next((words for pair in pairs if (words := difference(*pair[:3], order_is_schemas, pair[3]))), None)
