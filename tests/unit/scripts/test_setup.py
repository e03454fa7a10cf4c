"""scripts/setup with stand-ins for Python, pip and apt-get: what it does, what it leaves alone, what it says."""

from __future__ import annotations

import shutil
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOOLS = [
    "bash",
    "cat",
    "chmod",
    "cmp",
    "cp",
    "dirname",
    "env",
    "flock",
    "grep",
    "ln",
    "mkdir",
    "mktemp",
    "mv",
    "readlink",
    "rm",
    "sed",
    "sort",
    "tail",
    "tee",
    "touch",
    "uname",
]

# Notes how it was called, then does what the call asks, as far as setup can see: PYTHON_VERSION, PIP_STATUS, QT_LACKS …
PYTHON = r"""#!/usr/bin/env bash
echo "python $*" >>"$CALLS"
case "$*" in
    *version_info*3,\ 13*) [[ ${PYTHON_VERSION:-3.11} == 3.1[12] ]] ;;
    *version_info*) echo "${PYTHON_VERSION:-3.11}" ;;
    *ensurepip*) [[ -n ${HAS_VENV-yes} || -e $CALLS.installed ]] ;;
    "-m venv"*) mkdir -p "${*: -1}/bin" && cp "$0" "${*: -1}/bin/python" ;;
    "-m pip install"*) echo "Collecting numpy<3,>=2.1 (from rfers)"; echo "the pip says so"; exit "${PIP_STATUS:-0}" ;;
    *doctor*) [[ -z ${HAS_MOSQUITTO-yes} ]] || echo "present  Mosquitto  version 2" ;;
    *qt_libraries*) [[ -e $CALLS.installed ]] || echo "${QT_LACKS-}" ;;
    "- "*) echo "pytest>=9,<10" ;;
esac
"""
APT_GET = r"""#!/usr/bin/env bash
echo "apt-get $*" >>"$CALLS"
[[ $1 == install ]] && touch "$CALLS.installed"
exit "${APT_STATUS:-0}"
"""
JAVA = "#!/usr/bin/env bash\necho 'openjdk version \"17.0.15\"' >&2\n"
ID = '#!/usr/bin/env bash\necho "${USER_ID:-1000}"\n'


NOTHING = "#!/usr/bin/env bash\n"


class Machine:
    """A machine in a folder: a project in a path with spaces, and a PATH with nothing but stand-ins and plain tools."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "a project"
        self.path = folder / "bin"
        self.calls_file = folder / "calls"
        (self.project / "scripts").mkdir(parents=True)
        self.path.mkdir()
        shutil.copy(ROOT / "scripts" / "setup", self.project / "scripts")
        (self.project / "pyproject.toml").write_text("[project]\n")
        for name in TOOLS:
            if found := shutil.which(name):
                (self.path / name).symlink_to(found)
        for name, text in {
            "python3.11": PYTHON,
            "apt-get": APT_GET,
            "id": ID,
            "java": JAVA,
            "mosquitto_pub": NOTHING,
        }.items():
            self.put(name, text)

    def put(self, name: str, text: str) -> None:
        program = self.path / name
        program.write_text(text)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)

    def setup(self, *purposes: str, script: Path | None = None, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [script or self.project / "scripts" / "setup", *purposes],
            env={"PATH": str(self.path), "CALLS": str(self.calls_file), **settings},
            cwd="/",
            capture_output=True,
            text=True,
            timeout=60,
            stdin=subprocess.DEVNULL,
        )

    def calls(self, word: str) -> list[str]:
        lines = self.calls_file.read_text().splitlines() if self.calls_file.exists() else []
        return [line for line in lines if word in line]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("purpose", "installed"),
    [
        ("headless", [". "]),
        ("window", [".[desktop] "]),
        ("replay", [".[replay] "]),
        ("test", [".[desktop,replay,test] ", ". pytest>=9,<10 "]),
    ],
)
def test_each_purpose_installs_what_it_needs(machine: Machine, purpose: str, installed: list[str]) -> None:
    done = machine.setup(purpose, script=None)
    assert done.returncode == 0, done.stderr
    assert [f"{call.partition('--editable ')[2]} " for call in machine.calls("pip install")] == installed
    assert "fetching numpy\n" in done.stdout


def test_the_second_time_nothing_is_installed_or_said(machine: Machine) -> None:
    machine.setup("test")
    installs = len(machine.calls("pip install"))
    done = machine.setup("test")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert len(machine.calls("pip install")) == installs
    assert len(machine.calls("-m venv")) == 2


def test_what_is_already_there_stays_when_more_is_asked_for(machine: Machine) -> None:
    machine.setup("window")
    machine.setup("replay")
    assert machine.calls("pip install")[-1].endswith("--editable .[desktop,replay]")
    machine.setup("window")
    machine.setup("headless")
    assert len(machine.calls("pip install")) == 2


def test_changed_requirements_are_installed_into_the_same_environment(machine: Machine) -> None:
    machine.setup("headless")
    (machine.project / "pyproject.toml").write_text("[project]\nname = 'other'\n")
    machine.setup("headless")
    assert len(machine.calls("pip install")) == 2
    assert len(machine.calls("-m venv")) == 1


def test_a_project_that_was_moved_gets_a_new_environment(machine: Machine) -> None:
    machine.setup("headless")
    machine.project = machine.project.rename(machine.project.with_name("moved"))
    assert machine.setup("headless").returncode == 0
    assert len(machine.calls("-m venv")) == 2


def test_an_environment_whose_python_is_gone_is_made_again(machine: Machine) -> None:
    machine.setup("headless")
    (machine.project / ".venv" / "bin" / "python").unlink()
    assert machine.setup("headless").returncode == 0
    assert len(machine.calls("-m venv")) == 2


def test_it_works_through_a_symbolic_link(machine: Machine, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(machine.project / "scripts" / "setup")
    assert machine.setup("headless", script=link).returncode == 0
    assert (machine.project / ".venv" / "bin" / "python").exists()


def test_git_does_not_see_the_environments(machine: Machine) -> None:
    machine.setup("test")
    assert [(machine.project / name / ".gitignore").read_text() for name in (".venv", ".venv-core")] == ["*\n"] * 2


def test_when_pip_fails_its_last_words_are_shown_and_the_next_time_it_is_tried_again(machine: Machine) -> None:
    failed = machine.setup("headless", PIP_STATUS="1")
    assert failed.returncode == 1
    assert "the pip says so" in failed.stderr
    assert "pip could not install the packages" in failed.stderr
    assert machine.setup("headless").returncode == 0


def test_a_python_of_another_version_is_not_taken(machine: Machine) -> None:
    done = machine.setup("headless", PYTHON_VERSION="3.13")
    assert done.returncode == 1
    assert "Python 3.11 or 3.12 is needed" in done.stderr
    assert "sudo apt-get install python3 python3-venv" in done.stderr


def test_the_python_that_was_asked_for_is_taken(machine: Machine) -> None:
    (machine.path / "python3.11").rename(machine.path / "my-python")
    assert machine.setup("headless").returncode == 1
    done = machine.setup("headless", PYTHON=str(machine.path / "my-python"))
    assert done.returncode == 0, done.stderr


def test_a_python_without_venv_gets_it_from_root_and_advice_from_others(machine: Machine) -> None:
    advised = machine.setup("headless", HAS_VENV="")
    assert advised.returncode == 1
    assert "sudo apt-get install python3.11-venv" in advised.stderr
    assert machine.calls("apt-get") == []
    done = machine.setup("headless", HAS_VENV="", USER_ID="0")
    assert done.returncode == 0, done.stderr
    assert machine.calls("apt-get") == [
        "apt-get update",
        "apt-get install -y --no-install-recommends python3.11-venv",
    ]


def test_missing_system_libraries_are_installed_by_root_and_told_to_others(machine: Machine) -> None:
    advised = machine.setup("window", QT_LACKS="libegl1 libgl1")
    assert advised.returncode == 1
    assert "sudo apt-get install libegl1 libgl1" in advised.stderr
    assert "scripts/run --headless" in advised.stderr
    done = machine.setup("window", QT_LACKS="libegl1 libgl1", USER_ID="0")
    assert done.returncode == 0, done.stderr
    assert machine.calls("apt-get install") == ["apt-get install -y --no-install-recommends libegl1 libgl1"]


def test_where_apt_get_fails_the_libraries_are_still_told(machine: Machine) -> None:
    done = machine.setup("window", QT_LACKS="libegl1", USER_ID="0", APT_STATUS="100")
    assert done.returncode == 1
    assert "apt-get did not succeed" in done.stderr
    assert "sudo apt-get install libegl1" in done.stderr


def test_a_system_without_apt_get_is_told_the_names(machine: Machine) -> None:
    (machine.path / "apt-get").unlink()
    done = machine.setup("window", QT_LACKS="libegl1", USER_ID="0")
    assert done.returncode == 1
    assert "libegl1 (these are the names of the Debian packages" in done.stderr


def test_mosquitto_is_tried_once_and_done_without(machine: Machine) -> None:
    first = machine.setup("test", HAS_MOSQUITTO="", USER_ID="0", APT_STATUS="100")
    again = machine.setup("test", HAS_MOSQUITTO="", USER_ID="0", APT_STATUS="100")
    assert (first.returncode, again.returncode) == (0, 0)
    assert "the tests against it are skipped" in again.stdout
    assert machine.calls("apt-get") == ["apt-get update"]


def test_the_tests_are_given_mosquitto_with_its_command_to_publish(machine: Machine) -> None:
    (machine.path / "mosquitto_pub").unlink()
    assert machine.setup("test", USER_ID="0").returncode == 0
    assert machine.calls("apt-get install")[0].endswith(" mosquitto mosquitto-clients")


@pytest.mark.parametrize(("version", "fits"), [("17.0.15", True), ("21", True), ("1.8.0", False), ("11.0.2", False)])
def test_the_replay_needs_a_java_that_spark_takes(machine: Machine, version: str, fits: bool) -> None:
    machine.put("java", JAVA.replace("17.0.15", version))
    done = machine.setup("replay")
    assert (done.returncode == 0) is fits
    assert ("the replay needs Java 17 or 21" in done.stderr) is not fits


def test_an_unknown_purpose_is_refused(machine: Machine) -> None:
    done = machine.setup("fly")
    assert done.returncode == 1
    assert "'fly' is none of headless, window, replay, test" in done.stderr
