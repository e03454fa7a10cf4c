"""For all tests: windows are drawn in memory, so that no display is needed and none is disturbed."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
