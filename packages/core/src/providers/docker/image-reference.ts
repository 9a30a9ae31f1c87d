/**
 * References of images: `echo-env`, `registry.example/owner/name:tag`, `name@sha256:…`.
 */
import { randomBytes } from "node:crypto";

import { InvalidArgumentError } from "../../errors/local-errors.ts";

/** What an image may be called. No leading dash, above all: the command line would take it for an option. */
const REFERENCE = /^[\w[][\w.:/@[\]+-]*$/;

/** @throws InvalidArgumentError naming `image` */
export function checkImage(image: string | undefined): string {
  if (image !== undefined && REFERENCE.test(image)) return image;
  throw new InvalidArgumentError(
    "image",
    `image is ${JSON.stringify(image) ?? "missing"}. Give the reference of an image, such as "echo-env:latest".`,
  );
}

/** A name for a container of this image that no other has: `openenv-echo-env-1f2e3d4c`. Also for digests and ports. */
export function containerName(image: string): string {
  const [repository = ""] = image.split("@");
  const last =
    repository
      .replace(/:[^/]*$/, "")
      .split("/")
      .at(-1) ?? "";
  const safe = last
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `openenv-${safe === "" ? "env" : safe}-${randomBytes(4).toString("hex")}`;
}
