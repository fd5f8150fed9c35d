"""The log's ring: bounded, whole lines, no secrets."""

import io
import logging

from system import log, redact


def started(level="info"):
    log._ring = log._Ring()
    logging.getLogger().handlers[:] = []
    log.setup({"system.log": level})
    return logging.getLogger("test")


def test_levels():
    for level, expected in (("debug", 4), ("info", 3), ("warning", 2), ("error", 1)):
        logger = started(level)
        for name in ("debug", "info", "warning", "error"):
            getattr(logger, name)("a %s line", name)
        lines = log.tail().split("\n")[:-1]
        assert len(lines) == expected, (level, lines)
        assert lines[-1][8:] == " ERROR test: a error line"
        assert [char for char in lines[-1][:8] if not char.isdigit()] == [":", ":"]


def test_empty():
    started()
    assert log.tail() == ""


def test_ring_keeps_the_end():
    logger = started()
    for i in range(1000):
        logger.info("line %d ü%s", i, "x" * (i % 50))
        text = log.tail()
        lines = text.split("\n")
        assert len(text.encode()) <= 4096 and lines[-1] == ""
        assert (" line %d ü" % i) in lines[-2]
        assert all(line[8:20] == " INFO test: " for line in lines[:-1]), lines
    assert len(log.tail().encode()) > 4096 - 100


def test_one_record_does_not_push_out_all_others():
    logger = started()
    logger.info("first")
    logger.info("ü" * 5000)
    logger.info("last")
    assert "first" in log.tail() and "last" in log.tail() and len(log.tail().encode()) < 1200


def test_a_long_record_is_cut_at_a_character():
    for shift in range(4):
        started().info("a" * shift + "€" * 1000)
        assert log.tail().endswith("€\n") and "\ufffd" not in log.tail()


def test_further_lines_are_indented():
    started().info("one\n12:00:00 ERROR forged: two")
    assert log.tail().split("\n")[1] == "  12:00:00 ERROR forged: two"


def test_no_secret_in_any_handler():
    redact.register(["sk-log-secret"])
    stream = io.StringIO()
    logging.getLogger().handlers[:] = []
    logging.getLogger().addHandler(logging.StreamHandler(stream))
    heard = []
    log._ring = log._Ring()
    log.setup({"system.log": "info"})
    log.setup({"system.log": "info"})  # a second time adds nothing
    log.warn_to(heard.append)
    logger = logging.getLogger("test")
    logger.warning("key %s", "sk-log-secret")
    logger.info("again sk-log-secret")
    for text in (stream.getvalue(), log.tail(), "\n".join(heard)):
        assert "sk-log" not in text and "***" in text
    assert stream.getvalue() == log.tail() and len(stream.getvalue().split("\n")) == 3


def test_warnings_are_heard():
    logger = started()
    heard = []
    log.warn_to(heard.append)
    logger.info("no")
    logger.warning("yes")
    logger.error("too")
    log.warn_to(None)
    logger.error("not any more")
    assert [line[9:] for line in heard] == ["WARNING test: yes", "ERROR test: too"]
