"""Tests of reading the capabilities of a Web Map Service."""

from __future__ import annotations

import pytest

from broker_local.protocol.errors import ProtocolError
from rfers_desktop.layers import wms_capabilities
from rfers_desktop.layers.wms_capabilities import capabilities_url, parse_xml, read_capabilities

ADDRESS = "http://w.example/wms"
NEW = b"""<?xml version="1.0"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
 <Service><Title>Fires of the province</Title></Service>
 <Capability><Request><GetMap><Format>image/jpeg</Format><Format>image/png</Format>
  <DCPType><HTTP><Get><OnlineResource xlink:href="http://maps.example/draw?"/></Get></HTTP></DCPType></GetMap></Request>
  <Layer><Title>All</Title><CRS>EPSG:4326</CRS><CRS>EPSG:3857</CRS>
   <Layer><Name>fires</Name><Title>Fires today</Title></Layer>
   <Layer><Name>plain</Name></Layer>
  </Layer>
  <Layer><Name>polar</Name><CRS>EPSG:3995</CRS></Layer>
 </Capability>
</WMS_Capabilities>"""
OLD = b"""<?xml version="1.0"?>
<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.example/WMS_MS_Capabilities.dtd" [<!ELEMENT Extra EMPTY>]>
<WMT_MS_Capabilities version="1.1.1"><Service><Title>Old</Title></Service>
 <Capability><Request><GetMap><Format>image/gif</Format></GetMap></Request>
  <Layer><SRS>EPSG:4326 EPSG:900913</SRS><Layer><Name>roads</Name><Title>Roads</Title></Layer></Layer>
 </Capability></WMT_MS_Capabilities>"""


def test_layers_inherit_where_they_can_be_drawn_and_headings_are_no_layers() -> None:
    read = read_capabilities(NEW, ADDRESS)
    assert [layer.name for layer in read.layers] == ["fires", "plain", "polar"]
    assert read.layers[0].crs == ("EPSG:4326", "EPSG:3857")
    assert read.layers[1].title == "plain"
    assert read.title == "Fires of the province"


def test_a_layer_becomes_a_service() -> None:
    service = read_capabilities(NEW, ADDRESS).service("fires")
    assert (service.address, service.version, service.crs) == ("http://maps.example/draw?", "1.3.0", "EPSG:3857")
    assert (service.format, service.title, service.attribution) == ("image/png", "Fires today", "Fires of the province")


def test_the_old_version_is_read_with_its_document_type() -> None:
    service = read_capabilities(OLD, ADDRESS).service("roads")
    assert (service.address, service.version, service.crs, service.format) == (
        ADDRESS,
        "1.1.1",
        "EPSG:900913",
        "image/gif",
    )


def test_a_layer_that_is_not_to_be_had_in_web_mercator_is_refused() -> None:
    with pytest.raises(ProtocolError, match="layer polar: expected one offered in Web Mercator .* got EPSG:3995"):
        read_capabilities(NEW, ADDRESS).service("polar")
    with pytest.raises(ProtocolError, match="one of the layers offered, got 'none'"):
        read_capabilities(NEW, ADDRESS).service("none")


def test_a_service_without_a_format_that_can_be_shown_is_refused() -> None:
    odd = NEW.replace(b"image/jpeg", b"image/tiff").replace(b"image/png", b"application/pdf")
    with pytest.raises(ProtocolError, match="images as PNG, JPEG or GIF, got image/tiff, application/pdf"):
        read_capabilities(odd, ADDRESS).service("fires")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "expected XML"),
        (b"<html>", "expected XML"),
        (b"hello", "expected XML"),
        (b"<html/>", "the capabilities of a Web Map Service, got <html>"),
        (b"<ServiceExceptionReport>No such map</ServiceExceptionReport>", "No such map"),
        (b"<WMS_Capabilities/>", "a service that draws maps"),
        (NEW.replace(b"<Name>", b"<N>").replace(b"</Name>", b"</N>"), "a service with layers"),
        (NEW.replace(b"http://maps.example/draw?", b"file:///etc/passwd"), "begins http:// or https://"),
    ],
)
def test_what_is_no_capabilities_is_refused_with_the_reason(content: bytes, words: str) -> None:
    with pytest.raises(ProtocolError, match=words):
        read_capabilities(content, ADDRESS)


@pytest.mark.parametrize(
    "content",
    [
        b'<!DOCTYPE a [<!ENTITY b "cccc">]><a>&b;</a>',
        b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        b'<!DOCTYPE a [<!ENTITY % b SYSTEM "http://x.example/"> %b;]><a/>',
    ],
)
def test_entities_are_refused(content: bytes) -> None:
    with pytest.raises(ProtocolError, match="XML without entities of its own"):
        parse_xml(content)


def test_too_much_and_too_deep_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProtocolError, match="64 deep"):
        parse_xml(b"<a>" * 65 + b"</a>" * 65)
    monkeypatch.setattr(wms_capabilities, "MAX_ELEMENTS", 10)
    with pytest.raises(ProtocolError, match="at most 10 elements"):
        parse_xml(b"<a>" + b"<b/>" * 10 + b"</a>")
    monkeypatch.setattr(wms_capabilities, "MAX_BYTES", 10)
    with pytest.raises(ProtocolError, match="at most 10 bytes, got 11"):
        parse_xml(b"<a>1234</a>")


def test_capabilities_are_asked_for_at_the_service() -> None:
    assert capabilities_url(f"{ADDRESS}?map=a&request=GetMap") == (
        f"{ADDRESS}?map=a&SERVICE=WMS&REQUEST=GetCapabilities"
    )
