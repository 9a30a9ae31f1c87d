/**
 * Emits `client.py` and `__init__.py` of a Python package.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import type { Node } from "../ir/node.ts";
import { patternRecord } from "../ir/pattern-record.ts";
import { ifBroken, type Printable } from "../print/printable.ts";
import { docstring, pythonString } from "./literal.ts";
import type { Parameter, ParameterList } from "./parameters.ts";
import { python, type PythonFile } from "./python-file.ts";
import { called, statements, suite } from "./syntax.ts";
import { toolsName } from "./tools-file.ts";

const any = python("Any", "typing");
const result = python("StepResult", "openenv.core.client_types");
const synchronous = python("SyncEnvClient", "openenv.core.sync_client");
const awaitable = python("Awaitable", "collections.abc");
const self = python("Self", "typing_extensions");
const typeAdapter = python("TypeAdapter", "pydantic");
const typeChecking = python("TYPE_CHECKING", "typing");
const baseObservation = python("Observation", "openenv.core.env_server.types");
const baseState = python("State", "openenv.core.env_server.types");
/** What code without `await` sees. */
const SYNCHRONOUS = "_Synchronous";
const toolClient = python("MCPToolClient", "openenv.core.mcp_client");

/** `client.py`. An environment whose every step calls a tool gets openenv's client of tools. */
export function emitPythonClient(file: PythonFile, env: EnvironmentIr, reset: ParameterList | undefined): void {
  const { names, description, toolsOnly } = env;
  const about = docstring(description || `A client of ${names.wire}.`);
  file.use((reset?.used ?? []).map((name) => python(name, ".models")));
  if (toolsOnly) {
    const types: Printable = ["[", any, ", ", baseObservation, ", ", baseState, "]"];
    const outcome: Printable = [result, "[", baseObservation, "]"];
    file.print(synchronousClass(types, outcome, reset));
    const stub = suite(
      ["if ", typeChecking],
      [statements([resetMethod(reset, [awaitable, "[", outcome, "]"]), ["async ", method("__aenter__", "", self)]])],
    );
    const sections = [about, ...(reset === undefined ? [] : [checkedReset(reset, outcome)]), toSynchronous(), stub];
    file.print(suite(["class ", names.client, "(", toolClient, ")"], sections));
    return;
  }
  const [action, observation, state] = [names.action, names.observation, names.state].map((name) => {
    return python(name, ".models");
  }) as [Printable, Printable, Printable];
  const outcome: Printable = [result, "[", observation, "]"];
  const types: Printable = ["[", action, ", ", observation, ", ", state, "]"];
  file.print(synchronousClass(types, outcome, reset));
  file.print(
    suite(
      ["class ", names.client, "(", python("EnvClient", "openenv.core.env_client"), types, ")"],
      [
        about,
        toSynchronous(),
        reset === undefined ? undefined : checkedReset(reset, outcome),
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
        typed({ action, outcome, state, reset }),
      ],
    ),
  );
}

interface TypedParts {
  readonly action: Printable;
  readonly outcome: Printable;
  readonly state: Printable;
  readonly reset: ParameterList | undefined;
}

/**
 * What openenv leaves untyped. Its methods give a value or something to await, depending on where they are called; here
 * they are typed for `await`, and those of `sync()` for code without.
 */
function typed({ action, outcome, state, reset }: TypedParts): Printable {
  const rest: Printable = ["**kwargs: ", any];
  const later: Printable = [awaitable, "[", outcome, "]"];
  return suite(
    ["if ", typeChecking],
    [
      statements([
        resetMethod(reset, later),
        method("step", [", action: ", action, ", ", rest], later),
        method("state", "", [awaitable, "[", state, "]"]),
        ["async ", method("__aenter__", "", self)],
      ]),
    ],
  );
}

/** For type checkers only: at run time, `sync()` gives openenv's own class, which passes arguments on. */
function synchronousClass(types: Printable, outcome: Printable, reset: ParameterList | undefined): Printable {
  const methods = [resetMethod(reset, outcome), method("connect", "", self), method("__enter__", "", self)];
  return suite(
    ["if ", typeChecking],
    [suite(["class ", SYNCHRONOUS, "(", synchronous, types, ")"], [statements(methods)])],
  );
}

function toSynchronous(): Printable {
  return suite(
    ["def sync(self) -> ", SYNCHRONOUS],
    [["return ", python("cast", "typing"), `(${pythonString(SYNCHRONOUS)}, super().sync())`]],
  );
}

/** What the server cannot take is refused before it is sent. */
function checkedReset({ model, parameters }: ParameterList, outcome: Printable): Printable {
  const leftOut = parameters.filter(({ isLeftOut }) => isLeftOut);
  const base = tupleOf(baseParameters(parameters));
  const present = leftOut.length === 0 ? "" : ` and (value is not None or name not in ${tupleOf(leftOut)})`;
  return suite(
    ["async def _reset_async(self, **kwargs: ", any, ") -> ", outcome],
    [
      statements([
        `base = {name: kwargs[name] for name in ${base} if name in kwargs}`,
        `given = {name: value for name, value in kwargs.items() if name not in base${present}}`,
        ["parameters = ", python(model, ".models"), '.model_validate(given).model_dump(mode="json", by_alias=True)'],
        "return await super()._reset_async(**base, **parameters)",
      ]),
    ],
  );
}

function tupleOf(parameters: readonly { readonly name: string }[]): string {
  const names = parameters.map(({ name }) => pythonString(name));
  return names.length === 1 ? `(${names.join("")},)` : `(${names.join(", ")})`;
}

/** What every reset takes, but for what the schema declares itself. */
function baseParameters(parameters: readonly Parameter[]): { readonly name: string; readonly printed: string }[] {
  const base = [
    { name: "seed", printed: "seed: int | None = None" },
    { name: "episode_id", printed: "episode_id: str | None = None" },
  ];
  return base.filter(({ name }) => parameters.every((own) => own.name !== name));
}

/** A parameter that must be given is more than the base asks for. */
function resetMethod(reset: ParameterList | undefined, type: Printable): Printable {
  const parameters: readonly Parameter[] = reset?.parameters ?? [];
  const signature: Printable[] = [
    "self",
    "*",
    ...parameters.map(({ printed }) => printed),
    ...baseParameters(parameters).map(({ printed }) => printed),
    ["**kwargs: ", any],
  ];
  const isStricter = parameters.some(({ isRequired }) => isRequired);
  const ignored = isStricter ? "  # type: ignore[override, unused-ignore]" : "";
  // Where the statement starts is where mypy looks for the comment.
  const open: Printable = ["def reset(", ifBroken(ignored)];
  return called(open, signature, [") -> ", type, ": ...", ifBroken("", ignored)]);
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
  const tools = env.tools.length === 0 ? [] : [toolsName(env)];
  const symbols = [
    python(env.names.client, ".client"),
    ...models.map((name) => python(name, ".models")),
    ...tools.map((name) => python(name, ".tools")),
  ];
  const exported = [env.names.client, ...models, ...tools].toSorted();
  file.use(symbols);
  file.print("__all__ = ", called("[", exported.map(pythonString), "]", true));
}
