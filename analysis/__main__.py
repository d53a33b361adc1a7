"""Run studies: all, or by name; the gallery of all reports in the folder is written anew.

python -m analysis card-odds luck-or-skill --workers 2 --out reports
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from pathlib import Path
from typing import NoReturn

from analysis.studies import REPORTS, STUDIES, studies_named
from kingdice.errors import KingdiceError


class OneLine(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(2, f"error: {message}\n")


def at_least_one(text: str) -> int:
    """A number of workers."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text[:20]}': expected a whole number from 1")
    return int(text)


def part(text: str) -> float:
    """A share of the games."""
    try:
        share = float(text)
    except ValueError:
        share = math.nan
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"'{text[:20]}': expected a number above 0, at most 1")
    return share


def main() -> int:
    """Build the pages asked for; returns the exit code."""
    parser = OneLine(prog="python -m analysis", description="Studies: each answers one question with one page.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="studies to run (all, if none is named)")
    parser.add_argument("--list", action="store_true", help="name the studies, with their questions")
    parser.add_argument("--workers", type=at_least_one, default=os.cpu_count(), help="cores to use; changes no page")
    parser.add_argument("--out", type=Path, default=REPORTS, metavar="DIR", help="pages go to DIR/NAME (reports)")
    parser.add_argument("--part", type=part, default=1.0, metavar="SHARE", help="play this share of the games only")
    words = parser.parse_args()
    try:
        chosen = studies_named(words.names)
        if words.list:
            width = max(len(name) for name in STUDIES)
            for study in chosen:
                print(f"{study.name:{width}}  {study.question} ({study.seconds:.0f} s of work)")
            return 0
        from kingdice.reporting.gallery import write_gallery
        from kingdice.reporting.page import write_page

        for study in chosen:
            begun, worked = time.perf_counter(), time.process_time()
            write_page(study.build(words.workers, words.part), words.out / study.name)
            took, worked = time.perf_counter() - begun, time.process_time() - worked
            print(f"{words.out / study.name}: written in {took:.0f} s, {worked:.0f} s of work", file=sys.stderr)
        write_gallery(words.out)
    except KingdiceError as wrong:
        print(f"error: {wrong}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
