"""The firmware's version, named here alone (semantic versioning; pyproject.toml is held to it by a test)."""

VERSION = "0.1.0"
