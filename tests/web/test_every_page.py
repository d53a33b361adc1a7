"""What is true of every page."""

from __future__ import annotations

from typing import Any

import pytest
from web.asking import ask

from kingdice.games.king_of_dice import Edition
from kingdice.web import advisor_page
from kingdice.web.site import make_site
from kingdice.web.static_files import file_address

PAGES = ["/", "/odds", "/kingdomino", "/reports/"]


@pytest.mark.parametrize("address", [*PAGES, "/nothing-here", "/static/site.css"])
def test_every_answer_brings_the_headers_that_keep_a_browser_in_bounds(app: Any, address: str) -> None:
    headers = ask(app, address).headers
    assert "unsafe-inline" not in headers["content-security-policy"].split("style-src")[0]
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")


@pytest.mark.parametrize("address", [*PAGES, "/odds/elf-4", "/static/site.css", "/reports/rulebooks/"])
def test_head_is_answered_wherever_get_is_and_other_methods_are_told_so(app: Any, address: str) -> None:
    assert ask(app, address, method="HEAD").status == 200
    asked = ask(app, address, method="PROPFIND")
    assert asked.status == 405
    assert "GET" in asked.headers["allow"]


def test_a_file_asked_for_by_its_full_address_may_be_kept_for_good_and_others_are_asked_for_again(app: Any) -> None:
    kept = ask(app, file_address("site.js"))
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.headers["content-type"] == "text/javascript; charset=utf-8"
    assert kept.body.startswith(b"// Forms and links")
    for address in ("/static/site.js", "/static/site.js?000000000000"):
        other = ask(app, address)
        assert (other.headers["cache-control"], other.body) == ("no-cache", kept.body)
        again = ask(app, address, headers={"If-None-Match": other.headers["etag"]})
        assert (again.status, again.body) == (304, b"")


def test_a_fault_of_a_page_is_a_page_that_says_so_with_all_headers(
    edition: Edition, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*about: Any, **named: Any) -> None:
        raise ZeroDivisionError("of this test")

    monkeypatch.setattr(advisor_page, "_page", broken)
    said: list[Any] = []
    site = make_site(edition, tmp_path, games=0)
    with pytest.raises(ZeroDivisionError):  # so that the server tells it; it stands in the terminal
        ask(site, "/", said=said)
    assert said[0]["status"] == 500
    headers = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert b"This is a fault of the site" in said[1]["body"]
    assert b"of this test" not in said[1]["body"]
