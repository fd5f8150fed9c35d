"""TLS for a connected socket, verified against the root certificates on the flash.

The certificates are DER files (*.der) in /certs, which the owner fills, and in /rom/certs, which
comes with us. They are read for each connection and freed with it: on a board without PSRAM they
share 160 KB with the TLS buffers.
"""

import gc
import os

import tls

from net.error import HttpError

FOLDERS = ("/certs", "/rom/certs")


def wrap(sock, host, verify):
    """Returns a non-blocking TLS socket over `sock`; the first write shakes hands, step by step.

    host: the name to check the certificate against. Raises HttpError, OSError or ValueError;
    `sock` stays the caller's then.
    """
    context = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
    context.verify_mode = tls.CERT_REQUIRED if verify else tls.CERT_NONE  # type: ignore
    gc.collect()
    if verify:
        _load_roots(context)
    secured = context.wrap_socket(sock, server_hostname=host, do_handshake_on_connect=False)
    secured.setblocking(False)  # as asyncio.open_connection has it
    return secured


def _load_roots(context):
    found = False
    for folder in FOLDERS:
        for path in _certificates(folder):
            with open(path, "rb") as file:
                data = file.read()
            try:
                context.load_verify_locations(data)
            except ValueError:
                raise HttpError(
                    f"the file {path} is not a certificate in DER form", "replace or delete it"
                )
            found = True
    if not found:
        raise HttpError(
            "there are no root certificates in /certs", "add the server's as a .der file"
        )


def _certificates(folder):
    try:
        entries = os.ilistdir(folder)
    except OSError:
        return  # a board without this folder
    for entry in entries:
        if entry[0].endswith(".der"):
            yield f"{folder}/{entry[0]}"
