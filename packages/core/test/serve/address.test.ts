import { expect, test } from "bun:test";

import { listenAddress, serverUrl } from "../../src/serve/options.ts";
import { openSpec } from "../server/scripted-env.ts";

const { manifest } = openSpec;

test("port: the option's, else the manifest's, else 8000; the address is this machine's own", () => {
  expect(listenAddress({}, manifest)).toEqual({ port: 8000, hostname: "127.0.0.1" });
  expect(listenAddress({}, { ...manifest, port: 9000 })).toEqual({ port: 9000, hostname: "127.0.0.1" });
  const given = { port: 0, hostname: "0.0.0.0" };
  expect(listenAddress(given, { ...manifest, port: 9000 })).toEqual(given);
});

test("the URL is one that can be connected to", () => {
  const urls = ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost", "10.0.0.7"].map((host) => serverUrl(host, 80));
  expect(urls).toEqual([
    "http://127.0.0.1:80",
    "http://127.0.0.1:80",
    "http://[::1]:80",
    "http://[::1]:80",
    "http://localhost:80",
    "http://10.0.0.7:80",
  ]);
  for (const url of urls) expect(URL.canParse(url)).toBe(true);
});
