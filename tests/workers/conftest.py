"""A Redis, as the tests of the API have it."""

from tests.api.conftest import redis_server as redis_server
from tests.api.conftest import settings as settings
