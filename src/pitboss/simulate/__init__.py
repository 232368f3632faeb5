"""How it plays out: seeded shoes, with the exact edge before every coup.

Importing this room is cheap; numpy (extra ``simulate``) is imported when shoes are dealt.
"""

from pitboss.simulate.countability import Depth, Play, Scan, Study

__all__ = ["Depth", "Play", "Scan", "Study"]
