"""Durable files: after a power cut at any instant a file is old or new, a log has whole records.

On littlefs a file changes when it is closed, a rename over an existing file happens at once or not
at all, and there is no truncate. So a file is replaced by writing a temporary one beside it, and a
record ends with a seal.
"""

import binascii
import gc
import os

import jsontext
from micropython import const
from oserror import reason

TEMPORARY = ".tmp"  # end of the name of a file that is being written
BAD = ".bad"  # end of the name of a file that could not be read as JSON

_DATA = (bytes, bytearray, memoryview, str)
_BUFFER_BYTES = const(256)
_ENOENT = const(2)
JSON_LIMIT_BYTES = const(16384)  # as text; as objects it takes several times that
_JSON_NAMES = {dict: "object", list: "list"}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors begin a file with it
_SEAL = b'{"end":%d,"crc":"%08x"}\n'
_SEAL_BYTES = const(48)  # and more than it ever has
_SEAL_START = b'{"end":'


def replace(path, content):
    """Makes `content` (bytes, str, or an iterable of them) the content of a file.

    Folders above it are created; a file that has this content already is not written. When the
    content cannot be produced or written the file stays as it is. Raises OSError, and whatever the
    iterable raises.
    """
    chunks = iter((content,) if isinstance(content, _DATA) else content)
    same, chunk = _compare(path, chunks)
    if chunk is None and same == size(path):
        return
    ensure_dir(path.rpartition("/")[0])
    temporary = path + TEMPORARY
    written = False
    try:
        with open(temporary, "wb") as file:
            for piece in pieces(path, 0, same):
                file.write(piece)
            while chunk is not None:
                file.write(chunk)
                chunk = next(chunks, None)
        os.rename(temporary, path)
        written = True
    finally:
        if not written:
            discard(temporary)


def _compare(path, chunks):
    """Returns how many bytes of a file equal the chunks, and the chunk that differs or None."""
    same = 0
    try:
        file = open(path, "rb")
    except OSError:
        return 0, next(chunks, None)
    with file:
        for chunk in chunks:
            data = memoryview(chunk.encode() if isinstance(chunk, str) else chunk)
            for start in range(0, len(data), _BUFFER_BYTES):
                part = data[start : start + _BUFFER_BYTES]
                if file.read(len(part)) != part:
                    return same, chunk
            same += len(data)
    return same, None


def pieces(path, start, end):
    """Yields bytes `start` to `end` of a file as memoryviews, each valid until the next."""
    if start >= end:
        return
    view = memoryview(bytearray(_BUFFER_BYTES))
    with open(path, "rb") as file:
        file.seek(start)
        while start < end:
            count = file.readinto(view[: min(end - start, _BUFFER_BYTES)])
            if not count:
                return
            start += count
            yield view[:count]


def size(path):
    """Returns the length of a file in bytes, -1 when there is none."""
    try:
        return os.stat(path)[6]
    except OSError:
        return -1


def load_json(path, default):
    """Returns (value, warning) of a JSON file whose value has the type of `default`.

    Without a file this is (default, None). A file that cannot be used is renamed to `….bad`, and
    the warning is a sentence.
    """
    try:
        with open(path, "rb") as file:
            if size(path) > JSON_LIMIT_BYTES:
                raise ValueError(f"longer than {JSON_LIMIT_BYTES} bytes")
            data = file.read()
        value = jsontext.parse(data[3:] if data.startswith(_BYTE_ORDER_MARK) else data)
        if not isinstance(value, type(default)):
            raise ValueError("not a JSON " + _JSON_NAMES.get(type(default), "value"))
        return value, None
    except OSError as error:
        if error.errno == _ENOENT:
            return default, None
        return default, f"{path} cannot be read: {reason(error)}; defaults are used"
    except (ValueError, MemoryError) as error:
        return default, set_aside(path, error)


def set_aside(path, error):
    """Renames a file that an exception keeps from being used to `….bad`; returns a sentence."""
    if isinstance(error, MemoryError):
        gc.collect()
        error = "it takes too much memory"
    try:
        os.rename(path, path + BAD)
        return f"{path} cannot be used ({error}); it is kept as {path}{BAD}, and defaults are used"
    except OSError:
        return f"{path} cannot be used ({error}); defaults are used"


def ensure_dir(path):
    """Creates a folder and those above it, where they are missing."""
    at = 0
    while at >= 0:
        at = path.find("/", at + 1)
        part = path if at < 0 else path[:at]
        if part and size(part) < 0:
            os.mkdir(part)


def discard(path):
    """Removes a file; it need not be there."""
    try:
        os.remove(path)
    except OSError:
        pass


def sweep(folder, ending=TEMPORARY):
    """Removes the files of a folder whose names have an ending; for the boot, before writes."""
    try:
        names = [entry[0] for entry in os.ilistdir(folder)]
    except OSError:
        return
    for name in names:
        if name.endswith(ending):
            discard(folder + "/" + name)


class Log:
    """A file that grows by whole records: lines of JSON text, then a seal, which is a line too.

    The seal is {"end":<bytes of the record's lines>,"crc":"<their CRC-32, 8 hex digits>"}.
    """

    def __init__(self, path):
        self.path = path
        self._cut_at = -1  # where a failed append has to be cut off, when that failed too

    def append(self, chunks):
        """Appends a record, an iterable of bytes-like that make up whole lines.

        Returns (start, end) of its lines in the file, in bytes. When the record cannot be produced
        or written the file keeps the records that it had. Raises OSError, and whatever the
        iterable raises.
        """
        self._cut()
        ensure_dir(self.path.rpartition("/")[0])
        start = self._cut_at = max(size(self.path), 0)
        record = _Record()
        try:
            with open(self.path, "ab") as file:
                for chunk in chunks:
                    file.write(record.add(chunk))
                file.write(record.seal())
            self._cut_at = -1
        finally:
            self._try_to_cut()
        return start, start + record.size

    def _cut(self):
        if self._cut_at == 0:
            discard(self.path)
        elif self._cut_at > 0:
            replace(self.path, pieces(self.path, 0, self._cut_at))
        self._cut_at = -1

    def _try_to_cut(self):
        try:
            self._cut()
        except OSError:
            pass  # the next append or recover() takes care of it

    def trim(self, start):
        """Drops what stands before `start`, the beginning of a record."""
        replace(self.path, pieces(self.path, start, size(self.path)))

    def records(self):
        """Yields (start, end) of the lines of each sound record."""
        for start, end, _, sound in self._scan():
            if sound:
                yield start, end

    def recover(self, repair=None):
        """Rewrites the file when it holds more than sound records; for its first use after boot.

        repair(path, start, end, sealed) gets each damaged part; it ends in a seal or is the end of
        the file. It yields the bytes of whole lines to keep, and None after each record. Without
        it such parts are dropped. Memory does not depend on the size of the file.
        """
        for _, _, _, sound in self._scan():
            if not sound:
                replace(self.path, self._recovered(repair))
                return

    def _recovered(self, repair):
        for start, end, after, sound in self._scan():
            if sound:
                yield from pieces(self.path, start, after)
            elif repair and end > start:
                record = _Record()
                for line in repair(self.path, start, end, after > end):
                    if line is not None:
                        yield record.add(line)
                    elif record.size:
                        yield record.seal()
                        record = _Record()
                if record.size:
                    yield record.seal()

    def _scan(self):
        """Yields (start, end, after, sound) of each part: its lines, its seal, do they agree."""
        start = at = 0
        record = _Record()
        line_begins = True
        for piece in _line_pieces(self.path):
            at += len(piece)
            if line_begins and _is_seal(piece):
                yield start, at - len(piece), at, record.size > 0 and piece == record.seal()
                start = at
                record = _Record()
            else:
                record.add(piece)
            line_begins = piece[-1] == 0x0A
        if at > start:
            yield start, at, at, False


class _Record:
    """Counts and sums what passes."""

    def __init__(self):
        self.size = 0
        self._crc = 0

    def add(self, chunk):
        self.size += len(chunk)
        self._crc = binascii.crc32(chunk, self._crc)
        return chunk

    def seal(self):
        return _SEAL % (self.size, self._crc)


def _line_pieces(path):
    """Yields the lines of a file, long ones in several pieces, a seal always in one."""
    rest = b""
    for piece in pieces(path, 0, size(path)):
        data = rest + bytes(piece)
        start = 0
        end = data.find(b"\n") + 1
        while end:
            yield data[start:end]
            start = end
            end = data.find(b"\n", start) + 1
        rest = data[start:]
        if len(rest) > _SEAL_BYTES:
            yield rest
            rest = b""
    if rest:
        yield rest


def _is_seal(line):
    return line.startswith(_SEAL_START) and line.find(b',"crc":"') > 0 and line.endswith(b'"}\n')
