"""Prints pydantic-issues.json: what Pydantic says of wrong actions, and the schema it publishes for them.

    python pydantic-issues.py > pydantic-issues.json
"""

import json
from enum import Enum
from typing import Annotated, Any, Dict, List, Literal, Optional, Tuple, Union

import pydantic
from pydantic import BaseModel, ConfigDict, Field, ValidationError


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Point(Strict):
    x: float
    y: float = 0


class Color(str, Enum):
    red = "red"
    green = "green"


class Circle(Strict):
    kind: Literal["circle"]
    radius: float = Field(gt=0)


class Square(Strict):
    kind: Literal["square"]
    side: float = Field(gt=0, lt=100)


class Tree(Strict):
    label: str
    children: List["Tree"] = []


class Action(Strict):
    n: int = Field(default=1, ge=1, le=10)
    f: float = 0.0
    b: bool = False
    s: str = Field(default="a", min_length=1, max_length=3)
    p: str = Field(default="a", pattern="^a+$")
    m: int = Field(default=5, multiple_of=5)
    mode: Literal["plain", "fancy"] = "plain"
    one: Literal["only"] = "only"
    color: Color = Color.red
    point: Point = Point(x=0)
    path: List[Point] = []
    few: List[int] = Field(default=[1], min_length=1, max_length=2)
    weights: Dict[str, float] = {}
    pair: Tuple[int, str] = (1, "a")
    note: Optional[str] = None
    value: Union[int, str, List[float]] = 0
    shape: Optional[Annotated[Union[Circle, Square], Field(discriminator="kind")]] = None
    tree: Optional[Tree] = None
    metadata: Dict[str, Any] = {}


INPUTS = [
    {"n": 0}, {"n": 11}, {"n": 1.5}, {"n": "x"}, {"n": None}, {"n": []},
    {"f": "x"}, {"f": None}, {"f": {}},
    {"b": "maybe"}, {"b": 2}, {"b": None},
    {"s": ""}, {"s": "abcd"}, {"s": 1}, {"s": None},
    {"p": "b"}, {"m": 7},
    {"mode": "x"}, {"mode": 1}, {"mode": None}, {"one": "x"},
    {"color": "blue"}, {"color": 1},
    {"point": {}}, {"point": {"x": 1, "z": 2}}, {"point": []}, {"point": None}, {"point": "x"},
    {"path": {}}, {"path": [{"x": 1}, {"y": 1}]}, {"path": [1]},
    {"few": []}, {"few": [1, 2, 3]}, {"few": ["x"]},
    {"weights": {"a": "x"}}, {"weights": []},
    {"pair": [1]}, {"pair": [1, "a", 2]}, {"pair": ["x", "a"]}, {"pair": "x"},
    {"note": 1},
    {"value": {}}, {"value": None}, {"value": [1, "x"]},
    {"shape": {"kind": "circle", "radius": 0}}, {"shape": {"kind": "square", "side": 100}},
    {"shape": {"kind": "hexagon"}}, {"shape": {}}, {"shape": 1}, {"shape": {"kind": "square"}},
    {"shape": {"kind": "circle", "radius": 1, "extra": 1}},
    {"tree": {"label": "a", "children": [{"label": 1}]}}, {"tree": {}},
    {"metadata": None}, {"metadata": []},
    {"nope": 1, "also": 2}, {"n": 0, "s": "", "nope": 1},
]


def issues_of(value):
    try:
        Action.model_validate(value)
    except ValidationError as error:
        return [{"type": issue["type"], "loc": list(issue["loc"])} for issue in error.errors()]
    raise AssertionError(f"{value} is valid")


cases = [{"input": value, "issues": issues_of(value)} for value in INPUTS]
schema = Action.model_json_schema()
print(json.dumps({"pydantic": pydantic.VERSION, "schema": schema, "cases": cases}, indent=1))
