"""A real browser: Debian's chromium driven by playwright. `make test-browser` runs these tests, others skip them."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from reporting.sample_pages import full_page

from kingdice.reporting.gallery import write_gallery
from kingdice.reporting.page import write_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HERE = Path(__file__).parent
Opened = Callable[..., Any]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and skip them where they are not asked for or cannot run."""
    reason = _why_not(config)
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")
            if reason:
                item.add_marker(pytest.mark.skip(reason=reason))


def _why_not(config: pytest.Config) -> str:
    if "browser" not in config.option.markexpr:
        return "needs a real browser: run by make test-browser"
    for module in ("playwright", "axe_playwright_python"):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed: make test-browser installs it"
    return "" if chromium() else "there is no chromium on PATH: apt install chromium"


def chromium() -> str | None:
    """The system's browser."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=[*root, "--disable-dev-shm-usage"])
        yield running
        running.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Open a file; at the end of the test the page must have said no error and asked for nothing but files."""
    with ExitStack() as stack:
        yield lambda file, **how: stack.enter_context(_open(browser, file, **how))


@contextmanager
def _open(
    browser: Browser, file: Path, *, width: int = 1280, scheme: str = "light", script: bool = True
) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,  # type: ignore[arg-type]
        java_script_enabled=script,
        offline=True,
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(f"{request.url}: {request.failure}"))
    page.on("request", lambda request: None if request.url.startswith("file:") else wrong.append(request.url))
    page.goto(file.as_uri())
    yield page
    context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with every kind of block, in a folder of reports with a gallery."""
    folder = tmp_path_factory.mktemp("reports")
    write_page(full_page(), folder / "full")
    write_gallery(folder)
    return folder / "full" / "index.html"
