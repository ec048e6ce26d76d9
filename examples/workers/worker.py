"""A worker for custom tasks on the standard library alone: python3 worker.py http://localhost:8080"""
import json, os, signal, sys, threading, time, urllib.error, urllib.request

BASE = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://localhost:8080"
WORKER_ID, LOCK_SECONDS, stopping = f"python-{os.getpid()}", 30, threading.Event()

class TaskFailure(Exception):
    """Fails the task with a code that error boundary events can catch."""
    def __init__(self, code, message, retryable=True):
        super().__init__(message)
        self.code, self.retryable = code, retryable

def quote(task):
    """The work: prices an order. It may run twice: hand task["idempotencyKey"] to other systems, so that it does no harm there."""
    quantity = task["input"].get("quantity")
    if not isinstance(quantity, (int, float)) or quantity <= 0:
        raise TaskFailure("bad-quantity", f"quantity must be a positive number, not {quantity!r}", retryable=False)
    return {"price": quantity * 3, "pricedBy": WORKER_ID}

def audit(task):
    """What listens: input["__listener"] says to what. What it gives is stored."""
    heard = task["input"]["__listener"]
    print(f"{heard['element']}: {heard['event']}", file=sys.stderr)
    return {"auditedBy": WORKER_ID}

def post(path, body):
    request = urllib.request.Request(BASE + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=40) as response:
        return json.loads(response.read() or b"{}")

def tell(task, action, **body):
    """False when the task is no longer ours: its activity has ended, or another worker has it. A repeat changes nothing."""
    while True:
        try:
            post(f"/custom-tasks/{task['activityInstanceId']}/{action}", {"LockToken": task["lockToken"], **body})
            return True
        except OSError as error:
            if isinstance(error, urllib.error.HTTPError) and error.code != 503:
                print(f"{action}: {error.code} {error.read().decode()}", file=sys.stderr)
                return False
        time.sleep(1)

def run(task, handler):
    done = threading.Event()
    def keep_lock():
        while not done.wait(LOCK_SECONDS / 3) and tell(task, "extend-lock", LockSeconds=LOCK_SECONDS): pass
    threading.Thread(target=keep_lock, daemon=True).start()
    try:
        tell(task, "complete", Variables=handler(task))
    except Exception as error:  # what has no code of its own gets 500, and may be tried again
        code, retryable = getattr(error, "code", "500"), getattr(error, "retryable", True)
        tell(task, "fail", ErrorCode=str(code), ErrorMessage=str(error) or "failed", IsRetryable=retryable)
    done.set()

def work(task_type, handler):
    while not stopping.is_set():
        try:
            fetch = {"WorkerId": WORKER_ID, "MaxTasks": 1, "LockSeconds": LOCK_SECONDS, "WaitSeconds": 20}
            for task in post(f"/custom-tasks/{task_type}/fetch-and-lock", fetch)["tasks"]: run(task, handler)
        except OSError as error:  # the API is away: what is locked comes back when its lock runs out
            print(error, file=sys.stderr)
            stopping.wait(1)

signal.signal(signal.SIGTERM, lambda *_: stopping.set())
for task_type, handler in (("quote", quote), ("audit", audit)):
    threading.Thread(target=work, args=(task_type, handler), daemon=True).start()
stopping.wait()
