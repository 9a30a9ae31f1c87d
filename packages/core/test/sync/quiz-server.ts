/** A program: serves the quiz with the options of its first argument. Prints its URL; ends with its input. */
import process from "node:process";
import { serve, type ServeOptions } from "@openenv/core/serve";
import { quizServer } from "../testing/quiz-env.ts";

const options = JSON.parse(process.argv[2] ?? "{}") as ServeOptions;
const served = await serve(quizServer(), { ...options, port: 0, variables: {} });
process.stdout.write(`${served.url}\n`);
process.stdin.on("end", () => process.exit(0)).resume();
