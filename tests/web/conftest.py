"""A browser, and the page in it."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.conftest import Service

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
# No sandbox, for containers run as root; nothing that asks for hosts elsewhere.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

expect.set_options(timeout=15_000)  # milliseconds; the page shares two cores with other tests


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if BROWSER is None:
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(f"a browser is required, one of {', '.join(NAMES)}")
        pytest.skip("*** SKIPPED: no Chromium or Chrome, so THE PAGE WAS NOT TESTED ***")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=BROWSER, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def web() -> Iterator[Service]:
    """A service that the page plays on."""
    running = Service(WORKERS="1")
    yield running
    running.stop()


@pytest.fixture
def page(browser: Browser, web: Service) -> Iterator[Page]:
    """The page as a newcomer sees it; it may ask no other host, nor break."""
    context = browser.new_context(base_url=web.url, viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    broken: list[str] = []
    opened.on("pageerror", lambda error: broken.append(str(error)))
    opened.on("request", lambda sent: broken.extend(_strange(sent.url, web.url)))
    opened.goto("/")
    yield opened
    broken.append(opened.locator("#trouble").inner_text())  # what the service has refused
    context.close()
    assert broken == [""]


def _strange(url: str, own: str) -> list[str]:
    """The address of a request, unless it goes to the service or to what the page made itself."""
    return [] if url.startswith((own, "blob:")) else [url]
