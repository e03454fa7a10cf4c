"""Attribute values of events: JSON to typed values and back, checked against the topic's schema."""

from __future__ import annotations

import base64
import binascii
from datetime import date, datetime, time
from math import isfinite

from .blob import BlobRef, blob_ref_from_object, blob_ref_to_object
from .errors import Given, ProtocolError
from .json_text import as_number, as_text, as_whole_number
from .limits import MAX_MESSAGE_BYTES, MAX_TEXT
from .times import parse_date, parse_time, parse_timestamp, write_timestamp
from .topic import Attribute, AttributeType, AttributeValue

_LARGEST = 2**63 - 1
_AS_THEY_ARE = (str, float, int, bool)  # JSON has them too


def decode_attribute(attribute: Attribute, value: object, field: str) -> AttributeValue:
    """The typed value of one attribute."""
    match attribute.type:
        case AttributeType.TEXT:
            limit = attribute.max_length or MAX_TEXT
            return as_text(value, field, limit, empty_allowed=not attribute.mandatory)
        case AttributeType.NUMBER:
            number = value if type(value) is float and isfinite(value) else as_number(value, field, _wanted(attribute))
            return _in_range(attribute, number, field)
        case AttributeType.INTEGER:
            whole = as_whole_number(value, field, -_LARGEST, _LARGEST)
            _in_range(attribute, whole, field)
            return whole
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
    return value


def _wanted(attribute: Attribute) -> str:
    low, high = attribute.minimum, attribute.maximum
    if low is not None and high is not None:
        return f"a number from {low:g} to {high:g}"
    if low is not None:
        return f"a number of at least {low:g}"
    return f"a number of at most {high:g}" if high is not None else "a number"


def _in_range(attribute: Attribute, number: float, field: str) -> float:
    too_low = attribute.minimum is not None and number < attribute.minimum
    if too_low or (attribute.maximum is not None and number > attribute.maximum):
        raise ProtocolError(field, expected=_wanted(attribute), got=number)
    return number


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
