"""llm/gather.py: bounded text in small blocks, cut and joined at whole characters."""

import json

from llm.gather import Gather

TEXT = 'a "quote", \u00fc, \u706f, \U0001f4a1 and\n' * 40


def test_every_piece_size_and_limit_gives_the_beginning_of_the_text():
    for size in (1, 2, 3, 7, 100, 5000):
        for limit in (0, 1, 10, 511, 512, 513, 1000, 100000):
            kept = Gather(limit)
            for start in range(0, len(TEXT), size):
                kept.add(TEXT[start : start + size])
            text = kept.text()
            assert TEXT.startswith(text), (size, limit)
            whole = len(TEXT.encode()) <= limit
            assert kept.cut != whole and (text == TEXT) == whole, (size, limit)
            assert limit - 4 < len(text.encode()) <= limit or whole, (size, limit)
            assert kept.total_bytes == len(TEXT.encode())
            assert json.loads(b"".join(kept.quoted())) == text


def test_what_is_appended_stands_beside_the_limit():
    kept = Gather(2)
    kept.add("abc")
    kept.append(" [cut]")
    assert kept.text() == "ab [cut]" and kept.endswith(b"]")
