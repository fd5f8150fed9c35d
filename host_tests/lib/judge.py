"""Run by test_against_cpython.py under the unix port: judges texts, one a line in hex.

Each output line is a JSON list: the text decoded, and what parse() makes of it or null.
"""

import binascii
import json
import sys

sys.path[:] = [sys.argv[1], ".frozen"]

from jsontext import Utf8, decode, dumps, parse

for line in sys.stdin:
    data = binascii.unhexlify(line.strip())
    cleaner = Utf8()
    cut = len(data) // 2
    text = decode(cleaner.feed(data[:cut]) + cleaner.feed(data[cut:]) + cleaner.end())
    assert text == decode(data)
    try:
        result = dumps(parse(data))
    except ValueError:
        result = None
    print(json.dumps([text, result]))
