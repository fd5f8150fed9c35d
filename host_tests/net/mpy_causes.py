import errno

from net.causes import explain

# What a socket or Mbed TLS raises, a part of the sentence, and whether to try again.
TABLE = (
    (OSError(errno.ECONNREFUSED), "refused the connection", True),
    (OSError(errno.ECONNRESET), "closed the connection", True),
    (OSError(32), "closed the connection", True),
    (OSError(errno.ENOTCONN), "closed the connection", True),
    (OSError(errno.EHOSTUNREACH), "cannot be reached", True),
    (OSError(errno.ETIMEDOUT), "does not answer", True),
    (OSError(errno.ENOMEM), "not enough memory", True),
    (OSError(-0x7F00, "MBEDTLS_ERR_SSL_ALLOC_FAILED"), "not enough memory", True),
    (OSError(-0x7280, "MBEDTLS_ERR_SSL_CONN_EOF"), "closed the connection", True),
    (OSError(-0x7200, "MBEDTLS_ERR_SSL_INVALID_RECORD"), "does not speak TLS", False),
    (OSError(-0x7780, "MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE"), "refuses TLS", False),
    (OSError(-9984, "MBEDTLS_ERR_X509_CERT_VERIFY_FAILED"), "certificate", False),
    (
        ValueError("\nThe certificate Common Name (CN) does not match with the expected CN\n"),
        "another name",
        False,
    ),
    (ValueError("\nThe certificate is not correctly signed by the trusted CA\n"), "/certs", False),
    (ValueError("\nThe certificate validity has expired\n"), "has expired", False),
    (ValueError("\nThe certificate validity starts in the future\n"), "not valid yet", False),
    (ValueError("CERT_REQUIRED requires server_hostname"), "CERT_REQUIRED", False),
    (OSError(12345), "failed (12345)", True),
    (OSError(), "failed", True),
)


def test_each_failure_is_a_sentence_about_the_peer():
    for exc, part, retry in TABLE:
        error = explain(exc, "the server api.local:8443", 2026)
        assert part in error.args[0] and "api.local:8443" in error.args[0], error
        assert error.retry is retry, exc
        # What a sentence begins with may be capitalised: it is never a name.
        assert error.advice and error.cause.startswith("the"), error


def test_an_unset_clock_is_said_instead_of_what_follows_from_it():
    for year in (1970, 2000, 2023):
        for exc, _, _ in TABLE:
            error = explain(exc, "api.local", year)
            is_certificate = isinstance(exc, ValueError) or exc.args[:1] == (-9984,)
            assert ("clock is not set" in error.args[0]) is is_certificate, error
            if is_certificate:
                assert str(year) in error.args[0] and not error.retry
