"""What one call may say for itself."""

import socket
import threading
from dataclasses import dataclass
from typing import Optional, Sequence, Set

from .errors import Cancelled


class Cancellation:
    """Ends calls from another thread: pauses between attempts at once, and the request that is under way."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._sockets: Set[socket.socket] = set()
        self._lock = threading.Lock()

    @property
    def is_cancelled(self) -> bool:
        return self._event.is_set()

    def cancel(self) -> None:
        with self._lock:
            self._event.set()
            for one in self._sockets:
                _shut(one)

    def wait(self, seconds: float) -> None:
        """Waits, no longer than until it is cancelled."""
        self._event.wait(seconds)

    def check(self) -> None:
        if self.is_cancelled:
            raise Cancelled("the call was cancelled")

    def _watch(self, one: socket.socket) -> None:
        with self._lock:
            self._sockets.add(one)
            if self._event.is_set():
                _shut(one)

    def _unwatch(self, one: socket.socket) -> None:
        with self._lock:
            self._sockets.discard(one)


def _shut(one: socket.socket) -> None:
    try:
        one.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it is closed already


@dataclass(frozen=True)
class CallOptions:
    """Times are seconds."""

    #: in place of those of the client
    timeout: Optional[float] = None
    attempts: Optional[int] = None
    #: of a write: in place of a new one. The same call with the same key is carried out once. "": no key, and no repeat
    idempotency_key: Optional[str] = None
    #: of a read: what it must show, besides what this client has written
    min_positions: Sequence[str] = ()
    cancellation: Optional[Cancellation] = None
