/** Everything that runs *on* each runtime: the client suites of core, and the client beside a server of the same runtime. */
import { cases as coreCases, type ClientCase } from "../../../packages/core/test/client/cases.ts";
import { syncCases } from "../../../packages/core/test/sync/cases.ts";
import { memoryCases } from "./memory.ts";
import { ownServerCases } from "./own-server.ts";

export type { ClientCase } from "../../../packages/core/test/client/cases.ts";

export const clientCases: readonly ClientCase[] = [...coreCases, ...syncCases, ...memoryCases, ...ownServerCases];
