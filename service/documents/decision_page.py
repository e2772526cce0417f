"""docs/decisions.md, made from the table of decisions: `make docs` writes it."""

from service.documents.decisions import KIND_TABLE, Field, Row
from service.documents.names import NATURE_NAME
from service.rules.kinds import KIND_RULES, KIND_VERBS, KINDS, MIGRATE
from service.rules.moves import VERBS

_HEAD = """# Pending decisions

Every kind of decision that can stand in a state's `pending`, outermost first: the question, where
it is asked, who decides, the fields of its frame beside `kind` and `animal`, and the types of its
moves. This page is made from the table that the reader, the validation and the JSON Schema of
states work from (`service/documents/decisions.py`); `make docs` writes it anew.

A decision lies on top of another one only where this page says so. The frame below then also has
the field named after "below another".
"""


def _where(row: Row) -> str:
    places = [f"at `{place}`" for place in row.at]
    if row.card:
        places.append(f"on top of `{row.on}`, by the card `{row.card}`")
    elif row.on:
        places.append(f"on top of `{row.on}`")
    return "; ".join(places)


def _decider(row: Row) -> str:
    if row.decider == NATURE_NAME:
        return "nature (a draw, with chance `manual`)"
    return "an animal" if row.decider == "animal" else f"the {row.decider}"


def _type(field: Field) -> str:
    kind = {"int": "a number", "stack": "1 to 3"}.get(field.kind, field.kind)
    return f"list of {kind}" if field.many else kind


def _fields(kind: int, row: Row) -> str:
    parts = []
    if row.pawn == "always":
        parts.append("`space` (of the acting pawn)")
    elif row.pawn == "sometimes":
        parts.append("`space` (where a pawn acts)")
    parts += [f"`{field.name}` ({_type(field)})" for field in row.fields]
    if kind == MIGRATE:
        parts.append("`moved` (counts by hex; left out while nothing has moved)")
    if row.outer is not None:
        parts.append(f"below another: `{row.outer.name}` ({_type(row.outer)})")
    return ", ".join(parts) or "none"


def decisions_page() -> str:
    """The page, as Markdown."""
    found = [_HEAD]
    for kind, row in enumerate(KIND_TABLE):
        moves = ", ".join(f"`{VERBS[verb][0]}`" for verb in KIND_VERBS[kind])
        found.append(
            f"## {KINDS[kind]}\n\n{row.question}\n\n"
            f"- Rule: {KIND_RULES[kind]}\n"
            f"- Asked: {_where(row)}\n"
            f"- Decides: {_decider(row)}\n"
            f"- Fields: {_fields(kind, row)}\n"
            f"- Moves: {moves}\n"
        )
    return "\n".join(found)


if __name__ == "__main__":
    print(decisions_page(), end="")
