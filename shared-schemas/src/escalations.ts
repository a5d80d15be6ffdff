import { z } from "zod";
import { containerStatus } from "./containers.ts";
import { matchFinding } from "./manifest-match.ts";
import { datetime, orNull, pageQuery, readableText, text } from "./primitives.ts";

export const escalationState = z.enum(["OPEN", "CLAIMED", "RESOLVED"]).meta({ id: "EscalationState" });
export type EscalationState = z.infer<typeof escalationState>;

export const escalationSource = z.enum(["user", "manifest", "illegal", "alert", "sample"]).meta({
  id: "EscalationSource",
  description:
    "`user`: a user. `manifest`: a manifest match with critical findings. `illegal`: detected illegal goods. " +
    "`alert`: a person, a weapon or damage that needs attention at once. " +
    "`sample`: a green container that was chosen at random.",
});
export type EscalationSource = z.infer<typeof escalationSource>;

export const escalationDecision = z.enum(["clear", "hold", "inspect"]).meta({ id: "EscalationDecision" });
export type EscalationDecision = z.infer<typeof escalationDecision>;

const reason = readableText(2_000);
export const escalateRequest = z.object({ reason });
export const resolveEscalationRequest = z.object({ decision: escalationDecision, reason });

export const listEscalationsQuery = pageQuery.extend({
  state: escalationState.optional(),
  containerId: text(100).optional(),
  claimedById: text(100).optional().describe("id of the user who claimed it"),
});

const person = z.object({ id: z.string(), email: z.string() });

export const escalation = z
  .object({
    id: z.string(),
    container: z.object({ id: z.string(), containerNumber: z.string(), status: containerStatus }),
    state: escalationState,
    source: escalationSource,
    reason: z.string(),
    scanId: z.string().nullable().describe("the scan that raised the escalation"),
    findings: z.array(matchFinding).describe("the critical findings that raised the escalation"),
    raisedBy: person.nullable().describe("null when a scan raised the escalation"),
    claimedBy: person.nullable(),
    claimedAt: datetime.nullable(),
    decision: orNull(escalationDecision),
    decisionReason: z.string().nullable(),
    resolvedBy: person.nullable(),
    resolvedAt: datetime.nullable(),
    createdAt: datetime,
    updatedAt: datetime,
  })
  .meta({ id: "Escalation" });
export type Escalation = z.infer<typeof escalation>;
