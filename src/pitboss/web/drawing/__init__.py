"""Drawings as pure functions, each returning escaped SVG: what they show is given, not looked up.

>>> print(die(3))
<svg class="die" viewBox="0 0 100 100" role="img" aria-label="Die showing 3"><use \
href="/static/sprites.svg#die-3"/></svg>
"""

from pitboss.web.drawing.cards import card, mini, peel, slot
from pitboss.web.drawing.charts import sparkline, waterfall
from pitboss.web.drawing.chips import chip, chips_of, largest_chip, piled, stack
from pitboss.web.drawing.dice import die
from pitboss.web.drawing.icons import favicon, icon
from pitboss.web.drawing.marks import mark
from pitboss.web.drawing.meters import drums, gauge, meter, segments
from pitboss.web.drawing.names import card_name, die_name
from pitboss.web.drawing.plots import Held, Mark, course, holds, levels, zbar
from pitboss.web.drawing.roads import bead_plate, big_road, eye_road, pig_road, small_road
from pitboss.web.drawing.rolls import histogram
from pitboss.web.drawing.sprites import sprites
from pitboss.web.drawing.suits import pip

__all__ = [
    "Held",
    "Mark",
    "bead_plate",
    "big_road",
    "card",
    "card_name",
    "chip",
    "chips_of",
    "course",
    "die",
    "die_name",
    "drums",
    "eye_road",
    "favicon",
    "gauge",
    "histogram",
    "holds",
    "icon",
    "largest_chip",
    "levels",
    "mark",
    "meter",
    "mini",
    "peel",
    "pig_road",
    "piled",
    "pip",
    "segments",
    "slot",
    "small_road",
    "sparkline",
    "sprites",
    "stack",
    "waterfall",
    "zbar",
]
