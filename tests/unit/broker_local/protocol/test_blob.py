"""References to large contents."""

import pytest

from broker_local.protocol.blob import BlobRef, blob_ref, blob_ref_from_object, blob_ref_to_object, checked_sha256
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.event_codec import content_digest
from tests.builders import an_event

HELLO = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"  # sha256sum of "hello"


def test_a_reference_is_the_hash_and_the_size() -> None:
    assert blob_ref(b"hello") == BlobRef(HELLO, 5)
    assert blob_ref_from_object(blob_ref_to_object(blob_ref(b"hello")), "f") == blob_ref(b"hello")


@pytest.mark.parametrize("value", [None, "", HELLO[:-1], HELLO + "0", HELLO.upper(), "../" + HELLO[3:], HELLO + "\n"])
def test_what_is_no_hash_is_refused(value: object) -> None:
    with pytest.raises(ProtocolError, match="SHA-256"):
        checked_sha256(value, "sha256")


def test_an_event_says_the_same_with_a_content_and_with_its_reference() -> None:
    inline = an_event("FireIncReports", IncPhoto=b"photo")
    referring = an_event("FireIncReports", IncPhoto=blob_ref(b"photo"))
    assert content_digest(inline) == content_digest(referring)
    assert content_digest(inline) != content_digest(an_event("FireIncReports", IncPhoto=b"another"))
