import { Connect4Env } from "@openenv/connect4-env";

await using env = await Connect4Env.connect("http://localhost:8000");
let { observation, done } = await env.reset({ seed: 7, opponent: "careful" });
while (!done) {
  const column = observation.legal_actions[0] ?? 0;
  ({ observation, done } = await env.step({ column }));
}
console.log(observation.board);
