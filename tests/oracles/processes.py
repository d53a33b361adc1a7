"""What tests that start real processes have in common."""

from __future__ import annotations

import signal


def hear_ctrl_c() -> None:
    """Run in a new process before its program: a shell that starts tests in the background has them ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
