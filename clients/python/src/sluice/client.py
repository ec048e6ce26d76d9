"""The client: every operation of the API, with repeats, positions and tokens."""

import json
import re
import ssl
import time
import uuid
from typing import Any, Callable, Dict, List, Mapping, Optional, Union
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from ._answers import value_of
from ._operations import ApiLists, ApiMethods, Operation
from ._options import CallOptions, Cancellation
from ._pauses import pause_behind
from ._positions import MOST, SeenPositions
from ._token import AccessToken, TokenSource
from ._wire import Wire
from .errors import BadCall, BadRequest, SluiceError, Unauthorized
from .worker import TaskHandler, Worker

_NONE = CallOptions()


class SluiceClient(ApiMethods):
    """One method for each operation of the API. Safe to be used by several threads. Times are seconds.

    ``token``: an access token, or a function that gives one: asked once, and again whenever the service refuses it.
    ``timeout``: for a call with all its repeats; ``attempt_timeout``: for one attempt.
    ``attempts``: most attempts at one call; 1: nothing is repeated.
    ``reads_own_writes``: whether reads show what this client has written.
    ``ssl_context``: in place of the usual one of https.
    """

    def __init__(
        self,
        url: str,
        token: Union[str, TokenSource, None] = None,
        *,
        timeout: float = 60.0,
        attempt_timeout: float = 30.0,
        attempts: int = 10,
        reads_own_writes: bool = True,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._wire = Wire(url, ssl_context)
        self._token = AccessToken(token)
        self._positions = SeenPositions()
        self._timeout = timeout
        self._attempt_timeout = attempt_timeout
        self._attempts = attempts
        self._reads_own_writes = reads_own_writes
        #: the lists, row by row over all their pages
        self.all = ApiLists(self)

    def positions(self) -> List[str]:
        """What this client has written last: hand it to another one as ``min_positions``."""
        return self._positions.all()

    def work(
        self,
        task_type: str,
        handler: TaskHandler,
        *,
        worker_id: Optional[str] = None,
        concurrency: int = 8,
        lock_seconds: int = 60,
        wait_seconds: int = 20,
        grace_seconds: float = 30.0,
        on_fault: Optional[Callable[[Exception, Optional[Mapping[str, Any]]], None]] = None,
    ) -> Worker:
        """Does the custom tasks of a type, in threads, until it is stopped."""
        return Worker(
            self,
            task_type,
            handler,
            worker_id=worker_id,
            concurrency=concurrency,
            lock_seconds=lock_seconds,
            wait_seconds=wait_seconds,
            grace_seconds=grace_seconds,
            on_fault=on_fault,
        )

    def close(self) -> None:
        """Closes connections that are kept for later calls. The client can still be used."""
        self._wire.close()

    def __enter__(self) -> "SluiceClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _call(
        self, operation: Operation, parts: Dict[str, Any], query: Dict[str, Any], body: Any, options: Optional[CallOptions]
    ) -> Any:
        options = options or _NONE
        path = _path_of(operation.path, parts) + _query_of(query)
        key: Optional[str] = None
        if operation.is_keyed:
            key = str(uuid.uuid4()) if options.idempotency_key is None else options.idempotency_key or None
        try:
            if operation.reads_projection:
                return self._read_behind_writes(operation, path, options)
            return self._repeated(operation, path, body, key, (), options)
        except SluiceError as error:
            error.idempotency_key = key
            raise

    def _read_behind_writes(self, operation: Operation, path: str, options: CallOptions) -> Any:
        """Positions of a database that is no more there are dropped: they would refuse every later read."""
        own = self._positions.all() if self._reads_own_writes else []
        asked = list(dict.fromkeys([*options.min_positions, *own]))[:MOST]
        try:
            gave = self._repeated(operation, path, None, None, asked, options)
            self._positions.forget(asked)
            return gave
        except BadRequest as error:
            # releases before the error codes send none
            if not own or error.status != 400 or error.error_code not in (None, "invalid-position"):
                raise
        gave = self._repeated(operation, path, None, None, options.min_positions, options)
        self._positions.forget(own)
        return gave

    def _repeated(
        self, operation: Operation, path: str, body: Any, key: Optional[str], positions: Any, options: CallOptions
    ) -> Any:
        """Sends a call until it is answered, as often as it may be repeated. A token that is refused is renewed once; that is no attempt."""
        wait = _wait_of(path, body)
        deadline = time.monotonic() + (self._timeout if options.timeout is None else options.timeout) + wait
        attempts = self._attempts if options.attempts is None else options.attempts
        is_repeatable = operation.method == "GET" or key is not None
        if operation.is_service or not is_repeatable:
            attempts = 1
        headers = {"Accept": "*/*" if operation.gives == "text" else "application/json"}
        sent: Optional[bytes] = None
        if body is not None:
            sent = _json_of(body)
            headers["Content-Type"] = "application/json"
        elif operation.method != "GET":
            headers["Content-Length"] = "0"
        if key is not None:
            headers["Idempotency-Key"] = key
        if positions:
            headers["Service-Min-Position"] = ",".join(positions)
        _must_be_sendable(headers)
        cancellation = options.cancellation or Cancellation()
        attempt, is_renewed = 1, False
        while True:
            cancellation.check()
            token: Optional[str] = None
            try:
                token = self._token.current()
                if token is not None:
                    headers["Authorization"] = f"Bearer {token}"
                until = min(deadline, time.monotonic() + self._attempt_timeout + wait)
                return self._attempt(operation, path, headers, sent, until, cancellation, is_repeatable)
            except SluiceError as error:
                if isinstance(error, Unauthorized) and not is_renewed and self._token.drop(token):
                    is_renewed = True
                    continue
                pause = pause_behind(attempt, error.retry_after)
                if not error.is_transient or attempt >= attempts or time.monotonic() + pause >= deadline:
                    raise
            cancellation.wait(pause)
            attempt += 1

    def _attempt(
        self,
        operation: Operation,
        path: str,
        headers: Dict[str, str],
        sent: Optional[bytes],
        until: float,
        cancellation: Cancellation,
        is_repeatable: bool,
    ) -> Any:
        answer = self._wire.send(operation.method, path, headers, sent, until, cancellation, is_repeatable)
        where = f"{operation.method} {self._wire.address}{path.split('?')[0]}"
        gave = value_of(answer, operation.gives, where)
        if operation.method != "GET":
            self._positions.note(answer.headers.get("Service-Position"))
        return gave


def _path_of(pattern: str, parts: Mapping[str, Any]) -> str:
    path = pattern
    for name, value in parts.items():
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        # a path cannot hold dots alone: every reader of addresses takes them for steps
        if not isinstance(text, str) or text in ("", ".", ".."):
            raise BadCall(f"{name} must be a text that can be part of a path")
        try:
            path = path.replace("{" + name + "}", quote(text, safe=""))
        except UnicodeEncodeError:
            raise BadCall(f"{name} holds half of a character") from None
    return path


def _query_of(query: Mapping[str, Any]) -> str:
    named = {name: value for name, value in query.items() if value is not None}
    try:
        return "?" + urlencode(named) if named else ""
    except UnicodeEncodeError:
        raise BadCall("the query holds half of a character") from None


def _json_of(body: Any) -> bytes:
    try:
        return json.dumps(body, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise BadCall(f"the body cannot be written as JSON: {error}") from error


def _must_be_sendable(headers: Mapping[str, str]) -> None:
    for name, value in headers.items():
        if not re.fullmatch(r"[\x20-\x7e]*", value):
            raise BadCall(f"{name} must be visible ASCII characters")


def _wait_of(path: str, body: Any) -> float:
    """A request that may wait is given the time for it."""
    if isinstance(body, Mapping):
        seconds: Any = body.get("WaitSeconds") or 0
    else:
        seconds = parse_qs(urlsplit(path).query).get("wait", ["0"])[0] if path.startswith("/Events?") else 0
    try:
        return min(3600.0, max(0.0, float(seconds)))
    except (TypeError, ValueError):
        return 0.0
