"""Writes the root certificates of the well-known providers to build/certs as DER, one file a root.

usage: certs.py      (run it with the Python of .venv: the certificates come with certifi)

mbedTLS on the chip takes DER, and a board has no room for the hundred and more roots of a browser:
these cover the APIs named here as far as is known. An owner adds others to /certs on the flash.
"""

import ssl
from pathlib import Path

import certifi

FOLDER = Path(__file__).resolve().parent.parent / "build" / "certs"

# certifi's label, and who is reached through it. Providers change their roots, so an authority is
# here with everything it signs TLS servers with today, RSA and ECC.
ROOTS = (
    ("GTS Root R1", "Google: Gemini and whatever runs on Google Cloud"),
    ("GTS Root R4", "Cloudflare: OpenAI, OpenRouter, Groq, Mistral, Anthropic, most gateways"),
    ("SSL.com TLS ECC Root CA 2022", "Cloudflare's second authority"),
    ("ISRG Root X1", "Let's Encrypt: gateways of small providers and of people at home"),
    ("ISRG Root X2", "Let's Encrypt, ECC"),
    ("Amazon Root CA 1", "AWS and CloudFront: DeepSeek, Tavily, Brave"),
    ("Amazon Root CA 2", "AWS, RSA 4096"),
    ("Amazon Root CA 3", "AWS, ECC"),
    ("Amazon Root CA 4", "AWS, ECC 384"),
    ("DigiCert Global Root G2", "Azure; DashScope, Moonshot and other services in China"),
    ("DigiCert Global Root G3", "the same, ECC"),
    ("GlobalSign Root CA - R3", "Alibaba Cloud: DashScope (Qwen)"),
    ("GlobalSign Root CA - R6", "the same"),
    ("GlobalSign Root R46", "the same, its successor"),
    ("Go Daddy Root Certificate Authority - G2", "Telegram"),
    ("USERTrust RSA Certification Authority", "Sectigo: many smaller services"),
    ("USERTrust ECC Certification Authority", "Sectigo, ECC: GitHub"),
)


def file_name(label):
    """`GTS Root R4` → `gts-root-r4.der`."""
    plain = "".join(char if char.isalnum() else " " for char in label.lower())
    return "-".join(plain.split()) + ".der"


def bundle():
    """certifi's certificates as {label: DER bytes}."""
    found, label = {}, None
    for block in Path(certifi.where()).read_text(encoding="utf-8").split("\n\n"):
        for line in block.splitlines():
            if line.startswith("# Label: "):
                label = line.split('"')[1]
        start = block.find("-----BEGIN CERTIFICATE-----")
        if start >= 0:
            found[label] = ssl.PEM_cert_to_DER_cert(block[start:].strip())
    return found


def write(folder=FOLDER):
    """Writes the certificates of ROOTS to the folder; returns their paths in a stable order."""
    found = bundle()
    missing = [label for label, _ in ROOTS if label not in found]
    if missing:
        raise SystemExit(f"certifi no longer has {', '.join(missing)}: mend ROOTS in {__file__}")
    folder.mkdir(parents=True, exist_ok=True)
    paths = {folder / file_name(label): found[label] for label, _ in ROOTS}
    for stale in set(folder.glob("*.der")) - set(paths):
        stale.unlink()
    for path, data in paths.items():
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)
    return sorted(paths)


if __name__ == "__main__":
    for path in write():
        print(f"{path.stat().st_size:5} {path.name}")
