"""Validates the cases of the corpus with the generated models. Reads what to do from standard input."""

import importlib
import json
import sys
from typing import Any

from pydantic import TypeAdapter, ValidationError

folder, modules = json.load(sys.stdin)
sys.path.insert(0, folder)


def accepts(adapter: TypeAdapter[Any], value: Any) -> bool:
    try:
        adapter.validate_python(value)
    except ValidationError:
        return False
    return True


found = {}
for module in modules:
    try:
        models = importlib.import_module(f"corpus.{module['name']}")
        adapter: TypeAdapter[Any] = TypeAdapter(models.Root)
        adapter.rebuild()
    except Exception as error:
        found[module["name"]] = {"error": f"{type(error).__name__}: {error}"[:400]}
        continue
    found[module["name"]] = {
        "refused": [value for value in module["valid"] if not accepts(adapter, value)],
        "accepted": [value for value in module["invalid"] if accepts(adapter, value)],
    }
json.dump(found, sys.stdout)
