"""Thoughts are hidden, cut at every character."""

from llm.think import ThinkFilter

# What the model says and what of it is shown.
TABLE = (
    ("Hello", "Hello"),
    ("<think>x</think>Hi", "Hi"),
    ("<thinking>x</thinking>Hi", "Hi"),
    ("<think>x</thinking>Hi", "Hi"),
    ("<think>\nLet me\n</think>\n\n  Hi\n", "Hi\n"),
    ("<think></think>Hi", "Hi"),
    ("A <think>x</think> B <thinking>y</thinking> C", "A  B  C"),
    ("<think>a</think><think>b</think> c", "c"),
    ("<think>a<think>b</think>c", "c"),
    ("a</think>b", "ab"),
    ("</thinking>", ""),
    ("1 < 2 <b>bold</b> </ <t <thinker> <think ", "1 < 2 <b>bold</b> </ <t <thinker> <think "),
    ("<<think>x</think>>", "<>"),
    ("<think>x <thi </thin </think>y", "y"),
    ("日<think>本</think>😀", "日😀"),
    ("  spaced", "  spaced"),
    # Never closed: shown after all.
    ("<think>only this", "only this"),
    ("<think>a<think>b", "ab"),
    ("Use <think> to think", "Use  to think"),
    ("a<think>b</thi", "ab</thi"),
    ("", ""),
    ("<", "<"),
)


def test_cut_anywhere():
    for text, expected in TABLE:
        for first in range(len(text) + 1):
            for second in range(first, len(text) + 1):
                think = ThinkFilter()
                shown = "".join(
                    think.feed(piece)
                    for piece in (text[:first], text[first:second], text[second:])
                )
                assert shown + think.end() == expected, (text, first, second)


def test_a_character_at_a_time():
    for text, expected in TABLE:
        think = ThinkFilter()
        shown = "".join(think.feed(char) for char in text)
        assert shown + think.end() == expected, text


def test_only_what_may_be_a_tag_is_held_back():
    think = ThinkFilter()
    assert think.feed("ab<") == "ab"
    assert think.feed("c") == "<c"
    assert think.feed("</thinkin") == ""
    assert think.feed("!") == "</thinkin!"
    assert think.feed("<think>x") == "" and think.inside
    assert think.feed("</think>y") == "y" and not think.inside


def test_thoughts_are_bounded():
    think = ThinkFilter()
    think.feed("<think>")
    for _ in range(1000):
        assert think.feed("日" * 10) == ""
    assert think.end() == "日" * (8192 // 3)
    assert think.end() == ""
