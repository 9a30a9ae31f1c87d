import { describe, expect, test } from "bun:test";
import { InvalidArgumentError } from "@openenv/core";
import { parseBaseUrl } from "../../src/protocol/base-url.ts";

describe("PROTOCOL §5.2, §10.7: what users write", () => {
  const table: readonly [input: string, baseUrl: string, socket: string, http: string][] = [
    ["http://h:1/", "http://h:1", "ws://h:1/ws", "http://h:1/health"],
    ["http://h//", "http://h", "ws://h/ws", "http://h/health"],
    ["https://h", "https://h", "wss://h/ws", "https://h/health"],
    ["ws://h", "ws://h", "ws://h/ws", "http://h/health"],
    ["wss://h/", "wss://h", "wss://h/ws", "https://h/health"],
    ["h:8000", "http://h:8000", "ws://h:8000/ws", "http://h:8000/health"],
    ["localhost", "http://localhost", "ws://localhost/ws", "http://localhost/health"],
    ["http://h/a/b/", "http://h/a/b", "ws://h/a/b/ws", "http://h/a/b/health"],
    ["HTTPS://H/Path", "https://h/Path", "wss://h/Path/ws", "https://h/Path/health"],
    ["ws://h/ws", "ws://h", "ws://h/ws", "http://h/health"],
    ["ws://h/a/ws/", "ws://h/a", "ws://h/a/ws", "http://h/a/health"],
    ["http://h/flows", "http://h/flows", "ws://h/flows/ws", "http://h/flows/health"],
    ["http://h:8000?x=1#y", "http://h:8000", "ws://h:8000/ws", "http://h:8000/health"],
    ["http://0.0.0.0:8000", "http://127.0.0.1:8000", "ws://127.0.0.1:8000/ws", "http://127.0.0.1:8000/health"],
    ["0.0.0.0:8000", "http://127.0.0.1:8000", "ws://127.0.0.1:8000/ws", "http://127.0.0.1:8000/health"],
    ["http://[::]:8000", "http://[::1]:8000", "ws://[::1]:8000/ws", "http://[::1]:8000/health"],
    ["[::1]:8000", "http://[::1]:8000", "ws://[::1]:8000/ws", "http://[::1]:8000/health"],
    ["https://u:p@h/x", "https://u:p@h/x", "wss://u:p@h/x/ws", "https://u:p@h/x/health"],
    ["  http://h  ", "http://h", "ws://h/ws", "http://h/health"],
  ];
  for (const [input, baseUrl, socket, http] of table) {
    test(JSON.stringify(input), () => {
      const url = parseBaseUrl(input);
      expect([url.baseUrl, url.socketUrl("/ws"), url.httpUrl("/health")]).toEqual([baseUrl, socket, http]);
    });
  }
});

test("what is no address is refused, with the remedy", () => {
  for (const input of ["", "  ", "ftp://h", "http://", "http://h:port", "::1", undefined, 7] as string[]) {
    expect(() => parseBaseUrl(input)).toThrow(InvalidArgumentError);
    expect(() => parseBaseUrl(input)).toThrow(/baseUrl is .*"http:\/\/localhost:8000"/);
  }
});
