"""Layer 1: the compiled Pokédex, the typed queries that run on it, and the answers they render to."""
