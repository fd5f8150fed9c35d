"""Compiles Lua to Python code objects, a few statements at a time."""

from micropython import const

from script.emit import Emitter
from script.lexer import Lexer
from script.scope import Func
from script.sites import Sites
from script.statements import BLOCK_ENDS, Parser
from script.values import LuaError

_PIECE_BYTES = const(1024)  # of Python, from which on a piece is compiled


def compile_chunk(read, name, program):
    """Returns the code objects of a source, to be run in order in the environment of `program`.

    read: function that fills a bytearray with the next bytes and returns how many
    name: what messages call the source, such as "x.lua". Raises LuaError.
    """
    lexer = None
    try:
        lexer = Lexer(read, name)
        return _pieces(lexer, name, program)
    except RuntimeError:  # the C stack is full: of ours, or of Python's own compiler
        line = lexer.line if lexer else 1
        raise LuaError(f"{name}:{line}: chunk has too many syntax levels".encode(), 0)


def _pieces(lexer, name, program):
    main = Func(None, 0, True)
    parser = Parser(lexer, program, main)
    emitter = Emitter(program, Sites(), main, lexer.error)
    codes = []
    while not parser.at_end():
        if lexer.kind in BLOCK_ENDS:
            raise lexer.error("<eof> expected")
        node = parser.statement()
        if node:
            if node[0] == "return" and not parser.at_end():
                raise lexer.error("<eof> expected")
            emitter.statement(node)
            node = None
        if emitter.size() >= _PIECE_BYTES or parser.at_end():
            source, lines = emitter.take()
            number = program.add_piece(name, lines, emitter.sites)
            emitter.sites = Sites()
            codes.append(compile(source, str(number), "exec"))
            source = lines = None
    return codes
