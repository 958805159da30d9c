"""A target to copy: the dataset `file` as JSON, as it is and by gzip, on nothing but Python's standard library.

What a target must do stands in targets/CONTRACT.md of Wirefare. The parts marked YOURS are those to change.
"""

import hmac
import json
import os
import platform
import re
import socketserver
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qsl, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "target.json"), encoding="utf-8") as file:
    TARGET = json.load(file)

LARGEST_N = int(os.environ.get("WIREFARE_LARGEST_N", "10000"))

# Who is answered: with a secret only whoever knows it, so that no other page in somebody's browser reads his data.
SECRET = os.environ.get("WIREFARE_SECRET", "")
HOST = os.environ.get("WIREFARE_HOST", "127.0.0.1")
HOSTS = {HOST, "127.0.0.1", "localhost", "[::1]", *os.environ.get("WIREFARE_HOSTS", "").split(",")} - {""}


def files(n):
    """YOURS: the first n objects of a dataset, exactly as targets/DATA.md defines it."""
    alike = {"mtime": "1997-07-16T19:20:30+00:00", "size": 1231234, "md5": "sdfasfarf4r5sf"}
    return [{"name": f"filename{i}.extension", **alike} for i in range(n)]


def to_json(objects):
    """YOURS: objects to the whole body; here with the writer that Python programs have at hand."""
    return json.dumps(objects, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def to_gzip(body, level):
    gzip = zlib.compressobj(level, zlib.DEFLATED, 31)
    return gzip.compress(body) + gzip.flush()


# YOURS: what there is. /about is made of these tables, and everything else is refused.
DATASETS = {"file": files(LARGEST_N)}
ENCODERS = {"json": {"json.dumps": to_json}}
CONTENT_TYPES = {"json": "application/json"}
COMPRESSORS = {"none": None, "gzip": to_gzip}
LEVELS = {"none": [], "gzip": list(range(1, 10))}

# The bytes of /bytes, which no compression may shorten: made once, and repeated further apart than gzip can see.
NOISE = os.urandom(1_000_000)
MOST_BYTES = 100_000_000

FOR_PAGES = {
    "Timing-Allow-Origin": "*",
    "Access-Control-Allow-Origin": os.environ.get("WIREFARE_ORIGIN", "*"),
    "Access-Control-Expose-Headers": "Server-Timing, Content-Encoding, Content-Length, Content-Type",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


class Refused(Exception):
    """A request that is answered with a problem document, which names the parameter that is wrong."""

    def __init__(self, status, detail, parameter=None, allowed=None):
        super().__init__(detail)
        named = {"parameter": parameter, "allowed": allowed}
        self.status = status
        self.document = {"type": "about:blank", "status": status, "detail": detail}
        self.document.update((key, value) for key, value in named.items() if value is not None)


def read_query(query, known):
    parameters = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name not in known:
            raise Refused(400, f"{name} is no parameter of this path", name, known)
        if name in parameters:
            raise Refused(400, f"{name} is given twice", name)
        parameters[name] = value
    return parameters


def one_of(parameters, name, values, usual=None):
    value = parameters.get(name, usual)
    if value is None:
        raise Refused(400, f"{name} is missing", name, list(values))
    if value not in values:
        raise Refused(501, f"{name} {value} is not supported", name, list(values))
    return value


def number(parameters, name, least, most):
    text = parameters.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
        raise Refused(400, f"{name} is no whole number from {least} to {most}", name)
    return int(text)


def flag(parameters, name, value):
    if parameters.get(name, value) != value:
        raise Refused(400, f"{name} is not {value}", name, [value])
    return name in parameters


def exchange(query):
    """Fresh list, encode wholly, compress wholly: for each request anew, each phase timed, nothing kept."""
    known = ["dataset", "n", "format", "codec", "compression", "level", "compute", "connection", "opaque", "serial"]
    asked = read_query(query, known)
    stored = DATASETS[one_of(asked, "dataset", DATASETS)]
    n = number(asked, "n", 1, LARGEST_N)
    name = one_of(asked, "format", ENCODERS)
    encoders = ENCODERS[name]
    encode = encoders[one_of(asked, "codec", encoders, next(iter(encoders)))]
    compression = one_of(asked, "compression", COMPRESSORS, "none")
    compress = COMPRESSORS[compression]
    one_of(asked, "compute", ["none"], "none")
    if compress is not None:
        level = number(asked, "level", LEVELS[compression][0], LEVELS[compression][-1])
    elif "level" in asked:
        raise Refused(400, f"compression {compression} has no levels", "level")
    closes, is_opaque = flag(asked, "connection", "close"), flag(asked, "opaque", "1")

    objects = stored[:n]
    start = time.perf_counter()
    body = encode(objects)
    encoded = time.perf_counter()
    if compress is not None:
        body = compress(body, level)
    compressed = time.perf_counter()

    headers = {"Content-Type": CONTENT_TYPES[name], **server_timing(0, encoded - start, compressed - encoded)}
    if is_opaque:
        headers["Content-Type"] = "application/octet-stream"
    elif compress is not None:
        headers["Content-Encoding"] = compression
    return body, headers, closes


def noise(query):
    asked = read_query(query, ["n", "connection", "serial"])
    n = number(asked, "n", 0, MOST_BYTES)
    closes = flag(asked, "connection", "close")
    body = (NOISE * (n // len(NOISE) + 1))[:n] if n > 0 else b""
    return body, {"Content-Type": "application/octet-stream", **server_timing(0, 0, 0)}, closes


def server_timing(compute_s, encode_s, compress_s):
    phases = {"compute": compute_s, "encode": encode_s, "compress": compress_s}
    return {"Server-Timing": ", ".join(f"{name};dur={s * 1000:.4f}" for name, s in phases.items())}


def about(accept_encoding):
    return {
        "contract": 2,
        "name": TARGET["name"],
        "version": TARGET["version"],
        "versions": {"python": platform.python_version(), "zlib": zlib.ZLIB_RUNTIME_VERSION},
        "features": {
            "datasets": list(DATASETS),
            "maxN": LARGEST_N,
            "formats": {name: list(encoders) for name, encoders in ENCODERS.items()},
            "compressions": LEVELS,
            "computations": ["none"],
        },
        "request": {"acceptEncoding": accept_encoding},
    }


def admitted(path, query, host):
    """The query without the secret; refuses whoever does not know it, or comes by a name that was not given."""
    parts = query.split("&")
    secrets = [part[7:].encode() for part in parts if part.startswith("secret=")]
    if SECRET and re.sub(r":\d*$", "", host).lower() not in HOSTS:
        raise Refused(421, "the Host is none that this target was given")
    if SECRET and path != "/about" and not (len(secrets) == 1 and hmac.compare_digest(secrets[0], SECRET.encode())):
        raise Refused(403, "the secret of this run is missing or wrong", "secret")
    return "&".join(part for part in parts if not part.startswith("secret="))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # keeps connections alive
    disable_nagle_algorithm = True  # else the end of an answer may wait 40 ms for an acknowledgement

    def do_GET(self):
        try:
            path, query = urlsplit(self.path)[2:4]
            query = admitted(path, query, self.headers.get("Host", ""))
            if path == "/exchange":
                self.answer(200, *exchange(query))
            elif path == "/bytes":
                self.answer(200, *noise(query))
            elif path == "/about":
                body = to_json(about(self.headers.get("Accept-Encoding", "")))
                self.answer(200, body, {"Content-Type": "application/json"})
            else:
                raise Refused(404, f"there is no {path}")
        except Refused as refused:
            self.refuse(refused)
        except ConnectionError:
            self.close_connection = True  # the client went away, which is its right
        except Exception as error:  # a request that fails must not end the target
            self.refuse(Refused(500, f"{type(error).__name__}: {error}"))

    def send_error(self, code, message=None, explain=None):
        """Called by BaseHTTPRequestHandler: 501 for every method that has no do_… above, 400 for what is no HTTP."""
        if code == 501:
            self.refuse(Refused(405, f"{self.command} is not allowed here"), {"Allow": "GET"}, closes=True)
        else:
            self.refuse(Refused(code, message or "not understood"), closes=True)

    def refuse(self, refused, headers=None, closes=False):
        headers = {"Content-Type": "application/problem+json", **(headers or {})}
        self.answer(refused.status, to_json(refused.document), headers, closes)

    def answer(self, status, body, headers, closes=False):
        self.send_response(status)
        for_pages = {} if status in (403, 421) else FOR_PAGES
        for name, value in {"Cache-Control": "no-store", **for_pages, **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        if closes:
            self.send_header("Connection", "close")  # which makes BaseHTTPRequestHandler close it too
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        """Diagnostics would go to stderr; a line for each request would be measured with it."""


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128


def end_with_stdin():
    """The lab holds our stdin: when that closes, the lab is gone. SIGTERM ends Python by itself."""
    while os.read(0, 4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    threading.Thread(target=end_with_stdin, daemon=True).start()
    place = (HOST, int(os.environ.get("WIREFARE_PORT", "0")))
    with Server(place, Handler) as server:
        print(json.dumps({"ready": True, "port": server.server_address[1]}), flush=True)
        server.serve_forever()
