"""What goes wrong with calls. Compare ``code`` or the class, never the text."""

from typing import Any, Optional


class SluiceError(Exception):
    """Something has gone wrong with a call."""

    code = "error"
    #: whether the same call may succeed later
    is_transient = False

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        error_code: Optional[str] = None,
        body: Any = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        #: of the answer; 0: there was none
        self.status = status
        #: exact error of the service, for example ``unknown-process``
        self.error_code = error_code
        #: of the answer: parsed where it is JSON, else its first characters
        self.body = body
        #: what the service has asked to wait; seconds
        self.retry_after = retry_after
        #: of a write: give it to the repeat of the same call, and the work is done once. Set when the call is over.
        self.idempotency_key: Optional[str] = None

    @property
    def is_outcome_unknown(self) -> bool:
        """Whether a write may have been carried out, although the call has failed."""
        return self.idempotency_key is not None and (self.is_transient or self.status == 500)


class BadRequest(SluiceError):
    """400, and every other 4xx without a class of its own: the request cannot be carried out as it is."""

    code = "bad-request"


class Unauthorized(SluiceError):
    """401"""

    code = "unauthorized"


class Forbidden(SluiceError):
    """403"""

    code = "forbidden"


class NotFound(SluiceError):
    """404"""

    code = "not-found"


class Conflict(SluiceError):
    """409: what it is about does not allow it now"""

    code = "conflict"


class KeyReused(SluiceError):
    """422: the key was used for another request"""

    code = "key-reused"


class TooManyRequests(SluiceError):
    """429"""

    code = "too-many-requests"
    is_transient = True


class ServerFault(SluiceError):
    """500"""

    code = "server-fault"


class Unavailable(SluiceError):
    """502, 503, 504: the service, or what stands before it, cannot answer now"""

    code = "unavailable"
    is_transient = True


class NoAnswer(SluiceError):
    """Nothing came, or the connection broke while it came."""

    code = "no-answer"
    is_transient = True


class TimedOut(SluiceError):
    """Nothing came in the time there was."""

    code = "timed-out"
    is_transient = True


class NotTheApi(SluiceError):
    """What answers is something else than Sluice: a page of a proxy, another program."""

    code = "not-the-api"


class Redirected(SluiceError):
    """The address leads elsewhere. It is not followed: the token is for this address alone."""

    code = "redirected"


class BadCall(SluiceError):
    """The call cannot be sent as it was written."""

    code = "bad-call"


class NoToken(SluiceError):
    """What gives tokens has failed. It is asked again."""

    code = "no-token"
    is_transient = True


class Cancelled(SluiceError):
    """The caller does not want the call any more."""

    code = "cancelled"


OF_STATUS = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    422: KeyReused,
    429: TooManyRequests,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}
