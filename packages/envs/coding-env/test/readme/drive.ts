import { CodingEnv } from "@openenv/coding-env";

await using env = await CodingEnv.connect("http://localhost:8000");
await env.reset();

await env.step({ code: "import math\nradius = 2" });
const { observation, reward } = await env.step({ code: "round(math.pi * radius ** 2, 2)" });
console.log(observation.stdout, observation.exit_code, reward); // 12.57, 0, 0.1

const { observation: other } = await env.step({ code: "[1, 2].map((n) => n * 2)", language: "javascript" });
console.log(other.stdout); // [ 2, 4 ]
