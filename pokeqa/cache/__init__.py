"""Layer 2 and its relatives: answers, retrievals, and the store under them."""
