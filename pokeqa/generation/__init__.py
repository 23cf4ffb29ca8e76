"""Writing the answer: by a language model or from quotes, with citations, checked against the dataset."""
