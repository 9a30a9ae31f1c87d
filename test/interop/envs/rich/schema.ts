import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

const mode = z.enum(["plain", "fancy"]);
// A name of its own makes it an enum class in Python; without one it is a Literal, as `mode` is.
const color = z.enum(["red", "green", "blue"]).meta({ id: "Color" });
const point = z.strictObject({ x: z.number(), y: z.number().default(0) }).meta({ id: "Point" });
const circle = z.strictObject({ kind: z.literal("circle"), radius: z.number().gt(0) }).meta({ id: "Circle" });
const square = z.strictObject({ kind: z.literal("square"), side: z.number().gt(0) }).meta({ id: "Square" });
const shape = z.discriminatedUnion("kind", [circle, square]);
const tree = z
  .strictObject({
    label: z.string(),
    get children() {
      return z.array(tree).default([]);
    },
  })
  .meta({ id: "Tree" });
const value = z.union([z.int(), z.string(), z.array(z.number())]);
const weights = z.record(z.string(), z.number());
const grid = z.array(z.array(z.int()));

export default defineSchema({
  name: "rich",
  description: "every kind of field",
  action: {
    mode,
    point,
    path: z.array(point).default([]),
    note: z.string().nullable().default(null),
    value: value.default(0),
    color: color.default("red"),
    weights: weights.default({}),
    grid: grid.default([]),
    shape: shape.nullable().default(null),
    tree: tree.nullable().default(null),
    serial: z.bigint().default(0n),
    text: z.string().max(5000).default(""),
  },
  observation: {
    mode,
    point,
    path: z.array(point),
    note: z.string().nullable(),
    value,
    color,
    weights,
    grid,
    shape: shape.nullable(),
    tree: tree.nullable(),
    serial: z.bigint(),
    text: z.string(),
    total_weight: z.number(),
    pair: z.tuple([z.int(), z.string()]),
    big: z.bigint(),
    image_base64: z.string(),
  },
});
