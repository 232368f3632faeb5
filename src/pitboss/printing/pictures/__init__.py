"""Pictures of simulations: PNG and SVG by matplotlib, HTML pages by plotly.

A picture is plain data (``parts``) in the look of the house (``look``). The libraries come with
``pip install 'pitboss[plot]'`` and are imported when ``save`` draws a file.
"""

from pitboss.printing.pictures.files import check_path, save
from pitboss.printing.pictures.histograms import counted_histogram, histogram
from pitboss.printing.pictures.parts import Axis, Band, Bars, Level, Line, Marks, Picture
from pitboss.printing.pictures.runs import MeterRun, convergence, fan, meter_path

__all__ = [
    "Axis",
    "Band",
    "Bars",
    "Level",
    "Line",
    "Marks",
    "MeterRun",
    "Picture",
    "check_path",
    "convergence",
    "counted_histogram",
    "fan",
    "histogram",
    "meter_path",
    "save",
]
