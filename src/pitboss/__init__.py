"""pitboss: casino table games as code.

A wager is a pay table, a pay table row is an event, an event is a sentence about a finished
outcome. Start with :mod:`pitboss.rulebook` (what can be bet) and :mod:`pitboss.settle` (what a
bet is paid).
"""

__version__ = "0.8.4"
