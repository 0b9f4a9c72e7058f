"""Rules that judge definitions before a model sees them, and reports of what they find."""
