"""The Flask application."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.api.ai import ai
from service.api.body import BODY_LIMIT
from service.api.context import Context
from service.api.cors import allow_origins
from service.api.errors import handle_errors
from service.api.games import games
from service.api.limits import limit_rate
from service.api.metrics import measure
from service.api.moves import moves
from service.api.openapi import register
from service.api.pages import pages
from service.api.probes import probes
from service.api.reference import reference
from service.api.replays import replays
from service.api.rules import rules
from service.api.states import states
from service.settings import Settings


def create_app(settings: Settings | None = None) -> Flask:
    """An application with the given settings, or those of the environment.

    It connects to nothing until a request needs it. Raises SettingsError.
    """
    settings = settings or Settings.from_environment()
    app = Flask("service", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # as Flask has it done
            app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0
        )
    Context.of(settings).install(app)
    measure(app)
    register(app, (games, moves, states, replays, ai, reference, rules, probes))
    app.register_blueprint(pages)
    handle_errors(app)
    limit_rate(app, settings.rate_limit)
    allow_origins(app, settings)
    return app
