"""Where the site listens: the addresses of a host, who can reach them, and how a browser is told to go there."""

from __future__ import annotations

import errno
import socket
from contextlib import closing
from ipaddress import ip_address

from kingdice.errors import KingdiceError

__all__ = ["is_private", "listening_sockets", "own_names", "shown_addresses"]


_EVERYWHERE = ("0.0.0.0", "::")
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # kept for documentation; nobody is there


def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """Take a port at each address of a host; `listen` is not called yet.

    Parameters
    ----------
    host : str
        A name or an address.
    port : int
        0 for any that is free; then it is the same at every address.

    Raises
    ------
    KingdiceError
        When there is no such host, or the port is taken or not ours to take.
    """
    taken: list[socket.socket] = []
    try:
        for family, address in _found(host):
            # Named, because asyncio sends at once (no Nagle) only where it is.
            one = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            taken.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family is socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(address != "::"))
            one.bind((address, port or taken[0].getsockname()[1]))
    except OSError as error:
        for one in taken:
            one.close()
        raise refusal(error, host, port) from None
    return taken


def refusal(error: OSError, host: str, port: int) -> KingdiceError:
    """What is wrong with an address, in a line."""
    if error.errno == errno.EADDRINUSE:
        return KingdiceError(f"--port {port}: taken by another program: expected one that is free, or 0 for any")
    if error.errno == errno.EACCES:
        return KingdiceError(f"--port {port}: not for everybody on this machine: expected 1024 or more")
    if error.errno == errno.EADDRNOTAVAIL:
        return KingdiceError(f"--host {host}: not an address of this machine: expected 127.0.0.1, or 0.0.0.0 for all")
    return KingdiceError(f"--host {host}: cannot listen there: {error.strerror}")


def is_private(taken: list[socket.socket]) -> bool:
    """Whether only this machine can reach what listens there."""
    return all(ip_address(_place(one)).is_loopback for one in taken)


def own_names(host: str) -> set[str] | None:
    """The names by which a site at a host may be asked for; None for any, where others can reach it.

    Examples
    --------
    >>> sorted(own_names("127.0.0.1"))
    ['127.0.0.1', '[::1]', 'localhost']
    >>> own_names("0.0.0.0") is None
    True
    """
    if not all(ip_address(address.partition("%")[0]).is_loopback for _, address in _found(host)):
        return None
    return {"127.0.0.1", "localhost", "[::1]", _in_address(host).lower()}


def shown_addresses(host: str, taken: list[socket.socket]) -> list[str]:
    """The addresses to open: one for this machine first, and one for others where they can reach it."""
    port = taken[0].getsockname()[1]
    names = [host]
    if host in _EVERYWHERE:
        names = ["127.0.0.1" if host == "0.0.0.0" else "::1", *_seen_by_others(taken[0].family)]
    return [f"http://{_in_address(name)}:{port}/" for name in names]


def _found(host: str) -> list[tuple[socket.AddressFamily, str]]:
    """Family and address of each place that a host stands for."""
    try:
        if not host:
            raise socket.gaierror
        found = socket.getaddrinfo(host.strip("[]"), 0, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise KingdiceError(f"--host {host}: there is no such host: expected 127.0.0.1, or 0.0.0.0 for all") from None
    return list(dict.fromkeys((family, str(where[0])) for family, _, _, _, where in found))


def _place(one: socket.socket) -> str:
    return str(one.getsockname()[0]).partition("%")[0]


def _in_address(name: str) -> str:
    return f"[{name.strip('[]')}]" if ":" in name else name


def _seen_by_others(family: int) -> list[str]:
    """The address that this machine would show to others; nothing is sent."""
    with closing(socket.socket(family, socket.SOCK_DGRAM)) as asking:
        try:
            asking.connect((_ELSEWHERE[socket.AddressFamily(family)], 9))
        except OSError:
            return []
        return [_place(asking)]
