"""The fixtures of the use cases serve the workers too."""

from tests.services.conftest import clock, time_enough, use

__all__ = ["clock", "time_enough", "use"]
