"""Built reports are served as they are on disk, and nothing else is; what is broken is said."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from web.asking import Answer, ask

from kingdice.games.king_of_dice import Edition
from kingdice.web.site import make_site

COMMITTED = Path(__file__).parents[2] / "reports"
NAMES = sorted(path.parent.name for path in COMMITTED.glob("*/manifest.json"))
PAGE = "<html><head><title>x</title></head>\n<body>\n<header>\n<h1>One</h1></header></body></html>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one report, and things beside it."""
    reports = tmp_path / "reports"
    write_report(reports, "one", title="One & only", summary="Says `a < b`.")
    (reports / "one" / ".hidden.csv").write_text("secret")
    (reports / "one" / "notes.txt").write_text("secret")
    (reports / "one" / "other.html").write_text("<script>alert(1)</script>")
    (reports / "loose.csv").write_text("secret")
    (reports / "plain").mkdir()
    (reports / "plain" / "index.html").write_text("secret")
    (tmp_path / "outside.csv").write_text("secret")
    (reports / "one" / "link.csv").symlink_to(tmp_path / "outside.csv")
    write_report(tmp_path, "elsewhere", title="Elsewhere", summary="")
    (reports / "linked").symlink_to(tmp_path / "elsewhere")
    write_report(reports, ".git", title="Hidden", summary="")
    return reports


def write_report(reports: Path, name: str, **told: Any) -> None:
    home = reports / name
    (home / "tables").mkdir(parents=True)
    (home / "figures").mkdir()
    (home / "index.html").write_text(PAGE)
    (home / "README.md").write_text("# One\n")
    (home / "tables" / "all.csv").write_text("a,b\n1,2\n")
    (home / "tables" / "all.parquet").write_bytes(b"PAR1PAR1")
    (home / "figures" / "a b.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    figure = {"file": "figures/a b.svg", "alt": 'A "b"'}
    (home / "manifest.json").write_text(json.dumps({"figure": figure, "command": "", "files": [], **told}))


@pytest.fixture
def shown(edition: Edition, folder: Path) -> Any:
    return make_site(edition, folder)


def test_the_gallery_has_every_report_with_its_picture_and_words(shown: Any) -> None:
    text = ask(shown, "/reports/").text
    assert re.findall(r'<h2><a href="(.*?)">(.*?)</a>', text) == [("/reports/one/", "One &amp; only")]
    assert '<img src="/reports/one/figures/a%20b.svg" alt="A &#34;b&#34;"' in text
    assert "Says <code>a &lt; b</code>." in text


@pytest.mark.parametrize(
    ("path", "kind"),
    [("", "text/html; charset=utf-8"), ("index.html", "text/html; charset=utf-8"),
     ("README.md", "text/plain; charset=utf-8"), ("manifest.json", "application/json"),
     ("tables/all.csv", "text/csv; charset=utf-8"), ("tables/all.parquet", "application/vnd.apache.parquet"),
     ("figures/a%20b.svg", "image/svg+xml")],
)  # fmt: skip
def test_files_of_a_report_come_with_their_kind(shown: Any, path: str, kind: str) -> None:
    answer = ask(shown, f"/reports/one/{path}")
    assert (answer.status, answer.headers["content-type"], answer.headers["x-content-type-options"]) == (
        200, kind, "nosniff",
    )  # fmt: skip
    assert ask(shown, f"/reports/one/{path}", method="HEAD").status == 200


@pytest.mark.parametrize(
    "path",
    ["one/.hidden.csv", "one/notes.txt", "one/other.html", "one/tables", "one/tables/", "one/link.csv", "loose.csv",
     "plain/", "plain/index.html", "linked/", "linked/README.md", ".git/", ".git/README.md", "index.html", "missing/",
     "one/../loose.csv", "one/..%2f..%2foutside.csv", "..%2foutside.csv", "%2e%2e/outside.csv", "one/%00.csv",
     "one/tables/all.csv/x.csv", "one/" + "a" * 250 + ".csv", "one%5c..%5coutside.csv", "one/nul:.csv"],
)  # fmt: skip
def test_nothing_else_is_served(shown: Any, path: str) -> None:
    answer = ask(shown, f"/reports/{path}")
    assert answer.status == 404
    assert "secret" not in answer.text


def test_reports_come_and_go_while_the_site_is_up(shown: Any, folder: Path) -> None:
    write_report(folder, "two", title="Two", summary="")
    assert "/reports/two/" in ask(shown, "/reports/").text
    assert ask(shown, "/reports/two/README.md").status == 200
    (folder / "two" / "manifest.json").unlink()
    assert "/reports/two/" not in ask(shown, "/reports/").text
    assert ask(shown, "/reports/two/README.md").status == 404


@pytest.mark.parametrize(
    "manifest",
    [b"", b"[]", b"{", b"\xff", b'{"title": 3}', b'{"title": "x", "figure": {"file": 1, "alt": ""}}', b"[" * 100_000,
     b'{"title": "\\ud800"}', b'{"title": "x", "figure": "y"}', b'{"title": "x", "summary": ["<i>"]}'],
    ids=range(10),
)  # fmt: skip
def test_a_broken_manifest_is_told_of_beside_the_other_reports(shown: Any, folder: Path, manifest: bytes) -> None:
    (folder / "<i>").mkdir()
    (folder / "<i>" / "manifest.json").write_bytes(manifest)
    answer = ask(shown, "/reports/")
    assert answer.status == 200
    assert "The manifest of &lt;i&gt; cannot be read" in answer.text
    assert "/reports/one/" in answer.text


def test_words_of_a_manifest_are_words_whatever_they_look_like(shown: Any, folder: Path) -> None:
    bad = '"><script>alert(1)</script>'
    write_report(folder, "'two'", title=bad, summary=bad, figure={"file": f"javascript:{bad}", "alt": bad})
    text = ask(shown, "/reports/").text
    assert "<script>alert" not in text
    assert '"/reports/%27two%27/javascript%3A%22%3E' in text


@pytest.mark.parametrize("missing", ["not-there", "a-file"])
def test_without_reports_the_page_says_how_to_build_one(edition: Edition, tmp_path: Path, missing: str) -> None:
    (tmp_path / "a-file").write_text("")
    site = make_site(edition, tmp_path / missing)
    answer = ask(site, "/reports/")
    assert answer.status == 200
    assert "No report is built yet" in answer.text
    assert "kingdice report king-of-dice" in answer.text
    assert ask(site, "/reports/one/").status == 404


def test_the_menu_stands_above_a_report_and_the_file_stays_as_it_is(shown: Any, folder: Path) -> None:
    text = ask(shown, "/reports/one/").text
    without = re.sub(r"<link [^>]*>|(?s:<div class=\"site-menu\".*?</div>)", "", text)
    assert without == PAGE
    assert re.findall(r'<a href="(.*?)"', text) == ["/", "/odds", "/kingdomino", "/reports/"]
    assert (folder / "one" / "index.html").read_text() == PAGE
    (folder / "one" / "index.html").write_text("something else")
    assert ask(shown, "/reports/one/").text == "something else"


@pytest.mark.parametrize("path", ["", "README.md", "figures/a%20b.svg"])
def test_what_a_browser_has_already_is_not_sent_again(shown: Any, folder: Path, path: str) -> None:
    first = ask(shown, f"/reports/one/{path}")
    again = ask(shown, f"/reports/one/{path}", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    # a browser takes the headers of the later answer for the file that it has
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]
    other = ask(shown, f"/reports/one/{path}", headers={"If-None-Match": '"other"'})
    assert (other.status, other.body) == (200, first.body)


def test_a_part_of_a_file_may_be_asked_for(shown: Any) -> None:
    part = ask(shown, "/reports/one/tables/all.csv", headers={"Range": "bytes=2-3"})
    assert (part.status, part.text) == (206, "b\n")


@pytest.mark.parametrize("name", NAMES)
def test_the_script_of_every_committed_report_is_the_one_let_in(app: Any, name: str) -> None:
    answer = ask(app, f"/reports/{name}/")
    scripts = re.findall(r"<script>(.*?)</script>", (COMMITTED / name / "index.html").read_text(), re.DOTALL)
    allowed = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    assert len(scripts) == 1
    assert f"script-src 'sha256-{allowed}';" in answer.headers["content-security-policy"]
    assert 'class="site-menu"' in answer.text


def test_committed_reports_are_all_there(app: Any) -> None:
    assert re.findall(r'<h2><a href="/reports/(.*?)/">', ask(app, "/reports/").text) == NAMES
    assert len(NAMES) > 10


def test_a_report_without_its_slash_is_led_to_it(shown: Any) -> None:
    answer: Answer = ask(shown, "/reports/one")
    assert (answer.status, answer.headers["location"]) == (307, "http://testing/reports/one/")
