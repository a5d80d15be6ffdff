import { z } from "zod";
import { containerStatus } from "./containers.ts";
import { matchFinding } from "./manifest-match.ts";
import { phrase } from "./phrase.ts";
import { countedQuery, datetime, orNull, page, pageQuery, readableText, text, timestamp } from "./primitives.ts";

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
export const resolveEscalationRequest = z.object({
  decision: escalationDecision,
  reason,
  findingsSeen: z.int().min(0).optional().describe("how many findings the escalation had when it was read"),
});
export type ResolveEscalationRequest = z.infer<typeof resolveEscalationRequest>;

export const listEscalationsQuery = countedQuery.extend({
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
    reasonPhrase: phrase.optional(),
    scanId: z
      .string()
      .nullable()
      .describe("the scan that raised the escalation, or showed something more severe since"),
    findings: z
      .array(matchFinding)
      .describe("the critical findings that raised the escalation, and those of scans since, the most severe first"),
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

export const escalationQueueQuery = pageQuery.extend({
  state: escalationState.exclude(["RESOLVED"]).optional(),
  source: escalationSource.optional(),
  containerId: text(100).optional(),
  claimedById: text(100).optional().describe("id of the user who claimed it"),
  laneId: text(100).optional().describe("the lane of the camera that took the picture to judge"),
  class: text(100).optional().describe("a class of the model that a critical finding is about"),
  raisedBefore: timestamp.optional(),
});

/** An undecided escalation with the facts that a supervisor sees before opening it. */
export const queuedEscalation = escalation
  .extend({
    pictureScanId: z
      .string()
      .nullable()
      .describe("the scan to judge: the one that raised it, otherwise the newest category scan of the container"),
    lane: z.object({ id: z.string(), name: z.string() }).nullable().describe("where that scan was taken"),
    standingHoldsBy: z
      .array(person)
      .describe("users who decided to hold the container, which was not cleared since: they cannot clear it"),
  })
  .meta({ id: "QueuedEscalation" });
export type QueuedEscalation = z.infer<typeof queuedEscalation>;

export const escalationQueue = page(queuedEscalation).extend({
  counts: z
    .object({ open: z.int(), claimed: z.int(), mine: z.int().describe("those that the caller claimed") })
    .describe("of the whole queue, whatever the filter"),
});

/** A user who looks at an escalation now. */
export const escalationViewer = z
  .object({ escalationId: z.string(), user: person, since: datetime })
  .meta({ id: "EscalationViewer" });
export type EscalationViewer = z.infer<typeof escalationViewer>;

export const escalationViewers = z.object({ items: z.array(escalationViewer) });
