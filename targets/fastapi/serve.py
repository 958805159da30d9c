"""Serves the application by uvicorn, over HTTP and, with a certificate, HTTPS, as the target contract says."""

import asyncio
import contextlib
import json
import os
import socket
import ssl
import threading

import uvicorn
import uvloop

HOST, PORT = os.environ.get("WIREFARE_HOST", "127.0.0.1"), int(os.environ.get("WIREFARE_PORT", "0"))
CERTIFICATE, KEY = os.environ.get("WIREFARE_TLS_CERT"), os.environ.get("WIREFARE_TLS_KEY")
SETTINGS = {"http": "httptools", "ws": "none", "lifespan": "off", "access_log": False}
KEPT_S = 900


class Server(uvicorn.Server):
    def capture_signals(self) -> contextlib.AbstractContextManager[None]:
        """SIGTERM ends the process at once, whatever it is computing."""
        return contextlib.nullcontext()


def listen(port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in HOST else socket.AF_INET
    return socket.create_server((HOST, port), family=family, backlog=2048)


def without_tickets(config: uvicorn.Config, _: object) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    context.set_alpn_protocols(["http/1.1"])
    context.load_cert_chain(config.ssl_certfile, config.ssl_keyfile)
    return context


def end_with_stdin() -> None:
    """The lab holds our stdin: when that closes, the lab is gone."""
    while os.read(0, 4096):
        pass
    os._exit(0)


async def serve() -> None:
    config = {"log_level": "warning", "timeout_keep_alive": KEPT_S, **SETTINGS}
    plain = listen(PORT)
    servers, ports = [Server(uvicorn.Config("app:app", **config)).serve([plain])], {}
    if CERTIFICATE and KEY:
        secure = listen(0)
        ports["https1"] = secure.getsockname()[1]
        tls = {"ssl_certfile": CERTIFICATE, "ssl_keyfile": KEY, "ssl_context_factory": without_tickets}
        servers.append(Server(uvicorn.Config("app:app", **config, **tls)).serve([secure]))
    print(json.dumps({"ready": True, "port": plain.getsockname()[1], "ports": ports}), flush=True)
    await asyncio.gather(*servers)


if __name__ == "__main__":
    import app  # noqa: F401  the data are there before anybody is told that it listens

    threading.Thread(target=end_with_stdin, daemon=True).start()
    uvloop.run(serve())
