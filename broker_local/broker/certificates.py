"""Certificates for TLS: an authority of the station's own, and the broker's certificate signed by it, made by openssl.

The authority is made once, so that desks keep trusting the station when the broker's certificate is made anew. The
broker's always names this machine's loopback addresses too, by which the matcher itself comes in.
"""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from broker_local.protocol.errors import Given, ProtocolError

from .accounts import write_private
from .errors import BrokerError

FOLDER = "tls"
ALWAYS_NAMED = ("localhost", "127.0.0.1", "::1")
_AUTHORITY_DAYS = 3650
_SERVER_DAYS = 825  # what careful clients accept at most
_EC_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-sha256")
_OPENSSL_S = 30.0
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST = re.compile(rf"(?=.{{1,253}}\Z)(?:\*\.)?(?:{_LABEL}\.)*{_LABEL}\Z")


@dataclass(frozen=True, slots=True)
class TlsFiles:
    """What a broker needs to speak TLS, and its clients to know that it is the one: all PEM."""

    authority: Path
    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class CertificateFacts:
    """What a certificate says of itself."""

    names: tuple[str, ...]
    valid_until: datetime
    fingerprint: str  # SHA-256


def files_in(data: Path) -> TlsFiles:
    """Where the certificates of a data folder are, made or not."""
    folder = data / FOLDER
    return TlsFiles(folder / "ca.pem", folder / "server.pem", folder / "server-key.pem")


def existing_files(data: Path) -> TlsFiles:
    """The certificates of a data folder; an error that says how to make them if they are not all there."""
    files = files_in(data)
    for path in (files.authority, files.certificate, files.key):
        if not path.is_file():
            hint = f"make them with: rfers-broker certificates make --data {data} --name THIS-HOST"
            raise ProtocolError("--tls", expected=f"certificates in {path.parent}", got=Given("none"), hint=hint)
    return files


def make_certificates(data: Path, names: Sequence[str]) -> TlsFiles:
    """A certificate for a broker that its clients call by these names; the authority too, unless it is there."""
    wanted = dict.fromkeys([*(_checked_host(name) for name in names), *ALWAYS_NAMED])
    files = files_in(data)
    folder = files.authority.parent
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    authority_key = folder / "ca-key.pem"
    with tempfile.TemporaryDirectory(dir=folder, prefix=".making-") as made:  # 0700
        work = Path(made)
        if not (files.authority.is_file() and authority_key.is_file()):
            _make_authority(work)
            write_private(authority_key, (work / "ca-key.pem").read_bytes())
            write_private(files.authority, (work / "ca.pem").read_bytes())
        _make_server(work, list(wanted), files.authority, authority_key)
        write_private(files.key, (work / "server-key.pem").read_bytes())
        write_private(files.certificate, (work / "server.pem").read_bytes())
    return files


def facts_of(certificate: Path) -> CertificateFacts:
    """The names, the end and the fingerprint of a certificate."""
    said = _openssl("x509", "-in", str(certificate), "-noout", "-enddate", "-ext", "subjectAltName")
    end = re.search(r"notAfter=(.+)", said)
    if end is None:
        raise BrokerError("openssl", expected="the end of a certificate", got=Given(said))
    names = re.findall(r"(?:DNS|IP Address):([^,\s]+)", said)
    digest = _openssl("x509", "-in", str(certificate), "-noout", "-fingerprint", "-sha256").partition("=")[2].strip()
    until = datetime.fromtimestamp(ssl.cert_time_to_seconds(end[1].strip()), UTC)
    return CertificateFacts(tuple(_plain_host(name) for name in names), until, digest)


def _make_authority(work: Path) -> None:
    name = f"/CN=RFERS station authority {datetime.now(UTC):%Y-%m-%d}"
    extensions = ["basicConstraints=critical,CA:TRUE,pathlen:0", "keyUsage=critical,keyCertSign,cRLSign"]
    added = [word for extension in extensions for word in ("-addext", extension)]
    key, out = str(work / "ca-key.pem"), str(work / "ca.pem")
    days = ("-days", str(_AUTHORITY_DAYS))
    _openssl("req", "-x509", *_EC_KEY, *days, "-subj", name, *added, "-keyout", key, "-out", out)


def _make_server(work: Path, names: list[str], authority: Path, authority_key: Path) -> None:
    request, key, out = (str(work / name) for name in ("request.pem", "server-key.pem", "server.pem"))
    _openssl("req", *_EC_KEY, "-subj", "/CN=RFERS broker", "-keyout", key, "-out", request)
    extensions = work / "extensions"
    extensions.write_text(
        "basicConstraints=critical,CA:FALSE\n"
        "keyUsage=critical,digitalSignature\n"
        "extendedKeyUsage=serverAuth\n"
        f"subjectAltName={','.join(_alternative_name(name) for name in names)}\n"
    )
    signed_by = ("-CA", str(authority), "-CAkey", str(authority_key), "-set_serial", f"0x{os.urandom(16).hex()}")
    days = ("-days", str(_SERVER_DAYS), "-sha256")
    _openssl("x509", "-req", "-in", request, *signed_by, *days, "-extfile", str(extensions), "-out", out)


def _checked_host(name: str) -> str:
    if not _is_address(name) and not _HOST.match(name):
        raise ProtocolError("--name", expected="a host name or an IP address", got=name)
    return name


def _alternative_name(name: str) -> str:
    return f"IP:{name}" if _is_address(name) else f"DNS:{name}"


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _plain_host(name: str) -> str:
    """An address in its shortest form: openssl shows ::1 as 0:0:0:0:0:0:0:1."""
    try:
        return str(ipaddress.ip_address(name))
    except ValueError:
        return name


def _openssl(*arguments: str) -> str:
    program = shutil.which("openssl")
    if program is None:
        hint = "install it (Debian: sudo apt-get install openssl)"
        raise BrokerError("certificates", expected="openssl on this machine", got=Given("none"), hint=hint)
    done = subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        timeout=_OPENSSL_S,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode:
        raise BrokerError("openssl", expected="success", got=Given(done.stderr.strip()[-500:]))
    return done.stdout
