/** A server as a whole: start, end, failures, load. */
import type { Requirement } from "../requirements.ts";

export const serverRequirements = {
  "server:auth:http": ["issue 6", "A server with tokens answers 401 to requests without one, /health excepted"],
  "server:auth:socket": ["issue 6", "and refuses their sockets"],
  "server:host": [
    "issue 6",
    "On a loopback address other names in Host and other machines' pages are refused with 403, unless listed",
  ],
  "server:setup:once": ["issue 3", "The author's setup runs once, before the first session"],
  "server:setup:health": ["issue 3", "/health says 503 starting until it is done"],
  "server:setup:sessions-wait": ["issue 3", "Sessions and requests that come before wait for it"],
  "server:listen:refused": ["issue 3", "A port or address that cannot be listened on is a typed error that names it"],
  "server:setup:failed": ["issue 3", "A setup that fails makes every session a FACTORY_ERROR"],

  "server:shutdown:finishes-step": ["issue 3", "A running step finishes, and its reply is sent"],
  "server:shutdown:no-further": ["issue 3", "Messages behind it are not handled, and nothing is accepted any more"],
  "server:shutdown:1001": ["issue 3", "Sockets are closed with 1001"],
  "server:shutdown:bounded": ["issue 3", "No step and no peer holds it up for longer than a bound"],
  "server:shutdown:author-close": ["issue 3", "The author's close runs once, after the last environment has closed"],
  "server:signal:graceful": ["issue 3", "SIGTERM and SIGINT shut a program down that way, and it exits with 0"],
  "server:signal:drain": [
    "issue 9",
    "With a drain timeout sessions go on that long after the signal, /health says 503, and no other is taken",
  ],
  "server:signal:second": ["issue 3", "A second signal ends it at once"],

  "server:step-timeout": [
    "issue 5",
    "A step that takes too long is an EXECUTION_ERROR; the session goes on when the environment has returned",
  ],
  "server:step-timeout:manifest": ["issue 5", "The longest step is the option's, else the manifest's, else any"],
  "server:processes:capacity": [
    "issue 5",
    "--workers and WORKERS serve by several processes; the capacity counts over all",
  ],
  "server:processes:replaced": ["issue 5", "A process that dies frees the slots of its sessions, and is replaced"],
  "server:processes:drain": ["issue 5", "A signal drains every process, and none is left"],
  "server:processes:invalid": ["issue 5", "A number of processes that is none fails at start and is named"],
  "server:worker:isolates": [
    "issue 5",
    "An environment in a worker that holds its thread holds up no session of another",
  ],
  "server:worker:pinned": [
    "issue 5",
    "A session stays in the worker it began in; sessions are spread over the workers",
  ],
  "server:worker:step-timeout": [
    "issue 5",
    "stepTimeoutMs ends a worker that is held up by a step, and only such a one",
  ],
  "server:worker:crash": [
    "issue 5",
    "A worker that ends takes its sessions with it by SESSION_ERROR and 1011, and is replaced",
  ],
  "server:worker:abandoned": ["issue 5", "A held up worker that nobody uses any more is ended after closeTimeoutMs"],
  "server:worker:memory": ["issue 5", "A worker that needs more than memoryLimitMb is ended; Bun has no such limit"],
  "server:worker:importable": ["issue 5", "An environment that no worker can import is refused with the remedy"],

  "server:mode:precedence": ["§1.1", "The mode is the option's, then OPENENV_MODE's in any case, then simulation"],
  "server:mode:invalid": ["§1.1", "Any other mode fails at start and names both"],
  "server:flags": ["issue 3", "A program's flags win over its environment variables"],
  "server:flags:invalid": ["issue 3", "An invalid flag fails at start and is named"],
  "server:variables": ["§4.2", "A program reads MAX_CONCURRENT_ENVS, OPENENV_MODE, PORT and HOST"],

  "server:log:ids": ["issue 6", "Records of a session have its id and its episode's"],
  "server:log:secrets": ["issue 6", "No token and no key is logged"],
  "server:log:variable": ["issue 6", "OPENENV_LOG asks for a log; a server in somebody's program is silent without"],
  "server:errors:logged": ["issue 3", "A failure is logged with its stack and its causes"],
  "server:errors:exposed": ["issue 3", "exposeErrors: false tells clients the kind of a failure and nothing else"],
  "server:errors:quiet": ["issue 3", "What goes well, a disconnect included, logs no warning"],

  "server:back-pressure:unread-replies": ["issue 3", "A peer that does not read costs bounded memory"],
  "server:back-pressure:unhandled-messages": [
    "issue 3",
    "and so does one that sends faster than the environment steps",
  ],
  "server:back-pressure:late-reader": ["issue 3", "A peer that reads late gets every reply"],
} as const satisfies Record<string, Requirement>;
