"""Drawn pictures of container numbers, and the two networks that learn to read them."""
