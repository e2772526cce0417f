"""flask-smorest's Blueprint with types, our reader of requests, and our answers documented."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import flask_smorest  # type: ignore[import-untyped]
from marshmallow import Schema

from service.api.body import Parser

_View = TypeVar("_View", bound=Callable[..., Any])


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # the base class is untyped
    """A part of the API; its decorators read requests and fill the OpenAPI document."""

    ARGUMENTS_PARSER = Parser()

    def route(self, rule: str, **options: Any) -> Callable[[_View], _View]:
        """Register a view for a path; its name is the operation's id."""
        register: Callable[[_View], _View] = super().route(rule, **options)

        def decorate(view: _View) -> _View:
            return register(self.described(operationId=view.__name__)(view))

        return decorate

    def arguments(
        self, schema: type[Schema], *, location: str = "json", **options: Any
    ) -> Callable[[_View], _View]:
        """Load the request's body, or query, through a schema."""
        # One instance for all requests: given the class, webargs makes one for each.
        decorator: Callable[[_View], _View] = super().arguments(
            schema(), location=location, **options
        )
        return decorator

    def answers(
        self,
        status: int,
        schema: type[Schema] | Mapping[str, Any] | None,
        description: str,
        **options: Any,
    ) -> Callable[[_View], _View]:
        """Document what the view, which makes its own Response, answers on success."""
        decorator: Callable[[_View], _View] = super().response(
            status, schema, description=description, **options
        )
        return decorator

    def accepts(
        self, status: int, schema: type[Schema], description: str, **options: Any
    ) -> Callable[[_View], _View]:
        """Document another answer on success, besides that of ``answers``."""
        decorator: Callable[[_View], _View] = super().alt_response(
            status, schema=schema, description=description, success=True, **options
        )
        return decorator

    def described(self, **operation: Any) -> Callable[[_View], _View]:
        """Add to the operation's entry in the OpenAPI document."""
        decorator: Callable[[_View], _View] = super().doc(**operation)
        return decorator

    def unchanged(self) -> Callable[[_View], _View]:
        """Document that the answer has an ETag, and what a client that has it is answered."""
        return self.described(
            responses={"304": {"description": "The answer is still that of If-None-Match."}}
        )

    def problems(self, *statuses: int) -> Callable[[_View], _View]:
        """Document the statuses of the problems that the view can answer with."""

        def decorate(view: _View) -> _View:
            for status in statuses:
                view = super(Blueprint, self).alt_response(status, response=f"Problem{status}")(
                    view
                )
            return view

        return decorate
