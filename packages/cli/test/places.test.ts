/** `openenv ps` and `openenv prune`: containers unless a swarm or a cluster is asked for. Engine and cluster are stood in for. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { emptyFolder, openenv, type Ran } from "./harness.ts";

setDefaultTimeout(60_000);

const HOST = "dev.openenv.owner-host";
const PID = "dev.openenv.owner-pid";

/** A process that has ended started `left`; this one started `used`. */
const owned = { left: spawnSync(process.execPath, ["--version"]).pid, used: process.pid };
const labels = (name: "left" | "used"): Record<string, string> => ({ [HOST]: hostname(), [PID]: String(owned[name]) });
const names = ["left", "used"] as const;

const containers = names.map((name) => ({
  Id: name,
  Name: `/${name}`,
  Created: "2026-01-02T03:04:05Z",
  Config: { Image: "echo", Labels: labels(name) },
  State: { Status: "running" },
  NetworkSettings: { Ports: { "8000/tcp": [{ HostIp: "", HostPort: "4321" }] } },
}));
const services = names.map((name) => ({
  Spec: {
    Name: name,
    Labels: labels(name),
    Mode: { Replicated: { Replicas: 2 } },
    TaskTemplate: { ContainerSpec: { Image: "echo" } },
  },
  CreatedAt: "2026-01-02T03:04:05Z",
}));
const deployments = names.map((name) => ({
  metadata: { name, labels: labels(name), creationTimestamp: "2026-01-02T03:04:05Z" },
  spec: { replicas: 3, template: { spec: { containers: [{ image: "echo" }] } } },
  status: { readyReplicas: 1 },
}));

/** Answers as the command line of Docker does, for what is asked here, and writes down what it is asked. */
const DOCKER = `
const kinds = { container: ${JSON.stringify(containers)}, service: ${JSON.stringify(services)} };
const nameOf = (each) => each.Id ?? each.Spec.Name;
const [first, second, third] = args;
if (first === "ps" && args.some((each) => each.includes("dev.openenv"))) print(kinds.container.map(nameOf).join("\\n"));
if (first === "service" && second === "ls") print(kinds.service.map(nameOf).join("\\n"));
if (second === "inspect") print(JSON.stringify(kinds[first].filter((each) => nameOf(each) === third)));
`;
/** As kubectl does. */
const KUBECTL = `
const path = args.find((each) => each.startsWith("/")) ?? "";
if (args.includes("view")) print("from-context");
else if (!args.includes("get")) print("{}");
else print(JSON.stringify({ items: path.includes("/deployments?") ? ${JSON.stringify(deployments)} : [] }));
`;

/** A folder with both commands, first on the PATH. */
function places(): { readonly run: (...args: string[]) => Promise<Ran>; readonly asked: () => string } & Disposable {
  const home = emptyFolder();
  const log = join(home.path, "asked");
  for (const [name, body] of [
    ["docker", DOCKER],
    ["kubectl", KUBECTL],
  ] as const) {
    const start = `#!${process.execPath}
const args = process.argv.slice(2);
const print = (text) => process.stdout.write(text);
require("node:fs").appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(name)} + " " + args.join(" ") + "\\n");
`;
    writeFileSync(join(home.path, name), start + body, { mode: 0o755 });
  }
  const env = {
    PATH: `${home.path}:${process.env["PATH"]}`,
    OPENENV_CONTAINER_CLI: undefined,
    OPENENV_KUBECTL: undefined,
    KUBERNETES_SERVICE_HOST: undefined,
  };
  return {
    run: (...args) => openenv(args, { cwd: home.path, env }),
    asked: () => (existsSync(log) ? readFileSync(log, "utf8") : ""),
    [Symbol.dispose]: () => home[Symbol.dispose](),
  };
}

test.each([
  [[], { image: "echo", state: "running", baseUrl: "http://127.0.0.1:4321" }, /4321/, /^docker ps /, /service|kubectl/],
  [
    ["--swarm"],
    { image: "echo", replicas: 2, running: 0 },
    /0\/2 running/,
    /^docker service ls/,
    /^docker ps |kubectl/m,
  ],
  [
    ["--kubernetes"],
    { image: "echo", replicas: 3, ready: 1, namespace: "from-context" },
    /1\/3 ready in from-context/,
    /^kubectl .*deployments\?labelSelector/m,
    /docker/,
  ],
])("ps %p lists these, and looks nowhere else", async (flags, facts, shown, asked, unasked) => {
  using all = places();
  const { exitCode, stdout, stderr } = await all.run("ps", ...flags, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject([
    { name: "left", ...facts, owner: { isAlive: false } },
    { name: "used", ...facts, owner: { isAlive: true } },
  ]);
  expect(all.asked()).toMatch(asked);
  expect(all.asked()).not.toMatch(unasked);
  const [left, used] = (await all.run("ps", ...flags)).stdout.trimEnd().split("\n");
  expect(left).toEndWith(["its program is gone: openenv prune", ...flags].join(" "));
  expect(used).toMatch(shown);
  expect(used).not.toContain("gone");
});

test.each([
  [[], /^docker rm .*left/m, /rm .*used|service|kubectl/],
  [["--swarm"], /^docker service rm left/m, /rm used|kubectl/],
  [["--kubernetes"], /^kubectl .*delete --raw \S+\/deployments\/left/m, /deployments\/used|docker/],
])("prune %p removes what nobody owns there, and with --all the rest", async (flags, done, untouched) => {
  using all = places();
  const { exitCode, stdout, stderr } = await all.run("prune", ...flags, "--json");
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ removed: [{ name: "left" }] });
  expect(all.asked()).toMatch(done);
  expect(all.asked()).not.toMatch(untouched);
  expect((await all.run("prune", ...flags, "--all")).stdout).toBe("removed left\nremoved used\n");
});

test("a cluster is reached as it is said", async () => {
  using all = places();
  const { exitCode } = await all.run("ps", "--kubernetes", "--kubeconfig", "k", "--context", "c", "--namespace", "n");
  expect(exitCode).toBe(0);
  expect(all.asked()).toMatch(/^kubectl --kubeconfig k --context c --namespace n get --raw /);
});

test.each([
  [["--swarm", "--kubernetes"], "are two places"],
  [["--namespace", "n"], "--namespace is only for --kubernetes"],
  [["--kubernetes", "--engine", "docker"], "--engine is not for --kubernetes"],
])("%p is refused", async (flags, message) => {
  using all = places();
  for (const command of ["ps", "prune"]) {
    const { exitCode, stderr } = await all.run(command, ...flags);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  }
  expect(all.asked()).toBe("");
});
