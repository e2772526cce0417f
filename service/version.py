"""The version of the service; answers name it as ``engine``."""

from typing import Final

VERSION: Final = "0.1.0"
