"""What was asked, worked out once: names, lexicon, parse, follow-ups, as one `Understanding`."""
