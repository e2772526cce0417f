"""What is true of the service as a whole: CORS, limits, faults, probes, pages."""

import tomllib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from service.api import limits, reference
from service.settings import RateLimit, Settings, SettingsError
from service.version import VERSION
from tests.api.conftest import Client, client_of

ORIGIN = {"Origin": "https://front.example"}
GAME = {"players": ["ann", "bob"]}


def test_cors_on_success_and_errors(client: Client) -> None:
    for response in (
        client.post("/v1/games", json=GAME, headers=ORIGIN),
        client.post("/v1/games", data="x", headers=ORIGIN),
        client.get("/nowhere", headers=ORIGIN),
        client.get("/v1/games", headers=ORIGIN),
        client.get("/healthz", headers=ORIGIN),
    ):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        exposed = response.headers["Access-Control-Expose-Headers"]
        assert {"Location", "Retry-After", "X-RateLimit-Remaining"} <= set(exposed.split(", "))


def test_preflight(client: Client) -> None:
    response = client.options(
        "/v1/moves",
        headers={
            **ORIGIN,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type, prefer",
        },
    )
    assert response.status_code == 200
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert "content-type" in response.headers["Access-Control-Allow-Headers"].lower()
    assert "prefer" in response.headers["Access-Control-Allow-Headers"].lower()


def test_chosen_origins(settings: Settings) -> None:
    chosen = replace(settings, cors_origins=("https://front.example",))
    client = client_of(chosen)
    allowed = client.get("/nowhere", headers=ORIGIN)
    assert allowed.headers["Access-Control-Allow-Origin"] == "https://front.example"
    for headers in ({"Origin": "https://else.example"}, {}):
        other = client.get("/v1/components", headers=headers)
        assert "Access-Control-Allow-Origin" not in other.headers
        assert "Origin" in other.vary  # or a cache would hand this to the origin that is allowed
    assert "Origin" in client.get("/v1/components", headers=ORIGIN).vary
    assert client.get("/v1/rules", headers=ORIGIN).vary.as_set() == {"accept", "origin"}


def test_rate_limit(settings: Settings) -> None:
    client = client_of(replace(settings, rate_limit=RateLimit(2, 3600)))
    first = client.get("/v1/ai/levels")
    assert first.headers["X-RateLimit-Limit"] == "2"
    assert first.headers["X-RateLimit-Remaining"] == "1"
    client.get("/nowhere")
    refused = client.get("/v1/ai/levels", headers=ORIGIN)
    assert refused.status_code == 429
    assert refused.json["code"] == "rate_limited"
    assert int(refused.headers["Retry-After"]) > 0
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    free = ("/healthz", "/openapi.json", "/v1/components", "/v1/rules", "/problems/rate_limited")
    for path in free:
        answer = client.get(path)
        assert answer.status_code == 200
        assert "X-RateLimit-Limit" not in answer.headers


def left(client: Client, address: str, forwarded: str | None = None) -> int:
    """How many requests a client has left after one more, -1 if this one was refused."""
    response = client.get(
        "/v1/ai/levels",
        headers={} if forwarded is None else {"X-Forwarded-For": forwarded},
        environ_base={"REMOTE_ADDR": address},
    )
    assert response.status_code in (200, 429)
    return int(response.headers["X-RateLimit-Remaining"]) if response.status_code == 200 else -1


def test_addresses_are_counted_apart(settings: Settings) -> None:
    client = client_of(replace(settings, rate_limit=RateLimit(2, 3600)))
    assert [left(client, "10.0.0.1") for _ in range(3)] == [1, 0, -1]
    assert left(client, "10.0.0.2") == 1
    assert left(client, "10.0.0.1", forwarded="10.9.9.9") == -1  # nobody said to trust it


@pytest.mark.parametrize(
    ("proxies", "same", "other"),
    [
        (1, ["1.1.1.1", "9.9.9.9, 1.1.1.1"], "2.2.2.2"),
        (2, ["1.1.1.1, 5.5.5.5", "9.9.9.9, 1.1.1.1, 6.6.6.6"], "2.2.2.2, 5.5.5.5"),
    ],
)
def test_trusted_proxies_tell_the_client(
    settings: Settings, proxies: int, same: list[str], other: str
) -> None:
    """Each proxy adds, at the end, the address that it was called from."""
    limited = replace(settings, rate_limit=RateLimit(2, 3600), trusted_proxies=proxies)
    client = client_of(limited)
    assert [left(client, "10.0.0.1", one) for one in same] == [1, 0]
    assert left(client, "10.0.0.1", other) == 1
    assert left(client, "10.0.0.2", same[0]) == -1


def test_many_addresses_do_not_free_those_that_keep_calling(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_MAX_ADDRESSES", 3)
    client = client_of(replace(settings, rate_limit=RateLimit(2, 3600)))
    assert [left(client, "10.0.0.1") for _ in range(3)] == [1, 0, -1]
    for number in range(10):
        assert left(client, f"10.0.1.{number}") == 1
        assert left(client, "10.0.0.1") == -1
    assert left(client, "10.0.1.9") == 0
    assert left(client, "10.0.1.0") == 1  # forgotten long ago


def test_a_fault_shows_no_trace(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(reference, "components_object", broken)
    response = client.get("/v1/components", headers=ORIGIN)
    assert response.status_code == 500
    assert response.content_type == "application/problem+json"
    assert response.json["code"] == "internal_error"
    assert b"secret" not in response.data
    assert b"Traceback" not in response.data
    assert response.headers["Access-Control-Allow-Origin"] == "*"


def test_without_redis_all_but_the_ai_works(lone_client: Client) -> None:
    assert lone_client.get("/healthz").json["status"] == "ok"
    ready = lone_client.get("/readyz")
    assert ready.status_code == 503
    assert ready.json["checks"] == {"rules": "ok", "queue": "unavailable"}
    game = lone_client.post("/v1/games", json=GAME)
    assert game.status_code == 201
    search = lone_client.post("/v1/ai/moves", json={"state": game.json["state"], "level": "greedy"})
    assert search.status_code == 503
    assert search.headers["Retry-After"]


def test_probes(client: Client) -> None:
    checks = client.get("/readyz").json["checks"]
    assert checks == {"rules": "ok", "queue": "ok", "searches_waiting": 0, "workers": 0}
    text = client.get("/metrics").text
    assert "ds_queue_up 1.0" in text
    assert 'ds_http_requests_total{method="GET",route="/readyz",status="200"}' in text


def test_pages(client: Client) -> None:
    for path in ("/", "/docs", "/problems/illegal_move"):
        with closing(client.get(path)) as response:
            assert response.status_code == 200
            assert response.mimetype == "text/html"
            assert "default-src 'self'" in response.headers["Content-Security-Policy"]
            assert "//cdn" not in response.text
    for asset in ("docs.js", "style.css", "swagger-ui/swagger-ui.css"):
        with closing(client.get(f"/web/{asset}")) as response:
            assert response.status_code == 200


def test_components(client: Client) -> None:
    answer = client.get("/v1/components").json
    listed = {rule["id"]: rule["title"] for rule in client.get("/v1/rules").json["rules"]}
    assert set(answer["card_rules"]) == set(answer["cards"])
    for card, rule in answer["card_rules"].items():
        assert listed[rule] == answer["titles"]["cards"][card]
    assert len(answer["hexes"]) == 35
    assert len(answer["corners"]) == 92


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "70000"),
        ("API_THREADS", "0"),
        ("TRUSTED_PROXIES", "all"),
        ("WORKERS", "-1"),
        ("RATE_LIMIT", "100"),
        ("RATE_LIMIT", "100/year"),
        ("RATE_LIMIT", "²/second"),
        ("CORS_ORIGINS", "front.example"),
        ("CORS_ORIGINS", "https://front.example, https://back.example/path"),
        ("REDIS_URL", "localhost:6379"),
    ],
)
def test_settings_that_cannot_be(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        Settings.from_environment({name: value})


def test_settings_of_an_environment(tmp_path_factory: pytest.TempPathFactory) -> None:
    key = tmp_path_factory.mktemp("key") / "server.key"
    settings = Settings.from_environment(
        {
            "PORT": "9000",
            "RATE_LIMIT": "5/minute",
            "CORS_ORIGINS": "https://a.example, https://b.example",
            "SERVER_KEY_FILE": str(key),
        }
    )
    assert settings.port == 9000
    assert settings.rate_limit == RateLimit(5, 60)
    assert settings.cors_origins == ("https://a.example", "https://b.example")
    with pytest.raises(SettingsError, match="SERVER_KEY_FILE"):
        settings.server_key()
    key.write_text("short")
    with pytest.raises(SettingsError, match="32 bytes"):
        settings.server_key()
    key.write_text("k" * 40)
    first, second = settings.server_key(), settings.server_key()
    assert first is not None
    assert first == second
    assert Settings.from_environment({}).server_key() is None


@pytest.mark.parametrize(
    "path", ["/v1/components", "/v1/rules", "/v1/schemas/state", "/openapi.json"]
)
def test_what_hardly_changes_is_asked_for_once(client: Client, path: str) -> None:
    first = client.get(path)
    assert first.status_code == 200
    assert "max-age=3600" in first.headers["Cache-Control"]
    tag = first.headers["ETag"]
    again = client.get(path, headers={"If-None-Match": tag, **ORIGIN})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == tag
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    assert client.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_there_is_one_version() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["version"] == VERSION
