/** From options to the argv of `docker run`: the pure part of the Docker provider. */
import { describe, expect, test } from "bun:test";
import type { LocalDockerProviderOptions } from "../../src/providers/docker/docker-options.ts";
import { checkImage, containerName } from "../../src/providers/docker/image-reference.ts";
import { runArguments } from "../../src/providers/docker/run-arguments.ts";
import { LocalDockerProvider } from "../../src/providers/docker/local-docker-provider.ts";

const argv = (options: LocalDockerProviderOptions, isPodman = false): readonly string[] =>
  runArguments("img", "name", { "dev.openenv.provider": "docker" }, options, isPodman).args;

/** The values that stand behind a flag. */
function behind(flag: string, args: readonly string[]): readonly string[] {
  return args.filter((_, index) => args[index - 1] === flag);
}

describe("docker run", () => {
  test("publishes on 127.0.0.1, on a port that the engine chooses", () => {
    expect(behind("--publish", argv({}))).toEqual(["127.0.0.1::8000"]);
    expect(behind("--publish", argv({ port: 9000, containerPort: 80, publishOn: "0.0.0.0" }))).toEqual([
      "0.0.0.0:9000:80",
    ]);
    expect(behind("--publish", argv({ publishOn: "::1" }))).toEqual(["[::1]::8000"]);
  });

  test("OE-68: every option is in the argv", () => {
    const args = argv({
      platform: "linux/arm64",
      cpus: 1.5,
      memory: "1g",
      network: "net",
      gpus: "all",
      labels: { mine: "1" },
      mounts: [
        { source: "/a,b", target: "/c", readOnly: true },
        { type: "tmpfs", target: "/t" },
      ],
      extraArgs: ["--read-only"],
      command: ["bun", "x.js"],
    });
    expect(behind("--platform", args)).toEqual(["linux/arm64"]);
    expect(behind("--cpus", args)).toEqual(["1.5"]);
    expect(behind("--memory", args)).toEqual(["1g"]);
    expect(behind("--network", args)).toEqual(["net"]);
    expect(behind("--gpus", args)).toEqual(["all"]);
    expect(behind("--label", args)).toEqual(["mine=1", "dev.openenv.provider=docker"]);
    expect(behind("--mount", args)).toEqual([`type=bind,"source=/a,b",target=/c,readonly`, "type=tmpfs,target=/t"]);
    expect(args.slice(args.indexOf("--read-only"))).toEqual(["--read-only", "img", "bun", "x.js"]);
    expect(behind("--device", argv({ gpus: "all" }, true))).toEqual(["nvidia.com/gpu=all"]);
  });

  test("OE-68: an option that does not exist is refused by name", () => {
    const wrong = { mem: "1g" } as unknown as LocalDockerProviderOptions;
    expect(() => new LocalDockerProvider(wrong)).toThrow(
      /"mem" is not an option of LocalDockerProvider. Did you mean memory/,
    );
    const python = { env_vars: {} } as unknown as LocalDockerProviderOptions;
    expect(() => new LocalDockerProvider(python)).toThrow(/Did you mean env/);
    const mount = { source: "/x", target: "/y", readonly: true };
    const writable: LocalDockerProviderOptions = { mounts: [mount] };
    expect(() => new LocalDockerProvider(writable)).toThrow(/LocalDockerProvider's mounts. Did you mean readOnly/);
  });

  test("values of variables stay out of the argv, but for those that the command would heed itself", () => {
    const { args, env } = runArguments(
      "img",
      "name",
      {},
      { env: { TOKEN: "t0p", PATH: "/bin" }, secrets: { LINES: "a\nb" }, maxConcurrentEnvs: 4 },
      false,
    );
    expect(behind("--env", args)).toEqual(["MAX_CONCURRENT_ENVS", "TOKEN", "PATH=/bin", "LINES"]);
    expect(env).toEqual({ MAX_CONCURRENT_ENVS: "4", TOKEN: "t0p", LINES: "a\nb" });
    expect(() => argv({ env: { "A=B": "x" } })).toThrow(/"A=B" in env is no variable/);
  });

  test("a network that cannot be reached is refused; the machine's own publishes nothing", () => {
    expect(() => argv({ network: "none" })).toThrow(/cannot be reached/);
    expect(() => argv({ network: "container:other" })).toThrow(/cannot be reached/);
    expect(behind("--publish", argv({ network: "host" }))).toEqual([]);
  });
});

describe("image references", () => {
  test("names are safe for tags, ports, digests and owners", () => {
    const base = (image: string): string => containerName(image).replace(/-[0-9a-f]{8}$/, "");
    expect(base("echo-env:latest")).toBe("openenv-echo-env");
    expect(base("127.0.0.1:5000/Owner/Echo_Env:v1")).toBe("openenv-echo-env");
    expect(base(`registry.example/a/b@sha256:${"0".repeat(64)}`)).toBe("openenv-b");
    expect(base("sha256:0123")).toBe("openenv-sha256");
    expect(base("_._")).toBe("openenv-env");
    expect(containerName("a")).not.toBe(containerName("a"));
  });

  test("what the command line would take for an option is refused", () => {
    for (const image of ["--privileged", "", "a b", "-v", "a;b", undefined])
      expect(() => checkImage(image)).toThrow(/image is/);
    for (const image of ["a", "a/b:c", "localhost:5000/a", "a@sha256:00", "[::1]:5000/a"])
      expect(checkImage(image)).toBe(image);
  });
});
