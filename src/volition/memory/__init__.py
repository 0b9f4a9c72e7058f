"""What was said and done, and how it is found again."""
