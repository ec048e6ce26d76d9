"""How long to wait between attempts."""

import random
from typing import Optional

_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 10.0


def pause_behind(attempt: int, retry_after: Optional[float]) -> float:
    """How long to wait behind a failed attempt, counted from 1: twice as long each time, and never the same for two callers, so that those
    who were refused together do not come back together. Never shorter than the service has asked for."""
    most = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** min(attempt, 20))
    return (retry_after or 0.0) + most / 2 + random.random() * most / 2
