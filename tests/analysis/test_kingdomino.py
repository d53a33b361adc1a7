"""The committed page on Kingdomino is what its study writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_the_committed_page_is_what_the_study_writes(tmp_path: Path) -> None:
    study = [sys.executable, str(ROOT / "analysis" / "kingdomino.py"), str(tmp_path)]
    subprocess.run(study, check=True, capture_output=True, timeout=900)
    committed = ROOT / "reports" / "kingdomino"
    assert (tmp_path / "README.md").read_text() == (committed / "README.md").read_text()
    assert (tmp_path / "manifest.json").read_text() == (committed / "manifest.json").read_text()
