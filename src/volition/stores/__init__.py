"""Where conversations, and things that wait for their time, are kept."""
