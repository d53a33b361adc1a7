"""Commands that are there by name, and loaded when they are asked for.

Loading every command takes as long as Python and typer do together, and a user wants one of them. So a group knows its
commands by a name and a line of help; the module `kingdice.cli.NAME` is imported when its command is to run, to tell
its own help or to complete a word.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

__all__ = ["LazyGroup", "load_command"]


class LazyGroup(TyperGroup):
    """A group of commands that `add_names` gave it; only the one that is called is imported."""

    def add_names(self, lines: dict[str, str]) -> None:
        """Add commands by name, each with the first sentence of its help, in the order in which help lists them."""
        for name, line in lines.items():
            self.add_command(TyperCommand(name, help=line, rich_markup_mode=None))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that the first word names, and load it."""
        name, command, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if command is not None and name else None, rest


def load_command(name: str) -> Any:
    """The whole command or group of this name: `app` of its module, or the function that is called as it is.

    Examples
    --------
    >>> load_command("odds").help.partition(",")[0]
    'Chance of every citizen'
    """
    word = name.replace("-", "_")
    module = import_module(f"kingdice.cli.{word}")
    alone = typer.Typer(rich_markup_mode=None, add_completion=False, callback=lambda: None)
    if hasattr(module, "app"):
        alone.add_typer(module.app, name=name)
    else:
        alone.command(name, epilog=getattr(module, "EXAMPLES", None))(getattr(module, word))
    group = get_command(alone)
    assert isinstance(group, TyperGroup)
    return group.commands[name]
