"""The interface of micropython-lib's logging."""

import io
import logging


class Kept(logging.Handler):
    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append((record.levelno, self.format(record)))


def fresh(level=logging.DEBUG):
    root = logging.getLogger()
    kept = Kept()
    root.handlers = [kept]
    root.setLevel(level)
    return kept


def test_loggers_are_kept_by_name():
    assert logging.getLogger("a") is logging.getLogger("a")
    assert logging.getLogger() is logging.getLogger("root") is logging.getLogger(None)


def test_levels_and_names():
    kept = fresh()
    logger = logging.getLogger("levels")
    for name in ("debug", "info", "warning", "error", "critical"):
        getattr(logger, name)("%s %d", name, 5)
    logger.log(25, "between")
    assert kept.lines == [
        (10, "DEBUG:levels:debug 5"),
        (20, "INFO:levels:info 5"),
        (30, "WARNING:levels:warning 5"),
        (40, "ERROR:levels:error 5"),
        (50, "CRITICAL:levels:critical 5"),
        (25, "25:levels:between"),
    ]


def test_a_level_of_its_own_comes_before_the_root():
    kept = fresh(logging.ERROR)
    logger = logging.getLogger("own")
    assert not logger.isEnabledFor(logging.INFO)
    logger.setLevel(logging.INFO)
    assert logger.isEnabledFor(logging.INFO) and logger.getEffectiveLevel() == 20
    logger.info("heard")
    logging.getLogger("other").info("not heard")
    logging.getLogger().info("not heard")
    logging.getLogger().error("root")
    assert [text for _, text in kept.lines] == ["INFO:own:heard", "ERROR:root:root"]
    logger.setLevel(logging.NOTSET)


def test_arguments_are_formatted_only_when_needed():
    class Loud:
        def __str__(self):
            raise RuntimeError

    fresh(logging.ERROR)
    logging.getLogger("lazy").info("%s", Loud())


def test_no_arguments_means_no_format():
    kept = fresh()
    logging.getLogger().info("100 % of it")
    logging.getLogger().info("%(a)s", {"a": "by name"})
    assert [text for _, text in kept.lines] == ["INFO:root:100 % of it", "INFO:root:by name"]


def test_handlers_of_a_logger_take_the_place_of_the_roots():
    kept = fresh()
    own = Kept()
    logger = logging.getLogger("handlers")
    logger.addHandler(own)
    logger.info("x")
    assert len(own.lines) == 1 and kept.lines == []


def test_stream_handler_and_formatter():
    fresh()
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(
        logging.Formatter("%(asctime)s|%(message)s", datefmt="%04d/%02d/%02d %02d-%02d-%02d")
    )
    logging.getLogger().handlers = [handler]
    logging.getLogger().info("no")
    logging.getLogger().warning("yes")
    text = stream.getvalue()
    assert text[4] == "/" and text.endswith("|yes\n") and "no" not in text


def test_basic_config():
    root = logging.getLogger()
    root.handlers = []
    stream = io.StringIO()
    logging.basicConfig(stream=stream, level=logging.INFO, format="%(name)s %(message)s")
    logging.getLogger().info("one")
    logging.basicConfig(stream=io.StringIO(), level=logging.ERROR)  # does nothing now
    logging.getLogger().info("two")
    logging.basicConfig(stream=stream, level=logging.ERROR, force=True)
    logging.getLogger().info("three")
    assert stream.getvalue() == "root one\nroot two\n"


def test_exception():
    kept = fresh()
    try:
        1 / 0
    except ZeroDivisionError as error:
        logging.getLogger("e").exception("failed %d", 5, exc_info=error)
    logging.getLogger().exception("without")
    lines = [text for _, text in kept.lines]
    assert lines[0] == "ERROR:e:failed 5" and lines[1].startswith("ERROR:e:Traceback")
    assert (
        lines[1].endswith("ZeroDivisionError: divide by zero") and lines[2] == "ERROR:root:without"
    )


def test_the_record_is_used_again():
    fresh()
    logger = logging.getLogger("again")
    record = logger.record
    logger.info("x")
    assert logger.record is record and record.message == "x"
