"""What goes wrong on the network, in sentences that say what to do; loaded when it has gone."""

import errno

from micropython import const
from net.error import HttpError
from system.clock import FIRST_YEAR

_EPIPE = const(32)  # the same number on Linux and in ESP-IDF; MicroPython's errno does not name it
_CLOSED = ("{} closed the connection before the reply was complete", "try again")
_MEMORY = ("there is not enough memory for a connection to {}", "try again, or restart the board")

_BY_NUMBER = {
    errno.ECONNREFUSED: ("{} refused the connection", "check the port and that the server runs"),
    errno.EHOSTUNREACH: ("{} cannot be reached", "check the network"),
    errno.ETIMEDOUT: ("{} does not answer", "check the address and the network"),
    errno.ECONNRESET: _CLOSED,
    errno.ECONNABORTED: _CLOSED,
    errno.ENOTCONN: _CLOSED,
    _EPIPE: _CLOSED,
    -0x7280: _CLOSED,  # MBEDTLS_ERR_SSL_CONN_EOF
    errno.ENOMEM: _MEMORY,
    errno.ENOBUFS: _MEMORY,
    -0x7F00: _MEMORY,  # MBEDTLS_ERR_SSL_ALLOC_FAILED
    -0x2880: _MEMORY,  # MBEDTLS_ERR_X509_ALLOC_FAILED
}

# Part of what Mbed TLS says of a certificate, what it means and what helps. The first that fits is
# told.
_CERTIFICATE = (
    ("CN) does not match", "the certificate of {} is for another name", "check the address"),
    (
        "not correctly signed",
        "the certificate of {} is from an issuer that /certs does not hold",
        "put its root certificate into /certs as a .der file",
    ),
    (
        "has expired",
        "the certificate of {} has expired, or the clock is ahead",
        "check the clock, or ask whoever runs the server",
    ),
    (
        "in the future",
        "the certificate of {} is not valid yet, or the clock is behind",
        "check the clock, or ask whoever runs the server",
    ),
)
_TLS = {
    # MBEDTLS_ERR_SSL_INVALID_RECORD
    -0x7200: ("{} does not speak TLS", "try the address with http://"),
    # MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE
    -0x7780: (
        "{} refuses TLS with this board",
        "ask whoever runs the server to allow TLS 1.2, or take another server",
    ),
}
_NOT_VERIFIED = -0x2700  # MBEDTLS_ERR_X509_CERT_VERIFY_FAILED


def explain(exc, peer, year):
    """Returns the HttpError for an OSError or ValueError of a socket.

    peer: who the socket talks to (str); year: what the clock says (int), for certificates.
    """
    number = exc.args[0] if exc.args else 0
    if number in _BY_NUMBER:
        cause, advice = _BY_NUMBER[number]
        return HttpError(cause.format(peer), advice, True)
    if number in _TLS:
        cause, advice = _TLS[number]
        return HttpError(cause.format(peer), advice)
    if isinstance(exc, ValueError) or number == _NOT_VERIFIED:
        return _certificate(str(number), peer, year)
    return HttpError(f"the connection to {peer} failed ({number})", "try again", True)


def _certificate(text, peer, year):
    if year < FIRST_YEAR:
        return HttpError(
            f"the certificate of {peer} cannot be checked: the clock is not set (it says {year})",
            "wait for the network time, or check time.ntp",
        )
    for part, cause, advice in _CERTIFICATE:
        if part in text:
            return HttpError(cause.format(peer), advice)
    return HttpError(
        f"the certificate of {peer} was refused ({text.strip()})", "ask whoever runs the server"
    )
