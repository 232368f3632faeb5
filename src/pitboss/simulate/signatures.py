"""Signatures that name every option: ``help()`` does not look into typed dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any, ForwardRef, TypeVar

Function = TypeVar("Function", bound=Callable[..., object])


def spelled_out(options: Any) -> Callable[[Function], Function]:
    """Show the keys of a typed dictionary as the options of a function that takes it.

    An option that is left out has the default of what it stands for, shown as ``Ellipsis``.
    """

    def sign(function: Function) -> Function:
        plain = signature(function)
        named = plain.parameters.values()
        parameters = [option for option in named if option.kind != option.VAR_KEYWORD]
        for name, kind in options.__annotations__.items():
            shown = kind.__forward_arg__ if isinstance(kind, ForwardRef) else kind
            parameters.append(
                Parameter(name, Parameter.KEYWORD_ONLY, default=..., annotation=shown)
            )
        function.__signature__ = plain.replace(parameters=parameters)  # type: ignore[attr-defined]
        return function

    return sign
