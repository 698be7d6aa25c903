"""The routes, a file a resource."""
