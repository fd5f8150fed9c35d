"""Every way in which llm.url may be written."""

from llm.endpoint import chat_url
from system import checks

TABLE = (
    ("http://h", "http://h/v1/chat/completions"),
    ("http://h/", "http://h/v1/chat/completions"),
    ("https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions"),
    ("http://h/v1/", "http://h/v1/chat/completions"),
    ("http://h/v1//", "http://h/v1/chat/completions"),
    ("http://h/v1/chat/completions", "http://h/v1/chat/completions"),
    ("http://h/v1/chat/completions/", "http://h/v1/chat/completions"),
    ("http://h:8080", "http://h:8080/v1/chat/completions"),
    ("HTTPS://h:8080/api/v1", "HTTPS://h:8080/api/v1/chat/completions"),
    ("http://192.168.1.5:11434/v1", "http://192.168.1.5:11434/v1/chat/completions"),
    ("http://[::1]:8080/v1", "http://[::1]:8080/v1/chat/completions"),
    ("http://[::1]", "http://[::1]/v1/chat/completions"),
    (
        "https://h/openai/deployments/d?api-version=1",
        "https://h/openai/deployments/d/chat/completions?api-version=1",
    ),
    ("https://h/v1beta/openai/", "https://h/v1beta/openai/chat/completions"),
    ("http://h:/v1", "http://h:/v1/chat/completions"),
)

NONSENSE = (
    "h",
    "h:8080/v1",
    "api.openai.com/v1",
    "ftp://h",
    "http:/h",
    "http://",
    "http:///v1",
    "http://:80/v1",
    "http://h:0",
    "http://h:0/v1",
    "http://h:99999",
    "http://h:x",
    "http://[::1",
    "http://h%41",
    "http://h/v1#top",
    "http://h:65536",
    "http://h:port",
    "http://me:pw@h/v1",
    "http://h/v 1",
    "http://h/v1\r\nX: y",
    "http://hö/v1",
)


def test_urls():
    for base, url in TABLE:
        assert checks.url(base, 1) == base
        assert chat_url(base) == url, (base, chat_url(base))
        assert chat_url(url) == url


def test_nonsense_never_becomes_a_setting():
    for base in NONSENSE:
        try:
            raise AssertionError(checks.url(base, 0))
        except ValueError:
            pass
