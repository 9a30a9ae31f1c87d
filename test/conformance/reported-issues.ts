/**
 * Problems that users of OpenEnv reported (client transport, server and sessions, MCP), and what became of each here. A test
 * of one has its id in its title; reported-issues.test.ts sees that it has.
 */

export type ReportedIssue = { readonly id: string; readonly about: string } & (
  | { readonly status: "tested" }
  | { readonly status: "later" | "not applicable"; readonly reason: string }
);

const webPage = "the /web page of the original is a later issue";

export const reportedIssues: readonly ReportedIssue[] = [
  { id: "OE-01", about: "a late reply is taken for the next one", status: "tested" },
  { id: "OE-03", about: "a dropped socket is never replaced", status: "tested" },
  { id: "OE-05", about: "a step runs on a new environment after a silent reconnect", status: "tested" },
  { id: "OE-06", about: "pings cannot be switched off", status: "tested" },
  { id: "OE-07", about: "a busy client loses its session", status: "tested" },
  { id: "OE-09", about: "the address of a started server cannot be read", status: "tested" },
  { id: "OE-10", about: "documented code does not run", status: "tested" },
  { id: "OE-11", about: "a forgotten await is not noticed", status: "tested" },
  { id: "OE-12", about: "clients step one after the other", status: "tested" },
  { id: "OE-14", about: "connecting changes the process's environment", status: "tested" },
  { id: "OE-18", about: "large integers change their value", status: "tested" },
  { id: "OE-19", about: "overlapping calls mix their replies", status: "tested" },
  { id: "OE-20", about: "errors lose their code and data", status: "tested" },
  { id: "OE-21", about: "one server serves one episode", status: "tested" },
  { id: "OE-22", about: "an instance in place of a factory fails late", status: "tested" },
  { id: "OE-23", about: "the number of sessions cannot be set from outside", status: "tested" },
  { id: "OE-24", about: "an abandoned connection keeps its slot", status: "tested" },
  { id: "OE-26", about: "setting one limit switches another off", status: "tested" },
  { id: "OE-28", about: "clean disconnects are logged as failures", status: "tested" },
  { id: "OE-29", about: "a session with a socket cannot be closed, and its slot leaks", status: "tested" },
  { id: "OE-30", about: "concurrent creates and closes race", status: "tested" },
  { id: "OE-32", about: "over capacity a session is merged into another", status: "tested" },
  { id: "OE-34", about: "metadata of an observation is lost", status: "tested" },
  { id: "OE-36", about: "own fields of the state are missing over HTTP", status: "tested" },
  { id: "OE-37", about: "a reset takes no parameters", status: "tested" },
  { id: "OE-39", about: "the page's reset ignores parameters", status: "later", reason: webPage },
  { id: "OE-40", about: "misspelt reset parameters are dropped in silence", status: "tested" },
  { id: "OE-41", about: "timeout_s and request_id have no effect", status: "tested" },
  { id: "OE-44", about: "an observation that cannot be encoded", status: "tested" },
  { id: "OE-45", about: "actions that look like tool calls are taken for them", status: "tested" },
  { id: "OE-46", about: "the page's step fails", status: "later", reason: webPage },
  { id: "OE-47", about: "the page changes the server's settings", status: "later", reason: webPage },
  { id: "OE-48", about: "the root is 404 where the page is on", status: "later", reason: webPage },
  { id: "OE-49", about: "a second reset does not configure anew", status: "tested" },
  { id: "OE-50", about: "reward and done are read from the wrong place", status: "tested" },
  { id: "OE-51", about: "only some transports apply a rubric", status: "later", reason: "rubrics are a later issue" },
  { id: "OE-52", about: "a transform is skipped", status: "later", reason: "transforms are a later issue" },
  {
    id: "OE-54",
    about: "a step that holds the thread holds up every session",
    status: "later",
    reason: "isolation of sessions in workers is a later issue; PROTOCOL §9.1 row 17",
  },
  { id: "OE-56", about: "the cause of a failure is told to nobody", status: "tested" },
  { id: "OE-57", about: "HTTP requests do not share an episode", status: "tested" },
  { id: "OE-58", about: "a deadline does not cover the start of a sandbox", status: "tested" },
  { id: "OE-59", about: "a tool call over the socket waits for itself", status: "tested" },
  {
    id: "OE-60",
    about: "a release of the MCP SDK breaks the server",
    status: "not applicable",
    reason: "the server uses no SDK; both generations of the official client are tried on it (OE-63)",
  },
  { id: "OE-61", about: "tools named like the control API shadow it", status: "tested" },
  { id: "OE-63", about: "standard MCP clients cannot connect", status: "tested" },
  { id: "OE-64", about: "in production mode tools are called by steps", status: "tested" },
];
