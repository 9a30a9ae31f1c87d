/**
 * Problems that users of OpenEnv reported (client transport, server and sessions, MCP, providers, and
 * of neighbouring systems SB: sandboxes, RL: several environments, NET: networks), and what became of each here. A test
 * of one has its id in its title; reported-issues.test.ts sees that it has.
 */

export type ReportedIssue = { readonly id: string; readonly about: string } & (
  | { readonly status: "tested" }
  | { readonly status: "later" | "not applicable"; readonly reason: string }
);

const several = "several environments as one are a later issue";
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
  { id: "OE-65", about: "a server that never gets ready is left running", status: "tested" },
  { id: "OE-68", about: "options of a container are taken and ignored", status: "tested" },
  { id: "OE-69", about: "a git URL is taken for a folder", status: "tested" },
  { id: "OE-71", about: "the wait for a server cannot be set", status: "tested" },
  { id: "OE-72", about: "an interrupted program leaves its container running", status: "tested" },
  { id: "OE-76", about: "a sandbox needs headers and wss", status: "tested" },
  { id: "OE-77", about: "a provider that does nothing", status: "tested" },
  { id: "SB-01", about: "a timeout is the life of the sandbox, not of the call", status: "tested" },
  { id: "SB-02", about: "options are lost on a reconnect", status: "tested" },
  { id: "SB-03", about: "a cleanup that never ends", status: "tested" },
  { id: "SB-04", about: "an option that does not exist is ignored", status: "tested" },
  { id: "SB-05", about: "a sandbox that is gone is not said to be", status: "tested" },
  { id: "RL-02", about: "an absent reward becomes 0", status: "tested" },
  { id: "RL-03", about: "a manual reset is followed by an automatic one", status: "later", reason: several },
  { id: "RL-04", about: "the error of one environment spoils the results of others", status: "later", reason: several },
  { id: "RL-05", about: "two ways of calling go two ways in the code", status: "later", reason: several },
  { id: "NET-01", about: "localhost is ::1 while the server listens on 127.0.0.1", status: "tested" },
  { id: "NET-02", about: "hyphens and underscores in names are mixed up", status: "tested" },
];
