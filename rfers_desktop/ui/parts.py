"""The parts of the window: a row each, in the order in which changes are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .alerts.part import AlertsPart
from .analysis.part import AnalysisPart
from .charts.part import ChartsPart
from .frame_settings import FrameSettings
from .help_part import HelpPart
from .link_part import LinkPart
from .login_part import LoginPart
from .map_part import MapPart
from .notifications_part import NotificationsPart
from .part import Desk, Part
from .replay.part import ReplayPart
from .repository.part import RepositoryPart
from .scenarios.part import ScenariosPart
from .subscribe.part import SubscribePart
from .subscription_edit_part import SubscriptionEditPart
from .subscriptions_part import SubscriptionsPart
from .words.part import WordsPart

PARTS: Sequence[Callable[[Desk], Part]] = (
    SubscriptionsPart,
    SubscriptionEditPart,
    SubscribePart,
    WordsPart,
    NotificationsPart,
    AlertsPart,
    MapPart,
    RepositoryPart,
    AnalysisPart,
    ChartsPart,
    LinkPart,
    FrameSettings,
    LoginPart,
    ReplayPart,
    ScenariosPart,
    HelpPart,
)
