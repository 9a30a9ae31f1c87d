/** `openenv doctor`: is everything here? */
import { defineCommand, type Command } from "../command/command.ts";

const command: Command = defineCommand({
  name: "doctor",
  summary: "Check this machine and this project",
  description:
    "Looks for the runtimes, a container engine and Python, and where there is an openenv.yaml, for what is wrong with the " +
    "environment's packages. What is only missing is a warning.",
  args: [{ name: "PATH", about: "The environment's folder, default this one" }],
  options: {},
  examples: [{ command: "openenv doctor", about: "What is wrong here?" }],
  exitCodes: { 1: "something is wrong" },
  async run(invocation) {
    const { doctor } = await import("../doctor/doctor.ts");
    return doctor(invocation);
  },
});

export default command;
