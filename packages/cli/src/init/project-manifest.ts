/**
 * The `openenv.yaml` of a new project, with the block that validators read (PROTOCOL §8.6).
 */
import { stringify } from "yaml";

import type { Answers } from "./answers.ts";
import { templates } from "./templates.ts";

export function manifestText({ name, description, template }: Answers, python: boolean): string {
  const { tag, tools } = templates[template];
  const manifest = {
    spec_version: 1,
    name: name.wire,
    version: "0.1.0",
    description,
    type: "space",
    runtime: "node",
    port: 8000,
    max_concurrent_envs: 16,
    ...(python ? { python: true } : {}),
    validation: {
      reward: { range: [0, 1], oracle_tolerance: 0, floor_margin: 0.1 },
      resources: { cpu: 1, memory_mb: 1024, disk_mb: 512, episode_timeout_s: 60 },
      capabilities: {
        verifier: { kind: "reward_channel" },
        ...(tools.length === 0 ? {} : { declared_tools: [...tools] }),
      },
      types: { tags: [tag] },
      execution: {
        kind: "openenv_ws",
        probe_path: "validation/runtime.json",
        dockerfile: "Dockerfile",
        context: ".",
        agent_boundary: "api",
      },
    },
  };
  return stringify(manifest);
}
