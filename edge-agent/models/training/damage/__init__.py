"""Drawn outsides of containers with damage on them."""
