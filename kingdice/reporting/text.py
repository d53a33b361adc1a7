"""Plain words in HTML and in Markdown: what has a meaning there is escaped, so that both say the same.

Three things are more than plain: an empty line parts paragraphs, lines that all begin with "- " are a list, and words
between backticks are code.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from markupsafe import Markup, escape

__all__ = ["html_text", "markdown_cell", "markdown_text", "paragraphs"]

_CODE = re.compile(r"`([^`]+)`")
_SPECIAL = re.compile(r"[\\*\[\]`~]|<(?=[\w/!?])|(?<!\w)_|_(?!\w)")


def paragraphs(text: str) -> list[str | list[str]]:
    r"""The paragraphs of a text, each on one line; a list of its points where every line begins with "- ".

    Examples
    --------
    >>> paragraphs("One,\n  two.\n\n- three\n- four\n  five")
    ['One, two.', ['three', 'four five']]
    """
    found: list[str | list[str]] = []
    for part in re.split(r"\n[ \t]*\n", text.strip()):
        lines = [line.strip() for line in part.splitlines() if line.strip()]
        if lines and lines[0].startswith("- "):
            points: list[str] = []
            for line in lines:
                if line.startswith("- "):
                    points.append(line[2:].strip())
                else:
                    points[-1] += f" {line}"
            found.append([" ".join(point.split()) for point in points])
        elif lines:
            found.append(" ".join(part.split()))
    return found


def html_text(text: str) -> Markup:
    """Words for HTML.

    Examples
    --------
    >>> print(html_text("a < b, `make report`"))
    a &lt; b, <code>make report</code>
    """
    return Markup(_spoken(text, lambda words: str(escape(words)), lambda code: f"<code>{escape(code)}</code>"))


def markdown_text(text: str) -> str:
    r"""Words for Markdown.

    Examples
    --------
    >>> print(markdown_text("a < b * c_d <e>, `make report`"))
    a < b \* c_d \<e>, `make report`
    """
    return _spoken(text, lambda words: _SPECIAL.sub(r"\\\g<0>", words), lambda code: f"`{code}`")


def markdown_cell(text: str) -> str:
    r"""Words for a cell of a Markdown table, on one line, with pipes escaped.

    Examples
    --------
    >>> print(markdown_cell("a | b"))
    a \| b
    """
    return markdown_text(" ".join(text.split())).replace("|", r"\|")


def _spoken(text: str, words: Callable[[str], str], code: Callable[[str], str]) -> str:
    """A text with what stands between backticks told apart from the rest."""
    parts = _CODE.split(text)
    return "".join(code(part) if number % 2 else words(part) for number, part in enumerate(parts))
