"""What a Web Map Service says it has: its capabilities, read with suspicion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from broker_local.protocol.errors import Given, ProtocolError

from .tile_services import WmsService, checked_url, with_query

MAX_BYTES = 8 * 1024**2
MAX_DEPTH = 64
MAX_ELEMENTS = 200_000
_FIELD = "capabilities"
_MERCATORS = ("EPSG:3857", "EPSG:900913", "EPSG:102100", "EPSG:102113")
_FORMATS = ("image/png", "image/png8", "image/png; mode=8bit", "image/jpeg", "image/gif")
_LINK = "{http://www.w3.org/1999/xlink}href"


@dataclass(frozen=True, slots=True)
class WmsLayer:
    """A layer that can be asked for."""

    name: str
    title: str
    crs: tuple[str, ...]  # its own and those of the layers around it


@dataclass(frozen=True, slots=True)
class WmsCapabilities:
    """What can be asked for, where, and how."""

    version: str
    title: str
    get_map: str
    formats: tuple[str, ...]
    layers: tuple[WmsLayer, ...]

    def service(self, name: str) -> WmsService:
        """One of the layers as tiles; raises ProtocolError if it cannot be had in Web Mercator."""
        layer = next((layer for layer in self.layers if layer.name == name), None)
        if layer is None:
            raise ProtocolError("map service layers", expected="one of the layers offered", got=name)
        crs = next((crs for crs in _MERCATORS if crs in layer.crs), None)
        if crs is None:
            got = Given(", ".join(layer.crs) or "none")
            raise ProtocolError(f"layer {name}", expected="one offered in Web Mercator (EPSG:3857)", got=got)
        image = next((image for image in _FORMATS if image in self.formats), None)
        if image is None:
            got = Given(", ".join(self.formats) or "none")
            raise ProtocolError(f"layer {name}", expected="images as PNG, JPEG or GIF", got=got)
        version = "1.1.1" if self.version.startswith("1.1") else "1.3.0"
        return WmsService(self.get_map, name, version, crs, image, title=layer.title, attribution=self.title)


def capabilities_url(address: str) -> str:
    """Where a service says what it has."""
    checked_url(address, "map service")
    return with_query(address, {"SERVICE": "WMS", "REQUEST": "GetCapabilities"})


def read_capabilities(content: bytes, address: str) -> WmsCapabilities:
    """Capabilities of version 1.1 or 1.3 that came from an address; raises ProtocolError."""
    root = parse_xml(content)
    if root.tag not in ("WMS_Capabilities", "WMT_MS_Capabilities"):
        words = " ".join("".join(root.itertext()).split())[:50] if "Exception" in root.tag else ""
        got = Given(f"<{root.tag}> {words}".strip())
        raise ProtocolError(_FIELD, expected="the capabilities of a Web Map Service", got=got)
    request = root.find("Capability/Request/GetMap")
    if request is None:
        raise ProtocolError(_FIELD, expected="a service that draws maps (GetMap)", got=Given("none"))
    link = request.find("DCPType/HTTP/Get/OnlineResource")
    given = (link.get(_LINK) if link is not None else None) or address
    found: list[WmsLayer] = []
    for layer in root.findall("Capability/Layer"):
        _gather(layer, (), found)
    if not found:
        raise ProtocolError(_FIELD, expected="a service with layers", got=Given("none"))
    return WmsCapabilities(
        root.get("version", "1.3.0"),
        _text(root, "Service/Title"),
        checked_url(given.strip(), f"{_FIELD}.GetMap"),
        tuple((element.text or "").strip() for element in request.findall("Format")),
        tuple(found),
    )


def parse_xml(content: bytes) -> Element:
    """XML without entities of its own, of a bounded size and depth; names come without their namespaces.

    A document type is let through, which version 1.1.1 prescribes, but nothing is fetched for it.
    """
    if len(content) > MAX_BYTES:
        raise ProtocolError(_FIELD, expected=f"at most {MAX_BYTES} bytes", got=Given(str(len(content))))
    builder = TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    depth = count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if depth > MAX_DEPTH or count > MAX_ELEMENTS:
            expected = f"at most {MAX_ELEMENTS} elements, {MAX_DEPTH} deep"
            raise ProtocolError(_FIELD, expected=expected, got=Given("more"))
        builder.start(tag.rpartition("}")[2], {f"{{{n}" if "}" in n else n: value for n, value in attributes.items()})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag.rpartition("}")[2])

    def refuse(*_: object) -> NoReturn:
        raise ProtocolError(_FIELD, expected="XML without entities of its own", got=Given("an entity"))

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = parser.ExternalEntityRefHandler = refuse
    try:
        parser.Parse(content, True)
        root: Element = builder.close()
    except (expat.ExpatError, AssertionError, LookupError, ValueError) as error:
        if isinstance(error, ProtocolError):
            raise
        raise ProtocolError(_FIELD, expected="XML", got=Given(str(error) or "none")) from None
    return root


def _gather(layer: Element, crs_around: tuple[str, ...], found: list[WmsLayer]) -> None:
    """A layer and those in it; a layer without a name is only a heading (OGC 06-042, 7.2.4.6.2)."""
    own = [
        word.upper()
        for element in (*layer.findall("CRS"), *layer.findall("SRS"))
        for word in (element.text or "").split()
    ]
    crs = tuple(dict.fromkeys((*crs_around, *own)))
    name = _text(layer, "Name")
    if name:
        found.append(WmsLayer(name, _text(layer, "Title") or name, crs))
    for inner in layer.findall("Layer"):
        _gather(inner, crs, found)


def _text(element: Element, path: str) -> str:
    return (element.findtext(path) or "").strip()
