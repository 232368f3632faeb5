"""Figures of a running server, as Prometheus reads them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)
LINES = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class Histogram:
    """Counts values up to each of some bounds."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def lines(self, name: str) -> Iterator[str]:
        r"""Yield it as text.

        >>> sizes = Histogram((1, 5))
        >>> sizes.add(1), sizes.add(3), sizes.add(9)
        (None, None, None)
        >>> print(*sizes.lines("batch"), sep="\n")
        batch_bucket{le="1"} 1
        batch_bucket{le="5"} 2
        batch_bucket{le="+Inf"} 3
        batch_sum 13
        batch_count 3
        """
        below = 0
        for bound, count in zip((*self.bounds, "+Inf"), self.counts, strict=True):
            below += count
            yield f'{name}_bucket{{le="{bound}"}} {below}'
        yield f"{name}_sum {self.sum:g}"
        yield f"{name}_count {below}"


class Metrics:
    """What is counted while a server runs."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.commands: Counter[str] = Counter()
        """By what came of them: ``done``, ``proposed``, or the code of the refusal."""
        self.acknowledged = Histogram(SECONDS)
        self.request_seconds = Histogram(SECONDS)
        self.batches = Histogram(LINES)
        self.sockets = 0
        self.pushes = 0

    def request(self, method: str, status: int, seconds: float) -> None:
        """Count a request."""
        self.requests[method if method in _METHODS else "other", status] += 1
        self.request_seconds.add(seconds)

    def command(self, answer: str, seconds: float) -> None:
        """Count a command, and how long its answer took."""
        self.commands[answer] += 1
        self.acknowledged.add(seconds)

    def text(self, lines: int) -> str:
        """Return all figures; ``lines`` are those on record."""
        return "\n".join((*self._parts(lines), ""))

    def _parts(self, lines: int) -> Iterator[str]:
        yield from _gauge("pitboss_lines", "Lines on record.", lines)
        yield from _gauge("pitboss_clients", "Sockets that are open.", self.sockets)
        yield from _counter("pitboss_pushes_total", "Messages pushed.", [("", self.pushes)])
        by_answer = [(_labels(answer=name), n) for name, n in sorted(self.commands.items())]
        yield from _counter("pitboss_commands_total", "Commands by their answer.", by_answer)
        requests = [
            (_labels(method=method, status=str(status)), count)
            for (method, status), count in sorted(self.requests.items())
        ]
        yield from _counter("pitboss_requests_total", "Requests by their status.", requests)
        for name, meaning, histogram in (
            ("pitboss_acknowledged_seconds", "From a command to its answer.", self.acknowledged),
            ("pitboss_request_seconds", "From a request to its answer.", self.request_seconds),
            ("pitboss_batch_commands", "Commands of one commit.", self.batches),
        ):
            yield f"# HELP {name} {meaning}"
            yield f"# TYPE {name} histogram"
            yield from histogram.lines(name)


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def _labels(**labels: str) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}"


def _counter(name: str, meaning: str, values: Iterable[tuple[str, int]]) -> Iterator[str]:
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} counter"
    yield from (f"{name}{labels} {value}" for labels, value in values)


def _gauge(name: str, meaning: str, value: int) -> Iterator[str]:
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} gauge"
    yield f"{name} {value}"
