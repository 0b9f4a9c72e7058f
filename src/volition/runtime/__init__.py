"""One turn, from a message to its outcomes, and the assistant that holds what lives longer."""
