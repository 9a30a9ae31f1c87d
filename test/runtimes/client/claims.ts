/** Which requirements the client cases show; the cases themselves know nothing of requirements. */
import type { RequirementId } from "../../conformance/requirements.ts";

interface Claim {
  readonly verifies: readonly [RequirementId, ...RequirementId[]];
  /** The start of the names of the cases that show it. */
  readonly by: string;
}

export const clientClaims: readonly Claim[] = [
  { verifies: ["client:handshake"], by: "PROTOCOL §10.6" },
  { verifies: ["client:handshake:headers"], by: "OE-76" },
  { verifies: ["client:handshake:refused"], by: "WS-20" },
  { verifies: ["client:handshake:bounded"], by: "WS-15" },
  { verifies: ["client:envelope"], by: "PROTOCOL §2.2" },
  { verifies: ["client:order:fifo"], by: "OE-19" },
  { verifies: ["client:order:no-stranger"], by: "OE-01: a late reply" },
  { verifies: ["client:order:no-stranger"], by: "PROTOCOL §10.8" },
  { verifies: ["client:order:unrelated-type"], by: "PROTOCOL §9.2 row 5" },
  { verifies: ["client:timeout"], by: "OE-01: a timed-out call" },
  { verifies: ["client:timeout"], by: "OE-01: a call that is aborted" },
  { verifies: ["client:timeout:per-reply"], by: "OE-01: messageTimeoutMs" },
  { verifies: ["client:session-lost"], by: "OE-05" },
  { verifies: ["client:reset:reconnects"], by: "OE-03" },
  { verifies: ["client:errors"], by: "OE-20" },
  { verifies: ["client:errors", "session:capacity:counts"], by: "errors of a real server" },
  { verifies: ["client:errors:refusal"], by: "OE-32" },
  { verifies: ["client:reply:tolerant"], by: "PROTOCOL §10.9" },
  { verifies: ["client:reply:metadata"], by: "OE-34" },
  { verifies: ["client:reply:reward"], by: "OE-50" },
  { verifies: ["client:reply:broken"], by: "WS-21" },
  { verifies: ["client:size:receive"], by: "WS-03" },
  { verifies: ["client:size:send"], by: "WS-01" },
  { verifies: ["client:keepalive"], by: "OE-06: a peer" },
  { verifies: ["client:keepalive:off"], by: "OE-06: pingIntervalMs null" },
  { verifies: ["client:keepalive:busy"], by: "OE-07" },
  { verifies: ["client:integers"], by: "OE-18" },
  { verifies: ["client:text"], by: "PROTOCOL §10.3" },
  { verifies: ["client:keys"], by: "CG-23" },
  { verifies: ["client:close"], by: "WS-07: close()" },
  { verifies: ["client:close"], by: "OE-24: close() never" },
  { verifies: ["client:parallel"], by: "OE-12" },
  { verifies: ["client:environment"], by: "OE-14" },
  { verifies: ["client:options"], by: "SB-04" },
  { verifies: ["client:options"], by: "SB-02" },
  { verifies: ["client:validate"], by: "DESIGN §4: a wrong action" },
  { verifies: ["client:in-process"], by: "in process:" },
  { verifies: ["client:api"], by: "its API is the same" },
];
