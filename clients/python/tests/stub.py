"""A server that answers as a test wants it to, and remembers what reached it."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional


class Seen(NamedTuple):
    method: str
    path: str
    headers: Any
    body: str


Reply = Callable[[BaseHTTPRequestHandler, Seen], None]


class Stub:
    def __init__(self, otherwise: Reply) -> None:
        self.requests: List[Seen] = []
        self.replies: List[Reply] = []
        self.otherwise = otherwise
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                seen = Seen(self.command, self.path, self.headers, body)
                stub.requests.append(seen)
                reply = stub.replies.pop(0) if stub.replies else stub.otherwise
                try:
                    reply(self, seen)
                except OSError:
                    self.close_connection = True

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def reply(
    status: int, body: Any = None, headers: Optional[Dict[str, str]] = None, media: str = "application/json; charset=utf-8"
) -> Reply:
    data = b"" if body is None else (body.encode() if isinstance(body, str) else json.dumps(body).encode())

    def send(handler: BaseHTTPRequestHandler, _: Seen) -> None:
        handler.send_response_only(status)
        for name, value in {"Content-Type": media, **(headers or {})}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    return send


def html(status: int) -> Reply:
    return reply(status, "<html>Bad gateway</html>", media="text/html")


def broken(handler: BaseHTTPRequestHandler, _: Seen) -> None:
    """Sends half of what it has announced."""
    handler.send_response_only(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"WorkflowInstanceId": "')
    handler.wfile.flush()
    handler.close_connection = True


def silent(handler: BaseHTTPRequestHandler, _: Seen) -> None:
    """Closes the connection without a word."""
    handler.close_connection = True
