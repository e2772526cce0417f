"""gunicorn's threaded worker, but no thread ever waits for a client to send.

The stock worker gives each connection a thread as soon as it is opened, and the thread waits for
the request: a few slow or silent clients hold all of them. Here the worker's own loop takes the
bytes in, of as many connections at once as there are, and a thread gets only a request that is
whole. The loop also closes: it reads on for a while and drops what comes, since a connection that
is closed with unread bytes is reset, and its client may then never see the answer.

What this relies on of gunicorn's insides is tested by tests/ops/test_connections.py.
"""

import http
import json
import selectors
import socket
import struct
import time
from concurrent.futures import Future
from functools import partial
from typing import Any, Final

from gunicorn.http import errors as faults  # type: ignore[import-untyped]
from gunicorn.http import get_parser
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

from service.api.context import context_of
from service.api.cors import cors_headers
from service.api.problems import CONTENT_TYPE, KINDS, Problem
from service.framing import HEAD_TOO_LONG, MAX_HEAD, MORE, WHOLE, Framing

SILENT_SECONDS: Final = 10.0  # an open connection on which nothing of a request has come
STALLED_SECONDS: Final = 10.0  # since the last byte of a request that has begun
REQUEST_SECONDS: Final = 60.0  # for the whole of it, and any empty lines before it
SEND_SECONDS: Final = 20  # that a client may leave an answer unread
LINGER_SECONDS: Final = 2.0  # for the client to close its end, and longer while it still sends
LONGEST_LINGER: Final = 20.0
MAX_DROPPED: Final = 256 * 1024 * 1024  # bytes that are read and dropped after an answer
MAX_WAITING: Final = 64 * 1024 * 1024  # bytes held of all requests that are not whole
SWEEP_SECONDS: Final = 0.5
_PART: Final = 256 * 1024  # bytes read at a time

# What gunicorn's parser raises; anything else of its kind is a bad_request.
_CODES: Final = (
    (faults.LimitRequestLine, "uri_too_long", "the request line is too long"),
    (faults.LimitRequestHeaders, "headers_too_large", "the headers are too many or too long"),
    (faults.ExpectationFailed, "expectation_failed", "no such expectation can be met"),
    (faults.UnsupportedTransferCoding, "not_implemented", "there is no such transfer coding here"),
    (faults.InvalidHTTPVersion, "bad_request", "the HTTP version is none that is spoken here"),
    (faults.InvalidRequestMethod, "bad_request", "the method is not well formed"),
    (faults.InvalidRequestLine, "bad_request", "the request line is not well formed"),
    (faults.InvalidHeaderName, "bad_request", "the name of a header is not well formed"),
    (faults.InvalidHeader, "bad_request", "a header is not well formed, or is there twice"),
)


class Arrival:
    """A connection on which a request is awaited."""

    def __init__(self, connection: Any, framing: Framing) -> None:
        now = time.monotonic()
        self.connection = connection
        self.framing = framing
        self.opened = now
        self.heard = now

    def late(self, now: float) -> bool:
        """Whether it has had its time."""
        allowed = STALLED_SECONDS if self.framing.data else SILENT_SECONDS
        return now - self.heard > allowed or now - self.opened > REQUEST_SECONDS


class _Farewell:
    """A connection that is closed on our side, while its client may still be sending."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.heard = self.began
        self.dropped = 0

    def over(self, now: float) -> bool:
        """Whether it has had its time."""
        return now - self.heard > LINGER_SECONDS or now - self.began > LONGEST_LINGER


class HttpWorker(ThreadWorker):  # type: ignore[misc]  # the base class is untyped
    """The worker; all but ``handle_request`` and ``handle_error`` runs in its own loop."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._arrivals: dict[Any, Arrival] = {}
        self._farewells: dict[Any, _Farewell] = {}
        self._origins: dict[socket.socket, str | None] = {}  # of the requests that threads have
        self._last: set[Any] = set()  # connections that are of no use after the request at hand
        self._swept = 0.0

    def accept(self, listener: socket.socket) -> None:
        """Take a connection in and await a request on it."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return  # another process was faster, or the client has gone
        client.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("@ll", SEND_SECONDS, 0)
        )
        self.nr_conns += 1
        if self.nr_conns >= self.worker_connections:
            self._make_room()
        self._await_request(TConn(self.cfg, client, address, listener.getsockname()), b"")

    def on_client_socket_readable(self, conn: Any, client: socket.socket) -> None:
        """A kept connection is used again, or closed."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._await_request(conn, b"")

    def _await_request(self, connection: Any, begun: bytes) -> None:
        connection.sock.setblocking(False)
        arrival = Arrival(connection, Framing())
        self._arrivals[connection] = arrival
        read = partial(self._read, arrival)
        self.poller.register(connection.sock, selectors.EVENT_READ, read)
        if begun:
            self._take(arrival, begun)
        else:
            self._read(arrival, connection.sock)

    def _read(self, arrival: Arrival, client: socket.socket) -> None:
        if self._arrivals.get(arrival.connection) is not arrival:
            return  # parted from since the poller looked
        try:
            part = client.recv(_PART)
        except BlockingIOError:
            return
        except OSError:
            self._forget(arrival.connection)
            return
        if part:
            self._take(arrival, part)
        elif arrival.framing.data:
            self._refuse(arrival, "bad_request", "the connection ended within the request")
        else:
            self._forget(arrival.connection)

    def _take(self, arrival: Arrival, part: bytes) -> None:
        framing = arrival.framing
        arrival.heard = time.monotonic()
        expected = framing.expects
        stage = framing.add(part)
        if stage == HEAD_TOO_LONG:
            detail = f"the head of a request has at most {MAX_HEAD} bytes"
            self._refuse(arrival, "headers_too_large", detail)
        elif stage != MORE:
            self._hand_over(arrival, last=stage != WHOLE)
        elif framing.expects and not expected:
            _send(arrival.connection.sock, b"HTTP/1.1 100 Continue\r\n\r\n")

    def _hand_over(self, arrival: Arrival, *, last: bool) -> None:
        """Give a request to a thread, which then reads from memory alone."""
        connection = arrival.connection
        del self._arrivals[connection]
        self.poller.unregister(connection.sock)
        connection.parser = get_parser(self.cfg, [bytes(arrival.framing.data)], connection.client)
        connection.initialized = True
        self._origins[connection.sock] = arrival.framing.header("Origin")
        if last:
            self._last.add(connection)
        self.enqueue_req(connection)

    def handle_request(self, req: Any, conn: Any) -> bool:
        """Answer a request, in a thread."""
        if conn in self._last:
            req.must_close = True
        try:
            return bool(super().handle_request(req, conn))
        except BlockingIOError as error:  # SEND_SECONDS have passed
            raise BrokenPipeError("the client does not read") from error

    def _keepalive_after(self, conn: Any, keepalive: bool) -> bool:
        """Whether the connection can be used again: what was not read of the body is dropped."""
        if not keepalive or conn in self._last:
            return False
        try:
            return bool(conn.parser.finish_body())
        except (faults.ParseException, OSError):
            return False

    def finish_request(self, conn: Any, fs: "Future[Any]") -> None:
        """Keep the connection for another request, or close it."""
        self._origins.pop(conn.sock, None)
        self._last.discard(conn)
        if fs.cancelled() or fs.exception() is not None or not fs.result():
            self._part_from(conn)
            return
        rest = conn.parser.unreader.take_buffered()
        if rest:
            self._await_request(conn, rest)
        else:
            super().finish_request(conn, fs)

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer what gunicorn found wrong, in a thread, with a problem document."""
        if not isinstance(exc, faults.ParseException):
            self.log.exception("fault while answering")
            problem = Problem("internal_error", "the service failed to answer this request")
        else:
            for kind, code, detail in _CODES:
                if isinstance(exc, kind):
                    problem = Problem(code, detail)
                    break
            else:
                problem = Problem("bad_request", "the request is not well formed")
        _send(client, self._answer(problem, self._origins.get(client)))

    def _refuse(self, arrival: Arrival, code: str, detail: str) -> None:
        """Answer a request that is not whole, from the loop, and close."""
        connection = arrival.connection
        del self._arrivals[connection]
        self.poller.unregister(connection.sock)
        answer = self._answer(Problem(code, detail), arrival.framing.header("Origin"))
        _send(connection.sock, answer)
        self._part_from(connection)

    def _answer(self, problem: Problem, origin: str | None) -> bytes:
        body = json.dumps(problem.document(), separators=(",", ":")).encode()
        status = KINDS[problem.code].status
        headers = {
            "Connection": "close",
            "Content-Type": CONTENT_TYPE,
            "Content-Length": str(len(body)),
            **cors_headers(context_of(self.wsgi).settings, origin),
        }
        lines = [f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body

    def _part_from(self, connection: Any) -> None:
        """Close our side, and drop what still comes until the client closes its own."""
        client = connection.sock
        try:
            client.shutdown(socket.SHUT_WR)
            client.setblocking(False)
            farewell = _Farewell()
            self.poller.register(
                client, selectors.EVENT_READ, partial(self._drop, connection, farewell)
            )
        except (OSError, ValueError):
            self.nr_conns -= 1
            connection.close()
        else:
            self._farewells[connection] = farewell

    def _drop(self, connection: Any, farewell: _Farewell, client: socket.socket) -> None:
        if self._farewells.get(connection) is not farewell:
            return
        try:
            part = client.recv(_PART)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        farewell.heard = time.monotonic()
        farewell.dropped += len(part)
        if not part or farewell.dropped > MAX_DROPPED:
            self._forget(connection)

    def _forget(self, connection: Any) -> None:
        """Close a connection of the loop's at once."""
        self._arrivals.pop(connection, None)
        self._farewells.pop(connection, None)
        self.poller.unregister(connection.sock)
        self.nr_conns -= 1
        connection.close()

    def murder_pending(self) -> None:
        """Part from the connections that have had their time; called in each turn of the loop."""
        now = time.monotonic()
        if now - self._swept < SWEEP_SECONDS and self.alive:
            return
        self._swept = now
        for arrival in list(self._arrivals.values()):
            if not arrival.framing.data:
                if arrival.late(now) or not self.alive:
                    self._forget(arrival.connection)
            elif arrival.late(now):
                self._time_out(arrival)
        for connection, farewell in list(self._farewells.items()):
            if farewell.over(now):
                self._forget(connection)
        while sum(len(a.framing.data) for a in self._arrivals.values()) > MAX_WAITING:
            self._time_out(max(self._arrivals.values(), key=lambda a: len(a.framing.data)))

    def _time_out(self, arrival: Arrival) -> None:
        self._refuse(arrival, "request_timeout", "the rest of the request did not come in time")

    def _make_room(self) -> None:
        """At the limit of connections, part from the one of which nothing was heard longest."""
        if self._farewells:
            self._forget(min(self._farewells, key=lambda c: self._farewells[c].heard))
        elif self._arrivals:
            self._forget(min(self._arrivals, key=lambda c: self._arrivals[c].heard))


def _send(client: socket.socket, data: bytes) -> None:
    """Send a short text without waiting; a client that takes none of it has gone."""
    try:
        client.send(data, socket.MSG_DONTWAIT)
    except OSError:
        return
