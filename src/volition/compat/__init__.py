"""Other projects' plugin classes, run unmodified."""
