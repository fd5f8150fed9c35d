"""What is printed on the serial line: replies, and between them whatever belongs to none.

While a line is being answered nothing is printed inside its reply, and on a line for machines
nothing before its end either: what comes meanwhile waits. A chip's console is a terminal, with
echo and a prompt; on the unix port it may also be a pipe.
"""

import sys

import jsontext
from micropython import const

SESSION = "serial:0"  # the conversation of this line

_HELD_LIMIT = const(16)  # sentences that wait; the oldest give way

# Where the line stands.
_IDLE = const(0)  # at the prompt
_TAKEN = const(1)  # a line is being answered, nothing is printed yet
_REPLYING = const(2)


def _is_terminal():
    try:
        import termios
    except ImportError:
        return True
    try:
        termios.tcgetattr(0)
        return True
    except OSError:
        return False


class Console:
    """The printed side of the line.

    is_terminal: whether a person types here, who needs echo and a prompt
    for_machines: whether the last line came from a program
    """

    def __init__(self):
        self.is_terminal = _is_terminal()
        self.for_machines = False
        self._out = sys.stdout.buffer
        self._state = _IDLE
        self._mid_line = False
        self._held = []
        self._typed = bytes  # a function that returns what was typed of the next line

    def echo_of(self, typed):
        """Takes the function that returns what was typed of the next line; returns the echo."""
        self._typed = typed
        return self._out.write if self.is_terminal else None

    def begin(self, for_machines):
        """A line is being answered from now on."""
        self.for_machines = for_machines
        self._state = _TAKEN

    def end(self):
        """The answer is out: what waited is printed, then the prompt."""
        self._state = _IDLE
        held, self._held = self._held, []
        for text in held:
            self.say(text)
        self.prompt()

    def prompt(self):
        """Prints the prompt, and behind it what was typed already."""
        if self.is_terminal:
            self._out.write(b"> " + self._typed())

    def write(self, text):
        """Prints text, a part of the reply that is under way."""
        data = text.encode()
        if not data:
            return
        self._mid_line = data[-1] != 0x0A
        if self._state == _TAKEN:
            self._state = _REPLYING
        self._out.write(data.replace(b"\n", b"\r\n") if self.is_terminal else data)

    def fresh_line(self):
        """Ends the line that is being printed, if one is."""
        if self._mid_line:
            self.write("\n")

    def _may_print(self):
        return self._state == _IDLE or (self._state == _TAKEN and not self.for_machines)

    def note(self, text):
        """Prints a sentence that would be stale after the reply under way: at once or never."""
        if self._may_print() and not self.for_machines:
            self.say(text)

    def say(self, text):
        """Prints a sentence that belongs to no reply: at once, or after the one under way."""
        if not self._may_print():
            self._held.append(text)
            del self._held[:-_HELD_LIMIT]
            return
        state, self._state = self._state, _REPLYING
        if self.for_machines:
            self.write(f"+CLAW-EVENT:{jsontext.dumps(text)}\n")
        else:
            if self.is_terminal and state == _IDLE:
                self._out.write(b"\r\x1b[K")  # the prompt gives way (ECMA-48: CR and EL)
            self.write(text + "\n")
        self._state = state
        if state == _IDLE and not self.for_machines:
            self.prompt()


def printable(text, allowed="\n\t"):
    """Returns text without the control characters, with which a model could drive a terminal."""
    for char in text:
        if char < " " and char not in allowed:
            text = text.replace(char, " ")
    return text
