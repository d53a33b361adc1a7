"""`kingdice serve`: what cannot be served is one line and exit code 2, before anything is compiled."""

from __future__ import annotations

import errno
import os
import socket
import sys

import pytest


def test_a_port_that_is_taken_is_one_line(refused):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        wrong = f"--port {port}: taken by another program: expected one that is free, or 0 for any"
        assert refused("serve", "--port", port) == wrong
        assert refused("serve", "--port", port, "--host", "localhost") == wrong


@pytest.mark.parametrize("port", ["-1", "65536"])
def test_a_port_that_there_is_not_is_one_line(refused, port):
    assert refused("serve", "--port", port) == f"--port {port}: expected 0 to 65535"


@pytest.mark.parametrize("host", ["nowhere.invalid", "", "a..b", "x" * 300, "127.0.0.1:80"])
def test_a_host_that_there_is_not_is_one_line(refused, host):
    assert refused("serve", "--host", host).startswith(f"--host {host}: there is no such host")


def test_an_address_of_another_machine_is_one_line(refused):
    # 192.0.2.0/24 is kept for documentation (RFC 5737)
    assert refused("serve", "--host", "192.0.2.77") == (
        "--host 192.0.2.77: not an address of this machine: expected 127.0.0.1, or 0.0.0.0 for all"
    )


def test_a_port_that_is_not_for_everybody_is_one_line(refused, monkeypatch):
    class Strict(socket.socket):
        def bind(self, address: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("kingdice.web.addresses.socket.socket", Strict)
    assert refused("serve", "--port", "80") == "--port 80: not for everybody on this machine: expected 1024 or more"


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_without_the_extra_it_says_what_to_install(refused, monkeypatch, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    assert refused("serve") == f"serve needs {missing}: pip install 'kingdice[web]'"


def test_an_edition_that_there_is_not_is_one_line(refused):
    assert "no-such-edition" in refused("serve", "--edition", "no-such-edition")
