"""What holds for every study: its files, its page, the command that runs it."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pandas as pd
import pytest

from analysis.studies import REPORTS, STUDIES
from kingdice.reporting.figure_check import figure_faults
from kingdice.reporting.page import FigureBlock

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "analysis").glob("*.py"))
KINDS = (".md", ".html", ".json", ".csv", ".parquet", ".svg")
LEDGER = r"\((figures/[\w-]+\.svg|tables/[\w-]+\.(?:csv|parquet))\)"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "analysis", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=3600)


def files_of(folder: Path, kinds: Iterable[str] = KINDS) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in kinds
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_has_fewer_than_150_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) < 150


SCRIPTS = [path for path in FILES if path.stem != "__main__" and 'if __name__ == "__main__":' in path.read_text()]


def test_what_takes_long_is_played_and_fitted_by_scripts() -> None:
    assert {path.stem for path in SCRIPTS} == {
        "carcassonne_greedy",
        "carcassonne_ladder",
        "carcassonne_search",
        "far_sighted",
        "kingdomino_search",
        "kingdomino_sight",
    }


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_needs_no_study(path: Path) -> None:
    """It is run as `python analysis/NAME.py`, where the package `analysis` is not to be found."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("analysis")
        elif isinstance(node, ast.Import):
            assert not any(one.name.startswith("analysis") for one in node.names)


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_opens_with_its_question(name: str) -> None:
    text = ast.get_docstring(ast.parse((ROOT / "analysis" / f"{name.replace('-', '_')}.py").read_text()))
    assert text is not None
    assert "?" in text.split("\n\n")[0]


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_has_a_committed_page_with_all_that_its_manifest_names(name: str) -> None:
    folder = REPORTS / name
    manifest = json.loads((folder / "manifest.json").read_text())
    for file in manifest["files"]:
        assert (folder / file).exists(), file
    page = (folder / "README.md").read_text()
    assert set(re.findall(LEDGER, page)) == {file for file in manifest["files"] if "/" in file}
    assert "nan" not in re.findall(r"\w+", page)
    assert manifest["command"].startswith(f"python -m analysis {name}")


def test_the_list_names_every_study_with_its_question() -> None:
    found = run("--list")
    assert found.returncode == 0
    for study in STUDIES.values():
        line = next(one for one in found.stdout.splitlines() if one.split()[0] == study.name)
        assert study.question in line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["card-ods"], "no study 'card-ods'; did you mean 'card-odds'?"),
        (["card-odds", "xyz"], "no study 'xyz'; there is card-odds,"),
        (["card-odds", "--workers", "0"], "'0': expected a whole number from 1"),
        (["card-odds", "--part", "2"], "'2': expected a number above 0, at most 1"),
        (["--works", "2"], "--works"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: list[str], told: str) -> None:
    found = run(*words)
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr.count("\n") == 1
    assert found.stderr.startswith("error: ")
    assert told in found.stderr


@pytest.mark.long
def test_a_study_of_few_games_is_the_same_on_one_worker_and_on_two(tmp_path: Path) -> None:
    pages = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        found = run("mispriced", "--part", "0.02", "--workers", workers, "--out", str(folder))
        assert found.returncode == 0, found.stderr
        pages.append(files_of(folder / "mispriced"))
    assert pages[0] == pages[1]
    assert {"README.md", "index.html", "tables/prices.csv", "figures/prices.svg"} <= pages[0].keys()


@pytest.mark.long
def test_all_committed_pages_are_what_the_studies_write(tmp_path: Path) -> None:
    assert run("--out", str(tmp_path)).returncode == 0
    kinds = (".md", ".json", ".csv")
    for name in STUDIES:
        assert files_of(tmp_path / name, kinds) == files_of(REPORTS / name, kinds), name


@pytest.mark.long
@pytest.mark.parametrize("name", STUDIES)
def test_figures_of_studies_are_readable(name: str) -> None:
    page = STUDIES[name].build(2, 0.1)
    figures = {block.name: block.axes for block in page.blocks if isinstance(block, FigureBlock)}
    assert figures
    faults = {figure: figure_faults(axes) for figure, axes in figures.items()}
    assert {figure: found for figure, found in faults.items() if found} == {}


@pytest.mark.long
def test_the_games_that_were_kept_are_those_that_are_played() -> None:
    from analysis.carcassonne_search import SEED, kept, searching

    assert kept().iloc[:2].to_numpy().tolist() == searching().play_block(SEED, 0, 2).tolist()


def test_each_cell_of_the_comparison_has_twenty_thousand_greedy_games() -> None:
    rules = pd.read_csv(REPORTS / "carcassonne-worths" / "tables" / "worths.csv")
    greedy = rules[rules["label"].isin(["2, greedy", "2, greedy, base tiles"])]
    assert (greedy["games"] >= 20_000).all()
    assert len(greedy) == 6
