"""Passwords: made, hashed and checked in the form Mosquitto 2 keeps them (`$7$`, PBKDF2-HMAC-SHA512)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

from broker_local.protocol.errors import Given, ProtocolError

# Mosquitto checks passwords on its only thread, so every iteration delays all clients: 20,000 are about 15 ms a
# login. mosquitto_passwd itself writes 101.
ITERATIONS = 20_000
MIN_PASSWORD = 8  # characters
MAX_PASSWORD = 256
_MAX_ITERATIONS = 1_000_000  # of a hash in a file; more would stall the broker at each login
_SALT_BYTES = 12  # as mosquitto_passwd
_HASH_BYTES = 64
_BASE64 = r"[A-Za-z0-9+/]+={0,2}"
_HASHED = re.compile(rf"\$7\$([1-9][0-9]{{0,6}})\$({_BASE64})\$({_BASE64})\Z")


def make_password() -> str:
    """A new password that nobody can guess: 144 random bits, 24 characters."""
    return secrets.token_urlsafe(18)


def checked_password(field: str, password: object) -> str:
    """`password` if it can be one; the error never shows it."""
    if not isinstance(password, str):
        raise ProtocolError(field, expected="a text", got=Given(type(password).__name__))
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        expected = f"{MIN_PASSWORD} to {MAX_PASSWORD} characters"
        raise ProtocolError(field, expected=expected, got=Given(f"{len(password)}"))
    if not password.isprintable():
        raise ProtocolError(field, expected="printable characters", got=Given("a control character"))
    return password


def hash_password(password: str, *, iterations: int = ITERATIONS, salt: bytes | None = None) -> str:
    """What may be stored of a password; a fresh salt unless one is given."""
    salt = secrets.token_bytes(_SALT_BYTES) if salt is None else salt
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, iterations, _HASH_BYTES)
    return f"$7${iterations}${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}"


def checked_hash(field: str, hashed: object) -> str:
    """`hashed` if it is a hash that both brokers can check."""
    found = _HASHED.match(hashed) if isinstance(hashed, str) else None
    try:
        whole = found is not None and len(base64.b64decode(found[3], validate=True)) == _HASH_BYTES
        whole = whole and found is not None and len(base64.b64decode(found[2], validate=True)) >= _SALT_BYTES
    except ValueError:
        whole = False
    if found is None or not whole or int(found[1]) > _MAX_ITERATIONS:
        raise ProtocolError(field, expected="a hash like $7$iterations$salt$hash", got=Given("something else"))
    return found[0]


def is_password(password: str, hashed: str) -> bool:
    """Whether `password` is the one that was hashed; takes as long when it is not."""
    found = _HASHED.match(hashed)
    if found is None:
        return False
    salt = base64.b64decode(found[2])
    return hmac.compare_digest(hash_password(password, iterations=int(found[1]), salt=salt).encode(), hashed.encode())
