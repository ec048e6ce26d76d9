"""From answers to values and errors."""

import json
import re
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, Mapping, NamedTuple, Optional

from .errors import OF_STATUS, BadRequest, NoAnswer, NotTheApi, Redirected, ServerFault, SluiceError

#: How much of a body that is no JSON an error keeps; characters.
_KEPT_TEXT = 1000
_JSON = re.compile(r"application/(?:[\w.+-]+\+)?json\b", re.IGNORECASE)


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


def value_of(answer: Answer, gives: str, where: str) -> Any:
    """The body of a 200; raises what every other answer means."""
    if 300 <= answer.status < 400:
        raise Redirected(
            f"{where} leads to another address, which is not followed: use that one", status=answer.status
        )
    text = answer.body.decode("utf-8", "replace")
    if not 200 <= answer.status < 300:
        raise _refusal(answer, text, where)
    if gives == "text":
        return text
    if text == "":
        if gives == "empty":
            return None
        raise NotTheApi(f"{where} has answered nothing", status=answer.status)
    if not _is_json(answer):
        raise NotTheApi(
            f"what answers at {where} is not Sluice: its answer is not JSON",
            status=answer.status,
            body=text[:_KEPT_TEXT],
        )
    try:
        return json.loads(text)
    except ValueError as error:
        raise NoAnswer(f"the answer of {where} broke off", status=answer.status, body=text[:_KEPT_TEXT]) from error


def _is_json(answer: Answer) -> bool:
    return _JSON.match(answer.headers.get("Content-Type") or "") is not None


def _refusal(answer: Answer, text: str, where: str) -> SluiceError:
    body: Any = None
    if _is_json(answer):
        try:
            body = json.loads(text)
        except ValueError:
            pass
    kind = OF_STATUS.get(answer.status) or (ServerFault if answer.status >= 500 else BadRequest)
    return kind(
        _detail_of(body) or f"{where} has answered {answer.status}",
        status=answer.status,
        error_code=answer.headers.get("Service-Error-Code"),
        body=text[:_KEPT_TEXT] if body is None else body,
        retry_after=_retry_after(answer.headers),
    )


def _detail_of(body: Any) -> Optional[str]:
    """The text of either shape of errors, with the further reasons of a deploy."""
    if not isinstance(body, Mapping):
        return None
    said = body.get("detail", body.get("error"))
    if not isinstance(said, str):
        return None
    more = body.get("Errors")
    return "\n".join([said, *map(str, more[1:])]) if isinstance(more, list) else said


def _retry_after(headers: Message) -> Optional[float]:
    """A time of day counts by the clock of who sent it: the one of this machine may be wrong."""
    text = (headers.get("Retry-After") or "").strip()
    if re.fullmatch(r"\d{1,9}", text):
        return float(text)
    try:
        wait = parsedate_to_datetime(text) - parsedate_to_datetime(headers.get("Date") or "")
        return max(0.0, wait.total_seconds())
    except (TypeError, ValueError, IndexError):
        return None
