import { createRequire } from "node:module";
await import("zod");
const what = process.argv[2];
const t = performance.now();
await import(
  what === "ws"
    ? createRequire(new URL("../../../core/package.json", import.meta.url)).resolve("ws")
    : what === "client"
      ? "./dist/index.js"
      : what
);
console.log((performance.now() - t).toFixed(2));
