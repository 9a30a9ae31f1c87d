/**
 * Emits `client.py` and `__init__.py` of a Python package.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import type { Node } from "../ir/node.ts";
import { patternRecord } from "../ir/pattern-record.ts";
import type { Printable } from "../print/printable.ts";
import { docstring, pythonString } from "./literal.ts";
import { python, type PythonFile } from "./python-file.ts";
import { called, statements, suite } from "./syntax.ts";

const any = python("Any", "typing");
const result = python("StepResult", "openenv.core.client_types");
const synchronous = python("SyncEnvClient", "openenv.core.sync_client");
const awaitable = python("Awaitable", "collections.abc");
const self = python("Self", "typing_extensions");
const typeAdapter = python("TypeAdapter", "pydantic");
const toolClient = python("MCPToolClient", "openenv.core.mcp_client");

/** `client.py`. An environment whose every step calls a tool gets openenv's client of tools. */
export function emitPythonClient(file: PythonFile, env: EnvironmentIr): void {
  const { names, description, toolsOnly } = env;
  const about = docstring(description || `A client of ${names.wire}.`);
  if (toolsOnly) {
    file.print(suite(["class ", names.client, "(", toolClient, ")"], [about]));
    return;
  }
  const [action, observation, state] = [names.action, names.observation, names.state].map((name) => {
    return python(name, ".models");
  }) as [Printable, Printable, Printable];
  const outcome: Printable = [result, "[", observation, "]"];
  const types: Printable = ["[", action, ", ", observation, ", ", state, "]"];
  file.print(
    suite(
      ["class ", names.client, "(", python("EnvClient", "openenv.core.env_client"), types, ")"],
      [
        about,
        suite(["def sync(self) -> ", synchronous, types], ["return super().sync()"]),
        suite(
          ["def _step_payload(self, action: ", action, ") -> dict[str, ", any, "]"],
          [
            statements([
              ["payload: dict[str, ", any, '] = action.model_dump(mode="json", by_alias=True)'],
              "return payload",
            ]),
          ],
        ),
        suite(
          ["def _parse_result(self, payload: dict[str, ", any, "]) -> ", outcome],
          [
            statements([
              [
                "envelope = {key: payload[key] for key in ",
                '("done", "reward", "metadata") if payload.get(key) is not None}',
              ],
              [
                "observation = ",
                parse(observation, env.observation),
                '({**envelope, **payload.get("observation", {})})',
              ],
              ["return ", called([result, "("], ["observation=observation", "**envelope"], ")")],
            ]),
          ],
        ),
        suite(
          ["def _parse_state(self, payload: dict[str, ", any, "]) -> ", state],
          [["return ", parse(state, env.state), "(payload)"]],
        ),
        typed({ action, outcome, state }),
      ],
    ),
  );
}

interface TypedParts {
  readonly action: Printable;
  readonly outcome: Printable;
  readonly state: Printable;
}

/**
 * What openenv leaves untyped. Its methods give a value or something to await, depending on where they are called; here
 * they are typed for `await`, and those of `sync()` for code without.
 */
function typed({ action, outcome, state }: TypedParts): Printable {
  const rest: Printable = ["**kwargs: ", any];
  const later: Printable = [awaitable, "[", outcome, "]"];
  return suite(
    ["if ", python("TYPE_CHECKING", "typing")],
    [
      statements([
        method("reset", [", ", rest], later),
        method("step", [", action: ", action, ", ", rest], later),
        method("state", "", [awaitable, "[", state, "]"]),
        ["async ", method("__aenter__", "", self)],
      ]),
    ],
  );
}

function method(name: string, parameters: Printable, type: Printable): Printable {
  return [`def ${name}(self`, parameters, ") -> ", type, ": ..."];
}

/** The function that validates a value of a root. */
function parse(name: Printable, node: Node): Printable {
  return isClass(node) ? [name, ".model_validate"] : [typeAdapter, "(", name, ").validate_python"];
}

function isClass(node: Node): boolean {
  return node.kind === "ref" ? isClass(node.model.node) : node.kind === "object" && patternRecord(node) === undefined;
}

/** `__init__.py`: everything by name. */
export function emitPythonIndex(file: PythonFile, env: EnvironmentIr, models: readonly string[]): void {
  const symbols = [python(env.names.client, ".client"), ...models.map((name) => python(name, ".models"))];
  const exported = [env.names.client, ...models].toSorted();
  file.use(symbols);
  file.print("__all__ = ", called("[", exported.map(pythonString), "]", true));
}
