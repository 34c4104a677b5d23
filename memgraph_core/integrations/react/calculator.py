"""A calculator for agents: it evaluates arithmetic, and no other Python."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any, cast

_MAX_LENGTH = 500  # characters of an expression
_MAX_BITS = 4_000  # bits of an intermediate integer: about 1,200 digits

_ARITHMETIC = cast(Any, operator)  # its type stubs do not fit `Callable[..., Any]`
_OPERATIONS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: _ARITHMETIC.add,
    ast.Sub: _ARITHMETIC.sub,
    ast.Mult: _ARITHMETIC.mul,
    ast.Div: _ARITHMETIC.truediv,
    ast.FloorDiv: _ARITHMETIC.floordiv,
    ast.Mod: _ARITHMETIC.mod,
    ast.Pow: _ARITHMETIC.pow,
    ast.UAdd: _ARITHMETIC.pos,
    ast.USub: _ARITHMETIC.neg,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "min": min,
    "max": max,
    "round": round,
    "sqrt": math.sqrt,
    "log": math.log,
    "exp": math.exp,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
}
_CONSTANTS: Mapping[str, float] = {"pi": math.pi, "e": math.e}


def calculator(expression: str) -> str:
    """Evaluate an arithmetic expression, such as 12 * (3.5 + 2) ** 2 or sqrt(2). Returns the result or an error message.

    Args:
        expression (str): numbers, + - * / // % **, parentheses, pi, e, abs, min, max, round, sqrt, log, exp, sin, cos, tan
    """
    if len(expression) > _MAX_LENGTH:
        return f"The expression has {len(expression)} characters; at most {_MAX_LENGTH} are accepted."
    try:
        value = _value(ast.parse(expression.strip(), mode="eval").body)
    except (SyntaxError, ValueError, ArithmeticError, TypeError, RecursionError, MemoryError) as e:
        return f"{expression!r} cannot be evaluated: {e}"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def _value(node: ast.AST) -> float:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name) if name in _CONSTANTS:
            return _CONSTANTS[name]
        case ast.UnaryOp(op=sign, operand=operand) if type(sign) in _OPERATIONS:
            return _OPERATIONS[type(sign)](_value(operand))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATIONS:
            return _bounded(type(sign), _value(left), _value(right))
        case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(each) for each in given))
        case _:
            raise ValueError(f"{ast.unparse(node)[:60]!r} is not arithmetic")


def _bounded(sign: type[ast.operator], left: float, right: float) -> float:
    """The result. Raises ValueError before computing a number that is too large."""
    if isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length() * abs(right) if sign is ast.Pow else left.bit_length() + right.bit_length()
        if bits > _MAX_BITS:
            raise ValueError("the result is too large")
    return _OPERATIONS[sign](left, right)
