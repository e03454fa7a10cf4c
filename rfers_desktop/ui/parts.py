"""The parts of the window: a row each, in the order in which changes are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .link_part import LinkPart
from .login_part import LoginPart
from .map_part import MapPart
from .notifications_part import NotificationsPart
from .part import Desk, Part
from .subscribe.part import SubscribePart
from .subscriptions_part import SubscriptionsPart

PARTS: Sequence[Callable[[Desk], Part]] = (
    SubscriptionsPart,
    SubscribePart,
    NotificationsPart,
    MapPart,
    LinkPart,
    LoginPart,
)
