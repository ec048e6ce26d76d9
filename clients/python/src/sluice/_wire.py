"""Requests, one by one: connections that are kept, time limits, no redirects."""

import http.client
import os
import socket
import ssl
import threading
import time
from typing import Dict, List, Optional
from urllib.parse import urlsplit

from ._answers import Answer
from ._options import Cancellation
from .errors import BadCall, NoAnswer, TimedOut

_MOST_KEPT = 64
_CHUNK = 65536


class Wire:
    """Sends requests to one address."""

    def __init__(self, url: str, ssl_context: Optional[ssl.SSLContext]) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadCall("the address of the API must begin with http:// or https:// and name a host")
        if "@" in parts.netloc:
            raise BadCall("the address of the API must not hold a user or a password")
        try:
            self._host, self._port = parts.hostname, parts.port
        except ValueError:
            raise BadCall("the port of the address of the API is not a number") from None
        self._context = None
        if parts.scheme == "https":
            self._context = ssl_context or ssl.create_default_context()
        self.prefix = parts.path.rstrip("/")
        self.address = f"{parts.scheme}://{parts.netloc}{self.prefix}"
        self._kept: List[http.client.HTTPConnection] = []
        self._pid = os.getpid()
        self._lock = threading.Lock()

    def send(
        self,
        method: str,
        path: str,
        headers: Dict[str, str],
        body: Optional[bytes],
        deadline: float,
        cancellation: Optional[Cancellation],
        is_repeatable: bool,
    ) -> Answer:
        """One attempt. A connection that was kept may have been closed meanwhile: then the request is sent on a new one."""
        where = f"{method} {self.address}{path.split('?')[0]}"
        kept = self._take() if is_repeatable else None
        if kept is not None:
            try:
                return self._exchange(kept, method, path, headers, body, deadline, cancellation)
            except TimeoutError as error:
                raise TimedOut(f"{where} was not answered in time") from error
            except (OSError, http.client.HTTPException):
                if cancellation is not None:
                    cancellation.check()
        fresh = self._open()
        try:
            return self._exchange(fresh, method, path, headers, body, deadline, cancellation)
        except TimeoutError as error:
            raise TimedOut(f"{where} was not answered in time") from error
        except (OSError, http.client.HTTPException) as error:
            if cancellation is not None:
                cancellation.check()
            if isinstance(error, ssl.SSLCertVerificationError):
                raise BadCall(f"{where} cannot be trusted: {error.verify_message}") from error
            raise NoAnswer(f"{where} is not answered: {error or type(error).__name__}") from error

    def _exchange(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        headers: Dict[str, str],
        body: Optional[bytes],
        deadline: float,
        cancellation: Optional[Cancellation],
    ) -> Answer:
        is_whole = False
        watched = None
        try:
            connection.timeout = _left(deadline)
            if connection.sock is None:
                connection.connect()
            watched = connection.sock
            if cancellation is not None:
                cancellation._watch(watched)
            watched.settimeout(_left(deadline))
            connection.request(method, self.prefix + path, body, headers)
            response = connection.getresponse()
            chunks = []
            while not response.isclosed():
                watched.settimeout(_left(deadline))
                chunk = response.read1(_CHUNK)
                if not chunk:
                    break
                chunks.append(chunk)
            if response.length not in (None, 0):
                raise http.client.IncompleteRead(b"")
            response.close()  # else the connection takes no further request
            is_whole = not response.will_close
            return Answer(response.status, response.headers, b"".join(chunks))
        except socket.timeout as error:  # until Python 3.10 it was a class of its own
            raise TimeoutError(str(error)) from error
        finally:
            if cancellation is not None and watched is not None:
                cancellation._unwatch(watched)
            if is_whole and not (cancellation is not None and cancellation.is_cancelled):
                self._keep(connection)
            else:
                connection.close()

    def _open(self) -> http.client.HTTPConnection:
        if self._context is not None:
            return http.client.HTTPSConnection(self._host, self._port, context=self._context)
        return http.client.HTTPConnection(self._host, self._port)

    def _take(self) -> Optional[http.client.HTTPConnection]:
        with self._lock:
            if self._pid != os.getpid():
                # the connections belong to the process that has made this one
                self._kept, self._pid = [], os.getpid()
            return self._kept.pop() if self._kept else None

    def _keep(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            if len(self._kept) < _MOST_KEPT:
                self._kept.append(connection)
                return
        connection.close()

    def close(self) -> None:
        with self._lock:
            kept, self._kept = self._kept, []
        for connection in kept:
            connection.close()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("no time is left")
    return left
