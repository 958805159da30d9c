"""A FastAPI application that keeps Wirefare's target contract (targets/CONTRACT.md)."""

import json
import os
import platform
import time
import zlib
from collections.abc import Callable, Iterable
from importlib.metadata import version
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import generated
from encoding import ANY, COMPRESSIONS, CONTENT_TYPES, DECODERS, ENCODERS
from fastapi import FastAPI, Request, Response
from own_data import OwnData
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from refusals import HEADERS, Refused, refuse_by_problem_documents

TARGET = json.loads(Path(__file__).with_name("target.json").read_text())
MAX_N = int(os.environ.get("WIREFARE_LARGEST_N", "10000"))
MOST_BYTES, LONGEST_CALL_BYTES = 100_000_000, 1_000_000

wanted = os.environ.get("WIREFARE_DATASETS", ",".join(generated.DATASETS)).split(",")
kept_in = os.environ.get("WIREFARE_DATA_DIR")
DATASETS = {name: generated.load(name, MAX_N, kept_in) for name in generated.DATASETS if name in wanted}
FOLDERS = [Path(each) for each in os.environ.get("WIREFARE_PAYLOADS", "").split(os.pathsep) if each]
OWN_DATA = {own.name: own for own in map(OwnData, FOLDERS)}

SORTED_BY = {
    "book": ("author", ["author", "description", "image", "price", "numInStock", "type", "onSale"]),
    "video": ("title", ["title", "uri", "format", "height", "width", "length", "views", "enabled"]),
}
ROUNDS = {"cm2": 1, "cm3": 10, "cm4": 100, "cm5": 1000}
NOISE = os.urandom(1_000_000)


app = FastAPI(openapi_url=None)
refuse_by_problem_documents(app)


def digits(text: object) -> int:
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 12:
        return int(text)
    raise ValueError("is no whole number")


Number = Annotated[int, BeforeValidator(digits)]


class Connected(BaseModel):
    model_config = ConfigDict(extra="forbid")
    connection: Literal["close"] | None = None
    serial: str | None = None
    secret: str | None = None


class Compressed(Connected):
    codec: str | None = None
    compression: str = "none"
    level: Number | None = None
    opaque: Literal["1"] | None = None


class Asked(Compressed):
    dataset: str
    n: Number
    format: str
    compute: str = "none"
    message: Number | None = None


class AskedBytes(Connected):
    n: Annotated[Number, Field(le=MOST_BYTES)]


class ListRequest(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    n: Annotated[int, Field(ge=1, le=MAX_N)]


Read = TypeVar("Read", bound=BaseModel)


def read_query(model: type[Read], request: Request) -> Read:
    """By pydantic at once: FastAPI takes some 20 µs for each of so many parameters."""
    try:
        return model.model_validate(dict(request.query_params))
    except ValidationError as error:
        first = error.errors()[0]
        raise Refused(400, first["msg"], str(first["loc"][0])) from error


def one_of(parameter: str, value: str, allowed: Iterable[str]) -> str:
    if value not in allowed:
        raise Refused(501, f"{parameter} {value} is not supported", parameter, allowed)
    return value


def encoder_for(query: Compressed, format_name: str) -> Callable[[TypeAdapter, object], bytes]:
    encoders = ENCODERS[format_name]
    return encoders[one_of("codec", query.codec or next(iter(encoders)), encoders)]


def compressor_for(query: Compressed) -> Callable[[bytes], bytes] | None:
    compression, level = one_of("compression", query.compression, ["none", *COMPRESSIONS]), query.level
    if compression == "none":
        if level is not None:
            raise Refused(400, "compression none has no levels", "level")
        return None
    compress, levels = COMPRESSIONS[compression]
    if level not in levels:
        raise Refused(400, f"level is from {levels[0]} to {levels[-1]}", "level", map(str, levels))
    return lambda body: compress(body, level)


def body_of(query: Asked) -> tuple[TypeAdapter, object]:
    """A fresh list of the first n records, or own data; with what pydantic knows of them."""
    one_of("dataset", query.dataset, [*DATASETS, *OWN_DATA])
    own = OWN_DATA.get(query.dataset)
    if not 1 <= query.n <= (MAX_N if own is None else own.max_n):
        raise Refused(400, "n is not among what there is", "n")
    messages = own.count if own is not None and own.shape == "messages" else 0
    if query.message is not None and query.message >= messages:
        raise Refused(400, f"{query.dataset} has {messages} messages", "message")
    if own is not None:
        return ANY, own.body(query.n, query.message or 0)
    adapter, records = DATASETS[query.dataset]
    return adapter, records[: query.n]


def compute(query: Asked, records: object) -> None:
    first, fields = SORTED_BY[query.dataset]
    if query.compute == "cm1":
        records.sort(key=attrgetter(first))
    for _ in range(ROUNDS.get(query.compute, 0)):
        for field in fields:
            records.sort(key=attrgetter(field))


class Phases:
    """Times the parts of an answer, one after the other."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.start = time.perf_counter()

    def done(self, name: str) -> None:
        now = time.perf_counter()
        self.said.append(f"{name};dur={(now - self.start) * 1000:.4f}")
        self.start = now


def answer(body: bytes, query: Connected, headers: dict[str, str]) -> Response:
    closing = {"Connection": "close"} if query.connection else {}
    return Response(body, headers={**HEADERS, **headers, **closing})


def encoded(query: Compressed, format_name: str, adapter: TypeAdapter, value: object, phases: Phases) -> Response:
    encode, compress = encoder_for(query, format_name), compressor_for(query)
    phases.start = time.perf_counter()
    body = encode(adapter, value)
    phases.done("encode")
    if compress is not None:
        body = compress(body)
    phases.done("compress")
    headers = {"Content-Type": CONTENT_TYPES[format_name], "Server-Timing": ", ".join(phases.said)}
    if query.opaque:
        headers["Content-Type"] = "application/octet-stream"
    elif compress is not None:
        headers["Content-Encoding"] = query.compression
    return answer(body, query, headers)


@app.get("/exchange")
async def exchange(request: Request) -> Response:
    query = read_query(Asked, request)
    adapter, value = body_of(query)
    one_of("format", query.format, ENCODERS)
    one_of("compute", query.compute, ["none", "cm1", *ROUNDS] if query.dataset in SORTED_BY else ["none"])
    phases = Phases()
    if query.compute != "none":
        compute(query, value)
    phases.done("compute")
    return encoded(query, query.format, adapter, value, phases)


@app.get("/bytes")
async def raw_bytes(request: Request) -> Response:
    query = read_query(AskedBytes, request)
    noise = (NOISE * (query.n // len(NOISE) + 1))[: query.n] if query.n else b""
    timing = "compute;dur=0.0000, encode;dur=0.0000, compress;dur=0.0000"
    return answer(noise, query, {"Content-Type": "application/octet-stream", "Server-Timing": timing})


async def read(request: Request) -> bytes:
    body, announced = b"", request.headers.get("content-length", "0")
    if int(announced) <= LONGEST_CALL_BYTES:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_CALL_BYTES:
                break
        else:
            return body
    raise Refused(413, f"a call has at most {LONGEST_CALL_BYTES} bytes")


@app.post("/call/{operation}")
async def call(operation: str, request: Request) -> Response:
    query = read_query(Compressed, request)
    name = operation.removesuffix("s")
    if not operation.endswith("s") or name not in DATASETS:
        raise Refused(404, f"there is no operation {operation}")
    media_type = request.headers.get("content-type", "").partition(";")[0].strip()
    format_name = next((each for each, kind in CONTENT_TYPES.items() if kind == media_type), None)
    if format_name is None:
        raise Refused(415, f"{media_type} is none of {', '.join(CONTENT_TYPES.values())}")
    body = await read(request)
    phases = Phases()
    try:
        asked = DECODERS[format_name](ListRequest, body)
    except (ValidationError, ValueError) as error:
        raise Refused(400, f"the body is no request of {operation}: {error}") from error
    phases.done("decode")
    adapter, records = DATASETS[name]
    fresh = [record.model_copy() for record in records[: asked.n]]
    phases.done("compute")
    return encoded(query, format_name, adapter, fresh, phases)


@app.options("/call/{operation}")
async def may_be_called() -> Response:
    allowed = {"Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Content-Type, SOAPAction"}
    return Response(status_code=204, headers={**HEADERS, **allowed, "Access-Control-Max-Age": "7200"})


PROTOCOLS = ["http1", "https1"] if "WIREFARE_TLS_CERT" in os.environ else ["http1"]
FORMATS = {name: list(encoders) for name, encoders in ENCODERS.items()}
FEATURES = {
    "datasets": list(DATASETS),
    "maxN": MAX_N,
    "formats": FORMATS,
    "compressions": {"none": [], **{name: list(levels) for name, (_, levels) in COMPRESSIONS.items()}},
    "computations": ["none", "cm1", *ROUNDS],
    "protocols": PROTOCOLS,
    "payloads": [
        {"name": own.name, "shape": own.shape, "count": own.count, "maxN": own.max_n} for own in OWN_DATA.values()
    ],
    **({"calls": {"operations": [f"{name}s" for name in DATASETS], "formats": FORMATS}} if DATASETS else {}),
}
PACKAGES = ["fastapi", "uvicorn", "pydantic", "orjson", "ormsgpack", "brotli", "zstandard"]
VERSIONS = {"python": platform.python_version(), "zlib": zlib.ZLIB_RUNTIME_VERSION}
VERSIONS |= {name: version(name) for name in PACKAGES}


@app.get("/about")
async def about(request: Request, response: Response) -> dict:
    response.headers.update(HEADERS)
    seen = {"acceptEncoding": request.headers.get("accept-encoding", "")}
    named = {"contract": 2, "name": TARGET["name"], "version": TARGET["version"]}
    return {**named, "versions": VERSIONS, "features": FEATURES, "request": seen}
