"""The site as it is served, without a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kingdice.games.king_of_dice import Edition
from kingdice.web.site import make_site

REPORTS = Path(__file__).parents[2] / "reports"


@pytest.fixture(scope="session")
def app(edition: Edition) -> Any:
    """The site for haba-2017, with the reports that are committed; no games are played."""
    return make_site(edition, REPORTS, games=0)
