"""The fixtures of the use cases serve the workers too."""

from tests.services.conftest import clock, use

__all__ = ["clock", "use"]
