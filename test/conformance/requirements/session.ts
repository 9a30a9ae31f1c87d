/** Sessions: how many, for how long, and that they do not know each other. */
import type { Requirement } from "../requirements.ts";

export const sessionRequirements = {
  "session:isolated": ["§2.1", "Each session has its own environment, and sees nothing of the others"],
  "session:parallel": ["§2.1", "Sessions never wait for each other"],

  "session:capacity:rejected": [
    "§2.5",
    "Over capacity a socket gets CAPACITY_REACHED, never another session's environment",
  ],
  "session:capacity:counts": ["§2.5", "The error has active_sessions and max_sessions"],
  "session:capacity:close-1000": ["§2.5", "and the socket is closed with 1000"],
  "session:capacity:grace": ["§9.1 row 1", "but only when the peer has spoken or had time to read"],
  "session:capacity:default": ["§4.1", "The default is one session"],
  "session:capacity:precedence": ["issue 3", "Option, then MAX_CONCURRENT_ENVS, then manifest, then default"],
  "session:capacity:unlimited": ["issue 3", "−1 is no limit"],
  "session:capacity:invalid": ["issue 3", "An invalid value fails at start and names where it stands"],
  "session:capacity:while-starting": ["§4.1", "A session that is being made counts"],
  "session:capacity:freed": ["§2.8", "A slot is free as soon as its socket is gone, however that came about"],
  "session:queue": ["issue 5", "Callers may wait in line for a slot, as many and as long as the server says"],
  "session:capacity:http": ["§4.1", "Sessions made over HTTP count; one-shot requests do not"],

  "session:factory:forms": ["issue 3", "A factory is a class or a function, asynchronous or not"],
  "session:factory-error:code": ["§2.5", "A factory that fails is a FACTORY_ERROR with its cause in the message"],
  "session:factory-error:name": ["§2.5", "The error has factory_name"],
  "session:factory-error:close-1000": ["§2.5", "and the socket is closed with 1000"],
  "session:factory-error:freed": ["§4.1", "It takes no slot"],
  "session:close-error": ["§2.8", "An environment whose close() fails is logged, and otherwise gone"],
  "session:disconnect:closed-once": ["§2.8", "An environment is closed once, when its running call has returned"],
  "session:disconnect:signal": ["§9.1 row 29", "A running call is told by its signal that nobody waits any more"],

  "session:omit": ["issue 5", "Fields that the server or a reset names are left out of observations, which still fit"],
  "session:omit:refused": ["issue 5", "A required or unknown field in omit is an error that names it"],

  "session:seed": ["issue 5", "The same seed gives the same episode on every runtime, another seed another one"],

  "session:idle:default": ["§2.8", "By default a session is never too idle"],
  "session:idle:closed": ["§9.1 row 5", "An idle session's socket is closed with it, with 1000 and a reason"],
  "session:idle:activity": ["§9.1 row 6", "Any message is activity, and a running step is no idleness"],
  "session:heartbeat:default": ["issue 3", "Half-open sockets are reaped by default"],
  "session:heartbeat:reaped": ["issue 3", "A peer that answers no ping loses its socket and its session"],
  "session:heartbeat:pong": ["issue 3", "A peer that answers keeps them, however long it is silent"],
  "session:heartbeat:off": ["§10.5", "pingIntervalMs: null sends no ping"],

  "session:attach:unknown": ["§2.10", "An unknown session_id is a SESSION_ERROR, another socket's session too"],
  "session:attach:survives": ["§2.10", "A session made over HTTP outlives the sockets that attach to it"],
  "session:attach:one-socket": ["§2.10", "One socket at a time"],
  "session:attach:close-on-detach": ["§2.10", "Closing it while attached ends it when the socket goes"],
  "session:attach:close-once": ["§3.2", "It can be closed once"],
  "session:detached:timeout": ["§9.1 row 21", "It ends by itself when it has had no socket for too long"],

  "session:resume:replies": [
    "issue 6",
    "A session under a key goes on over the next socket, with the replies it missed",
  ],
  "session:resume:once": ["issue 6", "What was taken is executed once, whatever becomes of its socket"],
  "session:resume:window": ["issue 6", "It waits for resumeWindowMs, in its slot, and then ends"],
  "session:resume:end": ["issue 6", "A client that says goodbye is not waited for"],
  "session:resume:one-socket": ["issue 6", "The newer socket takes over"],
  "session:resume:acknowledged": ["issue 6", "Replies are kept until they are acknowledged"],
  "session:resume:refused": ["issue 6", "A weak key is refused, and every key where resumeWindowMs is null"],
} as const satisfies Record<string, Requirement>;
