"""Settings files that are legal and as large as they may be do not stop a small board's boot."""

import gc
import os

from system import redact, store
from system.config import Config

HEAP = "192K"

# path, how the file begins, its items, how it ends
FILES = (
    ("/config.json", '{"llm.model":"m","telegram.allow":[1', (",1", 8000), "]}"),
    ("/config.json", '{"llm.model":"m","zzz":[1', (",1", 8000), "]}"),
    ("/config.json", '{"llm.model":"m"', (',"k%04d":1', 1300), "}"),
    ("/config.json", '{"gpio.names":{"a":1', (',"k%04d":1', 1300), "}}"),
    ("/config.json", '{"llm.extra":{"a":"', ("x" * 100, 160), '"}}'),
    ("/config.json", '{"a":[1', (',{"a":1}', 1900), "]}"),
    ("/config.json", '{"a":[1', (",[]", 5000), "]}"),
    ("/secrets.json", '{"a":""', (',"k%04d":"' + "/" * 50 + '"', 240), "}"),
    ("/secrets.json", '{"wifi.networks":[{}', (',{"ssid":"a","password":"%08d"}', 400), "]}"),
    ("/secrets.json", '{"llm.key":[1', (',"%04d"', 2200), "]}"),
)


def text(start, items, end):
    yield start
    for i in range(items[1]):
        yield items[0] % i if "%" in items[0] else items[0]
    yield end


def test_large_files():
    for path, *parts in FILES:
        store.replace(path, text(*parts))
        assert 12000 < store.size(path) <= store.JSON_LIMIT_BYTES, parts[0]
        Config("/none")
        redact._patterns[:] = []
        gc.collect()
        before = gc.mem_alloc()
        config = Config()
        gc.collect()
        taken = gc.mem_alloc() - before
        assert 0 < len(config.warnings) <= 10, (parts[0], config.warnings)
        assert sum(len(warning) for warning in config.warnings) < 2000, parts[0]
        assert taken < 8000, (parts[0], taken)
        assert config["llm.model"] in ("m", "") and config["llm.timeout_s"] == 60
        config.set("llm.model", "other")
        assert Config()["llm.model"] == "other"
        config = None
        # what the board cannot use is there for whoever wrote it
        same, rest = store._compare(path + ".bad", iter(text(*parts)))
        assert rest is None and same == store.size(path + ".bad"), parts[0]
        for name in os.listdir("/"):
            if ".json" in name:
                os.remove("/" + name)
