"""The site as a process of its own, and talking to it byte by byte."""

from __future__ import annotations

import re
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from oracles.processes import hear_ctrl_c

ROOT = Path(__file__).parents[2]
SHELL = 1_024  # files that a shell usually lets a program open


@dataclass
class Served:
    """A process that serves, and what it said when it was ready."""

    process: subprocess.Popen[str]
    said: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(re.search(r"open http://.*?:(\d+)/", self.said[-1])[1])

    def end(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        """Exit code, and what it said after it was ready."""
        self.process.send_signal(how)
        rest = self.process.communicate(timeout=10)[1]
        return self.process.returncode, rest

    def say(self, sent: bytes, *, seconds: float = 5.0, host: str = "127.0.0.1") -> bytes:
        """What comes back until the connection is closed, or nothing comes for some time."""
        with socket.create_connection((host, self.port), timeout=seconds) as talk:
            talk.sendall(sent)
            return heard(talk)


def heard(talk: socket.socket) -> bytes:
    """Everything until the connection is closed or silent."""
    parts = []
    try:
        while part := talk.recv(65_536):
            parts.append(part)
    except (TimeoutError, ConnectionResetError):
        pass
    return b"".join(parts)


@contextmanager
def serving(*words: str, files: int = SHELL) -> Iterator[Served]:
    """`kingdice serve` at a free port, in a shell that lets it open some number of files."""

    def before() -> None:
        hear_ctrl_c()
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))

    with subprocess.Popen(
        [sys.executable, "-m", "kingdice", "serve", "--port", "0", *words],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=before,
    ) as process:  # fmt: skip
        served = Served(process)
        try:
            assert process.stderr is not None
            for line in process.stderr:
                served.said.append(line.rstrip("\n"))
                if line.startswith("open "):
                    break
            yield served
        finally:
            if process.poll() is None:
                process.kill()
