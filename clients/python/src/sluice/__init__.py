"""The client of the API of Sluice, and the worker loop. Standard library only."""

from . import types
from ._options import CallOptions, Cancellation
from ._token import TokenSource
from .client import SluiceClient
from .errors import (
    BadCall,
    BadRequest,
    Cancelled,
    Conflict,
    Forbidden,
    KeyReused,
    NoAnswer,
    NoToken,
    NotFound,
    NotTheApi,
    Redirected,
    ServerFault,
    SluiceError,
    TimedOut,
    TooManyRequests,
    Unauthorized,
    Unavailable,
)
from .worker import BpmnError, RetryLater, TaskContext, TaskHandler, Worker

__all__ = [
    "BadCall",
    "BadRequest",
    "BpmnError",
    "CallOptions",
    "Cancellation",
    "Cancelled",
    "Conflict",
    "Forbidden",
    "KeyReused",
    "NoAnswer",
    "NoToken",
    "NotFound",
    "NotTheApi",
    "Redirected",
    "RetryLater",
    "ServerFault",
    "SluiceClient",
    "SluiceError",
    "TaskContext",
    "TaskHandler",
    "TimedOut",
    "TokenSource",
    "TooManyRequests",
    "Unauthorized",
    "Unavailable",
    "Worker",
    "types",
]
