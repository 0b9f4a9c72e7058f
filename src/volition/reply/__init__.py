"""From what a model wrote to calls that are right."""
