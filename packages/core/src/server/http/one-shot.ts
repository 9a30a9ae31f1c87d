/**
 * The HTTP way to use an environment: made for one request, used once, closed (PROTOCOL §1.3). Such an environment is
 * no session and takes no slot.
 */
import { HostedEnvironment } from "../hosted-environment.ts";
import { SessionScope } from "../session-scope.ts";
import type { HttpHost } from "./host.ts";

/**
 * Makes an environment, hands it to `use`, and closes it whatever happens.
 *
 * @throws FactoryError, and whatever `use` throws
 */
export async function withEnvironment<T>(
  host: HttpHost,
  use: (environment: HostedEnvironment, scope: SessionScope) => Promise<T> | T,
): Promise<T> {
  await host.ready;
  const scope = new SessionScope(crypto.randomUUID());
  const made = await host.execution.make(scope);
  const environment = new HostedEnvironment(made, host.spec, scope, host.stepLimits);
  try {
    return await use(environment, scope);
  } finally {
    scope.abort(new Error("The request is over."));
    // The answer does not wait for the clean-up, and does not fail with it.
    environment.close().catch((error: unknown) => host.report(error));
  }
}
