/** A program: counts the tasks of the server at its first argument, awaited and blocking, and prints both counts. */
import process from "node:process";
import { QuizEnv } from "../testing/quiz-env.ts";

const baseUrl = process.argv[2] ?? "";
await using env = new QuizEnv({ baseUrl });
using twin = QuizEnv.sync(baseUrl);
process.stdout.write(`${await env.numTasks("train")} ${twin.numTasks("train")}\n`);
