"""The floors: the same work with nothing of ours in it. They import nothing of the product."""
