"""The root certificates: each is what its name says, valid for years, and taken by mbedTLS."""

import datetime
import ssl
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPO / "boards"))

import certs


def test_roots_are_named_and_valid(tmp_path):
    (tmp_path / "old.der").write_bytes(b"stale")
    paths = certs.write(tmp_path)
    assert sorted(tmp_path.iterdir()) == paths and len(paths) == len(certs.ROOTS)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    for path in paths:
        context.load_verify_locations(cadata=path.read_bytes())
    loaded = context.get_ca_certs()
    assert len(loaded) == len(paths)
    limit = datetime.datetime.now() + datetime.timedelta(days=365)
    for root in loaded:
        assert root["subject"] == root["issuer"]
        assert datetime.datetime.strptime(root["notAfter"], "%b %d %H:%M:%S %Y %Z") > limit, root
    subjects = " ".join(str(root["subject"]) for root in loaded)
    for label, _ in certs.ROOTS:
        # GlobalSign names its older roots by their unit alone.
        assert label.split(" - ")[-1].split("SSL.com ")[-1] in subjects, label


def test_mbedtls_takes_them(tmp_path):
    paths = [str(path) for path in certs.write(tmp_path)]
    code = f"""
import tls
context = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
for path in {paths}:
    with open(path, "rb") as file:
        context.load_verify_locations(file.read())
print("ok")
"""
    command = [REPO / ".venv" / "bin" / "micropython", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("ok\n", "")
