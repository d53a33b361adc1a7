"""The study on the King and the Robber Baron: a small run of it, what was committed, and the games that were kept."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "reports" / "carcassonne"


def study(*words: str) -> None:
    file = ROOT / "analysis" / "carcassonne.py"
    subprocess.run([sys.executable, str(file), *words], check=True, capture_output=True, timeout=3600)


def test_the_committed_page_has_all_that_its_manifest_names() -> None:
    manifest = json.loads((COMMITTED / "manifest.json").read_text())
    for name in manifest["files"]:
        assert (COMMITTED / name).exists(), name
    page = (COMMITTED / "README.md").read_text()
    assert set(re.findall(r"\((figures/[\w-]+\.svg|tables/[\w-]+\.(?:csv|parquet))\)", page)) == {
        name for name in manifest["files"] if "/" in name
    }
    assert "nan" not in re.findall(r"\w+", page)


def test_each_cell_of_the_comparison_has_twenty_thousand_greedy_games() -> None:
    rules = pd.read_csv(COMMITTED / "tables" / "worths.csv")
    greedy = rules[rules["label"].isin(["2, greedy", "2, greedy, base tiles"])]
    assert (greedy["games"] >= 20_000).all()
    assert len(greedy) == 6


@pytest.mark.long
def test_a_small_part_of_the_games_makes_a_page(tmp_path: Path) -> None:
    study(str(tmp_path), "0.05")
    committed = (COMMITTED / "README.md").read_text()
    small = (tmp_path / "README.md").read_text()
    assert [line for line in small.splitlines() if line.startswith("## ")] == [
        line for line in committed.splitlines() if line.startswith("## ")
    ]


@pytest.mark.long
def test_the_committed_page_is_what_the_study_writes(tmp_path: Path) -> None:
    study(str(tmp_path))
    for name in ("README.md", "manifest.json"):
        assert (tmp_path / name).read_text() == (COMMITTED / name).read_text()


@pytest.mark.long
def test_the_games_that_were_kept_are_those_that_are_played() -> None:
    sys.path.insert(0, str(ROOT / "analysis"))
    try:
        from carcassonne_search import SEED, kept, searching
    finally:
        sys.path.pop(0)
    assert kept().iloc[:2].to_numpy().tolist() == searching().play_block(SEED, 0, 2).tolist()
