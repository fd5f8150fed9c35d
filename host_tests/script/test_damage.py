"""Damaged text ends in one sentence that names the line, and in the same one as lua5.4's."""

import re

import pytest
from fuzz import same
from generate import program
from twins import LUA, NO_LUA, engine, lua54

pytestmark = pytest.mark.skipif(not LUA, reason=NO_LUA)

SENTENCE = re.compile(rb"lua: x\.lua:\d+: [^\n]+\n")

SCRIPT = """\
-- Blinks, and counts.
local Led = {count = 0, ["on for"] = 0x1F, 2.5e3}
Led.__index = Led
function Led:set(on, ...)
  local level <const> = on and 1 or 0
  self.level, self.count = level, self.count + 1
  if level == 1 then print("on\\t\\x41\\u{e9}", ...) elseif not on then print 'off' else return end
  for i = 10, 1, -3 do
    if i % 2 ~= 0 then goto continue end
    local item = {i // 2, -i ^ 2, i << 1 | ~3, #[[
long]] .. "text"}
    self[i] = item
    ::continue::
  end
  repeat local n = self.count; n = n >= 3 and n <= 9 until n or 1
  for k, v in pairs(self) do while k do break end end --[==[ a
  comment ]==]
  return ...
end
print(Led:set(true, "é"), Led.set(Led, nil), (Led.count))
"""


def judge(texts, as_lua=True):
    """Each text runs, or fails with a sentence: lua5.4's own."""
    for text, oracle, got in zip(texts, lua54(texts), engine(texts)):
        assert not got.count(b"lua: ") or SENTENCE.search(got), (text, got)
        assert not as_lua or same(oracle, got), (text, oracle, got)


def test_cut_anywhere():
    text = SCRIPT.encode()
    judge([text[:end] for end in range(len(text))])


def test_a_byte_lost_anywhere():
    text = SCRIPT.encode()
    judge([text[:at] + text[at + 1 :] for at in range(0, len(text), 6)])


@pytest.mark.parametrize("byte", [b"\0", b"\xff", b"\xc3", b"\x80", b"\x1b", b"\r", b"@", b'"'])
def test_a_byte_put_in(byte):
    text = SCRIPT.encode()
    texts = [text[:at] + byte + text[at:] for at in range(1, len(text), 7)]
    judge(texts, as_lua=byte != b"\0")  # which lua5.4 cannot show


@pytest.mark.parametrize(
    "opening",
    [
        "(",
        "{",
        "[",
        "f(",
        "f{",
        "x[",
        "-",
        "not ",
        "#",
        "do ",
        "if x then ",
        "while x do ",
        "repeat ",
    ]
    + ["function() ", "function f() ", "return function() ", "x = {", "a.b", "a:b", "1 ..", "2 ^ "]
    + [
        "for i = 1, 2 do ",
        "local x = function() ",
        "x = function() ",
        "x, ",
        "::a",
        "goto ",
        "'\\",
    ]
    + ["x = x and (", "x = x or ", "x = x == ", "x = x + ", "--[[", "[==[", "\\", ";", "x = -"],
)
def test_64_kb_of_nesting(opening):
    prefix = "" if opening.endswith((" ", "=", "{")) else "x = "
    texts = [start + opening * (65536 // len(opening) - 9) for start in {"", prefix}]
    judge([text.encode() for text in texts], as_lua=False)


def test_every_byte_alone():
    every = [bytes([byte]) for byte in range(1, 256) if byte != 0x1B]  # compiled chunks begin so
    judge(every + [b"x = " + byte for byte in every])
    judge([b"\0", b"\x1b", b"\x1bLua", b"x = \0"], as_lua=False)


def test_other_encodings():
    texts = [program(1).decode().encode(name) for name in ("utf-16", "utf-16-le", "utf-32")]
    judge(texts + ["print('é')".encode("latin-1"), b"\xef\xbb\xbf\xef\xbb\xbfx = 1"], as_lua=False)
