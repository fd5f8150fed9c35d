"""Hides what a model thinks aloud between <think> or <thinking> and the closing tag."""

from llm.gather import Gather
from micropython import const

_OPENING = ("<think>", "<thinking>")
_CLOSING = ("</think>", "</thinking>")
_TAGS = _OPENING + _CLOSING
_HIDDEN_LIMIT = const(8192)


class ThinkFilter:
    """Takes text in pieces and returns what of it is meant for the user.

    The end of a piece that may begin a tag is held back. White space after a block goes with it
    when nothing was shown before. A closing tag that nothing opened is dropped.
    """

    def __init__(self):
        self._held = ""
        self._hidden = None  # the open block, a Gather
        self._shown = False
        self._trim = False

    @property
    def inside(self):
        """Whether a block is open."""
        return self._hidden is not None

    def feed(self, text):
        """Returns the visible part of `text` (str), as far as it is known."""
        text = self._held + text
        self._held = ""
        visible = []
        start = 0
        while True:
            at = text.find("<", start)
            end = len(text) if at < 0 else at
            self._pass(text[start:end], visible)
            if at < 0:
                break
            tag = _tag_at(text, at)
            if tag:
                self._turn(tag)
                start = at + len(tag)
            elif _may_begin_tag(text, at):
                self._held = text[at:]
                break
            else:
                self._pass("<", visible)
                start = at + 1
        return "".join(visible)

    def end(self):
        """Returns what was held back, and up to 8 KB of a block that never closed: a reply is not
        to be blank.
        """
        rest = self._held
        if self.inside:
            rest = self._hidden.text() + rest
        self.__init__()
        return rest

    def _turn(self, tag):
        if tag in _CLOSING:
            self._trim = self.inside and not self._shown
            self._hidden = None
        elif not self.inside:
            self._hidden = Gather(_HIDDEN_LIMIT)

    def _pass(self, text, visible):
        if self.inside:
            self._hidden.add(text)
            return
        if self._trim:
            text = text.lstrip()
        if text:
            self._trim = False
            self._shown = True
            visible.append(text)


def _tag_at(text, at):
    for tag in _TAGS:
        if text.startswith(tag, at):
            return tag
    return None


def _may_begin_tag(text, at):
    rest = text[at : at + 12]  # one longer than the longest tag
    for tag in _TAGS:
        if tag.startswith(rest):
            return True
    return False
