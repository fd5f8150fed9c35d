"""Where requests go: the address of Chat Completions for what the owner wrote into llm.url."""

_PATH = "/chat/completions"


def chat_url(base):
    """Returns the full URL for a base URL (str), which the settings have checked.

    A bare host gets `/v1`, any other path is kept as a prefix, a full `…/chat/completions` stays,
    and a query stays behind the path.
    """
    scheme, _, rest = base.partition("://")
    address, mark, query = rest.partition("?")
    host, _, path = address.partition("/")
    path = path.strip("/")
    path = "/" + path if path else "/v1"
    if not path.endswith(_PATH):
        path += _PATH
    return scheme + "://" + host + path + mark + query
