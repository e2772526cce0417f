"""Real exchanges with the service for the worked examples of ``service/api/examples``.

An example says what kind of service is asked (``given``, one of ``KINDS``) and what happened
before (``before``, names of ``STEPS``); ``Arrangement.ask`` makes all that true, sends the
request and answers what came back in the form in which the files keep it.
"""

import json
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final
from unittest import mock

from rq import Queue
from rq.serializers import JSONSerializer

from service import queue
from service.api.context import context_of
from service.api.worked_examples import Example
from service.settings import RateLimit, Settings
from tests.api.conftest import Answer, Client, client_of
from workers import jobs

Json = dict[str, Any]

JOB_ID: Final = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])")
HEADERS: Final = ("Allow", "Content-Type", "Location", "Preference-Applied", "Retry-After")
NO_JOB: Final = "A" * 32
NO_REDIS: Final = "redis://127.0.0.1:1/0"

# What kind of service is asked; the empty name is the usual one, with a Redis and a server key.
KINDS: Final[dict[str, Callable[[Settings], Settings]]] = {
    "": lambda settings: settings,
    "a service without its Redis": lambda settings: replace(settings, redis_url=NO_REDIS),
    "a service without a server key": lambda settings: replace(settings, server_key_file=None),
    "a service with room for one waiting search": lambda settings: replace(settings, queue_limit=1),
    "a service with a rate limit": lambda settings: replace(
        settings, rate_limit=RateLimit(1, 3600)
    ),
}


class Arrangement:
    """A service of a kind, and what happened to it: the job that was posted, headers to send."""

    def __init__(self, settings: Settings, given: str) -> None:
        self.settings = KINDS[given](settings)
        self.client: Client = client_of(self.settings)
        self.headers: dict[str, str] = {}
        self.job = NO_JOB

    @property
    def search(self) -> str:
        """The search that waits in the queue."""
        connection = queue.connect(self.settings.redis_url)
        [search] = Queue(
            queue.INTERACTIVE, connection=connection, serializer=JSONSerializer
        ).job_ids
        connection.close()
        return search

    def ask(self, method: str, path: str, example: Example) -> Json:
        """Do what came before, send the request, and answer what came back."""
        for step in example.before:
            STEPS[step](self)
        request = example.request
        variables = {"job": self.job, **request.get("path", {})}
        options: Json = {"headers": {**self.headers, **request.get("headers", {})}}
        if "body" in request:
            options["data"] = json.dumps(request["body"])
        elif "text" in request:
            options["data"] = request["text"].encode()
        elif "filler" in request:
            options["data"] = b" " * request["filler"]
        method = request.get("method", method)
        if method == "POST":
            options["content_type"] = request.get("content_type", "application/json")
        query = request.get("query", "")
        address = path.format_map(variables) + (f"?{query}" if query else "")
        return recorded(self.client.open(address, method=method, **options))

    def connection(self) -> Any:
        """A client of the queue's Redis."""
        return queue.connect(self.settings.redis_url)


def recorded(answer: Answer) -> Json:
    """An answer as the files keep it."""
    body: Any = answer.text
    if (answer.mimetype or "").endswith("json"):
        body = json.loads(body)
    headers = {name: answer.headers[name] for name in HEADERS if name in answer.headers}
    return {"status": answer.status_code, "headers": headers, "body": body}


def comparable(answer: Json, volatile: tuple[str, ...]) -> Json:
    """The answer without what differs from one time to the next.

    ``volatile`` names headers, and JSON pointers into the body in which ``*`` is any key. A
    stream of events is read as a list of them. Of Prometheus' text only the metrics' types count.
    """
    headers = {
        name: JOB_ID.sub("ID", value)
        for name, value in answer["headers"].items()
        if name not in volatile
    }
    content_type = headers.get("Content-Type", "")
    body = json.loads(json.dumps(answer["body"]))
    if content_type.startswith("text/event-stream"):
        body = [_event(block) for block in body.strip().split("\n\n")]
    if content_type.startswith("text/plain"):
        body = sorted(line for line in body.splitlines() if line.startswith("# TYPE"))
    for pointer in volatile:
        if pointer.startswith("/"):
            _blank(body, pointer.split("/")[1:])
    return {"status": answer["status"], "headers": headers, "body": body}


def _event(block: str) -> Json:
    fields: Json = dict(line.split(": ", 1) for line in block.splitlines())
    return {**fields, "data": json.loads(fields["data"])} if "data" in fields else fields


def _blank(value: Any, path: list[str]) -> None:
    """Replace what stands at the pointer by its type, if anything does."""
    key, *rest = path
    places: list[Any]
    if isinstance(value, list):
        places = list(range(len(value))) if key == "*" else [int(key)]
    elif isinstance(value, dict):
        places = list(value) if key == "*" else [key] if key in value else []
    else:
        return
    for place in places:
        if rest:
            _blank(value[place], rest)
        else:
            value[place] = f"any {type(value[place]).__name__}"


def _post(here: Arrangement) -> None:
    from service.api.worked_examples import read_file

    body = {"state": read_file("states")["start"], "level": "greedy", "seed": 7}
    answer = here.client.post("/v1/ai/moves", json=body)
    assert answer.status_code == 202, answer.json
    here.job = answer.json["id"]


def _post_with_server_chance(here: Arrangement) -> None:
    from service.api.worked_examples import read_file

    key = context_of(here.client.application).key
    assert key is not None
    state = {**read_file("states")["start"], "game": "another"}
    state["chance"] = {"mode": "server", "kid": key.kid}
    body = {"state": state, "level": "greedy", "seed": 7}
    answer = here.client.post("/v1/ai/moves", json=body)
    assert answer.status_code == 202, answer.json
    here.job = answer.json["id"]


def _lose_the_key(here: Arrangement) -> None:
    here.client = client_of(replace(here.settings, server_key_file=None))


def _start(here: Arrangement) -> None:
    search = here.search
    assert queue.start(here.connection(), search) is not None
    progress: Json = {"decisions": 0, "simulations": 12, "milliseconds": 140}
    progress |= {"best": "place_pawn:adaptation.1", "value": 3.25}
    queue.report(here.connection(), search, progress)


def _found(here: Arrangement) -> Json:
    """What a worker finds, without its having told the queue of it."""
    with (
        mock.patch.dict("os.environ", {"REDIS_URL": here.settings.redis_url}),
        mock.patch.object(queue, "finish") as finish,
    ):
        jobs.search_moves(here.search)
    result: Json = finish.call_args.args[2]
    return result


def _carry_out(here: Arrangement) -> None:
    assert queue.finish(here.connection(), here.search, _found(here))


def _carry_out_soon(here: Arrangement) -> None:
    arguments = (here.connection(), here.search, _found(here))
    threading.Timer(0.5, queue.finish, arguments).start()


def _lose(here: Arrangement) -> None:
    here.connection().hset(f"rq:job:{here.search}", "status", "failed")


def _give_up(here: Arrangement) -> None:
    assert here.client.delete(f"/v1/ai/moves/{here.job}").json["status"] == "canceled"


def _follow(here: Arrangement) -> None:
    text = here.client.get(f"/v1/ai/moves/{here.job}/events").text
    here.headers["Last-Event-ID"] = re.findall(r"^id: (.*)$", text, re.MULTILINE)[-1]


def _take_every_thread(here: Arrangement) -> None:
    polls = context_of(here.client.application).polls
    while polls.take():
        pass


def _use_up_the_limit(here: Arrangement) -> None:
    assert here.client.get("/v1/ai/levels").status_code == 200


# What may have happened before the request, by the name that examples give it.
STEPS: Final[dict[str, Callable[[Arrangement], None]]] = {
    "a search is posted": _post,
    "another game, with the server's chance, shares it": _post_with_server_chance,
    "a worker starts it": _start,
    "a worker carries it out": _carry_out,
    "a worker carries it out within half a second": _carry_out_soon,
    "the server's key is taken away": _lose_the_key,
    "every attempt at it is lost": _lose,
    "it is given up": _give_up,
    "its events are followed to the end": _follow,
    "as many streams are open as there may be": _take_every_thread,
    "a request is made": _use_up_the_limit,
}
