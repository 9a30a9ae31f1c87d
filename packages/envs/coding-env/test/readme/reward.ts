import { codingEnvironment, composeTransforms, rubric, safetyTransform } from "@openenv/coding-env-server";

export const environment = codingEnvironment({
  transform: composeTransforms(
    safetyTransform({ penalty: -2 }),
    rubric(({ observation }) => (observation.stdout.trim() === "42" ? 1 : 0)),
  ),
});
