"""What a server says of itself: one JSON object on a line, for programs that watch it."""

from __future__ import annotations

import json
import logging
import sys

from pitboss.house.clock import at


class JsonLines(logging.Formatter):
    """Writes a record as JSON: when, how grave, who says it, what; and the traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line.

        >>> record = logging.LogRecord("web", logging.INFO, "", 0, "%d here", (3,), None)
        >>> record.created = 1_794_864_725.120
        >>> JsonLines().format(record)
        '{"at": "2026-11-16T21:32:05.120Z", "level": "info", "from": "web", "says": "3 here"}'
        """
        told = {
            "at": at(round(record.created * 1000)),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def log_to_errors() -> None:
    """Let everything from information on go to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
