"""No text of a script may reach the Python made of it: every name there is one of a known few."""

import io
import keyword
import re
import tokenize

from twins import pieces

# The Python that the emitter writes in.
WORDS = set(
    "def return if elif else while for in break continue pass global nonlocal yield from "
    "and or not is None True False".split()
)
# What the environment of a run has (ops.HELPERS), and the few names of the emitter's own.
HELPERS = set(
    "get put meth add sub mul div mod pow idiv band bor bxor shl shr neg bnot len_ eq lt le gt ge "
    "cat one many drop yone ymany ydrop tup adj tab tabk tabm tabn tabv rng e1 e2 en col wrap Y "
    "tick EMPTY EMPTYD tuple range c __class__".split()
)
# Globals, locals, constants, functions, varargs; temporaries; the function of a piece.
SLOT = re.compile(r"[GMLKF]\d+|V|[goqrsk_]|[qsk]\d+|P")
NAME = re.compile(r"\d[\w.]*|[^\W\d]\w*")


def findings(texts):
    """Sentences about names, and text, that no piece may have."""
    found = []
    for number, piece in enumerate(pieces(texts)):
        for name in strange(piece):
            found.append(f"program {number}: {name!r} in generated Python:\n{piece}")
    return found


def strange(piece):
    """The tokens of a piece that are not allowed; it has no strings, so every word is a name."""
    if not piece.isascii() or re.search(r"['\"#\\@`$?]", piece):
        return {"text"}
    names = {word for word in NAME.findall(piece) if not word[0].isdigit()}
    return {name for name in names if name not in WORDS | HELPERS and not SLOT.fullmatch(name)}


def tokenized(piece):
    """The same judgement by Python's own tokenizer, which is slower."""
    found = set()
    for token in tokenize.generate_tokens(io.StringIO(piece).readline):
        if token.type in (tokenize.STRING, tokenize.COMMENT, tokenize.ERRORTOKEN):
            found.add("text")
        elif token.type == tokenize.NAME:
            known = token.string in HELPERS or SLOT.fullmatch(token.string)
            if keyword.iskeyword(token.string):
                known = token.string in WORDS
            if not known:
                found.add(token.string)
    return found
