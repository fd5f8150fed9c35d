"""Text cut to bytes: never longer than allowed, never inside a character."""

from clip import SHORT, clip


def test_short_text_is_itself():
    for text in ("", "abc", "x" * 100, "ü" * 50):
        assert clip(text, 100) is text


def test_no_limit_and_no_note_overshoots():
    for text in ("x" * 300, "ü" * 200, "€" * 100, "😀" * 90, "aü€😀" * 40):
        data = text.encode()
        for note in ("\n[cut: {} of {} bytes]", SHORT, "", "… and {} more of {} …"):
            for limit in range(200):
                got = clip(text, limit, note)
                assert len(got.encode()) <= limit, (text[:4], note, limit)
                last = note.format(0, 0)[-1:]
                if last and got.endswith(last):
                    got = got[: got.find(note[0])]
                assert data.startswith(got.encode())


def test_the_note_counts_what_is_kept():
    assert clip("x" * 300, 40) == "x" * 17 + "\n[cut: 17 of 300 bytes]"
    assert clip("ü" * 300, 10, SHORT) == "üüü…"
    assert clip("ü" * 300, 2, SHORT) == "ü"
    assert clip("ü" * 300, 1, SHORT) == ""
