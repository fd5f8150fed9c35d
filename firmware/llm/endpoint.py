"""Where requests go: the address of Chat Completions for what the owner wrote into llm.url."""

_PATH = "/chat/completions"
_EXAMPLE = "such as https://api.openai.com/v1"


def chat_url(base):
    """Returns the full URL for a base URL (str).

    A bare host gets `/v1`, any other path is kept as a prefix, a full `…/chat/completions` stays,
    and a query stays behind the path. Raises ValueError for what cannot be a base URL.
    """
    scheme, mark, rest = base.strip().partition("://")
    scheme = scheme.lower()
    if not mark or scheme not in ("http", "https"):
        raise ValueError("llm.url must begin with http:// or https://, " + _EXAMPLE)
    for char in rest:
        if char <= " " or char > "~":
            raise ValueError("llm.url must not hold spaces or characters beyond ASCII")
    rest = rest.partition("#")[0]
    address, mark, query = rest.partition("?")
    host, _, path = address.partition("/")
    _check_host(host)
    path = path.strip("/")
    path = "/" + path if path else "/v1"
    if not path.endswith(_PATH):
        path += _PATH
    return scheme + "://" + host + path + mark + query


def _check_host(host):
    if "@" in host:
        raise ValueError("llm.url must not hold a name or password; the key belongs into llm.key")
    name, mark, port = host.rpartition(":")
    if not mark or host.endswith("]"):  # no port; an IPv6 address has colons of its own
        name, port = host, "80"
    if not name:
        raise ValueError("llm.url needs a host, " + _EXAMPLE)
    if not port.isdigit() or not 0 < int(port) < 65536:
        raise ValueError("llm.url has a port that is no number from 1 to 65535")
