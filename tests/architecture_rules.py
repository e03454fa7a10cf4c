"""The rules of the architecture as functions: sources in, complaints out.

Sources are texts by path from the project's root. Imports are read by ast, so lazy and typing ones count too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

Sources = Mapping[str, str]
PACKAGES = ("broker_local", "rfers_desktop")
LONGEST_FILE = 400

# Room -> the rooms it may import besides itself. A room that is not here has no place in the architecture yet.
_PROTOCOL = "broker_local.protocol"
_LANGUAGE = "rfers_desktop.language"
_DESKTOP_VALUES = {
    f"rfers_desktop.{name}"
    for name in (
        *("attribute_text", "contract_words", "degree_text", "language"),
        *("recent_logins", "server_address", "subscription_draft"),
    )
}
MAY_IMPORT: Mapping[str, Collection[str]] = {
    "broker_local": (),
    _PROTOCOL: (),
    "broker_local.matching": {_PROTOCOL},
    "broker_local.service": {_PROTOCOL, "broker_local.matching"},
    "broker_local.replay": {_PROTOCOL, "broker_local.matching"},
    "broker_local.operations": {_PROTOCOL},
    "broker_local.broker": {_PROTOCOL, "broker_local.operations"},
    "broker_local.qt_libraries": (),
    "broker_local.doctor": {"broker_local.qt_libraries"},
    "broker_local.workers": {_PROTOCOL, "broker_local.broker", "broker_local.operations"},
    "broker_local.worker_process": {
        _PROTOCOL,
        *(f"broker_local.{room}" for room in ("service", "operations", "workers")),
    },
    "broker_local.serve": {
        _PROTOCOL,
        *(f"broker_local.{room}" for room in ("broker", "service", "operations", "workers")),
    },
    "broker_local.station_commands": {
        _PROTOCOL,
        *(f"broker_local.{room}" for room in ("broker", "service", "operations", "serve")),
    },
    "broker_local.cli": {
        _PROTOCOL,
        "broker_local.station_commands",
        *(
            f"broker_local.{room}"
            for room in ("matching", "service", "replay", "broker", "operations", "doctor", "serve")
        ),
    },
    "rfers_desktop": (),
    "rfers_desktop.session": {_PROTOCOL, _LANGUAGE},
    "rfers_desktop.store": {_PROTOCOL, _LANGUAGE},
    "rfers_desktop.geo": {_PROTOCOL, _LANGUAGE},
    "rfers_desktop.layers": {
        *(_PROTOCOL, _LANGUAGE),
        *(f"rfers_desktop.{room}" for room in ("geo", "attribute_text", "degree_text")),
    },
    **{value: {_PROTOCOL, _LANGUAGE, "rfers_desktop.geo"} for value in _DESKTOP_VALUES},
    "rfers_desktop.drafting": {
        *(_PROTOCOL, _LANGUAGE),
        *(f"rfers_desktop.{room}" for room in ("geo", "attribute_text", "contract_words", "subscription_draft")),
    },
    "rfers_desktop.past": {
        _PROTOCOL,
        _LANGUAGE,
        *(f"rfers_desktop.{room}" for room in ("attribute_text", "store", "layers", "geo")),
    },
    "rfers_desktop.change": {_PROTOCOL, *(f"rfers_desktop.{room}" for room in ("session", "store", "layers"))},
    "rfers_desktop.local_companion": {_LANGUAGE, "rfers_desktop.server_address"},
    "rfers_desktop.subscription_edits": {_PROTOCOL, _LANGUAGE, "rfers_desktop.store"},
    "rfers_desktop.vocabulary_work": {_PROTOCOL, _LANGUAGE, "rfers_desktop.change", "rfers_desktop.store"},
    "rfers_desktop.subscription_work": {
        _PROTOCOL,
        *_DESKTOP_VALUES,
        *(
            f"rfers_desktop.{room}"
            for room in ("change", "subscription_edits", "vocabulary_work", "store", "layers", "geo")
        ),
    },
    "rfers_desktop.alert_work": {
        _PROTOCOL,
        _LANGUAGE,
        *(f"rfers_desktop.{room}" for room in ("change", "subscription_work", "store", "layers")),
    },
    "rfers_desktop.workspace": {
        _PROTOCOL,
        *_DESKTOP_VALUES,
        *(f"rfers_desktop.{room}" for room in ("change", "subscription_work", "alert_work")),
        *(f"rfers_desktop.{room}" for room in ("session", "store", "layers", "geo")),
    },
    "rfers_desktop.ui": {
        _PROTOCOL,
        *_DESKTOP_VALUES,
        *(
            f"rfers_desktop.{room}"
            for room in ("change", "local_companion", "workspace", "past", "layers", "geo", "drafting")
        ),
    },
    "rfers_desktop.app": {
        _PROTOCOL,
        *_DESKTOP_VALUES,
        *(f"rfers_desktop.{room}" for room in ("workspace", "session", "store", "layers", "geo", "ui")),
    },
}

# Library -> the places that may import it; everybody else stays free of its weight.
_QT_HOME = ("rfers_desktop/ui/", "rfers_desktop/app.py")
_SPARK_HOME = ("broker_local/replay/",)
HOMES: Mapping[str, Collection[str]] = {
    "PySide6": _QT_HOME,
    "shiboken6": _QT_HOME,
    "pyqtgraph": _QT_HOME,
    "paho": ("broker_local/service/mqtt_link.py", "rfers_desktop/session/link.py"),
    "amqtt": ("broker_local/broker/",),
    "pyogrio": ("rfers_desktop/geo/vector_files.py", "rfers_desktop/geo/vector_writing.py"),
    "numba": ("broker_local/matching/",),
    "pyspark": _SPARK_HOME,
    "py4j": _SPARK_HOME,
    "pyarrow": (*_SPARK_HOME, "rfers_desktop/store/replay_"),  # on the desk to read a replay's result
    "pandas": _SPARK_HOME,
    "PIL": ("rfers_desktop/past/animation.py",),
}
ONE_MODULE_A_SIDE = ("rasterio",)

# Matching is pure: what would let it see the clock, a file or the network.
IMPURE_MODULES = (
    *("time", "random", "secrets", "uuid", "logging"),
    *("io", "os", "pathlib", "shutil", "tempfile", "sqlite3", "subprocess", "mmap"),
    *("asyncio", "http", "requests", "socket", "ssl", "urllib"),
)
IMPURE_CALLS = ("open", "print", "input", "now", "utcnow", "today")

STAGES = (  # the way of an event, and where each stage lives
    ("publish", "scripts/"),
    ("link", "broker_local/service/"),
    ("intake", "broker_local/service/"),
    ("match", "broker_local/matching/"),
    ("deliver", "broker_local/service/"),
    ("session", "rfers_desktop/session/"),
    ("store", "rfers_desktop/store/"),
    ("layer", "rfers_desktop/layers/"),
)
VAGUE_NAMES = ("utils", "util", "helpers", "helper", "classes", "manager", "misc", "common")
UNSAFE_CALLS = ("eval", "exec", "compile")
UNSAFE_MODULES = ("pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle")
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
SOMEONES_FOLDER = re.compile(r"(?<![\w.~])(/(home|root|Users)/|C:\\\\?Users)")


@dataclass(frozen=True, slots=True)
class Import:
    """One name that a module imports, in full, and how it was written."""

    name: str
    line: int
    is_relative: bool = False

    @property
    def library(self) -> str:
        """The top-level package."""
        return self.name.partition(".")[0]


def read_sources(root: Path, *folders: str) -> dict[str, str]:
    """The Python files below some folders of the project."""
    files = (file for folder in folders for file in sorted((root / folder).rglob("*.py")))
    return {file.relative_to(root).as_posix(): file.read_text("utf-8") for file in files}


def imports_of(path: str, source: str) -> Iterator[Import]:
    """Everything a module imports, wherever in it: lazily, for typing, or by name through importlib."""
    package = module_of(path).split(".") if path.endswith("__init__.py") else module_of(path).split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            outer = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*outer, *([node.module] if node.module else [])])
            yield from (Import(f"{origin}.{alias.name}", node.lineno, node.level > 0) for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            name = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else "computed.name"
            yield Import(str(name), node.lineno)


def module_of(path: str) -> str:
    """The dotted name of a file: `a/b/__init__.py` is a.b."""
    return ".".join(PurePosixPath(path).with_suffix("").parts).removesuffix(".__init__")


def room_of(module: str) -> str:
    """The part of the architecture a module belongs to: a package's folder, or a module beside those."""
    return ".".join(module.split(".")[:2])


def wrong_directions(sources: Sources) -> list[str]:
    """Imports that go against the direction, and relative ones that leave their room."""
    complaints = []
    for path, source in sources.items():
        room = room_of(module_of(path))
        if room not in MAY_IMPORT:
            complaints.append(f"{path}: {room} is not in MAY_IMPORT; say there what it may import")
            continue
        for imported in imports_of(path, source):
            other = room_of(imported.name)
            if imported.library not in PACKAGES or other in (room, room.partition(".")[0]):
                continue
            if other not in MAY_IMPORT[room]:
                complaints.append(f"{path}:{imported.line}: {room} must not import {imported.name}")
            elif imported.is_relative:
                complaints.append(
                    f"{path}:{imported.line}: import {imported.name} by its full name, it is another room"
                )
    return complaints


def strayed_libraries(sources: Sources) -> list[str]:
    """Heavy libraries imported outside their home, and those of one module a side imported by more."""
    complaints = []
    users: dict[tuple[str, str], set[str]] = {}
    for path, source in sources.items():
        for imported in imports_of(path, source):
            if imported.name == "computed.name":
                complaints.append(f"{path}:{imported.line}: imports a computed name, which no rule can see")
            home = HOMES.get(imported.library)
            if home is not None and not path.startswith(tuple(home)):
                complaints.append(f"{path}:{imported.line}: {imported.library} belongs in {' and '.join(home)}")
            if imported.library in ONE_MODULE_A_SIDE:
                users.setdefault((imported.library, path.partition("/")[0]), set()).add(path)
    for (library, side), paths in users.items():
        if len(paths) > 1:
            complaints.append(f"{side}: {library} belongs in one module, not in {', '.join(sorted(paths))}")
    return complaints


def impurities(sources: Sources) -> list[str]:
    """What lets matching see the clock, a file or the network."""
    complaints = []
    for path, source in sources.items():
        if not path.startswith("broker_local/matching/"):
            continue
        for imported in imports_of(path, source):
            if imported.library in IMPURE_MODULES:
                complaints.append(f"{path}:{imported.line}: matching is pure and does without {imported.library}")
        for call in _calls(source):
            if _called(call) in IMPURE_CALLS:
                complaints.append(f"{path}:{call.lineno}: matching is pure and does without {_called(call)}()")
    return complaints


def missing_docstrings(sources: Sources) -> list[str]:
    """Modules that do not say in their first line what their job is."""
    complaints = []
    for path, source in sources.items():
        job = (ast.get_docstring(ast.parse(source)) or "").partition("\n")[0]
        if len(job.split()) < 2:
            complaints.append(f"{path}: a module opens with a docstring whose first line says its job")
    return complaints


def wrong_stages(sources: Sources) -> list[str]:
    """Stages of the way of an event that are missing, double, misnamed or in the wrong room."""
    found: dict[int, list[tuple[str, str]]] = {}
    for path, source in sources.items():
        opening = re.match(r'"""Stage (\d+), ([^:]+): \S', source)
        if opening:
            found.setdefault(int(opening[1]), []).append((opening[2], path))
    complaints = [f"stage {number} is none of the {len(STAGES)}" for number in found if number > len(STAGES)]
    for number, (name, home) in enumerate(STAGES, start=1):
        places = found.get(number, [])
        if len(places) != 1:
            complaints.append(f"stage {number}, {name}: expected in one file, found in {[p for _, p in places]}")
        elif places[0][0] != name or not places[0][1].startswith(home):
            complaints.append(f"stage {number}: expected '{name}' in {home}, found '{places[0][0]}' in {places[0][1]}")
    return complaints


def needs_test(path: str, source: str) -> bool:
    """Whether a module has behaviour: a function or a method. Values and constants alone have none, nor `__main__`."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return not path.endswith("__main__.py") and any(isinstance(node, functions) for node in ast.walk(ast.parse(source)))


def place_of_test(path: str) -> str:
    """Where the test of a module lives: that of `a/b/c.py` in `tests/unit/a/b/test_c.py`."""
    module = PurePosixPath(path)
    if module.name == "__init__.py":
        module = module.parent.with_suffix(".py")
    return f"tests/unit/{module.parent}/test_{module.name}"


def missing_tests(sources: Sources, tests: Collection[str]) -> list[str]:
    """Modules with behaviour and without their test file."""
    untested = (
        path for path, source in sources.items() if needs_test(path, source) and place_of_test(path) not in tests
    )
    return [f"{path}: expected its test in {place_of_test(path)}" for path in untested]


def orphaned_tests(sources: Sources, tests: Collection[str]) -> list[str]:
    """Test files of modules that are gone; `test_exact_on_lines.py` counts as one more of `exact.py`'s."""
    stems = [place_of_test(path).removesuffix(".py") for path in sources]
    known = tuple(f"{stem}{end}" for stem in stems for end in ("_", ".py"))
    return [f"{test}: there is no such module" for test in tests if not test.startswith(known)]


def long_files(sources: Sources) -> list[str]:
    """Files that have certainly found a second job."""
    lines = {path: len(source.splitlines()) for path, source in sources.items()}
    return [f"{path}: {count} lines, at most {LONGEST_FILE}" for path, count in lines.items() if count > LONGEST_FILE]


def vague_names(sources: Sources) -> list[str]:
    """Files named by their kind, not by their job."""
    vague = (path for path in sources if not set(PurePosixPath(path).with_suffix("").parts).isdisjoint(VAGUE_NAMES))
    return [f"{path}: name it by its job" for path in vague]


def unsafe_code(sources: Sources) -> list[str]:
    """Code made from text, and values made from code."""
    complaints = []
    for path, source in sources.items():
        for call in _calls(source):
            if isinstance(call.func, ast.Name) and call.func.id in UNSAFE_CALLS:
                complaints.append(f"{path}:{call.lineno}: {call.func.id}() runs text as code")
        for imported in imports_of(path, source):
            if imported.library in UNSAFE_MODULES:
                complaints.append(f"{path}:{imported.line}: {imported.library} runs code while reading values")
    return complaints


def unfit_words(sources: Sources) -> list[str]:
    """Marks of unfinished work, and folders of somebody's machine."""
    complaints = []
    for path, source in sources.items():
        for number, line in enumerate(source.splitlines(), start=1):
            for found in (UNFINISHED.search(line), SOMEONES_FOLDER.search(line)):
                if found:
                    complaints.append(f"{path}:{number}: '{found[0]}' has no place in the project")
    return complaints


def _calls(source: str) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))


def _called(call: ast.Call) -> str:
    """The last name of what is called: `now` for `datetime.now()`."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
