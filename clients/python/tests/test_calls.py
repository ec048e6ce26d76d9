import threading
import time
import unittest
from typing import Any, List

from sluice import (
    BadCall,
    BadRequest,
    CallOptions,
    Cancellation,
    Cancelled,
    Conflict,
    NoAnswer,
    NotFound,
    NotTheApi,
    Redirected,
    SluiceClient,
    SluiceError,
    TimedOut,
    Unauthorized,
    Unavailable,
)
from stub import Stub, broken, html, reply, silent

STARTED = reply(200, {"WorkflowInstanceId": "i"}, {"Service-Position": "p1"})
ROWS = reply(200, {"items": [], "totalCount": 0, "page": 1, "pageSize": 20})
START: Any = {"WorkflowId": "order"}


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        self.stub = Stub(STARTED)
        self.addCleanup(self.stub.close)

    def client(self, **options: Any) -> SluiceClient:
        client = SluiceClient(self.stub.url, **options)
        self.addCleanup(client.close)
        return client

    def keys(self) -> List[Any]:
        return [one.headers["Idempotency-Key"] for one in self.stub.requests]

    def test_a_write_is_repeated_under_one_key_when_connections_break_or_the_service_is_away(self) -> None:
        self.stub.replies = [broken, reply(503, {"error": "The service is starting"}), html(502), silent]
        client = self.client()
        self.assertEqual(client.start(START), {"WorkflowInstanceId": "i"})
        self.assertGreaterEqual(len(self.stub.requests), 5)
        self.assertEqual(len(set(self.keys())), 1)
        client.start(START)
        self.assertEqual(len(set(self.keys())), 2)

    def test_a_call_waits_as_long_as_it_is_asked_to_by_the_clock_of_the_service(self) -> None:
        headers = {"Retry-After": "Mon, 01 Jan 2001 00:00:01 GMT", "Date": "Mon, 01 Jan 2001 00:00:00 GMT"}
        self.stub.replies = [reply(429, {"error": "x"}, headers)]
        began = time.monotonic()
        self.client().start(START)
        self.assertTrue(1 <= time.monotonic() - began < 5)

    def test_a_call_gives_up_at_once_when_it_is_asked_to_wait_longer_than_it_has(self) -> None:
        self.stub.replies = [reply(503, {"detail": "Too many commands are waiting."}, {"Retry-After": "3600"})]
        with self.assertRaises(Unavailable) as caught:
            self.client().start(START)
        error = caught.exception
        self.assertEqual((error.code, error.status, error.retry_after), ("unavailable", 503, 3600))
        self.assertEqual(str(error), "Too many commands are waiting.")
        self.assertTrue(error.is_outcome_unknown)
        self.assertEqual(error.idempotency_key, self.keys()[0])

    def test_a_call_ends_when_a_storm_of_503_does_not(self) -> None:
        self.stub.otherwise = reply(503, {"error": "no"})
        with self.assertRaises(Unavailable):
            self.client(attempts=3).start(START)
        self.assertEqual((len(self.stub.requests), len(set(self.keys()))), (3, 1))

    def test_a_final_answer_is_not_repeated_and_has_its_class_text_and_body(self) -> None:
        cases: Any = [
            (400, {"error": "WorkflowId is required"}, BadRequest, "WorkflowId is required"),
            (404, {"detail": "not there"}, NotFound, "not there"),
            (409, {"detail": "not now"}, Conflict, "not now"),
            (400, {"error": "a", "Errors": ["a", "b"]}, BadRequest, "a\nb"),
        ]
        for status, body, kind, text in cases:
            self.stub.requests.clear()
            self.stub.replies = [reply(status, body)]
            with self.assertRaises(kind) as caught:
                self.client().start(START)
            error = caught.exception
            self.assertEqual((error.status, str(error), error.body), (status, text, body))
            self.assertFalse(error.is_outcome_unknown)
            self.assertEqual(len(self.stub.requests), 1)

    def test_a_write_without_a_key_is_sent_once(self) -> None:
        self.stub.otherwise = silent
        with self.assertRaises(NoAnswer) as caught:
            self.client().start(START, options=CallOptions(idempotency_key=""))
        self.assertEqual((self.keys(), caught.exception.idempotency_key), ([None], None))

    def test_a_page_is_not_the_api(self) -> None:
        self.stub.replies = [html(200)]
        with self.assertRaises(NotTheApi):
            self.client().list_definitions()
        self.stub.replies = [html(404)]
        with self.assertRaises(NotFound) as caught:
            self.client().list_definitions()
        self.assertEqual(caught.exception.body, "<html>Bad gateway</html>")

    def test_a_redirect_is_not_followed_so_that_the_token_goes_nowhere_else(self) -> None:
        other = Stub(reply(200, {}))
        self.addCleanup(other.close)
        for status in (301, 302, 303, 307, 308):
            self.stub.replies = [reply(status, None, {"Location": f"{other.url}/Execution/start"})]
            with self.assertRaises(Redirected):
                self.client(token="secret").start(START)
        self.assertEqual(other.requests, [])

    def test_a_refused_token_is_asked_for_again_once_and_threads_share_the_new_one(self) -> None:
        asked: List[str] = []

        def source() -> str:
            asked.append("t")
            return f"t{len(asked)}"

        refuse = reply(401)
        self.stub.otherwise = lambda handler, seen: (
            refuse(handler, seen) if seen.headers["Authorization"] == "Bearer t1" else STARTED(handler, seen)
        )
        client = self.client(token=source)
        threads = [threading.Thread(target=client.start, args=(START,)) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(asked), 2)
        self.stub.otherwise = refuse
        with self.assertRaises(Unauthorized):
            client.start(START)
        self.assertEqual(len(asked), 3)

    def test_what_gives_tokens_is_asked_again_when_it_has_failed(self) -> None:
        asked: List[int] = []

        def source() -> str:
            asked.append(1)
            if len(asked) < 3:
                raise OSError("no issuer")
            return "t"

        self.client(token=source).start(START)
        self.assertEqual(self.stub.requests[0].headers["Authorization"], "Bearer t")

    def test_a_token_that_cannot_be_sent_is_never_shown(self) -> None:
        with self.assertRaises(BadCall) as caught:
            self.client(token=lambda: "top secret\n").start(START)
        self.assertNotIn("secret", repr(caught.exception))
        with self.assertRaises(BadCall):
            SluiceClient(self.stub.url, "top secret\n")

    def test_ids_stay_as_they_are(self) -> None:
        self.stub.otherwise = ROWS
        client = SluiceClient(self.stub.url + "/base/")
        self.addCleanup(client.close)
        client.list_instances_of_version("a/b ?#%ü漢😀", 2, filters="a==b&c,d+e")
        self.assertEqual(
            self.stub.requests[0].path,
            "/base/Definitions/a%2Fb%20%3F%23%25%C3%BC%E6%BC%A2%F0%9F%98%80/2/instances?filters=a%3D%3Db%26c%2Cd%2Be",
        )

    def test_what_cannot_mean_what_it_says_is_not_sent(self) -> None:
        client = self.client()
        bad: Any = ["", ".", "..", "\ud800", None]
        for one in bad:
            with self.assertRaises(BadCall):
                client.read_state(one)
        for value in (float("nan"), {1, 2}, object()):
            with self.assertRaises(BadCall):
                client.start({"WorkflowId": "x", "Variables": {"v": value}})
        with self.assertRaises(BadCall):
            client.start(START, options=CallOptions(idempotency_key="a\r\nb: c"))
        for url in ("", "ftp://x", "http://me:secret@x", "http://x:y"):
            with self.assertRaises(BadCall):
                SluiceClient(url)
        self.assertEqual(self.stub.requests, [])

    def test_reads_ask_for_what_was_written_until_one_has_shown_it(self) -> None:
        client = self.client()
        asked = lambda: self.stub.requests[-1].headers["Service-Min-Position"]  # noqa: E731
        client.start(START)
        self.stub.replies = [reply(200, {}, {"Service-Position": "p2"})]
        client.start(START)
        self.stub.otherwise = ROWS
        client.list_definitions()
        self.assertEqual(asked(), "p1,p2")
        client.list_definitions()
        self.assertIsNone(asked())
        client.list_definitions(options=CallOptions(min_positions=["p9"]))
        self.assertEqual(asked(), "p9")

    def test_positions_that_nobody_knows_any_more_are_dropped(self) -> None:
        client = self.client()
        client.start(START)
        self.stub.replies = [reply(400, {"detail": "not a position"}), ROWS]
        client.list_definitions()
        self.assertEqual(client.positions(), [])

    def test_a_list_is_read_over_all_its_pages(self) -> None:
        def pages(handler: Any, seen: Any) -> None:
            page = int(seen.path.split("page=")[1].split("&")[0])
            items = [{"instanceId": f"{page}.{i}"} for i in range(100 if page < 3 else 7)]
            reply(200, {"items": items, "totalCount": 207, "page": page, "pageSize": 100})(handler, seen)

        self.stub.otherwise = pages
        ids = [one["instanceId"] for one in self.client().all.find_instances(filters="a==b")]
        self.assertEqual((len(ids), len(set(ids)), len(self.stub.requests)), (207, 207, 3))

    def test_a_call_ends_in_time_when_nobody_answers(self) -> None:
        over = threading.Event()
        self.addCleanup(over.set)
        self.stub.otherwise = lambda handler, seen: (over.wait(10), silent(handler, seen))[1]
        with self.assertRaises(TimedOut) as caught:
            self.client(attempt_timeout=0.05, timeout=0.4).start(START)
        self.assertTrue(caught.exception.is_outcome_unknown)
        self.assertTrue(2 <= len(self.stub.requests) <= 5)

    def test_a_call_ends_at_once_when_it_is_cancelled(self) -> None:
        over = threading.Event()
        self.addCleanup(over.set)
        self.stub.otherwise = lambda handler, seen: (over.wait(10), silent(handler, seen))[1]
        cancellation = Cancellation()
        threading.Timer(0.2, cancellation.cancel).start()
        began = time.monotonic()
        with self.assertRaises(Cancelled):
            self.client().start(START, options=CallOptions(cancellation=cancellation))
        self.assertLess(time.monotonic() - began, 5)

    def test_a_connection_that_was_closed_meanwhile_costs_no_attempt(self) -> None:
        client = self.client(attempts=1)
        client.start(START)

        def closing(handler: Any, seen: Any) -> None:
            STARTED(handler, seen)
            handler.close_connection = True

        self.stub.otherwise = closing
        for _ in range(5):
            client.start(START)
            time.sleep(0.02)

    def test_a_closed_port_is_named_without_the_query(self) -> None:
        gone = Stub(ROWS)
        gone.close()
        with self.assertRaises(NoAnswer) as caught:
            SluiceClient(gone.url, attempts=2).find_instances(filters="BusinessId==secret")
        self.assertRegex(str(caught.exception), r"^GET http://127\.0\.0\.1:\d+/Instances is not answered: .*refused")

    def test_how_the_service_is_is_asked_once(self) -> None:
        self.stub.otherwise = reply(503, "Not ready: queue", media="text/plain")
        with self.assertRaises(SluiceError) as caught:
            self.client().ready()
        self.assertEqual((caught.exception.body, len(self.stub.requests)), ("Not ready: queue", 1))


if __name__ == "__main__":
    unittest.main()
