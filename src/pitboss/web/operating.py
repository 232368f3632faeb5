"""What operators ask: is it well, and how busy is it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pitboss import __version__
from pitboss.house.serving.board import Board
from pitboss.web.access import GuardedRoute, public, reads
from pitboss.web.asking import running_of, says_no
from pitboss.web.errors import answer
from pitboss.web.schemas import Health

router = APIRouter(route_class=GuardedRoute, tags=["operating"])


def lines_of(board: Board) -> int:
    """Return how many lines of tables and the house are on record."""
    return sum(
        committed.version
        for stream, committed in board.streams.items()
        if not stream.startswith("link/")
    )


@router.get("/health", response_model=Health, responses=says_no())
@public
async def health(request: Request) -> Response:
    """Say whether the house works."""
    running = running_of(request)
    board, works = running.board, running.service.writer.is_alive()
    return answer(
        {
            "status": "ok" if works and not running.faults else "closed",
            "version": __version__,
            "floor": board.floor.name,
            "tables": len(board.floor.tables),
            "lines": lines_of(board),
            "faults": [f"{stream}: {what}" for stream, what in running.faults.items()],
        }
    )


PLAIN = {"content": {"text/plain": {"schema": {"type": "string"}}}, "description": "figures"}


@router.get("/metrics", response_model=None, responses={200: PLAIN, **says_no()})
@reads("metrics")
async def metrics(request: Request) -> Response:
    """Give the figures of the server as Prometheus reads them."""
    text = request.app.state.metrics.text(lines_of(running_of(request).board))
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")
