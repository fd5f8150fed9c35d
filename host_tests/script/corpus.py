"""The snippets of corpus/NN_name.lua, and what they must print.

`---- title` starts a snippet. Tags in brackets at the end of the title change its bytes: [crlf]
[cr] [bom] [shebang], or [kind n] has it made by GROWN. Where the engine differs from lua5.4 on
purpose, `---> reason` follows the snippet, and after it its own output, each line behind `--| `.
"""

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "corpus"

GROWN = {
    "locals": lambda n: "\n".join(f"local v{i} = {i}" for i in range(n)) + f"\nprint(v{n - 1})",
    "upvalues": lambda n: (
        "".join(f"local v{i} = {i}\n" for i in range(n))
        + "local function f() return "
        + " + ".join(f"v{i}" for i in range(n))
        + " end\nv0 = 1000\nprint(f())"
    ),
    "lines": lambda n: "local n = 0\n" + "n = n + 1\n" * (n - 2) + "print(n)",
    "terms": lambda n: "local x = 1\nprint(" + " + ".join(["x"] * n) + ")",
    "parens": lambda n: "print(" + "(" * n + "1" + ")" * n + ")",
    "blocks": lambda n: "do " * n + "print(1) " + "end " * n,
    "functions": lambda n: "return function() " * n + "end " * n,
    "tables": lambda n: "print(#" + "{" * n + "}" * n + ")",
    "table": lambda n: "local t = {" + ", ".join(map(str, range(n))) + "}\nprint(#t, t[7])",
    "string": lambda n: 'local s = "' + "xyz\\n" * (n // 4) + '"\nprint(#s, s:byte(-1))',
}


class Snippet:
    def __init__(self, title, text):
        self.title = title
        text, _, different = text.partition("---> ")
        self.expected = None
        if different:
            self.reason, *lines = different.splitlines()
            self.expected = b"".join(line[4:].encode() + b"\n" for line in lines if line)
        self.text = text.encode()
        tags = re.search(r"\[(.*)\]$", title)
        tags = tags.group(1).split() if tags else []
        if tags and tags[0] in GROWN:
            self.text = GROWN[tags[0]](int(tags[1])).encode()
        if "shebang" in tags:
            self.text = b"#!/usr/bin/lua\n" + self.text
        if "bom" in tags:
            self.text = b"\xef\xbb\xbf" + self.text
        if "crlf" in tags:
            self.text = self.text.replace(b"\n", b"\r\n")
        if "cr" in tags:
            self.text = self.text.replace(b"\n", b"\r")


def read(path):
    parts = re.split(r"^---- (.*)\n", path.read_text(), flags=re.MULTILINE)
    return [Snippet(*pair) for pair in zip(parts[1::2], parts[2::2])]


CATEGORIES = {path.stem: path for path in sorted(FOLDER.glob("*.lua"))}
