"""Where drawn pictures, fonts and runs are kept; ignored by git."""

from pathlib import Path

CACHE = Path(__file__).resolve().parents[2] / ".cache"
