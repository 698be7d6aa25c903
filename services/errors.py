"""Why a use case says no, beyond what the domain forbids (see `domain.kernel.errors`)."""

from __future__ import annotations

from domain.kernel.errors import GameError


class GameUnknown(GameError):
    """There is no such game, or the caller may not know of it."""

    code = "game_unknown"


class CampaignUnknown(GameError):
    """There is no such campaign, or the caller does not belong to it."""

    code = "campaign_unknown"


class PlayerUnknown(GameError):
    """There is no such player."""

    code = "player_unknown"


class TokenMissing(GameError):
    """The request needs a token and has none."""

    code = "token_missing"


class TokenUnknown(GameError):
    """The token is not, or no longer, anybody's."""

    code = "token_unknown"


class VersionConflict(GameError):
    """The game is not at the version that the client named."""

    code = "version_conflict"

    def __init__(self, detail: str, version: int) -> None:
        super().__init__(detail)
        self.version = version


class KeyReused(GameError):
    """The idempotency key was used for another request."""

    code = "idempotency_key_reused"


class StoreUnavailable(Exception):
    """Redis is away or did not answer in time; what was asked may or may not have happened.

    Nothing that was answered is lost, and a repeat with the same idempotency key is safe.
    """
