"""The settings of the board: /config.json, and /secrets.json for keys, tokens and passwords.

Both are one flat JSON object. Only what was set is in them; everything else has its default. Only
this module opens /secrets.json, and it tells `system.redact` every secret that it finds there.
"""

import jsontext
from forget import forget
from micropython import const
from oserror import reason
from system import redact, settings, store

_FILES = ("/config.json", "/secrets.json")  # index: whether the setting is a secret
_MOST_WARNINGS = const(8)
_MOST_UNUSABLE_BYTES = const(2048)  # of entries that we cannot use but keep for their writer
_TLS_OFF = "tls.verify is off: anybody on the way can read and change what is sent"
_SELDOM = ("system.entries", "system.checks")  # in memory only while a value is taken


class ConfigError(ValueError):
    """A sentence that says what is wrong with a setting and what it may be."""


class Config:
    """Reads and changes the settings: `config["llm.url"]` is a value of the setting's type.

    root: folder of the two files, "" for the board's root
    warnings: sentences for the user about what was found in the files
    """

    def __init__(self, root=""):
        self._root = root
        self._values = {}
        self._ignored = ({}, {})  # what is in the files and cannot be used: their writer mends it
        self.warnings = []
        self._unsaid = 0
        self._load()

    def __getitem__(self, key):
        """Returns the value of a setting; a list or object is a copy. Raises KeyError."""
        if key in self._values:
            return _copy(self._values[key])
        row = settings.find(key)
        if row is None:
            raise KeyError(key)
        return settings.default(row)

    def set(self, key, value):
        """Checks `value` and stores it on flash. After a ConfigError nothing has changed."""
        self.update({key: value})

    def update(self, settings):
        """Checks all of `settings` (key → value), then stores them: all or none.

        After a ConfigError nothing has changed.
        """
        self._change([(_row(key), settings[key]) for key in sorted(settings)])

    def set_text(self, key, text):
        """Sets what a person typed: bare words and numbers, or JSON. Raises ConfigError."""
        self._change([(_row(key), text)], True)

    def shown(self, key):
        """Returns the value as JSON text; a secret is "***" when it is set, "" when not.

        Raises ConfigError for a name that is none.
        """
        row = _row(key)
        value = self[key]
        if settings.is_secret(row):
            return '"***"' if value else '""'
        return redact.redact(jsontext.dumps(value))

    def keys(self):
        """Returns the names of all settings, sorted."""
        return settings.keys()

    def is_secret(self, key):
        """Whether the setting lives in /secrets.json. Raises ConfigError."""
        return settings.is_secret(_row(key))

    # --- files ---

    def _load(self):
        # Secrets first: one that a person wrote into config.json is the newer one.
        moved = [self._read(secret) for secret in (True, False)]
        forget(*_SELDOM)
        self._tell_secrets()
        if True in moved:
            try:
                self._save(True)  # first: a cut between the two leaves a secret twice, not nowhere
                self._save(False)
            except (OSError, ConfigError) as error:
                why = reason(error) if isinstance(error, OSError) else error
                self._warn(f"the secrets in {_FILES[False]} were not moved ({why})")
        self.warnings = [redact.redact(warning) for warning in self.warnings]
        if self._unsaid:
            self.warnings.append(f"… and {self._unsaid} more about the settings")
        if not self["tls.verify"]:
            self.warnings.append(_TLS_OFF)

    def _read(self, secret):
        """Takes the entries of a file; returns whether there are secrets that have to move."""
        path = self._root + _FILES[secret]
        store.discard(path + store.TEMPORARY)
        document, warning = store.load_json(path, {})
        if warning:
            self._warn(warning)
        before = self._values.copy(), self._ignored[0].copy(), self._ignored[1].copy()
        said = len(self.warnings)
        moved = False
        try:
            for key in sorted(document):
                moved = self._take(key, document[key], secret, path) or moved
            if sum(_size(part) for part in self._ignored) > _MOST_UNUSABLE_BYTES:
                self._ignored = before[1:]
                self._set_apart(path)
        except MemoryError as error:
            self._values, self._ignored = before[0], before[1:]
            document = None
            del self.warnings[said:]
            self._warn(store.set_aside(path, error))
            moved = False
        return moved

    def _set_apart(self, path):
        """Copies a file of which too much cannot be used to be kept in memory."""
        copy = path + store.BAD
        try:
            store.replace(copy, store.pieces(path, 0, store.size(path)))
            said = f"what is ignored in {path} is kept as {copy} only"
        except OSError as error:
            said = f"{copy} was not written: {reason(error)}"
        self.warnings.append(said)  # however many there are

    def _take(self, key, value, secret, path):
        """Takes one entry of a file; returns whether it is a secret that has to move."""
        row = settings.find(key)
        if row is None:
            self._ignored[secret][key] = value
            close = len(self.warnings) < _MOST_WARNINGS  # to look for it takes its time
            self._warn(f"{path}: {settings.unknown(key, close)} (ignored)")
            return False
        home = settings.is_secret(row)
        if secret and not home:
            self._ignored[True][key] = value
            self._warn(f"{path}: {key} belongs in {_FILES[False]} (ignored)")
            return False
        from system import entries

        try:
            self._values[key] = entries.check(row, value)
        except ValueError as error:
            self._ignored[home][key] = value
            self._warn(f"{path}: {error} (the default is used)")
        if home != secret:
            self._warn(f"{key} was moved from {path} to {self._root}{_FILES[True]}")
        return home != secret

    def _warn(self, sentence):
        """Keeps a sentence for the user; of those beyond the eighth only the number."""
        if len(self.warnings) < _MOST_WARNINGS:
            self.warnings.append(sentence)
        else:
            self._unsaid += 1

    def _change(self, entries, is_typed=False):
        """Makes [(row, value)] settings once the files they belong to are written."""
        changes = _checked(entries, is_typed)
        before = self._values, self._ignored
        self._values = before[0].copy()
        self._ignored = before[1][0].copy(), before[1][1].copy()
        begun = []
        done = False
        try:
            for key in changes:
                self._values[key] = changes[key]
                self._ignored[self.is_secret(key)].pop(key, None)
            for secret in (True, False):
                if any(self.is_secret(key) == secret for key in changes):
                    begun.append(secret)
                    self._save(secret)
            done = True
        except OSError as error:
            raise ConfigError(f"{_and(changes)} not saved: {reason(error)}")
        finally:
            if not done:
                self._values, self._ignored = before
                self._save_back(begun[:-1])
        self._tell_secrets()

    def _save_back(self, written):
        """Takes back what was written before another file failed."""
        try:
            for secret in written:
                self._save(secret)
        except OSError:
            pass  # each setting is still good by itself

    def _save(self, secret):
        document = self._ignored[secret].copy()
        for key in self._values:
            if self.is_secret(key) == secret:
                document[key] = self._values[key]
        size = _size(document)
        if size > store.JSON_LIMIT_BYTES:  # it could not be read again
            raise ConfigError(f"{_FILES[secret]} would be too large ({size} bytes)")
        store.replace(self._root + _FILES[secret], _lines(document))

    def _tell_secrets(self):
        """Also those that we cannot use: a mistyped name does not make a key public."""
        secrets = []
        for key in self._values:
            if self.is_secret(key):
                _collect(self._values[key], secrets)
        _collect(self._ignored[True], secrets)
        redact.register(secrets)


def _and(keys):
    """A subject with its verb: "a was", "a and b were"."""
    return " and ".join(sorted(keys)) + (" were" if len(keys) > 1 else " was")


def _checked(entries, is_typed):
    """Returns {key: value} of [(row, value)], every value checked. Raises ConfigError."""
    from system.entries import check, parse

    try:
        return {row[0]: check(row, parse(row, v) if is_typed else v) for row, v in entries}
    except ValueError as error:
        raise ConfigError(redact.redact(str(error)))
    finally:
        forget(*_SELDOM)


def _row(key):
    row = settings.find(key)
    if row is None:
        raise ConfigError(settings.unknown(key))
    return row


def _lines(document):
    """A JSON object as text, one member a line for people who open it in an editor."""
    separator = "{\n  "
    for key in sorted(document):
        yield separator + jsontext.dumps(key) + ": " + jsontext.dumps(document[key])
        separator = ",\n  "
    yield "\n}\n" if document else "{}\n"


def _size(document):
    """Bytes of a JSON object as it is written."""
    return sum(len(line.encode()) for line in _lines(document))


def _copy(value):
    if isinstance(value, list):
        return [_copy(item) for item in value]
    if isinstance(value, dict):
        return {key: _copy(value[key]) for key in value}
    return value


def _collect(value, secrets):
    """Adds every text in a value, but not the names of networks."""
    if isinstance(value, str):
        secrets.append(value)
    elif isinstance(value, dict):
        for key in value:
            if key != "ssid":
                _collect(value[key], secrets)
    elif isinstance(value, list):
        for item in value:
            _collect(item, secrets)
