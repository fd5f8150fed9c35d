"""The AT commands of the serial line, each with its exact reply."""

import json
import time

import pytest

from . import scripted
from .scripted import status


@pytest.fixture
def board(rig):
    answer = scripted.text('It is "on"\n– done ✓.')
    return rig(answer, secrets={"llm.key": "sk-TEST-0123456789"})[0]


def test_at_alone_is_ok(board):
    assert board.at("AT") == ([], None)


def test_ask_answers_with_one_json_string(board):
    for text in ("is the lamp on", json.dumps("is the lamp, on?"), "commas, are, text"):
        assert board.at(f"AT+CLAW=ask,{text}") == (
            [json.dumps('It is "on"\n– done ✓.', ensure_ascii=False)],
            None,
        )


@pytest.mark.parametrize(
    "command, words",
    [
        ("AT+CLAW=ask", "ask needs a text"),
        ("AT+CLAW=ask,", "ask needs a text"),
        ('AT+CLAW=ask,"  "', "ask needs a text"),
        ("AT+CLAW=hep", "did you mean heap?"),
        ("AT+CLAW=", "unknown command ''"),
        ("AT+RST", "AT+CLAW="),
        ("AT+CLAW=cfg,llm.ur", "did you mean 'llm.url'?"),
        ("AT+CLAW=cfg,llm.timeout_s,soon", "llm.timeout_s"),
        ("AT+CLAW=fs,read,/secrets.json", "/data/"),
        ("AT+CLAW=fs,read,/data/../secrets.json", ".."),
        ("AT+CLAW=fs,delete,/rom/main.mpy", "/rom"),
        ("AT+CLAW=fs,read,/data/none.txt", "/data/none.txt: not found"),
        ("AT+CLAW=fs,read,/rom/lib", "folder"),
        ("AT+CLAW=version,2", "nothing after it"),
        ("AT+CLAW=fs,burn,/data/x", "list, read or delete"),
        ("AT+CLAW=session,zap", "list, new, clear"),
        ("AT+CLAW=wifi,only", "<ssid>,<password>"),
    ],
)
def test_a_wrong_command_is_an_error_sentence(board, command, words):
    payloads, error = board.at(command)
    assert payloads == [] and words in error, (payloads, error)
    assert board.at("AT") == ([], None)


def test_a_turn_that_fails_ends_in_its_sentence(rig):
    board, _ = rig(
        status(401, {"error": {"message": "Incorrect API key provided: sk-TEST-0123456789."}}),
        secrets={"llm.key": "sk-TEST-0123456789"},
    )
    payloads, error = board.at("AT+CLAW=ask,hello")
    assert payloads == [] and "llm.key" in error and "sk-TEST" not in error, error
    assert "sk-TEST" not in board.log_text()


def test_cap_lists_and_runs_tools(board):
    names, error = board.at("AT+CLAW=cap")
    assert error is None and "gpio_control" in names and names == sorted(names)
    assert board.tool("gpio_control", pin=18, action="on") == "OK: gpio 18 action=on level=1"
    assert board.at("AT+CLAW=cap,gpio_control,{nonsense") == (
        ['"Error: invalid JSON input"'],
        None,
    )
    assert board.at("AT+CLAW=cap,gpio_control")[0] == ["\"Error: missing or invalid 'pin' field\""]
    assert "did you mean 'gpio_control'" in board.tool("gpio_contrl")


def test_settings_are_shown_and_set_but_secrets_never(board):
    assert board.at("AT+CLAW=cfg,llm.model") == (['"m"'], None)
    assert board.at("AT+CLAW=cfg,llm.timeout_s,30") == ([], None)
    assert board.at("AT+CLAW=cfg,llm.timeout_s") == (["30"], None)
    assert board.at("AT+CLAW=cfg,llm.key") == (['"***"'], None)
    lines, error = board.at("AT+CLAW=cfg")
    assert error is None and all(len(json.loads(line)) == 1 for line in lines)
    assert {"llm.key": "***"} in [json.loads(line) for line in lines]
    assert "sk-TEST" not in "".join(lines)
    assert json.loads((board.root / "config.json").read_text())["llm.timeout_s"] == 30
    assert "sk-TEST" not in (board.root / "config.json").read_text()


def test_sessions_are_listed_and_cleared(board):
    board.at("AT+CLAW=ask,hello")
    assert board.at("AT+CLAW=session,list") == (['"serial:0"'], None)
    assert len(board.history()) == 2
    assert board.at("AT+CLAW=session,new") == ([], None)
    assert board.history() == []
    assert board.at("AT+CLAW=session,clear,all") == ([], None)


def test_files_are_listed_read_and_deleted(board):
    text = 'line "one"\nzweite – Zeile ✓\n' * 300
    (board.root / "data" / "notes.txt").write_text(text)
    assert '"/data/notes.txt"' in board.at("AT+CLAW=fs,list,/data/")[0]
    payloads, error = board.at("AT+CLAW=fs,read,/data/notes.txt")
    assert error is None and json.loads(payloads[0]) == text
    assert board.at("AT+CLAW=fs,delete,/data/notes.txt") == ([], None)
    assert not (board.root / "data" / "notes.txt").exists()


def test_heap_and_version(board):
    heap = json.loads(board.at("AT+CLAW=heap")[0][0])
    assert sorted(heap) == ["alloc", "free", "peak"] and heap["peak"] >= heap["alloc"] > 0
    assert heap["alloc"] + heap["free"] <= 193 * 1024
    version = json.loads(board.at("AT+CLAW=version")[0][0])
    assert version.count(".") == 2


def test_wifi_takes_a_name_with_a_comma(board):
    assert board.at('AT+CLAW=wifi,"Cafe, upstairs",secret-password') == ([], None)
    assert board.at("AT+CLAW=cfg,wifi.ssid") == (['"Cafe, upstairs"'], None)
    assert board.at("AT+CLAW=cfg,wifi.password") == (['"***"'], None)


def test_stop_without_a_turn_is_ok(board):
    assert board.at("AT+CLAW=stop") == ([], None)


def test_restart_keeps_what_was_not_read(board):
    board.send("AT+CLAW=cfg,llm.timeout_s,31")
    board.send("AT+CLAW=restart")
    board.send("AT+CLAW=cfg,llm.timeout_s")
    assert board.line() == "OK"
    assert board.line() == "OK"
    assert board.line().startswith("Pinpilot ")
    assert [board.line(), board.line()] == ["+CLAW:31", "OK"]


def test_a_line_over_the_limit_is_refused_and_the_next_one_is_read(board):
    payloads, error = board.at("AT+CLAW=ask," + "x" * 9000)
    assert payloads == [] and "8192" in error
    assert board.at("AT") == ([], None)


def test_no_byte_of_a_burst_is_lost(rig):
    board, model = rig(scripted.text("OK."))
    for size in (243, 244, 255, 256, 257, 600, 2000):
        words = "".join(chr(33 + index % 90) for index in range(size)).replace('"', "x")
        board.ask(words)
        assert model.bodies[-1]["messages"][-1]["content"] == words, size
    lines = 'AT+CLAW=cap,gpio_control,{"pin": 4, "action": "get", "level": null}\n' * 20
    board.process.stdin.write(lines.encode())
    board.process.stdin.flush()
    for _ in range(20):
        assert board.line() == '+CLAW:"OK: gpio 4 action=get level=0"'
        assert board.line() == "OK"


def test_a_stop_is_heard_behind_waiting_lines(rig):
    def hang(handler):
        time.sleep(20)

    board, model = rig(hang)
    board.send("AT+CLAW=ask,a")
    assert model.asked.acquire(timeout=20)
    for _ in range(12):
        board.send("AT")
    board.send("AT+CLAW=stop")
    assert board.line() == "ERROR:Stopped."
    assert [board.line() for _ in range(13)] == ["OK"] * 13


def test_the_last_line_may_lack_its_end(rig):
    board, _ = rig(scripted.text("Hi."))
    board.process.stdin.write(b"AT")
    board.process.stdin.close()
    assert board.line() == "OK"
    assert board.process.wait(10) == 0


def test_what_is_echoed_has_no_secret(board):
    for command in ("AT+CLAW=sk-TEST-0123456789", "AT+CLAW=cfg,sk-TEST-0123456789"):
        error = board.at(command)[1]
        assert "***" in error and "sk-TEST" not in error
    (board.root / "data" / "k").write_text("my key: sk-TEST-0123456789, keep it")
    assert board.at("AT+CLAW=fs,read,/data/k")[0] == ['"my key: ***, keep it"']
