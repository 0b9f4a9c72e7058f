"""What an assistant can do: the Action and its three tiers, and the catalogue of them."""
