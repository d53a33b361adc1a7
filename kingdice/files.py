"""Files that are either complete or as they were before."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from kingdice.errors import RunError

__all__ = ["check_writable", "make_folder", "write_whole"]


def check_writable(path: Path | None) -> None:
    """Refuse, before any work is done, a file that cannot be written.

    Raises
    ------
    RunError
    """
    if path is None:
        return
    folder = path.parent
    if not os.path.isdir(folder):
        raise RunError(f"{path}: cannot be written: there is no directory {folder}")
    try:
        path.stat()
    except FileNotFoundError:
        pass
    except OSError as error:  # a name too long, links in a circle
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None
    if path.is_dir():
        raise RunError(f"{path}: cannot be written: it is a directory")
    if path.exists() and not os.access(path, os.W_OK):
        raise RunError(f"{path}: cannot be written: permission denied")
    if not path.exists() and not os.access(folder, os.W_OK):
        raise RunError(f"{path}: cannot be written: permission denied in {folder}")


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, where it is not there.

    Raises
    ------
    RunError
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"{folder}: cannot be made: {error.strerror}") from None


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is either complete or as it was before."""
    check_writable(path)
    path = path.resolve()
    if path.exists() and not path.is_file():  # a pipe or device: there is nothing to keep whole
        try:
            path.write_bytes(content)
        except OSError as error:
            raise RunError(f"{path}: cannot be written: {error.strerror}") from None
        return
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as part:
            temporary = Path(part.name)
            part.write(content)
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask)
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise RunError(f"{path}: cannot be written: {error.strerror}") from None
    except KeyboardInterrupt:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise
