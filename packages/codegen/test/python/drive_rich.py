"""Drives a server of rich with the generated package, as installed. Needs its address as an argument."""

import sys
from typing import Any

from pydantic import ValidationError
from rich_env import RichAction, RichEnv
from rich_env.models import Circle, Point, Square, Tree

BIG = 2**53 + 1

with RichEnv(base_url=sys.argv[1]).sync() as env:
    first = env.reset().observation
    assert first.big == first.serial == BIG, first
    assert first.shape == Circle(kind="circle", radius=2.5) and first.pair == (0, "blue"), first
    assert first.path[1] == Point(x=1e21, y=5e-324), first
    assert first.tree == Tree(label="root", children=[Tree(label="leaf")]), first
    assert first.metadata == {"mode": "plain", "nested": {"depth": [1, [2, [3]]]}}, first

    action = RichAction(
        mode="fancy",
        point=Point(x=1),
        value=[0.5, 2.0],
        color="green",
        weights={"ä": 0.25, "b": 1},
        shape=Square(kind="square", side=1.5),
        tree=Tree(label="a", children=[Tree(label="b", children=[Tree(label="c")])]),
        serial=-(2**70),
        text='"""\\ \u2028\n',
    )
    action.path.append(Point(x=3, y=4))
    action.grid = [[1], []]
    result = env.step(action)
    sent: dict[str, Any] = action.model_dump(exclude={"metadata"})
    assert result.observation.model_dump(include=set(sent)) == sent, result
    assert result.observation.total_weight == 1.25 and result.reward == 0.25, result
    assert result.observation.pair == (1, "green"), result

    for wrong in (
        {"mode": "other", "point": {"x": 0}},
        {"mode": "plain"},
        {"mode": "plain", "point": {"x": 0, "z": 0}},
        {"mode": "plain", "point": {"x": "1"}},
        {"mode": "plain", "point": {"x": True}},
        {"mode": "plain", "point": {"x": 0}, "shape": {"kind": "circle", "radius": 0}},
        {"mode": "plain", "point": {"x": 0}, "text": "🙂" * 5001},
    ):
        try:
            RichAction.model_validate(wrong)
        except ValidationError:
            continue
        raise AssertionError(f"{wrong} is valid")

print("ok")
