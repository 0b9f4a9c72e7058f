"""The JSON prompt: what a model is told, in which order, within which size."""
