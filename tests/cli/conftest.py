"""Running the command line, in this process for the many and as a process of its own for the few."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from kingdice.cli.main import run


class Answer(NamedTuple):
    """What a command leaves behind: exit code, standard output, standard error."""

    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def call() -> Callable[..., Answer]:
    """Runs a command in this process."""

    def run_here(*words: str) -> Answer:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = run(list(words))
            except SystemExit as end:  # shell completion ends the process
                code = end.code or 0
        return Answer(code, out.getvalue(), err.getvalue())

    return run_here


@pytest.fixture(scope="session")
def answer(call: Callable[..., Answer]) -> Callable[..., str]:
    """Runs a command that must succeed, with nothing on standard error; returns what it prints."""

    def must_succeed(*words: str) -> str:
        done = call(*words)
        assert (done.code, done.err) == (0, ""), done
        return done.out

    return must_succeed


@pytest.fixture(scope="session")
def refused(call: Callable[..., Answer]) -> Callable[..., str]:
    """Runs a command that must end with exit code 2 and one line on standard error, which is returned."""

    def must_fail(*words: str) -> str:
        done = call(*words)
        assert (done.code, done.out) == (2, ""), done
        assert done.err.startswith("kingdice: "), done.err
        assert done.err.endswith("\n"), done.err
        assert len(done.err.splitlines()) == 1, done.err
        return done.err.removeprefix("kingdice: ").rstrip("\n")

    return must_fail


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., Answer]:
    """Runs a command as a process of its own, in an empty directory."""

    def run_there(*words: str, environment: Mapping[str, str] | None = None, **how) -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "kingdice", *words],
            cwd=tmp_path,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            timeout=120,
            check=False,
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8", **how},
        )
        return Answer(done.returncode, done.stdout or "", done.stderr or "")

    return run_there
