"""A real browser: Debian's chromium driven by playwright. `make test-browser` runs these tests, others skip them."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from reporting.sample_pages import full_page

from kingdice.reporting.gallery import write_gallery
from kingdice.reporting.page import write_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

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
    page, wrong = _watched(context, "file:")
    page.on("requestfailed", lambda request: wrong.append(f"{request.url}: {request.failure}"))
    page.goto(file.as_uri())
    yield page
    context.close()
    assert wrong == []


def _watched(context: BrowserContext, own: str) -> tuple[Page, list[str]]:
    """A new page, and what goes wrong on it: errors said, and requests to other addresses than those that begin so."""
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(own) else wrong.append(request.url))
    return page, wrong


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with every kind of block, in a folder of reports with a gallery."""
    folder = tmp_path_factory.mktemp("reports")
    write_page(full_page(), folder / "full")
    write_gallery(folder)
    return folder / "full" / "index.html"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site, served by a thread of this process; its address."""
    import uvicorn

    from kingdice.games.king_of_dice.edition import load_edition
    from kingdice.web.site import make_site

    with socket.socket(proto=socket.IPPROTO_TCP) as listening:  # asyncio sends at once only where it is named
        listening.bind(("127.0.0.1", 0))
        app = make_site(load_edition(), HERE.parents[1] / "reports")
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


@pytest.fixture
def visited(browser: Browser, site: str) -> Iterator[Opened]:
    """Open a page of the site; at the end it must have said no error and asked nobody else."""
    with ExitStack() as stack:
        yield lambda address, **how: stack.enter_context(_visit(browser, site, address, **how))


@contextmanager
def _visit(
    browser: Browser,
    site: str,
    address: str,
    *,
    width: int = 1280,
    scheme: str = "light",
    script: bool = True,
    gone_wrong: list[str] | None = None,
) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": 900 if width > 600 else 844},
        color_scheme=scheme,  # type: ignore[arg-type]
        java_script_enabled=script,
        base_url=site,
    )
    page, wrong = _watched(context, site)
    page.on("response", lambda got: wrong.append(f"{got.status} {got.url}") if got.status >= 500 else None)
    page.goto(address)
    yield page
    context.close()
    assert wrong == (gone_wrong or [])


PICTURES = Path(os.environ.get("KINGDICE_PICTURES", Path(tempfile.gettempdir()) / "kingdice-pictures"))


def picture(page: Page, name: str) -> None:
    """Keep what the whole page looks like, outside of the repository (in KINGDICE_PICTURES)."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def serious_faults(page: Page) -> list[tuple[str, str]]:
    """What axe-core finds that is serious or critical: rule and element."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in ("serious", "critical")]
