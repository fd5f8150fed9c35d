from nearest import nearest

NAMES = ("gpio_control", "read_file", "write_file", "llm.url", "llm.key", "restart")


def test_finds_a_misspelt_name():
    for word, name in (
        ("gpio_contrl", "gpio_control"),
        ("GPIO_Control", "gpio_control"),
        ("gpio-control", "gpio_control"),
        ("gpoi_control", "gpio_control"),
        ("readfile", "read_file"),
        ("llm.ulr", "llm.url"),
        ("llm_key", "llm.key"),
        ("restar", "restart"),
    ):
        assert nearest(word, NAMES) == name, word


def test_says_nothing_when_nothing_is_close():
    for word in ("", "lua_run", "x", "gpio", "é", "read_file" * 10):
        assert nearest(word, NAMES) is None, word
    assert nearest("read_file", ()) is None


def test_equally_close_names_are_taken_in_alphabetical_order():
    assert nearest("cat", ("bat", "hat", "rat")) == "bat"
    assert nearest("cat", ("rat", "hat", "bat")) == "bat"
    assert nearest("cat", {"rat": 1, "car": 2}) == "car"


def test_takes_the_closest_not_the_first():
    assert nearest("write_fle", ("white_flea", "write_file")) == "write_file"


def test_short_words_allow_one_change():
    assert nearest("on", ("off", "of")) == "of"
    assert nearest("on", ("off",)) is None
