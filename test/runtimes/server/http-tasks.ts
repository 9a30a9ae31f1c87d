/** The task API (PROTOCOL §1.12, §9.1 row 32). */
import assert from "node:assert/strict";
import { post, request } from "../harness/http.ts";
import type { ServerCase } from "../harness/server-case.ts";

export const httpTaskCases: readonly ServerCase[] = [
  {
    title: "splits and tasks are listed, counted, and given by index and range",
    verifies: ["http:tasks:routes", "http:tasks:splits", "http:tasks:list"],
    async run(scope) {
      for (const provider of ["whole", "least"]) {
        const { url } = await scope.serve("tasks", { params: { provider } });
        assert.deepEqual((await request(`${url}/list_environments`)).json, ["tasks_env"]);
        assert.deepEqual((await request(`${url}/tasks_env/splits`)).json, [
          { name: "train", type: "train" },
          { name: "test", type: "test" },
          { name: "extra", type: "validation" },
          { name: "spare", type: "validation" },
        ]);
        const task = (index: number): object => ({ id: `train-${index}`, index });
        const all = [0, 1, 2, 3].map(task);
        assert.deepEqual((await post(`${url}/tasks_env/tasks`, { split: "train" })).json, {
          tasks: all,
          env_name: "tasks_env",
        });
        assert.deepEqual((await post(`${url}/tasks_env/num_tasks`, { split: "train" })).json, { num_tasks: 4 });
        assert.deepEqual((await post(`${url}/Tasks_Env/task`, { split: "train", index: "1" })).json, { task: task(1) });
        const range = { split: "train", start: 1, stop: 3 };
        assert.deepEqual((await post(`${url}/tasks_env/task_range`, range)).json, { tasks: [task(1), task(2)] });
        const open = { split: "train", start: null };
        assert.deepEqual((await post(`${url}/tasks_env/task_range`, open)).json, { tasks: all });
        assert.deepEqual((await post(`${url}/tasks_env/tasks`, { split: "extra" })).json["tasks"], []);
      }
    },
  },
  {
    title: "task bodies are closed, and checked",
    verifies: ["http:tasks:422"],
    async run(scope) {
      const { url } = await scope.serve("tasks");
      const wrong: [string, unknown, string, unknown[]][] = [
        ["tasks", {}, "missing", ["body", "split"]],
        ["tasks", { split: 1 }, "string_type", ["body", "split"]],
        ["tasks", { split: "train", index: 1 }, "extra_forbidden", ["body", "index"]],
        ["task", { split: "train" }, "missing", ["body", "index"]],
        ["task", { split: "train", index: "x" }, "int_parsing", ["body", "index"]],
        ["task_range", { split: "train", start: 0.5 }, "int_from_float", ["body", "start"]],
      ];
      for (const [path, body, type, loc] of wrong) {
        const { status, json } = await post(`${url}/tasks_env/${path}`, body);
        assert.equal(status, 422);
        assert.deepEqual([json.detail[0]?.type, json.detail[0]?.loc], [type, loc]);
      }
      const bodyless = await request(`${url}/tasks_env/tasks`, { method: "POST" });
      assert.deepEqual([bodyless.status, bodyless.json.detail[0]?.type], [422, "missing"]);
    },
  },
  {
    title: "no such index is 400, another environment 404, no tasks 501, a failing provider 500",
    verifies: ["http:tasks:400", "http:tasks:404", "http:tasks:501", "http:tasks:500"],
    async run(scope) {
      for (const provider of ["whole", "least"]) {
        const { url } = await scope.serve("tasks", { params: { provider } });
        for (const index of [4, -1]) {
          const { status, json } = await post(`${url}/tasks_env/task`, { split: "train", index });
          assert.deepEqual([status, json], [400, { detail: "Invalid task index" }]);
        }
        const unknown = await request(`${url}/other_env/splits`);
        assert.deepEqual([unknown.status, unknown.json], [404, { detail: "unknown environment 'other_env'" }]);
        assert.equal((await post(`${url}/other_env/tasks`, { split: "train" })).status, 404);
      }
      const without = await scope.serve("counter");
      assert.equal((await request(`${without.url}/counter_env/splits`)).status, 501);
      assert.equal((await post(`${without.url}/counter_env/tasks`, { split: "train" })).status, 501);
      const broken = await scope.serve("tasks", { params: { provider: "broken" } });
      assert.equal((await request(`${broken.url}/tasks_env/splits`)).status, 500);
      assert.equal((await post(`${broken.url}/tasks_env/tasks`, { split: "train" })).status, 500);
    },
  },
];
