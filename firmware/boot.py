"""Puts our names first in sys.path; the ROM image is mounted at /rom."""

import sys

sys.path[:0] = ["/rom/lib", "/rom"]
