"""The process that reads attachments, asked directly and through its own standard streams."""

import subprocess
import sys
from pathlib import Path

import pytest

from broker_local.protocol.builtin_topics import builtin_topics
from broker_local.protocol.errors import ProtocolError
from broker_local.protocol.json_text import write_json
from broker_local.protocol.topic_codec import topic_to_object
from broker_local.service import attachment_process
from broker_local.service.attachment_process import answer
from broker_local.service.blob_store import BlobStore
from broker_local.service.findings_codec import decode_findings, read_frame, write_frame
from tests.geotiffs import a_geotiff

HEADER = write_json({"topic": topic_to_object(builtin_topics()["WFireRSImage"]), "now": "2026-07-01T12:00:00Z"})


def test_what_is_found_is_answered(tmp_path: Path) -> None:
    found = decode_findings(answer(HEADER, a_geotiff(), BlobStore(tmp_path, 10**9)))
    assert found.refusal is None
    assert set(found.footprints) == {0}


def test_a_bad_message_is_answered_with_its_refusal(tmp_path: Path) -> None:
    found = decode_findings(answer(HEADER, b"II*\0broken", BlobStore(tmp_path, 10**9)))
    assert isinstance(found.refusal, ProtocolError)
    assert found.refusal.field == "message"


def test_a_fault_of_ours_refuses_one_message_and_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(attachment_process, "read_attachments", broken)
    found = decode_findings(answer(HEADER, a_geotiff(), BlobStore(tmp_path, 10**9)))
    assert "RuntimeError: a bug" in str(found.refusal)
    assert "Traceback" in capsys.readouterr().err


def test_a_disk_that_cannot_be_written_is_no_fault_of_the_message(tmp_path: Path) -> None:
    (tmp_path / "images").write_text("a file where the folder should be")
    with pytest.raises(OSError):
        answer(HEADER, a_geotiff(), BlobStore(tmp_path / "images", 10**9))


def test_the_process_answers_until_its_input_ends(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "broker_local.service.attachment_process", str(tmp_path), "1000000"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for payload in (a_geotiff(), b"nonsense"):
            write_frame(process.stdin, HEADER)
            write_frame(process.stdin, payload)
        answers = [decode_findings(read_frame(process.stdout) or b"") for _ in range(2)]
        process.stdin.close()
        assert process.wait(30) == 0
    assert [found.refusal is None for found in answers] == [True, False]
