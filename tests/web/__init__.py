"""The playable page, in a browser."""
