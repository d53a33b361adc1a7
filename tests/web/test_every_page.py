"""What is true of every page."""

from __future__ import annotations

from typing import Any

import pytest
from web.asking import ask

PAGES = ["/", "/odds", "/kingdomino", "/reports/"]


@pytest.mark.parametrize("address", [*PAGES, "/nothing-here", "/static/site.css"])
def test_every_answer_brings_the_headers_that_keep_a_browser_in_bounds(app: Any, address: str) -> None:
    headers = ask(app, address).headers
    assert "unsafe-inline" not in headers["content-security-policy"].split("style-src")[0]
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
