"""The least a server of windows can do: whatever a window says it hears again. Run as a module it is that server."""

from __future__ import annotations

import subprocess
import sys
from types import TracebackType

from ardennes.bench.web_server import PATIENCE, free_port, until_answered


class EchoServer:
    """A bare Litestar application with one socket, in a process of its own."""

    def __init__(self) -> None:
        port = free_port()
        self.process = subprocess.Popen([sys.executable, "-m", "ardennes.bench.web_echo", str(port)])
        self.base = f"http://127.0.0.1:{port}"
        until_answered(port)

    def __enter__(self) -> EchoServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


def main(port: int) -> None:
    import uvicorn
    from litestar import Litestar
    from litestar.handlers import websocket_listener

    @websocket_listener("/live")
    async def echo(data: str) -> str:
        return data

    app = Litestar([echo], openapi_config=None)
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", ws_per_message_deflate=False)


if __name__ == "__main__":
    main(int(sys.argv[1]))
