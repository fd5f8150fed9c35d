"""The client against CPython's TLS: who is let in, and what is said of the others."""

import json
import shutil
import socket
import ssl
import subprocess
import threading
import time
from pathlib import Path

import pytest

from conftest import MICROPYTHON, search_path

FETCH = Path(__file__).with_name("fetch.py")
PIECE = bytes(range(250))


def openssl(folder, *words):
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    """A folder with ca.der and other.der (roots), good.pem and expired.pem (issued by ca)."""
    if shutil.which("openssl") is None:
        pytest.fail("openssl is missing: apt-get install openssl")
    folder = tmp_path_factory.mktemp("certificates")
    (folder / "names").write_text("subjectAltName=DNS:localhost")
    new_key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for name in ("ca", "other"):
        files = ("-keyout", f"{name}.key", "-out", f"{name}.pem")
        openssl(folder, "req", "-x509", *new_key, *files, "-days", "30", "-subj", f"/CN={name}")
        openssl(folder, "x509", "-in", f"{name}.pem", "-outform", "DER", "-out", f"{name}.der")
    for name, days in (("good", "30"), ("expired", "-1")):
        files = ("-keyout", f"{name}.key", "-out", f"{name}.csr")
        openssl(folder, "req", *new_key, *files, "-subj", "/CN=localhost")
        signing = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names")
        files = ("-in", f"{name}.csr", "-out", f"{name}.pem")
        openssl(folder, "x509", "-req", *files, *signing, "-days", days)
    return folder


@pytest.fixture
def serve(certificates):
    """serve(answer, certificate) starts a server and returns its port.

    answer(sock) gets the TLS socket, or the plain one when certificate is None.
    """
    listeners = []

    def start(answer, certificate="good", **limits):
        listener = socket.create_server(("127.0.0.1", 0))
        listeners.append(listener)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        if certificate:
            paths = (certificates / f"{certificate}.{kind}" for kind in ("pem", "key"))
            context.load_cert_chain(*paths)
        for name, value in limits.items():
            setattr(context, name, value)

        def run():
            while True:
                try:
                    sock, _ = listener.accept()
                except OSError:
                    return
                sock.settimeout(10)
                try:
                    if certificate:
                        sock = context.wrap_socket(sock, server_side=True)
                    answer(sock)
                except OSError:
                    pass  # the client refused us, which is what most tests want
                sock.close()

        threading.Thread(target=run, daemon=True).start()
        return listener.getsockname()[1]

    yield start
    for listener in listeners:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


@pytest.fixture
def fetch(tmp_path, certificates):
    """fetch(requests, *roots) runs fetch.py with these files of `certificates` in /certs."""

    def run(requests, *roots):
        folder = tmp_path / "certs"
        folder.mkdir(exist_ok=True)
        for name in roots:
            shutil.copy(certificates / name, folder / f"{Path(name).stem}.der")
        work = {"root": str(tmp_path), "paths": search_path(), "requests": requests}
        done = subprocess.run(
            [MICROPYTHON, FETCH],
            input=json.dumps(work) + "\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def read_request(sock):
    """Returns (head, body)."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += sock.recv(4096)
    head, _, body = data.partition(b"\r\n\r\n")
    length = head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
    while len(body) < int(length or 0):
        body += sock.recv(4096)
    return head, body


def hello(sock):
    head, _ = read_request(sock)
    assert head.startswith(b"GET ")
    sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")


HELLO = {"status": 200, "length": 3, "sum": sum(b"abc")}


def outcome(result):
    return {key: value for key, value in result.items() if key not in ("ticks", "heap")}


def test_the_right_certificate_is_accepted(serve, fetch):
    names = []
    port = serve(hello, sni_callback=lambda sock, name, context: names.append(name))
    results = fetch([{"url": f"https://localhost:{port}/"}], "other.der", "ca.der")
    assert outcome(results[0]) == HELLO
    assert names == ["localhost"]


def test_wrong_certificates_are_told_apart(serve, fetch):
    good = serve(hello)
    expired = serve(hello, "expired")
    results = fetch(
        [
            {"url": f"https://127.0.0.1:{good}/"},
            {"url": f"https://localhost:{expired}/"},
            {"url": f"https://localhost:{good}/"},
        ],
        "ca.der",
    )
    assert "is for another name" in results[0]["error"]
    assert "has expired" in results[1]["error"]
    assert outcome(results[2]) == HELLO
    assert not results[0]["retry"] and not results[1]["retry"]


def test_an_unknown_issuer_and_no_roots_at_all(serve, fetch):
    url = {"url": f"https://localhost:{serve(hello)}/"}
    assert "no root certificates in /certs" in fetch([url])[0]["error"]
    result = fetch([url], "other.der")[0]
    assert "from an issuer that /certs does not hold; put its root" in result["error"]
    assert not result["retry"]


def test_without_verification_any_certificate_will_do(serve, fetch):
    for certificate in ("good", "expired"):
        port = serve(hello, certificate)
        results = fetch([{"url": f"https://127.0.0.1:{port}/", "verify": False}])
        assert outcome(results[0]) == HELLO


def test_a_root_that_is_not_der_is_named(serve, fetch):
    results = fetch([{"url": f"https://localhost:{serve(hello)}/"}], "ca.pem")
    assert results[0]["error"].startswith(
        "the file /certs/ca.der is not a certificate in DER form"
    )


def test_a_server_that_speaks_no_tls_is_named(serve, fetch):
    def answer(sock):
        sock.recv(1000)
        sock.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    port = serve(answer, certificate=None)
    results = fetch([{"url": f"https://localhost:{port}/", "verify": False}])
    assert "does not speak TLS" in results[0]["error"]


def test_a_server_that_wants_another_tls_is_named(serve, fetch):
    port = serve(hello, minimum_version=ssl.TLSVersion.TLSv1_3)
    result = fetch([{"url": f"https://localhost:{port}/"}], "ca.der")[0]
    assert "refuses TLS with this board" in result["error"]
    assert not result["retry"]


def test_a_handshake_or_body_that_is_cut_off_may_be_tried_again(serve, fetch):
    def cut_body(sock):
        read_request(sock)
        sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")

    def cut_head(sock):
        read_request(sock)
        sock.sendall(b"HTTP/1.1 200")

    ports = [serve(lambda sock: sock.recv(10), certificate=None), serve(cut_head), serve(cut_body)]
    for result in fetch([{"url": f"https://localhost:{port}/"} for port in ports], "ca.der"):
        assert "closed the connection before the reply" in result["error"]
        assert result["retry"]


def test_a_silent_handshake_ends_and_blocks_nobody(serve, fetch):
    released = threading.Event()

    def answer(sock):
        released.wait(10)

    port = serve(answer, certificate=None)
    result = fetch([{"url": f"https://localhost:{port}/", "idle_ms": 200}], "ca.der")[0]
    released.set()
    assert "was silent for 0.2 s" in result["error"]
    assert result["ticks"] > 20


def test_other_tasks_run_during_a_slow_handshake(serve, fetch, certificates):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates / "good.pem", certificates / "good.key")

    def answer(sock):
        time.sleep(0.2)  # a server far away
        secured = context.wrap_socket(sock, server_side=True)
        hello(secured)
        secured.close()

    port = serve(answer, certificate=None)
    result = fetch([{"url": f"https://localhost:{port}/"}], "ca.der")[0]
    assert outcome(result) == HELLO
    assert result["ticks"] > 20


def test_long_bodies_pass_both_ways(serve, fetch):
    size = 200_000

    def answer(sock):
        _, body = read_request(sock)
        assert body == PIECE * (size // 250)
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        sock.sendall(head)
        for start in range(0, size, 10_000):
            sock.sendall(b"%x\r\n%s\r\n" % (10_000, body[start : start + 10_000]))
        sock.sendall(b"0\r\n\r\n")

    port = serve(answer)
    result = fetch([{"url": f"https://localhost:{port}/", "body": size}], "ca.der")[0]
    assert outcome(result) == {"status": 200, "length": size, "sum": sum(PIECE) * size // 250}


def test_a_redirect_never_leads_from_https_to_http(serve, fetch):
    asked = []

    def plain(sock):
        asked.append(sock.recv(1000))

    insecure = serve(plain, certificate=None)

    def away(sock):
        read_request(sock)
        location = b"Location: http://localhost:%d/\r\n" % insecure
        sock.sendall(b"HTTP/1.1 302 Found\r\n" + location + b"Content-Length: 0\r\n\r\n")

    result = fetch([{"url": f"https://localhost:{serve(away)}/"}], "ca.der")[0]
    assert "which is not encrypted" in result["error"]
    assert asked == []


def test_connections_one_after_the_other_do_not_grow_the_heap(serve, fetch):
    port = serve(hello)
    good = {"url": f"https://localhost:{port}/"}
    refused = {"url": f"https://127.0.0.1:{port}/"}
    results = fetch([good, refused] * 8, "ca.der")
    assert [outcome(result) for result in results[::2]] == [HELLO] * 8
    assert results[-1]["heap"] - results[5]["heap"] < 500
