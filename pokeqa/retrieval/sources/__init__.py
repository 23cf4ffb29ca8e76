"""The evidence sources, one file each."""
