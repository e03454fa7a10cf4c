"""The architecture is kept: every rule is applied to the tree, and seen to fail on a small source that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests import architecture_rules as rules

ROOT = Path(__file__).parents[1]
PACKAGES = rules.read_sources(ROOT, *rules.PACKAGES)
SCRIPTS = rules.read_sources(ROOT, "scripts")
BENCHMARKS = [path for path in SCRIPTS if path.startswith("scripts/bench/")]  # measure; what they call has its tests
TEXTS = {path: (ROOT / path).read_text("utf-8") for path in ("README.md", "pyproject.toml") if (ROOT / path).exists()}
UNIT_TESTS = [path for path in rules.read_sources(ROOT, "tests/unit") if Path(path).name.startswith("test_")]

Rule = Callable[[rules.Sources], list[str]]


@pytest.mark.parametrize(
    ("rule", "sources"),
    [
        pytest.param(rules.wrong_directions, PACKAGES, id="imports go in one direction"),
        pytest.param(rules.strayed_libraries, PACKAGES, id="each heavy library has one home"),
        pytest.param(rules.impurities, PACKAGES, id="matching is pure"),
        pytest.param(rules.missing_docstrings, PACKAGES | SCRIPTS, id="every module says its job"),
        pytest.param(rules.wrong_stages, PACKAGES | SCRIPTS, id="the eight stages are there once each"),
        pytest.param(rules.long_files, PACKAGES | SCRIPTS, id="no file is too long"),
        pytest.param(rules.vague_names, PACKAGES | SCRIPTS, id="files are named by their job"),
        pytest.param(rules.unsafe_code, PACKAGES | SCRIPTS, id="no text is run as code"),
        pytest.param(rules.unfit_words, PACKAGES | SCRIPTS | TEXTS, id="no unfinished work, nobody's folders"),
    ],
)
def test_the_tree_keeps_the_rule(rule: Rule, sources: rules.Sources) -> None:
    assert len(sources) > 20, "the sources were not found"
    complaints = rule(sources)
    assert not complaints, "\n".join(complaints)


def test_every_module_with_behaviour_has_its_test_file() -> None:
    tested = {path: text for path, text in (PACKAGES | SCRIPTS).items() if path not in BENCHMARKS}
    complaints = rules.missing_tests(tested, UNIT_TESTS)
    assert not complaints, "\n".join(complaints)


def test_every_unit_test_file_belongs_to_a_module() -> None:
    shell = {f"{path.relative_to(ROOT)}.py": "" for path in (ROOT / "scripts").iterdir() if not path.suffix}
    complaints = rules.orphaned_tests(PACKAGES | SCRIPTS | shell, UNIT_TESTS)
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("broker_local/protocol/x.py", "import broker_local.matching.matcher", "must not import broker_local.matching"),
        ("broker_local/protocol/x.py", "from broker_local import service", "must not import broker_local.service"),
        ("broker_local/protocol/x.py", "from ..service import y", "must not import broker_local.service.y"),
        (
            "broker_local/protocol/x.py",
            "def f():\n    from broker_local.broker import y",
            "x.py:2: broker_local.protocol",
        ),
        ("broker_local/matching/a/x.py", "if TYPE_CHECKING:\n    from ...service.z import y", "must not import"),
        ("broker_local/matching/x.py", "from ..protocol.event import Event", "by its full name"),
        ("broker_local/service/x.py", "from broker_local.broker.accounts import Accounts", "must not import"),
        ("broker_local/broker/x.py", "from broker_local.matching.matcher import Matcher", "must not import"),
        ("broker_local/cli.py", "import rfers_desktop", "must not import rfers_desktop"),
        ("broker_local/cli.py", "importlib.import_module('rfers_desktop.app')", "must not import rfers_desktop.app"),
        ("rfers_desktop/store/x.py", "from rfers_desktop.session.items import StateChanged", "must not import"),
        ("rfers_desktop/session/x.py", "from ..store import y", "must not import rfers_desktop.store.y"),
        ("rfers_desktop/layers/x.py", "from broker_local.service.journal import Journal", "must not import"),
        ("rfers_desktop/ui/map/x.py", "from rfers_desktop.session.session import Session", "must not import"),
        ("rfers_desktop/cellar/x.py", "", "rfers_desktop.cellar is not in MAY_IMPORT"),
    ],
)
def test_an_import_against_the_direction_is_seen(path: str, source: str, complaint: str) -> None:
    (found,) = rules.wrong_directions({path: source})
    assert complaint in found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("broker_local/matching/x.py", "from broker_local.protocol.event import Event\nfrom .spatial import exact"),
        ("broker_local/matching/__init__.py", "from .matcher import Matcher"),
        ("broker_local/broker/x.py", "import broker_local\nimport json"),
        ("rfers_desktop/ui/x.py", "from rfers_desktop.workspace import Workspace\nfrom . import main_window"),
        ("rfers_desktop/workspace.py", "from rfers_desktop.session.session import Session\nfrom .store import inbox"),
    ],
)
def test_an_import_in_the_direction_is_fine(path: str, source: str) -> None:
    relative = [complaint for complaint in rules.wrong_directions({path: source}) if "full name" not in complaint]
    assert relative == []


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("rfers_desktop/layers/x.py", "from PySide6.QtGui import QColor", "PySide6 belongs in rfers_desktop/ui/"),
        ("rfers_desktop/workspace.py", "def f():\n    import pyqtgraph as pg", "pyqtgraph belongs in"),
        ("broker_local/service/runner.py", "import paho.mqtt.client as mqtt", "paho belongs in"),
        ("broker_local/service/x.py", "from numba import njit", "numba belongs in broker_local/matching/"),
        ("broker_local/protocol/x.py", "__import__('pyspark')", "pyspark belongs in broker_local/replay/"),
        ("broker_local/service/x.py", "from amqtt.broker import Broker", "amqtt belongs in broker_local/broker/"),
        ("broker_local/service/x.py", "import importlib\nimportlib.import_module(name)", "computed name"),
    ],
)
def test_a_library_away_from_home_is_seen(path: str, source: str, complaint: str) -> None:
    (found,) = rules.strayed_libraries({path: source})
    assert complaint in found


def test_rasterio_in_two_modules_of_one_side_is_seen() -> None:
    one_each = {"broker_local/service/images.py": "import rasterio", "rfers_desktop/ui/map/x.py": "import rasterio.io"}
    assert rules.strayed_libraries(one_each) == []
    (found,) = rules.strayed_libraries(one_each | {"broker_local/replay/y.py": "from rasterio import open"})
    assert found.startswith("broker_local: rasterio belongs in one module")


@pytest.mark.parametrize(
    "source",
    ["import time", "from pathlib import Path", "datetime.now(UTC)", "open('a')", "def f():\n    import socket"],
)
def test_an_impurity_in_matching_is_seen(source: str) -> None:
    (found,) = rules.impurities({"broker_local/matching/x.py": source})
    assert "matching is pure" in found
    assert rules.impurities({"broker_local/service/x.py": source}) == []


@pytest.mark.parametrize("source", ["", "x = 1", '""" """', '"""Thing."""'])
def test_a_module_that_does_not_say_its_job_is_seen(source: str) -> None:
    assert len(rules.missing_docstrings({"broker_local/x.py": source})) == 1


def the_eight_stages() -> dict[str, str]:
    return {f"{home}s{n}.py": f'"""Stage {n}, {name}: so."""' for n, (name, home) in enumerate(rules.STAGES, start=1)}


def test_the_eight_stages_in_their_rooms_are_fine() -> None:
    assert rules.wrong_stages(the_eight_stages()) == []


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("rfers_desktop/store/s7.py", '"""The store."""', "stage 7, store: expected in one file, found in []"),
        (
            "rfers_desktop/store/s7.py",
            '"""Stage 7, shop: it."""',
            "expected 'store' in rfers_desktop/store/, found 'shop'",
        ),
        (
            "broker_local/broker/x.py",
            '"""Stage 5, deliver: it."""',
            "stage 5, deliver: expected in one file, found in [",
        ),
        ("broker_local/broker/x.py", '"""Stage 9, celebrate: it."""', "stage 9 is none of the 8"),
    ],
)
def test_a_stage_that_is_missing_double_misnamed_or_new_is_seen(path: str, source: str, complaint: str) -> None:
    (found,) = rules.wrong_stages(the_eight_stages() | {path: source})
    assert complaint in found


def test_a_stage_in_the_wrong_room_is_seen() -> None:
    stages = the_eight_stages()
    stages["rfers_desktop/layers/s7.py"] = stages.pop("rfers_desktop/store/s7.py")
    (found,) = rules.wrong_stages(stages)
    assert found.startswith("stage 7: expected 'store' in rfers_desktop/store/")


def test_a_module_with_behaviour_and_no_test_is_seen() -> None:
    sources = {
        "broker_local/a/b.py": "def f(): ...",
        "broker_local/a/c.py": "class C:\n    async def f(self): ...",
        "broker_local/a/values.py": "@dataclass\nclass V:\n    x: int\nLIMIT = 3",
        "broker_local/a/__init__.py": '"""The room a."""',
        "broker_local/__main__.py": "def f(): ...",
    }
    assert rules.missing_tests(sources, ["tests/unit/broker_local/a/test_c.py"]) == [
        "broker_local/a/b.py: expected its test in tests/unit/broker_local/a/test_b.py"
    ]


def test_a_test_file_of_no_module_is_seen() -> None:
    here = [f"tests/unit/broker_local/test_{name}.py" for name in ("b", "b_on_lines", "bee")]
    assert rules.orphaned_tests({"broker_local/b.py": ""}, here) == [f"{here[2]}: there is no such module"]


def test_a_long_file_is_seen() -> None:
    assert rules.long_files({"a.py": "x\n" * 400}) == []
    assert rules.long_files({"a.py": "x\n" * 401}) == ["a.py: 401 lines, at most 400"]


@pytest.mark.parametrize("path", ["broker_local/utils.py", "rfers_desktop/helpers/x.py", "scripts/manager.py"])
def test_a_file_named_by_its_kind_is_seen(path: str) -> None:
    assert rules.vague_names({path: ""}) == [f"{path}: name it by its job"]


@pytest.mark.parametrize("source", ["eval('1')", "exec(code)", "import pickle", "from shelve import open as o"])
def test_text_run_as_code_is_seen(source: str) -> None:
    assert len(rules.unsafe_code({"a.py": source})) == 1


def test_a_pattern_is_no_code() -> None:
    assert rules.unsafe_code({"a.py": "re.compile('a'); window.exec()"}) == []


@pytest.mark.parametrize("line", ["# TO" + "DO: later", "x = '/ho" + "me/anna/x'", "p = Path('/ro" + "ot/x')"])
def test_unfinished_work_and_somebodys_folder_are_seen(line: str) -> None:
    assert len(rules.unfit_words({"a.py": line})) == 1


def test_other_paths_are_fine() -> None:
    assert rules.unfit_words({"a.py": "x = '/usr/share/fonts', '~/.fonts', 'rfers/v1/inbox/x'"}) == []
