"""A worker for custom tasks on the client of Sluice: python3 worker.py http://localhost:8080"""
import os
import signal
import sys

from sluice import BpmnError, SluiceClient

NAME = f"python-{os.getpid()}"


def quote(task, context):
    """The work: prices an order. It may run twice: hand task["idempotencyKey"] to other systems, so that it does no harm there."""
    quantity = task["input"].get("quantity")
    if not isinstance(quantity, (int, float)) or quantity <= 0:
        raise BpmnError("bad-quantity", f"quantity must be a positive number, not {quantity!r}")
    print(f"priced {task['idempotencyKey']}")
    return {"price": quantity * 3, "pricedBy": NAME}


def audit(task, context):
    """What listens: input["__listener"] says to what. What it gives is stored."""
    heard = task["input"]["__listener"]
    print(f"{heard['element']}: {heard['event']}")
    return {"auditedBy": NAME}


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    url = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8080"
    sluice = SluiceClient(url, os.environ.get("SLUICE_TOKEN") or None)
    with sluice.work("quote", quote, worker_id=NAME, lock_seconds=30) as quotes, sluice.work("audit", audit, worker_id=NAME):
        quotes.join()  # until the end of the program, which stops both


if __name__ == "__main__":
    main()
