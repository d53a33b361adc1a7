"""`python -m kingdice` is the `kingdice` command."""

from kingdice.cli.main import main

main()
