"""The log of a server: one JSON object a line on stderr, for machines that collect logs."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line.

        >>> record = logging.LogRecord("pitboss.house", 20, "", 0, "table %s", ("3",), None)
        >>> JsonLines().format(record).partition(", ")[2]
        '"level": "info", "logger": "pitboss.house", "message": "table 3"}'
        """
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {
            "at": f"{at[:23]}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line)


def begin_log(*, quiet: bool) -> None:
    """Let warnings go to stderr, and what is worth knowing too where nobody is watching."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)
