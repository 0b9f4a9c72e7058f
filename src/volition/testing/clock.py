"""Time that stands still until it is moved."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo


class FakeClock:
    """A clock set by hand."""

    def __init__(self, now: datetime = datetime(2026, 11, 21, 9, 30, tzinfo=UTC), zone: str = "UTC") -> None:
        """Set it.

        Args:
            now: The time it shows, with a zone.
            zone: The zone of its place.
        """
        self._now = now
        self._zone = ZoneInfo(zone)
        self._elapsed = 0.0

    def now(self) -> datetime:
        """The time it shows."""
        return self._now

    def monotonic(self) -> float:
        """Seconds it was moved so far."""
        return self._elapsed

    def zone(self) -> ZoneInfo:
        """The zone of its place."""
        return self._zone

    def move(self, by: timedelta) -> None:
        """Let time pass."""
        self._now += by
        self._elapsed += by.total_seconds()
