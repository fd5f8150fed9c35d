"""A small stand-in with the interface of micropython-lib's logging, where that cannot be fetched.

log = logging.getLogger("wifi"); log.warning("lost %s", ssid)
"""

import io
import sys
import time

CRITICAL, ERROR, WARNING, INFO, DEBUG, NOTSET = 50, 40, 30, 20, 10, 0
_NAMES = {50: "CRITICAL", 40: "ERROR", 30: "WARNING", 20: "INFO", 10: "DEBUG", 0: "NOTSET"}

_loggers = {}


class LogRecord:
    """One line on its way to the handlers; each logger has one and fills it again and again."""

    def set(self, name, level, message):
        self.name = name
        self.levelno = level
        self.levelname = _NAMES.get(level, str(level))
        self.message = message
        self.ct = time.time()
        self.msecs = 0
        self.asctime = None


class Formatter:
    """Lays a record out by a %-format of its fields."""

    def __init__(self, fmt=None, datefmt=None, style="%"):
        self.fmt = fmt or "%(levelname)s:%(name)s:%(message)s"
        # of the first six of time.localtime()
        self.datefmt = datefmt or "%04d-%02d-%02d %02d:%02d:%02d"

    def format(self, record):
        if "%(asctime)" in self.fmt:
            record.asctime = self.datefmt % time.localtime(record.ct)[:6]
        names = ("name", "message", "levelname", "asctime", "msecs")
        return self.fmt % {name: getattr(record, name) for name in names}


class Handler:
    """Takes records of at least `level`; subclasses have emit(record)."""

    def __init__(self, level=NOTSET):
        self.level = level
        self.formatter = Formatter()

    def setLevel(self, level):
        self.level = level

    def setFormatter(self, formatter):
        self.formatter = formatter

    def format(self, record):
        return self.formatter.format(record)


class StreamHandler(Handler):
    """Writes to a text stream, sys.stderr by default."""

    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = stream or sys.stderr

    def emit(self, record):
        if record.levelno >= self.level:
            self.stream.write(self.format(record) + self.terminator)


def _logs(level):
    return lambda logger, message, *args: logger.log(level, message, *args)


class Logger:
    """Get one by getLogger(). It formats a message with its %-arguments only when it is heard."""

    def __init__(self, name, level=NOTSET):
        self.name = name
        self.level = level
        self.handlers = []  # without one of its own it uses those of the root
        self.record = LogRecord()

    def setLevel(self, level):
        self.level = level

    def getEffectiveLevel(self):
        return self.level or getLogger().level or WARNING

    def isEnabledFor(self, level):
        return level >= self.getEffectiveLevel()

    def log(self, level, message, *args):
        if self.isEnabledFor(level):
            if args:
                message %= args[0] if isinstance(args[0], dict) else args
            self.record.set(self.name, level, message)
            for handler in self.handlers or getLogger().handlers:
                handler.emit(self.record)

    debug = _logs(DEBUG)
    info = _logs(INFO)
    warning = _logs(WARNING)
    error = _logs(ERROR)
    critical = _logs(CRITICAL)

    def exception(self, message, *args, exc_info=None):
        """Logs an error and the traceback of `exc_info`, an exception: the port cannot find it."""
        self.error(message, *args)
        if isinstance(exc_info, BaseException):
            text = io.StringIO()
            sys.print_exception(exc_info, text)
            self.error("%s", text.getvalue().rstrip())  # type: ignore

    def addHandler(self, handler):
        self.handlers.append(handler)


def getLogger(name=None):
    """Returns the logger of this name, the root without one."""
    name = name or "root"
    if name not in _loggers:
        _loggers[name] = Logger(name)
    return _loggers[name]


def basicConfig(stream=None, level=WARNING, format=None, datefmt=None, force=False):
    """Gives the root a StreamHandler, unless it has handlers and not `force`."""
    root = getLogger()
    if force or not root.handlers:
        root.handlers = [StreamHandler(stream)]
        root.handlers[0].setFormatter(Formatter(format, datefmt))
        root.setLevel(level)
