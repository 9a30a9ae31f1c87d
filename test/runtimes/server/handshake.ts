/** Opening a socket (PROTOCOL §1.2, §2.1, §10.6). */
import assert from "node:assert/strict";
import { HandshakeRefused } from "../harness/handshake.ts";
import type { ServerCase } from "../harness/server-case.ts";
import { WirePeer } from "../harness/wire-peer.ts";

export const handshakeCases: readonly ServerCase[] = [
  {
    title: "a socket on /ws is silent until the client speaks",
    verifies: ["ws:handshake:accepted", "ws:handshake:no-greeting"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      // Whatever had been sent before would be first.
      assert.equal((await peer.ask({ type: "state" })).type, "state");
    },
  },
  {
    title: "an upgrade anywhere else is refused with 403",
    verifies: ["ws:handshake:unknown-path"],
    async run(scope) {
      const server = await scope.serve("counter");
      for (const path of ["/", "/ws/", "/WS", "/wss", "/ws/x", "/health", "/nowhere"]) {
        await assert.rejects(WirePeer.open(server.url, { path }), (error) => {
          return error instanceof HandshakeRefused && error.status === 403;
        });
      }
      assert.equal(await server.active(), 0);
    },
  },
  {
    title: "GET /ws without an upgrade is 404",
    verifies: ["ws:handshake:plain-get"],
    async run(scope) {
      const server = await scope.serve("counter");
      const response = await fetch(`${server.url}/ws`);
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), { detail: "Not Found" });
    },
  },
  {
    title: "an upgrade without a key, or of another version, is no handshake and takes no slot",
    verifies: ["ws:handshake:malformed"],
    async run(scope) {
      const server = await scope.serve("counter");
      for (const headers of [
        { "sec-websocket-key": null },
        { "sec-websocket-key": "" },
        { "sec-websocket-version": "12" },
      ]) {
        await assert.rejects(
          WirePeer.open(server.url, { headers }),
          (error) => error instanceof HandshakeRefused && error.status >= 400 && error.status < 500,
        );
      }
      assert.equal(await server.active(), 0);
    },
  },
  {
    title: "no compression is negotiated, also when it is offered",
    verifies: ["ws:handshake:no-compression"],
    async run(scope) {
      const server = await scope.serve("big");
      const offer = "permessage-deflate; client_max_window_bits, permessage-deflate, x-webkit-deflate-frame";
      const peer = await scope.connect(server, { headers: { "sec-websocket-extensions": offer } });
      assert.equal(peer.headers.has("sec-websocket-extensions"), false);
      await peer.ask({ type: "step", data: { characters: 100_000 } });
      assert.equal(peer.reserved, 0);
    },
  },
  {
    title: "an offered subprotocol is ignored",
    verifies: ["ws:handshake:no-subprotocol"],
    async run(scope) {
      const server = await scope.serve("counter");
      const peer = await scope.connect(server, { headers: { "sec-websocket-protocol": "openenv, mcp" } });
      assert.equal(peer.headers.has("sec-websocket-protocol"), false);
      assert.equal((await peer.ask({ type: "reset" })).type, "observation");
    },
  },
  {
    title: "any further header and any query are taken",
    verifies: ["ws:handshake:query"],
    async run(scope) {
      const server = await scope.serve("counter");
      const headers = { authorization: "Bearer x", cookie: "a=b" };
      const peer = await scope.connect(server, { path: "/ws?token=x&session_id=", headers });
      assert.equal((await peer.ask({ type: "reset" })).type, "observation");
      assert.equal(await server.active(), 1);
    },
  },
];
