"""Tells what a generated package of hostile names and texts consists of."""

import ast
import json
import sys
from pathlib import Path

import yaml

home = Path(sys.argv[1])
statements: list[str] = []
for path in sorted(home.glob("*/models.py")) + sorted(home.glob("*/client.py")):
    statements += [type(node).__name__ for node in ast.parse(path.read_text("utf-8")).body]

import hostile_env  # noqa: E402

fields = hostile_env.HostileAction.model_fields
aliases = {name: field.validation_alias for name, field in fields.items() if name != "metadata"}
names = [name if alias is None else str(alias) for name, alias in aliases.items()]
texts = [field.description for name, field in fields.items() if field.description and name != "metadata"]
manifest = yaml.safe_load((home / "hostile_env/openenv.yaml").read_text("utf-8"))

# A value goes through under the very name it has in JSON.
sample = {name: "x" for name in names if name != "text"}
sample["text"] = "*/"
sent = hostile_env.HostileAction.model_validate(sample).model_dump(mode="json", by_alias=True)
assert {**sample, "metadata": {}} == sent, sent

json.dump(
    {
        "statements": statements,
        "names": names,
        "texts": texts,
        "description": manifest["description"],
    },
    sys.stdout,
)
