"""Tests of what live marks answer."""

from __future__ import annotations

from rfers_desktop.layers.identify import Identified, Spot
from rfers_desktop.layers.live_answers import LiveIdentify

ENGINE = Identified("Assets", "Engine 7", (), ("event", "1"))


def test_marks_at_the_pixel_are_told_in_their_order_and_those_nobody_knows_are_left_out() -> None:
    asked: list[tuple[float, float, float]] = []

    def objects_at(px: float, py: float, reach: float) -> list[tuple[str, ...]]:
        asked.append((px, py, reach))
        return [("event", "gone"), ("event", "1")]

    source = LiveIdentify(objects_at, lambda key: ENGINE if key == ENGINE.key else None)
    assert list(source.identify(Spot(0, 0, 0, 0, 12, 34, 6, 1))) == [ENGINE]
    assert asked == [(12, 34, 6)]
