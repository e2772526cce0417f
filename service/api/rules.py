"""GET /v1/rules: the rules by id, for programs as JSON and for people as a page with anchors.

Every ``rule_url`` in answers is ``/v1/rules#ID``: a browser that follows it asks for HTML and
lands on that rule; a program finds the id in the list.
"""

import re
from functools import lru_cache
from typing import Any, Final

from flask import Response, request
from markdown_it import MarkdownIt
from marshmallow import Schema, fields

from service.api.answer_schemas import Versions
from service.api.answers import VERSIONS
from service.api.blueprint import Blueprint
from service.api.pages import POLICY
from service.api.problems import rule_url
from service.api.rendering import json_response, kept, text_response
from service.documents.rulebook import rules as all_rules
from service.documents.rulebook import rules_text

_CHOSEN: Final = {"Vary": "Accept"}
_ANCHORED: Final = re.compile(r"<(h2|li)>((?:<strong>)?)(R\d+(?:\.\w+)?)\b")
_MENTIONED: Final = re.compile(r'(?<!["\w.])R\d+(?:\.\w+)?')

rules: Final = Blueprint("rules", __name__, description="The rules by id.")


class RuleEntry(Schema):
    """A rule, or a section with what it says before its rules."""

    id = fields.String(required=True, metadata={"description": "As errors and events cite it."})
    section = fields.String(required=True, metadata={"description": "The id of its section."})
    title = fields.String(required=True, metadata={"description": "May be empty."})
    text = fields.String(required=True, metadata={"description": "Markdown."})
    url = fields.String(required=True, metadata={"description": "Where people can read it."})


class RulesAnswer(Versions):
    """Every rule, in order."""

    rules = fields.List(fields.Nested(RuleEntry), required=True)


@rules.route("/v1/rules", methods=["GET"])
@rules.answers(200, RulesAnswer, "The rules; to a browser, a page.")
@rules.unchanged()
def get_rules() -> Response:
    """Get the rules by id.

    JSON, unless the Accept header prefers `text/html`: then a page on which each id is an anchor,
    so that every `rule_url` leads to its rule.
    """
    best = request.accept_mimetypes.best_match(("application/json", "text/html"))
    if best == "text/html":
        page = text_response(_page(), "text/html", **_CHOSEN)
        page.headers["Content-Security-Policy"] = POLICY
        return kept(page)
    return kept(json_response(_answer(), headers=_CHOSEN))


def _answer() -> dict[str, Any]:
    entries = [{**rule._asdict(), "url": rule_url(rule.id)} for rule in all_rules()]
    return {"rules": entries, **VERSIONS}


@lru_cache(maxsize=1)
def _page() -> str:
    """The rules as HTML: each rule under its id, each mention of a rule a link to it."""
    known = {rule.id for rule in all_rules()}
    body = MarkdownIt("commonmark").enable("table").render(rules_text())
    body = _ANCHORED.sub(r'<\1 id="\3">\2\3', body)

    def link(match: re.Match[str]) -> str:
        rule = match.group()
        return f'<a href="#{rule}">{rule}</a>' if rule in known else rule

    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        "<title>The rules by id</title>"
        '<link rel="stylesheet" href="/web/style.css">'
        f'<main class="rules">{_MENTIONED.sub(link, body)}</main></html>'
    )
