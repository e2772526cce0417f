"""The rules service: engine, documents and HTTP API."""

# Before any module of the engine is imported: which build of it this process runs.
from service import build  # noqa: F401
