"""Questions for dealers, whose answers the live table gives by being played.

``drill`` asks, ``judge`` says whether an answer is right; nothing here decides a rule itself.
"""

from pitboss.table.training.drill import TOPICS, drill
from pitboss.table.training.questions import Question, judge

__all__ = ["TOPICS", "Question", "drill", "judge"]
