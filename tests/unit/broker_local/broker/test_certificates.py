"""Certificates: whom they name, who trusts them, and that the keys are nobody else's."""

from __future__ import annotations

import shutil
import socket
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from broker_local.broker import certificates
from broker_local.broker.certificates import TlsFiles, existing_files, facts_of, files_in, make_certificates
from broker_local.broker.errors import BrokerError
from broker_local.protocol.errors import ProtocolError


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> TlsFiles:
    return make_certificates(tmp_path_factory.mktemp("data"), ["station.example.org", "10.1.2.3"])


def shaken_hands(files: TlsFiles, authority: Path, name: str) -> str | None:
    """Why a client that trusts `authority` does not believe that a server with `files` is `name`; None if it does."""
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    server.load_cert_chain(files.certificate, files.key)
    near, far = socket.socketpair()

    def serve() -> None:
        try:
            server.wrap_socket(far, server_side=True).close()
        except (ssl.SSLError, OSError):
            far.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with ssl.create_default_context(cafile=str(authority)).wrap_socket(near, server_hostname=name):
            return None
    except ssl.SSLCertVerificationError as error:
        return error.verify_message
    finally:
        near.close()
        thread.join()


@pytest.mark.parametrize("name", ["station.example.org", "10.1.2.3", "localhost", "127.0.0.1", "::1"])
def test_a_client_that_trusts_the_authority_believes_each_name(made: TlsFiles, name: str) -> None:
    assert shaken_hands(made, made.authority, name) is None


def test_a_client_does_not_believe_another_name_or_another_authority(made: TlsFiles, tmp_path: Path) -> None:
    other = make_certificates(tmp_path, [])
    assert "Hostname mismatch" in str(shaken_hands(made, made.authority, "elsewhere.example.org"))
    assert shaken_hands(made, other.authority, "localhost") is not None


def test_a_certificate_says_whom_it_names_and_until_when(made: TlsFiles) -> None:
    facts = facts_of(made.certificate)
    assert facts.names == ("station.example.org", "10.1.2.3", "localhost", "127.0.0.1", "::1")
    assert timedelta(days=820) < facts.valid_until - datetime.now(UTC) <= timedelta(days=825)
    assert len(facts.fingerprint.split(":")) == 32


def test_nobody_else_can_read_the_keys(made: TlsFiles) -> None:
    folder = made.key.parent
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert sorted(path.name for path in folder.iterdir()) == ["ca-key.pem", "ca.pem", "server-key.pem", "server.pem"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


def test_a_certificate_made_anew_is_trusted_by_who_trusted_the_old_one(tmp_path: Path) -> None:
    first = make_certificates(tmp_path, ["old.example.org"])
    authority, old = first.authority.read_bytes(), facts_of(first.certificate)
    again = make_certificates(tmp_path, ["new.example.org"])
    assert again.authority.read_bytes() == authority
    assert facts_of(again.certificate).fingerprint != old.fingerprint
    assert shaken_hands(again, again.authority, "new.example.org") is None


@pytest.mark.parametrize("name", ["", "two words", "a,DNS:b", "x\ny", "-x", "999.1.1.1\n"])
def test_what_is_no_name_of_a_host_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProtocolError, match="--name: expected a host name or an IP address"):
        make_certificates(tmp_path, [name])


def test_without_certificates_one_is_told_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match=r"rfers-broker certificates make --data \S+ --name THIS-HOST"):
        existing_files(tmp_path)


def test_with_certificates_they_are_found(made: TlsFiles) -> None:
    data = made.key.parent.parent
    assert existing_files(data) == files_in(data) == made


def test_without_openssl_one_is_told_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(BrokerError, match="install it"):
        make_certificates(tmp_path, [])


def test_a_failure_of_openssl_is_told(tmp_path: Path) -> None:
    (tmp_path / "no.pem").write_text("no certificate")
    with pytest.raises(BrokerError, match="openssl: expected success"):
        certificates.facts_of(tmp_path / "no.pem")
