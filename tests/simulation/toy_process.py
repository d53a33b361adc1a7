"""A process that simulates the toy: started with JSON of arguments, it gets ready, waits for a line, and runs.

What comes out is one line on standard output: the digest. A run that cannot be goes like the command line: one line on
standard error and exit code 2, or 130 after Ctrl-C.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pyarrow.parquet  # noqa: F401  (loaded before the clock starts)
from simulation.toy_match import ToyMatch

from kingdice.errors import RunError
from kingdice.simulation.run import simulate


def main() -> int:
    arguments = json.loads(sys.argv[1])
    match = ToyMatch(pause=arguments.pop("pause", 0.0))
    out = Path(arguments.pop("out"))
    print("ready", flush=True)
    sys.stdin.readline()
    try:
        run = simulate(match, out=out, **arguments)
    except RunError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt as error:
        print(error, file=sys.stderr)
        return 130
    print(run.summary["digest"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
