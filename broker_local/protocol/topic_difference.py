"""What differs between two schemas of one topic, in words, and whether the newer may take the older's place."""

from __future__ import annotations

from .topic import Attribute, Topic

_NAMED_LIMITS = ("unit", "minimum", "maximum", "max_length")  # what values mean and may be


def differences(old: Topic, new: Topic) -> list[str]:
    """Every difference that matters to events and filters; titles, descriptions and usual values do not."""
    found = [
        f"{what}: {_shown(before)} became {_shown(after)}"
        for what, before, after in (
            ("geometries", sorted(old.geometries), sorted(new.geometries)),
            ("geometry_unless", old.geometry_unless, new.geometry_unless),
            ("happened", _happened(old), _happened(new)),
            ("key", old.key, new.key),
        )
        if before != after
    ]
    for name, attribute in old.by_name.items():
        if name not in new.by_name:
            found.append(f"attribute {name} removed")
        else:
            found += _changes(attribute, new.by_name[name])
    return found + [_added(attribute) for name, attribute in new.by_name.items() if name not in old.by_name]


def is_compatible(old: Topic, new: Topic) -> bool:
    """Whether every event and every filter of the old schema is one of the new: only optional attributes are added."""
    added = [attribute for name, attribute in new.by_name.items() if name not in old.by_name]
    return not any(attribute.mandatory for attribute in added) and len(differences(old, new)) == len(added)


def _changes(old: Attribute, new: Attribute) -> list[str]:
    found = []
    if old.type is not new.type:
        found.append(f"attribute {old.name}: {old.type} became {new.type}")
    if old.mandatory != new.mandatory:
        found.append(f"attribute {old.name} became {'mandatory' if new.mandatory else 'optional'}")
    for what in _NAMED_LIMITS:
        before, after = getattr(old, what), getattr(new, what)
        if before != after:
            found.append(f"attribute {old.name}, {what}: {_shown(before)} became {_shown(after)}")
    return found


def _added(attribute: Attribute) -> str:
    return f"{'mandatory ' if attribute.mandatory else ''}attribute {attribute.name} added"


def _happened(topic: Topic) -> list[str]:
    source = topic.happened
    return [name for name in (source.timestamp, source.date, source.time) if name is not None]


def _shown(value: object) -> str:
    if isinstance(value, list):
        return " or ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
