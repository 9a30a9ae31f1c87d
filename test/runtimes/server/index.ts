/** Every case of the server suite. */
import type { ServerCase } from "../harness/server-case.ts";
import { accessCases } from "./access.ts";
import { backPressureCases } from "./back-pressure.ts";
import { capacityCases } from "./capacity.ts";
import { concurrencyCases } from "./concurrency.ts";
import { cycleCases } from "./cycles.ts";
import { detachedCases } from "./detached.ts";
import { envelopeCases } from "./envelope.ts";
import { episodeCases } from "./episode.ts";
import { failureCases } from "./failures.ts";
import { frameCases } from "./frames.ts";
import { handshakeCases } from "./handshake.ts";
import { harnessCases } from "./harness.ts";
import { hostileCases } from "./hostile.ts";
import { httpEpisodeCases } from "./http-episode.ts";
import { httpInfoCases } from "./http-info.ts";
import { httpRoutingCases } from "./http-routing.ts";
import { httpTaskCases } from "./http-tasks.ts";
import { limitCases } from "./limits.ts";
import { livenessCases } from "./liveness.ts";
import { logCases } from "./logs.ts";
import { resumeCases } from "./resume.ts";
import { shutdownCases } from "./shutdown.ts";
import { startupCases } from "./startup.ts";
import { streamableHttpCases } from "./streamable-http.ts";
import { toolCases } from "./tools.ts";
import { valueCases } from "./values.ts";

export const serverCases: readonly ServerCase[] = [
  ...handshakeCases,
  ...envelopeCases,
  ...frameCases,
  ...episodeCases,
  ...valueCases,
  ...concurrencyCases,
  ...capacityCases,
  ...failureCases,
  ...livenessCases,
  ...startupCases,
  ...shutdownCases,
  ...limitCases,
  ...backPressureCases,
  ...cycleCases,
  ...hostileCases,
  ...httpEpisodeCases,
  ...httpInfoCases,
  ...httpRoutingCases,
  ...httpTaskCases,
  ...detachedCases,
  ...resumeCases,
  ...logCases,
  ...accessCases,
  ...toolCases,
  ...harnessCases,
  ...streamableHttpCases,
];
