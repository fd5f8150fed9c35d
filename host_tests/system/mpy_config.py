"""Settings: the table, its checks, the two files and what goes wrong with them.

Long, because most of it is tables of settings and sentences.
"""

import json
import os
import sys

import power
from system import redact, settings
from system.config import Config, ConfigError

# Exactly the settings that the architecture names, with their defaults.
# fmt: off
DEFAULTS = {
    "llm.url": "", "llm.key": "", "llm.model": "", "llm.stream": True, "llm.timeout_s": 60,
    "llm.retries": 3, "llm.max_tokens": 0, "llm.token_field": "max_tokens",
    "llm.system_role": "system", "llm.reasoning": "drop", "llm.extra": {}, "wifi.ssid": "",
    "wifi.password": "", "wifi.hostname": "", "time.tz": "UTC0", "time.ntp": "pool.ntp.org",
    "tls.verify": True, "telegram.token": "", "telegram.api": "https://api.telegram.org",
    "telegram.allow": [], "agent.max_rounds": 10, "agent.max_calls": 8, "agent.history_kb": 32,
    "gpio.allow": None, "gpio.names": {}, "gpio.boot": {}, "script.timeout_s": 30,
    "script.heap_kb": 40, "http.allow": [], "tools.disabled": [], "tools.groups": [],
    "search.provider": "tavily", "search.key": "", "wifi.networks": [], "limits.per_hour": 300,
    "limits.per_day": 3000, "agent.honesty": True, "agent.heartbeat_min": 30, "system.log": "info",
    "system.wdt": False,
}
# fmt: on
SECRETS = ["llm.key", "search.key", "telegram.token", "wifi.networks", "wifi.password"]

# key → (values that are taken, values that are refused)
# fmt: off
VALUES = {
    "llm.url": (
        ["", "http://h", "https://api.example.com/v1", "http://127.0.0.1:8080/api/v1/",
         "http://[::1]:80/v1", "HTTPS://h/v1/chat/completions", "https://h/v1?api-version=1"],
        ["h", "ftp://h", "http://", "http:///v1", "http://a b", "http://u:pw@h/v1", "http://h/#x",
         "http://h\\x", "http://h/\r\nX: y", "http://ö", "http://:", 5, None, True, [],
         "http://"+"h" * 256],
    ),
    "telegram.api": (["http://127.0.0.1:9"], [""]),
    "llm.key": (
        ["", "sk-TEST", "a" * 512],
        ["two words", "line\nend", "ключ", 5, None, "a" * 513],
    ),
    "llm.model": (["m", "org/model:free", "моя модель"], ["a\nb", "m" * 129, 1, None]),
    "llm.stream": ([True, False], [1, 0, "true", None]),
    "llm.timeout_s": ([1, 600], [0, 601, -1, True, 1.0, "5", None]),
    "llm.retries": ([0, 10], [-1, 11]),
    "llm.max_tokens": ([0, 1000000], [-1, 1000001, False]),
    "llm.token_field": (["max_tokens", "max_completion_tokens"], ["", "tokens", None]),
    "llm.system_role": (["system", "developer"], ["", "assistant", 1]),
    "llm.reasoning": (["drop", "echo"], ["keep"]),
    "llm.extra": (
        [{}, {"temperature": 0.5, "stop": ["a"]}],
        [[], "x", None, {"messages": []}, {"tools": []}, {"stream": True}, {"a": "x" * 2048},
         {"a": float("nan")}, {"a": object()}],
    ),
    "wifi.ssid": (["", "Home Net", "ä" * 16], ["ä" * 17, "a" * 33, "a\0b", 1]),
    "wifi.password": (["", "12345678", "p" * 63], ["1234567", "p" * 64, 12345678, None]),
    "wifi.hostname": (["", "pinpilot", "a-1"], ["-a", "a-", "a b", "a.b", "a" * 33, None]),
    "time.tz": (
        ["UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT", "<+0330>-3:30", "<-03>3",
         "EST5EDT4,J60/2:30:00,300", "NZST-12NZDT,M9.5.0,M4.1.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1",
         "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0"],
        ["", "UTC", "Europe/Berlin", "0", "UT0", "UTC+", "UTC0,M3.5.0", "CET-1CEST,M3.5.0",
         "CET-1CEST,M13.5.0,M1.1.0", "CET-1CEST,M3.6.0,M1.1.0", "CET-1CEST,M3.5.7,M1.1.0",
         "CET-1CEST,M3.5.0,M10.5.0,J1", "CET-1CEST,,", "<+03-3", "CET-1CEST,400,1", "CET-1 CEST",
         0, None],
    ),
    "time.ntp": (
        ["192.168.1.1", "ntp.example.org"],
        ["", "http://x", "a b", "a/b", ".x", "a..b", None],
    ),
    "tls.verify": ([True, False], ["yes", 1]),
    "telegram.token": (["", "1001:AAabc"], ["a b", 1001]),
    "telegram.allow": (
        [[], [2002], [1, (1 << 53) - 1]],
        [2002, ["2002"], [0], [-5], [1.5], [True], {}, None],
    ),
    "agent.max_rounds": ([1, 50], [0, 51]),
    "agent.max_calls": ([1, 32], [0, 33]),
    "agent.history_kb": ([4, 1024], [3, 1025]),
    "gpio.allow": (
        [None, [], [0, 54], [4, 5, 18]],
        [5, [55], [-1], ["5"], [True], [5.0], {}, "all"],
    ),
    "gpio.names": (
        [{}, {"lamp": 5, "relay": {"pin": 4, "active": "low"}}, {"a": {"pin": 0}}, {"A_b-9": 1},
         {"a" * 32: 1}],
        [[], None, {"la mp": 5}, {"5": 5}, {"": 5}, {"-a": 1}, {"ä": 1}, {"a" * 33: 1}, {"a": 55},
         {"a": "5"}, {"a": True}, {"a": {}}, {"a": {"pin": 5, "active": "yes"}}, {"a": {"pin": 5,
         "active": 0}}, {"a": {"pin": 5, "x": 1}}, {"a": [5]}, {"a": None}],
    ),
    "gpio.boot": (
        [{}, {"heater": 0, "4": 1}],
        [[], None, {"a": 2}, {"a": True}, {"a": "0"}, {"55": 0}, {"4.0": 0}, {"": 0}, {"a b": 1}],
    ),
    "script.timeout_s": ([1, 3600], [0]),
    "script.heap_kb": ([8, 8192], [7]),
    "http.allow": (
        [[], ["api.example.com", "10.0.0.1"]],
        ["api.example.com", ["https://x.y"], ["a/b"], ["a:80"], ["*"], [""], [5], None, {}],
    ),
    "tools.disabled": ([[], ["restart", "my-tool_2"]], ["restart", [""], ["a b"], [1], None]),
    "tools.groups": ([["sensor", "bus"]], ["sensor"]),
    "search.provider": (["tavily", "brave"], ["google", ""]),
    "search.key": (["", "tvly-x"], ["a b"]),
    "wifi.networks": (
        [[], [{"ssid": "a", "password": "12345678"}, {"ssid": "open"}, {"ssid": "b",
         "password": ""}]],
        [{}, ["a"], [{}], [{"ssid": ""}], [{"ssid": "a", "password": "short"}], [{"ssid": "a",
         "key": "x"}], [{"password": "12345678"}], None],
    ),
    "limits.per_hour": ([0, 100000], [-1]),
    "limits.per_day": ([0, 1000000], [-1]),
    "agent.honesty": ([True, False], [None]),
    "agent.heartbeat_min": ([0, 1440], [1441]),
    "system.log": (["debug", "info", "warning", "error"], ["verbose", 10]),
    "system.wdt": ([True, False], [0]),
}
# fmt: on


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def text_of(path):
    with open(path) as file:
        return file.read()


def refused(function, *arguments):
    try:
        function(*arguments)
    except ConfigError as error:
        return str(error)
    raise AssertionError("not refused: {}".format(arguments))


def names():
    return sorted(entry[0] for entry in os.ilistdir("/") if entry[0] != "host")


def test_table():
    config = Config()
    assert config.keys() == sorted(DEFAULTS), config.keys()
    assert settings.keys() == sorted(DEFAULTS)
    for key in DEFAULTS:
        assert config[key] == DEFAULTS[key] and type(config[key]) is type(DEFAULTS[key]), key
    assert [key for key in config.keys() if config.is_secret(key)] == SECRETS
    assert sorted(VALUES) == config.keys()
    assert config.warnings == []
    assert names() == []  # reading writes nothing


def test_no_part_of_the_table_is_a_key():
    for key in ("llm", "llm.url url", 'wifi.ssid ssid = ""', "", " ", "\n", "Llm.url", None):
        assert settings.find(key) is None, key


def test_checks_do_not_stay_in_memory():
    write("/config.json", '{"llm.model": "m"}')
    config = Config()
    config.set_text("llm.retries", "2")
    refused(config.set, "llm.retries", "many")
    assert [name for name in sys.modules if name in ("system.entries", "system.checks")] == []
    assert config["llm.model"] == "m" and config["llm.retries"] == 2


def test_every_check():
    config = Config()
    for key in VALUES:
        good, bad = VALUES[key]
        for value in good:
            config.set(key, value)
            assert config[key] == value, (key, value)
        kept = config[key]
        for value in bad:
            sentence = refused(config.set, key, value)
            assert sentence.startswith(key + " must be "), sentence
            assert config[key] == kept
    again = Config()
    for key in VALUES:
        assert again[key] == VALUES[key][0][-1], key


def test_sentences():
    config = Config()
    assert (
        refused(config.set, "llm.timeout_s", 0)
        == "llm.timeout_s must be a whole number from 1 to 600, not 0"
    )
    assert refused(config.set, "search.provider", "google") == (
        'search.provider must be tavily or brave, not "google"'
    )
    assert refused(config.set, "tls.verify", 1) == "tls.verify must be true or false, not 1"
    assert (
        refused(config.set, "llm.ur", "x") == "unknown setting 'llm.ur'; did you mean 'llm.url'?"
    )
    assert refused(config.set, "nonsense", "x") == "unknown setting 'nonsense'"
    assert (
        refused(config.set_text, "LLM.URL", "x")
        == "unknown setting 'LLM.URL'; did you mean 'llm.url'?"
    )
    assert refused(config.shown, "llm.ur").startswith("unknown setting")
    assert refused(config.is_secret, "llm.ur").startswith("unknown setting")
    assert refused(config.set, 5, 5) == "unknown setting '5'"
    assert len(refused(config.set, "llm.reasoning", "x" * 5000)) < 200
    assert refused(config.set, "llm.extra", object()).endswith(", not a Python object")


def test_unknown_key_is_a_key_error():
    try:
        Config()["llm.ur"]
    except KeyError:
        return
    raise AssertionError


def test_values_are_stripped():
    config = Config()
    config.set("llm.url", "  http://h/v1 \n")
    config.set("llm.key", "\tsk-TEST ")
    config.set("tools.groups", [" bus "])
    config.set("gpio.names", {" lamp ": 5})
    config.set("http.allow", ["API.Example.com"])
    assert config["llm.url"] == "http://h/v1" and config["llm.key"] == "sk-TEST"
    assert config["tools.groups"] == ["bus"] and config["gpio.names"] == {"lamp": 5}
    assert config["http.allow"] == ["api.example.com"]


def test_text():
    config = Config()
    for key, text, value in (
        ("tls.verify", "off", False),
        ("tls.verify", " ON ", True),
        ("tls.verify", "no", False),
        ("tls.verify", "Yes", True),
        ("tls.verify", "false", False),
        ("tls.verify", "true", True),
        ("llm.timeout_s", "5", 5),
        ("llm.timeout_s", " +7 ", 7),
        ("llm.model", "org/m", "org/m"),
        ("llm.model", '"quoted name"', "quoted name"),
        ("llm.model", "", ""),
        ("llm.model", '"\\u00e4"', "ä"),
        ("llm.model", "two words", "two words"),
        ("gpio.allow", "[4,5]", [4, 5]),
        ("gpio.allow", "null", None),
        ("gpio.allow", " [ ] ", []),
        ("gpio.names", '{"lamp":5}', {"lamp": 5}),
        ("llm.extra", '{"a":null}', {"a": None}),
        ("wifi.password", "12345678", "12345678"),
        ("wifi.password", '""', ""),
        ("wifi.networks", '[{"ssid":"x"}]', [{"ssid": "x"}]),
    ):
        config.set_text(key, text)
        assert config[key] == value, (key, text, config[key])


def test_text_that_cannot_be():
    config = Config()
    for key, text, part in (
        ("tls.verify", "maybe", 'tls.verify must be true or false, not "maybe"'),
        ("llm.timeout_s", "5.5", 'from 1 to 600, not "5.5"'),
        ("llm.timeout_s", "-5", "from 1 to 600, not -5"),
        ("llm.timeout_s", "", 'not ""'),
        ("llm.timeout_s", "٣", "not"),
        ("llm.timeout_s", "1_0", "not"),
        ("gpio.allow", "4,5", "such as [4, 5, 18], written as JSON"),
        ("gpio.allow", "[4 5]", "such as [4, 5, 18], written as JSON"),
        ("telegram.allow", "2002", "such as [2002002], not 2002"),
        ("llm.extra", "", 'such as {"temperature": 0.2}, written as JSON'),
        ("llm.model", '"open', "one line of text"),
        ("llm.ur", "x", "did you mean 'llm.url'"),
    ):
        sentence = refused(config.set_text, key, text)
        assert part in sentence, sentence
    assert names() == []


def test_secrets_stay_secret():
    config = Config()
    for key, value in (
        ("llm.key", "sk-TEST-one"),
        ("wifi.password", "pass-word-two"),
        ("telegram.token", "1001:three"),
        ("search.key", "tvly-four"),
        ("wifi.networks", [{"ssid": "Net", "password": "pass-word-five"}]),
    ):
        assert config.shown(key) == '""'
        config.set(key, value)
        assert config.shown(key) == '"***"'
        assert config.is_secret(key)
    config.set("llm.extra", {"user": "sk-TEST-one"})
    assert config.shown("llm.extra") == '{"user":"***"}'
    assert "Net" in text_of("/secrets.json") and "Net" not in text_of("/config.json")
    for word in ("pass-word-two", "three", "tvly-four", "pass-word-five"):
        assert word not in text_of("/config.json") and word in text_of("/secrets.json")
        assert "***" in redact.redact("x " + word if word != "three" else "1001:three")
    assert redact.redact("Net") == "Net"


def test_no_sentence_holds_a_secret():
    config = Config()
    for key, value in (
        ("llm.key", "SECRET with space"),
        ("wifi.password", "SECRET"),
        ("telegram.token", "SECRET\n1"),
        ("wifi.networks", [{"ssid": "a", "password": "SECRET"}]),
        ("llm.url", "http://me:SECRET@h/v1"),
        ("llm.url", "me:SECRET@h"),
    ):
        assert "SECRET" not in refused(config.set, key, value)
    assert "SECRET" not in refused(
        config.set_text, "wifi.networks", '[{"ssid":"a","password":"SECRET}]'
    )
    assert "SECRET" not in refused(config.set_text, "llm.key", '"SECRET')


def test_secret_in_config_json_is_moved():
    write("/secrets.json", '{"llm.key": "sk-older", "search.key": "tvly-stays"}')
    write(
        "/config.json", '{"llm.key": "sk-moved-one", "llm.model": "m", "wifi.password": "SECRET"}'
    )
    config = Config()
    assert (
        config["llm.key"] == "sk-moved-one"
        and config["search.key"] == "tvly-stays"
        and config["llm.model"] == "m"
    )
    assert "llm.key was moved from /config.json to /secrets.json" in config.warnings
    assert len(config.warnings) == 3, config.warnings
    assert not any("sk-" in line or "SECRET" in line for line in config.warnings)
    assert json.loads(text_of("/config.json")) == {"llm.model": "m"}
    assert json.loads(text_of("/secrets.json")) == {
        "llm.key": "sk-moved-one",
        "search.key": "tvly-stays",
        "wifi.password": "SECRET",
    }
    assert redact.redact("sk-moved-one SECRET") == "*** ***"
    again = Config()
    assert (
        again["llm.key"] == "sk-moved-one" and len(again.warnings) == 1
    )  # the password is still too short


def test_setting_in_secrets_json_is_ignored():
    text = '{"llm.key": "sk-at-home", "wifi.ssid": "Net"}'
    write("/secrets.json", text)
    config = Config()
    assert config["wifi.ssid"] == "" and config["llm.key"] == "sk-at-home"
    assert config.warnings == ["/secrets.json: wifi.ssid belongs in /config.json (ignored)"]
    config.set("wifi.ssid", "Other")
    assert text_of("/secrets.json") == text and Config()["wifi.ssid"] == "Other"


def test_known_secrets_are_hidden_in_every_sentence():
    write("/secrets.json", '{"llm.key": "sk-known-key"}')
    write("/config.json", '{"llm.timeout_s": "sk-known-key", "sk-known-key": 1}')
    config = Config()
    assert len(config.warnings) == 2 and not any("sk-known" in line for line in config.warnings)
    assert "sk-known" not in refused(config.set, "llm.timeout_s", "sk-known-key")
    assert "sk-known" not in refused(config.set_text, "llm.timeout_s", "sk-known-key")
    assert "***" in refused(config.set_text, "llm.timeout_s", "sk-known-key")


def test_settings_that_could_not_be_read_again_are_refused():
    config = Config()
    config.set("http.allow", ["%02d." % i + "h" * 240 for i in range(32)])
    config.set("tools.disabled", ["%02d" % i + "t" * 62 for i in range(64)])
    config.set("llm.extra", {"a": "x" * 2000})
    config.set("gpio.boot", {"b%02d" % i + "y" * 29: 1 for i in range(32)})
    for i in range(32):
        try:
            config.set(
                "gpio.names",
                {"n%02d" % j + "x" * 29: {"pin": 1, "active": "high"} for j in range(i + 1)},
            )
        except ConfigError as error:
            assert "/config.json would be too large" in str(error)
            break
    else:
        assert False, os.stat("/config.json")
    assert len(config["gpio.names"]) == i and len(Config()["gpio.names"]) == i


def test_power_cut_at_every_write():
    def prepare():
        Config("/cut").set("llm.key", "sk-cut-old")
        Config("/cut").set("llm.model", "old")

    def operate():
        config = Config("/cut")
        config.set("llm.model", "new" * 40)

    def check(finished):
        config = Config("/cut")
        assert not config.warnings and config["llm.key"] == "sk-cut-old"
        assert config["llm.model"] in (("new" * 40,) if finished else ("old", "new" * 40))

    assert power.cut_everywhere(prepare, write_through(operate), check) > 3


def test_power_cut_at_every_write_while_secrets_move():
    def prepare():
        write("/cut/config.json", '{"llm.key": "sk-cut-moves", "llm.model": "m"}')

    def operate():
        Config("/cut")

    def check(finished):
        config = Config("/cut")
        assert config["llm.key"] == "sk-cut-moves" and config["llm.model"] == "m"
        assert not finished or not config.warnings
        assert "sk-cut" not in text_of("/cut/config.json")

    assert power.cut_everywhere(prepare, operate, check) > 3


def write_through(operate):
    """The power failure as an OSError again, which Config.set() has put into a sentence."""

    def wrapped():
        try:
            operate()
        except ConfigError:
            raise OSError(5)

    return wrapped


def test_files_that_cannot_be_used():
    whole = '{"llm.model": "m", "llm.timeout_s": 5}'
    broken = [whole[:end] for end in range(len(whole))]
    broken += [
        "[]",
        "null",
        '"x"',
        '{"a": 1,}',
        "{'a': 1}",
        "\x00\xff",
        "{} {}",
        '{"a":"' + "x" * 17000 + '"}',
    ]
    for file in ("/config.json", "/secrets.json"):
        for text in broken:
            write(file, text)
            config = Config()
            assert all(config[key] == DEFAULTS[key] for key in DEFAULTS)
            assert len(config.warnings) == 1, (text, config.warnings)
            assert (
                config.warnings[0].startswith(file + " cannot be used (")
                and file + ".bad" in config.warnings[0]
            )
            assert text_of(file + ".bad") == text
            assert file[1:] not in names()
            assert Config().warnings == []


def test_a_broken_secrets_file_keeps_the_settings():
    write("/config.json", '{"llm.model": "m"}')
    write("/secrets.json", '{"llm.key": "sk-broken-file"')
    config = Config()
    assert config["llm.model"] == "m" and config["llm.key"] == ""
    assert "sk-broken-file" not in str(config.warnings)


def test_byte_order_mark():
    with open("/config.json", "wb") as file:
        file.write(b'\xef\xbb\xbf{"llm.model": "m"}\r\n')
    config = Config()
    assert config["llm.model"] == "m" and not config.warnings


def test_bad_values_and_unknown_keys_in_the_file():
    write(
        "/config.json",
        '{"llm.timeout_s": 0, "llm.ur": "x", "zzz": [1], "llm.model": "m", "gpio.names": null}',
    )
    config = Config()
    assert (
        config["llm.timeout_s"] == 60 and config["llm.model"] == "m" and config["gpio.names"] == {}
    )
    assert config.warnings == [
        "/config.json: gpio.names must be an object of names (a letter, then up to 31 letters, "
        'digits, _ and -) with pins, such as {"lamp": 5, "relay": {"pin": 4, "active": "low"}}, '
        "not null (the default is used)",
        "/config.json: llm.timeout_s must be a whole number from 1 to 600, not 0 "
        "(the default is used)",
        "/config.json: unknown setting 'llm.ur'; did you mean 'llm.url'? (ignored)",
        "/config.json: unknown setting 'zzz' (ignored)",
    ], config.warnings
    config.set("llm.model", "other")  # what we could not use stays for its writer to mend
    assert json.loads(text_of("/config.json")) == {
        "llm.timeout_s": 0,
        "llm.ur": "x",
        "zzz": [1],
        "llm.model": "other",
        "gpio.names": None,
    }
    config.set("llm.timeout_s", 9)
    config.set("gpio.names", {})
    assert json.loads(text_of("/config.json")) == {
        "llm.timeout_s": 9,
        "gpio.names": {},
        "llm.ur": "x",
        "zzz": [1],
        "llm.model": "other",
    }


def test_left_over_temporary_file():
    write("/config.json", '{"llm.model": "m"}')
    write("/config.json.tmp", '{"llm.model": "ne')
    write("/secrets.json.tmp", '{"llm.key": "sk-')
    config = Config()
    assert config["llm.model"] == "m" and not config.warnings
    assert names() == ["config.json"]


def test_update_takes_all_or_none():
    config = Config()
    config.update({"wifi.ssid": " Home ", "wifi.password": "long enough", "agent.max_calls": 3})
    assert config["wifi.ssid"] == Config()["wifi.ssid"] == "Home"
    assert Config()["wifi.password"] == "long enough" and config["agent.max_calls"] == 3
    for wrong in (
        {"wifi.ssid": "Other", "wifi.password": "short"},
        {"wifi.ssid": "x" * 33, "wifi.password": "another one"},
        {"wifi.ssid": "Other", "wifi.passwort": "another one"},
    ):
        refused(config.update, wrong)
        for found in (config, Config()):
            assert found["wifi.ssid"] == "Home" and found["wifi.password"] == "long enough"
    config.update({})
    assert names() == ["config.json", "secrets.json"]


def test_an_update_that_one_file_refuses_is_taken_back_in_the_other():
    config = Config()
    config.set("wifi.password", "long enough")
    os.mkdir("/config.json.tmp")
    said = refused(config.update, {"wifi.ssid": "Other", "wifi.password": "another one"})
    assert said == "wifi.password and wifi.ssid were not saved: it is a folder", said
    for found in (config, Config()):
        assert found["wifi.ssid"] == "" and found["wifi.password"] == "long enough"


def test_a_value_is_the_callers_own():
    config = Config()
    names_given = {"lamp": {"pin": 5}}
    config.set("gpio.names", names_given)
    names_given["lamp"]["pin"] = 6
    config["gpio.names"]["lamp"]["pin"] = 7
    config["telegram.allow"].append(1)
    assert config["gpio.names"] == {"lamp": {"pin": 5}} and config["telegram.allow"] == []
    assert Config()["gpio.names"] == {"lamp": {"pin": 5}}


def test_flash_that_cannot_be_written():
    os.mkdir("/config.json.tmp")  # nothing can be written under this name
    config = Config()
    assert "not saved" in refused(config.set, "llm.model", "m")
    assert config["llm.model"] == ""
    os.rmdir("/config.json.tmp")
    config.set("llm.model", "m")
    os.mkdir("/config.json.tmp")
    assert "not saved" in refused(config.set, "llm.model", "n")
    assert config["llm.model"] == "m" and Config()["llm.model"] == "m"


def test_boot_with_a_flash_that_cannot_be_written():
    write("/config.json", '{"llm.key": "sk-not-moved"}')
    os.mkdir("/secrets.json.tmp")
    config = Config()
    assert config["llm.key"] == "sk-not-moved" and "not moved" in config.warnings[-1]
    assert json.loads(text_of("/config.json")) == {"llm.key": "sk-not-moved"}


def test_tls_off_warns_at_every_boot():
    Config().set("tls.verify", False)
    assert len([line for line in Config().warnings if "tls.verify" in line]) == 1


def test_file_is_readable_for_people():
    config = Config()
    config.set("llm.url", "http://h/v1")
    config.set("agent.max_calls", 4)
    assert text_of("/config.json") == '{\n  "agent.max_calls": 4,\n  "llm.url": "http://h/v1"\n}\n'


def test_other_root():
    os.mkdir("/elsewhere")
    Config("/elsewhere").set("llm.key", "sk-elsewhere")
    assert Config("/elsewhere")["llm.key"] == "sk-elsewhere" and Config()["llm.key"] == ""


def test_a_folder_in_the_place_of_a_file_is_said():
    os.mkdir("/config.json")
    config = Config()
    assert config.warnings == ["/config.json cannot be read: it is a folder; defaults are used"], (
        config.warnings
    )
    assert refused(config.set, "llm.model", "m") == "llm.model was not saved: it is a folder"
    os.rmdir("/config.json")


def test_warnings_are_few_and_short():
    write("/config.json", json.dumps({"x" * 3000: 1, "llm.model": "m"}))
    config = Config()
    assert len(config.warnings[0].encode()) < 150 and config["llm.model"] == "m"
    many = {"key%d" % i: i for i in range(20)}
    write("/config.json", json.dumps(many))
    assert len(Config().warnings) == 9 and Config().warnings[-1].startswith("… and 12 more ")
    many["tls.verify"] = False
    write("/config.json", json.dumps(many))
    assert Config().warnings[-1].startswith("tls.verify is off")


def test_much_that_cannot_be_used_is_kept_beside_and_not_in_memory():
    many = {"key%d" % i: i for i in range(300)}
    many["llm.model"] = "m"
    write("/config.json", json.dumps(many))
    config = Config()
    assert config["llm.model"] == "m" and json.loads(text_of("/config.json.bad")) == many
    assert config.warnings[-2:] == [
        "what is ignored in /config.json is kept as /config.json.bad only",
        "… and 292 more about the settings",
    ], config.warnings
    config.set("llm.model", "n")
    assert json.loads(text_of("/config.json")) == {"llm.model": "n"}
    assert json.loads(text_of("/config.json.bad")) == many
    assert Config().warnings == []
