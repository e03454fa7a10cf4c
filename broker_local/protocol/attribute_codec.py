"""Attribute values of events: JSON to typed values and back, checked against the topic's schema."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from datetime import date, datetime, time
from types import MappingProxyType

from .blob import BlobRef, blob_ref_from_object, blob_ref_to_object
from .errors import Given, ProtocolError
from .fuzzy_codec import decode_fuzzy, encode_fuzzy
from .fuzzy_number import FuzzyNumber
from .json_text import as_text
from .limits import MAX_MESSAGE_BYTES, MAX_TEXT
from .number_codec import decode_number
from .times import parse_date, parse_time, parse_timestamp, write_timestamp
from .topic import Attribute, AttributeType, AttributeValue

_NO_TERMS: Mapping[str, FuzzyNumber] = MappingProxyType({})
_AS_THEY_ARE = (str, float, int, bool)  # JSON has them too


def decode_attribute(
    attribute: Attribute, value: object, field: str, terms: Mapping[str, FuzzyNumber] = _NO_TERMS
) -> AttributeValue:
    """The typed value of one attribute; `terms` are what words may stand for a number that is not known exactly."""
    match attribute.type:
        case AttributeType.TEXT:
            limit = attribute.max_length or MAX_TEXT
            return as_text(value, field, limit, empty_allowed=not attribute.mandatory)
        case AttributeType.NUMBER | AttributeType.INTEGER:
            if isinstance(value, dict):
                return _imprecise(attribute, decode_fuzzy(attribute, value, field, terms), field)
            return decode_number(attribute, value, field)
        case AttributeType.BOOLEAN:
            if not isinstance(value, bool):
                raise ProtocolError(field, expected="true or false", got=value)
            return value
        case AttributeType.DATE:
            return parse_date(value, field)
        case AttributeType.TIME:
            return parse_time(value, field)
        case AttributeType.TIMESTAMP:
            return parse_timestamp(value, field)
        case AttributeType.BINARY:
            return _binary(attribute, value, field)


def encode_attribute(value: AttributeValue) -> object:
    """One attribute value as JSON would spell it."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, BlobRef):
        return blob_ref_to_object(value)
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, datetime):
        return write_timestamp(value)
    if isinstance(value, date | time):
        return value.isoformat()
    return encode_fuzzy(value) if isinstance(value, FuzzyNumber) else value


def _imprecise(attribute: Attribute, number: FuzzyNumber, field: str) -> AttributeValue:
    """A number that turns out to be known exactly is a plain one, however it was spelt."""
    return decode_number(attribute, number.low, field) if number.is_exact else number


def _binary(attribute: Attribute, value: object, field: str) -> bytes | BlobRef:
    content: bytes | BlobRef
    if isinstance(value, dict):
        content = blob_ref_from_object(value, field)
        size = content.size
    else:
        content = _base64(value, field)
        size = len(content)
    limit = attribute.max_length or MAX_MESSAGE_BYTES
    if size > limit:
        raise ProtocolError(field, expected=f"at most {limit} bytes", got=Given(f"{size} bytes"))
    return content


def _base64(value: object, field: str) -> bytes:
    if not isinstance(value, str):
        raise ProtocolError(field, expected="Base64 text", got=value)
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ProtocolError(field, expected="Base64 text", got=value, hint=str(error).lower()) from None
