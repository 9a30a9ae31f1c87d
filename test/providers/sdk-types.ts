/**
 * The part of each cloud's SDK that a provider uses is a part of the SDK's own types: checked by the compiler against the
 * SDKs themselves. The fakes of cloud.test.ts are written to the same interfaces. Nothing here runs.
 */
import type { DaytonaSdk } from "@openenv/core/providers/daytona";
import type { E2BSdk } from "@openenv/core/providers/e2b";
import type { ModalSdk } from "@openenv/core/providers/modal";
import type { NovitaSdk } from "@openenv/core/providers/novita";
import type * as daytona from "@daytona/sdk";
import type * as e2b from "e2b";
import type * as modal from "modal";
import type * as novita from "novita-sandbox";

/** Does not compile when the SDK has moved away from what is used of it. */
type Has<Used, Sdk extends Used> = readonly [Used, Sdk];

export type Checked = readonly [
  Has<DaytonaSdk, typeof daytona>,
  Has<E2BSdk, typeof e2b>,
  Has<ModalSdk<modal.App, modal.Image>, typeof modal>,
  Has<NovitaSdk, typeof novita>,
];
