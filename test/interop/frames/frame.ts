/** Whatever a peer may send on `/ws`. */
import * as fc from "fast-check";
import type { TwinName } from "../twins.ts";
import { actionText } from "./action.ts";
import { integerText, jsonText, objectText, stringText } from "./json-text.ts";

export type Frame = string | Uint8Array<ArrayBuffer>;

const types = ["reset", "step", "state", "close", "mcp"];

const resetData = fc
  .tuple(
    fc.oneof(fc.constant(undefined), integerText, jsonText),
    fc.oneof(fc.constant(undefined), fc.constant("null"), stringText, jsonText),
    fc.oneof(
      fc.constant(undefined),
      fc.tuple(fc.oneof(fc.constantFrom("start", "fail"), fc.string({ maxLength: 4 })), jsonText),
    ),
  )
  .map(([seed, episodeId, other]) => {
    const members: (readonly [string, string])[] = [];
    if (seed !== undefined) members.push(["seed", seed]);
    if (episodeId !== undefined) members.push(["episode_id", episodeId]);
    if (other !== undefined) members.push(other);
    return objectText(members);
  });

const rpc = fc
  .tuple(
    fc.constantFrom('"2.0"', '"2.0"', '"1.0"', "2"),
    fc.oneof(fc.constantFrom('"tools/list"', '"tools/call"', '"openenv/session/create"', '"nope"'), jsonText),
    fc.oneof(integerText, stringText, fc.constant("null")),
    fc.oneof(fc.constantFrom('{"name":"add"}', "{}"), jsonText),
  )
  .map(([version, method, id, params]) => {
    return objectText([
      ["jsonrpc", version],
      ["method", method],
      ["id", id],
      ["params", params],
    ]);
  });

function envelope(type: string, data?: string): string {
  return objectText([["type", type], ...(data === undefined ? [] : [["data", data] as const])]);
}

/** One message. Most have the right form; the rest are wrong in every place there is. */
export function frameOf(env: TwinName): fc.Arbitrary<Frame> {
  const wellFormed = fc.oneof(
    { weight: 8, arbitrary: actionText(env).map((data) => envelope('"step"', data)) },
    { weight: 3, arbitrary: resetData.map((data) => envelope('"reset"', data)) },
    { weight: 1, arbitrary: fc.constant(envelope('"reset"')) },
    { weight: 2, arbitrary: fc.constant(envelope('"state"')) },
    { weight: 1, arbitrary: rpc.map((data) => envelope('"mcp"', data)) },
    { weight: 1, arbitrary: fc.constant(envelope('"close"')) },
  );
  const anyType = fc.oneof(fc.constantFrom(...types.map((type) => `"${type}"`)), jsonText);
  const anyData = fc.oneof(fc.constant(undefined), jsonText, actionText(env));
  const wrongEnvelope = fc
    .tuple(anyType, anyData, fc.array(fc.tuple(fc.string({ maxLength: 4 }), jsonText), { maxLength: 1 }))
    .map(([type, data, extra]) =>
      objectText([["type", type], ...(data === undefined ? [] : [["data", data] as const]), ...extra]),
    );
  const damaged = fc.tuple(wellFormed, fc.nat(200), fc.string({ maxLength: 2 })).map(([text, at, put]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + 1);
  });
  return fc.oneof(
    { weight: 10, arbitrary: wellFormed },
    { weight: 4, arbitrary: wrongEnvelope },
    { weight: 2, arbitrary: damaged },
    { weight: 1, arbitrary: jsonText },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }).map((bytes) => new Uint8Array(bytes)) },
  );
}
