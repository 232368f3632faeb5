"""A command of pitboss at a real terminal, which is typed at and read."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time

SECONDS = 30
"""How long something may take that is waited for."""


class Terminal:
    """A command in a terminal of 80 columns."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.file, follower = pty.openpty()
        termios.tcsetwinsize(follower, (50, 80))
        known = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "INPUTRC": os.devnull}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli", *words],
            stdin=follower,
            stdout=follower,
            stderr=follower,
            env=known | environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(follower, termios.TIOCSCTTY, 0),
        )
        os.close(follower)
        self.seen = ""
        self.read = 0

    @property
    def plain(self) -> str:
        """What was seen, without styles and bells."""
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|[\r\x07]", "", self.seen)

    def until(self, text: str) -> str:
        """Read on until a text is seen, for half a minute at most; return what was read."""
        end, start = time.monotonic() + SECONDS, self.read
        while text not in self.plain[start:]:
            assert time.monotonic() < end, f"{text!r} is not in {self.plain[start:]!r}"
            if select.select([self.file], [], [], 1)[0]:
                try:
                    self.seen += os.read(self.file, 65_536).decode()
                except OSError:  # the other end is closed
                    assert text in self.plain[start:], self.plain
        self.read = self.plain.index(text, start) + len(text)
        return self.plain[start : self.read]

    def type(self, text: str) -> None:
        """Type some keys."""
        os.write(self.file, text.encode())

    def close(self) -> int:
        """Wait until the command has ended by itself, and return its code."""
        try:
            return self.process.wait(SECONDS)
        finally:
            self.end()

    def end(self) -> None:
        """End it as a power cut would, if it still runs, and let go of the terminal."""
        if self.file < 0:
            return
        self.process.kill()
        self.process.wait()
        os.close(self.file)
        self.file = -1
