"""GET /v1/rules: JSON for programs, a page for people, where each rule can be linked to."""

from html.parser import HTMLParser

from service.documents.rulebook import rules
from tests.api.conftest import Client

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


class Page(HTMLParser):
    """The ids of a page, its links within itself, and the text that follows each id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.texts: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href" and value and value.startswith("#"):
                self.links.append(value[1:])

    def handle_data(self, data: str) -> None:
        if self.ids:
            self.texts[self.ids[-1]] = self.texts.get(self.ids[-1], "") + data


def test_rules_as_json(client: Client) -> None:
    for accept in (None, "*/*", "application/json"):
        response = client.get("/v1/rules", headers={"Accept": accept} if accept else {})
        assert response.status_code == 200
        assert response.mimetype == "application/json"
        assert "Accept" in response.headers["Vary"]
        entries = response.json["rules"]
        assert [entry["id"] for entry in entries] == [rule.id for rule in rules()]
        assert entries[1] == {
            "id": "R1",
            "section": "R1",
            "title": "Components and setup",
            "text": "",
            "url": "/v1/rules#R1",
        }
        assert all(entry["url"] == f"/v1/rules#{entry['id']}" for entry in entries)


def test_rules_as_a_page(client: Client) -> None:
    response = client.get("/v1/rules", headers={"Accept": BROWSER})
    assert response.mimetype == "text/html"
    assert "Accept" in response.headers["Vary"]
    assert "default-src 'self'" in response.headers["Content-Security-Policy"]
    page = Page(response.get_data(as_text=True))
    assert page.ids == [rule.id for rule in rules()], "every rule is an anchor, in order"
    assert set(page.links) <= set(page.ids)
    assert page.texts["R8.nocturnal"].startswith("R8.nocturnal Move your initiative marker")
    assert "mammal_save" in page.texts["R0"]


def test_a_problem_links_to_its_rule(client: Client) -> None:
    """From a refused move to the page on which its rule stands."""
    players = {"ann": ["mammal"], "bob": ["bird"]}
    chance = {"mode": "seeded", "seed": "rules"}
    body = {"players": players, "chance": chance}
    state = client.post("/v1/games", json=body).json["state"]
    refused = client.post("/v1/moves", json={"state": state, "moves": ["dominate:0,0"]})
    assert refused.status_code == 422
    assert refused.json["rule"] == "R6.1"
    path, _, anchor = refused.json["rule_url"].partition("#")
    page = Page(client.get(path, headers={"Accept": BROWSER}).get_data(as_text=True))
    assert anchor in page.ids
    [entry] = refused.json["errors"]
    assert entry["rule_url"] == refused.json["rule_url"]
