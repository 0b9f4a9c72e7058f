"""Doubles for what cannot be had in a test: a model's exact words, and time. Public and tested."""
