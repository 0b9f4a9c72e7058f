"""Volition: the action runtime for LLM assistants."""
