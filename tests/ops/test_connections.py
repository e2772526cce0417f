"""Connections to the real server: slow, silent, broken and large ones."""

import contextlib
import http.client
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from service.api.body import BODY_LIMIT
from service.documents.replay_text import MAX_BYTES
from service.framing import MAX_HELD, Framing
from service.http_worker import (
    LINGER_SECONDS,
    REQUEST_SECONDS,
    SILENT_SECONDS,
    STALLED_SECONDS,
    Arrival,
)
from tests.conftest import Service

THREADS = 4
MEGABYTE = 1024 * 1024
ORIGIN = "https://front.example"
GAME = json.dumps({"players": ["ann", "bob"]}).encode()
HALF_SENT = (
    b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 500\r\n\r\n{"
)


@pytest.fixture(scope="module")
def server() -> Iterator[Service]:
    running = Service(API_THREADS=str(THREADS), WORKERS="0", CORS_ORIGINS=ORIGIN)
    yield running
    assert "Traceback" not in running.output()
    running.stop()


def connect(server: Service, *sent: bytes) -> socket.socket:
    """A connection on which these bytes were sent, one after the other."""
    host, port = server.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=30)
    for part in sent:
        connection.sendall(part)
        time.sleep(0.02)
    return connection


def answers(connection: socket.socket) -> list[tuple[int, dict[str, str], Any]]:
    """Every answer that comes until the server closes: status, headers, JSON."""
    found = []
    with connection, connection.makefile("rb") as stream:
        while line := stream.readline():
            headers = http.client.parse_headers(stream)
            body = stream.read(int(headers["Content-Length"] or 0))
            found.append((int(line.split()[1]), dict(headers), json.loads(body or b"null")))
    return found


def answer(connection: socket.socket) -> tuple[int, dict[str, str], Any]:
    [found] = answers(connection)
    return found


def request(head: bytes, body: bytes = b"", *, close: bool = True) -> bytes:
    closing = b"Connection: close\r\n" if close else b""
    return head + b"\r\nHost: x\r\nContent-Type: application/json\r\n" + closing + b"\r\n" + body


def post(body: bytes, *, close: bool = True) -> bytes:
    head = f"POST /v1/games HTTP/1.1\r\nContent-Length: {len(body)}".encode()
    return request(head, body, close=close)


def seconds_to_get(server: Service, path: str) -> float:
    begun = time.monotonic()
    assert server.call("GET", path, timeout=5).status == 200
    return time.monotonic() - begun


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /healthz HTT",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
        HALF_SENT,
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: " + b"9" * 30 + b"\r\n\r\n{}",
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"POST /v1/states/validate HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n{",
    ],
)
def test_slow_connections_hold_no_thread(server: Service, sent: bytes) -> None:
    with contextlib.ExitStack() as held:
        for _ in range(5 * THREADS):
            held.enter_context(connect(server, sent))
        for path in ("/healthz", "/v1/components"):
            assert seconds_to_get(server, path) < 2


def test_slow_requests_time_out_and_silent_connections_are_closed(server: Service) -> None:
    begun = time.monotonic()
    slow, silent, kept = connect(server, HALF_SENT), connect(server), connect(server, b"GET / HT")
    status, headers, problem = answer(slow)
    assert status == 408
    assert problem["code"] == "request_timeout"
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Connection"] == "close"
    assert answer(kept)[0] == 408
    assert answers(silent) == []
    waited = time.monotonic() - begun
    assert min(STALLED_SECONDS, SILENT_SECONDS) <= waited
    assert waited < max(STALLED_SECONDS, SILENT_SECONDS) + LINGER_SECONDS + 3


@pytest.mark.parametrize("part", [b"\r\n", b"G"])
def test_no_connection_is_kept_open_by_sending_a_little_now_and_then(part: bytes) -> None:
    """Empty lines before a request are dropped, and are no request for ever."""
    arrival = Arrival(None, Framing())
    opened = arrival.opened
    for second in range(0, int(REQUEST_SECONDS) + 1, 5):
        arrival.framing.add(part)
        arrival.heard = opened + second
        assert not arrival.late(opened + second)
    assert arrival.late(opened + REQUEST_SECONDS + 1)


def test_a_request_that_comes_byte_by_byte_is_answered(server: Service) -> None:
    parts = [bytes([byte]) for byte in post(GAME)]
    connection = connect(server)
    for part in parts:
        connection.sendall(part)
        time.sleep(0.001)
    assert answer(connection)[0] == 201


def test_requests_one_behind_the_other(server: Service) -> None:
    both = post(GAME, close=False) + b"\r\n" + post(GAME, close=False)
    last = post(GAME)
    found = answers(connect(server, both + last[:150], last[150:]))
    assert [status for status, _, _ in found] == [201, 201, 201]


def test_a_connection_is_used_again(server: Service) -> None:
    host = server.url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=30)
    local = None
    for body in (GAME, b"x", b" " * 200_000, GAME):
        for path in ("/v1/games", "/nowhere"):
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            connection.getresponse().read()
            assert connection.sock is not None
            assert local in (None, connection.sock.getsockname())
            local = connection.sock.getsockname()
    connection.close()


def test_a_client_that_waits_to_be_told_to_go_on(server: Service) -> None:
    head = f"POST /v1/games HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: {len(GAME)}"
    connection = connect(server, request(head.encode()))
    assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    connection.sendall(GAME)
    assert answer(connection)[0] == 201
    found = answers(connect(server, request(head.encode(), GAME)))  # it did not wait
    assert [status for status, _, _ in found] == [201]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"%x\r\n%b\r\n0\r\n\r\n" % (len(GAME), GAME), 201),
        (b"1\r\n{\r\n%x;a=b\r\n%b\r\n000\r\nX: y\r\n\r\n" % (len(GAME) - 1, GAME[1:]), 201),
        (b"zz\r\n{}\r\n0\r\n\r\n", 400),
        (b"\r\n{}\r\n0\r\n\r\n", 400),
        (b"-2\r\n{}\r\n0\r\n\r\n", 400),
        (b"0x2\r\n{}\r\n0\r\n\r\n", 400),
        (b"2\r\n{}0\r\n\r\n" + b"x" * 10, 400),
        (b"2" * 2000, 400),
        (b"f" * 16 + b"\r\n{}", 400),
        (b"2 ; =\r\n{}\r\n0\r\n\r\n", 400),
    ],
)
def test_bodies_in_chunks(server: Service, body: bytes, status: int) -> None:
    head = b"POST /v1/games HTTP/1.1\r\nTransfer-Encoding: chunked"
    for parts in ([request(head, body)], [request(head), body[:3], body[3:]]):
        found = answer(connect(server, *parts))
        assert found[0] == status
        if status == 400:
            assert found[2]["code"] == "bad_request"


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"GET /%b HTTP/1.1\r\nHost: x" % (b"a" * 5000), 414, "uri_too_long"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: %b" % (b"a" * 9000), 431, "headers_too_large"),
        (b"GET / HTTP/1.1\r\nHost: x" + b"\r\nA: b" * 200, 431, "headers_too_large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nA: %b" % (b"a" * 100_000), 431, "headers_too_large"),
        (b"POST /v1/games HTTP/1.1\r\nContent-Length: x", 400, "bad_request"),
        (b"POST /v1/games HTTP/1.1\r\nContent-Length: -1", 400, "bad_request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2", 400, "bad_request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked", 400, "bad_request"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: x, chunked", 501, "not_implemented"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: x", 501, "not_implemented"),
        (b"GET / HTTP/9.9\r\nHost: x", 400, "bad_request"),
        (b"GET / HTTP/x\r\nHost: x", 400, "bad_request"),
        (b"GET /\r\nHost: x", 400, "bad_request"),
        (b"hello", 400, "bad_request"),
        (b"GET / HTTP/1.1\nHost: x\n", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\nA b: c", 400, "bad_request"),
        (b"GET / HTTP/1.1\r\nExpect: cake", 417, "expectation_failed"),
    ],
)
def test_what_is_no_http_gets_a_problem_document(
    server: Service, sent: bytes, status: int, code: str
) -> None:
    line, _, rest = sent.partition(b"\r\n")
    whole = b"\r\n".join([line, b"Origin: " + ORIGIN.encode(), *([rest] if rest else [])])
    found = answer(connect(server, whole + b"\r\n\r\n"))
    assert found[0] == status, found
    assert found[1]["Content-Type"] == "application/problem+json"
    assert found[1]["Access-Control-Allow-Origin"] == ORIGIN
    assert found[1]["Connection"] == "close"
    assert found[2]["code"] == code
    assert found[2]["status"] == status


def test_a_request_that_its_client_breaks_off(server: Service) -> None:
    connection = connect(server, HALF_SENT)
    connection.shutdown(socket.SHUT_WR)
    assert answer(connection)[0] == 400


@pytest.mark.parametrize("megabytes", [2, 50])
@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    ("path", "status"),
    [("/v1/games", 413), ("/v1/states/validate", 200), ("/nowhere", 404), ("/healthz", 405)],
)
def test_large_bodies(
    server: Service, path: str, status: int, chunked: bool, megabytes: int
) -> None:
    """A client that sends the whole body before it reads gets its answer."""
    host = server.url.removeprefix("http://")
    connection = http.client.HTTPConnection(host, timeout=30)
    body = (b" " * MEGABYTE for _ in range(megabytes)) if chunked else b" " * MEGABYTE * megabytes
    connection.request(
        "POST", path, body, {"Content-Type": "application/json"}, encode_chunked=chunked
    )
    response = connection.getresponse()
    found = json.loads(response.read())
    assert response.status == status
    if status == 200:
        assert [violation["code"] for violation in found["violations"]] == ["too_large"]
    connection.close()


def test_the_longest_body_of_any_call_is_held_whole() -> None:
    assert max(BODY_LIMIT, MAX_BYTES) + 1024 < MAX_HELD  # the parser reads so many at least


def test_a_client_that_reads_nothing_holds_up_nobody_else(server: Service) -> None:
    asking = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 50
    with connect(server) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(asking)
        time.sleep(0.5)
        assert seconds_to_get(server, "/healthz") < 2


def test_more_connections_than_the_server_holds(server: Service) -> None:
    with contextlib.ExitStack() as held:
        for _ in range(600):
            held.enter_context(connect(server))
        assert seconds_to_get(server, "/healthz") < 2
