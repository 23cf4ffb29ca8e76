"""Layer 3: evidence from several sources at the same time, and an answer that cites it."""
