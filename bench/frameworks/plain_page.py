"""A plain page of FastAPI: /plain?n= sends the first n Books. Started with the folder of the target for its data."""

import socket
import sys

sys.path.insert(0, sys.argv[1])

import generated
import uvicorn
import uvloop
from fastapi import FastAPI

_, books = generated.load("book", 1_000, None)
app = FastAPI()


@app.get("/plain")
async def plain(n: int) -> list[generated.Book]:
    return books[:n]


async def serve() -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(app, http="httptools", lifespan="off", log_level="warning", access_log=False)
    await uvicorn.Server(config).serve([listening])


uvloop.run(serve())
