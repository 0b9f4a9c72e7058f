"""Reading values out of words, and moving values towards a schema without guessing."""
