"""Drawn X-ray transmission pictures of cargo with contraband in it."""
