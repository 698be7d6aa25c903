"""Server bots of Zone Quest."""

from __future__ import annotations

from domain.kernel.ruleset import random_policy

greedy = random_policy
