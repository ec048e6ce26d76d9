"""Does custom tasks in threads: asks for them, keeps their locks, tells their outcomes, stops in order."""

import logging
import math
import threading
import time
import uuid
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Set

from ._options import CallOptions, Cancellation
from ._pauses import pause_behind
from .errors import BadCall, BadRequest, Conflict, KeyReused, NotFound, SluiceError
from .types import LockedCustomTask

if TYPE_CHECKING:
    from .client import SluiceClient

_log = logging.getLogger("sluice")
#: How long a stop waits for an answer that may bring tasks already. A request that only waits is left then: nothing is locked for who has left.
_LAST_ANSWER = 1.0
_MOST_TASKS = 100
#: How long a worker that stops tries to give a task back.
_GIVE_BACK = 5.0
#: The service waits for a lock to run out; there is no shorter one.
_SHORTEST_LOCK = 1


class BpmnError(Exception):
    """Raised by a handler: the task ends with this error at once, and an error boundary event of the code can catch it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RetryLater(Exception):
    """Raised by a handler: another attempt may succeed. Without attempts left, the task ends with this error."""

    def __init__(self, message: str, *, after_seconds: Optional[int] = None, code: str = "500") -> None:
        super().__init__(message)
        self.code = code
        self.after_seconds = after_seconds


class TaskContext:
    """What a handler gets beside its task."""

    def __init__(self) -> None:
        #: set when the result is not wanted any more: the lock is lost, or the worker stops and cannot wait longer
        self.unwanted = threading.Event()
        #: why: ``lock-lost`` or ``stopped``
        self.reason: Optional[str] = None

    @property
    def is_wanted(self) -> bool:
        return not self.unwanted.is_set()

    def _drop(self, reason: str) -> None:
        if self.reason is None:
            self.reason = reason
        self.unwanted.set()


#: Does one task. What it returns are the variables that output mappings read. It may run twice: hand ``task["idempotencyKey"]`` to other
#: systems. What it raises fails the task: BpmnError at once, RetryLater and everything else as often as the model allows.
TaskHandler = Callable[[LockedCustomTask, TaskContext], Optional[Mapping[str, Any]]]


class _Attempt:
    """One task at work."""

    def __init__(self, task: LockedCustomTask, lock_seconds: int) -> None:
        self.task = task
        self.context = TaskContext()
        self.abandoned = Cancellation()
        self.ended = threading.Event()
        self.extend_at = time.monotonic() + lock_seconds / 3
        self.is_extending = False


class Worker:
    """A worker at work. ``with`` stops it at the end."""

    def __init__(
        self,
        api: "SluiceClient",
        task_type: str,
        handler: TaskHandler,
        *,
        worker_id: Optional[str],
        concurrency: int,
        lock_seconds: int,
        wait_seconds: int,
        grace_seconds: float,
        on_fault: Optional[Callable[[Exception, Optional[Mapping[str, Any]]], None]],
    ) -> None:
        self._api = api
        self._task_type = task_type
        self._handler = handler
        self._concurrency = _whole("concurrency", concurrency, 1, 10_000)
        self._lock_seconds = _whole("lock_seconds", lock_seconds, 3, 3600)
        self._grace_seconds = grace_seconds
        self._on_fault = on_fault
        self._request: Dict[str, Any] = {
            "WorkerId": worker_id or f"worker-{str(uuid.uuid4())[:13]}",
            "LockSeconds": lock_seconds,
            "WaitSeconds": _whole("wait_seconds", wait_seconds, 0, 60),
        }
        self._attempts: Set[_Attempt] = set()
        self._changed = threading.Condition()
        self._stopping = Cancellation()
        self._left = Cancellation()
        self._ended = threading.Event()
        self._stop_lock = threading.Lock()
        self._looping = threading.Thread(target=self._loop, name=f"{task_type} tasks", daemon=True)
        self._keeping = threading.Thread(target=self._keep_locks, name=f"{task_type} locks", daemon=True)
        self._looping.start()
        self._keeping.start()

    @property
    def running(self) -> int:
        """Tasks at work now."""
        with self._changed:
            return len(self._attempts)

    def join(self) -> None:
        """Waits until the worker has stopped."""
        while not self._ended.wait(3600):
            pass

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self, grace_seconds: Optional[float] = None) -> None:
        """Takes no more tasks, waits for those at work, and gives back what does not end in time."""
        began = time.monotonic()
        grace = self._grace_seconds if grace_seconds is None else grace_seconds
        self._stopping.cancel()
        with self._changed:
            self._changed.notify_all()
        with self._stop_lock:
            if self._ended.is_set():
                return
            self._looping.join(min(grace, _LAST_ANSWER))
            self._left.cancel()
            self._looping.join(_GIVE_BACK)
            for attempt in self._running():
                attempt.ended.wait(max(0.0, began + grace - time.monotonic()))
            left = self._running()
            for attempt in left:
                attempt.context._drop("stopped")
                attempt.abandoned.cancel()
            self._give_back([attempt.task for attempt in left])
            self._ended.set()

    def _running(self) -> List[_Attempt]:
        with self._changed:
            return list(self._attempts)

    def _loop(self) -> None:
        failures = 0
        while not self._stopping.is_cancelled:
            with self._changed:
                room = self._concurrency - len(self._attempts)
                if room <= 0 and not self._stopping.is_cancelled:
                    self._changed.wait()
                    continue
            if room <= 0:
                return
            try:
                tasks = self._fetch(min(_MOST_TASKS, room))
                failures = 0
            except Exception as fault:
                if self._stopping.is_cancelled:
                    return
                failures += 1
                self._tell(fault)
                self._stopping.wait(pause_behind(failures, getattr(fault, "retry_after", None)))
                continue
            if self._stopping.is_cancelled:
                self._give_back(tasks)
                return
            for task in tasks:
                self._begin(task)

    def _fetch(self, most: int) -> List[LockedCustomTask]:
        """Asks once: a request whose client has left locks nothing, and the loop asks again anyway."""
        options = CallOptions(attempts=1, idempotency_key="", cancellation=self._left)
        request: Any = {**self._request, "MaxTasks": most}
        return self._api.fetch_and_lock(self._task_type, request, options=options)["tasks"]

    def _begin(self, task: LockedCustomTask) -> None:
        attempt = _Attempt(task, self._lock_seconds)
        with self._changed:
            self._attempts.add(attempt)
        name = f"{self._task_type} {task['activityInstanceId']}"
        threading.Thread(target=self._run, args=(attempt,), name=name, daemon=True).start()

    def _run(self, attempt: _Attempt) -> None:
        try:
            self._carry_out(attempt)
        except Exception as fault:
            if not attempt.abandoned.is_cancelled:
                self._tell(fault, attempt.task)
        finally:
            with self._changed:
                self._attempts.discard(attempt)
                self._changed.notify_all()
            attempt.ended.set()

    def _carry_out(self, attempt: _Attempt) -> None:
        thrown: Optional[BaseException] = None
        variables: Optional[Mapping[str, Any]] = None
        try:
            variables = self._handler(attempt.task, attempt.context)
        except BaseException as error:  # a handler that ends its thread has failed too
            thrown = error
        if not attempt.context.is_wanted:
            return
        try:
            if thrown is None:
                self._complete(attempt, variables)
            else:
                self._fail(attempt, thrown)
        except SluiceError as fault:
            if not _is_lost(fault):
                raise

    def _complete(self, attempt: _Attempt, variables: Optional[Mapping[str, Any]]) -> None:
        task = attempt.task
        request: Any = {"LockToken": task["lockToken"], **({} if variables is None else {"Variables": variables})}
        try:
            self._api.complete_custom_task(task["activityInstanceId"], request, options=_until_answered(attempt))
        except (BadRequest, BadCall) as error:
            # a result that the service cannot take is a failure of the handler
            self._fail(attempt, RetryLater(f"The result cannot be taken: {error}"))

    def _fail(self, attempt: _Attempt, thrown: BaseException) -> None:
        task = attempt.task
        request: Any = {
            "LockToken": task["lockToken"],
            "ErrorMessage": _message_of(thrown),
            "IsRetryable": not isinstance(thrown, BpmnError),
        }
        if isinstance(thrown, (BpmnError, RetryLater)):
            request["ErrorCode"] = _storable(thrown.code)
        if isinstance(thrown, RetryLater) and thrown.after_seconds is not None:
            request["RetryAfterSeconds"] = thrown.after_seconds
        self._api.fail_custom_task(task["activityInstanceId"], request, options=_until_answered(attempt))

    def _keep_locks(self) -> None:
        """Extends locks three times as often as needed, by a clock that nobody sets. A worker that cannot reach the service goes on: its
        result counts as long as nobody else has got the task."""
        every = self._lock_seconds / 3
        while not self._ended.wait(min(1.0, every / 4)):
            now = time.monotonic()
            for attempt in self._running():
                if attempt.extend_at <= now and not attempt.is_extending and attempt.context.is_wanted:
                    attempt.is_extending = True
                    threading.Thread(target=self._extend, args=(attempt, every), daemon=True).start()

    def _extend(self, attempt: _Attempt, every: float) -> None:
        task = attempt.task
        request: Any = {"LockToken": task["lockToken"], "LockSeconds": self._lock_seconds}
        try:
            options = CallOptions(timeout=every, cancellation=attempt.abandoned)
            self._api.extend_lock(task["activityInstanceId"], request, options=options)
        except SluiceError as fault:
            if attempt.ended.is_set() or attempt.abandoned.is_cancelled:
                return
            if _is_lost(fault):
                attempt.context._drop("lock-lost")
            else:
                self._tell(fault, task)
        finally:
            attempt.extend_at = time.monotonic() + every
            attempt.is_extending = False

    def _give_back(self, tasks: List[LockedCustomTask]) -> None:
        """Lets locks run out at once, so that the next worker gets the tasks. That is no failure, so it uses up none of their attempts."""
        threads = [threading.Thread(target=self._give_back_one, args=(task,), daemon=True) for task in tasks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(_GIVE_BACK + 1)

    def _give_back_one(self, task: LockedCustomTask) -> None:
        request: Any = {"LockToken": task["lockToken"], "LockSeconds": _SHORTEST_LOCK}
        try:
            self._api.extend_lock(task["activityInstanceId"], request, options=CallOptions(timeout=_GIVE_BACK))
        except SluiceError as fault:
            if not _is_lost(fault):
                self._tell(fault, task)

    def _tell(self, fault: Exception, task: Optional[Mapping[str, Any]] = None) -> None:
        """What the listener raises must not stop the work."""
        try:
            if self._on_fault is not None:
                self._on_fault(fault, task)
            else:
                which = "" if task is None else f", task {task['activityInstanceId']}"
                _log.warning("worker of %s%s: %s", self._task_type, which, fault)
        except Exception:
            _log.exception("the listener to faults has failed")


def _until_answered(attempt: _Attempt) -> CallOptions:
    """Told until it is accepted or refused: what is done must not be done again because the service was away for a while."""
    return CallOptions(timeout=math.inf, attempts=1_000_000_000, cancellation=attempt.abandoned)


def _is_lost(fault: SluiceError) -> bool:
    return isinstance(fault, (Conflict, NotFound, KeyReused))


def _message_of(thrown: BaseException) -> str:
    text = _storable(str(thrown) or type(thrown).__name__)[:2000]
    return text if text.strip() else "failed"


def _storable(text: str) -> str:
    """Without what no text of the service may hold."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _whole(name: str, value: int, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadCall(f"{name} must be a whole number from {least} to {most}")
    return value
