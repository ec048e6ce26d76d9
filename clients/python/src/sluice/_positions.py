"""What a client has written and not yet seen in a read."""

import threading
from typing import List, Optional, Sequence

#: As many as one header takes.
MOST = 20


class SeenPositions:
    """Positions cannot be compared, only asked for: so the last ones are kept, until a read has shown them."""

    def __init__(self) -> None:
        self._kept: List[str] = []
        self._lock = threading.Lock()

    def all(self) -> List[str]:
        with self._lock:
            return list(self._kept)

    def note(self, position: Optional[str]) -> None:
        if not position:
            return
        with self._lock:
            self._kept = ([one for one in self._kept if one != position] + [position])[-MOST:]

    def forget(self, positions: Sequence[str]) -> None:
        """A read has shown them, or nobody knows them: they need not be asked for again."""
        with self._lock:
            self._kept = [one for one in self._kept if one not in positions]
