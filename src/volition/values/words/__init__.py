"""The words of each language as tables: what is data about a language is here and nowhere else."""
