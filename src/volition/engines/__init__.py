"""Things that turn a prompt into text."""
