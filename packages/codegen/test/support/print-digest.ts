/** A program for any runtime: prints the digest that determinism.test.ts compares. */
import process from "node:process";
import { digestOfPlans } from "./digest.ts";

process.stdout.write(`${digestOfPlans()}\n`);
