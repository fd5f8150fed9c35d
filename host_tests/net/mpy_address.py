from net.address import Address
from net.error import HttpError

# URL, secure, host, port, target, authority
GOOD = (
    ("http://h", False, "h", 80, "/", "h"),
    ("HTTPS://API.Example.com/v1", True, "api.example.com", 443, "/v1", "api.example.com"),
    ("http://h:80/", False, "h", 80, "/", "h"),
    ("https://h:443", True, "h", 443, "/", "h"),
    ("https://h:80", True, "h", 80, "/", "h:80"),
    ("http://h:8080/a/b?c=d/e#f", False, "h", 8080, "/a/b?c=d/e", "h:8080"),
    ("http://h:/x", False, "h", 80, "/x", "h"),
    ("http://h?q=@:/", False, "h", 80, "/?q=@:/", "h"),
    ("http://h#f", False, "h", 80, "/", "h"),
    ("http://192.168.1.2:1234/v1", False, "192.168.1.2", 1234, "/v1", "192.168.1.2:1234"),
    ("http://[::1]:8080/x", False, "::1", 8080, "/x", "[::1]:8080"),
    ("https://[FE80::1]", True, "fe80::1", 443, "/", "[fe80::1]"),
    (
        "http://my_host.local/é ü%20",
        False,
        "my_host.local",
        80,
        "/%C3%A9%20%C3%BC%20",
        "my_host.local",
    ),
)

WRONG = (
    "",
    "h",
    "//h",
    "http:/h",
    "http//h",
    "ftp://h",
    "http://",
    "http:///x",
    "http://:80",
    "http://h:0",
    "http://h:65536",
    "http://h:8x",
    "http://h:-1",
    "http://u:p@h/",
    "http://a b/",
    "http://ü.de",
    "http://[::1",
    "http://[::1]x",
    "http://[g::]",
    "http://[]",
    "http://[:]",
    "http://[::1",
    "http://h%41",
    "http://h%41/v1",
    "http://-h",
    "http://.h",
    "http://a..b",
    "http://h:99999",
    "http://h:000000080",
    "http://h:²",
    "http://::1/",
    "http://h\r\nX: y/",
    "http://h/\n",
    "http://h/\x7f",
)

# RFC 3986, 5.4, against http://a/b/c/d;p?q
JOINED = (
    ("g:h/i", None),
    ("g", "/b/c/g"),
    ("./g", "/b/c/g"),
    ("g/", "/b/c/g/"),
    ("/g", "/g"),
    ("?y", "/b/c/d;p?y"),
    ("g?y", "/b/c/g?y"),
    ("#s", "/b/c/d;p?q"),
    ("g#s", "/b/c/g"),
    (";x", "/b/c/;x"),
    ("", "/b/c/d;p?q"),
    (".", "/b/c/"),
    ("./", "/b/c/"),
    ("..", "/b/"),
    ("../", "/b/"),
    ("../g", "/b/g"),
    ("../..", "/"),
    ("../../g", "/g"),
    ("../../../g", "/g"),
    ("/./g", "/g"),
    ("/../g", "/g"),
    ("g.", "/b/c/g."),
    ("..g", "/b/c/..g"),
    ("./g/.", "/b/c/g/"),
    ("g/../h", "/b/c/h"),
    ("g?y/../x", "/b/c/g?y/../x"),
    (" /g ", "/g"),
    ("/a:b", "/a:b"),
    ("?a=http://x/", "/b/c/d;p?a=http://x/"),
)


def test_good_addresses():
    for url, secure, host, port, target, authority in GOOD:
        got = Address(url)
        assert (got.secure, got.host, got.port, got.target) == (secure, host, port, target), url
        assert got.authority() == authority, url
        again = Address(got.url())
        assert again.origin() == got.origin() and again.target == target, url


def test_wrong_addresses_are_refused_with_a_sentence():
    for url in WRONG:
        try:
            Address(url)
        except HttpError as exc:
            assert "address" in exc.args[0] and not exc.retry, url
        else:
            raise AssertionError(url)


def test_a_password_in_an_address_is_refused_and_not_shown():
    try:
        Address("http://user:hunter2@h/")
    except HttpError as exc:
        assert "user name or password" in exc.args[0] and "hunter2" not in exc.args[0]
    else:
        raise AssertionError


def test_relative_locations():
    base = Address("http://a/b/c/d;p?q")
    for location, target in JOINED:
        try:
            got = base.join(location).url()
        except HttpError:
            got = None
        assert got == (target and "http://a" + target), (location, got)


def test_locations_with_a_host():
    base = Address("https://a:8443/b")
    for location, url in (
        ("//c/d", "https://c/d"),
        ("//c:8443", "https://c:8443/"),
        ("http://c/d", "http://c/d"),
        ("/d", "https://a:8443/d"),
    ):
        assert base.join(location).url() == url
    assert Address("http://[::1]:81/x").join("y").url() == "http://[::1]:81/y"


def test_origins():
    def same(one, other):
        return Address(one).origin() == Address(other).origin()

    assert same("http://h/a", "http://H:80/b")
    assert not same("http://h", "https://h")
    assert not same("http://h", "http://h:81")
    assert not same("http://h", "http://h.com")
