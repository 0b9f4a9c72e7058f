"""The machine's own time."""

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import tzlocal


class SystemClock:
    """Time as the machine tells it."""

    def now(self) -> datetime:
        """The time now, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    def zone(self) -> ZoneInfo:
        """The machine's time zone; UTC where it has none."""
        found = tzlocal.get_localzone()
        return found if isinstance(found, ZoneInfo) else ZoneInfo("UTC")
