"""The firmware's version, by semantic versioning."""

VERSION = "0.1.0"
