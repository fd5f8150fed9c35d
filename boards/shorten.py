"""Gives the private names of a firmware's sources short ones that many modules share.

A name costs a board 20 to 40 bytes of heap for as long as it runs, and a table of names doubles
when it is full. Names that begin with one underscore are nobody's business but their module's, so
`_measure_stack` of one module and `_text_error` of another can both be `_a`: fewer names, the same
program. Lines stay as they are. Not touched are names that are written as strings (for getattr),
attributes of anything but `self`, and, for the sake of tracebacks, everything without underscore.
Modules whose classes are derived from each other share one set of names.
"""

import ast
import collections
import io
import itertools
import re
import tokenize

PRIVATE = re.compile(r"_[A-Za-z]\w+")
INSIDE = re.compile(rf"(?<![\w.\"']){PRIVATE.pattern}\b|(?<=\bself\.){PRIVATE.pattern}\b")


def shorten(sources):
    """Returns {name: source} of {name: source}, text both, with short private names."""
    trees = {name: ast.parse(source) for name, source in sources.items()}
    kept = set().union(*map(public_uses, trees.values()))
    result = {}
    for group in families(trees):
        uses = collections.Counter()
        for name in group:
            uses.update(private_names(sources[name]))
        short = dict(
            zip([name for name, _ in uses.most_common() if name not in kept], letters(uses))
        )
        result.update({name: renamed(sources[name], short) for name in group})
    return result


def public_uses(tree):
    """Private names of a module that others may use: in strings, or as attributes of objects."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from PRIVATE.findall(node.value)
        elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") != "self":
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)


def families(trees):
    """Lists of module names; modules whose classes inherit from each other are in one list."""
    homes = collections.defaultdict(list)
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    family = {name: [name] for name in trees}
    for name, tree in trees.items():
        for node in ast.walk(tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                for other in homes[getattr(base, "id", None)]:
                    unite(family, name, other)
    return list({id(members): members for members in family.values()}.values())


def unite(family, name, other):
    if family[name] is not family[other]:
        family[name] += family[other]
        for member in family[other]:
            family[member] = family[name]


def private_names(source):
    """The private names in the code of a source, as often as they stand there."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and PRIVATE.fullmatch(token.string):
            yield token.string
        elif is_format(token):
            yield from INSIDE.findall(token.string)


def is_format(token):
    return token.type == tokenize.STRING and "f" in token.string[:2].lower()


def letters(taken):
    """Yields _a, _b, … _z, _aa, … without those that are taken."""
    for length in itertools.count(1):
        for chars in itertools.product("abcdefghijklmnopqrstuvwxyz", repeat=length):
            name = "_" + "".join(chars)
            if name not in taken:
                yield name


def renamed(source, short):
    """Returns the source with the names in `short` replaced; every line keeps its number."""
    lines = source.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(source).readline))):
        if token.type == tokenize.NAME and token.string in short:
            text = short[token.string]
        elif is_format(token):
            text = in_format(token.string, short)
        else:
            continue
        (first, start), (last, end) = token.start, token.end
        if first == last:
            line = lines[first - 1]
            lines[first - 1] = line[:start] + text + line[end:]
        elif text != token.string:
            raise ValueError(f"line {first}: a private name in an f-string of several lines")
    return "".join(lines)


def in_format(string, short):
    """An f-string with the names inside its braces replaced."""
    parts = re.split(r"(\{\{|\}\}|\{[^{}]*\})", string)
    for i, part in enumerate(parts):
        if part.startswith("{") and part != "{{":
            parts[i] = INSIDE.sub(lambda found: short.get(found[0], found[0]), part)
    return "".join(parts)
