/**
 * Where a server here differs from openenv 0.10.0 on purpose, in what is not the answer to one message (those are in
 * test/interop/known-differences.ts, and are tried against the original). Each is shown by the tests of a requirement.
 */
import type { RequirementId } from "./requirements.ts";

export interface Difference {
  readonly python: string;
  readonly here: string;
  readonly reason: string;
  /** Of PROTOCOL, where it names the difference. */
  readonly source?: string;
  readonly shownBy: RequirementId;
}

export const differences: readonly Difference[] = [
  {
    python: "A refused socket is closed at once",
    here: "It is closed when the peer has spoken, or after a second",
    reason: "An older client fails while it sends, and never reads why",
    source: "§9.1 row 1",
    shownBy: "session:capacity:grace",
  },
  {
    python: "A reaped session's socket goes on with a closed environment",
    here: "The socket is closed too, with 1000 and a reason",
    reason: "Whatever such an environment answers is wrong, and more sockets than sessions would be alive",
    source: "§9.1 rows 5 and 30",
    shownBy: "session:idle:closed",
  },
  {
    python: "Reading the state is no activity",
    here: "Every message is",
    reason: "A client that polls the state is alive",
    source: "§9.1 row 6",
    shownBy: "session:idle:activity",
  },
  {
    python: "A step goes on when its client has gone, and keeps the slot",
    here: "The slot is free at once, and the step's signal is aborted",
    reason: "Nobody waits for it",
    source: "§9.1 row 29",
    shownBy: "session:disconnect:signal",
  },
  {
    python: "Anyone may attach to and close any session",
    here: "Only sessions made over HTTP, which are nobody's socket's",
    reason: "Two sockets on one environment step it in turns, and neither knows",
    source: "§9.1 row 20",
    shownBy: "session:attach:unknown",
  },
  {
    python: "A session made over HTTP that nobody closes keeps its slot for ever",
    here: "It ends after ten minutes without a socket",
    reason: "Clients crash",
    source: "§9.1 row 21",
    shownBy: "session:detached:timeout",
  },
  {
    python: "A failed factory is reported without its cause",
    here: "The message has the cause, unless exposeErrors is false",
    reason: "Whoever wrote the environment sees why",
    source: "§9.1 row 14",
    shownBy: "session:factory-error:code",
  },
  {
    python: "A setting that is out of range is whatever its library makes of it",
    here: "It fails at start and is named",
    reason: "MAX_CONCURRENT_ENVS=1e3 must not mean 1",
    shownBy: "session:capacity:invalid",
  },
  {
    python: "GET /state and /schema may lack the environment's own fields",
    here: "They have them",
    reason: "The socket has them too",
    source: "§9.1 row 7",
    shownBy: "http:state:whole",
  },
  {
    python: "A 500 is text without a reason",
    here: "It is JSON with a detail",
    reason: "Callers look at the status only, people at the reason",
    source: "§9.1 row 9",
    shownBy: "http:500",
  },
  {
    python: "timeout_s and request_id are accepted and reach only environments that declare them",
    here: "timeout_s ends the step with 504 and aborts its signal; request_id comes back as a header",
    reason: "An option without an effect misleads",
    source: "§1.4",
    shownBy: "http:step:timeout",
  },
  {
    python: "A body has no size limit",
    here: "One over maxMessageBytes is 413",
    reason: "A socket's message has one",
    source: "§10.4",
    shownBy: "http:body:size",
  },
  {
    python: "Origin and Host are not looked at",
    here: "A server on a loopback address refuses other machines' names and pages with 403",
    reason: "Any page in a browser could drive the environments of its user's machine",
    source: "§10.6",
    shownBy: "server:host",
  },
  {
    python: "A negative task index answers from the end",
    here: "It is 400",
    reason: "It is a mistake more often than a wish",
    source: "§9.1 row 32",
    shownBy: "http:tasks:400",
  },
  {
    python: "/health is healthy whatever the environment does",
    here: "It is 503 until the author's setup is done, and when it has failed",
    reason: "Whoever starts a server waits for /health",
    source: "§1.7",
    shownBy: "server:setup:health",
  },
  {
    python: "The root is 404 unless the web interface is on",
    here: "It is a page that says how to use the server",
    reason: "People open it",
    source: "§1.11",
    shownBy: "http:root",
  },
  {
    python: "A client that sends faster than it reads fills the server's memory",
    here: "It is made to wait, or closed with 1008",
    reason: "One client must not end the sessions of the others",
    shownBy: "server:back-pressure:unread-replies",
  },
];
