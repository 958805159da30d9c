"""What makes a body: encoders as FastAPI's users have them, and compressions at the level that was asked for."""

import json
import zlib
from collections.abc import Callable

import brotli
import orjson
import ormsgpack
import zstandard
from pydantic import TypeAdapter

ANY = TypeAdapter(object)

Encoder = Callable[[TypeAdapter, object], bytes]


def plain(adapter: TypeAdapter, value: object) -> object:
    """Models become dicts, as for JSONResponse and ORJSONResponse; own data are dicts already."""
    return value if adapter is ANY else adapter.dump_python(value)


def to_json_text(adapter: TypeAdapter, value: object) -> bytes:
    return json.dumps(plain(adapter, value), ensure_ascii=False, separators=(",", ":")).encode()


# The default of each format first.
ENCODERS: dict[str, dict[str, Encoder]] = {
    "json": {
        "pydantic": lambda adapter, value: adapter.dump_json(value),
        "orjson": lambda adapter, value: orjson.dumps(plain(adapter, value)),
        "json.dumps": to_json_text,
    },
    "msgpack": {"ormsgpack": lambda adapter, value: ormsgpack.packb(plain(adapter, value))},
}

CONTENT_TYPES = {"json": "application/json", "msgpack": "application/vnd.msgpack"}

# What reads the body of a call.
DECODERS: dict[str, Callable[[type, bytes], object]] = {
    "json": lambda model, body: model.model_validate_json(body),
    "msgpack": lambda model, body: model.model_validate(ormsgpack.unpackb(body)),
}


def deflated(window_bits: int) -> Callable[[bytes, int], bytes]:
    def compress(body: bytes, level: int) -> bytes:
        stream = zlib.compressobj(level, zlib.DEFLATED, window_bits)
        return stream.compress(body) + stream.flush()

    return compress


# Each with its levels.
COMPRESSIONS: dict[str, tuple[Callable[[bytes, int], bytes], range]] = {
    "gzip": (deflated(31), range(1, 10)),
    "deflate": (deflated(15), range(1, 10)),
    "br": (lambda body, level: brotli.compress(body, quality=level, lgwin=22), range(12)),
    "zstd": (lambda body, level: zstandard.ZstdCompressor(level=level).compress(body), range(1, 20)),
}
