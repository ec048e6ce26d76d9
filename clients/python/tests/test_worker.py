import json
import threading
import time
import unittest
from typing import Any, Callable, Dict, List, Optional, Tuple

from sluice import BadCall, BpmnError, RetryLater, SluiceClient, Worker
from stub import Seen, Stub, reply


class Work(unittest.TestCase):
    def setUp(self) -> None:
        self.waiting: List[str] = []
        self.told: List[Tuple[str, str, Dict[str, Any]]] = []
        self.faults: List[str] = []
        #: status of an answer, by act; else 200
        self.refusals: Dict[str, Callable[[], int]] = {}
        self.lock = threading.Lock()
        self.stub = Stub(self.answer)
        self.addCleanup(self.stub.close)
        self.client = SluiceClient(self.stub.url)
        self.addCleanup(self.client.close)

    def answer(self, handler: Any, seen: Seen) -> None:
        _, _, task, act = seen.path.split("/")
        asked = json.loads(seen.body)
        status = self.refusals.get(act, lambda: 200)()
        if act != "fetch-and-lock":
            with self.lock:
                self.told.append((task, act, asked))
            reply(status, {} if status == 200 else {"detail": f"refused with {status}"})(handler, seen)
            return
        until = time.monotonic() + asked["WaitSeconds"]
        while status == 200 and not self.waiting and time.monotonic() < until:
            time.sleep(0.005)
        with self.lock:
            most = asked["MaxTasks"] if status == 200 else 0
            given, self.waiting = self.waiting[:most], self.waiting[most:]
        tasks = [{"activityInstanceId": one, "lockToken": f"lock {one}", "input": {}} for one in given]
        reply(status, {"tasks": tasks} if status == 200 else {"detail": f"refused with {status}"})(handler, seen)

    def work(self, handler: Any, **options: Any) -> Worker:
        rules: Dict[str, Any] = {"lock_seconds": 3, "wait_seconds": 1, "on_fault": lambda fault, task: self.faults.append(str(fault))}
        return self.client.work("quote", handler, **{**rules, **options})

    def told_of(self, act: str) -> List[Tuple[str, str, Dict[str, Any]]]:
        with self.lock:
            return [one for one in self.told if one[1] == act]

    def eventually(self, look: Callable[[], bool], within: float = 15) -> None:
        until = time.monotonic() + within
        while not look():
            if time.monotonic() > until:
                self.fail(f"not in time; told: {self.told[-3:]}, faults: {self.faults[-3:]}")
            time.sleep(0.01)

    def test_many_tasks_are_done_once_each_and_no_more_at_a_time_than_allowed(self) -> None:
        self.waiting = [f"t{i}" for i in range(2000)]
        now: List[int] = [0, 0]

        def handler(task: Any, context: Any) -> Dict[str, Any]:
            with self.lock:
                now[0] += 1
                now[1] = max(now)
            with self.lock:
                now[0] -= 1
            return {}

        with self.work(handler, concurrency=20):
            self.eventually(lambda: len(self.told_of("complete")) >= 2000, 60)
        self.assertEqual(len({task for task, _, _ in self.told}), 2000)
        self.assertEqual((len(self.told), now[1] <= 20, self.faults), (2000, True, []))

    def test_each_outcome_is_told_as_the_api_wants_it(self) -> None:
        def later() -> None:
            raise RetryLater("busy", after_seconds=9, code="BUSY")

        def bpmn() -> None:
            raise BpmnError("DECLINED", "no money")

        def other() -> None:
            raise ValueError("half \ud800 of \0 it")

        outcomes: Dict[str, Callable[[], Any]] = {
            "done": lambda: {"price": 3},
            "nothing": lambda: None,
            "bpmn": bpmn,
            "later": later,
            "other": other,
            "unwritable": lambda: {"set": {1}},
        }
        self.waiting = list(outcomes)
        with self.work(lambda task, _: outcomes[task["activityInstanceId"]]()):
            self.eventually(lambda: len(self.told) >= 6)
        told = {task: (act, {name: value for name, value in body.items() if name != "LockToken"}) for task, act, body in self.told}
        self.assertEqual(told["done"], ("complete", {"Variables": {"price": 3}}))
        self.assertEqual(told["nothing"], ("complete", {}))
        self.assertEqual(told["bpmn"], ("fail", {"ErrorCode": "DECLINED", "ErrorMessage": "no money", "IsRetryable": False}))
        self.assertEqual(
            told["later"],
            ("fail", {"ErrorCode": "BUSY", "ErrorMessage": "busy", "IsRetryable": True, "RetryAfterSeconds": 9}),
        )
        self.assertEqual(told["other"], ("fail", {"ErrorMessage": "half ? of   it", "IsRetryable": True}))
        self.assertIn("The result cannot be taken", told["unwritable"][1]["ErrorMessage"])
        self.assertEqual(self.faults, [])

    def test_the_lock_is_extended_while_the_handler_runs(self) -> None:
        self.waiting = ["slow"]

        def handler(task: Any, context: Any) -> Dict[str, Any]:
            self.eventually(lambda: len(self.told_of("extend-lock")) >= 2)
            return {}

        with self.work(handler):
            self.eventually(lambda: len(self.told_of("complete")) == 1)
        self.assertEqual(self.told[-1][1], "complete")
        self.assertEqual(self.told[0][2], {"LockToken": "lock slow", "LockSeconds": 3})

    def test_nothing_is_told_when_the_lock_is_lost(self) -> None:
        self.waiting = ["lost"]
        self.refusals = {"extend-lock": lambda: 409}
        reason: List[Optional[str]] = []

        def handler(task: Any, context: Any) -> Dict[str, Any]:
            context.unwanted.wait(15)
            reason.append(context.reason)
            return {"late": True}

        with self.work(handler) as worker:
            self.eventually(lambda: len(reason) == 1 and worker.running == 0)
        self.assertEqual((reason, [act for _, act, _ in self.told], self.faults), (["lock-lost"], ["extend-lock"], []))

    def test_a_result_is_told_until_it_is_taken(self) -> None:
        self.waiting = ["done"]
        left = [3]

        def refuse() -> int:
            left[0] -= 1
            return 503 if left[0] >= 0 else 200

        self.refusals = {"complete": refuse}
        client = SluiceClient(self.stub.url, timeout=0.05, attempts=2)
        with client.work("quote", lambda task, context: {}, wait_seconds=1):
            self.eventually(lambda: len(self.told_of("complete")) == 4)
        keys = {one.headers["Idempotency-Key"] for one in self.stub.requests if one.path.endswith("/complete")}
        self.assertEqual(len(keys), 1)

    def test_a_task_fails_when_the_service_does_not_take_its_result(self) -> None:
        self.waiting = ["large"]
        self.refusals = {"complete": lambda: 413}
        with self.work(lambda task, context: {"large": "x"}):
            self.eventually(lambda: len(self.told_of("fail")) == 1)
        self.assertEqual(self.told[-1][2]["ErrorMessage"], "The result cannot be taken: refused with 413")

    def test_a_stop_finishes_what_runs_and_takes_no_more(self) -> None:
        self.waiting = [f"t{i}" for i in range(10)]
        finish = threading.Event()
        worker = self.work(lambda task, context: finish.wait(15) and {}, concurrency=4)
        self.eventually(lambda: worker.running == 4)
        threading.Timer(0.2, finish.set).start()
        worker.stop()
        self.assertEqual((len(self.told_of("complete")), len(self.waiting), worker.running), (4, 6, 0))
        worker.join()

    def test_what_does_not_end_is_given_back(self) -> None:
        self.waiting = ["endless"]
        finish = threading.Event()
        reason: List[Optional[str]] = []

        def handler(task: Any, context: Any) -> Dict[str, Any]:
            context.unwanted.wait(15)
            reason.append(context.reason)
            finish.wait(15)
            return {"late": True}

        worker = self.work(handler)
        self.eventually(lambda: worker.running == 1)
        worker.stop(grace_seconds=0.2)
        finish.set()
        self.eventually(lambda: worker.running == 0)
        self.assertEqual(reason, ["stopped"])
        self.assertEqual([(act, body["LockSeconds"]) for _, act, body in self.told], [("extend-lock", 1)])

    def test_a_stop_is_quick_when_nothing_is_at_work(self) -> None:
        worker = self.work(lambda task, context: {}, wait_seconds=60)
        self.eventually(lambda: len(self.stub.requests) > 0)
        began = time.monotonic()
        worker.stop()
        worker.stop()
        self.assertLess(time.monotonic() - began, 5)

    def test_tasks_are_asked_for_again_when_requests_fail(self) -> None:
        self.refusals = {"fetch-and-lock": lambda: 503 if len(self.faults) < 3 else 200}
        self.waiting = ["one"]
        with self.work(lambda task, context: {}):
            self.eventually(lambda: len(self.told_of("complete")) == 1)
        self.assertEqual(self.faults, ["refused with 503"] * 3)

    def test_what_cannot_be_is_refused(self) -> None:
        for options in ({"concurrency": 0}, {"lock_seconds": 2}, {"wait_seconds": 61}, {"concurrency": True}):
            with self.assertRaises(BadCall):
                self.work(lambda task, context: {}, **options)


if __name__ == "__main__":
    unittest.main()
