"""The access token of one client."""

import re
import threading
from typing import Any, Callable, Optional, Union

from .errors import BadCall, NoToken

#: Gives an access token. It is asked when there is none yet, and again when the service has refused the last one.
TokenSource = Callable[[], str]

_VISIBLE = re.compile(r"[\x21-\x7e]+")


class AccessToken:
    """Keeps the token until it is refused: whether it has expired is the service's to say, whatever the clock here says.
    Threads that were refused together share one new token."""

    def __init__(self, given: Union[str, TokenSource, None]) -> None:
        self._source = given if callable(given) else None
        self._known: Optional[str] = None if given is None or callable(given) else _usable(given)
        self._lock = threading.Lock()

    def current(self) -> Optional[str]:
        with self._lock:
            if self._known is None and self._source is not None:
                try:
                    given = self._source()
                except Exception as error:
                    raise NoToken(f"there is no token: {error}") from error
                self._known = _usable(given)
            return self._known

    def drop(self, refused: Optional[str]) -> bool:
        """Forgets a token that was refused. False: there will be no other."""
        if self._source is None:
            return False
        with self._lock:
            if self._known == refused:
                self._known = None
        return True


def _usable(token: Any) -> str:
    if isinstance(token, str) and _VISIBLE.fullmatch(token):
        return token
    raise BadCall("the token must be a text of visible ASCII characters")
