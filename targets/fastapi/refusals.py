"""Who is answered, and how what cannot be done is refused: problem documents (RFC 9457)."""

import hmac
import os
from collections.abc import Iterable
from urllib.parse import parse_qs

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

SECRET = os.environ.get("WIREFARE_SECRET", "")
HOST = os.environ.get("WIREFARE_HOST", "127.0.0.1")
NAMED = {HOST, "127.0.0.1", "localhost", "::1", *os.environ.get("WIREFARE_HOSTS", "").split(",")} - {""}
HOSTS = {f"[{name}]" if name.count(":") > 1 and name[0] != "[" else name for name in NAMED}

FOR_PAGES = {
    "Timing-Allow-Origin": "*",
    "Access-Control-Allow-Origin": os.environ.get("WIREFARE_ORIGIN", "*"),
    "Access-Control-Expose-Headers": "Server-Timing, Content-Encoding, Content-Length, Content-Type",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
HEADERS = {"Cache-Control": "no-store", **FOR_PAGES}


class Refused(Exception):
    def __init__(
        self, status: int, detail: str, parameter: str | None = None, allowed: Iterable[str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.document = {"type": "about:blank", "status": status, "detail": detail}
        self.document |= {} if parameter is None else {"parameter": parameter}
        self.document |= {} if allowed is None else {"allowed": list(allowed)}

    def answer(self, headers: dict[str, str] = HEADERS) -> Response:
        # What is left of a body that is too long is not read.
        closing = {"Connection": "close"} if self.status == 413 else {}
        return JSONResponse(
            self.document, self.status, {**headers, **closing}, media_type="application/problem+json"
        )


class Gate:
    """With a secret only those who know it are answered, by no name that was not given; no page reads the refusal."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            refused = self.refusal(scope)
            if refused is not None:
                await refused.answer({"Cache-Control": "no-store"})(scope, receive, send)
                return
            # FastAPI would take the last of several.
            names = [pair.partition(b"=")[0] for pair in scope["query_string"].split(b"&")]
            if len(names) > len(set(names)):
                twice = next(name for name in names if names.count(name) > 1).decode("latin-1")
                await Refused(400, f"{twice} is given twice", twice).answer()(scope, receive, send)
                return
        await self.app(scope, receive, send)

    @staticmethod
    def refusal(scope: Scope) -> Refused | None:
        if not SECRET:
            return None
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1").lower()
        name = host.rpartition(":")[0] if not host.endswith("]") and ":" in host else host
        if name not in HOSTS:
            return Refused(421, f"this target was not given the host {host}")
        if scope["method"] == "OPTIONS" or (scope["path"] == "/about" and scope["method"] in ("GET", "HEAD")):
            return None
        said = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True).get("secret", [])
        if len(said) == 1 and hmac.compare_digest(said[0].encode(), SECRET.encode()):
            return None
        return Refused(403, "wants the secret that the lab gave to this target", "secret")


def refuse_by_problem_documents(app: FastAPI) -> None:
    app.add_middleware(Gate)

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return error.answer()

    @app.exception_handler(HTTPException)
    async def not_here(request: Request, error: HTTPException) -> Response:
        detail = f"{request.method} {request.url.path}: {error.detail}"
        return Refused(error.status_code, detail).answer({**HEADERS, **(error.headers or {})})

    @app.exception_handler(Exception)
    async def failed(_: Request, error: Exception) -> Response:
        return Refused(500, f"{type(error).__name__}: {error}").answer()
